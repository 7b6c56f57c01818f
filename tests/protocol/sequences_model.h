// Reference implementation of the analysis course's functions, written as simply as possible from
// the specification alone.
#pragma once

#include "base/str.h"
#include "core/point.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int size;
    char at[BOARD_MAX][BOARD_MAX]; // [y][x]: 'b', 'w' or ' '
} Model;

typedef struct {
    int open, semi_open, closed;
} ModelCount;

static inline Model model_empty(int size) {
    Model m = {.size = size};
    memset(m.at, ' ', sizeof m.at);
    return m;
}

static inline char model_at(const Model *m, int y, int x) {
    return y >= 0 && x >= 0 && y < m->size && x < m->size ? m->at[y][x] : '#';
}

// A run is counted at its first square: the square before it differs.
static inline ModelCount model_detect(const Model *m, char color, int length) {
    static const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    ModelCount count = {0};
    for (int d = 0; d < 4; d++)
        for (int y = 0; y < m->size; y++)
            for (int x = 0; x < m->size; x++) {
                int dy = directions[d][0], dx = directions[d][1], run = 0;
                while (model_at(m, y + run * dy, x + run * dx) == color)
                    run++;
                char before = model_at(m, y - dy, x - dx);
                char behind = model_at(m, y + run * dy, x + run * dx);
                if (run != length || before == color)
                    continue;
                int free_ends = (before == ' ') + (behind == ' ');
                count.open += free_ends == 2;
                count.semi_open += free_ends == 1;
                count.closed += free_ends == 0;
            }
    return count;
}

static inline int model_score(const Model *m) {
    ModelCount b[6], w[6];
    for (int length = 2; length <= 5; length++) {
        b[length] = model_detect(m, 'b', length);
        w[length] = model_detect(m, 'w', length);
    }
    if (b[5].open >= 1 || b[5].semi_open >= 1)
        return 100000;
    if (w[5].open >= 1 || w[5].semi_open >= 1)
        return -100000;
    return -10000 * (w[4].open + w[4].semi_open) + 500 * b[4].open + 50 * b[4].semi_open -
           100 * w[3].open - 30 * w[3].semi_open + 50 * b[3].open + 10 * b[3].semi_open +
           b[2].open + b[2].semi_open - w[2].open - w[2].semi_open;
}

// False on a full board.
static inline bool model_search_max(const Model *m, int *best_y, int *best_x) {
    Model trial = *m;
    int best = -1000000;
    for (int y = 0; y < m->size; y++)
        for (int x = 0; x < m->size; x++) {
            if (m->at[y][x] != ' ')
                continue;
            trial.at[y][x] = 'b';
            int score = model_score(&trial);
            trial.at[y][x] = ' ';
            if (score > best) {
                best = score;
                *best_y = y;
                *best_x = x;
            }
        }
    return best > -1000000;
}

static inline const char *model_is_win(const Model *m) {
    ModelCount b = model_detect(m, 'b', 5), w = model_detect(m, 'w', 5);
    if (b.open + b.semi_open + b.closed > 0)
        return "Black won";
    if (w.open + w.semi_open + w.closed > 0)
        return "White won";
    for (int y = 0; y < m->size; y++)
        if (memchr(m->at[y], ' ', (size_t)m->size))
            return "Continue playing";
    return "Draw";
}

static inline void model_add_board(const Model *m, Str *out) {
    for (int y = -1; y < m->size; y++) {
        str_add_char(out, y < 0 ? '*' : (char)('0' + y % 10));
        for (int x = 0; x < m->size; x++) {
            if (x > 0)
                str_add_char(out, '|');
            str_add_char(out, y < 0 ? (char)('0' + x % 10) : m->at[y][x]);
        }
        str_add_text(out, "*\n");
    }
    for (int i = 0; i < 2 * m->size + 1; i++)
        str_add_char(out, '*');
    str_add_char(out, '\n');
}

static inline void model_add_analysis(const Model *m, Str *out) {
    for (int i = 0; i < 2; i++) {
        str_add_text(out, i ? "White stones\n" : "Black stones\n");
        for (int length = 2; length <= 5; length++) {
            ModelCount count = model_detect(m, "bw"[i], length);
            str_add(out, "Open rows of length %d: %d\n", length, count.open);
            str_add(out, "Semi-open rows of length %d: %d\n", length, count.semi_open);
        }
    }
}

static inline void model_add_report(const Model *m, Str *out) {
    int y = 0, x = 0;
    model_add_board(m, out);
    model_add_analysis(m, out);
    str_add(out, "score: %d\nis_win: %s\n", model_score(m), model_is_win(m));
    if (model_search_max(m, &y, &x))
        str_add(out, "search_max: (%d, %d)\n", y, x);
    else
        str_add_text(out, "search_max: no move, the board is full\n");
}

// Reads lines of *input until one is a number from 0 to size - 1.
static inline bool model_ask(const char *prompt, int size, const char **input, int *value,
                             Str *out) {
    for (;;) {
        str_add_text(out, prompt);
        if (!**input)
            return false;
        const char *line = *input;
        size_t len = strcspn(line, "\n");
        *input += len + (line[len] == '\n');
        char *end;
        long number = strtol(line, &end, 10);
        bool is_number =
            end > line && end <= line + len && strspn(end, " \t\r") >= (size_t)(line + len - end);
        *value = (int)number;
        if (is_number && number >= 0 && number < size)
            return true;
        str_add(out, "Please enter a number from 0 to %d.\n", size - 1);
    }
}

static inline void model_put(Model *m, int y, int x, char color, Str *out) {
    m->at[y][x] = color;
    model_add_board(m, out);
    model_add_analysis(m, out);
}

// play_gomoku: appends what it prints to `out` and returns its result; "Continue playing" if the
// input ends first.
static inline const char *model_play(int size, const char *input, Str *out) {
    Model m = model_empty(size);
    for (int turn = 0;; turn++) {
        int y = size / 2, x = size / 2;
        model_add_board(&m, out);
        if (turn > 0)
            model_search_max(&m, &y, &x);
        str_add(out, "Computer move: (%d, %d)\n", y, x);
        model_put(&m, y, x, 'b', out);
        if (strcmp(model_is_win(&m), "Continue playing") != 0)
            return model_is_win(&m);
        str_add_text(out, "Your move:\n");
        for (bool taken = true; taken;) {
            if (!model_ask("y coord: ", size, &input, &y, out) ||
                !model_ask("x coord: ", size, &input, &x, out))
                return "Continue playing";
            taken = m.at[y][x] != ' ';
            if (taken)
                str_add(out, "(%d, %d) is taken. Please choose an empty square.\n", y, x);
        }
        model_put(&m, y, x, 'w', out);
        if (strcmp(model_is_win(&m), "Continue playing") != 0)
            return model_is_win(&m);
    }
}
