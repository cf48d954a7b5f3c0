#include "structures/rewrite.h"

#include <string.h>

/* Q of `_opt_Q`, else NAME_NONE. */
static name_id optional_base(const rs_game *f, name_id name)
{
    const char *text = intern_text(f->names, name);
    return strncmp(text, "_opt_", 5) == 0 ? intern_find(f->names, text + 5, strlen(text + 5)) : NAME_NONE;
}

/* ---- matching ---- */

typedef struct matching {
    rs_logic *l;
    const rs_rule *r;
    uint32_t *image; /* [left element] */
    bool *taken;     /* [element] */
    uint32_t frame[RS_SLOTS_MAX];
    rs_matched *matched;
    void *user;
} matching;

/* Whether all elements of the tuple are below `count`, and one is the last of them. */
static bool is_due(const uint32_t *tuple, uint32_t arity, uint32_t count)
{
    bool last = false;
    for (uint32_t i = 0; i < arity; i++) {
        if (tuple[i] >= count)
            return false;
        last |= tuple[i] + 1 == count;
    }
    return last;
}

static bool holds(matching *m, name_id name, const uint32_t *tuple, uint32_t arity)
{
    const uint32_t *defined = map_get(&m->l->f->definition_by_name, name);
    if (defined) {
        uint32_t frame[RS_SLOTS_MAX];
        memcpy(frame, tuple, arity * sizeof *tuple);
        return rs_true(m->l, vec_at(&m->l->f->definitions, *defined)->body, frame);
    }
    const rs_relation *r = rs_find_relation(m->l->s, name);
    return r && rs_holds(m->l->s, r, tuple);
}

static bool demands_hold(matching *m, uint32_t count)
{
    const rs_structure *left = &m->r->left;
    uint32_t tuple[RS_ARITY_MAX];
    for (uint32_t i = 0; i < left->relations.count; i++) {
        const rs_relation *q = &vec_at(&left->relations, i);
        if (optional_base(m->l->f, q->name) != NAME_NONE)
            continue;
        for (uint32_t t = 0; t < q->tuples.count; t += q->arity) {
            if (!is_due(q->tuples.data + t, q->arity, count))
                continue;
            for (uint32_t k = 0; k < q->arity; k++)
                tuple[k] = m->image[vec_at(&q->tuples, t + k)];
            if (!holds(m, q->name, tuple, q->arity))
                return false;
        }
    }
    return true;
}

static bool in_left(const matching *m, name_id name, const uint32_t *tuple)
{
    const rs_relation *q = rs_find_relation(&m->r->left, name);
    if (q && rs_holds(&m->r->left, q, tuple))
        return true;
    name_id optional = intern_printf(m->l->f->names, "_opt_%s", intern_text(m->l->f->names, name));
    q = rs_find_relation(&m->r->left, optional);
    return q && rs_holds(&m->r->left, q, tuple);
}

/* Tuples of an embedded relation over the first `count` left elements, the last among them. */
static bool is_exact(matching *m, const rs_relation *q, uint32_t *left, uint32_t at, uint32_t count)
{
    if (at < q->arity) {
        for (left[at] = 0; left[at] < count; left[at]++)
            if (!is_exact(m, q, left, at + 1, count))
                return false;
        return true;
    }
    uint32_t tuple[RS_ARITY_MAX];
    if (!is_due(left, q->arity, count))
        return true;
    for (uint32_t k = 0; k < q->arity; k++)
        tuple[k] = m->image[left[k]];
    return !rs_holds(m->l->s, q, tuple) || in_left(m, q->name, left);
}

static bool embedding_holds(matching *m, uint32_t count)
{
    uint32_t left[RS_ARITY_MAX];
    for (uint32_t i = 0; i < m->r->emb.count; i++) {
        const rs_relation *q = rs_find_relation(m->l->s, vec_at(&m->r->emb, i).to);
        if (q && !is_exact(m, q, left, 0, count))
            return false;
    }
    return true;
}

static void set_frame(const rs_query *q, const rs_structure *names, const uint32_t *elements, uint32_t *frame)
{
    for (uint32_t i = 0; i < q->free.count; i++)
        frame[vec_at(&q->free_slots, i)] = elements[rs_find_element(names, vec_at(&q->free, i))];
}

