// Fuzzes the JSON parser: accepted values survive a round trip through the writer, no object has a
// name twice, and fields are within their bounds.
#include "fuzz.h"
#include "token_mutator.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "base/utf8.h"

typedef struct {
    const char *text, *key;
    int number;
    bool flag;
} Sample;

static const JsonField fields[] = {
    {"do", JSON_FIELD_TEXT, offsetof(Sample, text), 0, 0},
    {"key", JSON_FIELD_TEXT, offsetof(Sample, key), 0, 0},
    {"ply", JSON_FIELD_NUMBER, offsetof(Sample, number), 0, 633},
    {"on", JSON_FIELD_FLAG, offsetof(Sample, flag), 0, 0},
    {0},
};

static void write_tree(JsonWriter *w, const Json *j) {
    switch (j->kind) {
    case JSON_NULL:
        write_null(w, j->name);
        break;
    case JSON_BOOLEAN:
        write_flag(w, j->name, j->boolean);
        break;
    case JSON_NUMBER:
        write_raw(w, j->name, j->text);
        break;
    case JSON_STRING:
        write_text(w, j->name, j->text);
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        (j->kind == JSON_ARRAY ? write_array : write_object)(w, j->name);
        for (const Json *m = j->first; m; m = m->next)
            write_tree(w, m);
        (j->kind == JSON_ARRAY ? write_end_array : write_end_object)(w);
        break;
    }
}

static bool is_same_text(const char *a, const char *b) {
    return !a == !b && (!a || !strcmp(a, b));
}

static void check_same(const Json *a, const Json *b) {
    DEMAND(a->kind == b->kind && a->boolean == b->boolean);
    DEMAND(is_same_text(a->name, b->name) && is_same_text(a->text, b->text));
    DEMAND(!a->text || utf8_is_valid(a->text, strlen(a->text)));
    const Json *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next) {
        DEMAND(a->kind != JSON_OBJECT || json_find(a, x->name) == x);
        check_same(x, y);
    }
    DEMAND(!x && !y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena arena = {0};
    Error err = {0};
    Str text = {0};
    const Json *json = json_parse(&arena, (const char *)data, size, &err);
    DEMAND(!json == !!*err.text);
    if (json) {
        JsonWriter w = json_writer_into(&text);
        write_tree(&w, json);
        const Json *again = json_parse(&arena, str_text(&text), text.len, &err);
        DEMAND(again);
        check_same(json, again);
        Sample s = {.number = -1};
        if (json->kind == JSON_OBJECT && json_fill(json, fields, "do key? ply? on?", &s, &err))
            DEMAND(s.text && s.number >= -1 && s.number <= 633);
    }
    str_release(&text);
    arena_release(&arena);
    return 0;
}
