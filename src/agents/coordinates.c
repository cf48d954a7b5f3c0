#include "agents/coordinates.h"

#include "base/room.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SITES_MAX = 16, CONTENT_SIZE = 80, TEXT_SIZE = 400 };

const char *coordinates_refuse(const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    return info.roles != 2                            ? "it is not for two players"
           : info.chance                              ? "chance plays a part in it"
           : info.hidden                              ? "it hides something from players"
           : info.simultaneous                        ? "players may decide at the same time"
           : info.facts || lud_board_count(game) == 0 ? "its moves do not name sites of a board"
                                                      : NULL;
}

bool coordinates_init(coordinates *c, const lud_game *game)
{
    *c = (coordinates){.game = game, .ctx = lud_context_new(game), .moves = lud_moves_new()};
    c->copy = malloc(lud_state_size(game) + 1);
    return c->ctx && c->moves && c->copy;
}

void coordinates_done(coordinates *c)
{
    lud_context_free(c->ctx);
    lud_moves_free(c->moves);
    free(c->copy);
    free((void *)c->texts);
    *c = (coordinates){0};
}

/* "e2", "j10": how many bytes; 0: none. */
static size_t read_square(const char *p)
{
    size_t digits = islower((unsigned char)p[0]) ? strspn(p + 1, "0123456789") : 0;
    return digits > 0 && digits <= 2 ? 1 + digits : 0;
}

static bool is_written(const char *text)
{
    size_t length = 0;
    if (isupper((unsigned char)text[0])) { /* a drop: "P@e4", "+P@e4" */
        length = text[1] == '@' ? read_square(text + 2) : 0;
        return length > 0 && text[2 + length] == 0;
    }
    length = read_square(text);
    size_t second = length ? read_square(text + length) : 0;
    const char *rest = text + length + second;
    return second > 0 && (rest[0] == 0 || ((islower((unsigned char)rest[0]) || strchr("+-", rest[0])) && rest[1] == 0));
}

/* The letter of a piece by the last word of its name: "whiteKnight" is an n, and so is the knight of any language that
 * calls it so. */
static char letter_of(const char *content)
{
    const char *word = content;
    for (const char *p = content; *p; p++)
        if (isalpha((unsigned char)*p) && (p == content || !isalpha((unsigned char)p[-1]) ||
                                           (isupper((unsigned char)*p) && islower((unsigned char)p[-1]))))
            word = p;
    return strncasecmp(word, "knight", 6) == 0 ? 'n' : (char)tolower((unsigned char)*word);
}

static void copy_content(const lud_game *game, const void *state, lud_site_name at, char out[CONTENT_SIZE])
{
    snprintf(out, CONTENT_SIZE, "%s", lud_site_at(game, state, at.board, at.site).content);
}

static void add_square(const lud_game *game, const void *state, lud_site_name at, char *text, size_t size)
{
    const lud_board board = lud_board_at(game, at.board);
    const lud_site site = lud_site_at(game, state, at.board, at.site);
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%c%d", (char)('a' + (site.x - board.min_x) % 26), site.y - board.min_y + 1);
}

/* The sites of the first board that the move names; how many. */
static uint32_t sites_of(const lud_game *game, lud_move move, lud_site_name sites[SITES_MAX])
{
    lud_site_name all[SITES_MAX];
    uint32_t named = lud_move_sites(game, move, all, SITES_MAX), count = 0;
    for (uint32_t i = 0; i < named && i < SITES_MAX; i++)
        if (all[i].board == all[0].board && (i == 0 || all[i].site != all[i - 1].site))
            sites[count++] = all[i];
    return count;
}

/* The last site where the piece stands that was on the first one; else the last one that the move changed and left
 * with a piece of its own, which was promoted. */
