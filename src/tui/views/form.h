// A screen of settings, a row each: arrows change values, Enter types one or starts.
#pragma once

#include "tui/screen/event.h"
#include "tui/settings.h"
#include "tui/views/board_view.h"

typedef struct {
    const char *title, *go; // the heading, and what the last row says
    int first, count;       // the rows
    int selected;           // from 0; behind the last is the row that starts
} Form;

typedef enum { FORM_CONTINUE, FORM_SUBMIT, FORM_CANCEL, FORM_EDIT_VALUE } FormResult;

// FORM_EDIT_VALUE: a value for form_setting is to be typed.
FormResult form_handle_key(Form *f, Settings *all, int32_t key);
FormResult form_handle_click(Form *f, Settings *all, int row);
Setting form_setting(const Form *f);

void form_draw(const Form *f, const Settings *all, StoneStyle stones, Screen *s);
