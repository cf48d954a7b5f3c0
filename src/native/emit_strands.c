/* Moves as sets (automaton/strands.h), as C. Per decision a function that makes the sets of lanes of all strands, then
 * lists all moves or draws one by its number and makes it, or both.
 *
 * Cells of boards that hold a value are kept as sets in the frame while a game is played (player.h): comparing bytes
 * that were just written waits for them to arrive in memory. `x->fresh` says that the sets agree with the state. */
#include "native/emit_strands.h"
#include "automaton/plan_cells.h"

#include <string.h>

const char *strands_conditions(native_source *n, const strand_case *c)
{
    const char *all = NULL;
    for (uint32_t i = 0; i < c->condition_count; i++) {
        const strand_condition *k = &c->conditions[i];
        const char *one = F("L%u(s + %u) == %u", k->width * 8, k->offset, k->value);
        all = all ? F("%s && %s", all, one) : one;
    }
    return all ? all : "1";
}

enum { COMPARED_MAX = 16 };

/* ---- functions of the lane ---- */

const strand_function *strands_tag_of(const strand *s, uint32_t k) { return &s->tags[k]; }
const strand_function *strands_cell_of(const strand *s, uint32_t k) { return &s->writes[k].at; }
const strand_function *strands_value_of(const strand *s, uint32_t k) { return &s->writes[k].value; }

/* One number a strand. */
static uint32_t table_of_strands(native_source *n, const strand_case *c, const bool *members, function_getter *get,
                                 uint32_t k, bool masks)
{
    const uint32_t id = n->masks++;
    text_add(n, &n->tables, F("UNUSED static const int F%u[] = {", id));
    for (uint32_t i = 0; i < c->count; i++) {
        const strand_function *f = members[i] ? get(&c->strands[i], k) : NULL;
        text_add(n, &n->tables, F("%s%d", i ? "," : "", !f ? 0 : masks ? -(int)f->moves : f->number));
    }
    text_add(n, &n->tables, "};\n");
    return id;
}

/* One number a lane of each strand that has a table, and where it begins. */
static const char *table_of_lanes(native_source *n, const strand_case *c, const bool *members, function_getter *get,
                                  uint32_t k)
{
    const uint32_t id = n->masks++, lanes = 64 * c->words;
    uint32_t row[STRANDS_MAX] = {0}, rows = 0;
    bool plain = true;
    text_add(n, &n->tables, F("UNUSED static const int F%u[] = {", id));
    for (uint32_t i = 0; i < c->count; i++) {
        if (!members[i])
            continue;
        for (uint32_t v = 0; v < lanes; v++) {
            const bool has = strand_has(&c->strands[i].lanes, v);
            text_add(n, &n->tables, F("%s%d", rows || v ? "," : "", has ? strand_value(get(&c->strands[i], k), v) : 0));
        }
        plain &= rows == i;
        row[i] = rows++ * lanes;
    }
    if (plain) {
        text_add(n, &n->tables, "};\n");
        return F("F%u[%u * t + v]", id, lanes);
    }
    text_add(n, &n->tables, F("};\nUNUSED static const unsigned short R%u[] = {", id));
    for (uint32_t i = 0; i < c->count; i++)
        text_add(n, &n->tables, F("%s%u", i ? "," : "", row[i]));
    text_add(n, &n->tables, "};\n");
    return F("F%u[R%u[t] + v]", id, id);
}

/* Of the strand number `t` among those in `members`, at lane `v` (C expressions). */
const char *strands_value(native_source *n, const strand_case *c, const bool *members, function_getter *get, uint32_t k)
{
    const strand_function *first = NULL;
    bool same = true, alike = true, tables = false;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!members[i])
            continue;
        const strand_function *f = get(&c->strands[i], k);
        first = first ? first : f;
        tables |= f->table != NULL;
        alike &= f->moves == first->moves;
        same &= f->moves == first->moves && f->number == first->number;
    }
    if (tables)
        return table_of_lanes(n, c, members, get, k);
    if (same)
        return first->moves ? F("(int)v + %d", first->number) : F("%d", first->number);
    const uint32_t id = table_of_strands(n, c, members, get, k, false);
    if (alike)
        return F("F%u[t]%s", id, first->moves ? " + (int)v" : "");
    return F("F%u[t] + ((int)v & F%u[t])", id, table_of_strands(n, c, members, get, k, true));
}

