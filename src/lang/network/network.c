/* The text of networks, as circuit/print.c writes it: one line for each role, fact, move, gate and
 * output, in this order:
 *
 *     network 1
 *     role "NAME" [chance]
 *     fact GATE "TEXT" [initial] next SIGNAL
 *     move GATE ROLE "TEXT" legal SIGNAL
 *     and GATE SIGNAL...          or GATE SIGNAL...
 *     component FIRST LAST
 *     terminal SIGNAL
 *     goal ROLE "VALUE" SIGNAL    percept ROLE "TEXT" SIGNAL
 *     sees
 *
 * Gates are numbered from 1, facts first, then moves; roles from 0. A signal is the number of a
 * gate, with a minus when it is negated, or T or F. `#` begins a comment. */
#include "circuit/network.h"
#include "lang/lang.h"

#include "circuit/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    arena *a;
    const src_text *source;
    diag_sink *sink;
    net_network *n;
    const char *at, *end, *line; /* the line being read begins at `line` */
    const char *token;           /* where the last one began */
    uint32_t role;               /* of the last move, goal or percept */
    bool ended;                  /* `terminal` was met */
    int rank;                    /* of the last line's word: lines come in order */
} reader;

static bool fail(reader *r, const char *message, const char *hint)
{
    uint32_t from = (uint32_t)(r->token - r->source->text), to = (uint32_t)(r->at - r->source->text);
    diag *d = diag_report(r->sink, DIAG_NETWORK, r->source, (src_span){from, to > from ? to : from + 1}, "%s", message);
    if (hint)
        diag_set_hint(r->sink, d, "%s", hint);
    return false;
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
        r->at++;
    if (r->at < r->end && *r->at == '#')
        while (r->at < r->end && *r->at != '\n')
            r->at++;
    r->token = r->at;
}

static bool at_line_end(reader *r)
{
    skip_blanks(r);
    return r->at == r->end || *r->at == '\n';
}

static bool word(reader *r, const char *expected)
{
    size_t length = strlen(expected);
    skip_blanks(r);
    if ((size_t)(r->end - r->at) < length || strncmp(r->at, expected, length) != 0)
        return false;
    if (r->at + length < r->end && !strchr(" \t\r\n#", r->at[length]))
        return false;
    r->at += length;
    return true;
}

static bool number(reader *r, uint32_t *out)
{
    skip_blanks(r);
    uint64_t value = 0;
    const char *from = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9' && value < UINT32_MAX)
        value = value * 10 + (uint64_t)(*r->at++ - '0');
    *out = (uint32_t)value;
    if (r->at == from || value >= UINT32_MAX / 2)
        return fail(r, "a number is expected here", NULL);
    return true;
}

static bool quoted(reader *r, const char **out)
{
    skip_blanks(r);
    VEC(char) text = {0};
    if (r->at == r->end || *r->at != '"')
        return fail(r, "a text between double quotes is expected here", NULL);
    for (r->at++; r->at < r->end && *r->at != '"' && *r->at != '\n'; r->at++) {
        r->at += *r->at == '\\' && r->at + 1 < r->end && r->at[1] != '\n';
        vec_push(r->a, &text, *r->at);
    }
    if (r->at == r->end || *r->at != '"')
        return fail(r, "this text has no end", "a double quote ends it, on the same line");
    r->at++;
    vec_push(r->a, &text, '\0');
    *out = text.data;
    return true;
}

static bool signal(reader *r, net_signal *out)
{
    if (word(r, "T") || word(r, "F")) {
        *out = r->at[-1] == 'T' ? NET_TRUE : NET_FALSE;
        return true;
    }
    skip_blanks(r);
    bool negated = r->at < r->end && *r->at == '-';
    uint32_t gate;
    r->at += negated;
    if (!number(r, &gate))
        return false;
    *out = 2 * gate + negated;
    return gate > 0 || fail(r, "there is no gate 0", "T and F stand for what is always and never true");
}

static uint32_t add_gate(reader *r, net_kind kind, uint32_t first, uint32_t count)
{
    vec_push(r->a, &r->n->gates, ((net_gate){kind, first, count}));
    return r->n->gates.count - 1;
}

static bool numbered(reader *r)
{
    uint32_t gate;
    if (!number(r, &gate))
        return false;
    return gate == r->n->gates.count || fail(r, arena_printf(r->a, "this gate has the number %u", r->n->gates.count),
                                             "gates are numbered in the order of their lines, from 1");
}

static bool read_role_number(reader *r)
{
    if (!number(r, &r->role))
        return false;
    return r->role < r->n->roles.count || fail(r, "there is no such role", "roles are numbered from 0");
}

static bool read_role(reader *r)
{
    net_role role = {.term = LOGIC_NONE};
    if (!quoted(r, &role.name))
        return false;
    if (word(r, "chance"))
        r->n->random = r->n->roles.count;
    vec_push(r->a, &r->n->roles, role);
    return true;
}

static bool read_fact(reader *r)
{
    net_fact f = {.term = LOGIC_NONE};
    if (!numbered(r) || !quoted(r, &f.text))
        return false;
    f.initial = word(r, "initial");
    if (!word(r, "next"))
        return fail(r, "`next` is expected here", NULL);
    if (!signal(r, &f.next))
        return false;
    add_gate(r, NET_FACT, r->n->facts.count, 0);
    vec_push(r->a, &r->n->facts, f);
    return true;
}

