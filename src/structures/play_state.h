/* States as blocks of bytes, and structures that are made of them. */
#ifndef LUDENS_STRUCTURES_PLAY_STATE_H
#define LUDENS_STRUCTURES_PLAY_STATE_H

#include "structures/play.h"

/* Where everything is in a state; false after a report. */
bool rs_lay_out(rs_play *p);
/* Elements in the order of slots; *slots: of each. */
rs_structure *rs_unpack(rs_play *p, const void *state, uint32_t **slots);
/* False when there is no room for all elements. */
bool rs_pack(rs_play *p, const rs_structure *s, void *state);
/* All return false. */
bool rs_play_full(rs_play *p);
bool rs_play_fail(rs_play *p, diag_code code, src_span at, const char *problem);
bool rs_play_refuse(rs_game *f, src_span at, const char *what, const char *hint);

#endif
