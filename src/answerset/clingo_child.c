#define _GNU_SOURCE
#include "answerset/clingo_child.h"

#include "base/dynlib.h"
#include "base/room.h"
#include "base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- the functions of libclingo that are used (its C interface, versions 5.3 to 5.8) ---- */

typedef struct clingo_control clingo_control;
typedef struct clingo_handle clingo_handle;
typedef struct clingo_model clingo_model;
typedef uint64_t clingo_symbol;
typedef struct clingo_part {
    const char *name;
    const clingo_symbol *arguments;
    size_t size;
} clingo_part;
typedef void (*clingo_logger)(int code, const char *message, void *data);

enum { SOLVE_YIELD = 2, SHOW_SHOWN = 2, CODE_BAD_ALLOC = 3, SYMBOL_FUNCTION = 5 };

#define FUNCTIONS(F)                                                                                                   \
    F(bool, control_new, (const char *const *, size_t, clingo_logger, void *, unsigned, clingo_control **))            \
    F(void, control_free, (clingo_control *))                                                                          \
    F(bool, control_add, (clingo_control *, const char *, const char *const *, size_t, const char *))                  \
    F(bool, control_ground, (clingo_control *, const clingo_part *, size_t, void *, void *))                           \
    F(bool, control_solve, (clingo_control *, unsigned, const int32_t *, size_t, void *, void *, clingo_handle **))    \
    F(bool, solve_handle_get, (clingo_handle *, unsigned *))                                                           \
    F(bool, solve_handle_model, (clingo_handle *, const clingo_model **))                                              \
    F(bool, solve_handle_resume, (clingo_handle *))                                                                    \
    F(bool, solve_handle_close, (clingo_handle *))                                                                     \
    F(bool, model_symbols_size, (const clingo_model *, unsigned, size_t *))                                            \
    F(bool, model_symbols, (const clingo_model *, unsigned, clingo_symbol *, size_t))                                  \
    F(int, symbol_type, (clingo_symbol))                                                                               \
    F(bool, symbol_name, (clingo_symbol, const char **))                                                               \
    F(bool, symbol_to_string_size, (clingo_symbol, size_t *))                                                          \
    F(bool, symbol_to_string, (clingo_symbol, char *, size_t))                                                         \
    F(int, error_code, (void))                                                                                         \
    F(const char *, error_message, (void))

typedef struct library {
#define F(result, name, arguments) result(*name) arguments;
    FUNCTIONS(F)
#undef F
} library;

typedef struct child {
    int socket, statm; /* statm: the size of this process, kept open */
    long page;         /* bytes */
    library lib;
    char *out; /* messages are gathered */
    size_t out_length, out_capacity;
    char log[500];
    uint64_t atoms;
} child;

/* ---- talking ---- */

