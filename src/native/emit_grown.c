/* Floods over cells that only grow, remembered from one search to the next.
 *
 * What a flood meets is a function of the set of the values that may be entered. A set that has grown since the last
 * time is flooded from what is new in it alone: over a game every value is met once. A search that begins with all
 * values of a kind remembers what it meets; one that begins with a single value remembers from where its target is met.
 * The frame keeps both sets; they agree whatever state is asked about. */
#include "native/emit_sets.h"

/* Name of a table with a set for each value, of all ways: where its ways lead, or from where. With `kinds` one more set
 * follows: the targets, or the seeds. */
static const char *row_table(native_source *n, const flood *f, bool on, bool kinds)
{
    const uint32_t id = n->masks++, words = f->z->nodes.data[f->node].words;
    text_add(n, &n->tables, F("UNUSED static const uint64_t B%u[] = {", id));
    for (uint32_t k = 0; k < f->way_count; k++) {
        const flood_ways *y = &f->ways[k];
        for (int32_t i = 0; i <= f->high - f->low; i++)
            for (uint32_t w = 0; w < words; w++)
                text_add(n, &n->tables, F("0x%llxull, ", (unsigned long long)(on ? y->on : y->back)[i].words[w]));
        for (uint32_t w = 0; kinds && w < words; w++)
            text_add(n, &n->tables, F("0x%llxull, ", (unsigned long long)(f->single ? y->targets : y->seeds).words[w]));
    }
    text_add(n, &n->tables, "};\n");
    return F("B%u", id);
}

static const char *any_of(native_source *n, const char *set, uint32_t words)
{
    const char *all = F("%s0", set);
    for (uint32_t w = 1; w < words; w++)
        all = F("%s | %s%u", all, set, w);
    return F("(%s)", all);
}

/* Takes bits out of a set, named by its letters, one by one: `at`, and as words bit0, bit1 and so on. Without a branch
 * for each word, since nobody can foretell in which one a bit is. */
static void each_bit(native_source *n, const char *set, uint32_t words)
{
    const char *word = F("%s%u", set, words - 1), *number = F("%u", words - 1);
    for (uint32_t w = words - 1; w-- > 0;) {
        word = F("%s%u ? %s%u : %s", set, w, set, w, word);
        number = F("%s%u ? %u : %s", set, w, w, number);
    }
    emit_open(n, F("while (%s)", any_of(n, set, words)));
    emit_line(n, F("const uint64_t word = %s, bit = word & -word;", word));
    emit_line(n, F("const uint32_t number = %s, at = 64 * number + (uint32_t)__builtin_ctzll(word);", number));
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("const uint64_t bit%u = number == %u ? bit : 0;", w, w));
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("%s%u ^= bit%u;", set, w, w));
}

/* Whether a value has a way to or from a set. */
static const char *meets(native_source *n, const char *set, uint32_t words, const char *at)
{
    const char *all = F("(asked[%u * %s] & %s0)", words, at, set);
    for (uint32_t w = 1; w < words; w++)
        all = F("%s | (asked[%u * %s + %u] & %s%u)", all, words, at, w, set, w);
    return all;
}

/* Which of the ways: a number that the keys make, and whether it has any. */
static void emit_key(native_source *n, const flood *f)
{
    const char *key = "0";
    for (uint32_t i = 0; i < f->key_count; i++) {
        const plan_domain d = sets_domain(n, f->keys[i]);
        key = F("(%s) * %d + (uint32_t)(%s - (%s))", key, d.high - d.low + 1, emit_variable(n, f->keys[i]),
                emit_number(n, d.low));
    }
    uint32_t known = 0;
    for (uint32_t i = 0; i < f->way_count && i < FLOOD_WAYS_MAX; i++)
        known |= (uint32_t)f->ways[i].known << i;
    emit_line(n, F("const uint32_t key = %s;", key));
    emit_line(n, F("const int known = 0x%x >> key & 1;", known));
}

