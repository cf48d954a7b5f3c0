#include "contest/report.h"

#include "analysis/stats.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void report_init(contest_report *r, const contest *c)
{
    *r = (contest_report){.c = c, .repeatable = true};
    r->sums = mem_alloc((c->count + 1) * sizeof *r->sums);
    r->seats = mem_alloc((c->roles + 1) * sizeof *r->seats);
    r->tallies = mem_alloc((size_t)c->count * c->count * sizeof *r->tallies + 1);
    r->results = json_array();
}

void report_done(contest_report *r)
{
    json_decref(r->fault_moves);
    free(r->sums);
    free(r->seats);
    free(r->tallies);
    json_decref(r->results);
}

static void add_score(contest_sum *s, const contest_game *g, uint32_t roles, uint32_t seat)
{
    bool below = false, level = false;
    for (uint32_t i = 0; i < roles; i++) {
        below |= g->scores[i] > g->scores[seat];
        level |= i != seat && g->scores[i] == g->scores[seat];
    }
    s->games++;
    s->losses += below;
    s->draws += !below && level;
    s->wins += !below && !level && roles > 1;
    double score = g->scores[seat];
    s->best = s->games == 1 || score > s->best ? score : s->best;
    s->worst = s->games == 1 || score < s->worst ? score : s->worst;
    s->scores += score;
    s->squares += score * score;
}

static void add_work(match_work *sum, const match_work *w)
{
    sum->thoughts += w->thoughts;
    sum->playouts += w->playouts;
    sum->nodes += w->nodes;
    sum->seconds += w->seconds;
    sum->slowest = w->slowest > sum->slowest ? w->slowest : sum->slowest;
    sum->errors += w->errors;
}

void report_add(contest_report *r, const contest_game *g)
{
    const contest *c = r->c;
    json_t *seats = json_object();
    r->games++;
    r->faults += g->status != LUD_OK;
    if (g->status != LUD_OK && r->failed_why == LUD_OK) {
        r->failed = g->number;
        r->failed_why = g->status;
    }
    if (trace_is_fault(g->status) && r->fault == LUD_OK) {
        r->fault = g->status;
        r->fault_moves = json_incref(g->moves);
    }
    r->plies += g->plies;
    for (uint32_t i = 0; i < c->roles; i++) {
        contest_sum *s = &r->sums[g->seats[i]];
        json_object_set_new(seats, lud_role_name(c->game, i + 1), json_text(c->entrants[g->seats[i]].text));
        add_work(&s->work, &g->works[i]);
        r->repeatable &= g->works[i].repeatable;
        if (g->status != LUD_OK)
            continue;
        add_score(s, g, c->roles, i);
        add_score(&r->seats[i], g, c->roles, i);
    }
    if (g->problem[0])
        memcpy(r->problem, g->problem, sizeof r->problem);
    contest_tally(c, g, r->tallies);
    json_array_append_new(
        r->results,
        json_pack("{sI so so so si so}", "number", (json_int_t)g->number, "seed", json_whole(g->seed), "seats", seats,
                  "scores", g->status == LUD_OK ? scores_json(c->game, c->roles, g->scores) : json_null(), "plies",
                  (int)g->plies, "fault", g->status == LUD_OK ? json_null() : json_string(lud_status_text(g->status))));
}

/* ---- numbers ---- */

/* An entrant against all others together. */
static rating_tally against_all(const contest_report *r, uint32_t who)
{
    rating_tally t = {0};
    for (uint32_t k = 0; k < r->c->count; k++) {
        t.wins += r->tallies[who * r->c->count + k].wins;
        t.draws += r->tallies[who * r->c->count + k].draws;
        t.losses += r->tallies[who * r->c->count + k].losses;
    }
    return t;
}

