/* Answer-set games: states are sets of atoms, and each step is a program solved anew. The loop is
 * that of "A Logic Game" by Ronald de Haan (public web application, MIT licence). */
#ifndef LUDENS_ANSWERSET_GAME_H
#define LUDENS_ANSWERSET_GAME_H

#include "answerset/clingo.h"
#include "answerset/solve.h"
#include "ludens.h"

#include <pthread.h>

typedef enum as_program {
#define PROGRAM(name, field, section, title, random) AS_##name,
#include "answerset/programs.def"
#undef PROGRAM
    AS_PROGRAMS
} as_program;

/* What a front end hands over: the texts, each a stretch of a source. */
typedef struct as_source {
    syn_part parts[AS_PROGRAMS];
    const src_text *file;
    const as_reader *reader;
} as_source;

typedef enum as_engine { AS_ENGINE_AUTO, AS_ENGINE_OWN, AS_ENGINE_CLINGO } as_engine;

/* What is solved. */
typedef enum as_task {
    AS_DO_NATURE,
    AS_SEE,
    AS_JUDGE,
    AS_START,
    AS_GENERATE,
    AS_CANDIDATES,
    AS_PLAY,
    AS_TASKS
} as_task;

/* A program with all that is added to it. */
typedef struct as_solve {
    as_task task;
    solve solve;
    evaluator evaluator; /* static part evaluated; runners have copies */
    bool native, made;
    const char *why; /* it is not native */
    const syn_statement *why_at;
    syn_part *parts[6]; /* in the order of the text */
    uint32_t part_count;
    const syn_draws *draws;
    bool history;             /* the program looks at at_time */
    bool clock;               /* it derives at_time or current_time itself, so that the rules of the clock are in
                                 it */
    const char *const *names; /* predicates wanted */
    uint32_t name_count;
    uint32_t *outputs; /* native: relations of these */
    uint32_t output_count;
    const char *facts; /* text added for libclingo, or NULL */
} as_solve;

typedef struct as_limits {
    uint64_t max_steps, max_atoms, max_memory;
    double max_seconds;
    uint32_t max_ways;
    const lud_control *control;       /* stops evaluations, or NULL */
    const _Atomic uint32_t *contexts; /* that share max_memory */
    lud_solvers *spawner;             /* starts libclingo, or NULL */
} as_limits;

static inline uint64_t as_memory(const as_limits *l)
{
    uint32_t contexts = atomic_load(l->contexts);
    return l->max_memory / (contexts ? contexts : 1);
}

/* Atoms and histories that states name by number, for all threads. */
typedef struct as_shared as_shared;

typedef struct as_game {
    arena *arena;
    intern *names;
    terms terms; /* those of the programs */
    trap trap;
    as_source *source;
    as_limits limits;
    as_engine engine;
    as_solve solves[AS_TASKS]; /* without AS_PLAY, see as_strategy */
    rule_set strategy_rules;   /* of the stored strategy */
    const syn_part *making;    /* what is being compiled */
    as_shared *shared;
    bool history;           /* some program looks at it, so that states have one */
    bool hidden;            /* the player does not see everything */
    bool random;            /* nature draws numbers, perhaps with one outcome only */
    const syn_draws *draws; /* of nature */
    term *start;            /* at/3 of the level */
    uint32_t start_count;
    VEC(term) candidates; /* atoms of do that nature may answer to */
    uint32_t *candidate_numbers;
    bool candidates_cut; /* there are more, or it would take too long to find them */
    term *settings;      /* atoms setting and decorate of the level */
    uint32_t setting_count;
    uint32_t capacity; /* of a state, in atoms */
    functor f_at, f_at_time, f_current_time, f_next;
    uint32_t name_do, name_at, name_observe, name_setting, name_decorate, name_win, name_lose, name_remember,
        name_forget, name_memory, name_debug;
    uint64_t level_seed;
    enum { AS_LEVEL_STORED, AS_LEVEL_GIVEN, AS_LEVEL_GENERATED } level_from;
    int64_t *level_draws;
    uint32_t level_draw_count;
    uint32_t grid_width, grid_height;
} as_game;

/* Which level to play. */
typedef struct as_level {
    bool generate;
    const char *state, *settings; /* texts, or NULL: those of the game */
    uint64_t seed;
    const int64_t *draws; /* of the generation, or NULL */
    uint32_t draw_count;
} as_level;

/* Compiles; false after reports. The arena, the names and the source live as long as the game. */
bool as_game_make(as_game *g, arena *a, intern *names, as_source *source, const as_level *level, as_engine engine,
                  const as_limits *limits, diag_sink *sink);
