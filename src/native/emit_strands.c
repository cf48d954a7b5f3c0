/* Moves as sets (automaton/strands.h), as C. Per decision a function that makes the sets of lanes of all strands, then
 * lists all moves or draws one by its number and makes it, or both.
 *
 * Cells of boards that hold a value are kept as sets in the frame while a game is played (player.h): comparing bytes
 * that were just written waits for them to arrive in memory. `x->fresh` says that the sets agree with the state. */
#include "native/emit_inside.h"

#include <string.h>

static uint32_t board_words(const native_source *n, uint32_t board) { return (n->p->boards[board].cells + 63) / 64; }

/* Number of the first word of the sets of a board's cells. */
static uint32_t board_first(const native_source *n, uint32_t board)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < board; i++)
        first += n->p->boards[i].classes * board_words(n, i);
    return first;
}

static uint32_t board_with(const native_source *n, ir_var v)
{
    for (uint32_t i = 0; i < n->p->board_count; i++)
        if (n->p->boards[i].variable == v)
            return i;
    return IR_NONE;
}

const char *emit_kept_cells(native_source *n, ir_var v, int64_t first, uint32_t size, const char *word,
                            const char *value)
{
    const uint32_t board = board_with(n, v);
    if (board == IR_NONE || n->unsteady[board] || n->p->boards[board].classes != n->p->boards[board].values ||
        first != 0 || size > n->p->boards[board].cells)
        return NULL;
    return F("kept_cells(x, %u, %u, %u, %s, %s)", board_first(n, board), n->p->boards[board].values,
             board_words(n, board), word ? word : "0", value);
}

bool emit_writes_board(const native_source *n, const ir_edge_data *e)
{
    return (e->label == IR_ASSIGN || e->label == IR_CHOOSE) &&
           board_with(n, ir_target_variable(n->g, e->target)) != IR_NONE;
}

void emit_find_unsteady(native_source *n)
{
    for (uint32_t i = 0; i < n->p->reaches.count; i++) {
        const plan_program *x = &n->p->reaches.data[i];
        for (uint32_t at = 0; at < x->r->count; at++)
            for (uint32_t k = 0; k < x->orders[at].count; k++) {
                const ir_edge_data *e = plan_edge_at(n->p, &x->orders[at], k);
                if (emit_writes_board(n, e))
                    n->unsteady[board_with(n, ir_target_variable(n->g, e->target))] = true;
            }
    }
}

/* Cells of one class: those of the largest one are what the others leave. */
static const char *class_word(native_source *n, const strand_board *b, uint32_t class, uint32_t w)
{
    uint32_t largest = 0, sizes[STRAND_VALUES_MAX] = {0};
    const char *all = NULL;
    for (uint32_t k = 0; k < b->values; k++)
        if (++sizes[b->class_of[k]] > sizes[largest])
            largest = b->class_of[k];
    const bool others = class == largest && sizes[class] > 2;
    for (uint32_t k = 0; k < b->values; k++) {
        if ((b->class_of[k] == class) == others)
            continue;
        const char *one = F("equal64(s + AT_%s + %u, %u)", n->names[b->variable], 64 * w, k);
        all = all ? F("%s | %s", all, one) : one;
    }
    return others ? F("~(%s)", all ? all : "UINT64_C(0)") : all;
}

void emit_looking(native_source *n, text *out)
{
    text_add(n, out,
             "\n/* Sets of cells by what they hold. */\n"
             "UNUSED static void look(native_frame *const x, const unsigned char *const s)\n{\n    (void)s;\n");
    for (uint32_t i = 0; i < n->p->board_count; i++) {
        const strand_board *b = &n->p->boards[i];
        for (uint32_t w = 0; w * 64 < b->cells; w++)
            for (uint32_t c = 0; c < b->classes; c++) {
                const uint32_t left = b->cells - 64 * w;
                const char *all = class_word(n, b, c, w);
                if (left < 64)
                    all = F("(%s) & 0x%llxull", all, (unsigned long long)((UINT64_C(1) << left) - 1));
                text_add(n, out, F("    x->cells[%u] = %s;\n", board_first(n, i) + c * board_words(n, i) + w, all));
            }
    }
    text_add(n, out, "    x->fresh = 1;\n}\n");
}

/* ---- sets ---- */

enum { UNIONS_MAX = 64 };

/* Unions of sets of cells that have names already. */
typedef struct unions {
    uint32_t count;
    struct {
        uint32_t board, word;
        uint64_t values;
    } all[UNIONS_MAX];
} unions;

