/* Checks that includes point one way: base, logic, machines, kit, lang and native, model, agents, analysis and session,
 * net, contest, ggp, bench and lsp, serve, cli; that languages and machines do not know each other; that agents and all
 * to the right of them use the public headers and the tools of base alone; that session neither parses options, nor
 * prints, nor exits; that no headers include each other in a circle, nor in chains of more than ten; and that files and
 * structs are not too long. */
#include "test.h"

#include <dirent.h>
#include <sys/stat.h>

enum { MAX_FILES = 2000, MAX_NAME = 200, MAX_DEPTH = 10, MAX_MEMBERS = 60 };

typedef struct source_file {
    const char *root;    /* "/src/", "/include/" */
    char name[MAX_NAME]; /* below it, "base/arena.h" */
    char included[200][MAX_NAME];
    int included_count;
    int mark;  /* of the search for circles: 0 new, 1 open, 2 done */
    int depth; /* headers in the longest chain from here; -1: not known yet */
} source_file;

static source_file *files;
static int file_count;

/* Folders of one rank do not see each other, except that lang/x sees lang itself. */
static int rank_of(const char *name)
{
    static const struct {
        const char *folder;
        int rank;
    } ranks[] = {{"base/", 0},      {"logic/", 1},      {"derivation/", 1}, {"automaton/", 2}, {"circuit/", 2},
                 {"answerset/", 2}, {"structures/", 2}, {"kit/", 3},        {"lang/", 4},      {"native/", 4},
                 {"unroll/", 4},    {"model/", 5},      {"agents/", 6},     {"analysis/", 7},  {"session/", 8},
                 {"net/", 9},       {"draw/", 9},       {"contest/", 10},   {"evolve/", 10},   {"ggp/", 10},
                 {"bench/", 10},    {"lsp/", 10},       {"server/", 11},    {"cli/", 12}};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        if (strncmp(name, ranks[i].folder, strlen(ranks[i].folder)) == 0)
            return ranks[i].rank;
    return -1;
}

static void read_includes(source_file *f, const char *path)
{
    char line[1000], name[MAX_NAME];
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, " # include \"%199[^\"]\"", name) == 1 && f->included_count < 200)
            strcpy(f->included[f->included_count++], name);
    if (in)
        fclose(in);
}

static void collect(const char *root, const char *folder)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "%s%s", root, folder);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        struct stat info;
        if (e->d_name[0] == '.' || file_count == MAX_FILES)
            continue;
        snprintf(path, sizeof path, SOURCE_DIR "%s%s%s", root, folder, e->d_name);
        if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
            char below[MAX_NAME];
            snprintf(below, sizeof below, "%.90s%.90s/", folder, e->d_name);
            collect(root, below);
        } else if (n > 2 && (strcmp(e->d_name + n - 2, ".c") == 0 || strcmp(e->d_name + n - 2, ".h") == 0)) {
            source_file *f = &files[file_count++];
            f->root = root;
            f->depth = -1;
            snprintf(f->name, sizeof f->name, "%.90s%.90s", folder, e->d_name);
            read_includes(f, path);
        }
    }
    if (dir)
        closedir(dir);
}

static void collect_all(void)
{
    files = calloc(MAX_FILES, sizeof *files);
    collect("/src/", "");
    collect("/include/", "");
    collect("/python/module/", "");
    CHECK(file_count > 10);
}

/* The text of a file, to be freed; NULL: it cannot be read. */
static char *text_of(const source_file *f)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "%s%s", f->root, f->name);
    FILE *in = fopen(path, "r");
    size_t room = 1 << 20;
    char *text = in ? calloc(room, 1) : NULL;
    if (text && fread(text, 1, room - 1, in) == 0)
        *text = 0;
    if (in)
        fclose(in);
    return text;
}

static bool same_language(const char *a, const char *b)
{
    const char *rest = strchr(a + 5, '/');
    return rest && strncmp(a, b, (size_t)(rest - a + 1)) == 0;
}

TEST(includes_point_one_way)
{
    collect_all();
    for (int i = 0; i < file_count; i++)
        for (int k = 0; k < files[i].included_count; k++) {
            const char *from = files[i].name, *to = files[i].included[k];
            int a = rank_of(from), b = rank_of(to);
            if (a < 0 || b < 0)
                continue;
            bool same_folder = strncmp(from, to, (size_t)(strchr(from, '/') - from + 1)) == 0;
            if (b > a || (a == b && !same_folder))
                TEST_FAIL("%s includes %s", from, to);
        }
}

TEST(languages_do_not_know_each_other)
{
    collect_all();
    for (int i = 0; i < file_count; i++)
        for (int k = 0; k < files[i].included_count; k++) {
            const char *from = files[i].name, *to = files[i].included[k];
            if (strncmp(from, "lang/", 5) == 0 && strncmp(to, "lang/", 5) == 0 && strchr(to + 5, '/') &&
                !same_language(from, to) && strchr(from + 5, '/'))
                TEST_FAIL("%s includes %s", from, to);
        }
}

