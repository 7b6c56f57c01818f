#include "server/json/json_fields.h"

#include <jansson.h>
#include <string.h>

// A JsonObject is a json_t of jansson.
static const json_t *object(const JsonObject *json) {
    return (const json_t *)(const void *)json;
}

JsonObject *json_fields_parse(const char *text, size_t len, Error *err) {
    json_error_t where;
    json_t *json = json_loadb(text, len, JSON_REJECT_DUPLICATES, &where);
    if (!json) {
        error_set(err, "not JSON: line %d, column %d: %.100s", where.line, where.column,
                  where.text);
        return NULL;
    }
    if (!json_is_object(json)) {
        error_set(err, "expected a JSON object: {...}");
        json_decref(json);
        return NULL;
    }
    return (JsonObject *)(void *)json;
}

void json_fields_free(JsonObject *json) {
    json_decref((json_t *)(void *)json);
}

const char *json_fields_text(const JsonObject *json, const char *name) {
    return json_string_value(json_object_get(object(json), name));
}

static const JsonField *find(const JsonField *table, const char *name, size_t len) {
    while (table->name && (strlen(table->name) != len || strncmp(table->name, name, len) != 0))
        table++;
    return table->name ? table : NULL;
}

static bool read_value(const json_t *value, const JsonField *f, void *at, Error *err) {
    switch (f->kind) {
    case JSON_FIELD_TEXT:
        if (!json_is_string(value))
            return error_set(err, "%s must be a string", f->name);
        *(const char **)at = json_string_value(value);
        return true;
    case JSON_FIELD_NUMBER:
        if (!json_is_integer(value) || json_integer_value(value) < f->min ||
            json_integer_value(value) > f->max)
            return error_set(err, "%s must be a whole number from %d to %d", f->name, f->min,
                             f->max);
        *(int *)at = (int)json_integer_value(value);
        return true;
    case JSON_FIELD_FLAG:
        if (!json_is_boolean(value))
            return error_set(err, "%s must be true or false", f->name);
        *(bool *)at = json_is_true(value);
        return true;
    }
    return false;
}

bool json_fields_fill(const JsonObject *json, const JsonField *table, const char *allowed,
                      void *out, Error *err) {
    size_t known = 0;
    for (size_t len; *allowed; allowed += len + strspn(allowed + len, " ")) {
        len = strcspn(allowed, " ");
        bool optional = allowed[len - 1] == '?';
        const JsonField *f = find(table, allowed, len - optional);
        const json_t *value = json_object_get(object(json), f->name);
        if (!value && !optional)
            return error_set(err, "%s is missing", f->name);
        if (value && !read_value(value, f, (char *)out + f->offset, err))
            return false;
        known += value != NULL;
    }
    if (known == json_object_size(object(json)))
        return true;
    return error_set(err, "unknown field");
}
