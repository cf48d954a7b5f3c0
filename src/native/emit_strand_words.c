/* The words of moves as sets: which lanes of a strand pass (automaton/strands.h).
 *
 * Where a case has many strands, eight of one shape (that ask for the same values, at cells that lie elsewhere) are a
 * vector: its chain of conditions is a rotation and an `and` each, and what chains begin with alike is worked out
 * once. */
#include "automaton/plan_cells.h"
#include "native/emit_strands.h"

#include <stdlib.h>
#include <string.h>

uint32_t strands_board_words(const native_source *n, uint32_t board) { return (n->p->boards[board].cells + 63) / 64; }

/* Number of the first word of the sets of a board's cells. */
uint32_t strands_board_first(const native_source *n, uint32_t board)
{
    uint32_t first = NATIVE_CELL_PAD;
    for (uint32_t i = 0; i < board; i++)
        first += n->p->boards[i].classes * strands_board_words(n, i);
    return first;
}

uint32_t strands_board_with(const native_source *n, ir_var v)
{
    for (uint32_t i = 0; i < n->p->board_count; i++)
        if (n->p->boards[i].variable == v)
            return i;
    return IR_NONE;
}

uint32_t strands_class_of_one(const native_source *n, uint32_t board, uint32_t value)
{
    const strand_board *b = &n->p->boards[board];
    for (uint32_t k = 0; k < b->values; k++)
        if (value >= b->values || (k != value && b->class_of[k] == b->class_of[value]))
            return IR_NONE;
    return b->class_of[value];
}

/* A cell that is not kept, since it never changes, holds something else. */
static bool never_holds(const native_source *n, const strand_board *b, uint32_t cell, uint32_t value)
{
    const layout *l = &n->p->layout;
    const layout_slot *s = &l->variables[b->variable];
    return plan_is_fixed(n->p->cells, b->variable, cell) &&
           layout_load(l->initial + s->offset + (size_t)cell * s->width, s->width) != value;
}

const char *emit_kept_cells(native_source *n, ir_var v, int64_t first, const emit_bits *lanes, const char *word,
                            const char *value)
{
    const uint32_t board = strands_board_with(n, v);
    const uint32_t words = board == IR_NONE ? 0 : strands_board_words(n, board);
    char *end = NULL;
    if (board == IR_NONE || (first != 0 && words != 1) || first <= -64 || first >= 64)
        return NULL;
    const strand_board *b = &n->p->boards[board];
    const unsigned long one = word ? strtoul(word, &end, 10) : 0;
    const bool alone = end && !*end; /* of known words the others need not be kept */
    const unsigned long number = strtoul(value, &end, 10);
    const uint32_t known = *end ? IR_NONE : (uint32_t)number;
    for (uint32_t lane = 0; lane < EMIT_VALUES_MAX; lane++) {
        const int64_t cell = first + lane;
        if (!(lanes->words[lane / 64] >> lane % 64 & 1) || (alone && lane / 64 != one))
            continue;
        if (cell < 0 || cell / 64 >= words || (first != 0 && lane >= 64) ||
            (cell >= b->cells && (known == IR_NONE || !never_holds(n, b, (uint32_t)cell, known))))
            return NULL;
    }
    const uint32_t class = known == IR_NONE ? IR_NONE : strands_class_of_one(n, board, known);
    if (class == IR_NONE && b->classes != b->values)
        return NULL;
    const char *kept = class != IR_NONE
                           ? F("x->cells[%u + %s]", strands_board_first(n, board) + class * words, word ? word : "0")
                           : F("kept_cells(x, %u, %u, %u, %s, %s)", strands_board_first(n, board), b->values, words,
                               word ? word : "0", value);
    return first > 0   ? F("%s >> %lld", kept, (long long)first)
           : first < 0 ? F("%s << %lld", kept, -(long long)first)
                       : kept;
}

bool emit_keeps_sets(const native_source *n, ir_var v) { return strands_board_with(n, v) != IR_NONE; }

