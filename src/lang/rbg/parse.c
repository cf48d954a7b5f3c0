/* Declarations, names, and what the parsers share. */
#include "lang/rbg/rbg.h"

#include "base/text.h"

/* ---- tokens ---- */

bool rbg_at(const rbg_parser *p, rbg_token_kind kind) { return p->token->kind == kind; }

bool rbg_accept(rbg_parser *p, rbg_token_kind kind)
{
    if (!rbg_at(p, kind))
        return false;
    if (kind != RBG_T_SECTION_END)
        p->token++;
    return true;
}

diag *rbg_expected(rbg_parser *p, const char *what)
{
    if (p->failed)
        return ARENA_NEW(p->f->arena, diag);
    p->failed = true;
    const rbg_token *t = p->token;
    return rbg_report(p->f, DIAG_EXPECTED, t->span, t->origin, "expected %s, found %s", what, rbg_token_shown(p->f, t));
}

bool rbg_expect(rbg_parser *p, rbg_token_kind kind, const char *where)
{
    if (rbg_accept(p, kind))
        return true;
    rbg_expected(p, arena_printf(p->f->arena, "`%s`%s", rbg_token_text(kind), where));
    return false;
}

bool rbg_number(rbg_parser *p, int64_t *value)
{
    const rbg_token *t = p->token;
    if (t->kind != RBG_T_NUMBER) {
        rbg_expected(p, "a number");
        return false;
    }
    p->token++;
    *value = 0;
    for (const char *c = rbg_text(p->f, t->name); *c; c++) {
        *value = *value * 10 + (*c - '0');
        if (*value > UINT32_MAX) {
            rbg_report(p->f, DIAG_RBG_NUMBER, t->span, t->origin, "the number `%s` has more than 32 bits",
                       rbg_shown(p->f, t->name));
            *value = 0;
            return true;
        }
    }
    return true;
}

/* ---- names ---- */

static const char *const kind_words[] = {"player", "piece", "variable", "direction"};

static rbg_names *names_of(rbg_file *f, rbg_name_kind kind)
{
    return kind == RBG_NAME_PLAYER     ? &f->players
           : kind == RBG_NAME_PIECE    ? &f->pieces
           : kind == RBG_NAME_VARIABLE ? &f->variables
                                       : &f->directions;
}

static bool is_reserved(const char *word)
{
    static const char *const words[] = {"players", "pieces",    "variables", "rules",
                                        "board",   "rectangle", "hexagon",   "cuboid"};
    return TEXT_AMONG(word, words);
}

static void rbg_declare(rbg_file *f, rbg_name_kind kind, rbg_names *list, const rbg_token *t, int64_t bound)
{
    const char *name = rbg_shown(f, t->name);
    if (is_reserved(name)) {
        rbg_report(f, DIAG_RESERVED, t->span, t->origin, "`%s` is a reserved word and cannot be a name", name);
        return;
    }
    const uint32_t *known = map_get(&f->declared, t->name);
    if (known) {
        rbg_name_kind old = (rbg_name_kind)(*known >> 24);
        const rbg_name *first = &names_of(f, old)->data[*known & 0xffffff];
        diag *d = old == kind ? rbg_report(f, DIAG_DUPLICATE, t->span, t->origin, "the %s `%s` is declared twice",
                                           kind_words[kind], name)
                              : rbg_report(f, DIAG_DUPLICATE, t->span, t->origin, "`%s` is the name of a %s already",
                                           name, kind_words[old]);
        diag_add_note(f->sink, d, f->text, first->span, "first declared here");
        return;
    }
    map_put(&f->declared, t->name, (uint32_t)kind << 24 | list->count);
    rbg_name n = {t->name, t->span, t->origin, bound};
    vec_push(f->arena, list, n);
}

uint32_t rbg_direction(rbg_file *f, const rbg_token *t)
{
    const uint32_t *known = map_get(&f->declared, t->name);
    if (known && *known >> 24 == RBG_NAME_DIRECTION)
        return *known & 0xffffff;
    uint32_t index = f->directions.count;
    rbg_declare(f, RBG_NAME_DIRECTION, &f->directions, t, 0);
    return f->directions.count > index ? index : RBG_NONE;
}

