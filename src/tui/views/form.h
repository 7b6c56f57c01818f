// Form: a list of settings. Arrow keys change a value; Enter edits it, or submits on the last row.
#pragma once

#include "tui/screen/event.h"
#include "tui/settings.h"
#include "tui/views/board_view.h"

typedef struct {
    const char *title, *submit_label;
    int first, count; // the settings: first and number
    int selected;     // row, from 0; `count` is the submit row
} Form;

typedef enum { FORM_CONTINUE, FORM_SUBMIT, FORM_CANCEL, FORM_EDIT_VALUE } FormResult;

// FORM_EDIT_VALUE: ask the player to type a value for form_setting.
FormResult form_handle_key(Form *f, Settings *all, int32_t key);
FormResult form_handle_click(Form *f, Settings *all, int row);
Setting form_setting(const Form *f);

void form_draw(const Form *f, const Settings *all, StoneStyle stones, Screen *s);
