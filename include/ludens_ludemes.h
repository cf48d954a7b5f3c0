/* Ludemes of your own, in C: for plug-ins (`ludens --ludemes my.so`) and for C code behind a game (`--trust`).
 *
 * A plug-in is a shared object with one function, ludens_plugin, which returns a table of ludemes. Each row declares
 * its class, keyword, arguments and a line of help, as the library's own rows do; grammar, matcher, errors and
 * examples follow from it. How a ludeme is played, a row says in one of three ways:
 *
 *   means     a text in Ludii's ludemes, with `#1`, `#2` .. for the arguments
 *   meaning   a function that writes such a text, for what depends on the arguments
 *   number, condition, effect
 *             a function that writes code of the automaton: expressions, and edges at a cursor
 *
 *     #include <ludens_ludemes.h>
 *
 *     static const ludens_ludeme rows[] = {
 *         {.name = "Corner", .keyword = "corner", .bases = "Boolean", .help = "a site is a corner of the board",
 *          .forms = {"<Int>"}, .means = "(is In #1 (sites Corners))"},
 *     };
 *     static const ludens_ludemes all = {LUDENS_LUDEMES_VERSION, "mine", rows, 1};
 *
 *     const ludens_ludemes *ludens_plugin(const ludens_tools *tools) { (void)tools; return &all; }
 *
 *     cc -shared -fPIC -o my.so my.c && ludens run --ludemes ./my.so game.lud
 *
 * Plug-ins are loaded while a game or a grammar is read, and not needed to play it. docs/ludemes.md is the manual. */
#ifndef LUDENS_LUDEMES_H
#define LUDENS_LUDEMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LUDENS_LUDEMES_VERSION 1
enum { LUDENS_LUDEME_FORMS = 10 };

typedef struct ludii_value ludens_value; /* a matched part of a game: the ludeme itself, or an argument */
typedef struct dialect ludens_meaning;   /* where a text of Ludii is written */
typedef struct lu ludens_code;           /* where code is written */

/* A number that is known while the game is read, or an expression; `low` and `high` bound it. */
typedef struct ludens_number {
    bool known;
    int32_t value;
    uint32_t e;
    int32_t low, high;
} ludens_number;

typedef struct ludens_condition {
    bool known, value;
    uint32_t e;
} ludens_condition;

/* A row. Texts and functions have to stay until the plug-in is unloaded. */
typedef struct ludens_ludeme {
    const char *name;                       /* of the class, unique: "Corner"; or "Class.Constructor" */
    const char *keyword;                    /* what its list begins with */
    const char *bases;                      /* the classes it extends: "Boolean", "Int", "Sites", "Effect Moves" .. */
    const char *help;                       /* one line, without a full stop */
    const char *values;                     /* words that are instances, for a list of words without forms; else NULL */
    const char *forms[LUDENS_LUDEME_FORMS]; /* arguments: "<Class>", int, name:<Class>, [optional], {array}, (a | b) */
    const char *means;
    const char *(*meaning)(ludens_meaning *m, const ludens_value *v);
    ludens_number (*number)(ludens_code *x, const ludens_value *v);
    ludens_condition (*condition)(ludens_code *x, const ludens_value *v);
    void (*effect)(ludens_code *x, const ludens_value *v);
} ludens_ludeme;

typedef struct ludens_ludemes {
    uint32_t version;    /* LUDENS_LUDEMES_VERSION */
    const char *package; /* where the rows stand in the grammar */
    const ludens_ludeme *rows;
    uint32_t count;
} ludens_ludemes;

typedef struct ludens_loop {
    uint32_t variable, next, done;
} ludens_loop;

/* What a plug-in may call. Functions that write code write it where the cursor is and move it on; expressions are
 * evaluated where they are used, so what changes in between is to be kept in a variable. */
