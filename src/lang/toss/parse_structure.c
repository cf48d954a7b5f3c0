/* Structures as text. */
#include "lang/toss/parse_internal.h"

#include <string.h>

static name_id base_of(rs_game *f, name_id name)
{
    const char *text = intern_text(f->names, name);
    return strncmp(text, "_opt_", 5) == 0 && text[5] ? intern_cstr(f->names, text + 5) : name;
}

bool toss_note_arity(rs_game *f, name_id name, uint32_t arity, src_span at)
{
    name_id base = base_of(f, name);
    const uint32_t *known = map_get(&f->arity_by_name, base);
    if (!known)
        map_put(&f->arity_by_name, base, arity);
    else if (*known != arity) {
        rs_error(f, DIAG_TOSS_ARITY, at, "`%s` has %u argument%s elsewhere, not %u", rs_text(f, base), *known,
                 *known == 1 ? "" : "s", arity);
        return false;
    }
    return true;
}

/* Prefixes that the original had, and whose meaning is lost. */
static bool is_refused(rs_game *f, name_id name, src_span at)
{
    static const char *const prefixes[] = {"_new_", "_del_", "_diffthan_", "_nondistinct_"};
    const char *text = intern_text(f->names, name);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(text, prefixes[i], strlen(prefixes[i])) == 0) {
            diag *d =
                rs_error(f, DIAG_TOSS_UNSUPPORTED, at, "relations that begin with `%s` are not supported", prefixes[i]);
            diag_set_hint(f->sink, d, "`_opt_%s` is: a tuple that may hold or not", text + strlen(prefixes[i]));
            return true;
        }
    return false;
}

/* An element of a tuple. Where elements are listed at all, one that is not is noted. */
static uint32_t read_element(parser *p, rs_structure *s)
{
    src_span at = toss_peek(p)->span;
    name_id name = toss_parse_element(p);
    if (!p->panic && s->listed && rs_find_element(s, name) == RS_NONE)
        vec_push(p->f->arena, &s->unlisted, ((rs_mention){name, at}));
    return rs_element(s, name);
}

/* (a, b), or one element without parentheses. */
static bool read_tuple(parser *p, rs_structure *s, uint32_t *tuple, uint32_t *arity, src_span *at)
{
    uint32_t from = p->at;
    *arity = 0;
    if (toss_accept(p, TOSS_T_LPAREN)) {
        do {
            uint32_t e = read_element(p, s);
            if (*arity == RS_ARITY_MAX) {
                rs_error(p->f, DIAG_TOO_LARGE, toss_since(p, from), "a tuple has at most %d elements", RS_ARITY_MAX);
                p->panic = true;
                return false;
            }
            tuple[(*arity)++] = e;
        } while (!p->panic && toss_accept(p, TOSS_T_COMMA));
        toss_expect(p, TOSS_T_RPAREN);
    } else {
        tuple[(*arity)++] = read_element(p, s);
    }
    *at = toss_since(p, from);
    return !p->panic;
}

static void add_tuple(parser *p, rs_structure *s, name_id name, uint32_t declared, bool alone)
{
    uint32_t tuple[RS_ARITY_MAX], arity;
    src_span at;
    (void)alone;
    if (!read_tuple(p, s, tuple, &arity, &at))
        return;
    if (declared != RS_NONE && declared != arity) {
        rs_error(p->f, DIAG_TOSS_ARITY, at, "`%s` was declared with %u argument%s, not %u", rs_text(p->f, name),
                 declared, declared == 1 ? "" : "s", arity);
        return;
    }
    if (toss_note_arity(p->f, name, arity, at)) {
        rs_relation *r = rs_add_relation(s, name, arity);
        r->span = r->span.end ? r->span : at;
        rs_add_tuple(s, r, tuple);
    }
}

static void read_relation(parser *p, rs_structure *s)
{
    uint32_t from = p->at, arity = RS_NONE;
    name_id name = toss_parse_name(p, "a relation");
    if (p->panic || is_refused(p->f, name, toss_since(p, from))) {
        p->panic = true;
        return;
    }
    if (toss_at(p, TOSS_T_LPAREN)) {
        add_tuple(p, s, name, RS_NONE, true);
        return;
    }
    if (toss_accept(p, TOSS_T_COLON)) {
        double number = toss_peek(p)->number;
        if (!toss_at(p, TOSS_T_NUMBER) || number < 1 || number > RS_ARITY_MAX) {
            toss_expected(p, "how many arguments the relation has, from 1 to 16");
            return;
        }
        toss_next(p);
        arity = (uint32_t)number;
    }
    if (!toss_expect(p, TOSS_T_LBRACE))
        return;
    const uint32_t *known = map_get(&p->f->arity_by_name, base_of(p->f, name));
    if (toss_at(p, TOSS_T_RBRACE) && arity == RS_NONE && known)
        arity = *known;
    if (toss_at(p, TOSS_T_RBRACE) && arity == RS_NONE) {
        diag *d =
            rs_error(p->f, DIAG_TOSS_ARITY, toss_since(p, from), "how many arguments has `%s`?", rs_text(p->f, name));
        diag_set_hint(p->f->sink, d, "`%s:1 {}` is an empty relation of one argument", rs_text(p->f, name));
    }
    if (arity != RS_NONE && toss_note_arity(p->f, name, arity, toss_since(p, from)))
        rs_add_relation(s, name, arity)->span = toss_since(p, from);
    while (!p->panic && !toss_at(p, TOSS_T_RBRACE)) {
        add_tuple(p, s, name, arity, false);
        if (!toss_accept(p, TOSS_T_SEMICOLON) && !toss_accept(p, TOSS_T_COMMA))
            break;
    }
    toss_expect(p, TOSS_T_RBRACE);
}

