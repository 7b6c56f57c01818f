#include "match/regress.h"

#include "base/number.h"
#include "test.h"

#define AS "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// clang-format off
static const struct {
    const char *text, *answer;
    bool meets;
} rows[] = {
    {"", "anything", true},
    {"  \t", "", true},
    {"[]", "", true},
    {"[]", "x", false},
    {"[b1]", "b1", true},
    {"[b1]", "b1 b2", false},
    {"[b1]", "ab1", false},
    {"[ b1 ] ", "b1", true},
    {"[b1|b2]", "b2", true},
    {"[b1|b2]", "b1b2", false},
    {"[!b1|b2]", "b2", false},
    {"[!b1|b2]", "b3", true},
    {"[!]", "", false},
    {"[a.c]", "a\nc", true},
    {"[.*]", "x\ny\nz", true},
    {"[a\\.c]", "abc", false},
    {"[\\d+ \\w+\\s\\S]", "42 ab_9 x", true},
    {"[\\D\\W]", "a-", true},
    {"[\\D\\W]", "1-", false},
    {"[x\\ny\\tz]", "x\ny\tz", true},
    {"[[a-c]+]", "abcab", true},
    {"[[^a-c]+]", "xyz", true},
    {"[[\\d.]+]", "1.5", true},
    {"[[\\[\\]]]", "]", true},
    {"[[\\[\\]]]", "[", true},
    {"[[\\]\\^\\-x]*]", "]^-x", true},
    {"[[\\^]]", "^", true},
    {"[[^\\]]]", "]", false},
    {"[[^\\]]]", "a", true},
    {"[[a\\-c]]", "b", false},
    {"[[-a]+]", "a-a", true},
    {"[[a-]+]", "a-a", true},
    {"[(?:ab)+]", "abab", true},
    {"[a+?b*?c??]", "aab", true},
    {"[a{2}b{1,}c{0,1}]", "aabb", true},
    {"[a{2}]", "a", false},
    {"[\\{b,w\\}]", "{b,w}", true},
    {"[\\\"x\\\" \\/ \\-]", "\"x\" / -", true},
    {"[x}]", "x}", true},
    {"[\\bab\\b]", "ab", true},
    {"[\\x{41}\\p{L}]", "Ab", true},
    {"[\\x{41}\\p{L}]", "A1", false},
    {"[(a)\\1]", "aa", true},
    {"[(a)\\1]", "ab", false},
    {"[[\\D]]", "x", true},
    {"[[\\D]]", "1", false},
    {"[(?=a)..]", "ab", true},
    {"[a++]", "aa", true},
    {"[a++a]", "aa", false},
    {"[a$]", "a\n", false},
    {"[((a{20}){20}){20}]", "a", false},
    {"[(a+)+]", AS "b", false}, // too many steps
    {"[!(a+)+]", AS "b", false},
    {"[(a+)+]", AS, true},
};

static const struct {
    const char *text, *error;
} refused[] = {
    {"b1", "the expectation 'b1' does not start with ["},
    {"*", "the expectation '*' does not start with ["},
    {"[b1", "the expectation '[b1' does not end with ]"},
    {"[", "the expectation '[' does not end with ]"},
    {"[a\\]", "bad pattern: \\ at end of pattern"},
    {"[*a]", "bad pattern: quantifier does not follow a repeatable item"},
    {"[a**]", "bad pattern: quantifier does not follow a repeatable item"},
    {"[a*?*]", "bad pattern: quantifier does not follow a repeatable item"},
    {"[a{2}{3}]", "bad pattern: quantifier does not follow a repeatable item"},
    {"[(+a)]", "bad pattern: quantifier does not follow a repeatable item"},
    {"[a|?]", "bad pattern: quantifier does not follow a repeatable item"},
    {"[{b,w}]", "bad pattern: a literal { must be written \\{"},
    {"[a{}]", "bad pattern: a literal { must be written \\{"},
    {"[a{5]", "bad pattern: a literal { must be written \\{"},
    {"[[a[b]]]", "bad pattern: '[' inside brackets must be written \\["},
    {"[[a&&b]]", "bad pattern: '&' inside brackets must be written \\&"},
    {"[[]]", "bad pattern: ']' inside brackets must be written \\]"},
    {"[[ab]", "bad pattern: [ without ]"},
    {"[a)]", "bad pattern: unmatched closing parenthesis"},
    {"[(a]", "bad pattern: missing closing parenthesis"},
    {"[((a{200}){200}){200}]", "bad pattern: regular expression is too large"},
    {"[a{99999999999999999999}]", "bad pattern: number too big in {} quantifier"},
};
// clang-format on

TEST(expectation_matches_whole_answers) {
    for (int i = 0; i < COUNT(rows); i++) {
        Expectation e;
        Error err = {0};
        if (!expectation_init(&e, rows[i].text, &err))
            CHECK_TEXT(rows[i].text, err.text, "");
        CHECK_INT(rows[i].text, expectation_meets(&e, rows[i].answer), rows[i].meets);
        CHECK_INT(rows[i].text, e.known_failure, false);
        expectation_release(&e);
    }
}

TEST(expectation_parses_known_failures) {
    Expectation e;
    Error err = {0};
    CHECK("star", expectation_init(&e, "[!b.*]*", &err));
    CHECK("star", e.known_failure && e.negated);
    CHECK("star", !expectation_meets(&e, "b1"));
    expectation_release(&e);
}

TEST(expectation_rejects_what_java_rejects) {
    for (int i = 0; i < COUNT(refused); i++) {
        Expectation e;
        Error err = {0};
        CHECK(refused[i].text, !expectation_init(&e, refused[i].text, &err));
        CHECK_TEXT(refused[i].text, err.text, refused[i].error);
    }
}
