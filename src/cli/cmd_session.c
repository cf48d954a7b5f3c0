#include "cli/app.h"
#include "cli/load.h"
#include "session/memory.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

const command_spec spec_session = {
    .arguments = "GAME",
    .doc = "Drive a game over JSON lines: one request a line on standard input, one reply a line "
           "on standard output."
           "\vRequests are objects with an \"op\": new, moves, apply, state, observe, scores, "
           "playout, undo, view, quit (docs/json.md); answer-set games also have strategy. An error is a reply too, and the session "
           "continues.\n\nExample:\n"
           "  printf '%s\\n' '{\"op\":\"moves\"}' '{\"op\":\"quit\"}' | "
           "ludens session games/hrg/tic-tac-toe.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_SEED | OPTIONS_DUPLICATES,
    .min_arguments = 1,
    .max_arguments = 1,
};

/* Reads a line without its end. Of one that is too long only the length is true, beyond
 * SESSION_LINE_MAX. False at the end of input. */
static bool read_line(buffer *line, size_t *length)
{
    buffer_clear(line);
    *length = 0;
    int c;
    while ((c = getc(stdin)) != EOF && c != '\n') {
        char byte = (char)c;
        if ((*length)++ < SESSION_LINE_MAX)
            buffer_add_bytes(line, &byte, 1);
    }
    return c != EOF || *length > 0;
}

static int converse(session *s)
{
    buffer line = {0};
    size_t length;
    while (!session_ended(s) && !session_broken(s) && !ferror(stdout) && read_line(&line, &length)) {
        char *reply = session_request(s, buffer_get(&line), length);
        puts(reply ? reply : "");
        fflush(stdout);
        free(reply);
    }
    buffer_done(&line);
    if (session_broken(s))
        app_no_memory();
    return EXIT_FINE;
}

static int open_and_converse(const options *o, const char *path)
{
    int code;
    size_t length;
    char *rules = load_file(path, &length, &code);
    lud_diags *diags = rules ? lud_diags_new() : NULL;
    if (rules && !diags)
        app_no_memory();
    session *s = rules ? session_open(&o->with, path, rules, length, diags) : NULL;
    if (diags)
        print_diags(o, diags);
    if (rules && !s && lud_diags_errors(diags) == 0)
        app_no_memory();
    if (s)
        note_loaded(o, session_game(s), path);
    if (rules)
        code = s ? converse(s) : diags_exit(diags);
    if (s)
        note_played(o, session_game(s), path);
    session_close(s);
    lud_diags_free(diags);
    free(rules);
    return code;
}

int cmd_session(int argc, char **argv)
{
    options o;
    options_parse(&o, &spec_session, argc, argv, NULL);
    if (strcmp(o.arguments[0], "-") == 0) {
        fprintf(stderr, "%s: standard input carries the requests; the game must be a file\n",
                argv[0]);
        return EXIT_USAGE;
    }
    int code = open_and_converse(&o, o.arguments[0]);
    options_done(&o);
    return code;
}
