#include "app/after.h"

#include "app/app.h"
#include "app/load.h"
#include "app/memory.h"
#include "app/position.h"

#include <stdlib.h>
#include <string.h>

static char *trimmed(const char *from, const char *to)
{
    while (from < to && strchr(" \t\r\n", *from))
        from++;
    while (to > from && strchr(" \t\r\n", to[-1]))
        to--;
    return app_strndup(from, (size_t)(to - from));
}

static int choose_move(const options *o, walk *w, uint32_t role, const char *move)
{
    lud_moves *moves;
    lud_status status = walk_list(w, role, &moves);
    if (status != LUD_OK)
        return report_fault(o, w->ctx, status);
    int found = walk_find(w, role, move);
    if (found < 0) {
        char *message = position_illegal(w, role, move);
        fprintf(stderr, "ludens: move %u: %s\n", w->ply + 1, message);
        free(message);
        return EXIT_WRONG;
    }
    w->joint[role] = walk_at(w, role, found);
    return EXIT_FINE;
}

/* Several roles decide: a term for each of them in their order, or for each that has a choice. */
static int choose_moves(const options *o, walk *w, const char *text)
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
            return report_fault(o, w->ctx, status);
        deciding++;
        choosing += lud_moves_count(moves) > 1;
        w->joint[role] = lud_moves_at(moves, 0);
    }
    if (given > deciding || given < choosing) {
        fprintf(stderr,
                "ludens: move %u: '%s' is %u move%s, but %u roles decide (%u have a choice)\n",
                w->ply + 1, text, given, given == 1 ? "" : "s", deciding, choosing);
        return EXIT_WRONG;
    }
    int code = EXIT_FINE;
    rest = text;
    for (uint32_t role = 0; role <= w->roles && code == EXIT_FINE; role++) {
        if (!walk_decides(w, role))
            continue;
        bool forced = lud_moves_count(w->lists[role]) == 1;
        size_t n = walk_term(&rest);
        char *move = app_strndup(rest, n);
        if (!forced || given == deciding || (given != choosing && walk_find(w, role, move) == 0)) {
            code = choose_move(o, w, role, move);
            rest += n;
        }
        free(move);
    }
    if (code == EXIT_FINE && walk_term(&rest) > 0) {
        fprintf(stderr, "ludens: move %u: '%s' is no move of a role that decides\n", w->ply + 1,
                rest);
        code = EXIT_WRONG;
    }
    return code;
}

/* Values of chance come before the atoms of the player. */
static int choose_open(const options *o, walk *w, const char *text)
{
    size_t values = walk_decides(w, 0) ? strspn(text, "0123456789 ") : 0;
    char *drawn = trimmed(text, text + values);
    int code = values ? choose_move(o, w, 0, drawn) : EXIT_FINE;
    free(drawn);
    if (!values && walk_decides(w, 0)) {
        fprintf(stderr, "ludens: move %u: the values of RANDINT come first, as in '1 4 do(wait)'\n",
                w->ply + 1);
        code = EXIT_WRONG;
    }
    return code == EXIT_FINE ? choose_move(o, w, 1, text + values) : code;
}

static int make_move(const options *o, walk *w, const char *move)
{
    if (walk_terminal(w)) {
        fprintf(stderr, "ludens: after %u moves the game is over; '%s' cannot be made\n", w->ply,
                move);
        return EXIT_WRONG;
    }
    int role = walk_mover(w);
    int code = w->open    ? choose_open(o, w, move)
               : role < 0 ? choose_moves(o, w, move)
                          : choose_move(o, w, (uint32_t)role, move);
    if (code != EXIT_FINE)
        return code;
    lud_status status = walk_apply(w, 0);
    return status == LUD_OK ? EXIT_FINE : report_fault(o, w->ctx, status);
}

int walk_after(const options *o, walk *w, const char *after)
{
    lud_status status = walk_start(w);
    int code = status == LUD_OK ? EXIT_FINE : report_fault(o, w->ctx, status);
    while (code == EXIT_FINE && after) {
        const char *end = strchr(after, ';');
        char *move = trimmed(after, end ? end : after + strlen(after));
        if (end || *move) /* an empty text is the empty move, unless it is the last */
            code = make_move(o, w, move);
        free(move);
        after = end ? end + 1 : NULL;
    }
    return code;
}
