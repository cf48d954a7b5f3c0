/* Everything known about one HRG game while it is lowered: declared names, terms, domains,
 * and the values of functions. Lives in the scratch arena; only the automaton stays. */
#ifndef LUDENS_LANG_HRG_WORLD_H
#define LUDENS_LANG_HRG_WORLD_H

#include "kit/game.h"
#include "kit/symbols.h"
#include "lang/hrg/parse.h"

/* Deterministic limits; passing one is DIAG_TOO_LARGE. */
enum {
    HRG_MAX_SYMBOLS = 1000000, /* elements of all domains together */
    HRG_MAX_CELLS = 4000000,   /* entries of all maps together, while they are dense */
    HRG_MAX_STEPS = 20000000,  /* evaluation steps of all functions together */
    HRG_MAX_EVAL_DEPTH = 2000, /* nested evaluations, recursion of functions included */
    HRG_MAX_EDGES = 1000000,   /* of the automaton */
    HRG_MAX_TERM = 1000,       /* atoms of one term */
    HRG_MAX_ARROWS = 32,       /* of one type */
    HRG_MAX_COPIES = 1000000,  /* unrolled bodies of repeat and branch-in, all together */
    HRG_MAX_LOWER_DEPTH = 1500 /* nested blocks and calls together */
};

/* A ground value: a symbol or Ctor(args), each kept once, so that equal means same index. */
typedef struct hrg_term {
    name_id head;
    bool compound, numeric;
    uint32_t argc;
    const uint32_t *args;
    int64_t number;
    uint32_t size;  /* atoms in it, at most HRG_MAX_TERM */
    name_id symbol; /* serialised name, made when first asked for */
    uint32_t next;  /* with the same hash */
} hrg_term;

typedef enum hrg_state { HRG_NEW, HRG_BUSY, HRG_DONE } hrg_state;

typedef struct hrg_set {
    hrg_name name;            /* NAME_NONE for { a, b } */
    const hrg_domain *source; /* NULL for built-ins and { a, b } */
    hrg_state state;
    vec_u32 terms;
    map position; /* term -> index */
} hrg_set;

/* A -> B -> C as the list A, B, C of indices of sets. */
typedef struct hrg_shape {
    const uint32_t *sets;
    uint32_t count;
} hrg_shape;

/* A finished value: symbol, name of a function, or a map in canonical layout; kept once. */
typedef enum hrg_value_kind { HRG_V_SYMBOL, HRG_V_CONST, HRG_V_MAP } hrg_value_kind;
typedef struct hrg_value {
    hrg_value_kind kind;
    uint32_t index;          /* term or function */
    uint32_t otherwise;      /* default of a map: a value */
    const uint32_t *entries; /* pairs term, value */
    uint32_t count;
    uint32_t size; /* leaves, defaults included */
    ir_value ir;
    uint32_t next;
} hrg_value;

/* What evaluation works with. */
typedef enum hrg_result_kind {
    HRG_R_ERROR,
    HRG_R_TERM,
    HRG_R_BOOL,
    HRG_R_MAP,    /* a map literal with the names bound around it */
    HRG_R_PARTIAL /* a function with fewer arguments than patterns */
} hrg_result_kind;

typedef struct hrg_result hrg_result;
typedef struct hrg_binding hrg_binding;
struct hrg_result {
    hrg_result_kind kind;
    uint32_t index; /* term, truth value, function */
    const hrg_expr *literal;
    const hrg_binding *bound;
    const hrg_result *args;
    uint32_t count; /* of bound or args */
};
struct hrg_binding {
    name_id name;
    hrg_result value;
};

typedef struct hrg_graph_call {
    uint32_t graph;
    src_span span;
} hrg_graph_call;

typedef struct hrg_graph_info {
    hrg_shape **params;
    VEC(hrg_graph_call) calls;
    bool used;  /* from rules */
    bool stops; /* runs end(), itself or in a graph it calls */
    hrg_state state;
} hrg_graph_info;

typedef struct hrg_world {
    hrg_source *src;
    arena *arena; /* scratch */
    hrg_file *file;
    ir_game *g;
    kit_code *k;

    VEC(hrg_term) terms;
    map term_hash;
    VEC(hrg_set) sets;
    map set_by_name;
    map function_by_name, variable_by_name, graph_by_name; /* index into the file */
    map symbols;                                           /* names of elements of any set, serialised */
    map atoms;                                             /* names that occur anywhere inside an element */
    uint32_t symbol_count;

    hrg_graph_info *graphs;
    hrg_shape **variable_shapes;
    hrg_shape **shapes; /* of functions; NULL when the type is wrong */
    VEC(hrg_value) values;
    map value_hash;
    VEC(hrg_binding) env;
    uint64_t steps, cells;
    uint32_t depth, max_eval_depth, max_lower_depth; /* the limits above, or what the stack bears */
    uint64_t copies, edges;
    bool exhausted; /* a limit was reported: say no more */
} hrg_world;

