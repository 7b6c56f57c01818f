#include "tui/keys.h"

#include "base/util.h"

// clang-format off
static const KeyRow game_keys[] = {
    {ACT_LEFT,     {PRESS_LEFT, 'h'},       "Left, h",      NULL,      "the cursor to the left"},
    {ACT_DOWN,     {PRESS_DOWN, 'j'},       "Down, j",      NULL,      "down"},
    {ACT_UP,       {PRESS_UP, 'k'},         "Up, k",        NULL,      "up"},
    {ACT_RIGHT,    {PRESS_RIGHT, 'l'},      "Right, l",     NULL,      "to the right"},
    {ACT_PLACE,    {PRESS_ENTER, ' '},      "Enter, Space", "place",   "put a stone there; a click of the mouse does it too"},
    {ACT_TYPE,     {':', '/'},              ":, A-Z, 0-9",  NULL,      "type a point such as H8, or a command such as help"},
    {ACT_UNDO,     {'u', PRESS_BACKSPACE},  "u, Backspace", "undo",    "take back your last move"},
    {ACT_REDO,     {'r', PRESS_CTRL_R},     "r, Ctrl-R",    NULL,      "make it again"},
    {ACT_HINT,     {'i'},                   "i",            "hint",    "an idea: what the engine would do"},
    {ACT_ANALYSE,  {'a'},                   "a",            "analyse", "best lines, chances and a map of them, while you think"},
    {ACT_THREATS,  {'t'},                   "t",            "threats", "show where five or an unstoppable four can be made"},
    {ACT_GRAPH,    {'g'},                   "g",            NULL,      "show how the chances went through the game"},
    {ACT_FOULS,    {'f'},                   "f",            NULL,      "in renju: show or hide the points forbidden to Black"},
    {ACT_SWITCH,   {'x'},                   "x",            NULL,      "take the other side"},
    {ACT_RESIGN,   {'y'},                   "y",            NULL,      "yield: give up this game"},
    {ACT_REMATCH,  {'m'},                   "m",            NULL,      "a rematch: the same game with sides changed"},
    {ACT_NEW,      {'n'},                   "n",            "new",     "another game"},
    {ACT_SAVE,     {'s'},                   "s",            "save",    "save the game to a file"},
    {ACT_OPEN,     {'o'},                   "o",            NULL,      "open a game from a file"},
    {ACT_GAMES,    {'b'},                   "b",            NULL,      "browse the games that were played"},
    {ACT_REVIEW,   {'v'},                   "v",            "review",  "look at the game move by move"},
    {ACT_PANEL,    {PRESS_TAB},             "Tab",          "panel",      "in a narrow window: board or panel"},
    {ACT_EARLIER,  {PRESS_PAGE_UP},         "Page Up",      NULL,      "earlier moves in the list"},
    {ACT_LATER,    {PRESS_PAGE_DOWN},       "Page Down",    NULL,      "later ones"},
    {ACT_SETTINGS, {'p'},                   "p",            NULL,      "preferences: colours, signs, points"},
    {ACT_THEME,    {'c'},                   "c",            NULL,      "other colours"},
    {ACT_REDRAW,   {PRESS_CTRL_L},          "Ctrl-L",       NULL,      "draw the screen anew"},
    {ACT_HELP,     {'?'},                   "?",            "keys",    "all keys"},
    {ACT_MENU,     {PRESS_ESCAPE},          "Escape",       "menu",    "the menu"},
    {ACT_QUIT,     {'q'},                   "q",            "quit",    "leave; an unfinished game is kept for the next time"},
    {0},
};

// The same keys, and those first that one wants when a game is over.
static const KeyRow over_keys[] = {
    {ACT_REMATCH,  {'m'},                   "m",            "rematch", "a rematch: the same game with sides changed"},
    {ACT_REVIEW,   {'v'},                   "v",            "review",  "look at the game move by move"},
    {ACT_SAVE,     {'s'},                   "s",            "save",    "save the game to a file"},
    {ACT_NEW,      {'n'},                   "n",            "new",     "another game"},
    {ACT_UNDO,     {'u', PRESS_BACKSPACE},  "u, Backspace", "undo",    "take back the end, and go on"},
    {ACT_HELP,     {'?'},                   "?",            "keys",    "all keys"},
    {ACT_MENU,     {PRESS_ESCAPE},          "Escape",       "menu",    "the menu"},
    {ACT_QUIT,     {'q'},                   "q",            "quit",    "leave"},
    {0},
};

