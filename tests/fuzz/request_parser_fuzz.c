// Fuzzes the HTTP request parser: the same bytes give the same requests however they are split, and
// the same as a slow reading of the whole stream by regular expressions.
#include "fuzz.h"

#include "base/ascii.h"
#include "base/number.h"
#include "base/str.h"
#include "server/http/request_parser.h"

#include <regex.h>
#include <stdbool.h>

enum { HEAD_MAX = 300, BODY_MAX = 100 };

static void note_request(Str *out, const char *method, const char *path, const char *query,
                         bool keep_alive, size_t body_len) {
    str_add(out, "%s %s ?%s %d %zu\n", method, path, query, keep_alive, body_len);
}

static void note_refusal(Str *out, bool too_large) {
    str_add(out, "refused %d\n", too_large);
}

// ---- The parser

typedef struct {
    RequestParser parser;
    bool in_body, ended;
    size_t body_len;
} Reader;

static bool read_head(Reader *r, Str *out) {
    RequestHead head;
    const char *error;
    HeadResult result = request_parser_head(&r->parser, &head, &error);
    DEMAND((result == HEAD_TOO_LARGE || result == HEAD_MALFORMED) == (error != NULL));
    DEMAND(r->parser.input.len <= HEAD_MAX || result == HEAD_COMPLETE || r->parser.input.len == 0);
    if (result == HEAD_INCOMPLETE)
        return false;
    if (result != HEAD_COMPLETE) {
        note_refusal(out, result == HEAD_TOO_LARGE);
        DEMAND(!head.text.data);
        r->ended = true;
        return false;
    }
    note_request(out, head.method, head.path, head.query, head.keep_alive, head.body_len);
    r->body_len = head.body_len;
    r->in_body = true;
    r->ended = head.body_len > BODY_MAX;
    str_release(&head.text);
    return !r->ended;
}

static bool read_body(Reader *r, Str *out) {
    Str body = {0};
    if (!request_parser_body(&r->parser, r->body_len, &body))
        return false;
    str_add_bytes(out, str_text(&body), body.len);
    str_release(&body);
    r->in_body = false;
    return true;
}

// Feeds a first piece of `first` bytes, then pieces of `piece` bytes.
static void receive(const uint8_t *data, size_t size, size_t first, size_t piece, Str *out) {
    Reader r = {0};
    request_parser_init(&r.parser, HEAD_MAX);
    for (size_t at = 0, len = first; at < size && !r.ended; at += len, len = piece) {
        len = len < size - at ? len : size - at;
        request_parser_feed(&r.parser, data + at, len);
        while (!r.ended && (r.in_body ? read_body(&r, out) : read_head(&r, out)))
            continue;
    }
    request_parser_release(&r.parser);
}

// ---- The slow reading

static const char token[] = "^[]!#$%&'*+.^_`|~0-9A-Za-z-]+$";

static bool matches(const char *pattern, const char *text) {
    regex_t compiled;
    DEMAND(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) == 0);
    bool found = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return found;
}

static bool is_token(const char *text) {
    return matches(token, text) && !strchr(text, ']');
}

// The first position where the bytes cannot be those of a head any more; `size`: none.
static size_t first_fault(const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bool control = data[i] < ' ' || data[i] == 127;
        bool after_cr = i > 0 && data[i - 1] == '\r';
        if ((control && data[i] != '\t' && data[i] != '\r' && data[i] != '\n') ||
            (data[i] == '\n' && !after_cr) || (data[i] != '\n' && after_cr))
            return i;
    }
    return size;
}

static size_t head_length(const uint8_t *data, size_t size) {
    for (size_t i = 0; i + 4 <= size; i++)
        if (!memcmp(data + i, "\r\n\r\n", 4))
            return i + 4;
    return size + 1;
}

typedef struct {
    int hosts, lengths, others[3];
    bool invalid, closes;
    size_t body_len;
} Seen;

static bool list_says_close(const char *value) {
    Str copy = {0};
    bool found = false;
    str_add(&copy, ",%s,", value);
    found = matches(",[ \t]*[cC][lL][oO][sS][eE]([ \t][^,]*)?,", str_text(&copy));
    str_release(&copy);
    return found;
}

