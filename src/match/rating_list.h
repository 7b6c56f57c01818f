// Elo rating list from game results, by the Bradley-Terry model: the probability of a result
// depends on the rating difference, Black's first-move advantage and the draw margin (Rao-Kupper).
// All are estimated together, by maximum likelihood.
//
// A weak prior (ratings are within a few hundred Elo of each other) keeps the rating finite for a
// player who won or lost every game. A few dozen games outweigh it.
#pragma once

#include "match/results.h"
#include "match/sprt.h"

typedef struct {
    int player; // index in the results
    int games;
    double score; // share of the points
    Estimate elo; // relative to the average or the anchor
    double los;   // likelihood of superiority (LOS) over the next player; 0 for the last
} RatedPlayer;

typedef struct {
    int count;
    RatedPlayer *players; // strongest first
    int games;
    Estimate black_advantage; // in Elo
    double draw_rate;         // between equal players
    int groups; // sets of players with no games between them; ratings compare only within a set
} RatingList;

// `anchor`: the player rated 0; -1: the average is 0. False if there are no games.
bool rating_list_fit(const Results *results, int anchor, RatingList *out, Error *err);
void rating_list_release(RatingList *l);

void rating_list_format(const RatingList *l, const Results *results, Str *out);
