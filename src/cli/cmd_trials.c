/* Version control of games (Browne, "A class grammar for general games", 2017, section 4.5): seeded random games of a
 * library are kept as digests, and whatever changes how a game plays shows as a line that differs. The moves are drawn
 * from lists in the order of their texts, so that nothing but the rules decides about them. */
#include "base/text.h"
#include "cli/app.h"
#include "cli/fault.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trace.h"
#include "session/trial.h"

#include <stdlib.h>
#include <string.h>

enum { TRIALS_EACH = 3, PLIES_KEPT = 60 };

typedef struct trials_options {
    uint64_t each;
} trials_options;

static const option_row own_options[] = {OPTION_OF(trials_options, "games", 'n', "N", 1, option_u64, each, 0, 1000,
                                                   "Random games of each game to record (default 3)"),
                                         {0}};

const command_spec spec_trials = {
    .arguments = "record|verify FILE|GAME...",
    .doc =
        "Keep random games of a library as digests, and report what plays differently later. `record GAME...` writes "
        "a line a game; `verify FILE GAME...` plays them again and says where a line differs, and which games have "
        "none. The moves are drawn by the name of the game's file."
        "\vExit status 1 when anything differs; docs/cli.md describes the lines.\n\nExamples:\n"
        "  ludens trials record games/hrg/*.hrg > hrg.tsv\n"
        "  ludens trials verify hrg.tsv games/hrg/*.hrg",
    .groups = OPTIONS_LOAD,
    .min_arguments = 2,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    OWN(trials_options, .each = TRIALS_EACH),
};

/* The texts of a role's legal moves, to be freed, in order. */
static lud_status sorted_texts(walk *w, uint32_t role, char ***texts, uint32_t *count)
{
    lud_moves *moves;
    lud_status status = walk_list(w, role, &moves);
    *count = status == LUD_OK ? lud_moves_count(moves) : 0;
    *texts = mem_alloc((*count + 1) * sizeof **texts);
    for (uint32_t i = 0; i < *count; i++)
        (*texts)[i] = walk_text(w, lud_moves_at(moves, i));
    if (*count)
        qsort(*texts, *count, sizeof **texts, text_order);
    return status == LUD_OK && *count == 0 ? LUD_ERR_STUCK : status;
}

