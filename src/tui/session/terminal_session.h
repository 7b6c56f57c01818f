// Terminal session: the model that the line mode and the full screen share. A game, the two
// players, the clock, undo, the review of a game, and the game's files.
//
// Prints nothing; actions.h defines what a player can do with it. An unfinished game is saved after
// every move; terminal_session_resume restores it.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"
#include "core/notation.h"
#include "player/mist_player.h"
#include "record/format.h"
#include "record/game_in_tree.h"
#include "record/saved_game.h"
#include "session/game_session.h"
#include "tui/session/game_cursor.h"

typedef struct {
    GameOptions game;
    bool mist;               // Gomoku in the Mist, which has its own board size and rules
    const char *players[2];  // by Seat: "human" or as in player_open; default: "human", "greedy"
    const char *hint_player; // default: "greedy"
    Notation notation;
    ReadOptions reading;      // rules and size for files that do not state them
    const char *state_folder; // games are stored below it; default: XDG_STATE_HOME
    bool no_files;            // never reads or writes files: for tests and fuzzing
    int64_t (*now_ms)(void);  // default: the real clock
    StopToken stop;           // ends the computer's search
    // Starts an external engine (see opponent_is_program); NULL: not supported.
    bool (*open_program)(const char *description, Player *out, Error *err);
} TerminalSessionOptions;

typedef struct {
    char *description; // as given in the options
    Player player;     // zeroed for a person
    MistParticles particles;
} SeatedPlayer;

// Unfinished games and the history of finished ones.
typedef struct {
    char *text; // one line for the player
    char *path;
    bool unfinished, unreadable; // if it cannot be read, `text` says why
} ListedGame;

typedef struct {
    ListedGame *games; // those that match, unfinished ones first
    int count, selected;
    Str search; // words that must all match
} GameList;

typedef struct {
    GameSession play;               // the game in progress, with its clocks and undo
    Record *record;                 // of the game, with everything its file contained
    GameInTree game_in_tree;        // the game's place in the record
    GameCursor review;              // in the record; not open unless a review is running
    GameList games;                 // as of the last terminal_session_list_games
    Stone mist_side;                // whose knowledge a review in the mist shows; EMPTY: the board
    Notation notation;              // of points in input and output
    TerminalSessionOptions options; // `game` and `mist` are for the next new game
    SeatedPlayer seats[2];          // by Seat
    Player hint_player;
    char *saved_games_folder; // for unfinished games; NULL: none
    SavedGame saved_game;     // this game's file there
    char *history_folder;     // for finished games; NULL: none
    char *history_path;       // this game's file there; NULL: not stored
    Error save_error;         // of the last change; "" if it was saved
    bool warned_unsaved;      // the player was told
    bool unsaved;             // changed since the player last saved or loaded it
    bool loaded;              // from a file, and not played on: others may have played it
    bool changed;     // the position changed; the interface clears this once it has shown it
    bool replaced;    // another game has begun; the interface clears this, too
    bool show_always; // line mode: show the board after every change, not only on request
    bool show_now;    // line mode: the last command asked for the board
    bool quit;
} TerminalSession;

bool terminal_session_init(TerminalSession *s, const TerminalSessionOptions *options, Error *err);
void terminal_session_release(TerminalSession *s);

// The game to show: the position under review, or the game being played.
const Game *terminal_session_shown_game(const TerminalSession *s);

bool terminal_session_is_over(const TerminalSession *s);

// True while a game from a file is only viewed: its players are those that the file names.
bool terminal_session_shows_others(const TerminalSession *s);

// Never true during a review.
bool terminal_session_is_computers_turn(const TerminalSession *s);
bool terminal_session_is_person(const TerminalSession *s, Seat seat);
int terminal_session_count_people(const TerminalSession *s);
bool terminal_session_has_clock(const TerminalSession *s);

// True while the mist hides part of the board: until the game is over.
bool terminal_session_in_mist(const TerminalSession *s);

// The board in the mist as the person to move knows it, from the session's GameView: the hole,
// their own stones and those seen before; nothing during the computer's turn. Points outside the
// hole are `hidden`, even those with a known stone.
Board terminal_session_visible_board(const TerminalSession *s, bool hidden[static POINT_COUNT]);

// What `mist_side` knew at the position under review, and could have known, as of its turn at
// *turn_ply. False if the whole board is to be shown.
bool terminal_session_mist_knowledge(const TerminalSession *s, int *turn_ply, MistKnowledge *out);

// Plays for the person to act: a point or an opening choice. If the time is up, loses the game on
// time instead and returns true.
bool terminal_session_play(TerminalSession *s, Point p, Error *err);

// Lets the computer choose a move on its turn, and plays it. *move is POINT_NONE if the computer
// ran out of time or was stopped.
bool terminal_session_computer_move(TerminalSession *s, Point *move, Error *err);

