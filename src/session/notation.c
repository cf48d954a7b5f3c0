#include "session/notation_inside.h"

#include "base/text.h"
#include "session/memory.h"
#include "session/scene.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURES_MAX = 20000, SITES_MAX = 64, CHANGES_MAX = 64 };

/* ---- what a game has ---- */

static uint32_t kind_of(notation *n, const piece *p)
{
    const char *name = p->kind;
    for (uint32_t i = 0; i < n->kind_count; i++)
        if (strcmp(n->kinds[i]->name, name) == 0) {
            n->kinds[i]->shared |= strcmp(n->kinds[i]->owner, p->owner) != 0;
            return i;
        }
    n->kinds = mem_grow(n->kinds, (n->kind_count + 1) * sizeof *n->kinds);
    notation_kind *k = n->kinds[n->kind_count] = mem_alloc(sizeof *k);
    *k = (notation_kind){
        .name = mem_strdup(name), .title = mem_strdup(*name ? name : "piece"), .owner = mem_strdup(p->owner)};
    notation_read_promoted(k);
    k->title[0] = (char)toupper((unsigned char)*k->title);
    if (n->ready) /* kings that men become */
        notation_give_letter(n, n->kind_count);
    return n->kind_count++;
}

/* Number of a content; texts that are alike have one number. */
static uint32_t content_id(notation *n, const char *content)
{
    for (uint32_t i = 0; i < n->content_count; i++)
        if (n->contents[i].at == content)
            return n->contents[i].same;
    uint32_t same = n->content_count;
    for (uint32_t i = 0; i < n->content_count && same == n->content_count; i++)
        if (strcmp(n->contents[i].text, content) == 0)
            same = i;
    MEM_ROOM(n->contents, n->content_count, n->content_capacity);
    notation_content *c = &n->contents[n->content_count];
    *c = (notation_content){.at = content, .text = mem_strdup(content), .same = same};
    c->there = piece_read(n->game, content, &c->piece);
    n->content_count++;
    if (c->there && same + 1 == n->content_count)
        n->contents[same].kind = kind_of(n, &n->contents[same].piece);
    return same;
}

/* What stands on the sites of a board, as numbers of contents. */
static void read_board(notation *n, const void *state, uint32_t board, uint32_t *out)
{
    uint32_t sites = n->names[board].count;
    if (!n->composed) {
        for (uint32_t i = 0; i < sites; i++)
            out[i] = content_id(n, lud_site_at(n->game, state, board, i).content);
        return;
    }
    char **texts = scene_contents(n->game, state, board);
    for (uint32_t i = 0; i < sites; i++) {
        uint32_t found = n->content_count;
        for (uint32_t k = 0; k < n->content_count && found == n->content_count; k++)
            if (strcmp(n->contents[k].text, texts[i]) == 0)
                found = n->contents[k].same;
        if (found == n->content_count) {
            content_id(n, texts[i]);
            n->contents[found].at = n->contents[found].text; /* the text itself is freed */
        }
        out[i] = found;
    }
    scene_contents_done(texts, sites);
}

static void read_boards(notation *n, const void *state, uint32_t *out)
{
    for (uint32_t b = 0; b < n->boards; b++)
        if (n->first[b] == b)
            read_board(n, state, b, out + n->offset[b]);
}

/* The features of automata name all that can ever stand somewhere. */
static void learn_features(notation *n)
{
    char name[200];
    uint32_t count = lud_feature_count(n->game);
    bool owned = false; /* where pieces have owners, what has none is a border or the like */
    for (uint32_t i = 0; i < n->content_count; i++)
        owned |= n->contents[i].there && *n->contents[i].piece.owner;
    for (uint32_t i = 0; i < count && count <= FEATURES_MAX; i++) {
        piece p;
        lud_feature_name(n->game, i, name, sizeof name);
        const char *value = strrchr(name, '=');
        for (uint32_t b = 0; b < n->boards && value; b++) {
            const char *board = lud_board_at(n->game, b).name;
            size_t length = strlen(board);
            if (n->first[b] == b && strncmp(name, board, length) == 0 && name[length] == '[' &&
                piece_read(n->game, value + 1, &p) && !p.counted && (*p.owner || !owned))
                kind_of(n, &p);
        }
    }
}

static bool same_sites(const notation *n, const void *state, uint32_t a, uint32_t b)
{
    uint32_t count = n->names[a].count;
    return count == n->names[b].count && count > 0 &&
           strcmp(lud_site_at(n->game, state, a, 0).name, lud_site_at(n->game, state, b, 0).name) == 0 &&
           strcmp(lud_site_at(n->game, state, a, count - 1).name, lud_site_at(n->game, state, b, count - 1).name) == 0;
}