static double read_number(parser *p)
{
    double sign = toss_accept(p, TOSS_T_MINUS) ? -1 : 1;
    if (toss_at(p, TOSS_T_NUMBER))
        return sign * toss_next(p)->number;
    toss_expected(p, "a number");
    return 0;
}

static void read_function(parser *p, rs_structure *s)
{
    name_id name = toss_parse_name(p, "a function or `]`");
    if (!toss_expect(p, TOSS_T_LBRACE))
        return;
    while (!p->panic && !toss_at(p, TOSS_T_RBRACE)) {
        uint32_t element = read_element(p, s);
        if (!toss_expect(p, TOSS_T_RULE_ARROW))
            return;
        double value = read_number(p);
        rs_set_value(s, rs_add_function(s, name), element, value);
        if (!toss_accept(p, TOSS_T_COMMA) && !toss_accept(p, TOSS_T_SEMICOLON))
            break;
    }
    rs_add_function(s, name);
    toss_expect(p, TOSS_T_RBRACE);
}

/* Default positions: elements in a row. */
static void place_in_a_row(parser *p, rs_structure *s)
{
    static const char *const names[] = {"x", "y", "vx", "vy"};
    for (int i = 0; i < 4; i++)
        for (uint32_t e = 0; e < s->elements.count; e++)
            rs_set_value(s, rs_add_function(s, intern_cstr(p->f->names, names[i])), e, i == 0 ? 15.0 * e : 0);
}

/* A word that goes on with the game: the structure before it was never closed. */
static bool at_clause(const parser *p)
{
    static const char *const words[] = {"emb", "with", "pre", "post",  "update", "dynamics",
                                        "inv", "RULE", "LOC", "START", "REL",    "PLAYERS"};
    bool clause = toss_at(p, TOSS_T_RULE_ARROW);
    for (size_t i = 0; i < sizeof words / sizeof *words && !clause; i++)
        clause = toss_at_word(p, words[i]) && toss_peek_at(p, 1)->kind != TOSS_T_LBRACE;
    return clause;
}

static void read_parts(parser *p, rs_structure *s)
{
    while (!p->panic && !toss_at(p, TOSS_T_BAR)) {
        rs_element(s, toss_parse_element(p));
        if (!toss_accept(p, TOSS_T_COMMA))
            break;
    }
    s->listed = s->elements.count;
    if (!toss_expect(p, TOSS_T_BAR))
        return;
    while (!p->panic && !toss_at(p, TOSS_T_BAR)) {
        read_relation(p, s);
        if (!toss_accept(p, TOSS_T_SEMICOLON))
            break;
    }
    if (!toss_expect(p, TOSS_T_BAR))
        return;
    if (toss_accept(p, TOSS_T_MINUS))
        place_in_a_row(p, s);
    else
        while (!p->panic && !toss_at(p, TOSS_T_RBRACKET) && !at_clause(p)) {
            read_function(p, s);
            if (!toss_accept(p, TOSS_T_SEMICOLON))
                break;
        }
}

/* with D(x, y) = f; ..: computed once, and stored like any other relation. */
static void read_stored(parser *p, rs_structure *s)
{
    do {
        rs_stored stored = {.span = toss_peek(p)->span};
        stored.name = toss_parse_name(p, "the name of the relation");
        if (!toss_expect(p, TOSS_T_LPAREN))
            return;
        toss_read_parameters(p, &stored.parameters, &stored.count);
        if (!toss_expect(p, TOSS_T_RPAREN) || !toss_expect(p, TOSS_T_EQ) || !toss_read_formula(p, &stored.formula))
            return;
        if (toss_note_arity(p->f, stored.name, stored.count, stored.span))
            vec_push(p->f->arena, &s->stored, stored);
    } while (toss_accept(p, TOSS_T_SEMICOLON));
}

bool toss_read_structure(parser *p, rs_structure *s)
{
    uint32_t from = p->at;
    rs_structure_init(s, p->f->arena);
    if (!toss_expect(p, TOSS_T_LBRACKET))
        return false;
    read_parts(p, s);
    if (!toss_expect(p, TOSS_T_RBRACKET))
        return false;
    s->span = toss_since(p, from);
    if (toss_at(p, TOSS_T_STRING) && !toss_read_picture(p->f, s, toss_next(p)))
        return false;
    if (toss_at_word(p, "with") && toss_peek_at(p, 1)->kind == TOSS_T_WORD) {
        toss_next(p);
        read_stored(p, s);
    }
    s->span = toss_since(p, from);
    return !p->panic;
}
