// A person at the full-screen game: presses keys and reads the screen. No terminal is needed for
// that.
#pragma once

#include "tui/fullscreen/ui.h"

// A face with a folder of its own for whatever it writes.
typedef struct {
    char folder[32], state[64], config[64];
    Ui *ui;
    Screen screen;
    Str text; // of the screen
} UiDriver;   // a person, not one of player.h

typedef struct {
    const char *black, *white, *rules, *size, *opening, *mist, *note;
    bool menu; // begin with the menu, not with a game
    bool ponders;
} TestSetup;

UiDriver driver_start(const TestSetup *setup);
void driver_finish(UiDriver *p);

// Comes back to the same folder.
void driver_close(UiDriver *p);
void driver_open(UiDriver *p, const TestSetup *setup);

void driver_tick(UiDriver *p);

// Until the computer has moved or the hint is there. The players of these tests think for no time.
void driver_wait(UiDriver *p);

// Names of keys and letters to be typed, with blanks between; _ is a blank itself.
void driver_press(UiDriver *p, const char *words);

const char *driver_screen(UiDriver *p);
void check_shown(const char *row, UiDriver *p, const char *text);
void check_not_shown(const char *row, UiDriver *p, const char *text);
