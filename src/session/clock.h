/* Clocks, in seconds. */
#ifndef LUDENS_SESSION_CLOCK_H
#define LUDENS_SESSION_CLOCK_H

double clock_wall(void);   /* wall-clock time from some moment on; never set back */
double clock_cpu(void);    /* CPU time of the process */
double clock_thread(void); /* CPU time of the calling thread */

#endif
