#include "tui/dialogue.h"

#include "base/command.h"
#include "base/number.h"
#include "tui/speech.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool answer_opening(Dialogue *d, Call *call, Point answer) {
    if (!sitting_play(&d->sitting, answer, &call->err))
        return false;
    if (answer != POINT_MORE)
        speech_players(&d->sitting, &call->reply);
    return true;
}

static bool do_stay(void *session, Call *call) {
    return answer_opening(session, call, POINT_STAY);
}

static bool do_swap(void *session, Call *call) {
    return answer_opening(session, call, POINT_SWAP);
}

static bool do_more(void *session, Call *call) {
    return answer_opening(session, call, POINT_MORE);
}

static bool do_undo(void *session, Call *call) {
    Dialogue *d = session;
    int64_t turns = 1;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, GAME_MOVES_MAX, &turns, &call->err))
        return false;
    int before = d->sitting.game.count;
    if (!sitting_undo(&d->sitting, (int)turns, &call->err))
        return false;
    int moves = before - d->sitting.game.count;
    if (moves == 0)
        str_add_text(&call->reply, "The game goes on.\n");
    else
        str_add(&call->reply, "%d move%s taken back.\n", moves, moves == 1 ? "" : "s");
    return true;
}

static bool do_redo(void *session, Call *call) {
    Dialogue *d = session;
    int before = d->sitting.game.count;
    if (!sitting_redo(&d->sitting, &call->err))
        return false;
    int moves = d->sitting.game.count - before;
    str_add(&call->reply, "%d move%s made again.\n", moves, moves == 1 ? "" : "s");
    return true;
}

static bool do_hint(void *session, Call *call) {
    Dialogue *d = session;
    Point p;
    if (!sitting_hint(&d->sitting, &p, &call->err))
        return false;
    str_add_text(&call->reply, "Hint: ");
    speech_point(p, d->notation, d->sitting.game.board.size, &call->reply);
    str_add_char(&call->reply, '\n');
    return true;
}

// A file name may have blanks in it, and "~/" at its front means what it does to a shell.
static void add_path(const Call *call, Str *out) {
    const char *home = getenv("HOME");
    bool from_home = home && !strncmp(call->argv[1], "~/", 2);
    if (from_home)
        str_add_text(out, home);
    str_add_text(out, call->argv[1] + (from_home ? 1 : 0));
    for (int i = 2; i < call->argc; i++)
        str_add(out, " %s", call->argv[i]);
}

// A name without an ending gets the one of the format that keeps everything.
static void complete_path(Str *path) {
    const char *slash = strrchr(str_text(path), '/');
    if (!strchr(slash ? slash : str_text(path), '.'))
        str_add_text(path, ".sgf");
}

