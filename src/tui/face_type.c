// What the face does with typed lines.
#include "base/util.h"
#include "tui/face.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

void face_ask(Face *f, TypingKind kind, const char *question, const char *text) {
    f->typing = kind;
    prompt_begin(&f->prompt, question, text);
}

// These have a face of their own here: above all, what takes time must not be waited for.
static const struct {
    const char *word;
    Action action;
    bool alone; // with words behind it the dialogue's command is meant
} own_commands[] = {
    {"hint", ACT_HINT, false},       {"help", ACT_HELP, true},   {"analyse", ACT_ANALYSE, false},
    {"threats", ACT_THREATS, false}, {"games", ACT_GAMES, true}, {"show", ACT_REDRAW, false},
    {"graph", ACT_GRAPH, false},     {"leave", ACT_MENU, false},
};

static Action own_action(const char *line) {
    line += strspn(line, " ");
    size_t len = strcspn(line, " ");
    bool is_alone = !line[len + strspn(line + len, " ")];
    for (int i = 0; i < COUNT(own_commands); i++)
        if (strlen(own_commands[i].word) == len && !strncasecmp(own_commands[i].word, line, len) &&
            (is_alone || !own_commands[i].alone))
            return own_commands[i].action;
    return ACT_NONE;
}

static void take_command(Face *f, const char *line) {
    Action own = own_action(line);
    if (own != ACT_NONE) {
        face_act(f, own);
        return;
    }
    face_command(f, line);
    if (f->dialogue.sitting.changed)
        face_hand_over(f);
}

static void take_path(Face *f, const char *typed) {
    str_clear(&f->path);
    dialogue_complete_path(typed, &f->path);
    if (access(str_text(&f->path), F_OK) != 0) {
        face_save(f, "save");
        return;
    }
    face_ask_whether(f, MENU_REPLACE, "There is a file of that name", "No, leave it", ACT_SAVE,
                     "Yes, replace it");
}

static void take_value(Face *f, const char *typed) {
    Error err = {0};
    if (!settings_set(&f->settings, form_setting(&f->form), typed, &err))
        face_say(f, "%s", err.text);
}

static void take_file(Face *f, const char *typed) {
    str_clear(&f->path);
    dialogue_expand_path(typed, &f->path);
    face_load(f, str_text(&f->path));
}

static void take_words(Face *f, const char *typed) {
    str_clear(&f->games.words);
    str_add_text(&f->games.words, typed);
    face_open_games(f);
}

void face_take_typed(Face *f) {
    static void (*const takers[])(Face *, const char *) = {
        [TYPING_COMMAND] = take_command, [TYPING_SAVE] = take_path,   [TYPING_OPEN] = take_file,
        [TYPING_VALUE] = take_value,     [TYPING_WORDS] = take_words,
    };
    TypingKind kind = f->typing;
    f->typing = TYPING_NOTHING;
    str_clear(&f->message);
    if (f->prompt.text.len > 0 || kind == TYPING_WORDS)
        takers[kind](f, str_text(&f->prompt.text));
}
