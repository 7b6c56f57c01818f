// What keys, menus and typed lines do to the face.
#include "base/mem.h"
#include "base/util.h"
#include "tui/face.h"
#include "tui/speech.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

// ---- Commands of the dialogue

// Two lines can be said below the board.
static bool is_short(const char *reply) {
    enum { LINES = 2 };
    int lines = 0;
    for (; (reply = strchr(reply, '\n')); reply++)
        lines++;
    return lines <= LINES;
}

static void command(Face *f, const char *line) {
    face_interrupt(f);
    f->hint = POINT_NONE;
    char *copy = mem_copy_text(line);
    Str reply = {0};
    dialogue_answer(&f->dialogue, copy, &reply);
    f->quit |= f->dialogue.quit;
    f->dialogue.show_now = false;
    if (is_short(str_text(&reply)))
        face_say(f, "%s", str_text(&reply));
    else
        face_show_text(f, str_text(&reply));
    mem_free(copy);
    str_release(&reply);
}

// In the mist nobody may see what is for the other's eyes.
static void hand_over(Face *f) {
    const Sitting *s = &f->dialogue.sitting;
    f->covered = sitting_is_misty(s) && sitting_count_persons(s) == 2;
    if (f->covered)
        f->view = VIEW_CURTAIN;
}

void face_back_to_game(Face *f) {
    f->view = f->covered ? VIEW_CURTAIN : VIEW_GAME;
}

// Another game is on the board.
static void enter_game(Face *f) {
    f->playing = true;
    f->view = VIEW_GAME;
    f->hint = POINT_NONE;
    f->moves_back = 0;
    f->cursor = point_centre(f->dialogue.sitting.game.board.size);
    hand_over(f);
}

// ---- Games

// Where there is something to choose a menu asks, or the computer chooses.
static void say_opening(Face *f) {
    const OpeningStep *step = opening_step(&f->dialogue.sitting.game.opening);
    Str text = {0};
    if (step && !step->choices)
        speech_opening(&f->dialogue.sitting, &text);
    face_say(f, "%s", str_text(&text));
    str_release(&text);
}

void face_start_game(Face *f) {
    Error err = {0};
    face_interrupt(f);
    walk_end(&f->dialogue.walk);
    if (!settings_begin(&f->settings, &f->dialogue.sitting, &err)) {
        face_say(f, "%s", err.text);
        return;
    }
    say_opening(f);
    face_remember(f);
    enter_game(f);
}

void face_place(Face *f, Point p) {
    Sitting *s = &f->dialogue.sitting;
    if (!sitting_is_over(s) && !sitting_is_person(s, game_seat(&s->game))) {
        face_say(f, "%s is thinking", stone_name(s->game.board.turn));
        return;
    }
    face_interrupt(f);
    f->hint = POINT_NONE;
    f->moves_back = 0;
    Error err = {0};
    if (sitting_play(s, p, &err)) {
        say_opening(f);
        hand_over(f);
        return;
    }
    Str name = {0};
    speech_point(p, f->dialogue.notation, s->game.board.size, &name);
    error_prefix(&err, str_text(&name));
    face_say(f, "%s", err.text);
    str_release(&name);
}

static void resume(Face *f, int number) {
    Error err = {0};
    face_interrupt(f);
    walk_end(&f->dialogue.walk);
    if (sitting_resume(&f->dialogue.sitting, number, &err)) {
        face_say(f, "The game goes on where it was.");
        enter_game(f);
    } else {
        face_open_menu(f);
        face_say(f, "%s", err.text);
    }
}

static void rematch(Face *f) {
    command(f, "rematch");
    enter_game(f);
}

void face_review(Face *f) {
    Dialogue *d = &f->dialogue;
    Error err = {0};
    face_interrupt(f);
    if (sitting_is_misty(&d->sitting))
        face_say(f, "The mist lifts when the game is over.");
    else if (!walk_begin(&d->walk, d->sitting.record, sitting_record(&d->sitting), &err))
        face_say(f, "%s", err.text);
    else if (f->message.len == 0)
        face_say(f, "Left and right walk through the game, Enter plays on from a place.");
}

// A game that somebody opens is first looked at.
static void load(Face *f, const char *path) {
    Error err = {0};
    Str notes = {0};
    face_interrupt(f);
    walk_end(&f->dialogue.walk);
    if (sitting_load(&f->dialogue.sitting, path, &notes, &err)) {
        enter_game(f);
        face_say(f, "%s", str_text(&notes));
        face_review(f);
    } else {
        face_say(f, "%s", err.text);
    }
    str_release(&notes);
}

static void open_games(Face *f) {
    game_list_fill(&f->games, &f->dialogue.sitting);
    f->view = VIEW_GAMES;
    str_clear(&f->message);
}

void face_take_game(Face *f) {
    if (f->games.count == 0)
        return;
    const ListedGame *game = &f->games.games[f->games.picked];
    if (game->waiting > 0)
        resume(f, game->waiting);
    else
        load(f, game->path);
}

// ---- Menus

// The newest that can be read; what is wrong with the others is seen in the list of games.
static void offer_waiting(Face *f) {
    WaitingGames waiting = sitting_waiting(&f->dialogue.sitting);
    Str line = {0};
    int i = 0;
    while (i < waiting.count && !speech_waiting_game(&waiting.games[i], &line)) {
        str_clear(&line);
        i++;
    }
    f->offered = i + 1;
    if (i < waiting.count) {
        menu_add(&f->menu, ACT_PLAY_HERE, "Go on with the unfinished game");
        face_say(f, "Unfinished: %s", str_text(&line));
    }
    str_release(&line);
    waiting_games_release(&waiting);
}

