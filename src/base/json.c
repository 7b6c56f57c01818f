#include "base/json.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Scanner s;
    Arena *arena;
    Str text; // the string being read
    Error *err;
    int depth;
} Reader;

static bool read_value(Reader *r, Json *out);

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

// JSON's white space: fewer bytes than scanner_skip_blanks accepts.
static void skip_blanks(Reader *r) {
    int c = scanner_peek(&r->s);
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        scanner_next(&r->s);
        c = scanner_peek(&r->s);
    }
}

static bool expected(Reader *r, const char *what) {
    return scanner_error(&r->s, r->err, "expected %s, not %s", what,
                         scanner_at_end(&r->s) ? "the end" : scanner_describe_next(&r->s).text);
}

static void skip_digits(Reader *r) {
    while (is_digit(scanner_peek(&r->s)))
        scanner_next(&r->s);
}

static bool read_number(Reader *r, Json *out) {
    size_t start = r->s.at;
    scanner_accept(&r->s, '-');
    if (!is_digit(scanner_peek(&r->s)))
        return expected(r, "a digit");
    if (!scanner_accept(&r->s, '0'))
        skip_digits(r);
    if (scanner_accept(&r->s, '.')) {
        if (!is_digit(scanner_peek(&r->s)))
            return expected(r, "a digit");
        skip_digits(r);
    }
    if (scanner_accept(&r->s, 'e') || scanner_accept(&r->s, 'E')) {
        if (!scanner_accept(&r->s, '+'))
            scanner_accept(&r->s, '-');
        if (!is_digit(scanner_peek(&r->s)))
            return expected(r, "a digit");
        skip_digits(r);
    }
    out->kind = JSON_NUMBER;
    out->text = arena_copy(r->arena, r->s.text + start, r->s.at - start);
    return true;
}

static bool read_hex(Reader *r, unsigned *out) {
    *out = 0;
    for (int i = 0; i < 4; i++) {
        int c = scanner_peek(&r->s);
        int digit = is_digit(c)              ? c - '0'
                    : (c >= 'a' && c <= 'f') ? c - 'a' + 10
                    : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                                             : -1;
        if (digit < 0)
            return expected(r, "four hexadecimal digits");
        *out = *out * 16 + (unsigned)digit;
        scanner_next(&r->s);
    }
    return true;
}

// \uXXXX, or two of them for a surrogate pair.
static bool read_unicode(Reader *r) {
    unsigned code, low;
    if (!read_hex(r, &code))
        return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if (!scanner_accept(&r->s, '\\') || !scanner_accept(&r->s, 'u') || !read_hex(r, &low))
            return expected(r, "the second half of a surrogate pair");
        if (low < 0xdc00 || low > 0xdfff)
            return scanner_error(&r->s, r->err, "unpaired surrogate");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code <= 0xdfff) {
        return scanner_error(&r->s, r->err, "unpaired surrogate");
    } else if (code == 0) {
        return scanner_error(&r->s, r->err, "a string must not contain a NUL");
    }
    utf8_add(&r->text, code);
    return true;
}

static bool read_escape(Reader *r) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (scanner_accept(&r->s, 'u'))
        return read_unicode(r);
    int c = scanner_peek(&r->s);
    const char *at = c > 0 ? strchr(letters, c) : NULL;
    if (!at)
        return expected(r, "an escape such as \\n");
    scanner_next(&r->s);
    str_add_char(&r->text, meanings[at - letters]);
    return true;
}

static bool read_string(Reader *r, const char **out) {
    if (!scanner_accept(&r->s, '"'))
        return expected(r, "a string in quotes");
    str_clear(&r->text);
    while (!scanner_accept(&r->s, '"')) {
        int c = scanner_peek(&r->s);
        if (c < ' ')
            return expected(r, "the quote that ends the string");
        scanner_next(&r->s);
        if (c != '\\')
            str_add_char(&r->text, (char)c);
        else if (!read_escape(r))
            return false;
    }
    if (!utf8_is_valid(str_text(&r->text), r->text.len))
        return scanner_error(&r->s, r->err, "the string is not valid UTF-8");
    *out = arena_copy(r->arena, str_text(&r->text), r->text.len);
    return true;
}

