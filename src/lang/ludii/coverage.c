/* A small game for each constructor and each of its arguments: whether they are played, refused or ignored is found by
 * loading them. A constructor stands in the shortest text that leads to it from one of the frames below. */
#include "lang/ludii/grammar.h"

#include "base/text.h"
#include "lang/ludii/lower/lu.h"

#include <string.h>

#define EQUIPMENT                                                                                                      \
    "(piece \"Name\" Shared) (piece \"Name\" Each N (or (move Step (to if:(is Empty (to)))) (move Hop (between "       \
    "if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))) (hand Each size:2) "      \
    "(map \"Name\" {(pair 0 1)}) (regions \"Name\" {0 1}) (regions P1 (sites Top)) (regions P2 (sites Bottom))"
#define TRACKS                                                                                                         \
    "{(track \"First\" \"2,S\" P1) (track \"Other\" \"8,W,S\" P2) (track \"Short\" \"4,E\") (track \"Name\" "          \
    "\"0,E,N,W\" "                                                                                                     \
    "loop:true)}"
#define BOARD      "(board (square 3) " TRACKS " use:Cell) "
#define START      "(start {(place \"Name1\" {0 1}) (place \"Name2\" {7 8})}) "
#define END        " (end (if (is Empty 8) (result Mover Win))))"
#define PLAY       "(play (forEach Piece))"
#define GAME       "(game \"Name\" (players 2) (equipment {" BOARD EQUIPMENT "}) (rules "
#define DICE       "(game \"Name\" (players 2) (equipment {" BOARD EQUIPMENT " (dice d:4 num:2)}) (rules "
#define SURROUNDED "(move (from (sites Occupied by:Mover)) (to (sites Empty)) (then @))"
#define PUZZLE                                                                                                         \
    "(game \"Name\" (players 1) (equipment {(board (square 3) (values Cell (range 1 3))) (hints {(hint {0 1} 3)}) "    \
    "(regions \"Name\" {0 1 2}) (regions {3 4 5})}) "                                                                  \
    "(rules (start (set {{0 1}})) (play (satisfy @)) (end (if (is Solved) (result P1 Win)))))"

