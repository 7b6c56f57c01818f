// Output files of a match: the games as SGF, PSQ and JSON lines, and the state file for --resume.
#pragma once

#include "base/scanner.h"
#include "match/referee.h"

#include <stddef.h>
#include <stdio.h>

typedef struct {
    int number;                // from 0; shown from 1
    const char *black, *white; // names, by the colors at the end
    const PlayedGame *played;
} LoggedGame;

// "game 1: a - b 1-0, five in a row, 23 moves"
void gamelog_line(const LoggedGame *g, Str *out);

// NULL: that file is not written.
typedef struct {
    const char *sgf, *json, *state;
    const char *psq; // a folder, created if missing; one file per game
} MatchOutputPaths;

typedef struct {
    MatchOutputPaths paths;
    FILE *sgf, *json, *state;
} MatchOutput;

// Opens every file that has a path. The state file starts with `heading` and `games`, the lines of
// the games already played.
bool match_output_open(MatchOutput *output, const MatchOutputPaths *paths, const char *heading,
                       const Str *games, Error *err);
void match_output_close(MatchOutput *output);

// Writes and flushes a game to every file, so that a crash cannot lose it.
bool match_output_add(MatchOutput *output, const LoggedGame *g, Error *err);

// Appends to `out` the state file's line for a game. The file has the settings and one line per
// finished game; it is append-only, so a match can be resumed after a crash at any moment.
void match_state_format(int number, const PlayedGame *played, Str *out);

// Reads such a line, of the game with that number.
bool match_state_read_game(const Scanner *line, int number, const GameOptions *options,
                           PlayedGame *out, Error *err);

typedef struct {
    const char *heading; // the expected first line
    GameOptions game;    // rules, size and opening of all games
    void *context;
    void (*finished)(void *context, int number, const PlayedGame *played); // called for each game
} MatchStateReader;

// Reads the games in order, from game 0. Ignores an incomplete last line. Returns the number of
// games; -1 with *err set if the file is damaged or belongs to another match.
int match_state_parse(const char *text, size_t len, const MatchStateReader *reader, Error *err);
int match_state_load(const char *path, const MatchStateReader *reader, Error *err);
