#include "ggp/host.h"

#include "base/clock.h"
#include "ggp/message.h"
#include "session/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *ggp_error_name(ggp_error e)
{
    static const char *const names[] = {"late", "silent", "garbage", "illegal"};
    return names[e];
}

/* ---- setting up ---- */

static void name_role(ggp_host *h, const char *name, const char *word)
{
    const int role = lud_role_find(h->sheet, word);
    for (uint32_t i = 0; i < h->seat_count; i++)
        if (role > 0 && strcmp(lud_role_name(h->game, h->seats[i].role), name) == 0)
            h->seats[i].sheet_role = (uint32_t)role;
}

void ggp_host_name(ggp_host *h, const char *lines)
{
    char *copy = mem_strdup(lines);
    h->texts = json_object();
    for (char *line = copy, *end; *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        char *word = line + strcspn(line, "\t") + 1, *term = word + strcspn(word, "\t") + 1;
        char *text = term + strcspn(term, "\t") + 1;
        *end = word[-1] = text[-1] = 0;
        json_object_set_new(h->texts, word, json_string(text)); /* the key is word, tab and term */
        term[-1] = 0;
        name_role(h, line, word);
    }
    free(copy);
}

const walk *ggp_host_shown(const ggp_host *h) { return h->texts ? &h->own : &h->walk; }

void ggp_host_init(ggp_host *h)
{
    lud_info info;
    kif k;
    lud_game_info(h->sheet, &info);
    walk_init(&h->walk, h->sheet);
    if (h->texts)
        walk_init(&h->own, h->game);
    h->hidden = info.hidden;
    h->order = mem_alloc((info.roles + 1) * sizeof *h->order);
    kif_read(&k, h->rules, strlen(h->rules), false);
    h->order_count = ggp_role_order(h->sheet, &k, KIF_NONE, h->order);
    kif_done(&k);
}

/* Takes over both texts. */
static void set_move(ggp_seat *seat, char *last, char *shown)
{
    free(seat->last);
    free(seat->shown);
    seat->last = last;
    seat->shown = shown;
}

void ggp_host_done(ggp_host *h)
{
    for (uint32_t i = 0; i < h->seat_count; i++)
        set_move(&h->seats[i], NULL, NULL);
    walk_done(&h->walk);
    if (h->texts)
        walk_done(&h->own);
    json_decref(h->texts);
    ggp_scramble_done(&h->scramble);
    free(h->order);
    json_decref(h->moves);
    json_decref(h->errors);
}

static ggp_seat *seat_of(const ggp_host *h, uint32_t role)
{
    for (uint32_t i = 0; i < h->seat_count; i++)
        if (h->seats[i].sheet_role == role)
            return &h->seats[i];
    return NULL;
}

/* ---- talking ---- */

/* Messages to all players with a URL; the message of a seat is made by `make`. */
static http_call *call_all(ggp_host *h, void (*make)(ggp_host *h, const ggp_seat *seat, buffer *out), double clock,
                           bool stubborn, bool *interrupted)
{
    static const char *const lines[] = {
        "Accept: text/delim", "Content-Type: text/acl", "Sender: GAMESERVER", "Receiver: PLAYER", "Expect:", NULL};
    http_call *calls = mem_alloc(h->seat_count * sizeof *calls);
    buffer *messages = mem_alloc(h->seat_count * sizeof *messages);
    for (uint32_t i = 0; i < h->seat_count; i++) {
        if (!h->seats[i].url)
            continue;
        make(h, &h->seats[i], &messages[i]);
        for (size_t c = 0; h->upper && c < messages[i].length; c++) {
            char *letter = &messages[i].text[c];
            *letter = *letter >= 'a' && *letter <= 'z' ? (char)(*letter - 'a' + 'A') : *letter;
        }
        calls[i].url = h->seats[i].url;
        calls[i].message = buffer_get(&messages[i]);
    }
    *interrupted |= !http_client_call(calls, h->seat_count, lines, clock + h->grace, stubborn ? NULL : h->control);
    for (uint32_t i = 0; i < h->seat_count; i++) {
        buffer_done(&messages[i]);
        calls[i].message = NULL;
    }
    free(messages);
    return calls;
}

