/* Exceptions, with the diagnostics that say more. */
#include "module.h"

static PyObject *diagnostic_object(lud_diagnostic d, PyObject *notes, const char *text)
{
    static const char *const severities[] = {"note", "warning", "error"};
    PyObject *values[] = {text_object(severities[d.severity]),
                          text_object(d.code),
                          text_object(d.file),
                          PyLong_FromUnsignedLong(d.line),
                          PyLong_FromUnsignedLong(d.column),
                          PyLong_FromUnsignedLong(d.end_line),
                          PyLong_FromUnsignedLong(d.end_column),
                          text_object(d.message),
                          text_or_none(d.hint),
                          text_or_none(d.fix),
                          notes,
                          text_object(text)};
    return named_tuple(types.diagnostic, sizeof values / sizeof *values, values);
}

PyObject *diagnostics_tuple(lud_diags *diags)
{
    const uint32_t count = lud_diags_count(diags);
    PyObject *all = PyTuple_New(count);
    for (uint32_t i = 0; all && i < count; i++) {
        const lud_diagnostic d = lud_diags_get(diags, i);
        PyObject *notes = PyTuple_New(d.note_count);
        for (uint32_t n = 0; notes && n < d.note_count; n++) {
            const lud_diagnostic note = lud_diags_note(diags, i, n);
            PyObject *item = diagnostic_object(note, PyTuple_New(0), note.message);
            if (!item || PyTuple_SetItem(notes, n, item) < 0)
                Py_CLEAR(notes);
        }
        PyObject *item = diagnostic_object(d, notes, lud_diags_render(diags, i, false));
        if (!item || PyTuple_SetItem(all, i, item) < 0)
            Py_CLEAR(all);
    }
    return all;
}

/* Raises an exception of this type, whose attribute has this value (stolen). */
static PyObject *raise_with(PyObject *type, PyObject *message, const char *const *names, PyObject **values, int count)
{
    PyObject *error = message ? PyObject_CallFunctionObjArgs(type, message, NULL) : NULL;
    for (int i = 0; i < count; i++) {
        if (error && values[i] && PyObject_SetAttrString(error, names[i], values[i]) < 0)
            Py_CLEAR(error);
        else if (!values[i])
            Py_CLEAR(error);
        Py_XDECREF(values[i]);
    }
    if (error)
        PyErr_SetObject(type, error);
    Py_XDECREF(error);
    Py_XDECREF(message);
    return NULL;
}

PyObject *raise_diags(lud_diags *diags, const char *what)
{
    static const char *const names[] = {"diagnostics", "file", "line", "column", "hint"};
    lud_diagnostic first = {.file = what};
    PyObject *message = text_object("");
    bool found = false;
    for (uint32_t i = 0; message && i < lud_diags_count(diags); i++) {
        const lud_diagnostic d = lud_diags_get(diags, i);
        if (d.severity != LUD_ERROR)
            continue;
        if (!found)
            first = d;
        PyObject *longer = PyUnicode_FromFormat("%U\n%s", message, lud_diags_render(diags, i, false));
        Py_DECREF(message);
        message = longer;
        found = true;
    }
    if (message && !found) {
        Py_DECREF(message);
        message = PyUnicode_FromFormat("%s: there is no game in these rules", what);
    }
    PyObject *values[] = {diagnostics_tuple(diags), text_object(first.file), PyLong_FromUnsignedLong(first.line),
                          PyLong_FromUnsignedLong(first.column), text_or_none(first.hint)};
    return raise_with(types.rules_error, message, names, values, 5);
}

PyObject *raise_status(lud_context *ctx, lud_status status)
{
    static const char *const names[] = {"status", "diagnostic"};
    if (PyErr_Occurred())
        return NULL;
    if (status == LUD_ERR_MEMORY)
        return PyErr_NoMemory();
    const char *text = ctx ? lud_fault_text(ctx, false) : NULL;
    const bool told = text && *text && status != LUD_ERR_ILLEGAL && status != LUD_ERR_TERMINAL;
    PyObject *values[] = {text_object(lud_status_text(status)),
                          told ? diagnostic_object(lud_fault(ctx), PyTuple_New(0), text) : Py_NewRef(Py_None)};
    return raise_with(status == LUD_ERR_ILLEGAL ? types.illegal_move : types.play_error,
                      text_object(told ? text : lud_status_text(status)), names, values, 2);
}

PyObject *raise_busy(const char *what) { return PyErr_Format(PyExc_RuntimeError, "another thread uses this %s", what); }
