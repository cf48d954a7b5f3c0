/* Lists of moves from sets of lanes, as C. A word of a set belongs to one strand, so that its moves have the same tags
 * but for the lane, or for a function of it; of a known lane, its ways have the same tags but for what each of them
 * adds. `put_moves` (words.h) writes them out several at a time. Where more than two functions differ, or tags do not
 * fit into a vector, they are written one by one. */
#include "native/emit_strands.h"

#include <string.h>

enum { ROW_TAGS = 16, ROW_LANES = 64, ROW_FUNCTIONS = 2, ROW_BYTES_MAX = 1024 };

/* What is added to a tag: the number of the bit, or a byte for each. */
typedef struct lane_bytes {
    bool plain;
    uint8_t bytes[ROW_LANES];
} lane_bytes;

/* The moves of a word. */
typedef struct move_row {
    int32_t numbers[ROW_TAGS];
    uint32_t functions, at[ROW_FUNCTIONS]; /* bit k: of tag k */
    lane_bytes added[ROW_FUNCTIONS];
} move_row;

/* ---- tags one by one ---- */

/* What is written for each tag of each strand, in rows: a number, and a mask of the lane that is added; or, of
 * functions that are tables, where the table begins. */
static void emit_tag_tables(native_source *n, move_list *l)
{
    const strand_case *c = l->c;
    const uint32_t lanes = 64 * c->words;
    uint32_t rows = 0, counts[STRANDS_MAX];
    l->id = n->masks++;
    l->shifts = l->even = true;
    for (uint32_t i = 0; i < c->count; i++) {
        counts[i] = c->strands[i].tag_count;
        l->most = counts[i] > l->most ? counts[i] : l->most;
        l->even &= counts[i] == counts[0];
        for (uint32_t k = 0; k < counts[i]; k++)
            l->shifts &= !c->strands[i].tags[k].table;
    }
    /* of different numbers, none is written across two lines of a cache */
    l->stride = l->even ? l->most : (l->most + ROW_TAGS - 1) / ROW_TAGS * ROW_TAGS;
    for (int masks = 0; masks < 2; masks++) {
        text_add(n, &n->tables,
                 F("UNUSED static const int %c%u[] __attribute__((aligned(64))) = {", masks ? 'B' : 'A', l->id));
        for (uint32_t i = 0; i < c->count; i++)
            for (uint32_t k = 0; k < l->stride; k++) {
                const strand_function *f = k < counts[i] ? &c->strands[i].tags[k] : NULL;
                const int32_t number = !f ? 0 : f->table ? (int32_t)(lanes * rows++) : f->number;
                text_add(n, &n->tables, F("%d,", !masks ? number : !f ? 0 : f->table ? 1 : -(int)f->moves));
            }
        text_add(n, &n->tables, "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0};\n");
    }
    text_add(n, &n->tables, F("UNUSED static const int H%u[] = {", l->id));
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < counts[i]; k++)
            for (uint32_t v = 0; c->strands[i].tags[k].table && v < lanes; v++)
                text_add(n, &n->tables,
                         F("%d,", strand_has(&c->strands[i].lanes, v) ? strand_value(&c->strands[i].tags[k], v) : 0));
    text_add(n, &n->tables, "0};\n");
    if (!l->even) {
        strands_table(n, counts, c->count, "counts");
        emit_line(n, "(void)counts;");
    }
}

const char *list_count_of(native_source *n, const move_list *l) { return l->even ? F("%u", l->most) : "counts[t]"; }

