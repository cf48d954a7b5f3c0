/* Compiling a game. */
#include "answerset/game.h"

#include "answerset/candidates.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_ATOMS = 64 };

static const char *const nature_names[] = {"next", "current_time"};
static const char *const see_names[] = {"observe", "setting", "decorate"};
static const char *const judge_names[] = {"win", "lose"};
static const char *const start_names[] = {"at_time"};
static const char *const generate_names[] = {"at", "debug", "setting", "decorate"};
static const char *const setting_names[] = {"setting", "decorate"};
static const char *const play_names[] = {"do", "remember", "forget"};
#define NAMES(list) list, sizeof list / sizeof *list

/* ---- texts of our own ---- */

static const char clock_text[] = "current_time(T) :- T = #max { S : at_time(S,_,_,_) }.\n"
                                 "at(R,C,O) :- at_time(T,R,C,O), current_time(T).\n";
static const char start_text[] = "at_time(0,R,C,O) :- at(R,C,O).\n";

static syn_part *own_part(as_game *g, const char *text, const char *name, diag_sink *sink)
{
    syn_part *p = ARENA_NEW(g->arena, syn_part);
    p->source = source_new(g->arena, name, text, strlen(text));
    p->end = (uint32_t)strlen(text);
    p->name = name;
    g->source->reader->parse(g->arena, g->names, p, 200, sink);
    return p;
}

/* ---- reports ---- */

/* The auxiliary program is part of everything, but its faults are told once. */
static void merge_reports(diag_sink *to, diag_sink *from)
{
    for (diag *d = from->first, *next; d; d = next) {
        next = d->next;
        bool known = false;
        for (const diag *o = to->first; o && !known; o = o->next)
            known = o->code == d->code && o->source == d->source && o->span.start == d->span.start &&
                    o->span.end == d->span.end;
        if (known)
            continue;
        diag *copy = diag_report(to, d->code, d->source, d->span, "%s", d->message);
        copy->notes = d->notes;
        copy->hint = d->hint;
    }
}

/* ---- tasks ---- */

void as_add_inputs(arena *a, const terms *t, solve_inputs *list, const char *name, int arity)
{
    for (functor f = FUNCTOR_FIRST; f < t->functor_count; f++) {
        const functor_data *d = &t->functors[f];
        if (!d->negative && strcmp(terms_name_text(t, d->name), name) == 0 &&
            (arity < 0 || d->arity == (uint32_t)arity))
            vec_push(a, list, ((solve_input){f, NULL}));
    }
}

static bool mentions(const rule_set *set, const terms *t, functor f, bool heads);

static bool lit_mentions(const terms *t, const lit *l, functor f)
{
    if (l->kind == LIT_ATOM && expr_functor(t, l->atom) == f)
        return true;
    for (uint32_t i = 0; i < l->element_count; i++) {
        const lit_element *e = &l->elements[i];
        if (e->head && lit_mentions(t, e->head, f))
            return true;
        for (uint32_t k = 0; k < e->condition_count; k++)
            if (lit_mentions(t, e->conditions[k], f))
                return true;
    }
    return false;
}

static bool mentions(const rule_set *set, const terms *t, functor f, bool heads)
{
    const rule *lists[] = {set->first, set->others};
    for (int i = 0; i < 2; i++)
        for (const rule *r = lists[i]; r; r = r->next) {
            if (heads && r->kind == HEAD_ATOM && expr_functor(t, r->head) == f)
                return true;
            for (uint32_t k = 0; k < r->body_count && (!heads || i == 1); k++)
                if (lit_mentions(t, body_at(r, k), f))
                    return true;
        }
    return false;
}

static bool has_opaque(const as_solve *s)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        for (const syn_statement *st = s->parts[i]->first; st; st = st->next)
            if (st->kind == SYN_OPAQUE || st->kind == SYN_PROGRAM)
                return true;
    return false;
}

