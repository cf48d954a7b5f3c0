#include "session/effect.h"

#include "session/piece.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { CHANGED_MAX = 256 };

void effect_piece(const lud_game *game, const char *content, char name[PIECE_TEXT])
{
    piece p;
    name[0] = 0;
    if (piece_read(game, content, &p) && *(p.owner[0] ? p.owner : p.kind))
        piece_name(content, name, PIECE_TEXT);
}

/* What players hold and what was rolled is beside the board. */
static bool counts(const sight *s, uint32_t board)
{
    if (s->facts.count)
        return true;
    lud_board b = lud_board_at(s->game, board);
    return !b.aside && strncasecmp(b.name, "hand", 4) != 0 && strncasecmp(b.name, "dice", 4) != 0;
}

static bool same(lud_site_name a, lud_site_name b) { return a.board == b.board && a.site == b.site; }

typedef struct changes {
    lud_site_name sites[CHANGED_MAX];
    char before[CHANGED_MAX][PIECE_TEXT], after[CHANGED_MAX][PIECE_TEXT];
    bool used[CHANGED_MAX]; /* what is there now came from another site of these */
    uint32_t count;
} changes;

static void find_changes(const sight *before, const sight *after, changes *c)
{
    c->count = 0;
    for (uint32_t b = 0; b < before->boards; b++)
        for (uint32_t i = 0; counts(before, b) && i < before->sites[b] && c->count < CHANGED_MAX; i++) {
            if (strcmp(before->contents[b][i], after->contents[b][i]) == 0)
                continue;
            c->sites[c->count] = (lud_site_name){b, i};
            c->used[c->count] = false;
            effect_piece(before->game, before->contents[b][i], c->before[c->count]);
            effect_piece(after->game, after->contents[b][i], c->after[c->count++]);
        }
}

/* Where a piece of that name is now and was not before, best where the move names the site last; -1: nowhere. */
static int newly_at(const changes *c, const char *name, uint32_t from, const lud_site_name *named, uint32_t count)
{
    int best = -1, rank = -2;
    for (uint32_t i = 0; i < c->count; i++) {
        if (i == from || c->used[i] || strcmp(c->after[i], name) != 0 || strcmp(c->before[i], name) == 0)
            continue;
        int at = -1;
        for (uint32_t k = 0; k < count; k++)
            if (same(named[k], c->sites[i]))
                at = (int)k;
        if (at > rank) {
            best = (int)i;
            rank = at;
        }
    }
    return best;
}

static int change_at(const changes *c, lud_site_name site)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (same(c->sites[i], site))
            return (int)i;
    return -1;
}

static int count_at(const sight *s, lud_site_name at)
{
    int n = 1;
    for (const char *p = s->contents[at.board][at.site]; *p; p++)
        n += *p == '/';
    return n;
}

static void take(effect *e, lud_site_name site)
{
    if (e->taken_count < EFFECT_TAKEN)
        e->taken[e->taken_count++] = site;
}

void effect_find(const sight *before, const sight *after, const lud_site_name *named, uint32_t count, effect *e)
{
    changes c;
    int first = -1, to = -1;
    find_changes(before, after, &c);
    *e = (effect){0};
    for (uint32_t k = 0; k < count && first < 0; k++)
        first = change_at(&c, named[k]);
    for (uint32_t i = 0; first < 0 && i < c.count; i++) /* a move that names no site, but a column */
        if (!c.before[i][0] && c.after[i][0])
            first = (int)i;
    if (first >= 0 && c.before[first][0] && strcmp(c.before[first], c.after[first]) != 0) {
        to = newly_at(&c, c.before[first], (uint32_t)first, named, count);
        for (uint32_t k = count; to < 0 && k-- > 0;) { /* it became something else on its way */
            int at = change_at(&c, named[k]);
            if (at >= 0 && at != first && c.after[at][0])
                to = at;
        }
        e->moved = to >= 0 && c.sites[to].board == c.sites[first].board;
    } else if (first >= 0 && c.after[first][0]) {
        to = first;
        e->placed = true;
    }
    if (e->moved || e->placed) {
        e->from = c.sites[first];
        e->to = c.sites[to];
        snprintf(e->piece, sizeof e->piece, "%s", e->moved ? c.before[first] : c.after[to]);
        c.used[to] = true;
    }
    for (uint32_t i = 0; i < c.count; i++) {
        bool target = (int)i == to, grows = count_at(after, c.sites[i]) > count_at(before, c.sites[i]);
        if ((int)i == first || !c.before[i][0] || grows || strcmp(c.before[i], c.after[i]) == 0)
            continue;
        int other = target ? -1 : newly_at(&c, c.before[i], i, named, count); /* the rook of castling */
        if (other >= 0)
            c.used[other] = true;
        else
            take(e, c.sites[i]);
    }
}
