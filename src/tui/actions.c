#include "tui/actions.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/number.h"
#include "tui/analysis/analysis.h"
#include "tui/session/messages.h"
#include "tui/settings.h"
#include "tui/views/views.h"

#include <stdlib.h>
#include <string.h>

// The argument in the table row of the command.
static int argument_of(const Call *call);

// ---- Playing

static bool choose_in_opening(TerminalSession *s, Call *call) {
    Point answer = (Point)argument_of(call);
    if (!terminal_session_play(s, answer, &call->err))
        return false;
    if (answer != POINT_MORE)
        message_add_players(s, &call->reply);
    return true;
}

// The optional number after a command.
static bool parse_count(Call *call, int64_t max, int64_t *out) {
    return call->argc < 2 || number_parse(call->argv[1], 1, max, out, &call->err);
}

static void add_moves(int moves, const char *what, Call *call) {
    str_add(&call->reply, "%d move%s %s.\n", moves, moves == 1 ? "" : "s", what);
}

static bool undo(TerminalSession *s, Call *call) {
    int64_t turns = 1;
    int before = s->play.game.count;
    if (!parse_count(call, GAME_MOVES_MAX, &turns) ||
        !terminal_session_undo(s, (int)turns, &call->err))
        return false;
    if (before == s->play.game.count)
        str_add_text(&call->reply, "The game continues.\n");
    else
        add_moves(before - s->play.game.count, "taken back", call);
    return true;
}

static bool redo(TerminalSession *s, Call *call) {
    int before = s->play.game.count;
    if (!terminal_session_redo(s, &call->err))
        return false;
    add_moves(s->play.game.count - before, "made again", call);
    return true;
}

static bool hint(TerminalSession *s, Call *call) {
    Point p;
    if (!terminal_session_hint(s, &p, &call->err))
        return false;
    str_add_text(&call->reply, "Hint: ");
    message_add_point(s, p, &call->reply);
    message_add_reason(s, p, &call->reply);
    str_add_char(&call->reply, '\n');
    return true;
}

static bool switch_sides(TerminalSession *s, Call *call) {
    if (!terminal_session_switch_sides(s, &call->err))
        return false;
    message_add_players(s, &call->reply);
    return true;
}

static bool resign(TerminalSession *s, Call *call) {
    return terminal_session_resign(s, &call->err);
}

// ---- Starting and opening games

// Introduces another game.
static void add_introduction(const TerminalSession *s, const char *title, Call *call) {
    str_add_text(&call->reply, title);
    message_add_rules(s, &call->reply);
    message_add_players(s, &call->reply);
}

static bool rematch(TerminalSession *s, Call *call) {
    if (!terminal_session_rematch(s, &call->err))
        return false;
    str_add_text(&call->reply, "A rematch. ");
    message_add_players(s, &call->reply);
    return true;
}

static bool new_game(TerminalSession *s, Call *call) {
    Settings all = settings_from_session(s);
    for (int i = 1; i < call->argc; i++)
        if (!settings_assign(&all, GAME_SETTING_COUNT, call->argv[i], &call->err))
            return false;
    if (!settings_start_game(&all, s, &call->err))
        return false;
    add_introduction(s, "A new game.\n", call);
    return true;
}

void path_expand(const char *typed, Str *out) {
    const char *home = getenv("HOME");
    bool from_home = home && !strncmp(typed, "~/", 2);
    if (from_home)
        str_add_text(out, home);
    str_add_text(out, typed + (from_home ? 1 : 0));
}

void path_complete(const char *typed, Str *out) {
    path_expand(typed, out);
    const char *slash = strrchr(typed, '/');
    if (!strchr(slash ? slash : typed, '.'))
        str_add_text(out, ".sgf");
}

// Joins the words from `first` on again: a file name may contain blanks.
static void join_words(const Call *call, int first, const char *between, Str *out) {
    for (int i = first; i < call->argc; i++)
        str_add(out, "%s%s", i > first ? between : "", call->argv[i]);
}

static bool save(TerminalSession *s, Call *call) {
    SaveMode mode = (SaveMode)argument_of(call);
    ScopedStr typed = {0}, path = {0}, notes = {0};
    join_words(call, 1, " ", &typed);
    path_complete(str_text(&typed), &path);
    bool ok = terminal_session_save(s, str_text(&path), mode, &notes, &call->err);
    if (ok)
        str_add(&call->reply, "Saved to %s.\n%s", str_text(&path), str_text(&notes));
    return ok;
}

