// One line being typed at the bottom of the screen.
#pragma once

#include "base/str.h"
#include "tui/screen/event.h"
#include "tui/screen/screen.h"

typedef struct {
    const char *question;
    Str text;  // UTF-8
    size_t at; // in bytes: where the next letter comes
} Prompt;

typedef enum { PROMPT_CONTINUE, PROMPT_DONE, PROMPT_CANCELLED } PromptResult;

void prompt_begin(Prompt *p, const char *question, const char *text);
void prompt_release(Prompt *p);
PromptResult prompt_handle_key(Prompt *p, int32_t key);
void prompt_draw(const Prompt *p, Area line, Screen *s);
