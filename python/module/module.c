/* The module itself: its types, exceptions and functions. */
#include "module.h"

#include <stdio.h>

module_types types;

/* What the jansson that is linked in takes for stdin (cmake/python.cmake). */
extern FILE *ludens_no_stdin;
FILE *ludens_no_stdin;

static PyObject *module_languages(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < lud_language_count(); i++) {
        const lud_language l = lud_language_at(i);
        PyObject *item = Py_BuildValue("{s:s,s:s,s:s,s:s}", "name", l.name, "title", l.title, "extensions",
                                       l.extensions, "machine", l.machine);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

PyDoc_STRVAR(
    load_doc,
    "load(path, *, language=None, backend='auto', network='auto', variant=None, ruleset=None, options=(),\n"
    "     repetition='rules', strict=False, split=False, alone=False, trust=False, limits=None)\n--\n\n"
    "Read the rules of a game from a file and make a Game of it.\n\n"
    "language: 'hrg', 'gdl', ..; by default the file's extension says it (ludens.languages()).\n"
    "backend: 'auto' (native code as soon as there is some), 'interp', 'native' (waits for the C compiler),\n"
    "    'rules' (rule sheets without a network).\n"
    "network: 'auto', 'never' or 'always': whether many games are played side by side (docs/circuit.md).\n"
    "variant: of a Zillions rules file or a file of chess variants; ruleset, options (of 'Heading/Item'):\n"
    "    of a game of Ludii. repetition: 'rules', 'draw' or 'ignore'.\n"
    "strict: refuse what breaks rules of the language although it can be played.\n"
    "split: a move is several decisions, one a tag.\n"
    "alone: rules may not name other files, and agents start no programs. trust: C code behind a game may run.\n"
    "limits: a dict of lud_limits, {'max_plies': 500} for instance.\n\n"
    "Raises RulesError with the diagnostics when the rules are at fault.");
PyDoc_STRVAR(loads_doc, "loads(text, language=None, *, name='<text>', **options)\n--\n\n"
                        "Make a Game of rules that are a text. Without a language the extension of the name says it.\n"
                        "All else is as load() has it.");
PyDoc_STRVAR(format_doc, "format(text, language, *, name='<text>')\n--\n\n"
                         "The text of rules in its canonical layout, comments kept. Raises RulesError.");
PyDoc_STRVAR(library_doc, "library()\n--\n\nThe names of the games that come along, for load_library().");
PyDoc_STRVAR(library_text_doc, "library_text(name)\n--\n\nThe rules of a game that comes along, as a pair of its full "
                               "name and a text. Raises KeyError.");
PyDoc_STRVAR(languages_doc,
             "languages()\n--\n\nThe languages that are read: dicts of name, title, extensions, machine.");
PyDoc_STRVAR(agents_doc, "agents()\n--\n\nThe agents there are: dicts of name, summary and parameters.");
PyDoc_STRVAR(
    match_doc,
    "match(game, players, *, games=1, seed=1, seconds=0.0, playouts=0, nodes=0, max_plies=0, file=None)\n--\n\n"
    "Play games between players, one for each role in the order of game.roles; a list of Match.\n\n"
    "A player is the description of an agent ('mcts:playouts=500') or a function that is given a State, where\n"
    "it is to move, and its role, and returns a move (a text or its index in state.moves(role)). In games that\n"
    "hide something a function is given a state that agrees with what its role saw.\n"
    "seconds, playouts and nodes count for a move of agents that do not say it themselves. Game i has the seed\n"
    "seed + i. What a function raises ends the match.");

static PyMethodDef functions[] = {{"load", METHOD(module_load), METH_VARARGS | METH_KEYWORDS, load_doc},
                                  {"loads", METHOD(module_loads), METH_VARARGS | METH_KEYWORDS, loads_doc},
                                  {"format", METHOD(module_format), METH_VARARGS | METH_KEYWORDS, format_doc},
                                  {"library", module_library, METH_NOARGS, library_doc},
                                  {"library_text", module_library_text, METH_O, library_text_doc},
                                  {"languages", module_languages, METH_NOARGS, languages_doc},
                                  {"agents", module_agents, METH_NOARGS, agents_doc},
                                  {"match", METHOD(module_match), METH_VARARGS | METH_KEYWORDS, match_doc},
                                  {0}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "ludens._ludens",
    .m_doc = "The part of ludens that is written in C. Use the package ludens.",
    .m_size = -1,
    .m_methods = functions,
};

/* ---- tuples with names ---- */

static PyTypeObject *tuple_type(const char *name, const char *doc, PyStructSequence_Field *fields, int visible)
{
    PyStructSequence_Desc desc = {name, doc, fields, visible};
    return PyStructSequence_NewType(&desc);
}

#define TUPLE(type_name, doc, ...)                                                                                     \
    tuple_type("ludens." type_name, doc, (PyStructSequence_Field[]){__VA_ARGS__, {NULL, NULL}},                        \
               (int)(sizeof((PyStructSequence_Field[]){__VA_ARGS__}) / sizeof(PyStructSequence_Field)))

static bool make_tuples(void)
{
    types.diagnostic =
        TUPLE("Diagnostic", "What is wrong with rules, or went wrong while they were played.",
              {"severity", "'error', 'warning' or 'note'"}, {"code", "'E0203'; stable"}, {"file", "as it was named"},
              {"line", "from 1; 0: there is no place to point at"}, {"column", "from 1, in characters"},
              {"end_line", "exclusive"}, {"end_column", "exclusive"}, {"message", "one sentence"},
              {"hint", "what to do about it, or None"},
              {"fix", "what was probably meant in place of the text there, or None"},
              {"notes", "other places concerned: Diagnostic"},
              {"text", "all of it as people read it, with the line of the rules"});
    types.choice = TUPLE("Choice", "What an agent thinks of a move.", {"move", "its text"},
                         {"value", "expected score of the role, or None"}, {"visits", "how often it was tried"},
                         {"proven", "the value is certain"});
    types.thought = TUPLE("Thought", "What an agent chose, and why.", {"move", "the text of the chosen move"},
                          {"value", "expected score of the role"}, {"proven", "the value is certain"},
                          {"line", "moves that are expected, a tuple of texts"},
                          {"choices", "a Choice for each legal move, in the order of State.moves()"},
                          {"playouts", "random games that were played"}, {"nodes", "positions that were looked at"},
                          {"depth", "plies looked ahead, by searches that have one"},
                          {"distance", "plies to the end when proven, or 0"}, {"seconds", "wall clock"},
                          {"repeatable", "the same seed and budget give the same choice"});
    types.solution =
        TUPLE("Solution", "What a position is worth with best play.", {"solved", "False: `problem` says why not"},
              {"role", "who decides"}, {"scores", "{role: score}; expected ones with chance"},
              {"best", "the best move, or None"}, {"distance", "plies to the end"},
              {"exact", "False: the distance is the length of a proof"},
              {"moves", "{move: (value, distance)} of those that are known"}, {"method", "'table' or 'proof'"},
              {"nodes", "positions looked at"}, {"problem", "a text, or None"});
    types.match = TUPLE("Match", "A game that was played.", {"scores", "{role: score}"}, {"plies", "how many"},
                        {"moves", "[(role, move)] in their order"}, {"seed", "of this game"},
                        {"problem", "what went wrong, or None; then some moves were drawn at random"},
                        {"complete", "False: it was longer than max_plies"});
    return types.diagnostic && types.choice && types.thought && types.solution && types.match;
}

static bool make_exceptions(void)
{
    types.error = PyErr_NewExceptionWithDoc("ludens.Error", "What this package raises.", NULL, NULL);
    if (!types.error)
        return false;
    types.rules_error = PyErr_NewExceptionWithDoc(
        "ludens.RulesError",
        "Rules are no game. `diagnostics` has all errors and warnings; file, line, column and hint are those of the "
        "first error.",
        types.error, NULL);
    types.play_error = PyErr_NewExceptionWithDoc(
        "ludens.PlayError",
        "A position cannot be played on: a fault of the rules, or a limit. `status` is its name, 'stuck' for instance, "
        "`diagnostic` points at the rules, or is None.",
        types.error, NULL);
    PyObject *bases = types.play_error ? PyTuple_Pack(2, types.play_error, PyExc_ValueError) : NULL;
    types.illegal_move =
        bases ? PyErr_NewExceptionWithDoc("ludens.IllegalMove", "The move is not legal here.", bases, NULL) : NULL;
    Py_XDECREF(bases);
    types.no_network = PyErr_NewExceptionWithDoc(
        "ludens.NoNetwork",
        "The moves of a game have no numbers, since it is not played on a network. The text says why.", types.error,
        NULL);
    return types.rules_error && types.illegal_move && types.no_network;
}

static bool add(PyObject *module, const char *name, void *object)
{
    return object && PyModule_AddObjectRef(module, name, object) == 0;
}

PyMODINIT_FUNC PyInit__ludens(void); /* what Python calls */
PyMODINIT_FUNC PyInit__ludens(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    types.game = game_type();
    types.state = state_type();
    types.random = random_type();
    types.batch = batch_type();
    types.agent = agent_type();
    types.session = session_type();
    types.array = array_type();
    if (types.array && make_exceptions() && make_tuples() && add(module, "Game", types.game) &&
        add(module, "State", types.state) && add(module, "Random", types.random) && add(module, "Batch", types.batch) &&
        add(module, "Agent", types.agent) && add(module, "Session", types.session) &&
        add(module, "Diagnostic", types.diagnostic) && add(module, "Choice", types.choice) &&
        add(module, "Thought", types.thought) && add(module, "Solution", types.solution) &&
        add(module, "Match", types.match) && add(module, "Error", types.error) &&
        add(module, "RulesError", types.rules_error) && add(module, "PlayError", types.play_error) &&
        add(module, "IllegalMove", types.illegal_move) && add(module, "NoNetwork", types.no_network) &&
        PyModule_AddStringConstant(module, "__version__", lud_version()) == 0)
        return module;
    Py_DECREF(module);
    return NULL;
}
