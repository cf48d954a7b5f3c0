/* What the parts of the unroller share. */
#ifndef LUDENS_UNROLL_INSIDE_H
#define LUDENS_UNROLL_INSIDE_H

#include "automaton/plan.h"
#include "circuit/gates.h"
#include "unroll/unroll.h"

/* A symbolic value: codes (places in a family, or integers), one of which is meant, each with the
 * signal that says so. Where none is, there was a fault. */
typedef struct u_case {
    int32_t code;
    net_signal when;
} u_case;

typedef struct u_span {
    uint32_t first, count;
} u_span;

typedef struct u_pair {
    uint32_t cell, value;
} u_pair;

typedef struct u_tag {
    uint32_t before, word;
} u_tag;

/* A reachability: whether its end is reached, and whether a fault is met on the way. */
typedef struct u_found {
    net_signal holds, fault;
} u_found;

/* Lists that are kept once each: stretches of one array of items. */
typedef struct u_lists {
    VEC(u_span) spans;
    vec_u32 same; /* [list] one with the same hash, or IR_NONE */
    map of;       /* hash -> the last one */
} u_lists;

/* Values, environments and lists of tags are kept once each, as numbers. An environment says which
 * cells differ from the base. */
typedef struct unroller {
    ir_game *g;
    plan *p;
    arena *a;
    net_network *n;
    gate_maker gates;
    unroll_limits limits;
    uint32_t configurations;

    VEC(u_case) cases, stack;
    u_lists values;
    VEC(u_pair) pairs, pair_stack;
    u_lists envs;
    VEC(u_tag) tags;
    map tag_of;
    vec_u32 signals; /* a stack */

    uint32_t *first;     /* [variable] its first cell */
    ir_var *variable_of; /* [cell] */
    uint32_t cells;
    uint32_t *base; /* [cell] value */
    vec_u32 groups; /* [group] its members; implied.c */
    u_lists sets;
    VEC(uint64_t) set_words, set_scratch;
    vec_u32 said; /* [signal] groups and what can hold of them, as an environment */
    map combined[2];
    VEC(vec_u32) group_gates;   /* [group] */
    VEC(u_pair) members;        /* a group, and what is implied */
    map member_of;              /* gate -> place in `members` */
    VEC(bool) met;              /* refute.c: [gate] */
    VEC(unsigned char) assumed; /* [gate] 1: true, 2: false */
    vec_u32 first_user, near, trail;
    VEC(u_pair) users; /* another one, from 1, and a gate */
    map reaches;       /* reachability and environment -> place in `found`, for the present base */
    VEC(u_found) found;
    net_signal fault; /* what is evaluated now ends in a fault */
    uint32_t depth;
    const bitset *live;    /* [node] variables that matter from there on */
    const uint32_t *order; /* [node] where loops and what lies behind them have lower numbers */

    const char *why; /* what cannot be done; all the rest is moot then */
    src_span where;
} unroller;

void u_refuse(unroller *x, src_span where, const char *why);
/* Refuses what needs too much. */
void u_check_limits(unroller *x);

/* ---- values.c ---- */
net_signal u_and(unroller *x, net_signal a, net_signal b);
net_signal u_or(unroller *x, net_signal a, net_signal b);
/* Of the signals on the stack from the mark on, which it takes off. */
net_signal u_or_from(unroller *x, uint32_t mark);
net_signal u_and_from(unroller *x, uint32_t mark);
/* No state makes both true, as far as their inputs tell. */
bool u_exclude(unroller *x, net_signal a, net_signal b);

/* ---- implied.c ---- */
uint32_t u_group(unroller *x, uint32_t size);
/* The gate is a member of the group; it holds only when the signal does. */
void u_is_member(unroller *x, uint32_t gate, uint32_t group, uint32_t member, net_signal implied);
/* They leave a group without a member. */
bool u_contradict(unroller *x, net_signal a, net_signal b);
/* refute.c: they cannot be true together. */
bool u_refuted(unroller *x, const net_signal *all, uint32_t count);
/* The inputs of an and without those that the others imply, in order; how many, or GATES_NEVER. */
uint32_t u_thin_out(unroller *x, net_signal *inputs, uint32_t count);

/* U_LIST: the number of a list; one that is new stands at the end of the vector then. The functions are its halves:
 * what looks for a list among `all`, whose items have `size` bytes, and what takes note of a new one. */
