// One sitting at the board: a game, who plays which side, the clock, and what is kept in files.
//
// What a face for people needs besides drawing and typing. Prints nothing; the line mode and the
// full screen are shells around it. After an unfinished game nothing is lost: sitting_put_aside
// keeps it, sitting_resume brings it back.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"
#include "player/player.h"
#include "record/record.h"

typedef struct {
    GameOptions game;
    const char *players[2]; // by Seat: "human" or as player_open wants it; NULL: "human", "greedy"
    const char *adviser;    // gives the hints; NULL: "greedy"
    const char *state_folder; // where an unfinished game is kept; NULL: as XDG has it
    bool no_files;            // nothing is read or written: for tests and fuzzing
    int64_t (*now_ms)(void);  // NULL: the real clock
} SittingOptions;

typedef struct {
    char *description; // as given in the options
    Player player;     // all zero for a person
} Participant;

typedef struct {
    Game game;
    GameOptions setup;           // of the next new game
    Participant participants[2]; // by Seat
    Player adviser;
    char *autosave; // where an unfinished game is kept; NULL: nowhere
    bool no_files;
    bool unsaved; // something was done since the game was last in a file
    bool kept;    // the autosave file has an earlier state of this very game
    bool changed; // the position is another one; a face that has shown it sets this to false
    int64_t (*now_ms)(void);
    int64_t turn_began_ms;
} Sitting;

bool sitting_init(Sitting *s, const SittingOptions *options, Error *err);
void sitting_release(Sitting *s);

bool sitting_is_over(const Sitting *s);
bool sitting_is_person(const Sitting *s, Seat seat);
int sitting_count_persons(const Sitting *s);

// The colour that `seat` has now.
Stone sitting_color(const Sitting *s, Seat seat);

// Acts for the side to act: a point or an answer of the opening. The game may end by it, on time
// too: a move that comes too late is not made.
bool sitting_play(Sitting *s, Point p, Error *err);

// Lets the computer that is to act choose, and plays that. `*move` is POINT_NONE if it was too
// late.
bool sitting_think(Sitting *s, Point *move, Error *err);

// What the adviser would do for the side to act.
bool sitting_hint(Sitting *s, Point *move, Error *err);

// What is left of a side's time for its next move, timer_unlimited if there is no limit.
int64_t sitting_time_left(const Sitting *s, Seat seat);

// Ends the game if whoever is to act has used up the time. Says whether that happened.
bool sitting_check_time(Sitting *s);

// Back to where a person was to act, as often as `turns` says or until the beginning. Returns how
// often; 0 sets *err.
int sitting_undo(Sitting *s, int turns, Error *err);

// Forward again, to where a person is to act.
bool sitting_redo(Sitting *s, Error *err);

bool sitting_resign(Sitting *s, Error *err);

// The players change seats.
void sitting_switch(Sitting *s);

void sitting_new_game(Sitting *s);

// Goes on from another game; its clocks start anew.
void sitting_adopt(Sitting *s, const Game *g);

// Puts somebody into a seat.
bool sitting_seat(Sitting *s, Seat seat, const char *description, Error *err);

// The rest is in keeping.c: games in files.

typedef enum { SAVE_NEW, SAVE_REPLACE } SaveMode;

// The format is the one of the path's ending. SAVE_NEW refuses a file that is there.
bool sitting_save(Sitting *s, const char *path, SaveMode mode, Error *err);

// Goes on with the game in a file, or in a record. Appends to `notes` what its reader had to
// decide.
bool sitting_load(Sitting *s, const char *path, Str *notes, Error *err);
bool sitting_start_from(Sitting *s, const Record *r, Error *err);

// Would this game be lost? Not an empty one, nor one that is over or in a file.
bool sitting_needs_keeping(const Sitting *s);

// Before another game takes its place: keeps this one if it needs that, where sitting_resume finds
// it; forgets what was kept of it if it is over.
bool sitting_put_aside(Sitting *s, Error *err);

// Is there an unfinished game that was put aside? And on with it, by the same players.
bool sitting_can_resume(const Sitting *s);
bool sitting_resume(Sitting *s, Error *err);
