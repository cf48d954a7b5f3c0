/* Sessions as a library: what a server or a binding does with them. */
#include "session/session.h"
#include "test.h"

#include <jansson.h>
#include <pthread.h>

static const char nim[] = SOURCE_DIR "/games/rg/nim.rg";

static char *read_file(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    *length = f ? fread(text, 1, (1 << 20) - 1, f) : 0;
    if (f)
        fclose(f);
    return text;
}

static session *open_file(const char *path)
{
    setup with = {.seed = 1};
    size_t length;
    char *rules = read_file(path, &length);
    lud_options_init(&with.load);
    session *s = session_open(&with, path, rules, length, NULL);
    free(rules); /* the session has its own */
    return s;
}

/* The value of a key in the reply, as text. */
static const char *ask(session *s, const char *request, const char *key)
{
    static char value[2000];
    char *reply = session_request(s, request, strlen(request));
    json_t *object = reply ? json_loads(reply, 0, NULL) : NULL;
    json_t *item = json_object_get(object, key);
    char *text = item ? json_dumps(item, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    snprintf(value, sizeof value, "%s", text ? text : object ? "" : "not JSON");
    free(text);
    free(reply);
    json_decref(object);
    return value;
}

TEST(a_game_is_played)
{
    session *s = open_file(nim);
    CHECK(s != NULL);
    CHECK_STR(ask(s, "{\"op\":\"new\"}", "movers"), "[\"first\"]");
    CHECK_STR(ask(s, "{\"op\":\"apply\",\"moves\":{\"first\":\"small 0\"}}", "ply"), "1");
    CHECK_STR(ask(s, "{\"op\":\"undo\"}", "ply"), "0");
    CHECK_STR(ask(s, "{\"op\":\"apply\",\"moves\":{\"first\":\"nonsense\"}}", "ok"), "false");
    CHECK(!session_ended(s));
    CHECK_STR(ask(s, "{\"op\":\"quit\"}", "ok"), "true");
    CHECK(session_ended(s) && !session_broken(s));
    session_close(s);
}

TEST(whatever_comes_is_answered)
{
    static const char *const requests[] = {
        "", "{", "[]", "null", "{\"op\":3}", "{\"op\":\"\"}", "\xff\xfe", "{\"op\":\"new\",\"seed\":-1}"};
    session *s = open_file(nim);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        CHECK_STR(ask(s, requests[i], "ok"), "false");
    char *long_one = malloc(SESSION_LINE_MAX + 2);
    memset(long_one, ' ', SESSION_LINE_MAX + 1);
    char *reply = session_request(s, long_one, SESSION_LINE_MAX + 1);
    CHECK(reply && strstr(reply, "too_long"));
    free(reply);
    free(long_one);
    session_close(s);
}

TEST(rules_that_are_wrong_give_diagnostics)
{
    setup with = {0};
    lud_options_init(&with.load);
    with.load.language = "rg";
    lud_diags *diags = lud_diags_new();
    CHECK(session_open(&with, "draft.rg", "type", 4, diags) == NULL);
    CHECK(lud_diags_errors(diags) > 0);
    lud_diags_free(diags);
}

/* Many at once in one process, each in a thread of its own: nothing is shared. */
static void *play(void *user)
{
    session *s = open_file(nim);
    for (int i = 0; s && i < 200; i++) {
        char *reply = session_request(s, "{\"op\":\"playout\"}", 16);
        *(int *)user |= !reply || !strstr(reply, "\"ok\": true");
        free(reply);
    }
    *(int *)user |= !s;
    session_close(s);
    return NULL;
}

TEST(many_at_once)
{
    pthread_t threads[4];
    int failed[4] = {0};
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, play, &failed[i]);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        CHECK_INT(failed[i], 0);
    }
}

TEST_MAIN
