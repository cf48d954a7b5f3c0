/* Matches. The games share one automaton: each has variables of its own, which are as at its beginning while it is not
 * played, for a game that is left is set back. */
#include "lang/ludii/lower/match.h"

#include "automaton/view.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 16, FILE_BYTES = 1 << 22 };

kit_num lu_match_score(lu *x, const ludii_value *v)
{
    if (!x->match) {
        lu_refuse(x, v, "the score of a match outside of one");
        return LU_NOTHING;
    }
    return kit_at(x->k, x->match->scores, kit_clamp(x->k, lu_role(x, v->items[0]), 0, (int32_t)x->players, 0));
}

/* ---- the games ---- */

/* `Four up` may be in `four-up.lud`. */
static const char *file_name(arena *a, const char *game, bool plain)
{
    char *path = arena_printf(a, "%s.lud", game);
    for (char *p = path; plain && *p; p++)
        *p = *p == ' ' ? '-' : (char)(*p >= 'A' && *p <= 'Z' ? *p | 0x20 : *p);
    return path;
}

/* Collections keep such games in a folder `subgame` of their own, with the same folders in it: the file `here` in that
 * of a folder above, without `skipped` of the folders on the way. NULL: there are not so many. */
static const char *in_collection(arena *a, const char *here, uint32_t above, uint32_t skipped)
{
    const char *end = here + strlen(here), *from = end;
    for (uint32_t i = 0; i <= above; i++)
        for (from -= from > here; from > here && *from != '/'; from--)
            ;
    if (*from != '/')
        return NULL;
    const char *tail = from + 1;
    for (uint32_t i = 0; i < skipped && tail; i++) {
        tail = strchr(tail, '/');
        tail = tail ? tail + 1 : NULL;
    }
    return tail ? arena_printf(a, "%.*s/subgame/%s", (int)(from - here), here, tail) : NULL;
}

/* The game of a subgame: in the text of the match, in a file beside it, or in that of the collection; nowhere else. */
static const src_text *find_game(lu *m, const ludii_value *subgame)
{
    enum { FOLDERS_MAX = 8 };
    const char *name = ludii_text(m->f, lu_string(m, subgame->items[0])), *path[2], *why[2];
    const src_text *found = ludii_has_game(m->f, subgame->items[0]->node->name) ? m->f->text : NULL;
    for (uint32_t k = 0; k < 2 * FOLDERS_MAX * FOLDERS_MAX && !found; k++) {
        const uint32_t plain = k % 2, above = k / 2 / FOLDERS_MAX, skipped = k / 2 % FOLDERS_MAX;
        const char *here = m->f->text->name, *other, *no;
        if (k >= 2 && (skipped >= above || !(here = in_collection(m->a, here, above, skipped))))
            continue;
        size_t length;
        const char *text = lang_read_beside(m->f->in, m->a, here, file_name(m->a, name, plain), FILE_BYTES,
                                            k < 2 ? &path[k] : &other, &length, k < 2 ? &why[k] : &no);
        found = text ? source_new(m->a, k < 2 ? path[k] : other, text, length) : NULL;
    }
    if (!found) {
        diag *d = ludii_report(m->f, DIAG_FILE, subgame->items[0]->node->span, subgame->items[0]->node->origin,
                               "there is no game `%.80s` beside the match", name);
        diag_set_hint(m->f->sink, d, "`%.200s`: %s", path[0], why[0]);
    }
    return found;
}

