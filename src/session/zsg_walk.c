/* Walking along saved games of Zillions. */
#include "session/walk.h"
#include "session/zsg.h"

#include <stdlib.h>

static uint32_t mover_of(const walk *w)
{
    uint32_t role = 0;
    while (role < w->roles && !walk_decides(w, role))
        role++;
    return role;
}

/* The number of the legal move that says the same, or -1. */
static int find(walk *w, uint32_t role, const char *text)
{
    lud_moves *moves;
    int found = -1;
    if (walk_terminal(w) || walk_list(w, role, &moves) != LUD_OK)
        return -1;
    for (uint32_t i = 0; i < lud_moves_count(moves) && found < 0; i++) {
        char *own = walk_text(w, lud_moves_at(moves, i));
        found = zsg_same(own, text) ? (int)i : -1;
        free(own);
    }
    return found;
}

static bool make(walk *w, uint32_t role, int found)
{
    w->joint[role] = walk_at(w, role, found);
    return walk_apply(w, 0) == LUD_OK;
}

bool zsg_follow(walk *w, const char *text)
{
    enum { PASSES = 8 };
    for (int passes = 0; passes < PASSES; passes++) {
        uint32_t role = mover_of(w);
        int found = find(w, role, text), pass = found < 0 ? find(w, role, "Pass") : -1;
        if (found >= 0)
            return make(w, role, found);
        if (pass < 0 || !make(w, role, pass))
            return false;
    }
    return false;
}
