/* States as blocks of bytes, and structures that are made of them. */
#ifndef LUDENS_LANG_TOSS_PLAY_STATE_H
#define LUDENS_LANG_TOSS_PLAY_STATE_H

#include "lang/toss/play.h"

/* Where everything is in a state; false after a report. */
bool toss_lay_out(toss_play *p);
/* Elements in the order of slots; *slots: of each. */
toss_structure *toss_unpack(toss_play *p, const void *state, uint32_t **slots);
/* False when there is no room for all elements. */
bool toss_pack(toss_play *p, const toss_structure *s, void *state);
/* All return false. */
bool toss_play_full(toss_play *p);
bool toss_play_fail(toss_play *p, diag_code code, src_span at, const char *problem);
bool toss_play_refuse(toss_file *f, src_span at, const char *what, const char *hint);

#endif
