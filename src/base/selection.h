/* Which of a list of names are meant: passes, for instance. */
#ifndef LUDENS_BASE_SELECTION_H
#define LUDENS_BASE_SELECTION_H

#include <stdbool.h>
#include <stdint.h>

/* `selection`: NULL or "" changes nothing; "none"; "a,b" (these only); "-a,-b" (all but these).
 * False when a name is none of `names`: *unknown is then where it begins. */
bool selection_apply(const char *selection, const char *const *names, uint32_t count, bool *enabled,
                     const char **unknown);

#endif