static int compare_names(const void *a, const void *b) {
    const Json *x = *(const Json *const *)a, *y = *(const Json *const *)b;
    int names = strcmp(x->name, y->name);
    return names ? names : x->line != y->line ? x->line - y->line : x->column - y->column;
}

// Sorts: comparing every pair would let a large object of a stranger take seconds.
static bool check_names(Reader *r, const Json *object) {
    size_t count = 0;
    for (const Json *m = object->first; m; m = m->next)
        count++;
    if (count < 2)
        return true;
    const Json **members = mem_alloc(count * sizeof *members), *twice = NULL;
    count = 0;
    for (const Json *m = object->first; m; m = m->next)
        members[count++] = m;
    qsort(members, count, sizeof *members, compare_names);
    for (size_t i = 1; i < count && !twice; i++)
        twice = strcmp(members[i - 1]->name, members[i]->name) ? NULL : members[i];
    mem_free(members);
    return !twice || json_error(twice, r->err, "an earlier member has the same name");
}

// The members of an array or object, up to `end`.
static bool read_members(Reader *r, Json *out, char end) {
    const Json **place = &out->first;
    skip_blanks(r);
    if (scanner_accept(&r->s, end))
        return true;
    for (;;) {
        Json *member = arena_alloc(r->arena, sizeof *member);
        skip_blanks(r);
        if (out->kind == JSON_OBJECT) {
            if (!read_string(r, &member->name))
                return false;
            skip_blanks(r);
            if (!scanner_accept(&r->s, ':'))
                return expected(r, "a colon");
        }
        if (!read_value(r, member))
            return false;
        *place = member;
        place = &member->next;
        skip_blanks(r);
        if (scanner_accept(&r->s, end))
            return true;
        if (!scanner_accept(&r->s, ','))
            return expected(r, end == ']' ? "a comma or ]" : "a comma or }");
    }
}

static bool read_nested(Reader *r, Json *out, JsonKind kind, char end) {
    out->kind = kind;
    if (++r->depth > JSON_DEPTH_MAX)
        return scanner_error(&r->s, r->err, "more than %d levels deep", JSON_DEPTH_MAX);
    bool ok = read_members(r, out, end) && (kind == JSON_ARRAY || check_names(r, out));
    r->depth--;
    return ok;
}

// Literals are lower case; scanner_accept_word would accept capitals too, so compare first.
static bool read_word(Reader *r, Json *out) {
    static const struct {
        const char *word;
        JsonKind kind;
        bool boolean;
    } words[] = {
        {"true", JSON_BOOLEAN, true},
        {"false", JSON_BOOLEAN, false},
        {"null", JSON_NULL, false},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t len = strlen(words[i].word);
        if (r->s.len - r->s.at < len || memcmp(r->s.text + r->s.at, words[i].word, len))
            continue;
        scanner_accept_word(&r->s, words[i].word);
        out->kind = words[i].kind;
        out->boolean = words[i].boolean;
        return true;
    }
    return expected(r, "a value");
}

static bool read_value(Reader *r, Json *out) {
    skip_blanks(r);
    out->line = r->s.line;
    out->column = r->s.column;
    int c = scanner_peek(&r->s);
    if (scanner_accept(&r->s, '{'))
        return read_nested(r, out, JSON_OBJECT, '}');
    if (scanner_accept(&r->s, '['))
        return read_nested(r, out, JSON_ARRAY, ']');
    if (c == '"') {
        out->kind = JSON_STRING;
        return read_string(r, &out->text);
    }
    return c == '-' || is_digit(c) ? read_number(r, out) : read_word(r, out);
}

const Json *json_scan(Arena *arena, const Scanner *s, Error *err) {
    Reader r = {.s = *s, .arena = arena, .err = err};
    Json *value = arena_alloc(arena, sizeof *value);
    bool ok = read_value(&r, value);
    if (ok) {
        skip_blanks(&r);
        ok = scanner_at_end(&r.s) || expected(&r, "nothing more");
    }
    str_release(&r.text);
    return ok ? value : NULL;
}