void as_solve_outputs(as_game *g, as_solve *s)
{
    s->outputs = ARENA_ARRAY(g->arena, uint32_t, s->solve.relations.count + 1);
    for (uint32_t i = 0; i < s->solve.relations.count; i++) {
        const relation_spec *r = &vec_at(&s->solve.relations, i);
        const functor_data *f = &g->terms.functors[r->functor];
        if (r->functor < FUNCTOR_FIRST || f->negative || !r->shown)
            continue;
        for (uint32_t k = 0; k < s->name_count; k++)
            if (strcmp(terms_name_text(&g->terms, f->name), s->names[k]) == 0)
                s->outputs[s->output_count++] = i;
    }
}

/* Rules of the parts, checked. */
static bool make_rules(as_game *g, as_solve *s, rule_set *set, diag_sink *sink)
{
    diag_sink own;
    diag_sink_init(&own, g->arena);
    bool fine = g->source->reader->rules(set, g->arena, &g->terms, g->names, s->parts, s->part_count, &own);
    merge_reports(sink, &own);
    return fine;
}

static void use_clock(as_game *g, as_solve *s, rule_set *set, diag_sink *sink)
{
    const terms *t = &g->terms;
    s->history = mentions(set, t, g->f_at_time, false) || has_opaque(s);
    s->clock = mentions(set, t, g->f_at_time, true) || mentions(set, t, g->f_current_time, true) || has_opaque(s);
    s->history |= s->clock;
    g->history |= s->history;
    if (!s->clock)
        return;
    s->parts[s->part_count++] = own_part(g, clock_text, "clock", sink);
    make_rules(g, s, set, sink);
}

void as_make_solve(as_game *g, as_solve *s, arena *a, const rule_set *set, const solve_inputs *inputs,
                   const term *samples, uint32_t sample_count)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        if (s->parts[i]->draws.count)
            s->draws = &s->parts[i]->draws;
    solve_make(&s->solve, a, &g->terms, set, inputs);
    s->native = s->solve.stratified;
    if (s->native) {
        s->made = true;
        evaluator_init(&s->evaluator, &s->solve, &g->terms, g->limits.max_steps, samples, sample_count);
        s->native = s->solve.stratified;
    }
    s->why = s->solve.why;
    s->why_at = s->solve.why_at;
    if (s->native && g->engine == AS_ENGINE_CLINGO) {
        s->native = false;
        s->why = "it was asked for";
    }
    if (s->native)
        as_solve_outputs(g, s);
}

static void begin_task(as_game *g, as_solve *s, as_task task, const as_program *programs, uint32_t count,
                       const char *const *names, uint32_t name_count)
{
    *s = (as_solve){.task = task, .names = names, .name_count = name_count};
    g->making = &g->source->parts[programs[0]];
    for (uint32_t i = 0; i < count; i++)
        s->parts[s->part_count++] = &g->source->parts[programs[i]];
}

/* ---- the level ---- */

static void take_part(as_game *g, as_program which, const char *text, const char *name)
{
    syn_part *p = &g->source->parts[which];
    const char *field = p->name;
    *p = (syn_part){
        .source = source_new(g->arena, name, text, strlen(text)), .end = (uint32_t)strlen(text), .name = field};
}

/* One fact a line. */
static const char *facts_text(as_game *g, const as_runner *r, const uint32_t *names, uint32_t name_count)
{
    as_atoms chosen = {0};
    size_t length = 1;
    for (uint32_t i = 0; i < r->atoms.count; i++) {
        uint32_t name = as_name_of(&r->terms, vec_at(&r->atoms, i));
        for (uint32_t k = 0; k < name_count; k++)
            if (name == names[k]) {
                GROW(&g->trap, chosen.data, chosen.capacity, chosen.count + 1);
                chosen.data[chosen.count++] = vec_at(&r->atoms, i);
                length += term_print(&r->terms, vec_at(&r->atoms, i), NULL, 0) + 2;
            }
    }
    as_sort(&r->terms, chosen.data, chosen.count);
    char *text = arena_alloc(g->arena, length + 1);
    size_t n = 0;
    for (uint32_t i = 0; i < chosen.count; i++) {
        n += term_print(&r->terms, vec_at(&chosen, i), text + n, length - n);
        memcpy(text + n, ".\n", 2);
        n += 2;
    }
    text[n] = 0;
    free(chosen.data);
    return text;
}

