#include "base/scanner.h"
#include "base/ascii.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Scanner scanner_over(const char *text, size_t len) {
    return (Scanner){.text = text, .len = len, .line = 1, .column = 1};
}

void scanner_skip_bom(Scanner *s) {
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    if (s->len - s->at >= sizeof mark && !memcmp(s->text + s->at, mark, sizeof mark))
        s->at += sizeof mark;
}

bool scanner_at_end(const Scanner *s) {
    return s->at == s->len;
}

int scanner_peek(const Scanner *s) {
    return scanner_at_end(s) ? -1 : (unsigned char)s->text[s->at];
}

int scanner_next(Scanner *s) {
    int c = scanner_peek(s);
    if (c < 0)
        return c;
    s->at++;
    s->column++;
    if (c == '\n') {
        s->line++;
        s->column = 1;
    }
    return c;
}

bool scanner_is_blank(int c) {
    return c > 0 && strchr(" \t\r\n\v\f", c);
}

void scanner_skip_blanks(Scanner *s) {
    while (scanner_is_blank(scanner_peek(s)))
        scanner_next(s);
}

bool scanner_accept(Scanner *s, char c) {
    if (scanner_peek(s) != (unsigned char)c)
        return false;
    scanner_next(s);
    return true;
}

bool scanner_accept_word(Scanner *s, const char *word) {
    size_t len = strlen(word);
    if (s->len - s->at < len || !ascii_equal_part(s->text + s->at, word, len))
        return false;
    for (size_t i = 0; i < len; i++)
        scanner_next(s);
    return true;
}

bool scanner_number(Scanner *s, int max, int *out) {
    Scanner ahead = *s;
    int value = 0;
    for (int c; (c = scanner_peek(&ahead)) >= '0' && c <= '9'; scanner_next(&ahead)) {
        int digit = c - '0';
        if (digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (ahead.at == s->at)
        return false;
    *s = ahead;
    *out = value;
    return true;
}

bool scanner_line(Scanner *s, Scanner *line) {
    if (scanner_at_end(s))
        return false;
    const char *start = s->text + s->at;
    const char *newline = memchr(start, '\n', s->len - s->at);
    size_t len = newline ? (size_t)(newline - start) : s->len - s->at;
    *line = (Scanner){.text = start, .len = len, .line = s->line, .column = s->column};
    if (len > 0 && start[len - 1] == '\r')
        line->len--;
    s->at += len + (newline != NULL);
    s->line++;
    s->column = 1;
    return true;
}

ByteDescription scanner_describe_next(const Scanner *s) {
    ByteDescription name;
    int c = scanner_peek(s);
    if (c < 0)
        snprintf(name.text, sizeof name.text, "the end");
    else
        snprintf(name.text, sizeof name.text, c >= ' ' && c < 0x7f ? "'%c'" : "the byte 0x%02x", c);
    return name;
}

bool scanner_error(const Scanner *s, Error *err, const char *format, ...) {
    Error reason;
    va_list args;
    va_start(args, format);
    vsnprintf(reason.text, sizeof reason.text, format, args);
    va_end(args);
    return error_set(err, "line %d, column %d: %s", s->line, s->column, reason.text);
}

bool scanner_locate(const Scanner *s, Error *err) {
    return error_locate(err, s->line, s->column);
}