static uint32_t target_of(const coordinates *c, const void *state, const lud_site_name *sites, uint32_t count)
{
    char piece[CONTENT_SIZE], was[CONTENT_SIZE], now[CONTENT_SIZE], left[CONTENT_SIZE];
    uint32_t changed = count - 1;
    copy_content(c->game, state, sites[0], piece);
    copy_content(c->game, c->copy, sites[0], left);
    for (uint32_t i = count - 1; i > 0; i--) {
        copy_content(c->game, state, sites[i], was);
        copy_content(c->game, c->copy, sites[i], now);
        if (strcmp(now, piece) == 0 && strcmp(was, now) != 0)
            return i;
        if (strcmp(was, now) != 0 && strcmp(now, left) != 0)
            changed = i;
    }
    return changed;
}

static lud_status write_move(coordinates *c, const void *state, lud_move move, char text[COORDINATE_SIZE])
{
    char exact[TEXT_SIZE], before[CONTENT_SIZE], after[CONTENT_SIZE];
    lud_site_name sites[SITES_MAX];
    const size_t length = lud_move_text(c->game, move, exact, sizeof exact);
    if (length < COORDINATE_SIZE && is_written(exact)) {
        memcpy(text, exact, length + 1);
        return LUD_OK;
    }
    const uint32_t count = sites_of(c->game, move, sites);
    memcpy(text, count ? "" : "0000", count ? 1 : 5); /* as the protocol writes no move */
    if (count == 0)
        return LUD_OK;
    memcpy(c->copy, state, lud_state_size(c->game));
    const lud_status status = lud_apply_move(c->ctx, c->copy, &move);
    if (status != LUD_OK)
        return status;
    const uint32_t to = count > 1 ? target_of(c, state, sites, count) : 0;
    add_square(c->game, state, sites[0], text, COORDINATE_SIZE);
    if (to == 0)
        return LUD_OK;
    add_square(c->game, state, sites[to], text, COORDINATE_SIZE);
    copy_content(c->game, state, sites[0], before);
    copy_content(c->game, c->copy, sites[to], after);
    const size_t used = strlen(text);
    if (strcmp(before, after) != 0)
        snprintf(text + used, COORDINATE_SIZE - used, "%c", letter_of(after));
    return LUD_OK;
}

lud_status coordinates_list(coordinates *c, const void *state)
{
    const uint64_t movers = lud_movers(c->game, state);
    c->role = movers ? (uint32_t)__builtin_ctzll(movers) : 0;
    lud_status status = LUD_ERR_TERMINAL;
    if (movers)
        status = lud_moves_list(c->ctx, state, c->role, c->moves);
    else { /* an empty list */
        lud_moves_free(c->moves);
        c->moves = lud_moves_new();
        return c->moves ? LUD_OK : LUD_ERR_MEMORY;
    }
    const uint32_t count = lud_moves_count(c->moves);
    if (status == LUD_OK && !ROOM_FOR(c->texts, c->capacity, count + 1))
        status = LUD_ERR_MEMORY;
    for (uint32_t i = 0; status == LUD_OK && i < count; i++)
        status = write_move(c, state, lud_moves_at(c->moves, i), c->texts[i]);
    return status;
}

int coordinates_find(const coordinates *c, const char *text)
{
    int found = -1;
    for (uint32_t i = 0; i < lud_moves_count(c->moves); i++)
        if (strcmp(c->texts[i], text) == 0) {
            if (found >= 0)
                return -1;
            found = (int)i;
        }
    return found;
}

bool coordinates_alike(const coordinates *c)
{
    for (uint32_t i = 0; i < lud_moves_count(c->moves); i++)
        if (coordinates_find(c, c->texts[i]) < 0)
            return true;
    return false;
}

int coordinates_exact(const coordinates *c, const char *text)
{
    char exact[TEXT_SIZE];
    for (uint32_t i = 0; i < lud_moves_count(c->moves); i++) {
        lud_move_text(c->game, lud_moves_at(c->moves, i), exact, sizeof exact);
        if (strcmp(exact, text) == 0)
            return (int)i;
    }
    return -1;
}

lud_status coordinates_make(coordinates *c, void *state, uint32_t index)
{
    const lud_move move = lud_moves_at(c->moves, index);
    return lud_apply_move(c->ctx, state, &move);
}
