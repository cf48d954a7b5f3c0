#include "model/machine.h"

#include "base/diag.h"

#include <string.h>

bool machine_unknown_pass(arena *a, const char *unknown, const char *(*name)(uint32_t index), diag_sink *sink)
{
    const char *word = arena_strndup(a, unknown, strcspn(unknown, ","));
    diag *d = diag_report(sink, DIAG_LANGUAGE, NULL, (src_span){0, 0}, "there is no pass `%s` for this game", word);
    suggestion s;
    suggest_init(&s, word);
    for (uint32_t i = 0; name(i); i++)
        suggest_offer(&s, name(i));
    diag_hint_near(sink, d, &s);
    return false;
}

void machine_no_split(const src_text *source, const char *language, diag_sink *sink)
{
    diag *d = diag_report(sink, DIAG_SPLIT, source, (src_span){0, 0}, "the moves of this game are no paths of tags");
    diag_set_hint(sink, d, "leave out --split: games in %s run on another machine than automata", language);
}
