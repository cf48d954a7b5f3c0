#include "evolve/picture.h"

#include "draw/svg.h"
#include "evolve/observe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct frame {
    double left, right, low, high; /* in the board's units */
    double near;                   /* least distance of two sites */
} frame;

static const double WIDTH = 260;

static void widen(frame *f, double x, double y)
{
    f->left = fmin(f->left, x);
    f->right = fmax(f->right, x);
    f->low = fmin(f->low, y);
    f->high = fmax(f->high, y);
}

static frame frame_of(const lud_game *game, uint32_t board, uint32_t sites)
{
    frame f = {INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY};
    for (uint32_t i = 0; i < sites; i++) {
        lud_location a = lud_site_location(game, board, i);
        widen(&f, a.x, a.y);
        for (uint32_t k = 0; k < a.corners; k++)
            widen(&f, a.outline[2 * k], a.outline[2 * k + 1]);
        for (uint32_t k = 0; k < i; k++) {
            lud_location b = lud_site_location(game, board, k);
            double d = hypot(a.x - b.x, a.y - b.y);
            f.near = d > 1e-6 ? fmin(f.near, d) : f.near;
        }
    }
    f.near = isfinite(f.near) ? f.near : 1;
    f.left -= f.near * 0.6;
    f.right += f.near * 0.6;
    f.low -= f.near * 0.6;
    f.high += f.near * 0.6;
    return f;
}

static double scale_of(const frame *f) { return WIDTH / fmax(f->right - f->left, f->high - f->low); }
static double x_of(const frame *f, double x) { return (x - f->left) * scale_of(f); }
static double y_of(const frame *f, double y) { return (f->high - y) * scale_of(f); }

static void add_cell(buffer *out, const frame *f, lud_location at)
{
    double half = f->near / 2;
    const double square[8] = {at.x - half, at.y - half, at.x + half, at.y - half,
                              at.x + half, at.y + half, at.x - half, at.y + half};
    const double *corners = at.outline && at.corners > 2 ? at.outline : square;
    uint32_t n = at.outline && at.corners > 2 ? at.corners : 4;
    buffer_add(out, "<polygon class=\"cell\" points=\"");
    for (uint32_t i = 0; i < n; i++)
        buffer_addf(out, "%s%.1f,%.1f", i ? " " : "", x_of(f, corners[2 * i]), y_of(f, corners[2 * i + 1]));
    buffer_add(out, "\"/>");
}

static void add_lines(buffer *out, const lud_game *game, uint32_t board, uint32_t sites, const frame *f)
{
    for (uint32_t a = 0; a < sites; a++)
        for (uint32_t b = 0; b < a; b++) {
            lud_location p = lud_site_location(game, board, a), q = lud_site_location(game, board, b);
            if (lud_site_linked(game, board, a, b))
                buffer_addf(out, "<line class=\"way\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", x_of(f, p.x),
                            y_of(f, p.y), x_of(f, q.x), y_of(f, q.y));
        }
}

/* Whose a piece is, by the number of a player that ends its name or by names of colours; and its letter. */
static void add_piece(buffer *out, const frame *f, lud_location at, const char *content)
{
    size_t n = strcspn(content, " ");
    char last = n ? content[n - 1] : 0, letter[5] = {content[0], 0};
    bool second = last == '2' || strstr(content, "black") || strstr(content, "Black") || strcmp(content, "x") == 0;
    double r = f->near * scale_of(f) * 0.36;
    buffer_addf(out, "<circle class=\"p%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>", second ? 2 : 1, x_of(f, at.x),
                y_of(f, at.y), r);
    xml_add(out, content);
    buffer_add(out, "</title></circle>");
    buffer_addf(out, "<text class=\"t%d\" x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\">", second ? 2 : 1, x_of(f, at.x),
                y_of(f, at.y), r);
    xml_add(out, letter);
    buffer_add(out, "</text>");
}

static void add_board(buffer *out, const lud_game *game, const void *state, uint32_t board)
{
    lud_board b = lud_board_at(game, board);
    frame f = frame_of(game, board, b.sites);
    buffer_addf(out, "<svg class=\"board\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"a position\">",
                (f.right - f.left) * scale_of(&f), (f.high - f.low) * scale_of(&f));
    if (b.points)
        add_lines(out, game, board, b.sites, &f);
    for (uint32_t i = 0; i < b.sites && !b.points; i++)
        add_cell(out, &f, lud_site_location(game, board, i));
    for (uint32_t i = 0; i < b.sites; i++) {
        const char *content = lud_site_at(game, state, board, i).content;
        if (!observe_empty(content))
            add_piece(out, &f, lud_site_location(game, board, i), content);
    }
    buffer_add(out, "</svg>\n");
}

/* The state after so many plies of a random game, or at its end; the plies that were made. */
static uint32_t play_to(const lud_game *game, lud_context *ctx, void *state, uint64_t seed, uint32_t most)
{
    lud_rng rng;
    lud_rng_seed(&rng, seed, 0);
    uint32_t plies = 0;
    lud_status status = lud_start(ctx, state);
    for (; status == LUD_OK && plies < most && !lud_terminal(game, state); plies++) {
        uint64_t movers = lud_movers(game, state);
        lud_move move;
        if (movers & (movers - 1))
            break; /* several decide */
        status = lud_draw_move(ctx, state, (uint32_t)__builtin_ctzll(movers), &rng, &move);
        status = status == LUD_OK ? lud_apply_move(ctx, state, &move) : status;
    }
    return plies;
}

void picture_add(buffer *out, const lud_game *game, uint64_t seed)
{
    enum { MOST = 200 };
    uint32_t board = 0, sites = 0;
    for (uint32_t b = 0; b < lud_board_count(game); b++)
        if (!lud_board_at(game, b).aside && lud_board_at(game, b).sites > sites) {
            board = b;
            sites = lud_board_at(game, b).sites;
        }
    lud_context *ctx = sites ? lud_context_new(game) : NULL;
    if (!ctx)
        return;
    void *state = mem_alloc(lud_state_size(game) + 8);
    uint32_t plies = play_to(game, ctx, state, seed, MOST);
    play_to(game, ctx, state, seed, plies * 2 / 3);
    add_board(out, game, state, board);
    lud_context_free(ctx);
    free(state);
}
