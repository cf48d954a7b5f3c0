/* Ludens: a general game system.
 *
 * This header is the interface to games of any language; ludens_answersets.h has what only answer-set
 * games offer besides. A rules file in any language becomes a
 * `lud_game`, an immutable forward model; states are plain bytes that the caller owns.
 *
 *     lud_diags *diags = lud_diags_new();
 *     lud_game *game = lud_load_file("chess.hrg", NULL, diags);
 *     lud_context *ctx = lud_context_new(game);
 *     void *state = malloc(lud_state_size(game));
 *     lud_start(ctx, state);
 *     while (!lud_terminal(game, state)) { ... lud_moves_list ... lud_apply ... }
 *
 * Ownership: what a `*_new` or `lud_load_*` function returns is freed by the matching
 * `*_free`; strings and arrays reached through const pointers belong to the object they came
 * from and live as long as it does, unless a function says otherwise.
 *
 * Threads: a `lud_game` may be shared by any number of threads. Everything else (contexts,
 * move lists, generators, diagnostics) belongs to one thread at a time.
 *
 * Nothing here exits, prints or keeps global state. */
#ifndef LUDENS_H
#define LUDENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LUD_API __attribute__((visibility("default")))
#else
#define LUD_API
#endif

#define LUD_VERSION "0.1.0"

/* The version of the library that is linked, "MAJOR.MINOR.PATCH". */
LUD_API const char *lud_version(void);

/* ---- status --------------------------------------------------------------------------- */

typedef enum lud_status {
    LUD_OK = 0,
    LUD_ERR_ARGUMENT,  /* a role, index or pointer that makes no sense */
    LUD_ERR_ILLEGAL,   /* the move is not legal in this state */
    LUD_ERR_TERMINAL,  /* the game is over */
    LUD_ERR_STUCK,     /* fault of the rules: no legal move, yet the game is not over */
    LUD_ERR_KEEPER,    /* fault of the rules: the keeper has several moves */
    LUD_ERR_AMBIGUOUS, /* fault of the rules: equal moves lead to different states */
    LUD_ERR_RANGE,     /* fault of the rules: an integer left its range */
    LUD_ERR_PLAYER,    /* fault of the rules: `player` holds a symbol that is no role */
    LUD_ERR_MEMORY,    /* out of memory */
    LUD_LIMIT_TAGS,    /* a move with more tags than lud_limits.max_tags */
    LUD_LIMIT_STATES,  /* a search met more configurations than lud_limits.max_states */
    LUD_LIMIT_STEPS,   /* a search took more steps than lud_limits.max_steps */
    LUD_LIMIT_DEPTH,   /* reachabilities nested deeper than lud_limits.max_depth */
    LUD_LIMIT_PLIES,   /* a playout longer than lud_limits.max_plies */
    LUD_LIMIT_TIME,    /* libclingo took longer than lud_limits.max_solve_seconds */
    LUD_LIMIT_ATOMS,   /* a logic program has more atoms than lud_limits.max_atoms */
    LUD_LIMIT_MEMORY, /* libclingo, a search for moves, or the states of an answer-set game took more than max_memory */
    LUD_ERR_SOLVER,   /* libclingo is needed and missing, or does not start */
    LUD_ERR_RULES,    /* fault of the rules: libclingo refuses them, or they crash it */
    LUD_INTERRUPTED   /* lud_interrupt was called */
} lud_status;

/* A short English name of the status, "stuck" for instance. Never NULL. */
LUD_API const char *lud_status_text(lud_status status);
/* True for the LUD_LIMIT_* values and LUD_ERR_MEMORY. */
LUD_API bool lud_status_is_limit(lud_status status);

/* ---- stopping --------------------------------------------------------------------------- */

/* A way to stop what runs. A game that is loaded with a control (lud_options.control) stops loading,
 * and every call that plays it ends, soon after lud_interrupt: within some milliseconds, whatever
 * the rules do. Loading then returns NULL with the diagnostic E0007, calls return LUD_INTERRUPTED,
 * with the state as after any other error. The flag stays set until lud_resume.
 *
 * One control may serve any number of games and threads; it must outlive them. Waiting for the C
 * compiler (LUD_BACKEND_NATIVE, lud_native_wait) ends too, and the interpreter serves. */
typedef struct lud_control lud_control;

LUD_API lud_control *lud_control_new(void); /* NULL when out of memory */
LUD_API void lud_control_free(lud_control *control);
/* May be called by any thread and by signal handlers. */
LUD_API void lud_interrupt(lud_control *control);
LUD_API bool lud_interrupted(const lud_control *control);
/* Takes lud_interrupt back, when nothing runs any more. */
LUD_API void lud_resume(lud_control *control);

/* ---- diagnostics ---------------------------------------------------------------------- */

typedef enum lud_severity { LUD_NOTE, LUD_WARNING, LUD_ERROR } lud_severity;

/* One diagnostic. Lines and columns count from 1, columns in characters; the end is
 * exclusive. line is 0 when there is no place to point at. */
typedef struct lud_diagnostic {
    lud_severity severity;
    const char *code; /* "E0101"; stable */
    const char *file;
    uint32_t line, column, end_line, end_column;
    const char *message;
    const char *hint; /* or NULL */
    uint32_t note_count;
    const char *check; /* GDL: the name of the check that other tools give it ("RuleSafety"), or NULL */
} lud_diagnostic;

/* Diagnostics of one or several loads, in order. */
typedef struct lud_diags lud_diags;

