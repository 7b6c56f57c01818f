#include "base/interrupt.h"
#include "base/line_reader.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "record/picture.h"
#include "tui/actions.h"
#include "tui/play.h"
#include "tui/session/messages.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { LINE_LIMIT = 1000 };

typedef struct {
    TerminalSession session;
    bool echo, announce_thinking;
    LineReader reader;
    FILE *out;
    Str line, text; // input line, output buffer
    int read_error; // errno; 0: none
} LineMode;

// Writes the buffer at once, so that no line appears in part.
static void flush(LineMode *mode) {
    fwrite(str_text(&mode->text), 1, mode->text.len, mode->out);
    fflush(mode->out);
    str_clear(&mode->text);
}

static void offer_saved_games(LineMode *mode) {
    GameList saved = terminal_session_list_saved(&mode->session);
    if (saved.count == 1)
        str_add_text(&mode->text, "You have an unfinished game: resume continues it.\n");
    else if (saved.count > 1)
        str_add(
            &mode->text,
            "You have %d unfinished games: resume continues the newest, resume list shows them.\n",
            saved.count);
    game_list_clear(&saved);
}

static void welcome(LineMode *mode, bool offer_resume) {
    const TerminalSession *s = &mode->session;
    str_add_text(&mode->text, "Pentad: five in a row.\n");
    message_add_rules(s, &mode->text);
    message_add_players(s, &mode->text);
    if (terminal_session_count_people(s) == 0)
        return;
    str_add_text(&mode->text, "Type a point such as ");
    message_add_point(s, point_center(s->play.game.board.size), &mode->text);
    str_add_text(&mode->text, " to place a stone there; help lists the commands.\n");
    if (offer_resume)
        offer_saved_games(mode);
}

static void show_board(LineMode *mode) {
    const TerminalSession *s = &mode->session;
    const Game *g = terminal_session_shown_game(s);
    str_add_char(&mode->text, '\n');
    if (terminal_session_in_mist(s))
        message_add_mist(s, &mode->text);
    else if (s->review.record && s->mist_side != EMPTY)
        message_add_known_board(s, &mode->text);
    else
        picture_format(&g->board, s->notation, game_last_stone(g), &mode->text);
}

static void show_changes(LineMode *mode) {
    TerminalSession *s = &mode->session;
    // Two people in the mist must type `show`, when the other one is not looking.
    bool is_shared_mist = terminal_session_in_mist(s) && terminal_session_count_people(s) == 2;
    if ((s->changed && s->show_always && !is_shared_mist) || s->show_now)
        show_board(mode);
    if (s->changed && terminal_session_is_over(s)) {
        message_add_result(s, &mode->text);
        str_add(&mode->text, "You can type new, %s, save FILE or quit.\n",
                s->play.mist ? "known" : "undo, review");
    }
    if (s->changed || s->show_now)
        message_add_opening(s, &mode->text);
    s->changed = s->show_now = false;
}

static void let_computer_move(LineMode *mode) {
    TerminalSession *s = &mode->session;
    Point move;
    Error err = {0};
    bool is_slow = s->seats[game_seat(&s->play.game)].player.kind->takes_time &&
                   !opening_step(&s->play.game.opening);
    if (mode->announce_thinking && is_slow) {
        str_add(&mode->text, "%s is thinking ...\n", stone_name(s->play.game.board.turn));
        flush(mode);
    }
    if (!terminal_session_computer_move(s, &move, &err)) {
        terminal_session_replace_computer(s);
        str_add(&mode->text, "%s\nYou play that side from here.\n", err.text);
        message_add_players(s, &mode->text);
        return;
    }
    if (move == POINT_NONE)
        return;
    message_add_last_move(s, &mode->text);
    if (move == POINT_STAY || move == POINT_SWAP)
        message_add_players(s, &mode->text);
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
    bool is_clean = sanitize(&mode->line);
    if (mode->echo)
        str_add(&mode->text, "%s\n", str_text(&mode->line));
    if (terminal_session_check_time(&mode->session))
        str_add_text(&mode->text, "Too late.\n");
    else if (result == LINE_TOO_LONG)
        str_add(&mode->text, "a line has at most %d characters; that one was ignored\n",
                LINE_LIMIT);
    else if (!is_clean)
        str_add_text(&mode->text, "there were control characters in that line; it was ignored\n");
    else if (mode->line.len > 0)
        action_run_line(&mode->session, mode->line.data, &mode->text);
}

// Prompts, reads a line and runs it. False at the end of the input and on an I/O error.
static bool read_command(LineMode *mode) {
    if (mode->session.review.record)
        str_add(&mode->text, "Reviewing move %d > ", mode->session.review.game.count);
    else
        message_add_prompt(&mode->session, &mode->text);
    flush(mode);
    if (ferror(mode->out))
        return false;
    LineResult result = line_read(&mode->reader, LINE_LIMIT, &mode->line);
    if (result == LINE_FAILED)
        mode->read_error = errno;
    if (result == LINE_FAILED || result == LINE_END) {
        str_add_char(&mode->text, '\n');
        return false;
    }
    run_line(mode, result);
    return true;
}

static void run_loop(LineMode *mode) {
    TerminalSession *s = &mode->session;
    bool running = true;
    while (running && !s->quit && !interrupt_signal() && !ferror(mode->out)) {
        message_add_warning(s, &mode->text);
        if (terminal_session_is_computers_turn(s)) {
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
    TerminalSession *s = &mode->session;
    if (interrupt_signal())
        str_add_text(&mode->text, "Interrupted.\n");
    bool ok = terminal_session_suspend(s, err);
    if (ok && s->saved_game.path)
        str_add(&mode->text,
                "The unfinished game was saved to %s; resume continues it next time.\n",
                s->saved_game.path);
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
static int open_session(LineMode *mode, const PlayOptions *options, Str *notes, Error *err) {
    TerminalSessionOptions session = options->session;
    session.stop = interrupt_stop;
    if (!terminal_session_init(&mode->session, &session, err))
        return 2;
    mode->session.show_always = !options->show_on_request;
    bool ok = !options->path || terminal_session_load(&mode->session, options->path, notes, err);
    return ok ? 0 : 1;
}

int line_mode_play(const PlayOptions *options, FILE *in, FILE *out, Error *err) {
    LineMode mode = {
        .echo = options->echo,
        .announce_thinking = options->announce_thinking,
        .reader = line_reader_from(in),
        .out = out,
    };
    ScopedStr notes = {0};
    int status = open_session(&mode, options, &notes, err);
    if (status == 0) {
        Interrupts *held = interrupt_catch();
        str_add_text(&mode.text, str_text(&notes));
        welcome(&mode, !options->path);
        run_loop(&mode);
        status = finish(&mode, err);
        interrupt_restore(held);
    }
    terminal_session_release(&mode.session);
    line_reader_release(&mode.reader);
    str_release(&mode.line);
    str_release(&mode.text);
    return status;
}
