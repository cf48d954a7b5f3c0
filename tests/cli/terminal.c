/* What a terminal shows of a program: runs it on a pseudo-terminal, types the lines of standard
 * input one by one, each when the program waits, and prints the lines that were on the screen,
 * those that scrolled off it too.
 *
 * Usage: terminal COLUMNS COMMAND [ARGUMENT...]
 *
 * In the input, \t and \^C etc. stand for keys; a line is ended by the Enter key unless it ends in
 * a backslash. Reversed text is shown as [text] with --marks before COLUMNS. */
#define _DEFAULT_SOURCE
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ROWS = 4000, MAX_COLUMNS = 300, PROMPT_MS = 60, QUIET_MS = 400, LONGEST_MS = 20000 };

typedef struct place {
    char bytes[5]; /* a character in UTF-8; empty: blank */
    bool reversed;
} place;

typedef struct shown {
    int columns, row, column, last, top;
    bool reversed, marks;
    char escape[64]; /* an escape sequence that is not complete yet */
    size_t escaped;
    place at[MAX_ROWS][MAX_COLUMNS];
} shown;

static shown screen;

/* ---- escape sequences ---- */

static void erase(int row, int from, int to)
{
    for (int c = from; c < to; c++)
        screen.at[row][c] = (place){"", false};
}

static void insert_blanks(int n)
{
    place *row = screen.at[screen.row];
    for (int c = screen.columns - 1; c >= screen.column + n; c--)
        row[c] = row[c - n];
    erase(screen.row, screen.column, screen.column + n);
}

static void delete_places(int n)
{
    place *row = screen.at[screen.row];
    for (int c = screen.column; c + n < screen.columns; c++)
        row[c] = row[c + n];
    erase(screen.row, screen.columns - n, screen.columns);
}

static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

/* CSI n X. Unknown ones end the test, so that none is shown wrongly. */
static void control(const char *arguments, char final)
{
    int n = atoi(arguments), count = n ? n : 1;
    switch (final) {
    case 'm': screen.reversed = n == 7 || (screen.reversed && n != 0 && n != 27); break;
    case 'A': screen.row = clamp(screen.row - count, screen.top, MAX_ROWS - 1); break;
    case 'B': screen.row = clamp(screen.row + count, 0, MAX_ROWS - 1); break;
    case 'C': screen.column = clamp(screen.column + count, 0, screen.columns - 1); break;
    case 'D': screen.column = clamp(screen.column - count, 0, screen.columns - 1); break;
    case 'G': screen.column = clamp(count - 1, 0, screen.columns - 1); break;
    case 'H': screen.row = screen.last + 1, screen.column = 0, screen.top = screen.row; break;
    case 'K': erase(screen.row, n == 1 || n == 2 ? 0 : screen.column, screen.columns); break;
    case 'J': erase(screen.row, screen.column, screen.columns); break;
    case 'P': delete_places(clamp(count, 0, screen.columns - screen.column)); break;
    case '@': insert_blanks(clamp(count, 0, screen.columns - screen.column)); break;
    case 'h':
    case 'l':
    case 'r': break;
    default: fprintf(stderr, "terminal: unknown sequence CSI %s%c\n", arguments, final); exit(2);
    }
}

/* Returns false while the sequence goes on. */
static bool escape(char c)
{
    if (screen.escaped + 1 < sizeof screen.escape)
        screen.escape[screen.escaped++] = c;
    screen.escape[screen.escaped] = 0;
    if (screen.escape[1] == '[' && (screen.escaped < 3 || c < '@'))
        return false;
    if (screen.escape[1] == '[') {
        screen.escape[screen.escaped - 1] = 0;
        control(screen.escape + 2, c);
    } else if (strchr("()", screen.escape[1]) && screen.escaped < 3) {
        return false;
    }
    return true;
}

/* ---- characters ---- */

static void new_line(void)
{
    screen.row = clamp(screen.row + 1, 0, MAX_ROWS - 1);
    screen.last = screen.row > screen.last ? screen.row : screen.last;
}

static void put_character(char c)
{
    bool continues = ((unsigned char)c & 0xc0) == 0x80;
    if (!continues && screen.column == screen.columns) {
        screen.column = 0;
        new_line();
    }
    place *p = &screen.at[screen.row][screen.column - continues];
    if (!continues) {
        *p = (place){"", screen.reversed};
        screen.column++;
    }
    size_t n = strlen(p->bytes);
    if (n < 4)
        p->bytes[n] = c;
}

