/* Games written as Zillions saves them. */
#include "session/memory.h"
#include "session/zsg.h"

#include <stdlib.h>
#include <string.h>

/* A promotion that is all there is beside the leg says no place; `#` is the number of the only
 * attribute. */
static void add_move(buffer *out, const char *text, bool one_attribute)
{
    enum { WORDS = 8 };
    const char *word[WORDS + 1];
    size_t length[WORDS + 1];
    int n = 0;
    for (const char *p = text; *p && n <= WORDS; n++) {
        word[n] = p;
        length[n] = strcspn(p, " ");
        p += length[n] + strspn(p + length[n], " ");
    }
    bool promotes = n == WORDS && *word[4] == '=' && length[4] == 1 && strncmp(word[6], "on ", 3) == 0 &&
                    length[3] == length[7] && strncmp(word[3], word[7], length[3]) == 0;
    size_t size = promotes ? (size_t)(word[5] - text) + length[5] : strlen(text);
    for (size_t i = 0; i < size; i++) {
        bool number = one_attribute && text[i] == '#' && i > 0 && text[i - 1] == ' ' && text[i + 1] == ' ';
        buffer_add_bytes(out, number ? "0" : text + i, 1);
    }
    buffer_add(out, "\n");
}

void zsg_write(buffer *out, const char *rules, const json_t *variant, const json_t *moves)
{
    const json_t *turns = json_object_get(variant, "turns"), *move;
    size_t count = json_array_size(turns), repeat = (size_t)json_integer_value(json_object_get(variant, "repeat")),
           turn = 0, i;
    bool one_attribute = json_integer_value(json_object_get(variant, "attributes")) == 1, sequence = false;
    uint32_t round = 1;
    buffer_addf(out, "VersionID=2.0\nRulesFile=%s\nVariantName=%s\n", rules,
                json_string_value(json_object_get(variant, "title")));
    json_array_foreach (moves, i, move) {
        const json_t *after = json_array_get(moves, i + 1), *role = json_object_get(move, "role");
        const char *text = json_string_value(json_object_get(move, "move"));
        size_t next = turn + 1 < count ? turn + 1 : repeat;
        bool pass = strcmp(text, "Pass") == 0, ends = sequence && pass;
        bool again = !pass && after && json_equal(json_object_get(after, "role"), role);
        bool partial = again && !json_equal(json_array_get(turns, turn), json_array_get(turns, next));
        if (!ends) { /* that a sequence was ended is not written down */
            buffer_addf(out, "%u. %s", round, partial ? "partial " : "");
            add_move(out, text, one_attribute);
        }
        sequence = partial;
        round += !partial && turn + 1 >= count;
        turn = partial ? turn : next;
    }
}
