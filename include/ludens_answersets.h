/* What answer-set games have besides what ludens.h offers for all: levels, facts, programs, strategies.
 * The functions may be called for any game; each says what it answers for those of other machines. */
#ifndef LUDENS_ANSWERSETS_H
#define LUDENS_ANSWERSETS_H

#include "ludens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Answer-set games: the level to play, in place of the one that is stored in the file. */
typedef struct lud_level {
    const char *state, *settings; /* program texts, facts as a rule; both NULL: generate one, */
    uint64_t seed;                /* with this seed, */
    const int64_t *draws;         /* or with these values of RANDINT, in the order of the text */
    uint32_t draw_count;
} lud_level;

/* A process that starts libclingo's processes for this one, for those that give up starting any (a sandbox):
 * lud_options.solvers. NULL: errno says why. It must outlive the games loaded with it. */
LUD_API lud_solvers *lud_solvers_new(void);
LUD_API void lud_solvers_free(lud_solvers *solvers);

/* Facts about a position, one atom a line, sorted. */
typedef enum lud_facts {
    LUD_FACTS_STATE,    /* at(Row,Column,Item) */
    LUD_FACTS_SETTINGS, /* setting(..) and decorate(..) of the level */
    LUD_FACTS_INPUT,    /* what the player is told: observe(..), setting(..), decorate(..) */
    LUD_FACTS_GOAL      /* win, win(..), lose, lose(..) */
} lud_facts;
/* The text lives until the next call of this function with the context. LUD_ERR_ARGUMENT: the game is none
 * of answer sets. `state` may be NULL for settings. */
LUD_API lud_status lud_facts_text(lud_context *ctx, const void *state, lud_facts which, const char **text);
/* Time of a position: how often the state has changed. -1 for games of other machines. */
LUD_API int64_t lud_time(const lud_game *game, const void *state);
/* How the game ended: "win", "lose", "timeout" (501 iterations), "" while it goes on. */
LUD_API const char *lud_verdict(const lud_game *game, const void *state);

/* The programs of a game and what evaluates them. */
typedef struct lud_program_info {
    const char *name;   /* the field of the file, "nature_program" */
    const char *engine; /* "own" or "clingo" */
    const char *why;    /* it is libclingo, or NULL */
    uint32_t rules;     /* of all that is solved together */
    uint32_t changing;  /* of them, those that are evaluated anew in each step */
    bool history;       /* it looks at earlier states */
} lud_program_info;
LUD_API uint32_t lud_program_count(const lud_game *game);
LUD_API lud_program_info lud_program_at(const lud_game *game, uint32_t index);
/* Solves a program in a position, as a step would (nature: without an action), and throws the result away:
 * to measure the time it takes. LUD_ERR_ARGUMENT for the level generation. */
LUD_API lud_status lud_program_solve(lud_context *ctx, const void *state, uint32_t index);
/* What is solved then, as text for clingo. Lives until the next call of this or of lud_facts_text. */
LUD_API lud_status lud_program_text(lud_context *ctx, const void *state, uint32_t index, const char **text);
/* Values that RANDINT had when the level was generated; *count is 0 when it was not. */
LUD_API const int64_t *lud_level_draws(const lud_game *game, uint32_t *count);
/* "stored", "given" or "generated"; "" for games of other machines. */
LUD_API const char *lud_level_source(const lud_game *game);

/* Whether the last step of this context was void: nature had no answer set, so that the state repeats. `why`
 * (may be NULL) says so, and points at the constraint where that is known; it lives until the next call for a
 * fault. */
LUD_API bool lud_step_void(lud_context *ctx, lud_diagnostic *why);

/* Whether the game has a strategy with a rule in it. */
LUD_API bool lud_has_strategy(const lud_game *game);
/* A strategy: the player's own program. It belongs to one thread, and must be freed before the game. */
typedef struct lud_strategy lud_strategy;
/* `text` NULL: the one that is stored in the game. NULL after diagnostics. */
LUD_API lud_strategy *lud_strategy_new(const lud_game *game, const char *text, size_t length, const char *name,
                                       lud_diags *diags);
LUD_API void lud_strategy_free(lud_strategy *strategy);
/* The same, to be explained: after lud_strategy_play it tells what was derived and which rules applied. (With
 * choices, that it is watched may change which answer set is taken.) */
LUD_API lud_strategy *lud_strategy_explained(const lud_game *game, const char *text, size_t length, const char *name,
                                             lud_diags *diags);
/* Atoms that it derived in the last play besides those of lud_play, one a line. */
LUD_API const char *lud_strategy_atoms(const lud_strategy *strategy);
/* A rule of an explained strategy. */
typedef struct lud_strategy_rule {
    uint32_t line, column;
    const char *text;
    bool applied; /* its conditions held in the last play */
} lud_strategy_rule;
LUD_API uint32_t lud_strategy_rule_count(const lud_strategy *strategy);
LUD_API lud_strategy_rule lud_strategy_rule_at(const lud_strategy *strategy, uint32_t index);
/* Warns of a strategy that is not stratified and simple (lud_strategy_simple), at the rule. */
LUD_API void lud_strategy_check(const lud_strategy *strategy, lud_diags *diags);
/* "own" or "clingo"; *why (may be NULL): it is libclingo. */
LUD_API const char *lud_strategy_engine(const lud_strategy *strategy, const char **why);
/* Name, engine and rules of the strategy. */
LUD_API lud_program_info lud_strategy_info(const lud_strategy *strategy);
/* Whether the program is as the original's test of strategies demands: stratified, with a single answer
 * set. Otherwise *line, *column and *why (may all be NULL) name the first rule that breaks this. */
LUD_API bool lud_strategy_simple(const lud_strategy *strategy, uint32_t *line, uint32_t *column, const char **why);

typedef struct lud_play { /* atoms, one a line */
    const char *actions, *remember, *forget;
    const char *memory;   /* after the step */
    const int64_t *draws; /* values that RANDINT had */
    uint32_t draw_count;
    bool none;          /* the program had no answer set */
    uint32_t none_line; /* because of the constraint in this line; 0: not known */
} lud_play;
/* Runs it once. `memory`: atoms memory(..), one a line. `draws`: the values of RANDINT, or NULL: they are
 * drawn from rng. The results live until the next call. */
LUD_API lud_status lud_strategy_play(lud_strategy *strategy, const void *state, const char *memory,
                                     const int64_t *draws, uint32_t draw_count, lud_rng *rng, lud_play *out);
/* The memory after remembering and forgetting these; the same lifetime. */
LUD_API lud_status lud_strategy_remember(lud_strategy *strategy, const char *memory, const char *remember,
                                         const char *forget, const char **after);
/* What went wrong in the last call that returned an error status. */
LUD_API const char *lud_strategy_fault(const lud_strategy *strategy);

#ifdef __cplusplus
}
#endif

#endif
