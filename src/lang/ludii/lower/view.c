/* How moves and positions are written: as in the records of Ludii's games. */
#include "automaton/view.h"

#include "lang/ludii/lower/grounds.h"

#include <string.h>

static void show_part(lu *x, ir_view_part *p, lu_state s, const char *mark, int32_t hidden)
{
    *p = (ir_view_part){.variable = x->vars[s], .mark = mark, .hidden = hidden};
    if (x->vars[s] != IR_NONE)
        vec_at(&x->k->g->variables, x->vars[s]).shown = true;
}

static void show_value(lu *x, ir_view *v, ir_view_value *values, const char *name, ir_var variable, ir_view_value how)
{
    if (variable == IR_NONE)
        return;
    how.name = name;
    how.variable = variable;
    vec_at(&x->k->g->variables, variable).shown = true;
    values[v->value_count++] = how;
}

/* The faces that dice show: states of their sites. */
static void show_dice(lu *x, ir_view_part *p)
{
    *p = (ir_view_part){
        .variable = x->face, .mark = "s", .first = (int32_t)x->dice_site, .count = (int32_t)x->dice.count};
    vec_at(&x->k->g->variables, x->face).shown = true;
}

static const uint32_t *keep_groups(lu *x)
{
    uint32_t *ends = ARENA_ARRAY(x->k->g->arena, uint32_t, x->dice_groups.count);
    memcpy(ends, x->dice_groups.data, sizeof *ends * x->dice_groups.count);
    return ends;
}

/* What is covered is shown below what lies on it. */
static void show_stacks(lu *x, ir_view *v, ir_view_part *all)
{
    static const uint32_t order[] = {0, 1, 3, 4, 5}; /* of the parts: kind, owner, state, rotation, value */
    v->size = x->size;
    v->emptied = x->emptied;
    vec_at(&x->k->g->variables, x->emptied).shown = true;
    v->height = (int32_t)x->height;
    vec_at(&x->k->g->variables, x->size).shown = true;
    for (uint32_t i = 0; i < 5; i++)
        if (all[order[i]].variable != IR_NONE) {
            all[order[i]].below = x->pile[i];
            vec_at(&x->k->g->variables, x->pile[i]).shown = true;
        }
}

static char letter(gr_site s) { return s == GR_CELL ? 'C' : s == GR_VERTEX ? 'V' : 'E'; }

static void name_sites(lu *x, const char **sites, const char **keys)
{
    arena *a = x->k->g->arena;
    gr_site board = x->b->default_site;
    for (uint32_t i = 0; i < x->numbered; i++) {
        bool hand = i >= x->board_sites;
        sites[i] = arena_printf(a, "%s%u", hand && board != GR_CELL ? "C" : "", i);
        keys[i] = arena_printf(a, "%c%u", hand ? 'C' : letter(board), i);
    }
    for (lu_ground on = LU_ON_CELL; on < LU_GROUNDS; on++)
        for (uint32_t i = 0; x->spots[on] && i < lu_count_on(x, on); i++)
            sites[x->spots[on] + i] = keys[x->spots[on] + i] = arena_printf(a, "%c%u", letter((gr_site)(on - 1)), i);
}

/* On the board vertices, edges and cells, then the sites of hands. */
static const uint32_t *order_of(lu *x)
{
    static const gr_site types[] = {GR_VERTEX, GR_EDGE, GR_CELL};
    uint32_t *order = ARENA_ARRAY(x->k->g->arena, uint32_t, x->sites), n = 0;
    for (int t = 0; t < 3; t++) {
        lu_ground on = types[t] == x->b->default_site ? LU_OWN : (lu_ground)(types[t] + 1);
        for (uint32_t i = 0; (on == LU_OWN || x->spots[on]) && i < lu_count_on(x, on); i++)
            order[n++] = x->spots[on] + i;
    }
    for (uint32_t i = x->default_count; i < x->numbered; i++)
        order[n++] = i;
    return order;
}

/* Variables with names, or lists. */
static void show_names(lu *x, ir_view *v, ir_view_value *values, bool lists)
{
    lu_shown_name *all = ARENA_ARRAY(x->a, lu_shown_name, x->named.count + 1);
    const uint32_t n = lu_sorted_names(x, lists, all, x->named.count);
    for (uint32_t i = 0; i < n; i++) {
        const lu_named *one = all[i].of;
        if (lists)
            vec_at(&x->k->g->variables, one->count).shown = true;
        show_value(x, v, values, all[i].text, one->at,
                   lists ? (ir_view_value){.last = -1, .counted = true, .count = one->count}
                         : (ir_view_value){.last = -1, .hidden = LU_UNSET});
    }
}

static const char *role_name(const lu *x, int owner)
{
    const ir_game *g = x->k->g;
    bool owned = owner > 0 && owner <= (int)x->players;
    return owned ? ir_symbol_name(g, ir_symbol_at(ir_type_at(g, g->player_type), (uint32_t)owner - 1)) : NULL;
}

/* The sites of a region or track that the view has, from `first` on. */
static void show_region(lu *x, ir_region r, name_id name, const vec_u32 *at, uint32_t first, const char *const *sites)
{
    arena *a = x->k->g->arena;
    const char **names = ARENA_ARRAY(a, const char *, at->count + 1);
    for (uint32_t i = 0; i < at->count; i++)
        if (vec_at(at, i) < x->sites - first)
            names[r.count++] = sites[first + vec_at(at, i)];
    r.name = name == NAME_NONE ? "" : arena_printf(a, "%s", ludii_text(x->f, name));
    r.sites = names;
    vec_push(a, &x->k->g->regions, r);
}

