// The file of the classroom game: eleven lines with two names, whose turn it is, and the rows of an
// 8x8 board. It is read as strictly as the course describes it.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/board.h"

enum { CLASSROOM_SIZE = 8 };

typedef struct {
    Str names[2]; // player 1, who has the black stones, and player 2; UTF-8, never blank
    Board board;  // of CLASSROOM_SIZE; its turn is the file's third line
} ClassroomGame;

// `charset` of the names; NULL: UTF-8 if they are that, else Latin-1. After a failure there is
// nothing to release.
bool classroom_parse(const char *text, size_t len, const char *charset, ClassroomGame *out,
                     Error *err);
void classroom_format(const ClassroomGame *game, Str *out);
void classroom_release(ClassroomGame *game);