bool emit_writes_board(const native_source *n, const ir_edge_data *e)
{
    return (e->label == IR_ASSIGN || e->label == IR_CHOOSE) && emit_keeps_sets(n, ir_target_variable(n->g, e->target));
}

enum emit_writing emit_search_writes(const native_source *n, const plan_program *x)
{
    enum emit_writing writing = EMIT_WRITES_NONE;
    for (uint32_t at = 0; at < x->r->count; at++)
        for (uint32_t k = 0; k < x->orders[at].count; k++) {
            const ir_edge_data *e = plan_edge_at(n->p, &x->orders[at], k);
            if (!emit_writes_board(n, e))
                continue;
            if (e->label == IR_CHOOSE || emit_is_map(n, e->target))
                return EMIT_WRITES_MAPS;
            writing = EMIT_WRITES_CELLS;
        }
    return writing;
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
    return others ? F("~(%s)", all ? all : "UINT64_C(0)") : F("(%s)", all);
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
                text_add(
                    n, out,
                    F("    x->cells[%u] = %s;\n", strands_board_first(n, i) + c * strands_board_words(n, i) + w, all));
            }
    }
    text_add(n, out, "    x->fresh = 1;\n}\n");
}

/* ---- sets ---- */

/* One word of the cells that hold one of the values, as the name of a variable. */
uint32_t strands_only_class(const native_source *n, uint32_t board, uint64_t values)
{
    uint32_t class = IR_NONE;
    for (uint32_t k = 0; k < n->p->boards[board].values; k++) {
        if (!(values >> k & 1))
            continue;
        if (class != IR_NONE && class != n->p->boards[board].class_of[k])
            return IR_NONE;
        class = n->p->boards[board].class_of[k];
    }
    return class;
}

const char *strands_cells(native_source *n, unions *u, uint32_t board, uint64_t values, uint32_t word)
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
        const uint32_t class = (uint32_t)__builtin_ctzll(left);
        const char *one =
            F("x->cells[%u]", strands_board_first(n, board) + class * strands_board_words(n, board) + word);
        all = all ? F("%s | %s", all, one) : one;
    }
    all = others ? F("~(%s)", all ? all : "UINT64_C(0)") : all ? all : "0";
    if (u->count == UNIONS_MAX)
        return F("(%s)", all);
    emit_line(n, F("UNUSED const uint64_t a%u = %s;", u->count, all));
    u->all[u->count].board = board;
    u->all[u->count].word = word;
    u->all[u->count].values = values;
    return F("a%u", u->count++);
}

static const char *hex(native_source *n, uint64_t word) { return F("0x%llxull", (unsigned long long)word); }

const char *strands_cells_from(native_source *n, unions *u, uint32_t board, uint64_t values, int32_t from)
{
    const int32_t word = from >= 0 ? from / 64 : -((63 - from) / 64), bit = from - 64 * word,
                  words = (int32_t)strands_board_words(n, board);
    const char *low = word >= 0 && word < words ? strands_cells(n, u, board, values, (uint32_t)word) : NULL;
    const char *high =
        bit && word + 1 >= 0 && word + 1 < words ? strands_cells(n, u, board, values, (uint32_t)(word + 1)) : NULL;
    low = low && bit ? F("%s >> %d", low, bit) : low;
    high = high ? F("%s << %d", high, 64 - bit) : NULL;
    return low && high ? F("(%s | %s)", low, high) : low ? F("(%s)", low) : high ? F("(%s)", high) : "UINT64_C(0)";
}

/* Lanes by what a place of the state holds. */
static const char *number_word(native_source *n, const strand_number *d, uint32_t w)
{
    const uint32_t id = n->masks++;
    if (w >= d->words)
        return "UINT64_C(0)";
    text_add(n, &n->tables, F("UNUSED static const uint64_t N%u[] = {", id));
    for (uint32_t k = 0; k < d->count; k++)
        text_add(n, &n->tables, F("%s0x%llxull", k ? "," : "", (unsigned long long)d->lanes[k * d->words + w]));
    text_add(n, &n->tables, "};\n");
    if (d->variable == IR_NONE)
        return F("N%u[L%u(s + %u)]", id, d->width * 8, d->offset);
    /* searches are handed scalars that the state does not hold yet */
    return F("N%u[%s]", id, emit_stored(n, &n->p->layout.variables[d->variable], emit_variable(n, d->variable)));
}

