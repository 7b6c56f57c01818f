// What is decided without a search, and the moves that are left when the other side threatens.
//
// All of it is exact by the rules in force. Black's forbidden points in renju count on both sides:
// an attack through one is none, and where only a forbidden point would parry, nothing does. Points
// of CATEGORY_SUSPECT that are legal after all are taken for harmless when they are an attack, so
// that what is said about others remains true.
#pragma once

#include "engine/board/position.h"

typedef struct {
    int plies;  // the side to move wins within so many, or loses if it is negative; 0: not known
    Point move; // that begins the win
} ThreatVerdict;

// By making and taking back a few moves.
ThreatVerdict threat_verdict(Position *s);

// What the other side would win by, if it were to move.
typedef enum {
    THREATENED_BY_NOTHING, // known here
    THREATENED_BY_FIVE,
    THREATENED_BY_OPEN_FOUR,  // also by two fours at once
    THREATENED_BY_FOUR_THREE, // one that works: the answer to the four is not a four itself
} Threatened;

typedef struct {
    Threatened by;
    int plies; // until the other side has won if nothing is done against it
    int count;
    Point points[BOARD_MAX * BOARD_MAX]; // in reading order
} Defences;

// Every legal move that may parry: what takes the attack apart, and one's own fours. No other move
// does. Against a five, and against an open four apart from one's own fours, every one does. If
// there is none, the game is lost within `plies`.
void threat_defences(Position *s, Defences *defences);
