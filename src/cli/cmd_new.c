/* A small game that plays, for authors to change: one for each language that people write. */
#include "cli/app.h"
#include "cli/load.h"
#include "cli/options.h"
#include "session/beginnings.h"
#include "session/memory.h"
#include "session/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const command_spec spec_new = {
    .arguments = "FILE",
    .doc = "Begin a game: write a small one that plays, with comments that say what is what, to be changed."
           "\vThe language is that of the file's extension. A file that is there is left alone; - writes to "
           "standard output.\n\nExamples:\n"
           "  ludens new mygame.hrg && ludens play mygame.hrg\n"
           "  ludens new mygame.zrf\n"
           "  ludens new mygame.lud\n"
           "  ludens new --lang rg -",
    .groups = OPTIONS_LANG,
    .min_arguments = 1,
    .max_arguments = 1,
};

/* The name of the file without folder and extension, and a capital at its beginning. */
static char *title_of(const char *path)
{
    const char *name = strcmp(path, "-") == 0 ? "My game" : base_name(path), *dot = strrchr(name, '.');
    size_t n = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    char *title = mem_strndup(name, n);
    if (*title >= 'a' && *title <= 'z')
        *title = (char)(*title - 'a' + 'A');
    return title;
}

static int write_new(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    bool fine = out && fputs(text, out) >= 0;
    int error = errno;
    if (out && fclose(out) != 0) {
        fine = false;
        error = errno;
    }
    if (!fine && file >= 0)
        unlink(path);
    if (fine) {
        printf("wrote %s; try: ludens play %s\n", path, path);
        return EXIT_FINE;
    }
    if (error == EEXIST)
        fprintf(stderr, "ludens new: %s exists and is left alone\n", path);
    else
        fprintf(stderr, "ludens new: cannot write %s: %s\n", path, strerror(error));
    return error == EEXIST ? EXIT_WRONG : EXIT_ENVIRONMENT;
}

static void print_known(const char *program, const char *path)
{
    fprintf(stderr, "%s: the name of %s says no language; known are", program, path);
    for (uint32_t i = 0; i < beginnings_count(); i++)
        fprintf(stderr, "%s %s (--lang %s)", i ? "," : "", beginnings_at(i)->extension, beginnings_at(i)->language);
    fputc('\n', stderr);
}

int cmd_new(options *o, void *user)
{
    (void)user;
    const char *path = argument_at(o, 0);
    const beginning *b = beginnings_find(path, o->with.load.language);
    if (!b) {
        print_known(o->title, path);
        return EXIT_USAGE;
    }
    char *title = title_of(path), *text = beginnings_text(b, title);
    free(title);
    int code = EXIT_FINE;
    if (strcmp(path, "-") == 0)
        fputs(text, stdout);
    else
        code = write_new(path, text);
    free(text);
    return code;
}
