// A whole game looked at move by move: what each position was worth, and which moves gave something
// away.
#pragma once

#include "player/analyst.h"
#include "record/record.h"

typedef enum { GRADE_GOOD, GRADE_DOUBTFUL, GRADE_MISTAKE, GRADE_BLUNDER, GRADE_COUNT } Grade;

const char *grade_name(Grade grade); // "", "doubtful" ...

// A position of the game and the move made there.
typedef struct {
    const Node *before, *played; // in the record; `played` NULL: the position at the end
    Board board;
    int number;       // of the move that was to be made here, from 1; answers of an opening count
    bool is_known;    // `best` was found out
    AnalystLine best; // of the engine
    double rate;      // how often the side to move wins from here with best play
    double lost;      // of that, by the move played; 0 where the position behind it is not known
    Grade grade;
    bool missed_win;  // a certain one was given away
    bool allowed_win; // a certain one of the other side, which there was not before
    bool was_lost;    // for certain, whatever was played: nothing to give away
} ReviewedMove;

typedef struct {
    int count;
    ReviewedMove *moves;
} Review;

// `progress` is called after every position; when it says false the rest is left out.
typedef bool ReviewProgress(void *context, int done, int all);

bool review_game(Analyst *a, const Record *r, const Question *each, ReviewProgress *progress,
                 void *context, Review *out, Error *err);
void review_release(Review *v);

// The same in steps, for who lets somebody else think: the positions of which nothing is known yet;
// what was found of one; and, as far as all is known, what the moves gave away.
bool review_begin(const Record *r, Review *out, Error *err);
void review_set_best(ReviewedMove *m, const AnalystLine *best);
void review_grade_moves(Review *v);

// How often Black wins from the i-th position, by what the review knows.
double review_black_rate(const ReviewedMove *m);
