/* How a game is loaded and played: what sessions, protocols and commands are told. */
#ifndef LUDENS_SESSION_SETUP_H
#define LUDENS_SESSION_SETUP_H

#include "ludens_answersets.h"

typedef struct setup {
    lud_options load;
    lud_level level; /* load.level points here when one was asked for */
    uint64_t seed;
    bool count_duplicates;
} setup;

#endif
