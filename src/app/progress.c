#include "app/progress.h"

#include "app/interrupt.h"
#include "app/output.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_wall(void) { return read_clock(CLOCK_MONOTONIC); }

double clock_cpu(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

double clock_thread(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

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
        fprintf(stderr, "\r%.30s  %s, %.0f s \033[K", p->label, number_grouped(number, done),
                now - p->started);
        fflush(stderr);
        return;
    }
    double share = (double)done / (double)total;
    int filled = (int)(share * WIDTH);
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[WIDTH] = 0;
    double left = share > 0 ? (now - p->started) * (1 - share) / share : 0;
    fprintf(stderr, "\r%.30s [%s] %3.0f %%  %llu of %llu, %.0f s left \033[K", p->label, bar,
            100 * share, (unsigned long long)done, (unsigned long long)total, left);
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