LUD_API lud_diags *lud_diags_new(void); /* NULL when out of memory */
LUD_API void lud_diags_free(lud_diags *diags);
LUD_API uint32_t lud_diags_count(const lud_diags *diags);
LUD_API uint32_t lud_diags_errors(const lud_diags *diags); /* may exceed those kept */
LUD_API uint32_t lud_diags_warnings(const lud_diags *diags);
LUD_API lud_diagnostic lud_diags_get(const lud_diags *diags, uint32_t index);
/* Note `note` (< note_count) of diagnostic `index`: the other place concerned. */
LUD_API lud_diagnostic lud_diags_note(const lud_diags *diags, uint32_t index, uint32_t note);
/* The text people read: message, source line, carets, notes, hint; ends with a newline.
 * Lives until the diagnostics are freed. */
LUD_API const char *lud_diags_render(lud_diags *diags, uint32_t index, bool color);

/* ---- languages ------------------------------------------------------------------------ */

typedef struct lud_language {
    const char *name;       /* "hrg": what --lang takes */
    const char *title;      /* "High-level Regular Games" */
    const char *extensions; /* ".hrg", several separated by blanks */
    const char *machine;    /* "automaton" */
    const char *comment;    /* what begins a comment that ends with the line; "": there is none */
    const char *forms;      /* forms of its own that lud_translate writes, separated by blanks */
} lud_language;

LUD_API uint32_t lud_language_count(void);
LUD_API lud_language lud_language_at(uint32_t index);

/* ---- loading -------------------------------------------------------------------------- */

/* Limits that keep hostile or faulty rules from hanging or filling the machine. All are
 * deterministic counters, but for the times. */
typedef struct lud_limits {
    uint64_t max_memory;        /* bytes a compiled game may take */
    uint32_t max_nesting;       /* nesting of the source text */
    uint32_t max_tags;          /* tags in one move */
    uint32_t max_plies;         /* plies of one playout */
    uint64_t max_states;        /* configurations remembered by one search; legal moves listed */
    uint64_t max_steps;         /* instructions of one search */
    uint32_t max_depth;         /* reachabilities inside reachabilities */
    uint64_t max_atoms;         /* answer sets: atoms of a solve */
    double max_solve_seconds;   /* answer sets: time of libclingo for a solve */
    double max_compile_seconds; /* time of the C compiler; then the interpreter serves */
    double max_load_seconds;    /* CPU time that reading and compiling rules may take; 0: any */
} lud_limits;

/* What runs a game. Native code is C made from the game, compiled by the system compiler `cc` and
 * kept in a cache folder of the user (ludens in $XDG_CACHE_HOME or ~/.cache). Results are the
 * same on every back end, bit by bit, also when it changes in between.
 *
 * The compiler runs as a child process of its own process group, which ends when the game is freed
 * or this process does. The environment may name another one: LUDENS_CC is its command (`cc`),
 * LUDENS_CFLAGS are options added at the end; both are split at blanks. */
typedef enum lud_repetition {
    LUD_REPETITION_RULES, /* as the rules say */
    LUD_REPETITION_DRAW,  /* also a draw where the rules say nothing about it */
    LUD_REPETITION_IGNORE /* what the rules say about it is left out, with a warning */
} lud_repetition;

typedef enum lud_backend {
    LUD_BACKEND_INTERP, /* the interpreter */
    LUD_BACKEND_NATIVE, /* native code: loading waits for the compiler. The interpreter when there
                           is no native code, see lud_info.backend */
    LUD_BACKEND_RULES,  /* rule sheets of logic: the rules as they are, without a network; slower for most,
                           and the only one for very large sheets. Others: like INTERP */
    LUD_BACKEND_AUTO    /* the default: native code when it is in the cache; else the interpreter,
                           at once, while the compiler works in the background, as soon as some
                           thousand plies were played */
} lud_backend;

/* Whether many games are played side by side, by a network of ands with a bit for each of 512 games. Rule sheets are
 * networks anyway; many automata can be made into one (docs/circuit.md), which takes up to a few seconds, once. Whether
 * this is done follows from the rules and from how many games are asked for, not from a clock: the same seed gives the
 * same games, but other games than without it. */
typedef enum lud_network {
    LUD_NETWORK_AUTO,  /* the default: where so many games are asked for that it is likely to be faster */
    LUD_NETWORK_NEVER, /* games are played one after the other */
    LUD_NETWORK_ALWAYS /* wherever the rules can be made into a network, however slow that is */
} lud_network;

typedef struct lud_solvers lud_solvers;

