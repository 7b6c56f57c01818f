// `pentad play`: play in the terminal, on a full screen or in line mode.
#include "app/subcommand.h"
#include "base/file.h"
#include "base/mem.h"
#include "match/participant.h"
#include "player/player.h"
#include "tui/actions.h"
#include "tui/play.h"
#include "tui/theme.h"

#include <stdio.h>
#include <unistd.h>

typedef struct {
    const char *black, *white, *rules, *opening, *time, *notation, *theme;
    int64_t size;
    bool quiet, plain, mist, ascii, ponder;
} Args;

static const char *player_word(int i) {
    return i == 0 ? "human" : player_kind_name(i - 1);
}

// clang-format off
static const Option options[] = {
    {"black", 'b', OPTION_TEXT, offsetof(Args, black), "who plays Black: human or one of the players (default: human)", "PLAYER", .suggestions = player_word},
    {"white", 'w', OPTION_TEXT, offsetof(Args, white), "who plays White (default: level:-1)", "PLAYER", .suggestions = player_word},
    SIZE_OPTION("board size (default: 15)", BOARD_MIN_PLAYABLE),
    RULES_OPTION("rule set (default: freestyle)"),
    OPENING_OPTION("-o"),
    TIME_OPTION("time control in seconds: 300, 300+5, 10/move, 600+3x30 (default: none)"),
    NOTATION_OPTION("notation of points (default: pos, as in h8)"),
    {"mist", 0, OPTION_FLAG, offsetof(Args, mist), "Gomoku in the Mist: 19x19, visible through a hole", .old = "-m"},
    {"theme", 0, OPTION_TEXT, offsetof(Args, theme), "color theme of the screen (default: as last time)", "THEME", .choices = theme_name},
    {"ascii", 0, OPTION_FLAG, offsetof(Args, ascii), "draw stones and lines in ASCII"},
    {"ponder", 0, OPTION_FLAG, offsetof(Args, ponder), "on the screen: the engine also thinks on your time"},
    {"plain", 0, OPTION_FLAG, offsetof(Args, plain), "line mode instead of the screen; automatic without a terminal", .old = "-p"},
    QUIET_OPTION("in line mode: show the board only on request; for screen readers"),
    {0},
};

static const Example examples[] = {
    {"pentad play", "the menu; Enter, Enter starts a game"},
    {"pentad play --black strong --white human --rules renju", "you play White against the engine, with renju rules"},
    {"pentad play --white human --opening swap2 --time 600+5", "two people at one keyboard, with clocks"},
    {"pentad play --mist", "Gomoku in the Mist against the computer"},
    {"pentad play --plain --quiet", "line mode, for a screen reader"},
    {"pentad play game.sgf", "opens a game from a file, and continues it"},
    {0},
};
// clang-format on

static void list_commands_and_players(Str *out) {
    str_add_text(out, "keys of the screen:\n\n");
    actions_format_keys(out);
    str_add_text(out, "\ntyped in line mode, or after a colon on the screen:\n");
    actions_format_commands(out);
    str_add_char(out, '\n');
    help_add_players(out);
    str_add_text(out, "  human      a person at this terminal\n"
                      "  gomocup:COMMAND, gtp:COMMAND   an external engine that speaks the Gomocup "
                      "protocol or GTP\n");
}

// Command-line options override the saved settings.
static bool override(const Args *args, PlayOptions *out, Error *err) {
    char size[16];
    snprintf(size, sizeof size, "%d", (int)args->size);
    const char *values[SETTING_COUNT] = {
        [SETTING_BLACK] = args->black,
        [SETTING_WHITE] = args->white,
        [SETTING_RULES] = args->rules,
        [SETTING_SIZE] = args->size ? size : NULL,
        [SETTING_OPENING] = args->opening,
        [SETTING_TIME] = args->time,
        [SETTING_MIST] = args->mist ? "on" : NULL,
        [SETTING_THEME] = args->theme,
        [SETTING_SIGNS] = args->ascii ? "ascii" : NULL,
        [SETTING_POINTS] = args->notation,
    };
    for (Setting s = 0; s < SETTING_COUNT; s++) {
        if (values[s] && !settings_set(&out->settings, s, values[s], err))
            return false;
        out->start |= values[s] && s < GAME_SETTING_COUNT;
    }
    out->session.reading.size = (int)args->size;
    if (args->mist && !subcommand_check_mist(args->rules, args->size, args->opening, err))
        return false;
    return !args->rules || (out->session.reading.rules = rules_find(args->rules, err));
}

static int play_plain(const Args *args, PlayOptions *setup, Error *err) {
    if (!override(args, setup, err))
        return EXIT_USAGE;
    settings_to_options(&setup->settings, &setup->session);
    setup->show_on_request = args->quiet;
    setup->echo = !isatty(STDIN_FILENO);
    setup->announce_thinking = isatty(STDOUT_FILENO);
    return line_mode_play(setup, stdin, stdout, err);
}

static int play_on_screen(const Args *args, PlayOptions *setup, Error *err) {
    Error ignored;
    char *config = xdg_path(XDG_CONFIG, "play.conf", &ignored);
    ScopedStr notes = {0};
    config_load(config, &setup->settings, &notes);
    setup->config = config;
    setup->note = notes.len > 0 ? str_text(&notes) : NULL;
    setup->session.hint_player = "strong:1000";
    int status = override(args, setup, err) ? terminal_play(setup, err) : EXIT_USAGE;
    mem_free(config);
    return status;
}

static int play(const Args *args, const char *path) {
    PlayOptions setup = {.session.open_program = external_player_open,
                         .path = path,
                         .settings = settings_default(),
                         .ponders = args->ponder};
    Error err = {0};
    bool on_screen = !args->plain && !args->quiet && terminal_is_capable();
    int status = on_screen ? play_on_screen(args, &setup, &err) : play_plain(args, &setup, &err);
    if (status == EXIT_FAILED || status == EXIT_USAGE)
        subcommand_fail(&cmd_play, &err);
    return status;
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    return play(args, line->argc > 0 ? line->argv[0] : NULL);
}

const Subcommand cmd_play = {
    .name = "play",
    .summary = "play in the terminal",
    .operands = "[FILE]",
    .max_operands = 1,
    .description = "Plays on the terminal screen, with keys and mouse. Without a terminal, or with "
                   "--plain, it runs in line mode: type a point such as h8 to place a stone, or a "
                   "command such as undo, hint, save or help. Without options the screen starts "
                   "with a menu.\n\n"
                   "An unfinished game is saved after every move, in its own file in "
                   "$XDG_STATE_HOME/pentad/games (or ~/.local/state/pentad/games), so it survives "
                   "a crash. The menu, or the command 'resume', restores it with the same players "
                   "and clocks. The newest 20 games are kept. A game that you save to a file with "
                   "its moves is removed from there. Finished games are kept in "
                   "$XDG_STATE_HOME/pentad/played, for the command 'games'.\n\n"
                   "Settings and last choices are in $XDG_CONFIG_HOME/pentad/play.conf (or "
                   "~/.config/pentad/play.conf). NO_COLOR is respected.\n\n"
                   "In line mode, a player loses on time only when Enter is pressed.",
    .details = list_commands_and_players,
    .options = options,
    .examples = examples,
    .status = "0 for success, 1 for a failure, 2 for a usage error, 128 + n if signal n "
              "ended the game (130 after Ctrl-C).",
    .args_size = sizeof(Args),
    .run = run,
};
