/* The text of networks, as circuit/print.c writes it: one line for each role, fact, move, gate and
 * output, in this order:
 *
 *     network 1
 *     role "NAME" [chance]
 *     fact GATE "TEXT" [initial] next SIGNAL
 *     move GATE ROLE "TEXT" legal SIGNAL
 *     and GATE SIGNAL...          or GATE SIGNAL...
 *     component FIRST LAST
 *     terminal SIGNAL
 *     goal ROLE "VALUE" SIGNAL    percept ROLE "TEXT" SIGNAL
 *     sees
 *
 * Gates are numbered from 1, facts first, then moves; roles from 0. A signal is the number of a
 * gate, with a minus when it is negated, or T or F. `#` begins a comment. */
#ifndef LUDENS_LANG_NETWORK_NETWORK_H
#define LUDENS_LANG_NETWORK_NETWORK_H

#include "base/diag.h"
#include "base/intern.h"
#include "circuit/network.h"

/* NULL after a report. */
net_network *network_read(arena *a, arena *scratch, intern *names, const src_text *source,
                          diag_sink *sink);

#endif
