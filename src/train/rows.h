// Tables of numbers to be learnt, in which rare rows lean on what they have in common with others.
//
// A row is the sum of its own number and of numbers that it shares with other rows: a code's shapes
// and category, a set of threats' members. Own numbers are drawn to zero, so a row that is hardly
// ever seen is the sum of what is shared, and one seen often is what it is.
#pragma once

enum { ROWS_SHARED_MAX = 13 };

typedef struct {
    int count, shared; // rows, and numbers that several rows share
    float *row;        // [count], the sums: what is used
    float *own;        // [count]
    float *common;     // [shared]
    short *members;    // [count][ROWS_SHARED_MAX], which of them a row has; -1 ends
    float *moments;    // of the optimiser, two a number
    int steps;
} Rows;

// All zero. rows_join says what a row shares.
void rows_init(Rows *r, int count, int shared);
void rows_release(Rows *r);
void rows_join(Rows *r, int row, int shared);

// One step of Adam. `gradient` is of the mean loss by row; `pull` is how much own numbers are drawn
// to zero.
void rows_step(Rows *r, const float *gradient, float rate, float pull);
