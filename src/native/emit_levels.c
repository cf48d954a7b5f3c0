/* Moves that are followed level by level (automaton/strands.h), as C, draw for draw as vm_strands.c.
 *
 * Each level has a function that counts its moves, lists them, or makes one by its number: its sets are made, and where
 * a move goes on, what it writes is written, the next level is asked, and all is put back. */
#include "native/emit_strands.h"

#include <string.h>

/* A level of a decision: number 0 is the decision itself. */
typedef struct level {
    ir_node node;
    uint32_t number;
    const plan_strands *all, *p;
    bool starts;
    uint32_t before; /* tags before it, or LIST_SOME */
} level;

static const plan_strands *level_at(const plan_strands *all, uint32_t number)
{
    return number ? &all->levels[number - 1] : all;
}

/* ---- what is written, and put back ---- */

static bool goes_alike(const strand *a, const strand *b)
{
    return (a->level > 0) == (b->level > 0) && strands_write_alike(a, b);
}

static void enter(native_source *n, const strand_case *c, const bool *members, const strand *first)
{
    strands_copies(n, c, members, first);
    for (uint32_t k = 0; k < first->write_count; k++)
        strands_write(n, c, members, first, k);
}

static void leave(native_source *n, const strand_case *c, const bool *members, const strand *first)
{
    (void)c, (void)members;
    for (uint32_t k = first->write_count; k-- > 0;)
        strands_put_back(n, first, k);
}

typedef void each_group(native_source *n, const strand_case *c, const bool *members, const strand *first);

/* For strands that go on, those that write alike together. */
static void emit_groups(native_source *n, const strand_case *c, each_group *each)
{
    uint32_t group[STRANDS_MAX] = {0};
    const uint32_t groups = strands_group(c, goes_alike, group);
    strands_table(n, group, c->count, "groups");
    emit_open(n, "switch (groups[t])");
    for (uint32_t g = 0; g < groups; g++) {
        bool members[STRANDS_MAX] = {false};
        const strand *first = strands_members(c, group, g, members);
        if (first->level == 0)
            continue;
        emit_open(n, F("case %u:", g));
        each(n, c, members, first);
        emit_line(n, "break;");
        emit_close(n);
    }
    emit_line(n, "default: break;");
    emit_close(n);
}

static void begin_function(native_source *n, const char *head)
{
    text_add(n, &n->declarations, F("%s;\n", head));
    text_add(n, &n->functions, F("\n%s\n{\n", head));
    n->indent = 1;
    n->locals = 0;
}

static void end_function(native_source *n) { text_add(n, &n->functions, "}\n"); }

static const char *name_of(native_source *n, const level *l, uint32_t number)
{
    return F("%u_%u_%u", l->node, l->number, number);
}

/* Functions that make a move, or begin one that goes on, and put that back. */
static void emit_changes(native_source *n, const level *l, uint32_t number, const strand_case *c)
{
    const char *name = name_of(n, l, number);
    bool some = false;
    for (uint32_t i = 0; i < c->count; i++)
        some |= c->strands[i].level == 0;
    if (some) {
        strand_case last = *c; /* those that go on are never made */
        begin_function(
            n, F("UNUSED static int make_%s(native_frame *const x, unsigned char *const s, const uint32_t t, const "
                 "uint32_t v)",
                 name));
        emit_line(n, "(void)x, (void)s, (void)t, (void)v;");
        strands_make(n, &last);
        end_function(n);
    }
    if (!c->goes_on)
        return;
    begin_function(n, F("static void enter_%s(native_frame *const x, unsigned char *const s, const uint32_t t, const "
                        "uint32_t v, unsigned char **const p, int *const old)",
                        name));
    emit_line(n, "(void)x, (void)s, (void)v, (void)p, (void)old;");
    emit_groups(n, c, enter);
    end_function(n);
    begin_function(n, F("static void leave_%s(native_frame *const x, unsigned char *const s, const uint32_t t, "
                        "unsigned char *const *const p, const int *const old)",
                        name));
    emit_line(n, "(void)x, (void)s, (void)p, (void)old;");
    emit_groups(n, c, leave);
    end_function(n);
}

