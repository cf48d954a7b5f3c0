/* Moves as sets, interpreted (strands.h): how many there are, all of them, one of them by its number. Sets are made of
 * the bytes of the position each time. */
#include "automaton/vm_inside.h"
#include "base/rng.h"

#include <string.h>

enum { SETS_KEPT = 24 };

enum { SEARCHES_KEPT = 32 };

/* Cells that hold one of some values, and what searches found, made once a position. */
typedef struct cell_sets {
    uint32_t search_count;
    struct {
        const strand *ways;
        uint32_t word;
        uint64_t found;
    } searches[SEARCHES_KEPT];
    uint32_t count;
    struct {
        uint32_t board;
        uint64_t values;
        uint64_t words[STRAND_WORDS + 1]; /* the last is empty */
    } sets[SETS_KEPT];
} cell_sets;

static const strand_case *case_of(const vm *m, const plan_strands *s)
{
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

const strand_case *vm_strand_case(const vm *m) { return case_of(m, m->code->decisions[vm_node(m->state)].strands); }

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
    for (uint32_t i = 0; i < known->search_count; i++)
        if (known->searches[i].ways == s->ways && known->searches[i].word == w)
            return s->holds ? known->searches[i].found : ~known->searches[i].found;
    for (uint32_t i = 0; i < s->count && ~found; i++)
        for (uint32_t k = s->any ? 0 : w; k < (s->any ? s->words : w + 1) && ~found; k++) {
            const uint64_t word = strand_word(m, known, &s->ways[i], k);
            found |= s->any ? -(uint64_t)(word != 0) : word;
        }
    if (known->search_count < SEARCHES_KEPT) {
        known->searches[known->search_count].ways = s->ways;
        known->searches[known->search_count].word = w;
        known->searches[known->search_count++].found = found;
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
            set[w] = !s->rest ? strand_word(m, &known, s, w) : total == 0 ? s->lanes.words[w] : 0;
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

uint32_t vm_strand_tags(const vm *m, const strand *s, uint32_t lane, uint32_t *tags)
{
    for (uint32_t i = 0; i < s->tag_count; i++)
        tags[i] = s->held && strand_tag_is_held(&s->tags[i])
                      ? layout_load(m->state + s->held->offset, s->held->width) + s->held->base
                      : (uint32_t)strand_value(&s->tags[i], lane);
    return s->tag_count;
}

/* Strand and lane of a move by its number. */
static bool find_strand(const vm *m, const strand_case *c, uint32_t number, const strand **which, uint32_t *lane)
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
            *lane = 64 * w + (uint32_t)__builtin_ctzll(set);
            *which = &c->strands[i];
            return true;
        }
    return false;
}

/* Of a bundle, the strand whose lane it is. */
static const strand *part_at(const vm *m, const strand *s, uint32_t lane)
{
    const strand_literal *l = &s->clauses[s->parted].literals[0];
    const uint32_t cell = (uint32_t)((int32_t)lane + l->pieces[0].shift);
    const uint32_t value = m->state[m->code->boards[l->board].offset + cell];
    uint32_t i = 0;
    while (i + 1 < s->part_count && !(s->parts[i].values >> (value & 63) & 1))
        i++;
    return s->parts[i].strand;
}

uint32_t vm_strand_move(const vm *m, const strand_case *c, uint32_t number, uint32_t *tags, const strand **which)
{
    uint32_t lane;
    if (!find_strand(m, c, number, which, &lane))
        return 0;
    while ((*which)->part_count)
        *which = part_at(m, *which, lane);
    return vm_strand_tags(m, *which, lane, tags);
}

bool vm_strand_list(vm *m, const strand_case *c, vm_moves *out)
{
    uint32_t tags[STRAND_TAGS_MAX];
    vm_strand_count(m, c);
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t w = 0; w < c->words; w++)
            for (uint64_t set = m->strand_words[(size_t)i * STRAND_WORDS + w]; set; set &= set - 1) {
                vm_strand_tags(m, &c->strands[i], 64 * w + (uint32_t)__builtin_ctzll(set), tags);
                if (!vm_list_add(out, tags, c->strands[i].tag_count))
                    return false;
            }
    return true;
}

/* ---- levels ---- */

/* What is undone of a move that is gone on with. */
typedef struct entered {
    uint32_t count;
    struct {
        uint32_t offset, value;
        uint8_t width;
    } all[STRAND_WRITES_MAX];
} entered;

