/* Searches whose ways are sets (automaton/strands.h), as C.
 *
 * Where one lane is known, ways take the place of lanes: each asks some bits of the cells around the lane, and eight
 * ways are tried by one comparison. Either the cells are moved so that these bits do not depend on the lane, and a
 * table says which ways the lane has; or the ways of each lane are a table. Else lanes are worked out as sets, and
 * some lane has to be left. */
#include "native/emit_strands.h"

#include <string.h>

enum {
    TABLE_MAX = 1 << 15, /* bytes of ways by lane */
    COST_MAX = 24        /* comparisons of vectors: following paths is better then */
};

/* The smaller one of the values and the others. */
static uint64_t fewer_values(const native_source *n, const strand_literal *l)
{
    const uint32_t count = n->p->boards[l->board].values;
    const uint64_t others = ~l->values & (count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1);
    return 2 * (uint32_t)__builtin_popcountll(l->values) > count ? others : l->values;
}

static window *window_of(const native_source *n, trials *t, const strand_literal *l, const strand_piece *p)
{
    const uint64_t values = fewer_values(n, l);
    for (uint32_t i = 0; i < t->window_count; i++)
        if (t->windows[i].board == l->board && t->windows[i].values == values &&
            (t->by_lane || t->windows[i].fixed == p->fixed))
            return &t->windows[i];
    if (t->window_count == WINDOWS_MAX)
        return NULL;
    t->windows[t->window_count] = (window){l->board, values, p->fixed || t->by_lane, p->shift, p->shift, 0};
    return &t->windows[t->window_count++];
}

static trials *room_for(native_source *n, uint32_t which)
{
    if (!n->trials[which])
        n->trials[which] = ARENA_NEW(n->a, trials);
    return n->trials[which];
}

static bool find_windows(const native_source *n, const strand_case *c, trials *t)
{
    t->window_count = t->words = t->count = 0;
    t->wants_all = true;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < c->strands[i].clause_count; k++)
            for (uint32_t j = 0; j < c->strands[i].clauses[k].literal_count; j++) {
                const strand_literal *l = &c->strands[i].clauses[k].literals[j];
                if (l->number || l->search)
                    return false;
                for (uint32_t m = 0; m < l->piece_count; m++) {
                    window *w = window_of(n, t, l, &l->pieces[m]);
                    if (!w)
                        return false;
                    w->first = l->pieces[m].shift < w->first ? l->pieces[m].shift : w->first;
                    w->last = l->pieces[m].shift > w->last ? l->pieces[m].shift : w->last;
                }
            }
    for (uint32_t i = 0; i < t->window_count; i++) {
        if (t->by_lane) {
            t->windows[i].first = 0;
            t->windows[i].last = (int32_t)n->p->boards[t->windows[i].board].cells - 1;
        }
        t->windows[i].word = t->words;
        t->words += (uint32_t)(t->windows[i].last - t->windows[i].first) / 64 + 1;
    }
    return t->words <= WINDOW_WORDS_MAX;
}

bool ways_literal(const strand_clause *c, uint32_t lane, const strand_literal **found, const strand_piece **piece)
{
    *found = NULL;
    for (uint32_t j = 0; j < c->literal_count; j++) {
        const strand_literal *l = &c->literals[j];
        if (l->number || l->search)
            return false;
        for (uint32_t m = 0; m < l->piece_count; m++)
            if (strand_has(&l->pieces[m].lanes, lane)) {
                if (*found)
                    return false;
                *found = l;
                *piece = &l->pieces[m];
            }
    }
    return true;
}

/* What one lane of a strand asks. *passes: it can pass. False: it has no such form. */
static bool find_bits(const native_source *n, trials *t, const strand *s, uint32_t lane, tried *out, bool *passes)
{
    memset(out, 0, sizeof *out);
    *passes = true;
    for (uint32_t k = 0; k < s->clause_count && *passes; k++) {
        const strand_literal *found;
        const strand_piece *piece;
        if (strand_has(&s->clauses[k].always, lane))
            continue;
        if (!ways_literal(&s->clauses[k], lane, &found, &piece))
            return false;
        *passes = found != NULL;
        if (!found)
            break;
        const window *w = window_of(n, t, found, piece);
        const uint32_t at = (uint32_t)(piece->shift - w->first) + (t->by_lane && !piece->fixed ? lane : 0),
                       word = w->word + at / 64;
        const uint64_t bit = UINT64_C(1) << at % 64, want = w->values == found->values ? bit : 0;
        if (out->care[word] & bit)
            *passes = (out->want[word] & bit) == want;
        out->care[word] |= bit;
        out->want[word] |= want;
    }
    return true;
}

