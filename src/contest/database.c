#include "contest/database.h"

#include "session/codes.h"
#include "session/memory.h"
#include "session/output.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DB_VERSION = 1, APPLICATION = 0x4c754431 /* "LuD1" */, BUSY_MS = 10000 };

struct contest_db {
    sqlite3 *sql;
    char *path;
    uint64_t *stored; /* bit set of numbers */
    uint64_t total, count;
};

static bool complain(const contest_db *db, const char *what)
{
    fprintf(stderr, "ludens: %s: %s: %s\n", db->path, what, db->sql ? sqlite3_errmsg(db->sql) : "out of memory");
    return false;
}

static bool execute(contest_db *db, const char *text, const char *what)
{
    return sqlite3_exec(db->sql, text, NULL, NULL, NULL) == SQLITE_OK || complain(db, what);
}

/* One whole number; -1 when there is none. */
static sqlite3_int64 ask_number(contest_db *db, const char *text)
{
    sqlite3_stmt *s;
    sqlite3_int64 n = -1;
    if (sqlite3_prepare_v2(db->sql, text, -1, &s, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(s) == SQLITE_ROW)
        n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return n;
}

/* What a contest consists of, as text: games of another one must not be mixed in. The number of
 * rounds may grow. */
static char *describe(const contest *c, uint64_t rules_hash)
{
    json_t *agents = json_array();
    for (uint32_t i = 0; i < c->count; i++)
        json_array_append_new(agents, json_pack("{ss sf so so}", "agent", c->entrants[i].text, "seconds",
                                                c->entrants[i].budget.seconds, "playouts",
                                                json_whole(c->entrants[i].budget.playouts), "nodes",
                                                json_whole(c->entrants[i].budget.nodes)));
    json_t *all =
        json_pack("{so so sb si si so}", "rules_hash", json_hash(rules_hash), "seed", json_whole(c->seed), "fixed",
                  c->fixed, "max_plies", (int)c->max_plies, "particles", (int)c->particles, "agents", agents);
    char *text = json_dumps(all, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(all);
    return text ? text : mem_strdup("");
}

/* ---- opening ---- */

static bool make_tables(contest_db *db, const char *description)
{
    char pragma[80];
    sqlite3_stmt *s;
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, DB_VERSION);
    if (!execute(db, "BEGIN IMMEDIATE", "cannot begin"))
        return false;
    if (ask_number(db, "SELECT count(*) FROM sqlite_master WHERE name = 'contest'") == 1)
        return execute(db, "COMMIT", "cannot read"); /* another process was faster */
    if (!execute(db, pragma, "cannot set up") ||
        !execute(db,
                 "CREATE TABLE contest (description TEXT NOT NULL);"
                 "CREATE TABLE games (number INTEGER PRIMARY KEY, seed TEXT NOT NULL,"
                 " status INTEGER NOT NULL, plies INTEGER NOT NULL, scores TEXT NOT NULL,"
                 " works TEXT NOT NULL, moves TEXT NOT NULL, problem TEXT NOT NULL);",
                 "cannot set up") ||
        sqlite3_prepare_v2(db->sql, "INSERT INTO contest VALUES (?)", -1, &s, NULL) != SQLITE_OK)
        return false;
    sqlite3_bind_text(s, 1, description, -1, SQLITE_TRANSIENT);
    bool fine = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return (fine || complain(db, "cannot write")) && execute(db, "COMMIT", "cannot write");
}

static bool same_contest(contest_db *db, const char *description)
{
    sqlite3_stmt *s;
    bool same = false;
    if (sqlite3_prepare_v2(db->sql, "SELECT description FROM contest", -1, &s, NULL) != SQLITE_OK)
        return complain(db, "cannot be read");
    if (sqlite3_step(s) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(s, 0);
        same = text && strcmp(text, description) == 0;
        char there[1000];
        if (!same)
            fprintf(stderr,
                    "ludens: %s holds another contest (rules, agents, budgets or seed differ):\n"
                    "  there: %s\n  here:  %s\n",
                    db->path, lud_printable(text ? text : "", there, sizeof there), description);
    } else {
        complain(db, "cannot be read");
    }
    sqlite3_finalize(s);
    return same;
}

static bool check_file(contest_db *db, const char *description)
{
    sqlite3_int64 id = ask_number(db, "PRAGMA application_id");
    sqlite3_int64 tables = ask_number(db, "SELECT count(*) FROM sqlite_master");
    if (id < 0 || tables < 0)
        return complain(db, "is no database that can be used");
    if (tables == 0 && id == 0)
        return make_tables(db, description) && same_contest(db, description);
    if (id != APPLICATION) {
        fprintf(stderr, "ludens: %s is a database, but holds no contest\n", db->path);
        return false;
    }
    sqlite3_int64 version = ask_number(db, "PRAGMA user_version");
    if (version != DB_VERSION) {
        fprintf(stderr, "ludens: %s has format %lld; this program knows format %d\n", db->path, (long long)version,
                DB_VERSION);
        return false;
    }
    return same_contest(db, description);
}

static bool read_numbers(contest_db *db)
{
    sqlite3_stmt *s;
    int status = SQLITE_OK;
    if (sqlite3_prepare_v2(db->sql, "SELECT number FROM games", -1, &s, NULL) != SQLITE_OK)
        return complain(db, "cannot be read");
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {
        sqlite3_int64 n = sqlite3_column_int64(s, 0);
        if (n < 0 || (uint64_t)n >= db->total)
            continue; /* of rounds that are not asked for now */
        db->stored[n / 64] |= UINT64_C(1) << n % 64;
        db->count++;
    }
    sqlite3_finalize(s);
    return status == SQLITE_DONE || complain(db, "cannot be read");
}

contest_db *contest_db_open(const char *path, const contest *c, uint64_t rules_hash, int *code)
{
    contest_db *db = mem_alloc(sizeof *db);
    char *description = describe(c, rules_hash);
    db->path = mem_strdup(path);
    db->total = contest_games(c);
    db->stored = mem_alloc((db->total / 64 + 1) * sizeof *db->stored);
    *code = EXIT_FINE;
    if (sqlite3_open(path, &db->sql) != SQLITE_OK) {
        complain(db, "cannot be opened");
        *code = EXIT_ENVIRONMENT;
    } else {
        sqlite3_busy_timeout(db->sql, BUSY_MS);
        if (!check_file(db, description) || !read_numbers(db))
            *code = EXIT_WRONG;
    }
    free(description);
    if (*code == EXIT_FINE)
        return db;
    contest_db_close(db);
    return NULL;
}

void contest_db_close(contest_db *db)
{
    if (!db)
        return;
    sqlite3_close(db->sql);
    free(db->stored);
    free(db->path);
    free(db);
}

bool contest_db_has(const contest_db *db, uint64_t number)
{
    return number < db->total && db->stored[number / 64] >> number % 64 & 1;
}

uint64_t contest_db_count(const contest_db *db) { return db->count; }

/* ---- games ---- */

static json_t *works_json(const contest *c, const contest_game *g)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->roles; i++) {
        const match_work *w = &g->works[i];
        json_array_append_new(list, json_pack("[I,I,I,f,f,i,b]", (json_int_t)w->thoughts, (json_int_t)w->playouts,
                                              (json_int_t)w->nodes, w->seconds, w->slowest, (int)w->errors,
                                              (int)w->repeatable));
    }
    return list;
}

