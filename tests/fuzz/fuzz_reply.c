/* Replies of external players: any bytes are read or refused, and refused with words. */
#include "fuzz.h"

#include "agents/external/reply.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char problem[200] = "";
    reply r;
    char *line = malloc(size + 1);
    if (!line)
        return 0;
    memcpy(line, data, size);
    line[size] = 0;
    if (!reply_read(line, size, &r, problem, sizeof problem) && !problem[0])
        abort();
    reply_done(&r);
    free(line);
    return 0;
}