bool strands_write_alike(const strand *a, const strand *b)
{
    bool alike = a->write_count == b->write_count && a->made == b->made && a->asks == b->asks && a->shared == b->shared;
    for (uint32_t i = 0; alike && i < a->write_count; i++) {
        const strand_write *v = &a->writes[i], *w = &b->writes[i];
        alike = v->offset == w->offset && v->width == w->width && v->from == w->from;
    }
    return alike;
}

/* The class of a value, as stored. */
static const char *class_of(native_source *n, uint32_t board, const char *value)
{
    const strand_board *b = &n->p->boards[board];
    if (b->classes == b->values)
        return value;
    if (!n->classes_named[board]) {
        n->classes_named[board] = true;
        text_add(n, &n->tables, F("UNUSED static const unsigned char C%u[] = {", board));
        for (uint32_t k = 0; k < b->values; k++)
            text_add(n, &n->tables, F("%s%u", k ? "," : "", b->class_of[k]));
        text_add(n, &n->tables, "};\n");
    }
    return F("C%u[%s]", board, value);
}

enum { PUT_CLASSES_MAX = 4 };

/* Classes that cells which change can be of, a bit each. */
static uint32_t classes_met(const native_source *n, uint32_t board)
{
    const strand_board *b = &n->p->boards[board];
    const uint64_t *held = n->p->cells ? n->p->cells->held[b->variable] : NULL;
    uint32_t met = 0;
    for (uint32_t k = 0; k < b->values; k++)
        if (!held || k >= PLAN_VALUES_MAX || held[k / 64] >> k % 64 & 1)
            met |= b->class_of[k] < 32 ? 1u << b->class_of[k] : 0;
    return met;
}

/* A statement: cell number `cell` of a board, which held `from`, holds `to`; values as stored. `alone`: no others are
 * written meanwhile. */
static const char *moved_cell(native_source *n, uint32_t board, const char *cell, const char *from, const char *to,
                              bool alone)
{
    const strand_board *b = &n->p->boards[board];
    const uint32_t first = strands_board_first(n, board), words = strands_board_words(n, board);
    const uint32_t met = classes_met(n, board);
    const char *class = class_of(n, board, to), *all = "";
    for (uint32_t k = 0; k < b->classes && k < 32; k++)
        if (met >> k & 1)
            all = F("%sput_cell(x, %u, %s, %s, (%s) == %u);", all, first + k * words, words > 1 ? "1" : "0", cell,
                    class, k);
    if (alone && b->classes <= 32 && __builtin_popcount(met) <= PUT_CLASSES_MAX)
        return F("{%s}", all);
    return F("move_cell(x, %u, %u, %s, %s, %s);", first, words, cell, class_of(n, board, from), class_of(n, board, to));
}

const char *emit_move_cell(native_source *n, ir_var v, const char *where, const char *from, const char *to, bool alone)
{
    const uint32_t board = strands_board_with(n, v);
    if (board == IR_NONE)
        return NULL;
    const char *cell = F("%s - (s + AT_%s)", where, n->names[v]);
    return F("if (x->fresh && %s < %u)\n        %s", cell, n->p->boards[board].cells,
             moved_cell(n, board, F("(uint32_t)(%s)", cell), from, to, alone));
}

const char *strands_move_cell(native_source *n, uint32_t offset, const char *cell, const char *from, const char *to,
                              bool inside, bool alone)
{
    uint32_t board = 0;
    while (board < n->p->board_count && n->p->boards[board].offset != offset)
        board++;
    if (board == n->p->board_count)
        return NULL;
    return F("%s%s", inside ? "" : F("if (%s < %u)\n        ", cell, n->p->boards[board].cells),
             moved_cell(n, board, cell, from, to, alone));
}

