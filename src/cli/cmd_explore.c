#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/play/prompt.h"
#include "ludens_structures.h"
#include "session/explore.h"
#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct explore_options {
    const char *why; /* x=a1,y=b2; "": of formulas without variables */
    bool explain;
    uint64_t most;
} explore_options;

static void read_why(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    explore_options *o = into;
    (void)row, (void)state;
    o->why = arg ? arg : "";
    o->explain = true;
}

static const option_row own_options[] = {
    OPTION_OF(explore_options, "why", 0, "?ASSIGNMENT", 1, read_why, why, 0, 0,
              "Show which part of the formula decides it, for elements such as x=a1,y=b2"),
    OPTION_OF(explore_options, "most", 0, "N", 1, option_u64, most, 0, UINT32_MAX,
              "Show at most so many assignments (default 100; 0: all)"),
    {0}};

const command_spec spec_explore = {
    .arguments = "STRUCTURE [FORMULA]",
    .doc = "Evaluate a formula or a term in a structure of Toss, or in the starting structure of a game."
           "\vSTRUCTURE is a file, or the structure itself, which begins with `['. Without a formula each line typed "
           "is one; "
           "`why x=a1' explains the last one. docs/toss.md explains formulas.\n\nExamples:\n"
           "  ludens explore games/toss/tic-tac-toe.toss 'ex u (C(x, u) and R(u, y))'\n"
           "  ludens explore '[ a, b, c | E { (a, b); (b, c) } | ]' 'tc x, y E(x, y)'\n"
           "  ludens explore --why=x=a1 games/toss/tic-tac-toe.toss 'not ex y C(x, y)'",
    .groups = OPTIONS_JSON | OPTIONS_LIMITS,
    .min_arguments = 1,
    .max_arguments = 2,
    .options = own_options,
    OWN(explore_options, .most = 100),
};

/* ---- showing ---- */

static void print_tuple(const lud_structure *s, const lud_answer *a, uint32_t index)
{
    const uint32_t *tuple = lud_answer_tuple(a, index);
    for (uint32_t i = 0; i < lud_answer_variables(a); i++)
        printf("%s%s = %s", i ? ", " : "", lud_answer_variable(a, i), lud_structure_element(s, tuple[i]));
    if (lud_answer_is_term(a))
        printf("%s%.15g", lud_answer_variables(a) ? ": " : "", lud_answer_value(a, index));
    putchar('\n');
}

static bool board_size(const lud_structure *s, uint32_t *columns, uint32_t *rows)
{
    *columns = *rows = 0;
    for (uint32_t e = 0; e < lud_structure_size(s); e++) {
        uint32_t c, r;
        if (!lud_structure_cell(s, e, &c, &r))
            return false;
        *columns = c > *columns ? c : *columns;
        *rows = r > *rows ? r : *rows;
    }
    return *columns > 0;
}

/* The text of a cell: what stands there, in brackets when it satisfies the formula, or the value of a term. */
static void cell_text(char *text, size_t size, const lud_structure *s, const lud_answer *a, uint32_t e)
{
    const char *marks = lud_structure_marks(s, e);
    bool found = false;
    for (uint32_t i = 0; i < lud_answer_count(a); i++) {
        if (lud_answer_tuple(a, i)[0] != e)
            continue;
        found = true;
        if (lud_answer_is_term(a)) {
            snprintf(text, size, "%.6g", lud_answer_value(a, i));
            return;
        }
    }
    snprintf(text, size, found ? "[%s]" : " %s ", *marks ? marks : ".");
}

/* The board, for answers with one variable. */
static void print_board(const lud_structure *s, const lud_answer *a)
{
    uint32_t columns, rows;
    int width = 0;
    char text[64];
    if (lud_answer_variables(a) != 1 || !board_size(s, &columns, &rows))
        return;
    for (uint32_t e = 0; e < lud_structure_size(s); e++) {
        cell_text(text, sizeof text, s, a, e);
        width = (int)strlen(text) > width ? (int)strlen(text) : width;
    }
    for (uint32_t r = rows; r > 0; r--) {
        printf("%4u ", r);
        for (uint32_t c = 1; c <= columns; c++)
            for (uint32_t e = 0; e < lud_structure_size(s); e++) {
                uint32_t column, row;
                if (!lud_structure_cell(s, e, &column, &row) || column != c || row != r)
                    continue;
                cell_text(text, sizeof text, s, a, e);
                printf(" %-*s", width, text);
            }
        putchar('\n');
    }
    fputs("     ", stdout);
    for (uint32_t c = 0; c < columns; c++)
        printf(" %*s%-*c", width > 2, "", width - (width > 2), 'a' + (int)c);
    putchar('\n');
}

