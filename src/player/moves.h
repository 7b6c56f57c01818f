// Move generation for players: legal moves, immediate wins, opening play.
#pragma once

#include "core/game.h"
#include "engine/engine.h"

// The legal points of the side to act, row by row from the top. Returns how many.
int moves_legal(const Game *g, Point points[static BOARD_MAX * BOARD_MAX]);

// The first of `points` where a stone of `color` wins by the board's rules; POINT_NONE if there is
// none.
Point moves_first_win(const Board *b, Stone color, const Point *points, int count);

// Why a move must be made: "makes five" or "stops five"; NULL: neither.
const char *moves_reason(const Board *b, Point move);

// The point closest to the center; on a tie, the first. `count` is at least 1.
Point moves_most_central(const Board *b, const Point *points, int count);

// Opening play: the engine's decisions during an opening protocol (swap2, pro and so on). It places
// balanced stones where the opponent chooses sides, takes the better side where it chooses itself,
// and plays the best point of a restricted zone.
//
// Searches within the request's budget. Returns a point or an answer that the protocol allows. The
// opening must have a step left.
Point opening_play(Engine *e, const Game *g, const EngineRequest *request);

// The request of a normal search. Where the opening restricts the next stone to a zone, the root
// moves are limited to its most promising points, which are stored in `points`.
EngineRequest opening_request(Engine *e, const Game *g, const EngineRequest *request,
                              Point points[static ENGINE_LINES_MAX]);
