// What a GTP regression file expects of an answer: the text behind "#?".
//
// `[regex]`: the whole answer matches; `[!regex]`: it does not; a `*` behind it: known to fail
// today; nothing: any answer that is no error. Files are written for gogui-regress, whose
// expressions are Java's. Of these all is understood that means the same in POSIX once it is
// spelled differently; what would mean something else is refused.
#pragma once

#include "base/error.h"

#include <regex.h>
#include <stdbool.h>

typedef struct {
    bool any_answer; // nothing stands behind "#?"
    bool negated, known_failure;
    regex_t regex; // compiled unless `any_answer`
} Expectation;

bool expectation_init(Expectation *e, const char *text, Error *err);
void expectation_release(Expectation *e);

// Is it the expected answer? `text` is what follows the = of a success reply, trimmed.
bool expectation_meets(const Expectation *e, const char *text);
