#include "evolve/jobs.h"

#include "base/channel.h"
#include "base/clock.h"
#include "session/memory.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    channel process;
    bool running, busy;
    uint64_t unit;
    double deadline;
} job;

struct jobs {
    char *command;
    uint32_t count;
    double seconds;
    job *list;
    struct pollfd *polls;
};

static const double PATIENCE = 0.2; /* of a process that is told to end */

jobs *jobs_new(const char *command, uint32_t count, double seconds)
{
    jobs *j = mem_alloc(sizeof *j);
    *j = (jobs){mem_strdup(command), count, seconds, mem_alloc(count * sizeof *j->list),
                mem_alloc(count * sizeof *j->polls)};
    return j;
}

static void end(job *b, double patience)
{
    if (b->running)
        channel_close(&b->process, patience);
    b->running = b->busy = false;
}

void jobs_free(jobs *j)
{
    if (!j)
        return;
    for (uint32_t i = 0; i < j->count; i++)
        end(&j->list[i], j->list[i].busy ? 0 : PATIENCE);
    free(j->command);
    free(j->list);
    free(j->polls);
    free(j);
}

bool jobs_idle(const jobs *j)
{
    for (uint32_t i = 0; i < j->count; i++)
        if (!j->list[i].busy)
            return true;
    return false;
}

bool jobs_give(jobs *j, uint64_t unit, const char *line)
{
    for (uint32_t i = 0; i < j->count; i++) {
        job *b = &j->list[i];
        if (b->busy)
            continue;
        for (int tries = 0; tries < 2; tries++) { /* one that has ended meanwhile is started again */
            if (!b->running && !(b->running = channel_open(&b->process, j->command)))
                return false;
            b->busy = true;
            b->unit = unit;
            b->deadline = clock_wall() + j->seconds;
            if (channel_write(&b->process, line, strlen(line), b->deadline) &&
                channel_write(&b->process, "\n", 1, b->deadline))
                return true;
            end(b, 0);
        }
        return false;
    }
    return false;
}

/* A process with something to read, or one that is late; NULL: none. */
static job *wait_for_one(const jobs *j, double seconds)
{
    double now = clock_wall(), until = now + seconds;
    nfds_t n = 0;
    for (uint32_t i = 0; i < j->count; i++) {
        const job *b = &j->list[i];
        j->polls[i] = (struct pollfd){b->busy ? b->process.fd : -1, POLLIN, 0};
        until = b->busy && b->deadline < until ? b->deadline : until;
        n++;
    }
    int left = until > now ? (int)((until - now) * 1000) + 1 : 0;
    if (poll(j->polls, n, left) > 0)
        for (uint32_t i = 0; i < j->count; i++)
            if (j->polls[i].revents)
                return &j->list[i];
    for (uint32_t i = 0; i < j->count; i++)
        if (j->list[i].busy && clock_wall() >= j->list[i].deadline)
            return &j->list[i];
    return NULL;
}

bool jobs_take(jobs *j, double seconds, uint64_t *unit, char **reply, const char **why)
{
    job *b = wait_for_one(j, seconds);
    if (!b)
        return false;
    *unit = b->unit;
    *why = "";
    *reply = channel_read(&b->process, b->deadline, why);
    b->busy = false;
    if (!*reply)
        end(b, 0);
    return true;
}