static json_t *tally_json(rating_tally t)
{
    rating_estimate e = rating_compare(t);
    if (t.wins + t.draws + t.losses == 0) /* nobody met */
        e = (rating_estimate){NAN, NAN, NAN, NAN, NAN, NAN};
    return json_pack("{sI sI sI so so so so so so}", "wins", (json_int_t)t.wins, "draws", (json_int_t)t.draws, "losses",
                     (json_int_t)t.losses, "score", json_finite(e.score), "score_low", json_finite(e.score_low),
                     "score_high", json_finite(e.score_high), "elo", json_finite(e.elo), "elo_low", json_finite(e.low),
                     "elo_high", json_finite(e.high));
}

static double rate(double n, double seconds) { return seconds > 0 ? n / seconds : 0; }

/* Of the scores that the rules can give at all. */
static interval mean_of(const contest_report *r, const contest_sum *s)
{
    double low = INFINITY, high = -INFINITY, a, b;
    for (uint32_t role = 1; role <= r->c->roles; role++) {
        if (!lud_score_bounds(r->c->game, role, &a, &b))
            return stats_mean(s->scores, s->squares, s->games);
        low = fmin(low, a);
        high = fmax(high, b);
    }
    return stats_mean_within(s->scores, s->squares, s->games, low, high);
}

static json_t *entrant_json(const contest_report *r, uint32_t i, const double *elo, const double *errors)
{
    const contest_sum *s = &r->sums[i];
    rating_tally t = against_all(r, i);
    json_t *o = tally_json(t);
    bool met = t.wins + t.draws + t.losses > 0;
    interval mean = mean_of(r, s);
    json_object_set_new(o, "agent", json_text(r->c->entrants[i].text));
    json_object_set_new(o, "games", json_whole(s->games));
    json_object_set_new(o, "mean_score", s->games ? json_score(s->scores / (double)s->games) : json_null());
    json_object_set_new(o, "mean_low", s->games ? json_real(mean.low) : json_null());
    json_object_set_new(o, "mean_high", s->games ? json_real(mean.high) : json_null());
    json_object_set_new(o, "best_score", s->games ? json_score(s->best) : json_null());
    json_object_set_new(o, "worst_score", s->games ? json_score(s->worst) : json_null());
    json_object_set_new(o, "rating", met ? json_real(elo[i]) : json_null());
    json_object_set_new(o, "rating_error", met ? json_real(errors[i]) : json_null());
    json_object_set_new(o, "moves", json_whole(s->work.thoughts));
    json_object_set_new(o, "playouts", json_whole(s->work.playouts));
    json_object_set_new(o, "nodes", json_whole(s->work.nodes));
    json_object_set_new(o, "seconds", json_real(s->work.seconds));
    json_object_set_new(o, "slowest", json_real(s->work.slowest));
    json_object_set_new(o, "playouts_per_second", json_real(rate((double)s->work.playouts, s->work.seconds)));
    json_object_set_new(o, "errors", json_whole(s->work.errors));
    return o;
}

static const char *verdict_text(rating_verdict v)
{
    return v == SPRT_H1 ? "accepted" : v == SPRT_H0 ? "rejected" : "open";
}

static json_t *sprt_json(const contest_report *r)
{
    if (!r->sprt)
        return json_null();
    return json_pack("{sf sf sf sf sf sf sf ss sI}", "elo0", r->test.elo0, "elo1", r->test.elo1, "alpha", r->test.alpha,
                     "beta", r->test.beta, "llr", rating_llr(&r->test, r->tested), "lower", rating_llr_lower(&r->test),
                     "upper", rating_llr_upper(&r->test), "verdict", verdict_text(rating_decide(&r->test, r->tested)),
                     "games", (json_int_t)(r->tested.wins + r->tested.draws + r->tested.losses));
}