/* ---- sets ---- */

/* Makes sets[], before[], filled and total. */
static void emit_level_sets(native_source *n, const level *l, const strand_case *c, const set_words *all,
                            const trials *t)
{
    if (t) {
        const uint32_t words = (emit_trial_vectors(t) + 7) / 8;
        emit_trial_sets(n, l->p, c, t);
        emit_line(n, F("enum { filled = %u };\n    uint32_t before[filled + 1];", words));
    } else {
        strands_emit_words(n, c, all);
        if (l->p->lane != IR_NONE) {
            const layout_slot *s = &n->p->layout.variables[l->p->lane];
            emit_line(n, F("const uint32_t lane = (uint32_t)(%s);", emit_stored(n, s, emit_variable(n, l->p->lane))));
            emit_line(n, "for (uint32_t j = 0; j < filled; j++)\n        sets[j] &= words[at[j]] == lane / 64 ? "
                         "UINT64_C(1) << lane % 64 : 0;");
        }
        emit_line(n, F("uint32_t before[%u];", all->count + 1));
    }
    emit_line(n, "const uint32_t total = count_before(sets, filled, before);");
}

/* ---- the function of a level ---- */

/* Where moves of the case end here. */
static void emit_ends(native_source *n, const level *l, uint32_t number, const move_list *list)
{
    emit_line(
        n,
        "if (mode == DRAW_ONE) {\n        if (total == 0)\n            return 0;\n        k = below(x, total);\n    }");
    emit_open(n, "if ((mode == TAKE_ONE || mode == DRAW_ONE) && k < total)");
    emit_line(n, "uint32_t j = 0;\n    while (k >= before[j + 1]) j++;");
    emit_line(n, "const uint32_t bit = bit_of(sets[j], k - before[j]);");
    list_place_of_bit(n, list, "bit");
    emit_line(n, F("make_%s(x, s, t, v);", name_of(n, l, number)));
    emit_close(n);
    emit_open(n, "if (mode == LIST_ALL)");
    list_begin(n, list, "total");
    emit_open(n, "for (uint32_t j = 0; j < filled; j++)");
    list_word(n, list, "sets[j]", list->ways ? "j" : "(uint32_t)at[j]");
    emit_close(n);
    list_end(n, list);
    emit_close(n);
    emit_line(n, "return total;");
}

static void emit_entered(native_source *n, const level *l, const char *name, const char *mode, const char *left,
                         const char *tags)
{
    emit_line(n, F("unsigned char *p[%d];\n    int old[%d];", STRAND_WRITES_MAX, STRAND_WRITES_MAX));
    emit_line(n, F("enter_%s(x, s, t, v, p, old);", name));
    emit_line(n, F("const uint32_t more = go_on_%u(x, s, goes[t], %s, %s, %s);", l->node, mode, left, tags));
}

static void emit_make(native_source *n, const char *name) { emit_line(n, F("make_%s(x, s, t, v);", name)); }