/* A solve with nothing from outside, in a runner that is made for it. */
typedef struct errand {
    as_runner *runner;
    bool found;
} errand;

__attribute__((noinline)) static bool run_errand(as_game *g, const as_solve *s, const int64_t *draws, errand *e)
{
    e->found = false;
    e->runner = as_runner_new(g);
    if (!e->runner)
        trap_spring(&g->trap, TRAP_MEMORY, "out of memory");
    e->runner->seed = g->level_seed;
    e->runner->trap.deadline = g->trap.deadline;
    if (setjmp(e->runner->trap.jump))
        return false;
    e->found = as_run(e->runner, s, &e->runner->evaluators[s->task], draws, 1);
    return true;
}

const char *as_title(const char *field)
{
    static const char *const titles[][2] = {
#define PROGRAM(name, field, section, title, random) {field, title},
#include "answerset/programs.def"
#undef PROGRAM
    };
    for (int i = 0; i < AS_PROGRAMS; i++)
        if (strcmp(titles[i][0], field) == 0)
            return titles[i][1];
    return field;
}

static void report_trap(const as_game *g, const trap *t, const syn_part *p, diag_sink *sink)
{
    src_span span = {p->start, p->start};
    const src_text *source = p->end > p->start ? p->source : g->source->file;
    as_trap_place(t, &source, &span);
    const bool limit = t->reason == TRAP_ATOMS || t->reason == TRAP_STEPS || t->reason == TRAP_TIME ||
                       t->reason == TRAP_LATE || t->reason == TRAP_SPACE;
    diag *d = diag_report(sink,
                          limit                       ? DIAG_TOO_LARGE
                          : t->reason == TRAP_MEMORY  ? DIAG_MEMORY
                          : t->reason == TRAP_STOPPED ? DIAG_INTERRUPTED
                          : t->reason == TRAP_RULES   ? DIAG_ASP_CLINGO
                                                      : DIAG_ASP_SOLVER,
                          source, span, "%s: %s", as_title(p->name), t->text);
    if (limit)
        diag_set_hint(sink, d,
                      t->reason == TRAP_TIME    ? "the option --max-solve-seconds raises the limit"
                      : t->reason == TRAP_LATE  ? "the option --max-load-seconds raises the limit max_load_seconds"
                      : t->reason == TRAP_STEPS ? "does it ground for ever? the option --max-steps raises the limit"
                      : t->reason == TRAP_ATOMS ? "does it ground for ever? the option --max-atoms raises the limit"
                                                : "the option --max-memory raises the limit");
}

/* False: there are too few, too many, or ones that cannot be drawn. */
static bool take_draws(const syn_part *part, const as_level *level, int64_t *draws)
{
    if (level->draw_count != part->draws.count)
        return false;
    for (uint32_t i = 0; i < level->draw_count; i++) {
        draws[i] = level->draws[i];
        if (!as_draw_fits(&vec_at(&part->draws, i), draws[i]))
            return false;
    }
    return true;
}

