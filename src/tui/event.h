// What a person does to a screen, without a terminal's codes for it.
#pragma once

#include <stdint.h>

typedef enum {
    EVENT_KEY,
    EVENT_CLICK,
    EVENT_SCROLL_UP,
    EVENT_SCROLL_DOWN,
    EVENT_RESIZE,
    EVENT_TICK, // time went by
} EventKind;

// A key is a code point, or one of these.
typedef enum {
    KEYS_FIRST = 0x110000,
    PRESS_UP = KEYS_FIRST,
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_HOME,
    PRESS_END,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_ENTER,
    PRESS_ESCAPE,
    PRESS_BACKSPACE,
    PRESS_TAB,
    PRESS_CTRL_L,
    PRESS_CTRL_R,
    PRESS_CTRL_U,
    KEYS_END,
} Press;

typedef struct {
    EventKind kind;
    int32_t key;  // of EVENT_KEY
    int row, col; // of a click; of EVENT_RESIZE the new size
} Event;
