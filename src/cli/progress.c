#include "cli/progress.h"

#include "base/clock.h"
#include "cli/interrupt.h"
#include "session/output.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void progress_start(progress *p, const char *label, bool wanted)
{
    memset(p, 0, sizeof *p);
    p->shown = wanted && isatty(STDERR_FILENO);
    p->label = label;
    p->started = p->last = clock_wall();
}

static void draw(const progress *p, double now, uint64_t done, uint64_t total)
{
    enum { WIDTH = 30 };
    char bar[WIDTH + 1], number[NUMBER_SIZE];
    if (total == 0) { /* nobody knows how far there is to go */
        fprintf(stderr, "\r%.30s  %s, %.0f s \033[K", p->label, number_grouped(number, done), now - p->started);
        fflush(stderr);
        return;
    }
    double share = (double)done / (double)total;
    int filled = (int)(share * WIDTH);
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[WIDTH] = 0;
    double left = share > 0 ? (now - p->started) * (1 - share) / share : 0;
    fprintf(stderr, "\r%.30s [%s] %3.0f %%  %llu of %llu, %.0f s left  %s\033[K", p->label, bar, 100 * share,
            (unsigned long long)done, (unsigned long long)total, left, p->note ? p->note : "");
    fflush(stderr);
}

bool progress_step(void *user, uint64_t done, uint64_t total)
{
    progress *p = user;
    double now = clock_wall();
    if (p->shown && now - p->last >= 0.1) {
        p->last = now;
        p->drawn = true;
        draw(p, now, done, total);
    }
    return !interrupt_seen() && (p->deadline == 0 || now - p->started < p->deadline);
}

void progress_end(progress *p)
{
    if (p->drawn)
        fputs("\r\033[K", stderr);
    p->drawn = false;
}
