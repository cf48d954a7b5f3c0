/* The promises of ludens.h and ludens_answersets.h, on every machine and language: every game of the repository, and
 * for languages that have none there a game made by lud_translate. A language that is added is tested by being in the
 * table. Each test takes each subject: a game on one back end. */
#include "contract.h"

#include <math.h>
#include <pthread.h>

/* ---- languages and what they are ---- */

TEST(languages)
{
    gather();
    CHECK(lud_language_count() > 0);
    CHECK_STR(lud_language_at(lud_language_count()).name, "");
    for (uint32_t i = 0; i < lud_language_count(); i++) {
        lud_language l = lud_language_at(i);
        CHECK(*l.name && *l.title && *l.extensions == '.' && *l.machine && l.comment && l.forms);
        bool found = !ALL_LANGUAGES;
        for (uint32_t k = 0; k < subject_count; k++)
            found |= strcmp(subjects[k].info.language, l.name) == 0 && strcmp(subjects[k].info.machine, l.machine) == 0;
        if (!found)
            TEST_FAIL("no game of the language %s was tested on the machine %s", l.name, l.machine);
    }
}

/* What is written below of boards is tried on every machine that can show one. */
TEST(machines_with_boards)
{
    gather();
    static const char *const with_boards[] = {"automaton", "answer sets", "structures"};
    for (size_t m = 0; m < sizeof with_boards / sizeof *with_boards && ALL_LANGUAGES; m++) {
        bool found = false;
        for (uint32_t i = 0; i < subject_count; i++)
            found |= strcmp(subjects[i].info.machine, with_boards[m]) == 0 && lud_board_count(subjects[i].game) > 0;
        if (!found)
            TEST_FAIL("no game with a board was tested on the machine %s", with_boards[m]);
    }
}

/* Empty files, a byte too many, each prefix of a line: an error, or a game. */
TEST(broken_texts_are_reported)
{
    gather();
    for (uint32_t i = 0; i < subject_count; i++) {
        const subject *s = &subjects[i];
        size_t lengths[] = {0, 1, s->length / 3, s->length / 2};
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            lud_diags *diags = lud_diags_new();
            lud_game *game = lud_load_text(s->text, lengths[k], s->name, &s->options, diags);
            if (!game && lud_diags_errors(diags) == 0)
                TEST_FAIL("%s: the first %zu bytes are refused without an error", s->name, lengths[k]);
            lud_game_free(game);
            lud_diags_free(diags);
        }
    }
}

static void check_format(table *t)
{
    lud_diags *diags = lud_diags_new();
    char *once = lud_format(t->s->text, t->s->length, t->s->name, &t->s->options, diags);
    if (!once) {
        TRUE(t, lud_diags_errors(diags) > 0);
    } else {
        char *twice = lud_format(once, strlen(once), t->s->name, &t->s->options, NULL);
        TRUE(t, twice && strcmp(once, twice) == 0);
        lud_free(twice);
    }
    lud_free(once);
    lud_diags_free(diags);
}
TEST(formats) { each(check_format); }

static void check_translations(table *t)
{
    lud_diags *diags = lud_diags_new();
    TRUE(t, !lud_translate(t->game, "no such form", diags) && lud_diags_errors(diags) == 1);
    TRUE(t, !lud_translate(t->game, "", NULL));
    lud_language l = {0};
    for (uint32_t i = 0; i < lud_language_count(); i++)
        if (strcmp(lud_language_at(i).name, t->s->info.language) == 0)
            l = lud_language_at(i);
    for (const char *form = l.forms; *form; form += strspn(form, " ")) {
        char name[40] = "";
        size_t length = strcspn(form, " ");
        memcpy(name, form, length);
        char *text = lud_translate(t->game, name, diags);
        TRUE(t, text && *text);
        lud_free(text);
        form += length;
    }
    lud_diags_free(diags);
}
TEST(translations) { each(check_translations); }

/* ---- arguments that make no sense ---- */

