// The face's games: begun, gone on with, opened, looked at; and the dialogue's commands about them.
#include "base/mem.h"
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"
#include "tui/session/review_commands.h"

#include <string.h>

// Two lines can be said below the board.
static bool is_short(const char *reply) {
    enum { LINES = 2 };
    int lines = 0;
    for (; (reply = strchr(reply, '\n')); reply++)
        lines++;
    return lines <= LINES;
}

void ui_run_command(Ui *f, const char *line) {
    ui_stop_thinking(f);
    f->hint = POINT_NONE;
    char *copy = mem_copy_text(line);
    Str reply = {0};
    interpreter_run_line(&f->interpreter, copy, &reply);
    f->quit |= f->interpreter.quit;
    f->interpreter.show_now = false;
    if (is_short(str_text(&reply)))
        ui_show_message(f, "%s", str_text(&reply));
    else
        ui_show_text(f, str_text(&reply));
    mem_free(copy);
    str_release(&reply);
}

void ui_hand_over(Ui *f) {
    const TerminalSession *s = &f->interpreter.session;
    f->board_hidden = terminal_session_in_mist(s) && terminal_session_count_people(s) == 2;
    if (f->board_hidden)
        f->view = VIEW_HANDOVER;
}

void ui_return_to_game(Ui *f) {
    f->view = f->board_hidden ? VIEW_HANDOVER : VIEW_GAME;
}

// Another game is on the board.
static void enter_game(Ui *f) {
    f->playing = true;
    f->view = VIEW_GAME;
    f->hint = POINT_NONE;
    f->moves_scrolled = 0;
    f->cursor = point_centre(f->interpreter.session.game.board.size);
    ui_hand_over(f);
}

// Where there is something to choose a menu asks, or the computer chooses.
static void say_opening(Ui *f) {
    const OpeningStep *step = opening_step(&f->interpreter.session.game.opening);
    Str text = {0};
    if (step && !step->choices)
        message_add_opening(&f->interpreter.session, &text);
    ui_show_message(f, "%s", str_text(&text));
    str_release(&text);
}

void ui_start_game(Ui *f) {
    Error err = {0};
    ui_stop_thinking(f);
    game_cursor_close(&f->interpreter.walk);
    if (!settings_start_game(&f->settings, &f->interpreter.session, &err)) {
        ui_show_message(f, "%s", err.text);
        return;
    }
    say_opening(f);
    ui_save_settings(f);
    enter_game(f);
}

void ui_place_stone(Ui *f, Point p) {
    TerminalSession *s = &f->interpreter.session;
    if (!terminal_session_is_over(s) && !terminal_session_is_person(s, game_seat(&s->game))) {
        ui_show_message(f, "%s is thinking", stone_name(s->game.board.turn));
        return;
    }
    ui_stop_thinking(f);
    f->hint = POINT_NONE;
    f->moves_scrolled = 0;
    Error err = {0};
    if (terminal_session_play(s, p, &err)) {
        say_opening(f);
        ui_hand_over(f);
        return;
    }
    Str name = {0};
    message_add_point(p, f->interpreter.notation, s->game.board.size, &name);
    error_prefix(&err, str_text(&name));
    ui_show_message(f, "%s", err.text);
    str_release(&name);
}

void ui_resume_game(Ui *f, int number) {
    Error err = {0};
    ui_stop_thinking(f);
    game_cursor_close(&f->interpreter.walk);
    if (terminal_session_resume(&f->interpreter.session, number, &err)) {
        ui_show_message(f, "The game goes on where it was.");
        enter_game(f);
    } else {
        ui_open_main_menu(f);
        ui_show_message(f, "%s", err.text);
    }
}

void ui_rematch(Ui *f) {
    ui_run_command(f, "rematch");
    enter_game(f);
}

void ui_start_review(Ui *f) {
    Interpreter *d = &f->interpreter;
    Error err = {0};
    ui_stop_thinking(f);
    if (terminal_session_in_mist(&d->session))
        ui_show_message(f, "The mist lifts when the game is over.");
    else if (!review_command_start(d, &err))
        ui_show_message(f, "%s", err.text);
    else if (f->message.len == 0)
        ui_show_message(f, "Left and right walk through the game, Enter plays on from a place.");
}

// A game that somebody opens is first looked at.
void ui_load_game(Ui *f, const char *path) {
    Error err = {0};
    Str notes = {0};
    ui_stop_thinking(f);
    if (terminal_session_load(&f->interpreter.session, path, &notes, &err)) {
        game_cursor_close(&f->interpreter.walk);
        enter_game(f);
        ui_show_message(f, "%s", str_text(&notes));
        ui_start_review(f);
    } else {
        ui_show_message(f, "%s", err.text);
    }
    str_release(&notes);
}

void ui_open_game_list(Ui *f) {
    game_list_load(&f->games, &f->interpreter.session);
    f->view = VIEW_GAME_LIST;
    str_clear(&f->message);
}

void ui_open_selected_game(Ui *f) {
    if (f->games.count == 0)
        return;
    const ListedGame *game = &f->games.games[f->games.selected];
    if (game->waiting > 0)
        ui_resume_game(f, game->waiting);
    else
        ui_load_game(f, game->path);
}

void ui_save_game(Ui *f, const char *word) {
    Str line = {0};
    str_add(&line, "%s %s", word, str_text(&f->path));
    ui_run_command(f, str_text(&line));
    str_release(&line);
}
