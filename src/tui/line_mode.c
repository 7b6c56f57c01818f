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
    bool warned_unsaved; // that the game is not being kept, once
    TtyLineReader typing;
    FILE *out;
    Str line, text; // what is read, what is about to be written
    int read_error; // an errno; 0: none
} Plain;

LineModeOptions line_mode_defaults(void) {
    return (LineModeOptions){
        .session = {.game = {.rules = &rules_freestyle, .opening = &opening_none, .size = 15},
                    .players = {"human", "greedy"}},
        .notation = NOTATION_POS,
    };
}

// Everything is written at once, so that a line is never half there.
static void flush(Plain *p) {
    fwrite(str_text(&p->text), 1, p->text.len, p->out);
    fflush(p->out);
    str_clear(&p->text);
}

static void offer_waiting(Plain *p) {
    SavedGameList waiting = terminal_session_list_unfinished(&p->interpreter.session);
    if (waiting.count == 1)
        str_add_text(&p->text, "An unfinished game is waiting: resume goes on with it.\n");
    else if (waiting.count > 1)
        str_add(&p->text,
                "%d unfinished games are waiting: resume goes on with the newest, resume list "
                "shows them.\n",
                waiting.count);
    saved_games_release(&waiting);
}

static void welcome(Plain *p, bool offers_resume) {
    Interpreter *d = &p->interpreter;
    const TerminalSession *s = &d->session;
    str_add_text(&p->text, "Pentad: five in a row.\n");
    message_add_rules(s, &p->text);
    message_add_players(s, &p->text);
    if (terminal_session_count_people(s) == 0)
        return;
    str_add_text(&p->text, "Type a point such as ");
    point_format(point_centre(s->game.board.size), d->notation, s->game.board.size, &p->text);
    str_add_text(&p->text, " to put a stone there; help lists the commands.\n");
    if (offers_resume)
        offer_waiting(p);
}

static void show_board(Plain *p) {
    const Interpreter *d = &p->interpreter;
    const Game *g = interpreter_game(d);
    str_add_char(&p->text, '\n');
    if (terminal_session_in_mist(&d->session))
        message_add_mist(&d->session, d->notation, &p->text);
    else
        picture_format(&g->board, d->notation, game_last_stone(g), &p->text);
}

static void show(Plain *p) {
    Interpreter *d = &p->interpreter;
    const TerminalSession *s = &d->session;
    bool news = d->session.changed;
    // Two people in the mist ask for what they may see when the other one looks away.
    bool is_private = terminal_session_in_mist(s) && terminal_session_count_people(s) == 2;
    if ((news && d->show_always && !is_private) || d->show_now)
        show_board(p);
    if (news && terminal_session_is_over(&d->session)) {
        message_add_result(&d->session, d->notation, &p->text);
        str_add_text(&p->text, "You can type new, undo, save FILE or quit.\n");
    }
    if (news || d->show_now)
        message_add_opening(&d->session, &p->text);
    d->session.changed = d->show_now = false;
}

// A computer that cannot go on leaves its seat to a person rather than the game unfinished.
static void take_over(Plain *p, Seat seat, const Error *why) {
    Error ignored;
    terminal_session_set_player(&p->interpreter.session, seat, "human", &ignored);
    str_add(&p->text, "%s\nYou play that side from here.\n", why->text);
    message_add_players(&p->interpreter.session, &p->text);
}

static void let_computer_move(Plain *p) {
    TerminalSession *s = &p->interpreter.session;
    Seat seat = game_seat(&s->game);
    Point move;
    Error err = {0};
    bool is_slow = s->seats[seat].player.kind->takes_time && !opening_step(&s->game.opening);
    if (p->announce_thinking && is_slow) {
        message_add_thinking(s, &p->text);
        flush(p);
    }
    if (!terminal_session_computer_move(s, &move, &err)) {
        take_over(p, seat, &err);
        return;
    }
    if (move == POINT_NONE)
        return;
    message_add_last_move(s, p->interpreter.notation, &p->text);
    if (move == POINT_STAY || move == POINT_SWAP)
        message_add_players(s, &p->text);
}

static bool is_for_computer(const Interpreter *d) {
    const TerminalSession *s = &d->session;
    return !d->walk.record && !terminal_session_is_over(s) &&
           !terminal_session_is_person(s, game_seat(&s->game));
}

