// Starts, resumes, opens, saves and reviews games; runs commands of the interpreter.
#include "base/mem.h"
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"
#include "tui/session/review_commands.h"

#include <string.h>

// Up to two lines fit below the board.
static bool is_short(const char *reply) {
    enum { LINES = 2 };
    int lines = 0;
    for (; (reply = strchr(reply, '\n')); reply++)
        lines++;
    return lines <= LINES;
}

void ui_run_command(Ui *ui, const char *line) {
    ui_stop_thinking(ui);
    ui->hint = POINT_NONE;
    char *copy = mem_copy_text(line);
    Str reply = {0};
    interpreter_run_line(&ui->interpreter, copy, &reply);
    ui->quit |= ui->interpreter.quit;
    ui->interpreter.show_now = false;
    if (is_short(str_text(&reply)))
        ui_show_message(ui, "%s", str_text(&reply));
    else
        ui_show_text(ui, str_text(&reply));
    mem_free(copy);
    str_release(&reply);
}

void ui_hand_over(Ui *ui) {
    const TerminalSession *s = &ui->interpreter.session;
    ui->board_hidden = terminal_session_in_mist(s) && terminal_session_count_people(s) == 2;
    if (ui->board_hidden)
        ui->view = VIEW_HANDOVER;
}

void ui_return_to_game(Ui *ui) {
    ui->view = ui->board_hidden ? VIEW_HANDOVER : VIEW_GAME;
}

// Resets the view for a different game.
static void enter_game(Ui *ui) {
    ui->playing = true;
    ui->view = VIEW_GAME;
    ui->hint = POINT_NONE;
    ui->moves_scrolled = 0;
    ui->cursor = point_center(ui->interpreter.session.game.board.size);
    ui_hand_over(ui);
}

// Only for placing stones: choices are made in a menu or by the computer.
static void show_opening_message(Ui *ui) {
    const OpeningStep *step = opening_step(&ui->interpreter.session.game.opening);
    Str text = {0};
    if (step && !step->choices)
        message_add_opening(&ui->interpreter.session, &text);
    ui_show_message(ui, "%s", str_text(&text));
    str_release(&text);
}

void ui_start_game(Ui *ui) {
    Error err = {0};
    ui_stop_thinking(ui);
    game_cursor_close(&ui->interpreter.review);
    if (!settings_start_game(&ui->settings, &ui->interpreter.session, &err)) {
        ui_show_message(ui, "%s", err.text);
        return;
    }
    show_opening_message(ui);
    ui_save_settings(ui);
    enter_game(ui);
}

void ui_place_stone(Ui *ui, Point p) {
    TerminalSession *s = &ui->interpreter.session;
    if (!terminal_session_is_over(s) && !terminal_session_is_person(s, game_seat(&s->game))) {
        ui_show_message(ui, "%s is thinking", stone_name(s->game.board.turn));
        return;
    }
    ui_stop_thinking(ui);
    ui->hint = POINT_NONE;
    ui->moves_scrolled = 0;
    Error err = {0};
    if (terminal_session_play(s, p, &err)) {
        show_opening_message(ui);
        ui_hand_over(ui);
        return;
    }
    Str name = {0};
    message_add_point(p, ui->interpreter.notation, s->game.board.size, &name);
    error_prefix(&err, str_text(&name));
    ui_show_message(ui, "%s", err.text);
    str_release(&name);
}

void ui_resume_game(Ui *ui, int number) {
    Error err = {0};
    ui_stop_thinking(ui);
    game_cursor_close(&ui->interpreter.review);
    if (terminal_session_resume(&ui->interpreter.session, number, &err)) {
        ui_show_message(ui, "The game goes on where it was.");
        enter_game(ui);
    } else {
        ui_open_main_menu(ui);
        ui_show_message(ui, "%s", err.text);
    }
}

void ui_rematch(Ui *ui) {
    ui_run_command(ui, "rematch");
    enter_game(ui);
}

void ui_start_review(Ui *ui) {
    Interpreter *d = &ui->interpreter;
    Error err = {0};
    ui_stop_thinking(ui);
    if (terminal_session_in_mist(&d->session))
        ui_show_message(ui, "The mist lifts when the game is over.");
    else if (!review_command_start(d, &err))
        ui_show_message(ui, "%s", err.text);
    else if (ui->message.len == 0)
        ui_show_message(ui, "Left and right step through the game, Enter continues from there.");
}

// A file opens as a review.
void ui_load_game(Ui *ui, const char *path) {
    Error err = {0};
    Str notes = {0};
    ui_stop_thinking(ui);
    if (terminal_session_load(&ui->interpreter.session, path, &notes, &err)) {
        game_cursor_close(&ui->interpreter.review);
        enter_game(ui);
        ui_show_message(ui, "%s", str_text(&notes));
        ui_start_review(ui);
    } else {
        ui_show_message(ui, "%s", err.text);
    }
    str_release(&notes);
}

void ui_open_game_list(Ui *ui) {
    game_list_load(&ui->games, &ui->interpreter.session);
    ui->view = VIEW_GAME_LIST;
    str_clear(&ui->message);
}

void ui_open_selected_game(Ui *ui) {
    if (ui->games.count == 0)
        return;
    const ListedGame *game = &ui->games.games[ui->games.selected];
    if (game->resume_number > 0)
        ui_resume_game(ui, game->resume_number);
    else
        ui_load_game(ui, game->path);
}

void ui_save_game(Ui *ui, const char *command) {
    Str line = {0};
    str_add(&line, "%s %s", command, str_text(&ui->file_path));
    ui_run_command(ui, str_text(&line));
    str_release(&line);
}
