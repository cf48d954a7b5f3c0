/* What kind of game is this? Measures of games that agents played with themselves.
 *
 * After Browne, "Automatic Generation and Evaluation of Recombination Games" (PhD thesis, 2008; the
 * criteria of the system Ludi), as far as they are published; docs/analysis.md has each definition.
 */
#ifndef LUDENS_ANALYSIS_MEASURES_H
#define LUDENS_ANALYSIS_MEASURES_H

#include "agents/match.h"
#include "ludens.h"

typedef struct analysis_options {
    uint64_t games, seed;
    const char *agent;   /* who plays all roles, as agent_find reads it */
    const char *file;    /* of the rules, or NULL */
    match_budget budget; /* of a move */
    uint32_t max_plies;  /* games are stopped there */
    uint32_t preferred;  /* plies that a game should have, of the measure of duration */
    uint32_t samples;    /* random games that estimate a position, where the search does not */
    uint64_t duels;      /* games between budgets; 0: none */
    uint32_t strength;   /* times the budget that the stronger one has */
    uint32_t depth;      /* of the growth of the state space; 0: as far as `states` go */
    uint64_t states;
    const atomic_bool *stop;
    double deadline;                                             /* of agent_clock; 0: none */
    bool (*progress)(void *user, uint64_t done, uint64_t total); /* games; false stops */
    void *user;
} analysis_options;

typedef struct spread {
    double mean, sd, min, max;
    uint64_t count;
} spread;

enum { ANALYSIS_TYPES = 64, ANALYSIS_DEPTHS = 256 };

typedef struct move_type {
    char name[64];
    uint64_t count;
} move_type;

typedef struct analysis {
    uint32_t roles;
    uint64_t games, finished, timeouts, faults, draws;
    uint64_t *wins; /* [role - 1] alone at the top */
    spread plies, turns, branching, scores;
    double *mean_scores; /* [role - 1] */
    double tree_size;    /* mean over the games of log10 of the product of legal moves */
    bool estimates;      /* there are curves of expected scores: the measures from here on */
    bool searched;       /* by the search, not by random games */
    double completion, drawishness, balance, advantage, duration;
    spread drama, drama_max, decisiveness, uncertainty, uncertainty_late, lead_change, permanence, killer, momentum,
        correction, stability, clarity, convergence, forced;
    double pass_rate;
    bool board;
    spread coverage;     /* share of the sites that changed, in a game */
    double coverage_all; /* in any game */
    uint64_t sites;
    uint64_t changed[4]; /* moves that changed 0, 1, 2, more sites */
    struct {
        uint32_t depths; /* plies of the longest game, at most ANALYSIS_PLIES */
        double *branching, *lead, *lead_sd;
        uint64_t *games; /* that lasted so long */
    } by_ply;
    uint32_t *lengths; /* [game] */
    uint64_t length_count;
    struct {
        uint32_t depth;
        uint64_t positions[ANALYSIS_DEPTHS]; /* first met after so many plies */
        bool complete, known;
    } space; /* of states */
    struct {
        uint64_t games, wins, draws;
    } duel; /* the effect of thinking */
    move_type types[ANALYSIS_TYPES];
    uint32_t type_count;
    uint64_t decisions, distinct_moves;
    bool repeatable, stopped;
    char problem[AGENT_PROBLEM];
} analysis;

/* Whether its time is over. */
static inline bool analysis_late(const analysis_options *o) { return o->deadline > 0 && agent_clock() >= o->deadline; }

/* LUD_ERR_ARGUMENT: the agent does not play this game (a->problem). analysis_done in any case. */
lud_status analysis_run(const lud_game *game, const analysis_options *options, analysis *a);
void analysis_done(analysis *a);

/* ---- the single numbers ---- */

typedef struct measure {
    const char *key, *title, *unit, *meaning;
    double value; /* NAN: there is none for this game */
} measure;

#define MEASURE(key, title, value, unit, meaning) +1
enum {
    MEASURES = 0
#include "analysis/measures.def"
};
#undef MEASURE

void measures_list(const analysis *a, measure list[MEASURES]);

/* ---- curves: the measures of one game, for tests ---- */

/* lead[n]: expected score, 0 to 1, of the role that won in the end (of the first role after a draw)
 * less that of the best of the others, after n plies; the last one is the result. mover[n] says
 * which role made ply n + 1: 0 chance or several. Values that do not exist for such a game are NAN.
 */
typedef struct curve_measures {
    double drama, drama_max, decisiveness, uncertainty, uncertainty_late, lead_change, permanence, killer, momentum,
        correction, stability;
} curve_measures;
curve_measures curve_measure(const double *lead, uint32_t plies, bool won);

#endif
