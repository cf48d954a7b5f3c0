/* Recorded perft of Toss, that of our games of the same name. */
#ifndef LUDENS_TEST_TOSS_PERFT_H
#define LUDENS_TEST_TOSS_PERFT_H

#include "ludens.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVES = 200000, BEFORE_LONG_JUMPS = 40000 };

/* A row of the starting board. */
static void add_row(char *text, const char *piece, int columns)
{
    for (int i = 0; i < columns; i++)
        strcat(strcat(text, " "), piece);
    strcat(text, "\n");
}

/* The game with a board of another size: its picture written anew. */
static char *resized(const char *name, const char *text, int columns, int rows)
{
    const char *open = strrchr(text, '"');
    while (open > text && open[-1] != '"')
        open--;
    bool pawns = strcmp(name, "breakthrough") == 0;
    char *made = calloc(1, (size_t)(open - text) + 100 + (size_t)(rows * (2 * columns + 1)));
    memcpy(made, text, (size_t)(open - text));
    strcat(made, "\n");
    for (int r = 0; r < rows; r++)
        add_row(made, pawns && r < 2 ? "B" : pawns && r >= rows - 2 ? "W" : ".", columns);
    return strcat(made, "\"\n");
}

static char *read_game(const char *name)
{
    static const char *const names[][2] = {{"connect4", "connect-four"}, {"checkers-english", "checkers"}};
    char path[4096];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        name = strcmp(names[i][0], name) == 0 ? names[i][1] : name;
    snprintf(path, sizeof path, SOURCE_DIR "/games/toss/%s.toss", name);
    FILE *in = fopen(path, "rb");
    char *text = in ? calloc(1, 1 << 16) : NULL;
    if (in && fread(text, 1, (1 << 16) - 1, in) == 0)
        text[0] = 0;
    if (in)
        fclose(in);
    return text;
}

static bool same_counts(lud_game *game, const json_t *expected, const char *id)
{
    uint64_t counts[32] = {0};
    uint32_t depth = 0;
    int64_t most =
        strstr(id, "checkers") ? BEFORE_LONG_JUMPS : LEAVES; /* ours are several plies, those recorded are one */
    while (depth < json_array_size(expected) && json_integer_value(json_array_get(expected, depth)) <= most)
        depth++;
    lud_context *ctx = lud_context_new(game);
    bool fine = lud_perft(ctx, NULL, depth, NULL, counts) == LUD_OK;
    for (uint32_t d = 1; d <= depth && fine; d++)
        if (counts[d] != (uint64_t)json_integer_value(json_array_get(expected, d - 1))) {
            printf("FAILED  %s: %llu leaves at depth %u\n", id, (unsigned long long)counts[d], d);
            fine = false;
        }
    lud_context_free(ctx);
    return fine;
}

/* 1: as recorded, 0: not, -1: there is no such game. */
static int check_perft(const json_t *line, lud_backend backend)
{
    const char *name = json_string_value(json_object_get(line, "game")),
               *board = json_string_value(json_object_get(line, "board"));
    const json_t *expected = json_object_get(line, "perft");
    int columns = 0, rows = 0;
    char *text = expected ? read_game(name) : NULL, id[200];
    if (!text || sscanf(board, "%dx%d", &columns, &rows) != 2) {
        free(text);
        return -1;
    }
    snprintf(id, sizeof id, "%s %s", name, board);
    bool resizable = strcmp(name, "gomoku") == 0 || strcmp(name, "breakthrough") == 0;
    char *game_text = resizable ? resized(name, text, columns, rows) : strdup(text);
    lud_options o;
    lud_options_init(&o);
    o.language = "toss";
    o.backend = backend;
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_text(game_text, strlen(game_text), id, &o, diags);
    if (!game)
        printf("FAILED  %s: %s\n", id, lud_diags_render(diags, 0, false));
    bool fine = game && same_counts(game, expected, id);
    lud_game_free(game);
    lud_diags_free(diags);
    free(game_text);
    free(text);
    return fine;
}

#endif
