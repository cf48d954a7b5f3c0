/* What the function that plays a game to its end (rounds.h) needs to know of the game. */
#include "native/emit_inside.h"

#include <string.h>

static const char player_text[] = {
#include "player_text.inc"
    , 0};
static const char *const always[] = {"", " inline __attribute__((always_inline))"};
static const char rounds_text[] = {
#include "rounds_text.inc"
    , 0};

static void properties(native_source *n, text *out)
{
    const ir_game *g = n->g;
    const layout_slot *player = &n->p->layout.variables[g->player];
    bool asking = false;
    for (ir_node i = 0; i < g->nodes.count; i++)
        asking |= n->decisions[i].asks;
    text_add(n, out,
             F("\nenum { STATE = %u, END = %u, KEEPER = %d, HIDDEN = %d, TOGETHER = %d, WEIGHTED = %d, ASKING = %d, "
               "TRACKS = %d };\n",
               n->p->layout.state_size, g->end, VM_ROLE_KEEPER, n->p->hidden, g->simultaneous, g->weight != IR_NONE,
               asking, n->tracks));
    text_add(n, out, F("#define PLAYER(s) L%u(s + AT_%s)\n", player->width * 8, n->names[g->player]));
}

/* What is copied before something that can end out of the ordinary: all but large maps that are put back cell by cell.
 */
static void copying(native_source *n, text *out)
{
    const ir_game *g = n->g;
    text_add(n, out, "\nUNUSED static void copy_state(unsigned char *to, const unsigned char *from)\n{\n");
    for (uint32_t at = 0; at < n->p->layout.state_size;) {
        uint32_t low = n->p->layout.state_size, high = low;
        for (ir_var v = 0; v < g->variables.count; v++) {
            const layout_slot *s = &n->p->layout.variables[v];
            if (g->variables.data[v].removed || g->variables.data[v].local || n->copied[v] || !emit_is_large(s) ||
                s->offset < at || s->offset >= low)
                continue;
            low = s->offset;
            high = low + s->cells * s->width;
        }
        if (low > at)
            text_add(n, out, F("    memcpy(to + %u, from + %u, %u);\n", at, at, low - at));
        at = high;
    }
    text_add(n, out, "}\n");
}

/* Bits of player.h. */
static int kind_of(const native_source *n, ir_node node)
{
    const emit_decision *d = &n->decisions[node];
    const plan_decision *p = &n->p->decisions[node];
    return d->stepped | (d->listed && d->applied && (d->drawn || !p->drawn)) << 1 | d->drawn << 2 | d->can_stop << 3 |
           !p->silent << 4 | d->repeats << 5 | d->counts << 6 | p->searched << 7 | d->sets << 8 |
           d->writes_boards << 9 | d->asks << 10 | (!n->tracks || d->untracked) << 11 | d->sure << 12 |
           d->goes_on << 13;
}

static bool is_set(const native_source *n, ir_node i) { return n->decisions[i].sets && !n->decisions[i].asks; }

static bool is_step(const native_source *n, ir_node i)
{
    const emit_decision *d = &n->decisions[i];
    return d->stepped && d->keeper && !d->sets;
}

/* All moves are made as soon as they are drawn. */
static bool is_round(const native_source *n, ir_node i)
{
    const plan_strands *p = n->p->decisions[i].strands;
    bool made = is_set(n, i);
    for (uint32_t k = 0; made && k < p->count && !strands_have_levels(p); k++)
        made = p->cases[k].made;
    return made;
}

/* Searches that are short and asked for once or twice become part of what asks. */
static void searches(native_source *n, bool own, text *out)
{
    enum { SEARCHES_MAX = 16, BYTES_MAX = 3500, CALLS_MAX = 2 };
    for (uint32_t i = 0; i < n->reaches.count; i++) {
        const char *at = n->functions.data ? n->functions.data : "", *call = F("reach%u(x,", i);
        uint32_t calls = 0;
        bool kept = own && n->reaches.count <= SEARCHES_MAX && n->reaches.data[i].bytes <= BYTES_MAX &&
                    i < n->p->reaches.count && !n->p->reaches.data[i].nests;
        for (; kept && (at = strstr(at, call)); at++)
            kept = ++calls <= CALLS_MAX;
        text_add(n, out, F("#define REACH_%u static%s\n", i, always[kept]));
    }
}

