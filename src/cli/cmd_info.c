#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "session/memory.h"
#include "session/notation.h"
#include "session/output.h"

#include <stdlib.h>

typedef struct info_options {
    bool notation;
} info_options;

static const option_row own_options[] = {OPTION_OF(info_options, "notation", 0, NULL, 1, option_flag, notation, 0, 0,
                                                   "Show how moves are written, with examples, and nothing else"),
                                         {0}};

const command_spec spec_info = {
    .arguments = "GAME...",
    .doc = "Show what a game is and how it was compiled."
           "\vNodes and edges are those of the automaton, before and after the passes; times "
           "are CPU time.\n\nExamples:\n"
           "  ludens info games/hrg/chess.hrg\n"
           "  ludens info --json games/hrg/tic-tac-toe.hrg\n"
           "  ludens info --passes none games/hrg/chess.hrg\n"
           "  ludens info --notation games/hrg/chess.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_JSON,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    OWN(info_options, .notation = false),
};

static json_t *passes_json(const lud_game *game)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_pass_count(game); i++) {
        lud_pass_info p = lud_pass_at(game, i);
        json_array_append_new(list,
                              json_pack("{so so sb si sf}", "name", json_text(p.name), "summary", json_text(p.summary),
                                        "enabled", p.enabled, "changes", p.changes, "ms", p.ms));
    }
    return list;
}

static json_t *boards_json(const lud_game *game)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_board_count(game); i++) {
        lud_board b = lud_board_at(game, i);
        json_array_append_new(list, json_pack("{so si si si si si}", "name", json_text(b.name), "sites", b.sites,
                                              "min_x", b.min_x, "min_y", b.min_y, "max_x", b.max_x, "max_y", b.max_y));
    }
    return list;
}

static json_t *base_json(const lud_game *game)
{
    lud_info i;
    lud_game_info(game, &i);
    json_t *roles = json_array();
    for (uint32_t r = 1; r <= i.roles; r++)
        json_array_append_new(roles, json_text(lud_role_name(game, r)));
    return json_pack("{so so so so so so sb sb sb sb so sf sI si si si si sf sf sf so so}", //
                     "name", json_text(base_name(i.name)), "language", json_text(i.language), "machine",
                     json_text(i.machine), "backend", json_text(i.backend), "backend_note", json_text(i.backend_note),
                     "roles", roles, "chance", i.chance, "hidden", i.hidden, "simultaneous", i.simultaneous, "network",
                     i.network, "network_note", json_text(i.network_note), "network_ms", i.network_ms, "state_bytes",
                     (json_int_t)i.state_bytes, "nodes", i.nodes, "edges", i.edges, "source_nodes", i.source_nodes,
                     "source_edges", i.source_edges, "load_ms", i.load_ms, "compile_ms", i.compile_ms, "native_ms",
                     i.native_ms, "passes", passes_json(game), "boards", boards_json(game));
}

static json_t *program_json(lud_program_info p)
{
    return json_pack("{ss ss so si si sb}", "name", p.name, "engine", p.engine, "why", json_text(p.why), "rules",
                     p.rules, "changing", p.changing, "history", p.history);
}

static json_t *programs_json(const lud_game *game)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_program_count(game); i++)
        json_array_append_new(list, program_json(lud_program_at(game, i)));
    lud_strategy *s = lud_has_strategy(game) ? lud_strategy_new(game, NULL, 0, NULL, NULL) : NULL;
    if (s)
        json_array_append_new(list, program_json(lud_strategy_info(s)));
    lud_strategy_free(s);
    return list;
}

static json_t *game_json(const lud_game *game)
{
    json_t *object = base_json(game);
    if (lud_program_count(game)) {
        json_object_set_new(object, "programs", programs_json(game));
        json_object_set_new(object, "level", json_string(lud_level_source(game)));
    }
    return object;
}

static void print_passes(const lud_game *game)
{
    table t;
    table_init(&t, "lrrl");
    table_row(&t, "pass", "changes", "ms", "", NULL);
    for (uint32_t i = 0; i < lud_pass_count(game); i++) {
        lud_pass_info p = lud_pass_at(game, i);
        char changes[16], ms[32];
        snprintf(changes, sizeof changes, "%u", p.changes);
        snprintf(ms, sizeof ms, "%.2f", p.ms);
        table_row(&t, p.name, p.enabled ? changes : "off", p.enabled ? ms : "", p.summary, NULL);
    }
    if (lud_pass_count(game))
        putchar('\n');
    table_print(&t, stdout);
    table_done(&t);
}

