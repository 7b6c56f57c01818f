// Fuzzes the JSON parser of requests: accepted values are within their bounds and survive a round
// trip through the writer.
#include "fuzz.h"

#include "base/json_writer.h"
#include "base/str.h"
#include "server/json/json_fields.h"

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

static bool read(const char *text, size_t len, JsonObject **json, Sample *out) {
    Error err = {0};
    *json = json_fields_parse(text, len, &err);
    bool ok = *json && json_fields_fill(*json, fields, "do key? ply? on?", out, &err);
    DEMAND(ok == !*err.text);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    JsonObject *json, *again = NULL;
    Sample s = {.number = -1};
    if (read((const char *)data, size, &json, &s)) {
        DEMAND(s.number >= -1 && s.number <= 633);
        Str text = {0};
        JsonWriter w = json_writer_into(&text);
        write_object(&w, NULL);
        write_text(&w, "do", s.text);
        if (s.key)
            write_text(&w, "key", s.key);
        if (s.number >= 0)
            write_number(&w, "ply", s.number);
        write_flag(&w, "on", s.flag);
        write_end_object(&w);
        Sample t = {.number = -1};
        DEMAND(read(str_text(&text), text.len, &again, &t));
        DEMAND(!strcmp(s.text, t.text) && s.number == t.number && s.flag == t.flag);
        DEMAND(!s.key == !t.key && (!s.key || !strcmp(s.key, t.key)));
        json_fields_free(again);
        str_release(&text);
    }
    json_fields_free(json);
    return 0;
}
