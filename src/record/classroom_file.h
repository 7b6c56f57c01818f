// The classroom course's file format: eleven lines with two names, the player to move, and the rows
// of an 8x8 board. The parser is as strict as the course's description.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/board.h"

enum { CLASSROOM_SIZE = 8 };

typedef struct {
    Str names[2]; // player 1 (Black) and player 2; UTF-8, never blank
    Board board;  // of CLASSROOM_SIZE; its turn is the file's third line
} ClassroomGame;

// `charset` is that of the names; NULL: UTF-8 if valid, otherwise Latin-1. On failure there is
// nothing to release.
bool classroom_parse(const char *text, size_t len, const char *charset, ClassroomGame *out,
                     Error *err);
void classroom_format(const ClassroomGame *game, Str *out);
void classroom_release(ClassroomGame *game);