typedef struct lud_options {
    lud_backend backend;
    lud_network network;
    const char *language; /* NULL: by the file's extension */
    const char *passes;   /* NULL: all. "-name,-name" switches passes off; "none" runs none;
                             "name,name" runs exactly these, in pipeline order */
    const char *after;    /* NULL, or the name of a pass to stop after */
    bool strict;          /* refuse also what can be played although it breaks rules of the language
                             (GDL; otherwise one warning counts that), and look for slips that can be
                             played (HRG): warnings. A game that is right, but that cannot be played yet (class
                             grammar), is only warned of; there is no game all the same */
    bool exact;           /* GDL, with strict: report what the public validator of rule sheets reports, each time,
                             and nothing else */
    bool slips;           /* warnings are errors, in every language: there is no game then. They keep their codes */
    const char *engine;   /* answer sets: "own" or "clingo" for all programs; NULL: libclingo for
                             those that are not stratified */
    lud_solvers *solvers; /* answer sets: who starts libclingo (ludens_answersets.h); NULL: this process */
    const struct lud_level *level; /* ludens_answersets.h; NULL: the stored level, or one generated with seed 1 */
    const char
        *choices; /* class grammar: items of options that are not the default, "Heading/Item", one a line; or NULL */
    const char *ruleset; /* class grammar: one of the game's rulesets, or NULL */
    const char *dialect; /* class grammar: the library of ludemes that the game is written for, as of lud_grammar; NULL:
                            its form says */
    const char
        *variant; /* Zillions rules files: title or number of the game or variant in the file; NULL: the usual one */
    lud_repetition repetition; /* Zillions rules files: what a position means that is there for the third time */
    const char *sections; /* Zillions rules files: sections in place of those of the game, as a saved game needs them;
                             or NULL */
    const char *defines;  /* class grammar: folders with files of defines (*.def), separated by colons; or NULL */
    const char *ludemes;  /* class grammar: plug-ins with further ludemes (ludens_ludemes.h), shared objects, separated
                             by  colons; or NULL. Their code is run */
    bool trust;           /* class grammar: C code behind a game may be compiled and run */
    bool alone;           /* the text stands alone: neither it (includes, subgames) nor agents that play the game read
                             files or start programs. Otherwise rules name files in their own folder and below it */
    lud_limits limits;
    lud_control *control; /* stops loading and playing, see lud_interrupt; NULL: nothing does */
} lud_options;

/* Fills in the defaults. Passing NULL options anywhere means these. */
LUD_API void lud_options_init(lud_options *options);

typedef struct lud_game lud_game;

/* Reads, checks and compiles a game. `name` stands for the file in diagnostics. Returns NULL
 * when there were errors; warnings may be there in either case. `diags` may be NULL. */
LUD_API lud_game *lud_load_text(const char *text, size_t length, const char *name, const lud_options *options,
                                lud_diags *diags);
/* The same from a file; "-" reads standard input (language from options). */
LUD_API lud_game *lud_load_file(const char *path, const lud_options *options, lud_diags *diags);
LUD_API void lud_game_free(lud_game *game);
/* The control the game was loaded with, or NULL. */
LUD_API const lud_control *lud_game_control(const lud_game *game);

/* Canonical layout of a source text, comments kept. Returns a string to be freed with
 * lud_free, or NULL with diagnostics. Formatting twice changes nothing more. */
LUD_API char *lud_format(const char *text, size_t length, const char *name, const lud_options *options,
                         lud_diags *diags);
/* The game alone, after its defines, options and ranges are expanded (class grammar). To be freed with lud_free;
 * NULL with diagnostics. */
LUD_API char *lud_expand(const char *text, size_t length, const char *name, const lud_options *options,
                         lud_diags *diags);
/* A game as text in another form: "rg", "automaton", "network", "dot" (Graphviz) or, unless it was
 * loaded for LUD_BACKEND_INTERP, "c"; rules in GDL as "kif" (prefix notation) or "infix". To be freed with
 * lud_free; NULL with a diagnostic when the game cannot be said in that form. */
LUD_API char *lud_translate(const lud_game *game, const char *to, lud_diags *diags);
/* The same as "kif", with the way back: `*moves` gets a line for each move, "ROLE TAB WORD TAB TERM TAB TEXT": role and
 * text are the game's, the sheet has the word and the term for them; `noop` stands for roles that do not decide. The
 * order of the roles may be another. NULL: the game is a sheet already, and its moves are its own. Both to be freed
 * with lud_free. */
LUD_API char *lud_rule_sheet(const lud_game *game, char **moves, lud_diags *diags);
/* What there is to say about rules without making a game of them: an object of JSON, for the class grammar with the
 * keys dialect, tokens, ludemes, options, rulesets and board (the numbers of its sites, or null). To be freed with
 * lud_free; NULL with diagnostics. */
LUD_API char *lud_describe(const char *text, size_t length, const char *name, const lud_options *options,
                           lud_diags *diags);
/* A grammar that follows from tables, as that of the class grammar does from its ludemes. */
typedef struct lud_grammar_request {
    const char *language; /* NULL: the first language that has one */
    const char *library;  /* a dialect: "ludii", "paper" ..; NULL: the first one */
    const char *ludemes;  /* plug-ins, as in lud_options; or NULL */
    const char *symbol;   /* its rules alone; NULL: all */
    const char *form;     /* "text", "json" or "html"; NULL: "text" */
    const char *compare;  /* NULL, or a grammar in EBNF: the result says what differs from it */
    size_t compare_length;
    const char *compare_name; /* stands for it in diagnostics */
} lud_grammar_request;

/* To be freed with lud_free; NULL with diagnostics. *differences (or NULL) is how many a comparison found. */
LUD_API char *lud_grammar(const lud_grammar_request *request, uint32_t *differences, lud_diags *diags);
LUD_API void lud_free(void *memory);

/* Text from outside (players, databases, files), fit for a terminal: control characters and bytes
 * that are not UTF-8 become '?'. Writes as much as fits into `size` bytes with the NUL, never half a
 * character; returns `buffer`. The library's own texts need none of this: rules with control
 * characters are refused. */
LUD_API char *lud_printable(const char *text, char *buffer, size_t size);

/* ---- what a game is ------------------------------------------------------------------- */

