/* From the sections of a game to players, turns, pieces, setup and options. */
#include "lang/zrf/zrf.h"

#include "base/text.h"

#include <string.h>

enum { PLAYERS_MAX = 60, POOL_MAX = 1000 };

/* ---- names ---- */

static uint32_t find(const map *m, name_id name)
{
    const uint32_t *i = map_get(m, name);
    return i ? *i : ZRF_NONE;
}

uint32_t zrf_find_player(const zrf_game *g, name_id name) { return find(&g->player_by_name, name); }
uint32_t zrf_find_piece(const zrf_game *g, name_id name) { return find(&g->piece_by_name, name); }
uint32_t zrf_find_type(const zrf_game *g, name_id name) { return find(&g->type_by_name, name); }

uint32_t zrf_find_attribute(const zrf_game *g, name_id name)
{
    for (uint32_t i = 0; i < g->attributes.count; i++)
        if (vec_at(&g->attributes, i).name == name)
            return i;
    return ZRF_NONE;
}

/* What a word names, in the map; where it names nothing, a warning with what it may mean. */
static uint32_t need(zrf_game *g, const zrf_node *n, const map *by_name, const char *what)
{
    uint32_t found = n->kind == ZRF_LIST ? ZRF_NONE : find(by_name, n->name);
    if (found != ZRF_NONE)
        return found;
    suggestion s;
    suggest_init(&s, zrf_shown(g->f, n));
    for (uint32_t i = 0; by_name == &g->player_by_name && i < g->players.count; i++)
        suggest_offer(&s, zrf_text(g->f, vec_at(&g->players, i)));
    for (uint32_t i = 0; by_name == &g->piece_by_name && i < g->pieces.count; i++)
        suggest_offer(&s, zrf_text(g->f, vec_at(&g->pieces, i).name));
    diag_hint_near(g->f->sink, zrf_warn(g->f, DIAG_ZRF_UNKNOWN, n, "there is no %s `%s`", what, zrf_shown(g->f, n)),
                   &s);
    return ZRF_NONE;
}

uint32_t zrf_need_player(zrf_game *g, const zrf_node *n) { return need(g, n, &g->player_by_name, "player"); }
uint32_t zrf_need_piece(zrf_game *g, const zrf_node *n) { return need(g, n, &g->piece_by_name, "piece"); }

/* The last one counts, as a variant's own sections stand behind those it inherits. */
static const zrf_node *zrf_section(const zrf_game *g, const char *name)
{
    for (uint32_t i = g->form->sections.count; i-- > 0;)
        if (zrf_heads(g->f, vec_at(&g->form->sections, i), name))
            return vec_at(&g->form->sections, i);
    return NULL;
}

bool zrf_takes_part(const zrf_game *g, uint32_t player)
{
    for (uint32_t i = 0; i < g->turns.count; i++)
        if (vec_at(&g->turns, i).mover == player || vec_at(&g->turns, i).owner == player)
            return true;
    return false;
}

static uint32_t add_type(zrf_game *g, name_id name)
{
    uint32_t found = zrf_find_type(g, name);
    if (found != ZRF_NONE)
        return found;
    map_put(&g->type_by_name, name, g->types.count);
    vec_push(g->f->arena, &g->types, name);
    return g->types.count - 1;
}

/* ---- players and turns ---- */

static void add_player(zrf_game *g, const zrf_node *n)
{
    if (n->kind == ZRF_LIST || map_has(&g->player_by_name, n->name))
        return;
    if (g->players.count >= PLAYERS_MAX) {
        g->f->failed = true;
        zrf_report(g->f, DIAG_ZRF_GAME, n, "more than %d players", PLAYERS_MAX);
        return;
    }
    map_put(&g->player_by_name, n->name, g->players.count);
    vec_push(g->f->arena, &g->players, n->name);
}

static void add_turn(zrf_game *g, const zrf_node *n)
{
    const zrf_node *first = n->kind == ZRF_LIST ? n->count ? zrf_item(n, 0) : NULL : n;
    uint32_t mover = first ? zrf_need_player(g, first) : ZRF_NONE, i = 1;
    if (mover == ZRF_NONE)
        return;
    zrf_turn t = {.mover = mover, .owner = mover, .node = n};
    if (n->kind == ZRF_LIST && n->count > 1 && zrf_item(n, 1)->kind == ZRF_SYMBOL &&
        zrf_find_player(g, zrf_item(n, 1)->name) != ZRF_NONE)
        t.owner = zrf_find_player(g, n->items[i++]->name);
    for (; n->kind == ZRF_LIST && i < n->count; i++)
        if (zrf_item(n, i)->kind == ZRF_SYMBOL)
            vec_push(g->f->arena, &t.types, add_type(g, zrf_item(n, i)->name));
    vec_push(g->f->arena, &g->turns, t);
}

