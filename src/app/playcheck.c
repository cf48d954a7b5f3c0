#include "app/playcheck.h"

#include "app/app.h"
#include "app/load.h"
#include "app/memory.h"
#include "app/output.h"
#include "app/position.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    const options *o;
    walk w;
    const char *path;
    play_report report;
    uint64_t playouts, ended, stuck, endless;
    uint32_t shortest, longest;
    uint64_t *without, *several; /* [role] finished games with no score, with more than one */
    bool *won;                   /* [role] scored 100 once */
} run;

static void add(run *r, bool error, const char *code, const char *check, const char *hint,
                const char *format, ...) __attribute__((format(printf, 6, 7)));
static void add(run *r, bool error, const char *code, const char *check, const char *hint,
                const char *format, ...)
{
    char message[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    json_array_append_new(r->report.findings,
                          json_pack("{so si si si si ss ss ss so so s[]}", "file",
                                    json_text(r->path), "line", 0, "column", 0, "end_line", 0,
                                    "end_column", 0, "severity", error ? "error" : "warning",
                                    "code", code, "check", check, "message", json_text(message),
                                    "hint", json_text(hint), "notes"));
    *(error ? &r->report.errors : &r->report.warnings) += 1;
}

static void look_at_scores(run *r)
{
    json_t *scores = position_scores_json(&r->w);
    for (uint32_t role = 1; role <= r->w.roles; role++) {
        const json_t *score = json_object_get(scores, lud_role_name(r->w.game, role));
        r->without[role] += json_is_array(score) && json_array_size(score) == 0;
        r->several[role] += json_is_array(score) && json_array_size(score) > 1;
        r->won[role] |= json_is_integer(score) && json_integer_value(score) == 100;
    }
    json_decref(scores);
}

/* The first line of the engine's words for a fault, without its place. */
static void fault_line(run *r, char *out, size_t size)
{
    lud_diagnostic d = lud_fault(r->w.ctx);
    snprintf(out, size, "%s", d.message && *d.message ? d.message : "a role has no legal move");
}

static bool play_once(run *r, uint64_t number)
{
    lud_rng rng;
    lud_playout_result result = {0};
    lud_rng_seed(&rng, r->o->seed, number);
    lud_status status = walk_start(&r->w);
    if (status == LUD_OK)
        status = lud_playout(r->w.ctx, r->w.state, &rng, NULL, &result);
    if (status == LUD_OK) {
        r->shortest = r->ended == 0 || result.plies < r->shortest ? result.plies : r->shortest;
        r->longest = result.plies > r->longest ? result.plies : r->longest;
        r->ended++;
        look_at_scores(r);
    } else if (status == LUD_ERR_STUCK) {
        char why[900];
        fault_line(r, why, sizeof why);
        if (r->stuck++ == 0)
            add(r, true, "E0601", "Playability",
                "a role that has nothing to do needs a move like `noop`",
                "random game %llu cannot go on: %s", (unsigned long long)number, why);
    } else if (status == LUD_LIMIT_PLIES) {
        if (r->endless++ == 0)
            add(r, true, "E0604", "Termination",
                "a step counter makes every game end; --max-plies is the limit",
                "random game %llu is not over after %u plies", (unsigned long long)number,
                r->o->load.limits.max_plies);
    } else if (status == LUD_INTERRUPTED) {
        r->playouts = number;
        r->report.code = EXIT_INTERRUPT;
        return false;
    } else {
        char why[900];
        fault_line(r, why, sizeof why);
        add(r, true, "E0604", "Play", NULL, "random game %llu: %s: %s", (unsigned long long)number,
            lud_status_text(status), why);
        r->report.code = exit_worst(r->report.code, status_exit(status));
        return false;
    }
    return true;
}

static void judge_role(run *r, uint32_t role)
{
    const char *name = lud_role_name(r->w.game, role);
    if (r->without[role])
        add(r, true, "E0733", "Goal", "at the end of a game each role needs one `goal`",
            "%.200s has no goal value at the end of %llu of %llu games", name,
            (unsigned long long)r->without[role], (unsigned long long)r->ended);
    if (r->several[role])
        add(r, true, "E0733", "Goal", "at the end of a game each role needs one `goal`",
            "%.200s has several goal values at the end of %llu of %llu games", name,
            (unsigned long long)r->several[role], (unsigned long long)r->ended);
    if (r->w.facts && r->ended && !r->won[role])
        add(r, false, "W0734", "WeakWinnability",
            "more games may show it, or the rules make it impossible",
            "%.200s never reached 100 in %llu games", name, (unsigned long long)r->ended);
}

static char *summary(const run *r)
{
    buffer b = {0};
    buffer_addf(&b, "%llu random games", (unsigned long long)r->playouts);
    if (r->ended)
        buffer_addf(&b, ", %llu to the end after %u to %u plies", (unsigned long long)r->ended,
                    r->shortest, r->longest);
    if (r->stuck)
        buffer_addf(&b, ", %llu without a legal move", (unsigned long long)r->stuck);
    if (r->endless)
        buffer_addf(&b, ", %llu without an end", (unsigned long long)r->endless);
    for (uint32_t role = 1; r->w.facts && role <= r->w.roles; role++)
        buffer_addf(&b, "%s%s %s", role == 1 ? "; 100 reached: " : ", ",
                    lud_role_name(r->w.game, role), r->won[role] ? "yes" : "no");
    return b.text;
}

play_report play_check(const options *o, const lud_game *game, const char *path, uint64_t playouts)
{
    run r = {.o = o, .path = path, .playouts = playouts};
    walk_init(&r.w, game);
    size_t roles = r.w.roles + 1;
    r.report.findings = json_array();
    r.without = app_alloc(roles * sizeof *r.without);
    r.several = app_alloc(roles * sizeof *r.several);
    r.won = app_alloc(roles * sizeof *r.won);
    for (uint64_t i = 0; i < playouts; i++)
        if (!play_once(&r, i))
            break;
    for (uint32_t role = 1; role <= r.w.roles; role++)
        judge_role(&r, role);
    r.report.summary = summary(&r);
    if (r.report.errors)
        r.report.code = exit_worst(r.report.code, EXIT_WRONG);
    free(r.without);
    free(r.several);
    free(r.won);
    walk_done(&r.w);
    return r.report;
}

void play_report_done(play_report *r)
{
    json_decref(r->findings);
    free(r->summary);
}