static bool is_numbered(const site_names *names)
{
    uint32_t digits = 0;
    for (uint32_t i = 0; i < names->count; i++)
        digits += *names->of[i] && isdigit((unsigned char)names->of[i][strlen(names->of[i]) - 1]);
    return digits * 2 > names->count;
}

/* Boards whose sites a move may name in either place count as one. */
static void learn_boards(notation *n, const void *state)
{
    n->boards = lud_board_count(n->game);
    n->names = mem_alloc((n->boards + 1) * sizeof *n->names);
    n->first = mem_alloc((n->boards + 1) * sizeof *n->first);
    n->offset = mem_alloc((n->boards + 1) * sizeof *n->offset);
    n->numbered = mem_alloc((n->boards + 1) * sizeof *n->numbered);
    n->composed = lud_token_count(n->game) > 0;
    for (uint32_t b = 0; b < n->boards; b++) {
        lud_board board = lud_board_at(n->game, b);
        n->composed |= board.mark;
        site_names_of_board(&n->names[b], n->game, state, b);
        n->offset[b] = n->cells;
        n->numbered[b] = is_numbered(&n->names[b]);
        n->cells += board.sites;
        n->first[b] = board.aside || strncmp(board.name, "Dice", 4) == 0 ? UINT32_MAX : b;
        for (uint32_t k = 0; k < b && n->first[b] == b; k++)
            if (n->first[k] == k && same_sites(n, state, k, b))
                n->first[b] = k;
    }
}

notation *notation_new(const lud_game *game, lud_context *ctx)
{
    notation *n = mem_alloc(sizeof *n);
    lud_info info;
    lud_game_info(game, &info);
    n->game = game;
    n->facts = info.facts;
    n->open = lud_moves_open(game);
    n->hidden = info.hidden;
    void *state = mem_alloc(lud_state_size(game));
    if (!n->open && lud_start(ctx, state) == LUD_OK) {
        learn_boards(n, state);
        n->before = mem_alloc((n->cells + 1) * sizeof *n->before);
        n->after = mem_alloc((n->cells + 1) * sizeof *n->after);
        read_boards(n, state, n->before);
        learn_features(n);
    }
    free(state);
    notation_give_letters(n);
    return n;
}

void notation_free(notation *n)
{
    if (!n)
        return;
    for (uint32_t i = 0; i < n->boards; i++)
        site_names_done(&n->names[i]);
    for (uint32_t i = 0; i < n->content_count; i++)
        free(n->contents[i].text);
    for (uint32_t i = 0; i < n->kind_count; i++) {
        free(n->kinds[i]->name);
        free(n->kinds[i]->title);
        free(n->kinds[i]->owner);
        free(n->kinds[i]->promotes);
        free(n->kinds[i]);
    }
    free(n->names);
    free(n->first);
    free(n->numbered);
    free(n->offset);
    free(n->contents);
    free(n->kinds);
    free(n->before);
    free(n->after);
    free(n);
}

const site_names *notation_board(const notation *n, uint32_t board)
{
    return board < n->boards ? &n->names[board] : NULL;
}

/* ---- what a move does ---- */

typedef struct place {
    uint32_t board, site, cell; /* cell: in before and after */
    bool named;                 /* known to the board's lattice, so that its name means something beside others */
} place;

typedef struct deed {
    place at[SITES_MAX]; /* sites the move names, none twice in a row */
    uint32_t count;
    uint32_t changed[CHANGES_MAX]; /* cells */
    uint32_t changes, elsewhere;   /* elsewhere: on sites that are not of the lattice */
} deed;

static const char *name_of(const notation *n, place p) { return n->names[p.board].of[p.site]; }
static const notation_content *content_at(const notation *n, const uint32_t *cells, uint32_t cell)
{
    return &n->contents[cells[cell]];
}
static bool empty_at(const notation *n, const uint32_t *cells, uint32_t cell)
{
    return !content_at(n, cells, cell)->there;
}
static bool emptied(const notation *n, uint32_t cell)
{
    return !empty_at(n, n->before, cell) && empty_at(n, n->after, cell);
}
static bool filled(const notation *n, uint32_t cell)
{
    return empty_at(n, n->before, cell) && !empty_at(n, n->after, cell);
}
static bool same_owner(const notation_content *a, const notation_content *b)
{
    return strcmp(a->piece.owner, b->piece.owner) == 0;
}