typedef struct lud_info {
    const char *name, *language, *machine;
    const char *backend; /* "interp" or "native": what runs the game now */
    uint32_t roles;      /* players, chance not counted */
    bool chance, hidden;
    bool simultaneous; /* several roles may have a choice at the same time; false is proven */
    bool facts;        /* a state is a set of facts: lud_state_visit calls `value` alone, without keys */
    bool batched;      /* lud_playouts plays many games side by side */
    bool alone;        /* as in lud_options */
    bool portable;     /* states may be stored and read by another load, see lud_state_size */
    lud_backend other; /* the back end to compare the interpreter with, see lud_lockstep */
    size_t state_bytes;
    uint32_t source_nodes, source_edges; /* before the passes */
    uint32_t nodes, edges;               /* after them */
    const char *backend_note;            /* why native code is not used though asked for, or NULL */
    double load_ms;                      /* CPU time: reading, checking, passes, code */
    double compile_ms;                   /* CPU time of the back end alone */
    double native_ms;                    /* wall clock: what the C compiler took, now or when the
                                            object came into the cache; 0: no native code */
    bool network;                        /* there is a network that plays many games side by side (lud_network) */
    const char *network_note;            /* why there is none, once that is known; else NULL */
    double network_ms; /* CPU time: making it of an automaton, or finding out that it cannot be; 0: nobody asked for
                          many games */
} lud_info;

/* All of it stays as it is, except that LUD_BACKEND_AUTO may change `backend`, `backend_note` and
 * `native_ms` once, and the first call that asks for many games `network`, `network_note` and `network_ms`. */
LUD_API void lud_game_info(const lud_game *game, lud_info *info);
/* Compiles now what LUD_BACKEND_AUTO would compile later, and waits for it. True when native code
 * runs the game. May be called by any thread. */
LUD_API bool lud_native_wait(const lud_game *game);
/* Role 0 is chance ("random"), players are 1..roles. NULL for others. */
LUD_API const char *lud_role_name(const lud_game *game, uint32_t role);
/* The role's number or -1. */
LUD_API int lud_role_find(const lud_game *game, const char *name);

typedef struct lud_pass_info {
    const char *name, *summary;
    bool enabled;
    uint32_t changes; /* what it did, in its own unit (counter) */
    double ms;        /* CPU time */
} lud_pass_info;
LUD_API uint32_t lud_pass_count(const lud_game *game);
LUD_API lud_pass_info lud_pass_at(const lud_game *game, uint32_t index);
/* The node of the automaton that the state is at, as lud_translate names it; NULL on other machines. Lives as long
 * as the game. */
LUD_API const char *lud_node_name(const lud_game *game, const void *state);

/* ---- states --------------------------------------------------------------------------- */

/* A state is lud_state_size(game) bytes, aligned to 8, without pointers and with zeroed padding: copy it
 * with memcpy, compare it with memcmp, in all threads that play the game. Equal bytes are equal states;
 * equal states that were reached in the same game have equal bytes.
 *
 * With lud_info.portable they may be stored, too: another load of the same text with the same options, by
 * the same version of the library, gives and takes the same bytes. Without it (answer sets, whose states
 * name atoms by numbers that are given out while playing) they mean nothing to another load; then store the
 * moves. lud_state_hash and lud_observe_hash are the same in every load either way. */
LUD_API size_t lud_state_size(const lud_game *game);
LUD_API uint64_t lud_state_hash(const lud_game *game, const void *state);
LUD_API bool lud_terminal(const lud_game *game, const void *state);
/* Who decides now: bit r is set when role r does (bit 0: chance). 0 when terminal. */
LUD_API uint64_t lud_movers(const lud_game *game, const void *state);
/* scores[0] is role 1's. Meaningful at any time, final when terminal. */
LUD_API void lud_scores(const lud_game *game, const void *state, double *scores);
/* The lowest and the highest score that the rules can give a role (1..roles); not every score in
 * between need occur. False when the rules do not say: then they are 0 and 100. */
LUD_API bool lud_score_bounds(const lud_game *game, uint32_t role, double *low, double *high);
/* The score of a role (chance too, if the rules give it one) as the rules say it. Rules of logic
 * can give several values, or none: then all of them, separated by blanks, and lud_scores has 0.
 * Same conventions as lud_move_text. */
LUD_API size_t lud_score_text(const lud_game *game, const void *state, uint32_t role, char *buffer, size_t size);

/* ---- playing -------------------------------------------------------------------------- */

/* Scratch memory of one thread for one game. After warm-up moves and playouts allocate nothing, but for texts of
 * percepts where the rules themselves are run (LUD_BACKEND_RULES), and for what libclingo finds. */
typedef struct lud_context lud_context;
LUD_API lud_context *lud_context_new(const lud_game *game); /* NULL when out of memory */
LUD_API void lud_context_free(lud_context *ctx);
/* How often native code left a search (for moves, or of one move) of this context to the interpreter, since a
 * limit was reached, the rules are at fault there, or one move leads to different positions. 0 for other back ends. */
LUD_API uint64_t lud_interpreted(const lud_context *ctx);

/* What went wrong in the last call that returned an error status: a diagnostic that points
 * at the source line which caused it, rendered as text. Lives until the next call. */
LUD_API const char *lud_fault_text(lud_context *ctx, bool color);
LUD_API lud_diagnostic lud_fault(lud_context *ctx);

/* A move is a list of words (automaton: one a tag). `weight` is the number of different ways
 * the rules give to make this very move (the reference system for RG counts each). */
typedef struct lud_move {
    const uint32_t *words;
    uint32_t count;
    uint32_t weight;
} lud_move;

