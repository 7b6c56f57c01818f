// Test driver for the full-screen UI: presses keys and reads the screen, without a terminal.
#pragma once

#include "tui/fullscreen/ui.h"

// A Ui with its own temporary folder.
typedef struct {
    char folder[32], state[64], config[64];
    Ui *ui;
    Screen screen;
    Str text; // of the screen
} UiDriver;

typedef struct {
    const char *black, *white, *rules, *size, *opening, *mist, *note;
    bool menu; // start with the menu, not with a game
    bool ponders;
} TestSetup;

UiDriver driver_start(const TestSetup *setup);
void driver_finish(UiDriver *d);

// Restart the program in the same folder: close, then open.
void driver_close(UiDriver *d);
void driver_open(UiDriver *d, const TestSetup *setup);

void driver_tick(UiDriver *d);

// Waits for the computer's move or a hint. Use players that move at once.
void driver_wait(UiDriver *d);

// Presses named keys or types words, separated by blanks, with a pause after
// each; _ types a blank.
void driver_press(UiDriver *d, const char *words);

const char *driver_screen(UiDriver *d);
void check_shown(const char *row, UiDriver *d, const char *text);
void check_not_shown(const char *row, UiDriver *d, const char *text);
