#include "ggp/kif.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

typedef struct reader {
    kif *k;
    size_t at, length;
    bool infix;
    uint32_t open[KIF_NESTING]; /* lists around */
    uint32_t depth;
} reader;

static uint32_t add(reader *r, size_t from, bool list)
{
    kif *k = r->k;
    MEM_ROOM(k->nodes, k->count, k->capacity);
    k->nodes[k->count] = (kif_node){(uint32_t)from, (uint32_t)from, k->count + 1, list};
    return k->count++;
}

static bool separates(const reader *r, char c)
{
    return blank(c) || strchr(r->infix ? "()[],;" : "();", c); /* NUL does as well */
}

static void skip(reader *r)
{
    const char *t = r->k->text;
    while (r->at < r->length) {
        char c = t[r->at];
        if (c == ';' || (r->infix && c == '%'))
            while (r->at < r->length && t[r->at] != '\n' && t[r->at] != '\r')
                r->at++;
        else if (blank(c) || (r->infix && c == ','))
            r->at++;
        else
            return;
    }
}

static const char *open_list(reader *r, size_t from)
{
    if (r->depth == KIF_NESTING)
        return "parentheses are nested too deeply";
    r->open[r->depth++] = add(r, from, true);
    return NULL;
}

static const char *close_list(reader *r)
{
    if (r->depth == 0)
        return "a parenthesis closes nothing";
    kif_node *n = &r->k->nodes[r->open[--r->depth]];
    n->to = (uint32_t)++r->at;
    n->next = r->k->count;
    return NULL;
}

/* A word; in infix notation a parenthesis right after it begins its arguments. */
static const char *read_word(reader *r)
{
    const char *t = r->k->text, *problem = NULL;
    size_t from = r->at;
    while (r->at < r->length && !separates(r, t[r->at]))
        r->at++;
    if (r->at == from)
        return "a NUL byte in the text";
    bool call = r->infix && r->at < r->length && t[r->at] == '(';
    if (call)
        problem = open_list(r, from);
    if (!problem) {
        uint32_t word = add(r, from, false);
        r->k->nodes[word].to = (uint32_t)r->at;
    }
    r->at += call;
    return problem;
}

const char *kif_read(kif *k, const char *text, size_t length, bool infix)
{
    reader r = {.k = k, .length = length, .infix = infix};
    const char *problem = length > KIF_MAX_BYTES ? "the text is too long" : NULL;
    *k = (kif){.text = text};
    for (skip(&r); !problem && r.at < length; skip(&r)) {
        char c = text[r.at];
        if (c == '(' || (infix && c == '[')) {
            problem = open_list(&r, r.at);
            r.at++;
        } else if (c == ')' || (infix && c == ']')) {
            problem = close_list(&r);
        } else {
            problem = read_word(&r);
        }
    }
    if (!problem && r.depth > 0)
        problem = "a parenthesis is never closed";
    return problem;
}

void kif_done(kif *k)
{
    free(k->nodes);
    *k = (kif){0};
}

int kif_top(const kif *k, uint32_t i)
{
    uint32_t node = 0;
    while (node < k->count && i-- > 0)
        node = k->nodes[node].next;
    return node < k->count ? (int)node : KIF_NONE;
}

int kif_item(const kif *k, int list, uint32_t i)
{
    if (list < 0 || !k->nodes[list].list)
        return KIF_NONE;
    uint32_t node = (uint32_t)list + 1, end = k->nodes[list].next;
    while (node < end && i-- > 0)
        node = k->nodes[node].next;
    return node < end ? (int)node : KIF_NONE;
}

uint32_t kif_items(const kif *k, int list)
{
    uint32_t count = 0;
    if (list < 0 || !k->nodes[list].list)
        return 0;
    for (uint32_t node = (uint32_t)list + 1; node < k->nodes[list].next; node = k->nodes[node].next)
        count++;
    return count;
}

/* The word itself when nothing else is in the list, at whatever depth. */
static int unwrap(const kif *k, int node)
{
    int inner = node;
    while (inner >= 0 && k->nodes[inner].list) {
        uint32_t end = k->nodes[inner++].next;
        if ((uint32_t)inner >= end || k->nodes[inner].next != end)
            return node;
    }
    return inner;
}

bool kif_is(const kif *k, int node, const char *word)
{
    node = unwrap(k, node);
    if (node < 0 || k->nodes[node].list)
        return false;
    const kif_node *n = &k->nodes[node];
    size_t length = n->to - n->from;
    for (size_t i = 0; i < length; i++)
        if (text_small(k->text[n->from + i]) != word[i] || !word[i])
            return false;
    return word[length] == 0;
}

void kif_canonical(const kif *k, int node, buffer *out)
{
    uint32_t ends[KIF_NESTING], depth = 0;
    if (node < 0)
        return;
    uint32_t last = k->nodes[node].next, n = (uint32_t)node;
    for (bool first = true; n < last; first = false) {
        n = (uint32_t)unwrap(k, (int)n);
        const kif_node *t = &k->nodes[n];
        if (!first && out->text[out->length - 1] != '(')
            buffer_add(out, " ");
        if (t->list) {
            buffer_add(out, "(");
            ends[depth++] = t->next;
        } else {
            buffer_add_bytes(out, k->text + t->from, t->to - t->from);
            for (size_t i = out->length - (t->to - t->from); i < out->length; i++)
                out->text[i] = text_small(out->text[i]);
        }
        n++;
        for (; depth > 0 && ends[depth - 1] == n; depth--)
            buffer_add(out, ")");
    }
}

void kif_to_infix(const char *p, buffer *out)
{
    bool call = false; /* the next word is a function */
    for (; *p; p++) {
        if (*p == '(') {
            call = true;
        } else if (*p == ' ') {
            buffer_add(out, call ? "(" : ",");
            call = false;
        } else {
            buffer_add_bytes(out, p, 1);
        }
    }
}
