/* A strategy on many levels: how often it wins, with a confidence interval, and on one level what it derives. */
#include "analysis/stats.h"
#include "cli/app.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "cli/strategy.h"
#include "session/levels.h"
#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

static void tell_fault(const levels *how, uint64_t level, uint32_t step, const char *fault)
{
    fprintf(stderr, "%s: level %llu, step %u: %s", how->path, (unsigned long long)level, step, fault);
}

/* ---- results ---- */

static json_t *level_json(uint64_t level) { return level == UINT64_MAX ? json_null() : json_whole(level); }

static json_t *to_json(const levels *how, const level_tally *t)
{
    double won = t->won ? (double)t->won_steps / (double)t->won : 0;
    return json_pack(
        "{so so so so sI sI so so so so so sI sI sI}", "game", json_text(base_name(how->path)), "strategy",
        json_text(how->strategy_file), "seed", json_whole(how->with->seed), "first_level",
        how->levels ? json_whole(how->first) : json_null(), "levels", (json_int_t)(how->levels ? how->levels : 1),
        "games", (json_int_t)t->games, "won", json_rate(t->won, t->games), "lost", json_rate(t->lost, t->games),
        "stopped", json_rate(t->stopped, t->games), "steps_to_win",
        t->won ? json_pack("{sf sI sI}", "mean", won, "min", (json_int_t)t->shortest, "max", (json_int_t)t->longest)
               : json_null(),
        "first_lost", how->levels ? level_json(t->first_lost) : json_null(), "void_steps", (json_int_t)t->void_steps,
        "void_games", (json_int_t)t->void_games, "steps_without_answer_set", (json_int_t)t->silent_steps);
}

static void print_rate(const char *label, uint64_t count, uint64_t total, const char *remark)
{
    char percent[NUMBER_SIZE];
    interval i = stats_wilson(count, total);
    printf("%-12s %llu, %s (%.1f to %.1f)%s\n", label, (unsigned long long)count,
           number_percent(percent, total ? (double)count / (double)total : 0), 100 * i.low, 100 * i.high, remark);
}

static void print_result(const levels *how, const level_tally *t)
{
    printf("%-12s %s\n%-12s %s\n", "game", base_name(how->path), "strategy",
           how->strategy_file ? how->strategy_file : STRATEGY_STORED);
    if (how->levels)
        printf("%-12s %llu, from --level %llu on\n", "levels", (unsigned long long)how->levels,
               (unsigned long long)how->first);
    printf("%-12s %llu\n", "games", (unsigned long long)t->games);
    if (t->games == 0)
        return;
    print_rate("won", t->won, t->games, "");
    print_rate("lost", t->lost, t->games, "");
    print_rate("stopped", t->stopped, t->games, " after 501 steps without a verdict");
    if (t->won)
        printf("%-12s mean %.2f, from %u to %u\n", "steps to win", (double)t->won_steps / (double)t->won, t->shortest,
               t->longest);
    if (t->void_steps)
        printf("%-12s %llu in %llu games: nature had no answer set\n", "void steps", (unsigned long long)t->void_steps,
               (unsigned long long)t->void_games);
    if (t->silent_steps)
        printf("%-12s %llu steps in which the strategy had no answer set\n", "no action",
               (unsigned long long)t->silent_steps);
    if (how->levels && t->first_lost != UINT64_MAX)
        printf("%-12s --level %llu\n", "first lost", (unsigned long long)t->first_lost);
    if (how->levels && t->first_void != UINT64_MAX)
        printf("%-12s --level %llu\n", "first void", (unsigned long long)t->first_void);
}

/* ---- explaining one game ---- */

static void print_lines(const char *title, const char *text)
{
    printf("  %-10s", title);
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        printf(" %.*s.", (int)n, text);
    }
    putchar('\n');
}

/* Lines of the rules that did not apply; `ever` notes those that did. */
static json_t *idle_rules(const lud_strategy *s, bool *ever)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_strategy_rule_count(s); i++) {
        lud_strategy_rule r = lud_strategy_rule_at(s, i);
        ever[i] |= r.applied;
        if (!r.applied)
            json_array_append_new(list, json_integer(r.line));
    }
    return list;
}

static void print_step(const level_game *g, const json_t *step, const lud_diagnostic *why)
{
    const json_t *idle = json_object_get(step, "rules_not_applied"), *line;
    size_t i;
    printf("step %u\n", g->w.ply);
    print_lines("derived:", lud_strategy_atoms(g->strategy));
    fputs("  does:     ", stdout);
    json_array_foreach (json_object_get(step, "do"), i, line)
        printf(" %s.", json_string_value(line));
    puts(json_array_size(json_object_get(step, "do")) ? "" : " nothing");
    if (json_array_size(idle)) {
        fputs("  rules that did not apply: line", stdout);
        json_array_foreach ((json_t *)(uintptr_t)idle, i, line)
            printf("%s %lld", i ? "," : "", (long long)json_integer_value(line));
        putchar('\n');
    }
    if (why)
        printf("  %s\n", why->message);
}