typedef struct lud_moves lud_moves;     /* a reusable list of moves */
LUD_API lud_moves *lud_moves_new(void); /* NULL when out of memory */
LUD_API void lud_moves_free(lud_moves *moves);
LUD_API uint32_t lud_moves_count(const lud_moves *moves);
/* Sum of the weights: moves as the RG reference counts them. */
LUD_API uint64_t lud_moves_weight(const lud_moves *moves);
/* Valid until the list is used again. */
LUD_API lud_move lud_moves_at(const lud_moves *moves, uint32_t index);

/* The initial state; forced steps of the system (keeper) are taken already. */
LUD_API lud_status lud_start(lud_context *ctx, void *state);
/* All legal moves of a role that decides now, each once (distinct by text). For chance the
 * probability of move i is weight(i) / lud_moves_weight. LUD_ERR_STUCK when there are none. */
LUD_API lud_status lud_moves_list(lud_context *ctx, const void *state, uint32_t role, lud_moves *moves);
/* Makes a joint move: joint[role] for each role that decides (others are ignored), then
 * the forced steps of the system. On error the state is unchanged. */
LUD_API lud_status lud_apply(lud_context *ctx, void *state, const lud_move *joint);
/* The same for games where one role decides at a time. */
LUD_API lud_status lud_apply_move(lud_context *ctx, void *state, const lud_move *move);

/* Some rules leave open what a move leads to: equal tags, different nodes of the automaton (a
 * capture after which the player may go on or stop, without a word). Such a move can be made
 * in several ways: this takes number `way`, counted from 0, and tells their number (`ways` may
 * be NULL). lud_apply_move takes way 0, playouts any with equal probability. LUD_ERR_ARGUMENT
 * when there is no such way. */
LUD_API lud_status lud_apply_way(lud_context *ctx, void *state, const lud_move *move, uint32_t way, uint32_t *ways);

/* The same for a joint move. */
LUD_API lud_status lud_apply_joint_way(lud_context *ctx, void *state, const lud_move *joint, uint32_t way,
                                       uint32_t *ways);
/* Whether any move that lud_move_parse reads may be made, and lists hold proposals only (answer sets). */
LUD_API bool lud_moves_open(const lud_game *game);

/* The move's text in the canonical form of its language (RG: tags joined by one blank).
 * Writes at most `size` bytes, always terminated; returns the length of the whole text, or
 * SIZE_MAX - 1, more than any buffer holds, when memory ended while it was made. */
LUD_API size_t lud_move_text(const lud_game *game, lud_move move, char *buffer, size_t size);
/* The inverse: words of the move that `text` names, at most `capacity`; *count gets their
 * number. LUD_ERR_ILLEGAL when no move can have that text. Says nothing about legality. */
LUD_API lud_status lud_move_parse(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity,
                                  uint32_t *count);

/* ---- looking -------------------------------------------------------------------------- */

/* Variables of a state for people and programs, in declaration order. For a map `begin` is
 * called (key: its key in the map around it, or the variable's name), then its entries,
 * then `end`; a scalar is one call of `value`. Entries equal to the most frequent value of
 * their map are left out when `brief`, that value being given under the key NULL. */
/* A value is NULL when there is no memory for its text (answer sets). */
typedef struct lud_state_visitor {
    void (*begin)(void *user, const char *key);
    void (*value)(void *user, const char *key, const char *value);
    void (*end)(void *user);
} lud_state_visitor;
LUD_API void lud_state_visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor,
                             void *user);

/* What a role may know in this state, as a hash: equal for states the role cannot tell apart
 * (same observations so far). With perfect information the hash of the state. */
LUD_API uint64_t lud_observe_hash(const lud_game *game, const void *state, uint32_t role);
/* What a role saw of the last lud_start or lud_apply in this context (its own and others'
 * tags that were visible to it, those of forced steps included), blank separated. Same
 * conventions as lud_move_text. */
LUD_API size_t lud_percept_text(lud_context *ctx, uint32_t role, char *buffer, size_t size);

/* A state as numbers, for learning: a vector of lud_feature_count numbers, the same length for all
 * states and roles of a game. It begins with one number a role, 1 for the role that looks, and one
 * number a role (chance first), 1 for those that decide now. Then, with perfect information, what
 * the state consists of: for each variable, or entry of a map, a number for each value it can have,
 * 1 for the one it has (whole numbers of more than 64 values: one number, from 0 to 1); rule sheets:
 * a number for each fact, 1 when it holds; answer sets: 1024 classes of atoms, 1 for those of which one
 * holds. With hidden information nothing that the role cannot know
 * is in it: only whether it decides itself, and which of 256 classes its observations so far fall
 * into (by lud_observe_hash; in small games hardly two share a class). */
LUD_API uint32_t lud_feature_count(const lud_game *game);
/* Writes the whole vector: lud_feature_count numbers. */
LUD_API void lud_features(const lud_game *game, const void *state, uint32_t role, float *vector);
/* The same without zeros: indices (ascending) and values, at most lud_feature_count of them; returns
 * their number. */
LUD_API uint32_t lud_features_active(const lud_game *game, const void *state, uint32_t role, uint32_t *indices,
                                     float *values);
/* What a number of the vector means, `board[a1]=white` for instance. Same conventions as
 * lud_move_text. */
LUD_API size_t lud_feature_name(const lud_game *game, uint32_t feature, char *buffer, size_t size);

/* An estimate of how well a role stands that follows from the rules alone: from payoffs in Toss (docs/toss.md). 0 where
 * no goal has come nearer; a goal that is reached is about as much as it pays. */
