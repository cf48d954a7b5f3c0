/* A player in a program of its own: docs/agents.md, "External programs". */
#include "agents/agent.h"
#include "agents/external/reply.h"
#include "base/channel.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT, GRACE, VERSION = 1 };

typedef struct external {
    channel channel;
    bool open;
    const char *gone; /* why it is not open */
    uint32_t ply;
} external;

static void hang_up(external *x, double patience)
{
    if (x->open)
        channel_close(&x->channel, patience);
    x->open = false;
}

static bool complain(agent *a, const char *what)
{
    char shown[201];
    snprintf(a->problem, sizeof a->problem, "external player '%.60s' %s", a->text,
             lud_printable(what, shown, sizeof shown));
    return false;
}

/* Sends a request, frees it, and reads the reply. What does not answer properly is ended, and
 * started anew for the next game. */
static bool call(agent *a, json_t *request, double seconds, reply *r)
{
    external *x = a->own;
    const char *why = "cannot be written to";
    char problem[250];
    double deadline = agent_clock() + seconds;
    char *text = x->open ? json_dumps(request, JSON_COMPACT) : NULL;
    json_decref(request);
    *r = (reply){0};
    if (!x->open)
        return complain(a, x->gone);
    if (!text)
        return complain(a, "needs more memory than there is");
    bool sent =
        channel_write(&x->channel, text, strlen(text), deadline) && channel_write(&x->channel, "\n", 1, deadline);
    if (!sent && (errno == EPIPE || errno == ECONNRESET))
        why = "has ended";
    free(text);
    char *line = sent ? channel_read(&x->channel, deadline, &why) : NULL;
    if (!line) {
        hang_up(x, 0);
        x->gone = why;
        return complain(a, why);
    }
    bool fine = reply_read(line, strlen(line), r, problem, sizeof problem);
    free(line);
    return fine ? true : complain(a, problem);
}

static bool call_plainly(agent *a, json_t *request)
{
    reply r;
    bool fine = call(a, request, a->parameters[TIMEOUT], &r);
    reply_done(&r);
    return fine;
}

static json_t *roles_json(const agent *a)
{
    json_t *roles = json_array();
    for (uint32_t i = 1; lud_role_name(a->game, i); i++)
        json_array_append_new(roles, json_string(lud_role_name(a->game, i)));
    return roles;
}

static bool open_channel(agent *a)
{
    external *x = a->own;
    char problem[200];
    if (x->open)
        return true;
    lud_info info;
    lud_game_info(a->game, &info);
    if (info.alone)
        return complain(a, "is a program, and none is started here");
    if (!channel_open(&x->channel, a->text)) {
        snprintf(problem, sizeof problem, "cannot be started: %.150s", strerror(errno));
        return complain(a, problem);
    }
    x->open = true;
    return call_plainly(a, json_pack("{ss ss si ss s{ss* ss* ss so sb sb}}", "op", "hello", "protocol", "ludens-agent",
                                     "version", VERSION, "ludens", lud_version(), "game", "name", info.name, "file",
                                     a->file, "language", info.language, "roles", roles_json(a), "hidden", info.hidden,
                                     "chance", info.chance));
}

/* A program that does not even answer is found out at once. */
static bool create(agent *a)
{
    a->own = calloc(1, sizeof(external));
    return a->own && open_channel(a);
}

static void destroy(agent *a)
{
    external *x = a->own;
    if (x && x->open) {
        static const char quit[] = "{\"op\":\"quit\"}\n";
        channel_write(&x->channel, quit, sizeof quit - 1, agent_clock() + 0.2);
        hang_up(x, 1);
    }
    free(x);
}

static bool begin(agent *a, uint32_t role, uint64_t seed)
{
    external *x = a->own;
    char digits[24];
    x->ply = 0;
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)seed);
    return open_channel(a) && call_plainly(a, json_pack("{ss ss ss}", "op", "start", "role",
                                                        lud_role_name(a->game, role), "seed", digits));
}

static json_t *text_or_null(const char *text)
{
    json_t *value = text ? json_string(text) : json_null();
    return value ? value : json_null();
}

