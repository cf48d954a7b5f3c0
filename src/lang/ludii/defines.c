/* Defines of a file, of folders, and of our own library. */
#include "base/text.h"
#include "lang/ludii/ludii.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_DEPTH = 16, FILES_MAX = 20000, DEFINE_BYTES = 1 << 20 };

void ludii_define_add(ludii_file *f, const src_text *source, uint32_t origin, ludii_token *t, uint32_t count)
{
    if (count < 4 || t[2].kind != LUDII_STRING) {
        diag *d = ludii_report(f, DIAG_LUDII_DEFINE, t[count > 2 ? 2 : 0].span, origin,
                               "expected the name of the define here, in quotes");
        if (count > 2 && t[2].kind == LUDII_WORD)
            diag_set_hint(f->sink, d, "write `(define \"%s\" ..)`", ludii_shown(f, t[2].name));
        return;
    }
    ludii_define define = {t[2].name, source, t[2].span, t + 3, count - 4, origin};
    const uint32_t *known = map_get(&f->define_by_name, define.name);
    /* of several in the file the first counts, as in Ludii, and the file's own before those of folders */
    if (!known || (origin == 0 && vec_at(&f->defines, *known).origin != 0))
        map_put(&f->define_by_name, define.name, f->defines.count);
    vec_push(f->arena, &f->defines, define);
}

/* ---- files ---- */

static void add_text(ludii_file *f, const src_text *source)
{
    ludii_tokens tokens = {0};
    uint32_t origin = ludii_origin_new(f, source, NAME_NONE, SPAN_NOWHERE, 0);
    ludii_lex(f, source, (src_span){0, source->length}, origin, &tokens, NULL);
    if (!ludii_balanced(f, &tokens))
        return;
    for (uint32_t at = 0, next; at < tokens.count; at = next) {
        next = ludii_skip(tokens.data, tokens.count, at);
        if (next - at > 1 && ludii_is(f, &vec_at(&tokens, at + 1), "define"))
            ludii_define_add(f, source, origin, tokens.data + at, next - at);
    }
}

/* Nothing is allocated while the file is open: the arena may jump. */
static void add_file(ludii_file *f, const char *path, size_t size)
{
    char *text = arena_alloc(f->arena, size + 1);
    FILE *in = fopen(path, "rb");
    size_t length = in ? fread(text, 1, size, in) : 0;
    if (in)
        fclose(in);
    add_text(f, source_new(f->arena, path, text, length));
}

static void close_folder(void *folder) { closedir(folder); }

static const char *const *list_folder(ludii_file *f, DIR *folder, const char *path, uint32_t *count)
{
    VEC(const char *) names = {0};
    for (struct dirent *e; (e = readdir(folder));)
        if (e->d_name[0] != '.')
            vec_push(f->arena, &names, arena_printf(f->arena, "%s/%s", path, e->d_name));
    if (names.count)
        qsort(names.data, names.count, sizeof *names.data, text_order);
    *count = names.count;
    return names.data;
}

static void add_entry(ludii_file *f, const char *path, uint32_t depth, uint32_t *files);

static void add_folder(ludii_file *f, const char *path, uint32_t depth, uint32_t *files)
{
    DIR *folder = opendir(path);
    if (!folder && depth == 0) {
        diag *d =
            diag_report(f->sink, DIAG_FILE, NULL, SPAN_NOWHERE, "the folder of defines `%.200s` cannot be read", path);
        diag_set_hint(f->sink, d, "it was named by --defines or by LUDENS_DEFINES");
    }
    if (!folder)
        return;
    arena *listing = arena_child(f->arena);
    arena_defer(listing, close_folder, folder);
    uint32_t count;
    const char *const *names = list_folder(f, folder, path, &count);
    arena_done(listing);
    for (uint32_t i = 0; i < count; i++)
        add_entry(f, names[i], depth, files);
}

static void add_entry(ludii_file *f, const char *path, uint32_t depth, uint32_t *files)
{
    struct stat s;
    size_t n = strlen(path);
    if (stat(path, &s) != 0 || *files >= FILES_MAX)
        return;
    if (S_ISDIR(s.st_mode) && depth < FOLDER_DEPTH)
        add_folder(f, path, depth + 1, files);
    else if (S_ISREG(s.st_mode) && n > 4 && strcmp(path + n - 4, ".def") == 0 && s.st_size < DEFINE_BYTES) {
        ++*files;
        add_file(f, path, (size_t)s.st_size);
    }
}

/* ---- looking up ---- */

static const char own_defines[] = {
#include "ludii_defines.inc"
    , 0};

/* Folders are looked at when a name is used that the file does not define. */
static void add_others(ludii_file *f)
{
    f->folders_read = true;
    uint32_t files = 0;
    for (const char *p = f->in->defines; p && *p;) {
        size_t length = strcspn(p, ":");
        if (length)
            add_folder(f, arena_strndup(f->arena, p, length), 0, &files);
        p += length + (p[length] == ':');
    }
    add_text(f, source_new(f->arena, "<defines of Ludens>", own_defines, strlen(own_defines)));
}

const ludii_define *ludii_define_find(ludii_file *f, name_id name)
{
    const uint32_t *at = map_get(&f->define_by_name, name);
    if (!at && !f->folders_read && !f->loose) {
        add_others(f);
        at = map_get(&f->define_by_name, name);
    }
    return at ? &vec_at(&f->defines, *at) : NULL;
}

void ludii_define_suggest(ludii_file *f, suggestion *s)
{
    for (uint32_t i = 0; i < f->defines.count; i++)
        suggest_offer(s, ludii_text(f, vec_at(&f->defines, i).name));
}
