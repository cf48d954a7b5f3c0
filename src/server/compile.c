#include "server/compile.h"

#include "ludens.h"
#include "session/library.h"
#include "session/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct compiling {
    void (*done)(void *user, const char *game);
    void *user;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    const library_game **games; /* asked for, in order; those before `next` are done */
    uint32_t count, next;
    bool stopped;
    lud_control *control;
};

static bool compile(const compiling *c, const library_game *g)
{
    lud_options o;
    lud_info info;
    lud_options_init(&o);
    o.control = c->control;
    o.alone = true;
    o.backend = LUD_BACKEND_AUTO;
    lud_game *game = lud_load_text(g->text, g->length, g->name, &o, NULL);
    if (!game)
        return false;
    lud_game_info(game, &info);
    bool made = strcmp(info.backend, "native") != 0 && lud_native_wait(game);
    lud_game_free(game);
    return made;
}

static void *work(void *user)
{
    compiling *c = user;
    setpriority(PRIO_PROCESS, 0, 10); /* of this thread, and of the compilers it starts (Linux) */
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (!c->stopped && c->next == c->count)
            pthread_cond_wait(&c->more, &c->lock);
        if (c->stopped)
            break;
        const library_game *g = c->games[c->next++];
        pthread_mutex_unlock(&c->lock);
        if (compile(c, g))
            c->done(c->user, g->name);
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

compiling *compiling_new(void (*done)(void *user, const char *game), void *user)
{
    compiling *c = mem_alloc(sizeof *c);
    c->done = done;
    c->user = user;
    c->games = mem_alloc(library_count() * sizeof *c->games);
    c->control = lud_control_new();
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->more, NULL);
    if (c->control && pthread_create(&c->thread, NULL, work, c) == 0)
        return c;
    lud_control_free(c->control);
    free(c->games);
    free(c);
    return NULL;
}

void compiling_add(compiling *c, const char *game)
{
    const library_game *g = library_find(game);
    pthread_mutex_lock(&c->lock);
    uint32_t i = 0;
    while (i < c->count && c->games[i] != g)
        i++;
    if (g && i == c->count) {
        c->games[c->count++] = g;
        pthread_cond_signal(&c->more);
    }
    pthread_mutex_unlock(&c->lock);
}

void compiling_free(compiling *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->stopped = true;
    lud_interrupt(c->control);
    pthread_cond_signal(&c->more);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->more);
    lud_control_free(c->control);
    free(c->games);
    free(c);
}
