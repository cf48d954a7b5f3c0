/* Searches from a known lane whose ways are rays and single cells (emit_ways.c), as C.
 *
 * A ray is cells c1, c2, .. in ascending or descending order, where a way ends at each of them that holds one of some
 * values if all before it let it pass: so the first that lets nothing pass decides. That is the lowest or the highest
 * bit of the ray's cells among those, found for eight rays at a time. All ways that end at one cell are one set of
 * cells. Values are taken one by one first, and rays and sets that are the same together again: it does not matter
 * how the ways were written. */
#include "native/emit_strands.h"

#include <string.h>

enum { RAY_CELLS_MAX = 64, RAYS_MAX = 64 /* of a lane, each of one value */, CELLS_OF_WAY_MAX = 24, WAYS_MAX = 2048 };

/* What one way of a lane asks of cells, each of another one. */
typedef struct way {
    uint32_t count;
    struct {
        uint32_t board, cell;
        uint64_t values;
    } asks[CELLS_OF_WAY_MAX];
} way;

/* A ray of a lane. */
typedef struct ray {
    uint64_t cells, values;
    uint32_t last, count;
    bool down;
} ray;

/* Rays of one kind are in the same place of the vectors for each lane. */
typedef struct ray_kind {
    uint64_t values;
    bool down;
    uint32_t count, first;
} ray_kind;

typedef struct lane_rays {
    ray all[RAYS_MAX];
    uint32_t count;
} lane_rays;

struct rays {
    uint32_t lanes, board, vectors, kind_count;
    uint64_t pass; /* values that let a ray pass; 0: no rays */
    ray_kind kinds[RAY_KINDS_MAX];
    lane_rays *of;                       /* [lane] */
    uint64_t *cells[STRAND_BOARDS_MAX];  /* [board]: [value][lane][word], ways that end at one cell */
    uint64_t targets[STRAND_BOARDS_MAX]; /* [board]: values at which rays end */
};

static uint32_t words_of(const native_source *n, uint32_t board) { return strands_board_words(n, board); }

/* The cells of a way, or that it has no such form. */
static bool find_way(const strand *s, uint32_t lane, way *out, bool *passes)
{
    out->count = 0;
    *passes = true;
    for (uint32_t k = 0; k < s->clause_count && *passes; k++) {
        const strand_literal *l;
        const strand_piece *piece;
        if (strand_has(&s->clauses[k].always, lane))
            continue;
        if (!ways_literal(&s->clauses[k], lane, &l, &piece))
            return false;
        if (!l) {
            *passes = false;
            break;
        }
        const uint32_t cell = piece->fixed ? (uint32_t)piece->shift : (uint32_t)(piece->shift + (int32_t)lane);
        uint32_t i = 0;
        while (i < out->count && (out->asks[i].board != l->board || out->asks[i].cell != cell))
            i++;
        if (i == CELLS_OF_WAY_MAX)
            return false;
        if (i == out->count) {
            out->asks[out->count].board = l->board;
            out->asks[out->count].cell = cell;
            out->asks[out->count++].values = l->values;
        } else {
            out->asks[i].values &= l->values;
        }
    }
    for (uint32_t i = 0; i < out->count; i++)
        *passes &= out->asks[i].values != 0;
    return !*passes || out->count > 0;
}

/* Which of the cells the way ends at: the one that asks for something else; IR_NONE: it is none of a ray. */
static uint32_t end_of(const way *w, uint64_t pass)
{
    uint32_t end = IR_NONE;
    for (uint32_t i = 0; i < w->count; i++) {
        if (w->asks[i].board != w->asks[0].board || w->asks[i].cell >= RAY_CELLS_MAX)
            return IR_NONE;
        if (w->asks[i].values == pass)
            continue;
        if (end != IR_NONE || (w->asks[i].values & pass))
            return IR_NONE;
        end = i;
    }
    return end;
}

/* What lets rays pass shows where a way asks the same of at least two cells. */
static bool find_pass(const way *w, struct rays *r)
{
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (w->asks[i].values == w->asks[k].values) {
                if (r->pass && (r->pass != w->asks[i].values || r->board != w->asks[i].board))
                    return false;
                r->pass = w->asks[i].values;
                r->board = w->asks[i].board;
            }
    return true;
}

