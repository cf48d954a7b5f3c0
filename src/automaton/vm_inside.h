/* Inside of the interpreter: what its files share. See vm.h. */
#ifndef LUDENS_AUTOMATON_VM_INSIDE_H
#define LUDENS_AUTOMATON_VM_INSIDE_H

#include "automaton/compiled.h"
#include "automaton/vm.h"
#include "base/control.h"

typedef struct vm_choice {
    uint32_t pc; /* FORK: where to go on; else the instruction that tries the next value */
    uint32_t trail, tags;
    uint32_t cell; /* offset of the chosen cell */
    int32_t next, acc;
} vm_choice;

typedef struct vm_seen {
    uint64_t hash, search;
    uint32_t key, length;
} vm_seen;

/* Configurations met in the searches that are under way. */
typedef struct vm_met {
    vm_seen *table;
    uint32_t capacity;
    uint32_t *log; /* places in the table, in order of insertion */
    uint32_t count, log_capacity;
    unsigned char *keys;
    uint32_t key_count, key_capacity;
} vm_met;

/* The move to match, closed. */
typedef struct vm_matched {
    uint32_t *words;
    uint32_t capacity;
} vm_matched;

/* Moves that are drawn instead of listed. */
typedef struct vm_drawing {
    uint32_t *words; /* of the move that was drawn last */
    uint32_t count, capacity;
    bool lists;         /* moves are listed to draw one */
    uint64_t attempts;  /* paths drawn so far */
    uint32_t *given_up; /* [node] where drawing was given up: see is_listed */
    uint32_t playout;
} vm_drawing;

/* The first of several paths of a move. */
typedef struct vm_first_path {
    uint32_t *tags;
    uint64_t *visible; /* who saw them */
    uint32_t capacity;
} vm_first_path;

/* Who takes the paths while all are followed. */
typedef struct vm_taker {
    vm_successor take; /* NULL: the list `out` */
    void *user;
    uint32_t count;
    bool enough;
} vm_taker;

/* What roles perceived: role << 32 | word. */
typedef struct vm_heard {
    uint64_t *words;
    uint32_t count, capacity;
} vm_heard;

struct vm {
    const vm_code *code;
    lud_limits limits;
    const _Atomic uint32_t *contexts; /* that share limits.max_memory */
    const lud_control *control;
    unsigned char *state;  /* working copy */
    unsigned char *result; /* of the first path, while looking for a second */
    unsigned char *spare;  /* three states, for compiled functions */
    int32_t temporaries[VM_TEMPORARIES];

    vm_choice *choices;
    uint32_t choice_count, choice_capacity;
    uint64_t *trail; /* old value << 32 | offset << 2 | log2 width, 3: a block */
    uint32_t trail_count, trail_capacity;
    unsigned char *blocks; /* old contents of copied maps, each preceded by its length */
    uint32_t block_count, block_capacity;
    uint32_t *tags;
    uint64_t *tag_visible; /* bit p: player p + 1 sees the tag */
    uint32_t tag_count, tag_capacity;

    vm_met seen;
    uint32_t *stamps;
    uint64_t search; /* number of the last search begun */
    uint64_t top_search;
    uint32_t depth;
    uint64_t work[2];        /* of all searches before: instructions; cells that were written */
    uint64_t steps, look_at; /* instructions, and how many it takes to look at the limits again */

    const uint32_t *match;
    uint32_t match_count;
    bool matching, recording, listening;
    uint32_t final_node;

    lud_rng *rng;    /* drawing a path at random, else NULL */
    double real;     /* the value of the real that was computed last */
    uint32_t ticket; /* which one: what is left of its number */
    vm_drawing draw;
    uint64_t strand_words[4 * STRANDS_MAX * STRAND_WORDS]; /* sets of lanes that were counted last, level by level */
    uint32_t drawn_from;                                   /* numbers of the openings that were counted last */

    const native_game *compiled; /* or NULL */
    uint64_t interpreted;        /* searches that were left to the interpreter although there were compiled functions */
    bool exhausted;              /* the search under way took compiled functions more than max_steps */
    native_frame frame;
    vm_matched matched;
    vm_first_path first;
    vm_taker each;

    vm_moves *out;
    vm_moves branches;              /* of a position whose successors are followed */
    bool merge, count_only, weighs; /* weighs: paths have weights (weight.h) */
    uint64_t counted;

    vm_heard percepts;
    unsigned char *noted; /* [edge] traversed; NULL unless code->notes */
    vm_fault fault;
};

/* How many paths are drawn in vain before listing is tried, and kept to for this playout. Bytes
 * before and after the working state that compiled functions may read. */
