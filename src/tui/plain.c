#include "tui/plain.h"

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/typing.h"
#include "base/utf8.h"
#include "record/picture.h"
#include "tui/dialogue.h"
#include "tui/speech.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { LINE_LIMIT = 1000 };

typedef struct {
    Dialogue dialogue;
    bool echo, says_thinking;
    bool said_unkept; // that the game is not being kept, once
    Typing typing;
    FILE *out;
    Str line, text; // what is read, what is about to be written
    int read_error; // an errno; 0: none
} Plain;

PlainOptions plain_defaults(void) {
    return (PlainOptions){
        .sitting = {.game = {.rules = &rules_freestyle, .opening = &opening_none, .size = 15},
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
    WaitingGames waiting = sitting_waiting(&p->dialogue.sitting);
    if (waiting.count == 1)
        str_add_text(&p->text, "An unfinished game is waiting: resume goes on with it.\n");
    else if (waiting.count > 1)
        str_add(&p->text,
                "%d unfinished games are waiting: resume goes on with the newest, resume list "
                "shows them.\n",
                waiting.count);
    waiting_games_release(&waiting);
}

static void welcome(Plain *p, bool offers_resume) {
    Dialogue *d = &p->dialogue;
    const Sitting *s = &d->sitting;
    str_add_text(&p->text, "Pentad: five in a row.\n");
    speech_rules(s, &p->text);
    speech_players(s, &p->text);
    if (sitting_count_persons(s) == 0)
        return;
    str_add_text(&p->text, "Type a point such as ");
    point_format(point_centre(s->game.board.size), d->notation, s->game.board.size, &p->text);
    str_add_text(&p->text, " to put a stone there; help lists the commands.\n");
    if (offers_resume)
        offer_waiting(p);
}

static void show_board(Plain *p) {
    const Dialogue *d = &p->dialogue;
    const Game *g = dialogue_game(d);
    str_add_char(&p->text, '\n');
    if (sitting_is_misty(&d->sitting))
        speech_mist(&d->sitting, d->notation, &p->text);
    else
        picture_format(&g->board, d->notation, game_last_stone(g), &p->text);
}

static void show(Plain *p) {
    Dialogue *d = &p->dialogue;
    const Sitting *s = &d->sitting;
    bool news = d->sitting.changed;
    // Two people in the mist ask for what they may see when the other one looks away.
    bool is_private = sitting_is_misty(s) && sitting_count_persons(s) == 2;
    if ((news && d->show_always && !is_private) || d->show_now)
        show_board(p);
    if (news && sitting_is_over(&d->sitting)) {
        speech_result(&d->sitting, d->notation, &p->text);
        str_add_text(&p->text, "You can type new, undo, save FILE or quit.\n");
    }
    if (news || d->show_now)
        speech_opening(&d->sitting, &p->text);
    d->sitting.changed = d->show_now = false;
}

// A computer that cannot go on leaves its seat to a person rather than the game unfinished.
static void take_over(Plain *p, Seat seat, const Error *why) {
    Error ignored;
    sitting_seat(&p->dialogue.sitting, seat, "human", &ignored);
    str_add(&p->text, "%s\nYou play that side from here.\n", why->text);
    speech_players(&p->dialogue.sitting, &p->text);
}

static void let_computer_move(Plain *p) {
    Sitting *s = &p->dialogue.sitting;
    Seat seat = game_seat(&s->game);
    Point move;
    Error err = {0};
    bool is_slow = s->participants[seat].player.kind->takes_time && !opening_step(&s->game.opening);
    if (p->says_thinking && is_slow) {
        speech_thinking(s, &p->text);
        flush(p);
    }
    if (!sitting_think(s, &move, &err)) {
        take_over(p, seat, &err);
        return;
    }
    if (move == POINT_NONE)
        return;
    speech_last_move(s, p->dialogue.notation, &p->text);
    if (move == POINT_STAY || move == POINT_SWAP)
        speech_players(s, &p->text);
}

static bool is_for_computer(const Dialogue *d) {
    const Sitting *s = &d->sitting;
    return !d->walk.record && !sitting_is_over(s) && !sitting_is_person(s, game_seat(&s->game));
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
    Dialogue *d = &p->dialogue;
    bool is_clean = clean(&p->line);
    if (p->echo)
        str_add(&p->text, "%s\n", str_text(&p->line));
    if (sitting_check_time(&d->sitting))
        str_add_text(&p->text, "Too late.\n");
    else if (result == LINE_TOO_LONG)
        str_add(&p->text, "a line has at most %d characters; that one was left out\n", LINE_LIMIT);
    else if (!is_clean)
        str_add_text(&p->text, "there were control characters in that line; it was left out\n");
    else if (p->line.len > 0)
        dialogue_answer(d, p->line.data, &p->text);
}

// Asks, reads and answers. False at the end of the input, and when reading or writing fails.
static bool ask(Plain *p) {
    if (p->dialogue.walk.record)
        str_add(&p->text, "Looking at move %d > ", p->dialogue.walk.game.count);
    else
        speech_prompt(&p->dialogue.sitting, &p->text);
    flush(p);
    if (ferror(p->out))
        return false;
    LineResult result = typing_read(&p->typing, LINE_LIMIT, &p->line);
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
    const Error *why = &p->dialogue.sitting.keep_error;
    if (p->said_unkept || !why->text[0])
        return;
    str_add(&p->text, "This game would be lost with the program; save it yourself: %s\n",
            why->text);
    p->said_unkept = true;
}

static void converse(Plain *p) {
    Dialogue *d = &p->dialogue;
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
    Sitting *s = &p->dialogue.sitting;
    if (interrupt_signal())
        str_add_text(&p->text, "Interrupted.\n");
    bool ok = sitting_put_aside(s, err);
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
static int begin(Plain *p, const PlainOptions *options, Str *notes, Error *err) {
    SittingOptions sitting = options->sitting;
    sitting.interrupted = ends_thinking;
    if (!sitting_init(&p->dialogue.sitting, &sitting, err))
        return 2;
    return !options->path || sitting_load(&p->dialogue.sitting, options->path, notes, err) ? 0 : 1;
}

int plain_play(const PlainOptions *options, FILE *in, FILE *out, Error *err) {
    Plain p = {
        .dialogue = {.notation = options->notation, .show_always = !options->show_when_asked},
        .echo = options->echo,
        .says_thinking = options->says_thinking,
        .typing = typing_from(in),
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
    dialogue_release(&p.dialogue);
    str_release(&notes);
    str_release(&p.line);
    str_release(&p.text);
    return status;
}
