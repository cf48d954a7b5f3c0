/* C code behind a game, as Browne's paper has Java there (section 3): it is compiled when the game is loaded, and only
 * if the user trusts it. */
#include "lang/ludii/plugins.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char include[] = "#include";
static const char header[] = {
#include "ludens_ludemes.inc"
    , 0};

uint32_t appended_start(const src_text *text)
{
    const char *end = text->text + text->length;
    for (const char *line = text->text; line && line < end;) {
        if ((size_t)(end - line) > sizeof include && memcmp(line, include, sizeof include - 1) == 0)
            return (uint32_t)(line - text->text);
        line = memchr(line, '\n', (size_t)(end - line));
        line = line ? line + 1 : NULL;
    }
    return text->length;
}

/* ---- compiling ---- */

typedef struct workshop {
    char folder[64], header[96], source[96], object[96], messages[96];
} workshop;

static void remove_workshop(void *data)
{
    workshop *w = data;
    unlink(w->header);
    unlink(w->source);
    unlink(w->object);
    unlink(w->messages);
    rmdir(w->folder);
}

static bool write_file(const char *path, const char *before, const char *text, size_t length)
{
    FILE *out = fopen(path, "w");
    bool fine = out && fputs(before, out) >= 0 && fwrite(text, 1, length, out) == length;
    return out && (fclose(out) == 0) && fine;
}

/* Messages of the compiler name the file and line of the game. */
static const char *line_of(const ludii_file *f, uint32_t at)
{
    uint32_t line = 1;
    for (uint32_t i = 0; i < at; i++)
        line += f->text->text[i] == '\n';
    text_buffer name = {0};
    text_add_json(f->arena, &name, f->text->name);
    return arena_printf(f->arena, "#line %u %s\n", line, name.data);
}

static bool run_compiler(const workshop *w)
{
    const char *cc = getenv("LUDENS_CC");
    char folder[80];
    snprintf(folder, sizeof folder, "-I%s", w->folder);
    char *const words[] = {(char *)(cc && *cc ? cc : "cc"),
                           "-std=gnu11",
                           "-O1",
                           "-shared",
                           "-fPIC",
                           "-Wall",
                           folder,
                           "-o",
                           (char *)w->object,
                           (char *)w->source,
                           NULL};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, w->messages, O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child;
    int status = -1, error = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    while (error == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return error == 0 && status == 0;
}

static const char *messages_of(const workshop *w, arena *a)
{
    enum { MOST = 3000 };
    char *text = arena_alloc(a, MOST + 1);
    FILE *in = fopen(w->messages, "r");
    size_t n = in ? fread(text, 1, MOST, in) : 0;
    if (in)
        fclose(in);
    while (n && text[n - 1] == '\n')
        n--;
    text[n] = 0;
    return n ? text : "there is no C compiler (LUDENS_CC, or cc)";
}

const char *appended_compile(ludii_file *f)
{
    uint32_t start = appended_start(f->text);
    src_span span = {start, start + sizeof include - 1};
    if (!f->in->trust) {
        diag *d = ludii_report(f, DIAG_LUDII_PLUGIN, span, 0,
                               "this game brings C code, which is compiled and run on this computer if it is trusted");
        diag_set_hint(f->sink, d, "read the code; then --trust");
        return NULL;
    }
    workshop *w = ARENA_NEW(f->arena, workshop);
    const char *folder = getenv("TMPDIR");
    snprintf(w->folder, sizeof w->folder, "%s/ludens-XXXXXX", folder && strlen(folder) < 40 ? folder : "/tmp");
    if (!mkdtemp(w->folder)) {
        ludii_report(f, DIAG_FILE, span, 0, "no folder for the compiled code can be made: %s", strerror(errno));
        return NULL;
    }
    snprintf(w->header, sizeof w->header, "%s/ludens_ludemes.h", w->folder);
    snprintf(w->source, sizeof w->source, "%s/game.c", w->folder);
    snprintf(w->object, sizeof w->object, "%s/game.so", w->folder);
    snprintf(w->messages, sizeof w->messages, "%s/messages", w->folder);
    arena_defer(f->arena, remove_workshop, w);
    if (!write_file(w->header, "", header, strlen(header)) ||
        !write_file(w->source, line_of(f, start), f->text->text + start, f->text->length - start)) {
        ludii_report(f, DIAG_FILE, span, 0, "the folder %s cannot be written: %s", w->folder, strerror(errno));
        return NULL;
    }
    if (run_compiler(w))
        return w->object;
    ludii_report(f, DIAG_LUDII_PLUGIN, span, 0, "the C code of this game cannot be compiled:\n%s",
                 messages_of(w, f->arena));
    return NULL;
}