void list_put_tags(native_source *n, const move_list *l, const char *to)
{
    const char *count = l->most <= ROW_TAGS ? F("%u", l->most) : list_count_of(n, l);
    if (l->shifts && l->even && l->most == 1)
        emit_line(n, F("*(%s) = (uint32_t)(A%u[t] + ((int)v & B%u[t]));", to, l->id, l->id));
    else if (l->shifts)
        emit_line(n, F("put_tags(%s, A%u + %u * t, B%u + %u * t, %s, (int)v);", to, l->id, l->stride, l->id, l->stride,
                       count));
    else
        emit_line(n,
                  F("for (uint32_t i = 0; i < %s; i++) {\n        const int a = A%u[%u * t + i], b = B%u[%u * t + i];"
                    "\n        (%s)[i] = (uint32_t)(b > 0 ? H%u[a + (int)v] : a + ((int)v & b));\n    }",
                    list_count_of(n, l), l->id, l->stride, l->id, l->stride, to, l->id));
}

/* Strand t and lane v of a bit of sets[j], as declarations. */
void list_place_of_bit(native_source *n, const move_list *l, const char *bit)
{
    bool same = l->ways;
    for (uint32_t i = 0; same && i < l->ways->count; i++)
        same = l->ways->all[i].strand == i;
    if (l->ways)
        emit_line(n, F(same ? "const uint32_t t = 64 * j + %s, v = lane;"
                            : "const uint32_t t = strands[64 * j + %s], v = lane;",
                       bit));
    else
        emit_line(n, F("const uint32_t t = strands[at[j]], v = 64u * words[at[j]] + %s;", bit));
    emit_line(n, "(void)t, (void)v;");
}

/* ---- rows ---- */

/* What varies with the lane in a word; *least: what is always added. */
static bool find_added(const strand *s, const strand_function *f, uint32_t word, lane_bytes *out, int32_t *least)
{
    const uint32_t from = ROW_LANES * word;
    int32_t low = INT32_MAX, high = INT32_MIN;
    memset((void *)out, 0, sizeof *out);
    out->plain = !f->table;
    *least = f->table ? 0 : f->number + (int32_t)from;
    for (uint32_t i = 0; f->table && i < ROW_LANES; i++)
        if (strand_has(&s->lanes, from + i)) {
            low = f->table[from + i] < low ? f->table[from + i] : low;
            high = f->table[from + i] > high ? f->table[from + i] : high;
        }
    if (low > high)
        return true;
    *least = low;
    for (uint32_t i = 0; i < ROW_LANES; i++)
        if (strand_has(&s->lanes, from + i))
            out->bytes[i] = (uint8_t)(f->table[from + i] - low);
    return (int64_t)high - low <= UINT8_MAX;
}

