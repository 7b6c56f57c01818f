#include "tui/keys.h"

#include "base/util.h"

// clang-format off
static const KeyRow game_keys[] = {
    {ACTION_LEFT,      {KEYCODE_LEFT, 'h'},      "Left, h",      NULL,      "move the cursor left"},
    {ACTION_DOWN,      {KEYCODE_DOWN, 'j'},      "Down, j",      NULL,      "down"},
    {ACTION_UP,        {KEYCODE_UP, 'k'},        "Up, k",        NULL,      "up"},
    {ACTION_RIGHT,     {KEYCODE_RIGHT, 'l'},     "Right, l",     NULL,      "right"},
    {ACTION_PLACE,     {KEYCODE_ENTER, ' '},     "Enter, Space", "place",   "place a stone there; a mouse click does it too"},
    {ACTION_TYPE,      {':', '/'},               ":, A-Z, 0-9",  NULL,      "type a point such as H8, or a command such as help"},
    {ACTION_UNDO,      {'u', KEYCODE_BACKSPACE}, "u, Backspace", "undo",    "take back your last move"},
    {ACTION_REDO,      {'r', KEYCODE_CTRL_R},    "r, Ctrl-R",    NULL,      "make that move again"},
    {ACTION_HINT,      {'i'},                    "i",            "hint",    "an idea: what the engine would play"},
    {ACTION_ANALYSE,   {'a'},                    "a",            "analyse", "best lines, chances and a heat map, while you think"},
    {ACTION_THREATS,   {'t'},                    "t",            "threats", "show where five or an unstoppable four can be made"},
    {ACTION_GRAPH,     {'g'},                    "g",            NULL,      "show a graph of the chances during the game"},
    {ACTION_FOULS,     {'f'},                    "f",            NULL,      "in renju: show or hide the points forbidden to Black"},
    {ACTION_SWITCH,    {'x'},                    "x",            NULL,      "take the other side"},
    {ACTION_RESIGN,    {'y'},                    "y",            NULL,      "yield: give up this game"},
    {ACTION_REMATCH,   {'m'},                    "m",            NULL,      "rematch: the same game with sides swapped"},
    {ACTION_NEW,       {'n'},                    "n",            "new",     "new game"},
    {ACTION_SAVE,      {'s'},                    "s",            "save",    "save the game to a file"},
    {ACTION_OPEN,      {'o'},                    "o",            NULL,      "open a game from a file"},
    {ACTION_GAMES,     {'b'},                    "b",            NULL,      "browse finished games"},
    {ACTION_REVIEW,    {'v'},                    "v",            "review",  "review the game move by move"},
    {ACTION_PANEL,     {KEYCODE_TAB},            "Tab",          "panel",   "in a narrow window: switch between board and panel"},
    {ACTION_PAGE_UP,   {KEYCODE_PAGE_UP},        "Page Up",      NULL,      "earlier moves in the list"},
    {ACTION_PAGE_DOWN, {KEYCODE_PAGE_DOWN},      "Page Down",    NULL,      "later moves"},
    {ACTION_SETTINGS,  {'p'},                    "p",            NULL,      "preferences: colors, signs, notation"},
    {ACTION_THEME,     {'c'},                    "c",            NULL,      "next color theme"},
    {ACTION_REDRAW,    {KEYCODE_CTRL_L},         "Ctrl-L",       NULL,      "redraw the screen"},
    {ACTION_HELP,      {'?'},                    "?",            "keys",    "show all keys"},
    {ACTION_MENU,      {KEYCODE_ESCAPE},         "Escape",       "menu",    "open the menu"},
    {ACTION_QUIT,      {'q'},                    "q",            "quit",    "quit; an unfinished game is saved"},
    {0},
};

// Falls back to game_keys; these come first in the line of keys.
static const KeyRow over_keys[] = {
    {ACTION_REMATCH, {'m'},                    "m",            "rematch", "rematch: the same game with sides swapped"},
    {ACTION_REVIEW,  {'v'},                    "v",            "review",  "review the game move by move"},
    {ACTION_SAVE,    {'s'},                    "s",            "save",    "save the game to a file"},
    {ACTION_NEW,     {'n'},                    "n",            "new",     "new game"},
    {ACTION_UNDO,    {'u', KEYCODE_BACKSPACE}, "u, Backspace", "undo",    "undo the end of the game and play on"},
    {ACTION_HELP,    {'?'},                    "?",            "keys",    "show all keys"},
    {ACTION_MENU,    {KEYCODE_ESCAPE},         "Escape",       "menu",    "open the menu"},
    {ACTION_QUIT,    {'q'},                    "q",            "quit",    "quit"},
    {0},
};

