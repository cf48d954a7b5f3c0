#include "app/app.h"
#include "app/load.h"
#include "app/memory.h"
#include "app/output.h"
#include "app/position.h"

#include <stdlib.h>
#include <string.h>

typedef struct moves_options {
    const char *after;
} moves_options;

static const struct argp_option own_options[] = {
    {"after", 'a', "MOVES", 0, "Moves made before, separated by semicolons", 1}, {0}};

static error_t parse(int key, char *arg, struct argp_state *state, void *own)
{
    (void)state;
    if (key != 'a')
        return ARGP_ERR_UNKNOWN;
    ((moves_options *)own)->after = arg;
    return 0;
}

static const command_spec spec = {
    .arguments = "GAME",
    .doc =
        "Lists the legal moves of the initial position, or of the one after some moves."
        "\vThe moves of chance are given in --after like any other. Where several roles decide at "
        "once, their moves follow one another, separated by blanks, chance first; those of roles "
        "without a choice may be left out.\n\nExamples:\n"
        "  ludens moves games/hrg/tic-tac-toe.hrg\n"
        "  ludens moves games/hrg/tic-tac-toe.hrg --after \"S__2_2; S__1_1\"\n"
        "  ludens moves games/gdl/tic-tac-toe.kif --after \"(mark 2 2); (mark 1 1)\"\n"
        "  ludens moves --json games/hrg/chess.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_DUPLICATES,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    .option = parse,
};

static char *trimmed(const char *from, const char *to)
{
    while (from < to && strchr(" \t\r\n", *from))
        from++;
    while (to > from && strchr(" \t\r\n", to[-1]))
        to--;
    return app_strndup(from, (size_t)(to - from));
}

static int choose_move(const options *o, walk *w, uint32_t role, const char *move)
{
    lud_moves *moves;
    lud_status status = walk_list(w, role, &moves);
    if (status != LUD_OK)
        return report_fault(o, w->ctx, status);
    int found = walk_find(w, role, move);
    if (found < 0) {
        char *message = position_illegal(w, role, move);
        fprintf(stderr, "ludens: move %u: %s\n", w->ply + 1, message);
        free(message);
        return EXIT_WRONG;
    }
    w->joint[role] = walk_at(w, role, found);
    return EXIT_FINE;
}

/* Several roles decide: a term for each of them in their order, or for each that has a choice. */
static int choose_moves(const options *o, walk *w, const char *text)
{
    uint32_t given = 0, deciding = 0, choosing = 0;
    const char *rest = text;
    for (size_t n; (n = walk_term(&rest)) > 0; rest += n)
        given++;
    for (uint32_t role = 0; role <= w->roles; role++) {
        lud_moves *moves;
        if (!walk_decides(w, role))
            continue;
        lud_status status = walk_list(w, role, &moves);
        if (status != LUD_OK)
            return report_fault(o, w->ctx, status);
        deciding++;
        choosing += lud_moves_count(moves) > 1;
        w->joint[role] = lud_moves_at(moves, 0);
    }
    if (given > deciding || given < choosing) {
        fprintf(stderr,
                "ludens: move %u: '%s' is %u move%s, but %u roles decide (%u have a choice)\n",
                w->ply + 1, text, given, given == 1 ? "" : "s", deciding, choosing);
        return EXIT_WRONG;
    }
    int code = EXIT_FINE;
    rest = text;
    for (uint32_t role = 0; role <= w->roles && code == EXIT_FINE; role++) {
        if (!walk_decides(w, role))
            continue;
        bool forced = lud_moves_count(w->lists[role]) == 1;
        size_t n = walk_term(&rest);
        char *move = app_strndup(rest, n);
        if (!forced || given == deciding || (given != choosing && walk_find(w, role, move) == 0)) {
            code = choose_move(o, w, role, move);
            rest += n;
        }
        free(move);
    }
    if (code == EXIT_FINE && walk_term(&rest) > 0) {
        fprintf(stderr, "ludens: move %u: '%s' is no move of a role that decides\n", w->ply + 1,
                rest);
        code = EXIT_WRONG;
    }
    return code;
}