// White space as blanks, and no byte that could act on a terminal. False if there was one.
static bool clean(Str *line) {
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

static void answer(Plain *p, LineResult result) {
    Interpreter *d = &p->interpreter;
    bool is_clean = clean(&p->line);
    if (p->echo)
        str_add(&p->text, "%s\n", str_text(&p->line));
    if (terminal_session_check_time(&d->session))
        str_add_text(&p->text, "Too late.\n");
    else if (result == LINE_TOO_LONG)
        str_add(&p->text, "a line has at most %d characters; that one was left out\n", LINE_LIMIT);
    else if (!is_clean)
        str_add_text(&p->text, "there were control characters in that line; it was left out\n");
    else if (p->line.len > 0)
        interpreter_run_line(d, p->line.data, &p->text);
}

// Asks, reads and answers. False at the end of the input, and when reading or writing fails.
static bool ask(Plain *p) {
    if (p->interpreter.walk.record)
        str_add(&p->text, "Looking at move %d > ", p->interpreter.walk.game.count);
    else
        message_add_prompt(&p->interpreter.session, &p->text);
    flush(p);
    if (ferror(p->out))
        return false;
    LineResult result = tty_line_read(&p->typing, LINE_LIMIT, &p->line);
    if (result == LINE_FAILED)
        p->read_error = errno;
    if (result == LINE_FAILED || result == LINE_END) {
        str_add_char(&p->text, '\n');
        return false;
    }
    answer(p, result);
    return true;
}

// A person should know before it matters.
static void say_unkept(Plain *p) {
    const Error *why = &p->interpreter.session.autosave_error;
    if (p->warned_unsaved || !why->text[0])
        return;
    str_add(&p->text, "This game would be lost with the program; save it yourself: %s\n",
            why->text);
    p->warned_unsaved = true;
}

static void converse(Plain *p) {
    Interpreter *d = &p->interpreter;
    bool goes_on = true;
    while (goes_on && !d->quit && !interrupt_signal() && !ferror(p->out)) {
        say_unkept(p);
        if (is_for_computer(d)) {
            let_computer_move(p);
            flush(p);
            continue;
        }
        show(p);
        goes_on = ask(p);
    }
}

// Says where the game is, if it is to be gone on with.
static bool leave(Plain *p, Error *err) {
    TerminalSession *s = &p->interpreter.session;
    if (interrupt_signal())
        str_add_text(&p->text, "Interrupted.\n");
    bool ok = terminal_session_suspend(s, err);
    if (ok && s->kept.path)
        str_add(&p->text, "The unfinished game is kept in %s; resume goes on with it next time.\n",
                s->kept.path);
    flush(p);
    return ok;
}

static bool check_streams(const Plain *p, Error *err) {
    if (p->read_error)
        return error_set(err, "cannot read the input: %s", strerror(p->read_error));
    return !ferror(p->out) || error_set(err, "cannot write the output");
}

static int finish(Plain *p, Error *err) {
    bool kept = leave(p, err);
    if (interrupt_signal())
        return 128 + interrupt_signal();
    return kept && check_streams(p, err) ? 0 : 1;
}

static bool ends_thinking(void *context) {
    (void)context;
    return interrupt_signal() != 0;
}

// The exit status of what went wrong; 0 if nothing did.
static int begin(Plain *p, const LineModeOptions *options, Str *notes, Error *err) {
    TerminalSessionOptions session = options->session;
    session.interrupted = ends_thinking;
    if (!terminal_session_init(&p->interpreter.session, &session, err))
        return 2;
    return !options->path ||
                   terminal_session_load(&p->interpreter.session, options->path, notes, err)
               ? 0
               : 1;
}

int line_mode_play(const LineModeOptions *options, FILE *in, FILE *out, Error *err) {
    Plain p = {
        .interpreter = {.notation = options->notation, .show_always = !options->show_on_request},
        .echo = options->echo,
        .announce_thinking = options->announce_thinking,
        .typing = tty_line_from(in),
        .out = out,
    };
    Str notes = {0};
    int status = begin(&p, options, &notes, err);
    if (status == 0) {
        Interrupts held;
        interrupt_catch(&held);
        str_add_text(&p.text, str_text(&notes));
        welcome(&p, !options->path);
        converse(&p);
        status = finish(&p, err);
        interrupt_restore(&held);
    }
    interpreter_release(&p.interpreter);
    str_release(&notes);
    str_release(&p.line);
    str_release(&p.text);
    return status;
}