// The same in three steps, so that the search can run on another thread: make a request, run it,
// apply the result. The session must not change in between.
typedef struct {
    Player *player; // borrowed, as are the particles
    Game game;      // in the mist the player is not shown it
    Budget budget;
    MistParticles *particles; // NULL: not in the mist
    MistHistory history;      // in the mist: what the player was told, with the stones it hits
} MoveRequest;

MoveRequest terminal_session_move_request(TerminalSession *s);
bool move_request_run(MoveRequest *r, StopToken stop, Point *choice, Error *err);
bool terminal_session_apply_move(TerminalSession *s, const MoveRequest *r, Point choice,
                                 Point *move, Error *err);

// Pondering: the current position, for the computer to search during the person's turn. False if
// the opponent cannot ponder, and in openings and the mist.
bool terminal_session_ponder_request(TerminalSession *s, MoveRequest *out);

// A request for the hint player. False if the game is over or in the mist.
bool terminal_session_hint_request(TerminalSession *s, MoveRequest *out, Error *err);

// Makes a hint request and runs it.
bool terminal_session_hint(TerminalSession *s, Point *move, Error *err);

// Time left for the next move of `seat`; timer_unlimited if there is no limit.
int64_t terminal_session_time_left(const TerminalSession *s, Seat seat);

// Ends the game if the side to act is out of time. True if that happened.
bool terminal_session_check_time(TerminalSession *s);

// Undoes up to `turns` turns: see session_undo. Returns the number undone; 0 sets *err.
int terminal_session_undo(TerminalSession *s, int turns, Error *err);

// Redoes moves up to the next one that a person is to make.
bool terminal_session_redo(TerminalSession *s, Error *err);

// Resigns for the person; if there are two, for the one to act.
bool terminal_session_resign(TerminalSession *s, Error *err);

bool terminal_session_switch_sides(TerminalSession *s, Error *err);

// Restarts the clock of the side to act: the board was hidden until now, or the computer could not
// start its search.
void terminal_session_start_turn(TerminalSession *s);

void terminal_session_new_game(TerminalSession *s);

// A new game like the one on the board, with sides switched.
bool terminal_session_rematch(TerminalSession *s, Error *err);

// Continues from node `end` of another record, and takes ownership of the record. If it cannot be
// replayed, fails and changes nothing; the caller still owns it.
bool terminal_session_replace_game(TerminalSession *s, Record *r, Node *end, Error *err);

// Starts a review at the current move, unless one is running. It ends with game_cursor_close, or
// when another game begins.
bool terminal_session_start_review(TerminalSession *s, Error *err);

// Continues from another node of the same record and ends the review. Fails where the game is over.
bool terminal_session_go_to(TerminalSession *s, Node *end, Error *err);

bool terminal_session_set_player(TerminalSession *s, Seat seat, const char *description,
                                 Error *err);

// A person takes the seat of a computer that cannot move, so that the game can continue.
void terminal_session_replace_computer(TerminalSession *s);

// ---- session_files.c: saved games, files and the history

typedef enum { SAVE_NEW, SAVE_REPLACE } SaveMode; // SAVE_NEW fails if the file exists

// Brings the record up to date. Returns the node of the current position.
Node *terminal_session_update_record(TerminalSession *s);

// The path's extension selects the format. Appends to `notes` what the file does not contain.
bool terminal_session_save(TerminalSession *s, const char *path, SaveMode mode, Str *notes,
                           Error *err);

// Loads a game and continues it; suspends the current one once the file has been read. Appends to
// `notes` what the reader assumed, and which options the file overrides.
bool terminal_session_load(TerminalSession *s, const char *path, Str *notes, Error *err);

// True if quitting would lose the game: it is not empty, not over, and not saved by the player.
bool terminal_session_needs_saving(const TerminalSession *s);

// Writes an unfinished game to its saved game or a finished one to the history, and removes a
// file that is no longer needed. Called after every change. Stores a failure in s->save_error.
void terminal_session_update_files(TerminalSession *s);

// Saves the current game, if needed, before another one replaces it or the program ends.
bool terminal_session_suspend(TerminalSession *s, Error *err);

// Unfinished games that nobody is playing, newest first; release with game_list_clear. The other
// two resume one of them, by its file or its number from 1, with the same players and clocks.
GameList terminal_session_list_saved(const TerminalSession *s);
bool terminal_session_resume_file(TerminalSession *s, const char *path, Error *err);
bool terminal_session_resume(TerminalSession *s, int number, Error *err);

// The description of the player of that color at `end` of an unfinished game's record; NULL:
// unknown.
const char *terminal_session_saved_player(const Record *r, const Node *end, Stone color);

// Fills s->games with those that contain all words of s->games.search.
void terminal_session_list_games(TerminalSession *s);
void game_list_clear(GameList *l);
