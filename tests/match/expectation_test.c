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
    {"[]", "]", false},
    {"[a{0}]", "", true},
    {"[a{0,2}]", "aaa", false},
    {"[(ab){2,3}]", "ababab", true},
    {"[(ab){2,3}]", "ab", false},
    {"[(ab){2,3}]", "abababab", false},
    {"[(ab){2,}]", "abababab", true},
    {"[(a|ab)(c|bcd)(d*)]", "abcd", true},
    {"[(a*)*]", "aaa", true},
    {"[(a*)*]", "b", false},
    {"[(a|)+b]", "aab", true},
    {"[(?:a*?)*?b]", "aaab", true},
    {"[(?:)*]", "", true},
    {"[(|a)(|b)]", "ab", true},
    {"[(?:a|b|c|)x]", "cx", true},
    {"[(?:a|b|c|)x]", "x", true},
    {"[(?:a|ab)++c]", "abc", false},
    {"[(?:ab|a)++c]", "abc", true},
    {"[(?>a|ab)c]", "abc", false},
    {"[(?>ab|a)c]", "abc", true},
    {"[a?+a]", "a", false},
    {"[a*+b]", "aab", true},
    {"[.*?b.*?]", "aabaab", true},
    {"[.{2,3}?b]", "xxxb", true},
    {"[.{2,3}?b]", "xxxxb", false},
    {"[.*(?=b).]", "aab", true},
    {"[a(?!b).*]", "ab", false},
    {"[a(?!b).*]", "ac", true},
    {"[(?=(a+))a*b\\1]", "aaabaaa", true},
    {"[(?!(a)b)a\\1]", "aa", false}, // what a (?! matched is forgotten
    {"[(?:(a)|b)\\1]", "b", false}, // a group that did not match
    {"[(a|b)*\\1]", "abb", true},
    {"[(a|b)*\\1]", "aba", false},
    {"[(?:(a)|b)*\\1]", "aba", true}, // the group keeps what it matched before
    {"[(.)(.)\\2\\1]", "abba", true},
    {"[(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\9]", "abcdefghiji", true},
    {"[(?i)Draw]", "dRAW", true},
    {"[((?i)a)b]", "Ab", true},
    {"[((?i)a)b]", "AB", false},
    {"[(?i)[^a]]", "A", false},
    {"[(?i)(a)\\1]", "aA", true},
    {"[a|^b|c$]", "b", true},
    {"[a\\b.\\Bb]", "a b", false},
    {"[a\\b \\bb]", "a b", true},
    {"[\\Aa\\z]", "a", true},
    {"[\\P{Upper}\\p{Lower}\\p{Punct}\\p{XDigit}]", "aa~F", true},
    {"[\\t\\r\\f\\a\\e\\x1b]", "\t\r\f\a\033\033", true},
    {"[[\\w-]+]", "a-b_1", true},
    {"[[!-/]+]", "!/", true},
    {"[\xc3\xbc]", "\xc3\xbc", true},
    {"[[^a]+]", "\xc3\xbc", true},
    {"[(a?){30}a{30}]", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false}, // too many steps
};

static const struct {
    const char *text, *error;
} refused[] = {
    {"b1", "the expectation 'b1' does not start with ["},
    {"*", "the expectation '*' does not start with ["},
    {"[b1", "the expectation '[b1' does not end with ]"},
    {"[", "the expectation '[' does not end with ]"},
    {"[a\\]", "bad pattern: it ends with a backslash"},
    {"[*a]", "bad pattern: there is nothing that '*' could repeat"},
    {"[a**]", "bad pattern: there is nothing that '*' could repeat"},
    {"[a*?*]", "bad pattern: there is nothing that '*' could repeat"},
    {"[a{2}{3}]", "bad pattern: there is nothing that '{' could repeat"},
    {"[(+a)]", "bad pattern: there is nothing that '+' could repeat"},
    {"[a|?]", "bad pattern: there is nothing that '?' could repeat"},
    {"[{b,w}]", "bad pattern: a literal { must be written \\{"},
    {"[a{}]", "bad pattern: a literal { must be written \\{"},
    {"[a{5]", "bad pattern: a literal { must be written \\{"},
    {"[[a[b]]]", "bad pattern: '[' inside brackets must be written \\["},
    {"[[a&&b]]", "bad pattern: '&' inside brackets must be written \\&"},
    {"[[]]", "bad pattern: ']' inside brackets must be written \\]"},
    {"[[ab]", "bad pattern: a [ has no ]"},
    {"[a)]", "bad pattern: a ) has no ("},
    {"[(a]", "bad pattern: a ( has no )"},
    {"[((a{200}){200}){200}]", "bad pattern: it is too large"},
    {"[a{99999999999999999999}]", "bad pattern: more than 10000 repetitions"},
    {"[a{0,99999999999999999999}]", "bad pattern: more than 10000 repetitions"},
    {"[a{3,2}]", "bad pattern: the second number in braces is the smaller one"},
    {"[a{1]", "bad pattern: a literal { must be written \\{"},
    {"[[a-]", "bad pattern: a [ has no ]"},
    {"[[a", "the expectation '[[a' does not end with ]"},
    {"[[c-a]]", "bad pattern: a - inside brackets must stand between two characters, the lower one first"},
    {"[[\\d-a]]", "bad pattern: a - inside brackets must stand between two characters, the lower one first"},
    {"[[a-\\d]]", "bad pattern: a - inside brackets must stand between two characters, the lower one first"},
    {"[\\q]", "bad pattern: \\q has no meaning here"},
    {"[[\\b]]", "bad pattern: \\b has no meaning here"},
    {"[\\0]", "bad pattern: \\0 has no meaning here"},
    {"[\\x4]", "bad pattern: after \\x two digits are needed, such as \\x41"},
    {"[\\x{}]", "bad pattern: after \\x two digits are needed, such as \\x41"},
    {"[\\x{100}]", "bad pattern: after \\x two digits are needed, such as \\x41"},
    {"[\\pL]", "bad pattern: after \\p a name is needed, such as {Alpha}"},
    {"[\\p{d}]", "bad pattern: after \\p a name is needed, such as {Alpha}"},
    {"[\\p{Greek}]", "bad pattern: there is no \\p{Greek}"},
    {"[\\1(a)]", "bad pattern: \\1 must stand after the end of group 1, which must be one of 1 to 9"},
    {"[(a\\1)]", "bad pattern: \\1 must stand after the end of group 1, which must be one of 1 to 9"},
    {"[(a)\\10]", "bad pattern: \\1 must stand after the end of group 1, which must be one of 1 to 9"},
    {"[(?<=a)b]", "bad pattern: (?< has no meaning here; there are (?: (?= (?! (?> and (?i)"},
    {"[(?]", "bad pattern: (? has no meaning here; there are (?: (?= (?! (?> and (?i)"},
    {"[(?=a)*]", "bad pattern: there is nothing that '*' could repeat"},
    {"[^*]", "bad pattern: there is nothing that '*' could repeat"},
    {"[\\b+]", "bad pattern: there is nothing that '+' could repeat"},
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