static bool load_path(TerminalSession *s, const char *path, Call *call) {
    ScopedStr notes = {0};
    bool ok = terminal_session_load(s, path, &notes, &call->err);
    if (ok)
        add_introduction(s, str_text(&notes), call);
    return ok;
}

static bool load(TerminalSession *s, Call *call) {
    ScopedStr typed = {0}, path = {0};
    join_words(call, 1, " ", &typed);
    path_expand(str_text(&typed), &path);
    return load_path(s, str_text(&path), call);
}

// `resumed`: whether that worked.
static bool introduce_resumed(const TerminalSession *s, bool resumed, Call *call) {
    if (resumed) {
        add_introduction(s, "", call);
        message_add_saved_games(s, &call->reply);
    }
    return resumed;
}

static bool resume(TerminalSession *s, Call *call) {
    int64_t number = 1;
    if (call->argc > 1 && ascii_equal(call->argv[1], "list")) {
        if (!message_add_saved_games(s, &call->reply))
            str_add_text(&call->reply, "There is no unfinished game.\n");
        return true;
    }
    return parse_count(call, INT32_MAX, &number) &&
           introduce_resumed(s, terminal_session_resume(s, (int)number, &call->err), call);
}

static bool list_games(TerminalSession *s, Call *call) {
    str_clear(&s->games.search);
    join_words(call, 1, " ", &s->games.search);
    terminal_session_list_games(s);
    for (int i = 0; i < s->games.count; i++)
        str_add(&call->reply, "%3d  %s%s\n", i + 1,
                s->games.games[i].unfinished ? "unfinished: " : "", s->games.games[i].text);
    str_add_text(&call->reply, s->games.count > 0 ? "open N continues one of them.\n"
                                                  : "There is no such game.\n");
    return true;
}

static bool open_game(TerminalSession *s, Call *call) {
    int64_t number = 1;
    if (s->games.count == 0)
        return error_set(&call->err, "games lists the games that can be opened");
    if (!parse_count(call, s->games.count, &number))
        return false;
    const ListedGame *game = &s->games.games[number - 1];
    return game->unfinished
               ? introduce_resumed(s, terminal_session_resume_file(s, game->path, &call->err), call)
               : load_path(s, game->path, call);
}

static bool quit(TerminalSession *s, Call *call) {
    s->quit = terminal_session_suspend(s, &call->err);
    return s->quit;
}

// ---- Looking at the game

static bool show(TerminalSession *s, Call *call) {
    s->show_now = call->argc == 1;
    if (s->show_now)
        return true;
    if (strcmp(call->argv[1], "always") != 0 && strcmp(call->argv[1], "asked") != 0)
        return error_set(&call->err, "show takes always or asked, not '%.40s'", call->argv[1]);
    s->show_always = !strcmp(call->argv[1], "always");
    str_add_text(&call->reply, s->show_always ? "The board is shown after every change.\n"
                                              : "The board is shown when you type show.\n");
    return true;
}

static bool rules(TerminalSession *s, Call *call) {
    add_introduction(s, "", call);
    str_add(&call->reply, "Points: %s.\n", notation_summary(s->notation));
    return true;
}

static void add_review_position(TerminalSession *s, Call *call) {
    message_add_review_position(s, &call->reply);
    str_add_text(&call->reply, ".\n");
    const char *comment = node_value(s->review.at, "C");
    if (comment)
        message_add_lines(comment, &call->reply);
    s->show_now = s->show_always;
}

static bool review(TerminalSession *s, Call *call) {
    if (!terminal_session_start_review(s, &call->err))
        return false;
    add_review_position(s, call);
    return true;
}

static bool go_to_first_variation(GameCursor *c) {
    bool moved = false;
    while (game_cursor_step(c, STEP_PREVIOUS_VARIATION))
        moved = true;
    return moved;
}

