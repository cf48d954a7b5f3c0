/* Terms of the competition protocol: lists and words, in prefix notation, `(mark 1 2)`, or in the
 * infix one, `mark(1,2)` and `[a,b]`. The text stays where it is and must outlive its terms. */
#ifndef LUDENS_GGP_KIF_H
#define LUDENS_GGP_KIF_H

#include "session/memory.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct kif_node {
    uint32_t from, to; /* the text, of a list with its parentheses */
    uint32_t next;     /* the node after this one and all that is in it */
    bool list;
} kif_node;

typedef struct kif {
    const char *text;
    kif_node *nodes; /* a list is followed by what is in it */
    uint32_t count, capacity;
} kif;

enum { KIF_NONE = -1, KIF_NESTING = 300, KIF_MAX_BYTES = 1 << 30 };

/* Reads all terms of the text. NULL, or what is wrong with it; kif_done is called in either case.
 */
const char *kif_read(kif *k, const char *text, size_t length, bool infix);
void kif_done(kif *k);

/* Index of item `i` of the list, or KIF_NONE; kif_top is item `i` of the text. */
int kif_item(const kif *k, int list, uint32_t i);
int kif_top(const kif *k, uint32_t i);
uint32_t kif_items(const kif *k, int list);
/* Whether the term is this word (given in lower case), in whatever case, with or without
 * parentheses around it. */
bool kif_is(const kif *k, int node, const char *word);
/* Adds the term in the form that texts of moves have: prefix notation, lower case, one blank
 * between items, no parentheses around a single word. */
void kif_canonical(const kif *k, int node, buffer *out);
/* Adds a text of that form in infix notation. */
void kif_to_infix(const char *canonical, buffer *out);

#endif
