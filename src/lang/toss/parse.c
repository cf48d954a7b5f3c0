/* Games: definitions, rules, locations. */
#include "lang/toss/parse_internal.h"

#include "base/nearest.h"

#include <string.h>

/* ---- tokens ---- */

const toss_token *toss_peek_at(const parser *p, uint32_t ahead)
{
    uint32_t at = p->at + ahead, last = p->tokens.count - 1;
    return &vec_at(&p->tokens, at < last ? at : last);
}
const toss_token *toss_peek(const parser *p) { return toss_peek_at(p, 0); }

const toss_token *toss_next(parser *p)
{
    const toss_token *t = toss_peek(p);
    if (p->at + 1 < p->tokens.count)
        p->at++;
    return t;
}

bool toss_at(const parser *p, toss_token_kind kind) { return toss_peek(p)->kind == kind; }
bool toss_accept(parser *p, toss_token_kind kind) { return toss_at(p, kind) && toss_next(p); }

bool toss_at_word(const parser *p, const char *word)
{
    return toss_at(p, TOSS_T_WORD) && strcmp(intern_text(p->f->names, toss_peek(p)->name), word) == 0;
}
bool toss_accept_word(parser *p, const char *word) { return toss_at_word(p, word) && toss_next(p); }

void toss_expected(parser *p, const char *what)
{
    const toss_token *t = toss_peek(p);
    if (p->panic)
        return;
    p->panic = true;
    if (t->kind == TOSS_T_END)
        rs_error(p->f, DIAG_EXPECTED, t->span, "expected %s, found the end of the text", what);
    else
        rs_error(p->f, DIAG_EXPECTED, t->span, "expected %s, found `%s`", what,
                 t->kind == TOSS_T_STRING ? "\"..\""
                 : t->name != NAME_NONE   ? rs_text(p->f, t->name)
                                          : toss_token_text(t->kind));
}

/* What closes something is missing behind the last word, not where another line goes on. */
static void missing_before(parser *p, toss_token_kind kind)
{
    uint32_t at = vec_at(&p->tokens, p->at - 1).span.end;
    p->panic = true;
    diag *d = rs_error(p->f, DIAG_EXPECTED, (src_span){at, at + 1}, "`%s` is missing here", toss_token_text(kind));
    diag_add_note(p->f->sink, d, p->f->text, toss_peek(p)->span, "the text goes on with this");
    if (kind == TOSS_T_BAR || kind == TOSS_T_RBRACKET)
        diag_set_hint(p->f->sink, d, "a structure is written `[ elements | relations | functions ]`");
}

bool toss_expect(parser *p, toss_token_kind kind)
{
    if (!p->panic && toss_accept(p, kind))
        return true;
    bool closes = kind == TOSS_T_RBRACKET || kind == TOSS_T_RBRACE || kind == TOSS_T_RPAREN || kind == TOSS_T_BAR;
    if (!p->panic && closes && p->at > 0 &&
        source_line_number(p->f->text, toss_peek(p)->span.start) >
            source_line_number(p->f->text, vec_at(&p->tokens, p->at - 1).span.start)) {
        missing_before(p, kind);
        return false;
    }
    toss_expected(p, arena_printf(p->f->arena, "`%s`", toss_token_text(kind)));
    return false;
}

bool toss_expect_word(parser *p, const char *word)
{
    if (!p->panic && toss_accept_word(p, word))
        return true;
    toss_expected(p, arena_printf(p->f->arena, "`%s`", word));
    return false;
}

name_id toss_parse_name(parser *p, const char *what)
{
    if (!p->panic && toss_at(p, TOSS_T_WORD))
        return toss_next(p)->name;
    toss_expected(p, what);
    return NAME_NONE;
}

name_id toss_parse_element(parser *p)
{
    if (!p->panic && (toss_at(p, TOSS_T_WORD) || toss_at(p, TOSS_T_NUMBER)))
        return toss_next(p)->name;
    toss_expected(p, "an element");
    return intern_cstr(p->f->names, "");
}

src_span toss_since(const parser *p, uint32_t token)
{
    src_span from = vec_at(&p->tokens, token).span, to = vec_at(&p->tokens, p->at ? p->at - 1 : 0).span;
    return p->at > token ? span_join(from, to) : from;
}

