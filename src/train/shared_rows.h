// Tables of numbers to be learnt, in which rare rows lean on what they have in common with others.
//
// A row is the sum of its own number and of numbers that it shares with other rows: a code's shapes
// and category, a set of threats' members. Own numbers are drawn to zero, so a row that is hardly
// ever seen is the sum of what is shared, and one seen often is what it is.
#pragma once

enum { SHARED_ROWS_MAX = 13 };

typedef struct {
    int count, shared; // rows, and numbers that several rows share
    float *row;        // [count], the sums: what is used
    float *own;        // [count]
    float *common;     // [shared]
    short *members;    // [count][SHARED_ROWS_MAX], which of them a row has; -1 ends
    float *moments;    // of the optimiser, two a number
    int steps;
} SharedRows;

// All zero. shared_rows_join says what a row shares.
void shared_rows_init(SharedRows *r, int count, int shared);
void shared_rows_release(SharedRows *r);
void shared_rows_join(SharedRows *r, int row, int shared);

// One step of Adam. `gradient` is of the mean loss by row; `pull` is how much own numbers are drawn
// to zero.
void shared_rows_step(SharedRows *r, const float *gradient, float rate, float pull);