static void check_arguments(table *t)
{
    const lud_game *g = t->game;
    uint32_t beyond = t->roles + 1, count = 0, words[WORDS], ways;
    lud_move move = {0};
    double low, high;
    char text[TEXT] = "x";
    memcpy(t->copy, t->state, t->size);
    TRUE(t, lud_role_name(g, 0) && lud_role_name(g, t->roles) && !lud_role_name(g, beyond));
    TRUE(t, lud_role_find(g, "no such role") == -1 && lud_role_find(g, "") == -1);
    for (uint32_t role = 0; role <= t->roles; role++)
        TRUE(t, lud_role_find(g, lud_role_name(g, role)) == (int)role);
    STATUS(t, lud_moves_list(t->ctx, t->state, beyond, t->moves), LUD_ERR_ARGUMENT);
    STATUS(t, lud_moves_list(t->ctx, t->state, UINT32_MAX, t->moves), LUD_ERR_ARGUMENT);
    STATUS(t, lud_draw_move(t->ctx, t->state, beyond, &t->rng, &move), LUD_ERR_ARGUMENT);
    TRUE(t, move.count == 0 && *lud_fault_text(t->ctx, false) && *lud_fault(t->ctx).message);
    STATUS(t, lud_start(t->ctx, t->state), LUD_OK);
    TRUE(t, !*lud_fault_text(t->ctx, false) && !*lud_fault(t->ctx).message);
    TRUE(t, lud_moves_at(t->moves, UINT32_MAX).count == 0);
    TRUE(t, lud_move_parse(g, "no such (move", words, WORDS, &count) == LUD_ERR_ILLEGAL);
    TRUE(t, !lud_score_bounds(g, 0, &low, &high) && !lud_score_bounds(g, beyond, &low, &high));
    TRUE(t, lud_score_text(g, t->state, beyond, text, sizeof text) == 0 && !*text);
    TRUE(t, lud_percept_text(t->ctx, beyond, text, sizeof text) == 0 && !*text);
    TRUE(t, lud_observe_hash(g, t->state, beyond) == 0);
    TRUE(t, lud_feature_name(g, UINT32_MAX, text, sizeof text) == 0);
    TRUE(t, !*lud_board_at(g, lud_board_count(g)).name && !*lud_site_at(g, t->state, lud_board_count(g), 0).name);
    TRUE(t, !lud_site_linked(g, lud_board_count(g), 0, 0));
    for (uint32_t b = 0; b < lud_board_count(g); b++)
        TRUE(t, !*lud_site_at(g, t->state, b, UINT32_MAX).name && !lud_site_linked(g, b, 0, UINT32_MAX));
    TRUE(t, !*lud_pass_at(g, lud_pass_count(g)).name);
    TRUE(t, !lud_node_name(NULL, NULL) && !lud_node_name(g, NULL));
    if (choose(t)) {
        STATUS(t, lud_apply_joint_way(t->ctx, t->state, t->joint, 1000000, &ways), LUD_ERR_ARGUMENT);
        TRUE(t, memcmp(t->state, t->copy, t->size) == 0);
    }
    uint32_t odd[] = {UINT32_MAX - 7, UINT32_MAX - 9, 3};
    lud_move wrong = {odd, 3, 1};
    STATUS(t, lud_apply_move(t->ctx, t->state, &wrong), LUD_ERR_ILLEGAL);
    TRUE(t, memcmp(t->state, t->copy, t->size) == 0);
    lud_move_text(g, wrong, text, sizeof text);
}
TEST(bad_arguments) { each(check_arguments); }

static void check_others(table *t)
{
    const char *text;
    uint32_t count = 7;
    bool own = strcmp(t->s->info.machine, "answer sets") == 0;
    lud_status wanted = own ? LUD_OK : LUD_ERR_ARGUMENT;
    for (int which = LUD_FACTS_STATE; which <= LUD_FACTS_GOAL; which++)
        STATUS(t, lud_facts_text(t->ctx, t->state, (lud_facts)which, &text), wanted);
    STATUS(t, lud_facts_text(t->ctx, t->state, (lud_facts)99, &text), LUD_ERR_ARGUMENT);
    TRUE(t, (lud_time(t->game, t->state) == -1) == !own && lud_verdict(t->game, t->state));
    TRUE(t, (lud_program_count(t->game) > 0) == own && !*lud_program_at(t->game, 1000).name);
    STATUS(t, lud_program_solve(t->ctx, t->state, 1000), LUD_ERR_ARGUMENT);
    STATUS(t, lud_program_text(t->ctx, t->state, 1000, &text), LUD_ERR_ARGUMENT);
    for (uint32_t i = 0; i + 1 < lud_program_count(t->game); i++)
        STATUS(t, lud_program_solve(t->ctx, t->state, i), LUD_OK);
    lud_level_draws(t->game, &count);
    TRUE(t, own ? *lud_level_source(t->game) : count == 0 && !*lud_level_source(t->game));
    TRUE(t, own || (!lud_step_void(t->ctx, NULL) && !lud_has_strategy(t->game)));
    lud_diags *diags = lud_diags_new();
    lud_strategy *s = lud_strategy_new(t->game, "do(wait).", 9, "s", diags);
    TRUE(t, own ? s != NULL : !s && lud_diags_errors(diags) == 1);
    lud_strategy_free(s);
    lud_diags_free(diags);
}
TEST(what_only_answer_sets_have) { each(check_others); }