/* Lanes at which a search succeeds, as the name of a variable. */
static const char *search_word(native_source *n, unions *u, const strand_search *s, uint32_t w)
{
    const char *all = NULL;
    for (uint32_t i = 0; i < u->search_count; i++)
        if (u->searches[i].word == w && strands_same_search(u->searches[i].s, s))
            return F("%ss%u", s->holds ? "" : "~", u->searches[i].name);
    for (uint32_t k = s->any ? 0 : w; k < (s->any ? s->words : w + 1); k++) {
        const char *lanes = emit_lane_word(n, u, s->ways, s->count, k);
        all = !lanes ? all : all ? F("%s | %s", all, lanes) : lanes;
        for (uint32_t i = 0; i < s->count && !lanes; i++) {
            const char *word = s->ways[i].lanes.words[k] ? strands_word(n, u, &s->ways[i], k) : NULL;
            if (word)
                all = all ? F("%s | (%s)", all, word) : F("(%s)", word);
        }
    }
    all = all ? all : "UINT64_C(0)";
    const uint32_t id = n->masks++;
    emit_line(n, s->any ? F("const uint64_t s%u = -(uint64_t)((%s) != 0);", id, all)
                        : F("const uint64_t s%u = %s;", id, all));
    if (u->search_count < UNIONS_MAX) {
        u->searches[u->search_count].s = s;
        u->searches[u->search_count].word = w;
        u->searches[u->search_count++].name = id;
    }
    return F("%ss%u", s->holds ? "" : "~", id);
}

static const char *literal_word(native_source *n, unions *u, const strand_literal *l, uint32_t w, uint64_t lanes)
{
    const char *all = NULL;
    if (l->number)
        return number_word(n, l->number, w);
    if (l->search)
        return search_word(n, u, l->search, w);
    for (uint32_t i = 0; i < l->piece_count; i++) {
        const uint64_t here = l->pieces[i].lanes.words[w];
        if (!(here & lanes))
            continue;
        const int32_t shift = l->pieces[i].shift;
        const char *one =
            l->pieces[i].fixed
                ? F("-(%s >> %d & 1)", strands_cells(n, u, l->board, l->values, (uint32_t)shift / 64), shift % 64)
                : strands_cells_from(n, u, l->board, l->values, (int32_t)(64 * w) + shift);
        one = lanes & ~here ? F("(%s & %s)", one, hex(n, here)) : one;
        all = all ? F("%s | %s", all, one) : one;
    }
    return all ? all : "UINT64_C(0)";
}