static bool read_turns(zrf_game *g)
{
    const zrf_node *order = zrf_section(g, "turn-order");
    for (uint32_t i = 1; order && i < order->count; i++)
        if (zrf_is(g->f, zrf_item(order, i), "repeat"))
            g->repeat = g->turns.count;
        else
            add_turn(g, zrf_item(order, i));
    for (uint32_t p = 0; !order && p < g->players.count; p++)
        vec_push(g->f->arena, &g->turns, ((zrf_turn){.mover = p, .owner = p, .node = g->form->form}));
    if (g->repeat >= g->turns.count)
        g->repeat = 0;
    if (g->turns.count == 0 && !g->f->failed) {
        diag *d = zrf_report(g->f, DIAG_ZRF_GAME, order ? order : g->form->form, "nobody ever moves");
        diag_set_hint(g->f->sink, d, "`(players White Black)` and `(turn-order White Black)` say who does");
    }
    return g->turns.count > 0;
}

/* ---- pieces ---- */

static void name_piece(zrf_game *g, const zrf_node *n)
{
    for (uint32_t i = 1; i < n->count; i++) {
        const zrf_node *part = zrf_item(n, i);
        if (!zrf_heads(g->f, part, "name") || part->count < 2 || zrf_item(part, 1)->kind == ZRF_LIST)
            continue;
        name_id name = zrf_item(part, 1)->name;
        if (map_has(&g->piece_by_name, name)) {
            zrf_warn(g->f, DIAG_ZRF_UNKNOWN, part, "there are two pieces `%s`; the second one counts",
                     zrf_text(g->f, name));
            vec_at(&g->pieces, zrf_find_piece(g, name)).node = n;
            return;
        }
        map_put(&g->piece_by_name, name, g->pieces.count);
        vec_push(g->f->arena, &g->pieces, ((zrf_piece){.name = name, .node = n}));
        return;
    }
    zrf_warn(g->f, DIAG_ZRF_UNKNOWN, n, "a piece without a name is ignored");
}

static void read_attribute(zrf_game *g, uint32_t piece, const zrf_node *n)
{
    if (n->count < 2 || zrf_item(n, 1)->kind != ZRF_SYMBOL)
        return;
    uint32_t i = zrf_find_attribute(g, zrf_item(n, 1)->name), count = g->pieces.count;
    if (i == ZRF_NONE) {
        i = g->attributes.count;
        vec_push(g->f->arena, &g->attributes,
                 ((zrf_attribute){zrf_item(n, 1)->name, ARENA_ARRAY(g->f->arena, bool, count)}));
    }
    vec_at(&g->attributes, i).initial[piece] = n->count > 2 && zrf_is(g->f, zrf_item(n, 2), "true");
}

/* Names come first: blocks speak of pieces, types and attributes that stand behind them. */
static void declare_types(zrf_game *g, const zrf_node *list)
{
    for (uint32_t i = 1; i < list->count; i++)
        if (zrf_heads(g->f, zrf_item(list, i), "move-type") && zrf_item(list, i)->count > 1 &&
            zrf_item(zrf_item(list, i), 1)->kind == ZRF_SYMBOL)
            add_type(g, zrf_item(zrf_item(list, i), 1)->name);
}

static void each_part(zrf_game *g, bool code)
{
    static const char *const known[] = {"name",      "image", "help",  "description", "notation", "open", "dummy",
                                        "attribute", "moves", "drops", "value",       "glyph",    "tile"};
    for (uint32_t p = 0; p < g->pieces.count; p++)
        for (uint32_t i = 1; i < vec_at(&g->pieces, p).node->count; i++) {
            const zrf_node *part = zrf_item(vec_at(&g->pieces, p).node, i);
            const char *head = zrf_head(g->f, part);
            bool moves = head && strcmp(head, "moves") == 0, drops = head && strcmp(head, "drops") == 0, found = !head;
            if (code && (moves || drops))
                zrf_read_blocks(g, part, moves ? &vec_at(&g->pieces, p).moves : &vec_at(&g->pieces, p).drops);
            if (code)
                continue;
            if (moves || drops)
                declare_types(g, part);
            if (head && strcmp(head, "attribute") == 0)
                read_attribute(g, p, part);
            suggestion s;
            suggest_init(&s, head ? head : "");
            for (size_t k = 0; k < sizeof known / sizeof *known && !found; k++) {
                found = strcmp(head, known[k]) == 0;
                suggest_offer(&s, known[k]);
            }
            if (!found)
                diag_hint_near(g->f->sink,
                               zrf_warn(g->f, DIAG_ZRF_STRAY, part, "`%s` is no part of a piece and is ignored",
                                        zrf_shown(g->f, part)),
                               &s);
        }
}

