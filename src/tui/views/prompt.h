// Line editor at the bottom of the screen.
#pragma once

#include "base/str.h"
#include "tui/screen/event.h"
#include "tui/screen/screen.h"

typedef struct {
    const char *label;
    Str text;  // UTF-8
    size_t at; // cursor, in bytes
} Prompt;

typedef enum { PROMPT_CONTINUE, PROMPT_DONE, PROMPT_CANCELLED } PromptResult;

void prompt_begin(Prompt *p, const char *label, const char *text);
void prompt_release(Prompt *p);
PromptResult prompt_handle_key(Prompt *p, int32_t key);
void prompt_draw(const Prompt *p, Area line, Screen *s);