const Json *json_parse(Arena *arena, const char *text, size_t len, Error *err) {
    Scanner s = scanner_over(text, len);
    return json_scan(arena, &s, err);
}

const Json *json_find(const Json *object, const char *name) {
    if (object->kind != JSON_OBJECT)
        return NULL;
    for (const Json *m = object->first; m; m = m->next)
        if (!strcmp(m->name, name))
            return m;
    return NULL;
}

const char *json_text(const Json *object, const char *name) {
    const Json *j = json_find(object, name);
    return j && j->kind == JSON_STRING ? j->text : NULL;
}

const Json *json_member(const Json *object, const char *name, JsonKind kind, Error *err) {
    static const char *const kinds[] = {
        [JSON_NULL] = "null",       [JSON_BOOLEAN] = "true or false", [JSON_NUMBER] = "a number",
        [JSON_STRING] = "a string", [JSON_ARRAY] = "an array",        [JSON_OBJECT] = "an object",
    };
    const Json *j = json_find(object, name);
    if (j && j->kind == kind)
        return j;
    error_set(err, j ? "\"%s\" must be %s" : "\"%s\" is missing", name, kinds[kind]);
    json_locate(j ? j : object, err);
    return NULL;
}

bool json_error(const Json *j, Error *err, const char *why) {
    error_set(err, "%s", why);
    return json_locate(j, err);
}

bool json_locate(const Json *j, Error *err) {
    return error_locate(err, j->line, j->column);
}

bool json_integer(const Json *j, const char *what, int64_t min, int64_t max, int64_t *out,
                  Error *err) {
    if (j->kind != JSON_NUMBER) {
        error_set(err, "%s must be a number", what);
        return json_locate(j, err);
    }
    return number_parse(j->text, min, max, out, err) || error_prefix(err, what) ||
           json_locate(j, err);
}

const Json *json_parse_object(Arena *arena, const char *text, size_t len, Error *err) {
    const Json *j = json_parse(arena, text, len, err);
    if (!j)
        error_prefix(err, "not JSON");
    else if (j->kind != JSON_OBJECT)
        error_set(err, "expected a JSON object: {...}");
    return j && j->kind == JSON_OBJECT ? j : NULL;
}

static const JsonField *find_field(const JsonField *table, const char *name, size_t len) {
    while (table->name && (strlen(table->name) != len || strncmp(table->name, name, len) != 0))
        table++;
    return table->name ? table : NULL;
}

static bool fill_field(const Json *value, const JsonField *f, void *at, Error *err) {
    int64_t number;
    switch (f->kind) {
    case JSON_FIELD_TEXT:
        if (value->kind != JSON_STRING)
            return error_set(err, "%s must be a string", f->name);
        *(const char **)at = value->text;
        return true;
    case JSON_FIELD_NUMBER:
        if (!json_integer(value, f->name, f->min, f->max, &number, NULL))
            return error_set(err, "%s must be a whole number from %d to %d", f->name, f->min,
                             f->max);
        *(int *)at = (int)number;
        return true;
    case JSON_FIELD_FLAG:
        if (value->kind != JSON_BOOLEAN)
            return error_set(err, "%s must be true or false", f->name);
        *(bool *)at = value->boolean;
        return true;
    }
    return false;
}

bool json_fill(const Json *object, const JsonField *table, const char *allowed, void *out,
               Error *err) {
    int unknown = 0;
    for (const Json *m = object->first; m; m = m->next)
        unknown++;
    for (size_t len; *allowed; allowed += len + strspn(allowed + len, " ")) {
        len = strcspn(allowed, " ");
        bool optional = allowed[len - 1] == '?';
        const JsonField *f = find_field(table, allowed, len - optional);
        const Json *value = json_find(object, f->name);
        if (!value && !optional)
            return error_set(err, "%s is missing", f->name);
        if (value && !fill_field(value, f, (char *)out + f->offset, err))
            return false;
        unknown -= value != NULL;
    }
    return unknown == 0 || error_set(err, "unknown field");
}