typedef struct lud_estimate_term {
    uint32_t role;
    double weight;
    uint32_t power;    /* of the share of a pattern that is there; 0: whole patterns are counted */
    uint32_t patterns; /* that there are */
    const char *text;  /* what they are patterns of */
} lud_estimate_term;
LUD_API uint32_t lud_estimate_terms(const lud_game *game); /* 0: nothing is known */
LUD_API lud_estimate_term lud_estimate_term_at(const lud_game *game, uint32_t term);
/* How much of the term's patterns is there. */
LUD_API double lud_estimate_term_value(const lud_game *game, const void *state, uint32_t term);
/* For each role (by_role[role - 1]) the sum of its terms, each times its weight. */
LUD_API void lud_estimate(const lud_game *game, const void *state, double *by_role);

/* A board to draw: the sites of a map whose keys have two coordinates. A move names a site by
 * a tag that equals the site's name. */
typedef enum lud_board_shape {
    LUD_BOARD_ROWS,         /* columns and rows */
    LUD_BOARD_HEX,          /* rows of hexes: (x, y) touches (x, y + 1) and (x - 1, y + 1) above it */
    LUD_BOARD_HEX_MIRRORED, /* (x, y) touches (x, y + 1) and (x + 1, y + 1) above it */
    LUD_BOARD_GRAPH         /* points joined by lines, also across gaps (lud_site_linked) */
} lud_board_shape;
typedef struct lud_board {
    const char *name; /* the variable, with outer keys: "boards[black][own]" */
    uint32_t sites;
    int32_t min_x, min_y, max_x, max_y;
    lud_board_shape shape; /* as the tables of the rules show it, that lead from site to site */
    bool points;           /* pieces stand on points that lines join (lud_site_linked), whatever the shape */
    bool aside; /* what rules note of the sites of another board, "never moved" for instance: not shown unless it is
                   asked for, and moves do not name its sites */
    bool named; /* points that have names and no coordinates; where they are drawn says nothing */
    bool mark;  /* aside, but its "1" tells pieces of that board apart */
} lud_board;
typedef struct lud_site {
    const char *name; /* "": out of memory */
    int32_t x, y;
    const char *content; /* the same */
} lud_site;
LUD_API uint32_t lud_board_count(const lud_game *game);
LUD_API lud_board lud_board_at(const lud_game *game, uint32_t board);
LUD_API lud_site lud_site_at(const lud_game *game, const void *state, uint32_t board, uint32_t site);
/* Where pictures show a site: lud_site's x and y are those of text. Y grows upwards. */
typedef struct lud_location {
    double x, y;
    const double *outline; /* x and y of the corners of a cell, or of the ends of an edge; NULL: a point or a square */
    uint32_t corners;
} lud_location;
LUD_API lud_location lud_site_location(const lud_game *game, uint32_t board, uint32_t site);
/* A site by the numbers of its board and of itself. */
typedef struct lud_site_name {
    uint32_t board, site;
} lud_site_name;
/* The sites that a move names, in its order; on each board that has a site of that name and is not aside. Writes at
 * most `capacity`; returns how many there are. 0 where moves do not speak of sites (rule sheets). */
LUD_API uint32_t lud_move_sites(const lud_game *game, lud_move move, lud_site_name *sites, uint32_t capacity);
/* Things that stand on boards because a variable says where they are, `king : Player -> Cell` for instance. */
typedef struct lud_token {
    const char *name; /* keys and variable: "white king" */
    uint32_t board, site;
} lud_token;
LUD_API uint32_t lud_token_count(const lud_game *game);
/* Where one is in a state; false when it is on no board. */
LUD_API bool lud_token_at(const lud_game *game, const void *state, uint32_t token, lud_token *where);
/* Whether a table of the rules leads from one site of a board to the other, either way. */
LUD_API bool lud_site_linked(const lud_game *game, uint32_t board, uint32_t a, uint32_t b);

/* ---- random numbers and playouts ------------------------------------------------------ */

/* xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64: 2^64 streams a seed. */
typedef struct lud_rng {
    uint64_t state[4];
} lud_rng;
LUD_API void lud_rng_seed(lud_rng *rng, uint64_t seed, uint64_t stream);
LUD_API uint64_t lud_rng_next(lud_rng *rng);
LUD_API uint32_t lud_rng_below(lud_rng *rng, uint32_t bound); /* uniform in [0, bound) */

/* Draws one of the legal moves of a role that decides now, each with the same probability (chance:
 * by its weights), without listing them all where that pays. The words live until the next call of this context
 * that lists, draws or plays out. weight is 0 when the ways were not counted. */
LUD_API lud_status lud_draw_move(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move);

typedef struct lud_playout_options {
    bool enumerate;        /* list all legal moves at every decision */
    bool count_duplicates; /* draw as the RG reference does: each way of making a move weighs
                              the same (otherwise each distinct move does) */
    /* Called with the move of every role that decides (bit r of movers: joint[r]) before it is made.
     * May be NULL; the games are the same with it. Only lud_playout calls it. */
    void (*watch)(void *user, uint64_t movers, const lud_move *joint);
    void *user;
    uint64_t planned; /* lud_playouts: it is one of several calls for so many games in all, which then decide on a
                         network; 0: only one */
} lud_playout_options;

typedef struct lud_playout_result {
    uint32_t plies;         /* decisions of players and chance */
    uint32_t turns;         /* decisions of players alone */
    uint64_t choices;       /* sum over the players' decisions of the number of legal moves;
                               0 when they were not listed */
    double choices_squared; /* sum of the squares, */
    uint32_t choices_min, choices_max;
} lud_playout_result;

/* Plays uniformly random moves to the end; `state` ends as the final state, or where max_plies
 * stopped it; after any other error it is as it was. Chance follows
 * its probabilities. options and result may be NULL. */
