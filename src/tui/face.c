#include "tui/face.h"

#include "base/mem.h"
#include "tui/config.h"
#include "tui/speech.h"

#include <stdarg.h>
#include <string.h>

// ---- Coming and going

static bool open_sitting(Face *f, const FaceOptions *options, Error *err) {
    SittingOptions sitting = options->sitting;
    settings_fill(&f->settings, &sitting);
    if (!sitting_init(&f->dialogue.sitting, &sitting, err))
        return false;
    Str notes = {0};
    bool ok = !options->path || sitting_load(&f->dialogue.sitting, options->path, &notes, err);
    if (ok && notes.len > 0)
        face_say(f, "%s", str_text(&notes));
    str_release(&notes);
    return ok;
}

bool face_init(Face *f, const FaceOptions *options, Error *err) {
    *f = (Face){
        .settings = options->settings,
        .config = options->config ? mem_copy_text(options->config) : NULL,
        .colours = options->colours,
        .unicode = options->unicode,
        .rows = 24,
        .cols = 80,
        .view = VIEW_GAME,
        .playing = options->start || options->path,
        .ponderer = background_new(),
        .ponders = options->ponders,
        .muser = background_new(),
        .insight = insight_new(),
    };
    if (!open_sitting(f, options, err)) {
        face_release(f);
        return false;
    }
    face_apply_looks(f);
    f->cursor = point_centre(f->dialogue.sitting.game.board.size);
    if (!f->playing)
        face_open_menu(f);
    else if (options->path)
        face_review(f);
    if (options->note)
        face_say(f, "%s", options->note);
    return true;
}

void face_release(Face *f) {
    background_free(f->ponderer);
    background_free(f->muser);
    insight_free(f->insight);
    dialogue_release(&f->dialogue);
    game_list_release(&f->games);
    prompt_release(&f->prompt);
    str_release(&f->path);
    str_release(&f->text);
    str_release(&f->message);
    mem_free(f->config);
    *f = (Face){0};
}

// ---- What is what

Stones face_stones(const Face *f) {
    bool ascii = !f->unicode || !strcmp(f->settings.values[SET_SIGNS], "ascii");
    return ascii ? STONES_ASCII : f->colours ? STONES_COLOURED : STONES_SHAPED;
}

const Theme *face_theme(const Face *f) {
    Error ignored;
    const Theme *theme = theme_find(f->settings.values[SET_THEME], &ignored);
    return theme ? theme : theme_at(0);
}

Layout face_layout(const Face *f) {
    return layout_for(&(LayoutRequest){
        .rows = f->rows,
        .cols = f->cols,
        .size = dialogue_game(&f->dialogue)->board.size,
        .visible = f->cursor,
        .no_large =
            !strcmp(f->settings.values[SET_BOARD], "small") || face_stones(f) != STONES_COLOURED,
    });
}

KeyTable face_keys(const Face *f) {
    if (f->view != VIEW_GAME)
        return KEYS_LIST;
    if (f->dialogue.walk.record)
        return KEYS_REVIEW;
    return sitting_is_over(&f->dialogue.sitting) ? KEYS_OVER : KEYS_GAME;
}

void face_apply_looks(Face *f) {
    Error ignored;
    notation_find(f->settings.values[SET_POINTS], &f->dialogue.notation, &ignored);
}

void face_remember(Face *f) {
    Error err = {0};
    if (f->config && !config_save(f->config, &f->settings, &err))
        face_say(f, "settings are not remembered: %s", err.text);
}

// ---- Saying something

void face_say(Face *f, const char *format, ...) {
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

void face_show_text(Face *f, const char *text) {
    str_clear(&f->text);
    str_add_text(&f->text, text);
    f->text_top = 0;
    f->text_back = f->view == VIEW_TEXT ? f->text_back : f->view;
    f->view = VIEW_TEXT;
}

// ---- Events

// The answers of an opening are chosen from a menu.
static void offer_choice(Face *f) {
    const Sitting *s = &f->dialogue.sitting;
    const OpeningStep *step = opening_step(&s->game.opening);
    bool may_ask = f->playing && f->view == VIEW_GAME && !f->typing && !f->dialogue.walk.record;
    if (!may_ask || !step || !step->choices || sitting_is_over(s) ||
        !sitting_is_person(s, game_seat(&s->game)))
        return;
    Stone color = sitting_color(s, (Seat)step->seat);
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

static void announce_end(Face *f) {
    Sitting *s = &f->dialogue.sitting;
    if (s->changed && sitting_is_over(s)) {
        Str text = {0};
        speech_result(s, f->dialogue.notation, &text);
        face_say(f, "%s", str_text(&text));
        str_release(&text);
    }
    s->changed = false;
}

// A person should know before it matters.
static void say_unkept(Face *f) {
    const Error *why = &f->dialogue.sitting.keep_error;
    if (why->text[0] && !f->said_unkept)
        face_say(f, "This game would be lost with the program; save it yourself: %s", why->text);
    f->said_unkept = why->text[0];
}

void face_handle(Face *f, const Event *e) {
    face_event(f, e);
    face_think(f);
    offer_choice(f);
    announce_end(f);
    say_unkept(f);
    const Board *b = &dialogue_game(&f->dialogue)->board;
    if (!board_has(b, f->cursor))
        f->cursor = point_centre(b->size);
}