static bool find_trials(const native_source *n, const strand_case *c, trials *t)
{
    tried one;
    bool passes;
    if (!find_windows(n, c, t))
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t lane = 0; lane < 64 * c->words; lane++) {
            if (!strand_has(&c->strands[i].lanes, lane))
                continue;
            if (!find_bits(n, t, &c->strands[i], lane, &one, &passes))
                return false;
            uint32_t at = 0;
            while (passes && at < t->count &&
                   ((t->apart && t->all[at].strand != i) || memcmp(t->all[at].care, one.care, sizeof one.care) != 0 ||
                    memcmp(t->all[at].want, one.want, sizeof one.want) != 0))
                at++;
            if (!passes)
                continue;
            if (at == (t->by_lane ? TRIED_MAX : TRIED_ONCE))
                return false;
            if (at == t->count)
                t->all[t->count++] = one;
            t->all[at].strand = i;
            t->wants_all &= memcmp(one.care, one.want, sizeof one.care) == 0;
            strand_add(&t->all[at].lanes, lane);
        }
    return true;
}

static uint32_t most_ways(const trials *t)
{
    uint32_t most = 0;
    for (uint32_t lane = 0; lane < t->lanes; lane++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < t->count; i++)
            count += strand_has(&t->all[i].lanes, lane);
        most = count > most ? count : most;
    }
    return most;
}

uint32_t emit_trial_vectors(const trials *t)
{
    return ((t->by_lane ? most_ways(t) : t->count) + VECTOR_WORDS - 1) / VECTOR_WORDS;
}

/* The cheaper one of the two forms; false: there is none that pays. */
static bool choose_form(const native_source *n, const strand_case *c, trials *moved, trials *by_lane, trials **best)
{
    uint32_t least = COST_MAX + 1;
    moved->by_lane = false;
    by_lane->by_lane = true;
    if (by_lane->lanes > 1 && find_trials(n, c, by_lane)) {
        const uint32_t vectors = emit_trial_vectors(by_lane);
        if (vectors * by_lane->words * by_lane->lanes * (by_lane->wants_all ? 64 : 128) <= TABLE_MAX) {
            *best = by_lane;
            least = vectors * by_lane->words;
        }
    }
    enum { MOVING = 2 }; /* a window is moved in the time of so many comparisons */
    if (find_trials(n, c, moved) &&
        emit_trial_vectors(moved) * moved->words + (moved->lanes > 1 ? MOVING * moved->words : 0) < least) {
        *best = moved;
        least = 0;
    }
    return least <= COST_MAX;
}

/* ---- as C ---- */