#define HRG_NONE UINT32_MAX

/* What is written next stems from that text. */
static inline kit_code *hrg_on(const hrg_world *w, src_span at)
{
    w->k->at = at;
    return w->k;
}

diag *hrg_error(hrg_world *w, diag_code code, src_span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void hrg_too_large(hrg_world *w, src_span at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static inline const char *hrg_text(const hrg_world *w, name_id n) { return hrg_shown(w->src, n); }
static inline const char *hrg_raw(const hrg_world *w, name_id n) { return intern_text(w->src->names, n); }
static inline uint32_t hrg_find(const map *m, name_id n)
{
    const uint32_t *place = map_get(m, n);
    return place ? *place : HRG_NONE;
}

/* names.c: tables of declarations; "did you mean" hints. */
void hrg_declare(hrg_world *w);
enum {
    HRG_SUGGEST_FUNCTIONS = 1,
    HRG_SUGGEST_VARIABLES = 2,
    HRG_SUGGEST_GRAPHS = 4,
    HRG_SUGGEST_TYPES = 8,
    HRG_SUGGEST_SYMBOLS = 16
};
/* `extra` further candidates, may be NULL. */
void hrg_suggest(hrg_world *w, diag *d, name_id word, unsigned what, const name_id *extra, uint32_t extra_count);

/* term.c */
uint32_t hrg_atom(hrg_world *w, name_id name);
uint32_t hrg_number_term(hrg_world *w, int64_t value);
uint32_t hrg_compound(hrg_world *w, name_id head, const uint32_t *args, uint32_t argc);
name_id hrg_symbol_name(hrg_world *w, uint32_t term);
/* As written in HRG, for messages. */
const char *hrg_term_text(hrg_world *w, uint32_t term);
/* Natural order; *comparable is false for terms that have none. */
int hrg_term_order(hrg_world *w, uint32_t a, uint32_t b, bool *comparable);
int hrg_name_order(const char *a, const char *b);

/* domain.c */
void hrg_fill_sets(hrg_world *w); /* all declared domains and the built-in ones */
void hrg_emit_types(hrg_world *w);
/* Reported and HRG_NONE when there is no such domain or it is an arrow type. */
uint32_t hrg_resolve_set(hrg_world *w, const hrg_type *type);
hrg_shape *hrg_resolve_shape(hrg_world *w, const hrg_type *type); /* NULL: reported */
ir_type hrg_ir_type(hrg_world *w, const hrg_type *type);
/* Runs `each` for every combination of the ranges, bound in w->env on top of what is there.
 * Stops when it returns false. False: stopped or reported. */
bool hrg_for_ranges(hrg_world *w, const hrg_range *ranges, uint32_t count, bool (*each)(hrg_world *w, void *user),
                    void *user);
void hrg_bind(hrg_world *w, name_id name, hrg_result value);
hrg_result hrg_term_result(uint32_t term);

/* eval.c. Names bound are w->env from `base` on. Errors are reported. */
hrg_result hrg_eval(hrg_world *w, const hrg_expr *e, uint32_t base);
hrg_result hrg_apply(hrg_world *w, hrg_result f, const hrg_result *args, uint32_t count, src_span at);
/* Evaluates a pattern that must be ground, HRG_NONE otherwise (not reported). */
uint32_t hrg_ground_pattern(hrg_world *w, const hrg_pattern *p, uint32_t base);
bool hrg_match(hrg_world *w, const hrg_pattern *p, hrg_result value, uint32_t base);

/* value.c */
/* The value as one of the given type, in canonical layout, or HRG_NONE (reported). */
uint32_t hrg_convert(hrg_world *w, hrg_result value, const uint32_t *sets, uint32_t count, src_span at);
void hrg_emit_constants(hrg_world *w);
void hrg_emit_variables(hrg_world *w);
ir_value hrg_first_value(hrg_world *w, const hrg_shape *shape, src_span at);

/* check.c: everything about graphs that can be said without lowering them. */
void hrg_check_graphs(hrg_world *w);
/* Conditions and statements that look like calls. */
typedef enum hrg_builtin {
    HRG_B_NONE,
    HRG_B_NOT,
    HRG_B_REACHABLE,
    HRG_B_TRUE,
    HRG_B_FALSE,
    HRG_B_CHECK,
    HRG_B_BREAK,
    HRG_B_CONTINUE,
    HRG_B_RETURN,
    HRG_B_END
} hrg_builtin;
hrg_builtin hrg_builtin_of(const hrg_world *w, name_id name);
/* The builtin of `name(args)`, HRG_B_NONE for any other expression. */
hrg_builtin hrg_condition_kind(const hrg_world *w, const hrg_expr *e);

/* lower.c */
void hrg_lower(hrg_world *w);

#endif