/* One word of the cells that hold one of the values, as the name of a variable. */
static const char *cells_with(native_source *n, unions *u, uint32_t board, uint64_t values, uint32_t word)
{
    for (uint32_t i = 0; i < u->count; i++)
        if (u->all[i].board == board && u->all[i].word == word && u->all[i].values == values)
            return F("a%u", i);
    const strand_board *b = &n->p->boards[board];
    uint64_t classes = 0;
    for (uint32_t k = 0; k < b->values; k++)
        classes |= (values >> k & 1) << b->class_of[k];
    const uint64_t every = b->classes == 64 ? UINT64_MAX : (UINT64_C(1) << b->classes) - 1;
    const bool others = 2 * (uint32_t)__builtin_popcountll(classes) > b->classes;
    const char *all = NULL;
    for (uint64_t left = others ? ~classes & every : classes; left; left &= left - 1) {
        const uint32_t at = board_first(n, board) + (uint32_t)__builtin_ctzll(left) * board_words(n, board) + word;
        all = all ? F("%s | x->cells[%u]", all, at) : F("x->cells[%u]", at);
    }
    all = others ? F("~(%s)", all ? all : "UINT64_C(0)") : all ? all : "0";
    if (u->count == UNIONS_MAX)
        return F("(%s)", all);
    emit_line(n, F("const uint64_t a%u = %s;", u->count, all));
    u->all[u->count].board = board;
    u->all[u->count].word = word;
    u->all[u->count].values = values;
    return F("a%u", u->count++);
}

static const char *hex(native_source *n, uint64_t word) { return F("0x%llxull", (unsigned long long)word); }

/* 64 of the cells, from number `from` on. */
static const char *cells_from(native_source *n, unions *u, const strand_literal *l, int32_t from)
{
    const int32_t word = from >= 0 ? from / 64 : -((63 - from) / 64), bit = from - 64 * word,
                  words = (int32_t)board_words(n, l->board);
    const char *low = word >= 0 && word < words ? cells_with(n, u, l->board, l->values, (uint32_t)word) : NULL;
    const char *high =
        bit && word + 1 >= 0 && word + 1 < words ? cells_with(n, u, l->board, l->values, (uint32_t)(word + 1)) : NULL;
    low = low && bit ? F("%s >> %d", low, bit) : low;
    high = high ? F("%s << %d", high, 64 - bit) : NULL;
    return low && high ? F("(%s | %s)", low, high) : low ? F("(%s)", low) : high ? F("(%s)", high) : "UINT64_C(0)";
}

static const char *literal_word(native_source *n, unions *u, const strand_literal *l, uint32_t w, uint64_t lanes)
{
    const char *all = NULL;
    for (uint32_t i = 0; i < l->piece_count; i++) {
        const uint64_t here = l->pieces[i].lanes.words[w];
        if (!(here & lanes))
            continue;
        const int32_t shift = l->pieces[i].shift;
        const char *one =
            l->pieces[i].fixed
                ? F("-(%s >> %d & 1)", cells_with(n, u, l->board, l->values, (uint32_t)shift / 64), shift % 64)
                : cells_from(n, u, l, (int32_t)(64 * w) + shift);
        one = lanes & ~here ? F("(%s & %s)", one, hex(n, here)) : one;
        all = all ? F("%s | %s", all, one) : one;
    }
    return all ? all : "UINT64_C(0)";
}

static const char *strand_word(native_source *n, unions *u, const strand *s, uint32_t w)
{
    const uint64_t lanes = s->lanes.words[w];
    const char *all = ~lanes ? hex(n, lanes) : NULL;
    for (uint32_t k = 0; k < s->clause_count; k++) {
        const strand_clause *c = &s->clauses[k];
        const uint64_t always = c->always.words[w] & lanes;
        const char *one = always ? hex(n, always) : NULL;
        if (always == lanes)
            continue;
        for (uint32_t i = 0; i < c->literal_count; i++) {
            const char *word = literal_word(n, u, &c->literals[i], w, lanes);
            one = one ? F("%s | %s", one, word) : word;
        }
        all = all ? F("%s & (%s)", all, one) : F("(%s)", one);
    }
    return all ? all : "~UINT64_C(0)";
}

/* The words of all strands that can have lanes, in order: m[0], ... */
typedef struct set_words {
    uint32_t count;
    uint32_t strand[STRANDS_MAX * STRAND_WORDS], word[STRANDS_MAX * STRAND_WORDS];
    bool plain; /* the word is the strand's number */
} set_words;

static void find_words(const strand_case *c, set_words *out)
{
    out->count = 0;
    out->plain = true;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t w = 0; w < c->words; w++)
            if (c->strands[i].lanes.words[w]) {
                out->plain &= w == 0 && out->count == i;
                out->strand[out->count] = i;
                out->word[out->count++] = w;
            }
}

