#include "tui/interpreter.h"

#include "base/command.h"
#include "base/number.h"
#include "base/util.h"
#include "tui/session/messages.h"
#include "tui/session/review_commands.h"
#include "tui/settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void interpreter_release(Interpreter *interpreter) {
    if (interpreter->session.record)
        terminal_session_release(&interpreter->session);
    game_list_release(&interpreter->games);
}

const Game *interpreter_game(const Interpreter *interpreter) {
    return interpreter->review.record ? &interpreter->review.game : &interpreter->session.game;
}

static bool choose_in_opening(Interpreter *interpreter, Call *call, Point answer) {
    if (!terminal_session_play(&interpreter->session, answer, &call->err))
        return false;
    if (answer != POINT_MORE)
        message_add_players(&interpreter->session, &call->reply);
    return true;
}

static bool do_stay(void *session, Call *call) {
    return choose_in_opening(session, call, POINT_STAY);
}

static bool do_swap(void *session, Call *call) {
    return choose_in_opening(session, call, POINT_SWAP);
}

static bool do_more(void *session, Call *call) {
    return choose_in_opening(session, call, POINT_MORE);
}

static bool do_undo(void *session, Call *call) {
    Interpreter *interpreter = session;
    int64_t turns = 1;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, GAME_MOVES_MAX, &turns, &call->err))
        return false;
    int before = interpreter->session.game.count;
    if (!terminal_session_undo(&interpreter->session, (int)turns, &call->err))
        return false;
    int moves = before - interpreter->session.game.count;
    if (moves == 0)
        str_add_text(&call->reply, "The game goes on.\n");
    else
        str_add(&call->reply, "%d move%s taken back.\n", moves, moves == 1 ? "" : "s");
    return true;
}

static bool do_redo(void *session, Call *call) {
    Interpreter *interpreter = session;
    int before = interpreter->session.game.count;
    if (!terminal_session_redo(&interpreter->session, &call->err))
        return false;
    int moves = interpreter->session.game.count - before;
    str_add(&call->reply, "%d move%s made again.\n", moves, moves == 1 ? "" : "s");
    return true;
}

static bool do_hint(void *session, Call *call) {
    Interpreter *interpreter = session;
    Point p;
    if (!terminal_session_hint(&interpreter->session, &p, &call->err))
        return false;
    str_add_text(&call->reply, "Hint: ");
    message_add_point(p, interpreter->notation, interpreter->session.game.board.size, &call->reply);
    str_add_char(&call->reply, '\n');
    return true;
}

void interpreter_expand_path(const char *typed, Str *out) {
    const char *home = getenv("HOME");
    bool from_home = home && !strncmp(typed, "~/", 2);
    if (from_home)
        str_add_text(out, home);
    str_add_text(out, typed + (from_home ? 1 : 0));
}

void interpreter_complete_path(const char *typed, Str *out) {
    interpreter_expand_path(typed, out);
    const char *slash = strrchr(typed, '/');
    if (!strchr(slash ? slash : typed, '.'))
        str_add_text(out, ".sgf");
}

// Joins the arguments again: a file name may contain blanks.
static void add_path(const Call *call, Str *out) {
    str_add_text(out, call->argv[1]);
    for (int i = 2; i < call->argc; i++)
        str_add(out, " %s", call->argv[i]);
}

static bool save(Interpreter *interpreter, Call *call, SaveMode mode) {
    Str typed = {0}, path = {0}, notes = {0};
    add_path(call, &typed);
    interpreter_complete_path(str_text(&typed), &path);
    bool ok =
        terminal_session_save(&interpreter->session, str_text(&path),
                              &(SaveOptions){mode, interpreter->notation}, &notes, &call->err);
    if (ok)
        str_add(&call->reply, "Saved to %s.\n%s", str_text(&path), str_text(&notes));
    str_release(&typed);
    str_release(&path);
    str_release(&notes);
    return ok;
}

static bool do_save(void *session, Call *call) {
    return save(session, call, SAVE_NEW);
}

static bool do_replace(void *session, Call *call) {
    return save(session, call, SAVE_REPLACE);
}

static void report_kept_game(Call *call) {
    str_add_text(&call->reply, "The unfinished game is kept: resume goes back to it.\n");
}

static void add_introduction(const Interpreter *interpreter, Call *call) {
    message_add_rules(&interpreter->session, &call->reply);
    message_add_players(&interpreter->session, &call->reply);
}

static bool do_load(void *session, Call *call) {
    Interpreter *interpreter = session;
    bool was_unfinished = terminal_session_needs_saving(&interpreter->session);
    Str typed = {0}, path = {0}, notes = {0};
    add_path(call, &typed);
    interpreter_expand_path(str_text(&typed), &path);
    bool ok = terminal_session_load(&interpreter->session, str_text(&path), &notes, &call->err);
    if (ok && was_unfinished)
        report_kept_game(call);
    if (ok) {
        str_add_text(&call->reply, str_text(&notes));
        add_introduction(interpreter, call);
    }
    str_release(&typed);
    str_release(&path);
    str_release(&notes);
    return ok;
}

