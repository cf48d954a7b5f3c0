#include "model/rulesheet/ungrounded.h"

#include "base/map.h"
#include "base/rng.h"
#include "base/room.h"
#include "base/text.h"
#include "logic/relation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct lifted_model {
    rulesheet sheet;
    lifted *l;
    bool notes; /* which rules' bodies held */
} lifted_model;

/* The number of a move, in two words: products of domains are large. */
enum { MOVE_WORDS = MOVE_WORDS_MAX };

static uint64_t number_of(const uint32_t *words) { return (uint64_t)words[1] << 32 | words[0]; }

static void put_number(uint32_t *words, uint64_t number)
{
    words[0] = (uint32_t)number;
    words[1] = (uint32_t)(number >> 32);
}

typedef struct texts {
    char **items;
    uint32_t count, capacity;
} texts;

typedef struct lifted_runner {
    rulesheet_runner base;
    arena arena; /* terms and plans of this thread */
    logic_terms terms;
    logic_tabling *d;
    uint64_t *facts; /* that the tables hold */
    bool loaded;
    uint64_t *legal; /* numbers of moves, ascending */
    uint32_t legal_count, legal_capacity;
    uint64_t *chosen;     /* [role] number of the move */
    texts *percepts;      /* [role] of the last move */
    unsigned char *fired; /* [rule] its body held; NULL unless the game notes that */
} lifted_runner;

static const lifted_model *model_of(const lud_game *game) { return game->machine; }

/* ---- runners ---- */

static void texts_clear(texts *t)
{
    while (t->count)
        free(t->items[--t->count]);
}

static void runner_free(void *runner)
{
    lifted_runner *r = runner;
    const lifted_model *m = model_of(r->base.game);
    for (uint32_t i = 0; r->percepts && i < m->l->roles.count; i++) {
        texts_clear(&r->percepts[i]);
        free(r->percepts[i].items);
    }
    arena_done(&r->arena);
    free(r->fired);
    free(r->facts);
    free(r->legal);
    free(r->chosen);
    free(r->percepts);
    free(r);
}

/* Terms of one's own: threads make new ones while they play. */
static void copy_terms(lifted_runner *r, const logic_terms *from)
{
    logic_terms_init(&r->terms, &r->arena, from->names);
    for (uint32_t i = 0; i < from->data.count; i++) { /* in order, so that numbers stay the same */
        const logic_term_data *d = &vec_at(&from->data, i);
        if (d->variable)
            logic_variable(&r->terms, d->symbol);
        else
            logic_function(&r->terms, d->symbol, logic_args(from, i), d->count);
    }
    for (uint32_t i = 0; i < from->lists.capacity; i++)
        if (from->lists.entries[i].used)
            map_put(&r->terms.lists, from->lists.entries[i].key, 1);
}

/* Terms and static predicates of one's own. */
static bool prepare(lifted_runner *r)
{
    jmp_buf failure;
    r->arena.on_failure = &failure;
    if (setjmp(failure))
        return false;
    copy_terms(r, &model_of(r->base.game)->l->program->source->terms);
    r->d = logic_tabling_new(&model_of(r->base.game)->l->program->logic, &r->terms, &r->arena);
    if (r->fired)
        logic_tabling_note(r->d, r->fired);
    return true;
}

static void *runner_new(const lud_game *game)
{
    const lifted_model *m = model_of(game);
    lifted_runner *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->base.game = game;
    arena_init(&r->arena, (size_t)game->limits.max_memory);
    r->arena.control = game->control;
    r->facts = calloc(m->sheet.fact_words + 1, sizeof *r->facts);
    r->chosen = calloc(m->l->roles.count + 1, sizeof *r->chosen);
    r->percepts = calloc(m->l->roles.count + 1, sizeof *r->percepts);
    r->fired = m->notes ? calloc(m->l->program->logic.rules.count + 1, 1) : NULL;
    if (!r->facts || !r->chosen || !r->percepts || (m->notes && !r->fired) || !prepare(r)) {
        runner_free(r);
        return NULL;
    }
    return r;
}

/* ---- evaluation ---- */

/* Work that can run out of memory inside of the arena. */
typedef void (*guarded)(lifted_runner *r, void *user);

