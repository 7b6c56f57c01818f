// A short list to choose from: the main menu, the answers of an opening, yes or no.
#pragma once

#include "tui/screen/event.h"
#include "tui/views/board_view.h"

enum { MENU_ITEMS_MAX = 10, MENU_TEXT_MAX = 120 };

typedef struct {
    const char *title; // NULL: the name of the game
    int count, selected;
    struct {
        int code; // the caller's
        char text[MENU_TEXT_MAX];
    } items[MENU_ITEMS_MAX];
} Menu;

enum { MENU_NO_CHOICE = -1, MENU_CANCELLED = -2 };

void menu_begin(Menu *m, const char *title);
void menu_add(Menu *m, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

// The code of what was taken, MENU_NO_CHOICE or MENU_CANCELLED.
int menu_handle_key(Menu *m, int32_t key);
int menu_handle_click(Menu *m, int row); // of its area

bool menu_has(const Menu *m, int code);

// The room that it takes.
int menu_rows(const Menu *m);
int menu_cols(const Menu *m);

void menu_draw(const Menu *m, StoneStyle stones, Area area, Screen *s);
