#include "server/http/request_parser.h"

#include "base/ascii.h"

#include <stdint.h>
#include <string.h>

void request_parser_init(RequestParser *p, size_t head_max) {
    *p = (RequestParser){.head_max = head_max};
}

void request_parser_release(RequestParser *p) {
    str_release(&p->input);
}

void request_parser_feed(RequestParser *p, const void *bytes, size_t len) {
    if (!p->refused)
        str_add_bytes(&p->input, bytes, len);
}

// An idle connection keeps no buffer.
static void consume(RequestParser *p, size_t len) {
    size_t left = p->input.len - len;
    p->scanned = 0;
    if (left == 0) {
        str_release(&p->input);
        return;
    }
    memmove(p->input.data, p->input.data + len, left);
    str_cut(&p->input, left);
}

// ---- The end of the head

static bool is_stray_control(unsigned char c) {
    return (c < 0x20 && c != '\t' && c != '\r' && c != '\n') || c == 0x7f;
}

// What is wrong with the byte `c` after the byte `before`, anywhere in a head.
static const char *byte_error(unsigned char before, unsigned char c) {
    if ((before == '\r') != (c == '\n'))
        return "a line must end with CRLF";
    return is_stray_control(c) ? "control character in the headers" : NULL;
}

static bool ends_head(const char *bytes, size_t len) {
    return len >= 4 && !memcmp(bytes + len - 4, "\r\n\r\n", 4);
}

static HeadResult refuse(RequestParser *p, HeadResult why) {
    p->refused = true;
    str_release(&p->input);
    return why;
}

// Refuses a byte that cannot be part of a head as soon as it arrives.
static HeadResult scan(RequestParser *p, const char **error) {
    const char *bytes = str_text(&p->input);
    while (p->scanned < p->input.len) {
        unsigned char before = p->scanned ? (unsigned char)bytes[p->scanned - 1] : 0;
        *error = byte_error(before, (unsigned char)bytes[p->scanned]);
        if (*error)
            return HEAD_MALFORMED;
        if (ends_head(bytes, ++p->scanned))
            return HEAD_COMPLETE;
        if (p->scanned >= p->head_max) {
            *error = "the headers are too long";
            return HEAD_TOO_LARGE;
        }
    }
    return HEAD_INCOMPLETE;
}

// RFC 9112 asks to ignore an empty line before a request: some clients send one after a body.
static void skip_empty_line(RequestParser *p) {
    if (p->skipped_line || p->input.len < 2 || memcmp(p->input.data, "\r\n", 2) != 0)
        return;
    p->skipped_line = true;
    consume(p, 2);
}

// ---- Lines

// Splits at the first `separator`. Returns what follows it, or NULL without a separator.
static char *split(char *text, char separator) {
    char *at = strchr(text, separator);
    if (at)
        *at++ = '\0';
    return at;
}

// A fragment (#) is never sent; what a program would do with it is unclear.
static bool is_target(const char *text) {
    return *text && !strpbrk(text, " \t#");
}

// "HTTP/1.1"; another digit at the end is understood as 1 (RFC 9110, 2.5).
static bool is_version(const char *text) {
    return !strncmp(text, "HTTP/1.", 7) && strlen(text) == 8 && text[7] >= '0' && text[7] <= '9';
}

static const char *parse_request_line(char *line, RequestHead *out) {
    char *target = split(line, ' ');
    char *version = target ? split(target, ' ') : NULL;
    if (!version || !text_is_token(line) || !is_target(target))
        return "the first line must be: METHOD /PATH HTTP/1.1";
    if (!is_version(version))
        return "the version must be HTTP/1.1";
    char *query = split(target, '?');
    if (query && strstr(query, "%00"))
        return "%00 in the query";
    out->method = line;
    out->path = target;
    out->query = query ? query : "";
    out->keep_alive = version[7] != '0';
    return NULL;
}

static char *trim_blanks(char *text) {
    text += strspn(text, " \t");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t", text[len - 1]))
        len--;
    text[len] = '\0';
    return text;
}

static const char *parse_header(char *line, RequestHead *out) {
    if (strchr(" \t", *line))
        return "folded header";
    char *value = split(line, ':');
    if (!value)
        return "a header must be: NAME: VALUE";
    headers_add(&out->headers, line, trim_blanks(value));
    return NULL;
}

// ---- The head

static size_t parse_length(const char *digits) {
    size_t n = 0;
    for (; *digits; digits++) {
        size_t digit = (size_t)(*digits - '0');
        if (n > (SIZE_MAX - digit) / 10)
            return SIZE_MAX;
        n = n * 10 + digit;
    }
    return n;
}

static void interpret(RequestHead *h) {
    bool is_1_0 = !h->keep_alive;
    h->keep_alive = !is_1_0 && !h->headers.closes;
    h->body_len = h->headers.length ? parse_length(h->headers.length) : 0;
    h->expects_continue =
        !is_1_0 && h->headers.expect && ascii_equal(h->headers.expect, "100-continue");
    if (is_1_0)
        h->headers.upgrades = 0; // RFC 9110, 7.8
}

// The text ends with an empty line and has no other line ends than CRLF.
static const char *parse_head(RequestHead *out) {
    const char *error = NULL;
    for (char *line = out->text.data, *next; !error && *line; line = next) {
        char *end = strstr(line, "\r\n");
        *end = '\0';
        next = end + 2;
        error = out->method ? parse_header(line, out) : parse_request_line(line, out);
        if (!strncmp(next, "\r\n", 2))
            break;
    }
    if (!error)
        error = headers_error(&out->headers);
    if (!error)
        interpret(out);
    return error;
}

HeadResult request_parser_head(RequestParser *p, RequestHead *out, const char **error) {
    *out = (RequestHead){0};
    *error = NULL;
    if (p->refused)
        return HEAD_INCOMPLETE;
    skip_empty_line(p);
    HeadResult result = scan(p, error);
    if (result == HEAD_INCOMPLETE)
        return result;
    if (result != HEAD_COMPLETE)
        return refuse(p, result);
    str_add_bytes(&out->text, p->input.data, p->scanned);
    consume(p, p->scanned);
    p->skipped_line = false;
    *error = parse_head(out);
    if (!*error)
        return HEAD_COMPLETE;
    str_release(&out->text);
    *out = (RequestHead){0};
    return refuse(p, HEAD_MALFORMED);
}

bool request_parser_body(RequestParser *p, size_t len, Str *out) {
    if (p->input.len < len)
        return false;
    if (len > 0) {
        str_add_bytes(out, p->input.data, len);
        consume(p, len);
    }
    return true;
}