/* ---- positions ---- */

static void check_state(table *t)
{
    uint64_t hash = lud_state_hash(t->game, t->state), movers = lud_movers(t->game, t->state);
    bool over = lud_terminal(t->game, t->state);
    memcpy(t->copy, t->state, t->size);
    TRUE(t, lud_state_hash(t->game, t->copy) == hash && lud_terminal(t->game, t->copy) == over &&
                lud_movers(t->game, t->copy) == movers);
    TRUE(t, over == (movers == 0) && movers >> 1 >> t->roles == 0 && (t->s->info.chance || !(movers & 1)));
    double scores[ROLES], again[ROLES];
    lud_scores(t->game, t->state, scores);
    lud_scores(t->game, t->copy, again);
    for (uint32_t r = 1; r <= t->roles; r++) {
        double low, high;
        char text[100];
        TRUE(t, memcmp(&scores[r - 1], &again[r - 1], sizeof *scores) == 0);
        if (over && lud_score_bounds(t->game, r, &low, &high))
            TRUE(t, scores[r - 1] >= low && scores[r - 1] <= high);
        TRUE(t, lud_score_text(t->game, t->state, r, NULL, 0) == lud_score_text(t->game, t->state, r, text, 100));
        uint64_t seen = lud_observe_hash(t->game, t->state, r);
        TRUE(t, t->s->info.hidden || seen == hash);
        size_t length = lud_percept_text(t->ctx, r, NULL, 0);
        char *percept = calloc(1, length + 1);
        TRUE(t, lud_percept_text(t->ctx, r, percept, length + 1) == length && strlen(percept) == length);
        free(percept);
    }
    TRUE(t, memcmp(t->copy, t->state, t->size) == 0);
}
TEST(states_are_bytes) { walk(check_state); }

typedef struct shown {
    int depth, lowest;
    uint32_t values;
    bool keys, ends;
} shown;
static void show_begin(void *user, const char *key)
{
    shown *s = user;
    s->depth++;
    s->keys |= key != NULL;
}
static void show_value(void *user, const char *key, const char *value)
{
    shown *s = user;
    s->values++;
    s->keys |= key != NULL;
    s->ends |= value == NULL;
}
static void show_end(void *user)
{
    shown *s = user;
    s->depth--;
    s->lowest = s->depth < s->lowest ? s->depth : s->lowest;
}

static void check_look(table *t)
{
    static const lud_state_visitor visitor = {show_begin, show_value, show_end};
    shown all = {0}, brief = {0};
    memcpy(t->copy, t->state, t->size);
    lud_state_visit(t->game, t->state, false, &visitor, &all);
    lud_state_visit(t->game, t->state, true, &visitor, &brief);
    TRUE(t, all.depth == 0 && all.lowest == 0 && !all.ends && brief.depth == 0 && brief.values <= all.values + 100);
    bool may_be_empty = strcmp(t->s->info.language, "ludii") == 0; /* entries of sites that are not empty */
    TRUE(t, t->s->info.facts ? !all.keys : all.keys || may_be_empty);
    for (uint32_t b = 0; b < lud_board_count(t->game); b++) {
        lud_board board = lud_board_at(t->game, b);
        TRUE(t, *board.name && board.min_x <= board.max_x && board.min_y <= board.max_y);
        for (uint32_t i = 0; i < board.sites; i++) {
            lud_site site = lud_site_at(t->game, t->state, b, i);
            TRUE(t, site.name && *site.name && site.content && site.x >= board.min_x && site.x <= board.max_x);
            TRUE(t, lud_site_linked(t->game, b, i, 0) == lud_site_linked(t->game, b, 0, i));
            lud_location where = lud_site_location(t->game, b, i);
            TRUE(t, isfinite(where.x) && isfinite(where.y) && (where.outline != NULL) == (where.corners > 0));
        }
    }
    TRUE(t, memcmp(t->copy, t->state, t->size) == 0);
}
TEST(looking_changes_nothing) { walk(check_look); }

