// A file of options, such as that of `pentad serve --config`: values are within their bounds, texts
// point into the file, an error names a line that exists, and the same file gives the same values.
#include "fuzz.h"

#include "base/number.h"
#include "base/options.h"

typedef struct {
    int64_t port, factor;
    const char *origin, *rules, *config;
    bool proxy;
} Sample;

static const char *rules_at(int i) {
    static const char *const words[] = {"freestyle", "renju", NULL};
    return words[i];
}

static const Option table[] = {
    {"config", 0, OPTION_TEXT, offsetof(Sample, config), "", "FILE"},
    {"port", 'p', OPTION_INT, offsetof(Sample, port), "", "N", 0, 65535},
    {"rate-limit-factor", 0, OPTION_INT, offsetof(Sample, factor), "", "N", 1, 100,
     .old = "--crowd"},
    {"origin", 0, OPTION_TEXT, offsetof(Sample, origin), "", "URL"},
    {"rules", 0, OPTION_TEXT, offsetof(Sample, rules), "", "RULES", .choices = rules_at},
    {"behind-proxy", 0, OPTION_FLAG, offsetof(Sample, proxy), ""},
    {0},
};

static bool parse(const uint8_t *data, size_t size, Sample *out, Str *text, Error *err) {
    ScopedStr notes = {0};
    *out = (Sample){.port = 8080, .factor = 1};
    str_add_bytes(text, data, size);
    return options_parse_text(table, "config", out, text, &notes, err);
}

static bool is_inside(const char *value, const Str *text) {
    return !value || (value >= text->data && value <= text->data + text->len);
}

static bool is_same(const char *a, const char *b) {
    return a && b ? !strcmp(a, b) : a == b;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Sample one, two;
    ScopedStr first = {0}, second = {0};
    Error err = {0}, again = {0};
    bool ok = parse(data, size, &one, &first, &err);
    DEMAND(ok == parse(data, size, &two, &second, &again));
    DEMAND(ok == !*err.text && !strcmp(err.text, again.text));
    DEMAND(one.port >= 0 && one.port <= 65535 && one.factor >= 1 && one.factor <= 100);
    DEMAND(!one.config && is_inside(one.origin, &first));
    DEMAND(!one.rules || is_same(one.rules, "freestyle") || is_same(one.rules, "renju"));
    DEMAND(one.port == two.port && one.factor == two.factor && one.proxy == two.proxy &&
           is_same(one.origin, two.origin) && is_same(one.rules, two.rules));
    int lines = 1, line = 0;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    DEMAND(ok || (sscanf(err.text, "line %d: ", &line) == 1 && line >= 1 && line <= lines));
    return 0;
}
