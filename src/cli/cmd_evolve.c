#include "cli/app.h"
#include "cli/evolved.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "cli/self.h"
#include "evolve/search.h"
#include "session/memory.h"
#include "session/output.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATHS = 1000 };

typedef struct evolve_options {
    const char *from[PATHS], *learn[PATHS];
    uint32_t from_count, learn_count;
    const char *db, *criteria;
    uint64_t candidates, explain, game;
    uint32_t jobs;
    double seconds;
    bool work, show_criteria, explains, writes;
} evolve_options;

static void read_from(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    evolve_options *e = into;
    (void)row;
    if (e->from_count == PATHS)
        argp_error(state, "too many --from options");
    e->from[e->from_count++] = arg;
}

static void read_learn(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    evolve_options *e = into;
    (void)row;
    if (e->learn_count == PATHS)
        argp_error(state, "too many --learn-from options");
    e->learn[e->learn_count++] = arg;
}

static void read_explain(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    ((evolve_options *)into)->explains = true;
    option_u64(row, into, arg, state);
}

static void read_game(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    ((evolve_options *)into)->writes = true;
    option_u64(row, into, arg, state);
}

static const option_row own_options[] = {
    OPTION_OF(evolve_options, "from", 0, "PATH", 1, read_from, from, 0, 0,
              "A game to begin with, or a folder of them (may be repeated); all in one language"),
    OPTION_OF(evolve_options, "learn-from", 0, "PATH", 1, read_learn, learn, 0, 0,
              "A game or a folder of games that say what is likely to stand where (may be repeated)"),
    OPTION_OF(evolve_options, "criteria", 0, "FILE", 1, option_text, criteria, 0, 0,
              "What to look for, where it is not the standard (--show-criteria)"),
    OPTION_OF(evolve_options, "db", 0, "FILE", 1, option_text, db, 0, 0,
              "Keep the run in this file, and go on where it ends"),
    OPTION_OF(evolve_options, "candidates", 'n', "N", 1, option_u64, candidates, 1, UINT32_MAX,
              "Candidates in all, those of earlier runs with this file included (default 1000)"),
    OPTION_OF(evolve_options, "jobs", 'j', "N", 1, option_u32, jobs, 1, AHEAD, "Processes (default: one a core)"),
    OPTION_OF(evolve_options, "candidate-seconds", 0, "S", 1, option_seconds, seconds, 0, 100000,
              "Time after which the process of a candidate is ended (default 120)"),
    OPTION_OF(evolve_options, "explain", 0, "ID", 2, read_explain, explain, 0, UINT32_MAX,
              "Say what each test and criterion saw of a candidate of --db"),
    OPTION_OF(evolve_options, "game", 0, "ID", 2, read_game, game, 0, UINT32_MAX,
              "Write the rules of a candidate of --db"),
    OPTION_OF(evolve_options, "show-criteria", 0, NULL, 2, option_flag, show_criteria, 0, 0,
              "Write the standard criteria, to be changed"),
    OPTION_OF(evolve_options, "work", 0, NULL, 2, option_flag, work, 0, 0,
              "Test candidates that are read from standard input, a line each, as the processes of a run do"),
    {0}};

static void check(void *own, struct argp_state *state)
{
    const evolve_options *e = own;
    if (!e->db && !e->work && !e->show_criteria)
        argp_error(state, "--db FILE is missing: where the run is kept");
    if (e->db && !*e->db)
        argp_error(state, "--db takes the name of a file");
}

const command_spec spec_evolve = {
    .arguments = "",
    .doc = "Design games: rules are changed, crossed and drawn at random, tested by playing, and the best of each kind "
           "are kept. The same command continues where an interrupted one ended.\v"
           "docs/evolve.md explains operators, tests and criteria; `ludens report` writes a page.\n\nExamples:\n"
           "  ludens evolve --from games/ludi/tic-tac-toe.ludi --from games/ludi/hex.ludi --db run.db -n 500\n"
           "  ludens evolve --db run.db -n 1000\n"
           "  ludens evolve --db run.db --explain 0\n"
           "  ludens evolve --show-criteria > my.ini",
    .groups = OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 0,
    .max_arguments = 0,
    .options = own_options,
    .check = check,
    OWN(evolve_options, .candidates = 1000, .seconds = 120),
};