typedef struct ludens_tools {
    uint32_t version;

    /* Arguments in the order of the form, from 0; NULL for one that was left out, or that is not there. Of arrays the
     * elements. */
    const ludens_value *(*argument)(const ludens_value *v, uint32_t index);
    uint32_t (*count)(const ludens_value *v);

    /* The text of a word, number or string, for meanings; "" for others. Texts stay until the game is read. */
    const char *(*word)(const ludens_meaning *m, const ludens_value *v);
    const char *(*print)(ludens_meaning *m, const char *format, ...);
    /* A piece of text (`#1004`) that stands for any part of the game. */
    const char *(*refer)(ludens_meaning *m, const ludens_value *v);
    /* Reports that `what` cannot be played, at `v`; returns "". */
    const char *(*refuse)(ludens_meaning *m, const ludens_value *v, const char *what);

    /* ---- code ---- */
    const char *(*text)(const ludens_code *x, const ludens_value *v);
    void (*fail)(ludens_code *x, const ludens_value *v, const char *what); /* like refuse */
    /* What an argument is. */
    ludens_number (*number)(ludens_code *x, const ludens_value *v);
    ludens_condition (*condition)(ludens_code *x, const ludens_value *v);
    void (*perform)(ludens_code *x, const ludens_value *v); /* an effect */

    ludens_number (*constant)(int32_t value);
    /* "+", "-", "*", "/" or "%"; "=", "!=", "<", "<=", ">" or ">=" */
    ludens_number (*compute)(ludens_code *x, const char *operator_, ludens_number a, ludens_number b);
    ludens_condition (*compare)(ludens_code *x, const char *operator_, ludens_number a, ludens_number b);
    ludens_condition (*both)(ludens_code *x, ludens_condition a, ludens_condition b);
    ludens_condition (*either)(ludens_code *x, ludens_condition a, ludens_condition b);
    ludens_condition (*negate)(ludens_code *x, ludens_condition a);
    ludens_number (*choose)(ludens_code *x, ludens_condition c, ludens_number a, ludens_number b);

    uint32_t (*players)(const ludens_code *x);
    uint32_t (*sites)(const ludens_code *x);                   /* of the board; they are numbered from 0 */
    ludens_number (*mover)(ludens_code *x);                    /* players are numbered from 1 */
    ludens_number (*what)(ludens_code *x, ludens_number site); /* number of the kind of piece there; 0: none */
    ludens_number (*who)(ludens_code *x, ludens_number site);  /* its owner; 0: nobody */
    /* Neighbours of a site by "Adjacent", "Orthogonal", "Diagonal", "N" .. into `out`; returns how many there are. */
    uint32_t (*neighbours)(ludens_code *x, const char *which, uint32_t site, uint32_t *out, uint32_t room);
    /* A table of numbers, looked up at 0 .. count-1. */
    uint32_t (*table)(ludens_code *x, const int32_t *values, uint32_t count);
    ludens_number (*look)(ludens_code *x, uint32_t table, ludens_number index);

    /* Variables for the time in which one ludeme is evaluated. */
    uint32_t (*variable)(ludens_code *x, const char *name, int32_t low, int32_t high);
    ludens_number (*read)(ludens_code *x, uint32_t variable);
    void (*set)(ludens_code *x, uint32_t variable, ludens_number value);
    /* for (variable = from; variable < to; variable++) .. */
    ludens_loop (*loop)(ludens_code *x, uint32_t variable, ludens_number from, ludens_number to);
    void (*end_loop)(ludens_code *x, const ludens_loop *loop);
    /* What is written until end_if happens where the condition holds. */
    uint32_t (*begin_if)(ludens_code *x, ludens_condition c);
    void (*end_if)(ludens_code *x, uint32_t begun);

    /* The position. A piece is the number of a kind; 0 clears the site. */
    void (*put)(ludens_code *x, ludens_number site, ludens_number piece);
} ludens_tools;

/* What a plug-in defines. Called once each time it is loaded; NULL refuses to be loaded. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const ludens_ludemes *
ludens_plugin(const ludens_tools *tools);

#ifdef __cplusplus
}
#endif
#endif
