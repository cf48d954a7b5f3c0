#include "cli/coverage.h"

#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which one of several samples counts. */
typedef enum outcome { PLAYED, REFUSED, HARMLESS, IGNORED, UNFIT, OUTCOMES } outcome;
static const char *const outcome_names[OUTCOMES] = {"played", "refused", "harmless", "ignored", "no example"};

/* A line of the grammar's games. */
typedef struct sample {
    const char *row, *argument, *instance, *game;
} sample;

typedef struct coverage {
    const options *o;
    const char *library, *ludemes;
    json_t *list;
    uint32_t count[OUTCOMES];
    char *plain; /* the constructor without optional arguments, as an automaton; NULL: it is not played */
    const char *row, *argument, *instance; /* of the argument that is tried, in the grammar's games; NULL: none yet */
    outcome best;
    char why[400];
} coverage;

/* The game as text of its automaton, or NULL and why not. */
static char *load(const coverage *c, const char *game, outcome *how, char *why, size_t room)
{
    lud_options with = c->o->with.load;
    lud_diags *diags = lud_diags_new();
    with.dialect = c->library;
    with.ludemes = c->ludemes;
    with.language = "ludii";
    with.passes = "none";
    with.backend = LUD_BACKEND_INTERP;
    with.network = LUD_NETWORK_NEVER;
    lud_game *g = lud_load_text(game, strlen(game), "game", &with, diags);
    char *text = g ? lud_translate(g, "automaton", NULL) : NULL;
    *why = 0;
    *how = PLAYED;
    for (uint32_t i = 0; !g && diags && i < lud_diags_count(diags) && !*why; i++) {
        const lud_diagnostic d = lud_diags_get(diags, i);
        if (d.severity != LUD_ERROR)
            continue;
        *how = strcmp(d.code, "E1005") == 0 || strcmp(d.code, "E1006") == 0 ? UNFIT : REFUSED;
        snprintf(why, room, "%s: %.300s", d.code, d.message);
    }
    lud_game_free(g);
    lud_diags_free(diags);
    return text;
}

static void report(coverage *c)
{
    if (!c->row)
        return;
    c->count[c->best]++;
    if (c->o->json) {
        json_t *entry =
            json_pack("{s:s, s:s, s:s, s:s}", "row", c->row, "argument", c->argument + (*c->argument == '~'), "outcome",
                      outcome_names[c->best], "example", c->instance);
        if (*c->why)
            json_object_set_new(entry, "message", json_string(c->why));
        json_array_append_new(c->list, entry);
    } else
        printf("%-10s  %-24s %-28s %s%s%s\n", outcome_names[c->best], c->row, c->argument + (*c->argument == '~'),
               c->instance, *c->why ? "  -- " : "", c->why);
}

static void take(coverage *c, const sample *s)
{
    const bool plain = !*s->argument, optional = *s->argument && *s->argument != '=';
    if (plain || !c->row || strcmp(c->row, s->row) != 0 || strcmp(c->argument, s->argument) != 0) {
        report(c);
        c->row = s->row;
        c->argument = s->argument;
        c->instance = s->instance;
        c->best = UNFIT;
        *c->why = 0;
    } else if (c->best == PLAYED)
        return;
    outcome how;
    char why[400];
    char *text = load(c, s->game, &how, why, sizeof why);
    if (optional && text && c->plain && strcmp(text, c->plain) == 0)
        how = *s->argument == '~' ? HARMLESS : IGNORED;
    if (how < c->best || c->best == UNFIT) {
        c->best = how;
        snprintf(c->why, sizeof c->why, "%s", why);
        c->instance = s->instance;
    }
    if (plain) {
        free(c->plain);
        c->plain = text;
    } else
        free(text);
}

static bool wanted(const options *o, const char *row)
{
    if (!o->argument_count)
        return true;
    const char *name = argument_at(o, 0);
    const size_t n = strlen(name);
    return strncmp(row, name, n) == 0 && (!row[n] || row[n] == '.');
}

int print_coverage(const options *o, const char *library, const char *ludemes)
{
    coverage c = {.o = o, .library = library ? library : "ludii", .ludemes = ludemes, .list = json_array()};
    lud_diags *diags = lud_diags_new();
    char *games =
        lud_grammar(&(lud_grammar_request){.library = library, .ludemes = ludemes, .form = "games"}, NULL, diags);
    if (diags)
        print_diags(o, diags);
    int code = games ? EXIT_FINE : diags ? diags_exit(diags) : EXIT_ENVIRONMENT;
    lud_diags_free(diags);
    bool any = !o->argument_count;
    for (char *line = games, *end; line && *line && !interrupt_seen(); line = end + 1) {
        char *part[4] = {line};
        end = strchr(line, '\n');
        *end = 0;
        for (int i = 1; i < 4; i++) {
            part[i] = strchr(part[i - 1], '\t');
            *part[i]++ = 0;
        }
        any |= wanted(o, part[0]);
        if (wanted(o, part[0]))
            take(&c, &(sample){part[0], part[1], part[2], part[3]});
    }
    report(&c);
    if (games && !any) {
        fprintf(stderr, "ludens grammar: the library has no row or class `%s`; they are written as in `Is.Line`\n",
                argument_at(o, 0));
        code = EXIT_WRONG;
    } else if (games && o->json)
        json_dumpf(c.list, stdout, JSON_INDENT(2)), puts("");
    else if (games)
        printf("%u played, %u refused, %u harmless, %u ignored, %u without an example\n", c.count[PLAYED],
               c.count[REFUSED], c.count[HARMLESS], c.count[IGNORED], c.count[UNFIT]);
    json_decref(c.list);
    free(c.plain);
    free(games);
    return code != EXIT_FINE ? code : c.count[IGNORED] ? EXIT_WRONG : EXIT_FINE;
}