static void check_features(table *t)
{
    uint32_t count = lud_feature_count(t->game);
    float *dense = calloc(count + 1, sizeof *dense), *values = calloc(count + 1, sizeof *values);
    uint32_t *indices = calloc(count + 1, sizeof *indices);
    for (uint32_t role = 1; role <= t->roles; role++) {
        lud_features(t->game, t->state, role, dense);
        uint32_t active = lud_features_active(t->game, t->state, role, indices, values), next = 0;
        TRUE(t, active <= count && active > 0);
        for (uint32_t i = 0; i < count; i++) {
            bool here = next < active && indices[next] == i;
            TRUE(t, here ? memcmp(&dense[i], &values[next], sizeof *dense) == 0 : fabsf(dense[i]) <= 0);
            next += here;
        }
        TRUE(t, next == active);
        float weighed, sum = 0; /* by weights of halves, which are added exactly */
        for (uint32_t i = 0; i < count; i++)
            dense[i] = (float)(i % 7) / 2;
        for (uint32_t i = 0; i < active; i++)
            sum += dense[indices[i]] * values[i];
        if (lud_features_weigh(t->game, t->state, role, dense, &weighed))
            TRUE(t, fabsf(weighed - sum) <= 1e-3F * (1 + fabsf(sum)));
        char name[TEXT];
        for (uint32_t i = 0; i < active; i++)
            TRUE(t, lud_feature_name(t->game, indices[i], name, sizeof name) > 0 && *name);
    }
    TRUE(t, lud_features_active(t->game, t->state, 0, indices, values) == 0);
    TRUE(t, !lud_features_weigh(t->game, t->state, 0, dense, values));
    free(dense);
    free(values);
    free(indices);
}
TEST(features) { walk(check_features); }

/* ---- moves ---- */

static void check_text(table *t, lud_move move)
{
    char text[TEXT], small[3];
    uint32_t words[WORDS], count = 0;
    size_t length = lud_move_text(t->game, move, text, sizeof text);
    TRUE(t, length < sizeof text && strlen(text) == length && lud_move_text(t->game, move, NULL, 0) == length);
    TRUE(t, lud_move_text(t->game, move, small, sizeof small) == length && strlen(small) == (length < 2 ? length : 2));
    lud_status status = lud_move_parse(t->game, text, words, WORDS, &count);
    bool same =
        status == LUD_OK && count == move.count && (!count || memcmp(words, move.words, count * sizeof *words) == 0);
    if (!same)
        BAD(t, "`%s` is read as something else: %s, %u words, not %u", text, lud_status_text(status), count,
            move.count);
    if (move.count > 0)
        TRUE(t, lud_move_parse(t->game, text, words, move.count - 1, &count) != LUD_OK);
}

/* Undo by copy: a move made twice from the same bytes leads to the same bytes, and a state that was put back has the
 * same moves. */
static void check_undo(table *t)
{
    if (!choose(t))
        return;
    unsigned char *first = calloc(1, t->size);
    memcpy(t->kept, t->state, t->size);
    memcpy(first, t->state, t->size);
    lud_status status = lud_apply(t->ctx, first, t->joint);
    TRUE(t, memcmp(t->kept, t->state, t->size) == 0);
    memcpy(t->copy, t->kept, t->size);
    STATUS(t, lud_apply(t->ctx, t->copy, t->joint), status);
    TRUE(t, memcmp(first, t->copy, t->size) == 0);
    TRUE(t, status == LUD_OK || memcmp(first, t->kept, t->size) == 0);
    lud_context *other = lud_context_new(t->game);
    memcpy(t->copy, t->kept, t->size);
    TRUE(t, lud_apply(other, t->copy, t->joint) == status && memcmp(first, t->copy, t->size) == 0);
    lud_context_free(other);
    free(first);
}

/* The copied list is the list. */
static void check_copy(table *t)
{
    uint32_t count = lud_moves_count(t->moves), words = lud_moves_word_count(t->moves);
    uint32_t *copy = calloc(words + 1, sizeof *copy), *starts = calloc(count + 2, sizeof *starts);
    copy[words] = starts[count + 1] = 77;
    lud_moves_copy(t->moves, copy, starts);
    bool same = starts[0] == 0 && starts[count] == words && copy[words] == 77 && starts[count + 1] == 77;
    for (uint32_t i = 0; i < count; i++) {
        lud_move m = lud_moves_at(t->moves, i);
        same &= m.count == starts[i + 1] - starts[i] &&
                (!m.count || memcmp(m.words, copy + starts[i], m.count * sizeof *copy) == 0);
    }
    TRUE(t, same);
    free(copy);
    free(starts);
}

