/* Results on standard output: JSON values and text tables. */
#ifndef LUDENS_SESSION_OUTPUT_H
#define LUDENS_SESSION_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Text that may hold anything: ill-formed UTF-8 is shown as U+FFFD. NULL becomes null. */
json_t *json_text(const char *text);
/* The lines of a text, as a list of texts. */
json_t *json_lines(const char *text);
/* So many of a total: count, rate, and the interval in which it lies with 95 % (Wilson). */
json_t *json_rate(uint64_t count, uint64_t total);
/* Scores: whole numbers without a fraction. */
json_t *json_score(double score);
/* A whole number; as a string of digits when it is too large for a signed one of 64 bits. */
json_t *json_whole(uint64_t n);
/* null where it is not finite. */
json_t *json_finite(double x);
/* A member's text; empty where there is none. */
const char *json_text_at(const json_t *object, const char *key);
/* 16 hexadecimal digits: JSON numbers cannot hold 64 bits in most languages. */
json_t *json_hash(uint64_t hash);
/* What is wrong with a text that is no JSON, in our words. */
const char *json_problem(const json_error_t *error);
/* Writes the value as one line and frees it. */
void json_print(json_t *value, FILE *out);

/* Results of the games of a command line: the one object when one game was given, else the
 * list. Frees the list; writes nothing when the one game could not be loaded. */
void json_print_games(json_t *list, bool single, FILE *out);

/* Short forms of numbers for people, into NUMBER_SIZE bytes, which is returned. */
enum { NUMBER_SIZE = 40 };
char *number_grouped(char *out, uint64_t n);   /* 1,234,567 */
char *number_rate(char *out, double n);        /* 12.3k, 4.56M */
char *number_score(char *out, double n);       /* 100, 49.7 */
char *number_percent(char *out, double share); /* 12.3 % */

/* A text table. Cells are copied; columns are as wide as their widest cell. */
typedef struct table {
    size_t columns, rows;
    char **cells;
    const char *align; /* one letter a column: l or r */
} table;

void table_init(table *t, const char *align);
/* As many cells as columns, ending with NULL. */
void table_row(table *t, ...) __attribute__((sentinel));
void table_print(const table *t, FILE *out);
void table_done(table *t);

/* What follows the last slash. */
const char *base_name(const char *path);
/* Columns a text takes on a terminal, counting characters. */
size_t text_columns(const char *text);
/* Length of the well-formed UTF-8 sequence at p (of a text with a NUL), or 0. */
size_t text_utf8(const unsigned char *p);

#endif
