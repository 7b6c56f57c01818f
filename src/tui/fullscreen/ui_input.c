// What the face does with typed lines.
#include "base/util.h"
#include "tui/fullscreen/ui.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

void ui_prompt(Ui *f, InputKind kind, const char *question, const char *text) {
    f->typing = kind;
    prompt_begin(&f->prompt, question, text);
}

// These have a face of their own here: above all, what takes time must not be waited for.
static const struct {
    const char *word;
    Action action;
    bool alone; // with words behind it the dialogue's command is meant
} own_commands[] = {
    {"hint", ACTION_HINT, false},       {"help", ACTION_HELP, true},
    {"analyse", ACTION_ANALYSE, false}, {"threats", ACTION_THREATS, false},
    {"games", ACTION_GAMES, true},      {"show", ACTION_REDRAW, false},
    {"graph", ACTION_GRAPH, false},     {"leave", ACTION_MENU, false},
};

static Action own_action(const char *line) {
    line += strspn(line, " ");
    size_t len = strcspn(line, " ");
    bool is_alone = !line[len + strspn(line + len, " ")];
    for (int i = 0; i < COUNT(own_commands); i++)
        if (strlen(own_commands[i].word) == len && !strncasecmp(own_commands[i].word, line, len) &&
            (is_alone || !own_commands[i].alone))
            return own_commands[i].action;
    return ACTION_NONE;
}

static void take_command(Ui *f, const char *line) {
    Action own = own_action(line);
    if (own != ACTION_NONE) {
        ui_run_action(f, own);
        return;
    }
    ui_run_command(f, line);
    if (f->interpreter.session.changed)
        ui_hand_over(f);
}

static void take_path(Ui *f, const char *typed) {
    str_clear(&f->path);
    interpreter_complete_path(typed, &f->path);
    if (access(str_text(&f->path), F_OK) != 0) {
        ui_save_game(f, "save");
        return;
    }
    ui_confirm(f, MENU_REPLACE, "There is a file of that name", "No, leave it", ACTION_SAVE,
               "Yes, replace it");
}

static void take_value(Ui *f, const char *typed) {
    Error err = {0};
    if (!settings_set(&f->settings, form_setting(&f->form), typed, &err))
        ui_show_message(f, "%s", err.text);
}

static void take_file(Ui *f, const char *typed) {
    str_clear(&f->path);
    interpreter_expand_path(typed, &f->path);
    ui_load_game(f, str_text(&f->path));
}

static void take_words(Ui *f, const char *typed) {
    str_clear(&f->games.words);
    str_add_text(&f->games.words, typed);
    ui_open_game_list(f);
}

void ui_handle_input(Ui *f) {
    static void (*const takers[])(Ui *, const char *) = {
        [INPUT_COMMAND] = take_command, [INPUT_SAVE] = take_path,    [INPUT_OPEN] = take_file,
        [INPUT_VALUE] = take_value,     [INPUT_SEARCH] = take_words,
    };
    InputKind kind = f->typing;
    f->typing = INPUT_NONE;
    str_clear(&f->message);
    if (f->prompt.text.len > 0 || kind == INPUT_SEARCH)
        takers[kind](f, str_text(&f->prompt.text));
}
