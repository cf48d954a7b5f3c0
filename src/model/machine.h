/* What a machine must offer to be a forward model, and the objects behind the public types.
 * The functions of ludens.h check their arguments and call these. */
#ifndef LUDENS_MODEL_MACHINE_H
#define LUDENS_MODEL_MACHINE_H

#include "base/arena.h"
#include "base/control.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "ludens.h"

typedef struct machine_ops machine_ops;

typedef enum machine_kind {
#define MACHINE(id, ...) MACHINE_##id,
#define PROGRAM(...)
#include "model/machines.def"
#undef MACHINE
#undef PROGRAM
    MACHINES
} machine_kind;

struct lud_game {
    arena arena;
    intern names;
    const src_text *source;
    const char *name;
    lud_language language;
    lud_limits limits;
    lud_options reading;        /* what the text was read with */
    const lud_control *control; /* or NULL */
    lud_network network;
    lud_backend backend;       /* that was asked for */
    _Atomic uint32_t contexts; /* that there are: they share max_memory */
    machine_kind kind;
    bool open_moves; /* see lud_moves_open */
    bool alike;      /* all back ends write the same bytes for the same state */
    const machine_ops *ops;
    void *machine; /* of the machine's own type */
    uint32_t roles;
    const char **role_names; /* [0..roles], "random" first */
    size_t state_size;
    src_span *legal_spans;  /* rule sheets, [role]: the first rule for its moves; NULL: not known */
    src_span terminal_span; /* and that for the end */
    src_span *score_spans;  /* where it is said what roles score, see lud_score_places */
    uint32_t score_span_count;
    lud_info info;
    lud_pass_info *passes;
    uint32_t pass_count;
};

struct lud_context {
    const lud_game *game;
    void *runner;          /* of the machine's own type */
    lud_moves *moves;      /* for playouts and perft */
    unsigned char *state;  /* scratch, one state */
    arena arena;           /* texts of faults */
    lud_status status;     /* of the last fault */
    src_span place;        /* where a playout was that did not end */
    struct slices *slices; /* for many games at once, made when first needed */
    const char *said;      /* of a fault that the machine does not know of, or NULL */
};

/* Ties the arena to the limits of loading and to the control of the options. */
void load_set_bounds(arena *a, const lud_options *o);
/* Says why the arena jumped to on_failure while `doing`: "loading the game". */
void load_report_failure(const arena *a, const char *doing, const char *name, lud_diags *diags);

/* Whether whoever plays the game was told to stop. */
static inline bool machine_stopped(const lud_context *ctx) { return control_stopped(ctx->game->control); }
/* What a context may take of the game's limit of memory. */
static inline uint64_t machine_memory(const lud_game *game)
{
    uint32_t contexts = atomic_load(&game->contexts);
    return game->limits.max_memory / (contexts ? contexts : 1);
}

/* How a machine keeps its lists of moves, which are all zero at first. The words of the moves lie one
 * after the other. */
typedef struct list_kind {
    size_t size;
    void (*free)(void *list);
    uint32_t (*count)(const void *list);
    uint64_t (*weight)(const void *list);
    lud_move (*at)(const void *list, uint32_t index);
    void (*starts)(const void *list, uint32_t *starts); /* of its moves, at least one, and the end */
} list_kind;

/* Machine-neutral list of moves; the machine fills it. */
struct lud_moves {
    void *list; /* NULL: of no machine yet */
    const list_kind *kind;
};
/* Makes it an empty list of that kind. False: out of memory. */
bool moves_begin(lud_moves *moves, const list_kind *kind);

typedef struct machine_fault {
    lud_status status;
    const src_text *source;
    src_span span;
    const char *message;
    const char *hint; /* or NULL */
} machine_fault;

/* Where in the rules a state is. */
typedef struct machine_place {
    src_span span;    /* end 0: not known */
    const char *node; /* a name for it */
} machine_place;

/* The places that lud_score_places reports: sorted, each once, none that another one contains. The spans are copied. */
void machine_score_spans(lud_game *game, const src_span *spans, uint32_t count);

static inline src_span game_legal_span(const lud_game *game, uint32_t role)
{
    return game->legal_spans ? game->legal_spans[role] : (src_span){0, 0};
}

