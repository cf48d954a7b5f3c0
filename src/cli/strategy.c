#include "cli/strategy.h"

#include "cli/app.h"
#include "cli/load.h"
#include "session/memory.h"

#include <stdlib.h>
#include <string.h>

bool strategy_read(strategy_text *s, const char *file, int *code)
{
    *s = (strategy_text){0};
    if (!file || strcmp(file, STRATEGY_STORED) == 0)
        return true;
    s->file = file;
    s->text = load_file(file, &s->length, code);
    return s->text != NULL;
}

void strategy_text_done(strategy_text *s)
{
    free(s->text);
    *s = (strategy_text){0};
}

lud_strategy *strategy_make(const strategy_text *s, const lud_game *game, bool explained, lud_diags *diags)
{
    return (explained ? lud_strategy_explained : lud_strategy_new)(game, s->text, s->length, s->file, diags);
}

bool strategy_is_game(const options *o, const char *file) { return file && o->argument_count == 0; }
