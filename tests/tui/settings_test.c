// The table of settings, the configuration file, and the key bindings.
#include "tui/settings.h"

#include "base/number.h"
#include "test.h"
#include "tui/actions.h"

#include <string.h>

TEST(settings_default_values_are_valid) {
    Settings defaults = settings_default();
    for (Setting s = 0; s < SETTING_COUNT; s++) {
        Settings all = defaults;
        Error err = {0};
        CHECK(setting_row(s)->key, settings_set(&all, s, setting_row(s)->default_value, &err));
        for (int i = 0; setting_row(s)->value_at(i); i++) {
            CHECK(setting_row(s)->key, settings_set(&all, s, setting_row(s)->value_at(i), &err));
            Str shown = {0};
            settings_show_value(&all, s, &shown);
            CHECK(setting_row(s)->key, shown.len > 0 && !strchr(str_text(&shown), '?'));
            str_release(&shown);
        }
    }
}

TEST(settings_step_through_all_values_and_stop_at_the_ends) {
    for (Setting s = 0; s < SETTING_COUNT; s++) {
        Settings all = settings_default();
        settings_step(&all, s, -1000);
        int steps = 0;
        for (int i = 0; setting_row(s)->value_at(i); i++, steps++) {
            CHECK_TEXT(setting_row(s)->key, all.values[s], setting_row(s)->value_at(i));
            settings_step(&all, s, 1);
        }
        CHECK_TEXT(setting_row(s)->key, all.values[s], setting_row(s)->value_at(steps - 1));
    }
}

static const struct {
    const char *name, *text;
    Setting setting;
    const char *want, *notes;
} config_rows[] = {
    {"a value", "rules = renju\n", SETTING_RULES, "renju", ""},
    {"blanks and a comment", "# x = y\n\n  size=19  \r\n", SETTING_SIZE, "19", ""},
    {"the last line wins", "size=19\nsize=9", SETTING_SIZE, "9", ""},
    {"a value with blanks", "white = gomocup:./engine -t 1", SETTING_WHITE, "gomocup:./engine -t 1",
     ""},
    {"an invalid value", "size = 4\nmist = on\n", SETTING_SIZE, "15",
     "line 1: size: 4 is not between 5 and 25\n"},
    {"... does not affect the others", "size = 4\nmist = on\n", SETTING_MIST, "on",
     "line 1: size: 4 is not between 5 and 25\n"},
    {"no such setting", "colour = red", SETTING_SIZE, "15",
     "line 1: there is no setting 'colour'; it is one of: black, white, rules, size, opening, "
     "time, mist, theme, signs, points, board\n"},
    {"not a setting", "\nhello", SETTING_SIZE, "15",
     "line 2: a setting is KEY=VALUE, not 'hello'\n"},
    {"no such player", "black = nobody", SETTING_BLACK, "human",
     "line 1: black: there is no player 'nobody'; it is one of: human, random, easy, greedy, "
     "beginner, level, strong, perfect, gomocup:COMMAND, gtp:COMMAND\n"},
    {"a program without a command", "white = gtp:", SETTING_WHITE, "level:-1",
     "line 1: white: which program? gtp:COMMAND\n"},
    {"a level out of range", "black = level:11", SETTING_BLACK, "human",
     "line 1: black: level: 11 is not between -2 and 10\n"},
    {"a value of an older version", "signs = ascii\nsigns = unicode", SETTING_SIGNS, "auto", ""},
    {"not UTF-8", "theme = \xff", SETTING_THEME, "wood", "line 1: this is not UTF-8\n"},
};

TEST(config_is_read_line_by_line) {
    for (int i = 0; i < COUNT(config_rows); i++) {
        Settings all = settings_default();
        Str notes = {0};
        config_parse(config_rows[i].text, strlen(config_rows[i].text), &all, &notes);
        CHECK_TEXT(config_rows[i].name, all.values[config_rows[i].setting], config_rows[i].want);
        CHECK_TEXT(config_rows[i].name, str_text(&notes), config_rows[i].notes);
        str_release(&notes);
    }
}