/* Where instances of a class stand; the first row that fits counts. */
static const struct {
    const char *class, *text;
} frames[] = {
    {"Match", NULL},
    {"Game", "@"},
    {"Players", "(game \"Name\" @ (equipment {" BOARD EQUIPMENT "}) (rules " START PLAY END ")"},
    {"Mode", "(game \"Name\" (players 2) @ (equipment {" BOARD EQUIPMENT "}) (rules " START PLAY END ")"},
    {"Board", "(game \"Name\" (players 2) (equipment {@ " EQUIPMENT "}) (rules " START PLAY
              " (end (if (= 1 (trackSite Move from:(last To) steps:1)) (result Mover Win)))))"},
    {"Hints",
     "(game \"Name\" (players 1) (equipment {(board (square 3) (values Cell (range 1 3))) @}) (rules (play (satisfy "
     "(is Sum (sites Top) (hint at:1)))) (end (if (is Solved) (result P1 Win)))))"},
    {"Apply", GAME START "(play (move Step (from (sites Occupied by:Mover)) (to if:(is Empty (to)) @)))" END ")"},
    {"Map", "(game \"Name\" (players 2) (equipment {" BOARD " (piece \"Name\" Shared) @}) (rules (play (move Add (to "
            "(sites Empty)))) (end (if (= 1 (mapEntry \"Name\" (last To))) (result Mover Win)))))"},
    {"Regions", "(game \"Name\" (players 2) (equipment {" BOARD " (piece \"Ball\" Each) @}) (rules (play (move Add (to "
                "(sites Empty)))) (end (if (is In (last To) (sites Mover \"Name\")) (result Mover Win)))))"},
    {"Track",
     "(game \"Name\" (players 2) (equipment {(board (square 3) {@ (track \"Other\" \"8,W,S\" P2)}) " EQUIPMENT
     "}) (rules " START "(play (forEach Piece)) (end (if (or (= 1 (trackSite Move from:(last To) \"Name\" steps:3)) "
     "(= 1 (trackSite Move from:(last To) P1 steps:3))) (result Mover Win)))))"},
    {"Dice", "(game \"Name\" (players 2) (equipment {" BOARD EQUIPMENT " @}) (rules " START
             "(play (do (roll) next:(forEach Piece)))" END ")"},
    {"Piece",
     "(game \"Name\" (players 2) (equipment {(board (square 3)) @}) (rules (start (place \"Name1\" {0 1})) (play "
     "(or (forEach Piece) (move Step (from (sites Occupied by:Mover)) (to if:(is Empty (to))) (then (flip)))))"
     " (end (if (= 1 (value Piece of:(what at:(last To)))) (result Mover Win)))))"},
    {"Item", "(game \"Name\" (players 2) (equipment {" BOARD EQUIPMENT " @}) (rules " START PLAY END ")"},
    {"Rules", "(game \"Name\" (players 2) (equipment {" BOARD EQUIPMENT "}) @)"},
    {"MetaRule", GAME "(meta @) " START PLAY END ")"},
    {"Meta", GAME "@ " START PLAY END ")"},
    {"PuzzleSet", "(game \"Name\" (players 1) (equipment {(board (square 3) (values Cell (range 1 3)))}) (rules (start "
                  "@) (play (satisfy (all Different (sites Top)))) (end (if (is Solved) (result P1 Win)))))"},
    {"StartRule", GAME "(start @) " PLAY END ")"},
    {"Start", GAME "@ " PLAY END ")"},
    {"Play", GAME START "@" END ")"},
    {"EndRule", GAME START PLAY " (end @)))"},
    {"End", GAME START PLAY " @))"},
    {"Result", GAME START PLAY " (end (if (is Empty 8) @))))"},
    {"Phase", GAME START "phases:{@ (phase \"Next\" " PLAY ")}" END ")"},
    {"NextPhase", GAME START "phases:{(phase \"Name\" " PLAY " @) (phase \"Next\" " PLAY ")}" END ")"},
    {"Roll", DICE START "(play (do @ next:(forEach Piece)))" END ")"},
    {"ForEach.Die", DICE START "(play (do (roll) next:@))" END ")"},
    {"Satisfy", "(game \"Name\" (players 1) (equipment {(board (square 3) (values Cell (range 1 3)))}) (rules (play @) "
                "(end (if (is Solved) (result P1 Win)))))"},
    {"Then", GAME START "(play (move (from (sites Occupied by:Mover)) (to (sites Empty)) @))" END ")"},
    {"From", GAME START "(play (move @ (to (sites Empty))))" END ")"},
    {"To", GAME START "(play (move Step (from (sites Occupied by:Mover)) @))" END ")"},
    {"Between", GAME START "(play (move Hop (from (sites Occupied by:Mover)) @ (to if:(is Empty (to)))))" END ")"},
    {"MovePiece", GAME START "(play (move Add @ (to (sites Empty))))" END ")"},
    {"Direction", GAME START "(play (move Step (from (sites Occupied by:Mover)) @ (to if:(is Empty (to)))))" END ")"},
    {"PuzzleIs", PUZZLE},
    {"PuzzleAll", PUZZLE},
    {"ForAll", PUZZLE},
    {"Boolean", GAME START PLAY " (end (if @ (result Mover Win)))))"},
    {"Face", DICE START PLAY " (end (if (= (last To) @) (result Mover Win)))))"},
    {"Pips", DICE START "(play (do (roll) next:(forEach Die (move (from (sites Occupied by:Mover)) (to @)))))" END ")"},
    {"Int", GAME START PLAY " (end (if (= (last To) @) (result Mover Win)))))"},
    {"Ints", GAME START PLAY " (end (if (= (last To) (max @)) (result Mover Win)))))"},
    {"Sites", GAME START "(play (move (from (sites Occupied by:Mover)) (to @)))" END ")"},
    {"Range", GAME START "(play (move Hop (from (sites Occupied by:Mover)) (between @ if:(is Occupied (between))) (to "
                         "if:(is Empty (to)))))" END ")"},
    {"Graph", "(game \"Name\" (players 2) (equipment {(board @ use:Vertex) (piece \"Ball\" Each)}) (rules (play (move "
              "Add (to (sites "
              "Empty)))) (end (if (is Line 2 Adjacent) (result Mover Win)))))"},
    {"Dim",
     "(game \"Name\" (players 2) (equipment {(board (square @)) (piece \"Ball\" Each)}) (rules (play (move Add (to "
     "(sites Empty)))) (end (if (is Line 2 Adjacent) (result Mover Win)))))"},
    {"Float", "(game \"Name\" (players 2) (equipment {(board (rotate @ (square 3)) use:Vertex) (piece \"Ball\" Each)}) "
              "(rules (play "
              "(move Add (to (sites Empty)))) (end (if (is Line 2 Adjacent) (result Mover Win)))))"},
};
static const char effect_frame[] = GAME START "(play " SURROUNDED ")" END ")",
                  moves_frame[] = GAME START "(play @)" END ")";