/* Few moves that go on: what follows is counted, each once. */
static void emit_counted(native_source *n, const level *l, const char *name, bool some_end, const move_list *list)
{
    emit_open(n, F("if (unfinished <= %d)", STRAND_ENTERED_MAX));
    emit_line(n, F("uint32_t sizes[%d], count = 0, sum = total - unfinished;", STRAND_ENTERED_MAX + 1));
    emit_open(n, "for (uint32_t j = 0; j < filled && unfinished; j++)");
    emit_open(n, "for (uint64_t rest = goes[strands[at[j]]] ? sets[j] : 0; rest; rest &= rest - 1)");
    list_place_of_bit(n, list, "(uint32_t)__builtin_ctzll(rest)");
    emit_entered(n, l, name, "COUNT_ALL", "0", list_count_of(n, list));
    emit_line(n, F("leave_%s(x, s, t, p, old);", name));
    emit_line(n, "sizes[count++] = more;\n    sum += more;");
    if (l->all->comes_round)
        emit_line(n, "if (x->stop)\n        return 0;");
    emit_close(n);
    emit_close(n);
    emit_line(n, "if (sum == 0 || sum > INT32_MAX)\n        return 0;");
    emit_line(n, "k = below(x, sum);\n    count = 0;");
    emit_open(n, "for (uint32_t j = 0; j < filled; j++)");
    if (some_end) {
        emit_open(n, "if (!goes[strands[at[j]]])");
        emit_line(n, "const uint32_t here = before[j + 1] - before[j];");
        emit_open(n, "if (k < here)");
        emit_line(n, "const uint32_t bit = bit_of(sets[j], k);");
        list_place_of_bit(n, list, "bit");
        emit_make(n, name);
        emit_line(n, "return 1;");
        emit_close(n);
        emit_line(n, "k -= here;\n    continue;");
        emit_close(n);
    }
    emit_open(n, "for (uint64_t rest = sets[j]; rest; rest &= rest - 1)");
    emit_line(n, "const uint32_t size = sizes[count++];");
    emit_open(n, "if (k < size)");
    list_place_of_bit(n, list, "(uint32_t)__builtin_ctzll(rest)");
    emit_entered(n, l, name, "TAKE_ONE", "k", list_count_of(n, list));
    emit_line(n, "return more != 0;");
    emit_close(n);
    emit_line(n, "k -= size;");
    emit_close(n);
    emit_close(n);
    emit_line(n, "return 0;");
    emit_close(n);
}

/* One of many is drawn with a number of what may follow, until so much follows. */
static void emit_bounded(native_source *n, const level *l, const char *name, bool some_end, const move_list *list)
{
    emit_line(n, F("enum { most = %u };", l->all->bound));
    emit_open(n, "for (uint32_t i = 0; (uint64_t)total * most <= INT32_MAX && i < NATIVE_ATTEMPTS_LEVELS; i++)");
    emit_line(n, "const uint32_t r = below(x, total * most), e = r / most, left = r % most;");
    emit_line(n, "uint32_t j = 0;\n    while (e >= before[j + 1]) j++;");
    emit_line(n, "const uint32_t bit = bit_of(sets[j], e - before[j]);");
    list_place_of_bit(n, list, "bit");
    if (some_end) {
        emit_open(n, "if (!goes[t])");
        emit_line(n, "if (left > 0)\n        continue;");
        emit_make(n, name);
        emit_line(n, "return 1;");
        emit_close(n);
    }
    emit_entered(n, l, name, "TAKE_ONE", "left", list_count_of(n, list));
    emit_line(n, "if (left < more)\n        return 1;");
    emit_line(n, F("leave_%s(x, s, t, p, old);", name));
    emit_close(n);
}

/* Few are counted; else, and where drawing fails, all are. */
static void emit_tries(native_source *n, const level *l, const char *name, bool some_end, const move_list *list)
{
    emit_open(n, "if (mode == DRAW_ONE)");
    emit_line(n, "uint32_t unfinished = 0;");
    emit_line(n, "for (uint32_t j = 0; j < filled; j++)\n        unfinished += goes[strands[at[j]]] ? before[j + 1] - "
                 "before[j] : 0;");
    emit_counted(n, l, name, some_end, list);
    if (l->all->bound > 0)
        emit_bounded(n, l, name, some_end, list);
    emit_line(n, F("const uint32_t sum = level_%u_0(x, s, COUNT_ALL, 0, 0);", l->node));
    emit_line(n, "if (sum == 0 || sum > INT32_MAX)\n        return 0;");
    emit_line(n, "k = below(x, sum);");
    emit_close(n);
}

/* Lists moves of a word that end here. */
static void emit_listed(native_source *n, const move_list *list, const char *moves, const char *word)
{
    emit_open(n, "if (mode == LIST_ALL)");
    list_begin(n, list, moves);
    list_word(n, list, word, list->ways ? "j" : "(uint32_t)at[j]");
    list_end(n, list);
    emit_close(n);
}