void strands_write(native_source *n, const strand_case *c, const bool *members, const strand *first, uint32_t k)
{
    const strand_write *w = &first->writes[k];
    const uint32_t bits = w->width * 8;
    emit_line(n, F("p[%u] = s + %u + %u * (uint32_t)(%s);", k, w->offset, w->width,
                   strands_value(n, c, members, strands_cell_of, k)));
    emit_line(n, F("old[%u] = L%u(p[%u]);", k, bits, k));
    emit_open(n, "");
    emit_line(n, F("const int to = (int)(%s);", strands_written(n, c, members, first, k)));
    const char *cell = F("(uint32_t)(p[%u] - s) - %u", k, w->offset);
    const char *move = strands_move_cell(n, w->offset, cell, F("old[%u]", k), "to", false, false);
    if (move)
        emit_line(n, move);
    emit_line(n, F("S%u(p[%u], to);", bits, k));
    emit_close(n);
}

void strands_put_back(native_source *n, const strand *first, uint32_t k)
{
    const strand_write *w = &first->writes[k];
    const uint32_t bits = w->width * 8;
    const char *cell = F("(uint32_t)(p[%u] - s) - %u", k, w->offset);
    const char *move = strands_move_cell(n, w->offset, cell, F("*p[%u]", k), F("old[%u]", k), false, false);
    if (move)
        emit_line(n, move);
    emit_line(n, F("S%u(p[%u], old[%u]);", bits, k, k));
}

uint32_t strands_group(const strand_case *c, strands_alike *alike, uint32_t *group)
{
    uint32_t groups = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t first = 0;
        while (!alike(&c->strands[first], &c->strands[i]))
            first++;
        group[i] = first < i ? group[first] : groups++;
    }
    return groups;
}

const strand *strands_members(const strand_case *c, const uint32_t *group, uint32_t number, bool *members)
{
    const strand *first = NULL;
    for (uint32_t i = 0; i < c->count; i++) {
        members[i] = group[i] == number;
        first = first || !members[i] ? first : &c->strands[i];
    }
    return first;
}

/* All cells that the members write there are such that are kept. */
static bool writes_inside(const native_source *n, const strand_case *c, const bool *members, uint32_t k, uint32_t board)
{
    bool inside = true;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t v = 0; members[i] && v < 64 * c->words; v++)
            inside &= !strand_has(&c->strands[i].lanes, v) ||
                      (uint32_t)strand_value(&c->strands[i].writes[k].at, v) < n->p->boards[board].cells;
    return inside;
}

void strands_copies(native_source *n, const strand_case *c, const bool *members, const strand *first)
{
    for (uint32_t k = 0; k < first->write_count; k++) {
        const strand_write *w = &first->writes[k];
        if (w->from != IR_NONE)
            emit_line(n, F("const int c%u = L%u(s + %u + %u * (uint32_t)(%s));", k, w->width * 8, w->from, w->width,
                           strands_value(n, c, members, strands_value_of, k)));
    }
}

const char *strands_written(native_source *n, const strand_case *c, const bool *members, const strand *first,
                            uint32_t k)
{
    return first->writes[k].from != IR_NONE ? F("c%u", k) : strands_value(n, c, members, strands_value_of, k);
}

static uint32_t boards_written(const native_source *n, const strand *s)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < s->write_count; k++)
        for (uint32_t i = 0; i < n->p->board_count; i++)
            count += n->p->boards[i].offset == s->writes[k].offset;
    return count;
}

static void write_cell(native_source *n, const strand_case *c, const bool *members, const strand *first, uint32_t k,
                       uint32_t board)
{
    const strand_board *b = &n->p->boards[board];
    emit_open(n, "");
    emit_line(n, F("const uint32_t q = (uint32_t)(%s), to = (uint32_t)(%s);",
                   strands_value(n, c, members, strands_cell_of, k), strands_written(n, c, members, first, k)));
    emit_line(n, F("unsigned char *const p = s + %u + q;", b->offset));
    emit_line(n, strands_move_cell(n, b->offset, "q", "*p", "to", writes_inside(n, c, members, k, board),
                                   boards_written(n, first) <= 2));
    emit_line(n, "S8(p, to);");
    emit_close(n);
}

/* Those that go on are not made here. */
static uint32_t next_of(const strand *s) { return s->level > 0 ? 0 : s->next; }

const strand_held *strands_held(const strand_case *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->strands[i].held)
            return c->strands[i].held;
    return NULL;
}

void strands_put_held(native_source *n, const strand_case *c, const char *from, const char *to)
{
    const strand_held *held = strands_held(c);
    if (held)
        emit_line(n, F("put_held(%s, %s, (uint32_t)L%u(x->s + %u) + %uu);", from, to, held->width * 8, held->offset,
                       held->base));
}

