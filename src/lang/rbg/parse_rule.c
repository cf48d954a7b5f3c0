/* The regular expression of the rules. Rules that are written alike get the same number, so that equal
 * checks can share what is made of them. */
#include "lang/rbg/rbg.h"

#include "base/stack.h"

/* Bytes of stack for a level, measured without optimisation. */
enum { HARD_MAX_NESTING = 1500, FRAME = 1600 };

typedef VEC(const rbg_rule *) rule_list;

static const rbg_rule *parse_sum(rbg_parser *p);

static bool deeper(rbg_parser *p)
{
    if (++p->depth <= p->f->max_nesting)
        return true;
    if (!p->failed)
        rbg_report(p->f, DIAG_NESTING, p->token->span, p->token->origin, "brackets nested more than %u deep",
                   p->f->max_nesting);
    p->failed = true;
    return false;
}

/* ---- arithmetic ---- */

static rbg_arith *new_arith(rbg_parser *p, rbg_arith_kind kind, src_span span)
{
    rbg_arith *a = ARENA_NEW(p->f->arena, rbg_arith);
    a->kind = kind;
    a->span = span;
    return a;
}

static const rbg_arith *parse_arith(rbg_parser *p, int level);

static const rbg_arith *parse_named(rbg_parser *p)
{
    static const rbg_arith_kind kinds[] = {RBG_A_PLAYER, RBG_A_PIECE, RBG_A_VARIABLE, RBG_A_VARIABLE};
    const rbg_token *t = p->token++;
    const uint32_t *known = map_get(&p->f->declared, t->name);
    rbg_name_kind kind =
        known && *known >> 24 != RBG_NAME_DIRECTION ? (rbg_name_kind)(*known >> 24) : RBG_NAME_VARIABLE;
    rbg_arith *a = new_arith(p, kinds[kind], t->span);
    a->index = rbg_resolve(p->f, t, kind);
    return a;
}

static const rbg_arith *parse_operand(rbg_parser *p)
{
    const rbg_token *t = p->token;
    if (rbg_at(p, RBG_T_IDENT))
        return parse_named(p);
    if (rbg_at(p, RBG_T_NUMBER)) {
        rbg_arith *a = new_arith(p, RBG_A_NUMBER, t->span);
        rbg_number(p, &a->number);
        return a;
    }
    if (!rbg_at(p, RBG_T_LPAREN)) {
        rbg_expected(p, "a number, a variable, a player, a piece or `(`");
        return new_arith(p, RBG_A_NUMBER, t->span);
    }
    p->token++;
    const rbg_arith *a = deeper(p) ? parse_arith(p, 0) : new_arith(p, RBG_A_NUMBER, t->span);
    p->depth--;
    rbg_expect(p, RBG_T_RPAREN, "");
    return a;
}

/* Loosest first, each with a level of its own. */
static const struct {
    rbg_token_kind token;
    rbg_arith_kind kind;
} levels[] = {{RBG_T_PLUS, RBG_A_ADD}, {RBG_T_MINUS, RBG_A_SUB}, {RBG_T_STAR, RBG_A_MUL}, {RBG_T_SLASH, RBG_A_DIV}};
enum { LEVELS = sizeof levels / sizeof *levels };

static const rbg_arith *parse_arith(rbg_parser *p, int level)
{
    if (level == LEVELS)
        return parse_operand(p);
    const rbg_arith *a = parse_arith(p, level + 1);
    uint32_t depth = p->depth;
    while (!p->failed && rbg_accept(p, levels[level].token)) {
        const rbg_arith *b = parse_arith(p, level + 1);
        rbg_arith *both = new_arith(p, levels[level].kind, span_join(a->span, b->span));
        both->a = a;
        both->b = b;
        a = both;
        if (!deeper(p)) /* chains make trees as deep as brackets do */
            break;
    }
    p->depth = depth;
    return a;
}

/* ---- rules written alike ---- */

