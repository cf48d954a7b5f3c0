#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "ggp/server.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STANDARD_PORT = 9147 };

enum { LAST_TICKS = 40 };
static const struct timespec tick = {0, 50000000};

typedef struct player_options {
    ggp_player_options player;
    http_options server;
    bool verbose;
} player_options;

static void read_name(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    http_names *names = (http_names *)(void *)((char *)into + row->field);
    if (names->count == HTTP_NAMES)
        argp_error(state, "too many --%s options", row->name);
    names->names[names->count++] = arg;
}

static void read_port(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    player_options *o = into;
    option_u32(row, into, arg, state);
    o->server.port_given = true;
}

static const option_row own_options[] = {
    OPTION_OF(player_options, "port", 0, "N", 1, read_port, server.port, 0, UINT16_MAX,
              "Port to listen on; 0: any (default: 9147, or the next free one)"),
    OPTION_OF(player_options, "address", 0, "ADDRESS", 1, option_text, server.address, 0, 0,
              "Address to listen on (default: 127.0.0.1, this machine alone; 0.0.0.0: all)"),
    OPTION_OF(player_options, "agent", 0, "NAME[:KEY=VALUE,..]", 1, option_text, player.agent, 0, 0,
              "Who thinks (default: montecarlo)"),
    OPTION_OF(player_options, "margin", 0, "SECONDS", 1, option_wait, player.margin, 0, 1000000,
              "Reply so long before a clock runs out (default: 1)"),
    OPTION_OF(player_options, "name", 0, "NAME", 1, option_text, player.name, 0, 0,
              "Name to be known by (default: ludens)"),
    OPTION_OF(player_options, "particles", 0, "N", 1, option_u32, player.particles, 0, 1000000,
              "States remembered in games with hidden information (default: 200)"),
    OPTION_OF(player_options, "silence", 0, "SECONDS", 1, option_wait, player.silence, 0, 1000000,
              "Abandon a match after so long without a message (default: a minute, a clock, and two more "
              "or ten minutes)"),
    OPTION_OF(player_options, "allow-origin", 0, "ORIGIN", 1, read_name, server.origins, 0, 0,
              "Accept messages of web pages from this origin; *: from all (may be repeated; default: none)"),
    OPTION_OF(player_options, "allow-host", 0, "NAME", 1, read_name, server.hosts, 0, 0,
              "Accept this name of the machine in the Host header, besides addresses and its own name; *: any "
              "(may be repeated)"),
    OPTION_OF(player_options, "max-message", 0, "BYTES", 1, option_u64, server.max_message, 0, 64 << 20,
              "Limit of the length of a message (default: 4M)"),
    OPTION_OF(player_options, "message-time", 0, "SECONDS", 1, option_wait, server.connection_time, 0, 1000000,
              "Limit of the time a message may take to arrive (default: 30)"),
    OPTION_OF(player_options, "verbose", 'v', NULL, 1, option_flag, verbose, 0, 0,
              "Say on standard error what happens"),
    {0}};

static void check(void *own, struct argp_state *state)
{
    const player_options *o = own;
    agent_spec spec;
    char problem[AGENT_PROBLEM];
    if (o->player.agent && !agent_find(o->player.agent, &spec, problem, sizeof problem))
        argp_error(state, "%s", problem);
    if (o->player.name && !ggp_is_word(o->player.name))
        argp_error(state, "--name takes a word without blanks and parentheses, not '%s'", o->player.name);
}

const command_spec spec_ggp_player = {
    .arguments = "",
    .doc = "Play matches of the general game playing competition: an HTTP server that a game "
           "manager sends rules and moves to."
           "\vAgents: random (any legal move) and montecarlo (random playouts after each move; "
           "montecarlo:playouts=1000 limits their number). One match is played at a time. Ctrl-C "
           "ends the player. docs/ggp.md explains how to play a match.\n\nExamples:\n"
           "  ludens ggp-player --agent montecarlo --margin 2\n"
           "  ludens ggp-player --address 0.0.0.0 --port 9147 --name ludens --verbose",
    .groups = OPTIONS_COMPILE | OPTIONS_LIMITS | OPTIONS_SEED,
    .min_arguments = 0,
    .max_arguments = 0,
    .options = own_options,
    .check = check,
    OWN(player_options, .player = {.name = "ludens", .agent = "montecarlo", .margin = 1},
        .server = {.address = "127.0.0.1", .port = STANDARD_PORT, .max_message = 4 << 20, .connection_time = 30}),
};

typedef struct worker {
    ggp_player *player;
    pthread_t thread;
    atomic_bool done;
} worker;

static void *work(void *user)
{
    worker *w = user;
    while (ggp_player_work(w->player, true))
        ;
    atomic_store(&w->done, true);
    return NULL;
}

/* Waits for the worker; not for one that is in the middle of loading rules. */
static void end_work(worker *w)
{
    for (int i = 0; i < LAST_TICKS && !atomic_load(&w->done); i++)
        nanosleep(&tick, NULL);
    if (!atomic_load(&w->done))
        _exit(EXIT_FINE);
    pthread_join(w->thread, NULL);
}

/* Signals are waited for by this thread alone, between looks at the clock. */
static int serve(ggp_player *p, http_server *s, const sigset_t *signals)
{
    worker w = {.player = p};
    if (pthread_create(&w.thread, NULL, work, &w) != 0)
        return EXIT_ENVIRONMENT;
    while (sigtimedwait(signals, NULL, &tick) < 0 && !interrupt_seen()) {
        ggp_player_tick(p);
        http_tick(s);
    }
    ggp_player_close(p);
    http_stop(s);
    end_work(&w);
    return EXIT_FINE;
}

int cmd_ggp_player(options *o, void *user)
{
    player_options *own = user;
    own->player.load = o->with.load;
    own->player.seed = o->with.seed;
    own->player.log = own->verbose ? stderr : NULL;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    signal(SIGINT, SIG_DFL); /* also of a job in the background: a server ends when it is told to */
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    ggp_player *p = ggp_player_new(&own->player);
    http_server *s = ggp_server_start(p, &own->server);
    int code = EXIT_ENVIRONMENT;
    if (s) {
        printf("listening on %s, port %u\n", own->server.address, http_port(s));
        fflush(stdout);
        code = serve(p, s, &signals);
    }
    ggp_player_free(p);
    return code;
}
