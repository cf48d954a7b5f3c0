#include "base/sandbox.h"
#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "session/memory.h"
#include "session/session.h"
#include "session/workspace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef enum confinement {
    CONFINED_NOT,
    CONFINED_LATER, /* after the first request, if that loads a game of the library; else before it */
    CONFINED_NOW
} confinement;

typedef struct session_options {
    confinement sandbox;
    double seconds;  /* of a request; 0: any */
    uint64_t memory; /* of the process; 0: any */
} session_options;

static void read_sandbox(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    session_options *o = into;
    (void)row;
    if (arg && strcmp(arg, "now") != 0 && strcmp(arg, "later") != 0)
        argp_error(state, "--sandbox is now or later, not '%s'", arg);
    o->sandbox = arg && strcmp(arg, "later") == 0 ? CONFINED_LATER : CONFINED_NOW;
}

static const option_row own_options[] = {
    OPTION_OF(
        session_options, "sandbox", 0, "?WHEN", 1, read_sandbox, sandbox, 0, 0,
        "For rules of strangers: open no files, start no programs, use no network from now on, or (later) from the "
        "first request on, which may load a game of the library with its native code (only without GAME)"),
    OPTION_OF(session_options, "request-seconds", 0, "S", 1, option_seconds, seconds, 0, 0,
              "Stop what a request asks for after so many seconds"),
    OPTION_OF(session_options, "process-memory", 0, "BYTES", 1, option_u64, memory, 0, UINT64_MAX,
              "Limit of the memory of the process"),
    {0}};

const command_spec spec_session = {
    .arguments = "[GAME]",
    .doc = "Drive a game over JSON lines: one request a line on standard input, one reply a line "
           "on standard output."
           "\vRequests are objects with an \"op\": new, moves, apply, undo, look, think and more "
           "(docs/json.md). Without "
           "GAME requests choose the game: games, load, check, format. An error is a reply too, "
           "and the session "
           "continues.\n\nExamples:\n"
           "  printf '%s\\n' '{\"op\":\"load\",\"game\":\"hrg/chess.hrg\"}' "
           "'{\"op\":\"perft\",\"depth\":3}' | "
           "ludens session\n"
           "  printf '%s\\n' '{\"op\":\"moves\"}' '{\"op\":\"quit\"}' | "
           "ludens session games/hrg/tic-tac-toe.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_SEED | OPTIONS_DUPLICATES,
    .min_arguments = 0,
    .max_arguments = 1,
    .options = own_options,
    OWN(session_options, 0),
};

/* Who answers: the session of one game, or a workspace that chooses games. */
typedef struct partner {
    session *game;
    workspace *workspace;
    size_t longest; /* line */
    double seconds; /* of a request; 0: any */
    uint64_t memory;
    bool confine; /* with the first request */
} partner;

/* Enters the sandbox, or ends the process: it must not go on without one. */
static void confine(uint64_t memory)
{
    if (enter_sandbox(memory, true))
        return;
    fprintf(stderr, "ludens session: this system cannot sandbox the process: %s\n", strerror(errno));
    exit(EXIT_ENVIRONMENT);
}

/* Reads a line without its end. Of one that is too long only the length is true, beyond `longest`.
 * False at the end of input. */
static bool read_line(buffer *line, size_t *length, size_t longest)
{
    buffer_clear(line);
    *length = 0;
    int c = EOF;
    bool waits = interrupt_wait(true);
    while (waits && (c = getc(stdin)) != EOF && c != '\n') {
        char byte = (char)c;
        if ((*length)++ < longest)
            buffer_add_bytes(line, &byte, 1);
    }
    interrupt_wait(false);
    return c != EOF || *length > 0;
}

static bool ended(const partner *p)
{
    return p->game ? session_ended(p->game) || session_broken(p->game) : workspace_ended(p->workspace);
}

static int converse(const partner *p)
{
    buffer line = {0};
    size_t length;
    bool open = p->confine;
    while (!ended(p) && !ferror(stdout) && read_line(&line, &length, p->longest)) {
        if (open && !workspace_trusts(buffer_get(&line), length)) {
            confine(p->memory);
            open = false;
        }
        interrupt_request(p->seconds);
        char *reply = p->game ? session_request(p->game, buffer_get(&line), length)
                              : workspace_request(p->workspace, buffer_get(&line), length);
        interrupt_request(0);
        if (open)
            confine(p->memory);
        open = false;
        puts(reply ? reply : "");
        fflush(stdout);
        free(reply);
    }
    buffer_done(&line);
    if (p->game && session_broken(p->game))
        mem_no_memory();
    return EXIT_FINE;
}

static int open_and_converse(const options *o, const session_options *own, const char *path)
{
    int code;
    size_t length;
    char *rules = load_file(path, &length, &code);
    lud_diags *diags = rules ? lud_diags_new() : NULL;
    if (rules && !diags)
        mem_no_memory();
    session *s = rules ? session_open(&o->with, path, rules, length, diags) : NULL;
    if (diags)
        print_diags(o, diags);
    if (rules && !s && lud_diags_errors(diags) == 0)
        mem_no_memory();
    if (s)
        note_loaded(o, session_game(s), path);
    if (rules)
        code = s ? converse(&(partner){.game = s, .longest = SESSION_LINE_MAX, .seconds = own->seconds})
                 : diags_exit(diags);
    if (s)
        note_played(o, session_game(s), path);
    session_close(s);
    lud_diags_free(diags);
    free(rules);
    return code;
}

static int converse_on_any(const options *o, const session_options *own)
{
    workspace *s = workspace_open(&o->with);
    if (!s)
        mem_no_memory();
    int code = converse(&(partner){.workspace = s,
                                   .longest = WORKSPACE_LINE_MAX,
                                   .seconds = own->seconds,
                                   .memory = own->memory,
                                   .confine = own->sandbox == CONFINED_LATER});
    workspace_close(s);
    return code;
}

int cmd_session(options *o, void *user)
{
    session_options *own = user;
    bool game = o->argument_count > 0;
    if (game && (own->sandbox || strcmp(argument_at(o, 0), "-") == 0)) {
        fprintf(stderr, "%s: %s\n", o->title,
                own->sandbox ? "--sandbox goes without GAME: no file can be read then"
                             : "standard input carries the requests; the game must be a file");
        return EXIT_USAGE;
    }
    if (own->seconds > 0)
        o->with.load.control = interrupt_control();
    lud_solvers *solvers = NULL;
    if (own->sandbox) {
        close_inherited();
        solvers = o->with.load.solvers = lud_solvers_new(); /* or answer sets have to do without libclingo */
    }
    if (own->sandbox == CONFINED_NOW)
        confine(own->memory);
    else if (own->memory && !enter_sandbox(own->memory, false)) {
        fprintf(stderr, "%s: the memory of this process cannot be limited: %s\n", o->title, strerror(errno));
        return EXIT_ENVIRONMENT;
    }
    int code = game ? open_and_converse(o, own, argument_at(o, 0)) : converse_on_any(o, own);
    lud_solvers_free(solvers);
    return code;
}
