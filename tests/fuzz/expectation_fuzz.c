// Patterns of regression files: negation inverts the result, unless it takes too many steps, a star
// changes nothing else, any text matches itself when escaped, and PCRE2 finds the same. The input
// is a pattern without its brackets, a NUL byte, and an answer.
#define PCRE2_CODE_UNIT_WIDTH 8

#include "base/scanner.h"
#include "base/str.h"
#include "fuzz.h"
#include "match/regress.h"

#include <pcre2.h>

enum { INPUT_MAX = 300 };

typedef enum { REFUSED, MET, NOT_MET } Outcome;

// One at a time: a compiled pattern may be large.
static Outcome ask(const char *before, const char *pattern, const char *after, const char *answer) {
    Str text = {0};
    Error err = {0};
    Expectation e;
    Outcome outcome = REFUSED;
    str_add(&text, "[%s%s]%s", before, pattern, after);
    if (expectation_init(&e, str_text(&text), &err)) {
        DEMAND(e.known_failure == (*after == '*') && e.negated == (*before == '!'));
        outcome = expectation_meets(&e, answer) ? MET : NOT_MET;
        expectation_release(&e);
    } else {
        DEMAND(*err.text);
    }
    str_release(&text);
    return outcome;
}

static void check_negation(const char *pattern, const char *answer) {
    Outcome plain = ask("", pattern, "", answer);
    Outcome opposite = plain == MET ? NOT_MET : plain == NOT_MET ? MET : REFUSED;
    DEMAND(ask("", pattern, "*", answer) == plain);
    Outcome negated = ask("!", pattern, "", answer);
    DEMAND(negated == opposite || (plain == NOT_MET && negated == NOT_MET));
}

static void check_literal(const char *answer) {
    Str pattern = {0};
    for (const char *c = answer; *c; c++)
        str_add(&pattern, strchr(".[]{}()*+?|^$\\!", *c) ? "\\%c" : "%c", *c);
    DEMAND(ask("", str_text(&pattern), "", answer) == MET);
    str_release(&pattern);
}

// What Java, whose syntax counts, reads as it stands: to PCRE2, [.a.] and [:a:] are mistakes in
// POSIX syntax.
static bool may_be_refused(int code) {
    return code == PCRE2_ERROR_PATTERN_TOO_LARGE || code == PCRE2_ERROR_POSIX_CLASS_NOT_IN_CLASS ||
           code == PCRE2_ERROR_POSIX_NO_SUPPORT_COLLATING;
}

// PCRE2's properties are those of Unicode, and not all of Java's.
static void compare_with_pcre2(const char *pattern, const char *answer) {
    static const uint32_t options =
        PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY;
    Error err = {0};
    Regex *ours =
        strstr(pattern, "\\p") || strstr(pattern, "\\P") ? NULL : regex_new(pattern, &err);
    if (!ours)
        return;
    int code;
    size_t at;
    pcre2_code *theirs =
        pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, options, &code, &at, NULL);
    DEMAND(theirs || may_be_refused(code));
    RegexResult result = regex_match(ours, answer);
    regex_free(ours);
    if (!theirs)
        return;
    pcre2_match_data *match = pcre2_match_data_create(1, NULL);
    int found = pcre2_match(theirs, (PCRE2_SPTR)answer, strlen(answer), 0, 0, match, NULL);
    bool decided = result != REGEX_TOO_MANY_STEPS && (found >= 0 || found == PCRE2_ERROR_NOMATCH);
    DEMAND(!decided || (result == REGEX_MATCHES) == (found >= 0));
    pcre2_match_data_free(match);
    pcre2_code_free(theirs);
}

// Blanks at the ends of a pattern are trimmed, so they cannot match themselves.
static bool has_blank_ends(const char *text) {
    size_t len = strlen(text);
    return len > 0 && (scanner_is_blank(text[0]) || scanner_is_blank(text[len - 1]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > INPUT_MAX)
        return 0;
    char *text = fuzz_text(data, size);
    size_t len = strlen(text);
    const char *answer = len < size ? text + len + 1 : "";
    if (*text != '!' && !has_blank_ends(text))
        check_negation(text, answer);
    compare_with_pcre2(text, answer);
    if (!has_blank_ends(answer))
        check_literal(answer);
    mem_free(text);
    return 0;
}