const char *strands_word(native_source *n, unions *u, const strand *s, uint32_t w)
{
    const uint64_t lanes = s->lanes.words[w];
    const char *all = emit_lane_word(n, u, s, 1, w);
    if (all)
        return all;
    for (uint32_t k = 0; k < s->clause_count; k++) { /* strands that begin alike share what they begin with */
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
    return !all ? hex(n, lanes) : ~lanes ? F("%s & %s", all, hex(n, lanes)) : all;
}

/* ---- strands of one shape ---- */

enum { SHAPE_WORDS_MAX = 4, NO_WORD = VECTOR_WORDS - 1 };

/* Each condition asks one board of few words at a cell that is a shift of the lane. */
static bool is_plain(const native_source *n, const strand *s)
{
    bool plain = !s->shared && s->clause_count > 0;
    for (uint32_t i = 0; i < s->clause_count && plain; i++) {
        const strand_clause *c = &s->clauses[i];
        const strand_literal *l = c->literals;
        plain = c->literal_count == 1 && strand_is_empty(&c->always) && !l->number && !l->search &&
                l->piece_count == 1 && !l->pieces[0].fixed && strands_board_words(n, l->board) <= SHAPE_WORDS_MAX;
        for (uint32_t w = 0; w < STRAND_WORDS && plain; w++)
            plain = (s->lanes.words[w] & ~l->pieces[0].lanes.words[w]) == 0;
    }
    return plain;
}

static bool same_shape(const strand *a, const strand *b)
{
    bool same = a->clause_count == b->clause_count;
    for (uint32_t i = 0; i < a->clause_count && same; i++)
        same = a->clauses[i].literals[0].board == b->clauses[i].literals[0].board &&
               a->clauses[i].literals[0].values == b->clauses[i].literals[0].values;
    return same;
}

enum { SHAPE_MIN = 3 }; /* fewer are no vector */

static void add_place(set_words *out, uint32_t number, uint32_t word)
{
    out->plain &= word == 0 && out->count == number;
    out->strand[out->count] = number;
    out->word[out->count++] = word;
}

static void fill_vector(set_words *out)
{
    while (out->count % VECTOR_WORDS)
        add_place(out, IR_NONE, 0);
}

/* So many words of a vector has each strand: words in their order, strand by strand. */
static uint32_t words_in_vector(const strand_case *c)
{
    uint32_t words = 1;
    while (words < c->words)
        words *= 2;
    return words;
}

void strands_find_words(native_source *n, const strand_case *c, set_words *out)
{
    const uint32_t each = words_in_vector(c);
    out->count = 0;
    out->plain = true;
    memset(out->vectors, 0, sizeof out->vectors);
    for (uint32_t i = 0; i < c->count;) {
        uint32_t like = i;
        while (c->words <= SHAPE_WORDS_MAX && c->count > STRANDS_MANY && like < c->count &&
               (like - i + 1) * each <= VECTOR_WORDS && is_plain(n, &c->strands[like]) &&
               same_shape(&c->strands[i], &c->strands[like]))
            like++;
        if ((like - i) * each >= SHAPE_MIN) {
            fill_vector(out);
            out->vectors[out->count / VECTOR_WORDS] = true;
            for (; i < like; i++)
                for (uint32_t w = 0; w < each; w++)
                    add_place(out, w < c->words ? i : IR_NONE, w);
            fill_vector(out);
            continue;
        }
        for (uint32_t w = 0; w < c->words; w++)
            if (c->strands[i].lanes.words[w])
                add_place(out, i, w);
        i++;
    }
    out->many = out->count > STRANDS_MANY;
    out->grouped = out->by_lane = false;
}

static void put_vector(native_source *n, const set_words *all, const char *words, uint32_t first)
{
    if (all->grouped) {
        const uint32_t i = first / VECTOR_WORDS;
        emit_line(n, F("DRAW_PUT(g%u, %u, (%s));", i / GROUP_VECTORS, i, words));
        return;
    }
    emit_open(n, "");
    emit_line(n, F("const words8 v = %s;", words));
    emit_line(n, F("filled = put_words(sets, at, filled, &v, %u);", first));
    emit_close(n);
}

/* Words that were found one by one, as a vector. */
static void put_eight(native_source *n, const set_words *all, uint32_t first)
{
    const char *words = "";
    for (uint32_t i = first; i < first + VECTOR_WORDS; i++)
        words =
            F("%s%s%s", words, i > first ? ", " : "", i < all->count && all->strand[i] != IR_NONE ? F("m%u", i) : "0");
    put_vector(n, all, F("(words8){%s}", words), first);
}

/* What the strands of vectors have in common so far has a name. */
enum { CHAINS_MAX = 256 };
typedef struct chains {
    uint32_t count;
    struct {
        uint32_t before; /* a chain, or IR_NONE */
        uint32_t board;
        uint64_t values;
        int32_t from[VECTOR_WORDS];
    } all[CHAINS_MAX];
} chains;

static const char *eight(native_source *n, const int32_t *numbers)
{
    const char *all = "(words8){";
    for (uint32_t i = 0; i < VECTOR_WORDS; i++)
        all = F("%s%s%d", all, i ? ", " : "", numbers[i]);
    return F("%s}", all);
}

/* Eight words of cells, each from a number on; of one word of cells what is left over comes round. */
static const char *turned_cells(native_source *n, unions *u, const strand_literal *l, const int32_t *from)
{
    const uint32_t words = strands_board_words(n, l->board);
    int32_t right[VECTOR_WORDS], left[VECTOR_WORDS], low[VECTOR_WORDS], high[VECTOR_WORDS];
    bool still = true, near = true;
    for (uint32_t i = 0; i < VECTOR_WORDS; i++) {
        const int32_t word = from[i] >= 0 ? from[i] / 64 : -((63 - from[i]) / 64);
        right[i] = from[i] & 63;
        left[i] = -from[i] & 63;
        low[i] = word >= 0 && word < (int32_t)words ? word : NO_WORD;
        high[i] = right[i] && word + 1 >= 0 && word + 1 < (int32_t)words ? word + 1 : NO_WORD;
        still &= from[i] == 0;
        near &= from[i] > -64 && from[i] < 64;
    }
    const char *cells = strands_cells(n, u, l->board, l->values, 0);
    if (words == 1 && near)
        return still ? F("ALL8(%s)", cells) : F("TURN8(%s, (%s), (%s))", cells, eight(n, right), eight(n, left));
    for (uint32_t w = 1; w < words; w++)
        cells = F("%s, %s", cells, strands_cells(n, u, l->board, l->values, w));
    cells = F("((words8){%s})", cells);
    const char *lows = "", *highs = "";
    for (uint32_t i = 0; i < VECTOR_WORDS; i++) {
        lows = F("%s, %d", lows, low[i]);
        highs = F("%s, %d", highs, high[i]);
    }
    return F("(PICK8(%s%s) >> %s | PICK8(%s%s) << %s)", cells, lows, eight(n, right), cells, highs, eight(n, left));
}

/* The chain with one condition more. */
static uint32_t longer_chain(native_source *n, unions *u, chains *known, uint32_t before, const strand_literal *l,
                             const int32_t *from)
{
    for (uint32_t i = 0; i < known->count; i++)
        if (known->all[i].before == before && known->all[i].board == l->board && known->all[i].values == l->values &&
            memcmp(known->all[i].from, from, sizeof known->all[i].from) == 0)
            return i;
    const uint32_t at = known->count < CHAINS_MAX ? known->count++ : IR_NONE;
    const char *turned = turned_cells(n, u, l, from);
    const char *all = before == IR_NONE ? turned : F("q%u & %s", before, turned);
    if (at == IR_NONE) {
        n->problem = n->problem ? n->problem : "too many chains of conditions";
        return 0;
    }
    emit_line(n, F("const words8 q%u = %s;", at, all));
    known->all[at].before = before;
    known->all[at].board = l->board;
    known->all[at].values = l->values;
    memcpy(known->all[at].from, from, sizeof known->all[at].from);
    return at;
}

static void emit_vector(native_source *n, unions *u, chains *known, const strand_case *c, const set_words *all,
                        uint32_t first)
{
    const strand *shape = &c->strands[all->strand[first]];
    uint32_t chain = IR_NONE;
    for (uint32_t k = 0; k < shape->clause_count; k++) {
        int32_t from[VECTOR_WORDS] = {0};
        for (uint32_t i = 0; i < VECTOR_WORDS; i++)
            if (all->strand[first + i] != IR_NONE)
                from[i] = 64 * (int32_t)all->word[first + i] +
                          c->strands[all->strand[first + i]].clauses[k].literals[0].pieces[0].shift;
        chain = longer_chain(n, u, known, chain, &shape->clauses[k].literals[0], from);
    }
    const char *lanes = "";
    for (uint32_t i = 0; i < VECTOR_WORDS; i++) {
        const uint32_t s = all->strand[first + i];
        lanes = F("%s%s%s", lanes, i ? ", " : "",
                  s == IR_NONE ? "0" : hex(n, c->strands[s].lanes.words[all->word[first + i]]));
    }
    put_vector(n, all, F("q%u & (words8){%s}", chain, lanes), first);
}

static const char *without_twin(native_source *n, const char *word, uint32_t place, const strand_twin *t, uint32_t w)
{
    const char *twin = t->shift == 0  ? F("m%u", place)
                       : t->shift < 0 ? F("(m%u << %d)", place, -t->shift)
                                      : F("(m%u >> %d)", place, t->shift);
    return F("(%s) & ~(%s & %s)", word, twin, hex(n, t->lanes.words[w]));
}

/* What all chains of a vector begin with, if it asks for the lane itself: a kind of piece. */
static const strand_literal *kind_of(const strand_case *c, const set_words *all, uint32_t first)
{
    const strand_literal *l = NULL;
    for (uint32_t i = first; all->vectors[first / VECTOR_WORDS] && i < first + VECTOR_WORDS; i++)
        if (all->strand[i] != IR_NONE) {
            l = c->strands[all->strand[i]].clauses[0].literals;
            if (l->pieces[0].shift != 0 || all->word[i] != 0)
                return NULL;
        }
    return l;
}

/* Vectors in a row of one kind are left out together while there is no such piece. */
typedef struct kind_block {
    const strand_literal *kind;        /* of the block that is open, or NULL */
    uint32_t unions, searches, chains; /* names that were known before it */
} kind_block;

static bool same_kind(const strand_literal *a, const strand_literal *b)
{
    return a && b && a->board == b->board && a->values == b->values;
}

static void end_kind(native_source *n, unions *u, chains *known, kind_block *b)
{
    if (b->kind)
        emit_close(n);
    if (b->kind)
        u->count = b->unions, u->search_count = b->searches, known->count = b->chains;
    b->kind = NULL;
}

static void begin_kind(native_source *n, unions *u, chains *known, const strand_case *c, const set_words *all,
                       uint32_t first, kind_block *b)
{
    const strand_literal *kind = kind_of(c, all, first);
    if (same_kind(kind, b->kind))
        return;
    end_kind(n, u, known, b);
    const uint32_t next = first + VECTOR_WORDS;
    if (!kind || strands_board_words(n, kind->board) > 1 || next >= all->count ||
        !same_kind(kind, kind_of(c, all, next)))
        return;
    const char *cells = strands_cells(n, u, kind->board, kind->values, 0);
    *b = (kind_block){kind, u->count, u->search_count, known->count};
    emit_open(n, F("if (%s)", cells));
}

#define FILLED "uint64_t at[%u], sets[%u];\n    uint32_t filled = 0;"

static uint32_t vectors_of(const set_words *all) { return (all->count + VECTOR_WORDS - 1) / VECTOR_WORDS; }

static uint32_t groups_of(const set_words *all) { return (vectors_of(all) + GROUP_VECTORS - 1) / GROUP_VECTORS; }

static void begin_grouped(native_source *n, const set_words *all)
{
    const char *groups = "g0 = {0}";
    for (uint32_t g = 1; g < groups_of(all); g++)
        groups = F("%s, g%u = {0}", groups, g);
    emit_line(n, F("\n#if DRAWS_BY_GROUPS\n    words8 sets8[%u], %s;\n#else\n    " FILLED "\n#endif", vectors_of(all),
                   groups, all->count + 16, all->count + 16));
}

void strands_count_grouped(native_source *n, const set_words *all)
{
    const uint32_t groups = groups_of(all);
    emit_line(n, F("\n#if DRAWS_BY_GROUPS\n    uint16_t ends[%u] = {0};", GROUP_VECTORS * groups + 1));
    for (uint32_t g = 0; g < groups; g++) {
        const char *before = g ? F("b%u + (uint32_t)(e%u >> 48)", g - 1, g - 1) : "0";
        emit_line(n, F("const uint64_t e%u = group_ends(&g%u);\n    const uint32_t b%u = %s;", g, g, g, before));
        emit_line(n, F("const uint64_t f%u = e%u + b%u * FOUR_FIELDS;\n    memcpy(ends + %u, &f%u, sizeof f%u);", g, g,
                       g, GROUP_VECTORS * g + 1, g, g));
    }
    emit_line(n, F("const uint32_t total = b%u + (uint32_t)(e%u >> 48);\n#else\n    uint32_t before[%u];\n    const "
                   "uint32_t total = count_filled(sets, filled, before);\n#endif",
                   groups - 1, groups - 1, all->count + 24));
}

void strands_find_grouped(native_source *n, const set_words *all)
{
    const char *vector = "fields_to(f0, k)";
    for (uint32_t g = 1; g < groups_of(all); g++)
        vector = F("%s + fields_to(f%u, k)", vector, g);
    emit_line(
        n, F("\n#if DRAWS_BY_GROUPS\n    const uint32_t vector = %s;\n    uint32_t rest = k - ends[vector];", vector));
    emit_line(
        n,
        "const uint32_t i = 8 * vector + word_of8(sets8 + vector, &rest);\n    uint64_t set;\n    memcpy(&set, (const "
        "char *)sets8 + sizeof set * i, sizeof set);\n    const uint32_t bit = bit_of(set, rest);\n#else");
    emit_line(n, "const uint32_t j = word_with(before, filled, k);\n    const uint32_t i = (uint32_t)at[j];\n    const "
                 "uint32_t bit = bit_of(sets[j], k - before[j]);\n#endif");
}

/* No other word has a lane: those of vectors that were put, and the ones since. */
static const char *nothing_else(native_source *n, const set_words *all, uint32_t i)
{
    const uint32_t from = all->many ? i / VECTOR_WORDS * VECTOR_WORDS : 0;
    const char *some = "0";
    for (uint32_t k = from; k < i; k++)
        some = all->strand[k] == IR_NONE ? some : F("%s | m%u", some, k);
    if (all->grouped) {
        const char *groups = "g0";
        for (uint32_t g = 1; g < groups_of(all); g++)
            groups = F("%s | g%u", groups, g);
        emit_line(n, F("\n#if DRAWS_BY_GROUPS\n    const words8 others = %s;\n    const int none = zero8(&others) == "
                       "0xff;\n#else\n    const int none = filled == 0;\n#endif",
                       groups));
        return F("none && (%s) == 0", some);
    }
    return all->many ? F("filled == 0 && (%s) == 0", some) : F("(%s) == 0", some);
}

void strands_emit_words(native_source *n, const strand_case *c, const set_words *all)
{
    unions u = {.count = 0};
    chains known = {.count = 0};
    kind_block block = {.kind = NULL};
    const bool many = all->many;
    if (all->grouped)
        begin_grouped(n, all);
    else if (many)
        emit_line(n, F(FILLED, all->count + 16, all->count + 16));
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->vectors[i / VECTOR_WORDS]) {
            if (i > 0 && !all->vectors[i / VECTOR_WORDS - 1])
                put_eight(n, all, i - VECTOR_WORDS);
            begin_kind(n, &u, &known, c, all, i, &block);
            emit_vector(n, &u, &known, c, all, i);
            i += VECTOR_WORDS - 1;
            continue;
        }
        end_kind(n, &u, &known, &block);
        if (many && i % VECTOR_WORDS == 0 && i > 0 && !all->vectors[i / VECTOR_WORDS - 1])
            put_eight(n, all, i - VECTOR_WORDS);
        if (all->strand[i] == IR_NONE)
            continue;
        const strand *s = &c->strands[all->strand[i]];
        const char *word = s->rest && !all->by_lane
                               ? F("%s ? %s : 0", nothing_else(n, all, i), hex(n, s->lanes.words[all->word[i]]))
                               : strands_word(n, &u, s, all->word[i]);
        for (uint32_t k = 0; k < s->twin_count; k++)
            for (uint32_t j = 0; j < i; j++)
                if (all->strand[j] == s->twins[k].strand && all->word[j] == all->word[i] &&
                    s->twins[k].lanes.words[all->word[i]])
                    word = without_twin(n, word, j, &s->twins[k], all->word[i]);
        emit_line(n, F("const uint64_t m%u = %s;", i, word));
    }
    end_kind(n, &u, &known, &block);
    const uint32_t last = (all->count - 1) / VECTOR_WORDS;
    if (many && !all->vectors[last])
        put_eight(n, all, last * VECTOR_WORDS);
}
