// Shared-parameter tables (factorized features): trained rows that share parameters, so that rare
// rows generalize from similar ones.
//
// A row is the sum of its own number and of numbers it shares with other rows: the shapes and
// category of a code, the members of a set of threats. L2 regularization pulls the own numbers to
// 0, so a rare row is mostly the sum of its shared numbers, and a frequent row is fitted exactly.
#pragma once

enum { SHARED_ROWS_MAX = 13 };

typedef struct {
    int count, shared; // number of rows, and of shared numbers
    float *row;        // [count], the sums: the result
    float *own;        // [count]
    float *common;     // [shared]
    short *members;    // [count][SHARED_ROWS_MAX], indices of the shared numbers of a row; -1 ends
    float *moments;    // of Adam, two per number
    int steps;
} SharedRows;

// Starts with zeros. shared_rows_join adds a shared number to a row.
void shared_rows_init(SharedRows *r, int count, int shared);
void shared_rows_release(SharedRows *r);
void shared_rows_join(SharedRows *r, int row, int shared);

// One step of Adam. `gradient`: of the mean loss, by row. `pull`: L2 regularization of own numbers.
void shared_rows_step(SharedRows *r, const float *gradient, float rate, float pull);
