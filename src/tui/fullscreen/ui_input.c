// Handles lines typed at the prompt.
#include "base/util.h"
#include "tui/fullscreen/ui.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

void ui_prompt(Ui *ui, InputKind kind, const char *label, const char *text) {
    ui->input = kind;
    prompt_begin(&ui->prompt, label, text);
}

// Commands that the full screen handles itself, mostly because the interpreter's would block.
static const struct {
    const char *word;
    Action action;
    bool no_arguments; // with arguments, the interpreter's command runs instead
} ui_commands[] = {
    {"hint", ACTION_HINT, false},       {"help", ACTION_HELP, true},
    {"analyse", ACTION_ANALYSE, false}, {"threats", ACTION_THREATS, false},
    {"games", ACTION_GAMES, true},      {"show", ACTION_REDRAW, false},
    {"graph", ACTION_GRAPH, false},     {"leave", ACTION_MENU, false},
};

static Action ui_command_action(const char *line) {
    line += strspn(line, " ");
    size_t len = strcspn(line, " ");
    bool has_no_arguments = !line[len + strspn(line + len, " ")];
    for (int i = 0; i < COUNT(ui_commands); i++)
        if (strlen(ui_commands[i].word) == len && !strncasecmp(ui_commands[i].word, line, len) &&
            (has_no_arguments || !ui_commands[i].no_arguments))
            return ui_commands[i].action;
    return ACTION_NONE;
}

static void handle_command(Ui *ui, const char *line) {
    Action action = ui_command_action(line);
    if (action != ACTION_NONE) {
        ui_run_action(ui, action);
        return;
    }
    ui_run_command(ui, line);
    if (ui->interpreter.session.changed)
        ui_hand_over(ui);
}

static void handle_save_path(Ui *ui, const char *typed) {
    str_clear(&ui->file_path);
    interpreter_complete_path(typed, &ui->file_path);
    if (access(str_text(&ui->file_path), F_OK) != 0) {
        ui_save_game(ui, "save");
        return;
    }
    ui_confirm(ui, MENU_REPLACE, "There is a file of that name", "No, leave it", ACTION_SAVE,
               "Yes, replace it");
}

static void handle_value(Ui *ui, const char *typed) {
    Error err = {0};
    if (!settings_set(&ui->settings, form_setting(&ui->form), typed, &err))
        ui_show_message(ui, "%s", err.text);
}

static void handle_open_path(Ui *ui, const char *typed) {
    str_clear(&ui->file_path);
    interpreter_expand_path(typed, &ui->file_path);
    ui_load_game(ui, str_text(&ui->file_path));
}

static void handle_search(Ui *ui, const char *typed) {
    str_clear(&ui->games.search);
    str_add_text(&ui->games.search, typed);
    ui_open_game_list(ui);
}

void ui_handle_input(Ui *ui) {
    static void (*const handlers[])(Ui *, const char *) = {
        [INPUT_COMMAND] = handle_command, [INPUT_SAVE] = handle_save_path,
        [INPUT_OPEN] = handle_open_path,  [INPUT_VALUE] = handle_value,
        [INPUT_SEARCH] = handle_search,
    };
    InputKind kind = ui->input;
    ui->input = INPUT_NONE;
    str_clear(&ui->message);
    if (ui->prompt.text.len > 0 || kind == INPUT_SEARCH)
        handlers[kind](ui, str_text(&ui->prompt.text));
}
