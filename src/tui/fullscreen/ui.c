#include "tui/fullscreen/ui.h"

#include "base/mem.h"
#include "tui/config.h"
#include "tui/session/messages.h"

#include <stdarg.h>
#include <string.h>

// ---- Coming and going

static bool open_sitting(Ui *f, const UiOptions *options, Error *err) {
    TerminalSessionOptions session = options->session;
    settings_to_options(&f->settings, &session);
    if (!terminal_session_init(&f->interpreter.session, &session, err))
        return false;
    Str notes = {0};
    bool ok = !options->path ||
              terminal_session_load(&f->interpreter.session, options->path, &notes, err);
    if (ok && notes.len > 0)
        ui_show_message(f, "%s", str_text(&notes));
    str_release(&notes);
    return ok;
}

bool ui_init(Ui *f, const UiOptions *options, Error *err) {
    *f = (Ui){
        .settings = options->settings,
        .config = options->config ? mem_copy_text(options->config) : NULL,
        .colors = options->colors,
        .unicode = options->unicode,
        .rows = 24,
        .cols = 80,
        .view = VIEW_GAME,
        .playing = options->start || options->path,
        .move_thread = background_new(),
        .ponders = options->ponders,
        .ponder_thread = background_new(),
        .game_analysis = game_analysis_new(),
    };
    if (!open_sitting(f, options, err)) {
        ui_release(f);
        return false;
    }
    ui_apply_appearance(f);
    f->cursor = point_centre(f->interpreter.session.game.board.size);
    if (!f->playing)
        ui_open_main_menu(f);
    else if (options->path)
        ui_start_review(f);
    if (options->note)
        ui_show_message(f, "%s", options->note);
    return true;
}

void ui_release(Ui *f) {
    background_free(f->move_thread);
    background_free(f->ponder_thread);
    game_analysis_free(f->game_analysis);
    interpreter_release(&f->interpreter);
    game_list_release(&f->games);
    prompt_release(&f->prompt);
    str_release(&f->path);
    str_release(&f->text);
    str_release(&f->message);
    mem_free(f->config);
    *f = (Ui){0};
}

// ---- What is what

StoneStyle ui_stone_style(const Ui *f) {
    bool ascii = !f->unicode || !strcmp(f->settings.values[SETTING_SIGNS], "ascii");
    return ascii ? STONES_ASCII : f->colors ? STONES_COLORED : STONES_SHAPED;
}

const Theme *ui_theme(const Ui *f) {
    Error ignored;
    const Theme *theme = theme_find(f->settings.values[SETTING_THEME], &ignored);
    return theme ? theme : theme_at(0);
}

Layout ui_layout(const Ui *f) {
    return layout_for(&(LayoutRequest){
        .rows = f->rows,
        .cols = f->cols,
        .size = interpreter_game(&f->interpreter)->board.size,
        .visible = f->cursor,
        .no_large = !strcmp(f->settings.values[SETTING_BOARD], "small") ||
                    ui_stone_style(f) != STONES_COLORED,
    });
}

KeyTable ui_key_table(const Ui *f) {
    if (f->view != VIEW_GAME)
        return KEYS_LIST;
    if (f->interpreter.walk.record)
        return KEYS_REVIEW;
    return terminal_session_is_over(&f->interpreter.session) ? KEYS_GAME_OVER : KEYS_GAME;
}

void ui_apply_appearance(Ui *f) {
    Error ignored;
    notation_find(f->settings.values[SETTING_POINTS], &f->interpreter.notation, &ignored);
}

void ui_save_settings(Ui *f) {
    Error err = {0};
    if (f->config && !config_save(f->config, &f->settings, &err))
        ui_show_message(f, "settings are not remembered: %s", err.text);
}

// ---- Saying something

void ui_show_message(Ui *f, const char *format, ...) {
    char text[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t len = strlen(text);
    while (len > 0 && text[len - 1] == '\n')
        text[--len] = '\0';
    for (char *newline = text; (newline = strchr(newline, '\n'));)
        *newline = ' ';
    str_clear(&f->message);
    str_add_text(&f->message, text);
}

void ui_show_text(Ui *f, const char *text) {
    str_clear(&f->text);
    str_add_text(&f->text, text);
    f->text_top = 0;
    f->text_return_view = f->view == VIEW_TEXT ? f->text_return_view : f->view;
    f->view = VIEW_TEXT;
}

// ---- Events

// The answers of an opening are chosen from a menu.
static void offer_choice(Ui *f) {
    const TerminalSession *s = &f->interpreter.session;
    const OpeningStep *step = opening_step(&s->game.opening);
    bool may_ask = f->playing && f->view == VIEW_GAME && !f->typing && !f->interpreter.walk.record;
    if (!may_ask || !step || !step->choices || terminal_session_is_over(s) ||
        !terminal_session_is_person(s, game_seat(&s->game)))
        return;
    Stone color = terminal_session_color(s, (Seat)step->seat);
    menu_begin(&f->menu, "Choose a colour");
    if (step->choices & MAY_STAY)
        menu_add(&f->menu, POINT_STAY, "stay: keep %s", stone_name(color));
    if (step->choices & MAY_SWAP)
        menu_add(&f->menu, POINT_SWAP, "swap: take %s", stone_name(stone_other(color)));
    if (step->choices & MAY_MORE)
        menu_add(&f->menu, POINT_MORE, "more: add two stones, the other chooses");
    f->menu_kind = MENU_OPENING;
    f->view = VIEW_MENU;
}

static void announce_end(Ui *f) {
    TerminalSession *s = &f->interpreter.session;
    if (s->changed && terminal_session_is_over(s)) {
        Str text = {0};
        message_add_result(s, f->interpreter.notation, &text);
        ui_show_message(f, "%s", str_text(&text));
        str_release(&text);
    }
    s->changed = false;
}

// A person should know before it matters.
static void say_unkept(Ui *f) {
    const Error *why = &f->interpreter.session.autosave_error;
    if (why->text[0] && !f->warned_unsaved)
        ui_show_message(f, "This game would be lost with the program; save it yourself: %s",
                        why->text);
    f->warned_unsaved = why->text[0];
}

void ui_handle(Ui *f, const Event *e) {
    ui_dispatch_event(f, e);
    ui_update_jobs(f);
    offer_choice(f);
    announce_end(f);
    say_unkept(f);
    const Board *b = &interpreter_game(&f->interpreter)->board;
    if (!board_has(b, f->cursor))
        f->cursor = point_centre(b->size);
}