/* A game as a value, with what is needed to lower it. */
static lu *read_game(lu *m, const ludii_value *subgame)
{
    const src_text *text = find_game(m, subgame);
    if (!text)
        return NULL;
    lang_input *in = ARENA_NEW(m->a, lang_input);
    *in = *m->f->in;
    in->source = text;
    in->names = m->f->names;
    in->ruleset = NULL;
    bool here = text == m->f->text;
    in->choices = subgame->items[1] ? ludii_text(m->f, lu_string(m, subgame->items[1]))
                  : here            ? m->f->in->choices
                                    : NULL;
    ludii_file *f = ARENA_NEW(m->a, ludii_file);
    ludii_begin(f, in);
    f->wanted = here ? subgame->items[0]->node->name : NAME_NONE;
    const ludii_node *tree = ludii_read_tree(f);
    const ludii_value *v = tree ? ludii_match(f, m->l, tree) : NULL;
    lu *x = v ? lu_new(f, m->l, v) : NULL;
    if (!x || strcmp(lu_class(x, v), "Game") != 0 || !(x->b = ludii_board(f, m->l, v))) {
        if (x && !x->b && !f->sink->errors)
            lu_refuse(x, v, "a match within a match");
        return NULL;
    }
    x->k->g = m->k->g;
    x->elsewhere = !here;
    x->k->at = subgame->node->span;
    if (!lu_equipment(x))
        return NULL;
    if (x->players != m->players) {
        lu_refuse(m, subgame, arena_printf(m->a, "a game of %u players in a match of %u", x->players, m->players));
        return NULL;
    }
    return x;
}

static bool same_boards(const lu *a, const lu *b)
{
    bool same = a->sites == b->sites && a->numbered == b->numbered && a->b->default_site == b->b->default_site &&
                a->containers.count == b->containers.count && memcmp(a->spots, b->spots, sizeof a->spots) == 0;
    for (int t = 0; t < GR_SITES && same; t++) {
        const gr_sites *s = &a->b->sites[t], *o = &b->b->sites[t];
        same = s->count == o->count;
        for (uint32_t i = 0; i < s->count && same; i++)
            same = s->at[i].x == o->at[i].x && s->at[i].y == o->at[i].y;
    }
    for (uint32_t i = 0; i < a->containers.count && same; i++)
        same = vec_at(&a->containers, i).name == vec_at(&b->containers, i).name &&
               vec_at(&a->containers, i).count == vec_at(&b->containers, i).count;
    return same;
}

/* ---- from one game to the next ---- */

/* Who won gets what the subgame says, or one. */
static void count_result(lu *x, const ludii_value *subgame)
{
    const ludii_value *result = lu_arg(x, subgame, "result");
    for (uint32_t p = 1; p <= x->players; p++) {
        kit_cond won = {.e = kit_equal(x->k, true, kit_entry(x->k, x->k->g->goals, x->roles[p - 1]),
                                       kit_symbol(x->k, kit_sym(x->k, "100")))};
        ir_node after = kit_node(x->k);
        kit_branch_to(x->k, won, after);
        kit_num n = kit_known((int32_t)p), more = lu_keep_num(x, "result", result ? lu_int(x, result) : kit_known(1));
        kit_set_at(x->k, x->match->scores, n,
                   kit_clamp(x->k, kit_op(x->k, IR_ADD, kit_at(x->k, x->match->scores, n), more), -30000, 30000, 0));
        kit_go(x->k, after);
        x->k->cur = after;
    }
}

/* Ranks of the game say nothing of the match. */
static void forget_ranks(lu *x)
{
    static const lu_state ranks[] = {LU_S_LEFT, LU_S_LOST, LU_S_FREE};
    for (uint32_t i = 0; x->players > 2 && i < sizeof ranks / sizeof *ranks; i++)
        kit_set(x->k, lu_state_var(x, ranks[i]), kit_known(ranks[i] == LU_S_FREE ? 1 : (int32_t)x->players));
    for (uint32_t p = 1; x->players > 2 && p <= x->players; p++) {
        kit_set_at(x->k, lu_state_var(x, LU_S_ACTIVE), kit_known((int32_t)p), kit_known(1));
        kit_set_at(x->k, lu_state_var(x, LU_S_RANK), kit_known((int32_t)p), kit_known(0));
    }
}

static void end_of_match(lu *x)
{
    ir_node over = x->match->over;
    x->match->over = IR_NONE;
    memset(x->ends, 0xff, sizeof x->ends);
    x->over = x->over_by_team = IR_NONE;
    lu_end_rules(x, lu_item(x, x->match->v, "End"));
    x->match->over = over;
}

/* The move by which the next game begins is the one's who moved last. */
static void ask_for_next(lu *x)
{
    ir_node entry = x->k->cur, leave = kit_node(x->k);
    for (uint32_t p = 1; p <= x->players; p++) {
        ir_node decide = kit_node(x->k);
        x->k->cur = entry;
        kit_check(x->k, kit_compare(x->k, IR_EQ, lu_context_num(x, LU_MOVER), kit_known((int32_t)p)));
        kit_player(x->k, decide, x->roles[p - 1]);
        x->k->cur = decide;
        lu_tag_word(x, "NextInstance:-1");
        kit_player(x->k, leave, x->k->g->keeper);
    }
    x->k->cur = leave;
}