static void print_boards(const lud_game *game)
{
    for (uint32_t i = 0; i < lud_board_count(game); i++) {
        lud_board b = lud_board_at(game, i);
        printf("%-13s %s (%u sites, %d x %d)\n", i ? "" : "boards", b.name, b.sites, b.max_x - b.min_x + 1,
               b.max_y - b.min_y + 1);
    }
}

static void print_programs(const lud_game *game)
{
    json_t *list = programs_json(game), *p;
    table t;
    size_t i;
    table_init(&t, "llrrl");
    table_row(&t, "program", "engine", "rules", "changing", "", NULL);
    json_array_foreach (list, i, p) {
        char rules[NUMBER_SIZE] = "", changing[NUMBER_SIZE] = "";
        const char *why = json_string_value(json_object_get(p, "why"));
        if (json_object_get(p, "rules")) {
            number_grouped(rules, (uint64_t)json_integer_value(json_object_get(p, "rules")));
            number_grouped(changing, (uint64_t)json_integer_value(json_object_get(p, "changing")));
        }
        table_row(&t, json_string_value(json_object_get(p, "name")), json_string_value(json_object_get(p, "engine")),
                  rules, changing,
                  why                                           ? why
                  : json_is_true(json_object_get(p, "history")) ? "looks at earlier states"
                                                                : "",
                  NULL);
    }
    putchar('\n');
    table_print(&t, stdout);
    table_done(&t);
    json_decref(list);
}

/* Who asks for networks in every case is told of this one. */
static void make_network(const options *o, const lud_game *game)
{
    if (o->with.load.network == LUD_NETWORK_ALWAYS)
        lud_network_ready(game, 1);
}

static void print_info(const lud_game *game)
{
    lud_info i;
    lud_game_info(game, &i);
    printf("%-13s %s\n%-13s %s\n%-13s %s\n%-13s %s\n", "game", base_name(i.name), "language", i.language, "machine",
           i.machine, "back end", i.backend);
    printf("%-13s", "roles");
    for (uint32_t r = 1; r <= i.roles; r++)
        printf("%s %s", r > 1 ? "," : "", lud_role_name(game, r));
    printf("\n%-13s %s\n%-13s %s\n%-13s %s\n", "chance", i.chance ? "yes" : "no", "hidden", i.hidden ? "yes" : "no",
           "simultaneous", i.simultaneous ? "yes" : "no");
    if (i.network || i.network_note)
        printf("%-13s %s\n", "network", i.network_note ? i.network_note : "plays many games side by side");
    printf("%-13s %zu bytes\n", "state", i.state_bytes);
    if (lud_program_count(game))
        printf("%-13s %s\n", "level", lud_level_source(game));
    else
        printf("%-13s %u as written, %u compiled\n%-13s %u as written, %u compiled\n", "nodes", i.source_nodes, i.nodes,
               "edges", i.source_edges, i.edges);
    printf("%-13s %.2f ms, of which %.2f ms for the back end\n", "load", i.load_ms, i.compile_ms);
    print_boards(game);
    if (lud_program_count(game))
        print_programs(game);
    else
        print_passes(game);
}

/* ---- rules that say something of themselves ---- */

