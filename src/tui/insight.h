// What the engine thinks of the game that is on the screen: the best moves of the position, and
// Black's chances after each move. Found in the background.
#pragma once

#include "core/game.h"
#include "tui/analysis.h"

typedef struct Insight Insight;

Insight *insight_new(void);
void insight_free(Insight *i);

typedef struct {
    bool lines;   // the best moves of the position
    bool chances; // after each move; quick, so these come first
} InsightWish;

// The game is as it is now; goes on with what is not known of it. Call it often.
void insight_follow(Insight *i, const Game *g, InsightWish wish);

// Stops at once, and rests until the next insight_follow.
void insight_rest(Insight *i);

Analysis insight_analysis(const Insight *i);

// Black's, in percent: before the first move and after each, also after moves that were taken back.
enum { CHANCE_UNKNOWN = 255 };
typedef struct {
    const uint8_t *percent;
    int count;
} Chances;

Chances insight_chances(const Insight *i);

// Something can be read from it when there is news.
int insight_signal(const Insight *i);