uint32_t u_list_find(const u_lists *l, const void *all, size_t size, const void *items, uint32_t count, uint64_t *hash);
uint32_t u_list_add(u_lists *l, arena *a, uint64_t hash, u_span where);
#define U_LIST(a, l, vector, items, n, number)                                                                         \
    do {                                                                                                               \
        uint64_t hash_;                                                                                                \
        (number) = u_list_find((l), (vector)->data, sizeof *(vector)->data, (items), (n), &hash_);                     \
        if ((number) == IR_NONE) {                                                                                     \
            const u_span where_ = {(vector)->count, (n)};                                                              \
            for (uint32_t i_ = 0; i_ < (n); i_++)                                                                      \
                vec_push((a), (vector), (items)[i_]);                                                                  \
            (number) = u_list_add((l), (a), hash_, where_);                                                            \
        }                                                                                                              \
    } while (0)

uint32_t u_constant(unroller *x, int32_t code);
/* The cases on the stack from the mark on, which it takes off. */
uint32_t u_value_from(unroller *x, uint32_t mark);
void u_push_case(unroller *x, int32_t code, net_signal when);
static inline const u_case *u_cases(const unroller *x, uint32_t value, uint32_t *count)
{
    *count = vec_at(&x->values.spans, value).count;
    return x->cases.data + vec_at(&x->values.spans, value).first;
}
/* when ? a : b */
uint32_t u_choose(unroller *x, net_signal when, uint32_t a, uint32_t b);

enum { U_NOTHING = 0 }; /* the environment that is the base; the empty list of tags */
uint32_t u_get(const unroller *x, uint32_t env, uint32_t cell);
uint32_t u_set(unroller *x, uint32_t env, uint32_t cell, uint32_t value);
/* The pairs on the stack from the mark on, which it takes off. */
uint32_t u_env_from(unroller *x, uint32_t mark);
/* Without the cells of variables that are not live. */
uint32_t u_keep(unroller *x, uint32_t env, const bitset *live);
uint32_t u_tagged(unroller *x, uint32_t tags, uint32_t word);

/* ---- expressions.c ---- */
uint32_t u_eval(unroller *x, uint32_t env, ir_expr e);
net_signal u_holds(unroller *x, uint32_t env, ir_expr e);
/* The environment after the target was given the value. */
uint32_t u_assign(unroller *x, uint32_t env, ir_expr target, uint32_t value);
uint32_t u_assign_map(unroller *x, uint32_t env, ir_expr target, ir_expr value);

/* ---- live.c ---- */
bitset *u_find_live(const unroller *x, arena *a);

/* ---- search.c ---- */
typedef struct u_config {
    ir_node node;
    uint32_t env, tags;
    net_signal signal; /* it is reached */
} u_config;

/* A way on, in the order of edges: to another configuration, or to an end. */
typedef struct u_step {
    uint32_t from, to; /* IR_NONE: it ends here */
    net_signal when;
    const ir_edge_data *edge;
    uint32_t env;     /* at an end */
    net_signal taken; /* u_follow_first */
} u_step;

struct u_merging;
typedef struct u_search {
    struct u_merging *merged; /* merge.c; or NULL */
    unroller *x;
    arena *a;
    const region *r; /* of a reachability, or NULL */
    bool keeper;
    uint32_t limit; /* of configurations; 0: none */
    bool failed;    /* there are more; or, merged, it cannot be said which way is taken */
    VEC(u_config) configs;
    VEC(u_step) steps;
    VEC(u_step) faults; /* from a configuration, when: without an end */
    map index;
    vec_u32 same;
} u_search;

/* All configurations from a node on: of a reachability, or until `player` is assigned. */
void u_explore(u_search *s, ir_node start, uint32_t env);
/* The steps of one configuration. */
void u_expand(u_search *s, uint32_t config);
/* merge.c: a step to where paths may meet. */
void u_arrive(u_search *s, uint32_t from, const ir_edge_data *e, uint32_t env, uint32_t tags, net_signal when);
/* Where loops and what lies behind them come later, as numbers of nodes. */
uint32_t *u_find_order(const unroller *x, arena *a);
/* The same from several starts that exclude each other, where paths that meet become one
 * configuration, with values that depend on the path; signals are known at once. False: they cannot
 * be. */
bool u_explore_merged(u_search *s, const u_config *starts, uint32_t count);
/* Which of them are reached: the least solution. */
void u_solve(u_search *s);
/* Whether a fault is met on the way. */
net_signal u_faults(u_search *s);
/* Which way on is taken: the first that comes to an end, as a search finds it. */
void u_follow_first(u_search *s);
net_signal u_reach(unroller *x, uint32_t env, const ir_expr_data *d);

#endif
