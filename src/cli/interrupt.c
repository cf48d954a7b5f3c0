#include "cli/interrupt.h"

#include "cli/app.h"
#include "session/memory.h"

#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

/* Signal handlers can reach nothing but globals. */
static volatile sig_atomic_t interrupted, late, waiting;
static lud_control *volatile control;
static double limit;

/* A signal that comes between the last look at it and a call that waits does not end that call: another one follows. */
#define AGAIN_SECONDS 0.05

lud_control *interrupt_control(void)
{
    if (!control)
        control = lud_control_new();
    if (!control)
        mem_no_memory();
    return control;
}

static void set_timer(double seconds)
{
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds}};
    timer.it_value.tv_usec = (suseconds_t)((seconds - (double)timer.it_value.tv_sec) * 1e6);
    if (seconds > 0 && timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0)
        timer.it_value.tv_usec = 1;
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void on_signal(int number)
{
    *(number == SIGALRM ? &late : &interrupted) = 1;
    if (control)
        lud_interrupt(control);
    if (number == SIGALRM && waiting)
        set_timer(AGAIN_SECONDS);
}

static void catch_signal(int number)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = number == SIGALRM ? 0 : (int)SA_RESETHAND};
    interrupt_control();
    sigaction(number, &action, NULL);
}

void interrupt_catch(void)
{
    struct sigaction old;
    sigaction(SIGINT, NULL, &old);
    if (old.sa_handler != SIG_IGN) /* of a job in the background */
        catch_signal(SIGINT);
}

void interrupt_catch_term(void) { catch_signal(SIGTERM); }

void interrupt_after(double seconds)
{
    limit = seconds;
    catch_signal(SIGALRM);
    set_timer(seconds);
}

void interrupt_request(double seconds)
{
    set_timer(0);
    if (late) {
        late = 0;
        lud_resume(interrupt_control());
    }
    if (seconds > 0) {
        catch_signal(SIGALRM);
        set_timer(seconds);
    }
}

bool interrupt_wait(bool on)
{
    waiting = on;
    if (!on && late) /* what is written now is not to be disturbed */
        set_timer(0);
    return !on || !interrupt_seen();
}

bool interrupt_seen(void) { return interrupted || late; }

bool interrupt_release(void)
{
    struct sigaction old;
    sigaction(SIGINT, NULL, &old);
    if (old.sa_handler != SIG_IGN)
        signal(SIGINT, SIG_DFL);
    return interrupt_seen();
}

int interrupt_exit(int code)
{
    if (late)
        fprintf(stderr, "ludens: stopped after %g s (--time-limit)\n", limit);
    return late ? EXIT_LIMIT : interrupted ? EXIT_INTERRUPT : code;
}
