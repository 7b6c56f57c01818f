#include "tui/line_mode.h"

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/tty_line.h"
#include "base/utf8.h"
#include "record/picture.h"
#include "tui/interpreter.h"
#include "tui/session/messages.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { LINE_LIMIT = 1000 };

typedef struct {
    Interpreter interpreter;
    bool echo, announce_thinking;
    bool warned_unsaved; // that the game cannot be autosaved
    TtyLineReader reader;
    FILE *out;
    Str line, text; // input line, output buffer
    int read_error; // errno; 0: none
} LineMode;

LineModeOptions line_mode_defaults(void) {
    return (LineModeOptions){
        .session = {.game = {.rules = &rules_freestyle, .opening = &opening_none, .size = 15},
                    .players = {"human", "greedy"}},
        .notation = NOTATION_POS,
    };
}

// Writes the buffer at once, so that no line appears in part.
static void flush(LineMode *mode) {
    fwrite(str_text(&mode->text), 1, mode->text.len, mode->out);
    fflush(mode->out);
    str_clear(&mode->text);
}

static void offer_unfinished(LineMode *mode) {
    SavedGameList unfinished = terminal_session_list_unfinished(&mode->interpreter.session);
    if (unfinished.count == 1)
        str_add_text(&mode->text, "An unfinished game is waiting: resume goes on with it.\n");
    else if (unfinished.count > 1)
        str_add(&mode->text,
                "%d unfinished games are waiting: resume goes on with the newest, resume list "
                "shows them.\n",
                unfinished.count);
    saved_games_release(&unfinished);
}

static void welcome(LineMode *mode, bool offer_resume) {
    Interpreter *interpreter = &mode->interpreter;
    const TerminalSession *s = &interpreter->session;
    str_add_text(&mode->text, "Pentad: five in a row.\n");
    message_add_rules(s, &mode->text);
    message_add_players(s, &mode->text);
    if (terminal_session_count_people(s) == 0)
        return;
    str_add_text(&mode->text, "Type a point such as ");
    point_format(point_center(s->game.board.size), interpreter->notation, s->game.board.size,
                 &mode->text);
    str_add_text(&mode->text, " to put a stone there; help lists the commands.\n");
    if (offer_resume)
        offer_unfinished(mode);
}

static void show_board(LineMode *mode) {
    const Interpreter *interpreter = &mode->interpreter;
    const Game *g = interpreter_game(interpreter);
    str_add_char(&mode->text, '\n');
    if (terminal_session_in_mist(&interpreter->session))
        message_add_mist(&interpreter->session, interpreter->notation, &mode->text);
    else
        picture_format(&g->board, interpreter->notation, game_last_stone(g), &mode->text);
}

static void show_changes(LineMode *mode) {
    Interpreter *interpreter = &mode->interpreter;
    const TerminalSession *s = &interpreter->session;
    bool changed = interpreter->session.changed;
    // Two people in the mist must type `show`, when the other one is not looking.
    bool is_shared_mist = terminal_session_in_mist(s) && terminal_session_count_people(s) == 2;
    if ((changed && interpreter->show_always && !is_shared_mist) || interpreter->show_now)
        show_board(mode);
    if (changed && terminal_session_is_over(&interpreter->session)) {
        message_add_result(&interpreter->session, interpreter->notation, &mode->text);
        str_add_text(&mode->text, "You can type new, undo, save FILE or quit.\n");
    }
    if (changed || interpreter->show_now)
        message_add_opening(&interpreter->session, &mode->text);
    interpreter->session.changed = interpreter->show_now = false;
}

// If the computer player fails, a person takes its seat, so that the game can continue.
static void seat_person(LineMode *mode, Seat seat, const Error *why) {
    Error ignored;
    terminal_session_set_player(&mode->interpreter.session, seat, "human", &ignored);
    str_add(&mode->text, "%s\nYou play that side from here.\n", why->text);
    message_add_players(&mode->interpreter.session, &mode->text);
}

static void let_computer_move(LineMode *mode) {
    TerminalSession *s = &mode->interpreter.session;
    Seat seat = game_seat(&s->game);
    Point move;
    Error err = {0};
    bool is_slow = s->seats[seat].player.kind->takes_time && !opening_step(&s->game.opening);
    if (mode->announce_thinking && is_slow) {
        message_add_thinking(s, &mode->text);
        flush(mode);
    }
    if (!terminal_session_computer_move(s, &move, &err)) {
        seat_person(mode, seat, &err);
        return;
    }
    if (move == POINT_NONE)
        return;
    message_add_last_move(s, mode->interpreter.notation, &mode->text);
    if (move == POINT_STAY || move == POINT_SWAP)
        message_add_players(s, &mode->text);
}

static bool is_computers_turn(const Interpreter *interpreter) {
    const TerminalSession *s = &interpreter->session;
    return !interpreter->review.record && !terminal_session_is_over(s) &&
           !terminal_session_is_person(s, game_seat(&s->game));
}