static bool step(TerminalSession *s, Call *call) {
    CursorStep direction = (CursorStep)argument_of(call);
    bool to_variation = direction == STEP_NEXT_VARIATION;
    int64_t times = 1;
    if (!parse_count(call, GAME_MOVES_MAX, &times) || !terminal_session_start_review(s, &call->err))
        return false;
    bool moved = false;
    for (int i = 0; i < times && game_cursor_step(&s->review, direction); i++)
        moved = true;
    if (!moved && !(to_variation && go_to_first_variation(&s->review)))
        return error_set(&call->err, to_variation ? "there is no other variation here"
                                                  : "there are no more moves that way");
    add_review_position(s, call);
    return true;
}

static bool play_here(TerminalSession *s, Call *call) {
    if (!s->review.record)
        return error_set(&call->err, "the game is already at this move");
    if (!terminal_session_go_to(s, s->review.at, &call->err))
        return false;
    str_add_text(&call->reply, "The game continues from here.\n");
    return true;
}

static bool leave(TerminalSession *s, Call *call) {
    if (!s->review.record)
        return error_set(&call->err, "there is no review to leave; quit exits the program");
    game_cursor_close(&s->review);
    str_add_text(&call->reply, "Back in the game.\n");
    s->show_now = s->show_always;
    return true;
}

// ---- Analysis

static void add_win_rates(WinRates w, int count, Call *call) {
    enum { PER_LINE = 10 };
    str_add(&call->reply, "Black's win rate in percent: %d at the start.\n", w.percent[0]);
    for (int ply = 1; ply <= count; ply++) {
        bool begins = ply % PER_LINE == 1, ends = ply % PER_LINE == 0 || ply == count;
        if (begins)
            str_add(&call->reply, "From move %d on: ", ply);
        str_add(&call->reply, "%d%s", w.percent[ply], ends ? "\n" : " ");
    }
}

static bool graph(TerminalSession *s, Call *call) {
    const Game *g = terminal_session_shown_game(s);
    GameAnalysis *analysis = game_analysis_new();
    game_analysis_run(analysis, g, (GameAnalysisRequest){.win_rates = true}, INT32_MAX,
                      s->options.stop);
    add_win_rates(game_analysis_win_rates(analysis), g->count, call);
    game_analysis_free(analysis);
    return true;
}

static bool analyze(TerminalSession *s, Call *call) {
    enum { DEFAULT_S = 3, MAX_S = 3600, LINES = 5 };
    const Game *g = terminal_session_shown_game(s);
    int64_t seconds = DEFAULT_S;
    if (!parse_count(call, MAX_S, &seconds))
        return false;
    if (game_result(g).reason != END_NONE)
        return error_set(&call->err, "%s", play_result_text(PLAY_GAME_OVER));
    GameAnalysis *analysis = game_analysis_new();
    game_analysis_run(analysis, g, (GameAnalysisRequest){.lines = true}, 1000 * seconds,
                      s->options.stop);
    EngineResult found = game_analysis_best_lines(analysis);
    game_analysis_free(analysis);
    str_add(&call->reply, "The best moves for %s, with their win rates:\n",
            stone_name(g->board.turn));
    for (int i = 0; i < int_min(LINES, found.line_count); i++) {
        str_add(&call->reply, "%3d%% ", win_rate_percent(found.lines[i].value));
        for (int k = 0; k < found.lines[i].length; k++) {
            str_add_char(&call->reply, ' ');
            message_add_point(s, found.lines[i].moves[k], &call->reply);
        }
        str_add_char(&call->reply, '\n');
    }
    return true;
}

static void add_marked_points(const TerminalSession *s, const uint8_t *marks, Mark mark,
                              const char *words, Str *out) {
    bool any = false;
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (marks[p] != mark)
            continue;
        str_add_text(out, any ? " " : words);
        message_add_point(s, p, out);
        any = true;
    }
    if (any)
        str_add_char(out, '\n');
}

// Without an argument: Black, White, everything in turn.
static bool known(TerminalSession *s, Call *call) {
    static const Stone next[] = {[EMPTY] = BLACK, [BLACK] = WHITE, [WHITE] = EMPTY};
    if (!s->play.mist)
        return error_set(&call->err, "this game was not played in the mist");
    Stone side = next[s->mist_side];
    for (Stone color = EMPTY; call->argc == 2 && color <= WHITE; color++)
        if (!strcmp(call->argv[1], color == EMPTY ? "all" : stone_word(color))) {
            side = color;
            call->argc = 1;
        }
    if (call->argc == 2)
        return error_set(&call->err, "known takes black, white or all, not '%.40s'", call->argv[1]);
    if (!terminal_session_start_review(s, &call->err))
        return false;
    s->mist_side = side;
    s->show_now = true;
    if (side == EMPTY)
        str_add_text(&call->reply, "The whole board.\n");
    else
        str_add(&call->reply, "What %s knew.\n", stone_name(side));
    return true;
}

