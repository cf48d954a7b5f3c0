/* Structures and the logic over them, as Toss has them: what satisfies a formula, what a term is worth, and why. */
#ifndef LUDENS_STRUCTURES_H
#define LUDENS_STRUCTURES_H

#include "ludens.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lud_structure lud_structure;
typedef struct lud_answer lud_answer;

/* A structure as text, `[ a, b | E (a, b) | ]`, or a game of Toss: its starting structure, with its definitions.
 * NULL after reports. `options` may be NULL; max_steps, max_memory, max_nesting and the control count. */
LUD_API lud_structure *lud_structure_new(const char *text, size_t length, const char *name, const lud_options *options,
                                         lud_diags *diags);
LUD_API void lud_structure_free(lud_structure *structure);
LUD_API uint32_t lud_structure_size(const lud_structure *structure); /* elements */
LUD_API const char *lud_structure_element(const lud_structure *structure, uint32_t element);
/* Column and row from 1, the row from below, of the cells of a board picture. False: there was none. */
LUD_API bool lud_structure_cell(const lud_structure *structure, uint32_t element, uint32_t *column, uint32_t *row);
/* The unary relations that hold of the element, separated by blanks; lives as long as the structure. */
LUD_API const char *lud_structure_marks(const lud_structure *structure, uint32_t element);
/* The i-th relation or definition that formulas may use, with its number of arguments; NULL: no more. */
LUD_API const char *lud_structure_relation(const lud_structure *structure, uint32_t index, uint32_t *arity);

/* Evaluates a formula or a term. NULL after reports: of what is wrong with its text, or of a limit. */
LUD_API lud_answer *lud_structure_ask(lud_structure *structure, const char *text, lud_diags *diags);
LUD_API void lud_answer_free(lud_answer *answer);
/* A term has a value for every assignment, a formula is listed with those that satisfy it. */
LUD_API bool lud_answer_is_term(const lud_answer *answer);
LUD_API uint32_t lud_answer_variables(const lud_answer *answer);
LUD_API const char *lud_answer_variable(const lud_answer *answer, uint32_t index);
/* Assignments, in the order of the elements. Of a formula without variables there is one, of none, when it holds. */
LUD_API uint32_t lud_answer_count(const lud_answer *answer);
LUD_API const uint32_t *lud_answer_tuple(const lud_answer *answer, uint32_t index); /* [variable] element */
LUD_API double lud_answer_value(const lud_answer *answer, uint32_t index);          /* of terms */

/* Why a formula holds or fails for an assignment: a line for each part that decides it, indented, each beginning
 * with `yes` or `no`; quantifiers name a witness. `elements`: [variable], in the order of lud_answer_variable. To be
 * freed with lud_free. NULL after reports. */
LUD_API char *lud_structure_why(lud_structure *structure, const char *text, const uint32_t *elements, uint32_t count,
                                lud_diags *diags);

#ifdef __cplusplus
}
#endif

#endif
