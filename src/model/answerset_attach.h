/* Answer-set games as forward models: how they are set up. */
#ifndef LUDENS_MODEL_ANSWERSET_ATTACH_H
#define LUDENS_MODEL_ANSWERSET_ATTACH_H

#include "base/diag.h"
#include "model/machine.h"

struct as_source;

/* False after reports. */
bool answerset_attach(lud_game *game, struct as_source *source, const lud_options *options, diag_sink *sink);

#endif
