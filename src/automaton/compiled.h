/* The interface between the interpreter and compiled games. This very text is also the beginning
 * of every translation unit that native/emit.c writes, so that both sides agree.
 *
 * A compiled function works on `s`, the working copy of the state. It returns through `stop`
 * when it meets anything out of the ordinary (a limit, full memory): the caller then lets the
 * interpreter do the work, which reports what is wrong. */
#ifndef LUDENS_AUTOMATON_COMPILED_H
#define LUDENS_AUTOMATON_COMPILED_H

#include <stdint.h>
#include <string.h>

typedef struct native_frame native_frame;
struct native_frame {
    unsigned char *s; /* the state */
    uint32_t *t;      /* tags of the path so far; room for tag_room */
    uint32_t tag_room;
    const uint32_t *m; /* the move to match, closed by UINT32_MAX */
    uint32_t stop;     /* something is out of the ordinary */
    uint32_t depth, depth_max;
    uint32_t found_tags; /* drawing: tags of the path that was found */
    uint64_t drawn;      /* product of the numbers of alternatives met */
    uint64_t *random;    /* state of xoshiro256** */
    /* moves found */
    uint32_t *words, *starts;
    uint32_t word_count, word_room, move_count, move_room;
    /* configurations met */
    uint32_t *stamps;
    uint32_t search; /* stamp of the search that is under way */
    void *host;
    uint32_t (*new_search)(void *host);
    int (*visit)(void *host, uint32_t id, uint32_t tags, uint32_t search); /* 1: met first now */
    uint64_t (*mark)(void *host);            /* what is remembered so far */
    void (*forget)(void *host, uint64_t mark);
};

typedef int (*native_function)(native_frame *x, uint32_t node);

typedef struct native_game {
    char key[40]; /* hash of what this was made from */
    native_function list, apply, step, draw;
} native_game;

#endif
