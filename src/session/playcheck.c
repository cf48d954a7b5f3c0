#include "session/playcheck.h"

#include "session/codes.h"
#include "session/failure.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trace.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    const setup *with;
    bool color;
    walk w;
    const char *path;
    play_report report;
    buffer text;
    lud_status start;
    uint64_t playouts, ended, stuck, endless;
    uint32_t shortest, longest;
    uint64_t *without, *several;             /* [role] finished games with no score, with more than one */
    uint64_t *first_without, *first_several; /* [role] number of the first of them */
    bool goals;                              /* scores are goals of a rule sheet, from 0 to 100 */
    bool *won;                               /* [role] scored 100 once */
} run;

static void append(run *r, json_t *finding, bool error, const char *check)
{
    json_object_set_new(finding, "check", check ? json_string(check) : json_null());
    json_object_set_new(finding, "notes", json_array());
    json_array_append_new(r->report.findings, finding);
    *(error ? &r->report.errors : &r->report.warnings) += 1;
}

static void add(run *r, bool error, const char *code, const char *check, const char *hint, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
static void add(run *r, bool error, const char *code, const char *check, const char *hint, const char *format, ...)
{
    char message[1200];
    va_list args;
    error |= r->with->load.slips;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    lud_diagnostic d = {
        .severity = error ? LUD_ERROR : LUD_WARNING, .code = code, .file = r->path, .message = message, .hint = hint};
    append(r, diagnostic_json(d), error, check);
    buffer_addf(&r->text, "%s: %s[%s]: %s\n", r->path, error ? "error" : "warning", code, message);
    if (hint)
        buffer_addf(&r->text, "      = hint: %s\n", hint);
}

/* The moves of a game that ended, to the finding added last. */
static void add_moves(run *r, uint64_t number)
{
    trace t = {0};
    json_t *finding = json_array_get(r->report.findings, json_array_size(r->report.findings) - 1);
    if (trace_search(&t, &r->w, r->with, number, LUD_OK)) {
        char *moves = trace_text(&t, r->with, r->path);
        buffer_add(&r->text, moves);
        trace_json(&t, r->with, r->path, finding);
        json_object_set_new(finding, "playout", json_integer((json_int_t)number));
        free(moves);
    }
    trace_done(&t);
}

/* A fault while playing: the diagnostic that `run` gives, and the moves that lead to it. */
static void add_fault(run *r, uint64_t number, const char *check, lud_status status)
{
    trace t = {0};
    bool start = r->start != LUD_OK;
    if (!start)
        trace_search(&t, &r->w, r->with, number, status);
    json_t *finding = trace_fault_json(r->with, &r->w, &t, r->path);
    json_object_set_new(finding, "playout", json_integer((json_int_t)number));
    append(r, finding, true, check);
    buffer_add(&r->text, lud_fault_text(r->w.ctx, r->color));
    char *moves = trace_text(&t, r->with, r->path);
    buffer_add(&r->text, moves);
    buffer_addf(&r->text, "      = found by random game %llu of seed %llu\n", (unsigned long long)number,
                (unsigned long long)r->with->seed);
    free(moves);
    trace_done(&t);
}

static void count_game(uint64_t *count, uint64_t *first, bool such, uint64_t number)
{
    *first = such && *count == 0 ? number : *first;
    *count += such;
}

static void look_at_scores(run *r, const void *state, uint64_t number)
{
    json_t *scores = state_scores_json(&r->w, state);
    for (uint32_t role = 1; role <= r->w.roles; role++) {
        const json_t *score = json_object_get(scores, lud_role_name(r->w.game, role));
        count_game(&r->without[role], &r->first_without[role], json_is_array(score) && json_array_size(score) == 0,
                   number);
        count_game(&r->several[role], &r->first_several[role], json_is_array(score) && json_array_size(score) > 1,
                   number);
        r->won[role] |= json_is_integer(score) && json_integer_value(score) == 100;
    }
    json_decref(scores);
}

static bool play_once(run *r, uint64_t number, void *state)
{
    lud_rng rng;
    lud_playout_result result = {0};
    lud_rng_seed(&rng, r->with->seed, number);
    memcpy(state, r->w.state, r->w.size);
    lud_status status = r->start;
    if (status == LUD_OK)
        status = lud_playout(r->w.ctx, state, &rng, NULL, &result);
    if (status == LUD_OK) {
        r->shortest = r->ended == 0 || result.plies < r->shortest ? result.plies : r->shortest;
        r->longest = result.plies > r->longest ? result.plies : r->longest;
        r->ended++;
        look_at_scores(r, state, number);
    } else if (status == LUD_ERR_STUCK) {
        if (r->stuck++ == 0)
            add_fault(r, number, "Playability", status);
    } else if (status == LUD_LIMIT_PLIES && r->start == LUD_OK) {
        if (r->endless++ == 0)
            add_fault(r, number, "Termination", status);
    } else if (status == LUD_INTERRUPTED) {
        r->playouts = number;
        r->report.code = EXIT_INTERRUPT;
        return false;
    } else {
        add_fault(r, number, "Play", status);
        r->report.code = exit_worst(r->report.code, status_code(status));
        return false;
    }
    return true;
}

static void judge_role(run *r, uint32_t role)
{
    const char *name = lud_role_name(r->w.game, role);
    if (r->without[role]) {
        add(r, true, "E0733", "Goal", "at the end of a game each role needs one `goal`",
            "%.200s has no goal value at the end of %llu of %llu games", name, (unsigned long long)r->without[role],
            (unsigned long long)r->ended);
        add_moves(r, r->first_without[role]);
    }
    if (r->several[role]) {
        add(r, true, "E0733", "Goal", "at the end of a game each role needs one `goal`",
            "%.200s has several goal values at the end of %llu of %llu games", name,
            (unsigned long long)r->several[role], (unsigned long long)r->ended);
        add_moves(r, r->first_several[role]);
    }
    if (r->goals && r->ended && !r->won[role])
        add(r, false, "W0734", "WeakWinnability", "more games may show it, or the rules make it impossible",
            "%.200s never reached 100 in %llu games", name, (unsigned long long)r->ended);
}

static char *summary(const run *r)
{
    buffer b = {0};
    buffer_addf(&b, "%llu random games", (unsigned long long)r->playouts);
    if (r->ended)
        buffer_addf(&b, ", %llu to the end after %u to %u plies", (unsigned long long)r->ended, r->shortest,
                    r->longest);
    if (r->stuck)
        buffer_addf(&b, ", %llu without a legal move", (unsigned long long)r->stuck);
    if (r->endless)
        buffer_addf(&b, ", %llu without an end", (unsigned long long)r->endless);
    for (uint32_t role = 1; r->goals && role <= r->w.roles; role++)
        buffer_addf(&b, "%s%s %s", role == 1 ? "; 100 reached: " : ", ", lud_role_name(r->w.game, role),
                    r->won[role] ? "yes" : "no");
    return b.text;
}

play_report play_check(const setup *with, const lud_game *game, const char *path, uint64_t playouts, bool color)
{
    run r = {.with = with, .color = color, .path = path, .playouts = playouts};
    walk_init(&r.w, game);
    lud_info info;
    lud_game_info(game, &info);
    r.goals = strcmp(info.language, "gdl") == 0;
    size_t roles = r.w.roles + 1;
    r.report.findings = json_array();
    r.without = mem_alloc(roles * sizeof *r.without);
    r.several = mem_alloc(roles * sizeof *r.several);
    r.first_without = mem_alloc(roles * sizeof *r.first_without);
    r.first_several = mem_alloc(roles * sizeof *r.first_several);
    r.won = mem_alloc(roles * sizeof *r.won);
    r.start = walk_start(&r.w);
    void *state = mem_alloc(r.w.size);
    for (uint64_t i = 0; i < playouts; i++)
        if (!play_once(&r, i, state))
            break;
    free(state);
    for (uint32_t role = 1; role <= r.w.roles; role++)
        judge_role(&r, role);
    if (r.ended && r.longest == 0)
        add(&r, false, "W0608", "Play", "what ends the game holds in the first state",
            "the game is over before anybody moves");
    r.report.summary = summary(&r);
    r.report.text = r.text.text;
    if (r.report.errors)
        r.report.code = exit_worst(r.report.code, EXIT_WRONG);
    free(r.without);
    free(r.several);
    free(r.first_without);
    free(r.first_several);
    free(r.won);
    walk_done(&r.w);
    return r.report;
}

void play_report_done(play_report *r)
{
    json_decref(r->findings);
    free(r->summary);
    free(r->text);
}
