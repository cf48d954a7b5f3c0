/* The workspace in a web worker: a request is a string, and so is the reply. */
#include "session/workspace.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

/* There are no processes in a browser: who wants one is told so. */
int posix_spawnp(pid_t *restrict pid, const char *restrict program, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict how, char *const *restrict arguments, char *const *restrict environment)
{
    (void)pid, (void)program, (void)actions, (void)how, (void)arguments, (void)environment;
    return ENOSYS;
}

int prctl(int operation, ...)
{
    (void)operation;
    errno = ENOSYS;
    return -1;
}

workspace *page_open(void);
char *page_ask(workspace *s, const char *line);

workspace *page_open(void)
{
    setup with = {.seed = 1};
    lud_options_init(&with.load);
    with.load.backend = LUD_BACKEND_INTERP;
    with.load.limits.max_memory = UINT64_C(1) << 30;
    return workspace_open(&with);
}

/* To be freed; NULL: no memory for even that. */
char *page_ask(workspace *s, const char *line) { return workspace_request(s, line, strlen(line)); }
