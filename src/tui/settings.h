// Settings of `pentad play` as a table: the forms for new games and preferences and the
// configuration file (`key = value` lines) read the same rows. Values are stored as text.
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

enum { SETTING_MAX = 200 }; // bytes of a value, including the final NUL

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
    // If all of these are NULL, the value is one of those offered, and is shown as is.
    const char *(*summary)(const char *value, Error *err); // what it means; returns NULL if invalid
    void (*show)(const char *value, Str *out);             // as the screen shows it
    const char *typed_help; // for values that can be typed; NULL: the value can only be picked
    bool (*check)(const char *value, Error *err);
} SettingRow;

const SettingRow *setting_row(Setting s);

Settings settings_default(void);

// Fails and keeps the old value if the row's check rejects the new one.
bool settings_set(Settings *all, Setting s, const char *value, Error *err);

// Sets one of the first `count` settings to "key = value"; modifies `text`.
bool settings_assign(Settings *all, Setting count, char *text, Error *err);

// Moves `by` places in the list of offered values; stops at either end.
void settings_step(Settings *all, Setting s, int by);

// Appends the value as the screen shows it: "level 3", "15x15".
void settings_show_value(const Settings *all, Setting s, Str *out);

// Fills in the game, the players and the notation. The texts are borrowed from `all`.
void settings_to_options(const Settings *all, TerminalSessionOptions *out);

// Settings for the session's next game; appearance has the default values.
Settings settings_from_session(const TerminalSession *s);

// Starts a game with these settings; the current one is suspended.
bool settings_start_game(const Settings *all, TerminalSession *s, Error *err);

// ---- Configuration file

// Overwrites the settings that `text` names. An invalid line is skipped and reported in `notes`.
void config_parse(const char *text, size_t len, Settings *all, Str *notes);
void config_format(const Settings *all, Str *out);

// A missing file is not an error. `path` may be NULL when loading.
void config_load(const char *path, Settings *all, Str *notes);
bool config_save(const char *path, const Settings *all, Error *err);

// ---- Players to choose from: a person, the levels, the engine with a time per move, or another
// program

// "a person", "level 3", "engine, 2 s a move"; other descriptions unchanged.
void opponent_format(const char *description, Str *out);

// True if a player's name in a record is only a kind of player, not a real name.
bool opponent_is_kind_name(const char *name);

// True for "gomocup:COMMAND" and "gtp:COMMAND": an external engine. Only the application can start
// one.
bool opponent_is_program(const char *description);