/* Instances of a class: what makes sense anywhere, and others, since one may be what holds without it. */
static const struct {
    const char *class, *texts[4];
} samples[] = {
    {"Sites", {"(sites Empty)", "(sites {2 5})", "(sites Occupied by:Mover)"}},
    {"Int", {"2", "(count Pieces Mover)", "(last To)", "7"}},
    {"Dim", {"5", "4", "3", "2"}},
    {"Float", {"0.5", "2"}},
    {"Boolean", {"(is Empty 4)", "false", "true"}},
    {"RoleType", {"Mover", "P2", "Next", "Enemy"}},
    {"Player", {"(player 1)", "(player 2)"}},
    {"SiteType", {"Cell", "Vertex"}},
    {"NonDecision", {"(remove (last From))", "(add (piece \"Name1\") (to (sites Empty)))"}},
    {"Moves", {"(move Add (piece \"Name1\") (to (sites Empty)))", "(forEach Piece)"}},
    {"Ints", {"{4 5}", "{1 2 3}"}},
    {"Graph", {"(square 3)", "(hex 2)"}},
    {"Poly", {"(poly {{0 0} {0 4} {4 4} {4 0}})"}},
    {"Direction", {"Orthogonal", "Diagonal"}},
    {"Range", {"(range 1 2)", "(exact 2)"}},
    {"From", {"(from (sites Occupied by:Mover))", "(from (last To))"}},
    {"To", {"(to (sites Empty))", "(to if:(is Empty (to)))", "(to if:(is Enemy (who at:(to))) (apply (remove (to))))"}},
    {"Between", {"(between if:(is Enemy (who at:(between))) (apply (remove (between))))", "(between)"}},
    {"Then", {"(then (moveAgain))"}},
    {"MovePiece", {"(piece \"Name1\")", "(piece \"Name2\")"}},
    {"End", {"(end (if (is Empty 8) (result Mover Win)))"}},
    {"EndRule", {"(if (is Empty 8) (result Mover Win))"}},
    {"Play", {"(play (forEach Piece))"}},
    {"Start", {"(start (place \"Name1\" 0))"}},
    {"StartRule", {"(place \"Name1\" 0)"}},
    {"Phase", {"(phase \"Name\" (play (forEach Piece)))"}},
    {"Item", {"(board (square 3))"}},
    {"Step", {"(step (to if:(is Empty (to))))"}},
    {"Games", {"(games {(subgame \"Name\")})"}},
};

/* Optional arguments without which others of the row do nothing. */
static const struct {
    const char *row, *type, *text;
} needed[] = {
    {"Place.Piece", "<int>", "4"},        {"Place.PieceValue", "<int>", "4"},
    {"Place.Pieces", "{<int>}", "{3 4}"}, {"Place.PiecesValue", "{<int>}", "{3 4}"},
    {"Regions", "<roleType>", "P1"},      {"Regions.Words", "<roleType>", "P1"},
    {"Tile", "{<stepType>}", "{F F}"},    {"Directions", "<relativeDirection>", "FL"},
    {"Sow", "string", "\"Name\""},        {"Sow.PerHole", "string", "\"Name\""},
};

/* Arguments that change nothing: what is shown or noted only, names of what there is one of, bounds that numbers keep,
 * sizes of shapes that have one, and words that say what is said anyway. */