TEST(settings_show_what_a_player_is_like) {
    static const char *const shown[][2] = {
        {NULL, "novice: misses some threes and fours"}, // the default: an opponent to beat
        {"level:-2", "first steps: for a first game"},
        {"level:10", "level 10: the engine at full strength"},
        {"level:3,7", "level 3,7"},
        {"human", "a person"},
        {"strong:500", "engine, 0.5 s a move"},
    };
    for (int i = 0; i < COUNT(shown); i++) {
        Settings all = settings_default();
        Error err = {0};
        Str text = {0};
        if (shown[i][0])
            CHECK(shown[i][0], settings_set(&all, SETTING_WHITE, shown[i][0], &err));
        settings_show_value(&all, SETTING_WHITE, &text);
        CHECK_TEXT(shown[i][1], str_text(&text), shown[i][1]);
        str_release(&text);
    }
}

TEST(config_round_trips) {
    Settings all = settings_default(), again = settings_default();
    for (Setting s = 0; s < SETTING_COUNT; s++)
        settings_step(&all, s, 2);
    Str text = {0}, notes = {0};
    config_format(&all, &text);
    config_parse(str_text(&text), text.len, &again, &notes);
    CHECK_TEXT("notes", str_text(&notes), "");
    for (Setting s = 0; s < SETTING_COUNT; s++)
        CHECK_TEXT(setting_row(s)->key, again.values[s], all.values[s]);
    str_release(&text);
    str_release(&notes);
}

TEST(automatic_values_say_what_they_do) {
    Settings all = settings_default();
    for (Setting s = 0; s < SETTING_COUNT; s++) {
        Str shown = {0};
        settings_show_value(&all, s, &shown);
        CHECK(setting_row(s)->key, strcmp(str_text(&shown), "auto") != 0);
        str_release(&shown);
    }
}

TEST(settings_round_trip_through_a_session) {
    Settings all = settings_default(), again;
    Error err = {0};
    static const char *const values[GAME_SETTING_COUNT] = {
        [SETTING_BLACK] = "easy", [SETTING_WHITE] = "human",   [SETTING_RULES] = "renju",
        [SETTING_SIZE] = "9",     [SETTING_OPENING] = "swap2", [SETTING_TIME] = "300+5",
        [SETTING_MIST] = "off"};
    for (Setting s = 0; s < GAME_SETTING_COUNT; s++)
        CHECK(setting_row(s)->key, settings_set(&all, s, values[s], &err));
    TerminalSession session;
    CHECK("init",
          terminal_session_init(&session, &(TerminalSessionOptions){.no_files = true}, &err));
    CHECK("begin", settings_start_game(&all, &session, &err));
    CHECK("rules", session.play.game.board.rules == &rules_renju);
    CHECK_INT("size", session.play.game.board.size, 9);
    CHECK("opening", session.play.game.opening.rule == &opening_swap2);
    CHECK("seats", !terminal_session_is_person(&session, SEAT_FIRST) &&
                       terminal_session_is_person(&session, SEAT_SECOND));
    again = settings_from_session(&session);
    for (Setting s = 0; s < GAME_SETTING_COUNT; s++)
        CHECK_TEXT(setting_row(s)->key, again.values[s], values[s]);
    terminal_session_release(&session);
}

TEST(keys_have_one_meaning_per_context) {
    for (KeyContext c = KEYS_GAME; c <= KEYS_LIST; c++)
        for (int32_t key = 1; key < SPECIAL_KEYS_LIMIT; key++) {
            Action action = action_of_key(c, key);
            for (Action other = action + 1; action && other < ACTION_COUNT; other++)
                for (int k = 0; k < COUNT(action_row(other)->keys); k++)
                    CHECK_INT(action_row(other)->help,
                              action_row(other)->keys[k] == key && action_has_keys(other, c), 0);
            if (key == 0x80)
                key = SPECIAL_KEYS_FIRST;
        }
    CHECK_INT("other keys work as in a game", action_of_key(KEYS_GAME_OVER, 'a'), ACTION_ANALYSE);
    CHECK_INT("no key", action_of_key(KEYS_GAME, 0x2022), ACTION_NONE);
    CHECK_INT("no key", action_of_key(KEYS_GAME, 0), ACTION_NONE);
}

TEST(actions_are_explained_and_can_be_run) {
    for (Action a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
        const ActionRow *row = action_row(a);
        CHECK(row->help, row->help != NULL);
        CHECK(row->help, row->command ? (row->run || row->say) && row->usage : row->keys[0] != 0);
    }
}
