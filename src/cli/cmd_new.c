/* A small game that plays, for authors to change: one for each language that people write. */
#include "cli/app.h"
#include "cli/load.h"
#include "cli/options.h"
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
           "  ludens new mygame.kif\n"
           "  ludens new --lang rg -",
    .groups = OPTIONS_LANG,
    .min_arguments = 1,
    .max_arguments = 1,
};

static const char hrg[] = {
#include "new_hrg.inc"
    , 0};
static const char rg[] = {
#include "new_rg.inc"
    , 0};
static const char kif[] = {
#include "new_kif.inc"
    , 0};
static const char lp[] = {
#include "new_lp.inc"
    , 0};

typedef struct template
{
    const char *language, *extension, *text;
    size_t length;
}
template;

static const template templates[] = {{"hrg", ".hrg", hrg, sizeof hrg - 1},
                                     {"rg", ".rg", rg, sizeof rg - 1},
                                     {"gdl", ".kif", kif, sizeof kif - 1},
                                     {"asp", ".lp", lp, sizeof lp - 1}};
enum { TEMPLATES = sizeof templates / sizeof *templates };

static const template *find_template(const char *path, const char *language)
{
    size_t n = strlen(path);
    for (int i = 0; i < TEMPLATES; i++) {
        const char *extension = templates[i].extension;
        size_t length = strlen(extension);
        bool ends = n >= length && strcmp(path + n - length, extension) == 0;
        if (language ? strcmp(language, templates[i].language) == 0 : ends)
            return &templates[i];
    }
    return NULL;
}

/* The name of the file without folder and extension, and a capital at its beginning. */
static char *title_of(const char *path)
{
    const char *name = strcmp(path, "-") == 0 ? "My game" : base_name(path), *dot = strrchr(name, '.');
    size_t n = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    char *title = app_strndup(name, n);
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)title[i] < ' ' || title[i] == 127)
            title[i] = ' ';
    if (*title >= 'a' && *title <= 'z')
        *title = (char)(*title - 'a' + 'A');
    return title;
}

static char *text_of(const template *t, const char *path)
{
    static const char mark[] = "NAME";
    const char *name = strstr(t->text, mark); /* in the first line */
    char *title = title_of(path);
    buffer text = {0};
    buffer_add_bytes(&text, t->text, (size_t)(name - t->text));
    buffer_add(&text, title);
    buffer_add_bytes(&text, name + strlen(mark), t->length - (size_t)(name - t->text) - strlen(mark));
    free(title);
    return text.text;
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

int cmd_new(int argc, char **argv)
{
    options o;
    options_parse(&o, &spec_new, argc, argv, NULL);
    const char *path = o.arguments[0];
    const template *t = find_template(path, o.with.load.language);
    options_done(&o);
    if (!t) {
        fprintf(stderr, "%s: a file named .hrg, .rg, .kif or .lp (or --lang hrg, rg, gdl, asp), not %s\n", argv[0],
                path);
        return EXIT_USAGE;
    }
    char *text = text_of(t, path);
    int code = EXIT_FINE;
    if (strcmp(path, "-") == 0)
        fputs(text, stdout);
    else
        code = write_new(path, text);
    free(text);
    return code;
}