/* The windows as w0, w1, .. */
static void emit_windows(native_source *n, const trials *t, uint32_t lanes)
{
    unions u = {.count = 0};
    for (uint32_t i = 0; i < t->window_count; i++) {
        const window *w = &t->windows[i];
        const uint32_t words = (uint32_t)(w->last - w->first) / 64 + 1, cells = strands_board_words(n, w->board);
        if (w->fixed || lanes == 1) {
            for (uint32_t k = 0; k < words; k++)
                emit_line(n, F("const uint64_t w%u = %s;", w->word + k,
                               strands_cells_from(n, &u, w->board, w->values, w->first + 64 * (int32_t)k)));
            continue;
        }
        const uint32_t before = w->first < 0 ? (uint32_t)(63 - w->first) / 64 : 0;
        const uint32_t first = (uint32_t)(w->first + 64 * (int32_t)before),
                       most = (first + lanes - 1) / 64 + words + 1; /* words that may be read */
        const uint32_t class = strands_only_class(n, w->board, w->values);
        if (class != IR_NONE) {
            /* where the window leaves the board nobody looks; what was just written is read alone */
            assert(before <= NATIVE_CELL_PAD && most <= before + cells + NATIVE_CELL_PAD);
            for (uint32_t k = 0; k < words; k++)
                emit_line(n, F("const uint64_t w%u = bits_from(x->cells + %u, lane + %u);", w->word + k,
                               strands_board_first(n, w->board) + class * cells - before, first + 64 * k));
            continue;
        }
        const char *all = "";
        for (uint32_t k = 0; k < before; k++)
            all = F("%s0, ", all);
        for (uint32_t k = 0; k < cells; k++)
            all = F("%s%s, ", all, strands_cells(n, &u, w->board, w->values, k));
        emit_line(n, F("const uint64_t c%u[%u] = {%s0};", i, before + cells < most ? most : before + cells + 1, all));
        for (uint32_t k = 0; k < words; k++)
            emit_line(n, F("const uint64_t w%u = bits_from(c%u, lane + %u);", w->word + k, i, first + 64 * k));
    }
}

void ways_windows(native_source *n, const trials *t) { emit_windows(n, t, t->lanes); }

static const char *eight_words(native_source *n, const trials *t, uint32_t first, uint32_t word, bool care)
{
    const char *all = "(words8){";
    for (uint32_t i = first; i < first + VECTOR_WORDS; i++) {
        const uint64_t one = i >= t->count ? 0 : care ? t->all[i].care[word] : t->all[i].want[word];
        all = F("%s%s0x%llxull", all, i > first ? ", " : "", (unsigned long long)one);
    }
    return F("%s}", all);
}

/* Which ways each lane has, a byte for eight. */
static const char *table_of_ways(native_source *n, const trials *t)
{
    const uint32_t id = n->masks++, bytes = emit_trial_vectors(t);
    text_add(n, &n->tables, F("UNUSED static const unsigned char W%u[] = {", id));
    for (uint32_t lane = 0; lane < t->lanes; lane++)
        for (uint32_t k = 0; k < bytes; k++) {
            uint32_t byte = 0, has = 0;
            for (uint32_t i = 0; i < t->count - t->rest; i++) {
                const bool here = strand_has(&t->all[i].lanes, lane);
                const uint32_t place = t->by_lane ? has : i;
                has += here;
                byte |= here && place / 8 == k ? 1u << place % 8 : 0;
            }
            text_add(n, &n->tables, F("%s%u", lane || k ? "," : "", byte));
        }
    text_add(n, &n->tables, "};\n");
    return F("W%u[%u * lane", id, bytes);
}

/* The ways of each lane, in vectors, word by word: what matters, and what it has to be. */
static uint32_t table_by_lane(native_source *n, const trials *t)
{
    const uint32_t id = n->masks++, vectors = emit_trial_vectors(t);
    text_add(n, &n->tables,
             F("UNUSED static const words8 K%u[][%u] = {", id, vectors * t->words * (t->wants_all ? 1 : 2)));
    for (uint32_t lane = 0; lane < t->lanes; lane++) {
        uint32_t mine[TRIED_MAX], count = 0;
        for (uint32_t i = 0; i < t->count; i++)
            if (strand_has(&t->all[i].lanes, lane))
                mine[count++] = i;
        text_add(n, &n->tables, "{");
        for (uint32_t v = 0; v < vectors; v++)
            for (uint32_t w = 0; w < t->words; w++)
                for (uint32_t care = t->wants_all; care < 2; care++) {
                    text_add(n, &n->tables, "{");
                    for (uint32_t i = 8 * v; i < 8 * v + 8; i++) {
                        const tried *one = i < count ? &t->all[mine[i]] : NULL;
                        const uint64_t word = !one ? 0 : care ? one->care[w] : one->want[w];
                        text_add(n, &n->tables, F("0x%llxull,", (unsigned long long)word));
                    }
                    text_add(n, &n->tables, "},");
                }
        text_add(n, &n->tables, "},\n");
    }
    text_add(n, &n->tables, "};\n");
    return id;
}