uint32_t rbg_resolve(rbg_file *f, const rbg_token *t, rbg_name_kind kind)
{
    const uint32_t *known = map_get(&f->declared, t->name);
    if (known && *known >> 24 == kind)
        return *known & 0xffffff;
    const char *name = rbg_shown(f, t->name);
    if (known) {
        rbg_report(f, DIAG_RBG_NAME, t->span, t->origin, "`%s` is a %s; a %s is needed here", name,
                   kind_words[*known >> 24], kind_words[kind]);
        return RBG_NONE;
    }
    diag *d = rbg_report(f, DIAG_RBG_NAME, t->span, t->origin, "unknown %s `%s`", kind_words[kind], name);
    suggestion s;
    suggest_init(&s, rbg_text(f, t->name));
    for (int k = RBG_NAME_PLAYER; k <= RBG_NAME_DIRECTION; k++) {
        const rbg_names *list = names_of(f, (rbg_name_kind)k);
        bool fits = k == (int)kind || (kind == RBG_NAME_VARIABLE && k != RBG_NAME_DIRECTION); /* in arithmetic */
        for (uint32_t i = 0; fits && i < list->count; i++)
            suggest_offer(&s, rbg_text(f, vec_at(list, i).name));
    }
    for (uint32_t i = 0; i < f->macros.count; i++) {
        const rbg_macro *m = &vec_at(&f->macros, i);
        if (m->name == t->name) {
            diag_set_hint(f->sink, d,
                          i < t->visible ? "the macro `%s` takes arguments, in round brackets"
                                         : "the macro `%s` is defined further down: move it up",
                          name);
            return RBG_NONE;
        }
        suggest_offer(&s, rbg_text(f, m->name));
    }
    diag_hint_near(f->sink, d, &s);
    return RBG_NONE;
}

/* ---- declarations ---- */

static void skip_to_comma(rbg_parser *p)
{
    while (!rbg_at(p, RBG_T_COMMA) && !rbg_at(p, RBG_T_SECTION_END))
        p->token++;
    p->failed = false;
}

static void parse_name(rbg_parser *p, rbg_name_kind kind, const char *what)
{
    rbg_file *f = p->f;
    const rbg_token *t = p->token;
    int64_t bound = 0;
    if (!rbg_at(p, RBG_T_IDENT)) {
        rbg_expected(p, what);
        return;
    }
    p->token++;
    if (kind != RBG_NAME_PIECE && !(rbg_expect(p, RBG_T_LPAREN, ": the greatest value follows in brackets") &&
                                    rbg_number(p, &bound) && rbg_expect(p, RBG_T_RPAREN, "")))
        return;
    rbg_declare(f, kind, names_of(f, kind), t, bound);
}

static void parse_names(rbg_file *f, rbg_section_kind section, rbg_name_kind kind, const char *what)
{
    const rbg_section *s = &f->sections[section];
    if (!s->tokens.count)
        return;
    rbg_parser p = {f, s->tokens.data, 0, false};
    if (kind == RBG_NAME_VARIABLE && rbg_at(&p, RBG_T_SECTION_END))
        return;
    do {
        parse_name(&p, kind, what);
        if (!p.failed && !rbg_at(&p, RBG_T_COMMA) && !rbg_at(&p, RBG_T_SECTION_END))
            rbg_expected(&p, "`,`");
        if (p.failed)
            skip_to_comma(&p);
    } while (rbg_accept(&p, RBG_T_COMMA));
}

void rbg_parse(rbg_file *f)
{
    map_init(&f->declared, f->arena);
    map_init(&f->vertex_by_name, f->arena);
    map_init(&f->same, f->arena);
    parse_names(f, RBG_PLAYERS, RBG_NAME_PLAYER, "the name of a player");
    parse_names(f, RBG_PIECES, RBG_NAME_PIECE, "the name of a piece");
    parse_names(f, RBG_VARIABLES, RBG_NAME_VARIABLE, "the name of a variable");
    if (f->sections[RBG_BOARD].tokens.count && !f->exhausted) {
        rbg_parser p = {f, f->sections[RBG_BOARD].tokens.data, 0, false};
        rbg_parse_board(&p);
    }
    if (f->sections[RBG_RULES].tokens.count && !f->exhausted) {
        rbg_parser p = {f, f->sections[RBG_RULES].tokens.data, 0, false};
        rbg_parse_rules(&p);
    }
}