static const struct {
    const char *row, *type; /* NULL: all */
} harmless[] = {
    {"Game", NULL},
    {"Note", NULL},
    {"Note.Any", NULL},
    {"To", "<sites>"}, /* of moves whose ways say where they end */
    {"Piece.Bounds", "maxState:<int>"},
    {"Piece.Bounds", "maxCount:<int>"},
    {"Piece.Bounds", "maxValue:<int>"},
    {"Hints", "<siteType>"},
    {"Tile", "numSides:int"},
    {"Tile", "<flips>"}, /* as of pieces */
    {"Track", "directed:boolean"},
    {"Board", "<equipment.values>"},
    {"Board", "{<equipment.values>}"},
    {"Regions", "string"},
    {"Regions.Words", "string"},
    {"Move.Shoot", "<moves.between>"}, /* later */
    {"Shoot", "<moves.between>"},
    {"Move.SetNextPlayer", "<then>"}, /* later */
    {"Set.NextPlayer", "<then>"},
    {"MaxMoves.Distance", "string"},
    {"MaxMoves.Distance", "<roleType>"},
    {"Sites.Side", "<moves.player>"}, /* of those that look nowhere */
    {"Is.Connect", "<direction>"},    /* of one region that may be blocked */
    {"Size.Territory", "Territory"},
    {"Size.Group", "Group"},
    {"Scale", "<float>"},
    {"Shift", "<float>"},
    {"Tri", "<dim>"},
    {"Tiling", "<dim>"},
    {"Remember.Value", "string"},
    {"Forget.All", "string"},
    {"Forget.Value", "string"},
    {"ValuesRemembered", "string"},
    {"StartSet.Remember", "string"},
    {"GraphRemove", "trimEdges:boolean"},
};

typedef struct coverage {
    const lib *l;
    arena *arena;
    const char **context; /* [class]: a game with `@` */
    uint32_t *words;      /* [class] in that; NONE */
    bool effects;         /* moves in them are made, too */
    text_buffer out;
} coverage;

static const char *instance(coverage *c, uint32_t form, const char *const *given, int depth);

static const lib_type *type_at(const coverage *c, uint32_t type) { return &vec_at(&c->l->types, type); }

/* The kth instance of a type, or NULL: there are no more. */
static const char *sample(coverage *c, const lib_choice *choice, uint32_t k, int depth)
{
    const lib *l = c->l;
    const lib_type *t = type_at(c, choice->type);
    const char *label = choice->label == NAME_NONE ? "" : lib_text(l, choice->label), *text = NULL;
    static const char *const literals[LIB_LITERALS][3] = {{"1", "2", "0"},   {"0.5", "2"},
                                                          {"true", "false"}, {"\"Name\"", "\"Name1\"", "\"Hand1\""},
                                                          {"\"Name\""},      {"Name"}};
    if (t->kind == LIB_LITERAL)
        text = k < 3 ? literals[t->index][k] : NULL;
    else if (t->kind == LIB_WORD)
        text = k ? NULL : lib_text(l, t->index);
    else {
        const lib_class *class = &vec_at(&l->classes, t->index);
        const char *name = c->effects && strcmp(class->row->name, "Moves") == 0 ? "NonDecision" : class->row->name;
        bool found = false;
        for (size_t i = 0; i < sizeof samples / sizeof *samples && !found; i++)
            if (strcmp(name, samples[i].class) == 0) {
                found = true;
                text = k < 4 ? samples[i].texts[k] : NULL;
            }
        if (!found && class->values.count)
            text = k < class->values.count ? lib_text(l, vec_at(&class->values, k)) : NULL;
        else if (!found && class->forms.count)
            text = k < class->forms.count && depth < 6 ? instance(c, vec_at(&class->forms, k), NULL, depth + 1) : NULL;
        else if (!found) { /* one of the classes below */
            uint32_t n = k;
            for (uint32_t i = 0; i < l->classes.count && !text && depth < 6; i++)
                if (i != t->index && lib_extends(l, i, t->index) && vec_at(&l->classes, i).forms.count && !n--)
                    text = instance(c, vec_at(&vec_at(&l->classes, i).forms, 0), NULL, depth + 1);
        }
    }
    if (strcmp(label, "coord") == 0)
        text = k ? NULL : "\"B2\"";
    if (strcmp(label, "container") == 0 && t->kind == LIB_LITERAL)
        text = k ? NULL : "\"Hand1\"";
    for (uint32_t i = 0; i < t->dims && text; i++)
        text = arena_printf(c->arena, "{%s}", text);
    return text && *label ? arena_printf(c->arena, "%s:%s", label, text) : text;
}

