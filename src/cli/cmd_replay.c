#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/replay_saved.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trial.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct replay_options {
    const char *game, *save;
} replay_options;

static const option_row own_options[] = {
    OPTION_OF(replay_options, "game", 'g', "GAME", 1, option_text, game, 0, 0,
              "Rules to replay by (default: the file the trial names)"),
    OPTION_OF(replay_options, "save", 's', "FILE.zsg", 1, option_text, save, 0, 0,
              "Write the game as Zillions saves it (one trial of a Zillions rules file)"),
    {0}};

const command_spec spec_replay = {
    .arguments = "[GAME.zrf] FILE",
    .doc = "Replay trials written by `ludens record` and verify every step: each move must be "
           "legal, the game must end where the trial ends, with the same scores."
           "\vFILE may be - for standard input, or a game saved by Zillions (.zsg), by the rules of GAME.zrf. Exit "
           "status 1 when "
           "a trial differs.\n\nExamples:\n"
           "  ludens replay chess.zrf my-game.zsg\n"
           "  ludens replay chess.trials\n"
           "  ludens replay --save my-game.zsg chess.trial\n"
           "  ludens replay --game games/hrg/chess.hrg chess.trials",
    .groups = OPTIONS_LOAD | OPTIONS_JSON,
    .min_arguments = 1,
    .max_arguments = 2,
    .options = own_options,
    OWN(replay_options, 0),
};

typedef struct replay {
    const options *o;
    const char *file, *forced_game, *save;
    lud_game *game; /* the one last used, and its walk */
    char *game_path;
    json_t *like; /* a trial that is loaded like that game */
    uint64_t rules_hash;
    walk w;
    uint64_t line, trials, failed, unreadable;
    json_t *errors;
    int code;
    bool stopped; /* in the middle of a trial */
    bool saved;
} replay;

static void fail(replay *r, uint32_t ply, const char *code, const char *message)
{
    bool unread = strcmp(code, "json") == 0 || strcmp(code, "format") == 0 || strcmp(code, "game") == 0;
    r->stopped = interrupt_seen();
    if (r->stopped)
        return;
    r->failed++;
    r->unreadable += unread;
    r->code = exit_worst(r->code, EXIT_WRONG);
    if (!r->o->json)
        fprintf(stderr, "%s:%llu: ply %u: %s\n", r->file, (unsigned long long)r->line, ply, message);
    json_array_append_new(r->errors, json_pack("{sI si ss so}", "line", (json_int_t)r->line, "ply", ply, "code", code,
                                               "message", json_text(message)));
}

