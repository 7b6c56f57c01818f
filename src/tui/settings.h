// Settings of `pentad play` as a table: the forms for new games and preferences and the
// configuration file read the same rows. Values are stored as text.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "tui/session/terminal_session.h"

typedef enum {
    SETTING_BLACK, // the first GAME_SETTING_COUNT describe a game
    SETTING_WHITE,
    SETTING_RULES,
    SETTING_SIZE,
    SETTING_OPENING,
    SETTING_TIME,
    SETTING_MIST,
    SETTING_THEME, // the others are about appearance
    SETTING_SIGNS,
    SETTING_POINTS,
    SETTING_BOARD,
    SETTING_COUNT,
    GAME_SETTING_COUNT = SETTING_THEME,
} Setting;

enum { SETTING_MAX = 200 }; // bytes of a value, with the final zero

typedef struct {
    char values[SETTING_COUNT][SETTING_MAX];
} Settings;

typedef struct {
    const char *key;   // in the configuration file
    const char *label; // on the screen
    const char *help;
    const char *default_value;
    // The i-th value that the arrow keys offer; NULL after the last.
    const char *(*value_at)(int i);
    // Appends a value as the screen shows it.
    void (*show)(const char *value, Str *out);
    // Help for values that can be typed; NULL if the value can only be picked.
    const char *typed_help;
    bool (*check)(const char *value, Error *err);
} SettingRow;

const SettingRow *setting_row(Setting s);

Settings settings_default(void);

// Fails and keeps the old value if the row's check rejects the new one.
bool settings_set(Settings *all, Setting s, const char *value, Error *err);

// Moves `by` places in the list of offered values; stops at either end.
void settings_step(Settings *all, Setting s, int by);

// Appends the value as the screen shows it: "level 3", "15x15".
void settings_show_value(const Settings *all, Setting s, Str *out);

// Fills in the game and the players. The texts are borrowed from `all`.
void settings_to_options(const Settings *all, TerminalSessionOptions *out);

// Settings for the session's next game; appearance has the default values.
Settings settings_from_session(const TerminalSession *s);

// Starts a game with these settings; the current one is suspended.
bool settings_start_game(const Settings *all, TerminalSession *s, Error *err);
