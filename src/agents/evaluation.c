#include "agents/evaluation.h"

#include "base/map.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool evaluation_init(evaluation *e, const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    *e = (evaluation){.game = game, .roles = info.roles, .features = lud_feature_count(game)};
    e->weights = calloc((size_t)info.roles * (e->features + 1) + 1, sizeof *e->weights);
    e->indices = calloc(e->features + 1, sizeof *e->indices);
    e->values = calloc(e->features + 1, sizeof *e->values);
    e->low = calloc(info.roles + 1, sizeof *e->low);
    e->scale = calloc(info.roles + 1, sizeof *e->scale);
    if (!e->weights || !e->indices || !e->values || !e->low || !e->scale)
        return false;
    for (uint32_t r = 0; r < info.roles; r++) {
        double high;
        lud_score_bounds(game, r + 1, &e->low[r], &high);
        e->scale[r] = high > e->low[r] ? 1 / (high - e->low[r]) : 1;
    }
    return true;
}

void evaluation_done(evaluation *e)
{
    free(e->weights);
    free(e->indices);
    free(e->values);
    free(e->low);
    free(e->scale);
    *e = (evaluation){0};
}

double evaluation_squash(double raw) { return 1 / (1 + exp(-raw)); }

double evaluation_raw(evaluation *e, const void *state, uint32_t role)
{
    const float *w = e->weights + (size_t)(role - 1) * (e->features + 1);
    float whole;
    if (lud_features_weigh(e->game, state, role, w, &whole))
        return (double)(w[e->features] + whole);
    uint32_t count = lud_features_active(e->game, state, role, e->indices, e->values);
    float sum = w[e->features];
    for (uint32_t i = 0; i < count; i++)
        sum += w[e->indices[i]] * e->values[i];
    return (double)sum;
}

double evaluation_score(evaluation *e, const void *state, uint32_t role)
{
    return evaluation_squash(evaluation_raw(e, state, role));
}

/* ---- files ---- */

/* Of the names of all features: weights fit no other vector. */
static uint64_t names_hash(const lud_game *game)
{
    uint64_t hash = HASH_FNV;
    char name[300];
    for (uint32_t i = 0; i < lud_feature_count(game); i++) {
        lud_feature_name(game, i, name, sizeof name);
        hash = hash_fnv(hash_fnv(hash, name, strlen(name)), "\n", 1);
    }
    return hash;
}

bool evaluation_write(const evaluation *e, FILE *out)
{
    char name[300];
    fprintf(out, "ludens-evaluation 1\nroles %u features %u vector %016llx\n", e->roles, e->features,
            (unsigned long long)names_hash(e->game));
    for (uint32_t role = 1; role <= e->roles; role++) {
        const float *w = e->weights + (size_t)(role - 1) * (e->features + 1);
        fprintf(out, "role %u %.9g %s\n", role, (double)w[e->features], lud_role_name(e->game, role));
        for (uint32_t i = 0; i < e->features; i++) {
            if (w[i] == 0)
                continue;
            lud_feature_name(e->game, i, name, sizeof name);
            fprintf(out, "%u %.9g %s\n", i, (double)w[i], name);
        }
    }
    fputs("end\n", out);
    return !ferror(out);
}

static bool wrong(evaluation *e, unsigned line, const char *what, char *problem, size_t size)
{
    memset(e->weights, 0, (size_t)e->roles * (e->features + 1) * sizeof *e->weights);
    snprintf(problem, size, "line %u: %s", line, what);
    return false;
}

bool evaluation_read(evaluation *e, FILE *in, char *problem, size_t size)
{
    char line[600];
    unsigned version = 0, roles = 0, features = 0, number = 2, role = 0;
    unsigned long long vector = 0;
    if (!fgets(line, sizeof line, in) || sscanf(line, "ludens-evaluation %u", &version) != 1)
        return wrong(e, 1, "this is no evaluation", problem, size);
    if (version != 1)
        return wrong(e, 1, "the format is newer than this program", problem, size);
    if (!fgets(line, sizeof line, in) ||
        sscanf(line, "roles %u features %u vector %llx", &roles, &features, &vector) != 3)
        return wrong(e, 2, "roles, features and vector are missing", problem, size);
    if (roles != e->roles || features != e->features || vector != names_hash(e->game))
        return wrong(e, 2, "it was learnt for other rules", problem, size);
    while (fgets(line, sizeof line, in)) {
        unsigned index;
        float weight;
        number++;
        if (strcmp(line, "end\n") == 0)
            return true;
        if (sscanf(line, "role %u %g", &index, &weight) == 2) {
            if (index < 1 || index > e->roles || !isfinite(weight))
                return wrong(e, number, "there is no such role", problem, size);
            role = index;
            e->weights[(size_t)(role - 1) * (e->features + 1) + e->features] = weight;
        } else if (sscanf(line, "%u %g", &index, &weight) == 2) {
            if (role == 0 || index >= e->features || !isfinite(weight))
                return wrong(e, number, "there is no such feature", problem, size);
            e->weights[(size_t)(role - 1) * (e->features + 1) + index] = weight;
        } else {
            return wrong(e, number, "neither a weight nor a role", problem, size);
        }
        while (!strchr(line, '\n') && fgets(line, sizeof line, in))
            ; /* a long name */
    }
    return wrong(e, number, "the end is missing", problem, size);
}

static bool read_file(evaluation *e, const char *path, char *problem, size_t size)
{
    FILE *in = fopen(path, "r");
    problem[0] = 0;
    if (!in && errno == ENOENT)
        return false;
    char what[200];
    bool fine = in && evaluation_read(e, in, what, sizeof what);
    if (!fine)
        snprintf(problem, size, "%s: %s", path, in ? what : strerror(errno));
    if (in)
        fclose(in);
    return fine;
}

bool evaluation_find(evaluation *e, const char *file, char *problem, size_t size)
{
    problem[0] = 0;
    if (!file)
        return false;
    size_t length = strlen(file) + 20;
    char *path = malloc(length);
    if (!path)
        return false;
    snprintf(path, length, "%s.eval", file);
    bool fine = read_file(e, path, problem, size);
    const char *slash = strrchr(file, '/');
    int folder = slash ? (int)(slash - file) + 1 : 0;
    snprintf(path, length, "%.*s.eval/%s.eval", folder, file, file + folder);
    if (!fine && !problem[0])
        fine = read_file(e, path, problem, size);
    free(path);
    return fine;
}
