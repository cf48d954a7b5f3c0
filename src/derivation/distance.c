/* Zhang and Shasha's algorithm: nodes in postorder, forests between the leftmost leaf below a node and that node, one
 * table of distances for each pair of keyroots. All three operations cost 1. */
#include "derivation/tree.h"

typedef struct flat {
    const dv_grammar *g;
    arena *arena;
    const dv_names *names;
    VEC(uint64_t) labels;
    vec_u32 leftmost; /* [node] number of the leftmost leaf below it */
    vec_u32 keyroots;
} flat;

static uint64_t label_of(const flat *f, const dv_node *n, const dv_slot *s)
{
    if (n->text == NAME_NONE)
        return n->production;
    if (s && s->role != DV_PLAIN)
        return UINT64_C(1) << 63 | s->role;
    for (uint32_t i = 0; i < f->names->count; i++)
        if (vec_at(f->names, i).text == n->text)
            return UINT64_C(1) << 63 | vec_at(f->names, i).role;
    return UINT64_C(1) << 62 | n->text;
}

/* Adds what is below the node and the node; returns the number of its leftmost leaf. */
static uint32_t add(flat *f, const dv_node *n, const dv_slot *s)
{
    const dv_production *p = dv_production_at(f->g, n->production);
    uint32_t first = DV_NONE;
    for (uint32_t i = 0; i < n->count; i++) {
        if (!n->items[i])
            continue;
        uint32_t left = add(f, n->items[i], &p->slots[p->kind == DV_LIST ? 0 : i]);
        first = first == DV_NONE ? left : first;
    }
    first = first == DV_NONE ? f->labels.count : first;
    vec_push(f->arena, &f->labels, label_of(f, n, s));
    vec_push(f->arena, &f->leftmost, first);
    return first;
}

static void flatten(flat *f, const dv_grammar *g, arena *a, const dv_node *root)
{
    dv_names *names = ARENA_NEW(a, dv_names);
    dv_declared(g, a, root, names);
    *f = (flat){.g = g, .arena = a, .names = names};
    add(f, root, NULL);
    for (uint32_t i = 0; i < f->labels.count; i++) {
        bool last = true; /* with its leftmost leaf */
        for (uint32_t k = i + 1; k < f->labels.count && last; k++)
            last = vec_at(&f->leftmost, k) != vec_at(&f->leftmost, i);
        if (last)
            vec_push(a, &f->keyroots, i);
    }
}

static uint32_t least(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t m = a < b ? a : b;
    return m < c ? m : c;
}

/* Distances between all trees whose roots lie on the leftmost paths of two keyroots. */
static void tree_distances(const flat *x, const flat *y, uint32_t i, uint32_t j, uint32_t *trees, uint32_t *forests)
{
    const uint32_t n = y->labels.count, width = n + 1, a = vec_at(&x->leftmost, i), b = vec_at(&y->leftmost, j);
    forests[0] = 0;
    for (uint32_t p = a; p <= i; p++)
        forests[(p - a + 1) * width] = p - a + 1;
    for (uint32_t q = b; q <= j; q++)
        forests[q - b + 1] = q - b + 1;
    for (uint32_t p = a; p <= i; p++)
        for (uint32_t q = b; q <= j; q++) {
            uint32_t *at = &forests[(p - a + 1) * width + (q - b + 1)], lp = vec_at(&x->leftmost, p),
                     lq = vec_at(&y->leftmost, q);
            bool whole = lp == a && lq == b;
            uint32_t together = whole ? at[-(ptrdiff_t)width - 1] + (vec_at(&x->labels, p) != vec_at(&y->labels, q))
                                      : forests[(lp - a) * width + (lq - b)] + trees[p * n + q];
            *at = least(at[-(ptrdiff_t)width] + 1, at[-1] + 1, together);
            if (whole)
                trees[p * n + q] = *at;
        }
}

uint32_t dv_distance(const dv_grammar *g, arena *scratch, const dv_node *x, const dv_node *y)
{
    flat a, b;
    flatten(&a, g, scratch, x);
    flatten(&b, g, scratch, y);
    const uint32_t m = a.labels.count, n = b.labels.count;
    uint32_t *trees = ARENA_ARRAY(scratch, uint32_t, (size_t)m * n);
    uint32_t *forests = ARENA_ARRAY(scratch, uint32_t, ((size_t)m + 1) * (n + 1));
    for (uint32_t i = 0; i < a.keyroots.count; i++)
        for (uint32_t j = 0; j < b.keyroots.count; j++) {
            arena_work(scratch, 1);
            tree_distances(&a, &b, vec_at(&a.keyroots, i), vec_at(&b.keyroots, j), trees, forests);
        }
    return trees[(size_t)m * n - 1];
}