static bool generate(as_game *g, const as_level *level, diag_sink *sink)
{
    static const as_program programs[] = {AS_LEVEL, AS_AUX};
    as_solve *s = &g->solves[AS_GENERATE];
    const syn_part *part = &g->source->parts[AS_LEVEL];
    rule_set set;
    begin_task(g, s, AS_GENERATE, programs, 2, NAMES(generate_names));
    if (!make_rules(g, s, &set, sink))
        return false;
    if (!level->generate) { /* it was only to be checked */
        solve_make(&s->solve, g->arena, &g->terms, &set, NO_INPUTS);
        s->native = s->solve.stratified && g->engine != AS_ENGINE_CLINGO;
        s->why = s->solve.why;
        s->why_at = s->solve.why_at;
        return true;
    }
    as_make_solve(g, s, g->arena, &set, NO_INPUTS, NULL, 0);
    int64_t *draws = ARENA_ARRAY(g->arena, int64_t, part->draws.count + 1);
    lud_rng rng;
    lud_rng_seed(&rng, level->seed, 0);
    as_draw(&rng, &part->draws, draws);
    if (level->draws && !take_draws(part, level, draws)) {
        diag_report(sink, DIAG_ASP_LEVEL, part->end > part->start ? part->source : g->source->file,
                    (src_span){part->start, part->start}, "these are not the values that the level generation draws");
        return false;
    }
    g->level_draws = draws;
    g->level_draw_count = part->draws.count;
    errand e;
    bool ran = run_errand(g, s, draws, &e), fine = ran && e.found;
    if (e.runner && !ran)
        report_trap(g, &e.runner->trap, part, sink);
    else if (!fine)
        diag_report(sink, DIAG_ASP_LEVEL, part->end > part->start ? part->source : g->source->file,
                    (src_span){part->start, part->start}, "the level generation has no answer set");
    if (fine) {
        uint32_t states[] = {g->name_at, g->name_debug}, settings[] = {g->name_setting, g->name_decorate};
        /* the runner's store numbers these names like the game's, from which it was copied */
        take_part(g, AS_STATE, facts_text(g, e.runner, states, 2), "generated level");
        take_part(g, AS_SETTINGS, facts_text(g, e.runner, settings, 2), "settings of the generated level");
    }
    as_runner_free(e.runner);
    g->level_from = AS_LEVEL_GENERATED;
    return fine;
}

static bool parse(as_game *g, as_program which, diag_sink *sink)
{
    uint32_t before = sink->errors;
    g->source->reader->parse(g->arena, g->names, &g->source->parts[which], 200, sink);
    return sink->errors == before;
}

static term import_atom(as_game *g, const as_runner *r, term x)
{
    g->terms.trap = &g->trap;
    return term_import(&g->terms, &r->terms, x);
}

/* at/3 atoms of the level, by the rule of the original. */
static bool find_start(as_game *g, diag_sink *sink)
{
    static const as_program programs[] = {AS_STATE};
    as_solve *s = &g->solves[AS_START];
    rule_set set;
    begin_task(g, s, AS_START, programs, 1, NAMES(start_names));
    s->parts[s->part_count++] = own_part(g, start_text, "start", sink);
    if (!make_rules(g, s, &set, sink))
        return false;
    as_make_solve(g, s, g->arena, &set, NO_INPUTS, NULL, 0);
    errand e;
    if (!run_errand(g, s, NULL, &e)) {
        if (e.runner)
            report_trap(g, &e.runner->trap, &g->source->parts[AS_STATE], sink);
        as_runner_free(e.runner);
        return false;
    }
    g->start = ARENA_ARRAY(g->arena, term, e.runner->atoms.count + 1);
    for (uint32_t i = 0; i < e.runner->atoms.count; i++) {
        term x = import_atom(g, e.runner, vec_at(&e.runner->atoms, i)), args[3];
        if (term_functor(&g->terms, x) != g->f_at_time)
            continue;
        memcpy(args, term_args(&g->terms, x) + 1, sizeof args);
        g->start[g->start_count++] = terms_make(&g->terms, g->f_at, args);
    }
    as_runner_free(e.runner);
    as_sort(&g->terms, g->start, g->start_count);
    return true;
}

static bool find_settings(as_game *g, diag_sink *sink)
{
    static const as_program programs[] = {AS_SETTINGS};
    as_solve s;
    rule_set set;
    begin_task(g, &s, AS_CANDIDATES, programs, 1, NAMES(setting_names)); /* that place is still free */
    if (!make_rules(g, &s, &set, sink))
        return false;
    as_make_solve(g, &s, g->arena, &set, NO_INPUTS, NULL, 0);
    g->solves[AS_CANDIDATES] = s;
    errand e;
    bool ran = run_errand(g, &g->solves[AS_CANDIDATES], NULL, &e);
    if (ran) {
        g->settings = ARENA_ARRAY(g->arena, term, e.runner->atoms.count + 1);
        for (uint32_t i = 0; i < e.runner->atoms.count; i++)
            g->settings[g->setting_count++] = import_atom(g, e.runner, vec_at(&e.runner->atoms, i));
        as_sort(&g->terms, g->settings, g->setting_count);
    } else if (e.runner) {
        report_trap(g, &e.runner->trap, &g->source->parts[AS_SETTINGS], sink);
    }
    as_runner_free(e.runner);
    if (s.made)
        evaluator_done(&g->solves[AS_CANDIDATES].evaluator);
    g->solves[AS_CANDIDATES] = (as_solve){0};
    return ran;
}

