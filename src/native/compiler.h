/* The system compiler as a child process, watched by a keeper.
 *
 *     this process ---socket---> keeper ---> compiler (a process group of its own)
 *
 * The keeper tells when the compiler is done. When the socket closes (this process has what it
 * wants, gave up, or died in whatever way) it ends the compiler and removes the work folder, so
 * that the library needs no handlers of signals or of exit. */
#ifndef LUDENS_NATIVE_COMPILER_H
#define LUDENS_NATIVE_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { COMPILER_WORDS = 64, COMPILER_TEXT = 4096 };

/* The command line: LUDENS_CC (`cc`), our flags, LUDENS_CFLAGS, both split at blanks. */
typedef struct compiler {
    char text[COMPILER_TEXT];              /* the words, one after another */
    char path[COMPILER_TEXT];              /* of the program, found in PATH; "" when there is none */
    char remover[COMPILER_TEXT];           /* rm, likewise */
    const char *words[COMPILER_WORDS + 4]; /* room for "-o OBJECT SOURCE", NULL */
    size_t count;
    char salt[COMPILER_TEXT]; /* what decides about the object, as one text */
} compiler;

void compiler_find(compiler *c);

typedef struct compilation {
    pid_t keeper;
    int socket;
} compilation;

typedef enum compiler_result { COMPILER_RUNS, COMPILER_DONE, COMPILER_FAILED } compiler_result;

/* Starts the compiler in the work folder; the lock descriptor is the keeper's from now on. */
bool compiler_start(const compiler *c, const char *folder, const char *source, const char *object, int lock,
                    compilation *run);
/* Waits so many milliseconds for it. */
compiler_result compiler_result_of(const compilation *run, int wait_ms);
/* Ends it; the work folder is gone afterwards. */
void compiler_stop(compilation *run);

#endif
