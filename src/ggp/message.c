#include "ggp/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_MAX = 86400 };

bool ggp_is_word(const char *text) { return *text && strlen(text) <= 100 && !strpbrk(text, "()[],; \t\r\n"); }

static char *canonical(const kif *k, int node)
{
    buffer t = {0};
    kif_canonical(k, node, &t);
    return t.text ? t.text : mem_strdup("");
}

/* Seconds, or a number of a turn. */
static bool number(const kif *k, int node, double max, double *out)
{
    char digits[32] = "", *end;
    if (node < 0 || k->nodes[node].list || k->nodes[node].to - k->nodes[node].from >= sizeof digits)
        return false;
    memcpy(digits, k->text + k->nodes[node].from, k->nodes[node].to - k->nodes[node].from);
    if (!*digits || strspn(digits, "0123456789.") != strlen(digits))
        return false;
    *out = strtod(digits, &end);
    return *end == 0 && *out <= max;
}

static const struct {
    const char *word;
    ggp_verb verb;
} verbs[] = {{"info", GGP_INFO}, {"ping", GGP_PING},   {"start", GGP_START},    {"play", GGP_PLAY},
             {"stop", GGP_STOP}, {"abort", GGP_ABORT}, {"preview", GGP_PREVIEW}};

static bool find_verb(ggp_message *m, int node)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (kif_is(&m->terms, node, verbs[i].word)) {
            m->verb = verbs[i].verb;
            return true;
        }
    return false;
}

static const char *read_start(ggp_message *m, int list)
{
    const kif *k = &m->terms;
    int role = kif_item(k, list, 2);
    m->rules = kif_item(k, list, 3);
    if (role < 0 || m->rules < 0 || !k->nodes[m->rules].list)
        return "START takes a match, a role, rules and two clocks";
    m->role = canonical(k, role);
    if (!number(k, kif_item(k, list, 4), CLOCK_MAX, &m->start_clock) ||
        !number(k, kif_item(k, list, 5), CLOCK_MAX, &m->play_clock))
        return "a clock of START is not a number of seconds up to a day";
    return NULL;
}

/* (PLAY match joint-move), or (PLAY match turn own-move percepts). */
static const char *read_step(ggp_message *m, int list)
{
    const kif *k = &m->terms;
    uint32_t items = kif_items(k, list);
    double turn = 0;
    m->numbered = items >= 5 && number(k, kif_item(k, list, 2), UINT32_MAX, &turn);
    m->turn = (uint32_t)turn;
    m->own = m->numbered ? kif_item(k, list, 3) : KIF_NONE;
    m->told = kif_item(k, list, m->numbered ? 4 : 2);
    if (kif_is(k, m->own, "nil"))
        m->own = KIF_NONE;
    if (kif_is(k, m->told, "nil"))
        m->told = KIF_NONE;
    else if (m->told < 0 || !k->nodes[m->told].list)
        return "the moves are no list";
    return NULL;
}

const char *ggp_message_read(ggp_message *m, const char *text, size_t length)
{
    *m = (ggp_message){.rules = KIF_NONE, .own = KIF_NONE, .told = KIF_NONE};
    m->text = mem_strndup(text, length);
    m->infix = m->text[strspn(m->text, " \t\r\n\f\v")] != '(' && strchr(m->text, '(');
    const char *problem =
        strlen(m->text) < length ? "a NUL byte in the text" : kif_read(&m->terms, m->text, length, m->infix);
    if (problem)
        return problem;
    const kif *k = &m->terms;
    int list = kif_top(k, 0), head = list >= 0 && k->nodes[list].list ? kif_item(k, list, 0) : list;
    if (head < 0 || k->nodes[head].list || !find_verb(m, head))
        return "this is no message of the protocol";
    if (kif_top(k, 1) >= 0)
        return "something follows the message";
    if (m->verb == GGP_INFO || m->verb == GGP_PING)
        return NULL;
    if (m->verb == GGP_PREVIEW) {
        m->rules = kif_item(k, list, 1);
        return m->rules >= 0 && k->nodes[m->rules].list ? NULL : "PREVIEW takes rules and a clock";
    }
    int match = kif_item(k, list, 1);
    if (match < 0 || k->nodes[match].list)
        return "the name of the match is missing";
    m->match = canonical(k, match);
    if (m->verb == GGP_START)
        return read_start(m, list);
    return m->verb == GGP_ABORT ? NULL : read_step(m, list);
}

