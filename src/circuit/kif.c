/* A network as a rule sheet of ground rules in the Game Description Language (Love et al., "General Game Playing: Game
 * Description Language Specification", 2008), prefix notation: a proposition for each gate. */
#include "circuit/print.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct sheet {
    const net_network *n;
    arena *a, *scratch;
    text_buffer text;
    const char **facts, **moves, **roles; /* terms */
    uint32_t *role_of;                    /* [move] */
} sheet;

static void put(sheet *s, const char *text) { text_adds(s->a, &s->text, text); }

/* A word of a term: what separates terms, or begins a comment or a variable, becomes `_`; in small letters, since not
 * every system tells them apart. */
static const char *word_of(sheet *s, const char *text, size_t length)
{
    char *word = arena_strndup(s->scratch, text, length);
    for (size_t i = 0; i < length; i++) {
        word[i] = text_small(word[i]);
        if (strchr("();|\"", word[i]) || (i == 0 && word[i] == '?'))
            word[i] = '_';
    }
    return word;
}

/* Several words are a term with a name in front. */
static const char *move_term(sheet *s, const char *text)
{
    const char *term = "";
    uint32_t words = 0;
    for (const char *p = text; *p; words++) {
        const size_t n = strcspn(p, " ");
        term = arena_printf(s->scratch, "%s%s%s", term, words ? " " : "", word_of(s, p, n));
        p += n + (p[n] == ' ');
    }
    return words == 1 ? term : words ? arena_printf(s->scratch, "(move_%u %s)", words, term) : "move";
}

/* Facts are terms already, or words; they have no variables. */
static const char *fact_term(sheet *s, const char *text)
{
    char *term = arena_strndup(s->scratch, text, strlen(text));
    if (text[0] != '(')
        return word_of(s, text, strlen(text));
    for (char *p = term; *p; p++)
        *p = *p == '?' ? '_' : text_small(*p);
    return term;
}

/* Equal terms of different moves get a number. */
static void tell_apart(sheet *s, const char **terms, uint32_t first, uint32_t count)
{
    const char **sorted = ARENA_ARRAY(s->scratch, const char *, count + 1);
    bool twice = false;
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = terms[first + i];
    qsort(sorted, count, sizeof *sorted, text_order);
    for (uint32_t i = 1; i < count; i++)
        twice |= strcmp(sorted[i - 1], sorted[i]) == 0;
    for (uint32_t i = 0; i < count && twice; i++)
        terms[first + i] = arena_printf(s->scratch, "(numbered %u %s)", i, terms[first + i]);
}

static const char *atom_of(sheet *s, uint32_t gate)
{
    const net_gate *g = &vec_at(&s->n->gates, gate);
    if (g->kind == NET_FACT)
        return arena_printf(s->scratch, "(true %s)", s->facts[g->first]);
    if (g->kind == NET_DOES)
        return arena_printf(s->scratch, "(does %s %s)", s->roles[s->role_of[g->first]], s->moves[g->first]);
    return arena_printf(s->scratch, "gate_%u", gate);
}

static const char *literal_of(sheet *s, net_signal signal)
{
    const char *atom = atom_of(s, signal >> 1);
    return signal & 1 ? arena_printf(s->scratch, "(not %s)", atom) : atom;
}

static void put_rule(sheet *s, const char *head, net_signal when)
{
    if (when == NET_TRUE)
        put(s, arena_printf(s->scratch, "%s\n", head));
    else if (when != NET_FALSE)
        put(s, arena_printf(s->scratch, "(<= %s %s)\n", head, literal_of(s, when)));
}

static void put_gates(sheet *s)
{
    const net_network *n = s->n;
    for (uint32_t g = 1; g < n->gates.count; g++) {
        const net_gate *gate = &vec_at(&n->gates, g);
        bool never = false;
        for (uint32_t i = 0; i < gate->count; i++)
            never |= gate->kind == NET_AND && vec_at(&n->inputs, gate->first + i) == NET_FALSE;
        if ((gate->kind != NET_AND && gate->kind != NET_OR) || never)
            continue;
        if (gate->kind == NET_AND)
            put(s, arena_printf(s->scratch, "(<= gate_%u", g));
        for (uint32_t i = 0; i < gate->count; i++) {
            const net_signal in = vec_at(&n->inputs, gate->first + i);
            if (gate->kind == NET_OR)
                put_rule(s, arena_printf(s->scratch, "gate_%u", g), in);
            else if (in != NET_TRUE)
                put(s, arena_printf(s->scratch, " %s", literal_of(s, in)));
        }
        if (gate->kind == NET_AND)
            put(s, ")\n");
    }
}

