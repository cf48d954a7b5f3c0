#include "cli/advice_options.h"
#include "cli/app.h"
#include "cli/fault.h"
#include "cli/load.h"
#include "session/after.h"
#include "session/memory.h"
#include "session/notation.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trace.h"

#include <stdlib.h>
#include <string.h>

typedef struct moves_options {
    const char *after;
    bool notation;
    bool random; /* a random game comes first */
    uint64_t game, ply;
    advice_options advice;
    advice given[64]; /* [role] */
} moves_options;

static void read_game(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    moves_options *m = into;
    option_u64(row, into, arg, state);
    m->random = true;
}

static const option_row own_options[] = {
    OPTION_OF(moves_options, "after", 'a', "MOVES", 1, option_text, after, 0, 0,
              "Moves made before, separated by semicolons"),
    OPTION_OF(moves_options, "game", 0, "N", 1, read_game, game, 0, UINT64_MAX,
              "The moves made before are those of random game N (from 0) of this seed"),
    OPTION_OF(moves_options, "ply", 0, "N", 1, option_u64, ply, 1, UINT32_MAX, "With --game: only its first N moves"),
    OPTION_OF(moves_options, "notation", 0, NULL, 1, option_flag, notation, 0, 0,
              "Write moves as people do, with what --after takes beside them"),
    ADVICE_OPTIONS(moves_options),
    {0}};

static void check(void *own, struct argp_state *state)
{
    const moves_options *m = own;
    if ((m->random && m->after) || (m->ply && !m->random))
        argp_error(state, m->after ? "--after and --game exclude each other" : "--ply goes with --game");
}

const command_spec spec_moves = {
    .arguments = "GAME",
    .doc = "List the legal moves of the initial position, or of the one after some moves."
           "\vThe moves of chance are given in --after like any other. Where several roles decide at "
           "once, their moves follow one another, separated by blanks, chance first; those of roles "
           "without a choice may be left out.\n\nExamples:\n"
           "  ludens moves games/hrg/tic-tac-toe.hrg\n"
           "  ludens moves games/hrg/tic-tac-toe.hrg --after \"S__2_2; S__1_1\"\n"
           "  ludens moves games/gdl/tic-tac-toe.kif --after \"(mark 2 2); (mark 1 1)\"\n"
           "  ludens moves --seed 1 --game 230 --ply 5 games/hrg/tic-tac-toe.hrg\n"
           "  ludens moves --json games/hrg/chess.hrg\n"
           "  ludens moves --notation games/hrg/chess.hrg\n"
           "  ludens moves --agent mcts --seconds 2 games/hrg/connect-four.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_DUPLICATES | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    .check = check,
    OWN(moves_options, 0),
};

/* What the agent thinks, of each role that decides and has a choice. */
static int ask_all(const options *o, moves_options *own, walk *w, const char *title)
{
    int code = EXIT_FINE;
    failure f = {0};
    for (uint32_t role = 1; role <= w->roles && role < 64 && code == EXIT_FINE; role++)
        if (walk_decides(w, role) &&
            !advice_ask(&own->advice, argument_at(o, 0), w, role, o->with.seed, &own->given[role], &f))
            code = failure_report(o, &f, w->ctx, title);
    for (uint32_t role = 1; role < 64; role++)
        if (own->given[role].status != LUD_OK)
            trace_report_from(o, w, own->given[role].status, argument_at(o, 0));
    return code;
}

static void print_written(walk *w, uint32_t role, const lud_moves *moves)
{
    notation *n = notation_new(w->game, w->ctx);
    notation_list l;
    table t;
    notation_of_walk(n, w, role, &l);
    table_init(&t, "rll");
    for (uint32_t i = 0; i < l.count; i++) {
        char number[16], *exact = walk_text(w, lud_moves_at(moves, i));
        snprintf(number, sizeof number, "%5u", i + 1);
        table_row(&t, number, l.moves[i].text, *exact ? exact : "(the empty move)", NULL);
        free(exact);
    }
    table_print(&t, stdout);
    table_done(&t);
    notation_list_done(&l);
    notation_free(n);
}

static void write_advice(walk *w, uint32_t role, advice *a)
{
    notation *n = notation_new(w->game, w->ctx);
    advice_write(a, n, w, role);
    notation_free(n);
}