static bool is_legal(matching *m)
{
    rs_logic *l = m->l;
    if (m->r->has_pre) {
        set_frame(&m->r->pre, &m->r->left, m->image, m->frame);
        if (!rs_true(l, m->r->pre.root, m->frame))
            return false;
    }
    if (!m->r->has_post)
        return true;
    rs_logic after;
    arena *scratch = arena_child(l->scratch);
    rs_logic_init(&after, l->f, NULL, scratch, l->max_steps - l->steps);
    rs_logic inside = *l;
    inside.scratch = scratch;
    uint32_t *right = ARENA_ARRAY(scratch, uint32_t, m->r->right.elements.count + 1);
    after.s = rs_rewrite(&inside, m->r, m->image, right);
    set_frame(&m->r->post, &m->r->right, right, m->frame);
    bool fine = rs_true(&after, m->r->post.root, m->frame);
    l->steps += after.steps;
    if (after.problem && !l->problem) {
        l->problem = arena_printf(l->f->arena, "%s", after.problem);
        l->code = after.code;
        l->where = after.where;
    }
    arena_done(scratch);
    return fine && !l->problem;
}

static bool match_from(matching *m, uint32_t at)
{
    if (at == m->r->left.elements.count)
        return !is_legal(m) || m->matched(m->user, m->image);
    for (uint32_t e = 0; e < m->l->s->elements.count && !m->l->problem; e++) {
        if (m->taken[e])
            continue;
        m->image[at] = e;
        m->taken[e] = true;
        m->l->steps++;
        bool on = !demands_hold(m, at + 1) || !embedding_holds(m, at + 1) || match_from(m, at + 1);
        m->taken[e] = false;
        if (!on)
            return false;
    }
    return true;
}

void rs_matches(rs_logic *l, const rs_rule *r, rs_matched *matched, void *user)
{
    matching m = {.l = l, .r = r, .matched = matched, .user = user};
    m.image = ARENA_ARRAY(l->scratch, uint32_t, r->left.elements.count + 1);
    m.taken = ARENA_ARRAY(l->scratch, bool, l->s->elements.count + 1);
    match_from(&m, 0);
}

/* ---- rewriting ---- */

typedef struct rewriting {
    rs_logic *l;
    const rs_rule *r;
    const uint32_t *image;
    rs_structure *to;
    uint32_t *left_of; /* [old element] left element, or RS_NONE */
    uint32_t *kept;    /* [old element] new one of elements that are not matched */
    uint32_t *right;   /* [right element] new element */
} rewriting;

static name_id fresh_name(const rewriting *w, name_id name)
{
    for (uint32_t i = 0; w->l->names && i < w->l->name_count; i++)
        if (rs_find_element(w->to, w->l->names[i]) == RS_NONE)
            return w->l->names[i];
    for (uint32_t i = 1;; i++) {
        name_id fresh = intern_printf(w->l->f->names, "%s%u", intern_text(w->l->f->names, name), i);
        if (rs_find_element(w->l->s, fresh) == RS_NONE && rs_find_element(w->to, fresh) == RS_NONE)
            return fresh;
    }
}

/* The first right element that replaces a left one keeps its name and place. */
static void make_elements(rewriting *w)
{
    const rs_structure *s = w->l->s;
    for (uint32_t e = 0; e < s->elements.count; e++) {
        uint32_t left = w->left_of[e], heir = left == RS_NONE ? RS_NONE : rs_heir(w->r, left);
        w->kept[e] = RS_NONE;
        if (left != RS_NONE && heir == RS_NONE)
            continue;
        uint32_t made = rs_element(w->to, vec_at(&s->elements, e));
        if (left == RS_NONE)
            w->kept[e] = made;
        else
            w->right[heir] = made;
    }
    for (uint32_t i = 0; i < w->r->right.elements.count; i++) {
        uint32_t left = w->r->replaced[i];
        if (left == RS_NONE || rs_heir(w->r, left) != i)
            w->right[i] = rs_element(w->to, fresh_name(w, vec_at(&w->r->right.elements, i)));
    }
}

/* All ways to replace the matched elements of an old tuple. */
static void carry_over(rewriting *w, rs_relation *to, const uint32_t *old, uint32_t *made, uint32_t at)
{
    if (at == to->arity) {
        rs_add_tuple(w->to, to, made);
        return;
    }
    uint32_t left = w->left_of[old[at]];
    if (left == RS_NONE) {
        made[at] = w->kept[old[at]];
        carry_over(w, to, old, made, at + 1);
        return;
    }
    for (uint32_t i = 0; i < w->r->right.elements.count; i++)
        if (w->r->replaced[i] == left) {
            made[at] = w->right[i];
            carry_over(w, to, old, made, at + 1);
        }
}

