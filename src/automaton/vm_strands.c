/* Moves as sets, interpreted (strands.h): how many there are, all of them, one of them by its number. Sets are made of
 * the bytes of the position each time. */
#include "automaton/vm_inside.h"

#include <string.h>

enum { SETS_KEPT = 24 };

/* Cells that hold one of some values, made once a position. */
typedef struct cell_sets {
    uint32_t count;
    struct {
        uint32_t board;
        uint64_t values;
        uint64_t words[STRAND_WORDS + 1]; /* the last is empty */
    } sets[SETS_KEPT];
} cell_sets;

const strand_case *vm_strand_case(const vm *m)
{
    const plan_strands *s = m->code->decisions[vm_node(m->state)].strands;
    for (uint32_t i = 0; s && i < s->count; i++) {
        const strand_case *c = &s->cases[i];
        bool holds = true;
        for (uint32_t k = 0; k < c->condition_count; k++)
            holds &= layout_load(m->state + c->conditions[k].offset, c->conditions[k].width) == c->conditions[k].value;
        if (holds)
            return c;
    }
    return NULL;
}

/* Of eight cells, the first in the lowest byte: a bit for each that holds the value. */
static uint64_t equal_cells(uint64_t cells, uint64_t value)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), differ = cells ^ value * UINT64_C(0x0101010101010101);
    const uint64_t same = ~(((differ & low) + low) | differ | low); /* 0x80 in each byte that is zero */
    return (same >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* Few values are looked for eight cells at a time, or few others are and the rest is taken. */
static void find_cells(const strand_board *b, const unsigned char *cells, uint64_t values, uint64_t *words)
{
    enum { FEW = 3 };
    const uint32_t count = b->cells;
    uint32_t i = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t all = b->values < 64 ? (UINT64_C(1) << b->values) - 1 : UINT64_MAX;
    const bool others = __builtin_popcountll(values) > FEW;
    const uint64_t wanted = others ? all & ~values : values;
    for (; i + 8 <= count && __builtin_popcountll(wanted) <= FEW; i += 8) {
        uint64_t eight, found = 0;
        memcpy(&eight, cells + i, sizeof eight);
        for (uint64_t rest = wanted; rest; rest &= rest - 1)
            found |= equal_cells(eight, (uint64_t)__builtin_ctzll(rest));
        words[i / 64] |= (others ? found ^ 0xff : found) << i % 64;
    }
#endif
    for (; i < count; i++)
        words[i / 64] |= (values >> (cells[i] & 63) & 1) << i % 64;
}

static const uint64_t *cells_with(const vm *m, cell_sets *known, uint32_t board, uint64_t values)
{
    const strand_board *b = &m->code->boards[board];
    const unsigned char *cells = m->state + b->offset;
    for (uint32_t i = 0; i < known->count; i++)
        if (known->sets[i].board == board && known->sets[i].values == values)
            return known->sets[i].words;
    const uint32_t at = known->count < SETS_KEPT ? known->count++ : SETS_KEPT - 1;
    uint64_t *words = known->sets[at].words;
    known->sets[at].board = board;
    known->sets[at].values = values;
    memset(words, 0, sizeof known->sets[at].words);
    find_cells(b, cells, values, words);
    return words;
}

/* 64 of the cells, from number `from` on, which may be none. */
static uint64_t cells_from(const uint64_t *words, int32_t from)
{
    const int32_t word = from >= 0 ? from / 64 : -((63 - from) / 64), bit = from - 64 * word;
    const uint64_t low = word >= 0 && word < STRAND_WORDS ? words[word] : 0;
    const uint64_t high = word + 1 >= 0 && word + 1 < STRAND_WORDS ? words[word + 1] : 0;
    return bit ? low >> bit | high << (64 - bit) : low;
}

static uint64_t number_word(const vm *m, const strand_number *n, uint32_t w)
{
    const uint32_t number = layout_load(m->state + n->offset, n->width);
    return number < n->count && w < n->words ? n->lanes[number * n->words + w] : 0;
}

static uint64_t strand_word(const vm *m, cell_sets *known, const strand *s, uint32_t w);

static uint64_t search_word(const vm *m, cell_sets *known, const strand_search *s, uint32_t w)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < s->count && ~found; i++)
        for (uint32_t k = s->any ? 0 : w; k < (s->any ? s->words : w + 1) && ~found; k++) {
            const uint64_t word = strand_word(m, known, &s->ways[i], k);
            found |= s->any ? -(uint64_t)(word != 0) : word;
        }
    return s->holds ? found : ~found;
}

