/* Completions and the man page, written from the tables of commands and options. */
#include "agents/agent.h"
#include "cli/app.h"
#include "cli/options.h"
#include "session/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const command_spec spec_completion = {
    .arguments = "bash|zsh|fish|man",
    .doc = "Write the completion of a shell, or the man page, to standard output."
           "\vBoth are made from the same tables as --help. `make install` puts them where shells and man look."
           "\n\nExamples:\n"
           "  ludens completion bash > ~/.local/share/bash-completion/completions/ludens\n"
           "  ludens completion man | man -l -",
    .min_arguments = 1,
    .max_arguments = 1,
};

typedef struct command_row {
    const char *name, *summary;
    const command_spec *spec;
} command_row;

static const command_row commands[] = {
#define COMMAND(name, id, stoppable, summary) {name, summary, &spec_##id},
#include "cli/commands.def"
#undef COMMAND
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- what options may be ---- */

static void add_languages(buffer *words)
{
    for (uint32_t i = 0; i < lud_language_count(); i++)
        buffer_addf(words, "%s%s", words->length ? " " : "", lud_language_at(i).name);
}

static void add_agents(buffer *words)
{
    for (uint32_t i = 0; i < agent_kind_count(); i++)
        buffer_addf(words, "%s%s", words->length ? " " : "", agent_kind_at(i)->name);
}

/* Words an option may be followed by, to be freed; "" when it takes something else. */
static char *values_of(const option_info *o)
{
    buffer words = {0};
    if (o->values && strcmp(o->values, "@languages") == 0)
        add_languages(&words);
    else if (o->values)
        buffer_add(&words, o->values);
    else if (strcmp(o->name, "agent") == 0 || strcmp(o->name, "hints") == 0)
        add_agents(&words);
    else if (strcmp(o->name, "to") == 0)
        return options_forms();
    else if (strcmp(o->name, "method") == 0)
        buffer_add(&words, "table proof auto");
    return words.text ? words.text : mem_strdup("");
}

/* ---- bash ---- */

static void write_bash_values(const command_spec *spec)
{
    option_info o;
    for (size_t i = 0; options_at(spec, i, &o); i++) {
        char *values = values_of(&o);
        if (*values)
            printf("        --%s) values=\"%s\" ;;\n", o.name, values);
        free(values);
    }
}

static void write_bash(void)
{
    option_info o;
    fputs("# bash completion for ludens\n_ludens()\n{\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local options= values= commands=\"",
          stdout);
    for (size_t c = 0; c < COMMANDS; c++)
        printf("%s%s", c ? " " : "", commands[c].name);
    fputs("\"\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        COMPREPLY=($(compgen -W \"$commands --help --version\" -- \"$current\"))\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n"
          "    help) values=$commands ;;\n",
          stdout);
    for (size_t c = 0; c < COMMANDS; c++) {
        printf("    %s)\n        options=\"", commands[c].name);
        for (size_t i = 0; options_at(commands[c].spec, i, &o); i++)
            printf("%s--%s", i ? " " : "", o.name);
        fputs("\"\n        case $previous in\n", stdout);
        write_bash_values(commands[c].spec);
        fputs("        esac ;;\n", stdout);
    }
    fputs("    esac\n"
          "    case $current in\n"
          "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
          "    *)\n"
          "        if [ -n \"$values\" ]; then\n"
          "            COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n"
          "        else\n"
          "            compopt -o filenames 2>/dev/null\n"
          "            COMPREPLY=($(compgen -f -- \"$current\"))\n"
          "        fi ;;\n"
          "    esac\n}\ncomplete -F _ludens ludens\n",
          stdout);
}

/* ---- zsh ---- */

/* Text inside of single quotes, without what _arguments would read as its own. */
static void put_zsh(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr("[]:", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void write_zsh_option(const option_info *o)
{
    char *values = values_of(o);
    for (int letter = 0; letter < 1 + (o->letter != 0); letter++) {
        fputs("      '*", stdout);
        if (letter)
            printf("-%c", o->letter);
        else
            printf("--%s%s", o->name, o->argument ? "=" : "");
        putchar('[');
        put_zsh(o->help);
        putchar(']');
        if (*values)
            printf(":%s:(%s)", o->name, values);
        else if (o->argument)
            printf(":%s:%s", o->name, strcmp(o->argument, "FILE") == 0 ? "_files" : "");
        fputs("' \\\n", stdout);
    }
    free(values);
}

static void write_zsh(void)
{
    option_info o;
    fputs("#compdef ludens\n# zsh completion for ludens\nlocal -a commands\ncommands=(\n", stdout);
    for (size_t c = 0; c < COMMANDS; c++) {
        printf("  '%s:", commands[c].name);
        put_zsh(commands[c].summary);
        fputs("'\n", stdout);
    }
    fputs(")\nif (( CURRENT == 2 )); then\n  _describe 'command' commands\n  return\nfi\n"
          "local command=$words[2]\nshift words\n(( CURRENT-- ))\ncase $command in\n"
          "  help) _describe 'command' commands ;;\n",
          stdout);
    for (size_t c = 0; c < COMMANDS; c++) {
        printf("  %s)\n    _arguments \\\n", commands[c].name);
        for (size_t i = 0; options_at(commands[c].spec, i, &o); i++)
            write_zsh_option(&o);
        fputs("      '*:file:_files' ;;\n", stdout);
    }
    fputs("esac\n", stdout);
}

/* ---- fish ---- */

static void put_fish(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
}

static void write_fish_option(const char *command, const option_info *o)
{
    char *values = values_of(o);
    printf("complete -c ludens -n '__fish_seen_subcommand_from %s' -l %s", command, o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (*values)
        printf(" -x -a '%s'", values);
    else if (o->argument)
        fputs(strcmp(o->argument, "FILE") == 0 ? " -r" : " -x", stdout);
    fputs(" -d '", stdout);
    put_fish(o->help);
    fputs("'\n", stdout);
    free(values);
}

static void write_fish(void)
{
    option_info o;
    fputs("# fish completion for ludens\n", stdout);
    for (size_t c = 0; c < COMMANDS; c++) {
        printf("complete -c ludens -n __fish_use_subcommand -f -a %s -d '", commands[c].name);
        put_fish(commands[c].summary);
        fputs("'\n", stdout);
        for (size_t i = 0; options_at(commands[c].spec, i, &o); i++)
            write_fish_option(commands[c].name, &o);
    }
}

/* ---- the man page ---- */

static void put_roff(const char *text, size_t length)
{
    for (size_t i = 0; i < length && text[i]; i++) {
        if (text[i] == '\v')
            fputs("\n.PP\n", stdout);
        else if (text[i] == '\\' || text[i] == '-')
            printf("\\%c", text[i] == '\\' ? 'e' : '-');
        else if ((text[i] == '.' || text[i] == '\'') && (i == 0 || text[i - 1] == '\n'))
            printf("\\&%c", text[i]);
        else
            putchar(text[i]);
    }
}

static void write_man_option(const option_info *o)
{
    fputs(".TP\n", stdout);
    if (o->letter)
        printf("\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", stdout);
    put_roff(o->name, strlen(o->name));
    fputs("\\fR", stdout);
    if (o->argument) {
        fputs(" \\fI", stdout);
        put_roff(o->argument, strlen(o->argument));
        fputs("\\fR", stdout);
    }
    putchar('\n');
    put_roff(o->help, strlen(o->help));
    putchar('\n');
}

static void write_man_command(const command_row *c)
{
    option_info o;
    const char *doc = c->spec->doc, *examples = strstr(doc, "\n\nExample");
    printf(".SS \"%s", c->name);
    if (*c->spec->arguments)
        printf(" %s", c->spec->arguments);
    fputs("\"\n", stdout);
    put_roff(*doc ? doc : c->summary, examples ? (size_t)(examples - doc) : strlen(*doc ? doc : c->summary));
    putchar('\n');
    for (size_t i = 0; options_at(c->spec, i, &o); i++)
        if (!o.common)
            write_man_option(&o);
    if (examples) {
        const char *lines = strchr(examples + 2, '\n') + 1;
        fputs(".PP\n.nf\n", stdout);
        put_roff(lines, strlen(lines));
        fputs("\n.fi\n", stdout);
    }
}

static void write_man(void)
{
    static const command_spec every = {
        .doc = "", .groups = OPTIONS_JSON | OPTIONS_SEED | OPTIONS_THREADS | OPTIONS_DUPLICATES | OPTIONS_LOAD};
    option_info o;
    printf(".TH LUDENS 1 \"\" \"Ludens %s\" \"User Commands\"\n", lud_version());
    fputs(".SH NAME\nludens \\- a general game system: check, play and measure games given by rules files\n"
          ".SH SYNOPSIS\n.B ludens\n.I COMMAND\n.RI [ OPTION ...]\n.RI [ ARGUMENT ...]\n"
          ".SH DESCRIPTION\n"
          "Ludens reads the rules of a game in a game description language, checks them, compiles them,\n"
          "and plays. The language is recognised by the file's extension;\n.B \\-\\-lang\n"
          "says it otherwise, and\n.B \\-\nreads standard input.\n.SH COMMANDS\n",
          stdout);
    for (size_t c = 0; c < COMMANDS; c++)
        write_man_command(&commands[c]);
    fputs(".SH OPTIONS OF SEVERAL COMMANDS\n", stdout);
    for (size_t i = 0; options_at(&every, i, &o); i++)
        write_man_option(&o);
    fputs(".SH EXIT STATUS\n"
          "0 fine; 1 the game or the input is wrong; 2 the command line is; 3 a limit was reached; 4 the\n"
          "environment (permissions, memory, output); 130 interrupted, with what was found so far.\n"
          ".SH ENVIRONMENT\n"
          ".TP\n.B NO_COLOR\nWhen set and not empty, no colours unless asked for.\n"
          ".TP\n.BR LUDENS_CC \", \" LUDENS_CFLAGS\n"
          "The compiler of native code, by default cc, and options added at the end; split at blanks.\n"
          ".TP\n.B XDG_CACHE_HOME\n"
          "Where the folder ludens with compiled games is, by default ~/.cache.\n"
          ".SH SEE ALSO\n.BR dot (1),\n.BR clingo (1)\n",
          stdout);
}

int cmd_completion(options *o, void *user)
{
    (void)user;
    static const struct {
        const char *name;
        void (*write)(void);
    } forms[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}, {"man", write_man}};
    const char *wanted = argument_at(o, 0);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, wanted) == 0) {
            forms[i].write();
            return EXIT_FINE;
        }
    fprintf(stderr, "%s: there is no completion for '%s' (bash, zsh, fish or man)\n", o->title, wanted);
    return EXIT_USAGE;
}
