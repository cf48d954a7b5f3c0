#include "agents/agent.h"
#include "cli/app.h"
#include "cli/options.h"
#include "session/output.h"

const command_spec spec_agents = {
    .arguments = "",
    .doc =
        "List the agents with their parameters. All of them take seconds=, playouts= and nodes= "
        "for a move.\vdocs/agents.md explains them.",
    .groups = OPTIONS_JSON,
    .max_arguments = 0,
};

static json_t *parameters_json(const agent_kind *k)
{
    json_t *list = json_array();
    for (int i = 0; i < AGENT_PARAMETERS && k->parameters[i].name; i++) {
        const agent_parameter *p = &k->parameters[i];
        json_array_append_new(list,
                              json_pack("{ss ss so so so}", "name", p->name, "summary", p->summary,
                                        "default", json_score(p->standard), "min",
                                        json_score(p->min), "max", json_score(p->max)));
    }
    if (k->text.name)
        json_array_append_new(list, json_pack("{ss ss sn sn sn}", "name", k->text.name, "summary",
                                              k->text.summary, "default", "min", "max"));
    return list;
}

static void print_kind(const agent_kind *k)
{
    printf("%-12s %s\n", k->name, k->summary);
    for (int i = 0; i < AGENT_PARAMETERS && k->parameters[i].name; i++)
        printf("  %-14s %-8g %s\n", k->parameters[i].name, k->parameters[i].standard,
               k->parameters[i].summary);
    if (k->text.name)
        printf("  %-14s %-8s %s\n", k->text.name, "", k->text.summary);
}

int cmd_agents(int argc, char **argv)
{
    options o;
    options_parse(&o, &spec_agents, argc, argv, NULL);
    json_t *list = json_array();
    for (uint32_t i = 0; i < agent_kind_count(); i++) {
        const agent_kind *k = agent_kind_at(i);
        if (!o.json)
            print_kind(k);
        json_array_append_new(list, json_pack("{ss ss so}", "name", k->name, "summary", k->summary,
                                              "parameters", parameters_json(k)));
    }
    if (o.json)
        json_print(list, stdout);
    else
        json_decref(list);
    options_done(&o);
    return EXIT_FINE;
}
