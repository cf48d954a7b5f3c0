#include "cli/play/prompt.h"

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "session/memory.h"

#include <ctype.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HISTORY_LINES = 500, SHOWN = 200, ESCAPE_MARK = 1 };

struct prompt {
    EditLine *editor; /* NULL: not at a terminal */
    History *history;
    prompt_candidates candidates;
    void *user;
    char *label; /* with marks around what takes no columns */
    char *line;
    size_t size;
};

static char *label_of(EditLine *editor)
{
    prompt *p;
    el_get(editor, EL_CLIENTDATA, &p);
    return p->label;
}

/* ---- completion ---- */

typedef struct matches {
    char **texts;
    size_t count, common; /* characters that all begin with */
} matches;

static void add_match(matches *m, char *text)
{
    m->texts = mem_grow(m->texts, (m->count + 1) * sizeof *m->texts);
    m->texts[m->count++] = text;
    size_t n = 0;
    while (text[n] && text[n] == m->texts[0][n])
        n++;
    m->common = m->count == 1 || n < m->common ? n : m->common;
}

static void print_matches(const matches *m)
{
    putchar('\n');
    for (size_t i = 0; i < m->count && i < SHOWN; i++)
        printf("  %s\n", m->texts[i]);
    if (m->count > SHOWN)
        printf("  and %zu more\n", m->count - SHOWN);
}

/* Completes the whole line up to the cursor, as texts of moves hold blanks. */
static unsigned char complete(EditLine *editor, int key)
{
    prompt *p;
    const LineInfo *line = el_line(editor);
    size_t typed = (size_t)(line->cursor - line->buffer);
    matches m = {0};
    unsigned char result = CC_ERROR;
    (void)key;
    el_get(editor, EL_CLIENTDATA, &p);
    char *text;
    for (size_t i = 0; (text = p->candidates(p->user, i)); i++)
        if (strncmp(text, line->buffer, typed) == 0)
            add_match(&m, text);
        else
            free(text);
    if (m.count && m.common > typed) {
        char *rest = mem_strndup(m.texts[0] + typed, m.common - typed);
        result = el_insertstr(editor, rest) == 0 ? CC_REFRESH : CC_ERROR;
        free(rest);
    } else if (m.count > 1) {
        print_matches(&m);
        result = CC_REDISPLAY;
    }
    for (size_t i = 0; i < m.count; i++)
        free(m.texts[i]);
    free(m.texts);
    return result;
}

/* ---- the editor ---- */

static void open_editor(prompt *p)
{
    HistEvent event;
    p->editor = el_init("ludens", stdin, stdout, stderr);
    p->history = p->editor ? history_init() : NULL;
    if (!p->history)
        return;
    history(p->history, &event, H_SETSIZE, HISTORY_LINES);
    history(p->history, &event, H_SETUNIQUE, 1);
    el_set(p->editor, EL_CLIENTDATA, p);
    el_set(p->editor, EL_EDITOR, "emacs");
    el_set(p->editor, EL_SIGNAL, 1);
    el_set(p->editor, EL_PROMPT_ESC, label_of, ESCAPE_MARK);
    el_set(p->editor, EL_HIST, history, p->history);
    el_set(p->editor, EL_ADDFN, "ludens-complete", "Complete what was typed", complete);
    if (p->candidates)
        el_set(p->editor, EL_BIND, "^I", "ludens-complete", NULL);
    el_set(p->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(p->editor, NULL);
}

prompt *prompt_new(prompt_candidates candidates, void *user)
{
    prompt *p = mem_alloc(sizeof *p);
    const char *term = getenv("TERM");
    p->candidates = candidates;
    p->user = user;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0)
        open_editor(p);
    return p;
}

void prompt_free(prompt *p)
{
    if (!p)
        return;
    if (p->editor)
        el_end(p->editor);
    if (p->history)
        history_end(p->history);
    free(p->label);
    free(p->line);
    free(p);
}

/* ---- lines ---- */

static char *trim(char *line)
{
    while (isspace((unsigned char)*line))
        line++;
    size_t n = strlen(line);
    while (n > 0 && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    return line;
}

static char *edited(prompt *p, const char *label, bool bold)
{
    HistEvent event;
    buffer text = {0};
    int count = 0;
    buffer_addf(&text, bold ? "\1\033[1m\1%s\1\033[0m\1 " : "%s ", label);
    free(p->label);
    p->label = text.text;
    fflush(stdout);
    const char *line = el_gets(p->editor, &count);
    if (!line || count <= 0 || interrupt_seen()) {
        putchar('\n');
        return NULL;
    }
    free(p->line);
    p->line = mem_strndup(line, (size_t)count);
    char *input = trim(p->line);
    if (*input)
        history(p->history, &event, H_ENTER, input);
    return input;
}

static char *plain(prompt *p, const char *label, bool bold)
{
    printf("%s%s%s ", bold ? "\033[1m" : "", label, bold ? "\033[0m" : "");
    fflush(stdout);
    const bool came = interrupt_wait(true) && getline(&p->line, &p->size, stdin) >= 0;
    interrupt_wait(false);
    if (!came) {
        putchar('\n');
        return NULL;
    }
    char *input = trim(p->line);
    if (!isatty(STDIN_FILENO)) /* nobody typed it, so nothing echoed it */
        puts(input);
    return input;
}

char *prompt_read(prompt *p, const char *label, bool bold)
{
    return p->editor && p->history ? edited(p, label, bold) : plain(p, label, bold);
}
