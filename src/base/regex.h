// Regular expressions that must match a whole text, by backtracking with a limit on its steps. The
// syntax is the common part of Java's and Perl's, and works on bytes:
//
//   . [a-z] [^a-z] \d \w \s \D \W \S \p{Alpha}    one byte; . also matches a newline
//   * + ? {2} {2,} {2,5}                          greedy; with ? after it lazy, with + possessive
//   (x) (?:x) (?>x) (?=x) (?!x) \1 x|y (?i)       groups, lookahead, back references
//   ^ $ \A \z \b \B                               positions; $ is only the end of the text
//   \t \n \r \f \a \e \x41 \x{41} \.              bytes
//
// Anything else is refused, and so is what Java reads in another way than Perl: a bare { and, in
// brackets, a bare [ or &&.
#pragma once

#include "base/error.h"

#include <stdbool.h>

typedef struct Regex Regex;

typedef enum {
    REGEX_MATCHES,
    REGEX_DIFFERS,
    REGEX_TOO_MANY_STEPS,
} RegexResult;

// NULL, with *err set, if the pattern is wrong.
Regex *regex_new(const char *pattern, Error *err);
void regex_free(Regex *r);

RegexResult regex_match(const Regex *r, const char *text);