static void print_answer(const lud_structure *s, const lud_answer *a, uint64_t most)
{
    uint32_t count = lud_answer_count(a);
    if (lud_answer_variables(a) == 0 && !lud_answer_is_term(a)) {
        puts(count ? "true" : "false");
        return;
    }
    print_board(s, a);
    if (!lud_answer_is_term(a))
        printf("%u assignment%s\n", count, count == 1 ? "" : "s");
    for (uint32_t i = 0; i < count && (most == 0 || i < most); i++)
        print_tuple(s, a, i);
    if (most && count > most)
        printf("... and %llu more (--most=0 shows all)\n", (unsigned long long)(count - most));
}

/* ---- asking ---- */

typedef struct explorer {
    const options *o;
    const explore_options *own;
    lud_structure *s;
    char *last; /* formula */
} explorer;

static int explain(explorer *x, const char *formula, const char *assignment)
{
    lud_diags *diags = lud_diags_new();
    json_t *reply = explore_why(x->s, formula, assignment, diags);
    print_diags(x->o, diags);
    int code = reply ? EXIT_FINE : diags_exit(diags);
    const char *problem = json_string_value(json_object_get(reply, "problem"));
    if (problem) {
        fprintf(stderr, "ludens explore: %s\n", problem);
        code = EXIT_USAGE;
    } else if (reply && x->o->json) {
        json_print(json_incref(reply), stdout);
    } else if (reply) {
        fputs(json_string_value(json_object_get(reply, "why")), stdout);
    }
    json_decref(reply);
    lud_diags_free(diags);
    return code;
}

static int ask(explorer *x, const char *formula)
{
    if (x->own->explain)
        return explain(x, formula, x->own->why);
    lud_diags *diags = lud_diags_new();
    lud_answer *a = lud_structure_ask(x->s, formula, diags);
    print_diags(x->o, diags);
    int code = a ? EXIT_FINE : diags_exit(diags);
    if (a && x->o->json)
        json_print(explore_answer(x->s, a), stdout);
    else if (a)
        print_answer(x->s, a, x->own->most);
    lud_answer_free(a);
    lud_diags_free(diags);
    return code;
}

static char *candidate(void *user, size_t index)
{
    const explorer *x = user;
    uint32_t arity, relations = 0;
    while (lud_structure_relation(x->s, relations, &arity))
        relations++;
    if (index < relations)
        return mem_strdup(lud_structure_relation(x->s, (uint32_t)index, &arity));
    index -= relations;
    return index < lud_structure_size(x->s) ? mem_strdup(lud_structure_element(x->s, (uint32_t)index)) : NULL;
}

static int converse(explorer *x)
{
    int code = EXIT_FINE;
    prompt *p = prompt_new(candidate, x);
    for (char *line; !interrupt_seen() && (line = prompt_read(p, "explore> ", false));) {
        if (strcmp(line, "quit") == 0)
            break;
        if (!*line)
            continue;
        if (strncmp(line, "why", 3) == 0 && (line[3] == ' ' || line[3] == 0) && x->last) {
            code = explain(x, x->last, line + 3 + strspn(line + 3, " "));
            continue;
        }
        free(x->last);
        x->last = mem_strdup(line);
        code = ask(x, x->last);
        fflush(stdout);
    }
    prompt_free(p);
    free(x->last);
    return isatty(STDIN_FILENO) ? EXIT_FINE : code;
}

int cmd_explore(options *o, void *user)
{
    explore_options *own = user;
    int code = EXIT_FINE;
    const char *path = argument_at(o, 0);
    bool literal = path[strspn(path, " \t\n")] == '[';
    size_t length = strlen(path);
    char *file = literal ? mem_strdup(path) : game_file(path);
    char *text = literal ? mem_strdup(path) : load_file(file, &length, &code);
    explorer x = {.o = o, .own = own};
    o->with.load.control = interrupt_control();
    if (text) {
        lud_diags *diags = lud_diags_new();
        x.s = lud_structure_new(text, length, literal ? "structure" : path, &o->with.load, diags);
        print_diags(o, diags);
        code = x.s ? EXIT_FINE : diags_exit(diags);
        lud_diags_free(diags);
    }
    if (x.s) {
        interrupt_catch();
        code = o->argument_count > 1 ? ask(&x, argument_at(o, 1)) : converse(&x);
    }
    lud_structure_free(x.s);
    free(file);
    free(text);
    return code;
}
