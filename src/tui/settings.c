#include "tui/settings.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/file.h"
#include "base/number.h"
#include "base/scanner.h"
#include "base/utf8.h"
#include "player/player.h"
#include "tui/theme.h"

#include <string.h>
#include <unistd.h>

// ---- Players

static const char *after_prefix(const char *text, const char *start) {
    size_t len = strlen(start);
    return ascii_equal_part(text, start, len) ? text + len : NULL;
}

bool opponent_is_program(const char *description) {
    return after_prefix(description, "gomocup:") || after_prefix(description, "gtp:");
}

void opponent_format(const char *description, Str *out) {
    const char *level = after_prefix(description, "level:");
    const char *ms = after_prefix(description, "strong:");
    int64_t time, number;
    Error ignored;
    if (ascii_equal(description, "human")) {
        str_add_text(out, "a person");
    } else if (level && number_parse(level, LEVEL_MIN, LEVEL_MAX, &number, &ignored)) {
        level_name_format((int)number, out);
    } else if (level) {
        str_add(out, "level %s", level);
    } else if (ms && number_parse(ms, 1, INT32_MAX, &time, &ignored)) {
        str_add_text(out, "engine, ");
        seconds_format(time, out);
        str_add_text(out, " s a move");
    } else {
        str_add_text(out, description);
    }
}

static const char *opponent_name(int i) {
    return i == 0 ? "human" : player_or_program_name(i - 1);
}

bool opponent_is_kind_name(const char *name) {
    Error ignored;
    return opponent_is_program(name) || player_name_find(name, opponent_name, &ignored) >= 0;
}

// With what a level is like.
static void show_player(const char *description, Str *out) {
    const char *level = after_prefix(description, "level:");
    int64_t number = 0;
    Error ignored;
    opponent_format(description, out);
    if (level && number_parse(level, LEVEL_MIN, LEVEL_MAX, &number, &ignored))
        str_add(out, ": %s", level_summary((int)number));
}

static bool check_player(const char *description, Error *err) {
    if (ascii_equal(description, "human"))
        return true;
    if (opponent_is_program(description))
        return strchr(description, ':')[1] ||
               error_set(err, "which program? %sCOMMAND", description);
    Player player = {0};
    bool ok = player_name_find(description, opponent_name, err) >= 0 &&
              player_open(description, &player, err);
    player_close(&player);
    return ok;
}

// ---- Values to pick from

static const char *player_at(int i) {
    static const char *const players[] = {
        "human",       "level:-2",    "level:-1",     "level:1",    "level:2",
        "level:3",     "level:4",     "level:5",      "level:6",    "level:7",
        "level:8",     "level:9",     "level:10",     "strong:500", "strong:1000",
        "strong:2000", "strong:5000", "strong:15000", NULL,
    };
    return players[i];
}

static const char *size_at(int i) {
    static const char *const sizes[] = {"5",  "6",  "7",  "8",  "9",  "10", "11", "12",
                                        "13", "14", "15", "16", "17", "18", "19", "20",
                                        "21", "22", "23", "24", "25", NULL};
    return sizes[i];
}

static const struct {
    const char *value, *shown;
} times[] = {
    {"none", "none"},
    {"60", "1 minute each"},
    {"180+2", "3 minutes, 2 s added per move"},
    {"300", "5 minutes each"},
    {"300+5", "5 minutes, 5 s added per move"},
    {"900+10", "15 minutes, 10 s added per move"},
    {"5/move", "5 s a move"},
    {"30/move", "30 s a move"},
    {"600+3x30", "10 minutes, then 3 times 30 s"},
};

static const char *time_at(int i) {
    return i < COUNT(times) ? times[i].value : NULL;
}

static const char *mist_at(int i) {
    static const char *const words[] = {"off", "on", NULL};
    return words[i];
}

static const char *signs_at(int i) {
    static const char *const words[] = {"auto", "ascii", NULL};
    return words[i];
}

static const char *board_at(int i) {
    static const char *const words[] = {"auto", "small", NULL};
    return words[i];
}

// ---- What a value means. NULL and *err: it is not valid

static const char *rules_summary(const char *value, Error *err) {
    const Rules *rules = rules_find(value, err);
    return rules ? rules->summary : NULL;
}

static const char *opening_summary(const char *value, Error *err) {
    const OpeningRule *rule = opening_rule_find(value, err);
    return rule ? rule->summary : NULL;
}

static const char *theme_summary(const char *value, Error *err) {
    const Theme *theme = theme_find(value, err);
    return theme ? theme->summary : NULL;
}

static const char *points_summary(const char *value, Error *err) {
    Notation notation;
    return notation_find(value, &notation, err) ? notation_summary(notation) : NULL;
}

// ---- Display of other values

static void show_size(const char *value, Str *out) {
    str_add(out, "%sx%s", value, value);
}

static void show_time(const char *value, Str *out) {
    for (int i = 0; i < COUNT(times); i++)
        if (!strcmp(times[i].value, value)) {
            str_add_text(out, times[i].shown);
            return;
        }
    str_add(out, "%s (seconds)", value);
}