static void begin_next(lu *x, const ludii_value *subgame)
{
    const ludii_value *next = lu_arg(x, subgame, "next");
    lu_match *m = x->match;
    kit_num n = next ? lu_int(x, next) : kit_known((int32_t)((x->instance + 1) % m->games));
    n = kit_clamp(x->k, n, 0, (int32_t)m->games - 1, 0);
    kit_set(x->k, m->instance, n);
}

/* Everything of the game is again as it was at its beginning. */
static void set_back(lu *x, uint32_t first)
{
    for (uint32_t i = first, end = x->k->g->variables.count; i < end; i++) {
        const ir_variable v = vec_at(&x->k->g->variables, i);
        name_id name = intern_printf(x->f->names, "start_of_%s", intern_text(x->f->names, v.name));
        bool is_map = ir_type_at(x->k->g, ir_resolve(x->k->g, v.type))->kind == IR_TYPE_ARROW;
        ir_expr start = is_map ? kit_const(x->k, kit_declared(x->k, name, v.type, v.initial))
                               : kit_expr(x->k, kit_known(vec_at(&x->k->g->values, v.initial).integer));
        kit_assign(x->k, kit_var(x->k, i), start);
    }
    for (uint32_t k = 0; k < x->match->games; k++) {
        ir_node on = x->k->cur,
                other = k + 1 < x->match->games
                            ? kit_branch(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, x->match->instance),
                                                           kit_known((int32_t)k)))
                            : on;
        kit_go(x->k, x->match->begins[k]);
        x->k->cur = other;
    }
}

static bool lower_game(lu *x, const ludii_value *subgame)
{
    uint32_t first = x->k->g->variables.count;
    x->match->over = kit_node(x->k);
    x->begin = x->match->begins[x->instance];
    x->k->cur = x->begin;
    lu_start(x);
    x->k->at = subgame->node->span;
    if (x->failed || !lu_play(x))
        return false;
    x->k->cur = x->match->over;
    x->k->at = x->game->node->span;
    count_result(x, subgame);
    forget_ranks(x);
    end_of_match(x);
    ask_for_next(x);
    begin_next(x, subgame);
    lu_show(x); /* may ask for variables, so before they are set back */
    set_back(x, first);
    return !x->failed;
}

/* ---- the view ---- */

/* Sites and boards of all games, where they are not those of a game before. */
static void join_views(lu *m, lu *const *games, const ir_view *const *views)
{
    arena *a = m->k->g->arena;
    uint32_t sites = 0, boards = 0, lines = 0, n = 0;
    for (uint32_t k = 0; k < m->match->games; k++) {
        sites += views[k]->site_count;
        boards += views[k]->picture->board_count;
        lines += views[k]->picture->line_count;
    }
    const char **names = ARENA_ARRAY(a, const char *, sites), **keys = ARENA_ARRAY(a, const char *, sites);
    const char **board_names = ARENA_ARRAY(a, const char *, boards);
    bool *rows = ARENA_ARRAY(a, bool, boards);
    ir_view_location *places = ARENA_ARRAY(a, ir_view_location, sites);
    uint32_t(*joined)[2] = arena_alloc(a, sizeof *joined * (lines + 1));
    ir_view_picture *p = ARENA_NEW(a, ir_view_picture);
    ir_view *v = ARENA_NEW(a, ir_view);
    *p = *views[0]->picture;
    p->board_count = p->line_count = 0;
    for (uint32_t k = 0; k < m->match->games; k++) {
        const ir_view_picture *own = views[k]->picture;
        if (games[k]->site_names < n || (k && !games[k]->site_names))
            continue;
        for (uint32_t i = 0; i < views[k]->site_count; i++) {
            names[n + i] = k ? arena_printf(a, "%u:%s", k + 1, views[k]->sites[i]) : views[k]->sites[i];
            keys[n + i] = views[k]->keys[i];
            places[n + i] = own->places[i];
            places[n + i].board += own->places[i].board == UINT32_MAX ? 0 : p->board_count;
        }
        for (uint32_t i = 0; i < own->line_count; i++, p->line_count++) {
            joined[p->line_count][0] = own->lines[i][0] + n;
            joined[p->line_count][1] = own->lines[i][1] + n;
        }
        for (uint32_t i = 0; i < own->board_count; i++, p->board_count++) {
            board_names[p->board_count] = k ? arena_printf(a, "%s of game %u", own->boards[i], k + 1) : own->boards[i];
            rows[p->board_count] = own->rows[i];
        }
        n += views[k]->site_count;
    }
    p->boards = board_names;
    p->rows = rows;
    p->places = places;
    p->lines = (const uint32_t(*)[2])joined;
    const lu *last = games[m->match->games - 1];
    *v = (ir_view){.forms = last->forms.data,
                   .form_count = last->forms.count,
                   .site_count = n,
                   .sites = names,
                   .keys = keys,
                   .picture = p,
                   .games = views,
                   .game_count = m->match->games,
                   .game = m->match->instance};
    vec_at(&m->k->g->variables, m->match->instance).shown = true;
    m->k->g->view = v;
}