void ggp_message_done(ggp_message *m)
{
    kif_done(&m->terms);
    free(m->text);
    free(m->match);
    free(m->role);
    *m = (ggp_message){0};
}

char *ggp_message_rules(const ggp_message *m)
{
    const kif_node *n = &m->terms.nodes[m->rules];
    char *rules = mem_strndup(m->text + n->from + 1, n->to - n->from - 2);
    /* In infix notation the statements of the list may be told apart by commas. */
    for (int depth = 0, i = 0; m->infix && rules[i]; i++) {
        depth += (rules[i] == '(' || rules[i] == '[') - (rules[i] == ')' || rules[i] == ']');
        if (rules[i] == ',' && depth == 0)
            rules[i] = '\n';
    }
    return rules;
}

static bool connective(const kif *k, int node)
{
    return kif_is(k, node, ":-") || kif_is(k, node, "&") || kif_is(k, node, "|");
}

/* The role that a statement of the sheet declares, or -1. No sheet derives its roles by rules. */
static int declared(const lud_game *game, const kif *k, int fact)
{
    if (kif_is(k, kif_item(k, fact, 0), "<=") && kif_items(k, fact) == 2)
        fact = kif_item(k, fact, 1);
    if (!kif_is(k, kif_item(k, fact, 0), "role") || kif_items(k, fact) != 2)
        return -1;
    char *name = canonical(k, kif_item(k, fact, 1));
    int role = lud_role_find(game, name);
    free(name);
    return role;
}

uint32_t ggp_role_order(const lud_game *game, const kif *k, int list, uint32_t *order)
{
    lud_info info;
    lud_game_info(game, &info);
    uint32_t count = 0, node = list < 0 ? 0 : (uint32_t)list + 1;
    uint32_t end = list < 0 ? k->count : k->nodes[list].next;
    uint64_t seen = info.chance ? 0 : 1; /* as if chance had been there */
    for (int before = KIF_NONE; node < end; before = (int)node, node = k->nodes[node].next) {
        int role = connective(k, before) ? -1 : declared(game, k, (int)node);
        if (role < 0 || seen >> role & 1)
            continue;
        order[count++] = (uint32_t)role;
        seen |= UINT64_C(1) << role;
    }
    for (uint32_t role = 0; role <= info.roles; role++)
        if (!(seen >> role & 1))
            order[count++] = role;
    return count;
}

static bool means(const lud_game *game, lud_move move, const char *wanted, buffer *text)
{
    size_t length = lud_move_text(game, move, NULL, 0);
    char *own = mem_alloc(length + 1);
    kif k;
    lud_move_text(game, move, own, length + 1);
    bool same = strcmp(own, wanted) == 0;
    if (!same) {
        buffer_clear(text);
        if (!kif_read(&k, own, length, false))
            kif_canonical(&k, kif_top(&k, 0), text);
        same = strcmp(buffer_get(text), wanted) == 0;
        kif_done(&k);
    }
    free(own);
    return same;
}

int ggp_find_move(const lud_game *game, const lud_moves *moves, const char *canonical)
{
    buffer text = {0};
    int found = -1;
    for (uint32_t i = 0; i < lud_moves_count(moves) && found < 0; i++)
        if (means(game, lud_moves_at(moves, i), canonical, &text))
            found = (int)i;
    buffer_done(&text);
    return found;
}