/* The values that may be entered now, and those of them that might be when it was remembered last. */
static bool emit_memory(native_source *n, const flood *f, uint32_t memory)
{
    const set_node *s = &f->z->nodes.data[f->node];
    const plan_domain d = sets_domain(n, s->v);
    emit_key(n, f);
    emit_line(n, F("uint64_t *const had = x->grown + %u + %u * (known ? key : 0), *const had_met = had + %u;", memory,
                   2 * s->words, s->words));
    for (uint32_t w = 0; w < s->words; w++) {
        const emit_mask m = sets_mask(n, &d, s->v, s->words, w);
        const char *mask = emit_mask_of(n, &m, f->entry);
        if (!mask)
            return false;
        const char *domain = emit_mask_domain(n, &m);
        emit_line(n, F("const uint64_t may%u = %s%s%s;", w, mask, domain ? " & " : "", domain ? domain : ""));
    }
    const char *lost = "(had[0] & ~may0)";
    for (uint32_t w = 1; w < s->words; w++)
        lost = F("%s | (had[%u] & ~may%u)", lost, w, w);
    emit_line(n, F("const uint64_t lost = %s;", lost));
    return true;
}

/* Adds to what was met what can be met from there on now. */
static void emit_growth(native_source *n, const flood *f, uint32_t words)
{
    const uint32_t kinds = words * (uint32_t)(f->high - f->low + 1);
    const char *had = "had[0]";
    for (uint32_t w = 1; w < words; w++)
        had = F("%s | had[%u]", had, w);
    emit_open(n, F("if (%s)", had));
    each_bit(n, "new", words);
    emit_line(n, F("const uint64_t meets = -(uint64_t)((asked[%u + at / 64] >> (at & 63) & 1) || (%s));", kinds,
                   meets(n, "met", words, "at")));
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("next%u |= bit%u & meets;", w, w));
    emit_close(n);
    emit_close(n);
    emit_open(n, "else");
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("next%u = may%u & asked[%u];", w, w, kinds + w));
    emit_close(n);
    each_bit(n, "next", words);
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("met%u |= bit%u;", w, w));
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("next%u |= ways[%u * at + %u] & may%u & ~met%u;", w, words, w, w, w));
    emit_close(n);
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("had[%u] = may%u, had_met[%u] = met%u;", w, w, w, w));
}

static void emit_answer(native_source *n, const flood *f, uint32_t words)
{
    if (f->single) {
        emit_line(n, F("const unsigned from = (unsigned)(%s - (%s));", emit_variable(n, f->z->nodes.data[f->node].v),
                       emit_number(n, f->low)));
        emit_line(n, F("return (int)(asked[%u + from / 64] >> (from & 63) & 1) | ((%s) != 0);",
                       words * (uint32_t)(f->high - f->low + 1), meets(n, "met", words, "from")));
        return;
    }
    const uint32_t id = n->masks++;
    text_add(n, &n->tables, F("UNUSED static const uint64_t B%u[] = {", id));
    for (uint32_t k = 0; k < f->way_count; k++)
        for (uint32_t w = 0; w < words; w++)
            text_add(n, &n->tables, F("0x%llxull, ", (unsigned long long)f->ways[k].targets.words[w]));
    text_add(n, &n->tables, "};\n");
    const char *all = F("(met0 & B%u[%u * key])", id, words);
    for (uint32_t w = 1; w < words; w++)
        all = F("%s | (met%u & B%u[%u * key + %u])", all, w, id, words, w);
    emit_line(n, F("return (%s) != 0;", all));
}

bool sets_remember(sets *z, uint32_t place)
{
    native_source *n = z->n;
    flood f;
    if (!sets_find_flood(z, place, &f))
        return false;
    const uint32_t words = z->nodes.data[f.node].words, memory = n->remembered, needed = 2 * words * f.way_count;
    const uint32_t size = words * (uint32_t)(f.high - f.low + 1);
    const size_t before = n->functions.length;
    if (memory + needed > NATIVE_GROWN_WORDS || !emit_memory(n, &f, memory)) {
        emit_cut(n, before);
        return false;
    }
    n->remembered += needed;
    emit_open(n, "if (known && !lost)");
    const char *asked = row_table(n, &f, f.single, true), *ways = row_table(n, &f, !f.single, false);
    emit_line(n, F("const uint64_t *const asked = %s + %u * key, *const ways = %s + %u * key;", asked, size + words,
                   ways, size));
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("uint64_t met%u = had_met[%u], new%u = may%u & ~had[%u], next%u = 0;", w, w, w, w, w, w));
    emit_line(n, "(void)ways;");
    emit_open(n, F("if (%s)", any_of(n, "new", words)));
    emit_growth(n, &f, words);
    emit_close(n);
    emit_answer(n, &f, words);
    emit_close(n);
    for (uint32_t w = 0; w < words; w++)
        emit_line(n, F("had[%u] = had_met[%u] = 0;", w, w));
    return true;
}
