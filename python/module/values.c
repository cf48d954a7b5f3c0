/* Values of the library as objects. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

int to_uint64(PyObject *number, void *at)
{
    PyObject *whole = PyNumber_Index(number);
    const unsigned long long value = whole ? PyLong_AsUnsignedLongLong(whole) : 0;
    Py_XDECREF(whole);
    if (PyErr_Occurred())
        return 0;
    *(unsigned long long *)at = value;
    return 1;
}

int to_uint32(PyObject *number, void *at)
{
    unsigned long long value;
    if (!to_uint64(number, &value))
        return 0;
    if (value > UINT32_MAX) {
        PyErr_Format(PyExc_OverflowError, "%llu does not fit in 32 bits", value);
        return 0;
    }
    *(uint32_t *)at = (uint32_t)value;
    return 1;
}

PyObject *text_object(const char *text) { return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace"); }
PyObject *text_or_none(const char *text) { return text ? text_object(text) : Py_NewRef(Py_None); }

PyObject *move_object(const lud_game *game, lud_move move)
{
    char near[128], *text = near;
    const size_t length = lud_move_text(game, move, near, sizeof near);
    if (length >= SIZE_MAX - 1)
        return PyErr_NoMemory();
    if (length >= sizeof near) {
        text = malloc(length + 1);
        if (!text)
            return PyErr_NoMemory();
        lud_move_text(game, move, text, length + 1);
    }
    PyObject *result = text_object(text);
    if (text != near)
        free(text);
    return result;
}

PyObject *json_object_of(json_t *value)
{
    size_t i;
    const char *key;
    json_t *item;
    PyObject *result = NULL;
    switch (value ? json_typeof(value) : JSON_NULL) {
    case JSON_NULL: result = Py_NewRef(Py_None); break;
    case JSON_TRUE:
    case JSON_FALSE: result = PyBool_FromLong(json_is_true(value)); break;
    case JSON_INTEGER: result = PyLong_FromLongLong(json_integer_value(value)); break;
    case JSON_REAL: result = PyFloat_FromDouble(json_real_value(value)); break;
    case JSON_STRING:
        result = PyUnicode_DecodeUTF8(json_string_value(value), (Py_ssize_t)json_string_length(value), "replace");
        break;
    case JSON_ARRAY:
        result = PyList_New(0);
        json_array_foreach (value, i, item) {
            PyObject *object = result ? json_object_of(json_incref(item)) : NULL;
            if (!object || PyList_Append(result, object) < 0)
                Py_CLEAR(result);
            Py_XDECREF(object);
        }
        break;
    case JSON_OBJECT:
        result = PyDict_New();
        json_object_foreach (value, key, item) {
            PyObject *object = result ? json_object_of(json_incref(item)) : NULL;
            if (!object || PyDict_SetItemString(result, key, object) < 0)
                Py_CLEAR(result);
            Py_XDECREF(object);
        }
        break;
    }
    json_decref(value);
    return result;
}

PyObject *scores_object(const game_object *game, const double *scores)
{
    PyObject *all = PyDict_New();
    for (uint32_t r = 1; all && r <= game->info.roles; r++) {
        PyObject *score = PyFloat_FromDouble(scores[r - 1]);
        if (!score || PyDict_SetItem(all, PyTuple_GetItem(game->roles, r - 1), score) < 0)
            Py_CLEAR(all);
        Py_XDECREF(score);
    }
    return all;
}

PyObject *named_tuple(PyTypeObject *type, Py_ssize_t count, PyObject *const *values)
{
    PyObject *tuple = PyStructSequence_New(type);
    bool fine = tuple != NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        fine = fine && values[i];
        if (tuple)
            PyStructSequence_SetItem(tuple, i, values[i]);
        else
            Py_XDECREF(values[i]);
    }
    if (!fine)
        Py_CLEAR(tuple);
    return tuple;
}
