// The face's games: begun, gone on with, opened, looked at; and the dialogue's commands about them.
#include "base/mem.h"
#include "tui/face.h"
#include "tui/look.h"
#include "tui/speech.h"

#include <string.h>

// Two lines can be said below the board.
static bool is_short(const char *reply) {
    enum { LINES = 2 };
    int lines = 0;
    for (; (reply = strchr(reply, '\n')); reply++)
        lines++;
    return lines <= LINES;
}

void face_command(Face *f, const char *line) {
    face_interrupt(f);
    f->hint = POINT_NONE;
    char *copy = mem_copy_text(line);
    Str reply = {0};
    dialogue_answer(&f->dialogue, copy, &reply);
    f->quit |= f->dialogue.quit;
    f->dialogue.show_now = false;
    if (is_short(str_text(&reply)))
        face_say(f, "%s", str_text(&reply));
    else
        face_show_text(f, str_text(&reply));
    mem_free(copy);
    str_release(&reply);
}

void face_hand_over(Face *f) {
    const Sitting *s = &f->dialogue.sitting;
    f->covered = sitting_is_misty(s) && sitting_count_persons(s) == 2;
    if (f->covered)
        f->view = VIEW_CURTAIN;
}

void face_back_to_game(Face *f) {
    f->view = f->covered ? VIEW_CURTAIN : VIEW_GAME;
}

// Another game is on the board.
static void enter_game(Face *f) {
    f->playing = true;
    f->view = VIEW_GAME;
    f->hint = POINT_NONE;
    f->moves_back = 0;
    f->cursor = point_centre(f->dialogue.sitting.game.board.size);
    face_hand_over(f);
}

// Where there is something to choose a menu asks, or the computer chooses.
static void say_opening(Face *f) {
    const OpeningStep *step = opening_step(&f->dialogue.sitting.game.opening);
    Str text = {0};
    if (step && !step->choices)
        speech_opening(&f->dialogue.sitting, &text);
    face_say(f, "%s", str_text(&text));
    str_release(&text);
}

void face_start_game(Face *f) {
    Error err = {0};
    face_interrupt(f);
    walk_end(&f->dialogue.walk);
    if (!settings_begin(&f->settings, &f->dialogue.sitting, &err)) {
        face_say(f, "%s", err.text);
        return;
    }
    say_opening(f);
    face_remember(f);
    enter_game(f);
}

void face_place(Face *f, Point p) {
    Sitting *s = &f->dialogue.sitting;
    if (!sitting_is_over(s) && !sitting_is_person(s, game_seat(&s->game))) {
        face_say(f, "%s is thinking", stone_name(s->game.board.turn));
        return;
    }
    face_interrupt(f);
    f->hint = POINT_NONE;
    f->moves_back = 0;
    Error err = {0};
    if (sitting_play(s, p, &err)) {
        say_opening(f);
        face_hand_over(f);
        return;
    }
    Str name = {0};
    speech_point(p, f->dialogue.notation, s->game.board.size, &name);
    error_prefix(&err, str_text(&name));
    face_say(f, "%s", err.text);
    str_release(&name);
}

void face_resume(Face *f, int number) {
    Error err = {0};
    face_interrupt(f);
    walk_end(&f->dialogue.walk);
    if (sitting_resume(&f->dialogue.sitting, number, &err)) {
        face_say(f, "The game goes on where it was.");
        enter_game(f);
    } else {
        face_open_menu(f);
        face_say(f, "%s", err.text);
    }
}

void face_rematch(Face *f) {
    face_command(f, "rematch");
    enter_game(f);
}

void face_review(Face *f) {
    Dialogue *d = &f->dialogue;
    Error err = {0};
    face_interrupt(f);
    if (sitting_is_misty(&d->sitting))
        face_say(f, "The mist lifts when the game is over.");
    else if (!look_begin(d, &err))
        face_say(f, "%s", err.text);
    else if (f->message.len == 0)
        face_say(f, "Left and right walk through the game, Enter plays on from a place.");
}

// A game that somebody opens is first looked at.
void face_load(Face *f, const char *path) {
    Error err = {0};
    Str notes = {0};
    face_interrupt(f);
    if (sitting_load(&f->dialogue.sitting, path, &notes, &err)) {
        walk_end(&f->dialogue.walk);
        enter_game(f);
        face_say(f, "%s", str_text(&notes));
        face_review(f);
    } else {
        face_say(f, "%s", err.text);
    }
    str_release(&notes);
}

void face_open_games(Face *f) {
    game_list_fill(&f->games, &f->dialogue.sitting);
    f->view = VIEW_GAMES;
    str_clear(&f->message);
}

void face_take_game(Face *f) {
    if (f->games.count == 0)
        return;
    const ListedGame *game = &f->games.games[f->games.picked];
    if (game->waiting > 0)
        face_resume(f, game->waiting);
    else
        face_load(f, game->path);
}

void face_save(Face *f, const char *word) {
    Str line = {0};
    str_add(&line, "%s %s", word, str_text(&f->path));
    face_command(f, str_text(&line));
    str_release(&line);
}