static void read_priorities(zrf_game *g)
{
    const zrf_node *n = zrf_section(g, "move-priorities");
    for (uint32_t i = 1; n && i < n->count; i++)
        if (zrf_item(n, i)->kind == ZRF_SYMBOL)
            vec_push(g->f->arena, &g->priorities, add_type(g, zrf_item(n, i)->name));
}

/* ---- setup ---- */

static void put(zrf_game *g, uint32_t player, uint32_t piece, uint32_t spot)
{
    vec_push(g->f->arena, &g->setup, ((zrf_setup){player, piece, spot, 0}));
}

static void put_list(zrf_game *g, uint32_t player, const zrf_node *n)
{
    uint32_t piece = n->kind == ZRF_LIST && n->count ? zrf_need_piece(g, zrf_item(n, 0)) : ZRF_NONE;
    for (uint32_t i = 1; piece != ZRF_NONE && i < n->count; i++) {
        int32_t number = 0;
        const zrf_node *item = zrf_item(n, i);
        if (zrf_is(g->f, item, "off") && i + 1 < n->count && zrf_number(g->f, zrf_item(n, i + 1), &number)) {
            number = number < 0 ? 0 : number > POOL_MAX ? POOL_MAX : number;
            vec_push(g->f->arena, &g->setup, ((zrf_setup){player, piece, ZRF_NONE, (uint32_t)number}));
            i++;
        } else if (item->kind != ZRF_LIST && zrf_find_position(g, item->name) == ZRF_NONE &&
                   zrf_has_zone(g, item->name)) {
            for (uint32_t p = 0; p < g->positions.count; p++)
                if (vec_at(&g->positions, p).alive && zrf_in_zone(g, item->name, player, p))
                    put(g, player, piece, p);
        } else {
            uint32_t p = zrf_need_position(g, item);
            if (p != ZRF_NONE)
                put(g, player, piece, p);
        }
    }
}

static bool has_setup(const zrf_game *g, const zrf_node *setup, uint32_t player)
{
    for (uint32_t i = 1; i < setup->count; i++) {
        const zrf_node *n = zrf_item(setup, i);
        if (n->kind == ZRF_LIST && n->count && zrf_item(n, 0)->kind != ZRF_LIST &&
            zrf_find_player(g, zrf_item(n, 0)->name) == player)
            return true;
    }
    return false;
}

/* A misspelt player who sets up pieces is the one that would have none, when there is one such. */
static uint32_t meant_player(zrf_game *g, const zrf_node *setup, const zrf_node *name)
{
    uint32_t meant = ZRF_NONE, others = 0;
    for (uint32_t p = 0; p < g->players.count; p++)
        if (zrf_takes_part(g, p) && !zrf_is_random(g, p) && !has_setup(g, setup, p)) {
            meant = p;
            others++;
        }
    diag *d = others == 1
                  ? zrf_warn(g->f, DIAG_ZRF_UNKNOWN, name, "there is no player `%s`; `%s` is taken, who has no pieces",
                             zrf_shown(g->f, name), zrf_text(g->f, vec_at(&g->players, meant)))
                  : NULL;
    if (others == 1)
        return (void)d, meant;
    return zrf_need_player(g, name);
}

static void read_setup(zrf_game *g, const zrf_node *setup)
{
    for (uint32_t i = 1; setup && i < setup->count; i++) {
        const zrf_node *n = zrf_item(setup, i);
        if (n->kind != ZRF_LIST || n->count == 0)
            continue;
        uint32_t player = zrf_item(n, 0)->kind == ZRF_LIST ? ZRF_NONE : zrf_find_player(g, zrf_item(n, 0)->name);
        player = player == ZRF_NONE ? meant_player(g, setup, zrf_item(n, 0)) : player;
        for (uint32_t k = 1; player != ZRF_NONE && k < n->count; k++)
            put_list(g, player, zrf_item(n, k));
    }
}