static void failf(replay *r, uint32_t ply, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void failf(replay *r, uint32_t ply, const char *code, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    fail(r, ply, code, message);
}

static void drop_game(replay *r)
{
    if (r->game) {
        walk_done(&r->w);
        close_game(r->o, r->game, r->game_path);
    }
    free(r->game_path);
    json_decref(r->like);
    r->like = NULL;
    r->game = NULL;
    r->game_path = NULL;
}

/* Trials of one game follow one another, so the last game is kept. A level is as position_level_json has it. */
static bool use_game(replay *r, const char *path, json_t *trial)
{
    if (r->game && strcmp(r->game_path, path) == 0 && trial_loads_alike(trial, r->like))
        return true;
    drop_game(r);
    options with_level = *r->o;
    const json_t *level = json_object_get(trial, "level");
    trial_load_options(trial, &with_level.with.load);
    char *state = facts_text(json_object_get(level, "state")),
         *settings = facts_text(json_object_get(level, "settings"));
    with_level.with.level = (lud_level){.state = state, .settings = settings};
    if (state)
        with_level.with.load.level = &with_level.with.level;
    int code = EXIT_FINE;
    r->game = load_rules(&with_level, path, &r->rules_hash, &code);
    free(state);
    free(settings);
    r->like = r->game ? json_incref(trial) : NULL;
    if (r->game) {
        r->game_path = mem_strdup(path);
        walk_init(&r->w, r->game);
    }
    r->code = exit_worst(r->code, code);
    return r->game != NULL;
}

static bool fault(replay *r, lud_status status)
{
    const char *why = lud_fault_text(r->w.ctx, false);
    failf(r, r->w.ply, "fault", "%s%s%.800s", lud_status_text(status), why && *why ? ": " : "", why ? why : "");
    r->code = exit_worst(r->code, status_code(status));
    return false;
}

/* Takes the role's entry from the trial and finds it among the legal moves. */
static bool take_move(replay *r, const json_t *entry, uint32_t role)
{
    walk *w = &r->w;
    const char *mover = lud_role_name(w->game, role);
    const char *name = json_string_value(json_object_get(entry, "role"));
    const char *move = json_string_value(json_object_get(entry, "move"));
    if (!name || !move) {
        fail(r, w->ply + 1, "format", "a move must be {\"role\": text, \"move\": text}");
        return false;
    }
    if (strcmp(name, mover) != 0) {
        failf(r, w->ply + 1, "mover", "the trial has %.100s move, but %.100s is to move", name, mover);
        return false;
    }
    lud_moves *moves;
    lud_status status = walk_list(w, role, &moves);
    if (status != LUD_OK)
        return fault(r, status);
    int found = walk_find(w, role, move);
    if (found < 0) {
        char *message = position_illegal(w, role, move);
        fail(r, w->ply + 1, "illegal", message);
        free(message);
        return false;
    }
    w->joint[role] = walk_at(w, role, found);
    return true;
}

static bool replay_moves(replay *r, const json_t *list)
{
    walk *w = &r->w;
    lud_status status = walk_start(w);
    if (status != LUD_OK)
        return fault(r, status);
    size_t next = 0, count = json_array_size(list);
    while (next < count) {
        if (walk_terminal(w)) {
            failf(r, w->ply + 1, "terminal", "the game is over, but the trial continues");
            return false;
        }
        json_int_t way = 0;
        for (uint32_t role = 0; role <= w->roles; role++) {
            if (!walk_decides(w, role))
                continue;
            const json_t *entry = json_array_get(list, next++);
            if (!take_move(r, entry, role))
                return false;
            way = json_integer_value(json_object_get(entry, "way"));
        }
        status = walk_apply(w, way >= 0 && way < UINT32_MAX ? (uint32_t)way : UINT32_MAX);
        if (status != LUD_OK)
            return fault(r, status);
    }
    return true;
}

static bool compare_end(replay *r, const json_t *scores)
{
    walk *w = &r->w;
    if (!walk_terminal(w)) {
        failf(r, w->ply, "terminal", "the trial ends here, but the game is not over");
        return false;
    }
    json_t *final = position_scores_json(w);
    bool same = true;
    for (uint32_t role = 1; role <= w->roles && same; role++) {
        const char *name = lud_role_name(w->game, role);
        const json_t *recorded = json_object_get(scores, name), *actual = json_object_get(final, name);
        bool numbers = json_is_number(recorded) && json_is_number(actual);
        same = numbers ? json_number_value(recorded) == json_number_value(actual) : json_equal(recorded, actual);
        if (same)
            continue;
        char *is = json_dumps(actual, JSON_ENCODE_ANY), *was = recorded ? json_dumps(recorded, JSON_ENCODE_ANY) : NULL;
        failf(r, w->ply, "scores", "%.100s scores %.200s, the trial says %.200s", name, is, was ? was : "nothing");
        free(is);
        free(was);
    }
    json_decref(final);
    return same;
}

static void compare_rules(replay *r, const json_t *trial)
{
    const char *recorded = json_string_value(json_object_get(trial, "rules_hash"));
    char actual[20];
    snprintf(actual, sizeof actual, "%016llx", (unsigned long long)r->rules_hash);
    if (recorded && strcmp(recorded, actual) != 0)
        fprintf(stderr, "%s:%llu: warning: %s has changed since the trial was recorded\n", r->file,
                (unsigned long long)r->line, r->game_path);
}

static void replay_trial(replay *r, json_t *trial)
{
    const char *path = json_string_value(json_object_get(trial, "game"));
    const json_t *moves = json_object_get(trial, "moves");
    const json_t *scores = json_object_get(trial, "scores");
    if (json_integer_value(json_object_get(trial, "trial")) != TRIAL_VERSION || !path || !json_is_array(moves)) {
        fail(r, 0, "format", "not a trial of version 1 (keys trial, game, moves)");
        return;
    }
    if (!use_game(r, r->forced_game ? r->forced_game : path, trial)) {
        fail(r, 0, "game", "the game cannot be loaded");
        return;
    }
    compare_rules(r, trial);
    /* A trial that ended by a fault has no scores; its moves must be legal all the same. */
    if (!replay_moves(r, moves) || (json_is_object(scores) && !compare_end(r, scores)))
        return;
    if (r->save && r->saved)
        fail(r, 0, "format", "a saved game holds one trial, and there are more");
    else if (r->save) {
        options chosen = *r->o;
        trial_load_options(trial, &chosen.with.load);
        r->code = exit_worst(r->code, save_replayed(&chosen, r->save, r->game_path, moves));
    }
    r->saved = true;
}

static void replay_line(replay *r, const char *line, size_t length)
{
    json_error_t error;
    json_t *trial = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    r->trials++;
    if (!trial || !json_is_object(trial))
        failf(r, 0, "json", "not a JSON object: %s", trial ? "another value" : json_problem(&error));
    else
        replay_trial(r, trial);
    r->trials -= r->stopped;
    json_decref(trial);
}

static bool blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n", line[i]) || !line[i])
            return false;
    return true;
}

static void replay_text(replay *r, const char *content, size_t length)
{
    const char *end = content + length;
    while (content < end && !interrupt_seen()) {
        const char *line_end = memchr(content, '\n', (size_t)(end - content));
        size_t size = (size_t)((line_end ? line_end : end) - content);
        r->line++;
        if (!blank(content, size))
            replay_line(r, content, size);
        content += size + 1;
    }
}

static void print_summary(const replay *r)
{
    unsigned long long trials = r->trials, failed = r->failed;
    if (r->o->json)
        json_print(json_pack("{sI sI sI sO}", "trials", (json_int_t)r->trials, "ok",
                             (json_int_t)(r->trials - r->failed), "failed", (json_int_t)r->failed, "errors", r->errors),
                   stdout);
    else if (r->unreadable)
        printf("%llu of %llu trials differ, %llu could not be replayed\n", failed - r->unreadable, trials,
               (unsigned long long)r->unreadable);
    else if (failed)
        printf("%llu of %llu trials differ\n", failed, trials);
    else
        printf("%llu trial%s replayed, all as recorded\n", trials, trials == 1 ? "" : "s");
}

int cmd_replay(options *o, void *user)
{
    replay_options *own = user;
    const char *file = argument_at(o, o->argument_count - 1);
    replay r = {.o = o, .file = file, .forced_game = own->game, .save = own->save, .errors = json_array()};
    size_t length = 0;
    char *content = load_file(file, &length, &r.code);
    size_t name = strlen(file);
    if (content && (o->argument_count == 2 || (name > 4 && strcmp(file + name - 4, ".zsg") == 0)))
        r.code = replay_saved(o, o->argument_count == 2 ? argument_at(o, 0) : own->game, file, content, length);
    else if (content) {
        replay_text(&r, content, length);
        print_summary(&r);
    }
    free(content);
    drop_game(&r);
    json_decref(r.errors);
    return r.code;
}