static lud_status explain_step(level_game *g, bool *ever, bool json, json_t *steps)
{
    lud_play play;
    lud_diagnostic why;
    lud_status status = level_step(g, &play);
    if (status != LUD_OK)
        return status;
    bool silent = lud_step_void(g->w.ctx, &why);
    json_t *step = json_pack("{sI so so so so so so}", "step", (json_int_t)g->w.ply, "derived",
                             json_lines(lud_strategy_atoms(g->strategy)), "do", json_lines(play.actions), "remember",
                             json_lines(play.remember), "forget", json_lines(play.forget), "rules_not_applied",
                             idle_rules(g->strategy, ever), "void", silent ? json_text(why.message) : json_null());
    json_array_append_new(steps, step);
    if (!json)
        print_step(g, step, silent ? &why : NULL);
    return LUD_OK;
}

static void print_never(const level_game *g, const bool *ever)
{
    for (uint32_t i = 0; i < lud_strategy_rule_count(g->strategy); i++) {
        lud_strategy_rule r = lud_strategy_rule_at(g->strategy, i);
        if (!ever[i])
            printf("never applied: line %u: %s\n", r.line, r.text);
    }
}

static int explain(const options *o, const levels *how, json_t *list)
{
    level_game g;
    int code = EXIT_WRONG;
    lud_diags *diags = lud_diags_new();
    json_t *steps = json_array(), *never = json_array();
    if (!level_open(&g, how, how->first, diags)) {
        print_diags(o, diags);
    } else {
        bool *ever = mem_alloc(lud_strategy_rule_count(g.strategy) + 1);
        lud_status status = level_begin(&g, how, 0);
        while (status == LUD_OK && !walk_terminal(&g.w) && !ferror(stdout))
            status = explain_step(&g, ever, o->json, steps);
        for (uint32_t i = 0; i < lud_strategy_rule_count(g.strategy); i++)
            if (!ever[i])
                json_array_append_new(never, json_integer(lud_strategy_rule_at(g.strategy, i).line));
        code = status_code(status);
        if (status != LUD_OK && status != LUD_INTERRUPTED) {
            char *fault = level_fault(&g, how, status);
            tell_fault(how, how->first, g.w.ply + 1, fault);
            free(fault);
        }
        if (o->json) {
            json_array_append_new(list, json_pack("{so so so sO sO}", "game", json_text(base_name(how->path)),
                                                  "strategy", json_text(how->strategy_file), "verdict",
                                                  json_text(lud_verdict(g.rules, g.w.state)), "steps", steps,
                                                  "rules_never_applied", never));
        } else if (status == LUD_OK) {
            const char *verdict = lud_verdict(g.rules, g.w.state);
            printf("\n%s after %u steps\n",
                   strcmp(verdict, "win") == 0    ? "won"
                   : strcmp(verdict, "lose") == 0 ? "lost"
                                                  : "stopped",
                   g.w.ply);
            print_never(&g, ever);
        }
        free(ever);
    }
    json_decref(steps);
    json_decref(never);
    level_close(&g);
    lud_diags_free(diags);
    return code;
}

/* ---- the command ---- */

/* Warnings are told once, for the game and for the strategy. */
static bool check(const options *o, const levels *how)
{
    lud_diags *diags = lud_diags_new();
    level_game g;
    bool fine = level_open(&g, how, how->first, diags);
    if (fine && !how->strategy_file && !lud_has_strategy(g.rules)) {
        fprintf(stderr, "ludens run: %s has no strategy; --strategy FILE names one\n", how->path);
        fine = false;
    }
    if (diags)
        print_diags(o, diags);
    level_close(&g);
    lud_diags_free(diags);
    return fine;
}

static int play_levels(const options *o, levels *how, json_t *list)
{
    progress bar;
    levels_result r;
    progress_start(&bar, base_name(how->path), !o->json);
    how->progress = progress_step;
    how->user = &bar;
    interrupt_catch();
    levels_run(how, &r);
    bool interrupted = interrupt_release();
    progress_end(&bar);
    if (r.failed && r.status == LUD_OK)
        print_diags(o, r.diags);
    else if (r.failed)
        tell_fault(how, r.failed_level, r.failed_step, r.fault);
    int code = r.failed ? r.status == LUD_OK ? EXIT_WRONG : status_code(r.status) : EXIT_FINE;
    if (o->json)
        json_array_append_new(list, to_json(how, &r.sum));
    else
        print_result(how, &r.sum);
    if (interrupted)
        fprintf(stderr, "%s: interrupted after %llu of %llu levels\n", how->path, (unsigned long long)r.done,
                (unsigned long long)(how->levels ? how->levels : 1));
    levels_result_done(&r);
    return interrupted ? EXIT_INTERRUPT : code;
}

int strategy_run(const options *o, const strategy_run_options *own, const char *path, json_t *list)
{
    strategy_text s;
    int code;
    if (!strategy_read(&s, own->strategy, &code))
        return code;
    levels how = {.with = &o->with,
                  .path = path,
                  .strategy_file = s.file,
                  .strategy = s.text,
                  .strategy_length = s.length,
                  .explained = own->explain,
                  .color = options_color(o, stderr),
                  .first = o->with.load.level ? o->with.level.seed : 1,
                  .levels = own->levels,
                  .games = own->games,
                  .threads = o->threads};
    char *rules = load_file(path, &how.length, &code);
    how.rules = rules;
    if (rules)
        code = !check(o, &how) ? EXIT_WRONG : own->explain ? explain(o, &how, list) : play_levels(o, &how, list);
    strategy_text_done(&s);
    free(rules);
    return code;
}