/* A starting position of a saved game leaves what is off the board. */
static void read_setups(zrf_game *g)
{
    const zrf_node *saved = g->form->amended ? zrf_section(g, "saved-setup") : NULL;
    uint32_t kept = 0;
    read_setup(g, zrf_section(g, "board-setup"));
    for (uint32_t i = 0; i < g->setup.count; i++)
        if (!saved || vec_at(&g->setup, i).position == ZRF_NONE)
            g->setup.data[kept++] = vec_at(&g->setup, i);
    g->setup.count = kept;
    read_setup(g, saved);
}

/* ---- options ---- */

static bool is_foreign(const char *name, bool off)
{
    static const char *const names[] = {
        "ko",         "shared pieces", "shared-pieces",  "deferred captures", "deferred-captures", "show hints",
        "show blink", "show captures", "sliding-puzzle", "chess invariant",   "board-model",       "zrf-advanced"};
    static const char *const parts[] = {"extension", "invariant", "restrictions", "setup"};
    if (TEXT_AMONG(name, names))
        return true;
    for (size_t i = 0; !off && i < sizeof parts / sizeof *parts; i++)
        if (strstr(name, parts[i]))
            return true;
    return false;
}

/* Options of the picture, and rules that are switched off, change nothing; of others we do not know what they do. */
static void report_option(zrf_game *g, const zrf_node *at, const char *name)
{
    static const char *const rules[] = {"pass turn",        "pass partial",       "maximal captures",
                                        "recycle captures", "recycle promotions", "include off-pieces"};
    static const char *const others[] = {"discard cascades",   "animate captures", "animate drops",  "prevent flipping",
                                         "highlight goals",    "show moves list",  "silent ? moves", "selection screen",
                                         "progressive levels", "solution",         "smart moves",    "smart-moves",
                                         "smart from",         "smart to"};
    suggestion s;
    suggest_init(&s, name);
    SUGGEST_WORDS(&s, rules);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(name, others[i]) == 0)
            return;
        suggest_offer(&s, others[i]);
    }
    diag_hint_near(g->f->sink, zrf_warn(g->f, DIAG_ZRF_STRAY, at, "the option \"%s\" is unknown and is ignored", name),
                   &s);
}

static void set_option(zrf_game *g, const zrf_node *at, const char *name, const zrf_node *value)
{
    bool off = zrf_is(g->f, value, "false"), on = !off;
    int32_t number = 0;
    if (is_foreign(name, off)) {
        diag *d = zrf_report(g->f, DIAG_ZRF_FOREIGN, at,
                             "the option \"%s\" is unknown to Zillions: it says that rules are elsewhere", name);
        diag_set_hint(g->f->sink, d,
                      "the game is made for the runtime of the Dagaz project, and its rules here "
                      "are not all of it");
    } else if (strcmp(name, "pass turn") == 0)
        g->pass_turn = zrf_is(g->f, value, "true")     ? ZRF_PASS_ALWAYS
                       : zrf_is(g->f, value, "forced") ? ZRF_PASS_FORCED
                                                       : ZRF_PASS_NEVER;
    else if (strcmp(name, "pass partial") == 0)
        g->pass_partial = on;
    else if (strcmp(name, "maximal captures") == 0)
        g->maximal = zrf_number(g->f, value, &number) ? number : on;
    else if (strcmp(name, "recycle captures") == 0)
        g->recycle_captures = on;
    else if (strcmp(name, "recycle promotions") == 0)
        g->recycle_promotions = on;
    else if (strcmp(name, "include off-pieces") == 0)
        g->include_off = on;
    else if (strcmp(name, "discard cascades") == 0 && on)
        zrf_report(g->f, DIAG_ZRF_UNSUPPORTED, at, "the option \"%s\" cannot be played yet", name);
    else
        report_option(g, at, name);
}

