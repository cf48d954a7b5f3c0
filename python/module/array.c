/* Memory of an object of this module that others look at through the buffer protocol, without a copy. */
#include "module.h"

#include <string.h>

enum { DIMENSIONS_MAX = 3 };

typedef struct array_object {
    PyObject_HEAD PyObject *owner; /* keeps the memory */
    void *memory;
    const char *format;
    int dimensions;
    Py_ssize_t item, length, shape[DIMENSIONS_MAX], strides[DIMENSIONS_MAX];
} array_object;

static int get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    array_object *a = (array_object *)self;
    if (flags & PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, "this memory is for reading");
        return -1;
    }
    *view = (Py_buffer){.buf = a->memory,
                        .obj = Py_NewRef(self),
                        .len = a->length,
                        .itemsize = a->item,
                        .readonly = 1,
                        .ndim = a->dimensions,
                        .format = flags & PyBUF_FORMAT ? (char *)(uintptr_t)a->format : NULL,
                        .shape = (flags & PyBUF_ND) == PyBUF_ND ? a->shape : NULL,
                        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? a->strides : NULL};
    return 0;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    Py_XDECREF(((array_object *)self)->owner);
    PyObject_Free(self);
    Py_DECREF(OBJECT(type));
}

PyTypeObject *array_type(void)
{
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, dealloc}, {Py_bf_getbuffer, get_buffer}, {Py_tp_doc, "Memory of another object."}, {0}};
    static PyType_Spec spec = {"ludens._ludens.Array", sizeof(array_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}

PyObject *array_view(PyObject *owner, void *memory, const char *format, Py_ssize_t item, int dimensions,
                     const Py_ssize_t *shape)
{
    array_object *a = PyObject_New(array_object, types.array);
    if (!a)
        return NULL;
    a->owner = Py_NewRef(owner);
    a->memory = memory;
    a->format = format;
    a->dimensions = dimensions;
    a->item = a->length = item;
    memcpy(a->shape, shape, (size_t)dimensions * sizeof *shape);
    for (int d = dimensions; d-- > 0; a->length *= shape[d])
        a->strides[d] = a->length;
    PyObject *view = PyMemoryView_FromObject((PyObject *)a);
    Py_DECREF(OBJECT(a));
    return view;
}
