/* Boards of games that have a view of their own. */
#include "model/automaton/automaton.h"

#include "automaton/view.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CONTENT_MAX = 512, CONTENTS_MAX = 1 << 14 /* a power of two */ };

struct automaton_picture {
    uint32_t **sites; /* [board][site] numbers of the rules */
    uint32_t *counts; /* [board] */
    uint32_t *index;  /* [number] site of its board */
    lud_board *boards;
    uint64_t *links; /* bit set of pairs of numbers */
    pthread_mutex_t lock;
    char *contents[CONTENTS_MAX]; /* texts that were asked for; they live as long as the game */
    uint32_t content_count;
};

static void find_extent(const ir_view *v, struct automaton_picture *p, uint32_t board)
{
    const ir_view_picture *d = v->picture;
    lud_board *b = &p->boards[board];
    *b = (lud_board){.name = d->boards[board],
                     .sites = p->counts[board],
                     .shape = d->rows[board] ? LUD_BOARD_ROWS : LUD_BOARD_GRAPH,
                     .points = board == 0 && d->points};
    for (uint32_t i = 0; i < b->sites; i++) {
        const ir_view_location *at = &d->places[p->sites[board][i]];
        b->min_x = i == 0 || at->column < b->min_x ? at->column : b->min_x;
        b->max_x = i == 0 || at->column > b->max_x ? at->column : b->max_x;
        b->min_y = i == 0 || at->row < b->min_y ? at->row : b->min_y;
        b->max_y = i == 0 || at->row > b->max_y ? at->row : b->max_y;
    }
}

bool automaton_find_picture(lud_game *game, automaton_model *m)
{
    const ir_view *v = m->ir->view;
    const ir_view_picture *d = v ? v->picture : NULL;
    arena *a = &game->arena;
    if (!d)
        return false;
    struct automaton_picture *p = ARENA_NEW(a, struct automaton_picture);
    p->sites = ARENA_ARRAY(a, uint32_t *, d->board_count);
    p->counts = ARENA_ARRAY(a, uint32_t, d->board_count);
    p->index = ARENA_ARRAY(a, uint32_t, v->site_count + 1);
    p->boards = ARENA_ARRAY(a, lud_board, d->board_count);
    for (uint32_t b = 0; b < d->board_count; b++)
        p->sites[b] = ARENA_ARRAY(a, uint32_t, v->site_count);
    for (uint32_t i = 0; i < v->site_count; i++)
        if (d->places[i].board < d->board_count) {
            uint32_t b = d->places[i].board;
            p->index[i] = p->counts[b];
            p->sites[b][p->counts[b]++] = i;
        }
    for (uint32_t b = 0; b < d->board_count; b++)
        find_extent(v, p, b);
    p->links = ARENA_ARRAY(a, uint64_t, (uint64_t)v->site_count * v->site_count / 64 + 1);
    for (uint32_t i = 0; i < d->line_count; i++) {
        uint64_t bit = (uint64_t)d->lines[i][0] * v->site_count + d->lines[i][1];
        p->links[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    pthread_mutex_init(&p->lock, NULL);
    m->picture = p;
    return true;
}

void automaton_drop_picture(automaton_model *m)
{
    if (!m->picture)
        return;
    for (uint32_t i = 0; i < CONTENTS_MAX; i++)
        free(m->picture->contents[i]);
    pthread_mutex_destroy(&m->picture->lock);
}

lud_board automaton_picture_board(const automaton_model *m, uint32_t board) { return m->picture->boards[board]; }

/* FNV-1a (Fowler, Noll, Vo). */
static uint32_t hash_of(const char *text)
{
    uint32_t h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

/* The one copy of a text; "" when there is no memory. */
static const char *keep(struct automaton_picture *p, const char *text)
{
    pthread_mutex_lock(&p->lock);
    uint32_t i = hash_of(text) % CONTENTS_MAX;
    while (p->contents[i] && strcmp(p->contents[i], text) != 0)
        i = (i + 1) % CONTENTS_MAX;
    if (!p->contents[i] && p->content_count < CONTENTS_MAX - 1) {
        p->contents[i] = strdup(text);
        p->content_count += p->contents[i] != NULL;
    }
    const char *kept = p->contents[i] ? p->contents[i] : "";
    pthread_mutex_unlock(&p->lock);
    return kept;
}

lud_site automaton_picture_site(const automaton_model *m, const void *state, uint32_t board, uint32_t site)
{
    const ir_view *v = m->ir->view;
    uint32_t number = m->picture->sites[board][site];
    const ir_view_location *at = &v->picture->places[number];
    char buffer[CONTENT_MAX];
    text_out out = {buffer, sizeof buffer, 0};
    text_put(&out, "");
    automaton_form_content(m, state, number, &out);
    return (lud_site){v->sites[number], at->column, at->row,
                      out.length ? keep(m->picture, buffer) : v->picture->pieces[0]};
}

lud_location automaton_picture_location(const automaton_model *m, uint32_t board, uint32_t site)
{
    const ir_view_location *at = &m->ir->view->picture->places[m->picture->sites[board][site]];
    return (lud_location){at->x, at->y, at->outline, at->corners};
}

bool automaton_picture_linked(const automaton_model *m, uint32_t board, uint32_t a, uint32_t b)
{
    const struct automaton_picture *p = m->picture;
    uint64_t count = m->ir->view->site_count, from = p->sites[board][a], to = p->sites[board][b];
    uint64_t there = from * count + to, back = to * count + from;
    return p->links[there / 64] >> there % 64 & 1 || p->links[back / 64] >> back % 64 & 1;
}

typedef struct naming {
    const automaton_model *m;
    lud_site_name *sites;
    uint32_t count, capacity;
} naming;

static void take_site(void *user, uint32_t number)
{
    naming *n = user;
    const ir_view *v = n->m->ir->view;
    if (number >= v->site_count || v->picture->places[number].board >= v->picture->board_count)
        return;
    if (n->count++ < n->capacity)
        n->sites[n->count - 1] = (lud_site_name){v->picture->places[number].board, n->m->picture->index[number]};
}

uint32_t automaton_picture_sites(const automaton_model *m, lud_move move, lud_site_name *sites, uint32_t capacity)
{
    naming n = {m, sites, 0, capacity};
    automaton_form_sites(m->ir, move, take_site, &n);
    return n.count;
}