static void free_calls(const ggp_host *h, http_call *calls)
{
    for (uint32_t i = 0; i < h->seat_count; i++)
        buffer_done(&calls[i].reply);
    free(calls);
}

static void make_info(ggp_host *h, const ggp_seat *seat, buffer *out)
{
    (void)h, (void)seat;
    buffer_add(out, "(INFO)");
}

static void make_start(ggp_host *h, const ggp_seat *seat, buffer *out)
{
    buffer_addf(out, "(START %s ", h->id);
    ggp_scramble_out(&h->scramble, lud_role_name(h->sheet, seat->sheet_role), out);
    buffer_add(out, " (");
    ggp_scramble_out(&h->scramble, h->rules, out);
    buffer_addf(out, ") %.0f %.0f)", h->start_clock, h->play_clock);
}

static void add_joint_move(ggp_host *h, buffer *out)
{
    for (uint32_t i = 0; i < h->order_count; i++) {
        const ggp_seat *seat = seat_of(h, h->order[i]);
        buffer_add(out, i > 0 ? " " : "(");
        ggp_scramble_out(&h->scramble, seat && seat->last ? seat->last : "nil", out);
    }
    buffer_add(out, ")");
}

static void add_step(ggp_host *h, const char *verb, const ggp_seat *seat, buffer *out)
{
    const walk *w = &h->walk;
    buffer_addf(out, "(%s %s ", verb, h->id);
    if (h->hidden) {
        buffer_addf(out, "%u ", w->ply);
        if (w->ply == 0) {
            buffer_add(out, "NIL NIL");
        } else {
            ggp_scramble_out(&h->scramble, seat->last, out);
            buffer_add(out, " (");
            ggp_scramble_out(&h->scramble, walk_percept(w, seat->sheet_role, w->ply), out);
            buffer_add(out, ")");
        }
    } else if (w->ply == 0) {
        buffer_add(out, "NIL");
    } else {
        add_joint_move(h, out);
    }
    buffer_add(out, ")");
}

static void make_play(ggp_host *h, const ggp_seat *seat, buffer *out) { add_step(h, "PLAY", seat, out); }
static void make_stop(ggp_host *h, const ggp_seat *seat, buffer *out) { add_step(h, "STOP", seat, out); }

static void make_abort(ggp_host *h, const ggp_seat *seat, buffer *out)
{
    (void)seat;
    buffer_addf(out, "(ABORT %s)", h->id);
}

/* "((name x) (status available))", or one of the older words. */
static bool is_free(const char *reply)
{
    kif k;
    bool free_now = false;
    if (!kif_read(&k, reply, strlen(reply), false)) {
        int top = kif_top(&k, 0);
        free_now = kif_is(&k, top, "available") || kif_is(&k, top, "ready");
        for (uint32_t i = 0; i < kif_items(&k, top); i++) {
            int item = kif_item(&k, top, i);
            free_now |= kif_is(&k, kif_item(&k, item, 0), "status") && !kif_is(&k, kif_item(&k, item, 1), "busy");
        }
    }
    kif_done(&k);
    return free_now;
}

/* What a player sent, fit for a terminal. */
static const char *shown(const http_call *call, char *out, size_t size)
{
    return lud_printable(call->outcome == HTTP_REPLIED ? buffer_get(&call->reply) : call->problem, out, size);
}

bool ggp_host_greet(ggp_host *h)
{
    bool fine = true, interrupted = false;
    http_call *calls = call_all(h, make_info, 5, false, &interrupted);
    for (uint32_t i = 0; i < h->seat_count; i++) {
        if (!calls[i].url)
            continue;
        char text[200];
        bool there = calls[i].outcome == HTTP_REPLIED;
        bool available = there && is_free(buffer_get(&calls[i].reply));
        if (!available && !interrupted)
            fprintf(stderr, "ludens: warning: %s %s: %s\n", h->seats[i].player,
                    there ? "is not free" : "does not answer", shown(&calls[i], text, sizeof text));
        fine &= available;
    }
    free_calls(h, calls);
    return fine && !interrupted;
}

