/* Tokens as a tree. Nothing here recurses: nesting is limited by max_nesting, and so is what looks at trees. */
#include "base/stack.h"
#include "lang/ludii/ludii.h"

#include <string.h>

typedef struct open_node {
    ludii_node *node;
    const ludii_token *open;
    uint32_t first; /* of its items */
} open_node;

typedef struct builder {
    ludii_file *f;
    VEC(open_node) open;
    VEC(const ludii_node *) items; /* of all open nodes */
    const ludii_token *label;
    uint32_t max_depth;
} builder;

static ludii_node *new_node(builder *b, ludii_node_kind kind, const ludii_token *t)
{
    ludii_node *n = ARENA_NEW(b->f->arena, ludii_node);
    *n = (ludii_node){.kind = kind,
                      .string = t->kind == LUDII_STRING,
                      .label = b->label ? b->label->name : NAME_NONE,
                      .name = t->name,
                      .span = t->span,
                      .origin = t->origin};
    if (b->label && b->label->origin == t->origin && b->label->span.start < t->span.start)
        n->span.start = b->label->span.start;
    b->label = NULL;
    return n;
}

static void close_node(builder *b, const ludii_token *t)
{
    open_node o = b->open.data[--b->open.count];
    uint32_t count = b->items.count - o.first;
    const ludii_node *const *items = (const ludii_node *const *)b->items.data + o.first;
    /* ((x)) is what a define in brackets of its own leaves */
    if (o.node->kind == LUDII_LIST && count == 1 && items[0]->kind == LUDII_LIST && items[0]->label == NAME_NONE) {
        ludii_node inner = *items[0];
        inner.label = o.node->label;
        *o.node = inner;
    } else if (o.node->kind == LUDII_LIST && count > 1 && items[0]->kind == LUDII_LIST && b->open.count &&
               o.node->label == NAME_NONE) {
        return; /* brackets around several arguments mean nothing */
    } else {
        const ludii_node **own = ARENA_ARRAY(b->f->arena, const ludii_node *, count);
        if (count)
            memcpy(own, items, sizeof *own * count);
        o.node->items = own;
        o.node->count = count;
        o.node->number = b->f->node_count++;
        if (t->origin == o.open->origin && t->span.end > o.open->span.start)
            o.node->span.end = t->span.end;
    }
    b->items.count = o.first;
    vec_push(b->f->arena, &b->items, o.node);
}

static bool add_token(builder *b, const ludii_token *t)
{
    ludii_file *f = b->f;
    switch ((ludii_token_kind)t->kind) {
    case LUDII_OPEN:
    case LUDII_ARRAY: {
        if (b->open.count >= b->max_depth) {
            ludii_report(f, DIAG_NESTING, t->span, t->origin, "brackets are nested more than %u deep", b->max_depth);
            return false;
        }
        open_node o = {new_node(b, t->kind == LUDII_OPEN ? LUDII_LIST : LUDII_SET, t), t, b->items.count};
        vec_push(f->arena, &b->open, o);
        return true;
    }
    case LUDII_CLOSE:
    case LUDII_ARRAY_END: close_node(b, t); return true;
    case LUDII_LABEL:
        if (!b->open.count || t[-1].kind != LUDII_OPEN) {
            b->label = t;
            return true;
        }
        __attribute__((fallthrough)); /* `(from: 1)` is `(from 1)` */
    case LUDII_WORD:
    case LUDII_STRING: {
        ludii_node *n = new_node(b, LUDII_ATOM, t);
        n->number = f->node_count++;
        vec_push(f->arena, &b->items, n);
        return true;
    }
    case LUDII_PARAMETER:
    case LUDII_MARKER: break;
    case LUDII_LESS:
    case LUDII_GREATER:
        ludii_report(f, DIAG_EXPECTED, t->span, t->origin, "unexpected `%s`", t->kind == LUDII_LESS ? "<" : ">");
        return false;
    }
    return true;
}

static bool dangling(builder *b, const ludii_token *t)
{
    bool bad = b->label && (t->kind == LUDII_CLOSE || t->kind == LUDII_ARRAY_END || t->kind == LUDII_LABEL);
    if (bad)
        ludii_report(b->f, DIAG_EXPECTED, b->label->span, b->label->origin, "nothing follows `%s:`",
                     ludii_shown(b->f, b->label->name));
    return bad;
}

const ludii_node *ludii_tree(ludii_file *f, const ludii_tokens *tokens)
{
    builder b = {.f = f, .max_depth = stack_depth(f->in->limits->max_nesting, 1 << 13)};
    for (uint32_t i = 0; i < tokens->count; i++)
        if (dangling(&b, &vec_at(tokens, i)) || !add_token(&b, &vec_at(tokens, i)))
            return NULL;
    if (b.items.count != 1 || b.open.count)
        return NULL;
    return vec_at(&b.items, 0);
}