/* A way that passes some cells and ends at one more makes a ray longer. */
static bool add_to_ray(lane_rays *all, uint64_t before, uint32_t cell, uint64_t value)
{
    for (uint32_t i = 0; i < all->count; i++) {
        ray *r = &all->all[i];
        const bool down = cell < r->last;
        if (r->cells != before || r->values != value || (r->count > 1 && down != r->down))
            continue;
        r->cells |= UINT64_C(1) << cell;
        r->down = down;
        r->last = cell;
        r->count++;
        return true;
    }
    return false;
}

static bool add_way(const native_source *n, struct rays *r, const way *w, uint32_t lane)
{
    if (w->count == 1) {
        const uint32_t board = w->asks[0].board, cell = w->asks[0].cell, words = words_of(n, board);
        for (uint64_t left = w->asks[0].values; left; left &= left - 1) {
            const uint32_t v = (uint32_t)__builtin_ctzll(left);
            lane_rays *all = &r->of[lane];
            if (!(r->targets[board] >> v & 1)) {
                r->cells[board][(v * r->lanes + lane) * words + cell / 64] |= UINT64_C(1) << cell % 64;
                continue;
            }
            if (all->count == RAYS_MAX)
                return false;
            all->all[all->count++] = (ray){UINT64_C(1) << cell, UINT64_C(1) << v, cell, 1, false};
        }
        return true;
    }
    const uint32_t end = end_of(w, r->pass);
    uint64_t before = 0;
    for (uint32_t i = 0; i < w->count; i++)
        before |= i == end ? 0 : UINT64_C(1) << w->asks[i].cell;
    for (uint64_t left = w->asks[end].values; left; left &= left - 1)
        if (!add_to_ray(&r->of[lane], before, w->asks[end].cell, left & -left))
            return false;
    return true;
}

/* Rays with the same cells are one. */
static void join_rays(lane_rays *all)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t k = 0;
        while (k < kept && (all->all[k].cells != all->all[i].cells ||
                            (all->all[i].count > 1 && all->all[k].down != all->all[i].down)))
            k++;
        if (k < kept)
            all->all[k].values |= all->all[i].values;
        else
            all->all[kept++] = all->all[i];
    }
    all->count = kept;
}

/* The number of a kind, which may be new; IR_NONE: there are too many. */
static uint32_t kind_of(struct rays *r, uint64_t values, bool down)
{
    uint32_t k = 0;
    while (k < r->kind_count && (r->kinds[k].values != values || r->kinds[k].down != down))
        k++;
    if (k == RAY_KINDS_MAX)
        return IR_NONE;
    if (k == r->kind_count)
        r->kinds[r->kind_count++] = (ray_kind){values, down, 0, 0};
    return k;
}

/* Rays of one cell are of whichever kind has a place left. */
static bool count_kinds(struct rays *r, lane_rays *all, bool one_cell)
{
    uint32_t here[RAY_KINDS_MAX] = {0};
    for (uint32_t pass = 0; pass <= one_cell; pass++)
        for (uint32_t i = 0; i < all->count; i++) {
            ray *one = &all->all[i];
            if ((one->count == 1) != pass)
                continue;
            if (pass) {
                const uint32_t up = kind_of(r, one->values, false), down = kind_of(r, one->values, true);
                one->down = up != IR_NONE && down != IR_NONE && here[up] >= r->kinds[up].count &&
                            here[down] < r->kinds[down].count;
            }
            const uint32_t k = kind_of(r, one->values, one->down);
            if (k == IR_NONE)
                return false;
            here[k]++;
            r->kinds[k].count = here[k] > r->kinds[k].count ? here[k] : r->kinds[k].count;
        }
    return true;
}

static bool find_kinds(struct rays *r)
{
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t lane = 0; lane < r->lanes; lane++)
            if (!count_kinds(r, &r->of[lane], pass))
                return false;
    uint32_t at = 0;
    for (uint32_t down = 0; down < 2; down++)
        for (uint32_t k = 0; k < r->kind_count; k++)
            if (r->kinds[k].down == down) {
                r->kinds[k].first = at;
                at += r->kinds[k].count;
            }
    r->vectors = (at + VECTOR_WORDS - 1) / VECTOR_WORDS;
    return r->vectors <= RAY_VECTORS_MAX;
}