/* ---- a match ---- */

static void count_error(ggp_host *h, ggp_seat *seat, ggp_error e, const char *detail)
{
    seat->errors[e]++;
    seat->error_sum++;
    char *start = mem_strndup(detail, strnlen(detail, 200));
    json_array_append_new(h->errors, json_pack("{si so ss so}", "ply", h->walk.ply + 1, "role",
                                               json_text(lud_role_name(h->game, seat->role)), "code", ggp_error_name(e),
                                               "detail", json_text(start)));
    free(start);
}

/* Index of the move that a player replied, or -1 after counting its error. */
static int read_reply(ggp_host *h, ggp_seat *seat, const http_call *call)
{
    const char *reply = buffer_get(&call->reply);
    seat->moves++;
    if (call->outcome != HTTP_REPLIED) {
        count_error(h, seat, call->outcome == HTTP_LATE ? GGP_ERROR_LATE : GGP_ERROR_SILENT, call->problem);
        return -1;
    }
    seat->slowest = call->seconds > seat->slowest ? call->seconds : seat->slowest;
    kif k;
    buffer canonical = {0}, move = {0};
    bool fine = !kif_read(&k, reply, call->reply.length, false) && kif_top(&k, 0) >= 0 && kif_top(&k, 1) < 0;
    int found = -1;
    if (fine) {
        kif_canonical(&k, kif_top(&k, 0), &canonical);
        ggp_scramble_in(&h->scramble, buffer_get(&canonical), &move);
        found = ggp_find_move(h->sheet, h->walk.lists[seat->sheet_role], buffer_get(&move));
    }
    if (found < 0)
        count_error(h, seat, fine ? GGP_ERROR_ILLEGAL : GGP_ERROR_GARBAGE, reply);
    kif_done(&k);
    buffer_done(&canonical);
    buffer_done(&move);
    return found;
}

/* The move of the game that a role's move on the sheet stands for becomes its part of the step there. */
static lud_status follow(ggp_host *h, const ggp_seat *seat, const char *term, char **shown)
{
    walk *w = &h->own;
    const uint32_t role = seat->role;
    *shown = NULL;
    if (!walk_decides(w, role))
        return LUD_OK;
    buffer key = {0};
    buffer_addf(&key, "%s\t%s", lud_role_name(h->sheet, seat->sheet_role), term);
    const char *text = json_string_value(json_object_get(h->texts, buffer_get(&key)));
    buffer_done(&key);
    const int found = text ? walk_find(w, role, text) : -1;
    h->failed = w->ctx;
    if (found < 0)
        return LUD_ERR_ILLEGAL;
    w->joint[role] = walk_at(w, role, found);
    *shown = mem_strdup(text);
    return LUD_OK;
}

static lud_status decide(ggp_host *h, uint32_t role, const http_call *call)
{
    walk *w = &h->walk;
    ggp_seat *seat = seat_of(h, role);
    lud_moves *moves;
    h->failed = w->ctx;
    lud_status status = walk_list(w, role, &moves);
    if (status != LUD_OK)
        return status;
    int chosen = call ? read_reply(h, seat, call) : -1;
    if (chosen < 0)
        chosen = (int)walk_draw(moves, role == 0, &h->rng);
    w->joint[role] = lud_moves_at(moves, (uint32_t)chosen);
    char *last = walk_text(w, w->joint[role]), *shown;
    if (h->texts)
        status = follow(h, seat, last, &shown);
    else
        shown = mem_strdup(last);
    set_move(seat, last, shown);
    if (shown)
        json_array_append_new(h->moves, json_pack("{so so}", "role", json_text(lud_role_name(h->game, seat->role)),
                                                  "move", json_text(shown)));
    return status;
}