static lud_status guard(lifted_runner *r, guarded work, void *user)
{
    jmp_buf failure, *before = r->arena.on_failure;
    r->arena.on_failure = &failure;
    if (setjmp(failure)) {
        r->loaded = false;
        r->arena.on_failure = before;
        snprintf(r->base.message, sizeof r->base.message, "%s",
                 r->arena.stopped ? "interrupted" : "out of memory for terms");
        return r->base.status = r->arena.stopped ? LUD_INTERRUPTED : LUD_ERR_MEMORY;
    }
    r->base.status = LUD_OK;
    r->arena.stopped = false;
    arena_look(&r->arena);
    logic_tabling_limit(r->d, machine_memory(r->base.game));
    work(r, user);
    r->arena.on_failure = before;
    return r->base.status;
}

static void no_memory(lifted_runner *r)
{
    snprintf(r->base.message, sizeof r->base.message, "out of memory");
    r->base.status = LUD_ERR_MEMORY;
    r->loaded = false;
}

static bool add_fact(lifted_runner *r, uint32_t predicate, const logic_term *row)
{
    uint32_t number;
    logic_relation *t = logic_tabling_relation(r->d, predicate);
    relation_add(t, row, &number);
    if (t->failed)
        no_memory(r);
    return !t->failed;
}

static void load(lifted_runner *r, void *state)
{
    const lifted_model *m = model_of(r->base.game);
    if (r->loaded && memcmp(r->facts, state, m->sheet.fact_words * sizeof *r->facts) == 0)
        return;
    r->loaded = false;
    memcpy(r->facts, state, m->sheet.fact_words * sizeof *r->facts);
    logic_tabling_forget(r->d, LOGIC_STATE);
    for (uint32_t w = 0; w < m->sheet.fact_words; w++)
        for (uint64_t bits = r->facts[w]; bits; bits &= bits - 1) {
            logic_term row[LOGIC_WIDTH_MAX];
            uint32_t shape =
                lifted_row(m->l, &r->terms, false, 64 * (uint64_t)w + (uint64_t)__builtin_ctzll(bits), row);
            if (!add_fact(r, m->l->facts[shape].predicate, row))
                return;
        }
    r->loaded = true;
}

/* What was derived, or NULL: a failure is noted. */
static const logic_relation *derived(lifted_runner *r, const logic_relation *t)
{
    if (t)
        return t;
    static const char *const why[] = {[LOGIC_OK] = "",
                                      [LOGIC_STEPS] = "",
                                      [LOGIC_MEMORY] = "the rules have too many consequences in one state",
                                      [LOGIC_DEPTH] = "the rules lead from one to the next without end, or nearly so",
                                      [LOGIC_NEGATION] =
                                          "some atom depends on its own negation, so the rules have no meaning"};
    snprintf(r->base.message, sizeof r->base.message, "%s", why[logic_tabling_status(r->d)]);
    static const lud_status status[] = {[LOGIC_OK] = LUD_ERR_MEMORY,
                                        [LOGIC_MEMORY] = LUD_ERR_MEMORY,
                                        [LOGIC_STEPS] = LUD_LIMIT_STEPS,
                                        [LOGIC_DEPTH] = LUD_LIMIT_DEPTH,
                                        [LOGIC_NEGATION] = LUD_ERR_AMBIGUOUS};
    r->base.status = status[logic_tabling_status(r->d)];
    r->loaded = false;
    return NULL;
}

