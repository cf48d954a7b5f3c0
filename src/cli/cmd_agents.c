#include "cli/app.h"
#include "cli/options.h"
#include "session/output.h"
#include "session/seat.h"

const command_spec spec_agents = {
    .arguments = "",
    .doc = "List the agents with their parameters. All of them take seconds=, playouts= and nodes= "
           "for a move.\vdocs/agents.md explains them.",
    .groups = OPTIONS_JSON,
    .max_arguments = 0,
};

static void print_kind(const lud_agent_kind *k)
{
    printf("%-12s %s\n", k->name, k->summary);
    for (uint32_t i = 0; i < k->parameter_count; i++)
        printf("  %-14s %-8g %s\n", k->parameters[i].name, k->parameters[i].standard, k->parameters[i].summary);
    if (k->text)
        printf("  %-14s %-8s %s\n", k->text, "", k->text_summary);
}

int cmd_agents(options *o, void *user)
{
    (void)user;
    for (uint32_t i = 0; i < lud_agent_kind_count() && !o->json; i++) {
        const lud_agent_kind kind = lud_agent_kind_at(i);
        print_kind(&kind);
    }
    if (o->json)
        json_print(seat_agents_json(), stdout);
    return EXIT_FINE;
}
