#include "session/explore.h"

#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

static json_t *tuple_json(const lud_structure *s, const lud_answer *a, uint32_t index)
{
    json_t *tuple = json_array();
    for (uint32_t i = 0; i < lud_answer_variables(a); i++)
        json_array_append_new(tuple, json_string(lud_structure_element(s, lud_answer_tuple(a, index)[i])));
    return tuple;
}

json_t *explore_answer(const lud_structure *s, const lud_answer *a)
{
    json_t *variables = json_array(), *list = json_array();
    bool term = lud_answer_is_term(a), closed = lud_answer_variables(a) == 0;
    for (uint32_t i = 0; i < lud_answer_variables(a); i++)
        json_array_append_new(variables, json_string(lud_answer_variable(a, i)));
    for (uint32_t i = 0; i < lud_answer_count(a) && !closed; i++)
        json_array_append_new(list, term ? json_pack("[of]", tuple_json(s, a, i), lud_answer_value(a, i))
                                         : tuple_json(s, a, i));
    json_t *reply = json_pack("{sb so}", "term", term, "variables", variables);
    if (closed)
        json_object_set_new(reply, term ? "value" : "truth",
                            term ? json_real(lud_answer_value(a, 0)) : json_boolean(lud_answer_count(a) > 0));
    else
        json_object_set(reply, term ? "values" : "tuples", list);
    json_decref(list);
    return reply;
}

static uint32_t find_element(const lud_structure *s, const char *name, size_t length)
{
    for (uint32_t e = 0; e < lud_structure_size(s); e++) {
        const char *other = lud_structure_element(s, e);
        if (strlen(other) == length && memcmp(other, name, length) == 0)
            return e;
    }
    return UINT32_MAX;
}

/* `x=a1,y=b2`. The problem, or NULL. */
static char *read_assignment(const lud_structure *s, const lud_answer *a, const char *text, uint32_t *elements)
{
    buffer problem = {0};
    uint32_t count = lud_answer_variables(a);
    for (uint32_t i = 0; i < count; i++)
        elements[i] = UINT32_MAX;
    for (const char *p = text; *p && !problem.text;) {
        size_t name = strcspn(p, "=,"), value = p[name] == '=' ? strcspn(p + name + 1, ",") : 0;
        uint32_t variable = 0;
        while (variable < count && (strlen(lud_answer_variable(a, variable)) != name ||
                                    memcmp(lud_answer_variable(a, variable), p, name) != 0))
            variable++;
        if (p[name] != '=')
            buffer_addf(&problem, "an assignment looks like x=a1,y=b2, not `%.40s'", text);
        else if (variable == count)
            buffer_addf(&problem, "`%.*s' is no free variable of the formula", (int)(name > 40 ? 40 : name), p);
        else if ((elements[variable] = find_element(s, p + name + 1, value)) == UINT32_MAX)
            buffer_addf(&problem, "there is no element `%.*s'", (int)(value > 40 ? 40 : value), p + name + 1);
        p += p[name] == '=' ? name + 1 + value : name;
        p += strspn(p, ", ");
    }
    for (uint32_t i = 0; i < count && !problem.text; i++)
        if (elements[i] == UINT32_MAX)
            buffer_addf(&problem, "which element is %s? An assignment looks like %s=%s", lud_answer_variable(a, i),
                        lud_answer_variable(a, i), lud_structure_size(s) ? lud_structure_element(s, 0) : "a");
    return problem.text;
}

json_t *explore_why(lud_structure *s, const char *formula, const char *assignment, lud_diags *diags)
{
    lud_answer *a = lud_structure_ask(s, formula, diags);
    if (!a)
        return NULL;
    uint32_t *elements = mem_alloc((lud_answer_variables(a) + 1) * sizeof *elements), count = lud_answer_variables(a);
    char *problem = read_assignment(s, a, assignment, elements);
    lud_answer_free(a);
    char *why = problem ? NULL : lud_structure_why(s, formula, elements, count, diags);
    json_t *reply = problem ? json_pack("{ss}", "problem", problem) : why ? json_pack("{ss}", "why", why) : NULL;
    lud_free(why);
    free(problem);
    free(elements);
    return reply;
}

static json_t *first_error(lud_diags *diags)
{
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        if (lud_diags_get(diags, i).severity == LUD_ERROR)
            return session_error("formula", lud_diags_render(diags, i, false));
    return session_error("memory", "out of memory");
}

static json_t *explore(lud_structure *structure, const char *formula, const char *why, lud_diags *diags)
{
    json_t *reply = NULL;
    if (why) {
        reply = explore_why(structure, formula, why, diags);
        const char *problem = json_string_value(json_object_get(reply, "problem"));
        if (problem) {
            json_t *error = session_error("type", problem);
            json_decref(reply);
            return error;
        }
    } else {
        lud_answer *a = lud_structure_ask(structure, formula, diags);
        reply = a ? explore_answer(structure, a) : NULL;
        lud_answer_free(a);
    }
    if (!reply)
        return first_error(diags);
    json_object_set_new(reply, "ok", json_true());
    return reply;
}

json_t *session_explore(session *s, const json_t *request)
{
    const json_t *text = json_object_get(request, "structure"), *why = json_object_get(request, "why");
    const char *formula = json_string_value(json_object_get(request, "formula"));
    if (!formula || (text && !json_is_string(text)) || (why && !json_is_string(why)))
        return session_error("type", "\"formula\" must be a string, and so must \"structure\" and "
                                     "\"why\" where they are given");
    lud_diags *diags = lud_diags_new();
    lud_structure *structure =
        !diags ? NULL
        : text ? lud_structure_new(json_string_value(text), json_string_length(text), "structure", &s->with.load, diags)
               : lud_structure_new(s->rules, s->rules_length, s->path, &s->with.load, diags);
    json_t *reply = structure ? explore(structure, formula, json_string_value(why), diags) : first_error(diags);
    lud_structure_free(structure);
    lud_diags_free(diags);
    return reply;
}