/* Has libclingo read the programs that only it can read: what it refuses is reported. */
bool as_game_try(as_game *g, diag_sink *sink);
void as_game_done(as_game *g);

/* ---- solving ---- */

typedef struct as_atoms {
    term *data;
    uint32_t count, capacity;
} as_atoms;

typedef struct as_strategy as_strategy;

/* What one thread plays with. */
typedef struct as_runner {
    const as_game *game;
    terms terms;
    trap trap;
    evaluator evaluators[AS_TASKS];
    clingo_client *client;
    uint64_t seed; /* which answer set libclingo takes first */
    uint32_t base_terms;
    /* results of a solve: answer set i is atoms [ends[i - 1], ends[i]) */
    as_atoms atoms;
    uint32_t *ends, end_capacity, model_count;
    bool truncated;        /* there are more answer sets */
    bool more_ways;        /* so it was with nature, in the last step */
    const rule *violated;  /* own evaluation: the constraint that left no answer set, or NULL */
    bool void_step;        /* nature had no answer set in the last step, */
    const rule *void_rule; /* because of this constraint, where that is known */
    /* the last solve of nature by libclingo: trying one way after the other solves once */
    struct {
        bool there, truncated;
        as_atoms inputs, atoms;
        int64_t *draws;
        uint32_t *ends, end_capacity, model_count;
    } last;
    as_atoms inputs, actions;
    char *text; /* for and from libclingo */
    uint32_t text_length, text_capacity;
    bool text_failed;
    /* states and terms */
    term *term_of; /* [shared number] at(..) or none */
    uint32_t term_of_capacity;
    uint32_t *shared_of_next; /* [term / 2] shared number of at(..) + 1 */
    uint32_t shared_of_capacity;
    uint32_t *numbers; /* scratch */
    uint32_t number_capacity;
    int64_t *draws;
    const char **names; /* of the last request */
} as_runner;

/* NULL: out of memory. */
as_runner *as_runner_new(const as_game *g);
void as_runner_free(as_runner *r);
/* Forgets terms of earlier positions when they are many; between two calls, when no term is held.
 */
void as_runner_tidy(as_runner *r);

/* Solves with the inputs that r->inputs holds; at most `models` answer sets are looked for (native:
 * one). False: there is none. Jumps to r->trap. */
bool as_run(as_runner *r, const as_solve *s, evaluator *own, const int64_t *draws, uint32_t models);
/* A ground term of a text in any layout, TERM_NONE when it is none. *used: bytes it takes. */
term as_read_term(terms *t, const char *text, size_t length, size_t *used);
void as_push(as_runner *r, as_atoms *list, term x);
int as_by_text(const terms *t, term x, term y);
/* Engine and static part of a solve whose programs have been read; `samples`: what its inputs may be like. */
void as_make_solve(as_game *g, as_solve *s, arena *a, const rule_set *set, const solve_inputs *inputs,
                   const term *samples, uint32_t sample_count);
/* The next T of setting(name(T)) among the settings of the level, from *at on. */
bool as_next_setting(const as_game *g, const char *name, uint32_t *at, term *argument);
/* Adds the functors of a name that programs use; `arity`: of so many arguments, or -1. */
void as_add_inputs(arena *a, const terms *t, solve_inputs *list, const char *name, int arity);
void as_solve_outputs(as_game *g, as_solve *s);
void as_sort(const terms *t, term *list, uint32_t count);
uint32_t as_name_of(const terms *t, term x); /* UINT32_MAX for numbers and negated atoms */
/* Random values for the draws of a program. */
void as_draw(lud_rng *rng, const syn_draws *draws, int64_t *values);
/* False: the value is not one that the draw can give. */
bool as_draw_fits(const syn_draw *draw, int64_t value);

/* ---- states ---- */

enum { AS_RUNNING, AS_WON, AS_LOST, AS_TIMEOUT, AS_ITERATIONS = 501 };

/* Sorted numbers follow one another in `atoms`, zeros after them. */
typedef struct as_state {
    uint64_t hash;      /* of atoms and time */
    uint64_t knowledge; /* of all the player did and saw */
    int32_t time;
    uint32_t steps;    /* moves made */
    uint32_t history;  /* number of the earlier states, see shared.c */
    uint32_t overflow; /* of atoms that are too many for here: a history of one state; or 0 */
    uint32_t verdict;
    uint32_t count;
    uint32_t atoms[];
} as_state;

