/* A matched game as an automaton. */
#include "lang/ludii/lower/lower.h"
#include "kit/symbols.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/match.h"
#include "lang/ludii/lower/together.h"

#include <stdlib.h>
#include <string.h>

kit_num lu_context_num(lu *x, lu_context c)
{
    if (x->c[c].known)
        return x->c[c];
    if (x->stands && x->stands->of[c])
        return *x->stands->of[c];
    if (c == LU_NEXT && !x->uses_next)
        return lu_next_of(x, lu_context_num(x, LU_MOVER));
    return kit_read(x->k, lu_context_var(x, c));
}

static kit_cond is_marked(lu *x, const lu_region *r, kit_num site)
{
    return kit_compare(x->k, IR_EQ, kit_at(x->k, r->var, site), kit_known(1));
}

const lu_region *lu_marked(lu *x, ir_var marks, const vec_u32 *domain)
{
    lu_region *r = ARENA_NEW(x->a, lu_region);
    r->sites = *domain;
    r->holds = is_marked;
    r->var = marks;
    return r;
}

static void declare_scores(lu *x)
{
    ir_sym all[80];
    uint32_t n = 0;
    int32_t players = (int32_t)x->players;
    all[n++] = kit_sym(x->k, "0");
    for (int32_t r = 2 * players - 1; r >= 2 && players > 1; r--)
        all[n++] =
            kit_sym(x->k, arena_printf(x->a, "%d", (100 * (2 * players - r) + (players - 1)) / (2 * (players - 1))));
    if (players == 1)
        all[n++] = kit_sym(x->k, "100");
    kit_set_type(x->k, "Score", all, n);
}

bool lu_declare(lu *x)
{
    x->roles = ARENA_ARRAY(x->a, ir_sym, x->players + 1);
    for (uint32_t p = 0; p < x->players; p++)
        x->roles[p] = kit_sym(x->k, arena_printf(x->a, "P%u", p + 1));
    kit_set_type(x->k, "Player", x->roles, x->players);
    declare_scores(x);
    return kit_builtins(x->k);
}

static void overflow(void *user, const char *what)
{
    lu *x = user;
    if (!x->failed)
        ludii_too_large(x->f, x->game->node->span, 0, "%s", what);
    x->failed = true;
}

kit_num lu_as_site(lu *x, kit_num n) { return kit_clamp(x->k, n, -2, (int32_t)x->sites - 1, -1); }

/* All of a game: of Ludi's, which are made into Ludii's, the node is the first word alone. */
static src_span whole(const lu *x)
{
    src_span span = x->game->node->span;
    if (x->k->g->source->text[span.start] != '(')
        span.end = x->k->g->source->length;
    return span;
}

lu *lu_new(ludii_file *f, const lib *l, const ludii_value *game)
{
    lu *x = ARENA_NEW(f->arena, lu);
    *x = (lu){.f = f,
              .l = l,
              .a = f->arena,
              .game = game,
              .made = IR_NONE,
              .over = IR_NONE,
              .over_by_team = IR_NONE,
              .probe = IR_NONE,
              .aim = IR_NONE,
              .die = IR_NONE,
              .face = IR_NONE,
              .capture_found = IR_NONE,
              .repetition = kit_no_repetition,
              .happened = IR_NONE};
    memset(x->context, 0xff, sizeof x->context);
    memset(x->vars, 0xff, sizeof x->vars);
    x->teams = x->lap = x->emptied = x->voting.proposed = x->swapped = x->group = IR_NONE;
    memset(x->pile, 0xff, sizeof x->pile);
    memset(x->stored, 0xff, sizeof x->stored);
    memset(x->ends, 0xff, sizeof x->ends);
    x->k = ARENA_NEW(x->a, kit_code);
    kit_init(x->k, x->a, overflow, x);
    x->k->at = game->node->span;
    x->before = ARENA_NEW(x->a, lu_before);
    x->touched = ARENA_NEW(x->a, map);
    map_init(x->touched, x->a);
    map_init(&x->memo, x->a);
    map_init(&x->threats, x->a);
    map_init(&x->near_by_mask, x->a);
    map_init(&x->rays_by_mask, x->a);
    map_init(&x->near_tables, x->a);
    x->rules = lu_item(x, game, "Rules");
    return x;
}

static const ir_words words = {
    .no_end = "the game can never end: no condition of `(end ..)` can come true",
    .no_end_hint = "`(end (if (no Moves Next) (result Mover Win)))` would end it when the next player cannot move",
    .stuck = "`(if (no Moves Next) (result Mover Win))` in `(end ..)` says what it means that nobody can move"};

/* Scores have the names of numbers, and symbols of Bool are numbers, too; both are symbols of the automaton. */
void lu_new_game(kit_code *k, const lang_input *in)
{
    kit_new_game(k, in->keep, in->names, in->source, in->sink, &words);
    kit_any_keeper(k);
}

ir_game *lu_lower(ludii_file *f, const lib *l, const ludii_value *game, const lang_input *in)
{
    lu *x = lu_new(f, l, game);
    if (strcmp(lu_class(x, game), "Match") == 0)
        return lu_lower_match(f, l, game, in);
    if (!ludeme_is_ludii(l->tables) || strcmp(lu_class(x, game), "Game") != 0) {
        lu_refuse_ludeme(x, game);
        return NULL;
    }
    x->b = ludii_board(f, l, game);
    if (!x->b)
        return NULL;
    lu_new_game(x->k, in);
    if (!lu_equipment(x) || !lu_declare(x))
        return NULL;
    x->begin = x->k->cur = x->k->g->begin;
    lu_start(x);
    x->k->at = whole(x);
    if (x->failed || !lu_play(x))
        return NULL;
    lu_refuse_ignored(x);
    if (x->failed)
        return NULL;
    lu_show(x);
    return kit_finish(x->k, false);
}
