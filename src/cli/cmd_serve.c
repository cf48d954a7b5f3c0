#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/self.h"
#include "server/server.h"
#include "session/memory.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    STANDARD_PORT = 8137,
    GRACE = 3 /* seconds after which a request that does not stop is ended */
};

typedef struct page_options {
    server_options serve;
    bool open, public, no_token, sandbox, no_sandbox;
    double request_seconds;
    uint64_t memory;
} page_options;

static void read_port(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    page_options *o = into;
    option_u32(row, into, arg, state);
    o->serve.http.port_given = true;
}

static void read_host(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    http_names *hosts = &((page_options *)into)->serve.http.hosts;
    if (hosts->count == HTTP_NAMES)
        argp_error(state, "too many --%s options", row->name);
    hosts->names[hosts->count++] = arg;
}

static const option_row own_options[] = {
    OPTION_OF(page_options, "port", 0, "N", 1, read_port, serve.http.port, 0, UINT16_MAX,
              "Port to listen on; 0: any (default: 8137, or the next free one)"),
    OPTION_OF(page_options, "open", 0, NULL, 1, option_flag, open, 0, 0, "Open the page in the browser"),
    OPTION_OF(page_options, "public", 0, NULL, 1, option_flag, public, 0, 0,
              "Listen on all addresses: others may play and run rules here, with the token that is printed, "
              "in sandboxed processes (as --sandbox)"),
    OPTION_OF(page_options, "address", 0, "ADDRESS", 1, option_text, serve.http.address, 0, 0,
              "Address to listen on (default: 127.0.0.1, this machine alone)"),
    OPTION_OF(page_options, "allow-host", 0, "NAME", 1, read_host, serve.http.hosts, 0, 0,
              "Accept this name of the machine in the Host header, besides addresses and its own name (may "
              "be repeated)"),
    OPTION_OF(page_options, "sessions", 0, "N", 1, option_u32, serve.pool.sessions, 1, 10000,
              "Processes of sessions at once (default: 32); sessions that rest hand theirs to others"),
    OPTION_OF(page_options, "rest", 0, "SECONDS", 1, option_seconds, serve.pool.rest_seconds, 0, 0,
              "End the processes of sessions without requests after so long (default: 300)"),
    OPTION_OF(page_options, "idle", 0, "SECONDS", 1, option_seconds, serve.pool.idle_seconds, 0, 0,
              "Forget sessions without requests after so long (default: 86400)"),
    OPTION_OF(page_options, "request-seconds", 0, "S", 1, option_seconds, request_seconds, 0, 0,
              "Stop what a request asks for after so long (default: 70)"),
    OPTION_OF(page_options, "session-memory", 0, "BYTES", 1, option_u64, memory, 1, UINT64_MAX,
              "Memory of a session's process (default: 2G)"),
    OPTION_OF(page_options, "sandbox", 0, NULL, 1, option_flag, sandbox, 0, 0,
              "Confine sessions before their first request (always so unless this machine alone is listened to), so "
              "that games "
              "of the library, too, are played without native code"),
    OPTION_OF(page_options, "no-sandbox", 0, NULL, 1, option_flag, no_sandbox, 0, 0,
              "Do not confine sessions, so that rules written in the page have native code: whoever has the token can "
              "then use "
              "a "
              "fault of this program to read your files, start programs and use the network as you"),
    OPTION_OF(page_options, "no-token", 0, NULL, 1, option_flag, no_token, 0, 0,
              "Let everybody on this machine in, without the token (only where this machine alone is listened to)"),
    {0}};

static void check(void *own, struct argp_state *state)
{
    const page_options *o = own;
    if (o->sandbox && o->no_sandbox)
        argp_error(state, "--sandbox and --no-sandbox exclude each other");
}