/* "step 3: white (mark 2 2), black noop  0.9 s" */
static void report_step(const ggp_host *h, double started)
{
    fprintf(stderr, "step %u:", h->walk.ply + 1);
    const char *between = "";
    for (uint32_t i = 0; i < h->seat_count; i++) {
        if (!h->seats[i].shown)
            continue;
        fprintf(stderr, "%s %s %s", between, lud_role_name(h->game, h->seats[i].role), h->seats[i].shown);
        between = ",";
    }
    fprintf(stderr, "  %.1f s\n", clock_wall() - started);
}

/* The step in the game, then on the sheet. */
static lud_status make_step(ggp_host *h)
{
    h->failed = ggp_host_shown(h)->ctx;
    lud_status status = h->texts ? walk_apply(&h->own, 0) : LUD_OK;
    if (status != LUD_OK)
        return status;
    h->failed = h->walk.ctx;
    status = walk_apply(&h->walk, 0);
    const bool apart = h->texts && walk_terminal(&h->own) != walk_terminal(&h->walk);
    return status == LUD_OK && apart ? LUD_ERR_TERMINAL : status;
}

static lud_status play_step(ggp_host *h, bool *interrupted)
{
    walk *w = &h->walk;
    double started = clock_wall();
    h->failed = w->ctx;
    if (w->ply >= h->max_plies)
        return LUD_LIMIT_PLIES;
    http_call *calls = call_all(h, make_play, h->play_clock, false, interrupted);
    lud_status status = LUD_OK;
    for (uint32_t role = 0; role <= w->roles && status == LUD_OK && !*interrupted; role++) {
        const ggp_seat *seat = seat_of(h, role);
        if (walk_decides(w, role))
            status = decide(h, role, seat->url ? &calls[seat - h->seats] : NULL);
    }
    free_calls(h, calls);
    if (h->talk && status == LUD_OK && !*interrupted)
        report_step(h, started);
    return status == LUD_OK && !*interrupted ? make_step(h) : status;
}

static void start(ggp_host *h, bool *interrupted)
{
    http_call *calls = call_all(h, make_start, h->start_clock, false, interrupted);
    for (uint32_t i = 0; i < h->seat_count; i++) {
        char text[200];
        const char *reply = buffer_get(&calls[i].reply);
        if (calls[i].url && !*interrupted && (calls[i].outcome != HTTP_REPLIED || strncasecmp(reply, "ready", 5) != 0))
            fprintf(stderr, "ludens: warning: %s is not ready: %s\n", h->seats[i].player,
                    shown(&calls[i], text, sizeof text));
    }
    free_calls(h, calls);
}

lud_status ggp_host_play(ggp_host *h, bool *interrupted)
{
    *interrupted = false;
    json_decref(h->moves);
    json_decref(h->errors);
    h->moves = json_array();
    h->errors = json_array();
    for (uint32_t i = 0; i < h->seat_count; i++) {
        memset(h->seats[i].errors, 0, sizeof h->seats[i].errors);
        h->seats[i].moves = 0;
        h->seats[i].slowest = 0;
    }
    if (h->talk)
        fprintf(stderr, "match %s: start clock %g s, play clock %g s\n", h->id, h->start_clock, h->play_clock);
    start(h, interrupted);
    h->failed = ggp_host_shown(h)->ctx;
    lud_status status = h->texts ? walk_start(&h->own) : LUD_OK;
    if (status == LUD_OK) {
        h->failed = h->walk.ctx;
        status = walk_start(&h->walk);
    }
    while (status == LUD_OK && !*interrupted && !walk_terminal(&h->walk))
        status = play_step(h, interrupted);
    bool over = status == LUD_OK && !*interrupted, ignored = false;
    free_calls(h, call_all(h, over ? make_stop : make_abort, over ? h->play_clock : 1, true, &ignored));
    return status;
}