/* The adapters of model/: one folder a machine, which sees that machine alone. */
TEST(adapters_do_not_know_each_other)
{
    static const struct {
        const char *folder, *machine;
    } adapters[] = {{"model/automaton/", "automaton/"},
                    {"model/rulesheet/", "circuit/"},
                    {"model/answerset/", "answerset/"},
                    {"model/structures/", "structures/"}};
    enum { ADAPTERS = sizeof adapters / sizeof *adapters };
    collect_all();
    for (int i = 0; i < file_count; i++)
        for (int k = 0; k < files[i].included_count; k++)
            for (int a = 0; a < ADAPTERS; a++)
                for (int b = 0; b < ADAPTERS; b++) {
                    const char *from = files[i].name, *to = files[i].included[k];
                    bool here = strncmp(from, adapters[a].folder, strlen(adapters[a].folder)) == 0;
                    bool other = strncmp(to, adapters[b].folder, strlen(adapters[b].folder)) == 0 ||
                                 strncmp(to, adapters[b].machine, strlen(adapters[b].machine)) == 0;
                    if (here && other && a != b)
                        TEST_FAIL("%s includes %s", from, to);
                }
    for (int i = 0; i < file_count; i++) /* what is common to all of them knows none */
        for (int k = 0; k < files[i].included_count; k++)
            if (strncmp(files[i].name, "model/", 6) == 0 && !strchr(files[i].name + 6, '/'))
                for (int a = 0; a < ADAPTERS; a++)
                    if (strncmp(files[i].included[k], adapters[a].folder, strlen(adapters[a].folder)) == 0)
                        TEST_FAIL("%s includes %s", files[i].name, files[i].included[k]);
}

static bool is_header(const source_file *f) { return f->name[strlen(f->name) - 1] == 'h'; }

TEST(files_are_short)
{
    collect_all();
    for (int i = 0; i < file_count; i++) {
        char *text = text_of(&files[i]);
        int lines = 0;
        for (const char *p = text; p && *p; p++)
            lines += *p == '\n';
        if (lines == 0 || lines > (is_header(&files[i]) ? 400 : 700))
            TEST_FAIL("%s has %d lines", files[i].name, lines);
        free(text);
    }
}

/* A front end for a board game is a parser and a mapping: the smallest one shows that. */
TEST(the_smallest_front_end_is_small)
{
    int lines = 0;
    collect_all();
    for (int i = 0; i < file_count; i++) {
        char *text = strncmp(files[i].name, "lang/fairy/", 11) == 0 ? text_of(&files[i]) : NULL;
        for (const char *p = text; p && *p; p++)
            lines += *p == '\n';
        free(text);
    }
    CHECK(lines > 0 && lines <= 1440); /* and its tables */
}

/* Blanks in place of comments, and of what stands in quotes. */
static void blank_out(char *text)
{
    for (char *p = text; *p; p++) {
        char *end = NULL;
        if (p[0] == '/' && p[1] == '*') {
            end = strstr(p + 2, "*/");
            end = end ? end + 2 : p + strlen(p);
        } else if (p[0] == '/' && p[1] == '/') {
            end = p + strcspn(p, "\n");
        } else if (*p == '"' || *p == '\'') {
            for (end = p + 1; *end && *end != *p && *end != '\n'; end++)
                end += *end == '\\' && end[1];
            end += *end != 0;
        }
        for (; end && p < end; p++)
            *p = *p == '\n' ? '\n' : ' ';
        if (end)
            p--;
    }
}

/* Of the struct whose members begin here. Structs within it count as one member, and on their own. */
static int count_members(const char *p)
{
    int members = 0, braces = 1, others = 0;
    for (; *p && braces > 0; p++) {
        braces += (*p == '{') - (*p == '}');
        others += braces == 1 ? (*p == '(' || *p == '[') - (*p == ')' || *p == ']') : 0;
        members += braces == 1 && (*p == ';' || (*p == ',' && others == 0));
    }
    return members;
}