static uint64_t literal_word(const vm *m, cell_sets *known, const strand_literal *l, uint32_t w)
{
    if (l->number)
        return number_word(m, l->number, w);
    if (l->search)
        return search_word(m, known, l->search, w);
    const uint64_t *cells = cells_with(m, known, l->board, l->values);
    uint64_t word = 0;
    for (uint32_t i = 0; i < l->piece_count; i++) {
        const strand_piece *p = &l->pieces[i];
        const uint64_t all =
            p->fixed ? -(cells[p->shift / 64] >> p->shift % 64 & 1) : cells_from(cells, (int32_t)(64 * w) + p->shift);
        word |= all & p->lanes.words[w];
    }
    return word;
}

static uint64_t strand_word(const vm *m, cell_sets *known, const strand *s, uint32_t w)
{
    uint64_t set = s->lanes.words[w];
    for (uint32_t k = 0; k < s->clause_count && set; k++) {
        uint64_t pass = s->clauses[k].always.words[w];
        for (uint32_t j = 0; j < s->clauses[k].literal_count && set & ~pass; j++)
            pass |= literal_word(m, known, &s->clauses[k].literals[j], w);
        set &= pass;
    }
    return set;
}

uint32_t vm_strand_count(vm *m, const strand_case *c)
{
    cell_sets known = {.count = 0};
    uint32_t total = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const strand *s = &c->strands[i];
        uint64_t *set = m->strand_words + (size_t)i * STRAND_WORDS;
        for (uint32_t w = 0; w < c->words; w++)
            set[w] = strand_word(m, &known, s, w);
        for (uint32_t k = 0; k < s->twin_count; k++)
            for (uint32_t w = 0; w < c->words; w++) {
                const uint64_t twin = m->strand_words[(size_t)s->twins[k].strand * STRAND_WORDS + w];
                const int32_t shift = s->twins[k].shift;
                set[w] &= ~((shift < 0 ? twin << -shift : twin >> shift) & s->twins[k].lanes.words[w]);
            }
        for (uint32_t w = 0; w < c->words; w++)
            total += (uint32_t)__builtin_popcountll(set[w]);
    }
    return total;
}

static void write_tags(const strand *s, uint32_t lane, uint32_t *tags)
{
    for (uint32_t i = 0; i < s->tag_count; i++)
        tags[i] = (uint32_t)strand_value(&s->tags[i], lane);
}

uint32_t vm_strand_move(const vm *m, const strand_case *c, uint32_t number, uint32_t *tags, const strand **which)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t w = 0; w < c->words; w++) {
            uint64_t set = m->strand_words[(size_t)i * STRAND_WORDS + w];
            const uint32_t count = (uint32_t)__builtin_popcountll(set);
            if (number >= count) {
                number -= count;
                continue;
            }
            while (number-- > 0)
                set &= set - 1;
            write_tags(&c->strands[i], 64 * w + (uint32_t)__builtin_ctzll(set), tags);
            *which = &c->strands[i];
            return c->strands[i].tag_count;
        }
    return 0;
}

bool vm_strand_list(vm *m, const strand_case *c, vm_moves *out)
{
    uint32_t tags[STRAND_TAGS_MAX];
    vm_strand_count(m, c);
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t w = 0; w < c->words; w++)
            for (uint64_t set = m->strand_words[(size_t)i * STRAND_WORDS + w]; set; set &= set - 1) {
                write_tags(&c->strands[i], 64 * w + (uint32_t)__builtin_ctzll(set), tags);
                if (!vm_list_add(out, tags, c->strands[i].tag_count))
                    return false;
            }
    return true;
}
