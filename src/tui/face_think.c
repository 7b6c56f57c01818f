// The face's thinking: moves, hints and the analysis, all on other threads.
#include "tui/face.h"
#include "tui/speech.h"

static void ponder(void *job, bool (*interrupted)(void *context), void *context) {
    Pondering *p = job;
    p->thought.limits.interrupted = interrupted;
    p->thought.limits.context = context;
    p->ok = thought_think(&p->thought, &p->choice, &p->err);
}

static void muse(void *job, bool (*interrupted)(void *context), void *context) {
    Thought *t = job;
    player_ponder(t->player, &t->game, &(Limits){.interrupted = interrupted, .context = context});
}

void face_interrupt(Face *f) {
    background_stop(f->ponderer);
    background_stop(f->muser);
}

// ---- Results

static void take_hint(Face *f, const Pondering *p) {
    if (!p->ok) {
        face_say(f, "%s", p->err.text);
        return;
    }
    const Board *b = &f->dialogue.sitting.game.board;
    Str text = {0};
    speech_point(p->choice, f->dialogue.notation, b->size, &text);
    face_say(f, "Hint: %s", str_text(&text));
    str_release(&text);
    if (board_has(b, p->choice))
        f->hint = f->cursor = p->choice;
}

// A computer that cannot go on leaves its seat to a person rather than the game unfinished.
static void take_over(Face *f, const Error *why) {
    Sitting *s = &f->dialogue.sitting;
    Error ignored;
    sitting_seat(s, game_seat(&s->game), "human", &ignored);
    face_say(f, "You play %s from here: %s", stone_name(s->game.board.turn), why->text);
}

static void take_move(Face *f, Pondering *p) {
    Sitting *s = &f->dialogue.sitting;
    Point move = POINT_NONE;
    if (!p->ok)
        error_prefix(&p->err, s->participants[game_seat(&s->game)].description);
    if (!p->ok || !sitting_answer(s, p->choice, &move, &p->err)) {
        take_over(f, &p->err);
        return;
    }
    f->hint = POINT_NONE;
    Str text = {0};
    if (move != POINT_NONE)
        speech_last_move(s, f->dialogue.notation, &text);
    face_say(f, "%s", str_text(&text));
    str_release(&text);
}

static void take_result(Face *f) {
    if (!background_take(f->ponderer))
        return;
    if (f->pondering.is_hint)
        take_hint(f, &f->pondering);
    else
        take_move(f, &f->pondering);
}

// ---- What is due

static bool is_for_computer(const Face *f) {
    const Sitting *s = &f->dialogue.sitting;
    return f->playing && !f->dialogue.walk.record && !sitting_is_over(s) &&
           !sitting_is_person(s, game_seat(&s->game));
}

// What it thought before somebody interrupted it is lost, so that costs it nothing.
static void begin_move(Face *f) {
    sitting_begin_turn(&f->dialogue.sitting);
    f->pondering = (Pondering){.thought = sitting_question(&f->dialogue.sitting)};
    background_start(f->ponderer, ponder, &f->pondering);
}

void face_begin_hint(Face *f) {
    Sitting *s = &f->dialogue.sitting;
    Error err = {0};
    if (!sitting_is_over(s) && !sitting_is_person(s, game_seat(&s->game))) {
        face_say(f, "%s is thinking", stone_name(s->game.board.turn));
        return;
    }
    face_interrupt(f);
    f->pondering = (Pondering){.is_hint = true};
    if (!sitting_question_hint(s, &f->pondering.thought, &err)) {
        face_say(f, "%s", err.text);
        return;
    }
    face_say(f, "Looking for a good move ...");
    background_start(f->ponderer, ponder, &f->pondering);
}

static void follow_turn(Face *f) {
    bool is_move = background_is_busy(f->ponderer) && !f->pondering.is_hint;
    bool is_due = is_for_computer(f);
    if (is_due)
        background_stop(f->muser); // the same player
    if (is_move && !is_due)
        face_interrupt(f);
    else if (is_due && !background_is_busy(f->ponderer))
        begin_move(f);
}

// Once for each turn: whatever changes the position interrupts it, and when it knows all it waits
// for that.
static void follow_person(Face *f) {
    bool may = f->ponders && f->playing && f->view == VIEW_GAME && !f->dialogue.walk.record;
    if (background_is_busy(f->muser)) {
        if (!may)
            background_stop(f->muser);
    } else if (may && sitting_question_meanwhile(&f->dialogue.sitting, &f->musing)) {
        background_start(f->muser, muse, &f->musing);
    }
}

static void watch_clock(Face *f) {
    Sitting *s = &f->dialogue.sitting;
    bool acts = sitting_is_person(s, game_seat(&s->game)) ? !f->covered : is_for_computer(f);
    bool runs = f->playing && !sitting_is_over(s) && acts;
    if (!runs || sitting_time_left(s, game_seat(&s->game)) > 0)
        return;
    face_interrupt(f);
    if (sitting_check_time(s))
        face_say(f, "The time is up.");
}

static void follow_game(Face *f) {
    bool wanted = (f->analysing || f->graph) && f->playing && f->view == VIEW_GAME &&
                  !sitting_is_misty(&f->dialogue.sitting);
    if (wanted)
        insight_follow(f->insight, dialogue_game(&f->dialogue),
                       (InsightWish){.lines = f->analysing, .chances = f->graph});
    else
        insight_rest(f->insight);
}

void face_think(Face *f) {
    take_result(f);
    watch_clock(f);
    follow_turn(f);
    follow_person(f);
    follow_game(f);
}

int face_patience_ms(const Face *f) {
    enum { LIVELY_MS = 100, CLOCK_MS = 250 };
    if (f->view != VIEW_GAME)
        return -1;
    if (f->analysing || f->graph || background_is_busy(f->ponderer))
        return LIVELY_MS;
    return speech_has_clock(&f->dialogue.sitting) ? CLOCK_MS : -1;
}