const command_spec spec_serve = {
    .arguments = "",
    .doc = "Serve the page: games are played, watched and edited in a browser."
           "\vEach session is a process of its own, with limits of time and memory, that opens no files, starts no "
           "programs and uses no network. The server listens on this machine alone, unless --public or --address say "
           "otherwise, and lets in who knows the token in the address that it prints (docs/page.md). Ctrl-C ends "
           "it.\n\nExamples:\n"
           "  ludens serve --open\n"
           "  ludens serve --port 8080 --sandbox",
    .groups = OPTIONS_EVERY,
    .min_arguments = 0,
    .max_arguments = 0,
    .options = own_options,
    .check = check,
    OWN(page_options,
        .serve =
            {.http = {.address = "127.0.0.1", .port = STANDARD_PORT, .max_message = 8 << 20, .connection_time = 30},
             .pool = {.sessions = 32, .idle_seconds = 24 * 3600, .rest_seconds = 300}},
        .request_seconds = 70, .memory = UINT64_C(2) << 30),
};

static char *worker_command(const page_options *o)
{
    buffer command = {0};
    self_command(&command);
    buffer_addf(&command, " session --request-seconds %g --process-memory %llu%s 2>/dev/null", o->request_seconds,
                (unsigned long long)o->memory,
                o->sandbox       ? " --sandbox=now --backend interp"
                : !o->no_sandbox ? " --sandbox=later"
                                 : "");
    return command.text;
}

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || strcmp(address, "localhost") == 0;
}

static void open_browser(const char *url)
{
    char program[] = "xdg-open", *copy = mem_strdup(url);
    char *const arguments[] = {program, copy, NULL};
    pid_t pid;
    if (posix_spawnp(&pid, program, NULL, NULL, arguments, environ) != 0)
        fputs("ludens: there is no xdg-open to open a browser with\n", stderr);
    else
        waitpid(pid, NULL, WNOHANG);
    free(copy);
}

static void announce(const page_options *o, uint32_t port)
{
    char url[200];
    const char *address = strcmp(o->serve.http.address, "0.0.0.0") == 0 ? "127.0.0.1" : o->serve.http.address;
    bool six = strchr(address, ':') != NULL;
    snprintf(url, sizeof url, "http://%s%s%s:%u/%s%s", six ? "[" : "", address, six ? "]" : "", port,
             o->serve.token ? "#token=" : "", o->serve.token ? o->serve.token : "");
    printf("open %s in a browser (Ctrl-C ends)\n", url);
    if (o->public)
        puts("from other machines: the same with this machine's name or address");
    fflush(stdout);
    if (o->open)
        open_browser(url);
}

int cmd_serve(options *o, void *user)
{
    page_options *own = user;
    static const struct timespec tick = {0, 250000000};
    char token[POOL_ID + 1];
    if (own->public && is_loopback(own->serve.http.address))
        own->serve.http.address = "0.0.0.0";
    const bool alone = is_loopback(own->serve.http.address);
    if (!alone && (own->no_token || own->no_sandbox)) {
        fprintf(stderr, "%s: %s goes only where this machine alone is listened to\n", o->title,
                own->no_token ? "--no-token" : "--no-sandbox");
        return EXIT_USAGE;
    }
    if (!own->no_token && !pool_random_id(token)) {
        fprintf(stderr, "ludens: no random numbers: %s\n", strerror(errno));
        return EXIT_ENVIRONMENT;
    }
    own->serve.token = own->no_token ? NULL : token;
    if (!alone)
        own->sandbox = true; /* rules may be those of strangers */
    own->serve.compile = own->serve.pool.fresh = !own->sandbox && !own->no_sandbox;
    char *command = worker_command(own);
    own->serve.pool.command = command;
    own->serve.pool.request_seconds = own->request_seconds + GRACE;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    signal(SIGINT, SIG_DFL); /* also of a job in the background: a server ends when it is told to */
    signal(SIGPIPE, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    server *s = server_start(&own->serve);
    if (s) {
        announce(own, server_port(s));
        while (sigtimedwait(&signals, NULL, &tick) < 0 && !interrupt_seen())
            server_tick(s);
        server_stop(s);
    }
    free(command);
    return s ? EXIT_FINE : EXIT_ENVIRONMENT;
}