/* Where some go on. */
static void emit_goes_on(native_source *n, const level *l, uint32_t number, const strand_case *c, const move_list *list)
{
    const char *name = name_of(n, l, number);
    bool some_end = false;
    for (uint32_t i = 0; i < c->count; i++)
        some_end |= c->strands[i].level == 0;
    if (l->number == 0) {
        assert(!list->ways); /* only the choice itself is a lane that goes on */
        emit_tries(n, l, name, some_end, list);
    }
    emit_line(n, "(void)total;");
    emit_line(n, "const int takes = mode == TAKE_ONE || mode == DRAW_ONE;");
    emit_line(n, "uint32_t sum = 0;");
    emit_open(n, "for (uint32_t j = 0; j < filled; j++)");
    if (some_end && !list->ways) { /* a word is of one strand */
        emit_open(n, "if (!goes[strands[at[j]]])");
        emit_line(n, "const uint32_t here = before[j + 1] - before[j];");
        emit_open(n, "if (takes && k < sum + here)");
        emit_line(n, "const uint32_t bit = bit_of(sets[j], k - sum);");
        list_place_of_bit(n, list, "bit");
        emit_make(n, name);
        emit_line(n, "return sum + here;");
        emit_close(n);
        emit_listed(n, list, "here", "sets[j]");
        emit_line(n, "sum += here;\n    continue;");
        emit_close(n);
    }
    emit_open(n, "for (uint64_t rest = sets[j]; rest; rest &= rest - 1)");
    list_place_of_bit(n, list, "(uint32_t)__builtin_ctzll(rest)");
    if (some_end && list->ways) {
        emit_open(n, "if (!goes[t])");
        emit_open(n, "if (takes && k == sum)");
        emit_make(n, name);
        emit_line(n, "return sum + 1;");
        emit_close(n);
        emit_listed(n, list, "1", "(rest & -rest)");
        emit_line(n, "sum++;\n    continue;");
        emit_close(n);
    }
    emit_open(n, "if (mode == LIST_ALL)");
    list_put_tags(n, list, "x->t + tags");
    emit_close(n);
    emit_entered(n, l, name, "takes ? TAKE_ONE : mode", "takes ? k - sum : 0", F("tags + %s", list_count_of(n, list)));
    emit_line(n, "sum += more;");
    emit_line(n, "if (takes && k < sum)\n        return sum;");
    emit_line(n, F("leave_%s(x, s, t, p, old);", name));
    emit_line(n, "if (x->stop)\n        return 0;");
    emit_close(n);
    emit_close(n);
    emit_line(n, "return sum;");
}

static void emit_level_case(native_source *n, const level *l, uint32_t number, const strand_case *c, set_words *all)
{
    const trials *t = l->p->lane == IR_NONE ? NULL : emit_find_trials(n, l->p, c);
    emit_open(n, F("if (%s)", strands_conditions(n, c)));
    if (c->count == 0) {
        emit_line(n, "return 0;");
        emit_close(n);
        return;
    }
    strands_find_words(n, c, all);
    all->many = true;
    all->by_lane = l->p->lane != IR_NONE;
    move_list list = {.c = c, .all = all, .ways = t, .starts = l->starts, .before = l->before};
    list_tables(n, &list);
    uint32_t numbers[STRANDS_MAX];
    for (uint32_t i = 0; i < c->count; i++)
        numbers[i] = c->strands[i].level;
    if (c->goes_on)
        strands_table(n, numbers, c->count, "goes");
    emit_level_sets(n, l, c, all, t);
    if (c->goes_on)
        emit_goes_on(n, l, number, c, &list);
    else
        emit_ends(n, l, number, &list);
    emit_close(n);
}

