// Whatever JSON a client sends: what is taken is within its bounds, and written and read again it
// is the same.
#include "fuzz.h"

#include "base/str.h"
#include "server/fields.h"
#include "server/writer.h"

typedef struct {
    const char *text, *key;
    int number;
    bool flag;
} Sample;

static const Field fields[] = {
    {"do", FIELD_TEXT, offsetof(Sample, text), 0, 0},
    {"key", FIELD_TEXT, offsetof(Sample, key), 0, 0},
    {"ply", FIELD_NUMBER, offsetof(Sample, number), 0, 633},
    {"on", FIELD_FLAG, offsetof(Sample, flag), 0, 0},
    {0},
};

static bool read(const char *text, size_t len, Document **d, Sample *out) {
    Error err = {0};
    *d = document_read(text, len, &err);
    bool ok = *d && document_fill(*d, fields, "do key? ply? on?", out, &err);
    DEMAND(ok == !*err.text);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Document *d, *again = NULL;
    Sample s = {.number = -1};
    if (read((const char *)data, size, &d, &s)) {
        DEMAND(s.number >= -1 && s.number <= 633);
        Str text = {0};
        Writer w = writer_into(&text);
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
        document_free(again);
        str_release(&text);
    }
    document_free(d);
    return 0;
}