bool toss_enter(parser *p)
{
    if (p->nesting < p->f->max_nesting) {
        p->nesting++;
        return true;
    }
    if (!p->panic)
        rs_error(p->f, DIAG_NESTING, toss_peek(p)->span, "nested more than %u levels deep", p->f->max_nesting);
    p->panic = true;
    return false;
}

/* ---- rules ---- */

static void read_names(parser *p, const char *what, rs_game *f, rs_pairs *list)
{
    do {
        src_span at = toss_peek(p)->span;
        bool unwanted = toss_accept_word(p, "not");
        rs_pair pair = {toss_parse_name(p, what), NAME_NONE, unwanted, at};
        vec_push(f->arena, list, pair);
    } while (!p->panic && toss_accept(p, TOSS_T_COMMA));
}

static void read_with(parser *p, rs_rule *r)
{
    r->mapped = true;
    toss_expect(p, TOSS_T_LBRACKET);
    while (!p->panic && !toss_at(p, TOSS_T_RBRACKET)) {
        src_span at = toss_peek(p)->span;
        rs_pair pair = {toss_parse_element(p), NAME_NONE, false, at};
        if (!toss_expect(p, TOSS_T_REPLACES))
            return;
        pair.from = toss_parse_element(p);
        vec_push(p->f->arena, &r->with, pair);
        if (!toss_accept(p, TOSS_T_COMMA))
            break;
    }
    toss_expect(p, TOSS_T_RBRACKET);
}

/* Equations of `update`, or with `prime` of `dynamics`. */
static void read_equations(parser *p, bool prime, rs_updates *list)
{
    do {
        rs_update u = {.span = toss_peek(p)->span};
        if (!toss_expect(p, TOSS_T_COLON))
            return;
        u.function = toss_parse_name(p, "a function");
        if (!toss_expect(p, TOSS_T_LPAREN))
            return;
        u.element = toss_parse_element(p);
        if (!toss_expect(p, TOSS_T_RPAREN) || (prime && !toss_expect(p, TOSS_T_PRIME)) ||
            ((prime || !toss_accept(p, TOSS_T_BECOMES)) && !toss_expect(p, TOSS_T_EQ)) || !toss_read_term(p, &u.value))
            return;
        u.span = span_join(u.span, u.value.root->span);
        vec_push(p->f->arena, list, u);
    } while (toss_accept(p, TOSS_T_SEMICOLON) && toss_at(p, TOSS_T_COLON));
}

static bool read_clause(parser *p, rs_rule *r)
{
    uint32_t from = p->at;
    bool again = false;
    if (toss_accept_word(p, "emb")) {
        again = r->emb.count > 0;
        read_names(p, "a relation", p->f, &r->emb);
    } else if (toss_at_word(p, "with") && toss_peek_at(p, 1)->kind == TOSS_T_LBRACKET) {
        toss_next(p);
        again = r->mapped;
        read_with(p, r);
    } else if (toss_accept_word(p, "pre")) {
        again = r->has_pre;
        if (toss_accept_word(p, "before"))
            read_names(p, "a rule", p->f, &r->before);
        static const char *const ends[] = {"emb", "with", "post", "update", "dynamics", "inv", "RULE", "LOC", "START"};
        bool alone = r->before.count && toss_at(p, TOSS_T_END);
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            alone |= r->before.count && toss_at_word(p, ends[i]);
        r->has_pre = !p->panic && !alone && toss_read_formula(p, &r->pre);
    } else if (toss_accept_word(p, "post")) {
        again = r->has_post;
        r->has_post = toss_read_formula(p, &r->post);
    } else if (toss_accept_word(p, "update")) {
        again = r->updates.count > 0;
        read_equations(p, false, &r->updates);
    } else if (toss_accept_word(p, "dynamics")) {
        again = r->dynamics.count > 0;
        read_equations(p, true, &r->dynamics);
    } else if (toss_accept_word(p, "inv")) {
        again = r->has_inv;
        r->has_inv = toss_read_formula(p, &r->inv);
    } else {
        return false;
    }
    if (again)
        rs_error(p->f, DIAG_DUPLICATE, toss_since(p, from), "this clause stands twice in the rule");
    return true;
}