void emit_find_own(native_source *n, text *out)
{
    enum { SETS_MAX = 6, STEPS_MAX = 12, SET_BYTES_MAX = 24 << 10, STEP_BYTES_MAX = 16 << 10 };
    bool own = false;
    uint32_t rounds = 0, sets = 0, steps = 0;
    for (ir_node i = 0; i < n->g->nodes.count; i++) {
        rounds += is_round(n, i);
        sets += is_set(n, i);
        steps += is_step(n, i);
    }
    for (ir_node i = 0; i < n->g->nodes.count; i++) {
        emit_decision *d = &n->decisions[i];
        const bool few = sets > 0 && sets <= SETS_MAX && steps <= STEPS_MAX;
        d->own = few && rounds > 0 && !n->g->simultaneous && !n->p->hidden && (is_round(n, i) || is_step(n, i));
        own |= d->own;
        d->copied = d->own || (few && !d->can_stop && (is_set(n, i) || is_step(n, i)));
        if (d->sets)
            text_add(n, out, F("#define SET_%u static%s\n", i, always[d->own && d->set_bytes <= SET_BYTES_MAX]));
        if (d->step_bytes > 0)
            text_add(n, out, F("#define STEP_%u static%s\n", i, always[d->own && d->step_bytes <= STEP_BYTES_MAX]));
    }
    searches(n, own, out);
}

static void own_copies(native_source *n, text *out)
{
    const char *sets = "", *steps = "", *others = "";
    for (ir_node i = 0; i < n->g->nodes.count; i++) {
        const emit_decision *d = &n->decisions[i];
        const char **list = !d->own ? &others : d->sets ? &sets : &steps;
        const bool may_stop = d->sets && strands_have_levels(n->p->decisions[i].strands);
        if (d->own && d->sets) /* drawing is what stops */
            *list = F("%s F(%u, %d)", *list, i, may_stop << 3 | d->sure << 12);
        else if (d->copied)
            *list = F("%s F(%u, %d)", *list, i, kind_of(n, i));
        if (d->own)
            text_add(n, out,
                     d->sets ? F("#define OWN_%u(list) set_%u(x, s, list, 1)\n", i, i)
                             : F("#define OWN_%u %s\n", i, d->step));
    }
    text_add(n, out,
             F("enum { BESIDE = %d };\n#define DECISIONS(F)%s\n#define KEEPER_STEPS(F)%s\n#define NEXT_DECISIONS(F)%s\n"
               "#define NEXT_STEPS(F)%s\n#define NODES(F)%s\n\n",
               *sets ? NATIVE_BESIDE_MAX : 1, sets, steps, sets, steps, others));
}

void emit_play(native_source *n, text *out)
{
    const ir_game *g = n->g;
    uint32_t family = g->families.data[g->symbols.data[g->keeper].family].count;
    properties(n, out);
    copying(n, out);
    text_add(n, out, F("static const signed char roles[%u] = {", family));
    for (uint32_t i = 0; i < family; i++)
        text_add(n, out, F("%s%d", i ? ", " : "", n->p->players.roles[i]));
    text_add(n, out, F("};\nstatic const unsigned short kinds[%u] = {", g->nodes.count));
    for (ir_node i = 0; i < g->nodes.count; i++) {
        text_add(n, out, F("%s%d", i ? (i % 24 ? "," : ",\n    ") : "", kind_of(n, i)));
    }
    uint32_t nodes = g->simultaneous ? g->nodes.count : 1;
    text_add(n, out, F("};\nstatic const unsigned char follows[%u] = {", nodes));
    for (ir_node i = 0; i < nodes; i++)
        text_add(n, out, F("%s%d", i ? (i % 24 ? "," : ",\n    ") : "", n->p->decisions[i].follows));
    text_add(n, out, F("};\nstatic const double widths[%u] = {", g->nodes.count));
    for (ir_node i = 0; i < g->nodes.count; i++)
        text_add(n, out, F("%s%.0f", i ? (i % 24 ? "," : ",\n    ") : "", n->decisions[i].width));
    text_add(n, out, "};\n");
    own_copies(n, out);
    text_add(n, out, player_text);
    text_add(n, out, rounds_text);
}
