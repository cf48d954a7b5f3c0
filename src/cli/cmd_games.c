#include "base/text.h"
#include "cli/app.h"
#include "cli/load.h"
#include "session/about.h"
#include "session/library.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/picture.h"
#include "session/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYOUTS = 20, PLIES_MAX = 400 };

typedef struct games_options {
    bool index, pictures;
} games_options;

static const option_row own_options[] = {
    OPTION_OF(games_options, "index", 0, NULL, 1, option_flag, index, 0, 0,
              "Write a table of the files given: players, length, what kind of game (games/index.tsv)"),
    OPTION_OF(games_options, "pictures", 0, NULL, 1, option_flag, pictures, 0, 0,
              "Write positions of the files given, for pictures of them (page/pictures.json)"),
    {0}};

const command_spec spec_games = {
    .arguments = "[GAME]",
    .doc = "List the games that come along, or write the rules of one."
           "\vThe games are inside of the program; GAME is a name of the list.\n\nExamples:\n"
           "  ludens games\n"
           "  ludens games --json\n"
           "  ludens games hrg/chess.hrg > my-chess.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 0,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    OWN(games_options, 0),
};

/* ---- the list ---- */

static void list_games(const options *o)
{
    table t;
    json_t *list = json_array();
    table_init(&t, "llrrl");
    table_row(&t, "game", "title", "players", "plies", "kind", NULL);
    for (uint32_t i = 0; i < library_count(); i++) {
        char players[NUMBER_SIZE], plies[NUMBER_SIZE];
        json_t *game = library_json(library_at(i));
        number_score(players, json_number_value(json_object_get(game, "players")));
        number_score(plies, json_number_value(json_object_get(game, "plies")));
        table_row(&t, json_text_at(game, "game"), json_text_at(game, "title"), players, plies,
                  json_text_at(game, "kind"), NULL);
        json_array_append_new(list, game);
    }
    if (o->json)
        json_print(json_incref(list), stdout);
    else
        table_print(&t, stdout);
    table_done(&t);
    json_decref(list);
}

static int show_game(const char *name)
{
    const library_game *g = library_find(name);
    if (!g) {
        fprintf(stderr, "ludens: no game is called '%s'; `ludens games` lists them\n", name);
        return EXIT_WRONG;
    }
    return fwrite(g->text, 1, g->length, stdout) == g->length ? EXIT_FINE : EXIT_ENVIRONMENT;
}

/* ---- the index: measured in some random games ---- */

typedef struct habits {
    double plies;
    uint64_t games, chance, moves, placed, moved,
        fewer; /* moves that name one site, several; after which less is on the board */
} habits;

static uint32_t occupied(const lud_game *game, const void *state)
{
    uint32_t n = 0;
    lud_board b = lud_board_at(game, 0);
    static const char *const none[] = {"empty", "none", "e", "blank", "0"};
    for (uint32_t i = 0; i < b.sites; i++)
        n += !TEXT_AMONG(lud_site_at(game, state, 0, i).content, none);
    return n;
}

static void note_move(habits *h, const lud_game *game, lud_move move)
{
    lud_site_name sites[8];
    uint32_t n = lud_move_sites(game, move, sites, 8), on_board = 0;
    for (uint32_t i = 0; i < n && i < 8; i++)
        on_board += sites[i].board == 0;
    h->moves++;
    h->placed += on_board == 1;
    h->moved += on_board > 1;
}

static bool play_once(habits *h, walk *w, lud_rng *rng)
{
    if (walk_start(w) != LUD_OK)
        return false;
    while (!walk_terminal(w) && w->ply < PLIES_MAX) {
        uint32_t before = occupied(w->game, w->state);
        for (uint32_t role = 0; role <= w->roles; role++) {
            lud_moves *moves;
            if (!walk_decides(w, role))
                continue;
            if (walk_list(w, role, &moves) != LUD_OK || walk_choose(w, role, role == 0, rng, &w->joint[role]) != LUD_OK)
                return false;
            h->chance += role == 0;
            if (role)
                note_move(h, w->game, w->joint[role]);
        }
        if (walk_apply(w, 0) != LUD_OK)
            return false;
        h->fewer += occupied(w->game, w->state) < before;
    }
    h->plies += w->ply;
    h->games++;
    return true;
}

static const char *kind_of(const habits *h, const lud_info *info)
{
    static char kind[80];
    double moves = (double)(h->moves ? h->moves : 1);
    bool placed = (double)h->placed > 0.3 * moves, moved = (double)h->moved > 0.2 * moves;
    snprintf(kind, sizeof kind, "%s%s%s%s%s%s", placed ? " placement" : "", moved ? " movement" : "",
             (placed || moved) && (double)h->fewer > 0.02 * moves ? " capture" : "", h->chance ? " chance" : "",
             info->hidden ? " hidden" : "", info->simultaneous ? " simultaneous" : "");
    return kind[0] ? kind + 1 : "";
}