static void enter(vm *m, const strand *s, uint32_t lane, entered *undo)
{
    uint32_t values[STRAND_WRITES_MAX];
    undo->count = s->write_count;
    for (uint32_t i = 0; i < s->write_count; i++) {
        const strand_write *w = &s->writes[i];
        values[i] =
            w->from == IR_NONE
                ? (uint32_t)strand_value(&w->value, lane)
                : layout_load(m->state + w->from + w->width * (uint32_t)strand_value(&w->value, lane), w->width);
    }
    for (uint32_t i = 0; i < s->write_count; i++) {
        const strand_write *w = &s->writes[i];
        const uint32_t offset = w->offset + w->width * (uint32_t)strand_value(&w->at, lane);
        undo->all[i].offset = offset;
        undo->all[i].width = w->width;
        undo->all[i].value = layout_load(m->state + offset, w->width);
        layout_store(m->state + offset, w->width, values[i]);
    }
}

static void leave(vm *m, const entered *undo)
{
    for (uint32_t i = undo->count; i-- > 0;)
        layout_store(m->state + undo->all[i].offset, undo->all[i].width, undo->all[i].value);
}

/* A walk over the moves of a level, and of those that it goes on with: they are counted, listed, or one is taken by its
 * number. */
typedef struct walk {
    vm *m;
    const plan_strands *all;
    vm_moves *list; /* where they are listed; or NULL */
    bool takes;     /* number `left` is taken */
    uint32_t left;
    uint32_t *tags, tag_count;
    uint32_t used; /* words of m->strand_words */
    bool full;     /* there is no room */
} walk;

static uint64_t walk_level(walk *w, const plan_strands *level);

/* One move, or those that it becomes. Whether it was taken shows in takes. */
static uint64_t walk_move(walk *w, const strand *s, uint32_t lane)
{
    const uint32_t before = w->tag_count;
    uint64_t count = 1;
    if (before + s->tag_count > STRAND_TAGS_MAX) {
        w->full = true;
        return 0;
    }
    if (w->tags)
        vm_strand_tags(w->m, s, lane, w->tags + before);
    w->tag_count += s->tag_count;
    if (s->level > 0) {
        entered undo;
        enter(w->m, s, lane, &undo);
        count = walk_level(w, &w->all->levels[s->level - 1]);
        leave(w->m, &undo);
    } else if (w->list) {
        w->full |= !vm_list_add(w->list, w->tags, w->tag_count);
    } else if (w->takes && w->left == 0) {
        w->takes = false;
        return 1;
    } else if (w->takes) {
        w->left--;
    }
    if (s->level == 0 || w->takes || !w->tags || w->list)
        w->tag_count = before;
    return count;
}

static bool literal_holds(const vm *m, const strand_literal *l, uint32_t lane)
{
    if (l->number)
        return number_word(m, l->number, lane / 64) >> lane % 64 & 1;
    const strand_board *b = &m->code->boards[l->board];
    for (uint32_t i = 0; i < l->piece_count; i++) {
        const strand_piece *p = &l->pieces[i];
        if (strand_has(&p->lanes, lane)) {
            const uint32_t cell = (uint32_t)(p->fixed ? p->shift : p->shift + (int32_t)lane);
            return l->values >> (m->state[b->offset + cell] & 63) & 1;
        }
    }
    return false;
}

/* Of one lane no sets have to be made; but searches are left to them. What the strand begins with has passed. */
static bool lane_passes(const vm *m, const strand *s, uint32_t lane)
{
    bool passes = strand_has(&s->lanes, lane);
    for (uint32_t k = s->settled; k < s->clause_count && passes; k++) {
        const strand_clause *c = &s->clauses[k];
        passes = strand_has(&c->always, lane);
        for (uint32_t i = 0; i < c->literal_count && !passes; i++)
            passes = literal_holds(m, &c->literals[i], lane);
    }
    return passes;
}