static void open_menu(Face *f, MenuKind kind, const char *title) {
    menu_begin(&f->menu, title);
    f->menu_kind = kind;
    f->view = VIEW_MENU;
}

void face_open_menu(Face *f) {
    open_menu(f, MENU_MAIN, NULL);
    str_clear(&f->message);
    if (f->playing)
        menu_add(&f->menu, ACT_MENU, "Back to the game");
    else
        offer_waiting(f);
    menu_add(&f->menu, ACT_NEW, "New game");
    menu_add(&f->menu, ACT_GAMES, "Games played, and those that wait");
    menu_add(&f->menu, ACT_OPEN, "Open a file");
    menu_add(&f->menu, ACT_SETTINGS, "Preferences");
    menu_add(&f->menu, ACT_HELP, "Keys");
    menu_add(&f->menu, ACT_QUIT, "Quit");
}

static void save(Face *f, const char *word) {
    Str line = {0};
    str_add(&line, "%s %s", word, str_text(&f->path));
    command(f, str_text(&line));
    str_release(&line);
}

static void take_main_menu(Face *f, int code) {
    if (code == ACT_PLAY_HERE)
        resume(f, f->offered);
    else if (code != MENU_LEFT && code != ACT_MENU)
        face_act(f, (Action)code);
    else if (f->playing)
        face_back_to_game(f);
    else
        face_act(f, ACT_QUIT);
}

void face_take_menu(Face *f, int code) {
    if (f->menu_kind == MENU_MAIN) {
        take_main_menu(f, code);
        return;
    }
    face_back_to_game(f);
    if (f->menu_kind == MENU_OPENING && code == MENU_LEFT)
        face_open_menu(f);
    else if (f->menu_kind == MENU_OPENING)
        face_place(f, (Point)code);
    else if (f->menu_kind == MENU_RESIGN && code == ACT_RESIGN)
        command(f, "resign");
    else if (f->menu_kind == MENU_REMATCH && code == ACT_REMATCH)
        rematch(f);
    else if (f->menu_kind == MENU_REPLACE && code == ACT_SAVE)
        save(f, "save!");
    else if (f->menu_kind == MENU_LOSE && code == ACT_QUIT)
        f->quit = true;
}

// The first answer changes nothing.
static void ask_whether(Face *f, MenuKind kind, const char *title, const char *no, Action action,
                        const char *yes) {
    open_menu(f, kind, title);
    menu_add(&f->menu, ACT_NONE, "%s", no);
    menu_add(&f->menu, (int)action, "%s", yes);
}

// ---- Typed lines

void face_ask(Face *f, TypingKind kind, const char *question, const char *text) {
    f->typing = kind;
    prompt_begin(&f->prompt, question, text);
}

static void show_keys(Face *f) {
    Str text = {0};
    keys_list(&text);
    str_add_text(&text, "\nCommands that can be typed behind a colon:\n");
    dialogue_list(&text);
    face_show_text(f, str_text(&text));
    str_release(&text);
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
    command(f, line);
    if (f->dialogue.sitting.changed)
        hand_over(f);
}

static void take_path(Face *f, const char *typed) {
    str_clear(&f->path);
    dialogue_complete_path(typed, &f->path);
    if (access(str_text(&f->path), F_OK) != 0) {
        save(f, "save");
        return;
    }
    ask_whether(f, MENU_REPLACE, "There is a file of that name", "Leave it", ACT_SAVE,
                "Replace it");
}

static void take_value(Face *f, const char *typed) {
    Error err = {0};
    if (!settings_set(&f->settings, form_setting(&f->form), typed, &err))
        face_say(f, "%s", err.text);
}

static void take_file(Face *f, const char *typed) {
    str_clear(&f->path);
    dialogue_expand_path(typed, &f->path);
    load(f, str_text(&f->path));
}

static void take_words(Face *f, const char *typed) {
    str_clear(&f->games.words);
    str_add_text(&f->games.words, typed);
    open_games(f);
}

void face_take_typed(Face *f) {
    static void (*const takers[])(Face * f, const char *typed) = {
        [TYPING_COMMAND] = take_command, [TYPING_SAVE] = take_path,   [TYPING_OPEN] = take_file,
        [TYPING_VALUE] = take_value,     [TYPING_WORDS] = take_words,
    };
    TypingKind kind = f->typing;
    f->typing = TYPING_NOTHING;
    str_clear(&f->message);
    if (f->prompt.text.len > 0 || kind == TYPING_WORDS)
        takers[kind](f, str_text(&f->prompt.text));
}

// ---- Actions

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

static void ask_to_resign(Face *f) {
    if (sitting_is_over(&f->dialogue.sitting)) {
        face_say(f, "The game is over.");
        return;
    }
    ask_whether(f, MENU_RESIGN, "Give up this game?", "No, play on", ACT_RESIGN, "Yes, resign");
}

// Only a game that would be left in its middle is worth a question.
static void ask_for_rematch(Face *f) {
    if (sitting_needs_keeping(&f->dialogue.sitting))
        ask_whether(f, MENU_REMATCH, "Begin anew, with sides changed?", "No, play on", ACT_REMATCH,
                    "Yes; this game is kept");
    else
        rematch(f);
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
    ask_whether(f, MENU_LOSE, "This game would be lost", "Stay", ACT_QUIT, "Leave, and lose it");
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
        command(f, "here");
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
        command(f, "undo");
        break;
    case ACT_REDO:
        command(f, "redo");
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
        command(f, "switch");
        break;
    case ACT_RESIGN:
        ask_to_resign(f);
        break;
    case ACT_REMATCH:
        ask_for_rematch(f);
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
        open_games(f);
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