enum { VM_ATTEMPTS_MAX = NATIVE_ATTEMPTS_MAX, VM_PAD = 64 };
/* Steps between two looks at whether to go on. */
enum { VM_LOOK_STEPS = 1 << 16 };

/* How a search ended. */
typedef enum outcome { EXHAUSTED, FOUND, FAULT } outcome;

/* The programs of the decision point at which the working copy is. */
static inline const vm_entries *vm_here(const vm *m) { return &m->code->entries[vm_node(m->state)]; }

bool vm_grow(void *array, uint32_t *capacity, size_t item, uint32_t need);
outcome vm_fault_at(vm *m, lud_status status, src_span span, const char *message);
outcome vm_fault_here(vm *m, lud_status status, const char *message);
outcome vm_no_memory(vm *m);
/* vm_real.c: VM_REAL. */
outcome vm_real(vm *m, const uint32_t *ip, int32_t *acc);
bool vm_list_add(vm_moves *v, const uint32_t *tags, uint32_t count);
/* Of the path of chance that was followed (weight.h). */
uint32_t vm_weight_here(const vm *m);
bool vm_list_merge(vm_moves *v, const uint32_t *tags, uint32_t count, uint32_t weight);
bool vm_list_prepare(vm_moves *v);
bool vm_list_room(vm_moves *v, uint32_t count);
uint64_t vm_hash_words(const uint32_t *words, uint32_t count);
void vm_undo(vm *m, uint32_t mark);
/* Puts part of the state on the trail, which has room. */
bool vm_keep_block(vm *m, uint32_t offset, uint32_t length);
void vm_forget(vm *m, uint32_t count, uint32_t keys);
uint64_t vm_new_search(vm *m);
outcome vm_emit(vm *m);
outcome vm_run(vm *m, uint32_t pc, uint32_t base, uint64_t search);
outcome vm_first(vm *m, uint32_t pc);
outcome vm_next(vm *m);
lud_status vm_stuck(vm *m);
/* Hands the words of a move or step to those who saw them (tag_visible); all saw them if nothing is hidden. */
bool vm_perceive(vm *m, const uint32_t *words, uint32_t count);

/* vm_openings.c: numbers to draw from where openings are counted; a path by its number */
outcome vm_open(vm *m, uint32_t *total);
outcome vm_draw_opening(vm *m, lud_rng *rng, uint32_t ticket);

/* vm_strands.c: the case of the working copy's decision, or NULL; how many moves it has, into strand_words; the words
 * of one of those that were counted, and how many; all of them, into the list: false when memory ran out. */
const strand_case *vm_strand_case(const vm *m);
uint32_t vm_strand_count(vm *m, const strand_case *c);
uint32_t vm_strand_move(const vm *m, const strand_case *c, uint32_t number, uint32_t *tags, const strand **which);
uint32_t vm_strand_tags(const vm *m, const strand *s, uint32_t lane, uint32_t *tags);
bool vm_strand_list(vm *m, const strand_case *c, vm_moves *out);
/* The same where moves are followed level by level. Drawn: the number of tags, or 0: there is no move. */
uint64_t vm_level_count(vm *m);
bool vm_level_list(vm *m, vm_moves *out);
uint32_t vm_level_draw(vm *m, lud_rng *rng, uint32_t *tags);

/* vm_compiled.c: the same by compiled functions; false when the interpreter must do it. */
void vm_tags_moved(vm *m);
bool vm_compiled_list(vm *m, const plan_decision *d, vm_moves *out);
bool vm_compiled_apply(vm *m, const uint32_t *words, uint32_t count, bool one_path, outcome *result);
bool vm_compiled_step(vm *m, bool deterministic);
/* All paths, as the exact count wants them, to `each` or (NULL) to the list `out`. m->each.count is how many were
 * handed over before it failed. */
bool vm_compiled_all(vm *m, vm_successor each, void *user);
/* The paths of a move, in the same order. While `each` is called, tag_visible says who saw the tags. */
bool vm_compiled_paths(vm *m, const uint32_t *words, uint32_t count, vm_successor each, void *user);
/* Numbers to draw from, into frame.numbers and passing. */
bool vm_compiled_open(vm *m, uint32_t *total);
/* How many paths make a move. */
bool vm_compiled_path_count(vm *m, const uint32_t *words, uint32_t count, uint32_t *paths);
/* Whether the words are a move, at a decision where each has one path. */
bool vm_compiled_is_move(vm *m, const uint32_t *words, uint32_t count, bool *is);
bool vm_compiled_draw(vm *m, uint32_t ticket, outcome *result);
outcome vm_visit_hashed(vm *m, uint32_t id, const plan_visit *v, uint64_t search);

#endif
