#include "session/trial.h"

uint64_t trial_rules_hash(const char *rules, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)rules[i]) * UINT64_C(0x100000001b3);
    return hash;
}
