/* Moves of which a search decides whether they are any, as C: what is written before is written, the search is asked,
 * and all is put back unless the move is made. Strands that are several in one are told apart by what a cell holds. */
#include "native/emit_strands.h"

#include <string.h>

/* All strands of a case that are told, variants one by one. */
typedef struct told_strands {
    strand_case c;
    uint32_t first[STRANDS_MAX]; /* [strand of the case] number of its only or first variant */
} told_strands;

static told_strands *find_told(native_source *n, const strand_case *c)
{
    told_strands *out = ARENA_NEW(n->a, told_strands);
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++)
        count += c->strands[i].told ? (c->strands[i].variant_count ? c->strands[i].variant_count : 1) : 0;
    strand *all = ARENA_ARRAY(n->a, strand, count + 1);
    out->c = (strand_case){.strands = all, .words = c->words};
    for (uint32_t i = 0; i < c->count; i++) {
        const strand *s = &c->strands[i];
        out->first[i] = out->c.count;
        for (uint32_t k = 0; k < s->variant_count && s->told; k++)
            all[out->c.count++] = *s->variants[k].strand;
        if (s->told && s->variant_count == 0)
            all[out->c.count++] = *s;
    }
    assert(out->c.count <= STRANDS_MAX);
    return out;
}

static bool ask_alike(const strand *a, const strand *b)
{
    bool alike = a->asked_count == b->asked_count && a->write_count == b->write_count;
    for (uint32_t i = 0; alike && i < a->write_count; i++)
        alike = a->writes[i].offset == b->writes[i].offset && a->writes[i].from == b->writes[i].from;
    for (uint32_t i = 0; alike && i < a->asked_count; i++) {
        const strand_ask *p = &a->asked[i], *q = &b->asked[i];
        alike = p->reach == q->reach && p->holds == q->holds && p->writes == q->writes &&
                p->scalar_count == q->scalar_count;
        for (uint32_t k = 0; alike && k < p->scalar_count; k++)
            alike = p->scalars[k].variable == q->scalars[k].variable;
    }
    return alike;
}

enum { SCALARS_EACH = 16 };

static const strand_function *known_of(const strand *s, uint32_t k)
{
    return &s->asked[k / SCALARS_EACH].scalars[k % SCALARS_EACH].value;
}

/* The call of a search with what scalars hold then. */
static const char *call_of(native_source *n, const strand_case *c, const bool *members, const strand *first, uint32_t i)
{
    const strand_ask *a = &first->asked[i];
    const reach_signature *r = emit_reach_signature(n, a->reach);
    const char *call = F("reach%u(x, s, 0", a->reach);
    for (uint32_t k = 0; k < r->parameters.count; k++) {
        const ir_var v = r->parameters.data[k];
        const char *value = NULL;
        for (uint32_t j = 0; j < a->scalar_count; j++)
            if (a->scalars[j].variable == v)
                value = F("(int)(%s)", strands_value(n, c, members, known_of, SCALARS_EACH * i + j));
        call = F("%s, %s", call, value ? value : emit_variable(n, v));
    }
    return F("%s)", call);
}

/* What strands have in common that ask alike. */
static void emit_try(native_source *n, const strand_case *c, const bool *members, const strand *first)
{
    uint32_t done = 0;
    strands_copies(n, c, members, first);
    emit_line(n, F("unsigned char *p[%u];\n    int old[%u], ok = 1, done = 0;", first->write_count + 1,
                   first->write_count + 1));
    emit_line(n, "(void)p, (void)old, (void)done;");
    for (uint32_t i = 0; i < first->asked_count; i++) {
        emit_open(n, "if (ok)");
        for (; done < first->asked[i].writes; done++)
            strands_write(n, c, members, first, done);
        emit_line(n, F("done = %u;", done));
        emit_line(n, F("ok = (%s != 0) == %d && !x->stop;", call_of(n, c, members, first, i), first->asked[i].holds));
        emit_close(n);
    }
    emit_open(n, "if (ok && keep)");
    for (; done < first->write_count; done++)
        strands_write(n, c, members, first, done);
    const uint32_t id = n->masks++;
    text_add(n, &n->tables, F("UNUSED static const int F%u[] = {", id));
    for (uint32_t i = 0; i < c->count; i++)
        text_add(n, &n->tables, F("%s%u", i ? "," : "", c->strands[i].next));
    text_add(n, &n->tables, "};\n");
    emit_line(n, F("S32(s, F%u[t]);", id));
    emit_line(n, "return 1;");
    emit_close(n);
    uint32_t most = 0;
    for (uint32_t i = 0; i < first->asked_count; i++)
        most = first->asked[i].writes;
    for (uint32_t k = most; k-- > 0;) {
        emit_open(n, F("if (done > %u)", k));
        strands_put_back(n, first, k);
        emit_close(n);
    }
    emit_line(n, "return ok;");
}