static bool threats(TerminalSession *s, Call *call) {
    static const char *const words[MARK_COUNT] = {
        [MARK_BLACK_FIVE] = "Black can make five: ",
        [MARK_WHITE_FIVE] = "White can make five: ",
        [MARK_BLACK_FOUR] = "Black can make a four that cannot be stopped: ",
        [MARK_WHITE_FOUR] = "White can make a four that cannot be stopped: ",
        [MARK_FOUL] = "Forbidden to Black: ",
    };
    uint8_t marks[POINT_COUNT] = {0};
    mark_threats(&terminal_session_shown_game(s)->board, marks);
    mark_fouls(&terminal_session_shown_game(s)->board, marks);
    for (Mark mark = MARK_NONE + 1; mark < MARK_COUNT; mark++)
        add_marked_points(s, marks, mark, words[mark], &call->reply);
    if (call->reply.len == 0)
        str_add_text(&call->reply, "There are no threats.\n");
    return true;
}

// ---- The table

static bool help(TerminalSession *s, Call *call);

enum {
    GAME = 1 << KEYS_GAME | 1 << KEYS_GAME_OVER, // where the keys work
    REVIEW = 1 << KEYS_REVIEW,
    LIST = 1 << KEYS_LIST,
    SHOW_SHIFT = 4, // where the line of keys shows them
    SHOW_GAME = 1 << (SHOW_SHIFT + KEYS_GAME),
    SHOW_OVER = 1 << (SHOW_SHIFT + KEYS_GAME_OVER),
    SHOW_REVIEW = 1 << (SHOW_SHIFT + KEYS_REVIEW),
    SHOW_LIST = 1 << (SHOW_SHIFT + KEYS_LIST),
    SHOW_PLAYED = SHOW_GAME | SHOW_OVER,
    IN_REVIEW = 1 << 8,   // the command is allowed during a review, as are those with REVIEW
    NOT_IN_MIST = 1 << 9, // it would reveal hidden stones
    ANY = CALL_WORDS_MAX - 1,
};

