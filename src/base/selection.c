#include "base/selection.h"

#include <string.h>

static int find(const char *const *names, uint32_t count, const char *name, size_t length)
{
    for (uint32_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return (int)i;
    return -1;
}

bool selection_apply(const char *selection, const char *const *names, uint32_t count, bool *enabled,
                     const char **unknown)
{
    if (!selection || !*selection)
        return true;
    bool only = selection[0] != '-';
    for (uint32_t i = 0; only && i < count; i++)
        enabled[i] = false;
    if (strcmp(selection, "none") == 0)
        return true;
    for (const char *p = selection; *p;) {
        size_t length = strcspn(p, ",");
        bool minus = *p == '-';
        int i = find(names, count, p + minus, length - minus);
        if (i < 0) {
            *unknown = p + minus;
            return false;
        }
        enabled[i] = !minus;
        p += length + (p[length] == ',');
    }
    return true;
}