/* Values of chance come before the atoms of the player. */
static int choose_open(const options *o, walk *w, const char *text)
{
    size_t values = walk_decides(w, 0) ? strspn(text, "0123456789 ") : 0;
    char *drawn = trimmed(text, text + values);
    int code = values ? choose_move(o, w, 0, drawn) : EXIT_FINE;
    free(drawn);
    if (!values && walk_decides(w, 0)) {
        fprintf(stderr, "ludens: move %u: the values of RANDINT come first, as in '1 4 do(wait)'\n", w->ply + 1);
        code = EXIT_WRONG;
    }
    return code == EXIT_FINE ? choose_move(o, w, 1, text + values) : code;
}

static int make_move(const options *o, walk *w, const char *move)
{
    if (walk_terminal(w)) {
        fprintf(stderr, "ludens: after %u moves the game is over; '%s' cannot be made\n", w->ply,
                move);
        return EXIT_WRONG;
    }
    int role = walk_mover(w);
    int code = w->open ? choose_open(o, w, move) : role < 0 ? choose_moves(o, w, move) : choose_move(o, w, (uint32_t)role, move);
    if (code != EXIT_FINE)
        return code;
    lud_status status = walk_apply(w, 0);
    return status == LUD_OK ? EXIT_FINE : report_fault(o, w->ctx, status);
}

static int make_moves(const options *o, walk *w, const char *after)
{
    int code = EXIT_FINE;
    while (code == EXIT_FINE && after) {
        const char *end = strchr(after, ';');
        char *move = trimmed(after, end ? end : after + strlen(after));
        if (end || *move) /* an empty text is the empty move, unless it is the last */
            code = make_move(o, w, move);
        free(move);
        after = end ? end + 1 : NULL;
    }
    return code;
}

static int print_moves(const options *o, walk *w)
{
    for (uint32_t role = 0; role <= w->roles; role++) {
        if (!walk_decides(w, role))
            continue;
        lud_moves *moves;
        lud_status status = walk_list(w, role, &moves);
        if (status != LUD_OK)
            return report_fault(o, w->ctx, status);
        uint32_t count = lud_moves_count(moves);
        if (count == 0) {
            printf("%s to move, too many moves to list\n", lud_role_name(w->game, role));
            continue;
        }
        printf("%s to move, %u move%s:\n", lud_role_name(w->game, role), count,
               count == 1 ? "" : "s");
        for (uint32_t i = 0; i < count; i++) {
            lud_move move = lud_moves_at(moves, i);
            char *move_text = walk_text(w, move);
            printf("%5u  %s", i + 1, *move_text ? move_text : "(the empty move)");
            if (o->count_duplicates && move.weight > 1)
                printf("  (%u ways)", move.weight);
            putchar('\n');
            free(move_text);
        }
    }
    return EXIT_FINE;
}

static void print_scores(const walk *w)
{
    fputs("The game is over.\n", stdout);
    for (uint32_t role = 1; role <= w->roles; role++) {
        char *score = position_score_text(w, role);
        printf("  %s: %s\n", lud_role_name(w->game, role), score);
        free(score);
    }
}

static int print_json(const options *o, walk *w)
{
    lud_status status;
    json_t *moves = position_moves_json(w, o->count_duplicates, &status);
    if (status != LUD_OK) {
        json_decref(moves);
        return report_fault(o, w->ctx, status);
    }
    bool terminal = walk_terminal(w);
    json_print(json_pack("{so si sb so so so so}", "game", json_text(base_name(o->arguments[0])),
                         "ply", w->ply, "terminal", terminal, "movers", position_movers_json(w),
                         "hash", json_hash(lud_state_hash(w->game, w->state)), "moves", moves,
                         "scores", terminal ? position_scores_json(w) : json_null()),
               stdout);
    return EXIT_FINE;
}

int cmd_moves(int argc, char **argv)
{
    options o;
    moves_options own = {0};
    options_parse(&o, &spec, argc, argv, &own);
    int code;
    lud_game *game = load_game(&o, o.arguments[0], &code);
    if (game) {
        walk w;
        walk_init(&w, game);
        lud_status status = walk_start(&w);
        code = status == LUD_OK ? make_moves(&o, &w, own.after) : report_fault(&o, w.ctx, status);
        if (code == EXIT_FINE && o.json)
            code = print_json(&o, &w);
        else if (code == EXIT_FINE && walk_terminal(&w))
            print_scores(&w);
        else if (code == EXIT_FINE)
            code = print_moves(&o, &w);
        walk_done(&w);
        lud_game_free(game);
    }
    options_done(&o);
    return code;
}