// clang-format off
static const ActionRow rows[ACTION_COUNT] = {
    [ACTION_LEFT] = {.help = "move the cursor left", .keys = {KEYCODE_LEFT, 'h'}, .when = GAME},
    [ACTION_DOWN] = {.help = "down", .keys = {KEYCODE_DOWN, 'j'}, .when = GAME},
    [ACTION_UP] = {.help = "up", .keys = {KEYCODE_UP, 'k'}, .when = GAME},
    [ACTION_RIGHT] = {.help = "right", .keys = {KEYCODE_RIGHT, 'l'}, .when = GAME},
    [ACTION_PLACE] = {.help = "place a stone there, or click with the mouse", .keys = {KEYCODE_ENTER, ' '}, .label = "place", .when = GAME | SHOW_GAME},
    [ACTION_TYPE] = {.help = "type a point or a command; a point needs no colon", .keys = {':', '/'}, .when = GAME},
    [ACTION_UNDO] = {"undo", "[N]", 0, 1, undo, 0, "take back your last move, or the end of the game; with N, your last N moves", {'u', KEYCODE_BACKSPACE}, "undo", GAME | SHOW_PLAYED | NOT_IN_MIST},
    [ACTION_REDO] = {"redo", "", 0, 0, redo, 0, "redo the move", {'r', KEYCODE_CTRL_R}, .when = GAME},
    [ACTION_HINT] = {"hint", "", 0, 0, hint, 0, "get a hint: what the engine would play", {'i'}, "hint", GAME | SHOW_GAME | NOT_IN_MIST},
    [ACTION_BACK] = {"back", "[N]", 0, 1, step, STEP_BACK, "review the game, one move back; with N, that many", {KEYCODE_LEFT, 'h'}, "back", REVIEW | SHOW_REVIEW | NOT_IN_MIST},
    [ACTION_FORWARD] = {"on", "[N]", 0, 1, step, STEP_FORWARD, "one move forward; with N, that many", {KEYCODE_RIGHT, 'l', ' '}, "on", REVIEW | SHOW_REVIEW | NOT_IN_MIST},
    [ACTION_PREVIOUS_VARIATION] = {.help = "go to the previous variation of this move", .keys = {KEYCODE_UP, 'k'}, .label = "variation", .when = REVIEW | SHOW_REVIEW, .argument = STEP_PREVIOUS_VARIATION},
    [ACTION_NEXT_VARIATION] = {"variation", "", 0, 0, step, STEP_NEXT_VARIATION, "go to the next variation of this move", {KEYCODE_DOWN, 'j'}, .when = REVIEW | NOT_IN_MIST},
    [ACTION_FIRST] = {"first", "", 0, 0, step, STEP_FIRST, "review the game from the beginning", {KEYCODE_HOME, '0'}, "first", REVIEW | SHOW_REVIEW | NOT_IN_MIST},
    [ACTION_LAST] = {"last", "", 0, 0, step, STEP_LAST, "go to the end of the line", {KEYCODE_END, '$'}, "last", REVIEW | SHOW_REVIEW | NOT_IN_MIST},
    [ACTION_PLAY_HERE] = {"here", "", 0, 0, play_here, 0, "continue the game from the position under review", {KEYCODE_ENTER}, "play here", REVIEW | SHOW_REVIEW},
    [ACTION_ANALYSE] = {"analyze", "[SECONDS]", 0, 1, analyze, 0, "show the best moves with their win rates and expected lines; search for SECONDS", {'a'}, "analyze", GAME | REVIEW | SHOW_GAME | SHOW_REVIEW | NOT_IN_MIST},
    [ACTION_THREATS] = {"threats", "", 0, 0, threats, 0, "show where five or an unstoppable four can be made; and forbidden points", {'t'}, "threats", GAME | REVIEW | SHOW_GAME | NOT_IN_MIST},
    [ACTION_GRAPH] = {"graph", "", 0, 0, graph, 0, "show a graph of Black's win rate during the game", {'g'}, .when = GAME | REVIEW | NOT_IN_MIST},
    [ACTION_FOULS] = {.help = "in renju: show or hide the points forbidden to Black", .keys = {'f'}, .when = GAME},
    [ACTION_PROVED] = {"proved", "", 0, 0, .say = message_add_proved, .help = "what is proved about the position, and the proved move", .when = IN_REVIEW | NOT_IN_MIST},
    [ACTION_SWITCH] = {"switch", "", 0, 0, switch_sides, 0, "swap the players' sides", {'x'}, .when = GAME},
    [ACTION_RESIGN] = {"resign", "", 0, 0, resign, 0, "resign: give up this game", {'y'}, .when = GAME},
    [ACTION_REMATCH] = {"rematch", "", 0, 0, rematch, 0, "rematch: the same game with sides swapped", {'m'}, "rematch", GAME | SHOW_OVER | IN_REVIEW},
    [ACTION_NEW] = {"new", "[KEY=VALUE ...]", 0, ANY, new_game, 0, "start a new game; rules=renju size=19 white=level:5 ... set options", {'n'}, "new", GAME | SHOW_PLAYED | IN_REVIEW},
    [ACTION_SAVE] = {"save", "FILE", 1, ANY, save, SAVE_NEW, "save the game; the extension (.sgf, .psq ...) selects the format", {'s'}, "save", GAME | REVIEW | SHOW_PLAYED},
    [ACTION_REPLACE] = {"save!", "FILE", 1, ANY, save, SAVE_REPLACE, "the same, but replace an existing file", .when = IN_REVIEW},
    [ACTION_LOAD] = {"load", "FILE", 1, ANY, load, 0, "open a game from a file and continue it", {'o'}, .when = GAME | REVIEW},
    [ACTION_GAMES] = {"games", "[WORDS]", 0, ANY, list_games, 0, "browse your games; with WORDS, those that contain all of them", {'b'}, .when = GAME | IN_REVIEW},
    [ACTION_OPEN] = {"open", "N", 1, 1, open_game, 0, "continue the N-th game of that list", .when = IN_REVIEW},
    [ACTION_RESUME] = {"resume", "[N|list]", 0, 1, resume, 0, "continue the newest unfinished game, or the N-th of the list", .when = IN_REVIEW},
    [ACTION_REVIEW] = {"review", "", 0, 0, review, 0, "review the game move by move", {'v'}, "review", GAME | SHOW_PLAYED | NOT_IN_MIST},
    [ACTION_KNOWN] = {"known", "[black|white|all]", 0, 1, known, 0, "after a game in the mist: review what Black knew and could have deduced, then White", {'w'}, .when = REVIEW | NOT_IN_MIST},
    [ACTION_STAY] = {"stay", "", 0, 0, choose_in_opening, POINT_STAY, "in an opening: keep your color"},
    [ACTION_SWAP] = {"swap", "", 0, 0, choose_in_opening, POINT_SWAP, "in an opening: take the other color"},
    [ACTION_MORE] = {"more", "", 0, 0, choose_in_opening, POINT_MORE, "in an opening: place two more stones"},
    [ACTION_SHOW] = {"show", "[always|asked]", 0, 1, show, 0, "show the board; or when to show it", {KEYCODE_CTRL_L}, .when = GAME | REVIEW},
    [ACTION_MOVES] = {"moves", "", 0, 0, .say = message_add_moves, .help = "list the moves so far", .when = IN_REVIEW | NOT_IN_MIST},
    [ACTION_RULES] = {"rules", "", 0, 0, rules, 0, "show the rules, the players and how points are written", .when = IN_REVIEW},
    [ACTION_TIME] = {"time", "", 0, 0, .say = message_add_clocks, .help = "show the time left", .when = IN_REVIEW},
    [ACTION_RESULT] = {"result", "", 0, 0, .say = message_add_result, .help = "who won, or who is to move", .when = IN_REVIEW},
    [ACTION_PANEL] = {.help = "in a narrow window: switch between board and panel", .keys = {KEYCODE_TAB}, .label = "panel", .when = GAME | REVIEW | SHOW_PLAYED | SHOW_REVIEW},
    [ACTION_PAGE_UP] = {.help = "earlier moves in the list; in a review ten moves back", .keys = {KEYCODE_PAGE_UP}, .when = GAME | REVIEW},
    [ACTION_PAGE_DOWN] = {.help = "later moves; in a review ten moves forward", .keys = {KEYCODE_PAGE_DOWN}, .when = GAME | REVIEW},
    [ACTION_SETTINGS] = {.help = "preferences: colors, symbols, notation", .keys = {'p'}, .when = GAME},
    [ACTION_THEME] = {.help = "next color theme", .keys = {'c'}, .when = GAME | REVIEW},
    [ACTION_LIST_UP] = {.help = "the row above", .keys = {KEYCODE_UP, 'k'}, .when = LIST},
    [ACTION_LIST_DOWN] = {.help = "the row below", .keys = {KEYCODE_DOWN, 'j', KEYCODE_TAB}, .when = LIST},
    [ACTION_LIST_LEFT] = {.help = "in a form: previous value", .keys = {KEYCODE_LEFT, 'h', '-'}, .label = "change", .when = LIST | SHOW_LIST},
    [ACTION_LIST_RIGHT] = {.help = "in a form: next value", .keys = {KEYCODE_RIGHT, 'l', '+', ' '}, .when = LIST},
    [ACTION_LIST_PAGE_UP] = {.help = "a page up", .keys = {KEYCODE_PAGE_UP, KEYCODE_HOME}, .when = LIST},
    [ACTION_LIST_PAGE_DOWN] = {.help = "a page down", .keys = {KEYCODE_PAGE_DOWN, KEYCODE_END}, .when = LIST},
    [ACTION_LIST_CHOOSE] = {.help = "choose the row", .keys = {KEYCODE_ENTER}, .label = "choose", .when = LIST | SHOW_LIST},
    [ACTION_LIST_SEARCH] = {.help = "in the list of games: search for words (player, date, result)", .keys = {'/'}, .label = "search", .when = LIST | SHOW_LIST},
    [ACTION_HELP] = {"help", "[COMMAND]", 0, 1, help, 0, "show all keys and commands; explain COMMAND", {'?'}, "keys", GAME | REVIEW | LIST | SHOW_PLAYED | SHOW_REVIEW | SHOW_LIST},
    [ACTION_LEAVE] = {"leave", "", 0, 0, leave, 0, "end the review: back to the game, or to the menu", {KEYCODE_ESCAPE, 'v'}, "leave", REVIEW | SHOW_REVIEW},
    [ACTION_LIST_BACK] = {.help = "back", .keys = {KEYCODE_ESCAPE, 'q'}, .label = "back", .when = LIST | SHOW_LIST},
    [ACTION_MENU] = {.help = "open the menu", .keys = {KEYCODE_ESCAPE}, .label = "menu", .when = GAME | SHOW_PLAYED},
    [ACTION_QUIT] = {"quit", "", 0, 0, quit, 0, "quit; an unfinished game is saved", {'q'}, "quit", GAME | REVIEW | SHOW_PLAYED},
};
// clang-format on