static uint64_t hash_arith(const rbg_arith *a, uint64_t h)
{
    if (!a)
        return hash_mix(h + 1);
    h = hash_mix(h ^ ((uint64_t)a->kind << 56 ^ (uint64_t)a->number << 20 ^ a->index));
    return hash_arith(a->b, hash_arith(a->a, h));
}

static const rbg_rule *finish_rule(rbg_parser *p, rbg_rule *r)
{
    rbg_file *f = p->f;
    uint64_t h = hash_mix(((uint64_t)r->kind << 32 | r->index) + 0x9e3779b97f4a7c15);
    h = hash_mix(h ^ ((uint64_t)r->target << 40 | (uint64_t)r->compare << 32 | r->count));
    for (uint32_t i = 0; r->parts && i < r->count; i++)
        h = hash_mix(h ^ r->parts[i]->same) * 31 + i;
    for (uint32_t i = 0; r->pieces && i < r->count; i++)
        h = hash_mix(h ^ r->pieces[i]) * 37 + i;
    h = hash_arith(r->b, hash_arith(r->a, h));
    const uint32_t *known = map_get(&f->same, h);
    r->same = known ? *known : f->same_count++;
    if (!known)
        map_put(&f->same, h, r->same);
    return r;
}

static rbg_rule *new_rule(rbg_parser *p, rbg_rule_kind kind, src_span span)
{
    rbg_rule *r = ARENA_NEW(p->f->arena, rbg_rule);
    r->kind = kind;
    r->span = span;
    return r;
}

static const rbg_rule *with_parts(rbg_parser *p, rbg_rule_kind kind, rule_list *list, src_span span)
{
    if (list->count == 1 && (kind == RBG_R_SUM || kind == RBG_R_SEQUENCE))
        return vec_at(list, 0);
    rbg_rule *r = new_rule(p, kind, span);
    r->parts = list->data;
    r->count = list->count;
    return finish_rule(p, r);
}

static const rbg_rule *around(rbg_parser *p, rbg_rule_kind kind, const rbg_rule *inside, uint32_t index, src_span span)
{
    const rbg_rule **part = ARENA_ARRAY(p->f->arena, const rbg_rule *, 1);
    part[0] = inside;
    rbg_rule *r = new_rule(p, kind, span);
    r->parts = part;
    r->count = 1;
    r->index = index;
    return finish_rule(p, r);
}

/* ---- atoms ---- */

static src_span since(const rbg_parser *p, const rbg_token *first)
{
    /* tokens of macros lie elsewhere: a span over both would say nothing */
    const rbg_token *last = p->token - 1;
    return last->origin == first->origin && last->span.end >= first->span.start ? span_join(first->span, last->span)
                                                                                : first->span;
}

static const rbg_rule *parse_shift(rbg_parser *p)
{
    const rbg_token *t = p->token++;
    rbg_rule *r = new_rule(p, RBG_R_SHIFT, t->span);
    const uint32_t *known = map_get(&p->f->declared, t->name);
    if (known && *known >> 24 != RBG_NAME_DIRECTION) {
        diag *d = rbg_report(p->f, DIAG_RBG_NAME, t->span, t->origin, "`%s` is no direction", rbg_shown(p->f, t->name));
        const char *name = rbg_shown(p->f, t->name);
        switch (*known >> 24) {
        case RBG_NAME_PLAYER: diag_set_hint(p->f->sink, d, "control goes to a player by `->%s`", name); break;
        case RBG_NAME_PIECE:
            diag_set_hint(p->f->sink, d, "`{%s}` checks for a piece, `[%s]` puts it", name, name);
            break;
        default: diag_set_hint(p->f->sink, d, "`[$ %s = ..]` assigns, `{$ %s == ..}` compares", name, name); break;
        }
        r->index = RBG_NONE;
    } else {
        r->index = rbg_resolve(p->f, t, RBG_NAME_DIRECTION);
    }
    return finish_rule(p, r);
}