static bool read_rule(parser *p, rs_rule *r)
{
    uint32_t from = p->at - 1;
    memset(r, 0, sizeof *r);
    r->name = toss_parse_name(p, "the name of the rule");
    r->span = toss_since(p, from);
    if (!toss_expect(p, TOSS_T_COLON) || !toss_read_structure(p, &r->left) || !toss_expect(p, TOSS_T_RULE_ARROW) ||
        !toss_read_structure(p, &r->right))
        return false;
    while (!p->panic && read_clause(p, r))
        ;
    return !p->panic;
}

/* ---- locations ---- */

static uint32_t read_number(parser *p, const char *what)
{
    const toss_token *t = toss_peek(p);
    if (!p->panic && t->kind == TOSS_T_NUMBER && t->number >= 0 && t->number < 1e6 && t->number == (uint32_t)t->number)
        return (uint32_t)toss_next(p)->number;
    toss_expected(p, what);
    return 0;
}

static double read_value(parser *p)
{
    bool negative = toss_accept(p, TOSS_T_MINUS);
    if (p->panic || !toss_at(p, TOSS_T_NUMBER)) {
        toss_expected(p, "a number");
        return 0;
    }
    double value = toss_next(p)->number;
    return negative ? -value : value;
}

/* t: 0.1 -- 2, of moves that take time, or let the player choose a number. */
static void read_parameter(parser *p, rs_move *m)
{
    rs_parameter q = {.name = toss_parse_name(p, "a parameter")};
    src_span at = toss_peek(p)->span;
    if (!toss_expect(p, TOSS_T_COLON))
        return;
    q.low = q.high = read_value(p);
    if (!p->panic && toss_accept(p, TOSS_T_TO))
        q.high = read_value(p);
    if (!p->panic && (q.high < q.low || m->parameters.count == RS_PARAMETERS_MAX))
        rs_error(p->f, DIAG_TOSS_NUMBER, at,
                 q.high < q.low ? "this interval ends before it begins" : "a move has at most %d parameters",
                 RS_PARAMETERS_MAX);
    vec_push(p->f->arena, &m->parameters, q);
}

static void read_moves(parser *p, rs_seat *seat)
{
    do {
        uint32_t from = p->at;
        rs_move m = {0};
        if (!toss_expect(p, TOSS_T_LBRACKET))
            return;
        m.rule = toss_parse_name(p, "a rule");
        while (!p->panic && toss_accept(p, TOSS_T_COMMA))
            read_parameter(p, &m);
        if (!toss_expect(p, TOSS_T_RULE_ARROW))
            return;
        m.target = read_number(p, "the number of a location");
        if (!toss_expect(p, TOSS_T_RBRACKET))
            return;
        m.span = toss_since(p, from);
        vec_push(p->f->arena, &seat->moves, m);
    } while (toss_accept(p, TOSS_T_SEMICOLON) && toss_at(p, TOSS_T_LBRACKET));
}

static void read_seat(parser *p, rs_location *l)
{
    rs_seat seat = {.span = toss_peek(p)->span};
    seat.player = toss_parse_element(p);
    if (!toss_expect(p, TOSS_T_LBRACE))
        return;
    if (!toss_at_word(p, "MOVES") && toss_expect_word(p, "PAYOFF"))
        seat.has_payoff = toss_read_term(p, &seat.payoff);
    if (!p->panic && toss_accept_word(p, "MOVES"))
        read_moves(p, &seat);
    toss_expect(p, TOSS_T_RBRACE);
    vec_push(p->f->arena, &l->seats, seat);
}

/* As in old files: what all players get, in one place of the location. */
static void read_payoffs(parser *p, vec_seats *payoffs)
{
    if (!toss_expect(p, TOSS_T_LBRACE))
        return;
    do {
        rs_seat seat = {.span = toss_peek(p)->span};
        if (toss_at(p, TOSS_T_RBRACE))
            break;
        seat.player = toss_parse_element(p);
        seat.has_payoff = toss_expect(p, TOSS_T_COLON) && toss_read_term(p, &seat.payoff);
        vec_push(p->f->arena, payoffs, seat);
    } while (!p->panic && toss_accept(p, TOSS_T_SEMICOLON));
    toss_expect(p, TOSS_T_RBRACE);
}

