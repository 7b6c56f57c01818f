// Input events: keys, mouse and window size, independent of the terminal's escape sequences.
#pragma once

#include <stdint.h>

typedef enum {
    EVENT_KEY,
    EVENT_CLICK,
    EVENT_SCROLL_UP,
    EVENT_SCROLL_DOWN,
    EVENT_RESIZE,
    EVENT_TICK, // no input: time to check clocks and background jobs
} EventKind;

// A key is a Unicode code point or one of these.
typedef enum {
    SPECIAL_KEYS_FIRST = 0x110000,
    KEYCODE_UP = SPECIAL_KEYS_FIRST,
    KEYCODE_DOWN,
    KEYCODE_LEFT,
    KEYCODE_RIGHT,
    KEYCODE_HOME,
    KEYCODE_END,
    KEYCODE_PAGE_UP,
    KEYCODE_PAGE_DOWN,
    KEYCODE_ENTER,
    KEYCODE_ESCAPE,
    KEYCODE_BACKSPACE,
    KEYCODE_TAB,
    KEYCODE_CTRL_L,
    KEYCODE_CTRL_R,
    KEYCODE_CTRL_U,
    SPECIAL_KEYS_LIMIT,
} KeyCode;

typedef struct {
    EventKind kind;
    int32_t key;  // EVENT_KEY
    int row, col; // EVENT_CLICK: the position; EVENT_RESIZE: the new size
} Event;
