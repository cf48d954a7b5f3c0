#include "session/trace.h"

#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN = 12,           /* moves that `after` shows: of longer games the last ones */
    COMMAND_MAX = 4000,   /* bytes of moves on a command line */
    COMMAND_LONG = 400,   /* the same, where a random game can be named instead */
    SEARCH_GAMES = 20000, /* random games that look for a fault which a block of games had */
    SEARCH_PLIES = 2000000
};

static void trace_clear(trace *t)
{
    while (t->count > 0)
        free(t->steps[--t->count]);
    t->whole = false;
}

void trace_done(trace *t)
{
    trace_clear(t);
    free(t->steps);
    *t = (trace){0};
}

static void add(trace *t, char *step)
{
    MEM_ROOM(t->steps, t->count, t->capacity);
    t->steps[t->count++] = step;
}

void trace_walk(trace *t, const walk *w)
{
    trace_clear(t);
    for (uint32_t ply = 1; ply <= w->ply; ply++) {
        buffer b = {0};
        for (uint32_t role = 0; role <= w->roles; role++) {
            const char *move = walk_own(w, role, ply);
            if (move) {
                buffer_add(&b, b.length ? " " : "");
                buffer_add(&b, move);
            }
        }
        add(t, b.text ? b.text : mem_strdup(""));
    }
    if (w->tried)
        add(t, mem_strdup(w->tried));
}

/* ---- looking for it ---- */

typedef struct recorder {
    trace *t;
    const walk *w;
} recorder;

static void note(void *user, uint64_t movers, const lud_move *joint)
{
    const recorder *r = user;
    add(r->t, walk_joint_text(r->w, movers, joint));
}

/* One random game from where the walk is. */
static lud_status play_on(trace *t, walk *w, const setup *with, uint64_t number)
{
    recorder r = {t, w};
    lud_playout_options how = {.count_duplicates = with->count_duplicates, .watch = note, .user = &r};
    lud_rng rng;
    void *state = mem_alloc(w->size);
    trace_walk(t, w);
    memcpy(state, w->state, w->size);
    lud_rng_seed(&rng, with->seed, number);
    lud_status status = lud_playout(w->ctx, state, &rng, &how, NULL);
    free(state);
    t->whole = w->ply == 0 && !w->tried;
    t->game = number;
    return status;
}

lud_status trace_game(trace *t, walk *w, const setup *with, uint64_t number) { return play_on(t, w, with, number); }

/* Whether it ended with the status. */
static bool play(trace *t, walk *w, const setup *with, uint64_t number, lud_status status, uint64_t *plies)
{
    bool found = play_on(t, w, with, number) == status;
    *plies += t->count - w->ply;
    return found;
}

bool trace_search(trace *t, walk *w, const setup *with, uint64_t number, lud_status status)
{
    uint64_t plies = 0;
    bool endless = status == LUD_LIMIT_TIME || status == LUD_LIMIT_MEMORY; /* once was long enough */
    bool costly = endless || status == LUD_LIMIT_STEPS || status == LUD_LIMIT_STATES;
    bool found = !endless && play(t, w, with, number, status, &plies);
    for (uint64_t i = 0; !found && !costly && i < SEARCH_GAMES && plies < SEARCH_PLIES; i++)
        found = play(t, w, with, i, status, &plies);
    if (!found)
        trace_clear(t);
    return found;
}

/* ---- saying it ---- */

static void add_quoted(buffer *b, const char *text)
{
    if (*text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-+,:=@%")]) {
        buffer_add(b, text);
    } else if (!strpbrk(text, "\"$`\\!")) {
        buffer_addf(b, "\"%s\"", text);
    } else {
        buffer_add(b, "'");
        for (; *text; text++)
            if (*text == '\'')
                buffer_add(b, "'\\''");
            else
                buffer_add_bytes(b, text, 1);
        buffer_add(b, "'");
    }
}

static void add_steps(buffer *b, const trace *t, uint32_t from, const char *empty)
{
    for (uint32_t i = from; i < t->count; i++)
        buffer_addf(b, "%s%s", i > from ? "; " : "", *t->steps[i] ? t->steps[i] : empty);
}

/* The random game itself, which is shorter than its moves. */
static void add_game(buffer *b, const trace *t, const setup *with)
{
    lud_options standard;
    lud_options_init(&standard);
    buffer_addf(b, "--seed %llu --game %llu ", (unsigned long long)with->seed, (unsigned long long)t->game);
    if (with->load.limits.max_plies != standard.limits.max_plies)
        buffer_addf(b, "--max-plies %llu ", (unsigned long long)with->load.limits.max_plies);
    if (with->count_duplicates)
        buffer_add(b, "--count-duplicates ");
}