/* Tracks, and regions that the rules have asked for; those of each player are not told apart here. */
static void show_regions(lu *x, const char *const *sites)
{
    for (uint32_t i = 0; i < x->areas.count; i++) {
        const lu_area *a = &vec_at(&x->areas, i);
        bool each = (i > 0 && vec_at(&x->areas, i - 1).v == a->v) ||
                    (i + 1 < x->areas.count && vec_at(&x->areas, i + 1).v == a->v);
        if (a->known && !each)
            show_region(x, (ir_region){.role = role_name(x, a->owner)}, a->name, &a->known->sites,
                        x->spots[a->known->on], sites);
    }
    for (uint32_t i = 0; i < x->tracks.count; i++) {
        const lu_track *t = &vec_at(&x->tracks, i);
        show_region(x, (ir_region){.role = role_name(x, t->owner), .track = true}, t->name, &t->sites, 0, sites);
    }
}

void lu_show(lu *x)
{
    arena *a = x->k->g->arena;
    ir_view *v = ARENA_NEW(a, ir_view);
    ir_view_part *parts = ARENA_ARRAY(a, ir_view_part, 10);
    ir_view_value *values = ARENA_ARRAY(a, ir_view_value, 14 + x->named.count);
    const char **sites = ARENA_ARRAY(a, const char *, x->sites), **keys = ARENA_ARRAY(a, const char *, x->sites);
    name_sites(x, sites, keys);
    show_part(x, &parts[0], LU_S_WHAT, "", 0);
    parts[0].minus = x->puzzle != NULL;
    show_part(x, &parts[1], LU_S_WHO, "w", 0);
    int32_t *owners = ARENA_ARRAY(a, int32_t, x->components.count);
    for (uint32_t i = 1; i < x->components.count; i++)
        owners[i] = vec_at(&x->components, i).owner;
    parts[1].hidden_by = owners;
    show_part(x, &parts[2], LU_S_COUNT, "x", 1);
    show_part(x, &parts[3], LU_S_STATE, "s", 0);
    show_part(x, &parts[4], LU_S_ROTATION, "r", 0);
    show_part(x, &parts[5], LU_S_VALUE, "v", 0);
    if (x->dice.count)
        show_dice(x, &parts[6]);
    else
        parts[6] = (ir_view_part){.variable = IR_NONE};
    show_part(x, &parts[7], LU_S_INVISIBLE, "i", 0);
    show_part(x, &parts[8], LU_S_MASKED, "m", 0);
    show_part(x, &parts[9], LU_S_VEILED, "o", 0);
    int32_t last = (int32_t)x->players, unset = lu_quirk(x, QUIRK_UNSET_IS_NOTHING) ? -1 : 0;
    show_value(x, v, values, "score", x->vars[LU_S_SCORE], (ir_view_value){.first = 1, .last = last});
    show_value(x, v, values, "amount", x->vars[LU_S_AMOUNT], (ir_view_value){.first = 1, .last = last});
    show_value(x, v, values, "pot", x->vars[LU_S_POT], (ir_view_value){.last = -1, .hidden = -1});
    show_value(x, v, values, "phase", x->phases.count > 1 ? x->vars[LU_S_PHASE] : IR_NONE,
               (ir_view_value){.first = 1, .last = last});
    show_value(x, v, values, "var", x->vars[LU_S_VAR], (ir_view_value){.last = -1, .hidden = unset});
    show_value(x, v, values, "pending", x->vars[LU_S_PENDING],
               (ir_view_value){.last = (int32_t)x->sites - 1, .members = true});
    if (x->swapped != IR_NONE)
        show_value(x, v, values, "order", x->swapped, (ir_view_value){.last = -1, .hidden = 0, .text = "2,1"});
    if (x->dice.count)
        show_value(x, v, values, "dice", x->die,
                   (ir_view_value){.last = (int32_t)x->dice.count - 1, .groups = keep_groups(x)});
    if (x->has_teams)
        show_value(x, v, values, "team", lu_team_var(x), (ir_view_value){.first = 1, .last = last});
    show_value(x, v, values, "pvalue", x->vars[LU_S_PVALUE],
               (ir_view_value){.first = 1, .last = last, .sparse = true, .hidden = unset});
    show_value(x, v, values, "active", lu_state_var(x, LU_S_ACTIVE),
               (ir_view_value){.first = 1, .last = last, .flags = true});
    show_names(x, v, values, false);
    show_names(x, v, values, true);
    if (x->stacks)
        show_stacks(x, v, parts);
    v->shows_empty = lu_quirk(x, QUIRK_EMPTY_HAS_STATE) && !x->puzzle;
    v->first = x->site_names;
    v->forms = x->forms.data;
    v->form_count = x->forms.count;
    v->site_count = x->sites;
    v->sites = sites;
    v->keys = keys;
    v->order = x->several_types ? order_of(x) : NULL;
    v->parts = parts;
    v->part_count = 10;
    v->values = values;
    v->picture = lu_picture(x);
    show_regions(x, sites);
    x->k->g->view = v;
}
