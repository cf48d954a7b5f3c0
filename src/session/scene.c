#include "session/scene.h"

#include "base/text.h"
#include "session/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool scene_is_empty(const char *content)
{
    static const char *const words[] = {"", "empty", "none", "blank", "nil", "null", "e", "free", "_", "nothing", "b"};
    return TEXT_AMONG(content, words);
}

static bool speaks_of(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (; *text && n > 0; text++)
        if (strncasecmp(text, word, n) == 0)
            return true;
    return false;
}

/* A map may say already that a piece of the same role stands there. */
static bool said(const lud_game *game, const char *content, const char *name)
{
    lud_info info;
    lud_game_info(game, &info);
    for (uint32_t role = 1; role <= info.roles; role++)
        if (speaks_of(content, lud_role_name(game, role)) && speaks_of(name, lud_role_name(game, role)))
            return true;
    return false;
}

static void put_token(const lud_game *game, char **content, const char *name)
{
    buffer both = {0};
    if (said(game, *content, name))
        return;
    if (!scene_is_empty(*content))
        buffer_addf(&both, "%s/", *content);
    buffer_add(&both, name);
    free(*content);
    *content = both.text;
}

/* Marks of a piece follow its name: "B+K". */
static void put_mark(char **content, const char *name)
{
    buffer both = {0};
    if (!scene_is_empty(*content))
        buffer_addf(&both, "%s+", *content);
    buffer_add(&both, name);
    free(*content);
    *content = both.text;
}

static bool same_sites(const lud_game *game, const void *state, uint32_t a, uint32_t b)
{
    lud_board x = lud_board_at(game, a), y = lud_board_at(game, b);
    return x.sites == y.sites && strcmp(lud_site_at(game, state, a, 0).name, lud_site_at(game, state, b, 0).name) == 0;
}

char **scene_contents(const lud_game *game, const void *state, uint32_t board)
{
    uint32_t sites = lud_board_at(game, board).sites;
    char **contents = mem_alloc((sites + 1) * sizeof *contents);
    for (uint32_t i = 0; i < sites; i++)
        contents[i] = mem_strdup(lud_site_at(game, state, board, i).content);
    for (uint32_t b = 0; b < lud_board_count(game) && !lud_board_at(game, board).aside; b++)
        for (uint32_t i = 0; lud_board_at(game, b).mark && same_sites(game, state, board, b) && i < sites; i++)
            if (strcmp(lud_site_at(game, state, b, i).content, "1") == 0)
                put_mark(&contents[i], lud_board_at(game, b).name);
    for (uint32_t i = 0; i < lud_token_count(game); i++) {
        lud_token t;
        if (lud_token_at(game, state, i, &t) && t.board == board)
            put_token(game, &contents[t.site], t.name);
    }
    return contents;
}

void scene_contents_done(char **contents, uint32_t sites)
{
    for (uint32_t i = 0; contents && i < sites; i++)
        free(contents[i]);
    free(contents);
}
