/* What the function that plays a game to its end (player.h) needs to know of the game. */
#include "native/emit_inside.h"

static const char player_text[] = {
#include "player_text.inc"
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
           d->writes_boards << 9 | d->asks << 10 | (!n->tracks || d->untracked) << 11;
}

/* Decisions whose moves are sets, and steps of the keeper between them, where there are few. */
static void own_copies(native_source *n, text *out)
{
    enum { SETS_MAX = 4, STEPS_MAX = 8 };
    uint32_t sets = 0, steps = 0;
    const char *all = "";
    for (ir_node i = 0; i < n->g->nodes.count; i++) {
        const emit_decision *d = &n->decisions[i];
        const bool set = d->sets && !d->asks && !d->can_stop, step = d->stepped && d->keeper && !d->can_stop;
        sets += set;
        steps += step;
        if (set || step)
            all = F("%s F(%u, %d)", all, i, kind_of(n, i));
    }
    const bool few = sets > 0 && sets <= SETS_MAX && steps <= STEPS_MAX;
    text_add(n, out, F("#define NODES(F)%s\n\n", few ? all : ""));
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
}