const ActionRow *action_row(Action action) {
    return &rows[action];
}

bool action_has_keys(Action action, KeyContext context) {
    return rows[action].when >> context & 1;
}

Action action_of_key(KeyContext context, int32_t key) {
    for (Action a = ACTION_NONE + 1; a < ACTION_COUNT && key; a++)
        for (int k = 0; action_has_keys(a, context) && k < COUNT(rows[a].keys); k++)
            if (rows[a].keys[k] == key)
                return a;
    return ACTION_NONE;
}

bool action_is_labelled(Action action, KeyContext context, bool in_mist) {
    int when = rows[action].when;
    return when >> (SHOW_SHIFT + context) & 1 && !(in_mist && when & NOT_IN_MIST);
}

bool action_check(const TerminalSession *s, Action action, Error *err) {
    int when = rows[action].when;
    if (s->review.record && !(when & (REVIEW | IN_REVIEW)))
        return error_set(err, "this is a review: 'here' continues the game from this position, "
                              "'leave' returns to the game");
    if (terminal_session_in_mist(s) && when & NOT_IN_MIST)
        return error_set(err, "not possible in the mist until the game is over");
    return true;
}

// ---- Help

static void add_key_name(int32_t key, Str *out) {
    static const struct {
        int32_t key;
        const char *name;
    } names[] = {
        {KEYCODE_UP, "Up"},
        {KEYCODE_DOWN, "Down"},
        {KEYCODE_LEFT, "Left"},
        {KEYCODE_RIGHT, "Right"},
        {KEYCODE_HOME, "Home"},
        {KEYCODE_END, "End"},
        {KEYCODE_PAGE_UP, "Page Up"},
        {KEYCODE_PAGE_DOWN, "Page Down"},
        {KEYCODE_ENTER, "Enter"},
        {KEYCODE_ESCAPE, "Escape"},
        {KEYCODE_TAB, "Tab"},
        {KEYCODE_BACKSPACE, "Backspace"},
        {KEYCODE_CTRL_L, "Ctrl-L"},
        {KEYCODE_CTRL_R, "Ctrl-R"},
        {' ', "Space"},
    };
    for (int i = 0; i < COUNT(names); i++)
        if (names[i].key == key) {
            str_add_text(out, names[i].name);
            return;
        }
    str_add_char(out, (char)key);
}

