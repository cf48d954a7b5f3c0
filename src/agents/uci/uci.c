/* Engines that speak the Universal Chess Interface (Huber and Meyer-Kahlen, 2000), as agents: docs/engines.md. */
#include "agents/agent.h"
#include "agents/coordinates.h"
#include "base/channel.h"
#include "base/room.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT, GRACE, DEPTH, THREADS, HASH, NAME_SIZE = 64 };
static const double GLANCE = 0.05; /* seconds between looks at the flag that stops a thought */

typedef struct engine {
    channel channel;
    bool open;
    const char *gone; /* why it is not open */
    coordinates c;
    unsigned char *state; /* where the game that it was told of stands */
    char *moves;          /* made so far, as it is told them */
    size_t capacity;
} engine;

/* What it said of the position last. */
typedef struct report {
    double score; /* centipawns, or plies to mate */
    bool mates, scored;
    uint64_t nodes;
    uint32_t depth;
    char *best;
} report;

static bool complain(agent *a, const char *what)
{
    char shown[201];
    snprintf(a->problem, sizeof a->problem, "engine '%.60s' %s", a->text, lud_printable(what, shown, sizeof shown));
    return false;
}

static bool hang_up(agent *a, const char *why)
{
    engine *e = a->own;
    if (e->open)
        channel_close(&e->channel, 0);
    e->open = false;
    e->gone = why;
    return complain(a, why);
}

static bool tell(agent *a, const char *line)
{
    engine *e = a->own;
    const double deadline = agent_clock() + a->parameters[TIMEOUT];
    if (!e->open)
        return complain(a, e->gone);
    return (channel_write(&e->channel, line, strlen(line), deadline) &&
            channel_write(&e->channel, "\n", 1, deadline)) ||
           hang_up(a, errno == EPIPE || errno == ECONNRESET ? "has ended" : "cannot be written to");
}

/* The next line, to be freed; NULL: a->problem. Where `stop` becomes true first, "stop" is said, once. */
static char *hear(agent *a, double deadline, const agent_budget *budget, bool *stopped)
{
    engine *e = a->own;
    for (;;) {
        const char *why = "";
        const double now = agent_clock(), until = budget && now + GLANCE < deadline ? now + GLANCE : deadline;
        char *line = channel_read(&e->channel, until, &why);
        if (line)
            return line;
        if (strcmp(why, "did not answer in time") != 0 || agent_clock() >= deadline) {
            hang_up(a, why);
            return NULL;
        }
        if (budget && agent_stopped(budget) && !*stopped) {
            *stopped = true;
            if (!tell(a, "stop"))
                return NULL;
        }
    }
}

/* Reads until this line; what `variant` is among the variants it knows is noted in *known. */
static bool hear_until(agent *a, const char *word, const char *variant, bool *known)
{
    const double deadline = agent_clock() + a->parameters[TIMEOUT];
    char wanted[NAME_SIZE + 6];
    snprintf(wanted, sizeof wanted, " var %s", variant ? variant : "");
    for (;;) {
        char *line = hear(a, deadline, NULL, NULL);
        if (!line)
            return false;
        const bool end = strcmp(line, word) == 0;
        if (variant && strncmp(line, "option name UCI_Variant ", 24) == 0) {
            const char *at = strstr(line, wanted);
            for (; at && at[strlen(wanted)] && at[strlen(wanted)] != ' '; at = strstr(at + 1, wanted))
                ;
            *known = at != NULL;
        }
        free(line);
        if (end)
            return true;
    }
}

/* The first variant of a file of them. */
static bool read_variant(const char *file, char name[NAME_SIZE])
{
    FILE *in = file ? fopen(file, "r") : NULL;
    char line[1000];
    bool found = false;
    while (in && !found && fgets(line, sizeof line, in))
        found = sscanf(line, "[%63[^]:\n]", name) == 1;
    if (in)
        fclose(in);
    return found;
}

static bool set_options(agent *a, const char *variant, bool known)
{
    char line[1200];
    if (variant && !known) {
        snprintf(line, sizeof line, "setoption name VariantPath value %s", a->file);
        if (!tell(a, line))
            return false;
    }
    if (variant) {
        snprintf(line, sizeof line, "setoption name UCI_Variant value %s", variant);
        if (!tell(a, line))
            return false;
    }
    static const char *const names[] = {[THREADS] = "Threads", [HASH] = "Hash"};
    for (int i = THREADS; i <= HASH; i++) {
        snprintf(line, sizeof line, "setoption name %s value %.0f", names[i], a->parameters[i]);
        if (a->parameters[i] > 0 && !tell(a, line))
            return false;
    }
    return true;
}

