/* What came out of a contest: sums, ratings, tables, JSON, CSV. */
#ifndef LUDENS_CONTEST_REPORT_H
#define LUDENS_CONTEST_REPORT_H

#include "contest/contest.h"

/* Sums over an entrant's games. Two of its kind in one game count as two. */
typedef struct contest_sum {
    uint64_t games, wins, draws, losses; /* win: alone at the top; draw: at the top with others */
    double scores, squares, best, worst;
    match_work work;
} contest_sum;

typedef struct contest_report {
    const contest *c;
    contest_sum *sums;     /* [entrant] */
    contest_sum *seats;    /* [role - 1] */
    rating_tally *tallies; /* [a * count + b] */
    uint64_t games, faults, plies;
    bool repeatable;
    bool sprt;
    rating_sprt test;
    rating_tally tested;   /* what the test has seen: games in the order of their numbers */
    json_t *results;       /* of each game */
    uint64_t failed;       /* number of the first game that did not come to its end, and why */
    lud_status failed_why; /* LUD_OK: there was none */
    lud_status fault;      /* the first fault of the rules, and */
    json_t *fault_moves;   /* the moves before it */
    char problem[AGENT_PROBLEM];
} contest_report;

void report_init(contest_report *r, const contest *c);
void report_done(contest_report *r);
/* In any order. */
void report_add(contest_report *r, const contest_game *g);
json_t *report_json(const contest_report *r, const char *game);
void report_table(const contest_report *r, FILE *out);
/* One line an entrant, with a header. */
void report_csv(const contest_report *r, FILE *out);

#endif