/* After an error: goes on behind what is left up to this bracket. Without one nothing makes sense. */
static void recover(rbg_parser *p, rbg_token_kind close)
{
    if (!p->failed)
        return;
    uint32_t open = 0;
    for (const rbg_token *t = p->token; t->kind != RBG_T_SECTION_END; t++) {
        bool opens = t->kind == RBG_T_LPAREN || t->kind == RBG_T_LBRACKET || t->kind == RBG_T_LBRACE ||
                     (t->kind >= RBG_T_ASSIGN_OPEN && t->kind <= RBG_T_NONE_OPEN);
        bool closes = t->kind == RBG_T_RPAREN || t->kind == RBG_T_RBRACKET || t->kind == RBG_T_RBRACE;
        if (closes && open == 0 && t->kind != close)
            return;
        if (closes && open-- == 0) {
            p->token = t;
            p->failed = false;
            return;
        }
        open += opens;
    }
}

static void insert_piece(uint32_t *pieces, uint32_t *count, uint32_t piece)
{
    uint32_t at = 0;
    while (at < *count && pieces[at] < piece)
        at++;
    if (at < *count && pieces[at] == piece)
        return;
    for (uint32_t i = (*count)++; i > at; i--)
        pieces[i] = pieces[i - 1];
    pieces[at] = piece;
}

/* Pieces up to the closing bracket. */
static bool parse_pieces(rbg_parser *p, rbg_token_kind close, vec_u32 *out)
{
    do {
        if (!rbg_at(p, RBG_T_IDENT)) {
            rbg_expected(p, "the name of a piece");
            return false;
        }
        vec_push(p->f->arena, out, rbg_resolve(p->f, p->token, RBG_NAME_PIECE));
        p->token++;
    } while (rbg_accept(p, RBG_T_COMMA));
    if (rbg_at(p, close)) {
        p->token++;
        return true;
    }
    rbg_expected(p, arena_printf(p->f->arena, "`,` or `%s`", rbg_token_text(close)));
    return false;
}

static const rbg_rule *parse_on(rbg_parser *p)
{
    const rbg_token *first = p->token++;
    vec_u32 list = {0};
    if (!rbg_accept(p, RBG_T_RBRACE) && !parse_pieces(p, RBG_T_RBRACE, &list)) {
        recover(p, RBG_T_RBRACE);
        rbg_accept(p, RBG_T_RBRACE);
    }
    rbg_rule *r = new_rule(p, RBG_R_ON, since(p, first));
    uint32_t *pieces = ARENA_ARRAY(p->f->arena, uint32_t, list.count + 1);
    for (uint32_t i = 0; i < list.count; i++)
        if (vec_at(&list, i) != RBG_NONE)
            insert_piece(pieces, &r->count, vec_at(&list, i));
    r->pieces = pieces;
    return finish_rule(p, r);
}

static const rbg_rule *parse_off(rbg_parser *p)
{
    const rbg_token *first = p->token++;
    vec_u32 list = {0};
    rule_list parts = {0};
    if (!parse_pieces(p, RBG_T_RBRACKET, &list)) {
        recover(p, RBG_T_RBRACKET);
        rbg_accept(p, RBG_T_RBRACKET);
        vec_push(p->f->arena, &list, RBG_NONE);
    }
    src_span span = since(p, first);
    for (uint32_t i = 0; i < list.count; i++) {
        rbg_rule *r = new_rule(p, RBG_R_OFF, span);
        r->index = vec_at(&list, i);
        vec_push(p->f->arena, &parts, finish_rule(p, r));
    }
    return with_parts(p, RBG_R_SUM, &parts, span);
}