static bool same_added(const lane_bytes *a, const lane_bytes *b)
{
    return a->plain == b->plain && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* False: tags cannot be written so. */
static bool find_row(const strand *s, uint32_t word, uint32_t before, move_row *out)
{
    *out = (move_row){.functions = 0};
    if (before + s->tag_count > ROW_TAGS)
        return false;
    for (uint32_t k = 0; k < s->tag_count; k++) {
        lane_bytes added;
        uint32_t f = 0;
        if (!s->tags[k].table && !s->tags[k].moves) {
            out->numbers[before + k] = s->tags[k].number;
            continue;
        }
        if (!find_added(s, &s->tags[k], word, &added, &out->numbers[before + k]))
            return false;
        while (f < out->functions && !same_added(&out->added[f], &added))
            f++;
        if (f == ROW_FUNCTIONS)
            return false;
        if (f == out->functions)
            out->added[out->functions++] = added;
        out->at[f] |= 1u << (before + k);
    }
    return true;
}

/* Number of a table among those that there are. */
static uint32_t number_of_bytes(const lane_bytes *b, lane_bytes *all, uint32_t *count)
{
    uint32_t i = 0;
    while (i < *count && !same_added(&all[i], b))
        i++;
    if (i == *count && i < ROW_BYTES_MAX)
        all[(*count)++] = *b;
    return i;
}

static void emit_bytes(native_source *n, const lane_bytes *all, uint32_t count, uint32_t id)
{
    text_add(n, &n->tables, F("UNUSED static const unsigned char Y%u[][64] = {\n", id));
    for (uint32_t i = 0; i < count; i++) {
        text_add(n, &n->tables, "{");
        for (uint32_t b = 0; b < ROW_LANES; b++)
            text_add(n, &n->tables, F("%u,", all[i].plain ? b : all[i].bytes[b]));
        text_add(n, &n->tables, "},\n");
    }
    text_add(n, &n->tables, "};\n");
}

/* Numbers of all places, as the text of a constant where they are the same. */
static const char *emit_of_place(native_source *n, const uint32_t *all, uint32_t count, const char *name)
{
    bool same = true;
    for (uint32_t i = 0; i < count; i++)
        same &= all[i] == all[0];
    if (same)
        return F("%uu", all[0]);
    strands_table(n, all, count, name);
    emit_line(n, F("(void)%s;", name)); /* where all go on, nothing is listed */
    return F("%s[i]", name);
}

/* Rows of the places of sets of lanes. */
static bool emit_place_rows(native_source *n, move_list *l)
{
    const set_words *all = l->all;
    lane_bytes *bytes = ARENA_ARRAY(n->a, lane_bytes, ROW_BYTES_MAX);
    uint32_t *of[5], byte_count = 0;
    move_row *rows = ARENA_ARRAY(n->a, move_row, all->count + 1);
    for (uint32_t k = 0; k < 5; k++)
        of[k] = ARENA_ARRAY(n->a, uint32_t, all->count + 1);
    bool fits = true;
    for (uint32_t i = 0; fits && i < all->count; i++) {
        if (all->strand[i] == IR_NONE) {
            for (uint32_t k = 0; k < 5 && i > 0; k++)
                of[k][i] = of[k][i - 1];
            continue;
        }
        const strand *s = &l->c->strands[all->strand[i]];
        fits = find_row(s, all->word[i], l->before, &rows[i]);
        of[0][i] = l->before + s->tag_count;
        fits &= of[0][i] > 0;
        for (uint32_t f = 0; fits && f < ROW_FUNCTIONS; f++) {
            of[1 + f][i] = f < rows[i].functions ? number_of_bytes(&rows[i].added[f], bytes, &byte_count) : 0;
            of[3 + f][i] = rows[i].at[f];
            fits &= of[1 + f][i] < ROW_BYTES_MAX;
        }
    }
    if (!fits)
        return false;
    emit_bytes(n, bytes, byte_count ? byte_count : 1, l->id);
    text_add(n, &n->tables, F("UNUSED static const int N%u[] = {", l->id));
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < l->before + l->most; k++)
            text_add(n, &n->tables, F("%d,", rows[i].numbers[k]));
    text_add(n, &n->tables, "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0};\n");
    l->count = emit_of_place(n, of[0], all->count, "tags_of");
    const bool plain = byte_count == 0 || (byte_count == 1 && bytes[0].plain);
    l->one = plain ? "BITS" : F("Y%u[%s]", l->id, emit_of_place(n, of[1], all->count, "one_of"));
    l->two = plain ? "BITS" : F("Y%u[%s]", l->id, emit_of_place(n, of[2], all->count, "two_of"));
    l->at_one = emit_of_place(n, of[3], all->count, "at_one");
    l->at_two = emit_of_place(n, of[4], all->count, "at_two");
    return true;
}

/* Tag number k of a way: a number, to which the lane is added, or not. */
static bool find_way_tag(const move_list *l, const tried *w, uint32_t k, int32_t *number, bool *moves)
{
    const strand_function *f = &l->c->strands[w->strand].tags[k];
    uint32_t lanes = 0, lane = 0;
    for (uint32_t v = 0; v < STRAND_LANES_MAX; v++)
        if (strand_has(&w->lanes, v)) {
            lanes++;
            lane = v;
        }
    *moves = f->moves && lanes > 1;
    *number = lanes == 1 ? strand_value(f, lane) : f->number;
    return lanes < 2 || !f->table;
}