/* ---- the match ---- */

static void read_players(lu *m)
{
    const ludii_value *p = lu_item(m, m->game, "Players");
    m->players = !p                            ? 2
                 : lu_array_of(m, p->items[0]) ? p->items[0]->count
                                               : (uint32_t)strtoul(lu_word(m, p->items[0]), NULL, 10);
    if (m->players < 1 || m->players > 16)
        lu_refuse(m, p, arena_printf(m->a, "a match of %u players", m->players));
}

static void name_sites(lu *const *games, uint32_t count)
{
    uint32_t named = games[0]->sites;
    for (uint32_t k = 1; k < count; k++) {
        bool known = false;
        for (uint32_t i = 0; i < k && !known; i++) {
            known = same_boards(games[i], games[k]);
            games[k]->site_names = games[i]->site_names;
        }
        if (!known) {
            games[k]->site_names = named;
            named += games[k]->sites;
        }
    }
}

ir_game *lu_lower_match(ludii_file *f, const lib *l, const ludii_value *match, const lang_input *in)
{
    lu *m = lu_new(f, l, match), *games[GAMES_MAX];
    const ludii_value *list = lu_item(m, match, "Games")->items[0];
    bool several = lu_array_of(m, list);
    lu_match *all = m->match = ARENA_NEW(f->arena, lu_match);
    *all = (lu_match){.f = f, .v = match, .over = IR_NONE, .games = several ? list->count : 1};
    read_players(m);
    if (all->games > GAMES_MAX)
        lu_refuse(m, list, "a match of so many games");
    lu_new_game(m->k, in);
    for (uint32_t k = 0; k < all->games && !m->failed; k++) {
        games[k] = read_game(m, several ? list->items[k] : list);
        m->failed |= !games[k];
    }
    if (m->failed || !lu_declare(m))
        return NULL;
    all->instance = kit_variable(m->k, "game", 0, (int32_t)all->games - 1, 0);
    all->scores = kit_array(m->k, "matchScore", 0, (int32_t)m->players, -30000, 30000, NULL);
    all->begins = ARENA_ARRAY(f->arena, ir_node, all->games);
    for (uint32_t k = 0; k < all->games; k++)
        all->begins[k] = k ? kit_node(m->k) : m->k->g->begin;
    name_sites(games, all->games);
    const ir_view **views = ARENA_ARRAY(m->k->g->arena, const ir_view *, all->games);
    for (uint32_t k = 0; k < all->games; k++) {
        lu *x = games[k];
        x->match = all;
        x->instance = k;
        x->roles = m->roles;
        if (k)
            x->forms = games[k - 1]->forms;
        const ludii_value *subgame = several ? list->items[k] : list;
        if (!lower_game(x, subgame))
            return NULL;
        if (x->at_once != games[0]->at_once) {
            lu_refuse(m, subgame, "a match of games in turn and games of moves made at once");
            return NULL;
        }
        views[k] = m->k->g->view;
    }
    join_views(m, games, views);
    return kit_finish(m->k, false);
}
