/* Games that Zillions saved (.zsg), move by move. */
#include "cli/replay_saved.h"

#include "cli/app.h"
#include "cli/load.h"
#include "session/memory.h"
#include "session/walk.h"
#include "session/zsg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How far the saved game goes by the rules, with those sections in them; -1: they cannot be loaded. `stuck`: it
 * stops where a pass is noted in a game that is over. */
static int64_t follow(const options *o, const char *path, const zsg_game *saved, bool passes, bool *stuck, bool *over,
                      int *code)
{
    options chosen = *o;
    int64_t done = 0;
    walk w;
    char *sections = zsg_sections(saved, passes);
    chosen.with.load.sections = sections;
    if (*saved->variant && !chosen.with.load.variant)
        chosen.with.load.variant = saved->variant;
    lud_game *game = load_game(&chosen, path, code);
    if (!game) {
        free(sections);
        return -1;
    }
    walk_init(&w, game);
    if (walk_start(&w) == LUD_OK)
        while (done < saved->count && zsg_follow(&w, saved->moves[done].text))
            done++;
    *over = walk_terminal(&w);
    *stuck = done < saved->count && *over && zsg_same(saved->moves[done].text, "Pass");
    walk_done(&w);
    close_game(&chosen, game, path);
    free(sections);
    return done;
}

static int replay(const options *o, const char *path, const char *file, const zsg_game *saved)
{
    int code = EXIT_FINE;
    bool stuck = false, over = false;
    int64_t done = follow(o, path, saved, false, &stuck, &over, &code);
    if (stuck) {
        fprintf(stderr, "%s: note: a pass is noted where the rules end the game; players without a move pass here\n",
                file);
        done = follow(o, path, saved, true, &stuck, &over, &code);
    }
    if (done < 0)
        return code;
    if (done < saved->count) {
        char shown[200];
        fprintf(stderr, "%s:%u: move %lld of %u is not legal here: %s\n", file, saved->moves[done].line,
                (long long)done + 1, saved->count, lud_printable(saved->moves[done].text, shown, sizeof shown));
        return EXIT_WRONG;
    }
    printf("%lld moves replayed, %s\n", (long long)done, over ? "to the end of the game" : "and the game is not over");
    return EXIT_FINE;
}

/* Says what is wrong with the file itself. */
static bool usable(const zsg_game *saved, const char *path, const char *file, uint32_t wrong_line)
{
    if (wrong_line)
        fprintf(stderr,
                "%s:%u: error[E0102]: this is no line of a saved game\n      = hint: a move is `N. text`, as Zillions "
                "writes it\n",
                file, wrong_line);
    else if (!*saved->rules && !saved->count)
        fprintf(stderr,
                "%s: error[E0003]: the file holds no saved game\n      = hint: Zillions writes `RulesFile=..`, then "
                "moves\n",
                file);
    else if (!path && !*saved->rules)
        fprintf(stderr, "%s: the file does not name its rules\n      = hint: `ludens replay GAME.zrf %s`\n", file,
                file);
    else
        return true;
    return false;
}

int replay_saved(const options *o, const char *path, const char *file, const char *content, size_t length)
{
    zsg_game saved;
    uint32_t line;
    if (strlen(content) != length) {
        fprintf(stderr, "%s: error[E0006]: a NUL byte in the text\n      = hint: is this really a saved game?\n", file);
        return EXIT_WRONG;
    }
    bool parsed = zsg_parse(content, &saved, &line);
    int code =
        usable(&saved, path, file, parsed ? 0 : line) ? replay(o, path ? path : saved.rules, file, &saved) : EXIT_WRONG;
    zsg_done(&saved);
    return code;
}

/* ---- writing ---- */

/* What there is to say of the variant that the options mean, or NULL. */
static json_t *variant_of(const options *o, const char *path)
{
    int code = EXIT_FINE;
    size_t length = 0;
    const char *mark = strrchr(path, '#'), *wanted = o->with.load.variant;
    char *file = strdup(path), *content = file ? load_file(file, &length, &code) : NULL;
    if (!content && file && mark) {
        file[mark - path] = 0;
        wanted = mark + 1;
        content = load_file(file, &length, &code);
    }
    lud_diags *diags = lud_diags_new();
    char *text = content && diags ? lud_describe(content, length, file, &o->with.load, diags) : NULL;
    json_t *all = text ? json_loads(text, 0, NULL) : NULL, *found = NULL, *variant;
    size_t i;
    json_array_foreach (json_object_get(all, "variants"), i, variant) {
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(json_object_get(variant, "number")));
        bool is = wanted ? strcmp(wanted, number) == 0 ||
                               strcmp(wanted, json_string_value(json_object_get(variant, "title"))) == 0
                         : json_is_true(json_object_get(variant, "usual"));
        if (is && !found)
            found = json_incref(variant);
    }
    json_decref(all);
    lud_free(text);
    lud_diags_free(diags);
    free(content);
    free(file);
    return found;
}

int save_replayed(const options *o, const char *file, const char *rules, const json_t *moves)
{
    json_t *variant = variant_of(o, rules);
    if (!variant) {
        fprintf(stderr, "%s: only games of Zillions rules files can be saved as Zillions does\n", rules);
        return EXIT_WRONG;
    }
    buffer out = {0};
    zsg_write(&out, rules, variant, moves);
    FILE *f = fopen(file, "w");
    bool fine = f && fputs(buffer_get(&out), f) >= 0;
    if (f && fclose(f) != 0)
        fine = false;
    if (!fine)
        fprintf(stderr, "%s: cannot be written: %s\n", file, strerror(errno));
    buffer_done(&out);
    json_decref(variant);
    return fine ? EXIT_FINE : EXIT_ENVIRONMENT;
}