LUD_API lud_status lud_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                               lud_playout_result *result);

/* `count` random games from one state, on a network side by side (lud_network), or one after the other; the latter also
 * when the options ask for more than games, and for states that cannot come about in the game. `done` is called for
 * each game, in any order: its status, its length, the scores of the players. Random numbers come from rng. A game on a
 * network that comes to a fault of the rules has the status LUD_ERR_STUCK, without its place. */
LUD_API lud_status lud_playouts(
    lud_context *ctx, const void *state, lud_rng *rng, uint64_t count, const lud_playout_options *options,
    void (*done)(void *user, lud_status status, const lud_playout_result *result, const double *scores), void *user);

/* The same from several states, `each` games from each; `done` is also given the number of the state. */
LUD_API lud_status lud_playouts_from(lud_context *ctx, const void *const *states, uint32_t positions, lud_rng *rng,
                                     uint64_t each, const lud_playout_options *options,
                                     void (*done)(void *user, uint32_t position, lud_status status,
                                                  const lud_playout_result *result, const double *scores),
                                     void *user);

/* Whether so many games are played on a network (lud_network), which is made now if need be. May be called by any
 * thread. */
LUD_API bool lud_network_ready(const lud_game *game, uint64_t playouts);

/* ---- many games step by step ---------------------------------------------------------- */

/* States side by side ("lanes", numbered from 0), that are moved on together: on a network of the game a step costs one
 * pass over it for 512 of them, elsewhere it is a loop over states. Either way the functions promise the same:
 *
 *     lud_batch *batch = lud_batch_new(game, 4096, 1);
 *     lud_batch_reset(batch, NULL, NULL);
 *     for (;;) {
 *         for each lane that you care about: lud_batch_count, lud_batch_move, lud_batch_choose
 *         lud_batch_step(batch);                        the others make random moves
 *         const uint64_t *ended = lud_batch_ended(batch);
 *         for each lane in it: lud_batch_scores
 *         lud_batch_reset(batch, ended, NULL);          they begin anew
 *     }
 *
 * A batch belongs to one thread at a time; the game must live as long. Sets of lanes are bits: lane l is bit l % 64 of
 * word l / 64, (lanes + 63) / 64 words. Nothing is allocated once all functions were used a few times. The order of
 * moves in a lane's list is the batch's own. */
typedef struct lud_batch lud_batch;

/* All lanes at the beginning of the game, as lud_batch_reset(batch, NULL, NULL) puts them. Which moves are drawn
 * follows from the seed (and from whether there is a network: lud_network, for as many games as lanes, at least 65536
 * when there are 512 lanes or more). NULL: out of memory, no lanes, or more than 2^24. */
LUD_API lud_batch *lud_batch_new(const lud_game *game, uint32_t lanes, uint64_t seed);
LUD_API void lud_batch_free(lud_batch *batch);
LUD_API uint32_t lud_batch_lanes(const lud_batch *batch);
/* Whether they are on a network. */
LUD_API bool lud_batch_network(const lud_batch *batch);

/* Puts a state (NULL: the beginning of the game) into a set of lanes (NULL: all). On errors the lanes are as they were:
 * those of lud_start; LUD_ERR_ARGUMENT for a state that cannot come about in the game, where the batch is on a network.
 */
LUD_API lud_status lud_batch_reset(lud_batch *batch, const uint64_t *which, const void *state);
/* Moves all lanes on that have not ended: each role that decides makes the move that was chosen, or one drawn as
 * lud_draw_move does. Lanes whose step fails stay where they are and end (lud_batch_status). LUD_INTERRUPTED,
 * LUD_ERR_MEMORY: some lanes may have moved on, others not. */
LUD_API lud_status lud_batch_step(lud_batch *batch);
/* The lanes that have ended, by the rules or by a failed step, until they are reset. Lives until the next call for the
 * batch. */
LUD_API const uint64_t *lud_batch_ended(const lud_batch *batch);
/* LUD_OK, or why the lane's last step failed. */
LUD_API lud_status lud_batch_status(const lud_batch *batch, uint32_t lane);

/* As lud_movers; 0 for lanes that have ended or do not exist. */
LUD_API uint64_t lud_batch_movers(const lud_batch *batch, uint32_t lane);
/* How many legal moves a role has in a lane; 0 when it does not decide there, or when listing them fails
 * (lud_batch_step then fails there, too). */
LUD_API uint32_t lud_batch_count(lud_batch *batch, uint32_t lane, uint32_t role);
/* Move `index` of them, {NULL, 0, 0} when there is none. The words live until the next step or reset, or until another
 * lane or role is asked for. weight is 0 where ways are not counted. */
LUD_API lud_move lud_batch_move(lud_batch *batch, uint32_t lane, uint32_t role, uint32_t index);
/* Chooses that move for the next step; the last choice counts. LUD_ERR_ARGUMENT when there is none. */
LUD_API lud_status lud_batch_choose(lud_batch *batch, uint32_t lane, uint32_t role, uint32_t index);

/* On a network the moves that a role can ever have are numbered from 0: their number (0 elsewhere), and what they are.
 * The numbers are the same in every batch of the game. That a role does not decide has a number, too: no words, never
 * legal. */
LUD_API uint32_t lud_batch_actions(const lud_batch *batch, uint32_t role);
LUD_API lud_move lud_batch_action(const lud_batch *batch, uint32_t role, uint32_t action);
/* The legal ones as bits: masks[lane * words + a / 64] for all lanes, words = (lud_batch_actions + 63) / 64. Of roles
 * that do not decide, and of lanes that have ended, none. Does nothing where there are no numbers. */