static void show_mist(const char *value, Str *out) {
    str_add_text(out,
                 !strcmp(value, "on") ? "on: 19x19 freestyle, seen through a 7x7 hole" : "off");
}

static void show_signs(const char *value, Str *out) {
    str_add_text(out, !strcmp(value, "auto") ? "auto: the best that the terminal can show"
                                             : "ascii: X, O and .");
}

static void show_board(const char *value, Str *out) {
    str_add_text(out,
                 !strcmp(value, "auto") ? "auto: as large as fits" : "small: never the largest");
}

// ---- Checks of values that can be typed

static bool check_size(const char *value, Error *err) {
    int64_t ignored;
    return number_parse(value, BOARD_MIN_PLAYABLE, BOARD_MAX, &ignored, err);
}

static bool check_time(const char *value, Error *err) {
    TimeControl ignored;
    return time_control_parse(value, &ignored, err);
}

static const char player_help[] =
    "human, level:N, strong:MILLISECONDS, gomocup:PROGRAM, gtp:PROGRAM";

// clang-format off
static const SettingRow rows[SETTING_COUNT] = {
    [SETTING_BLACK]   = {"black", "Black", "who moves first", "human", player_at, .show = show_player, .typed_help = player_help, .check = check_player},
    [SETTING_WHITE]   = {"white", "White", "who moves second", "level:-1", player_at, .show = show_player, .typed_help = player_help, .check = check_player},
    [SETTING_RULES]   = {"rules", "Rules", "what wins and what is forbidden", "freestyle", rules_name, .summary = rules_summary},
    [SETTING_SIZE]    = {"size", "Board", "size of the board", "15", size_at, .show = show_size, .typed_help = "5 to 25", .check = check_size},
    [SETTING_OPENING] = {"opening", "Opening", "how the first stones are placed", "none", opening_rule_name, .summary = opening_summary},
    [SETTING_TIME]    = {"time", "Clocks", "the time of each side", "none", time_at, .show = show_time, .typed_help = "seconds: 300, 300+5, 10/move, 600+3x30", .check = check_time},
    [SETTING_MIST]    = {"mist", "Mist", "Gomoku in the Mist: most of the board is hidden", "off", mist_at, .show = show_mist},
    [SETTING_THEME]   = {"theme", "Theme", "the colors", "wood", theme_name, .summary = theme_summary},
    [SETTING_SIGNS]   = {"signs", "Symbols", "characters for stones and lines", "auto", signs_at, .show = show_signs},
    [SETTING_POINTS]  = {"points", "Points", "how points are written", "pos", notation_name, .summary = points_summary},
    [SETTING_BOARD]   = {"board", "Drawing", "how large the board is drawn", "auto", board_at, .show = show_board},
};
// clang-format on

const SettingRow *setting_row(Setting s) {
    return &rows[s];
}

static bool check_value(const SettingRow *row, const char *value, Error *err) {
    if (row->check)
        return row->check(value, err);
    if (row->summary)
        return row->summary(value, err) != NULL;
    for (int i = 0; row->value_at(i); i++)
        if (!strcmp(row->value_at(i), value))
            return true;
    return did_you_mean_error(err, "value", value, row->value_at);
}

// Pads with zeros, so that equal settings can be compared with memcmp.
static void copy_value(Settings *all, Setting s, const char *value) {
    memset(all->values[s], 0, SETTING_MAX);
    memcpy(all->values[s], value, strnlen(value, SETTING_MAX - 1));
}

Settings settings_default(void) {
    Settings all = {0};
    for (Setting s = 0; s < SETTING_COUNT; s++)
        copy_value(&all, s, rows[s].default_value);
    return all;
}

bool settings_set(Settings *all, Setting s, const char *value, Error *err) {
    if (strlen(value) >= SETTING_MAX)
        return error_set(err, "%s: longer than %d characters", rows[s].key, SETTING_MAX - 1);
    if (!check_value(&rows[s], value, err))
        return error_prefix(err, rows[s].key);
    copy_value(all, s, value);
    return true;
}

static int index_of(const Settings *all, Setting s, int *count) {
    int found = -1;
    for (*count = 0; rows[s].value_at(*count); (*count)++)
        if (ascii_equal(rows[s].value_at(*count), all->values[s]))
            found = *count;
    return found;
}

void settings_step(Settings *all, Setting s, int by) {
    int count, at = index_of(all, s, &count);
    int next = at < 0 ? 0 : int_max(0, int_min(at + by, count - 1));
    copy_value(all, s, rows[s].value_at(next));
}

void settings_show_value(const Settings *all, Setting s, Str *out) {
    const SettingRow *row = &rows[s];
    const char *value = all->values[s];
    Error ignored;
    if (row->show)
        row->show(value, out);
    else if (row->summary)
        str_add(out, "%s: %s", value, row->summary(value, &ignored));
    else
        str_add_text(out, value);
}

