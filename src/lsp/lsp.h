/* The Language Server Protocol (version 3.17) for every language of rules: diagnostics, layout,
 * completion and hover, all from our own parsers and tables. Messages come and go as texts; who
 * calls carries them. */
#ifndef LUDENS_LSP_LSP_H
#define LUDENS_LSP_LSP_H

#include "ludens.h"

typedef struct lsp lsp;

/* NULL: no memory. */
lsp *lsp_open(const lud_options *load);
/* A message of the editor. `send` is called for each message to it; the text lives for the call. */
void lsp_take(lsp *s, const char *message, size_t length, void (*send)(void *user, const char *message), void *user);
/* The editor has said `exit`; *code is the exit code it expects. */
bool lsp_ended(const lsp *s, int *code);
void lsp_close(lsp *s);

#endif