static size_t length_of(const char *digits) {
    digits += strspn(digits, "0");
    return strlen(digits) > 19 ? SIZE_MAX : (size_t)strtoull(digits, NULL, 10);
}

static void see_header(Seen *s, char *line) {
    static const char *const once[] = {"Origin", "Cookie", "Authorization"};
    char *colon = strchr(line, ':');
    if (!colon) {
        s->invalid = true;
        return;
    }
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, " \t");
    for (char *end = value + strlen(value); end > value && strchr(" \t", end[-1]);)
        *--end = '\0';
    s->invalid |= !is_token(line) || ascii_equal(line, "Transfer-Encoding");
    if (ascii_equal(line, "Host")) {
        s->hosts++;
        s->invalid |= !*value;
    } else if (ascii_equal(line, "Content-Length")) {
        s->lengths++;
        s->invalid |= !matches("^[0-9]+$", value);
        s->body_len = length_of(value);
    } else if (ascii_equal(line, "Connection")) {
        s->closes |= list_says_close(value);
    }
    for (int i = 0; i < COUNT(once); i++)
        s->others[i] += ascii_equal(line, once[i]);
}

// Returns true if there may be another request: then *len is the length of this one.
static bool see_request(const uint8_t *data, size_t size, size_t *len, Str *out) {
    size_t skipped = size >= 2 && !memcmp(data, "\r\n", 2) ? 2 : 0;
    const uint8_t *begin = data + skipped;
    size_t left = size - skipped, fault = first_fault(begin, left), end = head_length(begin, left);
    if (fault < left && fault < end && fault < HEAD_MAX) {
        note_refusal(out, false);
        return false;
    }
    if (end > HEAD_MAX || end > left) {
        if (left >= HEAD_MAX)
            note_refusal(out, true);
        return false;
    }
    char *text = fuzz_text(begin, end - 4), *saved = text;
    Seen seen = {0};
    char *next = strstr(text, "\r\n");
    if (next)
        *next = '\0';
    bool valid = matches("^[^ ]+ [^ \t#]+ HTTP/1[.][0-9]$", text);
    char *target = strchr(text, ' '), *version = target ? strchr(target + 1, ' ') : NULL;
    for (char *line = next ? next + 2 : NULL; line; line = next ? next + 2 : NULL) {
        next = strstr(line, "\r\n");
        if (next)
            *next = '\0';
        see_header(&seen, line);
    }
    if (valid) {
        *target++ = *version++ = '\0';
        char *query = strchr(target, '?');
        if (query)
            *query++ = '\0';
        valid = is_token(text) && seen.hosts == 1 && seen.lengths <= 1 && !seen.invalid &&
                seen.others[0] <= 1 && seen.others[1] <= 1 && seen.others[2] <= 1 &&
                !(query && strstr(query, "%00"));
        if (valid)
            note_request(out, text, target, query ? query : "",
                         strcmp(version, "HTTP/1.0") != 0 && !seen.closes, seen.body_len);
    }
    mem_free(saved);
    if (!valid)
        note_refusal(out, false);
    *len = skipped + end + (valid && seen.body_len <= BODY_MAX ? seen.body_len : 0);
    if (!valid || seen.body_len > BODY_MAX || *len > size)
        return false;
    str_add_bytes(out, data + skipped + end, seen.body_len);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Str whole = {0}, bytewise = {0}, cut = {0}, twin = {0};
    receive(data, size, size, size + 1, &whole);
    receive(data, size, 1, 1, &bytewise);
    receive(data, size, size ? data[0] % size + 1 : 1, 7, &cut);
    for (size_t at = 0, len = 0; at < size && see_request(data + at, size - at, &len, &twin);)
        at += len;
    DEMAND(!strcmp(str_text(&whole), str_text(&bytewise)) && whole.len == bytewise.len);
    DEMAND(!strcmp(str_text(&whole), str_text(&cut)) && whole.len == cut.len);
    DEMAND(whole.len == twin.len && !memcmp(str_text(&whole), str_text(&twin), twin.len));
    str_release(&whole);
    str_release(&bytewise);
    str_release(&cut);
    str_release(&twin);
    return 0;
}