static bool resume(Interpreter *interpreter, Call *call, int number) {
    bool was_unfinished = terminal_session_needs_saving(&interpreter->session);
    if (!terminal_session_resume(&interpreter->session, number, &call->err))
        return false;
    if (was_unfinished)
        report_kept_game(call);
    add_introduction(interpreter, call);
    message_add_unfinished_games(&interpreter->session, &call->reply);
    return true;
}

static bool do_resume(void *session, Call *call) {
    Interpreter *interpreter = session;
    int64_t number = 1;
    if (call->argc > 1 && !strcasecmp(call->argv[1], "list")) {
        if (!message_add_unfinished_games(&interpreter->session, &call->reply))
            str_add_text(&call->reply, "No unfinished game is waiting.\n");
        return true;
    }
    if (call->argc > 1 && !number_parse(call->argv[1], 1, INT32_MAX, &number, &call->err))
        return false;
    return resume(interpreter, call, (int)number);
}

// "rules=renju": KEY=VALUE with the keys of the configuration file.
static bool apply_setting(Settings *all, char *word, Error *err) {
    char *equals = strchr(word, '=');
    if (!equals)
        return error_set(err, "new takes settings such as rules=renju, not '%.40s'", word);
    *equals = '\0';
    for (Setting s = 0; s < GAME_SETTING_COUNT; s++)
        if (!strcasecmp(setting_row(s)->key, word))
            return settings_set(all, s, equals + 1, err);
    return error_set(err,
                     "a game has no setting '%.40s'; it has black, white, rules, size, "
                     "opening, time and mist",
                     word);
}

static bool do_new(void *session, Call *call) {
    Interpreter *interpreter = session;
    Settings all = settings_from_session(&interpreter->session);
    for (int i = 1; i < call->argc; i++)
        if (!apply_setting(&all, call->argv[i], &call->err))
            return false;
    bool was_unfinished = terminal_session_needs_saving(&interpreter->session);
    if (!settings_start_game(&all, &interpreter->session, &call->err))
        return false;
    if (was_unfinished)
        report_kept_game(call);
    str_add_text(&call->reply, "A new game.\n");
    add_introduction(interpreter, call);
    return true;
}

// ---- Game history

static bool do_games(void *session, Call *call) {
    Interpreter *interpreter = session;
    str_clear(&interpreter->games.search);
    for (int i = 1; i < call->argc; i++)
        str_add(&interpreter->games.search, "%s ", call->argv[i]);
    game_list_load(&interpreter->games, &interpreter->session);
    for (int i = 0; i < interpreter->games.count; i++)
        str_add(&call->reply, "%3d  %s%s\n", i + 1,
                interpreter->games.games[i].resume_number ? "unfinished: " : "",
                interpreter->games.games[i].text);
    str_add_text(&call->reply, interpreter->games.count > 0 ? "open N goes on with one of them.\n"
                                                            : "There is no such game.\n");
    return true;
}

static bool do_open(void *session, Call *call) {
    Interpreter *interpreter = session;
    int64_t number;
    if (interpreter->games.count == 0)
        return error_set(&call->err, "games lists those that can be opened");
    if (!number_parse(call->argv[1], 1, interpreter->games.count, &number, &call->err))
        return false;
    const ListedGame *game = &interpreter->games.games[number - 1];
    if (game->resume_number)
        return resume(interpreter, call, game->resume_number);
    Str notes = {0};
    bool ok = terminal_session_load(&interpreter->session, game->path, &notes, &call->err);
    if (ok)
        add_introduction(interpreter, call);
    str_release(&notes);
    return ok;
}

static bool do_switch(void *session, Call *call) {
    Interpreter *interpreter = session;
    if (!terminal_session_switch_sides(&interpreter->session, &call->err))
        return false;
    message_add_players(&interpreter->session, &call->reply);
    return true;
}

static bool do_rematch(void *session, Call *call) {
    Interpreter *interpreter = session;
    bool was_unfinished = terminal_session_needs_saving(&interpreter->session);
    if (!terminal_session_rematch(&interpreter->session, &call->err))
        return false;
    if (was_unfinished)
        report_kept_game(call);
    str_add_text(&call->reply, "A rematch. ");
    message_add_players(&interpreter->session, &call->reply);
    return true;
}

static bool do_resign(void *session, Call *call) {
    Interpreter *interpreter = session;
    return terminal_session_resign(&interpreter->session, &call->err);
}