static void bind_json(sqlite3_stmt *s, int index, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    sqlite3_bind_text(s, index, text ? text : "", -1, SQLITE_TRANSIENT);
    free(text);
}

bool contest_db_add(contest_db *db, const contest *c, const contest_game *g)
{
    sqlite3_stmt *s;
    char seed[24];
    /* A game that is there already (another process plays the same contest) stays as it is. */
    if (sqlite3_prepare_v2(db->sql, "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", -1, &s, NULL) !=
        SQLITE_OK)
        return complain(db, "cannot be written");
    json_t *scores = json_array(), *works = works_json(c, g);
    for (uint32_t i = 0; i < c->roles; i++)
        json_array_append_new(scores, json_real(g->scores[i]));
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)g->seed);
    sqlite3_bind_int64(s, 1, (sqlite3_int64)g->number);
    sqlite3_bind_text(s, 2, seed, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(s, 3, (int)g->status);
    sqlite3_bind_int64(s, 4, g->plies);
    bind_json(s, 5, scores);
    bind_json(s, 6, works);
    bind_json(s, 7, g->moves);
    sqlite3_bind_text(s, 8, g->problem, -1, SQLITE_TRANSIENT);
    bool fine = sqlite3_step(s) == SQLITE_DONE;
    if (!fine)
        complain(db, "cannot be written");
    sqlite3_finalize(s);
    json_decref(scores);
    json_decref(works);
    return fine;
}

