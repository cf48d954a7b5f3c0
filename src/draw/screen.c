#include "draw/screen.h"

#include "session/output.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { STANDARD_COLUMNS = 80, LEAST_COLUMNS = 20, MOST_COLUMNS = 1000 };

/* As the terminal says, or else as the environment does. */
static int columns_of(FILE *out)
{
    struct winsize size = {0};
    const char *set = getenv("COLUMNS");
    int columns = STANDARD_COLUMNS;
    if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        columns = size.ws_col;
    else if (set && atoi(set) > 0)
        columns = atoi(set);
    return columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns > MOST_COLUMNS ? MOST_COLUMNS : columns;
}

screen screen_of(FILE *out, bool color)
{
    const char *term = getenv("TERM");
    bool terminal = isatty(fileno(out)) && !(term && strcmp(term, "dumb") == 0);
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    bool console = term && strcmp(term, "linux") == 0; /* its font has no such symbols */
    return (screen){.out = out, .color = color, .unicode = terminal && utf8 && !console, .columns = columns_of(out)};
}

void screen_fill(const screen *s, size_t *column, int indent, const char *separator, const char *piece)
{
    size_t width = text_columns(piece), between = text_columns(separator);
    if (*column == 0) {
        *column = (size_t)fprintf(s->out, "%*s", indent, "");
    } else if (*column + between + width > (size_t)s->columns) {
        size_t blanks = strspn(separator, " ");
        const char *mark = separator + blanks; /* ", " leaves its comma behind */
        fprintf(s->out, "%.*s\n", (int)strcspn(mark, " "), mark);
        *column = (size_t)fprintf(s->out, "%*s", indent, "");
    } else {
        fputs(separator, s->out);
        *column += between;
    }
    fputs(piece, s->out);
    *column += width;
}