/* Bits of the words of eight ways that are not as they should be. */
static const char *wrong_bits(native_source *n, const trials *t, uint32_t vector, uint32_t table)
{
    const char *all = NULL;
    for (uint32_t w = 0; w < t->words; w++) {
        const char *one;
        bool asked = t->by_lane;
        for (uint32_t k = 8 * vector; k < 8 * vector + 8 && k < t->count; k++)
            asked |= t->all[k].care[w] != 0;
        if (!asked)
            continue;
        const uint32_t at = (vector * t->words + w) * (t->wants_all ? 1 : 2);
        const char *want = t->by_lane ? F("K%u[lane][%u]", table, at) : eight_words(n, t, 8 * vector, w, false);
        if (t->wants_all)
            one = F("(%s & ~ALL8(w%u))", want, w);
        else
            one = F("((ALL8(w%u) ^ %s) & %s)", w, want,
                    t->by_lane ? F("K%u[lane][%u]", table, at + 1) : eight_words(n, t, 8 * vector, w, true));
        all = all ? F("%s | %s", all, one) : one;
    }
    return all ? all : "(words8){0}";
}

void emit_lane(native_source *n, const plan_strands *p, const strand_case *c)
{
    if (c->held.count) {
        emit_line(n, F("UNUSED const uint32_t lane = L%u(s + %u);", c->held.width * 8, c->held.offset));
        return;
    }
    const layout_slot *s = &n->p->layout.variables[p->lane];
    emit_line(n, F("UNUSED const uint32_t lane = (uint32_t)(%s);", emit_stored(n, s, emit_variable(n, p->lane))));
}

/* Few lanes have so many ways that they reach the vector: the others leave it out. */
static bool is_rare(const trials *t, uint32_t vector)
{
    uint32_t with = 0;
    for (uint32_t lane = 0; t->by_lane && lane < t->lanes; lane++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < t->count; i++)
            count += strand_has(&t->all[i].lanes, lane);
        with += count > 8 * vector;
    }
    return t->by_lane && 4 * with < t->lanes;
}

/* One statement for each vector: F(which of its ways pass, as an expression; the vector's number). */
static void emit_vectors(native_source *n, const plan_strands *p, const strand_case *c, const trials *t, bool sets)
{
    const bool known = p->lane != IR_NONE || c->held.count > 0;
    if (known)
        emit_lane(n, p, c);
    emit_windows(n, t, t->lanes);
    const char *ways = known ? table_of_ways(n, t) : NULL;
    const uint32_t table = t->by_lane ? table_by_lane(n, t) : 0, vectors = emit_trial_vectors(t);
    if (sets)
        emit_line(n, F("uint64_t sets[%u] = {0};", (vectors + 7) / 8));
    else
        emit_line(n, "uint32_t found = 0;");
    for (uint32_t v = 0; v < vectors; v++) {
        emit_open(n, ways && is_rare(t, v) ? F("if (%s + %u])", ways, v) : "");
        emit_line(n, F("const words8 wrong = %s;", wrong_bits(n, t, v, table)));
        const char *pass =
            F("zero8(&wrong) & %s", ways ? F("%s + %u]", ways, v)
                                         : F("0x%xu", t->count - 8 * v >= 8 ? 255u : (1u << (t->count - 8 * v)) - 1));
        emit_line(n, sets ? F("sets[%u] |= (uint64_t)(%s) << %u;", v / 8, pass, v % 8 * 8) : F("found |= %s;", pass));
        emit_close(n);
    }
}

void emit_trial_sets(native_source *n, const plan_strands *p, const strand_case *c, const trials *t)
{
    emit_vectors(n, p, c, t, true);
    if (!t->rest)
        return;
    const uint32_t last = t->count - 1;
    const char *some = "sets[0]";
    for (uint32_t w = 1; w <= last / 64; w++)
        some = F("%s | sets[%u]", some, w);
    emit_line(n, F("sets[%u] |= (uint64_t)((%s) == 0) << %u;", last / 64, some, last % 64));
}

uint32_t ways_lanes(const native_source *n, const plan_strands *p, const strand_case *c)
{
    if (c->held.count)
        return c->held.count;
    const layout_slot *s = p->lane == IR_NONE ? NULL : &n->p->layout.variables[p->lane];
    return s ? (uint32_t)(s->high - (s->integer ? s->low : 0)) + 1 : 1;
}

