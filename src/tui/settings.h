// Everything a person can choose, as rows: the screens for a new game and for the looks, and the
// file that remembers them, read the same table. Values are texts.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "tui/session/terminal_session.h"

typedef enum {
    SETTING_BLACK, // the first seven make a game
    SETTING_WHITE,
    SETTING_RULES,
    SETTING_SIZE,
    SETTING_OPENING,
    SETTING_TIME,
    SETTING_MIST,
    SETTING_THEME, // the rest is about looks
    SETTING_SIGNS,
    SETTING_POINTS,
    SETTING_BOARD,
    SETTING_COUNT,
    GAME_SETTING_COUNT = SETTING_THEME,
} Setting;

enum { SETTING_MAX = 200 }; // bytes of a value

typedef struct {
    char values[SETTING_COUNT][SETTING_MAX];
} Settings;

typedef struct {
    const char *key;   // in the file
    const char *label; // on the screen
    const char *help;
    const char *usual; // what nobody's choice means
    // The i-th value to step to with an arrow key, NULL after the last; and how it is shown.
    const char *(*value_at)(int i);
    void (*show)(const char *value, Str *out);
    // What may be typed instead, for a person to read; NULL: nothing.
    const char *typed;
    bool (*check)(const char *value, Error *err);
} SettingRow;

const SettingRow *setting_row(Setting s);

Settings settings_default(void);

// Refuses a value that the row's check refuses, and leaves the old one.
bool settings_set(Settings *all, Setting s, const char *value, Error *err);

// The next value in the row's order, `by` steps on; stays where the order ends.
void settings_step(Settings *all, Setting s, int by);

// As the screen has it: "level 3", "15x15".
void settings_show_value(const Settings *all, Setting s, Str *out);

// The game they describe; texts are borrowed.
void settings_to_options(const Settings *all, TerminalSessionOptions *out);

// The settings that describe a sitting's next game; looks are the usual ones.
Settings settings_from_session(const TerminalSession *s);

// Begins that game; the one before is put aside.
bool settings_start_game(const Settings *all, TerminalSession *s, Error *err);