bool as_next_setting(const as_game *g, const char *name, uint32_t *at, term *argument)
{
    functor setting = terms_find_functor(&g->terms, "setting", 1, false);
    functor wanted = terms_find_functor(&g->terms, name, 1, false);
    while (*at < g->setting_count && setting && wanted) {
        term x = g->settings[(*at)++], what = term_functor(&g->terms, x) == setting ? *term_args(&g->terms, x) : 1;
        if (term_functor(&g->terms, what) != wanted)
            continue;
        *argument = *term_args(&g->terms, what);
        return true;
    }
    return false;
}

static uint32_t grid_size(const as_game *g, const char *name)
{
    term argument;
    int32_t value;
    for (uint32_t i = 0; as_next_setting(g, name, &i, &argument);)
        if (term_is_number(&g->terms, argument, &value) && value > 0 && value <= 200)
            return (uint32_t)value;
    return 0;
}

/* ---- what the player sees ---- */

/* observe(at(R,C,O)) :- at(R,C,O). */
static bool sees_all(const as_game *g, const rule_set *set)
{
    bool all = false;
    for (const rule *r = set->first; r; r = r->next) {
        if (r->kind == HEAD_NONE)
            return false; /* it may leave the player without anything */
        if (r->kind != HEAD_ATOM || r->body_count != 1 || body_at(r, 0)->kind != LIT_ATOM || body_at(r, 0)->nots ||
            r->head->count != 1)
            continue;
        const expr *seen = arg_at(r->head, 0), *at = body_at(r, 0)->atom;
        if (as_name_of(&g->terms, TERM_NONE + 3) == 0 || at->count != 3 || seen->kind != EXPR_FUNCTION ||
            seen->functor != g->f_at || expr_functor(&g->terms, at) != g->f_at ||
            g->terms.functors[r->head->functor].name != g->name_observe)
            continue;
        bool same = true, used[3] = {false, false, false};
        for (uint32_t i = 0; i < 3 && same; i++) {
            same = arg_at(seen, i)->kind == EXPR_VARIABLE && arg_at(at, i)->kind == EXPR_VARIABLE &&
                   arg_at(seen, i)->variable == arg_at(at, i)->variable && arg_at(at, i)->variable < 3 &&
                   !used[arg_at(at, i)->variable];
            if (same)
                used[arg_at(at, i)->variable] = true;
        }
        all |= same;
    }
    return all && !set->choices && !set->hides;
}

/* ---- all of it ---- */

static uint32_t name_of(as_game *g, const char *name) { return terms_name(&g->terms, name, strlen(name)); }

static functor functor_of(as_game *g, const char *name, uint32_t arity)
{
    return terms_functor(&g->terms, name_of(g, name), arity, false);
}

static void name_things(as_game *g)
{
    g->name_do = name_of(g, "do");
    g->name_at = name_of(g, "at");
    g->name_observe = name_of(g, "observe");
    g->name_setting = name_of(g, "setting");
    g->name_decorate = name_of(g, "decorate");
    g->name_win = name_of(g, "win");
    g->name_lose = name_of(g, "lose");
    g->name_remember = name_of(g, "remember");
    g->name_forget = name_of(g, "forget");
    g->name_memory = name_of(g, "memory");
    g->name_debug = name_of(g, "debug");
    g->f_at = functor_of(g, "at", 3);
    g->f_at_time = functor_of(g, "at_time", 4);
    g->f_current_time = functor_of(g, "current_time", 1);
    g->f_next = functor_of(g, "next", 3);
    functor_of(g, "memory", 1);
}