/* Appends like snprintf: returns the length the whole would have. */
typedef struct text_out {
    char *buffer;
    size_t size, length;
} text_out;
void text_put(text_out *out, const char *text);
/* The length of a text that there is no memory for; see lud_move_text. */
#define TEXT_FAILED (SIZE_MAX - 1)

typedef void (*playout_done)(void *user, uint32_t position, lud_status status, const lud_playout_result *result,
                             const double *scores);

enum { MACHINE_PORTION = 16 };
/* Many playouts from one state: which they are, as numbers of streams of the seed, and what became of each. */
typedef struct machine_playouts {
    uint64_t seed;
    const lud_playout_options *options; /* without `watch` */
    /* Hands out some more of them, at most MACHINE_PORTION; 0: there are none. */
    uint32_t (*next)(void *user, uint64_t *first);
    void (*done)(void *user, uint64_t number, lud_status status, const lud_playout_result *result, const void *state);
    void *user;
} machine_playouts;

/* What the context knows of a playout that ended so: play.c. */
lud_status playout_status(lud_context *ctx, lud_status status, const void *state);

/* What there is to see: boards and their sites, and tokens that lie on them. */
typedef struct machine_boards {
    uint32_t (*count)(const lud_game *game);
    lud_board (*at)(const lud_game *game, uint32_t board);
    lud_site (*site_at)(const lud_game *game, const void *state, uint32_t board, uint32_t site);
    lud_location (*site_location)(const lud_game *game, uint32_t board, uint32_t site);
    bool (*site_linked)(const lud_game *game, uint32_t board, uint32_t a, uint32_t b);                    /* or NULL */
    uint32_t (*move_sites)(const lud_game *game, lud_move move, lud_site_name *sites, uint32_t capacity); /* or NULL */
    uint32_t (*region_count)(const lud_game *game); /* NULL, and the next: no regions */
    lud_region (*region_at)(const lud_game *game, uint32_t region);
    uint32_t (*token_count)(const lud_game *game); /* NULL, and the next: no tokens */
    bool (*token_at)(const lud_game *game, const void *state, uint32_t token, lud_token *where);
} machine_boards;

/* The part of the vector of features that shows the state, for games of perfect information. */
typedef struct machine_features {
    uint32_t (*count)(const lud_game *game);
    /* The numbers that are not 0; how many. */
    uint32_t (*all)(const lud_game *game, const void *state, uint32_t *indices, float *values);
    void (*name)(const lud_game *game, uint32_t feature, text_out *out);
    float (*weigh)(const lud_game *game, const void *state, const float *weights); /* their sum; or NULL */
} machine_features;

/* What a state is likely to be worth, by what the rules say of the end. */
typedef struct machine_estimates {
    uint32_t (*count)(const lud_game *game); /* terms */
    lud_estimate_term (*at)(const lud_game *game, uint32_t term);
    double (*value)(const lud_game *game, const void *state, uint32_t term);
    void (*add)(const lud_game *game, const void *state, double *by_role); /* of all terms, to each role */
} machine_estimates;

struct machine_ops {
    void (*free)(lud_game *game); /* what does not live in the arena */
    void *(*runner_new)(const lud_game *game);
    void (*runner_free)(void *runner);
    const list_kind *lists;
    /* what changes in the background, written over a copy of lud_game.info; NULL: nothing */
    void (*info)(const lud_game *game, lud_info *info);
    bool (*native_wait)(const lud_game *game); /* NULL: there is no native code */

    bool (*terminal)(const lud_game *game, const void *state);
    bool (*within_move)(const lud_game *game, const void *state); /* or NULL: never */
    uint64_t (*movers)(const lud_game *game, const void *state);
    void (*scores)(const lud_game *game, const void *state, double *scores);
    /* NULL: what `scores` says */
    size_t (*score_text)(const lud_game *game, const void *state, uint32_t role, char *buffer, size_t size);
    uint64_t (*hash)(const lud_game *game, const void *state);
    uint64_t (*observe)(const lud_game *game, const void *state, uint32_t role);

