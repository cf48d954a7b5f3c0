#include "base/nearest.h"
#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/options.h"
#include "ludens.h"
#include "session/memory.h"

#include <argp.h>
#include <errno.h>
#include <jansson.h>
#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef struct command {
    const char *name, *summary;
    const command_spec *spec;
    int (*run)(options *o, void *own);
    bool stoppable; /* Ctrl-C is caught; otherwise it ends the program */
} command;

static const command commands[] = {
#define COMMAND(name, id, stoppable, summary) {name, summary, &spec_##id, cmd_##id, stoppable},
#include "cli/commands.def"
#undef COMMAND
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void print_help(FILE *out)
{
    fputs("Usage: ludens COMMAND [OPTION...] [ARGUMENT...]\n"
          "Ludens plays games that are described by rules files.\n\nCommands:\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-12s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`ludens COMMAND --help` explains a command, with examples.\n"
          "\nExamples:\n"
          "  ludens play games/hrg/tic-tac-toe.hrg\n"
          "  ludens run -n 1000 games/hrg/*.hrg\n"
          "\nExit status: 0 fine, 1 the game or the input is wrong, 2 the command line is,\n"
          "3 a limit was hit, 4 something about the machine (files, memory), 130 interrupted.\n",
          out);
}

static int unknown_command(const char *name)
{
    suggestion near;
    suggest_init(&near, name);
    for (size_t i = 0; i < COMMANDS; i++)
        suggest_offer(&near, commands[i].name);
    fprintf(stderr, "ludens: unknown command '%s'", name);
    size_t most = strlen(name) / (near.best && near.best[0] == name[0] ? 3 : 4);
    if (strcmp(name, "version") == 0)
        fputs("; did you mean '--version'?", stderr);
    else if (near.best && near.best_distance <= (most > 1 ? most : 1))
        fprintf(stderr, "; did you mean '%s'?", near.best);
    fputs("\nTry 'ludens help'.\n", stderr);
    return EXIT_USAGE;
}

static int run_command(const command *c, int argc, char **argv)
{
    char title[64];
    snprintf(title, sizeof title, "ludens %s", c->name);
    argv[0] = title;
    if (c->stoppable)
        interrupt_catch();
    return command_run(c->spec, c->run, argc, argv);
}

const command_spec spec_help = {.arguments = "[COMMAND]", .doc = "", .max_arguments = 1};

int cmd_help(options *o, void *own)
{
    (void)o, (void)own;
    print_help(stdout);
    return EXIT_FINE;
}

/* It has no options of its own: those of another command are asked for, or not. */
static int help(int argc, char **argv)
{
    const command *c = argc > 1 ? find_command(argv[1]) : NULL;
    char option[] = "--help", name[] = "help";
    char *arguments[] = {name, option, NULL};
    bool all = argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
    if (!c && !all)
        return unknown_command(argv[1]);
    return all || c->run == cmd_help ? cmd_help(NULL, NULL) : run_command(c, 2, arguments);
}

static int finish(int code) { return output_exit(interrupt_exit(code)); }

static void out_of_memory(void)
{
    fputs("ludens: out of memory\n", stderr);
    exit(EXIT_ENVIRONMENT);
}

/* Loading takes and frees blocks of a megabyte for each pass: to give each back to the system and to have it cleared
 * anew takes a tenth of the time. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    enum { PAD = 16 << 20, KEPT = 64 << 20, MAPPED = 32 << 20 };
    mallopt(M_MMAP_THRESHOLD, MAPPED);
    mallopt(M_TOP_PAD, PAD);
    mallopt(M_TRIM_THRESHOLD, KEPT);
#endif
}

int main(int argc, char **argv)
{
    keep_freed_memory();
    signal(SIGPIPE, SIG_IGN);
    setlocale(LC_CTYPE, "");
    memory_on_end(out_of_memory);
    json_set_alloc_funcs(mem_raw, free); /* no document lacks a part because memory ended */
    argp_err_exit_status = EXIT_USAGE;
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return finish(EXIT_FINE);
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("ludens %s\n", lud_version());
        return finish(EXIT_FINE);
    }
    const command *c = find_command(argv[1]);
    if (!c)
        return unknown_command(argv[1]);
    return finish(c->run == cmd_help ? help(argc - 1, argv + 1) : run_command(c, argc - 1, argv + 1));
}
