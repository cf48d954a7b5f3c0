#include "agents/external/reply.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_MAX = 1 << 16 };

void reply_done(reply *r)
{
    free(r->move);
    free(r->name);
    free(r->line);
    *r = (reply){0};
}

static char *text_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    size_t length = value ? json_string_length(value) : 0;
    bool fine =
        json_is_string(value) && length < MOVE_MAX && strlen(json_string_value(value)) == length; /* no NUL inside */
    return fine ? strdup(json_string_value(value)) : NULL;
}

/* What the program says went wrong: a text, or an object with a message. */
static void say_error(const json_t *object, char *problem, size_t size)
{
    const json_t *error = json_object_get(object, "error");
    const char *text = json_string_value(error);
    if (!text)
        text = json_string_value(json_object_get(error, "message"));
    snprintf(problem, size, "says: %.150s", text ? text : "an error");
}

bool reply_read(const char *line, size_t length, reply *r, char *problem, size_t size)
{
    json_error_t error;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    *r = (reply){0};
    if (!json_is_object(object)) {
        snprintf(problem, size, "answered what is no JSON object: %.100s", line);
        json_decref(object);
        return false;
    }
    bool fine = json_is_true(json_object_get(object, "ok"));
    if (fine) {
        const json_t *value = json_object_get(object, "value");
        r->move = text_of(object, "move");
        r->name = text_of(object, "name");
        r->line = text_of(object, "line");
        r->has_value = json_is_number(value) && isfinite(json_number_value(value));
        r->value = r->has_value ? json_number_value(value) : 0;
    } else if (json_is_false(json_object_get(object, "ok"))) {
        say_error(object, problem, size);
    } else {
        snprintf(problem, size, "left out \"ok\": %.100s", line);
    }
    json_decref(object);
    return fine;
}
