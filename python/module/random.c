/* Random numbers of the library. */
#include "module.h"

lud_rng *random_of(PyObject *object)
{
    if (PyObject_TypeCheck(object, types.random))
        return &((random_object *)object)->rng;
    PyErr_SetString(PyExc_TypeError, "random numbers come from a ludens.Random");
    return NULL;
}

static PyObject *random_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"seed", "stream", NULL};
    unsigned long long seed = 1, stream = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O&O&", names, to_uint64, &seed, to_uint64, &stream))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    random_object *r = (random_object *)allocate(type, 0);
    if (r)
        lud_rng_seed(&r->rng, seed, stream);
    return (PyObject *)r;
}

static PyObject *random_below(random_object *self, PyObject *bound)
{
    const unsigned long n = PyLong_AsUnsignedLong(bound);
    if (PyErr_Occurred())
        return NULL;
    if (n == 0 || n > UINT32_MAX)
        return PyErr_Format(PyExc_ValueError, "the bound must be from 1 to 2^32 - 1");
    return PyLong_FromUnsignedLong(lud_rng_below(&self->rng, (uint32_t)n));
}

static void plain_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(OBJECT(self));
    PyObject_Free(self);
    Py_DECREF(OBJECT(type));
}

PyTypeObject *random_type(void)
{
    static PyMethodDef methods[] = {
        {"below", METHOD(random_below), METH_O, "below(bound)\n--\n\nA whole number from 0 to bound - 1."}, {0}};
    static PyType_Slot slots[] = {
        {Py_tp_new, random_new},
        {Py_tp_dealloc, plain_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_doc,
         "Random(seed=1, stream=0)\n--\n\nRandom numbers of the library (xoshiro256**): each seed has 2^64 streams."},
        {0}};
    static PyType_Spec spec = {"ludens.Random", sizeof(random_object), 0, Py_TPFLAGS_DEFAULT, slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