static bool do_show(void *session, Call *call) {
    Interpreter *interpreter = session;
    interpreter->show_now = call->argc == 1;
    if (interpreter->show_now)
        return true;
    if (strcmp(call->argv[1], "always") != 0 && strcmp(call->argv[1], "asked") != 0)
        return error_set(&call->err, "show takes always or asked, not '%.40s'", call->argv[1]);
    interpreter->show_always = !strcmp(call->argv[1], "always");
    str_add_text(&call->reply, interpreter->show_always
                                   ? "The board is shown after every change.\n"
                                   : "The board is shown when you type show.\n");
    return true;
}

static bool do_rules(void *session, Call *call) {
    const Interpreter *interpreter = session;
    add_introduction(interpreter, call);
    str_add(&call->reply, "Points: %s.\n", notation_summary(interpreter->notation));
    return true;
}

static bool do_moves(void *session, Call *call) {
    const Interpreter *interpreter = session;
    if (review_command_is_allowed(interpreter, &call->err))
        message_add_moves(interpreter_game(interpreter), interpreter->notation, &call->reply);
    return !call->err.text[0];
}

static bool do_time(void *session, Call *call) {
    const Interpreter *interpreter = session;
    message_add_clocks(&interpreter->session, &call->reply);
    return true;
}

static bool do_result(void *session, Call *call) {
    const Interpreter *interpreter = session;
    message_add_result(&interpreter->session, interpreter->notation, &call->reply);
    return true;
}

static bool do_quit(void *session, Call *call) {
    Interpreter *interpreter = session;
    interpreter->quit = terminal_session_suspend(&interpreter->session, &call->err);
    return interpreter->quit;
}

static bool do_help(void *session, Call *call);

enum { ANY = CALL_WORDS_MAX - 1 };

// clang-format off
static const Command commands[] = {
    {"help",      0, 1,   do_help,                  "[COMMAND]",       "list the commands, or explain one"},
    {"undo",      0, 1,   do_undo,                  "[N]",             "take back your last move, or the last N"},
    {"redo",      0, 0,   do_redo,                  "",                "make that move again"},
    {"hint",      0, 0,   do_hint,                  "",                "ask for advice"},
    {"show",      0, 1,   do_show,                  "[always|asked]",  "show the board; or when to show it"},
    {"moves",     0, 0,   do_moves,                 "",                "list the moves so far"},
    {"rules",     0, 0,   do_rules,                 "",                "show the rules, the players and how points are written"},
    {"time",      0, 0,   do_time,                  "",                "show the time left"},
    {"result",    0, 0,   do_result,                "",                "who won, or who is to move"},
    {"stay",      0, 0,   do_stay,                  "",                "in an opening: keep your color"},
    {"swap",      0, 0,   do_swap,                  "",                "in an opening: take the other color"},
    {"more",      0, 0,   do_more,                  "",                "in an opening: place two more stones"},
    {"switch",    0, 0,   do_switch,                "",                "swap the players' sides"},
    {"resign",    0, 0,   do_resign,                "",                "give up this game"},
    {"rematch",   0, 0,   do_rematch,               "",                "start the same game with sides swapped"},
    {"new",       0, ANY, do_new,                   "[KEY=VALUE ...]", "start a new game; rules=renju size=19 white=level:5 ... set options"},
    {"save",      1, ANY, do_save,                  "FILE",            "save the game; the extension (.sgf, .psq ...) selects the format"},
    {"save!",     1, ANY, do_replace,               "FILE",            "the same, but replace an existing file"},
    {"load",      1, ANY, do_load,                  "FILE",            "continue a game from a file"},
    {"games",     0, ANY, do_games,                 "[WORDS]",         "list your games; with WORDS, those that contain all of them"},
    {"open",      1, 1,   do_open,                  "N",               "continue the N-th game of that list"},
    {"analyse",   0, 1,   review_command_analyse,   "[SECONDS]",       "the best moves with their chances and expected lines"},
    {"threats",   0, 0,   review_command_threats,   "",                "where five or an unstoppable four can be made, and forbidden points"},
    {"graph",     0, 0,   review_command_graph,     "",                "a graph of Black's chances during the game"},
    {"back",      0, 1,   review_command_back,      "[N]",             "review the game: one move back, or N"},
    {"on",        0, 1,   review_command_forward,   "[N]",             "one move forward, or N"},
    {"first",     0, 0,   review_command_first,     "",                "review the game from the beginning"},
    {"last",      0, 0,   review_command_last,      "",                "go to the end of the line"},
    {"variation", 0, 0,   review_command_variation, "",                "go to the next variation of this move"},
    {"here",      0, 0,   review_command_here,      "",                "continue the game from the position under review"},
    {"leave",     0, 0,   review_command_leave,     "",                "end the review and return to the game"},
    {"resume",    0, 1,   do_resume,                "[N|list]",        "continue the newest unfinished game, or the N-th of the list"},
    {"quit",      0, 0,   do_quit,                  "",                "quit; an unfinished game is saved"},
    {0},
};
// clang-format on