// Cannot fail: settings_set has checked the values.
void settings_to_options(const Settings *all, TerminalSessionOptions *out) {
    Error ignored;
    int64_t size = 0;
    out->players[SEAT_FIRST] = all->values[SETTING_BLACK];
    out->players[SEAT_SECOND] = all->values[SETTING_WHITE];
    out->mist = !strcmp(all->values[SETTING_MIST], "on");
    out->game = (GameOptions){.rules = rules_find(all->values[SETTING_RULES], &ignored),
                              .opening = opening_rule_find(all->values[SETTING_OPENING], &ignored)};
    number_parse(all->values[SETTING_SIZE], BOARD_MIN_PLAYABLE, BOARD_MAX, &size, &ignored);
    out->game.size = (int)size;
    time_control_parse(all->values[SETTING_TIME], &out->game.time, &ignored);
    notation_find(all->values[SETTING_POINTS], &out->notation, &ignored);
}

Settings settings_from_session(const TerminalSession *s) {
    Settings all = settings_default();
    const GameOptions *game = &s->options.game;
    ScopedStr text = {0};
    copy_value(&all, SETTING_BLACK, s->seats[SEAT_FIRST].description);
    copy_value(&all, SETTING_WHITE, s->seats[SEAT_SECOND].description);
    copy_value(&all, SETTING_MIST, s->options.mist ? "on" : "off");
    if (game->rules)
        copy_value(&all, SETTING_RULES, game->rules->name);
    if (game->opening)
        copy_value(&all, SETTING_OPENING, game->opening->name);
    str_add(&text, "%d", game->size ? game->size : 15);
    copy_value(&all, SETTING_SIZE, str_text(&text));
    str_clear(&text);
    time_control_format(&game->time, &text);
    copy_value(&all, SETTING_TIME, str_text(&text));
    return all;
}

static bool set_player(TerminalSession *s, Seat seat, const char *description, Error *err) {
    bool same = !strcmp(s->seats[seat].description, description);
    return same || terminal_session_set_player(s, seat, description, err);
}

bool settings_start_game(const Settings *all, TerminalSession *s, Error *err) {
    TerminalSessionOptions options = {0};
    settings_to_options(all, &options);
    if (!terminal_session_suspend(s, err) ||
        !set_player(s, SEAT_FIRST, options.players[SEAT_FIRST], err) ||
        !set_player(s, SEAT_SECOND, options.players[SEAT_SECOND], err))
        return false;
    s->options.game = options.game;
    s->options.mist = options.mist;
    terminal_session_new_game(s);
    return true;
}

// ---- Configuration file

// Maps values of older versions to current ones.
static const char *current_value(Setting s, const char *value) {
    return s == SETTING_SIGNS && !strcmp(value, "unicode") ? "auto" : value;
}

static const char *key_at(int i) {
    return i < SETTING_COUNT ? rows[i].key : NULL;
}

static const char *game_key_at(int i) {
    return i < GAME_SETTING_COUNT ? rows[i].key : NULL;
}

bool settings_assign(Settings *all, Setting count, char *text, Error *err) {
    char *equals = strchr(text, '=');
    if (!equals)
        return error_set(err, "a setting is KEY=VALUE, not '%.40s'", text);
    *equals = '\0';
    char *key = text_trim(text);
    for (Setting s = 0; s < count; s++)
        if (ascii_equal(rows[s].key, key))
            return settings_set(all, s, current_value(s, text_trim(equals + 1)), err);
    return did_you_mean_error(err, "setting", key,
                              count == GAME_SETTING_COUNT ? game_key_at : key_at);
}

static bool read_line(char *line, Settings *all, Error *err) {
    char *text = text_trim(line);
    return !*text || *text == '#' || settings_assign(all, SETTING_COUNT, text, err);
}

void config_parse(const char *text, size_t len, Settings *all, Str *notes) {
    Scanner whole = scanner_over(text, len), line;
    while (scanner_line(&whole, &line)) {
        ScopedStr copy = {0};
        str_add_bytes(&copy, line.text + line.at, line.len - line.at);
        str_remove_nuls(&copy);
        Error err = {0};
        bool is_text = utf8_is_valid(str_text(&copy), copy.len);
        if (copy.len > 0 &&
            !(is_text ? read_line(copy.data, all, &err) : error_set(&err, "this is not UTF-8")))
            str_add(notes, "line %d: %s\n", line.line, err.text);
    }
}

void config_format(const Settings *all, Str *out) {
    str_add_text(out, "# Settings of `pentad play`, written by it.\n");
    for (Setting s = 0; s < SETTING_COUNT; s++)
        str_add(out, "%s = %s\n", rows[s].key, all->values[s]);
}

void config_load(const char *path, Settings *all, Str *notes) {
    ScopedStr text = {0}, found = {0};
    Error err = {0};
    if (!path || access(path, F_OK) != 0)
        return;
    if (file_read(path, &text, &err))
        config_parse(str_text(&text), text.len, all, &found);
    else
        str_add_text(&found, err.text);
    if (found.len > 0)
        str_add(notes, "%s: %s", path, str_text(&found));
}

bool config_save(const char *path, const Settings *all, Error *err) {
    file_make_parents(path);
    ScopedStr text = {0};
    config_format(all, &text);
    return file_write(path, str_text(&text), text.len, err);
}
