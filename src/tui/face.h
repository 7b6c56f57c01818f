// The game on a full screen, without a terminal: events in, a Screen out.
//
// The shell around a Dialogue, which is the same as in the line mode: keys become its commands, and
// what it answers becomes the message below the board. Thinking is done on other threads; nothing
// here waits. face.c is its life and state, face_event.c what keys and clicks mean, face_act.c what
// they do, face_game.c games, face_menu.c the menu and questions, face_type.c typed lines,
// face_think.c the thinking, face_draw.c the screen.
#pragma once

#include "tui/background.h"
#include "tui/dialogue.h"
#include "tui/event.h"
#include "tui/form.h"
#include "tui/gamelist.h"
#include "tui/insight.h"
#include "tui/keys.h"
#include "tui/menu.h"
#include "tui/prompt.h"
#include "tui/theme.h"

typedef struct {
    Settings settings;
    SittingOptions sitting; // the game and the players are of the settings
    const char *path;       // the file whose game is gone on with; NULL: none
    const char *config;     // where settings are remembered; NULL: nowhere
    const char *note;       // said at the start; NULL: nothing
    bool start;             // with a game, not with the menu
    bool ponders;           // computers think on people's time too, those that can
    bool colours, unicode;  // what the terminal can
} FaceOptions;

typedef enum {
    VIEW_MENU,
    VIEW_FORM,
    VIEW_GAME,
    VIEW_TEXT,
    VIEW_GAMES,
    VIEW_CURTAIN, // nothing is seen until the other person sits there
} View;

// All but the first are questions about the game that is seen beside them.
typedef enum {
    MENU_MAIN,
    MENU_OPENING,
    MENU_RESIGN,
    MENU_REMATCH,
    MENU_REPLACE,
    MENU_LOSE, // a game that cannot be kept
} MenuKind;

// What is being typed.
typedef enum {
    TYPING_NOTHING,
    TYPING_COMMAND,
    TYPING_SAVE,
    TYPING_OPEN,
    TYPING_VALUE,
    TYPING_WORDS,
} TypingKind;

// A computer that thinks, about its move or about a hint.
typedef struct {
    Thought thought;
    bool is_hint;
    Point choice;
    bool ok;
    Error err;
} Pondering;

typedef struct {
    Dialogue dialogue;
    Settings settings;
    char *config;
    bool colours, unicode;
    int rows, cols;
    View view;
    bool playing;     // a game was begun
    bool covered;     // the board, until who is to act draws the curtain
    bool said_unkept; // that the game would be lost with the program
    bool quit;
    bool redraw; // the whole screen, once

    Menu menu;
    MenuKind menu_kind;
    int offered; // the number of the waiting game that the main menu has
    Form form;
    TypingKind typing;
    Prompt prompt;
    Str path;       // that MENU_REPLACE is about
    Str text;       // of VIEW_TEXT
    int text_top;   // its first line that is shown
    View text_back; // where it leads back to
    GameList games;

    Str message; // one line
    Point cursor, hint;
    bool in_panel;  // in a window with room for one of the two
    int moves_back; // rows of the list of moves
    bool analysing, threats, graph, no_fouls;

    Background *ponderer;
    Pondering pondering;
    bool ponders;      // as in FaceOptions
    Background *muser; // a computer that thinks while a person does
    Thought musing;
    Insight *insight;
} Face;

bool face_init(Face *f, const FaceOptions *options, Error *err);
void face_release(Face *f);

void face_handle(Face *f, const Event *e);
void face_draw(const Face *f, Screen *s);

// Until when nothing moves by itself: milliseconds; -1: as long as no key is pressed.
int face_patience_ms(const Face *f);

const Theme *face_theme(const Face *f);

// The rest is for the files of the face alone.

Stones face_stones(const Face *f);
Layout face_layout(const Face *f);
Area face_menu_area(const Face *f);
KeyTable face_keys(const Face *f);

// Several lines become one.
void face_say(Face *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void face_show_text(Face *f, const char *text);

// Takes results, begins what is due.
void face_think(Face *f);
void face_begin_hint(Face *f);

// Ends what the computer is thinking about, so that the sitting can be changed.
void face_interrupt(Face *f);

// A key or click, without what follows from it.
void face_event(Face *f, const Event *e);

void face_apply_looks(Face *f);
void face_remember(Face *f); // the settings, in their file

void face_act(Face *f, Action action);

// ---- face_game.c

// A line of the dialogue; the answer is said, or shown where it is long.
void face_command(Face *f, const char *line);
void face_start_game(Face *f); // as the settings have it
void face_place(Face *f, Point p);
void face_rematch(Face *f);
void face_resume(Face *f, int number);
void face_load(Face *f, const char *path);
void face_save(Face *f, const char *word); // to f->path, by "save" or "save!"
void face_review(Face *f);                 // what was said stays; otherwise it says how to walk
void face_open_games(Face *f);
void face_take_game(Face *f); // the one picked in the list
void face_back_to_game(Face *f);

// In the mist nobody may see what is for the other's eyes.
void face_hand_over(Face *f);

// ---- face_menu.c

void face_open_menu(Face *f);
void face_take_menu(Face *f, int code);

// The first answer changes nothing.
void face_ask_whether(Face *f, MenuKind kind, const char *title, const char *no, Action action,
                      const char *yes);
void face_ask_to_resign(Face *f);
void face_ask_for_rematch(Face *f);

// ---- face_type.c

void face_ask(Face *f, TypingKind kind, const char *question, const char *text);
void face_take_typed(Face *f);