static bool is_listed(const lud_moves *list, lud_move move)
{
    for (uint32_t i = 0; i < lud_moves_count(list); i++) {
        lud_move m = lud_moves_at(list, i);
        if (m.count == move.count && (!m.count || memcmp(m.words, move.words, m.count * sizeof *m.words) == 0))
            return true;
    }
    return false;
}

static void check_listed_once(table *t, uint32_t role, uint32_t step)
{
    lud_moves *once = lud_moves_new();
    STATUS(t, lud_moves_list_once(t->ctx, t->state, role, once), LUD_OK);
    TRUE(t, lud_moves_count(once) == lud_moves_count(t->moves));
    for (uint32_t i = 0; i < lud_moves_count(once); i += step)
        TRUE(t, is_listed(t->moves, lud_moves_at(once, i)) && is_listed(once, lud_moves_at(t->moves, i)));
    if (role == 0)
        TRUE(t, lud_moves_weight(once) == lud_moves_weight(t->moves));
    lud_moves_free(once);
}

static void check_moves(table *t)
{
    for (uint64_t left = lud_movers(t->game, t->state); left; left &= left - 1) {
        uint32_t role = (uint32_t)__builtin_ctzll(left);
        lud_status status = lud_moves_list(t->ctx, t->state, role, t->moves);
        if (status != LUD_OK) { /* chance may have more outcomes than can be listed */
            TRUE(t, lud_status_is_limit(status) || status == LUD_ERR_STUCK);
            continue;
        }
        uint32_t count = lud_moves_count(t->moves), step = count / TRIED + 1;
        uint64_t weight = 0;
        for (uint32_t i = 0; i < count; i++)
            weight += lud_moves_at(t->moves, i).weight;
        TRUE(t, count > 0 && weight == lud_moves_weight(t->moves));
        check_copy(t);
        for (uint32_t i = 0; i < count; i += step)
            check_text(t, lud_moves_at(t->moves, i));
        lud_rng rng = t->rng, same = t->rng;
        lud_move move;
        STATUS(t, lud_draw_move(t->ctx, t->state, role, &rng, &move), LUD_OK);
        keep_move(t, role, move);
        STATUS(t, lud_draw_move(t->ctx, t->state, role, &same, &move), LUD_OK);
        TRUE(t, move.count == t->joint[role].count &&
                    (!move.count || memcmp(move.words, t->joint[role].words, move.count * sizeof *move.words) == 0));
        TRUE(t, lud_rng_next(&rng) == lud_rng_next(&same));
        TRUE(t, is_listed(t->moves, t->joint[role]));
        check_listed_once(t, role, step);
    }
    check_undo(t);
}
TEST(moves) { walk(check_moves); }

static void check_end(table *t)
{
    if (!play_out(t))
        return;
    lud_move move;
    lud_playout_result result;
    uint64_t counts[3];
    memcpy(t->copy, t->state, t->size);
    TRUE(t, lud_movers(t->game, t->state) == 0);
    for (uint32_t role = 0; role <= t->roles; role++) {
        STATUS(t, lud_moves_list(t->ctx, t->state, role, t->moves), LUD_ERR_TERMINAL);
        STATUS(t, lud_draw_move(t->ctx, t->state, role, &t->rng, &move), LUD_ERR_TERMINAL);
    }
    memset(t->joint, 0, sizeof t->joint);
    STATUS(t, lud_apply(t->ctx, t->state, t->joint), LUD_ERR_TERMINAL);
    STATUS(t, lud_apply_move(t->ctx, t->state, t->joint), LUD_ERR_TERMINAL);
    STATUS(t, lud_apply_way(t->ctx, t->state, t->joint, 0, NULL), LUD_ERR_TERMINAL);
    STATUS(t, lud_apply_joint_way(t->ctx, t->state, t->joint, 0, NULL), LUD_ERR_TERMINAL);
    STATUS(t, lud_playout(t->ctx, t->state, &t->rng, NULL, &result), LUD_OK);
    TRUE(t, result.plies == 0 && result.turns == 0);
    STATUS(t, lud_perft(t->ctx, t->state, 2, NULL, counts), LUD_OK);
    TRUE(t, counts[0] == 1 && counts[1] == 0 && counts[2] == 0);
    TRUE(t, memcmp(t->copy, t->state, t->size) == 0);
    check_state(t);
    check_look(t);
    check_features(t);
}
TEST(terminal_states) { each(check_end); }