/* The sets of lanes of a level; their number. */
static void words_of(vm *m, const plan_strands *level, const strand_case *c, uint64_t *words, uint32_t *total)
{
    cell_sets known = {.count = 0};
    const bool one = level->lane != IR_NONE;
    const layout_slot *s = one ? &m->code->layout.variables[level->lane] : NULL;
    const uint32_t lane = one ? layout_load(m->state + s->offset, s->width) : 0;
    *total = 0;
    if (one && !c->searches) {
        for (uint32_t i = 0; i < c->count; i++) {
            const strand *way = &c->strands[i];
            const uint64_t *before = words + (size_t)(way->begins ? way->begins - 1 : i) * STRAND_WORDS;
            const uint64_t passes =
                way->rest ? *total == 0 && strand_has(&way->lanes, lane)
                          : (!way->begins || before[lane / 64] >> lane % 64 & 1) && lane_passes(m, way, lane);
            memset(words + (size_t)i * STRAND_WORDS, 0, c->words * sizeof *words);
            if (passes)
                words[(size_t)i * STRAND_WORDS + lane / 64] = UINT64_C(1) << lane % 64;
            *total += (uint32_t)passes;
        }
        return;
    }
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t w = 0; w < c->words; w++) {
            uint64_t *set = &words[(size_t)i * STRAND_WORDS + w];
            const uint64_t lanes = !one ? UINT64_MAX : lane / 64 == w ? UINT64_C(1) << lane % 64 : 0;
            const uint64_t mine = c->strands[i].lanes.words[w] & lanes;
            *set = !mine                 ? 0
                   : !c->strands[i].rest ? strand_word(m, &known, &c->strands[i], w) & lanes
                   : *total == 0         ? mine
                                         : 0;
            *total += (uint32_t)__builtin_popcountll(*set);
        }
}

static uint64_t walk_level(walk *w, const plan_strands *level)
{
    const strand_case *c = case_of(w->m, level);
    uint64_t count = 0;
    uint32_t total;
    const uint32_t before = w->used, used = c ? c->count * STRAND_WORDS : 0;
    if (!c || before + used > sizeof w->m->strand_words / sizeof *w->m->strand_words) {
        w->full |= c != NULL;
        return 0;
    }
    uint64_t *words = w->m->strand_words + before;
    w->used += used;
    words_of(w->m, level, c, words, &total);
    const bool takes = w->takes;
    if (!c->goes_on && !w->list && (!takes || w->left >= total)) {
        w->left -= takes ? total : 0;
        w->used = before;
        return total;
    }
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < c->words; k++)
            for (uint64_t set = words[(size_t)i * STRAND_WORDS + k]; set && takes == w->takes && !w->full;
                 set &= set - 1)
                count += walk_move(w, &c->strands[i], 64 * k + (uint32_t)__builtin_ctzll(set));
    w->used = before;
    return count;
}

static const plan_strands *strands_here(const vm *m) { return m->code->decisions[vm_node(m->state)].strands; }

uint64_t vm_level_count(vm *m)
{
    walk w = {.m = m, .all = strands_here(m)};
    const uint64_t count = walk_level(&w, w.all);
    return w.full ? 0 : count;
}

bool vm_level_list(vm *m, vm_moves *out)
{
    uint32_t tags[STRAND_TAGS_MAX];
    walk w = {.m = m, .all = strands_here(m), .list = out, .tags = tags};
    walk_level(&w, w.all);
    return !w.full;
}

/* Move number `left` of those that follow the one at hand. */
static bool take(walk *w, const strand *s, uint32_t lane, uint32_t left)
{
    w->takes = true;
    w->left = left;
    w->tag_count = 0;
    walk_move(w, s, lane);
    return !w->takes;
}

uint32_t vm_level_draw(vm *m, lud_rng *rng, uint32_t *tags)
{
    const plan_strands *all = strands_here(m);
    const strand_case *c = case_of(m, all);
    walk w = {.m = m, .all = all, .tags = tags, .used = c->count * STRAND_WORDS};
    uint32_t total, unfinished = 0;
    const uint64_t *words = m->strand_words;
    words_of(m, all, c, m->strand_words, &total);
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < c->words && c->strands[i].level; k++)
            unfinished += (uint32_t)__builtin_popcountll(words[(size_t)i * STRAND_WORDS + k]);
    if (unfinished > STRAND_ENTERED_MAX && all->bound && (uint64_t)total * all->bound <= INT32_MAX)
        for (uint32_t tries = 0; tries < NATIVE_ATTEMPTS_LEVELS; tries++) {
            const uint32_t k = rng_below(rng, total * all->bound);
            const strand *s;
            uint32_t lane;
            find_strand(m, c, k / all->bound, &s, &lane);
            if (take(&w, s, lane, k % all->bound))
                return w.tag_count;
        }
    const uint64_t count = c->goes_on ? vm_level_count(m) : total;
    if (count == 0 || count > INT32_MAX)
        return 0;
    if (!c->goes_on) {
        const strand *s;
        return vm_strand_move(m, c, rng_below(rng, total), tags, &s);
    }
    w.takes = true;
    w.left = rng_below(rng, (uint32_t)count);
    w.tag_count = w.used = 0;
    walk_level(&w, all);
    return w.tag_count;
}