static uint32_t most_of(const plan_strands *p)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < p->cases[i].count; k++)
            most = p->cases[i].strands[k].tag_count > most ? p->cases[i].strands[k].tag_count : most;
    return most;
}

enum { BEFORE_NONE = UINT32_MAX - 1 }; /* no way leads there */

/* Tags before each level: they are known where all ways there have the same number. */
static void find_before(const plan_strands *all, uint32_t number, uint32_t tags, uint32_t *before)
{
    if (before[number] == tags || before[number] == LIST_SOME)
        return;
    before[number] = before[number] == BEFORE_NONE && tags <= STRAND_TAGS_MAX ? tags : LIST_SOME;
    const plan_strands *p = level_at(all, number);
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < p->cases[i].count; k++) {
            const strand *s = &p->cases[i].strands[k];
            if (s->level)
                find_before(all, s->level, before[number] == LIST_SOME ? LIST_SOME : tags + s->tag_count, before);
        }
}

static void emit_level(native_source *n, const level *l, set_words *all)
{
    for (uint32_t i = 0; i < l->p->count; i++)
        emit_changes(n, l, i, &l->p->cases[i]);
    begin_function(
        n, F("static uint32_t level_%u_%u(native_frame *const x, unsigned char *const s, const int mode, uint32_t k, "
             "const uint32_t tags)",
             l->node, l->number));
    emit_line(n, "(void)x, (void)s, (void)tags, (void)k, (void)mode;");
    if (l->all->comes_round)
        emit_line(
            n, F("if (tags + %u > %d) {\n        halt(x);\n        return 0;\n    }", most_of(l->p), STRAND_TAGS_MAX));
    for (uint32_t i = 0; i < l->p->count; i++)
        emit_level_case(n, l, i, &l->p->cases[i], all);
    emit_line(n, "return 0;");
    end_function(n);
}

void emit_levels(native_source *n, ir_node node, bool starts)
{
    const plan_strands *p = n->p->decisions[node].strands;
    set_words *all = ARENA_NEW(n->a, set_words);
    arena *outer = n->strings;
    n->strings = n->own_strings;
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    n->varying = n->deep = false;
    begin_function(
        n, F("UNUSED static uint32_t go_on_%u(native_frame *const x, unsigned char *const s, const uint32_t level, "
             "const int mode, const uint32_t k, const uint32_t tags)",
             node));
    emit_line(n, "(void)x, (void)s, (void)mode, (void)k, (void)tags;");
    emit_open(n, "switch (level)");
    for (uint32_t i = 1; i <= p->level_count; i++)
        emit_line(n, F("case %u: return level_%u_%u(x, s, mode, k, tags);", i, node, i));
    emit_line(n, "default: return 0;");
    emit_close(n);
    end_function(n);
    uint32_t before[STRAND_LEVELS_MAX + 1];
    for (uint32_t i = 0; i <= p->level_count; i++)
        before[i] = BEFORE_NONE;
    find_before(p, 0, 0, before);
    for (uint32_t i = 0; i <= p->level_count; i++)
        emit_level(n, &(level){node, i, p, level_at(p, i), starts, before[i] == BEFORE_NONE ? LIST_SOME : before[i]},
                   all);
    begin_function(n,
                   F("SET_%u int set_%u(native_frame *const x, unsigned char *const s, const int list, const int draw)",
                     node, node));
    emit_open(n, "if (list)");
    emit_line(n, "x->move_count = 0;");
    emit_line(n, F("level_%u_0(x, s, LIST_ALL, 0, 0);", node));
    emit_line(n, "if (!draw || x->stop)\n        return 1;");
    emit_line(n, "if (x->move_count == 0)\n        return 0;");
    emit_line(n, F("level_%u_0(x, s, TAKE_ONE, below(x, x->move_count), 0);", node));
    emit_line(n, "return 1;");
    emit_close(n);
    emit_line(n, F("return draw && level_%u_0(x, s, DRAW_ONE, 0, 0) > 0;", node));
    end_function(n);
    arena_empty(n->strings);
    n->strings = outer;
}