static const KeyRow review_keys[] = {
    {ACTION_BACK,               {KEYCODE_LEFT, 'h'},       "Left, h",         "back",      "one move back"},
    {ACTION_FORWARD,            {KEYCODE_RIGHT, 'l', ' '}, "Right, l, Space", "on",        "one move forward"},
    {ACTION_PREVIOUS_VARIATION, {KEYCODE_UP, 'k'},         "Up, k",           "variation", "previous variation"},
    {ACTION_NEXT_VARIATION,     {KEYCODE_DOWN, 'j'},       "Down, j",         NULL,        "next variation"},
    {ACTION_FIRST,              {KEYCODE_HOME, '0'},       "Home, 0",         "first",     "go to the beginning"},
    {ACTION_LAST,               {KEYCODE_END, '$'},        "End, $",          "last",      "go to the end of the line"},
    {ACTION_PAGE_UP,            {KEYCODE_PAGE_UP},         "Page Up",         NULL,        "ten moves back"},
    {ACTION_PAGE_DOWN,          {KEYCODE_PAGE_DOWN},       "Page Down",       NULL,        "ten moves forward"},
    {ACTION_PLAY_HERE,          {KEYCODE_ENTER},           "Enter",           "play here", "continue the game from here"},
    {ACTION_ANALYSE,            {'a'},                     "a",               "analyse",   "best lines and chances of the position"},
    {ACTION_THREATS,            {'t'},                     "t",               NULL,        "show the threats"},
    {ACTION_GRAPH,              {'g'},                     "g",               NULL,        "show a graph of the chances during the game"},
    {ACTION_SAVE,               {'s'},                     "s",               NULL,        "save the game, with all its variations, to a file"},
    {ACTION_OPEN,               {'o'},                     "o",               NULL,        "open a game from a file"},
    {ACTION_PANEL,              {KEYCODE_TAB},             "Tab",             "panel",     "in a narrow window: switch between board and panel"},
    {ACTION_THEME,              {'c'},                     "c",               NULL,        "next color theme"},
    {ACTION_REDRAW,             {KEYCODE_CTRL_L},          "Ctrl-L",          NULL,        "redraw the screen"},
    {ACTION_HELP,               {'?'},                     "?",               "keys",      "show all keys"},
    {ACTION_MENU,               {KEYCODE_ESCAPE, 'v'},     "Escape, v",       "leave",     "back to the game"},
    {ACTION_QUIT,               {'q'},                     "q",               NULL,        "quit the program"},
    {0},
};

static const KeyRow list_keys[] = {
    {ACTION_UP,        {KEYCODE_UP, 'k'},          "Up, k",          NULL,     "the row above"},
    {ACTION_DOWN,      {KEYCODE_DOWN, 'j', KEYCODE_TAB}, "Down, j, Tab",   NULL,     "the row below"},
    {ACTION_LEFT,      {KEYCODE_LEFT, 'h', '-'},   "Left, h, -",     "change", "in a form: previous value"},
    {ACTION_RIGHT,     {KEYCODE_RIGHT, 'l', '+', ' '}, "Right, l, +",    NULL,     "in a form: next value"},
    {ACTION_PAGE_UP,   {KEYCODE_PAGE_UP, KEYCODE_HOME}, "Page Up, Home",  NULL,     "a page up"},
    {ACTION_PAGE_DOWN, {KEYCODE_PAGE_DOWN, KEYCODE_END}, "Page Down, End", NULL,     "a page down"},
    {ACTION_PLACE,     {KEYCODE_ENTER},            "Enter",          "choose", "choose it"},
    {ACTION_TYPE,      {'/'},                      "/",              "search", "in the list of games: search for words (player, date, result)"},
    {ACTION_HELP,      {'?'},                      "?",              "keys",   "show all keys"},
    {ACTION_MENU,      {KEYCODE_ESCAPE, 'q'},      "Escape, q",      "back",   "back"},
    {0},
};
// clang-format on

static const struct {
    const char *title;
    const KeyRow *rows;
} tables[KEY_TABLE_COUNT] = {
    [KEYS_GAME] = {"In a game", game_keys},
    [KEYS_GAME_OVER] = {"When it is over", over_keys},
    [KEYS_REVIEW] = {"In a review", review_keys},
    [KEYS_LIST] = {"In menus and lists", list_keys},
};

const char *key_table_title(KeyTable table) {
    return tables[table].title;
}

const KeyRow *key_row_at(KeyTable table, int i) {
    return tables[table].rows[i].names ? &tables[table].rows[i] : NULL;
}

Action key_action(KeyTable table, int32_t key) {
    const KeyRow *row;
    for (int i = 0; (row = key_row_at(table, i)); i++)
        for (int k = 0; k < COUNT(row->keys) && row->keys[k]; k++)
            if (row->keys[k] == key)
                return row->action;
    return table == KEYS_GAME_OVER ? key_action(KEYS_GAME, key) : ACTION_NONE;
}

void keys_format_help(Str *out) {
    for (KeyTable t = 0; t < KEY_TABLE_COUNT; t++) {
        str_add(out, "%s%s:\n", t > 0 ? "\n" : "", tables[t].title);
        const KeyRow *row;
        for (int i = 0; (row = key_row_at(t, i)); i++)
            str_add(out, "  %-16s %s\n", row->names, row->help);
    }
}