static bool make_position_task(as_game *g, as_task task, as_program program, const char *const *names,
                               uint32_t name_count, rule_set *set, diag_sink *sink)
{
    as_program programs[] = {program, AS_SETTINGS, AS_AUX};
    as_solve *s = &g->solves[task];
    solve_inputs inputs = {0};
    begin_task(g, s, task, programs, 3, names, name_count);
    if (!make_rules(g, s, set, sink))
        return false;
    use_clock(g, s, set, sink);
    as_add_inputs(g->arena, &g->terms, &inputs, "at_time", 4);
    if (!s->clock) {
        as_add_inputs(g->arena, &g->terms, &inputs, "at", 3);
        as_add_inputs(g->arena, &g->terms, &inputs, "current_time", 1);
    }
    if (task == AS_DO_NATURE)
        as_add_inputs(g->arena, &g->terms, &inputs, "do", -1);
    as_make_solve(g, s, g->arena, set, &inputs, g->start, g->start_count);
    if (task == AS_DO_NATURE)
        candidates_find(g, set, &inputs);
    return true;
}

static bool forced_ok(const as_game *g, diag_sink *sink)
{
    static const as_task tasks[] = {AS_DO_NATURE, AS_SEE, AS_JUDGE};
    for (int i = 0; i < 3 && g->engine == AS_ENGINE_OWN; i++) {
        const as_solve *s = &g->solves[tasks[i]];
        if (!s->native)
            diag_report(sink, DIAG_ASP_SOLVER, s->why_at ? s->why_at->source : s->parts[0]->source,
                        s->why_at ? s->why_at->span : (src_span){s->parts[0]->start, s->parts[0]->start},
                        "%s cannot be evaluated without libclingo: %s", s->parts[0]->name, s->why);
    }
    return sink->errors == 0;
}

static bool make_all(as_game *g, const as_level *level, diag_sink *sink)
{
    static const as_program programs[] = {AS_AUX, AS_LEVEL, AS_VISIBILITY, AS_STRATEGY, AS_NATURE, AS_GOAL};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        parse(g, programs[i], sink);
    if (!level->generate) {
        parse(g, AS_STATE, sink);
        parse(g, AS_SETTINGS, sink);
    }
    /* a program with faults of syntax is not looked at further, the others are */
    as_level checked = *level;
    if (sink->errors)
        checked.generate = false;
    bool fine = generate(g, &checked, sink) && sink->errors == 0;
    if (level->generate && !fine) {
        take_part(g, AS_STATE, "", "level");
        take_part(g, AS_SETTINGS, "", "level");
    } else if (level->generate) {
        fine &= parse(g, AS_STATE, sink) && parse(g, AS_SETTINGS, sink);
    }
    fine = fine && find_start(g, sink) && find_settings(g, sink);
    g->grid_width = grid_size(g, "grid_width");
    g->grid_height = grid_size(g, "grid_height");
    rule_set nature, see, judge;
    if (sink->errors) { /* only the rules are checked */
        static const as_program rest[] = {AS_NATURE, AS_VISIBILITY, AS_GOAL, AS_STRATEGY};
        for (int i = 0; i < 4; i++) {
            as_program two[] = {rest[i], AS_AUX};
            as_solve s;
            begin_task(g, &s, AS_PLAY, two, 2, NULL, 0);
            make_rules(g, &s, &nature, sink);
        }
        return false;
    }
    make_position_task(g, AS_SEE, AS_VISIBILITY, NAMES(see_names), &see, sink);
    make_position_task(g, AS_JUDGE, AS_GOAL, NAMES(judge_names), &judge, sink);
    make_position_task(g, AS_DO_NATURE, AS_NATURE, NAMES(nature_names), &nature, sink);
    as_program play[] = {AS_STRATEGY, AS_AUX};
    as_solve strategy;
    begin_task(g, &strategy, AS_PLAY, play, 2, NAMES(play_names));
    make_rules(g, &strategy, &g->strategy_rules, sink);
    if (sink->errors)
        return false;
    g->draws = &g->source->parts[AS_NATURE].draws;
    g->random = g->draws->count > 0;
    g->hidden = !sees_all(g, &see);
    g->candidate_numbers = ARENA_ARRAY(g->arena, uint32_t, g->candidates.count + 1);
    for (uint32_t i = 0; i < g->candidates.count; i++)
        g->candidate_numbers[i] = as_shared_number(g->shared, &g->terms, vec_at(&g->candidates, i), &g->trap);
    uint32_t cells = g->grid_width * g->grid_height;
    g->capacity = 2 * g->start_count + 4 * cells + 256;
    if (g->capacity < 512)
        g->capacity = 512;
    return forced_ok(g, sink);
}