void action_format_keys(Action action, Str *out) {
    for (int k = 0; k < COUNT(rows[action].keys) && rows[action].keys[k]; k++) {
        str_add_text(out, k > 0 ? ", " : "");
        add_key_name(rows[action].keys[k], out);
    }
}

// After a semicolon a command's help explains its arguments, which a key does not have.
static int summary_length(const ActionRow *row) {
    return (int)(row->command ? strcspn(row->help, ";") : strlen(row->help));
}

void actions_format_keys(Str *out) {
    static const struct {
        KeyContext context;
        const char *title;
    } sections[] = {{KEYS_GAME, "In a game:\n"},
                    {KEYS_REVIEW, "\nIn a review:\n"},
                    {KEYS_LIST, "\nIn menus and lists:\n"}};
    for (int i = 0; i < COUNT(sections); i++) {
        str_add_text(out, sections[i].title);
        for (Action a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
            ScopedStr keys = {0};
            action_format_keys(a, &keys);
            if (action_has_keys(a, sections[i].context))
                str_add(out, "  %-18s %.*s\n", str_text(&keys), summary_length(&rows[a]),
                        rows[a].help);
        }
    }
}

static void add_command_help(const ActionRow *row, Str *out) {
    ScopedStr usage = {0};
    str_add(&usage, "%s %s", row->command, row->usage);
    str_add(out, "  %-22s %s\n", str_text(&usage), row->help);
}