/* What of a keyword holds now; NULL: nothing, or a failure, which is noted. */
static const logic_relation *table_of(lifted_runner *r, rl_keyword keyword, uint32_t shape)
{
    uint32_t p = flat_find(model_of(r->base.game)->l->program, keyword, shape);
    return p == LOGIC_NONE ? NULL : derived(r, logic_tabling_all(r->d, p));
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void find_legal(lifted_runner *r, uint32_t role)
{
    const lifted *l = model_of(r->base.game)->l;
    r->legal_count = 0;
    for (uint32_t s = 0; s < l->program->moves.count; s++) {
        uint32_t p = flat_find(l->program, RL_LEGAL, s), next = 0;
        const uint32_t *links = NULL;
        const logic_relation *t =
            p == LOGIC_NONE ? NULL : derived(r, logic_tabling_of(r->d, p, vec_at(&l->roles, role), &next, &links));
        for (; t && next; next = links[next - 1]) {
            const logic_term *row = relation_row(t, next - 1);
            uint64_t number =
                row[0] == vec_at(&l->roles, role) ? lifted_number(l, &r->terms, true, s, row) : LIFTED_NONE;
            if (number == LIFTED_NONE)
                continue;
            if (!ROOM_FOR(r->legal, r->legal_capacity, r->legal_count + 1)) {
                no_memory(r);
                return;
            }
            r->legal[r->legal_count++] = number;
        }
    }
    if (r->legal_count)
        qsort(r->legal, r->legal_count, sizeof *r->legal, by_number);
}

static bool holds(lifted_runner *r, rl_keyword keyword)
{
    const logic_relation *t = table_of(r, keyword, 0);
    return t && t->count > 0;
}

static int32_t goal_of(lifted_runner *r, uint32_t role)
{
    const logic_relation *t = table_of(r, RL_GOAL, 0);
    int32_t goal = GOAL_NONE;
    for (uint32_t i = 0, found = 0; t && i < t->count; i++) {
        const logic_term *row = relation_row(t, i);
        if (row[0] != vec_at(&model_of(r->base.game)->l->roles, role))
            continue;
        char *end;
        const char *text = intern_text(r->terms.names, vec_at(&r->terms.data, row[1]).symbol);
        long value = strtol(text, &end, 10);
        goal = found++ == 0 && *text && !*end && value >= 0 && value <= INT32_MAX ? (int32_t)value : GOAL_NONE;
    }
    return goal;
}

/* Goals of all roles. */
static void find_goals(lifted_runner *r, void *user)
{
    int32_t *goals = user;
    for (uint32_t i = 1; i <= r->base.game->roles; i++)
        goals[i] = goal_of(r, model_of(r->base.game)->sheet.net_role[i]);
}

static void note_end(lifted_runner *r, void *state)
{
    int32_t goals[JOINT_ROLES_MAX];
    bool over = holds(r, RL_TERMINAL);
    if (over)
        find_goals(r, goals);
    rulesheet_note_end(rulesheet_of(r->base.game), r->base.game->roles, state, over ? goals : NULL);
}

static void take_facts(lifted_runner *r, rl_keyword keyword, uint64_t *facts)
{
    const lifted_model *m = model_of(r->base.game);
    memset(facts, 0, m->sheet.fact_words * sizeof *facts);
    for (uint32_t s = 0; s < m->l->program->facts.count; s++) {
        const logic_relation *t = table_of(r, keyword, s);
        for (uint32_t i = 0; t && i < t->count; i++) {
            uint64_t number = lifted_number(m->l, &r->terms, false, s, relation_row(t, i));
            if (number != LIFTED_NONE)
                facts[number / 64] |= UINT64_C(1) << number % 64;
        }
    }
}

static void begin(lifted_runner *r, void *state)
{
    memset(state, 0, r->base.game->state_size);
    take_facts(r, RL_INIT, state);
    load(r, state);
    note_end(r, state);
    for (uint32_t i = 0; i < model_of(r->base.game)->l->roles.count; i++)
        texts_clear(&r->percepts[i]);
}

static void take_percepts(lifted_runner *r, unsigned char *state)
{
    const lifted_model *m = model_of(r->base.game);
    const logic_relation *t = table_of(r, RL_SEES, 0);
    arena *scratch = arena_child(&r->arena);
    for (uint32_t role = 0; t && role < m->l->roles.count; role++) {
        texts *out = &r->percepts[role];
        uint64_t h;
        texts_clear(out);
        for (uint32_t i = 0; i < t->count; i++) {
            const logic_term *row = relation_row(t, i);
            if (row[0] != vec_at(&m->l->roles, role))
                continue;
            if (!ROOM_FOR(out->items, out->capacity, out->count + 1)) {
                no_memory(r);
                break;
            }
            char *text = strdup(logic_term_text(&r->terms, row[1], scratch));
            if (text)
                out->items[out->count++] = text;
            else
                no_memory(r);
        }
        if (out->count)
            qsort((void *)out->items, out->count, sizeof *out->items, text_order);
        memcpy(&h, state + m->sheet.knowledge + 8 * role, sizeof h);
        h = hash_mix(h * UINT64_C(0x9e3779b97f4a7c15) + r->chosen[role] + 1);
        for (uint32_t i = 0; i < out->count; i++)
            h = hash_bytes(out->items[i], strlen(out->items[i]), h);
        memcpy(state + m->sheet.knowledge + 8 * role, &h, sizeof h);
    }
    arena_done(scratch);
}

/* Moves on by r->chosen from the state that is loaded. */
static void step(lifted_runner *r, void *state)
{
    const lifted_model *m = model_of(r->base.game);
    logic_tabling_forget(r->d, LOGIC_STEP);
    for (uint32_t role = 0; role < m->l->roles.count; role++) {
        logic_term row[LOGIC_WIDTH_MAX];
        uint32_t shape = lifted_row(m->l, &r->terms, true, r->chosen[role], row + 1);
        row[0] = vec_at(&m->l->roles, role);
        if (!add_fact(r, m->l->moves[shape].predicate, row))
            return;
    }
    take_facts(r, RL_NEXT, state);
    if (m->l->sees)
        take_percepts(r, state);
    load(r, state);
    note_end(r, state);
}

/* ---- what the adapter asks for ---- */

static void load_const(lifted_runner *r, void *state) { load(r, state); }

static lud_status load_state(rulesheet_runner *base, const void *state)
{
    return guard((lifted_runner *)base, load_const, (void *)(uintptr_t)state);
}

static void legal_work(lifted_runner *r, void *who) { find_legal(r, *(uint32_t *)who); }

static lud_status legal_now(lifted_runner *r, uint32_t who)
{
    lud_status s = guard(r, legal_work, &who);
    return s != LUD_OK ? s : r->legal_count ? LUD_OK : rulesheet_stuck(&r->base, who);
}

static lud_status choose(rulesheet_runner *base, uint32_t who, lud_rng *rng, uint32_t *count)
{
    lifted_runner *r = (lifted_runner *)base;
    lud_status s = legal_now(r, who);
    *count = r->legal_count;
    if (s == LUD_OK)
        r->chosen[who] = r->legal[rng_below(rng, r->legal_count)];
    return s;
}

static lud_move chosen(const rulesheet_runner *base, uint32_t who, uint32_t *words)
{
    put_number(words, ((const lifted_runner *)base)->chosen[who]);
    return (lud_move){words, MOVE_WORDS, 1};
}

static lud_status step_now(rulesheet_runner *base, void *state) { return guard((lifted_runner *)base, step, state); }

static lud_status goals_now(rulesheet_runner *base, int32_t *goals)
{
    return guard((lifted_runner *)base, find_goals, goals);
}

static const rulesheet_evaluator evaluator = {load_state, choose, chosen, step_now, goals_now};

/* ---- the forward model ---- */

static lifted_runner *look(const lud_game *game, const void *state)
{
    lifted_runner *r = rulesheet_take_spare(game);
    if (r)
        load_state(&r->base, state);
    return r;
}

static void look_done(lifted_runner *r)
{
    if (r)
        rulesheet_give_spare(r->base.game, r);
}

typedef struct goal_texts {
    uint32_t role;
    texts all;
    bool failed;
} goal_texts;

/* The texts of a role's goals, whatever they are. */
static void find_goal_texts(lifted_runner *r, void *user)
{
    goal_texts *g = user;
    const logic_relation *t = table_of(r, RL_GOAL, 0);
    arena *scratch = arena_child(&r->arena);
    g->all.items = t ? calloc(t->count + 1, sizeof *g->all.items) : NULL;
    g->failed = t ? !g->all.items : r->base.status != LUD_OK;
    for (uint32_t i = 0; g->all.items && i < t->count; i++)
        if (relation_row(t, i)[0] == vec_at(&model_of(r->base.game)->l->roles, g->role)) {
            char *text = strdup(logic_term_text(&r->terms, relation_row(t, i)[1], scratch));
            g->failed |= !text;
            if (text)
                g->all.items[g->all.count++] = text;
        }
    arena_done(scratch);
}

static size_t score_text(const lud_game *game, const void *state, uint32_t role, char *buffer, size_t size)
{
    const lifted_model *m = model_of(game);
    text_out out = {buffer, size, 0};
    goal_texts g = {.role = role <= game->roles ? m->sheet.net_role[role] : LOGIC_NONE};
    if (size)
        *buffer = 0;
    lifted_runner *r = g.role != LOGIC_NONE ? look(game, state) : NULL;
    bool failed = g.role != LOGIC_NONE && (!r || guard(r, find_goal_texts, &g) != LUD_OK || g.failed);
    if (g.all.count)
        qsort((void *)g.all.items, g.all.count, sizeof *g.all.items, text_order);
    for (uint32_t i = 0; i < g.all.count; i++) {
        text_put(&out, i ? " " : "");
        text_put(&out, g.all.items[i]);
    }
    texts_clear(&g.all);
    free((void *)g.all.items);
    look_done(r);
    return failed ? TEXT_FAILED : out.length;
}

static lud_status start(lud_context *ctx, void *state) { return guard(ctx->runner, begin, state); }

static lud_status legal_of(lifted_runner *r, const void *state, uint32_t who)
{
    lud_status s = load_state(&r->base, state);
    return s == LUD_OK ? legal_now(r, who) : s;
}

static lud_status list(lud_context *ctx, const void *state, uint32_t role, bool exact, lud_moves *moves)
{
    lifted_runner *r = ctx->runner;
    joint_list *out = moves->list;
    (void)exact;
    out->count = 0;
    lud_status s = legal_of(r, state, model_of(ctx->game)->sheet.net_role[role]);
    if (s != LUD_OK)
        return s;
    if (!joint_list_room(out, r->legal_count, MOVE_WORDS))
        return LUD_ERR_MEMORY;
    for (uint32_t i = 0; i < r->legal_count; i++)
        put_number(out->words + (size_t)i * MOVE_WORDS, r->legal[i]);
    out->count = r->legal_count;
    return LUD_OK;
}

static lud_status apply(lud_context *ctx, void *state, const lud_move *joint, uint32_t way, uint32_t *ways)
{
    const lifted_model *m = model_of(ctx->game);
    lifted_runner *r = ctx->runner;
    for (uint32_t i = 0; i < m->l->roles.count; i++) {
        const lud_move *move = &joint[m->sheet.role_of[i]];
        lud_status s = legal_of(r, state, i);
        if (s != LUD_OK)
            return s;
        uint64_t number = move->count == MOVE_WORDS ? number_of(move->words) : LIFTED_NONE;
        if (!bsearch(&number, r->legal, r->legal_count, sizeof *r->legal, by_number))
            return LUD_ERR_ILLEGAL;
        r->chosen[i] = number;
    }
    if (way > 0)
        return LUD_ERR_ARGUMENT;
    if (ways)
        *ways = 1;
    memcpy(ctx->state, state, ctx->game->state_size);
    lud_status s = guard(r, step, ctx->state);
    if (s == LUD_OK)
        memcpy(state, ctx->state, ctx->game->state_size);
    return s;
}

/* ---- texts ---- */

static void put_piece(void *user, const char *piece) { text_put(user, piece); }

static size_t move_text(const lud_game *game, lud_move move, char *buffer, size_t size)
{
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    if (move.count == MOVE_WORDS && number_of(move.words) < model_of(game)->l->move_count)
        lifted_text(model_of(game)->l, true, number_of(move.words), put_piece, &out);
    return out.length;
}

static lud_status move_parse(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity,
                             uint32_t *count)
{
    uint64_t number = lifted_parse(model_of(game)->l, true, text);
    *count = MOVE_WORDS;
    if (number == LIFTED_NONE)
        return LUD_ERR_ILLEGAL;
    if (capacity < MOVE_WORDS)
        return LUD_ERR_ARGUMENT;
    put_number(words, number);
    return LUD_OK;
}

static size_t percept_text(lud_context *ctx, uint32_t role, char *buffer, size_t size)
{
    const lifted_model *m = model_of(ctx->game);
    const lifted_runner *r = ctx->runner;
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    if (role > ctx->game->roles || m->sheet.net_role[role] == LOGIC_NONE)
        return 0;
    const texts *all = &r->percepts[m->sheet.net_role[role]];
    for (uint32_t i = 0; i < all->count; i++) {
        text_put(&out, i ? " " : "");
        text_put(&out, all->items[i]);
    }
    return out.length;
}

static void visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user)
{
    const lifted_model *m = model_of(game);
    const uint64_t *facts = state;
    uint32_t count = 0, at = 0;
    (void)brief;
    for (uint32_t w = 0; w < m->sheet.fact_words; w++)
        count += (uint32_t)__builtin_popcountll(facts[w]);
    char **all = calloc(count + 1, sizeof *all);
    for (uint32_t w = 0; all && w < m->sheet.fact_words; w++)
        for (uint64_t bits = facts[w]; bits; bits &= bits - 1) {
            uint64_t number = 64 * (uint64_t)w + (uint64_t)__builtin_ctzll(bits);
            text_out length = {NULL, 0, 0};
            lifted_text(m->l, false, number, put_piece, &length);
            char *text = calloc(1, length.length + 1);
            text_out out = {text, length.length + 1, 0};
            if (text)
                lifted_text(m->l, false, number, put_piece, &out);
            if (text)
                all[at++] = text;
        }
    if (at)
        qsort((void *)all, at, sizeof *all, text_order);
    for (uint32_t i = 0; i < at; i++) {
        visitor->value(user, NULL, all[i]);
        free(all[i]);
    }
    free((void *)all);
}