/* What the strands have in common is said once. */
static void make(native_source *n, const strand_case *c, const bool *members)
{
    const strand *first = NULL;
    bool one_next = true;
    for (uint32_t i = 0; i < c->count; i++)
        if (members[i]) {
            first = first ? first : &c->strands[i];
            one_next &= next_of(&c->strands[i]) == next_of(first);
        }
    if (!first->made) {
        bool one_length = true;
        for (uint32_t i = 0; i < c->count; i++)
            one_length &= !members[i] || c->strands[i].tag_count == first->tag_count;
        for (uint32_t k = 0; one_length && k < first->tag_count; k++)
            emit_line(n, F("x->t[%u] = (uint32_t)(%s);", k, strands_value(n, c, members, strands_tag_of, k)));
        for (uint32_t i = 0; !one_length && i < c->count; i++) {
            bool alone[STRANDS_MAX] = {false};
            alone[i] = true;
            if (!members[i])
                continue;
            emit_open(n, F("if (t == %u)", i));
            for (uint32_t k = 0; k < c->strands[i].tag_count; k++)
                emit_line(n, F("x->t[%u] = (uint32_t)(%s);", k, strands_value(n, c, alone, strands_tag_of, k)));
            emit_line(n, F("x->found_tags = %u;", c->strands[i].tag_count));
            emit_close(n);
        }
        if (one_length)
            emit_line(n, F("x->found_tags = %u;", first->tag_count));
        strands_put_held(n, c, "x->t", "x->t + x->found_tags");
        emit_line(n, F("return %d;", first->shared ? 4 : first->asks ? 3 : 2));
        return;
    }
    strands_copies(n, c, members, first);
    for (uint32_t k = 0; k < first->write_count; k++) {
        const strand_write *w = &first->writes[k];
        uint32_t board = 0;
        while (board < n->p->board_count && n->p->boards[board].offset != w->offset)
            board++;
        if (board < n->p->board_count) {
            write_cell(n, c, members, first, k, board);
        } else {
            const char *at = strands_value(n, c, members, strands_cell_of, k);
            const char *value = strands_written(n, c, members, first, k);
            at = strcmp(at, "0") == 0 ? F("s + %u", w->offset) : F("s + %u + %u * (%s)", w->offset, w->width, at);
            emit_line(n, F("S%u(%s, %s);", w->width * 8, at, value));
        }
    }
    if (one_next) {
        emit_line(n, F("S32(s, %u);", next_of(first)));
    } else {
        const uint32_t id = n->masks++;
        text_add(n, &n->tables, F("UNUSED static const int F%u[] = {", id));
        for (uint32_t i = 0; i < c->count; i++)
            text_add(n, &n->tables, F("%s%u", i ? "," : "", next_of(&c->strands[i])));
        text_add(n, &n->tables, "};\n");
        emit_line(n, F("S32(s, F%u[t]);", id));
    }
    emit_line(n, "return 1;");
}

void strands_table(native_source *n, const uint32_t *all, uint32_t count, const char *name)
{
    const char *line = F("static const unsigned short %s[] = {", name);
    for (uint32_t i = 0; i < count; i++)
        line = F("%s%s%u", line, i ? "," : "", all[i] == IR_NONE ? 0 : all[i]);
    emit_line(n, F("%s};", line));
}

/* Those that write alike together. */
void strands_make(native_source *n, const strand_case *c)
{
    uint32_t group[STRANDS_MAX] = {0};
    const uint32_t groups = strands_group(c, strands_write_alike, group);
    if (groups > 1) {
        strands_table(n, group, c->count, "groups");
        emit_open(n, "switch (groups[t])");
    }
    for (uint32_t g = 0; g < groups; g++) {
        bool members[STRANDS_MAX] = {false};
        strands_members(c, group, g, members);
        emit_open(n, groups == 1 ? "" : g + 1 < groups ? F("case %u:", g) : "default:");
        make(n, c, members);
        emit_close(n);
    }
    if (groups > 1)
        emit_close(n);
}

/* ---- drawing and listing ---- */

enum { PICKED_MAX = 4 }; /* words among which one is picked by masks */

