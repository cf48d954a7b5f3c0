#include "cli/fault.h"

#include "cli/app.h"
#include "cli/load.h"

int trace_report(const options *o, walk *w, lud_status status, const char *path)
{
    trace t = {0};
    int code = report_fault(o, w->ctx, status);
    if (status != LUD_INTERRUPTED) {
        trace_walk(&t, w);
        trace_print(&t, &o->with, path, stderr);
    }
    trace_done(&t);
    return code;
}

int trace_report_from(const options *o, walk *w, lud_status status, const char *path)
{
    trace t = {0};
    if (trace_is_fault(status) && trace_search(&t, w, &o->with, 0, status)) {
        fputs(lud_fault_text(w->ctx, options_color(o, stderr)), stderr);
        trace_print(&t, &o->with, path, stderr);
    }
    trace_done(&t);
    return status_code(status);
}

int failure_report(const options *o, const failure *p, lud_context *ctx, const char *title)
{
    switch (p->kind) {
    case FAILURE_NONE: return EXIT_FINE;
    case FAILURE_FAULT: return report_fault(o, ctx, p->status);
    case FAILURE_INPUT:
    case FAILURE_USAGE:
    case FAILURE_ENVIRONMENT: fprintf(stderr, "%s: %s\n", title, p->text); break;
    }
    return p->kind == FAILURE_INPUT ? EXIT_WRONG : p->kind == FAILURE_USAGE ? EXIT_USAGE : EXIT_ENVIRONMENT;
}
