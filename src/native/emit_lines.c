/* Searches from a known lane whose ways lie on a few lines (emit_ways.c), as C.
 *
 * Ways that share cells are a line: five in a row through the stone that was placed lie on four lines. The cells of a
 * line, taken out of the words of the board by one instruction each, are the number of a bit in a table that says
 * whether some way passes. At the edges of a board fewer ways are there: lanes with the same ones share a table. */
#include "native/emit_strands.h"

#include <string.h>

enum { LINE_BITS_MAX = 12, LINES_MAX = 8, LINE_CLASSES_MAX = 64, LINE_TABLES_MAX = 1 << 14 /* bytes */ };

typedef struct line {
    uint32_t bits, class_count;
    uint32_t at[LINE_BITS_MAX]; /* bits of the window, in order */
    uint32_t ways[TRIED_ONCE], way_count;
    uint32_t *class_of;                  /* [lane] */
    uint32_t first_of[LINE_CLASSES_MAX]; /* a lane of the class */
} line;

struct lines {
    const trials *t;
    uint32_t count;
    line all[LINES_MAX];
};

static bool cares(const tried *w, uint32_t bit) { return w->care[bit / 64] >> bit % 64 & 1; }

static bool shares(const tried *w, const line *l)
{
    for (uint32_t i = 0; i < l->bits; i++)
        if (cares(w, l->at[i]))
            return true;
    return false;
}

static bool add_bits(line *l, const tried *w, uint32_t words)
{
    for (uint32_t bit = 0; bit < 64 * words; bit++) {
        uint32_t i = 0;
        if (!cares(w, bit))
            continue;
        while (i < l->bits && l->at[i] != bit)
            i++;
        if (i == LINE_BITS_MAX)
            return false;
        if (i == l->bits)
            l->at[l->bits++] = bit;
    }
    return true;
}

/* A line takes in another one that a way joins to it. */
static bool join(struct lines *x, line *into, line *from)
{
    for (uint32_t i = 0; i < from->bits; i++) {
        if (into->bits == LINE_BITS_MAX)
            return false;
        into->at[into->bits++] = from->at[i];
    }
    for (uint32_t i = 0; i < from->way_count; i++)
        into->ways[into->way_count++] = from->ways[i];
    *from = x->all[--x->count];
    return true;
}

static bool add_way(struct lines *x, uint32_t way)
{
    const tried *w = &x->t->all[way];
    line *mine = NULL;
    for (uint32_t i = 0; i < x->count;) {
        if (!shares(w, &x->all[i])) {
            i++;
        } else if (!mine) {
            mine = &x->all[i++];
        } else if (!join(x, mine, &x->all[i])) {
            return false;
        }
    }
    if (!mine) {
        if (x->count == LINES_MAX)
            return false;
        mine = &x->all[x->count++];
        memset((void *)mine, 0, sizeof *mine);
    }
    mine->ways[mine->way_count++] = way;
    return add_bits(mine, w, x->t->words);
}

static bool same_ways(const struct lines *x, const line *l, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < l->way_count; i++)
        if (strand_has(&x->t->all[l->ways[i]].lanes, a) != strand_has(&x->t->all[l->ways[i]].lanes, b))
            return false;
    return true;
}

static bool find_classes(native_source *n, struct lines *x, line *l)
{
    l->class_of = ARENA_ARRAY(n->a, uint32_t, x->t->lanes + 1);
    for (uint32_t lane = 0; lane < x->t->lanes; lane++) {
        uint32_t c = 0;
        while (c < l->class_count && !same_ways(x, l, l->first_of[c], lane))
            c++;
        if (c == LINE_CLASSES_MAX)
            return false;
        if (c == l->class_count)
            l->first_of[l->class_count++] = lane;
        l->class_of[lane] = c;
    }
    for (uint32_t i = 1; i < l->bits; i++) /* in order */
        for (uint32_t k = i; k > 0 && l->at[k] < l->at[k - 1]; k--) {
            const uint32_t other = l->at[k];
            l->at[k] = l->at[k - 1];
            l->at[k - 1] = other;
        }
    return true;
}

