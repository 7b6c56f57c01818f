// Ratings from results, as Bradley and Terry have it: the chances of a game are a function of the
// difference in rating, what Black's first move is worth, and how wide the margin of a draw is (as
// Rao and Kupper). All of them are estimated together, by the greatest likelihood.
//
// A weak belief beforehand, that ratings are within some hundreds of Elo of each other, gives a
// rating to who won or lost every game; a few dozen games outweigh it.
#pragma once

#include "match/results.h"
#include "match/sprt.h"

// One player of the ladder, in Elo.
typedef struct {
    int player; // of the results
    int games;
    double score; // share of the points
    Estimate elo; // against the average, or against the anchor
    double
        over_next; // how likely it is really stronger than the next in the ladder; 0 for the last
} RatedPlayer;

typedef struct {
    int count;
    RatedPlayer *rungs; // the strongest first
    int games;
    Estimate black; // what having Black is worth, in Elo
    double draws;   // the share of draws between equals
    int groups;     // of players that no game connects; ratings of different ones mean nothing
} RatingList;

// `anchor`: the player whose rating is 0; -1: the average is. False if there is no game.
bool rating_list_fit(const Results *results, int anchor, RatingList *out, Error *err);
void rating_list_release(RatingList *l);

void rating_list_format(const RatingList *l, const Results *results, Str *out);