static bool open_engine(agent *a)
{
    engine *e = a->own;
    char problem[200], name[NAME_SIZE], line[4200];
    lud_info info;
    bool known = false;
    if (e->open)
        return true;
    lud_game_info(a->game, &info);
    if (info.alone)
        return complain(a, "is a program, and none is started here");
    snprintf(line, sizeof line, "exec %.4000s", a->text);
    if (!channel_open(&e->channel, line)) {
        snprintf(problem, sizeof problem, "cannot be started: %.150s", strerror(errno));
        return complain(a, problem);
    }
    e->open = true;
    const char *variant = strcmp(info.language, "fairy") == 0 && read_variant(a->file, name) ? name : NULL;
    return tell(a, "uci") && hear_until(a, "uciok", variant, &known) && set_options(a, variant, known) &&
           tell(a, "isready") && hear_until(a, "readyok", NULL, NULL);
}

static bool refuses(agent *a, const lud_info *info)
{
    (void)info;
    const char *why = coordinates_refuse(a->game);
    if (why)
        snprintf(a->problem, sizeof a->problem, "engines do not play this game: %s", why);
    return why != NULL;
}

static bool create(agent *a)
{
    engine *e = a->own = calloc(1, sizeof *e);
    if (!e || !coordinates_init(&e->c, a->game) || !(e->state = calloc(1, lud_state_size(a->game) + 1)))
        return false;
    return open_engine(a);
}

static void destroy(agent *a)
{
    engine *e = a->own;
    if (!e)
        return;
    if (e->open) {
        channel_write(&e->channel, "quit\n", 5, agent_clock() + 0.2);
        channel_close(&e->channel, 1);
    }
    coordinates_done(&e->c);
    free(e->state);
    free(e->moves);
    free(e);
}

static bool begin(agent *a, uint32_t role, uint64_t seed)
{
    engine *e = a->own;
    (void)role, (void)seed;
    if (e->moves)
        e->moves[0] = 0;
    return lud_start(e->c.ctx, e->state) == LUD_OK && open_engine(a) && tell(a, "ucinewgame") && tell(a, "isready") &&
           hear_until(a, "readyok", NULL, NULL);
}

static bool step(agent *a, const agent_event *event)
{
    engine *e = a->own;
    if (coordinates_list(&e->c, e->state) != LUD_OK || lud_moves_count(e->c.moves) == 0)
        return complain(a, "cannot be told of this position");
    const char *made = event->moves ? event->moves[e->c.role] : NULL;
    const int index = made ? coordinates_exact(&e->c, made) : -1;
    if (index < 0)
        return complain(a, "cannot be told of this move");
    const size_t used = e->moves ? strlen(e->moves) : 0, more = strlen(e->c.texts[index]);
    if (!ROOM_FOR(e->moves, e->capacity, used + more + 2))
        return complain(a, "needs more memory than there is");
    snprintf(e->moves + used, more + 2, " %s", e->c.texts[index]);
    return coordinates_make(&e->c, e->state, (uint32_t)index) == LUD_OK;
}

/* ---- thinking ---- */

static bool ask(agent *a, const agent_budget *budget)
{
    const engine *e = a->own;
    const bool moved = e->moves && *e->moves;
    const size_t size = 60 + (moved ? strlen(e->moves) : 0);
    char *line = malloc(size), limits[120] = "";
    if (!line)
        return complain(a, "needs more memory than there is");
    snprintf(line, size, "position startpos%s%s", moved ? " moves" : "", moved ? e->moves : "");
    const double left = 1000 * (budget->deadline - agent_clock());
    const uint64_t nodes = budget->nodes ? budget->nodes : budget->playouts;
    const uint32_t depth = budget->depth ? budget->depth : (uint32_t)a->parameters[DEPTH];
    if (budget->deadline > 0)
        snprintf(limits, sizeof limits, " movetime %.0f", left > 1 ? left : 1);
    if (nodes)
        snprintf(limits + strlen(limits), sizeof limits - strlen(limits), " nodes %llu", (unsigned long long)nodes);
    if (depth && (budget->depth || !*limits))
        snprintf(limits + strlen(limits), sizeof limits - strlen(limits), " depth %u", depth);
    bool told = tell(a, line);
    free(line);
    char go[140];
    snprintf(go, sizeof go, "go%s", limits);
    return told && tell(a, go);
}

