#include "match/expectation.h"

#include "base/str.h"

#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum { STEPS_MAX = 1000000 }; // about 50 ms, against patterns with exponential run time

// ---- Java's regular expressions

// At a {: does it begin a repetition such as {2}, {2,} or {2,5}? Java rejects any other.
static bool is_repetition(const char *at) {
    at++;
    size_t least = strspn(at, "0123456789");
    at += least;
    if (*at == ',')
        at += 1 + strspn(at + 1, "0123456789");
    return least > 0 && *at == '}';
}

// At the first member of a bracket expression. In Java [ and && form unions and intersections, and
// a ] always ends it.
static bool check_brackets(const char **at, Error *err) {
    if (**at == '^')
        (*at)++;
    for (const char *first = *at; **at && (**at != ']' || *at == first); (*at)++) {
        char c = **at;
        if (c == '[' || c == ']' || (c == '&' && (*at)[1] == '&'))
            return error_set(err, "'%c' inside brackets must be written \\%c", c, c);
        if (c == '\\' && (*at)[1])
            (*at)++;
    }
    return **at || error_set(err, "[ without ]");
}

// At a backslash: the length of the escape, with the braces of \p{Alpha} and \x{41}.
static size_t escape_length(const char *at) {
    const char *end = strchr("pPx", at[1]) && at[2] == '{' ? strchr(at, '}') : NULL;
    return end ? (size_t)(end - at) + 1 : 2;
}

// Rejects what Java rejects or reads in another way than PCRE2, which reports all other errors.
static bool check_java(const char *pattern, Error *err) {
    for (const char *at = pattern; *at; at++) {
        if (*at == '\\' && at[1])
            at += escape_length(at) - 1;
        else if (*at == '{' && !is_repetition(at))
            return error_set(err, "a literal { must be written \\{");
        else if (*at == '[' && (at++, !check_brackets(&at, err)))
            return false;
    }
    return true;
}

// ---- Expectations

static bool compile(Expectation *e, const char *pattern, Error *err) {
    static const uint32_t OPTIONS =
        PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY;
    if (!check_java(pattern, err))
        return error_prefix(err, "bad pattern");
    int code;
    size_t at;
    PCRE2_UCHAR reason[120];
    e->regex = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, OPTIONS, &code, &at, NULL);
    if (e->regex)
        return true;
    pcre2_get_error_message(code, reason, sizeof reason);
    return error_set(err, "bad pattern: %s", (const char *)reason);
}

static bool read_pattern(Expectation *e, const char *text, size_t len, Error *err) {
    if (text[len - 1] == '*') {
        e->known_failure = true;
        len--;
    }
    if (len == 0 || text[0] != '[')
        return error_set(err, "the expectation '%.40s' does not start with [", text);
    if (len < 2 || text[len - 1] != ']')
        return error_set(err, "the expectation '%.40s' does not end with ]", text);
    ScopedStr inner = {0};
    str_add_bytes(&inner, text + 1, len - 2);
    str_trim(&inner);
    const char *java = str_text(&inner);
    e->negated = *java == '!';
    return compile(e, java + e->negated, err);
}

bool expectation_init(Expectation *e, const char *text, Error *err) {
    *e = (Expectation){0};
    ScopedStr trimmed = {0};
    str_add_text(&trimmed, text);
    str_trim(&trimmed);
    e->any_answer = trimmed.len == 0;
    return e->any_answer || read_pattern(e, str_text(&trimmed), trimmed.len, err);
}

void expectation_release(Expectation *e) {
    pcre2_code_free(e->regex);
}

bool expectation_meets(const Expectation *e, const char *text) {
    if (e->any_answer)
        return true;
    pcre2_match_context *limits = pcre2_match_context_create(NULL);
    pcre2_match_data *match = pcre2_match_data_create(1, NULL);
    pcre2_set_match_limit(limits, STEPS_MAX);
    int found = pcre2_match(e->regex, (PCRE2_SPTR)text, strlen(text), 0, 0, match, limits);
    pcre2_match_data_free(match);
    pcre2_match_context_free(limits);
    return e->negated ? found == PCRE2_ERROR_NOMATCH : found >= 0;
}
