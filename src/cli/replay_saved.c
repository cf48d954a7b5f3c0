/* Games that Zillions saved (.zsg), move by move. */
#include "cli/replay_saved.h"

#include "cli/app.h"
#include "cli/load.h"
#include "session/memory.h"
#include "session/walk.h"
#include "session/zsg.h"

#include <stdlib.h>
#include <string.h>

static uint32_t mover_of(walk *w)
{
    uint32_t role = 0;
    while (role < w->roles && !walk_decides(w, role))
        role++;
    return role;
}

/* The number of the legal move that says the same, or -1. */
static int find(walk *w, uint32_t role, const char *text)
{
    lud_moves *moves;
    int found = -1;
    if (walk_terminal(w) || walk_list(w, role, &moves) != LUD_OK)
        return -1;
    for (uint32_t i = 0; i < lud_moves_count(moves) && found < 0; i++) {
        size_t size = lud_move_text(w->game, lud_moves_at(moves, i), NULL, 0) + 1;
        char *own = malloc(size);
        if (!own)
            return -1;
        lud_move_text(w->game, lud_moves_at(moves, i), own, size);
        found = zsg_same(own, text) ? (int)i : -1;
        free(own);
    }
    return found;
}

static bool make(walk *w, uint32_t role, int found)
{
    w->joint[role] = walk_at(w, role, found);
    return walk_apply(w, 0) == LUD_OK;
}

/* That a player ended a sequence is not written down, so a pass may stand between. */
static bool follow(walk *w, const char *text)
{
    for (int passes = 0; passes < 8; passes++) {
        uint32_t role = mover_of(w);
        int found = find(w, role, text), pass = found < 0 ? find(w, role, "Pass") : -1;
        if (found >= 0)
            return make(w, role, found);
        if (pass < 0 || !make(w, role, pass))
            return false;
    }
    return false;
}

static int replay(const options *o, const char *path, const char *file, const zsg_game *saved)
{
    options chosen = *o;
    int code = EXIT_FINE;
    uint32_t done = 0;
    walk w;
    if (*saved->variant && !chosen.with.load.variant)
        chosen.with.load.variant = saved->variant;
    lud_game *game = load_game(&chosen, path, &code);
    if (!game)
        return code;
    walk_init(&w, game);
    if (walk_start(&w) == LUD_OK)
        while (done < saved->count && follow(&w, saved->moves[done].text))
            done++;
    if (done < saved->count) {
        char shown[200];
        fprintf(stderr, "%s:%u: move %u of %u is not legal here: %s\n", file, saved->moves[done].line, done + 1, saved->count,
                lud_printable(saved->moves[done].text, shown, sizeof shown));
        code = EXIT_WRONG;
    } else
        printf("%u moves replayed, %s\n", done, walk_terminal(&w) ? "to the end of the game" : "and the game is not over");
    walk_done(&w);
    close_game(o, game, path);
    return code;
}

/* Says what is wrong with the file itself. */
static bool usable(const zsg_game *saved, const char *path, const char *file, uint32_t wrong_line)
{
    if (wrong_line)
        fprintf(stderr, "%s:%u: error[E0102]: this is no line of a saved game\n      = hint: a move is `N. text`, as Zillions writes it\n",
                file, wrong_line);
    else if (saved->setup)
        fprintf(stderr, "%s: games from a starting position of their own cannot be replayed\n", file);
    else if (!*saved->rules && !saved->count)
        fprintf(stderr, "%s: error[E0003]: the file holds no saved game\n      = hint: Zillions writes `RulesFile=..`, then moves\n", file);
    else if (!path && !*saved->rules)
        fprintf(stderr, "%s: the file does not name its rules\n      = hint: `ludens replay GAME.zrf %s`\n", file, file);
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
    int code = usable(&saved, path, file, parsed ? 0 : line) ? replay(o, path ? path : saved.rules, file, &saved) : EXIT_WRONG;
    zsg_done(&saved);
    return code;
}
