/* Whether a network is one. */
#ifndef LUDENS_CIRCUIT_CHECK_H
#define LUDENS_CIRCUIT_CHECK_H

#include "circuit/network.h"

/* NULL when all is well; else what is wrong, in words. */
const char *net_check(const net_network *n);

#endif