/* Sites that rules keep beside the others, for dice for instance, have names without a number. */
static bool on_lattice(const notation *n, uint32_t board, uint32_t site)
{
    const char *name = n->names[board].of[site];
    bool digit = *name && isdigit((unsigned char)name[strlen(name) - 1]);
    return !n->names[board].beside && (digit || !n->numbered[board]);
}

static void read_sites(const notation *n, lud_move move, deed *d)
{
    lud_site_name sites[SITES_MAX];
    uint32_t count = lud_move_sites(n->game, move, sites, SITES_MAX);
    for (uint32_t i = 0; i < count && i < SITES_MAX; i++) {
        uint32_t b = sites[i].board < n->boards ? n->first[sites[i].board] : UINT32_MAX;
        if (b == UINT32_MAX || sites[i].site >= n->names[b].count)
            continue;
        place p = {b, sites[i].site, n->offset[b] + sites[i].site, on_lattice(n, b, sites[i].site)};
        if (d->count == 0 || d->at[d->count - 1].cell != p.cell)
            d->at[d->count++] = p;
    }
}

/* Makes the move on a copy. False: nothing is known of what it does. */
static bool try_move(notation *n, lud_context *ctx, const void *state, void *copy, lud_move move, deed *d)
{
    size_t size = lud_state_size(n->game);
    memcpy(copy, state, size);
    if (lud_apply_move(ctx, copy, &move) != LUD_OK)
        return false;
    read_boards(n, copy, n->after);
    for (uint32_t b = 0; b < n->boards; b++)
        for (uint32_t i = 0; n->first[b] == b && !n->names[b].beside && i < n->names[b].count; i++) {
            uint32_t cell = n->offset[b] + i;
            if (n->before[cell] == n->after[cell])
                continue;
            if (!on_lattice(n, b, i))
                d->elsewhere++;
            else if (d->changes < CHANGES_MAX)
                d->changed[d->changes++] = cell;
        }
    return true;
}

/* Where the piece of the first site went: 0 where that is not to be seen. */
static uint32_t find_target(const notation *n, const deed *d)
{
    const notation_content *from = content_at(n, n->before, d->at[0].cell);
    uint32_t last = 0;
    for (uint32_t i = 1; i < d->count; i++) {
        uint32_t cell = d->at[i].cell;
        const notation_content *now = content_at(n, n->after, cell);
        if (n->before[cell] == n->after[cell] || !now->there || cell == d->at[0].cell || !same_owner(from, now))
            continue;
        if (now->kind == from->kind)
            return i;
        last = i;
    }
    return last;
}

/* Between two others on the straight line that joins them. */
static bool jumped(const notation *n, place a, place b, place p)
{
    if (a.board != b.board || a.board != p.board)
        return false;
    lud_location from = lud_site_location(n->game, a.board, a.site), to = lud_site_location(n->game, b.board, b.site),
                 at = lud_site_location(n->game, p.board, p.site);
    double dx = to.x - from.x, dy = to.y - from.y, px = at.x - from.x, py = at.y - from.y;
    double cross = dx * py - dy * px, along = dx * px + dy * py, whole = dx * dx + dy * dy;
    return cross * cross < 1e-6 * whole * whole && along > 0 && along < whole;
}

static bool was_jumped(const notation *n, const deed *d, uint32_t i)
{
    for (uint32_t k = 0; k + 1 < d->count; k++)
        for (uint32_t m = k + 1; m < d->count; m++)
            if (k != i && m != i && jumped(n, d->at[k], d->at[m], d->at[i]))
                return true;
    return false;
}

/* Further sites that the move names: `x` and those that it clears, a stroke and those that it fills. */
static void add_others(const notation *n, const deed *d, uint32_t from, uint32_t to, bool captures, buffer *tail)
{
    for (uint32_t i = 1; i < d->count; i++) {
        uint32_t cell = d->at[i].cell;
        bool known = i == from || i == to || cell == d->at[from].cell || cell == d->at[to].cell || !d->at[i].named;
        for (uint32_t k = 0; k < i; k++)
            known |= d->at[k].cell == cell;
        bool again = i > to && cell == d->at[from].cell && cell != d->at[to].cell && !empty_at(n, n->after, cell);
        if (again) /* where the piece came from */
            buffer_addf(tail, "/%s", name_of(n, d->at[i]));
        if (known)
            continue;
        if (emptied(n, cell) && !was_jumped(n, d, i))
            buffer_addf(tail, "x%s", name_of(n, d->at[i]));
        else if (filled(n, cell) && !captures)
            buffer_addf(tail, "/%s", name_of(n, d->at[i]));
    }
}

