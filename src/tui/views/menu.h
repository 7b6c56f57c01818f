// Menu: the main menu, the choices of an opening, and yes/no questions.
#pragma once

#include "tui/screen/event.h"
#include "tui/views/board_view.h"

enum { MENU_ITEMS_MAX = 10, MENU_TEXT_MAX = 120 };

typedef struct {
    const char *title; // NULL: the program's name, as in the main menu
    int count, selected;
    struct {
        int code; // chosen by the caller
        char text[MENU_TEXT_MAX];
    } items[MENU_ITEMS_MAX];
} Menu;

enum { MENU_NO_CHOICE = -1, MENU_CANCELLED = -2 };

void menu_begin(Menu *m, const char *title);
void menu_add(Menu *m, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

// Return the code of the chosen item, MENU_NO_CHOICE or MENU_CANCELLED.
int menu_handle_key(Menu *m, int32_t key);
int menu_handle_click(Menu *m, int row); // relative to the menu's area

bool menu_has(const Menu *m, int code);

// The space it needs.
int menu_rows(const Menu *m);
int menu_cols(const Menu *m);

void menu_draw(const Menu *m, StoneStyle stones, Area area, Screen *s);