static bool read_move(reader *r)
{
    net_move m = {.term = LOGIC_NONE, .gate = r->n->gates.count};
    if (!numbered(r) || !read_role_number(r) || !quoted(r, &m.text))
        return false;
    if (!word(r, "legal"))
        return fail(r, "`legal` is expected here", NULL);
    if (!signal(r, &m.legal))
        return false;
    net_role *who = &vec_at(&r->n->roles, r->role);
    if (who->move_count == 0)
        who->first_move = r->n->moves.count;
    who->move_count++;
    add_gate(r, NET_DOES, r->n->moves.count, 0);
    vec_push(r->a, &r->n->moves, m);
    return true;
}

static bool read_gate(reader *r, net_kind kind)
{
    uint32_t first = r->n->inputs.count;
    if (!numbered(r))
        return false;
    while (!at_line_end(r)) {
        net_signal s;
        if (!signal(r, &s))
            return false;
        vec_push(r->a, &r->n->inputs, s);
    }
    add_gate(r, kind, first, r->n->inputs.count - first);
    return true;
}

static bool read_component(reader *r)
{
    net_component c;
    if (!number(r, &c.first) || !number(r, &c.end))
        return false;
    c.end++;
    vec_push(r->a, &r->n->components, c);
    return true;
}

static bool read_valued(reader *r, bool goal)
{
    net_valued v = {.term = LOGIC_NONE, .value = -1};
    if (!read_role_number(r) || !quoted(r, &v.text) || !signal(r, &v.signal))
        return false;
    char *end;
    long value = strtol(v.text, &end, 10);
    if (*v.text && !*end && value >= 0 && value <= INT32_MAX)
        v.value = (int32_t)value;
    net_role *who = &vec_at(&r->n->roles, r->role);
    if (goal) {
        who->first_goal = who->goal_count ? who->first_goal : r->n->goals.count;
        who->goal_count++;
        vec_push(r->a, &r->n->goals, v);
    } else {
        who->first_percept = who->percept_count ? who->first_percept : r->n->percepts.count;
        who->percept_count++;
        vec_push(r->a, &r->n->percepts, v);
    }
    return true;
}

static bool read_terminal(reader *r)
{
    r->ended = true;
    return signal(r, &r->n->terminal);
}

/* Lines have to come in this order. */
static bool ordered(reader *r, int rank)
{
    if (rank < r->rank)
        return fail(r, "this line comes too late",
                    "the order is: role, fact, move, and and or, component, terminal, goal and "
                    "percept, sees");
    r->rank = rank;
    return true;
}

static bool read_line(reader *r)
{
    bool ok = true;
    if (at_line_end(r))
        return true;
    if (word(r, "role"))
        ok = ordered(r, 1) && read_role(r);
    else if (word(r, "fact"))
        ok = ordered(r, 2) && read_fact(r);
    else if (word(r, "move"))
        ok = ordered(r, 3) && read_move(r);
    else if (word(r, "and"))
        ok = ordered(r, 4) && read_gate(r, NET_AND);
    else if (word(r, "or"))
        ok = ordered(r, 4) && read_gate(r, NET_OR);
    else if (word(r, "component"))
        ok = ordered(r, 5) && read_component(r);
    else if (word(r, "terminal"))
        ok = ordered(r, 6) && read_terminal(r);
    else if (word(r, "goal"))
        ok = ordered(r, 7) && read_valued(r, true);
    else if (word(r, "percept"))
        ok = ordered(r, 7) && read_valued(r, false);
    else if (word(r, "sees"))
        ok = ordered(r, 8) && (r->n->sees = true);
    else {
        while (r->at < r->end && !strchr(" \t\r\n", *r->at))
            r->at++;
        return fail(r, "no line of a network begins like this",
                    "lines begin with role, fact, move, and, or, component, terminal, goal, "
                    "percept or sees");
    }
    return ok && (at_line_end(r) || fail(r, "the line should end here", NULL));
}

/* Goals and percepts alternate by role in the text: each kind has to be in the order of the roles.
 */
static void *read(const lang_input *in)
{
    arena *a = in->keep;
    const src_text *source = in->source;
    reader r = {.a = a, .source = source, .sink = in->sink, .at = source->text, .end = source->text + source->length};
    r.n = ARENA_NEW(a, net_network);
    r.n->random = LOGIC_NONE;
    add_gate(&r, NET_CONSTANT, 0, 0);
    vec_reserve(a, &r.n->inputs, 1); /* there may be no other */
    while (at_line_end(&r) && r.at < r.end)
        r.at++;
    uint32_t version = 0;
    if (!word(&r, "network"))
        return fail(&r, "a network begins with `network 1`", NULL), NULL;
    if (!number(&r, &version))
        return NULL;
    if (version != 1)
        return fail(&r, "only networks of version 1 are known", NULL), NULL;
    while (r.at < r.end) {
        if (!read_line(&r))
            return NULL;
        r.at += r.at < r.end; /* the line's end */
    }
    r.token = source->text;
    r.at = r.token + (source->length > 0);
    if (!r.ended)
        return fail(&r, "the network has no line `terminal`", NULL), NULL;
    const char *problem = net_check(r.n);
    if (problem)
        return fail(&r, problem, "networks are written by `ludens translate --to network`"), NULL;
    return r.n;
}

const lang_functions lang_network = {.read = read};