static const char *translate(const lud_game *game, const char *to, arena *a, const char **problem)
{
    (void)game;
    *problem =
        arena_printf(a, "a rule sheet that is not made flat cannot be written as `%s` (but as kif or infix)", to);
    return NULL;
}

/* More facts than this make no vector to learn from. */
enum { FEATURES_MAX = 1 << 20 };

static uint32_t feature_count(const lud_game *game)
{
    uint64_t count = 64 * (uint64_t)model_of(game)->sheet.fact_words;
    return count <= FEATURES_MAX ? (uint32_t)count : 0;
}

static void feature_name(const lud_game *game, uint32_t feature, text_out *out)
{
    lifted_text(model_of(game)->l, false, feature, put_piece, out);
}

static const machine_features features = {feature_count, rulesheet_features, feature_name, NULL};

/* Rules that say what holds from the beginning on are not of the game's course. */
static bool cover(lud_context *ctx, void (*each)(void *user, src_span at, bool reached), void *user)
{
    const lifted_runner *r = ctx->runner;
    const logic_program *p = &model_of(ctx->game)->l->program->logic;
    for (uint32_t i = 0; r->fired && i < p->rules.count; i++) {
        const logic_rule *rule = &vec_at(&p->rules, i);
        if (rule->body_count && vec_at(&p->predicates, rule->head.predicate).phase != LOGIC_STATIC)
            each(user, rule->span, r->fired[i]);
    }
    return r->fired != NULL;
}