/* ---- other loads ---- */

/* The same game loaded again: it is played alongside, by the texts of moves. */
static void check_reload(table *t)
{
    subject other = *t->s;
    table u;
    other.game = load(&other);
    if (!other.game)
        return;
    table_init(&u, &other, other.game, 0);
    /* numbers that are given out while playing are given out in another order */
    lud_playout(u.ctx, u.state, &u.rng, NULL, NULL);
    lud_start(u.ctx, u.state);
    for (uint32_t ply = 0; ply < PLIES; ply++) {
        TRUE(t, lud_state_hash(t->game, t->state) == lud_state_hash(u.game, u.state));
        TRUE(t, lud_terminal(t->game, t->state) == lud_terminal(u.game, u.state));
        for (uint32_t role = 1; role <= t->roles; role++)
            TRUE(t, lud_observe_hash(t->game, t->state, role) == lud_observe_hash(u.game, u.state, role));
        if (t->s->info.portable) {
            TRUE(t, t->size == u.size && memcmp(t->state, u.state, t->size) == 0);
            memcpy(u.state, t->state, t->size);
        }
        if (lud_terminal(t->game, t->state) || !choose(t))
            break;
        for (uint64_t left = lud_movers(t->game, t->state); left; left &= left - 1) {
            uint32_t role = (uint32_t)__builtin_ctzll(left), count;
            char text[TEXT];
            lud_move_text(t->game, t->joint[role], text, sizeof text);
            TRUE(t, lud_move_parse(u.game, text, u.words[role], WORDS, &count) == LUD_OK);
            u.joint[role] = (lud_move){u.words[role], count, 1};
        }
        note_path(t);
        lud_status status = lud_apply(t->ctx, t->state, t->joint);
        STATUS(t, lud_apply(u.ctx, u.state, u.joint), status);
        if (status != LUD_OK)
            break;
    }
    table_done(&u);
    lud_game_free(other.game);
}
TEST(other_loads_agree) { each(check_reload); }

static void check_lockstep(table *t)
{
    subject other = *t->s;
    if (t->s->info.backend == NULL || strcmp(t->s->info.backend, "interp") != 0)
        return;
    if (t->s->info.other == LUD_BACKEND_RULES)
        other.options.backend = LUD_BACKEND_RULES;
    other.game = load(&other);
    lud_lockstep_options how = {.playouts = 2, .seed = 1, .max_plies = 20};
    lud_lockstep_result result;
    STATUS(t, lud_lockstep(t->game, other.game, &how, &result), LUD_OK);
    if (result.differ)
        BAD(t, "%s", result.text);
    lud_free(result.text);
    lud_game_free(other.game);
    const subject *stranger = &subjects[(t->s == subjects) ? subject_count - 1 : 0];
    if (strcmp(stranger->info.machine, t->s->info.machine) != 0)
        STATUS(t, lud_lockstep(t->game, stranger->game, &how, &result), LUD_ERR_ARGUMENT);
}
TEST(lockstep) { each(check_lockstep); }

/* ---- playouts ---- */

static uint64_t playout_hash(const lud_game *game, uint64_t seed, uint32_t playouts)
{
    lud_context *ctx = lud_context_new(game);
    unsigned char *state = calloc(1, lud_state_size(game));
    uint64_t sum = 0;
    for (uint32_t i = 0; i < playouts; i++) {
        lud_rng rng;
        lud_playout_result result = {0};
        lud_rng_seed(&rng, seed, i);
        lud_start(ctx, state);
        lud_status status = lud_playout(ctx, state, &rng, NULL, &result);
        sum = sum * 31 + lud_state_hash(game, state) + result.plies * 7 + (uint64_t)status;
    }
    lud_context_free(ctx);
    free(state);
    return sum;
}

enum { SEEDS = 3 };

typedef struct playing {
    const lud_game *game;
    uint64_t hash;
} playing;

static void *play_thread(void *user)
{
    playing *p = user;
    p->hash = playout_hash(p->game, 5, SEEDS);
    return NULL;
}

