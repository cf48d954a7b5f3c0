#include "base/clock.h"
#include "cli/app.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct perft_options {
    bool divide;
    uint32_t depth;
} perft_options;

static const option_row own_options[] = {OPTION_OF(perft_options, "divide", 'd', NULL, 1, option_flag, divide, 0, 0,
                                                   "Show the leaves below each first move"),
                                         {0}};

const command_spec spec_perft = {
    .arguments = "GAME DEPTH",
    .doc = "Count the positions that are reached after 1, 2, ... DEPTH moves."
           "\vForced steps of the system are free; a step of chance is one ply and outcomes that "
           "lead to the same state count once; games that end earlier count 0.\n\nExamples:\n"
           "  ludens perft games/hrg/chess.hrg 4\n"
           "  ludens perft --divide games/hrg/chess.hrg 3\n"
           "  ludens perft --json games/hrg/tic-tac-toe.hrg 9",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_DUPLICATES,
    .min_arguments = 2,
    .max_arguments = 2,
    .options = own_options,
    OWN(perft_options, 0),
};

enum { MAX_DEPTH = 10000 };

/* The leaves below each first move, in the order they come; equal moves are added up. */
typedef struct division {
    json_t *moves;
} division;

static void add_division(void *user, const char *move, uint64_t leaves)
{
    division *d = user;
    json_int_t sum = json_integer_value(json_object_get(d->moves, move)) + (json_int_t)leaves;
    json_object_set_new(d->moves, move, json_integer(sum));
}

static lud_status count(const options *o, walk *w, uint32_t depth, division *divide, uint64_t *counts)
{
    progress bar;
    progress_start(&bar, "perft", !o->json);
    lud_perft_options p = {.count_duplicates = o->with.count_duplicates,
                           .divide = divide ? add_division : NULL,
                           .user = &bar,
                           .progress = progress_step};
    if (divide) { /* one user pointer serves both callbacks, so the bar gives way */
        p.progress = NULL;
        p.user = divide;
    }
    lud_status status = lud_perft(w->ctx, NULL, depth, &p, counts);
    progress_end(&bar);
    return status;
}

static lud_status print_rows(const options *o, walk *w, const perft_options *own, division *divide, uint64_t *counts)
{
    char leaves[NUMBER_SIZE], rate[NUMBER_SIZE];
    printf("%5s %20s %10s %12s\n", "depth", "leaves", "seconds", "leaves/s");
    lud_status status = LUD_OK;
    for (uint32_t d = 0; d <= own->depth && status == LUD_OK && !ferror(stdout); d++) {
        double started = clock_process();
        status = count(o, w, d, d == own->depth ? divide : NULL, counts);
        double seconds = clock_process() - started;
        if (status == LUD_OK)
            printf("%5u %20s %10.3f %12s\n", d, number_grouped(leaves, counts[d]), seconds,
                   seconds > 0 ? number_rate(rate, (double)counts[d] / seconds) : "-");
        fflush(stdout);
    }
    return status;
}

static void print_division(const division *divide)
{
    const char *move;
    json_t *leaves;
    char number[NUMBER_SIZE];
    table t;
    table_init(&t, "rl");
    json_object_foreach (divide->moves, move, leaves) {
        table_row(&t, number_grouped(number, (uint64_t)json_integer_value(leaves)), *move ? move : "(the empty move)",
                  NULL);
    }
    putchar('\n');
    table_print(&t, stdout);
    table_done(&t);
}

static lud_status print_json(const options *o, walk *w, const perft_options *own, division *divide, uint64_t *counts)
{
    double started = clock_process();
    lud_status status = count(o, w, own->depth, divide, counts);
    double seconds = clock_process() - started;
    if (status != LUD_OK)
        return status;
    lud_info info;
    lud_game_info(w->game, &info);
    json_t *list = json_array();
    for (uint32_t d = 0; d <= own->depth; d++)
        json_array_append_new(list, json_integer((json_int_t)counts[d]));
    json_t *out = json_pack("{so so si so sf sb}", "game", json_text(base_name(argument_at(o, 0))), "language",
                            json_text(info.language), "depth", own->depth, "perft", list, "cpu_seconds", seconds,
                            "count_duplicates", o->with.count_duplicates);
    if (divide)
        json_object_set(out, "divide", divide->moves);
    json_print(out, stdout);
    return LUD_OK;
}

static int perft(const options *o, const lud_game *game, const perft_options *own)
{
    walk w;
    walk_init(&w, game);
    division divide = {json_object()};
    uint64_t *counts = mem_alloc((own->depth + 1) * sizeof *counts);
    lud_status status = walk_start(&w);
    if (status == LUD_OK)
        status = (o->json ? print_json : print_rows)(o, &w, own, own->divide ? &divide : NULL, counts);
    int code = status == LUD_OK ? EXIT_FINE : report_fault(o, w.ctx, status);
    if (code == EXIT_FINE && own->divide && !o->json)
        print_division(&divide);
    json_decref(divide.moves);
    free(counts);
    walk_done(&w);
    return code;
}

int cmd_perft(options *o, void *user)
{
    perft_options *own = user;
    char *end;
    errno = 0;
    unsigned long depth = strtoul(argument_at(o, 1), &end, 10);
    if (!*argument_at(o, 1) || *end || errno || argument_at(o, 1)[0] == '-' || depth > MAX_DEPTH) {
        fprintf(stderr, "%s: DEPTH must be a whole number from 0 to %d, not '%s'\n", o->title, MAX_DEPTH,
                argument_at(o, 1));
        return EXIT_USAGE;
    }
    own->depth = (uint32_t)depth;
    int code;
    lud_game *game = load_game(o, argument_at(o, 0), &code);
    if (game) {
        code = perft(o, game, own);
        close_game(o, game, argument_at(o, 0));
    }
    return code;
}