static json_t *pairs_json(const contest_report *r)
{
    json_t *pairs = json_array();
    for (uint32_t i = 0; i < r->c->count; i++)
        for (uint32_t k = i + 1; k < r->c->count; k++) {
            json_t *o = tally_json(r->tallies[i * r->c->count + k]);
            json_object_set_new(o, "agent", json_text(r->c->entrants[i].text));
            json_object_set_new(o, "opponent", json_text(r->c->entrants[k].text));
            json_array_append_new(pairs, o);
        }
    return pairs;
}

static json_t *seats_json(const contest_report *r)
{
    json_t *seats = json_object();
    for (uint32_t i = 0; i < r->c->roles; i++) {
        const contest_sum *s = &r->seats[i];
        json_object_set_new(seats, lud_role_name(r->c->game, i + 1),
                            json_pack("{sI sI sI so}", "wins", (json_int_t)s->wins, "draws", (json_int_t)s->draws,
                                      "losses", (json_int_t)s->losses, "mean_score",
                                      s->games ? json_score(s->scores / (double)s->games) : json_null()));
    }
    return seats;
}

static int by_number(const void *a, const void *b)
{
    json_int_t x = json_integer_value(json_object_get(*(json_t *const *)a, "number"));
    json_int_t y = json_integer_value(json_object_get(*(json_t *const *)b, "number"));
    return (x > y) - (x < y);
}

static json_t *sorted_results(const contest_report *r)
{
    size_t count = json_array_size(r->results);
    json_t **all = mem_alloc((count + 1) * sizeof(json_t *)), *list = json_array();
    for (size_t i = 0; i < count; i++)
        all[i] = json_array_get(r->results, i);
    qsort((void *)all, count, sizeof *all, by_number);
    for (size_t i = 0; i < count; i++)
        json_array_append(list, all[i]);
    free((void *)all);
    return list;
}

/* To be freed. */
static void rate_all(const contest_report *r, double **elo, double **errors)
{
    const uint32_t n = r->c->count;
    *elo = mem_alloc((n + 1) * sizeof **elo);
    *errors = mem_alloc((n + 1) * sizeof **errors);
    if (!rating_table(n, r->tallies, *elo, *errors))
        mem_no_memory();
}

json_t *report_json(const contest_report *r, const char *game)
{
    const contest *c = r->c;
    double *elo, *errors;
    rate_all(r, &elo, &errors);
    json_t *agents = json_array();
    for (uint32_t i = 0; i < c->count; i++)
        json_array_append_new(agents, entrant_json(r, i, elo, errors));
    free(elo);
    free(errors);
    return json_pack("{so so sI sI sI so so so so so so so}", "game", json_text(game), "seed", json_whole(c->seed),
                     "games", (json_int_t)r->games, "planned", (json_int_t)contest_games(c), "faults",
                     (json_int_t)r->faults, "mean_plies", json_real(r->games ? (double)r->plies / (double)r->games : 0),
                     "repeatable", json_boolean(r->repeatable), "agents", agents, "pairs", pairs_json(r), "seats",
                     seats_json(r), "sprt", sprt_json(r), "results", sorted_results(r));
}

/* ---- for people ---- */

static void elo_text(char *out, size_t size, double elo)
{
    if (isfinite(elo))
        snprintf(out, size, "%+.0f", elo);
    else
        snprintf(out, size, "%s", elo > 0 ? "+inf" : "-inf");
}