/* A role is one word, unlike those before it; only chance is called `random`. */
static const char *role_term(sheet *s, uint32_t role)
{
    const char *name = vec_at(&s->n->roles, role).name;
    char *word = arena_strndup(s->scratch, name, strlen(name));
    for (char *p = word; *p; p++)
        *p = (char)(*p == ' ' ? '_' : *p);
    const char *term = word_of(s, word, strlen(word));
    bool taken = !*term || (role != s->n->random && strcmp(term, "random") == 0);
    for (uint32_t r = 0; r < role && !taken; r++)
        taken = strcmp(term, s->roles[r]) == 0;
    return taken ? arena_printf(s->scratch, "%s_role_%u", term, role + 1) : term;
}

static const char *way_back(sheet *s)
{
    text_buffer lines = {0};
    for (uint32_t i = 0; i < s->n->moves.count; i++)
        text_adds(s->a, &lines,
                  arena_printf(s->scratch, "%s\t%s\t%s\t%s\n", vec_at(&s->n->roles, s->role_of[i]).name,
                               s->roles[s->role_of[i]], s->moves[i], vec_at(&s->n->moves, i).text));
    return lines.data ? lines.data : "";
}

const char *net_kif(const net_network *n, const char **moves, arena *a)
{
    sheet s = {.n = n, .a = a, .scratch = arena_child(a)};
    s.facts = ARENA_ARRAY(s.scratch, const char *, n->facts.count + 1);
    s.moves = ARENA_ARRAY(s.scratch, const char *, n->moves.count + 1);
    s.roles = ARENA_ARRAY(s.scratch, const char *, n->roles.count + 1);
    s.role_of = ARENA_ARRAY(s.scratch, uint32_t, n->moves.count + 1);
    for (uint32_t i = 0; i < n->facts.count; i++)
        s.facts[i] = fact_term(&s, vec_at(&n->facts, i).text);
    tell_apart(&s, s.facts, 0, n->facts.count);
    for (uint32_t r = 0; r < n->roles.count; r++) {
        s.roles[r] = role_term(&s, r);
        const net_role *role = &vec_at(&n->roles, r);
        for (uint32_t i = role->first_move; i < role->first_move + role->move_count; i++) {
            s.moves[i] = move_term(&s, vec_at(&n->moves, i).text);
            s.role_of[i] = r;
        }
        tell_apart(&s, s.moves, role->first_move, role->move_count);
    }
    for (uint32_t r = 0; r < n->roles.count; r++)
        put(&s, arena_printf(s.scratch, "(role %s)\n", s.roles[r]));
    for (uint32_t i = 0; i < n->facts.count; i++) {
        put(&s, arena_printf(s.scratch, "(base %s)\n", s.facts[i]));
        if (vec_at(&n->facts, i).initial)
            put(&s, arena_printf(s.scratch, "(init %s)\n", s.facts[i]));
    }
    for (uint32_t i = 0; i < n->moves.count; i++) {
        const char *role = s.roles[s.role_of[i]];
        put(&s, arena_printf(s.scratch, "(input %s %s)\n", role, s.moves[i]));
        put_rule(&s, arena_printf(s.scratch, "(legal %s %s)", role, s.moves[i]), vec_at(&n->moves, i).legal);
    }
    put_gates(&s);
    for (uint32_t i = 0; i < n->facts.count; i++)
        put_rule(&s, arena_printf(s.scratch, "(next %s)", s.facts[i]), vec_at(&n->facts, i).next);
    put_rule(&s, "terminal", n->terminal);
    for (uint32_t r = 0; r < n->roles.count; r++)
        for (uint32_t i = vec_at(&n->roles, r).first_goal;
             i < vec_at(&n->roles, r).first_goal + vec_at(&n->roles, r).goal_count; i++)
            put_rule(&s, arena_printf(s.scratch, "(goal %s %s)", s.roles[r], vec_at(&n->goals, i).text),
                     vec_at(&n->goals, i).signal);
    for (uint32_t r = 0; r < n->roles.count; r++)
        for (uint32_t i = vec_at(&n->roles, r).first_percept;
             i < vec_at(&n->roles, r).first_percept + vec_at(&n->roles, r).percept_count; i++)
            put_rule(&s, arena_printf(s.scratch, "(sees %s %s)", s.roles[r], vec_at(&n->percepts, i).text),
                     vec_at(&n->percepts, i).signal);
    if (moves)
        *moves = way_back(&s);
    arena_done(s.scratch);
    return s.text.data;
}