static const rbg_rule *parse_assign(rbg_parser *p)
{
    rbg_file *f = p->f;
    const rbg_token *first = p->token++;
    rule_list parts = {0};
    do {
        const rbg_token *t = p->token;
        if (!rbg_at(p, RBG_T_IDENT)) {
            rbg_expected(p, "the name of a variable or player");
            break;
        }
        p->token++;
        rbg_rule *r = new_rule(p, RBG_R_ASSIGN, t->span);
        const uint32_t *known = map_get(&f->declared, t->name);
        bool player = known && *known >> 24 == RBG_NAME_PLAYER;
        r->target = player ? RBG_A_PLAYER : RBG_A_VARIABLE;
        r->index = rbg_resolve(f, t, player ? RBG_NAME_PLAYER : RBG_NAME_VARIABLE);
        if (!rbg_expect(p, RBG_T_IS, ""))
            break;
        r->a = parse_arith(p, 0);
        r->span = since(p, t);
        vec_push(f->arena, &parts, finish_rule(p, r));
    } while (!p->failed && rbg_accept(p, RBG_T_COMMA));
    if (!p->failed && !rbg_at(p, RBG_T_RBRACKET))
        rbg_expected(p, "`,`, `]` or an operator");
    recover(p, RBG_T_RBRACKET);
    rbg_accept(p, RBG_T_RBRACKET);
    return parts.count ? with_parts(p, RBG_R_SEQUENCE, &parts, since(p, first)) : new_rule(p, RBG_R_DOT, first->span);
}

static const rbg_rule *parse_compare(rbg_parser *p)
{
    const rbg_token *first = p->token++;
    rbg_rule *r = new_rule(p, RBG_R_COMPARE, first->span);
    r->a = parse_arith(p, 0);
    r->compare = p->token->kind;
    if (r->compare < RBG_T_EQ || r->compare > RBG_T_GT) {
        if (!p->failed) {
            diag *d = rbg_expected(p, "a comparison: `==`, `!=`, `<`, `<=`, `>` or `>=`");
            if (rbg_at(p, RBG_T_IS))
                diag_set_hint(p->f->sink, d, "`==` compares; `[$ x = ..]` assigns");
        }
        recover(p, RBG_T_RBRACE);
        rbg_accept(p, RBG_T_RBRACE);
        return new_rule(p, RBG_R_DOT, first->span);
    }
    p->token++;
    r->b = parse_arith(p, 0);
    if (!p->failed && !rbg_at(p, RBG_T_RBRACE))
        rbg_expected(p, "`}` or an operator");
    recover(p, RBG_T_RBRACE);
    rbg_accept(p, RBG_T_RBRACE);
    r->span = since(p, first);
    return finish_rule(p, r);
}

static const rbg_rule *parse_switch(rbg_parser *p)
{
    const rbg_token *first = p->token++;
    rbg_rule *r = new_rule(p, RBG_R_SWITCH, first->span);
    r->index = RBG_NONE;
    if (first->kind == RBG_T_TO_PLAYER) {
        if (!rbg_at(p, RBG_T_IDENT)) {
            rbg_expected(p, "the name of a player after `->`");
            return r;
        }
        r->index = rbg_resolve(p->f, p->token++, RBG_NAME_PLAYER);
        r->span = since(p, first);
    }
    return finish_rule(p, r);
}

/* What stands in brackets, up to the closing one. */
static const rbg_rule *parse_inside(rbg_parser *p, rbg_token_kind close)
{
    const rbg_token *first = p->token++;
    const rbg_rule *r = deeper(p) ? parse_sum(p) : new_rule(p, RBG_R_DOT, first->span);
    p->depth--;
    if (!p->failed && !rbg_at(p, close)) {
        diag *d = rbg_expected(p, arena_printf(p->f->arena, "`+`, `%s` or another action", rbg_token_text(close)));
        diag_add_note(p->f->sink, d, p->f->text, first->span, "the bracket that is open here");
    }
    recover(p, close);
    rbg_accept(p, close);
    return r;
}