static void make_relations(rewriting *w)
{
    const rs_structure *s = w->l->s;
    uint32_t made[RS_ARITY_MAX];
    for (uint32_t i = 0; i < s->relations.count; i++) {
        const rs_relation *q = &vec_at(&s->relations, i);
        rs_relation *to = rs_add_relation(w->to, q->name, q->arity);
        bool embedded = rs_is_embedded(w->r, q->name);
        for (uint32_t t = 0; t < q->tuples.count; t += q->arity) {
            bool outside = false;
            for (uint32_t k = 0; k < q->arity; k++)
                outside |= w->left_of[vec_at(&q->tuples, t + k)] == RS_NONE;
            if (!embedded || outside)
                carry_over(w, to, q->tuples.data + t, made, 0);
        }
    }
    for (uint32_t i = 0; i < w->r->right.relations.count; i++) {
        const rs_relation *q = &vec_at(&w->r->right.relations, i);
        if (optional_base(w->l->f, q->name) != NAME_NONE)
            continue;
        rs_relation *to = rs_add_relation(w->to, q->name, q->arity);
        for (uint32_t t = 0; t < q->tuples.count; t += q->arity) {
            for (uint32_t k = 0; k < q->arity; k++)
                made[k] = w->right[vec_at(&q->tuples, t + k)];
            rs_add_tuple(w->to, to, made);
        }
    }
}

static bool is_position(const rewriting *w, name_id name)
{
    const char *text = intern_text(w->l->f->names, name);
    return strcmp(text, "x") == 0 || strcmp(text, "y") == 0 || strcmp(text, "vx") == 0 || strcmp(text, "vy") == 0;
}

static void make_values(rewriting *w)
{
    const rs_structure *s = w->l->s;
    for (uint32_t i = 0; i < s->functions.count; i++) {
        const rs_function *fn = &vec_at(&s->functions, i);
        rs_function *to = rs_add_function(w->to, fn->name);
        for (uint32_t e = 0; e < fn->values.count; e++) {
            if (!vec_at(&fn->given, e))
                continue;
            if (w->left_of[e] == RS_NONE)
                rs_set_value(w->to, to, w->kept[e], vec_at(&fn->values, e));
            for (uint32_t k = 0; k < w->r->right.elements.count && w->left_of[e] != RS_NONE; k++)
                if (w->r->replaced[k] == w->left_of[e])
                    rs_set_value(w->to, to, w->right[k], vec_at(&fn->values, e));
        }
    }
    for (uint32_t i = 0; i < w->r->right.functions.count; i++) {
        const rs_function *fn = &vec_at(&w->r->right.functions, i);
        for (uint32_t e = 0; e < fn->values.count; e++)
            if (vec_at(&fn->given, e) && w->r->replaced[e] == RS_NONE && !is_position(w, fn->name))
                rs_set_value(w->to, rs_add_function(w->to, fn->name), w->right[e], vec_at(&fn->values, e));
    }
}

/* In the old structure, all at once. */
static void make_updates(rewriting *w)
{
    const rs_rule *r = w->r;
    double *values = ARENA_ARRAY(w->l->scratch, double, r->updates.count + 1);
    uint32_t frame[RS_SLOTS_MAX];
    for (uint32_t i = 0; i < r->updates.count; i++) {
        set_frame(&vec_at(&r->updates, i).value, &r->left, w->image, frame);
        values[i] = rs_number(w->l, vec_at(&r->updates, i).value.root, frame);
    }
    for (uint32_t i = 0; i < r->updates.count; i++) {
        const rs_update *u = &vec_at(&r->updates, i);
        rs_set_value(w->to, rs_add_function(w->to, u->function), w->right[rs_find_element(&r->right, u->element)],
                     values[i]);
    }
}

rs_structure *rs_rewrite(rs_logic *l, const rs_rule *r, const uint32_t *image, uint32_t *right)
{
    uint32_t count = l->s->elements.count;
    rewriting w = {.l = l, .r = r, .image = image, .to = ARENA_NEW(l->scratch, rs_structure)};
    rs_structure_init(w.to, l->scratch);
    w.left_of = ARENA_ARRAY(l->scratch, uint32_t, count + 1);
    w.kept = ARENA_ARRAY(l->scratch, uint32_t, count + 1);
    w.right = right ? right : ARENA_ARRAY(l->scratch, uint32_t, r->right.elements.count + 1);
    for (uint32_t e = 0; e < count; e++)
        w.left_of[e] = RS_NONE;
    for (uint32_t i = 0; i < r->left.elements.count; i++)
        w.left_of[image[i]] = i;
    make_elements(&w);
    make_relations(&w);
    make_values(&w);
    make_updates(&w);
    return w.to;
}