static void send_all(child *c)
{
    for (size_t done = 0; done < c->out_length;) {
        ssize_t n = send(c->socket, c->out + done, c->out_length - done, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(0);
        done += (size_t)n;
    }
    c->out_length = 0;
}

static void tell(child *c, uint32_t kind, const char *text, size_t length)
{
    clingo_message m = {kind, (uint32_t)length};
    size_t wanted = c->out_length + sizeof m + length;
    if (!ROOM_FOR(c->out, c->out_capacity, wanted))
        _exit(3);
    memcpy(c->out + c->out_length, &m, sizeof m);
    if (length)
        memcpy(c->out + c->out_length + sizeof m, text, length);
    c->out_length = wanted;
    if (c->out_length > 1 << 16 || (kind != CLINGO_ATOM && kind != CLINGO_MODEL))
        send_all(c);
}

static void read_all(child *c, void *to, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = read(c->socket, (char *)to + done, length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(0);
        done += (size_t)n;
    }
}

/* ---- the library ---- */

static bool load_library(child *c)
{
    const char *named = getenv("LUDENS_CLINGO");
    const char *const own[] = {named, NULL}, *const usual[] = {"libclingo.so.4", "libclingo.so.3", NULL};
    const dynlib_symbol symbols[] = {
#define F(result, name, arguments) {"clingo_" #name, &c->lib.name},
        FUNCTIONS(F)
#undef F
            {0}};
    return dynlib_load(named && *named ? own : usual, symbols);
}

static void take_message(int code, const char *message, void *data)
{
    child *c = data;
    (void)code;
    size_t n = strlen(c->log);
    snprintf(c->log + n, sizeof c->log - n, "%s%s", n ? "\n" : "", message);
}

static void tell_failure(child *c)
{
    const library *l = &c->lib;
    int code = l->error_code();
    const char *message = l->error_message();
    if (code == CODE_BAD_ALLOC) {
        tell(c, CLINGO_FULL, "", 0);
        return;
    }
    char text[700];
    snprintf(text, sizeof text, "%s", *c->log ? c->log : message ? message : "it failed");
    tell(c, CLINGO_FAILED, text, strlen(text));
}

static bool wanted(const child *c, clingo_symbol s, const char *names, uint32_t count)
{
    const char *name = "";
    if (count == 0)
        return true;
    if (c->lib.symbol_type(s) != SYMBOL_FUNCTION || !c->lib.symbol_name(s, &name))
        return false;
    for (uint32_t i = 0; i < count; i++, names += strlen(names) + 1)
        if (strcmp(name, names) == 0)
            return true;
    return false;
}

static bool tell_model(child *c, const clingo_model *model, const char *names, const clingo_order *order)
{
    size_t count = 0, length = 0;
    if (!c->lib.model_symbols_size(model, SHOW_SHOWN, &count))
        return false;
    clingo_symbol *symbols = malloc((count + 1) * sizeof *symbols);
    char *text = NULL;
    size_t capacity = 0;
    bool fine = symbols && c->lib.model_symbols(model, SHOW_SHOWN, symbols, count);
    for (size_t i = 0; i < count && fine; i++) {
        if (!wanted(c, symbols[i], names, order->name_count))
            continue;
        fine = c->lib.symbol_to_string_size(symbols[i], &length);
        if (fine && length > capacity) {
            free(text);
            text = malloc(capacity = 2 * length);
        }
        fine = fine && text && c->lib.symbol_to_string(symbols[i], text, length);
        if (fine)
            tell(c, CLINGO_ATOM, text, length - 1);
        c->atoms++;
    }
    free(symbols);
    free(text);
    return fine;
}

static bool solve(child *c, clingo_control *control, const char *text, const char *names, const clingo_order *order)
{
    const library *l = &c->lib;
    const clingo_part base = {"base", NULL, 0};
    clingo_handle *handle;
    if (!l->control_add(control, "base", NULL, 0, text) || !l->control_ground(control, &base, 1, NULL, NULL) ||
        !l->control_solve(control, SOLVE_YIELD, NULL, 0, NULL, NULL, &handle))
        return false;
    uint32_t models = 0;
    bool fine = true;
    const clingo_model *model = NULL;
    while (fine && c->atoms <= order->max_atoms) {
        fine = l->solve_handle_resume(handle) && l->solve_handle_model(handle, &model);
        if (!fine || !model)
            break;
        fine = tell_model(c, model, names, order);
        tell(c, CLINGO_MODEL, "", 0);
        if (++models == order->models)
            break;
    }
    unsigned result;
    fine = fine && (models > 0 || l->solve_handle_get(handle, &result));
    return l->solve_handle_close(handle) && fine;
}

/* ---- limits ---- */

#if defined __GLIBC__
typedef __rlimit_resource_t limit_kind; /* an enum, with _GNU_SOURCE */
#else
typedef int limit_kind;
#endif

static void limit(limit_kind resource, uint64_t soft)
{
    struct rlimit r;
    if (getrlimit(resource, &r) != 0)
        return;
    if (r.rlim_max == RLIM_INFINITY || soft < r.rlim_max)
        r.rlim_cur = soft;
    setrlimit(resource, &r);
}

static uint64_t address_space(const child *c)
{
    char text[100] = "";
    ssize_t n = lseek(c->statm, 0, SEEK_SET) == 0 ? read(c->statm, text, sizeof text - 1) : 0;
    text[n > 0 ? n : 0] = 0;
    return strtoull(text, NULL, 10) * (uint64_t)c->page;
}

static void set_limits(const child *c, const clingo_order *order)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    limit(RLIMIT_CPU, (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (uint64_t)order->seconds + 2);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    limit(RLIMIT_AS, address_space(c) + order->memory);
#else
    (void)address_space, (void)c;
#endif
}

static void serve(child *c)
{
    clingo_order order;
    read_all(c, &order, sizeof order);
    char *text = malloc(order.text_length + 1), *names = malloc(order.name_bytes + 1);
    if (!text || !names)
        _exit(3);
    read_all(c, text, order.text_length);
    read_all(c, names, order.name_bytes);
    text[order.text_length] = names[order.name_bytes] = 0;
    char models[24], seed[40];
    snprintf(models, sizeof models, "-n%u", order.models);
    snprintf(seed, sizeof seed, "--seed=%u", (unsigned)(order.seed % 2147483647u));
    const char *arguments[] = {models, "-Wnone", "--heuristic=Domain", seed, "--project=project"};
    clingo_control *control = NULL;
    *c->log = 0;
    c->atoms = 0;
    set_limits(c, &order);
    bool fine = c->lib.control_new(arguments, order.project ? 5 : 4, take_message, c, 20, &control) &&
                solve(c, control, text, names, &order);
    if (fine && c->atoms > order.max_atoms)
        tell(c, CLINGO_FULL, "atoms", 5);
    else if (fine)
        tell(c, CLINGO_DONE, "", 0);
    else
        tell_failure(c);
    if (control)
        c->lib.control_free(control);
    free(text);
    free(names);
}

void clingo_child_close_others(int keep)
{
    int null = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3 && null >= 0; i++)
        if (i != keep)
            dup2(null, i);
#ifdef SYS_close_range
    if ((keep <= 3 || syscall(SYS_close_range, 3, keep - 1, 0) == 0) && syscall(SYS_close_range, keep + 1, ~0U, 0) == 0)
        return;
#endif
    for (int i = 3; i < 4096; i++)
        if (i != keep)
            close(i);
}

_Noreturn void clingo_child_run(int socket)
{
    static child c; /* of this process alone, which is a copy */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    signal(SIGINT, SIG_IGN); /* the other side decides */
    static const int usual[] = {SIGTERM, SIGFPE, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGXCPU, SIGALRM, SIGHUP};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        signal(usual[i], SIG_DFL);
    limit(RLIMIT_CORE, 0);
    clingo_child_close_others(socket);
    memset(&c, 0, sizeof c);
    c.socket = socket;
    if (!load_library(&c)) {
        tell(&c, CLINGO_MISSING, "", 0);
        _exit(0);
    }
    c.statm = open("/proc/self/statm", O_RDONLY);
    c.page = sysconf(_SC_PAGESIZE);
    enter_sandbox(0, true); /* from here on it computes; where there is no sandbox, the limits have to do */
    tell(&c, CLINGO_DONE, "", 0);
    for (;;)
        serve(&c);
}
