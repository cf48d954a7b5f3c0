#include "cli/app.h"
#include "cli/load.h"
#include "lsp/lsp.h"
#include "session/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MESSAGE_MAX = 64 << 20 };

const command_spec spec_lsp = {
    .arguments = "",
    .doc = "Serve an editor by the Language Server Protocol on standard input and output: "
           "diagnostics while typing, layout, "
           "completion, hover."
           "\vEditors start this themselves; docs/editors.md says how to set them up.",
    .groups = OPTIONS_LIMITS | OPTIONS_LUDEMES,
    .min_arguments = 0,
    .max_arguments = 0,
};

/* The length of the message that follows, from its header; -1 at the end of input, -2 when there is
 * none that can be taken. */
static long read_header(void)
{
    char line[400];
    long length = -2;
    bool any = false;
    while (fgets(line, sizeof line, stdin)) {
        any = true;
        if (strcmp(line, "\r\n") == 0 || strcmp(line, "\n") == 0)
            return length;
        if (strncasecmp(line, "Content-Length:", 15) == 0) {
            char *end;
            long n = strtol(line + 15, &end, 10);
            length = n >= 0 && n <= MESSAGE_MAX && (*end == '\r' || *end == '\n') ? n : -2;
        }
    }
    return any ? -2 : -1;
}

static void send_message(void *user, const char *message)
{
    (void)user;
    printf("Content-Length: %zu\r\n\r\n%s", strlen(message), message);
    fflush(stdout);
}

static int converse(lsp *s)
{
    int code = 1;
    for (long length; !lsp_ended(s, &code) && (length = read_header()) != -1;) {
        if (length < 0) {
            fprintf(stderr,
                    "ludens lsp: a message must begin with `Content-Length: N` (at most %d) and an "
                    "empty line\n",
                    MESSAGE_MAX);
            return EXIT_WRONG;
        }
        char *message = mem_raw((size_t)length + 1);
        size_t n = fread(message, 1, (size_t)length, stdin);
        if (n == (size_t)length)
            lsp_take(s, message, n, send_message, NULL);
        free(message);
    }
    return code;
}

int cmd_lsp(options *o, void *user)
{
    (void)user;
    lsp *s = lsp_open(&o->with.load);
    if (!s)
        mem_no_memory();
    int code = converse(s);
    lsp_close(s);
    return code;
}
