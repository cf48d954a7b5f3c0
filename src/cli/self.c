#include "cli/self.h"

#include <limits.h>
#include <unistd.h>

void self_command(buffer *command)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    buffer_add(command, "exec '");
    for (const char *p = n > 0 ? path : "ludens"; *p; p++)
        buffer_add_bytes(command, *p == '\'' ? "'\\''" : p, *p == '\'' ? 4 : 1);
    buffer_add(command, "'");
}