/* ---- what a run begins with ---- */

typedef struct text_list {
    search_text *texts;
    uint32_t count, capacity;
} text_list;

static int add_file(text_list *l, const char *path)
{
    size_t length;
    int code = EXIT_FINE;
    char *there = game_file(path), *text = load_file(there, &length, &code);
    if (text) {
        MEM_ROOM(l->texts, l->count, l->capacity);
        l->texts[l->count++] = (search_text){mem_strdup(base_name(path)), text};
    }
    free(there);
    return code;
}

static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }

/* Files whose names end as that of the first one does, or all. */
static int add_path(text_list *l, const char *path, const char *end)
{
    struct dirent **entries;
    struct stat info;
    int code = EXIT_FINE,
        n = stat(path, &info) == 0 && S_ISDIR(info.st_mode) ? scandir(path, &entries, visible, alphasort) : -1;
    if (n < 0)
        return add_file(l, path);
    for (int i = 0; i < n; i++) {
        buffer file = {0};
        const char *mark = strrchr(entries[i]->d_name, '.');
        buffer_addf(&file, "%s/%s", path, entries[i]->d_name);
        if (code == EXIT_FINE && mark && (!end || strcmp(mark, end) == 0))
            code = add_file(l, file.text);
        buffer_done(&file);
        free(entries[i]);
    }
    free((void *)entries);
    return code;
}

static int read_plan(const options *o, const evolve_options *e, search_plan *p)
{
    text_list from = {0}, learn = {0};
    int code = EXIT_FINE;
    size_t length;
    p->seed = o->with.seed;
    for (uint32_t i = 0; i < e->from_count && code == EXIT_FINE; i++)
        code = add_path(&from, e->from[i], from.count ? strrchr(from.texts[0].name, '.') : NULL);
    for (uint32_t i = 0; i < e->learn_count && code == EXIT_FINE; i++)
        code = add_path(&learn, e->learn[i], from.count ? strrchr(from.texts[0].name, '.') : NULL);
    p->from = from.texts;
    p->from_count = from.count;
    p->learn = learn.texts;
    p->learn_count = learn.count;
    if (e->criteria && code == EXIT_FINE)
        p->criteria = load_file(e->criteria, &length, &code);
    criteria c;
    char problem[400];
    if (p->criteria && !criteria_read(&c, p->criteria, length, base_name(e->criteria), problem, sizeof problem)) {
        fprintf(stderr, "ludens: %s\n", problem);
        return EXIT_WRONG;
    }
    return code;
}

/* The plan that is stored, where nothing else was said; else the two must be the same. *fresh: nothing is stored. */
static int agree(const options *o, const evolve_options *e, records *s, search_plan *p, bool *fresh)
{
    json_t *stored = records_description(s), *ours;
    int code = read_plan(o, e, p);
    *fresh = !stored;
    bool asked = e->from_count || e->learn_count || e->criteria;
    if (code == EXIT_FINE && !stored && !p->from_count) {
        fprintf(stderr,
                e->from_count ? "%s: no game is in what --from names; a run begins with games\n"
                              : "%s: a run begins with games: name some with --from\n",
                o->title);
        code = EXIT_USAGE;
    } else if (code == EXIT_FINE && stored) {
        ours = search_plan_json(p);
        if (asked && !json_equal(ours, stored)) {
            fprintf(stderr,
                    "ludens: %s holds another run (games, criteria or seed differ); without these options it "
                    "goes on\n",
                    e->db);
            code = EXIT_WRONG;
        } else {
            search_plan_done(p);
            if (!search_plan_read(p, stored)) {
                fprintf(stderr, "ludens: %s is damaged\n", e->db);
                code = EXIT_WRONG;
            }
        }
        json_decref(ours);
    }
    json_decref(stored);
    return code;
}

/* ---- running ---- */

typedef struct shown {
    progress bar;
    char note[160];
} shown;

static bool show(void *user, const search_state *now, uint64_t total)
{
    shown *s = user;
    size_t n = 0;
    s->note[0] = 0;
    for (int i = 0; i < 3 && now->best[i]; i++)
        n += (size_t)snprintf(s->note + n, sizeof s->note - n, "%s%s %.2f", i ? ", " : "best: ", now->best[i]->name,
                              now->best[i]->score);
    s->bar.note = s->note;
    return progress_step(&s->bar, now->done, total);
}