static bool covers(const strand_set *s, uint32_t lanes)
{
    bool all = true;
    for (uint32_t lane = 0; lane < lanes && all; lane++)
        all = strand_has(s, lane);
    return all;
}

const trials *emit_find_trials(native_source *n, const plan_strands *p, const strand_case *c)
{
    enum { APART_COST_MAX = 96 };
    trials *t = ARENA_NEW(n->a, trials);
    t->apart = true;
    t->lanes = ways_lanes(n, p, c);
    strand_case some = *c;
    const strand *rest = c->count > 0 && c->strands[c->count - 1].rest ? &c->strands[--some.count] : NULL;
    if (!find_trials(n, &some, t) || t->count == TRIED_ONCE || (rest && !covers(&rest->lanes, t->lanes)))
        return NULL;
    if (rest) {
        t->rest = true;
        t->all[t->count++] = (tried){.lanes = rest->lanes, .strand = some.count};
    }
    return emit_trial_vectors(t) * t->words <= APART_COST_MAX ? t : NULL;
}

/* ---- lane by lane ---- */

/* Operations that shifts would take. */
static uint32_t terms_of(const strand *ways, uint32_t count)
{
    uint32_t terms = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < ways[i].clause_count; k++)
            for (uint32_t j = 0; j < ways[i].clauses[k].literal_count; j++)
                terms += ways[i].clauses[k].literals[j].piece_count;
    return terms;
}

/* Way number r of a lane, or NULL. */
static const tried *nth_way(const trials *t, uint32_t lane, uint32_t r)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (strand_has(&t->all[i].lanes, lane) && r-- == 0)
            return &t->all[i];
    return NULL;
}

/* Lanes 64 w to 64 w + 63 that pass with one of the ways: where cells are no shifts of the lane, bits are compared for
 * eight lanes at a time. NULL: shifts are better. */
const char *emit_lane_word(native_source *n, unions *u, const strand *ways, uint32_t count, uint32_t w)
{
    enum { TERMS_MIN = 8 };
    const strand_case c = {.strands = ways, .count = count, .words = STRAND_WORDS};
    const uint32_t terms = terms_of(ways, count);
    if (terms < TERMS_MIN)
        return NULL;
    trials *t = room_for(n, 2);
    t->by_lane = true;
    t->lanes = STRAND_LANES_MAX;
    if (!find_trials(n, &c, t))
        return NULL;
    uint32_t counts[64] = {0}, rounds = 0, vectors = 0;
    for (uint32_t v = 0; v < 64; v++) {
        for (uint32_t i = 0; i < t->count; i++)
            if (strand_has(&t->all[i].lanes, 64 * w + v))
                counts[v]++;
        rounds = counts[v] > rounds ? counts[v] : rounds;
    }
    for (uint32_t r = 0; r < rounds; r++)
        for (uint32_t k = 0; k < 8; k++)
            for (uint32_t v = 8 * k, any = 0; v < 8 * k + 8 && !any; v++)
                vectors += any = counts[v] > r;
    if (vectors * t->words >= terms)
        return NULL;
    const uint32_t id = n->masks++;
    emit_line(n, F("uint64_t z%u = 0;", id));
    for (uint32_t r = 0; r < rounds; r++)
        for (uint32_t k = 0; k < 8; k++) {
            const char *wrong = NULL;
            uint32_t lanes = 0;
            for (uint32_t v = 0; v < 8; v++)
                lanes |= (uint32_t)(counts[8 * k + v] > r) << v;
            for (uint32_t i = 0; i < t->window_count && lanes; i++)
                for (uint32_t word = 0; word <= (uint32_t)t->windows[i].last / 64; word++) {
                    const char *care = "(words8){", *want = "(words8){";
                    bool asked = false;
                    for (uint32_t v = 8 * k; v < 8 * k + 8; v++) {
                        const tried *one = nth_way(t, 64 * w + v, r);
                        const uint32_t at = t->windows[i].word + word;
                        care = F("%s0x%llxull,", care, one ? (unsigned long long)one->care[at] : 0);
                        want = F("%s0x%llxull,", want, one ? (unsigned long long)one->want[at] : 0);
                        asked |= one && one->care[at];
                    }
                    const char *cells = strands_cells(n, u, t->windows[i].board, t->windows[i].values, word);
                    const char *one = F("((ALL8(%s) ^ %s}) & %s})", cells, want, care);
                    wrong = !asked ? wrong : wrong ? F("%s | %s", wrong, one) : one;
                }
            if (!lanes)
                continue;
            emit_open(n, "");
            emit_line(n, F("const words8 wrong = %s;", wrong ? wrong : "(words8){0}"));
            emit_line(n, F("z%u |= (uint64_t)(zero8(&wrong) & 0x%xu) << %u;", id, lanes, 8 * k));
            emit_close(n);
        }
    return F("z%u", id);
}