/* A king and another piece of its side, that change places of their own: the king's side is that of the higher letters.
 */
static const char *castling(const notation *n, const deed *d)
{
    uint32_t king = d->at[0].cell, rook = UINT32_MAX, gone = 0, come = 0;
    if (strcmp(content_at(n, n->before, king)->piece.kind, "king") != 0 || d->changes < 3 || d->changes > 4)
        return NULL;
    for (uint32_t i = 0; i < d->changes; i++) {
        uint32_t cell = d->changed[i];
        const notation_content *was = content_at(n, n->before, cell), *now = content_at(n, n->after, cell);
        const notation_content *of = was->there ? was : now;
        if (!same_owner(of, content_at(n, n->before, king)))
            return NULL;
        gone += was->there;
        come += now->there;
        if (was->there && cell != king)
            rook = cell;
    }
    if (gone != 2 || come != 2 || rook == UINT32_MAX || strcmp(content_at(n, n->before, rook)->piece.kind, "rook") != 0)
        return NULL;
    uint32_t b = d->at[0].board;
    double x = lud_site_location(n->game, b, king - n->offset[b]).x,
           other = lud_site_location(n->game, b, rook - n->offset[b]).x;
    return other > x ? "O-O" : "O-O-O";
}

/* Whether something was taken by the piece that went to the target. */
static bool takes(const notation *n, const deed *d, uint32_t to, const notation_content *mover)
{
    uint32_t from = d->at[0].cell, target = d->at[to].cell;
    const notation_content *was = content_at(n, n->before, target), *now = content_at(n, n->after, target);
    size_t length = strlen(was->text);
    bool stacked = strncmp(now->text, was->text, length) == 0 && now->text[length] == '/';
    if (was->there && !stacked && !same_owner(was, mover))
        return true;
    for (uint32_t i = 0; i < d->changes; i++) {
        bool further = false; /* what the move names behind its target is written of its own */
        for (uint32_t k = to + 1; k < d->count; k++)
            further |= d->at[k].cell == d->changed[i] && !was_jumped(n, d, k);
        if (d->changed[i] != from && d->changed[i] != target && emptied(n, d->changed[i]) && !further &&
            d->changed[i] - n->offset[d->at[to].board] < n->names[d->at[to].board].count)
            return true;
    }
    return false;
}

static void say_movement(notation *n, const deed *d, uint32_t to, written *w)
{
    const notation_content *mover = content_at(n, n->before, d->at[0].cell),
                           *now = content_at(n, n->after, d->at[to].cell);
    const char *castles = castling(n, d);
    buffer tail = {0};
    w->piece = n->kinds[mover->kind]->title;
    if (castles) {
        w->fixed = mem_strdup(castles);
        return;
    }
    bool captures = takes(n, d, to, mover);
    w->letter = n->kinds[mover->kind]->letter;
    w->from = name_of(n, d->at[0]);
    w->to = name_of(n, d->at[to]);
    w->takes = captures;
    size_t length = strlen(mover->piece.kind);
    bool pawn = n->lettered && length >= 4 && strcmp(mover->piece.kind + length - 4, "pawn") == 0;
    w->full = !*w->letter && (!pawn || captures);
    if (now->kind != mover->kind && *now->piece.kind && !mover->piece.counted && !now->piece.counted) {
        const notation_kind *k = n->kinds[now->kind];
        if (*k->letter == '+')
            buffer_addf(&tail, "%s%s", strcmp(k->promotes, mover->piece.kind) == 0 ? "+" : "=",
                        strcmp(k->promotes, mover->piece.kind) == 0 ? "" : k->letter + 1);
        else
            buffer_addf(&tail, "=%s", *k->letter ? k->letter : k->title);
    }
    add_others(n, d, 0, to, captures, &tail);
    w->tail = tail.text;
}

/* A piece comes onto the board, from nowhere or from what a player holds. */
static void say_placement(notation *n, const deed *d, uint32_t to, bool held, written *w)
{
    const notation_content *now = content_at(n, n->after, d->at[to].cell);
    buffer tail = {0};
    const notation_kind *k = n->kinds[now->kind];
    w->piece = n->lettered ? k->title : NULL;
    w->letter = now->piece.counted || !d->at[to].named ? "" : k->letter;
    if (held && n->lettered) {
        buffer b = {0};
        buffer_addf(&b, "%s@", *w->letter ? w->letter : notation_plain_letter(k));
        w->own_letter = b.text;
    }
    w->to = name_of(n, d->at[to]);
    if (!now->piece.counted)
        add_others(n, d, to, to, false, &tail);
    w->tail = tail.text;
}

