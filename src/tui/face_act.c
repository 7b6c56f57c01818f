// What keys do, action by action.
#include "base/util.h"
#include "tui/face.h"

static void move_cursor(Face *f, int dx, int dy) {
    int last = dialogue_game(&f->dialogue)->board.size - 1;
    int x = int_max(0, int_min(point_x(f->cursor) + dx, last));
    int y = int_max(0, int_min(point_y(f->cursor) + dy, last));
    f->cursor = point_at(x, y);
    str_clear(&f->message);
}

static void next_theme(Face *f) {
    int i = 0;
    while (theme_at(i) != face_theme(f))
        i++;
    const Theme *next = theme_at(i + 1) ? theme_at(i + 1) : theme_at(0);
    Error ignored;
    settings_set(&f->settings, SET_THEME, next->name, &ignored);
    face_say(f, "Theme %s: %s.", next->name, next->summary);
    face_remember(f);
}

static void toggle(Face *f, bool *what, const char *on, const char *off) {
    if (sitting_is_misty(&f->dialogue.sitting)) {
        face_say(f, "Not in the mist.");
        return;
    }
    *what = !*what;
    face_say(f, "%s", *what ? on : off);
}

static void show_keys(Face *f) {
    Str text = {0};
    keys_list(&text);
    str_add_text(&text, "\nCommands that can be typed behind a colon:\n");
    dialogue_list(&text);
    face_show_text(f, str_text(&text));
    str_release(&text);
}

static void open_form(Face *f) {
    f->form = (Form){.title = "New game", .go = "Start", .count = SETTINGS_OF_GAME};
    f->form.picked = f->form.count;
    f->view = VIEW_FORM;
    str_clear(&f->message);
}

static void open_settings(Face *f) {
    f->form = (Form){.title = "Preferences",
                     .go = "Done",
                     .first = SETTINGS_OF_GAME,
                     .count = SETTING_COUNT - SETTINGS_OF_GAME};
    f->view = VIEW_FORM;
    str_clear(&f->message);
}

static void quit(Face *f) {
    Error err = {0};
    face_interrupt(f);
    f->quit = sitting_put_aside(&f->dialogue.sitting, &err);
    if (f->quit)
        return;
    face_say(f, "%s", err.text);
    face_ask_whether(f, MENU_LOSE, "Leave, and lose this game?", "No, stay", ACT_QUIT,
                     "Yes, lose it");
}

static void step(Face *f, WalkStep way, int times) {
    static const char *const ends[] = {
        [STEP_BACK] = "This is the beginning.",
        [STEP_ON] = "This is the end of the line.",
        [STEP_FIRST] = "This is the beginning.",
        [STEP_LAST] = "This is the end of the line.",
        [STEP_VARIATION_BEFORE] = "There is no variation above.",
        [STEP_VARIATION_AFTER] = "There is no variation below.",
    };
    Walk *w = &f->dialogue.walk;
    int done = 0;
    while (done < times && walk_step(w, way))
        done++;
    face_say(f, "%s", done == 0 ? ends[way] : "");
    Point last = game_last_stone(&w->game);
    if (last != POINT_NONE)
        f->cursor = last;
}

static void leave_review(Face *f) {
    walk_end(&f->dialogue.walk);
    str_clear(&f->message);
}

enum { LEAP = 10, PAGE_ROWS = 5 };

// What an action does in a review, where that is something else or the action is of reviews alone.
static bool act_in_review(Face *f, Action action) {
    static const struct {
        Action action;
        WalkStep way;
        int times;
    } steps[] = {
        {ACT_BACK, STEP_BACK, 1},
        {ACT_ON, STEP_ON, 1},
        {ACT_EARLIER, STEP_BACK, LEAP},
        {ACT_LATER, STEP_ON, LEAP},
        {ACT_FIRST, STEP_FIRST, 1},
        {ACT_LAST, STEP_LAST, 1},
        {ACT_VARIATION_BEFORE, STEP_VARIATION_BEFORE, 1},
        {ACT_VARIATION_AFTER, STEP_VARIATION_AFTER, 1},
    };
    for (int i = 0; i < COUNT(steps); i++)
        if (steps[i].action == action) {
            step(f, steps[i].way, steps[i].times);
            return true;
        }
    if (action == ACT_PLAY_HERE)
        face_command(f, "here");
    else if (action == ACT_MENU)
        leave_review(f);
    return action == ACT_PLAY_HERE || action == ACT_MENU;
}

void face_act(Face *f, Action action) {
    if (f->dialogue.walk.record && f->view == VIEW_GAME && act_in_review(f, action))
        return;
    switch (action) {
    case ACT_LEFT:
        move_cursor(f, -1, 0);
        break;
    case ACT_RIGHT:
        move_cursor(f, 1, 0);
        break;
    case ACT_UP:
        move_cursor(f, 0, -1);
        break;
    case ACT_DOWN:
        move_cursor(f, 0, 1);
        break;
    case ACT_PLACE:
        face_place(f, f->cursor);
        break;
    case ACT_TYPE:
        face_ask(f, TYPING_COMMAND, "Point or command:", "");
        break;
    case ACT_UNDO:
        face_command(f, "undo");
        break;
    case ACT_REDO:
        face_command(f, "redo");
        break;
    case ACT_HINT:
        face_begin_hint(f);
        break;
    case ACT_ANALYSE:
        toggle(f, &f->analysing, "Analysis: the chances of the best moves are on the board.",
               "Analysis off.");
        break;
    case ACT_THREATS:
        toggle(f, &f->threats, "Threats: 5 makes five, 4 a four that cannot be stopped.",
               "Threats hidden.");
        break;
    case ACT_GRAPH:
        toggle(f, &f->graph, "Black's chances through the game.", "Graph hidden.");
        break;
    case ACT_FOULS:
        f->no_fouls = !f->no_fouls;
        face_say(f, f->no_fouls ? "Forbidden points are not shown."
                                : "In renju the points forbidden to Black are shown.");
        break;
    case ACT_SWITCH:
        face_command(f, "switch");
        break;
    case ACT_RESIGN:
        face_ask_to_resign(f);
        break;
    case ACT_REMATCH:
        face_ask_for_rematch(f);
        break;
    case ACT_NEW:
        open_form(f);
        break;
    case ACT_SAVE:
        face_ask(f, TYPING_SAVE, "Save as (name.sgf, .psq, .rec, .pos, .svg):", "");
        break;
    case ACT_OPEN:
        face_ask(f, TYPING_OPEN, "Open file:", "");
        break;
    case ACT_GAMES:
        face_open_games(f);
        break;
    case ACT_REVIEW:
        str_clear(&f->message);
        face_review(f);
        break;
    case ACT_PANEL:
        f->in_panel = !f->in_panel;
        break;
    case ACT_EARLIER:
        f->moves_back = int_min(f->moves_back + PAGE_ROWS, GAME_MOVES_MAX);
        break;
    case ACT_LATER:
        f->moves_back = int_max(0, f->moves_back - PAGE_ROWS);
        break;
    case ACT_SETTINGS:
        open_settings(f);
        break;
    case ACT_THEME:
        next_theme(f);
        break;
    case ACT_REDRAW:
        f->redraw = true;
        break;
    case ACT_HELP:
        show_keys(f);
        break;
    case ACT_MENU:
        face_open_menu(f);
        break;
    case ACT_QUIT:
        quit(f);
        break;
    default:
        break;
    }
}