static void share_payoffs(parser *p, rs_location *l, const vec_seats *payoffs)
{
    for (uint32_t i = 0; i < payoffs->count; i++) {
        const rs_seat *one = &vec_at(payoffs, i);
        uint32_t k = 0;
        while (k < l->seats.count && vec_at(&l->seats, k).player != one->player)
            k++;
        if (k == l->seats.count) {
            vec_push(p->f->arena, &l->seats, *one);
        } else if (vec_at(&l->seats, k).has_payoff) {
            rs_error(p->f, DIAG_DUPLICATE, one->span, "`%s` has two payoffs in one location",
                     rs_text(p->f, one->player));
        } else {
            vec_at(&l->seats, k).payoff = one->payoff;
            vec_at(&l->seats, k).has_payoff = true;
        }
    }
    for (uint32_t k = 0; k < l->seats.count; k++)
        if (!vec_at(&l->seats, k).has_payoff)
            rs_error(p->f, DIAG_EXPECTED, vec_at(&l->seats, k).span, "`%s` has no payoff in this location",
                     rs_text(p->f, vec_at(&l->seats, k).player));
}

static void read_location(parser *p)
{
    uint32_t from = p->at - 1;
    rs_location l = {.number = read_number(p, "the number of the location")};
    vec_seats payoffs = {0};
    l.span = toss_since(p, from);
    toss_expect(p, TOSS_T_LBRACE);
    while (!p->panic && !toss_at(p, TOSS_T_RBRACE)) {
        if (toss_accept_word(p, "PLAYER")) {
            read_seat(p, &l);
        } else if (toss_accept_word(p, "UNIVERSAL") && toss_expect(p, TOSS_T_LBRACE)) {
            read_names(p, "a rule", p->f, &l.universal);
            toss_expect(p, TOSS_T_RBRACE);
        } else if (!p->panic && toss_accept_word(p, "PAYOFF")) {
            read_payoffs(p, &payoffs);
        } else {
            toss_expected(p, "`PLAYER`, `UNIVERSAL` or `}`");
        }
    }
    if (toss_expect(p, TOSS_T_RBRACE))
        share_payoffs(p, &l, &payoffs);
    vec_push(p->f->arena, &p->f->locations, l);
}

/* ---- the top level ---- */

static void read_players(parser *p)
{
    do {
        rs_pair player = {.span = toss_peek(p)->span};
        player.to = toss_parse_element(p);
        vec_push(p->f->arena, &p->f->players, player);
    } while (!p->panic && toss_accept(p, TOSS_T_COMMA));
}

static void read_definition(parser *p)
{
    uint32_t from = p->at - 1;
    rs_definition *d = ARENA_NEW(p->f->arena, rs_definition);
    rs_query q;
    d->name = toss_parse_name(p, "the name of the relation");
    d->span = toss_since(p, from);
    if (!toss_expect(p, TOSS_T_LPAREN))
        return;
    if (!toss_at(p, TOSS_T_RPAREN))
        toss_read_parameters(p, &d->parameters, &d->count);
    if (!toss_expect(p, TOSS_T_RPAREN))
        return;
    bool braced = toss_accept(p, TOSS_T_LBRACE);
    if ((!braced && !toss_expect(p, TOSS_T_EQ)) || !toss_read_formula(p, &q) ||
        (braced && !toss_expect(p, TOSS_T_RBRACE)))
        return;
    d->body = q.root;
    d->text = p->f->text;
    if (map_has(&p->f->definition_by_name, d->name)) {
        rs_error(p->f, DIAG_DUPLICATE, d->span, "`%s` is defined twice", rs_text(p->f, d->name));
        return;
    }
    map_put(&p->f->definition_by_name, d->name, p->f->definitions.count);
    vec_push(p->f->arena, &p->f->definitions, d);
}

static void read_start(parser *p, bool model)
{
    rs_structure s;
    src_span at = toss_peek(p)->span;
    if (!toss_read_structure(p, &s))
        return;
    if (p->f->has_start && !model) {
        rs_error(p->f, DIAG_DUPLICATE, at, "there are two starting structures");
        return;
    }
    if (!p->f->has_start || !model)
        p->f->start = s;
    p->f->has_start = true;
}

/* As in old files: where play goes on. */
static void read_state(parser *p)
{
    src_span at = toss_peek(p)->span;
    if (toss_expect_word(p, "LOC") && read_number(p, "the number of a location") != 0) {
        diag *d = rs_error(p->f, DIAG_TOSS_UNSUPPORTED, at, "play begins in location 0");
        diag_set_hint(p->f->sink, d, "give that number to the location meant here");
    }
}