static bool save(Dialogue *d, Call *call, SaveMode mode) {
    Str path = {0}, notes = {0};
    add_path(call, &path);
    complete_path(&path);
    bool ok = sitting_save(&d->sitting, str_text(&path), &(SaveOptions){mode, d->notation}, &notes,
                           &call->err);
    if (ok)
        str_add(&call->reply, "Saved to %s.\n%s", str_text(&path), str_text(&notes));
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

// Another game has taken the place of one that was not over.
static void say_kept(Call *call) {
    str_add_text(&call->reply, "The unfinished game is kept: resume goes back to it.\n");
}

static void introduce(const Dialogue *d, Call *call) {
    speech_rules(&d->sitting, &call->reply);
    speech_players(&d->sitting, &call->reply);
}

static bool do_load(void *session, Call *call) {
    Dialogue *d = session;
    bool unfinished = sitting_needs_keeping(&d->sitting);
    Str path = {0}, notes = {0};
    add_path(call, &path);
    bool ok = sitting_load(&d->sitting, str_text(&path), &notes, &call->err);
    if (ok && unfinished)
        say_kept(call);
    if (ok) {
        str_add_text(&call->reply, str_text(&notes));
        introduce(d, call);
    }
    str_release(&path);
    str_release(&notes);
    return ok;
}

static bool resume(Dialogue *d, Call *call, int number) {
    bool unfinished = sitting_needs_keeping(&d->sitting);
    if (!sitting_resume(&d->sitting, number, &call->err))
        return false;
    if (unfinished)
        say_kept(call);
    introduce(d, call);
    speech_waiting(&d->sitting, &call->reply);
    return true;
}

static bool do_resume(void *session, Call *call) {
    Dialogue *d = session;
    int64_t number = 1;
    if (call->argc > 1 && !strcasecmp(call->argv[1], "list")) {
        if (!speech_waiting(&d->sitting, &call->reply))
            str_add_text(&call->reply, "No unfinished game is waiting.\n");
        return true;
    }
    if (call->argc > 1 && !number_parse(call->argv[1], 1, INT32_MAX, &number, &call->err))
        return false;
    return resume(d, call, (int)number);
}

static bool do_new(void *session, Call *call) {
    Dialogue *d = session;
    bool unfinished = sitting_needs_keeping(&d->sitting);
    if (!sitting_put_aside(&d->sitting, &call->err))
        return false;
    sitting_new_game(&d->sitting);
    if (unfinished)
        say_kept(call);
    str_add_text(&call->reply, "A new game.\n");
    introduce(d, call);
    return true;
}

static bool do_switch(void *session, Call *call) {
    Dialogue *d = session;
    sitting_switch(&d->sitting);
    speech_players(&d->sitting, &call->reply);
    return true;
}

static bool do_resign(void *session, Call *call) {
    Dialogue *d = session;
    return sitting_resign(&d->sitting, &call->err);
}

static bool do_show(void *session, Call *call) {
    Dialogue *d = session;
    d->show_now = call->argc == 1;
    if (d->show_now)
        return true;
    if (strcmp(call->argv[1], "always") != 0 && strcmp(call->argv[1], "asked") != 0)
        return error_set(&call->err, "show takes always or asked, not '%.40s'", call->argv[1]);
    d->show_always = !strcmp(call->argv[1], "always");
    str_add_text(&call->reply, d->show_always ? "The board is shown after every change.\n"
                                              : "The board is shown when you type show.\n");
    return true;
}

static bool do_rules(void *session, Call *call) {
    const Dialogue *d = session;
    introduce(d, call);
    str_add(&call->reply, "Points: %s.\n", notation_summary(d->notation));
    return true;
}

static bool do_moves(void *session, Call *call) {
    const Dialogue *d = session;
    speech_moves(&d->sitting, d->notation, &call->reply);
    return true;
}

static bool do_time(void *session, Call *call) {
    const Dialogue *d = session;
    speech_clocks(&d->sitting, &call->reply);
    return true;
}

static bool do_result(void *session, Call *call) {
    const Dialogue *d = session;
    speech_result(&d->sitting, d->notation, &call->reply);
    return true;
}

static bool do_quit(void *session, Call *call) {
    Dialogue *d = session;
    d->quit = sitting_put_aside(&d->sitting, &call->err);
    return d->quit;
}

static bool do_help(void *session, Call *call);

enum { ANY = CALL_WORDS_MAX - 1 };

// clang-format off
static const Command commands[] = {
    {"help",   0, 1,   do_help,    "[COMMAND]",      "what can be typed"},
    {"undo",   0, 1,   do_undo,    "[N]",            "take back your last move, or the last N"},
    {"redo",   0, 0,   do_redo,    "",               "make it again"},
    {"hint",   0, 0,   do_hint,    "",               "ask for advice"},
    {"show",   0, 1,   do_show,    "[always|asked]", "show the board; or when to show it"},
    {"moves",  0, 0,   do_moves,   "",               "list the moves so far"},
    {"rules",  0, 0,   do_rules,   "",               "what is played, by whom, and how points are written"},
    {"time",   0, 0,   do_time,    "",               "the time that is left"},
    {"result", 0, 0,   do_result,  "",               "who won, or who is to move"},
    {"stay",   0, 0,   do_stay,    "",               "in an opening: keep your colour"},
    {"swap",   0, 0,   do_swap,    "",               "in an opening: take the other colour"},
    {"more",   0, 0,   do_more,    "",               "in an opening: place two more stones"},
    {"switch", 0, 0,   do_switch,  "",               "the players change sides"},
    {"resign", 0, 0,   do_resign,  "",               "give up this game"},
    {"new",    0, 0,   do_new,     "",               "begin another game"},
    {"save",   1, ANY, do_save,    "FILE",           "save the game; the ending (.sgf, .psq ...) says how"},
    {"save!",  1, ANY, do_replace, "FILE",           "the same, and replace a file that is there"},
    {"load",   1, ANY, do_load,    "FILE",           "go on with a game from a file"},
    {"resume", 0, 1,   do_resume,  "[N|list]",       "go on with the newest unfinished game, or the N-th of the list"},
    {"quit",   0, 0,   do_quit,    "",               "leave; an unfinished game is kept"},
    {0},
};
// clang-format on

static void add_help(const Command *c, Str *out) {
    Str words = {0};
    str_add(&words, "%s %s", c->name, c->usage);
    str_add(out, "  %-22s %s\n", str_text(&words), c->help);
    str_release(&words);
}

void dialogue_list(Str *out) {
    for (const Command *c = commands; c->name; c++)
        add_help(c, out);
}

static bool do_help(void *session, Call *call) {
    const Dialogue *d = session;
    if (call->argc > 1) {
        const Command *c = command_find(commands, call->argv[1]);
        if (!c)
            return error_set(&call->err, "there is no command '%.40s'", call->argv[1]);
        add_help(c, &call->reply);
        return true;
    }
    str_add(&call->reply, "Type a point (%s) to put a stone there, or a command:\n",
            notation_summary(d->notation));
    dialogue_list(&call->reply);
    return true;
}

// "h 8" is as good as "h8".
static void join_words(const Call *call, Str *out) {
    for (int i = 0; i < call->argc; i++)
        str_add_text(out, call->argv[i]);
}

// Something with a digit in it, and no longer than points are, was meant to be one.
static bool looks_like_point(const char *text) {
    enum { LONGEST = 5 };
    return strlen(text) <= LONGEST && strpbrk(text, "0123456789");
}

static void lower(char *word) {
    for (; *word; word++)
        *word = (char)tolower((unsigned char)*word);
}

static bool play(Dialogue *d, Call *call, Point p) {
    if (sitting_play(&d->sitting, p, &call->err))
        return true;
    Str name = {0};
    point_format(p, d->notation, d->sitting.game.board.size, &name);
    error_prefix(&call->err, str_text(&name));
    str_release(&name);
    return false;
}

// Points first: no command is spelt like one.
static bool run(Dialogue *d, Call *call) {
    Str typed = {0};
    join_words(call, &typed);
    Point p;
    Error not_a_point = {0};
    bool is_point =
        point_parse(str_text(&typed), d->notation, d->sitting.game.board.size, &p, &not_a_point);
    bool meant_point = looks_like_point(str_text(&typed));
    str_release(&typed);
    if (is_point)
        return play(d, call, p);
    lower(call->argv[0]);
    if (command_find(commands, call->argv[0]))
        return command_run(commands, d, call);
    if (meant_point)
        return error_set(&call->err, "%s", not_a_point.text);
    Call unknown = *call;
    command_run(commands, d, &unknown);
    return error_set(&call->err, "%s (help lists the commands)", unknown.err.text);
}

void dialogue_answer(Dialogue *d, char *line, Str *reply) {
    Call call = {0};
    call_split(&call, line);
    if (call.argc == 0)
        return;
    bool ok = run(d, &call);
    str_add_text(reply, str_text(&call.reply));
    if (!ok)
        str_add(reply, "%s\n", call.err.text);
    str_release(&call.reply);
}