/* The function put_<name>(x, sets, ..), which writes out all moves of a case: on its own, so that drawing is small. */
static void emit_list(native_source *n, const strand_case *c, const char *name, set_words *all, bool starts)
{
    move_list l = {.c = c, .all = all, .starts = starts};
    strands_find_words(n, c, all);
    if (all->count == 0)
        return;
    const char *rest = all->many ? ", const uint64_t *const at, const uint32_t filled" : "";
    text_add(
        n, &n->functions,
        F("\nstatic __attribute__((noinline)) int put_%s(native_frame *const x, const uint64_t *const sets%s, const "
          "uint32_t total)\n{\n",
          name, rest));
    n->indent = 1;
    list_tables(n, &l);
    emit_line(n, "x->move_count = 0;");
    list_begin(n, &l, "total");
    if (all->many) {
        emit_open(n, "for (uint32_t j = 0; j < filled; j++)");
        list_word(n, &l, "sets[j]", "(uint32_t)at[j]");
        emit_close(n);
    }
    for (uint32_t i = 0; i < all->count && !all->many; i++) {
        emit_open(n, "");
        emit_line(n, F("enum { j = %u };\n    static const uint32_t at[] = {[j] = j};\n    (void)at;", i));
        list_word(n, &l, F("sets[%u]", i), F("%uu", i));
        emit_close(n);
    }
    list_end(n, &l);
    emit_line(n, "return 1;");
    text_add(n, &n->functions, "}\n");
}

static void count_words(native_source *n, const set_words *all)
{
    if (all->grouped) {
        strands_count_grouped(n, all);
        return;
    }
    if (all->many) {
        emit_line(n, F("uint32_t before[%u];", all->count + 24));
        emit_line(n, "const uint32_t total = count_filled(sets, filled, before);");
        return;
    }
    emit_line(n, "const uint32_t n0 = 0;");
    for (uint32_t i = 0; i < all->count; i++)
        emit_line(n, F("const uint32_t n%u = n%u + (uint32_t)__builtin_popcountll(m%u);", i + 1, i, i));
}

static void keep_words(native_source *n, const set_words *all)
{
    const char *words = "", *before = "";
    for (uint32_t i = 0; i < all->count; i++) {
        words = F("%s%sm%u", words, i ? ", " : "", i);
        before = F("%s%sn%u", before, i ? ", " : "", i);
    }
    emit_line(n, F("const uint64_t m[] = {%s};", words));
    emit_line(n, F("const uint32_t before[] = {%s};", before));
}

/* The number of place i: of a table, unless it is always the same, or i itself. */
static const char *place_part(native_source *n, const uint32_t *all, uint32_t count, const char *name)
{
    bool same = true, itself = true;
    for (uint32_t i = 0; i < count; i++) {
        same &= all[i] == all[0];
        itself &= all[i] == i;
    }
    if (same || itself)
        return same ? F("%uu", all[0]) : "i";
    strands_table(n, all, count, name);
    return F("%s[i]", name);
}

/* Draws from the words: strand u at lane v. */
static void draw_place(native_source *n, const set_words *all)
{
    const char *total = all->many ? "total" : F("n%u", all->count);
    emit_line(n, F("if (%s == 0)\n        return 0;", total));
    emit_line(n, F("const uint32_t k = below(x, %s);", total));
    if (all->count <= PICKED_MAX) { /* by masks: a branch could not be foretold */
        const char *i = F("%uu", all->count - 1), *set = F("m%u", all->count - 1), *before = F("n%u", all->count - 1);
        for (uint32_t j = all->count - 1; j > 0; j--) {
            emit_line(n, F("const uint64_t l%u = -(uint64_t)(k < n%u);", j, j));
            i = F("%s + (uint32_t)l%u", i, j);
            set = F("%s ^ ((m%u ^ m%u) & l%u)", set, j, j - 1, j);
            before = F("%s - ((n%u - n%u) & (uint32_t)l%u)", before, j, j - 1, j);
        }
        emit_line(n, F("const uint32_t i = %s;", i));
        emit_line(n, F("const uint32_t bit = bit_of(%s, k - (%s));", set, before));
    } else if (all->grouped) {
        strands_find_grouped(n, all);
    } else if (all->many) {
        emit_line(n, "const uint32_t j = word_with(before, filled, k);");
        emit_line(n, "const uint32_t i = (uint32_t)at[j];");
        emit_line(n, "const uint32_t bit = bit_of(sets[j], k - before[j]);");
    } else {
        keep_words(n, all);
        const char *i = "0";
        for (uint32_t j = 1; j < all->count && all->count <= COMPARED_MAX; j++)
            i = F("%s + (k >= n%u)", i, j);
        emit_line(n, F("uint32_t i = %s;", i));
        if (all->count > COMPARED_MAX) /* vectors, for which `before` has to arrive in memory */
            emit_line(n, F("for (uint32_t j = 1; j < %u; j++)\n        i += k >= before[j];", all->count));
        emit_line(n, "const uint32_t bit = bit_of(m[i], k - before[i]);");
    }
    if (all->plain) {
        emit_line(n, "u = i, v = bit;");
    } else {
        emit_line(n, F("u = %s, v = 64u * %s + bit;", place_part(n, all->strand, all->count, "strands"),
                       place_part(n, all->word, all->count, "words")));
    }
}