/* Number of the variant of strand u at lane v. */
static void emit_variant(native_source *n, const strand_case *c, const told_strands *all)
{
    const uint32_t id = n->masks++;
    uint32_t rows = 0, row[STRANDS_MAX] = {0}, places[STRANDS_MAX] = {0};
    bool varies = false;
    for (uint32_t i = 0; i < c->count; i++)
        varies |= c->strands[i].variant_count > 0;
    strands_table(n, all->first, c->count, "first");
    if (!varies) {
        emit_line(n, "const uint32_t t = first[u];");
        return;
    }
    text_add(n, &n->tables, F("UNUSED static const unsigned char V%u[][%u] = {{0}", id, STRAND_VALUES_MAX));
    for (uint32_t i = 0; i < c->count; i++) {
        const strand *s = &c->strands[i];
        if (s->variant_count == 0)
            continue;
        const strand_literal *l = &s->clauses[s->varies].literals[0];
        row[i] = ++rows;
        places[i] = n->p->boards[l->board].offset + (uint32_t)l->pieces[0].shift;
        text_add(n, &n->tables, ",{");
        for (uint32_t value = 0; value < STRAND_VALUES_MAX; value++) {
            uint32_t which = 0;
            for (uint32_t k = 0; k < s->variant_count; k++)
                which = s->variants[k].values >> value & 1 ? k : which;
            text_add(n, &n->tables, F("%u,", which));
        }
        text_add(n, &n->tables, "}");
    }
    text_add(n, &n->tables, "};\n");
    text_add(n, &n->tables, F("UNUSED static const unsigned short U%u[] = {", id));
    for (uint32_t i = 0; i < c->count; i++)
        text_add(n, &n->tables, F("%u,", row[i]));
    text_add(n, &n->tables, F("};\nUNUSED static const int P%u[] = {", id));
    for (uint32_t i = 0; i < c->count; i++)
        text_add(n, &n->tables, F("%d,", row[i] ? (int)places[i] : 0));
    text_add(n, &n->tables, "};\n");
    emit_line(n, F("const uint32_t t = first[u] + (U%u[u] ? V%u[U%u[u]][s[P%u[u] + (int)v] & %d] : 0);", id, id, id, id,
                   STRAND_VALUES_MAX - 1));
}

bool emit_asked(native_source *n, const strand_case *c, const char *name)
{
    const told_strands *all = find_told(n, c);
    if (all->c.count == 0)
        return false;
    uint32_t group[STRANDS_MAX] = {0};
    const uint32_t groups = strands_group(&all->c, ask_alike, group);
    const char *head =
        F("static int try_%s(native_frame *const x, unsigned char *const s, const uint32_t u, const uint32_t "
          "v, const int keep)",
          name);
    text_add(n, &n->declarations, F("UNUSED %s;\n", head));
    text_add(n, &n->functions, F("\n%s\n{\n", head));
    n->indent = 1;
    n->locals = 0;
    emit_line(n, "(void)x, (void)s, (void)v, (void)keep;");
    emit_variant(n, c, all);
    strands_table(n, group, all->c.count, "groups");
    emit_open(n, "switch (groups[t])");
    for (uint32_t g = 0; g < groups; g++) {
        bool members[STRANDS_MAX] = {false};
        const strand *first = strands_members(&all->c, group, g, members);
        emit_open(n, F("case %u:", g));
        emit_try(n, &all->c, members, first);
        emit_close(n);
    }
    emit_line(n, "default: return 0;");
    emit_close(n);
    text_add(n, &n->functions, "}\n");
    return true;
}

/* ---- drawing and listing ---- */

static void emit_asked_place(native_source *n, const char *name)
{
    emit_line(n, F("const uint32_t %s = strands[i], v = 64u * words[i] + bit;", name));
    emit_line(n, F("(void)%s, (void)v;", name));
}