static void find_way_values(const tried *w, int32_t number, bool moves, int64_t *low, int64_t *high)
{
    for (uint32_t v = 0; v < STRAND_LANES_MAX; v++)
        if (strand_has(&w->lanes, v)) {
            const int64_t value = (int64_t)number + (moves ? v : 0);
            *low = value < *low ? value : *low;
            *high = value > *high ? value : *high;
        }
}

/* Rows of the ways of a known lane: what all have in common are numbers, the others differ alike. */
static bool emit_way_rows(native_source *n, move_list *l)
{
    const trials *t = l->ways;
    if (!l->even || l->before + l->most > ROW_TAGS || l->before + l->most == 0 || t->count == 0)
        return false;
    int32_t *numbers = ARENA_ARRAY(n->a, int32_t, l->most * t->count + 1);
    bool *moves = ARENA_ARRAY(n->a, bool, l->most * t->count + 1);
    uint32_t differs = IR_NONE;
    for (uint32_t k = 0; k < l->most; k++) {
        int32_t *const a = numbers + k * t->count;
        bool *const b = moves + k * t->count, same = true;
        for (uint32_t i = 0; i < t->count; i++) {
            if (!find_way_tag(l, &t->all[i], k, &a[i], &b[i]))
                return false;
            same &= a[i] == a[0] && b[i] == b[0];
        }
        l->way_numbers[k] = a[0];
        l->way_moves[k] = b[0];
        if (same)
            continue;
        differs = differs == IR_NONE ? k : differs;
        const int32_t *const first = numbers + differs * t->count;
        for (uint32_t i = 0; i < t->count; i++)
            if (a[i] - first[i] != a[0] - first[0] || b[i] != moves[differs * t->count + i])
                return false;
        l->ways_at |= 1u << k;
    }
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t i = 0; differs != IR_NONE && i < t->count; i++) {
        find_way_values(&t->all[i], numbers[differs * t->count + i], moves[differs * t->count + i], &low, &high);
    }
    if (differs != IR_NONE && (low > high || high - low > UINT8_MAX))
        return false;
    text_add(n, &n->tables, F("UNUSED static const unsigned char Y%u[][64] = {", l->id));
    for (uint32_t i = 0; i < (t->count + 63) / 64 * 64; i++) {
        const bool has = differs != IR_NONE && i < t->count;
        text_add(n, &n->tables,
                 F("%s%u%s", i % 64 ? "," : "{", has ? (uint8_t)(numbers[differs * t->count + i] - low) : 0,
                   i % 64 == 63 ? "}," : ""));
    }
    text_add(n, &n->tables, F("};\nUNUSED static const unsigned char Z%u[][64] = {", l->id));
    for (uint32_t i = 0; i < (t->count + 63) / 64 * 64; i++)
        text_add(n, &n->tables,
                 F("%s%d%s", i % 64 ? "," : "{",
                   differs != IR_NONE && i < t->count && moves[differs * t->count + i] ? 255 : 0,
                   i % 64 == 63 ? "}," : ""));
    text_add(n, &n->tables, "};\n");
    for (uint32_t k = 0; k < l->most; k++)
        if (l->ways_at >> k & 1) {
            l->way_numbers[k] = (int32_t)low + l->way_numbers[k] - numbers[differs * t->count];
            l->way_moves[k] = false;
        }
    l->count = F("%uu", l->before + l->most);
    return true;
}

/* ---- the list ---- */

void list_tables(native_source *n, move_list *l)
{
    if (l->ways) {
        uint32_t strands[TRIED_ONCE + 64];
        for (uint32_t i = 0; i < l->ways->count; i++)
            strands[i] = l->ways->all[i].strand;
        strands_table(n, strands, l->ways->count, "strands");
        emit_line(n, "(void)strands;");
    } else {
        strands_table(n, l->all->strand, l->all->count, "strands");
        strands_table(n, l->all->word, l->all->count, "words");
        emit_line(n, "(void)strands, (void)words;");
    }
    emit_tag_tables(n, l);
    l->rows = l->before != LIST_SOME && (l->ways ? emit_way_rows(n, l) : emit_place_rows(n, l));
}

