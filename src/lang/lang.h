/* What a front end is: a row of languages.def. */
#ifndef LUDENS_LANG_LANG_H
#define LUDENS_LANG_LANG_H

#include "base/diag.h"
#include "base/intern.h"
#include "ludens.h"

struct ir_game;
struct rl_program;
struct as_source;
struct net_network;

/* Reads and lowers a source text to a finished automaton (ir_game_finish already called).
 * NULL when there were errors, all of them reported. `scratch` is freed by the caller right
 * after, `keep` lives as long as the game. */
typedef struct ir_game *(*lang_automaton_reader)(arena *keep, arena *scratch, intern *names,
                                                 const src_text *source,
                                                 const lud_limits *limits, diag_sink *sink);
typedef struct lang_options {
    const lud_limits *limits;
    bool strict, exact; /* as in lud_options */
} lang_options;
/* The same for languages of the circuit machine: a logic program. */
typedef struct rl_program *(*lang_circuit_reader)(arena *keep, arena *scratch, intern *names,
                                                  const src_text *source, const lang_options *options,
                                                  diag_sink *sink);
/* The same for answer-set games: the texts of their programs, which the machine reads. */
typedef struct as_source *(*lang_answerset_reader)(arena *keep, arena *scratch, intern *names,
                                                   const src_text *source,
                                                   const lang_options *options, diag_sink *sink);
/* A network as it is. */
typedef struct net_network *(*lang_network_reader)(arena *keep, arena *scratch, intern *names,
                                                   const src_text *source, diag_sink *sink);
/* Canonical layout of a source text in the scratch arena; NULL after reported errors. */
typedef const char *(*lang_formatter)(arena *scratch, const src_text *source,
                                      const lud_limits *limits, diag_sink *sink);

/* The source text in another form of its language; NULL after reports. */
typedef const char *(*lang_translator)(arena *scratch, const src_text *source, const lud_limits *limits,
                                       const char *to, diag_sink *sink);

/* automaton text (RG and its widening), src/lang/rg */
struct ir_game *rg_read(arena *, arena *, intern *, const src_text *, const lud_limits *,
                        diag_sink *);
struct ir_game *aut_read(arena *, arena *, intern *, const src_text *, const lud_limits *,
                         diag_sink *);
const char *rg_format(arena *, const src_text *, const lud_limits *, diag_sink *);
const char *aut_format(arena *, const src_text *, const lud_limits *, diag_sink *);
/* src/lang/hrg */
struct ir_game *hrg_read(arena *, arena *, intern *, const src_text *, const lud_limits *,
                         diag_sink *);
const char *hrg_format(arena *, const src_text *, const lud_limits *, diag_sink *);
/* src/lang/rbg */
struct ir_game *rbg_read(arena *, arena *, intern *, const src_text *, const lud_limits *, diag_sink *);
const char *rbg_format(arena *, const src_text *, const lud_limits *, diag_sink *);
/* src/lang/gdl */
struct rl_program *gdl_read(arena *, arena *, intern *, const src_text *, const lang_options *,
                            diag_sink *);
const char *gdl_format(arena *, const src_text *, const lud_limits *, diag_sink *);
const char *gdl_translate(arena *, const src_text *, const lud_limits *, const char *to, diag_sink *);
/* src/lang/asp */
struct as_source *asp_read(arena *, arena *, intern *, const src_text *, const lang_options *, diag_sink *);
const char *asp_format(arena *, const src_text *, const lud_limits *, diag_sink *);
const char *asp_translate(arena *, const src_text *, const lud_limits *, const char *to, diag_sink *);

/* src/lang/network */
struct net_network *network_read(arena *, arena *, intern *, const src_text *, diag_sink *);

#endif