/* The trap of the game is set while it is made. */
__attribute__((noinline)) static bool guarded(as_game *g, const as_level *level, diag_sink *sink)
{
    g->terms.trap = &g->trap;
    g->trap.control = g->limits.control;
    g->trap.deadline = g->arena->deadline;
    if (setjmp(g->trap.jump)) {
        report_trap(g, &g->trap, g->making ? g->making : &g->source->parts[AS_AUX], sink);
        return false;
    }
    name_things(g);
    g->shared = as_shared_new(g);
    if (!g->shared)
        trap_spring(&g->trap, TRAP_MEMORY, "out of memory");
    return make_all(g, level, sink);
}

bool as_game_make(as_game *g, arena *a, intern *names, as_source *source, const as_level *level, as_engine engine,
                  const as_limits *limits, diag_sink *sink)
{
    as_level wanted = *level;
    *g = (as_game){
        .arena = a, .names = names, .source = source, .limits = *limits, .engine = engine, .level_seed = level->seed};
    uint64_t most = limits->max_atoms;
    if (most < LEAST_ATOMS) {
        diag_report(sink, DIAG_TOO_LARGE, NULL, (src_span){0, 0},
                    "the limit of %llu atoms is too low for any game (--max-atoms)", (unsigned long long)most);
        return false;
    }
    if (!terms_init(&g->terms, most < UINT32_MAX / 4 ? (uint32_t)most : UINT32_MAX / 4)) {
        diag_report(sink, DIAG_MEMORY, NULL, (src_span){0, 0}, "out of memory");
        return false;
    }
    if (wanted.state) {
        take_part(g, AS_STATE, wanted.state, "level state");
        take_part(g, AS_SETTINGS, wanted.settings ? wanted.settings : "", "level settings");
        g->level_from = AS_LEVEL_GIVEN;
        wanted.generate = false;
    } else if (!wanted.generate) { /* without a stored level one is made */
        const syn_part *p = &source->parts[AS_STATE];
        wanted.generate = true;
        for (uint32_t i = p->start; i < p->end; i++)
            wanted.generate &= strchr(" \t\r\n", p->source->text[i]) != NULL;
    }
    const bool made = guarded(g, &wanted, sink);
    g->trap.deadline = 0;
    return made && sink->errors == 0;
}

__attribute__((noinline)) static bool start_runner(as_runner *r, as_state *state, as_task task)
{
    r->terms.trap = &r->trap;
    if (setjmp(r->trap.jump))
        return false;
    as_state_start(r, state);
    as_state_solve(r, state, task,
                   r->game->draws->count ? ARENA_ARRAY(r->game->arena, int64_t, r->game->draws->count) : NULL);
    return true;
}

bool as_game_try(as_game *g, diag_sink *sink)
{
    static const as_task tasks[] = {AS_SEE, AS_JUDGE, AS_DO_NATURE};
    for (int i = 0; i < 3; i++) {
        as_solve *s = &g->solves[tasks[i]];
        if (s->native || !has_opaque(s))
            continue;
        as_runner *r = as_runner_new(g);
        as_state *state = arena_alloc(g->arena, as_state_size(g));
        if (r)
            r->trap.deadline = g->arena->deadline;
        const bool ran = r && start_runner(r, state, tasks[i]);
        const trap_reason why = ran || !r ? TRAP_NONE : r->trap.reason;
        if (why == TRAP_RULES || why == TRAP_LATE || why == TRAP_STOPPED) {
            report_trap(g, &r->trap, s->parts[0], sink);
            as_runner_free(r);
            return false;
        }
        as_runner_free(r);
    }
    return true;
}

void as_game_done(as_game *g)
{
    for (int i = 0; i < AS_TASKS; i++)
        if (g->solves[i].made)
            evaluator_done(&g->solves[i].evaluator);
    as_shared_free(g->shared);
    terms_done(&g->terms);
}
