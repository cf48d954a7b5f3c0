/* A run as one page of HTML. */
#ifndef LUDENS_EVOLVE_REPORT_H
#define LUDENS_EVOLVE_REPORT_H

#include "evolve/records.h"
#include "session/memory.h"

/* The best `games` of a run: boards, curves, criteria, pedigrees. `page`: address of a page of `ludens serve`, where
 * links play them. False after a message: the records are damaged. */
bool report_page(records *r, const char *name, const char *page, uint32_t games, buffer *out);

#endif
