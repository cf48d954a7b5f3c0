/* jsonget PATH [FILE]: prints a value of a JSON document, for shell tests. PATH is made of
 * keys and indices with dots between them ("moves.white.0"); "." is the document; a path that
 * ends with ".#" prints the number of entries, with ".?" the type. Strings are printed
 * without quotes. Exit status 1 when the document is ill-formed, 2 when the path is not there. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *type_name(const json_t *value)
{
    static const char *const names[] = {"object", "array", "string", "integer", "real", "true", "false", "null"};
    return names[json_typeof(value)];
}

static int print(const json_t *value)
{
    if (json_is_string(value))
        puts(json_string_value(value));
    else {
        json_dumpf(value, stdout, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(10));
        putchar('\n');
    }
    return 0;
}

int main(int argc, char **argv)
{
    json_error_t error;
    if (argc < 2)
        return 2;
    json_t *document =
        argc > 2 ? json_load_file(argv[2], JSON_DECODE_ANY, &error) : json_loadf(stdin, JSON_DECODE_ANY, &error);
    if (!document) {
        fprintf(stderr, "ill-formed JSON, line %d: %s\n", error.line, error.text);
        return 1;
    }
    const json_t *value = document;
    int code = -1;
    for (char *key = strtok(argv[1], "."); key && code < 0; key = strtok(NULL, ".")) {
        if (strcmp(key, "#") == 0) {
            printf("%zu\n", json_is_array(value) ? json_array_size(value) : json_object_size(value));
            code = 0;
        } else if (strcmp(key, "?") == 0) {
            puts(type_name(value));
            code = 0;
        } else {
            value = json_is_array(value) ? json_array_get(value, strtoul(key, NULL, 10)) : json_object_get(value, key);
            if (!value)
                code = 2;
        }
    }
    if (code < 0)
        code = print(value);
    json_decref(document);
    return code;
}
