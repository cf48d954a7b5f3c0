#include "cli/load.h"

#include "cli/app.h"
#include "session/memory.h"
#include "session/replace.h"
#include "session/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void print_diags(const options *o, lud_diags *diags)
{
    bool color = options_color(o, stderr);
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        fputs(lud_diags_render(diags, i, color), stderr);
    if (lud_diags_errors(diags) > lud_diags_count(diags))
        fprintf(stderr, "%u errors in all\n", lud_diags_errors(diags));
}

/* A file that is not there is the caller's mistake; one that is there and cannot be opened is
 * the machine's. */
static int errno_exit(int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case ENAMETOOLONG:
    case ELOOP: return EXIT_WRONG;
    default: return EXIT_ENVIRONMENT;
    }
}

int diags_exit(const lud_diags *diags)
{
    for (uint32_t i = 0; i < lud_diags_count(diags); i++) {
        lud_diagnostic d = lud_diags_get(diags, i);
        if (strcmp(d.code, "E0007") == 0)
            return EXIT_INTERRUPT;
        if (strcmp(d.code, "E0004") == 0)
            return EXIT_LIMIT;
        if (strcmp(d.code, "E0005") == 0 || strcmp(d.code, "E0807") == 0)
            return EXIT_ENVIRONMENT;
    }
    return EXIT_WRONG;
}

static int failure_exit(const char *path, const lud_diags *diags)
{
    if (strcmp(path, "-") != 0) {
        int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        if (file < 0)
            return errno_exit(errno);
        close(file);
    }
    return diags_exit(diags);
}

/* Rules that are right, but cannot be played yet, are only warned of when they are read strictly. */
static int outcome(const lud_game *game, const char *path, const lud_diags *diags)
{
    bool right = lud_diags_warnings(diags) && !lud_diags_errors(diags);
    return game || right ? EXIT_FINE : failure_exit(path, diags);
}

static void need_language(const options *o, const char *path)
{
    if (strcmp(path, "-") == 0 && !o->with.load.language) {
        fputs("ludens: reading standard input needs --lang (see 'ludens languages')\n", stderr);
        exit(EXIT_USAGE);
    }
}

/* Native code is wanted and there is none: one line says why. */
static void note_backend(const lud_game *game, const char *path)
{
    lud_info info;
    lud_game_info(game, &info);
    if (info.backend_note)
        fprintf(stderr, "%s: no native code: %s; the interpreter serves\n", path, info.backend_note);
}

void note_loaded(const options *o, const lud_game *game, const char *path)
{
    if (game && o->with.load.backend == LUD_BACKEND_NATIVE)
        note_backend(game, path);
}

void note_played(const options *o, const lud_game *game, const char *path)
{
    if (game && o->with.load.backend == LUD_BACKEND_AUTO)
        note_backend(game, path);
}

void close_game(const options *o, lud_game *game, const char *path)
{
    note_played(o, game, path);
    lud_game_free(game);
}

char *game_file(const char *path)
{
    static const char data[] = "share/ludens/";
    char program[4096];
    bool there = path[0] == '/' || strncmp(path, "games/", 6) != 0 || access(path, F_OK) == 0;
    ssize_t n = there ? 0 : readlink("/proc/self/exe", program, sizeof program - 1);
    for (int up = 0; n > 0 && up < 2; up++) /* PREFIX/bin/ludens */
        while (n > 0 && program[--n] != '/')
            ;
    buffer found = {0};
    if (n > 0)
        buffer_addf(&found, "%.*s/%s%s", (int)n, program, data, path);
    if (found.text && access(found.text, F_OK) == 0)
        return found.text;
    buffer_done(&found);
    return mem_strdup(path);
}

lud_game *load_quietly(const options *o, const char *path, lud_diags *diags, int *code)
{
    need_language(o, path);
    char *file = game_file(path);
    lud_game *game = lud_load_file(file, &o->with.load, diags);
    *code = outcome(game, file, diags);
    note_loaded(o, game, path);
    free(file);
    return game;
}

static lud_diags *new_diags(void)
{
    lud_diags *diags = lud_diags_new();
    if (!diags) {
        fputs("ludens: out of memory\n", stderr);
        exit(EXIT_ENVIRONMENT);
    }
    return diags;
}

