/* A library of ludemes, read from its tables: classes, constructors, and who extends whom. */
#ifndef LUDENS_LANG_LUDII_LIBRARY_H
#define LUDENS_LANG_LUDII_LIBRARY_H

#include "base/bitset.h"
#include "base/diag.h"
#include "base/intern.h"
#include "lang/ludii/ludeme.h"

enum { LIB_MAX_SLOTS = 24, LIB_NONE = UINT32_MAX };

typedef enum lib_literal { LIB_INT, LIB_FLOAT, LIB_BOOLEAN, LIB_STRING, LIB_LABEL, LIB_NAME, LIB_LITERALS } lib_literal;

typedef enum lib_kind { LIB_CLASS, LIB_LITERAL, LIB_WORD } lib_kind;

/* What an argument has to be, without its label: equal types share a number. */
typedef struct lib_type {
    lib_kind kind;
    uint32_t index; /* of a class or literal; of words the name */
    uint32_t dims;  /* nesting of braces */
} lib_type;

typedef struct lib_choice {
    name_id label; /* or NAME_NONE */
    uint32_t type; /* number in lib->types */
} lib_choice;

/* One argument: one of several choices, maybe none. */
typedef struct lib_slot {
    const lib_choice *choices;
    uint32_t count;
    bool optional;
} lib_slot;

/* A constructor. */
typedef struct lib_form {
    const ludeme *row;
    uint32_t class;
    bool bare; /* without keyword; has one slot */
    const lib_slot *slots;
    uint32_t count;
} lib_form;

typedef struct lib_class {
    const ludeme *row;
    name_id keyword;
    bool named; /* its list begins with any word */
    const ludeme_package *package;
    const char *symbol; /* what the grammar calls it: the keyword, with a part of the package where that is needed */
    vec_u32 bases;      /* as listed */
    vec_u32 forms;      /* numbers of lib->forms */
    vec_u32 values;     /* names */
    bitset extends;     /* classes it is a kind of, itself included */
} lib_class;

typedef struct lib {
    arena *arena;
    intern *names;
    const ludeme_library *tables;
    diag_sink *sink;
    VEC(lib_class) classes;
    VEC(lib_form) forms;
    VEC(lib_type) types;
    map class_by_name;   /* name of the class -> number */
    map forms_by_word;   /* keyword -> number in `lists` of its forms */
    map classes_by_word; /* value of an enumeration -> number in `lists` of its classes */
    VEC(vec_u32) lists;
    vec_u32 bare; /* forms without keyword */
    map type_numbers;
    uint32_t literals; /* bit set of those that are predefined */
    uint32_t root;     /* type of a whole game */
    name_id any;       /* `?` */
} lib;

/* scope.c: sets the symbols of all classes. */
void lib_scope(lib *l);
/* False after reports (E1007): the tables contradict themselves. */
bool lib_read(lib *l, const ludeme_library *tables, arena *a, intern *names, diag_sink *sink);

static inline bool lib_extends(const lib *l, uint32_t class, uint32_t base)
{
    return bitset_has(&vec_at(&l->classes, class).extends, base);
}
/* The forms of a keyword, or the enumerations that have a value; NULL when there are none. */
const vec_u32 *lib_forms_of(const lib *l, name_id keyword);
const vec_u32 *lib_classes_of(const lib *l, name_id value);
/* The number of a type, which is there if an array of it is. */
uint32_t lib_type_find(const lib *l, lib_type type);
uint32_t lib_class_find(const lib *l, const char *name, size_t length);
const char *lib_literal_name(lib_literal literal);
static inline const char *lib_text(const lib *l, name_id name) { return intern_text(l->names, name); }

#endif
