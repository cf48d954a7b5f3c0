/* Bundles (strands.h) as C: which strand it is whose lane was drawn from one. */
#include "native/emit_strands.h"

#include <string.h>

enum { BUNDLE_NODES_MAX = 4 * STRANDS_MAX, BUNDLE_ROWS_MAX = 256 };

/* Bundles and what they consist of; parts of one stand one behind the other. */
typedef struct bundle_tree {
    uint32_t count;
    const strand *all[BUNDLE_NODES_MAX];
    uint32_t first[BUNDLE_NODES_MAX]; /* of the parts */
    uint32_t row[BUNDLE_NODES_MAX];
    uint32_t row_count, values;
    uint8_t rows[BUNDLE_ROWS_MAX][STRAND_VALUES_MAX]; /* [][what the cell holds] number of the part; row 0: no bundle */
} bundle_tree;

static uint32_t row_of(bundle_tree *t, const strand *s)
{
    uint8_t row[STRAND_VALUES_MAX] = {0};
    uint32_t i = 1;
    for (uint32_t v = 0; v < STRAND_VALUES_MAX; v++)
        for (uint32_t k = 0; k < s->part_count; k++)
            row[v] = s->parts[k].values >> v & 1 ? (uint8_t)k : row[v];
    while (i < t->row_count && memcmp(t->rows[i], row, sizeof row) != 0)
        i++;
    if (i == t->row_count && i < BUNDLE_ROWS_MAX)
        memcpy(t->rows[t->row_count++], row, sizeof row);
    return i;
}

static bool grow_tree(bundle_tree *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const strand *s = t->all[i];
        if (t->count + s->part_count > BUNDLE_NODES_MAX)
            return false;
        t->first[i] = t->count;
        t->row[i] = s->part_count ? row_of(t, s) : 0;
        if (t->row[i] >= BUNDLE_ROWS_MAX)
            return false;
        for (uint32_t k = 0; k < s->part_count; k++)
            t->all[t->count++] = s->parts[k].strand;
    }
    return true;
}

static void numbers(native_source *n, const bundle_tree *t, char name, uint32_t id, const uint32_t *all)
{
    text_add(n, &n->tables, F("UNUSED static const unsigned short %c%u[] = {", name, id));
    for (uint32_t i = 0; i < t->count; i++)
        text_add(n, &n->tables, F("%s%u", i ? "," : "", all[i]));
    text_add(n, &n->tables, "};\n");
}

void strands_resolve(native_source *n, const strand_case *c)
{
    bundle_tree *t = ARENA_NEW(n->a, bundle_tree);
    const uint32_t id = n->masks++;
    uint32_t *leaves = ARENA_ARRAY(n->a, uint32_t, BUNDLE_NODES_MAX);
    t->row_count = 1;
    t->count = c->count;
    for (uint32_t i = 0; i < c->count; i++)
        t->all[i] = &c->strands[i];
    if (!grow_tree(t)) {
        n->problem = n->problem ? n->problem : "too many strands in bundles";
        return;
    }
    for (uint32_t i = 0; i < n->p->board_count; i++)
        t->values = n->p->boards[i].values > t->values ? n->p->boards[i].values : t->values;
    for (uint32_t i = 0; i < t->count; i++)
        leaves[i] = t->all[i]->number;
    numbers(n, t, 'T', id, leaves);
    numbers(n, t, 'R', id, t->row);
    numbers(n, t, 'U', id, t->first);
    text_add(n, &n->tables, F("UNUSED static const int P%u[] = {", id));
    for (uint32_t i = 0; i < t->count; i++) {
        const strand *s = t->all[i];
        const strand_literal *l = s->part_count ? &s->clauses[s->parted].literals[0] : NULL;
        text_add(n, &n->tables,
                 F("%s%d", i ? "," : "", l ? (int)n->p->boards[l->board].offset + l->pieces[0].shift : 0));
    }
    text_add(n, &n->tables, F("};\nUNUSED static const unsigned char V%u[][%u] = {", id, t->values));
    for (uint32_t i = 0; i < t->row_count; i++) {
        text_add(n, &n->tables, i ? ",{" : "{");
        for (uint32_t v = 0; v < t->values; v++)
            text_add(n, &n->tables, F("%s%u", v ? "," : "", t->rows[i][v]));
        text_add(n, &n->tables, "}");
    }
    text_add(n, &n->tables, "};\n");
    emit_line(n, "uint32_t part = u;");
    emit_open(n, F("while (R%u[part])", id));
    emit_line(n, F("part = U%u[part] + V%u[R%u[part]][s[P%u[part] + (int)v]];", id, id, id, id));
    emit_close(n);
    emit_line(n, F("const uint32_t t = T%u[part];", id));
}