static const KeyRow review_keys[] = {
    {ACT_BACK,             {PRESS_LEFT, 'h'},           "Left, h",     "back",       "a move back"},
    {ACT_ON,               {PRESS_RIGHT, 'l', ' '},     "Right, l, Space", "on",     "a move on"},
    {ACT_VARIATION_BEFORE, {PRESS_UP, 'k'},             "Up, k",       "variation",  "another variation, the one before"},
    {ACT_VARIATION_AFTER,  {PRESS_DOWN, 'j'},           "Down, j",     NULL,         "the one behind"},
    {ACT_FIRST,            {PRESS_HOME, '0'},           "Home, 0",     "first",      "to the beginning"},
    {ACT_LAST,             {PRESS_END, '$'},            "End, $",      "last",       "to the end of the line"},
    {ACT_EARLIER,          {PRESS_PAGE_UP},             "Page Up",     NULL,         "ten moves back"},
    {ACT_LATER,            {PRESS_PAGE_DOWN},           "Page Down",   NULL,         "ten moves on"},
    {ACT_PLAY_HERE,        {PRESS_ENTER},               "Enter",       "play here",  "go on with the game from here"},
    {ACT_ANALYSE,          {'a'},                       "a",           "analyse",    "best lines and chances of the position"},
    {ACT_THREATS,          {'t'},                       "t",           NULL,         "show the threats"},
    {ACT_GRAPH,            {'g'},                       "g",           NULL,         "show how the chances went through the game"},
    {ACT_SAVE,             {'s'},                       "s",           NULL,         "save the game, with all its variations, to a file"},
    {ACT_OPEN,             {'o'},                       "o",           NULL,         "open a game from a file"},
    {ACT_PANEL,            {PRESS_TAB},                 "Tab",         "panel",      "in a narrow window: board or panel"},
    {ACT_THEME,            {'c'},                       "c",           NULL,         "other colours"},
    {ACT_REDRAW,           {PRESS_CTRL_L},              "Ctrl-L",      NULL,         "draw the screen anew"},
    {ACT_HELP,             {'?'},                       "?",           "keys",       "all keys"},
    {ACT_MENU,             {PRESS_ESCAPE, 'v'},         "Escape, v",   "leave",      "back to the game"},
    {ACT_QUIT,             {'q'},                       "q",           NULL,         "leave the program"},
    {0},
};

static const KeyRow list_keys[] = {
    {ACT_UP,       {PRESS_UP, 'k'},         "Up, k",        NULL,      "the row above"},
    {ACT_DOWN,     {PRESS_DOWN, 'j', PRESS_TAB}, "Down, j, Tab", NULL, "the row below"},
    {ACT_LEFT,     {PRESS_LEFT, 'h', '-'},  "Left, h, -",   "change",  "in a form: the value before"},
    {ACT_RIGHT,    {PRESS_RIGHT, 'l', '+', ' '}, "Right, l, +", NULL,      "in a form: the value behind"},
    {ACT_EARLIER,  {PRESS_PAGE_UP, PRESS_HOME}, "Page Up, Home", NULL, "a page up"},
    {ACT_LATER,    {PRESS_PAGE_DOWN, PRESS_END}, "Page Down, End", NULL, "a page down"},
    {ACT_PLACE,    {PRESS_ENTER},           "Enter",        "choose",  "choose it"},
    {ACT_TYPE,     {'/'},                   "/",            "search",  "in the list of games: words to look for (player, date, result)"},
    {ACT_HELP,     {'?'},                   "?",            "keys",    "all keys"},
    {ACT_MENU,     {PRESS_ESCAPE, 'q'},     "Escape, q",    "back",    "back"},
    {0},
};
// clang-format on

static const struct {
    const char *title;
    const KeyRow *rows;
} tables[KEY_TABLES] = {
    [KEYS_GAME] = {"In a game", game_keys},
    [KEYS_OVER] = {"When it is over", over_keys},
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
    return table == KEYS_OVER ? key_action(KEYS_GAME, key) : ACT_NONE;
}

void keys_list(Str *out) {
    for (KeyTable t = 0; t < KEY_TABLES; t++) {
        str_add(out, "%s%s:\n", t > 0 ? "\n" : "", tables[t].title);
        const KeyRow *row;
        for (int i = 0; (row = key_row_at(t, i)); i++)
            str_add(out, "  %-16s %s\n", row->names, row->help);
    }
}
