/* What rows of the tables of the prototype mean in Ludii (prototype_rules.c). */
#ifndef LUDENS_LANG_LUDII_LUDEMES_PROTOTYPE_RULES_H
#define LUDENS_LANG_LUDII_LUDEMES_PROTOTYPE_RULES_H

#include "lang/ludii/dialect.h"

MEANING_OF(prototype_game);
MEANING_OF(prototype_control);
MEANING_OF(prototype_component);
MEANING_OF(prototype_basis);
MEANING_OF(prototype_rules);
MEANING_OF(prototype_place);
MEANING_OF(prototype_store);
MEANING_OF(prototype_move);
MEANING_OF(prototype_generate);
MEANING_OF(prototype_line);
MEANING_OF(prototype_result);

#endif