static void emit_words(native_source *n, const strand_case *c, const set_words *all)
{
    unions u = {.count = 0};
    for (uint32_t i = 0; i < all->count; i++) {
        const char *word = strand_word(n, &u, &c->strands[all->strand[i]], all->word[i]);
        emit_line(n, F("const uint64_t m%u = %s;", i, word));
    }
}

static const char *conditions(native_source *n, const strand_case *c)
{
    const char *all = NULL;
    for (uint32_t i = 0; i < c->condition_count; i++) {
        const strand_condition *k = &c->conditions[i];
        const char *one = F("L%u(s + %u) == %u", k->width * 8, k->offset, k->value);
        all = all ? F("%s && %s", all, one) : one;
    }
    return all ? all : "1";
}

/* ---- functions of the lane ---- */

typedef const strand_function *function_getter(const strand *s, uint32_t k);
static const strand_function *tag_of(const strand *s, uint32_t k) { return &s->tags[k]; }
static const strand_function *cell_of(const strand *s, uint32_t k) { return &s->writes[k].at; }
static const strand_function *value_of(const strand *s, uint32_t k) { return &s->writes[k].value; }

/* Of the strand number `t` among those in `members`, at lane `v` (C expressions). */
static const char *function_value(native_source *n, const strand_case *c, const bool *members, function_getter *get,
                                  uint32_t k)
{
    const strand_function *first = NULL;
    bool same = true, alike = true;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!members[i])
            continue;
        const strand_function *f = get(&c->strands[i], k);
        first = first ? first : f;
        alike &= !f->table && !first->table && f->moves == first->moves;
        same &= alike && f->number == first->number;
    }
    if (same)
        return first->moves ? F("(int)v + %d", first->number) : F("%d", first->number);
    const uint32_t id = n->masks++, lanes = 64 * c->words;
    text_add(n, &n->tables, F("UNUSED static const int F%u[] = {", id));
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t v = 0; v < (alike ? 1 : lanes); v++) {
            const strand_function *f = members[i] ? get(&c->strands[i], k) : NULL;
            const bool has = f && (alike || strand_has(&c->strands[i].lanes, v));
            text_add(n, &n->tables, F("%s%d", i || v ? "," : "", !has ? 0 : alike ? f->number : strand_value(f, v)));
        }
    text_add(n, &n->tables, "};\n");
    return alike ? F("F%u[t]%s", id, first->moves ? " + (int)v" : "") : F("F%u[%u * t + v]", id, lanes);
}

static bool writes_alike(const strand *a, const strand *b)
{
    bool alike = a->write_count == b->write_count && a->made == b->made;
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

const char *emit_move_cell(native_source *n, ir_var v, const char *where, const char *from, const char *to)
{
    const uint32_t board = board_with(n, v);
    if (board == IR_NONE)
        return NULL;
    const char *cell = F("%s - (s + AT_%s)", where, n->names[v]);
    return F("if (x->fresh && %s < %u)\n        move_cell(x, %u, %u, (uint32_t)(%s), %s, %s);", cell,
             n->p->boards[board].cells, board_first(n, board), board_words(n, board), cell, class_of(n, board, from),
             class_of(n, board, to));
}

static void write_cell(native_source *n, const strand_case *c, const bool *members, uint32_t k, uint32_t board)
{
    const strand_board *b = &n->p->boards[board];
    const uint32_t first = board_first(n, board), words = board_words(n, board);
    bool inside = true;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t v = 0; members[i] && v < 64 * c->words; v++)
            inside &= !strand_has(&c->strands[i].lanes, v) ||
                      (uint32_t)strand_value(&c->strands[i].writes[k].at, v) < b->cells;
    emit_open(n, "");
    emit_line(n, F("const uint32_t q = (uint32_t)(%s), to = (uint32_t)(%s);", function_value(n, c, members, cell_of, k),
                   function_value(n, c, members, value_of, k)));
    emit_line(n, F("unsigned char *const p = s + %u + q;", b->offset));
    emit_line(n, F("%smove_cell(x, %u, %u, q, %s, %s);", inside ? "" : F("if (q < %u)\n        ", b->cells), first,
                   words, class_of(n, board, "*p"), class_of(n, board, "to")));
    emit_line(n, "S8(p, to);");
    emit_close(n);
}

