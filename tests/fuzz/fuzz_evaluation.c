/* Files of evaluations: any bytes are read or refused, and refused with words. */
#include "fuzz.h"

#include "agents/evaluation.h"

#include <stdio.h>
#include <string.h>

static const char rules[] = "type Player = { X, O }; type Score = { 0, 100 }; type Cell = { a, b "
                            "}; type Piece = { e, X, O };"
                            "var board: Cell -> Piece = { :e }; var cell: Cell = a;"
                            "begin, turn: player = X; turn, go: cell = Cell(*); go, set: $$ cell; "
                            "set, done: board[cell] = X;"
                            "done, end: player = keeper;";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static lud_game *game;
    char problem[300] = "";
    evaluation e;
    if (!game) {
        lud_options o;
        lud_options_init(&o);
        o.language = "rg";
        o.backend = LUD_BACKEND_INTERP;
        game = lud_load_text(rules, strlen(rules), "rules", &o, NULL);
    }
    FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (!game)
        abort();
    if (!in)
        return 0;
    if (evaluation_init(&e, game) && !evaluation_read(&e, in, problem, sizeof problem) && !problem[0])
        abort();
    evaluation_done(&e);
    fclose(in);
    return 0;
}
