/* A program that is spoken to line by line. */
#ifndef LUDENS_BASE_CHANNEL_H
#define LUDENS_BASE_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { CHANNEL_LINE_MAX = 1 << 20 };

typedef struct channel {
    pid_t pid; /* 0: none runs */
    int fd;
    char *pending; /* bytes after the last line */
    size_t length, capacity;
    size_t longest; /* line that is read; 0: CHANNEL_LINE_MAX */
} channel;

/* Runs a command of the shell, in a process group of its own, with its standard input and output
 * tied to us. False: errno. */
bool channel_open(channel *c, const char *command);
/* Ends the program: its input is closed, and after `patience` seconds it is killed. */
void channel_close(channel *c, double patience);
/* Writes all of it before the deadline (of clock_wall). */
bool channel_write(channel *c, const char *text, size_t length, double deadline);
/* The next line without its end, to be freed. NULL: *problem says why (too late, too long, closed).
 */
char *channel_read(channel *c, double deadline, const char **problem);

#endif