/* What the strands have in common is said once. */
static void make(native_source *n, const strand_case *c, const bool *members)
{
    const strand *first = NULL;
    bool one_next = true;
    for (uint32_t i = 0; i < c->count; i++)
        if (members[i]) {
            first = first ? first : &c->strands[i];
            one_next &= c->strands[i].next == first->next;
        }
    if (!first->made) {
        bool one_length = true;
        for (uint32_t i = 0; i < c->count; i++)
            one_length &= !members[i] || c->strands[i].tag_count == first->tag_count;
        for (uint32_t k = 0; one_length && k < first->tag_count; k++)
            emit_line(n, F("x->t[%u] = (uint32_t)(%s);", k, function_value(n, c, members, tag_of, k)));
        for (uint32_t i = 0; !one_length && i < c->count; i++) {
            bool alone[STRANDS_MAX] = {false};
            alone[i] = true;
            if (!members[i])
                continue;
            emit_open(n, F("if (t == %u)", i));
            for (uint32_t k = 0; k < c->strands[i].tag_count; k++)
                emit_line(n, F("x->t[%u] = (uint32_t)(%s);", k, function_value(n, c, alone, tag_of, k)));
            emit_line(n, F("x->found_tags = %u;", c->strands[i].tag_count));
            emit_close(n);
        }
        if (one_length)
            emit_line(n, F("x->found_tags = %u;", first->tag_count));
        emit_line(n, "return 2;");
        return;
    }
    for (uint32_t k = 0; k < first->write_count; k++)
        if (first->writes[k].from != IR_NONE)
            emit_line(n, F("const int c%u = L%u(s + %u);", k, first->writes[k].width * 8, first->writes[k].from));
    for (uint32_t k = 0; k < first->write_count; k++) {
        const strand_write *w = &first->writes[k];
        uint32_t board = 0;
        while (board < n->p->board_count && n->p->boards[board].offset != w->offset)
            board++;
        if (w->from != IR_NONE) {
            emit_line(n, F("S%u(s + %u, c%u);", w->width * 8, w->offset, k));
        } else if (board < n->p->board_count) {
            write_cell(n, c, members, k, board);
        } else {
            const char *at = function_value(n, c, members, cell_of, k);
            const char *value = function_value(n, c, members, value_of, k);
            at = strcmp(at, "0") == 0 ? F("s + %u", w->offset) : F("s + %u + %u * (%s)", w->offset, w->width, at);
            emit_line(n, F("S%u(%s, %s);", w->width * 8, at, value));
        }
    }
    if (one_next) {
        emit_line(n, F("S32(s, %u);", first->next));
    } else {
        const uint32_t id = n->masks++;
        text_add(n, &n->tables, F("UNUSED static const int F%u[] = {", id));
        for (uint32_t i = 0; i < c->count; i++)
            text_add(n, &n->tables, F("%s%u", i ? "," : "", c->strands[i].next));
        text_add(n, &n->tables, "};\n");
        emit_line(n, F("S32(s, F%u[t]);", id));
    }
    emit_line(n, "return 1;");
}

/* Those that write alike together. */
static void make_all(native_source *n, const strand_case *c)
{
    bool done[STRANDS_MAX] = {false};
    uint32_t left = c->count;
    while (left > 0) {
        bool members[STRANDS_MAX] = {false};
        const char *which = NULL;
        uint32_t first = 0, count = 0;
        while (done[first])
            first++;
        for (uint32_t i = first; i < c->count; i++)
            if (!done[i] && writes_alike(&c->strands[first], &c->strands[i])) {
                members[i] = done[i] = true;
                which = which ? F("%s || t == %u", which, i) : F("t == %u", i);
                count++;
            }
        left -= count;
        emit_open(n, left > 0 ? F("if (%s)", which) : "");
        make(n, c, members);
        emit_close(n);
    }
}

/* ---- drawing and listing ---- */

static void table_of_words(native_source *n, const uint32_t *all, uint32_t count, const char *name)
{
    const char *line = F("static const unsigned char %s[] = {", name);
    for (uint32_t i = 0; i < count; i++)
        line = F("%s%s%u", line, i ? "," : "", all[i]);
    emit_line(n, F("%s};", line));
}

enum { PICKED_MAX = 4 }; /* words among which one is picked by masks */

