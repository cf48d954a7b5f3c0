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

enum {
    STANDARD_PORT = 9147,
    KEY_ADDRESS = KEY_OWN,
    KEY_PORT,
    KEY_AGENT,
    KEY_MARGIN,
    KEY_NAME,
    KEY_SILENCE,
    KEY_PARTICLES,
    KEY_MAX_MESSAGE,
    KEY_TIME,
    KEY_ORIGIN,
    KEY_HOST
};

enum { LAST_TICKS = 40 };
static const struct timespec tick = {0, 50000000};

typedef struct player_options {
    ggp_player_options player;
    http_options server;
    bool verbose;
} player_options;

static const struct argp_option own_options[] = {
    {"port", KEY_PORT, "N", 0, "Port to listen on; 0: any (default: 9147, or the next free one)", 1},
    {"address", KEY_ADDRESS, "ADDRESS", 0,
     "Address to listen on (default: 127.0.0.1, this machine alone; 0.0.0.0: all)", 1},
    {"agent", KEY_AGENT, "NAME[:KEY=VALUE,..]", 0, "Who thinks (default: montecarlo)", 1},
    {"margin", KEY_MARGIN, "SECONDS", 0, "Reply so long before a clock runs out (default: 1)", 1},
    {"name", KEY_NAME, "NAME", 0, "Name to be known by (default: ludens)", 1},
    {"particles", KEY_PARTICLES, "N", 0, "States remembered in games with hidden information (default: 200)", 1},
    {"silence", KEY_SILENCE, "SECONDS", 0,
     "Abandon a match after so long without a message (default: a minute, a clock, and two more "
     "or ten minutes)",
     1},
    {"allow-origin", KEY_ORIGIN, "ORIGIN", 0,
     "Accept messages of web pages from this origin; *: from all (may be repeated; default: none)", 1},
    {"allow-host", KEY_HOST, "NAME", 0,
     "Accept this name of the machine in the Host header, besides addresses and its own name; *: any "
     "(may be repeated)",
     1},
    {"max-message", KEY_MAX_MESSAGE, "BYTES", 0, "Limit of the length of a message (default: 4M)", 1},
    {"message-time", KEY_TIME, "SECONDS", 0, "Limit of the time a message may take to arrive (default: 30)", 1},
    {"verbose", 'v', 0, 0, "Say on standard error what happens", 1},
    {0}};

static double seconds(const char *arg, const char *what, struct argp_state *state)
{
    char *end;
    errno = 0;
    double s = strtod(arg, &end);
    if (end == arg || *end || errno || !isfinite(s) || s < 0 || s > 1e6)
        argp_error(state, "%s takes a number of seconds, not '%s'", what, arg);
    return s;
}

static void allow(http_names *names, const char *arg, const char *what, struct argp_state *state)
{
    if (names->count == HTTP_NAMES)
        argp_error(state, "too many %s options", what);
    names->names[names->count++] = arg;
}

static void check_agent(const char *text, struct argp_state *state)
{
    agent_spec spec;
    char problem[AGENT_PROBLEM];
    if (!agent_find(text, &spec, problem, sizeof problem))
        argp_error(state, "%s", problem);
}

static void check_name(const char *name, struct argp_state *state)
{
    if (!*name || strlen(name) > 100 || strpbrk(name, "()[],; \t\r\n"))
        argp_error(state, "--name takes a word without blanks and parentheses, not '%s'", name);
}

static error_t parse(int key, char *arg, struct argp_state *state, void *own)
{
    player_options *o = own;
    switch (key) {
    case KEY_PORT:
        o->server.port = (uint32_t)options_number(arg, "--port", UINT16_MAX, state);
        o->server.port_given = true;
        return 0;
    case KEY_ADDRESS: o->server.address = arg; return 0;
    case KEY_AGENT:
        check_agent(arg, state);
        o->player.agent = arg;
        return 0;
    case KEY_MARGIN: o->player.margin = seconds(arg, "--margin", state); return 0;
    case KEY_NAME:
        check_name(arg, state);
        o->player.name = arg;
        return 0;
    case KEY_SILENCE: o->player.silence = seconds(arg, "--silence", state); return 0;
    case KEY_PARTICLES: o->player.particles = (uint32_t)options_number(arg, "--particles", 1000000, state); return 0;
    case KEY_MAX_MESSAGE: o->server.max_message = options_number(arg, "--max-message", 64 << 20, state); return 0;
    case KEY_TIME: o->server.connection_time = seconds(arg, "--message-time", state); return 0;
    case KEY_ORIGIN: allow(&o->server.origins, arg, "--allow-origin", state); return 0;
    case KEY_HOST: allow(&o->server.hosts, arg, "--allow-host", state); return 0;
    case 'v': o->verbose = true; return 0;
    case ARGP_KEY_END: return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
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
    .option = parse,
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

int cmd_ggp_player(int argc, char **argv)
{
    options o;
    player_options own = {
        .player = {.name = "ludens", .agent = "montecarlo", .margin = 1},
        .server = {.address = "127.0.0.1", .port = STANDARD_PORT, .max_message = 4 << 20, .connection_time = 30}};
    options_parse(&o, &spec_ggp_player, argc, argv, &own);
    own.player.load = o.with.load;
    own.player.seed = o.with.seed;
    own.player.log = own.verbose ? stderr : NULL;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    signal(SIGINT, SIG_DFL); /* also of a job in the background: a server ends when it is told to */
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    ggp_player *p = ggp_player_new(&own.player);
    http_server *s = ggp_server_start(p, &own.server);
    int code = EXIT_ENVIRONMENT;
    if (s) {
        printf("listening on %s, port %u\n", own.server.address, http_port(s));
        fflush(stdout);
        code = serve(p, s, &signals);
    }
    ggp_player_free(p);
    options_done(&o);
    return code;
}
