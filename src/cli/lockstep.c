#include "cli/lockstep.h"

#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

/* The second load reports nothing: the first did. Rule sheets of logic are compared with their
 * rules run as they are, others with native code; NULL when there is none. */
static lud_game *load_other(const options *o, const char *path, const char *rules, size_t length, bool circuit,
                            int *code)
{
    lud_options other = o->with.load;
    other.backend = circuit ? LUD_BACKEND_RULES : LUD_BACKEND_NATIVE;
    lud_game *game = lud_load_text(rules, length, path, &other, NULL);
    lud_info info = {.backend = ""};
    if (game)
        lud_game_info(game, &info);
    if (strcmp(info.backend, circuit ? "rules" : "native") == 0)
        return game;
    fprintf(stderr, "%s: nothing to compare with: %s: %s\n", path,
            circuit ? "the rules cannot be run as they are" : "no native code",
            game && info.backend_note ? info.backend_note : "it cannot be loaded");
    lud_game_free(game);
    *code = EXIT_ENVIRONMENT;
    return NULL;
}

static json_t *result_json(const options *o, const char *path, const lud_lockstep_result *r)
{
    json_t *difference = r->differ ? json_pack("{sI si so}", "playout", (json_int_t)r->playout, "ply", r->ply,
                                               "message", json_text(r->text))
                                   : json_null();
    return json_pack("{so sI so sI sI sI sI so}", "game", json_text(base_name(path)), "playouts",
                     (json_int_t)r->playouts, "seed", json_whole(o->with.seed), "plies", (json_int_t)r->plies, "moves",
                     (json_int_t)r->moves, "faults", (json_int_t)r->faults, "interpreted",
                     (json_int_t)r->interpreted[1], "difference", difference);
}

static void print_result(const char *path, const char *other, const lud_lockstep_result *r)
{
    char playouts[NUMBER_SIZE], plies[NUMBER_SIZE], moves[NUMBER_SIZE];
    printf("%s: interp and %s %s after %s playouts, %s plies, %s moves tried\n", base_name(path), other,
           r->differ ? "differ" : "agree", number_grouped(playouts, r->playouts), number_grouped(plies, r->plies),
           number_grouped(moves, r->moves));
    if (r->interpreted[1] > 0)
        printf("%s: native code left %s searches to the interpreter\n", base_name(path),
               number_grouped(moves, r->interpreted[1]));
    fflush(stdout);
}

static int compare(const options *o, const char *path, const lud_game *interp, const lud_game *native,
                   const lud_lockstep_options *how, json_t *list)
{
    lud_lockstep_result r;
    lud_status status = lud_lockstep(interp, native, how, &r);
    bool interrupted = interrupt_seen();
    lud_info info;
    lud_game_info(native, &info);
    if (list)
        json_array_append_new(list, result_json(o, path, &r));
    else
        print_result(path, info.backend, &r);
    if (r.text)
        fputs(r.text, stderr);
    if (status != LUD_OK)
        fprintf(stderr, "%s: %s\n", path, lud_status_text(status));
    lud_free(r.text);
    if (interrupted && !r.differ)
        return EXIT_INTERRUPT;
    return status != LUD_OK ? status_code(status) : r.differ ? EXIT_WRONG : EXIT_FINE;
}

int lockstep_game(const options *o, const char *path, uint64_t playouts, double max_seconds, uint32_t tries,
                  json_t *list)
{
    int code;
    size_t length = 0;
    options first = *o;
    first.with.load.backend = LUD_BACKEND_INTERP;
    char *rules = load_file(path, &length, &code);
    lud_game *interp = rules ? load_text(&first, path, rules, length, &code) : NULL;
    lud_info info = {.machine = ""};
    if (interp)
        lud_game_info(interp, &info);
    bool circuit = info.other == LUD_BACKEND_RULES;
    lud_game *native = interp ? load_other(o, path, rules, length, circuit, &code) : NULL;
    if (native) {
        progress bar;
        progress_start(&bar, base_name(path), !list);
        bar.deadline = max_seconds;
        lud_lockstep_options how = {
            .playouts = playouts, .seed = o->with.seed, .tries = tries, .progress = progress_step, .user = &bar};
        code = compare(o, path, interp, native, &how, list);
        progress_end(&bar);
    }
    lud_game_free(native);
    lud_game_free(interp);
    free(rules);
    return code;
}