static uint32_t table_words(const line *l) { return l->bits > 5 ? 1u << (l->bits - 5) : 1; }

const struct lines *emit_find_lines(native_source *n, const trials *t)
{
    struct lines *x = ARENA_NEW(n->a, struct lines);
    uint32_t bytes = 0;
    x->t = t;
    if (t->window_count != 1 || t->by_lane || t->lanes < 2)
        return NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (!add_way(x, i))
            return NULL;
    for (uint32_t i = 0; i < x->count; i++) {
        if (x->all[i].bits == 0 || !find_classes(n, x, &x->all[i]))
            return NULL;
        bytes += 4 * table_words(&x->all[i]) * x->all[i].class_count;
    }
    return bytes <= LINE_TABLES_MAX ? x : NULL;
}

/* ---- as C ---- */

static bool passes(const line *l, const tried *w, uint32_t pattern)
{
    for (uint32_t i = 0; i < l->bits; i++)
        if (cares(w, l->at[i]) && (w->want[l->at[i] / 64] >> l->at[i] % 64 & 1) != (pattern >> i & 1))
            return false;
    return true;
}

/* Tables of the classes, and which class a lane is of. */
static uint32_t emit_line_tables(native_source *n, const struct lines *x, const line *l)
{
    const uint32_t id = n->masks++, words = table_words(l);
    text_add(n, &n->tables, F("UNUSED static const uint32_t E%u[][%u] = {\n", id, words));
    for (uint32_t c = 0; c < l->class_count; c++) {
        text_add(n, &n->tables, "{");
        for (uint32_t w = 0; w < words; w++) {
            uint32_t word = 0;
            for (uint32_t b = 0; b < 32 && 32 * w + b < 1u << l->bits; b++)
                for (uint32_t i = 0; i < l->way_count; i++) {
                    const tried *one = &x->t->all[l->ways[i]];
                    if (strand_has(&one->lanes, l->first_of[c]) && passes(l, one, 32 * w + b))
                        word |= 1u << b;
                }
            text_add(n, &n->tables, F("0x%x,", word));
        }
        text_add(n, &n->tables, "},\n");
    }
    text_add(n, &n->tables, F("};\nUNUSED static const unsigned char E%u_of[] = {", id));
    for (uint32_t lane = 0; lane < x->t->lanes; lane++)
        text_add(n, &n->tables, F("%u,", l->class_of[lane]));
    text_add(n, &n->tables, "};\n");
    return id;
}

void emit_lines(native_source *n, const struct lines *x)
{
    emit_line(n, "\n#if defined __BMI2__"); /* else a walk is as fast */
    ways_windows(n, x->t);
    emit_line(n, "uint32_t found = 0, line;");
    for (uint32_t i = 0; i < x->count; i++) {
        const line *l = &x->all[i];
        const uint32_t id = emit_line_tables(n, x, l);
        const char *sum = NULL;
        uint32_t bits = 0;
        for (uint32_t w = 0; w < x->t->words; w++) {
            uint64_t mask = 0;
            for (uint32_t k = 0; k < l->bits; k++)
                mask |= l->at[k] / 64 == w ? UINT64_C(1) << l->at[k] % 64 : 0;
            if (mask == 0)
                continue;
            const char *one = F("(uint32_t)__builtin_ia32_pext_di(w%u, 0x%llxull)%s", w, (unsigned long long)mask,
                                bits ? F(" << %u", bits) : "");
            sum = sum ? F("%s | %s", sum, one) : one;
            bits += (uint32_t)__builtin_popcountll(mask);
        }
        emit_line(n, F("line = %s;", sum));
        emit_line(n, F("found |= E%u[E%u_of[lane]][line / 32] >> line %% 32;", id, id));
    }
    emit_line(n, "return found & 1;\n#endif");
}