enum { TRIED_EACH = 64 }; /* strands that are worked out together: mostly one of the first passes */

/* Of strands from a number on, whether some lane passes, into ok. */
static void emit_some_lanes(native_source *n, const strand_case *c, uint32_t first, const char *name)
{
    uint32_t asks[TRIED_EACH];
    const uint32_t left = c->count - first;
    const strand_case some = {
        .strands = c->strands + first, .count = left < TRIED_EACH ? left : TRIED_EACH, .words = c->words};
    set_words *all = ARENA_NEW(n->a, set_words);
    for (uint32_t i = 0; i < some.count; i++)
        asks[i] = some.strands[i].asks;
    emit_open(n, "if (!ok && !x->stop)");
    strands_table(n, asks, some.count, "asks");
    strands_find_words(n, &some, all);
    all->many = true;
    strands_emit_words(n, &some, all);
    strands_table(n, all->strand, all->count, "strands");
    strands_table(n, all->word, all->count, "words");
    emit_line(
        n,
        "for (uint32_t j = 0; j < filled && !ok; j++)\n        for (uint64_t left = sets[j]; left && !ok && !x->stop; "
        "left &= left - 1)");
    emit_line(n, F("        ok = !asks[strands[at[j]]] || try_%s(x, s, %u + strands[at[j]], 64u * words[at[j]] + "
                   "(uint32_t)__builtin_ctzll(left), 0);",
                   name, first));
    emit_close(n);
}

/* Some lane is left; where strands ask, one of them passes. */
static void emit_lanes(native_source *n, const strand_case *c, uint32_t number, const char *name)
{
    unions u = {.count = 0};
    if (!c->asks) {
        emit_line(n, "uint64_t found = 0;");
        for (uint32_t i = 0; i < c->count; i++)
            for (uint32_t w = 0; w < c->words; w++)
                if (c->strands[i].lanes.words[w])
                    emit_line(n, F("found |= %s;", strands_word(n, &u, &c->strands[i], w)));
        emit_line(n, "return found != 0;");
        return;
    }
    /* what is tried finds scalars in the state */
    const vec_u32 *given = &emit_reach_signature(n, number)->parameters;
    for (uint32_t i = 0; i < given->count; i++) {
        const ir_var v = given->data[i];
        const layout_slot *slot = &n->p->layout.variables[v];
        emit_line(n, F("const int o%u = L%u(s + AT_%s);", i, slot->width * 8, n->names[v]));
        emit_line(n, F("S%u(s + AT_%s, %s);", slot->width * 8, n->names[v], emit_stored(n, slot, emit_variable(n, v))));
    }
    emit_line(n, "int ok = 0;");
    for (uint32_t i = 0; i < c->count; i += TRIED_EACH)
        emit_some_lanes(n, c, i, name);
    for (uint32_t i = 0; i < given->count; i++)
        emit_line(n, F("S%u(s + AT_%s, o%u);", n->p->layout.variables[given->data[i]].width * 8,
                       n->names[given->data[i]], i));
    emit_line(n, "return ok;");
}

void emit_way_tries(native_source *n, const plan_strands *p, uint32_t number)
{
    for (uint32_t i = 0; p && i < p->count; i++)
        if (p->cases[i].asks)
            emit_asked(n, &p->cases[i], F("r%u_%u", number, i));
}

