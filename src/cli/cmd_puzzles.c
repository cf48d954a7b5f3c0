#include "cli/app.h"
#include "cli/fault.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "draw/board.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/puzzle.h"

#include <stdlib.h>

enum { STANDARD_GAMES = 2000, PLIES_MAX = 400 };

typedef struct puzzles_options {
    uint64_t count, games;
    uint32_t win_in;
    bool letters;
} puzzles_options;

static const option_row own_options[] = {
    OPTION_OF(puzzles_options, "number", 'n', "N", 1, option_u64, count, 1, 1000000, "So many puzzles (default 1)"),
    OPTION_OF(puzzles_options, "win-in", 0, "K", 1, option_u32, win_in, 1, PUZZLE_MOVES_MAX,
              "The win takes so many moves of who wins (default 2)"),
    OPTION_OF(puzzles_options, "games", 0, "N", 1, option_u64, games, 1, UINT64_MAX,
              "Give up after so many random games (default 2000)"),
    OPTION_OF(puzzles_options, "letters", 0, NULL, 1, option_flag, letters, 0, 0,
              "Show pieces as letters, not as symbols"),
    {0}};

const command_spec spec_puzzles = {
    .arguments = "GAME",
    .doc =
        "Find positions of random games in which the role to move can force a win in a few moves, by one first move "
        "alone."
        "\vFor games of two in turns with nothing hidden and no chance. That no other first move wins as fast, and "
        "that "
        "no fewer moves are enough, is checked; positions that take too long to look at are left out. When there are "
        "fewer than asked for, the exit code is 3.\n\nExamples:\n"
        "  ludens puzzles games/hrg/breakthrough.hrg\n"
        "  ludens puzzles -n 5 --win-in 3 --seed 7 games/hrg/connect-four.hrg\n"
        "  ludens puzzles --json games/fairy/chess.ini",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    OWN(puzzles_options, .count = 1, .win_in = 2, .games = STANDARD_GAMES),
};

static void print_puzzle(const options *o, puzzle_hunt *h, legend *l, const json_t *puzzle, uint64_t number)
{
    const screen shown = screen_of(stdout, options_color(o, stdout));
    const walk *w = puzzle_hunt_walk(h);
    const json_t *labels = json_object_get(puzzle, "labels");
    const board_view view = {w->game, &shown, l, NULL, false};
    uint32_t win_in = puzzle_hunt_options(h)->win_in;
    size_t i, column = 0;
    json_t *label;
    if (number > 1)
        putchar('\n');
    printf("%llu. %s wins in %u move%s (%u are legal)\n", (unsigned long long)number, json_text_at(puzzle, "role"),
           win_in, win_in == 1 ? "" : "s", (unsigned)json_integer_value(json_object_get(puzzle, "choices")));
    json_array_foreach (labels, i, label)
        screen_fill(&shown, &column, 3, i ? "; " : "", json_string_value(label));
    if (column)
        putchar('\n');
    board_print(&view, w->state, NULL);
    printf("solution: %s\n", json_text_at(puzzle, "solution_label"));
    fflush(stdout);
}

/* How many were found. */
static uint64_t hunt(const options *o, const puzzles_options *own, puzzle_hunt *h, json_t *list)
{
    walk *w = puzzle_hunt_walk(h);
    notation *n = notation_new(w->game, w->ctx);
    uint64_t found = 0;
    progress p;
    legend l;
    legend_init(&l, screen_of(stdout, false).unicode && !own->letters);
    progress_start(&p, "random games", true);
    while (found < own->count && puzzle_hunt_games(h) < own->games &&
           progress_step(&p, puzzle_hunt_games(h), own->games)) {
        if (!puzzle_hunt_step(h))
            continue;
        json_t *puzzle = puzzle_json(h, n);
        found++;
        progress_end(&p);
        if (!o->json)
            print_puzzle(o, h, &l, puzzle, found);
        json_array_append_new(list, puzzle);
    }
    progress_end(&p);
    legend_done(&l);
    notation_free(n);
    return found;
}

static int find(const options *o, const puzzles_options *own, const lud_game *game)
{
    json_t *list = json_array();
    puzzle_options how = {.win_in = own->win_in, .seed = o->with.seed, .max_plies = o->with.load.limits.max_plies};
    how.max_plies = how.max_plies && how.max_plies < PLIES_MAX ? how.max_plies : PLIES_MAX;
    puzzle_hunt *h = puzzle_hunt_new(game, &how);
    interrupt_catch();
    uint64_t found = hunt(o, own, h, list), games = puzzle_hunt_games(h);
    bool interrupted = interrupt_release();
    puzzle_hunt_free(h);
    if (o->json)
        json_print(json_pack("{so sI si sI so}", "game", json_text(base_name(argument_at(o, 0))), "seed",
                             (json_int_t)o->with.seed, "win_in", own->win_in, "games", (json_int_t)games, "puzzles",
                             list),
                   stdout);
    else
        json_decref(list);
    if (found == own->count)
        return EXIT_FINE;
    fprintf(stderr, "%s: %llu puzzle%s in %llu random games\n", o->title, (unsigned long long)found,
            found == 1 ? "" : "s", (unsigned long long)games);
    return interrupted ? EXIT_INTERRUPT : EXIT_LIMIT;
}

int cmd_puzzles(options *o, void *user)
{
    const puzzles_options *own = user;
    int code;
    failure f = {0};
    lud_game *game = load_game(o, argument_at(o, 0), &code);
    if (!game)
        return code;
    code = puzzle_suits(game, &f) ? find(o, own, game) : failure_report(o, &f, NULL, o->title);
    close_game(o, game, argument_at(o, 0));
    return code;
}
