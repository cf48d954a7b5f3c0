/* Boards: as text, and as what there is to draw. */
#include "module.h"

#include "draw/board.h"
#include "session/about.h"
#include "session/output.h"
#include "session/picture.h"
#include "session/piece.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct looking {
    state_object *state;
    const char *rules; /* or NULL */
    size_t length;
    char *text;
    size_t text_length;
    json_t *picture;
    bool drawn;
} looking;

/* The comment at the top of the rules says whose the sides of a board are. */
static char *header_of(const looking *l) { return l->rules ? about_header(l->rules, l->length) : NULL; }

static void draw_text(void *arg)
{
    looking *l = arg;
    about_sides edges;
    legend forms;
    const screen paper = {.out = open_memstream(&l->text, &l->text_length), .columns = 100};
    if (!paper.out)
        return;
    char *header = header_of(l);
    legend_init(&forms, false);
    const bool has_edges = header && about_edges(header, l->state->game->game, &edges);
    const board_view view = {l->state->game->game, &paper, &forms, has_edges ? &edges : NULL, false};
    l->drawn = board_print(&view, l->state->bytes, NULL);
    legend_done(&forms);
    free(header);
    fclose(paper.out);
}

/* Whose the words of a picture are, and of which kind: an entry for each, null where it stands for nothing. */
static json_t *pieces_json(const lud_game *game, const json_t *words)
{
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(words); i++) {
        piece p;
        const bool there = piece_read(game, json_string_value(json_array_get(words, i)), &p);
        json_array_append_new(list, there ? json_pack("{so so}", "owner", json_text(p.owner), "kind", json_text(p.kind))
                                          : json_null());
    }
    return list;
}

static void take_picture(void *arg)
{
    looking *l = arg;
    const lud_game *game = l->state->game->game;
    char *header = header_of(l);
    l->picture = picture_json(game, l->state->bytes, header ? header : "");
    json_object_set_new(l->picture, "pieces", pieces_json(game, json_object_get(l->picture, "words")));
    free(header);
}

/* Rules that are gone by now are no reason not to draw. */
static bool look(state_object *s, void (*how)(void *), looking *l)
{
    char *rules;
    Py_ssize_t length;
    PyObject *source = game_source(s->game);
    *l = (looking){.state = s};
    if (source && PyBytes_AsStringAndSize(source, &rules, &length) == 0) {
        l->rules = rules;
        l->length = (size_t)length;
    }
    PyErr_Clear();
    s->busy = true;
    const bool fine = run_long(s->game->control, how, l);
    s->busy = false;
    return fine;
}

PyObject *state_text(state_object *self)
{
    looking l;
    if (self->busy)
        return raise_busy("state");
    const bool fine = look(self, draw_text, &l);
    PyObject *text = fine && l.drawn ? text_object(l.text) : NULL;
    free(l.text);
    if (fine && !l.drawn) {
        PyObject *variables = PyObject_CallMethod((PyObject *)self, "variables", NULL);
        text = variables ? PyObject_Str(variables) : NULL;
        Py_XDECREF(variables);
    }
    return text;
}

PyObject *state_picture(state_object *self, PyObject *none)
{
    looking l;
    (void)none;
    if (self->busy)
        return raise_busy("state");
    return look(self, take_picture, &l) ? json_object_of(l.picture) : NULL;
}
