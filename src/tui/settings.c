#include "tui/settings.h"

#include "base/error.h"
#include "base/number.h"
#include "base/util.h"
#include "core/mist.h"
#include "player/player.h"
#include "tui/session/opponents.h"
#include "tui/theme.h"

#include <string.h>
#include <strings.h>

// ---- Values to pick from

static const char *size_at(int i) {
    static const char *const sizes[] = {"5",  "6",  "7",  "8",  "9",  "10", "11",
                                        "12", "13", "14", "15", "16", "17", "18",
                                        "19", "20", "21", "22", "23", "24", "25"};
    return i < COUNT(sizes) ? sizes[i] : NULL;
}

static const char *time_at(int i) {
    static const char *const times[] = {"none",   "60",     "180+2",   "300",      "300+5",
                                        "900+10", "5/move", "30/move", "600+3x30", NULL};
    return times[i];
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

// ---- Display

static void show_text(const char *value, Str *out) {
    str_add_text(out, value);
}

static void show_size(const char *value, Str *out) {
    str_add(out, "%sx%s", value, value);
}

static void show_rules(const char *value, Str *out) {
    Error ignored;
    const Rules *rules = rules_find(value, &ignored);
    str_add(out, "%s: %s", value, rules ? rules->summary : "?");
}

static void show_opening(const char *value, Str *out) {
    Error ignored;
    const OpeningRule *rule = opening_rule_find(value, &ignored);
    str_add(out, "%s: %s", value, rule ? rule->summary : "?");
}

static void show_time(const char *value, Str *out) {
    static const struct {
        const char *value, *shown;
    } words[] = {
        {"none", "none"},
        {"60", "1 minute each"},
        {"180+2", "3 minutes, 2 s more a move"},
        {"300", "5 minutes each"},
        {"300+5", "5 minutes, 5 s more a move"},
        {"900+10", "15 minutes, 10 s more a move"},
        {"5/move", "5 s a move"},
        {"30/move", "30 s a move"},
        {"600+3x30", "10 minutes, then 3 times 30 s"},
    };
    for (int i = 0; i < COUNT(words); i++)
        if (!strcmp(words[i].value, value)) {
            str_add_text(out, words[i].shown);
            return;
        }
    str_add(out, "%s (seconds)", value);
}

static void show_mist(const char *value, Str *out) {
    str_add_text(out,
                 !strcmp(value, "on") ? "on: 19x19 freestyle, seen through a hole of 7x7" : "off");
}

static void show_theme(const char *value, Str *out) {
    Error ignored;
    const Theme *theme = theme_find(value, &ignored);
    str_add(out, "%s: %s", value, theme ? theme->summary : "?");
}

static void show_points(const char *value, Str *out) {
    Notation notation;
    Error ignored;
    str_add(out, "%s: %s", value,
            notation_find(value, &notation, &ignored) ? notation_summary(notation) : "?");
}

// ---- Checks

static bool check_rules(const char *value, Error *err) {
    return rules_find(value, err) != NULL;
}

static bool check_size(const char *value, Error *err) {
    int64_t ignored;
    return number_parse(value, BOARD_MIN_PLAYABLE, BOARD_MAX, &ignored, err);
}

static bool check_opening(const char *value, Error *err) {
    return opening_rule_find(value, err) != NULL;
}

static bool check_time(const char *value, Error *err) {
    TimeControl ignored;
    return time_control_parse(value, &ignored, err);
}

static bool check_theme(const char *value, Error *err) {
    return theme_find(value, err) != NULL;
}

static bool check_points(const char *value, Error *err) {
    Notation ignored;
    return notation_find(value, &ignored, err);
}

static bool check_word(const char *kind, const char *value, WordAt *words, Error *err) {
    for (int i = 0; words(i); i++)
        if (!strcmp(words(i), value))
            return true;
    return did_you_mean_error(err, kind, value, words);
}

static bool check_mist(const char *value, Error *err) {
    return check_word("value", value, mist_at, err);
}

static bool check_signs(const char *value, Error *err) {
    return check_word("set of signs", value, signs_at, err);
}

static bool check_board(const char *value, Error *err) {
    return check_word("value", value, board_at, err);
}

static const char player_help[] =
    "human, level:N, strong:MILLISECONDS, gomocup:PROGRAM, gtp:PROGRAM";

// clang-format off
static const SettingRow rows[SETTING_COUNT] = {
    [SETTING_BLACK]   = {"black", "Black", "who begins", "human", opponent_at, opponent_format, player_help, opponent_check},
    [SETTING_WHITE]   = {"white", "White", "who answers", "level:3", opponent_at, opponent_format, player_help, opponent_check},
    [SETTING_RULES]   = {"rules", "Rules", "what wins and what is forbidden", "freestyle", rules_name, show_rules, NULL, check_rules},
    [SETTING_SIZE]    = {"size", "Board", "lines of the board", "15", size_at, show_size, "5 to 25", check_size},
    [SETTING_OPENING] = {"opening", "Opening", "how the first stones are placed", "none", opening_rule_name, show_opening, NULL, check_opening},
    [SETTING_TIME]    = {"time", "Clocks", "the time of each side", "none", time_at, show_time, "seconds: 300, 300+5, 10/move, 600+3x30", check_time},
    [SETTING_MIST]    = {"mist", "Mist", "Gomoku in the Mist: most of the board is hidden", "off", mist_at, show_mist, NULL, check_mist},
    [SETTING_THEME]   = {"theme", "Theme", "the colors", "wood", theme_name, show_theme, NULL, check_theme},
    [SETTING_SIGNS]   = {"signs", "Signs", "what stones and lines are drawn with", "auto", signs_at, show_text, NULL, check_signs},
    [SETTING_POINTS]  = {"points", "Points", "how points are written", "pos", notation_name, show_points, NULL, check_points},
    [SETTING_BOARD]   = {"board", "Drawing", "auto: as large as fits; small: never the largest", "auto", board_at, show_text, NULL, check_board},
};
// clang-format on

const SettingRow *setting_row(Setting s) {
    return &rows[s];
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
    if (!rows[s].check(value, err))
        return error_prefix(err, rows[s].key);
    copy_value(all, s, value);
    return true;
}

static int index_of(const Settings *all, Setting s, int *count) {
    int found = -1;
    for (*count = 0; rows[s].value_at(*count); (*count)++)
        if (!strcasecmp(rows[s].value_at(*count), all->values[s]))
            found = *count;
    return found;
}

void settings_step(Settings *all, Setting s, int by) {
    int count, at = index_of(all, s, &count);
    int next = at < 0 ? 0 : int_max(0, int_min(at + by, count - 1));
    copy_value(all, s, rows[s].value_at(next));
}

void settings_show_value(const Settings *all, Setting s, Str *out) {
    rows[s].show(all->values[s], out);
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
}

Settings settings_from_session(const TerminalSession *s) {
    Settings all = settings_default();
    const GameOptions *game = &s->setup;
    Str text = {0};
    copy_value(&all, SETTING_BLACK, s->seats[SEAT_FIRST].description);
    copy_value(&all, SETTING_WHITE, s->seats[SEAT_SECOND].description);
    copy_value(&all, SETTING_MIST, s->setup_mist ? "on" : "off");
    if (game->rules)
        copy_value(&all, SETTING_RULES, game->rules->name);
    if (game->opening)
        copy_value(&all, SETTING_OPENING, game->opening->name);
    str_add(&text, "%d", game->size ? game->size : 15);
    copy_value(&all, SETTING_SIZE, str_text(&text));
    str_clear(&text);
    time_control_format(&game->time, &text);
    copy_value(&all, SETTING_TIME, str_text(&text));
    str_release(&text);
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
    s->setup = options.game;
    s->setup_mist = options.mist;
    terminal_session_new_game(s);
    return true;
}