static const machine_ops ops = {
    RULESHEET_OPERATIONS,
    .free = rulesheet_done,
    .runner_new = runner_new,
    .runner_free = runner_free,
    .score_text = score_text,
    .start = start,
    .list = list,
    .apply = apply,
    .move_text = move_text,
    .move_parse = move_parse,
    .percept_text = percept_text,
    .visit = visit,
    .translate = translate,
    .cover = cover,
    .features = &features,
};

bool lifted_attach(lud_game *game, flat_program *flat, const char *why, bool notes, diag_sink *sink)
{
    lifted *l = lifted_make(flat, &game->arena);
    if (!l) {
        diag_report(sink, DIAG_TOO_LARGE, game->source, (src_span){0, 0},
                    "the rules have too many instances, and too many facts to be run as they are");
        return false;
    }
    lifted_model *m = ARENA_NEW(&game->arena, lifted_model);
    const char **names = ARENA_ARRAY(&game->arena, const char *, l->roles.count + 1);
    for (uint32_t i = 0; i < l->roles.count; i++)
        names[i] = logic_term_text(&flat->source->terms, vec_at(&l->roles, i), &game->arena);
    m->l = l;
    m->notes = notes;
    m->sheet.sees = l->sees;
    game->machine = m;
    game->ops = &ops;
    if (!rulesheet_set_up(game, &m->sheet, &evaluator, names, l->roles.count, l->fact_count, sink))
        return false;
    game->info.backend = "rules";
    game->info.backend_note = why;
    game->info.batched = false;
    game->info.simultaneous = game->roles > 1; /* nothing is proven without a network */
    return true;
}
