// Controller of Gomoku in the Mist: a line-based protocol for two players at one keyboard.
//
// Commands must match exactly, including letter case and blanks. Standard output contains only the
// replies.
#pragma once

#include "base/str.h"
#include "player/mist_player.h"
#include "session/game_session.h"

#include <stdio.h>

typedef enum {
    MIST_RUNNING,
    MIST_FINISHED,   // won, drawn or resigned
    MIST_TERMINATED, // by the command `term`
} MistStatus;

void mist_session_init(GameSession *session);

// Answers one line, given without its newline. The reply may be empty.
MistStatus mist_session_answer(GameSession *session, const char *line, size_t len, Str *reply);

// The same for a player whose opponent plays elsewhere. Call it only on the turns of `seat`, so
// that `view` and `place` are that player's; `history` has only its own moves while the game runs.
MistStatus mist_session_answer_seat(GameSession *session, int seat, const char *line, size_t len,
                                    Str *reply);

// The lines that end a game: the result, all moves and the thanks.
void mist_session_add_result(const GameSession *session, Str *reply);

// Lists the commands, for help texts.
void mist_add_help(Str *out);

// The whole program: reads until the game or the input ends. Returns the exit status the course
// specifies: 1 after `term`, else 0.
int mist_session_run(FILE *in, FILE *out);

// The same for the person in `seat` against a player, who moves as soon as it is to move. False if
// the player fails.
bool mist_session_run_against(Player *player, int seat, FILE *in, FILE *out, int *exit_status,
                              Error *err);
