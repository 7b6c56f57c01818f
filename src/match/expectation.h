// Expected answers in GTP regression files: the text after "#?", a regular expression (PCRE2).
//
// `[regex]`: the whole answer must match. `[!regex]`: it must not match. A trailing `*` marks a
// known failure. No text: any answer except an error. The files are written for gogui-regress,
// which uses Java regular expressions: what PCRE2 would read in another way is rejected.
#pragma once

#include "base/error.h"

#include <stdbool.h>

typedef struct {
    bool any_answer; // no text after "#?"
    bool negated, known_failure;
    void *regex; // compiled unless `any_answer`
} Expectation;

bool expectation_init(Expectation *e, const char *text, Error *err);
void expectation_release(Expectation *e);

// True if `text` is as expected. `text`: the trimmed text after the = of a success reply. False
// for both forms if matching takes too many steps.
bool expectation_meets(const Expectation *e, const char *text);
