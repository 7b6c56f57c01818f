// Move notation of the server, its database and the web page: "h8", or "stay", "swap", "more".
#pragma once

#include "core/point.h"

#include "base/error.h"

enum { MOVE_TEXT_SIZE = 8 };

typedef struct {
    char text[MOVE_TEXT_SIZE];
} MoveText;

MoveText move_text(Point p, int size);
bool move_parse(const char *text, int size, Point *out, Error *err);
