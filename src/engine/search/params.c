#include "engine/search/params.h"

#include "base/error.h"
#include "base/number.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *name;
    int least, most;
    double step;
} rows[] = {
#define PARAM(name, value, least, most, step) {#name, least, most, step},
#include "engine/search/params.inc"
#undef PARAM
};

#define PARAM(name, value, least, most, step)                                                      \
    static_assert((least) <= (value) && (value) <= (most) && (int)step >= 1, #name);
#include "engine/search/params.inc"
#undef PARAM

#ifdef PENTAD_TUNABLE
    #define PARAM(name, value, ...) int name = value;
    #include "engine/search/params.inc"
    #undef PARAM
#endif

const char *params_name(int i) {
    return i < COUNT(rows) ? rows[i].name : NULL;
}

// Parses one "NAME=VALUE" and modifies `text`.
static bool parse_one(char *text, int values[PARAM_COUNT], Error *err) {
    char *equals = strchr(text, '=');
    if (!equals)
        return error_set(err, "expected NAME=VALUE, not '%.40s'", text);
    *equals = '\0';
    int i = word_find(text, "number", params_name, err);
    if (i < 0)
        return false;
    int64_t value;
    if (!number_parse(equals + 1, rows[i].least, rows[i].most, &value, err))
        return error_prefix(err, rows[i].name);
    values[i] = (int)value;
    return true;
}

bool params_parse(const char *text, int values[PARAM_COUNT], Error *err) {
    bool ok = true;
    ScopedStr copy = {0};
    str_add_text(&copy, text);
    for (char *at = copy.data, *next; ok && at && *at; at = next) {
        char *end = at + strcspn(at, ",");
        next = end + (*end == ',');
        *end = '\0';
        ok = parse_one(at, values, err);
    }
    return ok;
}

static void read_all(int values[PARAM_COUNT]) {
    int i = 0;
#define PARAM(name, ...) values[i++] = name;
#include "engine/search/params.inc"
#undef PARAM
}

#ifdef PENTAD_TUNABLE

bool params_set(const char *text, Error *err) {
    int values[PARAM_COUNT], i = 0;
    read_all(values);
    if (!params_parse(text, values, err))
        return false;
    #define PARAM(name, ...) name = values[i++];
    #include "engine/search/params.inc"
    #undef PARAM
    return true;
}

#else

bool params_set(const char *text, Error *err) {
    (void)text;
    return error_set(
        err, "the search parameters of this build are fixed; `ninja -C build pentad-tunable` "
             "builds one where they are not");
}

#endif

void params_format(Str *out) {
    int values[PARAM_COUNT];
    read_all(values);
    for (int i = 0; i < COUNT(rows); i++)
        str_add(out, "%s %d %d %d %g\n", rows[i].name, values[i], rows[i].least, rows[i].most,
                rows[i].step);
}