/* Sites one after the other, as the move names them. */
static char *join_sites(const notation *n, const deed *d)
{
    buffer b = {0};
    for (uint32_t i = 0; i < d->count; i++)
        if (i == 0 || !n->names[d->at[i].board].beside)
            buffer_addf(&b, "%s%s", b.length ? "-" : "", name_of(n, d->at[i]));
    return b.text;
}

/* The only site that was cleared, of things that are counted: what was there was sown. */
static bool say_sowing(const notation *n, const deed *d, written *w)
{
    uint32_t gone = UINT32_MAX;
    for (uint32_t i = 0; i < d->changes; i++)
        if (emptied(n, d->changed[i]) && content_at(n, n->before, d->changed[i])->piece.counted) {
            if (gone != UINT32_MAX)
                return false;
            gone = d->changed[i];
        }
    for (uint32_t i = 0; i < d->count && gone != UINT32_MAX; i++)
        if (d->at[i].cell == gone) {
            w->fixed = mem_strdup(name_of(n, d->at[i]));
            return true;
        }
    return false;
}

static bool say_effect(notation *n, const deed *d, written *w)
{
    bool held = n->names[d->at[0].board].beside;
    uint32_t first = d->at[0].cell;
    if (held)
        for (uint32_t i = 1; i < d->count; i++)
            if (!n->names[d->at[i].board].beside && !empty_at(n, n->after, d->at[i].cell)) {
                say_placement(n, d, i, true, w);
                return true;
            }
    if (held || d->changes >= CHANGES_MAX)
        return false;
    bool counted = content_at(n, n->before, first)->piece.counted;
    if (d->changes + d->elsewhere > 1 && say_sowing(n, d, w))
        return true;
    if (!empty_at(n, n->before, first) && n->before[first] != n->after[first]) {
        uint32_t to = find_target(n, d);
        if (to) {
            say_movement(n, d, to, w);
            return true;
        }
    }
    if (filled(n, first)) {
        say_placement(n, d, 0, false, w);
        return true;
    }
    if (d->count == 1 && d->changes == 1 && emptied(n, first) && !counted) {
        buffer b = {0};
        buffer_addf(&b, "x%s", name_of(n, d->at[0]));
        w->fixed = b.text;
        return true;
    }
    return false;
}

/* ---- lists ---- */

/* Others may decide at the same time, or may not know what is there. */
static bool effects_are_told(const notation *n, const void *state)
{
    uint64_t movers = lud_movers(n->game, state);
    return !n->hidden && !n->facts && n->boards > 0 && movers && (movers & (movers - 1)) == 0;
}

void notation_write(notation *n, lud_context *ctx, const void *state, const lud_moves *moves, notation_list *out)
{
    uint32_t count = lud_moves_count(moves);
    written *all = mem_alloc((count + 1) * sizeof *all);
    bool told = effects_are_told(n, state);
    void *copy = told ? mem_alloc(lud_state_size(n->game)) : NULL;
    if (told)
        read_boards(n, state, n->before);
    for (uint32_t i = 0; i < count; i++) {
        deed d = {.count = 0};
        written *w = &all[i];
        lud_move move = lud_moves_at(moves, i);
        w->letter = "";
        w->exact = notation_exact(n->game, move);
        if (!n->open && !n->facts)
            read_sites(n, move, &d);
        if (d.count == 0)
            w->fixed = notation_words(n, w->exact);
        else if (!told || !try_move(n, ctx, state, copy, move, &d) || !say_effect(n, &d, w))
            w->fixed = join_sites(n, &d);
        w->path = d.count > 1 ? join_sites(n, &d) : NULL;
    }
    notation_tell_apart(n, all, count);
    *out = (notation_list){mem_alloc((count + 1) * sizeof *out->moves), count};
    for (uint32_t i = 0; i < count; i++) {
        out->moves[i] = (notation_move){all[i].text, all[i].piece};
        free(all[i].exact);
        free(all[i].fixed);
        free(all[i].tail);
        free(all[i].path);
        free(all[i].own_letter);
    }
    free(all);
    free(copy);
}

void notation_list_done(notation_list *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        free(l->moves[i].text);
    free(l->moves);
    *l = (notation_list){0};
}