TEST(structs_are_short)
{
    static const struct {
        const char *file;
        int most; /* members: may become less, never more */
    } longer[] = {{"lang/ludii/lower/lu.h", 138}, {"lang/zrf/lower.h", 89}, {"analysis/measures.h", 61}};
    enum { LONGER = sizeof longer / sizeof *longer };
    collect_all();
    for (int i = 0; i < file_count; i++) {
        char *text = text_of(&files[i]);
        int most = MAX_MEMBERS;
        blank_out(text);
        for (int k = 0; k < LONGER; k++)
            if (strcmp(files[i].name, longer[k].file) == 0)
                most = longer[k].most;
        for (const char *p = text; (p = strstr(p, "struct ")); p += 7) {
            const char *brace =
                p + 7 + strspn(p + 7, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ");
            int members = *brace == '{' ? count_members(brace + 1) : 0;
            if (members > most)
                TEST_FAIL("%s: %.*s has %d members", files[i].name, (int)(brace - p), p, members);
        }
        free(text);
    }
}

TEST(agents_do_not_know_each_other)
{
    collect_all();
    for (int i = 0; i < file_count; i++)
        for (int k = 0; k < files[i].included_count; k++) {
            const char *from = files[i].name, *to = files[i].included[k];
            bool own = strncmp(from, "agents/", 7) == 0 && strchr(from + 7, '/');
            bool into = strncmp(to, "agents/", 7) == 0 && strchr(to + 7, '/');
            if (into && !(own && strncmp(from, to, (size_t)(strrchr(to, '/') - to + 1)) == 0))
                TEST_FAIL("%s includes %s", from, to);
        }
}

/* What has nothing to do with games, and no state. */
static bool is_tool(const char *name)
{
    static const char *const tools[] = {"base/clock.h",  "base/channel.h", "base/nearest.h", "base/text.h",
                                        "base/arena.h",  "base/vec.h",     "base/map.h",     "base/sandbox.h",
                                        "base/dynlib.h", "base/room.h",    "base/control.h", "base/ini.h",
                                        "base/source.h"};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (strcmp(name, tools[i]) == 0)
            return true;
    return false;
}

TEST(apps_live_on_the_public_header)
{
    collect_all();
    for (int i = 0; i < file_count; i++)
        for (int k = 0; k < files[i].included_count; k++) {
            const char *from = files[i].name, *to = files[i].included[k];
            int b = rank_of(to);
            if (rank_of(from) >= 6 && b >= 0 && b < 6 && !is_tool(to))
                TEST_FAIL("%s includes %s", from, to);
        }
}

/* A session is a library. */
TEST(sessions_leave_the_process_alone)
{
    static const char *const words[] = {"argp", "stdout", "stderr", " exit(", "_exit(", "printf(\"", "puts(", "isatty"};
    char path[1000], line[2000];
    collect_all();
    for (int i = 0; i < file_count; i++) {
        if (strncmp(files[i].name, "session/", 8) != 0)
            continue;
        snprintf(path, sizeof path, SOURCE_DIR "/src/%s", files[i].name);
        FILE *in = fopen(path, "r");
        for (int n = 1; in && fgets(line, sizeof line, in); n++)
            for (size_t w = 0; w < sizeof words / sizeof *words; w++)
                if (strstr(line, words[w]) && !strstr(line, "fputs(") && !strstr(line, "snprintf"))
                    TEST_FAIL("%s:%d: %s", files[i].name, n, words[w]);
        if (in)
            fclose(in);
    }
}

/* The text form of the automaton is the automaton; all other languages write theirs through the kit. */
TEST(front_ends_write_automata_through_the_kit)
{
    char path[1000], line[2000];
    collect_all();
    for (int i = 0; i < file_count; i++) {
        if (strncmp(files[i].name, "lang/", 5) != 0 || strncmp(files[i].name, "lang/rg/", 8) == 0)
            continue;
        snprintf(path, sizeof path, SOURCE_DIR "/src/%s", files[i].name);
        FILE *in = fopen(path, "r");
        for (int n = 1; in && fgets(line, sizeof line, in); n++)
            if (strstr(line, "irb_") || strstr(line, "automaton/build.h"))
                TEST_FAIL("%s:%d: %s", files[i].name, n, line);
        if (in)
            fclose(in);
    }
}

TEST(a_source_file_includes_its_own_header_first)
{
    collect_all();
    for (int i = 0; i < file_count; i++) {
        char own[MAX_NAME];
        snprintf(own, sizeof own, "%s", files[i].name);
        size_t n = strlen(own);
        if (own[n - 1] != 'c')
            continue;
        own[n - 1] = 'h';
        for (int k = 1; k < files[i].included_count; k++)
            if (strcmp(files[i].included[k], own) == 0)
                TEST_FAIL("%s includes %s before it", files[i].name, files[i].included[0]);
    }
}

static int find(const char *name)
{
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i].name, name) == 0)
            return i;
    return -1;
}

static void visit(int i)
{
    files[i].mark = 1;
    for (int k = 0; k < files[i].included_count; k++) {
        int next = find(files[i].included[k]);
        if (next < 0)
            continue;
        if (files[next].mark == 1)
            TEST_FAIL("%s and %s include each other in a circle", files[i].name, files[next].name);
        else if (files[next].mark == 0)
            visit(next);
    }
    files[i].mark = 2;
}

TEST(no_circles_of_headers)
{
    collect_all();
    for (int i = 0; i < file_count; i++)
        if (files[i].mark == 0)
            visit(i);
}

/* Headers in the longest chain that begins in the file. */
static int depth_of(int i)
{
    source_file *f = &files[i];
    if (f->depth >= 0)
        return f->depth;
    f->depth = 0; /* circles are another test's */
    for (int k = 0; k < f->included_count; k++) {
        int next = find(f->included[k]), below = next < 0 ? -1 : depth_of(next);
        f->depth = below + 1 > f->depth ? below + 1 : f->depth;
    }
    return f->depth;
}

TEST(chains_of_headers_are_short)
{
    collect_all();
    for (int i = 0; i < file_count; i++)
        if (depth_of(i) > MAX_DEPTH)
            TEST_FAIL("%s is at the head of a chain of %d headers", files[i].name, depth_of(i));
}

TEST_MAIN