/* Of a form: the arguments that are given, and samples of the others that have to be there. */
static const char *instance(coverage *c, uint32_t form, const char *const *given, int depth)
{
    const lib_form *f = &vec_at(&c->l->forms, form);
    text_buffer b = {0};
    if (f->bare)
        return sample(c, &f->slots[0].choices[0], 0, depth);
    text_adds(c->arena, &b, "(");
    text_adds(c->arena, &b, lib_text(c->l, vec_at(&c->l->classes, f->class).keyword));
    for (uint32_t s = 0; s < f->count; s++) {
        const char *part = given ? given[s] : NULL;
        for (uint32_t i = 0; i < f->slots[s].count && !part && !f->slots[s].optional; i++)
            part = sample(c, &f->slots[s].choices[i], 0, depth);
        if (!part && !f->slots[s].optional)
            return NULL;
        if (part) {
            text_adds(c->arena, &b, " ");
            text_adds(c->arena, &b, part);
        }
    }
    text_adds(c->arena, &b, ")");
    return b.data;
}

static const char *put_into(coverage *c, const char *frame, const char *text)
{
    const char *at = frame ? strchr(frame, '@') : NULL;
    return at && text ? arena_printf(c->arena, "%.*s%s%s", (int)(at - frame), frame, text, at + 1) : NULL;
}

static void set_frames(coverage *c)
{
    for (uint32_t k = 0; k < c->l->classes.count; k++) {
        c->words[k] = LIB_NONE;
        for (size_t i = 0; i < sizeof frames / sizeof *frames && c->words[k] == LIB_NONE; i++) {
            uint32_t base = lib_class_find(c->l, frames[i].class, strlen(frames[i].class));
            if (base == LIB_NONE || !lib_extends(c->l, k, base))
                continue;
            c->words[k] = 0;
            c->context[k] = frames[i].text;
        }
        uint32_t moves = lib_class_find(c->l, "Moves", strlen("Moves"));
        if (c->words[k] == LIB_NONE && moves != LIB_NONE && lib_extends(c->l, k, moves)) {
            c->words[k] = 0;
            c->context[k] = moves_frame;
        }
    }
}

/* Contexts of the other classes: in the constructor that is nearest to a frame. */
static void find_contexts(coverage *c)
{
    const lib *l = c->l;
    set_frames(c);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < l->forms.count; i++) {
            const lib_form *f = &vec_at(&l->forms, i);
            for (uint32_t s = 0; s < f->count && c->words[f->class] != LIB_NONE; s++)
                for (uint32_t k = 0; k < f->slots[s].count; k++) {
                    const lib_choice *choice = &f->slots[s].choices[k];
                    const lib_type *t = type_at(c, choice->type);
                    for (uint32_t n = 0; t->kind == LIB_CLASS && n < l->classes.count; n++) {
                        if (!lib_extends(l, n, t->index) || c->words[n] <= c->words[f->class] + 1)
                            continue;
                        const char *hole = "@", *label = choice->label == NAME_NONE ? "" : lib_text(l, choice->label);
                        for (uint32_t d = 0; d < t->dims; d++)
                            hole = arena_printf(c->arena, "{%s}", hole);
                        hole = *label ? arena_printf(c->arena, "%s:%s", label, hole) : hole;
                        const char *given[LIB_MAX_SLOTS] = {0};
                        given[s] = hole;
                        const char *text = put_into(c, c->context[f->class], instance(c, i, given, 0));
                        if (!text)
                            continue;
                        c->words[n] = c->words[f->class] + 1;
                        c->context[n] = text;
                        again = true;
                    }
                }
        }
    }
}

/* Of rows that need a game of their own, else that of their class. */
static const char *frame_of(const coverage *c, const lib_form *f)
{
    const char *frame = c->context[f->class];
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
        frame = strcmp(f->row->name, frames[i].class) == 0 ? frames[i].text : frame;
    return frame;
}