// Turns white space into blanks and control characters into question marks. False if there was a
// control character.
static bool sanitize(Str *line) {
    if (line->len == 0)
        return true;
    for (char *c = line->data; c < line->data + line->len; c++)
        if (isspace((unsigned char)*c))
            *c = ' ';
    char *before = mem_copy_text(line->data);
    utf8_make_printable(line->data);
    bool was_clean = strlen(before) == line->len && !strcmp(before, line->data);
    mem_free(before);
    return was_clean;
}

static void run_line(LineMode *mode, LineResult result) {
    Interpreter *interpreter = &mode->interpreter;
    bool is_clean = sanitize(&mode->line);
    if (mode->echo)
        str_add(&mode->text, "%s\n", str_text(&mode->line));
    if (terminal_session_check_time(&interpreter->session))
        str_add_text(&mode->text, "Too late.\n");
    else if (result == LINE_TOO_LONG)
        str_add(&mode->text, "a line has at most %d characters; that one was left out\n",
                LINE_LIMIT);
    else if (!is_clean)
        str_add_text(&mode->text, "there were control characters in that line; it was left out\n");
    else if (mode->line.len > 0)
        interpreter_run_line(interpreter, mode->line.data, &mode->text);
}

// Prompts, reads a line and runs it. False at the end of the input and on an I/O error.
static bool read_command(LineMode *mode) {
    if (mode->interpreter.review.record)
        str_add(&mode->text, "Looking at move %d > ", mode->interpreter.review.game.count);
    else
        message_add_prompt(&mode->interpreter.session, &mode->text);
    flush(mode);
    if (ferror(mode->out))
        return false;
    LineResult result = tty_line_read(&mode->reader, LINE_LIMIT, &mode->line);
    if (result == LINE_FAILED)
        mode->read_error = errno;
    if (result == LINE_FAILED || result == LINE_END) {
        str_add_char(&mode->text, '\n');
        return false;
    }
    run_line(mode, result);
    return true;
}

// Warns once if autosave fails.
static void warn_unsaved(LineMode *mode) {
    const Error *why = &mode->interpreter.session.autosave_error;
    if (mode->warned_unsaved || !why->text[0])
        return;
    str_add(&mode->text, "This game cannot be autosaved; save it yourself: %s\n", why->text);
    mode->warned_unsaved = true;
}

static void run_loop(LineMode *mode) {
    Interpreter *interpreter = &mode->interpreter;
    bool running = true;
    while (running && !interpreter->quit && !interrupt_signal() && !ferror(mode->out)) {
        warn_unsaved(mode);
        if (is_computers_turn(interpreter)) {
            let_computer_move(mode);
            flush(mode);
            continue;
        }
        show_changes(mode);
        running = read_command(mode);
    }
}

// Suspends the game and tells where it is stored.
static bool leave(LineMode *mode, Error *err) {
    TerminalSession *s = &mode->interpreter.session;
    if (interrupt_signal())
        str_add_text(&mode->text, "Interrupted.\n");
    bool ok = terminal_session_suspend(s, err);
    if (ok && s->autosave.path)
        str_add(&mode->text,
                "The unfinished game is kept in %s; resume goes on with it next time.\n",
                s->autosave.path);
    flush(mode);
    return ok;
}

static bool check_streams(const LineMode *mode, Error *err) {
    if (mode->read_error)
        return error_set(err, "cannot read the input: %s", strerror(mode->read_error));
    return !ferror(mode->out) || error_set(err, "cannot write the output");
}

static int finish(LineMode *mode, Error *err) {
    bool saved = leave(mode, err);
    if (interrupt_signal())
        return 128 + interrupt_signal();
    return saved && check_streams(mode, err) ? 0 : 1;
}

// Returns an exit status; 0 on success.
static int open_session(LineMode *mode, const LineModeOptions *options, Str *notes, Error *err) {
    TerminalSessionOptions session = options->session;
    session.stop = interrupt_stop;
    if (!terminal_session_init(&mode->interpreter.session, &session, err))
        return 2;
    return !options->path ||
                   terminal_session_load(&mode->interpreter.session, options->path, notes, err)
               ? 0
               : 1;
}

int line_mode_play(const LineModeOptions *options, FILE *in, FILE *out, Error *err) {
    LineMode mode = {
        .interpreter = {.notation = options->notation, .show_always = !options->show_on_request},
        .echo = options->echo,
        .announce_thinking = options->announce_thinking,
        .reader = tty_line_from(in),
        .out = out,
    };
    Str notes = {0};
    int status = open_session(&mode, options, &notes, err);
    if (status == 0) {
        Interrupts held;
        interrupt_catch(&held);
        str_add_text(&mode.text, str_text(&notes));
        welcome(&mode, !options->path);
        run_loop(&mode);
        status = finish(&mode, err);
        interrupt_restore(&held);
    }
    interpreter_release(&mode.interpreter);
    str_release(&notes);
    str_release(&mode.line);
    str_release(&mode.text);
    return status;
}
