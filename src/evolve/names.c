#include "evolve/names.h"

#include "ludens.h"

#include <string.h>

enum { LEAST = 5, MOST = 10, TRIES = 200 };

/* Rivers, towns and mountains. */
static const char samples[] =
    " amazon danube volga rhine loire garonne tagus duero ebro arno tiber drava sava morava vltava oder vistula neman "
    "daugava neva onega pechora ural tobol irtysh yenisei angara lena aldan kolyma amur ussuri orinoco parana uruguay "
    "ucayali madeira xingu tocantins magdalena niger benue senegal gambia volta okavango zambezi limpopo orange "
    "narmada godavari krishna kaveri indus chenab jhelum sutlej brahmaputra irrawaddy salween mekong murray darling "
    "waikato clutha tasmania arkhangelsk novgorod tallinn tartu riga vilnius kaunas gdansk poznan torun lublin olomouc "
    "brno kosice debrecen szeged timisoara brasov varna plovdiv skopje ohrid bitola mostar zadar rijeka trieste verona "
    "cremona modena ravenna ancona pescara taranto catania cagliari ajaccio bastia marseille avignon limoges poitiers "
    "orleans rennes bergen tromso narvik uppsala kalmar turku oulu elbrus ararat kazbek olympus parnassus pindus rila "
    "etna stromboli vesuvius teide toubkal kenya meru elgon aconcagua huascaran chimborazo cotopaxi sajama illimani ";

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c == ' '; }

/* A letter that follows these two somewhere, as often as it does; a blank ends the name. */
static char next(lud_rng *rng, char a, char b)
{
    uint32_t n = 0;
    for (const char *p = samples; p[2]; p++)
        n += p[0] == a && p[1] == b && is_letter(p[2]);
    uint32_t left = n ? lud_rng_below(rng, n) : 0;
    for (const char *p = samples; p[2] && n; p++)
        if (p[0] == a && p[1] == b && is_letter(p[2]) && !left--)
            return p[2];
    return ' ';
}

static bool is_sample(const char *name)
{
    const char *p = strstr(samples, name);
    return p && p[-1] == ' ' && p[strlen(name)] == ' ';
}

char *name_of(uint64_t number, char *out, size_t size)
{
    lud_rng rng;
    lud_rng_seed(&rng, number, 0);
    for (int tries = 0; tries < TRIES; tries++) {
        char name[MOST + 2] = {0};
        char a = ' ', b = (char)('a' + lud_rng_below(&rng, 26));
        size_t n = 0;
        name[n++] = b;
        for (char c; n <= MOST && (c = next(&rng, a, b)) != ' '; a = b, b = c)
            name[n++] = c;
        if (n < LEAST || n > MOST || n >= size || is_sample(name))
            continue;
        memcpy(out, name, n + 1);
        out[0] = (char)(out[0] - 'a' + 'A');
        return out;
    }
    return strncpy(out, "Nameless", size);
}
