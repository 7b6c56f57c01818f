#include "tui/fullscreen/ui.h"

#include "base/mem.h"
#include "tui/config.h"
#include "tui/session/messages.h"

#include <stdarg.h>
#include <string.h>

// ---- Life cycle

static bool open_session(Ui *ui, const UiOptions *options, Error *err) {
    TerminalSessionOptions session = options->session;
    settings_to_options(&ui->settings, &session);
    if (!terminal_session_init(&ui->interpreter.session, &session, err))
        return false;
    Str notes = {0};
    bool ok = !options->path ||
              terminal_session_load(&ui->interpreter.session, options->path, &notes, err);
    if (ok && notes.len > 0)
        ui_show_message(ui, "%s", str_text(&notes));
    str_release(&notes);
    return ok;
}

bool ui_init(Ui *ui, const UiOptions *options, Error *err) {
    *ui = (Ui){
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
    if (!open_session(ui, options, err)) {
        ui_release(ui);
        return false;
    }
    ui_apply_appearance(ui);
    ui->cursor = point_center(ui->interpreter.session.game.board.size);
    if (!ui->playing)
        ui_open_main_menu(ui);
    else if (options->path)
        ui_start_review(ui);
    if (options->note)
        ui_show_message(ui, "%s", options->note);
    return true;
}

void ui_release(Ui *ui) {
    background_free(ui->move_thread);
    background_free(ui->ponder_thread);
    game_analysis_free(ui->game_analysis);
    interpreter_release(&ui->interpreter);
    game_list_release(&ui->games);
    prompt_release(&ui->prompt);
    str_release(&ui->file_path);
    str_release(&ui->text);
    str_release(&ui->message);
    mem_free(ui->config);
    *ui = (Ui){0};
}

// ---- State

StoneStyle ui_stone_style(const Ui *ui) {
    bool ascii = !ui->unicode || !strcmp(ui->settings.values[SETTING_SIGNS], "ascii");
    return ascii ? STONES_ASCII : ui->colors ? STONES_COLORED : STONES_SHAPED;
}

const Theme *ui_theme(const Ui *ui) {
    Error ignored;
    const Theme *theme = theme_find(ui->settings.values[SETTING_THEME], &ignored);
    return theme ? theme : theme_at(0);
}

Layout ui_layout(const Ui *ui) {
    return layout_for(&(LayoutRequest){
        .rows = ui->rows,
        .cols = ui->cols,
        .size = interpreter_game(&ui->interpreter)->board.size,
        .visible = ui->cursor,
        .no_large_scale = !strcmp(ui->settings.values[SETTING_BOARD], "small") ||
                          ui_stone_style(ui) != STONES_COLORED,
    });
}

KeyTable ui_key_table(const Ui *ui) {
    if (ui->view != VIEW_GAME)
        return KEYS_LIST;
    if (ui->interpreter.review.record)
        return KEYS_REVIEW;
    return terminal_session_is_over(&ui->interpreter.session) ? KEYS_GAME_OVER : KEYS_GAME;
}

void ui_apply_appearance(Ui *ui) {
    Error ignored;
    notation_find(ui->settings.values[SETTING_POINTS], &ui->interpreter.notation, &ignored);
}

void ui_save_settings(Ui *ui) {
    Error err = {0};
    if (ui->config && !config_save(ui->config, &ui->settings, &err))
        ui_show_message(ui, "the settings cannot be saved: %s", err.text);
}

// ---- Messages

void ui_show_message(Ui *ui, const char *format, ...) {
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
    str_clear(&ui->message);
    str_add_text(&ui->message, text);
}

void ui_show_text(Ui *ui, const char *text) {
    str_clear(&ui->text);
    str_add_text(&ui->text, text);
    ui->text_top = 0;
    ui->text_return_view = ui->view == VIEW_TEXT ? ui->text_return_view : ui->view;
    ui->view = VIEW_TEXT;
}

// ---- Events

// Opens a menu if the person has to make an opening choice.
static void offer_opening_choices(Ui *ui) {
    const TerminalSession *s = &ui->interpreter.session;
    const OpeningStep *step = opening_step(&s->game.opening);
    bool can_ask =
        ui->playing && ui->view == VIEW_GAME && !ui->input && !ui->interpreter.review.record;
    if (!can_ask || !step || !step->choices || terminal_session_is_over(s) ||
        !terminal_session_is_person(s, game_seat(&s->game)))
        return;
    Stone color = terminal_session_color(s, (Seat)step->seat);
    menu_begin(&ui->menu, "Choose a color");
    if (step->choices & MAY_STAY)
        menu_add(&ui->menu, POINT_STAY, "stay: keep %s", stone_name(color));
    if (step->choices & MAY_SWAP)
        menu_add(&ui->menu, POINT_SWAP, "swap: take %s", stone_name(stone_other(color)));
    if (step->choices & MAY_MORE)
        menu_add(&ui->menu, POINT_MORE, "more: add two stones, the other chooses");
    ui->menu_kind = MENU_OPENING;
    ui->view = VIEW_MENU;
}

static void announce_result(Ui *ui) {
    TerminalSession *s = &ui->interpreter.session;
    if (s->changed && terminal_session_is_over(s)) {
        Str text = {0};
        message_add_result(s, ui->interpreter.notation, &text);
        ui_show_message(ui, "%s", str_text(&text));
        str_release(&text);
    }
    s->changed = false;
}

// Warns once if autosave fails.
static void warn_unsaved(Ui *ui) {
    const Error *why = &ui->interpreter.session.autosave_error;
    if (why->text[0] && !ui->warned_unsaved)
        ui_show_message(ui, "This game cannot be autosaved; save it yourself: %s", why->text);
    ui->warned_unsaved = why->text[0];
}

void ui_handle(Ui *ui, const Event *e) {
    ui_dispatch_event(ui, e);
    ui_update_jobs(ui);
    offer_opening_choices(ui);
    announce_result(ui);
    warn_unsaved(ui);
    const Board *b = &interpreter_game(&ui->interpreter)->board;
    if (!board_has(b, ui->cursor))
        ui->cursor = point_center(b->size);
}