static void print_description(const char *path, const json_t *d)
{
    size_t i;
    json_t *option, *ruleset;
    printf("%-13s %s\n%-13s %s\n%-13s %" JSON_INTEGER_FORMAT "\n%-13s %" JSON_INTEGER_FORMAT "\n", "game",
           base_name(path), "dialect", json_string_value(json_object_get(d, "dialect")), "tokens",
           json_integer_value(json_object_get(d, "tokens")), "ludemes",
           json_integer_value(json_object_get(d, "ludemes")));
    const char *site = "";
    json_int_t cells, vertices, edges;
    if (json_unpack(json_object_get(d, "board"), "{ss sI sI sI}", "played_on", &site, "cells", &cells, "vertices",
                    &vertices, "edges", &edges) == 0)
        printf("%-13s %" JSON_INTEGER_FORMAT " cells, %" JSON_INTEGER_FORMAT " vertices, %" JSON_INTEGER_FORMAT
               " edges; played on %s\n",
               "board", cells, vertices, edges,
               *site == 'C'   ? "cells"
               : *site == 'V' ? "vertices"
                              : "edges");
    json_array_foreach (json_object_get(d, "options"), i, option) {
        size_t k;
        json_t *item;
        printf("%-13s %s:", i ? "" : "options", json_string_value(json_object_get(option, "heading")));
        json_array_foreach (json_object_get(option, "items"), k, item)
            printf("%s %s%s", k ? "," : "", json_string_value(item),
                   json_equal(item, json_object_get(option, "active")) ? " (active)" : "");
        putchar('\n');
    }
    json_array_foreach (json_object_get(d, "rulesets"), i, ruleset)
        printf("%-13s %s\n", i ? "" : "rulesets", json_string_value(ruleset));
}

/* NULL where rules say nothing, or have errors, which loading will report. */
static json_t *description(const options *o, const char *path, const char *text, size_t length)
{
    char *d = lud_describe(text, length, path, &o->with.load, NULL);
    json_t *object = d ? json_loads(d, 0, NULL) : NULL;
    if (object && !json_object_get(object, "dialect")) { /* it speaks of the file, not of the game */
        json_decref(object);
        object = NULL;
    }
    lud_free(d);
    return object;
}

static json_t *notation_of_game(const lud_game *game)
{
    walk w;
    lud_info info;
    lud_game_info(game, &info);
    walk_init(&w, game);
    notation *n = notation_new(game, w.ctx);
    char *rule = notation_rule(n);
    json_t *object = json_pack("{so so so so}", "name", json_text(base_name(info.name)), "rule", json_text(rule),
                               "pieces", notation_letters_json(n), "examples", notation_examples_json(n, &w));
    free(rule);
    notation_free(n);
    walk_done(&w);
    return object;
}

static void print_notation(const json_t *object)
{
    const char *exact, *text;
    size_t i;
    json_t *example;
    table t;
    table_init(&t, "lll");
    printf("%-13s %s\n%-13s %s\n", "game", json_text_at(object, "name"), "notation", json_text_at(object, "rule"));
    json_array_foreach (json_object_get(object, "examples"), i, example) {
        text = json_text_at(example, "text");
        exact = json_text_at(example, "move");
        table_row(&t, i ? "" : "examples     ", text, *exact ? exact : "(the empty move)", NULL);
    }
    table_print(&t, stdout);
    table_done(&t);
}

static int show_notation(options *o, const char *path, json_t *list, bool last)
{
    int code;
    lud_game *game = load_game(o, path, &code);
    json_t *object = game ? notation_of_game(game) : NULL;
    if (object && !o->json)
        print_notation(object);
    if (object && !last && !o->json)
        putchar('\n');
    if (object)
        json_array_append_new(list, object);
    lud_game_free(game);
    return code;
}

static int show(options *o, const char *path, json_t *list, bool last)
{
    int code;
    size_t length = 0;
    char *text = load_file(path, &length, &code);
    if (!text)
        return code;
    json_t *d = description(o, path, text, length);
    o->with.load.strict = d != NULL; /* what cannot be played yet can be described */
    lud_game *game = load_text(o, path, text, length, &code);
    if (game)
        make_network(o, game);
    json_t *object = game ? game_json(game) : d ? json_pack("{so}", "name", json_text(base_name(path))) : NULL;
    if (d && object)
        json_object_set(object, "rules", d);
    if (d && !o->json)
        print_description(path, d);
    if (game && !o->json)
        print_info(game);
    if (object && !last && !o->json)
        putchar('\n');
    if (object)
        json_array_append_new(list, object);
    json_decref(d);
    lud_game_free(game);
    free(text);
    return code;
}

int cmd_info(options *o, void *user)
{
    const info_options *own = user;
    json_t *list = json_array();
    int code = EXIT_FINE;
    for (size_t i = 0; i < o->argument_count && !interrupt_seen(); i++)
        code = exit_worst(
            code, (own->notation ? show_notation : show)(o, argument_at(o, i), list, i + 1 == o->argument_count));
    if (o->json)
        json_print_games(list, o->argument_count == 1, stdout);
    else
        json_decref(list);
    return code;
}