size_t as_state_size(const as_game *g);
/* The numbers of its atoms; s->count of them. */
const uint32_t *as_state_numbers(const as_game *g, const as_state *s);
void as_state_start(as_runner *r, as_state *s);
/* One step: the player's actions (atoms of the runner's store), the draws of nature; `way` chooses
 * among the answer sets of nature, *ways is their number. False: there is no such way. */
bool as_state_step(as_runner *r, as_state *s, const term *actions, uint32_t action_count, const int64_t *draws,
                   uint32_t way, uint32_t *ways);
/* The player's input: observe, setting and decorate atoms, in r->atoms. False: no answer set. */
bool as_state_input(as_runner *r, const as_state *s);
/* win and lose atoms in r->atoms; none after the last step. */
bool as_state_goal(as_runner *r, const as_state *s);
/* at atoms in the runner's store, in no order; appended. */
void as_state_atoms(as_runner *r, const as_state *s, as_atoms *out);

/* Solves nature (without an action), visibility or winning conditions in a position. */
bool as_state_solve(as_runner *r, const as_state *s, as_task task, const int64_t *draws);
/* The same as text, in r->text. */
void as_state_text(as_runner *r, const as_state *s, as_task task, const int64_t *draws);
/* Where a trap sprang: the rule that is likely to blame. False: not known. */
bool as_trap_place(const trap *t, const src_text **source, src_span *span);
/* A constraint of nature that is violated where libclingo found no answer set in the last step; NULL: not known. Jumps
 * to r->trap. */
const syn_statement *as_blame(as_runner *r, const as_solve *s);
/* run.c: the text of what r->inputs and the programs say, in r->text. */
void as_text(as_runner *r, const as_solve *s, const int64_t *draws);

/* ---- shared.c ---- */

as_shared *as_shared_new(const as_game *g);
void as_shared_free(as_shared *s);
/* Numbers of at atoms, and back into a store. */
uint32_t as_shared_number(as_shared *s, const terms *from, term x, trap *t);
term as_shared_term(as_shared *s, uint32_t number, terms *to);
/* To be freed. */
char *as_shared_text(as_shared *s, uint32_t number);
/* A history that goes on by a state; numbers are equal when histories are. 0: none. */
uint32_t as_shared_history(as_shared *s, uint32_t before, int32_t time, const uint32_t *atoms, uint32_t count, trap *t);
/* The same for equal histories in any load of the game; of 0 it is 0. */
uint64_t as_shared_history_hash(as_shared *s, uint32_t history);
/* The last state of a history; returns the number of what came before. The atoms live as long as
 * the game. */
uint32_t as_shared_earlier(as_shared *s, uint32_t history, int32_t *time, const uint32_t **atoms, uint32_t *count);

/* ---- strategies ---- */

struct as_strategy {
    const as_game *game;
    arena arena;
    intern names;
    syn_part part, aux;
    bool explained; /* then `watch` says which rules apply: watched_rule(i) */
    syn_part watch;
    VEC(const syn_statement *) rules; /* [i] */
    VEC(const char *) names_wanted;
    terms terms;
    as_solve with, bare; /* the settings of the level are known, or come from outside */
    as_runner *runner;
    vec_u32 known; /* the settings that `with` knows, in the runner's store */
};

typedef struct as_move {
    as_atoms actions, remember, forget; /* in the store of the strategy's runner */
    as_atoms others, applied;           /* explained strategies: all else; watched_rule(i) */
    bool none;                          /* there was no answer set, */
    const rule *violated;               /* because of this constraint, where that is known */
} as_move;

/* NULL after reports. `part` is the program; it and its source must outlive the strategy. */
as_strategy *as_strategy_new(const as_game *g, const syn_part *part, bool explained, diag_sink *sink);
void as_strategy_free(as_strategy *s);
/* Runs it. Jumps to the trap of s->runner. `memory`: atoms memory(..) in that store. */
void as_strategy_run(as_strategy *s, const as_state *state, const term *memory, uint32_t memory_count,
                     const int64_t *draws, as_move *out);
void as_move_done(as_move *m);
/* The memory after a move, in place. */
void as_remember(as_runner *r, as_atoms *memory, const as_move *move);

/* What the program of this field is called in messages. */
const char *as_title(const char *field);

/* ---- warnings.c ---- */

void as_warn(const as_game *g, diag_sink *sink);
/* slips.c: what the text of a program shows. */
void as_find_slips(const as_game *g, arena *a, const syn_part *part, as_program program, diag_sink *sink);
/* The same for a strategy: `set` are the rules of the part and those added to it. */
void as_warn_strategy(const as_game *g, const rule_set *set, const syn_part *part, diag_sink *sink);

#endif
