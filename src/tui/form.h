// A screen of settings, a row each: arrows change values, Enter types one or starts.
#pragma once

#include "tui/board_view.h"
#include "tui/event.h"
#include "tui/settings.h"

typedef struct {
    const char *title, *go; // the heading, and what the last row says
    int first, count;       // the rows
    int picked;             // from 0; behind the last is the row that starts
} Form;

typedef enum { FORM_STAYS, FORM_GOES, FORM_LEAVES, FORM_TYPES } FormResult;

// FORM_TYPES: a value for form_setting is to be typed.
FormResult form_press(Form *f, Settings *all, int32_t key);
FormResult form_click(Form *f, Settings *all, int row);
Setting form_setting(const Form *f);

void form_draw(const Form *f, const Settings *all, Stones stones, Screen *s);