/* Writes out all moves of a case. */
static void list_case(native_source *n, const strand_case *c, const set_words *all, bool starts)
{
    const char *room = "0";
    for (uint32_t i = 0; i < all->count; i++)
        room = F("%s + %u * (n%u - n%u)", room, c->strands[all->strand[i]].tag_count, i + 1, i);
    emit_open(n, "if (list)");
    emit_line(n, F("uint32_t *w = list_room(x, %s, n%u, %d);", room, all->count, starts));
    emit_line(n, "if (!w)\n        return 1;");
    for (uint32_t i = 0; i < all->count; i++) {
        const strand *s = &c->strands[all->strand[i]];
        bool alone[STRANDS_MAX] = {false};
        alone[all->strand[i]] = true;
        emit_open(n, F("for (uint64_t l = m%u; l; l &= l - 1)", i));
        emit_line(
            n, F("const uint32_t t = %u, v = %u + (uint32_t)__builtin_ctzll(l);", all->strand[i], 64 * all->word[i]));
        emit_line(n, "(void)t, (void)v;");
        for (uint32_t k = 0; k < s->tag_count; k++)
            emit_line(n, F("w[%u] = (uint32_t)(%s);", k, function_value(n, c, alone, tag_of, k)));
        emit_line(n, F("w += %u;", s->tag_count));
        if (starts)
            emit_line(n, "x->starts[++x->move_count] = (uint32_t)(w - x->words);");
        emit_close(n);
    }
    emit_line(n, "x->w = w;");
    emit_line(n, F("x->move_count = n%u;", all->count));
    emit_close(n);
}

static void emit_case(native_source *n, const strand_case *c, set_words *all, bool starts)
{
    find_words(c, all);
    emit_open(n, F("if (%s)", conditions(n, c)));
    if (all->count == 0) {
        emit_line(n, "x->move_count = 0;");
        emit_line(n, "return !draw;");
        emit_close(n);
        return;
    }
    emit_words(n, c, all);
    emit_line(n, "const uint32_t n0 = 0;");
    for (uint32_t i = 0; i < all->count; i++)
        emit_line(n, F("const uint32_t n%u = n%u + (uint32_t)__builtin_popcountll(m%u);", i + 1, i, i));
    list_case(n, c, all, starts);
    emit_line(n, "if (!draw)\n        return 1;");
    emit_line(n, F("if (n%u == 0)\n        return 0;", all->count));
    emit_line(n, F("const uint32_t k = below(x, n%u);", all->count));
    if (all->count <= PICKED_MAX) { /* no compiler makes a branch of this, which could not be foretold */
        const char *i = "0", *set = "m0", *before = "0";
        for (uint32_t j = 1; j < all->count; j++) {
            emit_line(n, F("const uint32_t g%u = k >= n%u;", j, j));
            i = F("%s + g%u", i, j);
            set = F("pick_word(g%u, m%u, %s)", j, j, set);
            before = F("%s + ((n%u - n%u) & -g%u)", before, j, j - 1, j);
        }
        emit_line(n, F("const uint32_t i = %s;", i));
        emit_line(n, F("const uint64_t set = %s;", set));
        emit_line(n, F("const uint32_t at = nth_bit(&set, k - (%s));", before));
    } else {
        const char *words = "", *before = "";
        for (uint32_t i = 0; i < all->count; i++) {
            words = F("%s%sm%u", words, i ? ", " : "", i);
            before = F("%s%sn%u", before, i ? ", " : "", i);
        }
        emit_line(n, F("const uint64_t m[] = {%s};", words));
        emit_line(n, F("const uint32_t before[] = {%s};", before));
        emit_line(n, "uint32_t i = 0;");
        emit_line(n, F("for (uint32_t j = 1; j < %u; j++)\n        i += k >= before[j];", all->count));
        emit_line(n, "const uint32_t at = nth_bit(m + i, k - before[i]);");
    }
    if (all->plain) {
        emit_line(n, "const uint32_t t = i, v = at;");
    } else {
        table_of_words(n, all->strand, all->count, "strands");
        table_of_words(n, all->word, all->count, "words");
        emit_line(n, "const uint32_t t = strands[i], v = 64u * words[i] + at;");
    }
    emit_line(n, "(void)t, (void)v;");
    make_all(n, c);
    emit_close(n);
}

void emit_strands(native_source *n, ir_node node, bool starts)
{
    const plan_strands *p = n->p->decisions[node].strands;
    set_words *all = ARENA_NEW(n->a, set_words);
    arena *outer = n->strings;
    n->strings = n->own_strings;
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    n->locals = 0;
    n->varying = n->deep = false;
    const char *head =
        F("static int set_%u(native_frame *const x, unsigned char *const s, const int list, const int draw)", node);
    text_add(n, &n->declarations, F("%s;\n", head));
    text_add(n, &n->functions, F("\n%s\n{\n", head));
    n->indent = 1;
    emit_line(n, "(void)x, (void)s, (void)list, (void)draw;");
    for (uint32_t i = 0; i < p->count; i++)
        emit_case(n, &p->cases[i], all, starts);
    emit_line(n, "return 0;");
    text_add(n, &n->functions, "}\n");
    arena_empty(n->strings);
    n->strings = outer;
}