/* Draws the role's move; `count:digest` of the list and the choice goes to the line. */
static lud_status draw(walk *w, uint32_t role, lud_rng *rng, buffer *line)
{
    char **texts;
    uint32_t count;
    lud_status status = sorted_texts(w, role, &texts, &count);
    if (status == LUD_OK) {
        uint32_t chosen = lud_rng_below(rng, count);
        buffer all = {0};
        for (uint32_t i = 0; i < count; i++)
            buffer_add_bytes(&all, texts[i], strlen(texts[i]) + 1);
        uint64_t hash = trial_rules_hash(all.text, all.length);
        buffer_done(&all);
        int found = walk_find(w, role, texts[chosen]);
        if (found < 0)
            status = LUD_ERR_ILLEGAL;
        else
            w->joint[role] = walk_at(w, role, found);
        buffer_addf(line, " %u:%04x", count, (unsigned)((hash ^ hash >> 32) & 0xffff));
    }
    for (uint32_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
    return status;
}

static lud_status play(walk *w, lud_rng *rng, buffer *line)
{
    lud_status status = walk_start(w);
    while (status == LUD_OK && !walk_terminal(w) && w->ply < PLIES_KEPT) {
        for (uint32_t role = 0; role <= w->roles && status == LUD_OK; role++)
            if (walk_decides(w, role))
                status = draw(w, role, rng, line);
        uint32_t ways = status == LUD_OK ? walk_ways(w) : 0;
        if (ways)
            status = walk_apply(w, ways > 1 ? lud_rng_below(rng, ways) : 0);
    }
    return status;
}

/* NAME, tab, number, tab, how it ended, tab, the digests of its decisions. */
static lud_status make_line(walk *w, const char *path, uint64_t number, buffer *line)
{
    lud_rng rng;
    buffer digests = {0};
    const char *name = base_name(path);
    lud_rng_seed(&rng, trial_rules_hash(name, strlen(name)), number);
    lud_status status = play(w, &rng, &digests);
    buffer_addf(line, "%s\t%llu\t", path, (unsigned long long)number);
    if (status != LUD_OK) {
        buffer_add(line, lud_status_text(status));
    } else if (walk_terminal(w)) {
        json_t *scores = position_scores_json(w);
        char *text = json_dumps(scores, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(10));
        buffer_add(line, text);
        free(text);
        json_decref(scores);
    } else {
        buffer_add(line, "goes on");
    }
    buffer_addf(line, "\t%s", digests.text ? digests.text + 1 : "");
    buffer_done(&digests);
    return status;
}

/* ---- comparing ---- */

/* The line of the game with that number in the file; its length, 0 when there is none. */
static const char *find_line(const char *file, const char *path, uint64_t number, size_t *length)
{
    buffer key = {0};
    buffer_addf(&key, "%s\t%llu\t", path, (unsigned long long)number);
    const char *at = file;
    *length = 0;
    while (*at && strncmp(at, key.text, key.length) != 0)
        at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n');
    buffer_done(&key);
    *length = strcspn(at, "\n");
    return at;
}

/* The first decision that differs, from 1; 0: none within both. */
static uint32_t first_difference(const char *now, const char *then)
{
    for (uint32_t ply = 1; *now && *then; ply++) {
        size_t n = strcspn(now, " "), m = strcspn(then, " \n");
        if (n != m || strncmp(now, then, n) != 0)
            return ply;
        now += n + (now[n] == ' ');
        then += m + (then[m] == ' ');
    }
    return 0;
}

static const char *last_column(const char *line, const char *end)
{
    for (int tabs = 0; tabs < 3 && line < end; line++)
        tabs += *line == '\t';
    return line;
}

static int compare(const char *file, const char *path, uint64_t number, const buffer *line)
{
    size_t length;
    const char *then = find_line(file, path, number, &length);
    if (length == 0) {
        printf("%s: random game %llu is not in the file\n", path, (unsigned long long)number);
        return EXIT_WRONG;
    }
    if (length == line->length && strncmp(then, line->text, length) == 0)
        return EXIT_FINE;
    char *was = mem_strndup(then, length);
    const char *new_digests = last_column(line->text, line->text + line->length),
               *old_digests = last_column(was, was + length);
    uint32_t ply = first_difference(new_digests, old_digests);
    if (ply)
        printf("%s: random game %llu differs from decision %u on\n", path, (unsigned long long)number, ply);
    else
        printf("%s: random game %llu ends otherwise: %.*s, it was %.*s\n", path, (unsigned long long)number,
               (int)(new_digests - line->text), line->text, (int)(old_digests - was), was);
    free(was);
    return EXIT_WRONG;
}

static int do_game(const options *o, const trials_options *own, const char *path, const char *file)
{
    int code;
    lud_game *game = load_game(o, path, &code);
    if (!game)
        return code;
    walk w;
    walk_init(&w, game);
    for (uint64_t i = 0; i < own->each && !interrupt_seen() && !ferror(stdout); i++) {
        buffer line = {0};
        lud_status status = make_line(&w, path, i, &line);
        if (status == LUD_INTERRUPTED)
            code = EXIT_INTERRUPT;
        else if (file)
            code = exit_worst(code, compare(file, path, i, &line));
        else
            puts(line.text);
        buffer_done(&line);
    }
    walk_done(&w);
    close_game(o, game, path);
    return code;
}

int cmd_trials(options *o, void *user)
{
    trials_options *own = user;
    bool verify = strcmp(argument_at(o, 0), "verify") == 0;
    int code = EXIT_FINE;
    size_t length = 0, first = verify ? 2 : 1;
    char *file = NULL;
    if (!verify && strcmp(argument_at(o, 0), "record") != 0) {
        fprintf(stderr, "%s: the first argument is record or verify, not '%s'\n", o->title, argument_at(o, 0));
        return EXIT_USAGE;
    }
    if (verify && !(file = load_file(argument_at(o, 1), &length, &code)))
        return code;
    for (size_t i = first; i < o->argument_count && !interrupt_seen(); i++)
        code = exit_worst(code, do_game(o, own, argument_at(o, i), file));
    if (verify && code == EXIT_FINE)
        printf("%zu games play as recorded\n", o->argument_count - first);
    free(file);
    return code;
}