/* NULL when it would be too long for a command line. */
static char *command(const trace *t, const setup *with, const char *path)
{
    buffer b = {0}, steps = {0};
    add_steps(&steps, t, 0, "");
    bool game = t->whole && steps.length > COMMAND_LONG;
    if (steps.length > COMMAND_MAX && !game) {
        buffer_done(&steps);
        return NULL;
    }
    buffer_add(&b, "ludens moves ");
    if (game)
        add_game(&b, t, with);
    if (with->load.language)
        buffer_addf(&b, "--lang %s ", with->load.language);
    if (with->load.level && !with->load.level->state && !with->load.level->draws)
        buffer_addf(&b, "--level %llu ", (unsigned long long)with->load.level->seed);
    add_quoted(&b, path);
    if (t->count && !game) {
        if (!*t->steps[t->count - 1]) /* an empty text at the end is no move */
            buffer_add(&steps, ";");
        buffer_add(&b, " --after ");
        add_quoted(&b, buffer_get(&steps));
    }
    buffer_done(&steps);
    return b.text;
}

char *trace_text(const trace *t, const setup *with, const char *path)
{
    buffer b = {0};
    char *way = command(t, with, path);
    buffer_add(&b, "      = after: ");
    if (t->count == 0)
        buffer_add(&b, "no move: this is the start of the game");
    else if (t->count > SHOWN)
        buffer_addf(&b, "%u moves, the last of them ", t->count);
    add_steps(&b, t, t->count > SHOWN ? t->count - SHOWN : 0, "(the empty move)");
    if (way)
        buffer_addf(&b, "\n      = step there: %s", way);
    buffer_add(&b, "\n");
    free(way);
    return b.text;
}

void trace_print(const trace *t, const setup *with, const char *path, FILE *out)
{
    char *text = trace_text(t, with, path);
    fputs(text, out);
    free(text);
}

void trace_json(const trace *t, const setup *with, const char *path, json_t *into)
{
    json_t *list = json_array();
    char *way = command(t, with, path);
    for (uint32_t i = 0; i < t->count; i++)
        json_array_append_new(list, json_text(t->steps[i]));
    json_object_set_new(into, "after", list);
    json_object_set_new(into, "command", json_text(way));
    free(way);
}

json_t *diagnostic_json(lud_diagnostic d)
{
    static const char *const severities[] = {"note", "warning", "error"};
    return json_pack("{so si si si si ss so so so so so}", "file", json_text(d.file), "line", d.line, "column",
                     d.column, "end_line", d.end_line, "end_column", d.end_column, "severity", severities[d.severity],
                     "code", json_text(d.code), "check", json_text(d.check), "message", json_text(d.message), "hint",
                     json_text(d.hint), "fix", json_text(d.fix));
}

json_t *diagnostics_entry(const lud_diags *diags, uint32_t index)
{
    lud_diagnostic d = lud_diags_get(diags, index);
    json_t *notes = json_array(), *entry = diagnostic_json(d);
    for (uint32_t n = 0; n < d.note_count; n++)
        json_array_append_new(notes, diagnostic_json(lud_diags_note(diags, index, n)));
    json_object_set_new(entry, "notes", notes);
    return entry;
}

json_t *trace_fault_json(const setup *with, walk *w, const trace *t, const char *path)
{
    json_t *fault = diagnostic_json(lud_fault(w->ctx));
    trace_json(t, with, path, fault);
    return fault;
}

bool trace_is_fault(lud_status status)
{
    return (status >= LUD_ERR_STUCK && status <= LUD_ERR_PLAYER) || status == LUD_LIMIT_STATES ||
           status == LUD_LIMIT_STEPS || status == LUD_LIMIT_TAGS || status == LUD_LIMIT_DEPTH;
}

/* The next moves of a trial, one for each role that decides. */
static bool follow_ply(walk *w, const json_t *moves, size_t *next)
{
    json_int_t way = 0;
    for (uint32_t role = 0; role <= w->roles; role++) {
        if (!walk_decides(w, role))
            continue;
        const json_t *entry = json_array_get(moves, (*next)++);
        const char *move = json_string_value(json_object_get(entry, "move"));
        int found = move ? walk_find(w, role, move) : -1;
        if (found < 0)
            return false;
        w->joint[role] = walk_at(w, role, found);
        way = json_integer_value(json_object_get(entry, "way"));
    }
    return walk_apply(w, way > 0 ? (uint32_t)way : 0) == LUD_OK;
}

lud_status trace_follow(walk *w, const json_t *moves)
{
    size_t next = 0;
    lud_status status = walk_start(w);
    bool fine = status == LUD_OK;
    while (fine && next < json_array_size(moves) && !walk_terminal(w))
        fine = follow_ply(w, moves, &next);
    return status;
}
