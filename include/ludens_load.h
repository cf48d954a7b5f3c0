/* Part of ludens.h: statuses, stopping, diagnostics, languages, and how rules become a game. */
#ifndef LUDENS_LOAD_H
#define LUDENS_LOAD_H

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
    const char *fix;   /* what was probably meant, to be written in place of the text that it points at, or NULL */
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
    const char *variant; /* Zillions rules files, variants of chess: title or number in the file; NULL: the usual one */
    lud_repetition repetition; /* Zillions rules files, variants of chess: what positions mean that come again */
    const char *sections; /* Zillions rules files: sections in place of those of the game, as a saved game needs them;
                             or NULL */
    const char *defines;  /* class grammar: folders with files of defines (*.def), separated by colons; or NULL */
    const char *ludemes;  /* class grammar: plug-ins with further ludemes (ludens_ludemes.h), shared objects, separated
                             by  colons; or NULL. Their code is run */
    bool trust;           /* class grammar: C code behind a game may be compiled and run */
    bool split;           /* a move is several decisions, one a tag; games that are automata (lud_within_move) */
    bool explain;         /* lud_move_obstacles can tell why a move is not legal; games that are automata. The game is
                             not for playing then: leave out passes, and interpret it */
    bool cover;           /* lud_coverage can tell which places of the rules were reached; games that are automata, and
                                       rule sheets. They are interpreted as they are, whatever backend, network and passes say */
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
    const char *form;     /* "text", "json" or "html"; NULL: "text". "games": a game a line for each constructor and
                             each of its arguments: row, argument, instance and game, with tabs between them */
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

#ifdef __cplusplus
}
#endif

#endif