static void print_entrants(const contest_report *r, const double *elo, const double *errors, FILE *out)
{
    table t;
    table_init(&t, "lrrrrrrrrr");
    table_row(&t, "agent", "games", "won", "drawn", "lost", "score", "95 %", "rating", "seconds", "playouts/s", NULL);
    for (uint32_t i = 0; i < r->c->count; i++) {
        const contest_sum *s = &r->sums[i];
        rating_tally v = against_all(r, i);
        rating_estimate e = rating_compare(v);
        bool met = v.wins + v.draws + v.losses > 0;
        char n[8][40], speed[NUMBER_SIZE];
        snprintf(n[0], 40, "%llu", (unsigned long long)s->games);
        snprintf(n[1], 40, "%llu", (unsigned long long)(met ? v.wins : s->wins));
        snprintf(n[2], 40, "%llu", (unsigned long long)(met ? v.draws : s->draws));
        snprintf(n[3], 40, "%llu", (unsigned long long)(met ? v.losses : s->losses));
        if (met) {
            snprintf(n[4], 40, "%.1f %%", 100 * e.score);
            snprintf(n[5], 40, "%.1f to %.1f", 100 * e.score_low, 100 * e.score_high);
            snprintf(n[6], 40, "%+.0f +- %.0f", elo[i], errors[i]);
        } else {
            snprintf(n[4], 40, "%.4g", s->games ? s->scores / (double)s->games : 0);
            n[5][0] = n[6][0] = 0;
        }
        snprintf(n[7], 40, "%.1f", s->work.seconds);
        number_rate(speed, rate((double)s->work.playouts, s->work.seconds));
        table_row(&t, r->c->entrants[i].text, n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], speed, NULL);
    }
    table_print(&t, out);
    table_done(&t);
}

/* Games of one role: what matters are the scores. */
static void print_scores(const contest_report *r, FILE *out)
{
    table t;
    table_init(&t, "lrrrrrrr");
    table_row(&t, "agent", "games", "mean score", "95 %", "worst", "best", "seconds", "playouts/s", NULL);
    for (uint32_t i = 0; i < r->c->count; i++) {
        const contest_sum *s = &r->sums[i];
        interval mean = mean_of(r, s);
        char games[40], score[40], range[80], worst[NUMBER_SIZE], best[NUMBER_SIZE], seconds[40], speed[NUMBER_SIZE];
        snprintf(games, sizeof games, "%llu", (unsigned long long)s->games);
        snprintf(score, sizeof score, "%.2f", s->games ? s->scores / (double)s->games : 0);
        range[0] = 0;
        if (s->games > 1)
            snprintf(range, sizeof range, "%.2f to %.2f", mean.low, mean.high);
        snprintf(seconds, sizeof seconds, "%.1f", s->work.seconds);
        number_rate(speed, rate((double)s->work.playouts, s->work.seconds));
        table_row(&t, r->c->entrants[i].text, games, score, range, number_score(worst, s->worst),
                  number_score(best, s->best), seconds, speed, NULL);
    }
    table_print(&t, out);
    table_done(&t);
}

static void print_pairs(const contest_report *r, FILE *out)
{
    table t;
    table_init(&t, "llrrrr");
    table_row(&t, "agent", "opponent", "won-drawn-lost", "score", "Elo", "95 %", NULL);
    for (uint32_t i = 0; i < r->c->count; i++)
        for (uint32_t k = i + 1; k < r->c->count; k++) {
            rating_tally v = r->tallies[i * r->c->count + k];
            rating_estimate e = rating_compare(v);
            char wdl[70], score[20], elo[20], low[20], high[20], range[50];
            snprintf(wdl, sizeof wdl, "%llu-%llu-%llu", (unsigned long long)v.wins, (unsigned long long)v.draws,
                     (unsigned long long)v.losses);
            snprintf(score, sizeof score, "%.1f %%", 100 * e.score);
            if (v.wins + v.draws + v.losses == 0)
                continue;
            elo_text(elo, sizeof elo, e.elo);
            elo_text(low, sizeof low, e.low);
            elo_text(high, sizeof high, e.high);
            snprintf(range, sizeof range, "%s to %s", low, high);
            table_row(&t, r->c->entrants[i].text, r->c->entrants[k].text, wdl, score, elo, range, NULL);
        }
    table_print(&t, out);
    table_done(&t);
}