void actions_format_commands(Str *out) {
    for (Action a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        if (rows[a].command)
            add_command_help(&rows[a], out);
}

static Action find_command(const char *word) {
    for (Action a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        if (rows[a].command && ascii_equal(rows[a].command, word))
            return a;
    return ACTION_NONE;
}

static int argument_of(const Call *call) {
    return rows[find_command(call->argv[0])].argument;
}

static bool help(TerminalSession *s, Call *call) {
    if (call->argc > 1) {
        Action action = find_command(call->argv[1]);
        if (!action)
            return error_set(&call->err, "there is no command '%.40s'", call->argv[1]);
        add_command_help(&rows[action], &call->reply);
        return true;
    }
    str_add(&call->reply, "Type a point (%s) to place a stone there, or a command:\n",
            notation_summary(s->notation));
    actions_format_commands(&call->reply);
    return true;
}

// ---- Typed lines

// Accepts "h 8" for "h8". In SGF notation the command `on` is a point, too: it is a command during
// a review, when no stone can be placed.
static bool parse_point(const TerminalSession *s, const Call *call, Point *out, Error *err) {
    ScopedStr typed = {0};
    join_words(call, 0, "", &typed);
    return point_parse(str_text(&typed), s->notation, s->play.game.board.size, out, err) &&
           !(s->review.record && find_command(call->argv[0]));
}

Action action_of_line(const TerminalSession *s, const char *line, bool *has_arguments) {
    ScopedStr copy = {0};
    str_add_text(&copy, line);
    Call call = {0};
    Point p;
    Error ignored;
    if (copy.data)
        call_split(&call, copy.data);
    *has_arguments = call.argc > 1;
    return call.argc > 0 && !parse_point(s, &call, &p, &ignored) ? find_command(call.argv[0])
                                                                 : ACTION_NONE;
}

static bool play(TerminalSession *s, Call *call, Point p) {
    if (terminal_session_play(s, p, &call->err))
        return true;
    ScopedStr name = {0};
    message_add_point(s, p, &name);
    return error_prefix(&call->err, str_text(&name));
}

// A short word with a digit was probably meant as a point.
static bool looks_like_point(const Call *call) {
    enum { LONGEST = 5 };
    ScopedStr typed = {0};
    join_words(call, 0, "", &typed);
    return typed.len <= LONGEST && strpbrk(str_text(&typed), "0123456789");
}

static bool unknown_command(Call *call) {
    Suggestion suggestion = suggestion_for(call->argv[0]);
    for (Action a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        if (rows[a].command)
            suggestion_consider(&suggestion, rows[a].command);
    if (suggestion.nearest)
        return error_set(&call->err,
                         "unknown command '%.40s'; did you mean '%s'? (help lists the commands)",
                         call->argv[0], suggestion.nearest);
    return error_set(&call->err, "unknown command '%.40s' (help lists the commands)",
                     call->argv[0]);
}

static bool run_call(TerminalSession *s, Call *call) {
    Point p;
    Error not_a_point = {0};
    if (parse_point(s, call, &p, &not_a_point))
        return action_check(s, ACTION_PLACE, &call->err) && play(s, call, p);
    Action action = find_command(call->argv[0]);
    const ActionRow *row = &rows[action];
    if (!action && looks_like_point(call))
        return error_set(&call->err, "%s", not_a_point.text);
    if (!action)
        return unknown_command(call);
    if (call->argc - 1 < row->min_args || call->argc - 1 > row->max_args)
        return error_set(&call->err, "usage: %s %s", row->command, row->usage);
    if (!action_check(s, action, &call->err))
        return false;
    if (row->say)
        row->say(s, &call->reply);
    return row->say || row->run(s, call);
}

void action_run_line(TerminalSession *s, char *line, Str *reply) {
    Call call = {0};
    call_split(&call, line);
    if (call.argc == 0)
        return;
    bool was_unfinished = terminal_session_needs_saving(s);
    s->replaced = false;
    bool ok = run_call(s, &call);
    if (was_unfinished && s->replaced)
        str_add_text(reply, "The unfinished game was saved: resume continues it.\n");
    str_add_text(reply, str_text(&call.reply));
    if (!ok)
        str_add(reply, "%s\n", call.err.text);
    str_release(&call.reply);
}