lud_game *load_game(const options *o, const char *path, int *code)
{
    lud_diags *diags = new_diags();
    lud_game *game = load_quietly(o, path, diags, code);
    print_diags(o, diags);
    lud_diags_free(diags);
    return game;
}

lud_game *load_text(const options *o, const char *path, const char *text, size_t length, int *code)
{
    need_language(o, path);
    lud_diags *diags = new_diags();
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    lud_game *game = lud_load_text(text, length, name, &o->with.load, diags);
    *code = outcome(game, path, diags);
    note_loaded(o, game, name);
    print_diags(o, diags);
    lud_diags_free(diags);
    return game;
}

static char *read_all(FILE *in, size_t *length)
{
    buffer t = {0};
    char chunk[1 << 16];
    size_t n;
    while ((n = fread(chunk, 1, sizeof chunk, in)) > 0)
        buffer_add_bytes(&t, chunk, n);
    *length = t.length;
    if (ferror(in)) {
        buffer_done(&t);
        return NULL;
    }
    return t.text ? t.text : mem_strdup("");
}

/* As the library says it of rules (errno tells why). */
static int report_unreadable(const char *name)
{
    int error = errno;
    if (error == EISDIR)
        fprintf(stderr, "%s: error[E0001]: this is a directory, not a file\n      = hint: name a file in it\n", name);
    else
        fprintf(stderr, "%s: error[%s]: the file cannot be read: %s\n", name, error == ENOMEM ? "E0005" : "E0001",
                strerror(error));
    if (error == ENOENT || error == ENOTDIR)
        fputs("      = hint: paths begin at the current folder unless they begin with `/`\n", stderr);
    return errno_exit(error);
}

char *load_file(const char *path, size_t *length, int *code)
{
    bool standard = strcmp(path, "-") == 0;
    char *file = game_file(path);
    FILE *in = standard ? stdin : fopen(file, "rb");
    char *content = in ? read_all(in, length) : NULL;
    if (!content) {
        *code = report_unreadable(standard ? "<stdin>" : path);
    }
    if (in && !standard)
        fclose(in);
    free(file);
    return content;
}

lud_game *load_rules(const options *o, const char *path, uint64_t *hash, int *code)
{
    size_t length = 0;
    char *text = load_file(path, &length, code);
    lud_game *game = text ? load_text(o, path, text, length, code) : NULL;
    *hash = text ? trial_rules_hash(text, length) : 0;
    free(text);
    return game;
}

char *make_text(const options *o, const char *path, text_maker *make, char **content, int *code)
{
    size_t length = 0;
    need_language(o, path);
    char *text = load_file(path, &length, code);
    if (!text)
        return NULL;
    lud_diags *diags = new_diags();
    char *made = make(text, length, strcmp(path, "-") == 0 ? "<stdin>" : path, &o->with.load, diags);
    print_diags(o, diags);
    *code = made ? EXIT_FINE : diags_exit(diags);
    lud_diags_free(diags);
    if (content)
        *content = text;
    else
        free(text);
    return made;
}

int output_exit(int code)
{
    bool failed = fflush(stdout) != 0 || ferror(stdout);
    if (failed && errno != EPIPE && code == EXIT_FINE) {
        fprintf(stderr, "ludens: cannot write the output: %s\n", strerror(errno));
        return EXIT_ENVIRONMENT;
    }
    return code;
}

int report_unwritable(const char *path)
{
    fprintf(stderr, "ludens: cannot write %s: %s\n", path, strerror(errno));
    return EXIT_ENVIRONMENT;
}

int store_text(const char *path, const char *text)
{
    if (strcmp(path, "-") == 0)
        fputs(text, stdout); /* main looks whether that went well */
    else if (!replace_text(path, text))
        return report_unwritable(path);
    return EXIT_FINE;
}

int report_fault(const options *o, lud_context *ctx, lud_status status)
{
    const char *fault = ctx && status != LUD_INTERRUPTED ? lud_fault_text(ctx, options_color(o, stderr)) : NULL;
    if (status == LUD_INTERRUPTED) /* no fault of the rules: where it was does not matter */
        fputs("ludens: interrupted\n", stderr);
    else if (fault && *fault)
        fputs(fault, stderr);
    else
        fprintf(stderr, "ludens: error: %s%s\n", lud_status_text(status),
                status == LUD_LIMIT_PLIES ? " (--max-plies raises the limit)" : "");
    return status_code(status);
}