static void check_threads(table *t)
{
    playing two[2] = {{t->game, 0}, {t->game, 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, play_thread, &two[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    uint64_t alone = playout_hash(t->game, 5, SEEDS);
    TRUE(t, two[0].hash == alone && two[1].hash == alone);
}
TEST(two_threads_and_a_seed) { each(check_threads); }

typedef struct counted {
    uint64_t games, faults, plies;
} counted;

static void count_game(void *user, lud_status status, const lud_playout_result *result, const double *scores)
{
    counted *c = user;
    c->games++;
    c->plies += result->plies;
    c->faults += status != LUD_OK && status != LUD_LIMIT_PLIES;
    (void)scores;
}

static void count_from(void *user, uint32_t position, lud_status status, const lud_playout_result *result,
                       const double *scores)
{
    count_game((counted *)user + position, status, result, scores);
}

static uint64_t watched;
static void watch_move(void *user, uint64_t movers, const lud_move *joint)
{
    (void)joint;
    watched += movers != 0 && user != NULL;
}

static void check_playouts(table *t)
{
    counted c = {0};
    memcpy(t->copy, t->state, t->size);
    STATUS(t, lud_playouts(t->ctx, t->state, &t->rng, 5, NULL, count_game, &c), LUD_OK);
    TRUE(t, c.games == 5 && c.faults == 0 && memcmp(t->copy, t->state, t->size) == 0);
    counted from[2] = {{0}, {0}};
    STATUS(t,
           lud_playouts_from(t->ctx, (const void *const[]){t->state, t->copy}, 2, &t->rng, 3, NULL, count_from, from),
           LUD_OK);
    TRUE(t, from[0].games == 3 && from[1].games == 3 && from[0].faults + from[1].faults == 0);
    for (int enumerate = 0; enumerate < 2; enumerate++) { /* watching changes nothing */
        lud_playout_options options = {.enumerate = enumerate};
        lud_playout_result plain = {0}, seen = {0};
        lud_rng rng = t->rng, same = t->rng;
        memcpy(t->kept, t->copy, t->size);
        memcpy(t->state, t->copy, t->size);
        lud_status status = lud_playout(t->ctx, t->state, &rng, &options, &plain);
        options.watch = watch_move;
        options.user = t;
        watched = 0;
        STATUS(t, lud_playout(t->ctx, t->kept, &same, &options, &seen), status);
        TRUE(t, memcmp(t->kept, t->state, t->size) == 0 && plain.plies == seen.plies && plain.choices == seen.choices);
        TRUE(t, watched == plain.plies && plain.turns <= plain.plies * t->roles);
    }
}
TEST(playouts) { each(check_playouts); }

/* A move and a playout in one are what they are one after the other. */
static void look_behind(table *t)
{
    lud_playout_result two = {0}, one = {0};
    lud_rng rng = t->rng, same;
    bool made = true;
    if (lud_terminal(t->game, t->state)) {
        STATUS(t, lud_playout_after(t->ctx, t->state, t->joint, t->kept, &rng, &one, &made), LUD_ERR_TERMINAL);
        TRUE(t, !made && memcmp(&rng, &t->rng, sizeof rng) == 0);
        return;
    }
    memcpy(t->copy, t->state, t->size);
    if (!choose(t) || lud_apply(t->ctx, t->copy, t->joint) != LUD_OK)
        return;
    rng = same = t->rng;
    const lud_status status = lud_playout(t->ctx, t->copy, &rng, NULL, &two);
    STATUS(t, lud_playout_after(t->ctx, t->state, t->joint, t->kept, &same, &one, &made), status);
    TRUE(t, made && one.plies == two.plies && one.turns == two.turns && memcmp(&rng, &same, sizeof rng) == 0);
    TRUE(t, memcmp(t->kept, t->copy, t->size) == 0);
    memcpy(t->kept, t->state, t->size); /* in place, and a move that is none */
    TRUE(t, lud_playout_after(t->ctx, t->kept, t->joint, t->kept, &t->rng, &one, &made) == status && made);
    TRUE(t, memcmp(t->kept, t->copy, t->size) == 0);
    for (uint32_t role = 0; role <= t->roles && !lud_moves_open(t->game); role++)
        t->joint[role].count = 0;
    if (!lud_moves_open(t->game) &&
        lud_playout_after(t->ctx, t->state, t->joint, t->kept, &t->rng, &one, &made) == LUD_ERR_ILLEGAL)
        TRUE(t, !made && memcmp(t->kept, t->state, t->size) == 0);
}
TEST(playouts_behind_moves) { walk(look_behind); }

static void check_runs(table *t)
{
    lud_run_result one, two;
    lud_run_options options = {.playouts = 6, .seed = 3, .threads = 1};
    lud_status status = lud_run(t->game, &options, &one);
    options.threads = 2;
    STATUS(t, lud_run(t->game, &options, &two), status);
    if (status != LUD_OK) { /* how far the others were then is left open */
        TRUE(t, one.fault == two.fault && one.fault_playout == two.fault_playout);
        lud_run_result_done(&one);
        lud_run_result_done(&two);
        return;
    }
    TRUE(t, one.playouts == two.playouts && one.moves == two.moves && one.draws == two.draws && one.fault == two.fault);
    for (uint32_t r = 0; r < t->roles; r++)
        TRUE(t, one.wins[r] == two.wins[r] && fabs(one.scores[r].mean - two.scores[r].mean) < 1e-9);
    lud_run_result_done(&one);
    lud_run_result_done(&two);
}
TEST(runs) { each(check_runs); }

static void check_perft(table *t)
{
    uint64_t counts[3], joint = 1;
    STATUS(t, lud_perft(t->ctx, t->state, 0, NULL, counts), LUD_OK);
    TRUE(t, counts[0] == 1);
    lud_status status = lud_perft(t->ctx, t->state, 1, NULL, counts);
    for (uint64_t left = lud_movers(t->game, t->state); left; left &= left - 1)
        if (lud_moves_list(t->ctx, t->state, (uint32_t)__builtin_ctzll(left), t->moves) == LUD_OK)
            joint *= lud_moves_count(t->moves);
    /* outcomes of chance merge where they lead to the same state */
    if (status == LUD_OK)
        TRUE(t, counts[0] == 1 && (t->s->info.chance || lud_moves_open(t->game) ? counts[1] >= 1 : counts[1] == joint));
    else
        TRUE(t, lud_status_is_limit(status));
}
TEST(perft) { each(check_perft); }

/* ---- stopping ---- */

static void check_stopped(table *t)
{
    lud_move move;
    uint64_t counts[3];
    bool ready = choose(t);
    memcpy(t->copy, t->state, t->size);
    lud_interrupt(control);
    TRUE(t, lud_interrupted(control));
    STATUS(t, lud_start(t->ctx, t->kept), LUD_INTERRUPTED);
    for (uint64_t left = lud_movers(t->game, t->state); left; left &= left - 1) {
        uint32_t role = (uint32_t)__builtin_ctzll(left);
        STATUS(t, lud_moves_list(t->ctx, t->state, role, t->moves), LUD_INTERRUPTED);
        STATUS(t, lud_draw_move(t->ctx, t->state, role, &t->rng, &move), LUD_INTERRUPTED);
    }
    if (ready)
        STATUS(t, lud_apply(t->ctx, t->state, t->joint), LUD_INTERRUPTED);
    STATUS(t, lud_playout(t->ctx, t->state, &t->rng, NULL, NULL), LUD_INTERRUPTED);
    STATUS(t, lud_perft(t->ctx, t->state, 2, NULL, counts), LUD_INTERRUPTED);
    TRUE(t, memcmp(t->copy, t->state, t->size) == 0);
    lud_diags *diags = lud_diags_new();
    TRUE(t, !lud_load_text(t->s->text, t->s->length, t->s->name, &t->s->options, diags));
    TRUE(t, lud_diags_count(diags) > 0 && strcmp(lud_diags_get(diags, lud_diags_count(diags) - 1).code, "E0007") == 0);
    lud_diags_free(diags);
    lud_resume(control);
    STATUS(t, lud_playout(t->ctx, t->state, &t->rng, NULL, NULL),
           lud_terminal(t->game, t->state) ? LUD_OK : LUD_LIMIT_PLIES);
}
TEST(stopping) { each(check_stopped); }

/* The same playouts twice: the second time everything needed is there. */
static void check_allocations(table *t)
{
    uint64_t before = 0;
    for (int round = 0; round < 2; round++) {
        before = allocations;
        for (uint64_t n = 0; n < 6; n++) {
            lud_playout_options o = {.enumerate = n % 2};
            lud_rng rng;
            lud_rng_seed(&rng, 3, n);
            lud_start(t->ctx, t->state);
            lud_playout(t->ctx, t->state, &rng, &o, NULL);
        }
    }
    if (allocations != before && !(t->s->info.hidden && strcmp(t->s->info.backend, "rules") == 0))
        BAD(t, "%d allocations", (int)(allocations - before));
}
TEST(playouts_do_not_allocate_after_warm_up) { each(check_allocations); }

TEST_MAIN
