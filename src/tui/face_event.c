// What keys and clicks mean to the face, by what is on the screen.
#include "base/util.h"
#include "tui/face.h"

#include <ctype.h>
#include <string.h>

static int count_lines(const char *text) {
    int lines = 0;
    for (; (text = strchr(text, '\n')); text++)
        lines++;
    return lines;
}

static void press_text(Face *f, int32_t key) {
    int page = int_max(1, (f->rows - 3) / 2); // lines may take two rows
    int by = 0;
    switch (key_action(KEYS_LIST, key)) {
    case ACT_UP:
        by = -1;
        break;
    case ACT_DOWN:
        by = 1;
        break;
    case ACT_EARLIER:
        by = -page;
        break;
    case ACT_LATER:
        by = page;
        break;
    default:
        f->view = f->text_back;
        break;
    }
    int most = int_max(0, count_lines(str_text(&f->text)) - 1);
    f->text_top = int_max(0, int_min(f->text_top + by, most));
}

static void leave_to_game(Face *f) {
    if (f->playing)
        face_back_to_game(f);
    else
        face_open_menu(f);
}

static void press_games(Face *f, int32_t key) {
    int page = int_max(1, f->rows - 5);
    switch (key_action(KEYS_LIST, key)) {
    case ACT_UP:
        game_list_move(&f->games, -1);
        break;
    case ACT_DOWN:
        game_list_move(&f->games, 1);
        break;
    case ACT_EARLIER:
        game_list_move(&f->games, -page);
        break;
    case ACT_LATER:
        game_list_move(&f->games, page);
        break;
    case ACT_PLACE:
        face_take_game(f);
        break;
    case ACT_TYPE:
        face_ask(f, TYPING_WORDS, "Player, date, result ...:", str_text(&f->games.words));
        break;
    case ACT_MENU:
        leave_to_game(f);
        break;
    default:
        break;
    }
}

static void leave_form(Face *f) {
    face_remember(f);
    leave_to_game(f);
}

static void take_form(Face *f, FormResult result) {
    bool is_new_game = f->form.first == 0;
    face_apply_looks(f);
    if (result == FORM_TYPES)
        face_ask(f, TYPING_VALUE, setting_row(form_setting(&f->form))->label,
                 f->settings.values[form_setting(&f->form)]);
    else if (result == FORM_GOES && is_new_game)
        face_start_game(f);
    else if (result != FORM_STAYS)
        leave_form(f);
}

static void take_menu(Face *f, int code) {
    if (code != MENU_STAYS)
        face_take_menu(f, code);
}

// The keys of the game work in its menu as well, and questions can be answered by their letter.
static void press_menu(Face *f, int32_t key) {
    Action action = key_action(KEYS_GAME, key);
    bool is_question = f->menu_kind != MENU_MAIN && f->menu_kind != MENU_OPENING;
    if (f->menu_kind == MENU_MAIN && menu_has(&f->menu, (int)action))
        take_menu(f, (int)action);
    else if (is_question && (key == 'n' || key == 'y'))
        take_menu(f, f->menu.items[key == 'y'].code);
    else
        take_menu(f, menu_press(&f->menu, key));
}

static void press_curtain(Face *f, int32_t key) {
    if (key == PRESS_ENTER) {
        f->covered = false;
        f->view = VIEW_GAME;
        sitting_begin_turn(&f->dialogue.sitting);
    } else if (key == PRESS_ESCAPE)
        face_open_menu(f);
    else if (key == 'q')
        face_act(f, ACT_QUIT);
}

// Capitals and digits begin a point, as nothing else is on them.
static bool begins_point(int32_t key) {
    return (key >= 'A' && key <= 'Z') || (key >= '0' && key <= '9');
}

static void press_game(Face *f, int32_t key) {
    Action action = key_action(face_keys(f), key);
    if (action != ACT_NONE) {
        face_act(f, action);
    } else if (begins_point(key) && !f->dialogue.walk.record) {
        char start[] = {(char)tolower(key), '\0'};
        face_ask(f, TYPING_COMMAND, "Point or command:", start);
    }
}

static void press_prompt(Face *f, int32_t key) {
    PromptResult result = prompt_press(&f->prompt, key);
    if (result == PROMPT_DONE)
        face_take_typed(f);
    else if (result == PROMPT_LEFT)
        f->typing = TYPING_NOTHING;
}

static void press(Face *f, int32_t key) {
    if (f->typing) {
        press_prompt(f, key);
        return;
    }
    bool is_list = f->view == VIEW_MENU || f->view == VIEW_FORM || f->view == VIEW_GAMES;
    if (is_list && key_action(KEYS_LIST, key) == ACT_HELP) {
        face_act(f, ACT_HELP);
        return;
    }
    switch (f->view) {
    case VIEW_MENU:
        press_menu(f, key);
        break;
    case VIEW_FORM:
        take_form(f, form_press(&f->form, &f->settings, key));
        break;
    case VIEW_TEXT:
        press_text(f, key);
        break;
    case VIEW_GAMES:
        press_games(f, key);
        break;
    case VIEW_CURTAIN:
        press_curtain(f, key);
        break;
    case VIEW_GAME:
        press_game(f, key);
        break;
    }
}

static void click_game(Face *f, const Event *e) {
    Layout l = face_layout(f);
    bool no_board = l.too_small || (f->in_panel && l.panel.rows == 0);
    Point p = no_board ? POINT_NONE : layout_point(&l, e->row, e->col);
    if (p == POINT_NONE || f->dialogue.walk.record)
        return;
    f->cursor = p;
    face_place(f, p);
}

// The first click picks, the second takes.
static void click_games(Face *f, const Event *e) {
    int row = game_list_row(&f->games, f->rows, e->row);
    if (row < 0)
        return;
    bool again = row == f->games.picked;
    f->games.picked = row;
    if (again)
        face_take_game(f);
}

static void click(Face *f, const Event *e) {
    if (f->typing)
        return;
    switch (f->view) {
    case VIEW_MENU:
        take_menu(f, menu_click(&f->menu, e->row - face_menu_area(f).row));
        break;
    case VIEW_FORM:
        take_form(f, form_click(&f->form, &f->settings, e->row));
        break;
    case VIEW_GAMES:
        click_games(f, e);
        break;
    case VIEW_GAME:
        click_game(f, e);
        break;
    case VIEW_TEXT:
    case VIEW_CURTAIN:
        break;
    }
}

// The wheel: through a review, or up and down what is long.
static void scroll(Face *f, int by) {
    if (f->typing || f->view == VIEW_FORM || f->view == VIEW_CURTAIN)
        return;
    if (f->view != VIEW_GAME)
        press(f, by < 0 ? PRESS_UP : PRESS_DOWN);
    else if (f->dialogue.walk.record)
        face_act(f, by < 0 ? ACT_BACK : ACT_ON);
    else
        face_act(f, by < 0 ? ACT_EARLIER : ACT_LATER);
}

void face_event(Face *f, const Event *e) {
    switch (e->kind) {
    case EVENT_KEY:
        press(f, e->key);
        break;
    case EVENT_CLICK:
        click(f, e);
        break;
    case EVENT_SCROLL_UP:
        scroll(f, -1);
        break;
    case EVENT_SCROLL_DOWN:
        scroll(f, 1);
        break;
    case EVENT_RESIZE:
        f->rows = e->row;
        f->cols = e->col;
        break;
    case EVENT_TICK:
        break;
    }
}