static void put_case(coverage *c, uint32_t form, const char *frame, const char *argument, const char *instance_text)
{
    const lib_form *f = &vec_at(&c->l->forms, form);
    const char *game = put_into(c, frame, instance_text);
    if (game)
        text_adds(c->arena, &c->out,
                  arena_printf(c->arena, "%s\t%s\t%s\t%s\n", f->row->name, argument, instance_text, game));
}

/* The argument whose word says what the constructor means, and not how. */
static uint32_t keyword_of(const coverage *c, const lib_form *f)
{
    for (uint32_t s = 0; s < f->count; s++) {
        const lib_type *t = type_at(c, f->slots[s].choices[0].type);
        if (!f->slots[s].optional && f->slots[s].count == 1 && t->kind == LIB_CLASS && !t->dims &&
            vec_at(&c->l->classes, t->index).values.count)
            return s;
    }
    return LIB_NONE;
}

static bool is_harmless(const ludeme *row, const char *type)
{
    bool is = false;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless && !is; i++)
        is = strcmp(row->name, harmless[i].row) == 0 && (!harmless[i].type || strcmp(type, harmless[i].type) == 0);
    return is;
}

static void cover_arguments(coverage *c, uint32_t form, const char *frame, const char **given)
{
    const lib_form *f = &vec_at(&c->l->forms, form);
    for (uint32_t s = 0; s < f->count; s++)
        for (uint32_t i = 0; i < f->slots[s].count; i++)
            for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
                if (strcmp(f->row->name, needed[k].row) == 0 &&
                    strcmp(grammar_choice_text(c->l, c->arena, &f->slots[s].choices[i]), needed[k].type) == 0)
                    given[s] = needed[k].text;
    put_case(c, form, frame, "", instance(c, form, given, 0));
    for (uint32_t s = 0; s < f->count; s++)
        for (uint32_t i = 0; i < f->slots[s].count; i++) {
            const lib_choice *choice = &f->slots[s].choices[i];
            const char *type = grammar_choice_text(c->l, c->arena, choice);
            const bool optional = f->slots[s].optional;
            if (given[s] || (!optional && f->slots[s].count == 1))
                continue;
            for (uint32_t k = 0; (given[s] = sample(c, choice, k, 0)); k++)
                put_case(c, form, frame,
                         arena_printf(c->arena, "%s%s",
                                      !optional                   ? "="
                                      : is_harmless(f->row, type) ? "~"
                                                                  : "",
                                      type),
                         instance(c, form, given, 0));
        }
}

static void cover(coverage *c, uint32_t form, const char *frame)
{
    const lib_form *f = &vec_at(&c->l->forms, form);
    const uint32_t keyword = keyword_of(c, f);
    const char *given[LIB_MAX_SLOTS] = {0};
    if (keyword == LIB_NONE) {
        cover_arguments(c, form, frame, given);
        return;
    }
    for (uint32_t k = 0; (given[keyword] = sample(c, &f->slots[keyword].choices[0], k, 0)); k++)
        cover_arguments(c, form, frame, given);
}

const char *coverage_games(const lib *l, arena *a)
{
    coverage c = {.l = l,
                  .arena = a,
                  .context = ARENA_ARRAY(a, const char *, l->classes.count),
                  .words = ARENA_ARRAY(a, uint32_t, l->classes.count)};
    find_contexts(&c);
    for (uint32_t i = 0; i < l->forms.count; i++) {
        const lib_form *f = &vec_at(&l->forms, i);
        const ludeme_code *code = f->row->code;
        if (f->bare || c.words[f->class] == LIB_NONE)
            continue;
        const char *frame = frame_of(&c, f);
        const bool as_moves = frame == moves_frame;
        if (!as_moves || !code || code->moves)
            cover(&c, i, frame);
        c.effects = true;
        if (as_moves && code && code->effect &&
            !lib_extends(l, f->class, lib_class_find(l, "Decision", strlen("Decision"))))
            cover(&c, i, effect_frame);
        c.effects = false;
    }
    return c.out.data ? c.out.data : "";
}
