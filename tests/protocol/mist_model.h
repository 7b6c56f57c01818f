// Reference implementation of the mist controller, written as simply as possible from the
// specification alone. Rows and columns count from 1, as they do there.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <string.h>

enum { MODEL_SIZE = 19 };

typedef struct {
    char stones[MODEL_SIZE + 1][MODEL_SIZE + 1]; // [column][row]: '.', '#' or 'o'
    int placed;
    int hole_column, hole_row;
    Str history;
    Str output;
    int exit_status; // -1 while running
} MistModel;

static inline char model_stone(const MistModel *m, int column, int row) {
    bool inside = column >= 1 && column <= MODEL_SIZE && row >= 1 && row <= MODEL_SIZE;
    return inside ? m->stones[column][row] : 'x';
}

static inline bool model_has_five(const MistModel *m, char stone) {
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int c = 1; c <= MODEL_SIZE; c++)
        for (int r = 1; r <= MODEL_SIZE; r++)
            for (int d = 0; d < 4 && m->stones[c][r] == stone; d++) {
                int length = 0;
                while (length < 5 && model_stone(m, c + length * directions[d][0],
                                                 r + length * directions[d][1]) == stone)
                    length++;
                if (length == 5)
                    return true;
            }
    return false;
}

static inline void model_finish(MistModel *m, const char *verdict) {
    str_add(&m->output, "%s\n%s\nThank you for playing!\n", verdict, str_text(&m->history));
    m->exit_status = 0;
}

static inline void model_place(MistModel *m, const char *where, size_t len) {
    int column = where[0] - 'A' + 1;
    int row = len > 1 ? where[1] - '0' : 0;
    bool digits = len > 1 && where[1] >= '1' && where[1] <= '9';
    if (len == 3) {
        digits = digits && where[2] >= '0' && where[2] <= '9';
        row = 10 * row + where[2] - '0';
    }
    if (len > 3 || !digits || model_stone(m, column, row) == 'x') {
        str_add_text(&m->output, "Invalid coordinate\n");
        return;
    }
    if (m->stones[column][row] != '.') {
        str_add_text(&m->output, "Occupied coordinate\n");
        return;
    }
    char stone = m->placed % 2 == 0 ? '#' : 'o';
    m->stones[column][row] = stone;
    m->placed++;
    str_add_bytes(&m->history, where, len);
    m->hole_column = 1 + (5 * column * column + 3 * column + 4) % 19;
    m->hole_row = 1 + (4 * row * row + 2 * row - 4) % 19;
    if (model_has_five(m, stone))
        model_finish(m, stone == '#' ? "Black wins!" : "White wins!");
    else if (m->placed == MODEL_SIZE * MODEL_SIZE)
        model_finish(m, "Wow, a tie!");
}

static inline void model_view(MistModel *m) {
    str_add(&m->output, "%c%d,", 'A' + m->hole_column - 1, m->hole_row);
    for (int r = m->hole_row + 3; r >= m->hole_row - 3; r--)
        for (int c = m->hole_column - 3; c <= m->hole_column + 3; c++)
            str_add_char(&m->output, model_stone(m, c, r));
    str_add_char(&m->output, '\n');
}

static inline bool model_is(const char *line, size_t len, const char *word) {
    return len == strlen(word) && memcmp(line, word, len) == 0;
}

static inline bool model_is_place(const char *line, size_t len) {
    if (len <= 6 || memcmp(line, "place ", 6) != 0)
        return false;
    for (size_t i = 6; i < len; i++)
        if (line[i] == ' ' || (line[i] >= '\t' && line[i] <= '\r'))
            return false;
    return true;
}

static inline void model_answer(MistModel *m, const char *line, size_t len) {
    bool blacks_turn = m->placed % 2 == 0;
    if (model_is(line, len, "who"))
        str_add_text(&m->output, blacks_turn ? "B\n" : "W\n");
    else if (model_is(line, len, "term"))
        m->exit_status = 1;
    else if (model_is(line, len, "resign"))
        model_finish(m, blacks_turn ? "White wins!" : "Black wins!");
    else if (model_is(line, len, "view"))
        model_view(m);
    else if (model_is(line, len, "history"))
        str_add(&m->output, "%s\n", str_text(&m->history));
    else if (model_is_place(line, len))
        model_place(m, line + 6, len - 6);
    else
        str_add_text(&m->output, "Invalid!\n");
}

// Runs a whole session. Caller releases *output. Returns the exit status.
static inline int model_session(const char *input, size_t size, Str *output) {
    MistModel m = {.hole_column = 10, .hole_row = 10, .exit_status = -1};
    memset(m.stones, '.', sizeof m.stones);
    while (size > 0 && m.exit_status < 0) {
        const char *newline = memchr(input, '\n', size);
        size_t len = newline ? (size_t)(newline - input) : size;
        model_answer(&m, input, len);
        size_t step = newline ? len + 1 : len;
        input += step;
        size -= step;
    }
    str_release(&m.history);
    *output = m.output;
    return m.exit_status > 0 ? 1 : 0;
}