static bool step(agent *a, const agent_event *event)
{
    external *x = a->own;
    json_t *moves = event->moves ? json_object() : json_null();
    x->ply++;
    if (!x->open) {
        json_decref(moves);
        return true; /* its failure was told */
    }
    for (uint32_t i = 0; event->moves && lud_role_name(a->game, i); i++)
        if (event->moves[i])
            json_object_set_new(moves, lud_role_name(a->game, i), text_or_null(event->moves[i]));
    return call_plainly(a, json_pack("{ss si so so so}", "op", "step", "ply", (int)x->ply, "moves", moves, "own",
                                     text_or_null(event->own), "percept", text_or_null(event->percept)));
}

static void end(agent *a, const double *scores)
{
    external *x = a->own;
    json_t *all = scores ? json_object() : json_null();
    for (uint32_t i = 1; scores && lud_role_name(a->game, i); i++)
        json_object_set_new(all, lud_role_name(a->game, i), json_real(scores[i - 1]));
    if (x->open)
        call_plainly(a, json_pack("{ss so}", "op", "end", "scores", all));
    else
        json_decref(all);
}

/* NULL: out of memory. */
static char *text_of(const agent *a, uint32_t index)
{
    lud_move move = lud_moves_at(a->moves, index);
    size_t length = lud_move_text(a->game, move, NULL, 0);
    char *text = malloc(length + 1);
    if (text)
        lud_move_text(a->game, move, text, length + 1);
    return text;
}

static json_t *move_texts(const agent *a)
{
    json_t *moves = json_array();
    for (uint32_t i = 0; i < lud_moves_count(a->moves); i++) {
        char *text = text_of(a, i);
        if (!text)
            continue;
        json_array_append_new(moves, text_or_null(text));
        free(text);
    }
    return moves;
}

static int find_move(const agent *a, const char *wanted)
{
    for (uint32_t i = 0; i < lud_moves_count(a->moves); i++) {
        char *text = text_of(a, i);
        bool same = text && strcmp(text, wanted) == 0;
        free(text);
        if (same)
            return (int)i;
    }
    return -1;
}

static lud_status think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    reply r;
    char digits[24], problem[200];
    double seconds = budget->deadline > 0 ? budget->deadline - agent_clock() : 0;
    seconds = seconds < 0 ? 0 : seconds;
    double patience = budget->deadline > 0 ? seconds + a->parameters[GRACE] : a->parameters[TIMEOUT];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)budget->seed);
    json_t *request =
        json_pack("{ss ss so so so so ss}", "op", "choose", "role", lud_role_name(a->game, sight->role), "moves",
                  move_texts(a), "seconds", budget->deadline > 0 ? json_real(seconds) : json_null(), "playouts",
                  budget->playouts ? json_integer((json_int_t)budget->playouts) : json_null(), "nodes",
                  budget->nodes ? json_integer((json_int_t)budget->nodes) : json_null(), "seed", digits);
    if (!call(a, request, patience, &r))
        return LUD_ERR_ARGUMENT;
    int found = r.move ? find_move(a, r.move) : -1;
    if (found >= 0) {
        *chosen = (uint32_t)found;
        a->choices[found] = (agent_choice){r.value, 1, false};
        a->value = r.value;
        if (r.line) {
            free(a->line);
            a->line = r.line;
            a->line_size = strlen(r.line) + 1;
            r.line = NULL;
        }
    } else {
        snprintf(problem, sizeof problem, "chose '%.100s', which is no legal move", r.move ? r.move : "");
        complain(a, r.move ? problem : "named no move");
    }
    reply_done(&r);
    return found >= 0 ? LUD_OK : LUD_ERR_ARGUMENT;
}

const agent_kind agent_external = {
    .name = "external",
    .summary = "another program, over JSON lines on its standard input and output",
    .parameters =
        {
            [TIMEOUT] = {"timeout", "seconds for an answer where there is no clock", 60, 0.001, 1e6},
            [GRACE] = {"grace", "seconds beyond the clock of a move", 2, 0, 1e6},
        },
    .text = {.name = "command", .summary = "the command that runs it", .needed = true},
    .create = create,
    .begin = begin,
    .step = step,
    .end = end,
    .think = think,
    .destroy = destroy,
    .program = true,
    .clockless = true,
};