/* Sections of the first version that are options since. */
static const char *option_of(const char *head)
{
    static const char *const names[][2] = {{"pass-turn", "pass turn"},
                                           {"pass-partial", "pass partial"},
                                           {"maximal-captures", "maximal captures"},
                                           {"recycle-captures", "recycle captures"},
                                           {"recycle-promotions", "recycle promotions"},
                                           {"include-off-pieces", "include off-pieces"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(head, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

/* ---- sections ---- */

static void read_section(zrf_game *g, const zrf_node *n)
{
    static const char *const known[] = {"title",
                                        "description",
                                        "history",
                                        "strategy",
                                        "solution",
                                        "players",
                                        "turn-order",
                                        "board",
                                        "board-setup",
                                        "piece",
                                        "move-priorities",
                                        "win-condition",
                                        "loss-condition",
                                        "draw-condition",
                                        "option",
                                        "engine",
                                        "move-sound",
                                        "release-sound",
                                        "capture-sound",
                                        "drop-sound",
                                        "click-sound",
                                        "change-sound",
                                        "draw-sound",
                                        "win-sound",
                                        "loss-sound",
                                        "opening-sound",
                                        "music",
                                        "allow-flipping",
                                        "default",
                                        "image",
                                        "animate-captures",
                                        "animate-drops",
                                        "count-condition",
                                        "version",
                                        "bios"};
    const char *head = zrf_head(g->f, n);
    bool found = g->form->amended && zrf_heads(g->f, n, "saved-setup");
    if (head && strcmp(head, "option") == 0 && n->count > 2 && zrf_item(n, 1)->kind != ZRF_LIST)
        set_option(g, n, zrf_text(g->f, zrf_item(n, 1)->name), zrf_item(n, 2));
    else if (head && option_of(head))
        set_option(g, n, option_of(head), n->count > 1 ? zrf_item(n, 1) : NULL);
    if (head && option_of(head))
        return;
    suggestion s;
    suggest_init(&s, head ? head : "");
    for (size_t i = 0; head && i < sizeof known / sizeof *known && !found; i++) {
        found = strcmp(head, known[i]) == 0;
        suggest_offer(&s, known[i]);
    }
    if (!found && !zrf_defined_below(g->f, DIAG_ZRF_STRAY, n))
        diag_hint_near(
            g->f->sink,
            zrf_warn(g->f, DIAG_ZRF_STRAY, n, "`%s` is no section of a game and is ignored", zrf_shown(g->f, n)), &s);
}

static void read_conditions(zrf_game *g)
{
    static const char *const heads[] = {"win-condition", "loss-condition", "draw-condition", "count-condition"};
    for (uint32_t i = 0; i < g->form->sections.count; i++)
        for (uint32_t k = 0; k < 4; k++)
            if (zrf_heads(g->f, vec_at(&g->form->sections, i), heads[k]))
                zrf_read_condition(g, vec_at(&g->form->sections, i), (zrf_outcome)k);
}

static void init_maps(zrf_game *g)
{
    map *maps[] = {&g->position_by_name, &g->direction_by_name, &g->piece_by_name, &g->player_by_name,
                   &g->type_by_name};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_init(maps[i], g->f->arena);
}

static bool refused(zrf_game *g)
{
    const zrf_node *engine = zrf_section(g, "engine");
    if (!engine)
        return false;
    diag *d = zrf_report(g->f, DIAG_ZRF_ENGINE, engine, "the rules of this game are in an external engine, %s",
                         engine->count > 1 ? zrf_shown(g->f, zrf_item(engine, 1)) : "which has no name");
    diag_set_hint(g->f->sink, d, "the file alone does not say how the game is played");
    return true;
}

zrf_game *zrf_read_game(zrf_file *f, const zrf_form *form)
{
    zrf_game *g = ARENA_NEW(f->arena, zrf_game);
    g->f = f;
    g->form = form;
    init_maps(g);
    const zrf_node *players = zrf_section(g, "players"), *board = zrf_section(g, "board");
    if (refused(g))
        return NULL;
    for (uint32_t i = 0; i < form->sections.count; i++)
        read_section(g, vec_at(&form->sections, i));
    for (uint32_t i = 1; players && i < players->count; i++)
        add_player(g, zrf_item(players, i));
    g->symmetry = ARENA_ARRAY(f->arena, vec_u32, g->players.count + 1);
    if (!read_turns(g) || !board) {
        if (!board && !f->failed)
            zrf_report(f, DIAG_ZRF_BOARD, form->form, "the game has no board");
        return NULL;
    }
    if (!zrf_read_board(g, board))
        return NULL;
    for (uint32_t i = 0; i < form->sections.count; i++)
        if (zrf_heads(f, vec_at(&form->sections, i), "piece"))
            name_piece(g, vec_at(&form->sections, i));
    each_part(g, false);
    read_priorities(g);
    read_setups(g);
    each_part(g, true);
    read_conditions(g);
    return f->failed || f->sink->errors ? NULL : g;
}