static void skip_data(parser *p)
{
    static const char *const ends[] = {"PLAYERS", "REL", "RULE", "LOC", "START", "MODEL", "DATA", "PATTERN", "STATE"};
    for (; !toss_at(p, TOSS_T_END); toss_next(p)) {
        bool capacity = toss_at_word(p, "capacity") && toss_peek_at(p, 1)->kind == TOSS_T_COLON &&
                        toss_peek_at(p, 2)->kind == TOSS_T_NUMBER;
        double number = capacity ? toss_peek_at(p, 2)->number : 0;
        if (number >= 1 && number <= 1e6)
            p->f->capacity = (uint32_t)number;
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            if (toss_at_word(p, ends[i]))
                return;
    }
}

static void read_declaration(parser *p)
{
    if (toss_accept_word(p, "PLAYERS")) {
        read_players(p);
    } else if (toss_accept_word(p, "REL")) {
        read_definition(p);
    } else if (toss_accept_word(p, "RULE")) {
        rs_rule r;
        if (!read_rule(p, &r))
            return;
        if (map_has(&p->f->rule_by_name, r.name)) {
            rs_error(p->f, DIAG_DUPLICATE, r.span, "there are two rules `%s`", rs_text(p->f, r.name));
            return;
        }
        map_put(&p->f->rule_by_name, r.name, p->f->rules.count);
        vec_push(p->f->arena, &p->f->rules, r);
    } else if (toss_accept_word(p, "LOC")) {
        read_location(p);
    } else if (toss_accept_word(p, "START")) {
        read_start(p, false);
    } else if (toss_accept_word(p, "MODEL")) {
        read_start(p, true);
    } else if (toss_accept_word(p, "DATA")) {
        skip_data(p);
    } else if (toss_accept_word(p, "STATE")) {
        read_state(p);
    } else if (toss_at_word(p, "TIME")) {
        diag *d = rs_error(p->f, DIAG_TOSS_UNSUPPORTED, toss_peek(p)->span,
                           "`TIME` belongs to a game that was saved while it was played");
        diag_set_hint(p->f->sink, d, "without it the game begins at its beginning");
        p->panic = true;
    } else if (toss_accept_word(p, "PATTERN")) {
        rs_query ignored;
        toss_read_term(p, &ignored);
    } else {
        toss_expected(p, "`PLAYERS`, `REL`, `RULE`, `LOC` or `START`");
    }
}

static void start(parser *p, rs_game *f)
{
    *p = (parser){.f = f};
    if (!f->definition_by_name.arena) {
        map_init(&f->definition_by_name, f->arena);
        map_init(&f->rule_by_name, f->arena);
        map_init(&f->arity_by_name, f->arena);
    }
    toss_lex(f, &p->tokens);
}

bool toss_parse_game(rs_game *f)
{
    parser p;
    start(&p, f);
    while (!p.panic && !toss_at(&p, TOSS_T_END) && (f->sink->errors == 0 || p.at > 0))
        read_declaration(&p);
    return f->sink->errors == 0;
}

static bool finish(parser *p, bool fine)
{
    if (fine && !toss_at(p, TOSS_T_END)) {
        const toss_token *t = toss_peek(p);
        suggestion near;
        suggest_init(&near, t->kind == TOSS_T_WORD ? intern_text(p->f->names, t->name) : "");
        static const char *const words[] = {"and", "or", "xor"};
        SUGGEST_WORDS(&near, words);
        toss_expected(p, "the end of the text");
        if (near.best && p->f->sink->last)
            diag_hint_mean(p->f->sink, p->f->sink->last, near.best);
    }
    return p->f->sink->errors == 0;
}

bool toss_parse_structure(rs_game *f, rs_structure *s)
{
    parser p;
    start(&p, f);
    return finish(&p, toss_read_structure(&p, s));
}

bool toss_parse_query(rs_game *f, rs_query *q)
{
    parser p;
    start(&p, f);
    return finish(&p, toss_read_query(&p, q));
}

bool toss_parse_rule(rs_game *f, rs_rule *r)
{
    parser p;
    start(&p, f);
    return finish(&p, toss_expect_word(&p, "RULE") && read_rule(&p, r));
}