static void print_summary(const json_t *summary, const char *db)
{
    const json_t *games = json_object_get(summary, "games");
    printf("%lld candidates, %lld playable, %lld passed all tests, %lld kinds\n\n",
           json_integer_value(json_object_get(summary, "candidates")),
           json_integer_value(json_object_get(summary, "playable")),
           json_integer_value(json_object_get(summary, "passed")),
           json_integer_value(json_object_get(summary, "kinds")));
    table t;
    table_init(&t, "rlr");
    table_row(&t, "id", "game", "score", NULL);
    for (size_t i = 0; i < json_array_size(games) && i < 10; i++) {
        const json_t *g = json_array_get(games, i);
        char id[24], score[24];
        snprintf(id, sizeof id, "%lld", json_integer_value(json_object_get(g, "id")));
        snprintf(score, sizeof score, "%.3f", json_number_value(json_object_get(g, "score")));
        table_row(&t, id, json_text_at(g, "name"), score, NULL);
    }
    table_print(&t, stdout);
    table_done(&t);
    printf("\n`ludens evolve --db %s --explain ID` says more of a game, `ludens report %s` writes a page\n", db, db);
}

static int run(const options *o, const evolve_options *e, records *s)
{
    search_plan plan = {0};
    shown bar = {.note = ""};
    bool fresh;
    int code = agree(o, e, s, &plan, &fresh);
    search *run = code == EXIT_FINE ? search_new(&plan, s, &code) : NULL;
    buffer command = {0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t jobs = e->jobs ? e->jobs : cores > AHEAD ? AHEAD : cores > 0 ? (uint32_t)cores : 1;
    self_command(&command);
    buffer_addf(&command, " evolve --work --candidate-seconds %g 2>/dev/null", e->seconds);
    if (run && fresh) { /* a run that cannot begin leaves nothing behind */
        json_t *description = search_plan_json(&plan);
        code = records_describe(s, description) ? EXIT_FINE : EXIT_ENVIRONMENT;
        json_decref(description);
    }
    if (run && code == EXIT_FINE) {
        search_run how = {.total = e->candidates,
                          .processes = jobs,
                          .seconds = e->seconds,
                          .command = command.text,
                          .progress = show,
                          .user = &bar};
        progress_start(&bar.bar, "candidates", true);
        code = search_go_on(run, &how);
        progress_end(&bar.bar);
    }
    if (run && code == EXIT_FINE) {
        json_t *summary = search_summary(run);
        if (o->json)
            json_print(summary, stdout);
        else {
            print_summary(summary, e->db);
            json_decref(summary);
        }
    }
    buffer_done(&command);
    search_free(run);
    search_plan_done(&plan);
    return code != EXIT_FINE ? code : interrupt_seen() ? EXIT_INTERRUPT : EXIT_FINE;
}

/* ---- a process of a run ---- */

static int work(const evolve_options *e)
{
    char *line = NULL;
    size_t room = 0;
    signal(SIGINT, SIG_IGN);          /* the run ends its processes itself, */
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* also when it is killed */
    for (ssize_t n; (n = getline(&line, &room, stdin)) > 0;) {
        alarm((unsigned)e->seconds + 1); /* which ends this process */
        char *reply = search_work(line);
        puts(reply ? reply : "{}");
        fflush(stdout);
        free(reply);
    }
    free(line);
    return EXIT_FINE;
}

int cmd_evolve(options *o, void *own)
{
    const evolve_options *e = own;
    int code;
    if (e->work)
        return work(e);
    if (e->show_criteria) {
        buffer text = {0};
        criteria_write(&text);
        fputs(text.text, stdout);
        buffer_done(&text);
        return EXIT_FINE;
    }
    bool looks = e->explains || e->writes;
    records *s = records_open(e->db, !looks, &code);
    if (s && looks)
        code = e->writes ? evolved_write(s, e->db, e->game) : evolved_explain(s, e->db, e->explain, o->json);
    else if (s)
        code = run(o, e, s);
    records_close(s);
    return code;
}