static json_t *column_json(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text ? json_loads(text, 0, NULL) : NULL;
}

static bool read_work(const json_t *from, match_work *w)
{
    if (json_array_size(from) != 7)
        return false;
    for (size_t i = 0; i < 6; i++)
        if (!json_is_number(json_array_get(from, i)))
            return false;
    w->thoughts = (uint64_t)json_number_value(json_array_get(from, 0));
    w->playouts = (uint64_t)json_number_value(json_array_get(from, 1));
    w->nodes = (uint64_t)json_number_value(json_array_get(from, 2));
    w->seconds = json_number_value(json_array_get(from, 3));
    w->slowest = json_number_value(json_array_get(from, 4));
    w->errors = (uint32_t)json_number_value(json_array_get(from, 5));
    w->repeatable = json_is_true(json_array_get(from, 6));
    return true;
}

/* Whether a row is what was written: files can be damaged. */
static bool read_game(const contest *c, sqlite3_stmt *s, contest_game *g)
{
    sqlite3_int64 number = sqlite3_column_int64(s, 0), plies = sqlite3_column_int64(s, 3);
    const char *seed = (const char *)sqlite3_column_text(s, 1);
    const char *problem = (const char *)sqlite3_column_text(s, 7);
    int status = sqlite3_column_int(s, 2);
    json_t *scores = column_json(s, 4), *works = column_json(s, 5);
    contest_plan(c, (uint64_t)number, g);
    char expected[24];
    snprintf(expected, sizeof expected, "%llu", (unsigned long long)g->seed);
    g->moves = column_json(s, 6);
    g->plies = (uint32_t)plies;
    g->status = (lud_status)status;
    g->scores = mem_alloc(c->roles * sizeof *g->scores);
    g->works = mem_alloc(c->roles * sizeof *g->works);
    lud_printable(problem ? problem : "", g->problem, sizeof g->problem);
    bool fine = status >= LUD_OK && status <= LUD_LIMIT_PLIES && plies >= 0 && plies <= UINT32_MAX &&
                json_is_array(g->moves) && seed && strcmp(seed, expected) == 0 && json_array_size(scores) == c->roles &&
                json_array_size(works) == c->roles;
    for (uint32_t i = 0; i < c->roles && fine; i++) {
        fine = json_is_number(json_array_get(scores, i)) && read_work(json_array_get(works, i), &g->works[i]);
        g->scores[i] = json_number_value(json_array_get(scores, i));
    }
    json_decref(scores);
    json_decref(works);
    return fine;
}

bool contest_db_each(contest_db *db, const contest *c, void (*call)(void *user, contest_game *g), void *user)
{
    sqlite3_stmt *s;
    int status = SQLITE_ROW;
    bool fine = true;
    if (sqlite3_prepare_v2(db->sql,
                           "SELECT number, seed, status, plies, scores, works, moves, problem "
                           "FROM games ORDER BY number",
                           -1, &s, NULL) != SQLITE_OK)
        return complain(db, "cannot be read");
    while (fine && (status = sqlite3_step(s)) == SQLITE_ROW) {
        contest_game g;
        sqlite3_int64 number = sqlite3_column_int64(s, 0);
        if (number < 0 || (uint64_t)number >= db->total)
            continue;
        fine = read_game(c, s, &g);
        if (fine)
            call(user, &g);
        else
            fprintf(stderr, "ludens: %s: game %lld is damaged\n", db->path, (long long)number);
        contest_game_done(&g);
    }
    sqlite3_finalize(s);
    if (fine && status != SQLITE_DONE)
        return complain(db, "cannot be read");
    return fine;
}