/* Calls for each way of each lane, shorter ones first. */
typedef bool each_way(const native_source *n, struct rays *r, const way *w, uint32_t lane);

static bool for_ways(const native_source *n, const strand_case *c, struct rays *r, each_way *each)
{
    way *one = ARENA_NEW(n->a, way);
    uint32_t longest = 0;
    for (uint32_t i = 0; i < c->count; i++)
        longest = c->strands[i].clause_count > longest ? c->strands[i].clause_count : longest;
    for (uint32_t length = 1; length <= longest; length++)
        for (uint32_t i = 0; i < c->count; i++)
            for (uint32_t lane = 0; lane < r->lanes; lane++) {
                bool passes;
                if (c->strands[i].clause_count < length || !strand_has(&c->strands[i].lanes, lane))
                    continue;
                if (!find_way(&c->strands[i], lane, one, &passes))
                    return false;
                if (passes && one->count == length && !each(n, r, one, lane))
                    return false;
            }
    return true;
}

static bool note_pass(const native_source *n, struct rays *r, const way *w, uint32_t lane)
{
    (void)n, (void)lane;
    return find_pass(w, r);
}

static bool note_target(const native_source *n, struct rays *r, const way *w, uint32_t lane)
{
    (void)n, (void)lane;
    if (w->count == 1)
        return true;
    const uint32_t end = r->pass ? end_of(w, r->pass) : IR_NONE;
    if (end == IR_NONE || w->asks[end].board != r->board)
        return false;
    r->targets[r->board] |= w->asks[end].values;
    return true;
}

const struct rays *emit_find_rays(native_source *n, const strand_case *c, uint32_t lanes)
{
    struct rays *r = ARENA_NEW(n->a, struct rays);
    r->lanes = lanes;
    for (uint32_t i = 0; i < c->count; i++) /* nothing that is always found, or asks for anything but cells */
        if (c->strands[i].clause_count == 0 || c->strands[i].clause_count > CELLS_OF_WAY_MAX)
            return NULL;
    if (lanes < 2 || lanes > RAY_LANES_MAX || !for_ways(n, c, r, note_pass) || !for_ways(n, c, r, note_target))
        return NULL;
    r->of = ARENA_ARRAY(n->a, lane_rays, lanes);
    for (uint32_t b = 0; b < n->p->board_count; b++)
        r->cells[b] = ARENA_ARRAY(n->a, uint64_t, (size_t)n->p->boards[b].values * lanes * words_of(n, b) + 1);
    if (!for_ways(n, c, r, add_way))
        return NULL;
    for (uint32_t lane = 0; lane < lanes; lane++)
        join_rays(&r->of[lane]);
    return find_kinds(r) ? r : NULL;
}

/* ---- as C ---- */

/* Cells at which ways end: values with the same ones together. */
static void emit_cells(native_source *n, const struct rays *r, uint32_t board, unions *u)
{
    const uint32_t words = words_of(n, board), values = n->p->boards[board].values;
    const size_t size = (size_t)r->lanes * words;
    uint64_t done = 0;
    for (uint32_t v = 0; v < values; v++) {
        const uint64_t *mine = r->cells[board] + v * size;
        uint64_t same = 0, some[STRAND_WORDS] = {0};
        for (uint32_t k = v; k < values; k++)
            same |= (uint64_t)(memcmp(r->cells[board] + k * size, mine, size * sizeof *mine) == 0) << k;
        for (size_t i = 0; i < size; i++)
            some[i % words] |= mine[i];
        if (done >> v & 1)
            continue;
        done |= same;
        for (uint32_t w = 0; w < words; w++) {
            if (!some[w])
                continue;
            const uint32_t id = n->masks++;
            text_add(n, &n->tables, F("UNUSED static const uint64_t M%u[] = {", id));
            for (uint32_t lane = 0; lane < r->lanes; lane++)
                text_add(n, &n->tables, F("0x%llxull,", (unsigned long long)mine[lane * words + w]));
            text_add(n, &n->tables, "};\n");
            emit_line(n, F("found |= %s & M%u[lane];", strands_cells(n, u, board, same, w), id));
        }
    }
}