static void list_words(native_source *n, const set_words *all, const char *name)
{
    if (all->many) {
        emit_line(n, F("put_%s(x, sets, at, filled, total);\n    if (x->stop)\n        return 1;", name));
    } else {
        keep_words(n, all);
        emit_line(n, F("(void)before;\n    put_%s(x, m, n%u);\n    if (x->stop)\n        return 1;", name, all->count));
    }
}

static void emit_case(native_source *n, const strand_case *c, const char *name, set_words *all)
{
    strands_find_words(n, c, all);
    emit_open(n, F("if (%s)", strands_conditions(n, c)));
    if (all->count == 0) {
        emit_line(n, "x->move_count = 0;");
        emit_line(n, "return !draw;");
        emit_close(n);
        return;
    }
    emit_line(n, "uint32_t u, v;");
    emit_open(n, c->drawn ? "if (list)" : "");
    strands_emit_words(n, c, all);
    count_words(n, all);
    emit_open(n, c->drawn ? "" : "if (list)");
    list_words(n, all, name);
    emit_close(n);
    emit_line(n, "if (!draw)\n        return 1;");
    draw_place(n, all);
    emit_line(n, "const uint32_t t = u;\n    (void)t, (void)v;");
    strands_make(n, c);
    emit_close(n);
    if (!c->drawn) {
        emit_close(n);
        return;
    }
    strands_find_words(n, c->drawn, all);
    all->grouped = all->many && all->count <= GROUPED_MAX;
    strands_emit_words(n, c->drawn, all);
    count_words(n, all);
    draw_place(n, all);
    strands_resolve(n, c->drawn);
    emit_line(n, "(void)t, (void)v;");
    strands_make(n, c);
    emit_close(n);
}

void emit_strands(native_source *n, ir_node node, bool starts)
{
    const plan_strands *p = n->p->decisions[node].strands;
    if (strands_have_levels(p)) {
        emit_levels(n, node, starts);
        return;
    }
    set_words *all = ARENA_NEW(n->a, set_words);
    arena *outer = n->strings;
    n->strings = n->own_strings;
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    n->locals = 0;
    n->varying = n->deep = false;
    bool told[PLAN_CASES_MAX] = {false};
    for (uint32_t i = 0; i < p->count; i++)
        told[i] = p->asks && emit_asked(n, &p->cases[i], F("%u_%u", node, i));
    for (uint32_t i = 0; !p->asks && i < p->count; i++)
        emit_list(n, &p->cases[i], F("%u_%u", node, i), all, starts);
    const char *head = F(
        "SET_%u int set_%u(native_frame *const x, unsigned char *const s, const int list, const int draw)", node, node);
    text_add(n, &n->declarations, F("%s;\n", head));
    text_add(n, &n->functions, F("\n%s\n{\n", head));
    n->indent = 1;
    emit_line(n, "(void)x, (void)s, (void)list, (void)draw;");
    for (uint32_t i = 0; i < p->count; i++)
        if (p->asks)
            emit_asking_case(n, &p->cases[i], F("%u_%u", node, i), told[i], all, starts, p->lists);
        else
            emit_case(n, &p->cases[i], F("%u_%u", node, i), all);
    emit_line(n, "return 0;");
    text_add(n, &n->functions, "}\n");
    arena_empty(n->strings);
    n->strings = outer;
}
