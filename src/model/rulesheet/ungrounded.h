/* Rule sheets whose ground network would be too large: the rules themselves are run. */
#ifndef LUDENS_MODEL_RULESHEET_UNGROUNDED_H
#define LUDENS_MODEL_RULESHEET_UNGROUNDED_H

#include "circuit/lifted.h"
#include "model/rulesheet/rulesheet.h"

/* False after a report. */
bool lifted_attach(lud_game *game, flat_program *flat, const char *why, bool notes, diag_sink *sink);

#endif
