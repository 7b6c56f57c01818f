// Threat analysis: wins that need no search, and the defenses when the opponent threatens to win.
//
// Results are exact under the rules in force. Renju's forbidden points count for both sides: an
// attack through one does not work, and neither does a defense. CATEGORY_SUSPECT points that turn
// out to be legal are not counted as attacks, so every claim remains true.
#pragma once

#include "engine/board/position.h"

typedef struct {
    int plies;  // the side to move wins in that many; negative: loses; 0: unknown
    Point move; // first move of the win
} ThreatVerdict;

// Makes and undoes a few moves on `s`.
ThreatVerdict threat_verdict(Position *s);

// How the opponent would win if it were to move.
typedef enum {
    THREATENED_BY_NOTHING, // that this module detects
    THREATENED_BY_FIVE,
    THREATENED_BY_OPEN_FOUR,  // or two fours at once
    THREATENED_BY_FOUR_THREE, // that works: the answer to the four is not a four itself
} Threatened;

typedef struct {
    Threatened by;
    int plies; // until the opponent has won if it is not stopped
    int count;
    Point points[BOARD_MAX * BOARD_MAX]; // in reading order
} Defenses;

// Lists every legal move that may parry the threat: moves that break the attack, and the defender's
// own fours. No other move can. Against a five all listed moves parry; against an open four all do,
// except perhaps the defender's fours. If the list is empty, the game is lost in `plies`.
void threat_defenses(Position *s, Defenses *defenses);
