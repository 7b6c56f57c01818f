// One sitting at the board: a game, who plays which side, the clock, and what is kept in files.
//
// What a face for people needs besides drawing and typing. Prints nothing; the line mode and the
// full screen are shells around it. An unfinished game is kept in a file after every move, and
// terminal_session_resume brings it back.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"
#include "player/player.h"
#include "record/format.h"
#include "record/game_in_tree.h"
#include "record/saved_game.h"

typedef struct {
    GameOptions game;
    bool mist;               // Gomoku in the Mist: it has a board and rules of its own
    const char *players[2];  // by Seat: "human" or as player_open wants it; NULL: "human", "greedy"
    const char *hint_player; // gives the hints; NULL: "greedy"
    ReadOptions reading;     // what was asked for, where a file does not say it
    const char *state_folder;           // games are kept below it; NULL: as XDG has it
    bool no_files;                      // nothing is read or written: for tests and fuzzing
    int64_t (*now_ms)(void);            // NULL: the real clock
    bool (*interrupted)(void *context); // ends the computer's thinking; NULL: nothing does
    // Opens what opponent_is_program says is one; NULL: there are none.
    bool (*open_program)(const char *description, Player *out, Error *err);
} TerminalSessionOptions;

typedef struct {
    char *description; // as given in the options
    Player player;     // all zero for a person
} SeatedPlayer;

typedef struct {
    Game game;
    Record *record;    // of the game, with all that was in the file it came from
    GameInTree branch; // the game in it
    bool mist;         // it is a game in the mist
    GameOptions setup; // of the next new game
    bool setup_mist;
    ReadOptions reading;
    SeatedPlayer seats[2]; // by Seat
    Player hint_player;
    char *folder;         // of unfinished games; NULL: there is no place for them
    SavedGame kept;       // this game there
    char *history_folder; // the folder of games that are over; NULL: there is none
    char *history_path;   // this game there; NULL while it is not
    Error autosave_error; // why it is not; "" while nothing failed
    bool no_files;
    bool unsaved; // something was done since the game was last in a file of the player's
    bool changed; // the position is another one; a face that has shown it sets this to false
    int64_t (*now_ms)(void);
    int64_t turn_start_ms;
    int64_t uncharged_ms[2]; // by Seat: in turns that undo or redo cut short, and not paid for yet
    bool (*interrupted)(void *context);
    bool (*open_program)(const char *description, Player *out, Error *err);
} TerminalSession;

bool terminal_session_init(TerminalSession *s, const TerminalSessionOptions *options, Error *err);
void terminal_session_release(TerminalSession *s);

bool terminal_session_is_over(const TerminalSession *s);
bool terminal_session_is_person(const TerminalSession *s, Seat seat);
int terminal_session_count_people(const TerminalSession *s);

// The colour that `seat` has now.
Stone terminal_session_color(const TerminalSession *s, Seat seat);

// Acts for the person to act: a point or an answer of the opening. The game may end by it, on time
// too: a move that comes too late is not made.
bool terminal_session_play(TerminalSession *s, Point p, Error *err);

// Lets the computer that is to act choose, and plays that. `*move` is POINT_NONE if it was too
// late or interrupted.
bool terminal_session_computer_move(TerminalSession *s, Point *move, Error *err);

// The same in two steps, for a face that thinks elsewhere meanwhile: what is to be thought about,
// and what came of it. Nothing else may happen to the sitting in between.
typedef struct {
    Player *player; // borrowed
    Game game;      // as far as the player knows it
    Board truth;    // which in the mist is more
    Limits limits;  // without anything that interrupts
} MoveRequest;

MoveRequest terminal_session_move_request(TerminalSession *s);
bool move_request_run(MoveRequest *t, Point *choice, Error *err);
bool terminal_session_apply_move(TerminalSession *s, Point choice, Point *move, Error *err);

// What the computer may think about while a person does: the position as it is. False where there
// is no such computer, or nothing that it may see.
bool terminal_session_ponder_request(TerminalSession *s, MoveRequest *out);

// The question for the adviser instead; false if the game is over.
bool terminal_session_hint_request(TerminalSession *s, MoveRequest *out, Error *err);

// What the adviser would do for the side to act.
bool terminal_session_hint(TerminalSession *s, Point *move, Error *err);

// What is left of a side's time for its next move, timer_unlimited if there is no limit.
int64_t terminal_session_time_left(const TerminalSession *s, Seat seat);

// Ends the game if whoever is to act has used up the time. Says whether that happened.
bool terminal_session_check_time(TerminalSession *s);

// Back to where a person was to act, as often as `turns` says or until the beginning. Returns how
// often; 0 sets *err. The moves' time comes back with them; what went by since the last one does
// not: it is part of what the next move costs.
int terminal_session_undo(TerminalSession *s, int turns, Error *err);

// Forward again, to where a person is to act.
bool terminal_session_redo(TerminalSession *s, Error *err);

// A person gives up: the only one there is, or the one to act.
bool terminal_session_resign(TerminalSession *s, Error *err);

// The players change seats.
bool terminal_session_switch_sides(TerminalSession *s, Error *err);

// The clock of whoever is to act begins only now: the board was covered until then, or the computer
// was kept from thinking.
void terminal_session_start_turn(TerminalSession *s);

void terminal_session_new_game(TerminalSession *s);

// The game on the board once more, whatever was set up for the next one, with seats changed.
bool terminal_session_rematch(TerminalSession *s, Error *err);

// Goes on from another game, which record_replay made by going to `end`. The record becomes the
// sitting's.
void terminal_session_replace_game(TerminalSession *s, const Game *g, Record *r, Node *end);

// Goes on from another place of the same record.
bool terminal_session_go_to(TerminalSession *s, Node *end, Error *err);

// Is something hidden from who sits at the screen?
bool terminal_session_in_mist(const TerminalSession *s);

// Puts somebody into a seat.
bool terminal_session_set_player(TerminalSession *s, Seat seat, const char *description,
                                 Error *err);

// The rest is in keeping.c: games in files.

typedef enum { SAVE_NEW, SAVE_REPLACE } SaveMode;

typedef struct {
    SaveMode mode;     // SAVE_NEW refuses a file that is there
    Notation notation; // of a picture's labels
} SaveOptions;

// Brings the record up to date; returns where the game stands in it.
Node *terminal_session_update_record(TerminalSession *s);

// The format is the one of the path's ending. Appends to `notes` what is not as one might think.
bool terminal_session_save(TerminalSession *s, const char *path, const SaveOptions *options,
                           Str *notes, Error *err);

// Goes on with the game in a file, once that is read and this game put aside. Appends to `notes`
// what its reader had to decide, and what the file has otherwise than was asked for.
bool terminal_session_load(TerminalSession *s, const char *path, Str *notes, Error *err);

// Would this game be lost? Not an empty one, nor one that is over or in a file of the player's.
bool terminal_session_needs_saving(const TerminalSession *s);

// Writes an unfinished game into its file, and one that is over among those that were played; takes
// away the file that is no more needed. After every change; a failure is left in s->autosave_error.
void terminal_session_autosave(TerminalSession *s);

// Before another game takes its place, or none: is this one safe?
bool terminal_session_suspend(TerminalSession *s, Error *err);

// The unfinished games that wait; and on with one of them, by its number from 1, by the same
// players and with the clocks as they were.
SavedGameList terminal_session_list_unfinished(const TerminalSession *s);
bool terminal_session_resume(TerminalSession *s, int number, Error *err);
