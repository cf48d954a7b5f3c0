#include "session/after.h"

#include "session/memory.h"
#include "session/position.h"

#include <stdlib.h>
#include <string.h>

static char *trimmed(const char *from, const char *to)
{
    while (from < to && strchr(" \t\r\n", *from))
        from++;
    while (to > from && strchr(" \t\r\n", to[-1]))
        to--;
    return mem_strndup(from, (size_t)(to - from));
}

static bool choose_move(walk *w, uint32_t role, const char *move, failure *p)
{
    lud_moves *moves;
    lud_status status = walk_list(w, role, &moves);
    if (status != LUD_OK)
        return failure_status(p, status);
    int found = walk_find(w, role, move);
    if (found < 0) {
        char *message = position_illegal(w, role, move);
        failure_set(p, FAILURE_INPUT, "move %u: %s", w->ply + 1, message);
        free(message);
        return false;
    }
    w->joint[role] = walk_at(w, role, found);
    return true;
}

/* Several roles decide: a term for each of them in their order, or for each that has a choice. */
static bool choose_moves(walk *w, const char *text, failure *p)
{
    uint32_t given = 0, deciding = 0, choosing = 0;
    const char *rest = text;
    for (size_t n; (n = walk_term(&rest)) > 0; rest += n)
        given++;
    for (uint32_t role = 0; role <= w->roles; role++) {
        lud_moves *moves;
        if (!walk_decides(w, role))
            continue;
        lud_status status = walk_list(w, role, &moves);
        if (status != LUD_OK)
            return failure_status(p, status);
        deciding++;
        choosing += lud_moves_count(moves) > 1;
        w->joint[role] = lud_moves_at(moves, 0);
    }
    if (given > deciding || given < choosing) {
        return failure_set(p, FAILURE_INPUT, "move %u: '%s' is %u move%s, but %u roles decide (%u have a choice)",
                           w->ply + 1, text, given, given == 1 ? "" : "s", deciding, choosing);
    }
    bool fine = true;
    rest = text;
    for (uint32_t role = 0; role <= w->roles && fine; role++) {
        if (!walk_decides(w, role))
            continue;
        bool forced = lud_moves_count(w->lists[role]) == 1;
        size_t n = walk_term(&rest);
        char *move = mem_strndup(rest, n);
        if (!forced || given == deciding || (given != choosing && walk_find(w, role, move) == 0)) {
            fine = choose_move(w, role, move, p);
            rest += n;
        }
        free(move);
    }
    if (fine && walk_term(&rest) > 0) {
        return failure_set(p, FAILURE_INPUT, "move %u: '%s' is not a move of a role that decides", w->ply + 1, rest);
    }
    return fine;
}

/* Values of chance come before the atoms of the player. */
static bool choose_open(walk *w, const char *text, failure *p)
{
    size_t values = walk_decides(w, 0) ? strspn(text, "0123456789 ") : 0;
    char *drawn = trimmed(text, text + values);
    bool fine = !values || choose_move(w, 0, drawn, p);
    free(drawn);
    if (!values && walk_decides(w, 0)) {
        return failure_set(p, FAILURE_INPUT, "move %u: the values of RANDINT come first, as in '1 4 do(wait)'",
                           w->ply + 1);
    }
    return fine && choose_move(w, 1, text + values, p);
}

static bool make_move(walk *w, const char *move, failure *p)
{
    if (walk_terminal(w))
        return failure_set(p, FAILURE_INPUT, "after %u moves the game is over; '%s' cannot be made", w->ply, move);
    int role = walk_mover(w);
    bool fine = w->open    ? choose_open(w, move, p)
                : role < 0 ? choose_moves(w, move, p)
                           : choose_move(w, (uint32_t)role, move, p);
    return fine && failure_status(p, walk_apply(w, 0));
}

bool walk_after(walk *w, const char *after, failure *p)
{
    bool fine = failure_status(p, walk_start(w));
    while (fine && after) {
        const char *end = strchr(after, ';');
        char *move = trimmed(after, end ? end : after + strlen(after));
        if (end || *move) /* an empty text is the empty move, unless it is the last */
            fine = make_move(w, move, p);
        free(move);
        after = end ? end + 1 : NULL;
    }
    return fine;
}
