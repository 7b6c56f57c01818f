// A person at the full-screen game: presses keys and reads the screen. No terminal is needed for
// that.
#pragma once

#include "tui/face.h"

// A face with a folder of its own for whatever it writes.
typedef struct {
    char folder[32], state[64], config[64];
    Face *face;
    Screen screen;
    Str text; // of the screen
} Visitor;    // a person, not one of player.h

typedef struct {
    const char *black, *white, *rules, *size, *opening, *mist, *note;
    bool menu; // begin with the menu, not with a game
    bool ponders;
} Wish;

Visitor visitor_begin(const Wish *wish);
void visitor_end(Visitor *p);

// Comes back to the same folder.
void visitor_close(Visitor *p);
void visitor_open(Visitor *p, const Wish *wish);

void visitor_tick(Visitor *p);

// Until the computer has moved or the hint is there. The players of these tests think for no time.
void visitor_wait(Visitor *p);

// Names of keys and letters to be typed, with blanks between; _ is a blank itself.
void visitor_press(Visitor *p, const char *words);

const char *visitor_sees(Visitor *p);
void check_seen(const char *row, Visitor *p, const char *text);
void check_unseen(const char *row, Visitor *p, const char *text);