void list_begin(native_source *n, const move_list *l, const char *moves)
{
    const char *tags = l->before == LIST_SOME ? "tags" : F("%u", l->before);
    emit_line(n, F("uint32_t *w = list_room(x, (%s) * (%s + %u) + 16, %s + 16, %d);", moves, tags, l->most, moves,
                   l->starts));
    emit_line(n, "if (!w)\n        return 1;");
    emit_line(n, "uint32_t *const words_of_moves = x->words, listed = x->move_count;");
    if (strands_held(l->c))
        emit_line(n, "uint32_t *const first_word = w;");
    if (l->starts)
        emit_line(n, "uint32_t *const ends = x->starts + 1;");
    if (!l->rows)
        return;
    if (l->before || l->ways)
        emit_line(n, "tags16 ahead = {0};");
    for (uint32_t k = 0; k < l->before; k++)
        emit_line(n, F("ahead[%u] = (int)x->t[%u];", k, k));
    for (uint32_t k = 0; l->ways && k < l->most; k++)
        emit_line(n, F("ahead[%u] = %d%s;", l->before + k, l->way_numbers[k], l->way_moves[k] ? " + (int)lane" : ""));
}

void list_word(native_source *n, const move_list *l, const char *word, const char *place)
{
    const char *tags = l->before == LIST_SOME ? "tags" : F("%u", l->before);
    emit_open(n, "");
    if (!l->rows) {
        emit_open(n, F("for (uint64_t left = %s; left; left &= left - 1)", word));
        list_place_of_bit(n, l, "(uint32_t)__builtin_ctzll(left)");
        if (l->before)
            emit_line(n, F("copy_tags(w, x->t, %s);\n    w += %s;", tags, tags));
        list_put_tags(n, l, "w");
        emit_line(n, F("w += %s;", list_count_of(n, l)));
        emit_line(n, l->starts ? "ends[listed++] = (uint32_t)(w - words_of_moves);" : "listed++;");
        emit_close(n);
        emit_close(n);
        return;
    }
    emit_line(n, F("const uint32_t here = (uint32_t)__builtin_popcountll(%s);", word));
    if (l->ways) {
        emit_line(n, F("bytes64 ways, lanes;\n    memcpy(&ways, Y%u[%s], sizeof ways);\n    memcpy(&lanes, Z%u[%s], "
                       "sizeof lanes);",
                       l->id, place, l->id, place));
        emit_line(n, "ways += lanes & (unsigned char)lane;");
        emit_line(n, F("put_moves(w, %s, &ahead, %s, (const unsigned char *)&ways, %uu, BITS, 0);", word, l->count,
                       l->ways_at << l->before));
        emit_line(n, F("const uint32_t count = %s;", l->count));
    } else {
        emit_line(n, F("const uint32_t i = %s, count = %s;", place, l->count));
        emit_line(n, F("tags16 row;\n    memcpy(&row, N%u + %u * i, sizeof row);", l->id, l->before + l->most));
        if (l->before)
            emit_line(n, "row += ahead;");
        emit_line(n, F("put_moves(w, %s, &row, count, %s, %s, %s, %s);", word, l->one, l->at_one, l->two, l->at_two));
    }
    if (l->starts)
        emit_line(n, "put_ends(ends + listed, here, (uint32_t)(w - words_of_moves), count);");
    emit_line(n, "listed += here;\n    w += here * count;");
    emit_close(n);
}

void list_end(native_source *n, const move_list *l)
{
    emit_line(n, "(void)words_of_moves;\n    x->move_count = listed;\n    x->w = w;");
    strands_put_held(n, l->c, "first_word", "w");
}
