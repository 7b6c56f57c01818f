// Key bindings as tables: key dispatch, the line of keys at the bottom, the help screen (`?`) and
// the manual read the same rows.
#pragma once

#include "base/str.h"
#include "tui/screen/event.h"

typedef enum {
    ACTION_NONE,
    ACTION_UP,
    ACTION_DOWN,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_PLACE,
    ACTION_TYPE,
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_HINT,
    ACTION_ANALYSE,
    ACTION_THREATS,
    ACTION_GRAPH,
    ACTION_FOULS,
    ACTION_SWITCH,
    ACTION_RESIGN,
    ACTION_REMATCH,
    ACTION_NEW,
    ACTION_SAVE,
    ACTION_OPEN,
    ACTION_GAMES,
    ACTION_REVIEW,
    ACTION_PANEL,
    ACTION_PAGE_UP, // also scrolls the move list
    ACTION_PAGE_DOWN,
    ACTION_SETTINGS,
    ACTION_THEME,
    ACTION_REDRAW,
    ACTION_HELP,
    ACTION_MENU,
    ACTION_QUIT,
    ACTION_BACK, // one move, in a review
    ACTION_FORWARD,
    ACTION_FIRST,
    ACTION_LAST,
    ACTION_PREVIOUS_VARIATION,
    ACTION_NEXT_VARIATION,
    ACTION_PLAY_HERE,
} Action;

typedef struct {
    Action action;
    int32_t keys[4]; // ends with 0
    const char *names;
    const char *hint; // in the line of keys; NULL: not shown
    const char *help;
} KeyRow;

typedef enum { KEYS_GAME, KEYS_GAME_OVER, KEYS_REVIEW, KEYS_LIST, KEY_TABLE_COUNT } KeyTable;

const char *key_table_title(KeyTable table);
const KeyRow *key_row_at(KeyTable table, int i); // NULL after the last
Action key_action(KeyTable table, int32_t key);

// All tables with their titles, one line per row.
void keys_format_help(Str *out);