static void add_help(const Command *c, Str *out) {
    Str usage = {0};
    str_add(&usage, "%s %s", c->name, c->usage);
    str_add(out, "  %-22s %s\n", str_text(&usage), c->help);
    str_release(&usage);
}

void interpreter_format_help(Str *out) {
    for (const Command *c = commands; c->name; c++)
        add_help(c, out);
}

static bool do_help(void *session, Call *call) {
    const Interpreter *interpreter = session;
    if (call->argc > 1) {
        const Command *c = command_find(commands, call->argv[1], strlen(call->argv[1]));
        if (!c)
            return error_set(&call->err, "there is no command '%.40s'", call->argv[1]);
        add_help(c, &call->reply);
        return true;
    }
    str_add(&call->reply, "Type a point (%s) to put a stone there, or a command:\n",
            notation_summary(interpreter->notation));
    interpreter_format_help(&call->reply);
    return true;
}

// Accepts "h 8" for "h8".
static void join_words(const Call *call, Str *out) {
    for (int i = 0; i < call->argc; i++)
        str_add_text(out, call->argv[i]);
}

// Decides which error to show: a short word with a digit was probably meant as a point.
static bool looks_like_point(const char *text) {
    enum { LONGEST = 5 };
    return strlen(text) <= LONGEST && strpbrk(text, "0123456789");
}

static void to_lower_case(char *word) {
    for (; *word; word++)
        *word = (char)tolower((unsigned char)*word);
}

static bool play(Interpreter *interpreter, Call *call, Point p) {
    if (terminal_session_play(&interpreter->session, p, &call->err))
        return true;
    Str name = {0};
    point_format(p, interpreter->notation, interpreter->session.game.board.size, &name);
    error_prefix(&call->err, str_text(&name));
    str_release(&name);
    return false;
}

// During a review, read-only commands are allowed and commands that switch games end it.
typedef enum { FORBIDDEN_IN_REVIEW, ALLOWED_IN_REVIEW, ENDS_REVIEW } ReviewPolicy;

static ReviewPolicy review_policy_of(const char *command) {
    static const char *const allowed[] = {"back",  "on",    "first",  "last",    "variation",
                                          "here",  "leave", "show",   "moves",   "help",
                                          "rules", "save",  "save!",  "analyse", "threats",
                                          "graph", "time",  "result", "games"};
    static const char *const ending[] = {"new", "rematch", "load", "resume", "open", "quit"};
    for (int i = 0; i < COUNT(allowed); i++)
        if (!strcmp(allowed[i], command))
            return ALLOWED_IN_REVIEW;
    for (int i = 0; i < COUNT(ending); i++)
        if (!strcmp(ending[i], command))
            return ENDS_REVIEW;
    return FORBIDDEN_IN_REVIEW;
}

static bool check_review(Interpreter *interpreter, ReviewPolicy policy, Error *err) {
    if (policy == ENDS_REVIEW)
        game_cursor_close(&interpreter->review);
    return !interpreter->review.record || policy == ALLOWED_IN_REVIEW ||
           error_set(err, "this is a review: here continues the game from this position, leave "
                          "returns to the game");
}

static bool run_command(Interpreter *interpreter, Call *call) {
    return check_review(interpreter, review_policy_of(call->argv[0]), &call->err) &&
           command_run(commands, interpreter, call);
}

// Tries a point first, so in SGF notation the command `on` cannot be typed: it is a point there.
static bool run(Interpreter *interpreter, Call *call) {
    Str typed = {0};
    join_words(call, &typed);
    Point p;
    Error not_a_point = {0};
    bool is_point = point_parse(str_text(&typed), interpreter->notation,
                                interpreter->session.game.board.size, &p, &not_a_point);
    bool may_be_point = looks_like_point(str_text(&typed));
    str_release(&typed);
    if (is_point)
        return check_review(interpreter, FORBIDDEN_IN_REVIEW, &call->err) &&
               play(interpreter, call, p);
    to_lower_case(call->argv[0]);
    if (command_find(commands, call->argv[0], strlen(call->argv[0])))
        return run_command(interpreter, call);
    if (may_be_point)
        return error_set(&call->err, "%s", not_a_point.text);
    Call unknown = *call;
    command_run(commands, interpreter, &unknown);
    return error_set(&call->err, "%s (help lists the commands)", unknown.err.text);
}

void interpreter_run_line(Interpreter *interpreter, char *line, Str *reply) {
    Call call = {0};
    call_split(&call, line);
    if (call.argc == 0)
        return;
    bool ok = run(interpreter, &call);
    str_add_text(reply, str_text(&call.reply));
    if (!ok)
        str_add(reply, "%s\n", call.err.text);
    str_release(&call.reply);
}
