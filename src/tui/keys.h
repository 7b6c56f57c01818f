// What each key does, as rows: the screens, the line of keys below them, `?` and the manual read
// the same table.
#pragma once

#include "base/str.h"
#include "tui/event.h"

typedef enum {
    ACT_NONE,
    ACT_UP,
    ACT_DOWN,
    ACT_LEFT,
    ACT_RIGHT,
    ACT_PLACE,
    ACT_TYPE,
    ACT_UNDO,
    ACT_REDO,
    ACT_HINT,
    ACT_ANALYSE,
    ACT_THREATS,
    ACT_GRAPH,
    ACT_FOULS,
    ACT_SWITCH,
    ACT_RESIGN,
    ACT_REMATCH,
    ACT_NEW,
    ACT_SAVE,
    ACT_OPEN,
    ACT_GAMES,
    ACT_REVIEW,
    ACT_PANEL,
    ACT_EARLIER, // in the list of moves
    ACT_LATER,
    ACT_SETTINGS,
    ACT_THEME,
    ACT_REDRAW,
    ACT_HELP,
    ACT_MENU,
    ACT_QUIT,
    ACT_BACK, // a move, in a review
    ACT_ON,
    ACT_FIRST,
    ACT_LAST,
    ACT_VARIATION_BEFORE,
    ACT_VARIATION_AFTER,
    ACT_PLAY_HERE,
} Action;

typedef struct {
    Action action;
    int32_t keys[4]; // ends with 0
    const char *names;
    const char *hint; // in the line of keys; NULL: not there
    const char *help;
} KeyRow;

typedef enum { KEYS_GAME, KEYS_OVER, KEYS_REVIEW, KEYS_LIST, KEY_TABLES } KeyTable;

const char *key_table_title(KeyTable table);
const KeyRow *key_row_at(KeyTable table, int i); // NULL after the last
Action key_action(KeyTable table, int32_t key);

// All tables with their titles, a line a row.
void keys_list(Str *out);