/* The name of the library: the last folder and the file. */
static const char *library_name(const char *path)
{
    const char *name = path + strlen(path);
    for (int slashes = 0; name > path && (slashes += name[-1] == '/') < 2;)
        name--;
    return name;
}

static int index_game(const options *o, const char *path)
{
    int code;
    lud_diags *diags = lud_diags_new();
    lud_game *game = diags ? load_quietly(o, path, diags, &code) : NULL;
    if (!game) {
        if (diags)
            print_diags(o, diags);
        lud_diags_free(diags);
        return code;
    }
    walk w;
    habits h = {0};
    lud_rng rng;
    lud_info info;
    lud_game_info(game, &info);
    walk_init(&w, game);
    lud_rng_seed(&rng, 1, 0);
    for (uint32_t i = 0; i < PLAYOUTS && play_once(&h, &w, &rng); i++)
        ;
    char *title = library_title(path);
    lud_board b = lud_board_at(game, 0);
    printf("%s\t%s\t%s\t%u\t%.0f\t%u\t%s\n", library_name(path), title, info.language, w.roles,
           h.games ? round(h.plies / (double)h.games) : 0, b.sites, kind_of(&h, &info));
    free(title);
    walk_done(&w);
    lud_game_free(game);
    lud_diags_free(diags);
    return EXIT_FINE;
}

/* ---- pictures: a position in the middle of a random game ---- */

static bool walk_some(walk *w, uint32_t plies, lud_rng *rng)
{
    if (walk_start(w) != LUD_OK)
        return false;
    while (w->ply < plies && !walk_terminal(w)) {
        for (uint32_t role = 0; role <= w->roles; role++)
            if (walk_decides(w, role) && walk_choose(w, role, role == 0, rng, &w->joint[role]) != LUD_OK)
                return false;
        if (walk_apply(w, 0) != LUD_OK)
            return false;
    }
    return true;
}

/* After a third of an average game, at most a few dozen plies; games without a board have none. */
static int picture_game(const options *o, const char *path)
{
    int code = EXIT_ENVIRONMENT;
    const library_game *known = library_find(library_name(path));
    lud_diags *diags = lud_diags_new();
    lud_game *game = diags ? load_quietly(o, path, diags, &code) : NULL;
    if (!game) {
        if (diags)
            print_diags(o, diags);
        lud_diags_free(diags);
        return code;
    }
    walk w;
    lud_rng rng;
    json_t *measured = library_json(known);
    double plies = json_number_value(json_object_get(measured, "plies"));
    walk_init(&w, game);
    lud_rng_seed(&rng, 1, 0);
    char *header = about_header(known->text, known->length);
    if (walk_some(&w, (uint32_t)fmin(36, fmax(3, plies / 3)), &rng) || walk_start(&w) == LUD_OK) {
        json_t *picture = picture_json(game, w.state, header);
        printf(",\"%s\": ", known->name);
        json_print(picture, stdout);
    }
    free(header);
    json_decref(measured);
    walk_done(&w);
    lud_game_free(game);
    lud_diags_free(diags);
    return EXIT_FINE;
}

/* Each game is a line of its own in one object, which is closed only when all went well. */
static int write_pictures(const options *o)
{
    int code = o->argument_count ? EXIT_FINE : EXIT_USAGE;
    if (!o->argument_count)
        fprintf(stderr, "ludens games: --pictures needs files, as in `ludens games --pictures games/*/*.*`\n");
    for (size_t i = 0; i < o->argument_count && code == EXIT_FINE; i++)
        if (!library_find(library_name(argument_at(o, i)))) {
            fprintf(stderr, "ludens: %s is no game of the library; `ludens games` lists them\n", argument_at(o, i));
            code = EXIT_WRONG;
        }
    if (code == EXIT_FINE)
        puts("{\"format\": 1");
    for (size_t i = 0; i < o->argument_count && code == EXIT_FINE; i++)
        code = picture_game(o, argument_at(o, i));
    if (code == EXIT_FINE)
        puts("}");
    return code;
}

int cmd_games(options *o, void *user)
{
    games_options *own = user;
    int code = EXIT_FINE;
    if (own->index) {
        puts("game\ttitle\tlanguage\tplayers\tplies\tsites\tkind");
        for (size_t i = 0; i < o->argument_count && code == EXIT_FINE; i++)
            code = index_game(o, argument_at(o, i));
    } else if (own->pictures) {
        code = write_pictures(o);
    } else if (o->argument_count == 0) {
        list_games(o);
    } else if (o->argument_count == 1) {
        code = show_game(argument_at(o, 0));
    } else {
        fprintf(stderr, "ludens games: one GAME at a time\n");
        code = EXIT_USAGE;
    }
    return code;
}