static uint32_t emit_ray_table(native_source *n, const struct rays *r)
{
    const uint32_t id = n->masks++;
    text_add(n, &n->tables, F("UNUSED static const words8 Q%u[][%u] = {\n", id, r->vectors));
    for (uint32_t lane = 0; lane < r->lanes; lane++) {
        uint64_t row[RAY_VECTORS_MAX * VECTOR_WORDS] = {0};
        uint32_t used[RAY_KINDS_MAX] = {0};
        for (uint32_t i = 0; i < r->of[lane].count; i++) {
            const ray *one = &r->of[lane].all[i];
            uint32_t k = 0;
            while (r->kinds[k].values != one->values || r->kinds[k].down != one->down)
                k++;
            row[r->kinds[k].first + used[k]++] = one->cells;
        }
        text_add(n, &n->tables, "{");
        for (uint32_t i = 0; i < r->vectors * VECTOR_WORDS; i++)
            text_add(n, &n->tables,
                     F("%s0x%llxull%s", i % VECTOR_WORDS ? "," : "{", (unsigned long long)row[i],
                       i % VECTOR_WORDS == VECTOR_WORDS - 1 ? "}," : ""));
        text_add(n, &n->tables, "},\n");
    }
    text_add(n, &n->tables, "};\n");
    return id;
}

/* Places of a kind among eight from number `first` on. */
static uint32_t places_of(const ray_kind *k, uint32_t first)
{
    uint32_t places = 0;
    for (uint32_t i = 0; i < VECTOR_WORDS; i++)
        places |= first + i >= k->first && first + i < k->first + k->count ? 1u << i : 0;
    return places;
}

/* All bits of some of eight words. */
static const char *full_words(native_source *n, uint32_t places)
{
    const char *out = "(words8){";
    for (uint32_t i = 0; i < VECTOR_WORDS; i++)
        out = F("%s%s%s", out, i ? "," : "", places >> i & 1 ? "~0ull" : "0");
    return F("%s}", out);
}

bool emit_ray_facts(const native_source *n, const struct rays *r, ray_facts *out)
{
    const size_t size = (size_t)r->lanes * words_of(n, r->board);
    *out = (ray_facts){r->board, r->pass, r->targets[r->board]};
    for (uint32_t v = 0; v < n->p->boards[r->board].values; v++)
        for (size_t i = 0; i < size; i++)
            out->ends |= r->cells[r->board][v * size + i] ? UINT64_C(1) << v : 0;
    return r->pass != 0;
}

void emit_rays(native_source *n, const struct rays *r, uint32_t nothing)
{
    unions u = {.count = 0};
    emit_line(n, nothing ? "words8 stopping = {0};\n    uint64_t found = 0;" : "uint64_t found = 0;");
    for (uint32_t b = 0; b < n->p->board_count; b++)
        emit_cells(n, r, b, &u);
    const uint32_t table = r->vectors ? emit_ray_table(n, r) : 0;
    for (uint32_t v = 0; v < r->vectors; v++) {
        uint32_t up = 0, down = 0;
        const char *targets = "(words8){0}", *pass = strands_cells(n, &u, r->board, r->pass, 0);
        for (uint32_t k = 0; k < r->kind_count; k++) {
            const uint32_t places = places_of(&r->kinds[k], VECTOR_WORDS * v);
            *(r->kinds[k].down ? &down : &up) |= places;
            if (places)
                targets = F("%s | (ALL8(%s) & %s)", targets, strands_cells(n, &u, r->board, r->kinds[k].values, 0),
                            full_words(n, places));
        }
        emit_open(n, "");
        emit_line(n, F("const words8 stops = Q%u[lane][%u] & ~ALL8(%s);", table, v, pass));
        emit_line(n, F("words8 hit = stops & -stops%s;", down ? F(" & %s", full_words(n, up)) : ""));
        if (down) {
            emit_line(n, "words8 last;\n    highest8(&stops, &last);");
            emit_line(n, F("hit |= last & %s;", full_words(n, down)));
        }
        if (nothing)
            emit_line(n, "stopping |= hit;");
        emit_line(n, F("hit &= %s;", targets));
        emit_line(n, "found |= zero8(&hit) ^ 255;");
        emit_close(n);
    }
    if (!nothing) {
        emit_line(n, "return found != 0;");
        return;
    }
    emit_line(n, "for (uint32_t i = 0; i < 8; i++)\n        *stops |= stopping[i];");
    emit_line(n, F("return found ? 0 : %u;", nothing));
}