LUD_API void lud_batch_masks(lud_batch *batch, uint32_t role, uint64_t *masks);
/* Chooses by number. LUD_ERR_ILLEGAL when it is not legal there. */
LUD_API lud_status lud_batch_act(lud_batch *batch, uint32_t lane, uint32_t role, uint32_t action);

/* As lud_scores, of lanes that have ended by the rules; zeros for others. */
LUD_API void lud_batch_scores(lud_batch *batch, uint32_t lane, double *scores);
/* The state of a lane. On the network of an automaton, variables that nothing which follows depends on hold what they
 * held at the beginning. */
LUD_API void lud_batch_state(lud_batch *batch, uint32_t lane, void *state);
/* As lud_features of lud_batch_state for all lanes: lud_feature_count numbers each, one lane behind the other. */
LUD_API void lud_batch_features(lud_batch *batch, uint32_t role, float *vectors);

/* Many playouts. Playout i draws from stream i of the seed, or blocks of them do,
 * so that the result does not depend on the number of threads. */
typedef struct lud_run_options {
    uint64_t playouts;
    uint64_t seed;
    uint32_t threads; /* 0: one a core */
    lud_playout_options playout;
    /* Called now and then from one thread, may be NULL; returning false stops the run. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *user;
} lud_run_options;

typedef struct lud_statistic {
    double mean, sd, min, max;
} lud_statistic;

typedef struct lud_run_result {
    uint64_t playouts;
    bool network; /* they were played side by side (lud_network); a run that comes to a fault then is made again without
                   */
    double cpu_seconds; /* summed over the threads */
    double seconds;     /* wall clock */
    uint64_t moves;     /* decisions of players and chance */
    uint64_t turns;     /* decisions of players alone */
    lud_statistic plies, turns_per_game;
    lud_statistic branching; /* legal moves per player's decision; zeros when not listed */
    lud_statistic *scores;   /* [role - 1] */
    uint64_t *wins;          /* [role - 1]: alone at the top score; one role: at the best score there is */
    uint64_t draws;          /* several players at the top score (all of them: roles > 1) */
    uint32_t outcome_count;  /* distinct score lists, at most 64 kept, most frequent first */
    double *outcome_scores;  /* [outcome * roles + role - 1] */
    uint64_t *outcome_playouts;
    lud_status fault; /* of the first playout (lowest number) that failed, else LUD_OK */
    uint64_t fault_playout;
    char *fault_text; /* rendered, or NULL */
} lud_run_result;

/* LUD_OK when every playout ended properly; else the fault's status (result is filled in as
 * far as it goes). The result is freed by lud_run_result_done in every case. */
LUD_API lud_status lud_run(const lud_game *game, const lud_run_options *options, lud_run_result *result);
LUD_API void lud_run_result_done(lud_run_result *result);

/* ---- lockstep ------------------------------------------------------------------------- */

/* Two loads of the same rules, on two back ends for instance, side by side: random games in which
 * both are asked the same at each position, and must answer the same. That is: lists of moves
 * (texts, order, ways), states after moves (bytes), who decides, terminal, scores, what roles
 * observe, faults, moves drawn at random, and whole playouts. Games of logic rules, whose back ends
 * write states in their own ways, are compared by the texts of facts, moves, goals and percepts. A
 * limit that only one side hits is no difference: limits count work. */
typedef struct lud_lockstep_options {
    uint64_t playouts;
    uint64_t seed;      /* game i plays by stream i of it */
    uint32_t max_plies; /* of a game; 0: as the game's limits say, for logic rules 2000 at most */
    uint32_t tries;     /* moves made at each position, spread over the list; 0: 48. Not for logic rules */
    /* As in lud_run_options. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *user;
} lud_lockstep_options;

typedef struct lud_lockstep_result {
    uint64_t playouts, plies, moves; /* compared: games, moves of these, moves tried in all */
    uint64_t faults;                 /* games that ended by the same fault on both, or by a limit */
    bool differ;
    uint64_t playout; /* where they differ, */
    uint32_t ply;
    char *text;              /* and in what: the source line, the values on both sides, the moves before;
                                to be freed with lud_free. NULL when they do not differ */
    uint64_t interpreted[2]; /* searches of each that native code left to the interpreter */
} lud_lockstep_result;

/* Stops at the first difference, which is no error: LUD_OK. LUD_ERR_ARGUMENT when the games are
 * too different to begin with, roles or size of a state. */
LUD_API lud_status lud_lockstep(const lud_game *a, const lud_game *b, const lud_lockstep_options *options,
                                lud_lockstep_result *result);

/* ---- perft ---------------------------------------------------------------------------- */

typedef struct lud_perft_options {
    bool count_duplicates; /* as the RG reference counts: moves by paths, not by text */
    /* Called for each first move (divide) with the leaves below it, may be NULL. */
    void (*divide)(void *user, const char *move, uint64_t leaves);
    void *user;
    /* As in lud_run_options; done and total count first moves. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
} lud_perft_options;

/* counts[d] for d = 0..depth: number of leaves at depth d. Steps of the system are free;
 * chance is one ply and its outcomes merge by resulting state; games that ended earlier
 * count 0. Rules as in the RG reference. `state` may be NULL: from the very start, before the
 * system's first steps, which a count of duplicates follows in all their ways. */
LUD_API lud_status lud_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                             uint64_t *counts);

#ifdef __cplusplus
}
#endif

#endif