    lud_status (*start)(lud_context *ctx, void *state);
    lud_status (*list)(lud_context *ctx, const void *state, uint32_t role, bool exact, lud_moves *moves);
    lud_status (*draw)(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move);
    lud_status (*apply)(lud_context *ctx, void *state, const lud_move *joint, uint32_t way, uint32_t *ways);
    lud_status (*playout)(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                          lud_playout_result *result);
    /* A move and the playout behind it in one. False: something failed, nothing but rng is changed, and both are called
     * one after the other. NULL: they always are. */
    bool (*playout_after)(lud_context *ctx, const void *from, const lud_move *joint, void *state, lud_rng *rng,
                          lud_playout_result *result, lud_status *status);
    void (*playouts)(lud_context *ctx, const void *start, const machine_playouts *p); /* or NULL */
    /* The network for so many games, or NULL: they are played one after the other. The same one each time. NULL: there
     * never is one. */
    struct lanes_model *(*lanes)(const lud_game *game, uint64_t playouts);
    lud_status (*perft)(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                        uint64_t *counts);
    uint64_t (*interpreted)(const lud_context *ctx); /* or NULL */
    machine_fault (*fault)(const lud_context *ctx);
    machine_place (*place)(const lud_game *game, const void *state);
    /* Calls `each` for every condition that alone forbids the move, until it returns false. False: not known (the game
     * was not loaded with lud_options.explain, or there is no memory). NULL: never known. */
    bool (*obstacles)(lud_context *ctx, const void *state, const lud_move *move, bool (*each)(void *user, src_span at),
                      void *user);

    /* Calls `each` for every place of the rules whose coverage is recorded. False: the game was not loaded with
     * lud_options.cover. NULL: this machine has no coverage. */
    bool (*cover)(lud_context *ctx, void (*each)(void *user, src_span at, bool reached), void *user);

    size_t (*move_text)(const lud_game *game, lud_move move, char *buffer, size_t size);
    const char *between; /* texts of moves that are made at once; NULL: a blank */
    lud_status (*move_parse)(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity,
                             uint32_t *count);
    size_t (*percept_text)(lud_context *ctx, uint32_t role, char *buffer, size_t size);
    void (*visit)(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user);
    const machine_boards *boards;       /* NULL: no boards */
    const machine_features *features;   /* NULL: hashes of what `visit` shows */
    const machine_estimates *estimates; /* NULL: none */
    /* The scores a role can get; NULL or false: not known. */
    bool (*score_bounds)(const lud_game *game, uint32_t role, double *low, double *high);
    /* In the arena given, or NULL after a report. */
    const char *(*translate)(const lud_game *game, const char *to, arena *a, const char **problem);
    /* The form "kif", with the lines of lud_rule_sheet unless `moves` is NULL; or NULL: left to translate. */
    const char *(*rule_sheet)(const lud_game *game, const char **moves, arena *a, const char **problem);
};

/* joint.c: counts joint moves in terms of the machine's own functions, for machine_ops.perft. */
lud_status joint_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                       uint64_t *counts);
/* A decision with n legal moves, into the statistics of a playout. */
static inline void joint_count_choices(lud_playout_result *r, uint32_t n)
{
    r->choices_min = r->choices == 0 || n < r->choices_min ? n : r->choices_min;
    r->choices_max = n > r->choices_max ? n : r->choices_max;
    r->choices += n;
    r->choices_squared += (double)n * n;
}

/* Records of what a load reported; see diags.c. */

void diags_take(lud_diags *diags, const diag_sink *sink);
/* Whether a text is UTF-8 without control characters, so that it may be shown. False after a report. */
bool text_encoded(const src_text *source, diag_sink *sink);
void diags_add_plain(lud_diags *diags, const char *code, const char *file, const char *message, const char *hint);

/* How a program becomes a game, a function for each PROGRAM of machines.def: false after reports. `game` has all
 * that does not depend on the machine; left are `ops`, `machine`, roles, the size of states, and of `info`
 * what only the machine knows. */
typedef bool machine_attach(lud_game *game, void *program, const lud_options *options, diag_sink *sink);
#define MACHINE(...)
#define PROGRAM(id, machine, attach) machine_attach attach;
#include "model/machines.def"
#undef MACHINE
#undef PROGRAM

/* Reports the name of a pass that is none; false. */
bool machine_unknown_pass(arena *a, const char *unknown, const char *(*name)(uint32_t index), diag_sink *sink);
/* Reports that only automata have moves that can be split. */
void machine_no_split(const src_text *source, const char *language, diag_sink *sink);

#endif