static const char *conditions_of(native_source *n, const strand_case *c)
{
    const char *all = "x->fresh"; /* bytes that were just written are not compared: following paths is faster then */
    for (uint32_t i = 0; i < c->condition_count; i++) {
        const strand_condition *k = &c->conditions[i];
        const char *one = F(
            "%s == %u", emit_stored(n, &n->p->layout.variables[k->variable], emit_variable(n, k->variable)), k->value);
        all = F("%s && %s", all, one);
    }
    return all;
}

/* How ways of a known lane are told best: as lines, by the form that is chosen, or not (*best NULL). */
static const struct lines *choose_lines(native_source *n, const strand_case *c, trials *moved, trials *by_lane,
                                        trials **best)
{
    if (choose_form(n, c, moved, by_lane, best))
        return NULL;
    *best = NULL;
    moved->by_lane = false;
    return find_trials(n, c, moved) ? emit_find_lines(n, moved) : NULL;
}

bool emit_asks_around(native_source *n)
{
    trials *moved = room_for(n, 0), *by_lane = room_for(n, 1), *best;
    for (uint32_t i = 0; i < n->p->reaches.count; i++) {
        const plan_strands *p = n->p->reaches.data[i].strands;
        for (uint32_t k = 0; p && !p->chosen && k < p->count; k++) {
            moved->lanes = by_lane->lanes = ways_lanes(n, p, &p->cases[k]);
            if (p->cases[k].count > 0 && !p->cases[k].asks &&
                (emit_find_rays(n, &p->cases[k], moved->lanes) || choose_form(n, &p->cases[k], moved, by_lane, &best)))
                return true;
        }
    }
    return false;
}

static const struct rays *rays_of(native_source *n, const plan_strands *p, const strand_case *c)
{
    return p->chosen || c->asks || c->count == 0 ? NULL : emit_find_rays(n, c, ways_lanes(n, p, c));
}

bool emit_find_ray_facts(native_source *n, const plan_strands *p, const strand_case *c, ray_facts *out)
{
    const struct rays *r = rays_of(n, p, c);
    if (!r || !emit_ray_facts(n, r, out) || strands_board_words(n, out->board) != 1)
        return false;
    const strand_board *b = &n->p->boards[out->board];
    return c->held.count == 0 || c->held.offset < b->offset || c->held.offset >= b->offset + b->cells;
}

void emit_support(native_source *n, const plan_strands *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        emit_open(n, F("if (%s)", conditions_of(n, &p->cases[i])));
        emit_lane(n, p, &p->cases[i]), emit_rays(n, rays_of(n, p, &p->cases[i]), i + 1);
        emit_close(n);
    }
    emit_line(n, "return 0;");
}

bool emit_known_lane(native_source *n, const plan_strands *p, const strand_case *c)
{
    trials *moved = room_for(n, 0), *by_lane = room_for(n, 1), *best = NULL;
    moved->lanes = by_lane->lanes = ways_lanes(n, p, c);
    const struct rays *rays = emit_find_rays(n, c, moved->lanes);
    const struct lines *lines = rays ? NULL : choose_lines(n, c, moved, by_lane, &best);
    if (rays)
        emit_lane(n, p, c), emit_rays(n, rays, 0);
    else if (lines)
        emit_lane(n, p, c), emit_lines(n, lines);
    else if (best)
        emit_vectors(n, p, c, best, false), emit_line(n, "return found != 0;");
    return rays || lines || best;
}

void emit_ways(native_source *n, const plan_strands *p, uint32_t number)
{
    for (uint32_t i = 0; i < p->count; i++) {
        const strand_case *c = &p->cases[i];
        const size_t before = n->functions.length;
        emit_open(n, F("if (%s)", conditions_of(n, c)));
        bool some = true;
        if (c->count == 0)
            emit_line(n, "return 0;");
        else if (p->chosen || c->asks)
            emit_lanes(n, c, number, F("r%u_%u", number, i));
        else
            some = emit_by_first(n, p, c) || emit_known_lane(n, p, c);
        emit_close(n);
        if (!some)
            emit_cut(n, before);
    }
}