static int print_moves(const options *o, moves_options *own, walk *w)
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
        printf("%s to move, %u move%s:\n", lud_role_name(w->game, role), count, count == 1 ? "" : "s");
        if (own->given[role].count) {
            if (own->notation)
                write_advice(w, role, &own->given[role]);
            advice_print(&own->given[role], stdout);
            continue;
        }
        if (own->notation) {
            print_written(w, role, moves);
            continue;
        }
        for (uint32_t i = 0; i < count; i++) {
            lud_move move = lud_moves_at(moves, i);
            char *move_text = walk_text(w, move);
            printf("%5u  %s", i + 1, *move_text ? move_text : "(the empty move)");
            if (o->with.count_duplicates && move.weight > 1)
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

/* {role: [text]}, in the order of the moves. */
static json_t *written_json(walk *w)
{
    json_t *object = json_object();
    notation *n = notation_new(w->game, w->ctx);
    for (uint32_t role = 0; role <= w->roles; role++) {
        if (!walk_decides(w, role))
            continue;
        notation_list l;
        json_t *list = json_array();
        notation_of_walk(n, w, role, &l);
        for (uint32_t i = 0; i < l.count; i++)
            json_array_append_new(list, json_text(l.moves[i].text));
        json_object_set_new(object, lud_role_name(w->game, role), list);
        notation_list_done(&l);
    }
    notation_free(n);
    return object;
}

static int print_json(const options *o, const moves_options *own, walk *w)
{
    json_t *advices = json_object();
    lud_status status;
    json_t *moves = position_moves_json(w, o->with.count_duplicates, &status);
    if (status != LUD_OK) {
        json_decref(moves);
        json_decref(advices);
        return report_fault(o, w->ctx, status);
    }
    bool terminal = walk_terminal(w);
    for (uint32_t role = 1; role <= w->roles && role < 64; role++)
        if (own->given[role].count)
            json_object_set_new(advices, lud_role_name(w->game, role), advice_json(&own->given[role]));
    json_t *result =
        json_pack("{so si sb so so so so}", "game", json_text(base_name(argument_at(o, 0))), "ply", w->ply, "terminal",
                  terminal, "movers", position_movers_json(w), "hash", json_hash(lud_state_hash(w->game, w->state)),
                  "moves", moves, "scores", terminal ? position_scores_json(w) : json_null());
    if (own->notation)
        json_object_set_new(result, "notation", written_json(w));
    if (own->advice.agent)
        json_object_set(result, "advice", advices);
    json_decref(advices);
    json_print(result, stdout);
    return EXIT_FINE;
}

/* To where a random game of `run` ended or was stopped. Its moves are told on standard error. */
static bool step_through(const options *o, const moves_options *own, walk *w, failure *f)
{
    trace t = {0};
    buffer moves = {0};
    if (!walk_after(w, NULL, f))
        return false;
    trace_game(&t, w, &o->with, own->game);
    uint32_t count = own->ply && own->ply < t.count ? (uint32_t)own->ply : t.count;
    for (uint32_t i = 0; i < count; i++)
        buffer_addf(&moves, "%s%s", i ? "; " : "", t.steps[i]);
    if (count && !*t.steps[count - 1]) /* an empty text at the end is no move */
        buffer_add(&moves, ";");
    bool fine = walk_after(w, buffer_get(&moves), f);
    if (fine)
        fprintf(stderr, "%u of the %u moves of random game %llu of seed %llu\n", count, t.count,
                (unsigned long long)own->game, (unsigned long long)o->with.seed);
    buffer_done(&moves);
    trace_done(&t);
    return fine;
}

int cmd_moves(options *o, void *user)
{
    moves_options *own = user;
    int code;
    lud_game *game = load_game(o, argument_at(o, 0), &code);
    if (game) {
        walk w;
        walk_init(&w, game);
        failure f = {0};
        bool there = own->random ? step_through(o, own, &w, &f) : walk_after(&w, own->after, &f);
        code = there ? EXIT_FINE : failure_report(o, &f, w.ctx, "ludens");
        if (code == EXIT_FINE && own->advice.agent && !walk_terminal(&w))
            code = ask_all(o, own, &w, o->title);
        if (code == EXIT_FINE && o->json)
            code = print_json(o, own, &w);
        else if (code == EXIT_FINE && walk_terminal(&w))
            print_scores(&w);
        else if (code == EXIT_FINE)
            code = print_moves(o, own, &w);
        for (uint32_t i = 0; i < 64; i++)
            advice_done(&own->given[i]);
        walk_done(&w);
        lud_game_free(game);
    }
    return code;
}