/* Each move is tried before it is written out. */
static void list_asked(native_source *n, const strand_case *c, const set_words *all, const char *name, bool some_told,
                       bool starts)
{
    move_list l = {.c = c, .all = all, .starts = starts};
    emit_open(n, "if (list)");
    list_tables(n, &l);
    emit_line(n, "x->move_count = 0;");
    list_begin(n, &l, "total");
    const char *lanes = some_told ? emit_lanes_to_try(n, c) : NULL;
    const char *left = lanes ? F("sets[j] & %s", lanes) : "sets[j]";
    emit_open(n, "for (uint32_t j = 0; j < filled; j++)");
    if (some_told) {
        emit_open(n, F("for (uint64_t left = told[strands[at[j]]] ? %s : 0; left; left &= left - 1)", left));
        emit_line(n, "const uint32_t i = (uint32_t)at[j], bit = (uint32_t)__builtin_ctzll(left);");
        emit_asked_place(n, "t");
        emit_line(n, F("sets[j] ^= (uint64_t)!try_%s(x, s, t, v, 0) << bit;", name));
        emit_line(n, "if (x->stop)\n        return 1;");
        emit_close(n);
    }
    list_word(n, &l, "sets[j]", "(uint32_t)at[j]");
    emit_close(n);
    list_end(n, &l);
    emit_line(n, "if (!draw)\n        return 1;");
    emit_line(n, "if (x->move_count == 0)\n        return 0;");
    emit_line(n, "const uint32_t k = below(x, x->move_count);");
    emit_line(n, starts ? "const uint32_t from = x->starts[k], to = x->starts[k + 1];"
                        : F("const uint32_t from = %u * k, to = from + %u;", l.most, l.most));
    emit_line(n, "x->found_tags = to - from;");
    emit_line(n, "memcpy(x->t, x->words + from, (to - from) * sizeof *x->t);");
    emit_line(n, "return 2;");
    emit_close(n);
}

static void asked_words(native_source *n, const strand_case *c, const set_words *all)
{
    strands_emit_words(n, c, all);
    strands_table(n, all->strand, all->count, "strands");
    strands_table(n, all->word, all->count, "words");
    emit_line(n, "(void)strands, (void)words;");
    if (all->grouped) {
        strands_count_grouped(n, all);
        return;
    }
    emit_line(n, F("uint32_t before[%u];", all->count + 24));
    emit_line(n, F("const uint32_t total = count_%s(sets, filled, before);",
                   all->count > STRANDS_MANY ? "filled" : "before"));
}

void emit_asking_case(native_source *n, const strand_case *c, const char *name, bool some_told, set_words *all,
                      bool starts, bool lists)
{
    uint32_t tells[STRANDS_MAX];
    bool others = false;
    strands_find_words(n, c, all);
    all->many = true;
    emit_open(n, F("if (%s)", strands_conditions(n, c)));
    if (!lists)
        emit_line(n, "if (list)\n        return 0;");
    if (all->count == 0) {
        emit_line(n, "x->move_count = 0;");
        emit_line(n, "return !draw;");
        emit_close(n);
        return;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        tells[i] = some_told && c->strands[i].told;
        others |= !tells[i];
    }
    strands_table(n, tells, c->count, "told");
    const strand_case *drawn = c->drawn ? c->drawn : c;
    if (lists && c->drawn) {
        emit_open(n, "if (list)");
        asked_words(n, c, all);
        list_asked(n, c, all, name, some_told, starts);
        emit_close(n);
    }
    strands_find_words(n, drawn, all);
    all->many = true;
    all->grouped = (c->drawn || !lists) && all->count > STRANDS_MANY && all->count <= GROUPED_MAX;
    asked_words(n, drawn, all);
    if (lists && !c->drawn)
        list_asked(n, c, all, name, some_told, starts);
    emit_line(n, "if (!draw)\n        return 1;");
    emit_line(n, "if (total == 0)\n        return 0;");
    emit_open(n, "while (x->tries < NATIVE_ATTEMPTS_ASKED)");
    emit_line(n, "x->tries++;");
    emit_line(n, "const uint32_t k = below(x, total);");
    if (all->grouped)
        strands_find_grouped(n, all);
    else if (all->count > STRANDS_MANY)
        emit_line(n, "const uint32_t j = word_with(before, filled, k);");
    else
        emit_line(n, "uint32_t j = 0;\n    while (k >= before[j + 1]) j++;");
    if (!all->grouped)
        emit_line(n, "const uint32_t i = (uint32_t)at[j], bit = bit_of(sets[j], k - before[j]);");
    emit_asked_place(n, c->drawn ? "u" : "t");
    if (c->drawn)
        strands_resolve(n, drawn);
    emit_line(n, "(void)t;");
    if (some_told) {
        emit_open(n, "if (told[t])");
        emit_line(n, F("if (try_%s(x, s, t, v, 1))\n        return 1;", name));
        emit_line(n, "if (x->stop)\n        return 0;");
        emit_line(n, "continue;");
        emit_close(n);
    }
    if (others)
        strands_make(n, c);
    emit_close(n);
    emit_line(n, "(void)told;");
    emit_line(n, "return 5;");
    emit_close(n);
}