/* "info depth 8 score cp 31 nodes 2000 ..", "bestmove e2e4 ponder ..". True: that was the answer. */
static bool understand(const char *line, report *r)
{
    if (strncmp(line, "bestmove ", 9) == 0) {
        const size_t length = strcspn(line + 9, " \t");
        r->best = calloc(1, length + 1);
        if (r->best)
            memcpy(r->best, line + 9, length);
        return true;
    }
    if (strncmp(line, "info ", 5) != 0)
        return false;
    const char *at = strstr(line, " score cp "), *mate = strstr(line, " score mate "), *nodes = strstr(line, " nodes "),
               *depth = strstr(line, " depth ");
    if (at || mate) {
        r->scored = true;
        r->mates = mate != NULL;
        r->score = strtod(at ? at + 10 : mate + 12, NULL);
    }
    if (nodes)
        r->nodes = strtoull(nodes + 7, NULL, 10);
    if (depth)
        r->depth = (uint32_t)strtoul(depth + 7, NULL, 10);
    return false;
}

/* Expected scores by the usual logistic scale of ratings: 400 points are ten to one. */
static double value_of(const agent *a, const report *r, uint32_t role)
{
    double low, high;
    lud_score_bounds(a->game, role, &low, &high);
    const double p = !r->scored ? 0.5 : r->mates ? r->score > 0 : 1 / (1 + pow(10, -r->score / 400));
    return low + p * (high - low);
}

static lud_status think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    engine *e = a->own;
    report r = {0};
    bool stopped = false, answered = false;
    if (!sight->state || memcmp(sight->state, e->state, lud_state_size(a->game)) != 0) {
        complain(a, "was not told how the game came to this position");
        return LUD_ERR_ARGUMENT;
    }
    if (!ask(a, budget))
        return LUD_ERR_ARGUMENT;
    const double deadline =
        budget->deadline > 0 ? budget->deadline + a->parameters[GRACE] : agent_clock() + a->parameters[TIMEOUT];
    while (!answered) {
        char *line = hear(a, deadline, budget, &stopped);
        if (!line)
            return LUD_ERR_ARGUMENT;
        answered = understand(line, &r);
        free(line);
    }
    const bool listed = coordinates_list(&e->c, e->state) == LUD_OK;
    const int index = listed && r.best ? coordinates_find(&e->c, r.best) : -1;
    for (uint32_t i = 0; index >= 0 && i < lud_moves_count(a->moves); i++) {
        const lud_move x = lud_moves_at(a->moves, i), y = lud_moves_at(e->c.moves, (uint32_t)index);
        if (x.count == y.count && memcmp(x.words, y.words, x.count * sizeof *x.words) == 0)
            *chosen = i;
    }
    if (index < 0) {
        char problem[100];
        snprintf(problem, sizeof problem, "chose '%.20s', which is no legal move", r.best ? r.best : "");
        complain(a, problem);
    } else {
        a->nodes = r.nodes;
        a->depth = r.depth;
        a->value = value_of(a, &r, sight->role);
        a->choices[*chosen] = (agent_choice){a->value, 1, false};
        agent_line_add(a, lud_moves_at(a->moves, *chosen));
    }
    free(r.best);
    return index < 0 ? LUD_ERR_ARGUMENT : LUD_OK;
}

const agent_kind agent_uci = {
    .name = "uci",
    .summary = "an engine that speaks the Universal Chess Interface; chess and the like",
    .parameters =
        {
            [TIMEOUT] = {"timeout", "seconds for an answer where there is no clock", 60, 0.001, 1e6},
            [GRACE] = {"grace", "seconds beyond the clock of a move", 2, 0, 1e6},
            [DEPTH] = {"depth", "plies to look ahead where nothing else limits a thought", 8, 1, 120},
            [THREADS] = {"threads", "of the engine; 0: its own choice", 0, 0, 1024},
            [HASH] = {"hash", "megabytes of its table; 0: its own choice", 0, 0, 65536},
        },
    .text = {.name = "command", .summary = "the command that runs it", .needed = true, .bare = true},
    .refuses = refuses,
    .create = create,
    .begin = begin,
    .step = step,
    .think = think,
    .destroy = destroy,
    .program = true,
    .clockless = true,
};