static void receive(char c)
{
    if (screen.escaped > 0 || c == 033) {
        if (escape(c))
            screen.escaped = 0;
    } else if (c == '\r') {
        screen.column = 0;
    } else if (c == '\n') {
        new_line();
    } else if (c == '\b') {
        screen.column -= screen.column > 0;
    } else if ((unsigned char)c >= ' ') {
        put_character(c);
    }
    screen.last = screen.row > screen.last ? screen.row : screen.last;
}

static void print_screen(void)
{
    for (int r = 0; r <= screen.last; r++) {
        int end = screen.columns;
        while (end > 0 && (!screen.at[r][end - 1].bytes[0] || screen.at[r][end - 1].bytes[0] == ' '))
            end--;
        bool reversed = false;
        for (int c = 0; c < end; c++) {
            const place *p = &screen.at[r][c];
            if (screen.marks && p->reversed != reversed)
                putchar(reversed ? ']' : '[');
            reversed = p->reversed;
            fputs(p->bytes[0] ? p->bytes : " ", stdout);
        }
        puts(screen.marks && reversed ? "]" : "");
    }
}

/* ---- the program ---- */

static void type(int terminal, const char *line)
{
    char keys[2000];
    size_t n = 0, length = strcspn(line, "\n");
    bool enter = true;
    for (size_t i = 0; i < length && n + 2 < sizeof keys; i++) {
        if (line[i] != '\\') {
            keys[n++] = line[i];
        } else if (line[i + 1] == 't') {
            keys[n++] = '\t';
            i++;
        } else if (line[i + 1] == '^' && line[i + 2]) {
            keys[n++] = (char)(line[i + 2] & 31);
            i += 2;
        } else {
            enter = i + 1 < length;
        }
    }
    if (enter)
        keys[n++] = '\r';
    if (write(terminal, keys, n) < 0)
        perror("terminal");
}

/* Whether the cursor stands where a prompt ends. */
static bool at_prompt(void)
{
    const place *row = screen.at[screen.row];
    int c = screen.column;
    return c >= 2 && strchr(">]:.", row[c - 2].bytes[0]) && row[c - 1].bytes[0] == ' ';
}

/* Reads until the program is quiet, for a short time where a prompt stands. False: it has ended. */
static bool follow(int terminal)
{
    struct pollfd p = {terminal, POLLIN, 0};
    char bytes[4096];
    int waited = 0;
    for (bool any = false; waited < LONGEST_MS;) {
        int ready = poll(&p, 1, any && at_prompt() ? PROMPT_MS : QUIET_MS);
        ssize_t n = ready > 0 ? read(terminal, bytes, sizeof bytes) : 0;
        if (ready > 0 && n <= 0)
            return false;
        if (ready == 0 && any)
            return true;
        waited += ready == 0 ? QUIET_MS : 0;
        for (ssize_t i = 0; i < n; i++)
            receive(bytes[i]);
        any |= n > 0;
    }
    return true;
}

int main(int argc, char **argv)
{
    int first = 1, terminal, status = 0;
    if (argc > 1 && strcmp(argv[1], "--marks") == 0) {
        screen.marks = true;
        first = 2;
    }
    if (argc < first + 2)
        return 2;
    screen.columns = clamp(atoi(argv[first]), 1, MAX_COLUMNS - 1);
    struct winsize size = {.ws_row = 50, .ws_col = (unsigned short)screen.columns};
    pid_t child = forkpty(&terminal, NULL, NULL, &size);
    if (child < 0) {
        perror("terminal: no pseudo-terminal");
        return 77;
    }
    if (child == 0) {
        execvp(argv[first + 1], argv + first + 1);
        _exit(127);
    }
    char *line = NULL;
    size_t capacity = 0;
    bool running = follow(terminal);
    while (running && getline(&line, &capacity, stdin) > 0) {
        type(terminal, line);
        running = follow(terminal);
    }
    while (running && follow(terminal)) {
        type(terminal, "\\^D\\");
        if (waitpid(child, &status, WNOHANG) == child)
            child = 0, running = false;
    }
    free(line);
    print_screen();
    if (child)
        waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