static const rbg_rule *parse_atom(rbg_parser *p)
{
    const rbg_token *t = p->token;
    switch (t->kind) {
    case RBG_T_IDENT: return parse_shift(p);
    case RBG_T_LBRACE: return parse_on(p);
    case RBG_T_LBRACKET: return parse_off(p);
    case RBG_T_ASSIGN_OPEN: return parse_assign(p);
    case RBG_T_COMPARE_OPEN: return parse_compare(p);
    case RBG_T_TO_PLAYER:
    case RBG_T_TO_KEEPER: return parse_switch(p);
    case RBG_T_LPAREN: return parse_inside(p, RBG_T_RPAREN);
    case RBG_T_SOME_OPEN:
    case RBG_T_NONE_OPEN: {
        const rbg_rule *r = parse_inside(p, RBG_T_RBRACE);
        return around(p, t->kind == RBG_T_SOME_OPEN ? RBG_R_SOME : RBG_R_NO, r, 0, since(p, t));
    }
    case RBG_T_DOT: p->token++; return finish_rule(p, new_rule(p, RBG_R_DOT, t->span));
    default: rbg_expected(p, "an action: a direction, `{piece}`, `[piece]`, `->player` or a bracket");
    }
    return new_rule(p, RBG_R_DOT, t->span);
}

static void bad_suffix(rbg_parser *p)
{
    const rbg_token *t = p->token;
    diag *d = rbg_report(p->f, DIAG_RBG_ACTION, t->span, t->origin,
                         "`%s` may follow only a direction or a round bracket", rbg_token_text(t->kind));
    diag_set_hint(p->f->sink, d, "put what is to be repeated in round brackets");
}

static const rbg_rule *parse_power(rbg_parser *p, const rbg_rule *r, const rbg_token *first)
{
    int64_t copies = 0;
    p->token++;
    if (!rbg_number(p, &copies))
        return r;
    if (copies > RBG_MAX_EDGES) {
        rbg_too_large(p->f, since(p, first), "more than %d copies", RBG_MAX_EDGES);
        return r;
    }
    return around(p, RBG_R_POWER, r, (uint32_t)copies, since(p, first));
}

static const rbg_rule *parse_item(rbg_parser *p)
{
    const rbg_token *first = p->token;
    bool may = first->kind == RBG_T_IDENT || first->kind == RBG_T_LPAREN, done = false;
    const rbg_rule *r = parse_atom(p);
    while (!p->failed && (rbg_at(p, RBG_T_STAR) || rbg_at(p, RBG_T_POWER))) {
        if (!may || done)
            bad_suffix(p);
        done = true;
        if (rbg_accept(p, RBG_T_STAR))
            r = around(p, RBG_R_STAR, r, 0, since(p, first));
        else
            r = parse_power(p, r, first);
    }
    return r;
}

static bool ends_sequence(const rbg_parser *p)
{
    switch (p->token->kind) {
    case RBG_T_PLUS:
    case RBG_T_RPAREN:
    case RBG_T_RBRACE:
    case RBG_T_SECTION_END: return true;
    default: return p->failed || p->f->exhausted;
    }
}

static const rbg_rule *parse_sequence(rbg_parser *p)
{
    const rbg_token *first = p->token;
    rule_list parts = {0};
    do
        vec_push(p->f->arena, &parts, parse_item(p));
    while (!ends_sequence(p));
    return with_parts(p, RBG_R_SEQUENCE, &parts, since(p, first));
}

static const rbg_rule *parse_sum(rbg_parser *p)
{
    const rbg_token *first = p->token;
    rule_list parts = {0};
    do
        vec_push(p->f->arena, &parts, parse_sequence(p));
    while (!p->failed && rbg_accept(p, RBG_T_PLUS));
    return with_parts(p, RBG_R_SUM, &parts, since(p, first));
}

void rbg_parse_rules(rbg_parser *p)
{
    rbg_file *f = p->f;
    uint32_t hard = stack_depth(HARD_MAX_NESTING, FRAME);
    if (f->max_nesting == 0 || f->max_nesting > hard)
        f->max_nesting = hard;
    f->rules = parse_sum(p);
    if (!p->failed && !rbg_at(p, RBG_T_SECTION_END))
        rbg_expected(p, "`+`, `#` or another action");
}