static void print_seats(const contest_report *r, FILE *out)
{
    for (uint32_t i = 0; i < r->c->roles && r->games > r->faults; i++) {
        const contest_sum *s = &r->seats[i];
        interval w = stats_wilson(s->wins, s->games);
        fprintf(out, "%-12s won %llu of %llu (%.1f to %.1f %%), mean score %.4g\n", lud_role_name(r->c->game, i + 1),
                (unsigned long long)s->wins, (unsigned long long)s->games, 100 * w.low, 100 * w.high,
                s->games ? s->scores / (double)s->games : 0);
    }
}

/* Why there are more games than were asked for. */
static void print_seating(const contest_report *r, FILE *out)
{
    const contest *c = r->c;
    if (c->lineups * c->rotations > 1)
        fprintf(out, "%llu round%s of %u line-up%s, each with every agent in every seat (%u games a round)\n",
                (unsigned long long)c->rounds, c->rounds == 1 ? "" : "s", c->lineups, c->lineups == 1 ? "" : "s",
                c->lineups * c->rotations);
}

void report_table(const contest_report *r, FILE *out)
{
    uint32_t n = r->c->count;
    double *elo, *errors;
    rate_all(r, &elo, &errors);
    print_seating(r, out);
    fprintf(out, "%llu of %llu games, %.1f plies on average\n\n", (unsigned long long)r->games,
            (unsigned long long)contest_games(r->c), r->games ? (double)r->plies / (double)r->games : 0);
    if (r->c->roles == 1)
        print_scores(r, out);
    else
        print_entrants(r, elo, errors, out);
    if (n > 1 && r->c->roles > 1 && r->games > r->faults) {
        fputc('\n', out);
        print_pairs(r, out);
    }
    if (r->c->roles > 1 && r->games > r->faults) {
        fputc('\n', out);
        print_seats(r, out);
    }
    if (r->sprt)
        fprintf(out, "\nSPRT of %s: %+g Elo against %+g: log-likelihood ratio %.2f (%.2f to %.2f), %s\n",
                r->c->entrants[0].text, r->test.elo1, r->test.elo0, rating_llr(&r->test, r->tested),
                rating_llr_lower(&r->test), rating_llr_upper(&r->test),
                verdict_text(rating_decide(&r->test, r->tested)));
    if (r->faults)
        fprintf(out, "\n%llu game%s ended by a fault or a limit and do%s not count; first: game %llu (%s)\n",
                (unsigned long long)r->faults, r->faults == 1 ? "" : "s", r->faults == 1 ? "es" : "",
                (unsigned long long)r->failed, lud_status_text(r->failed_why));
    if (r->problem[0])
        fprintf(out, "\nan agent failed and random moves were made for it; last: %s\n", r->problem);
    if (!r->repeatable)
        fputs("\nnot reproducible (clocks, threads or external programs were used)\n", out);
    free(elo);
    free(errors);
}

static void csv_text(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void report_csv(const contest_report *r, FILE *out)
{
    uint32_t n = r->c->count;
    double *elo, *errors;
    rate_all(r, &elo, &errors);
    fputs("agent,games,wins,draws,losses,score,score_low,score_high,rating,rating_error,mean_score,"
          "playouts,nodes,seconds,errors\n",
          out);
    for (uint32_t i = 0; i < n; i++) {
        const contest_sum *s = &r->sums[i];
        rating_tally v = against_all(r, i);
        rating_estimate e = rating_compare(v);
        csv_text(r->c->entrants[i].text, out);
        fprintf(out, ",%llu,%llu,%llu,%llu,%.6g,%.6g,%.6g,%.4f,%.4f,%.6g,%llu,%llu,%.3f,%u\n",
                (unsigned long long)s->games, (unsigned long long)v.wins, (unsigned long long)v.draws,
                (unsigned long long)v.losses, e.score, e.score_low, e.score_high, elo[i], errors[i],
                s->games ? s->scores / (double)s->games : 0, (unsigned long long)s->work.playouts,
                (unsigned long long)s->work.nodes, s->work.seconds, s->work.errors);
    }
    free(elo);
    free(errors);
}
