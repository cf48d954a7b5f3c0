#include "lang/ludii/ludii.h"

typedef enum part { PART_GAME, PART_DEFINE, PART_OPTION, PART_RULESETS, PART_METADATA, PART_STARS, PART_UNKNOWN } part;

static part part_of(const ludii_file *f, const ludii_token *t, uint32_t count)
{
    static const struct {
        const char *head;
        part part;
    } heads[] = {{"game", PART_GAME},         {"match", PART_GAME},    {"ludeme", PART_GAME},
                 {"define", PART_DEFINE},     {"option", PART_OPTION}, {"rulesets", PART_RULESETS},
                 {"metadata", PART_METADATA}, {"instance", PART_GAME}};
    if (t->kind == LUDII_WORD && *ludii_text(f, t->name) == '*')
        return PART_STARS;
    for (size_t i = 0; i < sizeof heads / sizeof *heads && t->kind == LUDII_OPEN && count > 1; i++)
        if (ludii_is(f, t + 1, heads[i].head))
            return heads[i].part;
    return PART_UNKNOWN;
}

static void unknown(ludii_file *f, const ludii_token *t, uint32_t count)
{
    static const char *const heads[] = {"game", "match", "define", "option", "rulesets", "metadata"};
    bool list = t->kind == LUDII_OPEN && count > 1 && t[1].name != NAME_NONE;
    const ludii_token *at = list ? t + 1 : t;
    diag *d = ludii_report(f, DIAG_EXPECTED, at->span, at->origin,
                           "expected the game here, a define, options, rulesets or metadata");
    if (!list)
        return;
    suggestion s;
    suggest_init(&s, ludii_shown(f, at->name));
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        suggest_offer(&s, heads[i]);
    if (s.best)
        diag_hint_mean(f->sink, d, s.best);
}

static bool is_game(const ludii_file *f, const ludii_tokens *text, name_id name)
{
    return text->count > 3 && ludii_is(f, text->data + 1, "game") && text->data[2].name == name;
}

bool ludii_has_game(const ludii_file *f, name_id name)
{
    bool has = false;
    for (uint32_t i = 0; i < f->games.count && !has; i++)
        has = is_game(f, &vec_at(&f->games, i), name);
    return has;
}

static void keep_game(ludii_file *f, ludii_token *t, uint32_t count)
{
    ludii_tokens text = {.data = t, .count = count};
    vec_push(f->arena, &f->games, text);
}

/* Games beside a match are those that it is made of. */
static void choose_game(ludii_file *f)
{
    bool has_match = false;
    for (uint32_t i = 0; i < f->games.count; i++)
        has_match |= ludii_is(f, vec_at(&f->games, i).data + 1, "match");
    for (uint32_t i = 0; i < f->games.count; i++) {
        const ludii_tokens *text = &vec_at(&f->games, i);
        bool meant =
            f->wanted != NAME_NONE ? is_game(f, text, f->wanted) : !has_match || ludii_is(f, text->data + 1, "match");
        if (meant && f->game.count) {
            diag *d = ludii_report(f, DIAG_DUPLICATE, vec_at(text, 1).span, vec_at(text, 1).origin,
                                   "a second game in one file");
            diag_add_note(f->sink, d, f->text, vec_at(&f->game, 1).span, "the first one is here");
            return;
        }
        f->game = meant ? *text : f->game;
    }
}

void ludii_parts(ludii_file *f)
{
    ludii_token *all = f->tokens.data;
    for (uint32_t at = 0, next; at < f->tokens.count && !f->exhausted; at = next) {
        next = ludii_skip(all, f->tokens.count, at);
        ludii_token *t = all + at;
        uint32_t count = next - at;
        switch (part_of(f, t, count)) {
        case PART_GAME: keep_game(f, t, count); break;
        case PART_DEFINE: ludii_define_add(f, f->text, 0, t, count); break;
        case PART_OPTION: ludii_read_option(f, t, count); break;
        case PART_RULESETS: ludii_read_rulesets(f, t, count); break;
        case PART_METADATA:
            f->metadata.data = t;
            f->metadata.count = count;
            break;
        case PART_STARS: break;
        case PART_UNKNOWN:
            if (t->kind == LUDII_MARKER) { /* an option that says defines */
                vec_push(f->arena, &f->markers, *t);
                break;
            }
            if (t->kind == LUDII_WORD ||
                t->kind == LUDII_STRING) { /* Ludii looks for what it knows, and nowhere else */
                ludii_report(f, DIAG_LUDII_STRAY, t->span, t->origin, "this belongs to nothing, and is left out");
                break;
            }
            unknown(f, t, count);
            return;
        }
    }
    choose_game(f);
}
