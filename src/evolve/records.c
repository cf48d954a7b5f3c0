#include "evolve/records.h"

#include "ludens.h"
#include "session/codes.h"
#include "session/memory.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 1, APPLICATION = 0x4c754531 /* "LuE1" */, BUSY_MS = 10000 };

struct records {
    sqlite3 *sql;
    char *path;
    sqlite3_stmt *insert;
};

static bool complain(const records *s, const char *what)
{
    fprintf(stderr, "ludens: %s: %s: %s\n", s->path, what, s->sql ? sqlite3_errmsg(s->sql) : "out of memory");
    return false;
}

static bool execute(records *s, const char *text, const char *what)
{
    return sqlite3_exec(s->sql, text, NULL, NULL, NULL) == SQLITE_OK || complain(s, what);
}

static sqlite3_int64 ask_number(records *s, const char *text)
{
    sqlite3_stmt *q;
    sqlite3_int64 n = -1;
    if (sqlite3_prepare_v2(s->sql, text, -1, &q, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(q) == SQLITE_ROW)
        n = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

static bool make_tables(records *s)
{
    char pragma[80];
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, VERSION);
    return execute(s, "BEGIN IMMEDIATE", "cannot begin") && execute(s, pragma, "cannot set up") &&
           execute(
               s,
               "CREATE TABLE run (description TEXT NOT NULL);"
               "CREATE TABLE candidates (unit INTEGER PRIMARY KEY, parent INTEGER NOT NULL, other INTEGER NOT NULL,"
               " told TEXT NOT NULL, made TEXT NOT NULL, hash TEXT NOT NULL, text TEXT NOT NULL, stage TEXT NOT NULL,"
               " verdict TEXT NOT NULL, why TEXT NOT NULL, name TEXT NOT NULL, score REAL NOT NULL,"
               " playable INTEGER NOT NULL, `values` TEXT NOT NULL, checks TEXT NOT NULL);",
               "cannot set up") &&
           execute(s, "COMMIT", "cannot write");
}

static bool check_file(records *s, bool make)
{
    sqlite3_int64 id = ask_number(s, "PRAGMA application_id"), version = ask_number(s, "PRAGMA user_version");
    sqlite3_int64 tables = ask_number(s, "SELECT count(*) FROM sqlite_master");
    if (id < 0 || tables < 0)
        return complain(s, "is no database that can be used");
    if (tables == 0 && id == 0 && make)
        return make_tables(s);
    if (id != APPLICATION) {
        fprintf(stderr, "ludens: %s holds no run of `ludens evolve`\n", s->path);
        return false;
    }
    if (version != VERSION) {
        fprintf(stderr, "ludens: %s has format %lld; this program knows format %d\n", s->path, (long long)version,
                VERSION);
        return false;
    }
    return true;
}

records *records_open(const char *path, bool make, int *code)
{
    records *s = mem_alloc(sizeof *s);
    s->path = mem_strdup(path);
    *code = EXIT_FINE;
    int how = SQLITE_OPEN_READWRITE | (make ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(path, &s->sql, how, NULL) != SQLITE_OK) {
        complain(s, "cannot be opened");
        *code = EXIT_ENVIRONMENT;
    } else {
        sqlite3_busy_timeout(s->sql, BUSY_MS);
        /* a killed program loses nothing this way; a machine that loses power perhaps the last rows, never the file */
        if (!check_file(s, make) ||
            !execute(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", "cannot be set up"))
            *code = EXIT_WRONG;
    }
    if (*code == EXIT_FINE)
        return s;
    records_close(s);
    return NULL;
}

void records_close(records *s)
{
    if (!s)
        return;
    sqlite3_finalize(s->insert);
    sqlite3_close(s->sql);
    free(s->path);
    free(s);
}

json_t *records_description(records *s)
{
    sqlite3_stmt *q;
    json_t *found = NULL;
    if (sqlite3_prepare_v2(s->sql, "SELECT description FROM run", -1, &q, NULL) != SQLITE_OK)
        return NULL;
    if (sqlite3_step(q) == SQLITE_ROW)
        found = json_loads((const char *)sqlite3_column_text(q, 0), 0, NULL);
    sqlite3_finalize(q);
    return found;
}

bool records_describe(records *s, const json_t *description)
{
    sqlite3_stmt *q;
    char *text = json_dumps(description, JSON_COMPACT);
    if (sqlite3_prepare_v2(s->sql, "INSERT INTO run VALUES (?)", -1, &q, NULL) != SQLITE_OK) {
        free(text);
        return complain(s, "cannot be written");
    }
    sqlite3_bind_text(q, 1, text ? text : "", -1, SQLITE_TRANSIENT);
    bool fine = sqlite3_step(q) == SQLITE_DONE || complain(s, "cannot be written");
    sqlite3_finalize(q);
    free(text);
    return fine;
}

bool records_add(records *s, const record *r)
{
    char made[20], hash[20];
    if (!s->insert &&
        sqlite3_prepare_v2(s->sql, "INSERT OR IGNORE INTO candidates VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1,
                           &s->insert, NULL) != SQLITE_OK)
        return complain(s, "cannot be written");
    sqlite3_stmt *q = s->insert;
    snprintf(made, sizeof made, "%016llx", (unsigned long long)r->made);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->hash);
    sqlite3_reset(q);
    sqlite3_bind_int64(q, 1, (sqlite3_int64)r->unit);
    sqlite3_bind_int64(q, 2, r->parent);
    sqlite3_bind_int64(q, 3, r->other);
    const char *const texts[] = {r->told, made, hash, r->text, r->stage, r->verdict, r->why, r->name};
    for (int i = 0; i < 8; i++)
        sqlite3_bind_text(q, 4 + i, texts[i], -1, SQLITE_TRANSIENT);
    sqlite3_bind_double(q, 12, r->score);
    sqlite3_bind_int(q, 13, r->playable);
    sqlite3_bind_text(q, 14, r->values, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(q, 15, r->checks, -1, SQLITE_TRANSIENT);
    return sqlite3_step(q) == SQLITE_DONE || complain(s, "cannot be written");
}

static const char *column(sqlite3_stmt *q, int i)
{
    const char *text = (const char *)sqlite3_column_text(q, i);
    return text ? text : "";
}

static record read_row(sqlite3_stmt *q)
{
    return (record){.unit = (uint64_t)sqlite3_column_int64(q, 0),
                    .parent = sqlite3_column_int64(q, 1),
                    .other = sqlite3_column_int64(q, 2),
                    .told = column(q, 3),
                    .made = strtoull(column(q, 4), NULL, 16),
                    .hash = strtoull(column(q, 5), NULL, 16),
                    .text = column(q, 6),
                    .stage = column(q, 7),
                    .verdict = column(q, 8),
                    .why = column(q, 9),
                    .name = column(q, 10),
                    .score = sqlite3_column_double(q, 11),
                    .playable = sqlite3_column_int(q, 12) != 0,
                    .values = column(q, 13),
                    .checks = column(q, 14)};
}

bool records_each(records *s, uint64_t first, bool (*call)(void *user, const record *r), void *user)
{
    sqlite3_stmt *q;
    int status = SQLITE_ROW;
    if (sqlite3_prepare_v2(s->sql, "SELECT * FROM candidates WHERE unit >= ? ORDER BY unit", -1, &q, NULL) != SQLITE_OK)
        return complain(s, "cannot be read");
    sqlite3_bind_int64(q, 1, (sqlite3_int64)first);
    bool on = true;
    while (on && (status = sqlite3_step(q)) == SQLITE_ROW) {
        record r = read_row(q);
        on = call(user, &r);
    }
    sqlite3_finalize(q);
    return !on || status == SQLITE_DONE || complain(s, "cannot be read");
}

bool records_one(records *s, uint64_t unit, void (*call)(void *user, const record *r), void *user)
{
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(s->sql, "SELECT * FROM candidates WHERE unit = ?", -1, &q, NULL) != SQLITE_OK)
        return false;
    sqlite3_bind_int64(q, 1, (sqlite3_int64)unit);
    bool there = sqlite3_step(q) == SQLITE_ROW;
    if (there) {
        record r = read_row(q);
        call(user, &r);
    }
    sqlite3_finalize(q);
    return there;
}

uint64_t records_count(records *s)
{
    sqlite3_int64 n = ask_number(s, "SELECT count(*) FROM candidates");
    return n > 0 ? (uint64_t)n : 0;
}
