/* Tokens of HRG. Line breaks are white space; comments are kept aside for the formatter. */
#ifndef LUDENS_LANG_HRG_LEX_H
#define LUDENS_LANG_HRG_LEX_H

#include "base/diag.h"
#include "base/intern.h"
#include "lang/scan.h"

typedef enum hrg_token_kind {
#define HRG_TOKEN(name, text) HRG_T_##name,
#include "lang/hrg/tokens.def"
#undef HRG_TOKEN
    HRG_TOKEN_COUNT
} hrg_token_kind;

typedef struct hrg_token {
    hrg_token_kind kind;
    name_id name; /* of identifiers, else NAME_NONE */
    src_span span;
} hrg_token;

typedef struct hrg_tokens {
    VEC(hrg_token) list; /* always ends with HRG_T_END */
    scan_comments comments;
} hrg_tokens;

/* Bytes that belong to no token are reported and skipped. */
void hrg_lex(hrg_tokens *tokens, arena *a, intern *names, const src_text *source, diag_sink *sink);
const char *hrg_token_text(hrg_token_kind kind);

#endif
