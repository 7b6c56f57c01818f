#include "core/move_text.h"

#include "core/notation.h"

#include <string.h>

static const struct {
    Point point;
    const char *word;
} answers[] = {{POINT_STAY, "stay"}, {POINT_SWAP, "swap"}, {POINT_MORE, "more"}};

enum { ANSWERS = sizeof answers / sizeof answers[0] };

MoveText move_text(Point p, int size) {
    MoveText m = {""};
    for (int i = 0; i < ANSWERS; i++)
        if (answers[i].point == p)
            snprintf(m.text, sizeof m.text, "%s", answers[i].word);
    if (*m.text)
        return m;
    m.text[0] = notation_column_letter(NOTATION_POS, point_x(p));
    snprintf(m.text + 1, sizeof m.text - 1, "%d", size - point_y(p));
    return m;
}

bool move_parse(const char *text, int size, Point *out, Error *err) {
    for (int i = 0; i < ANSWERS; i++)
        if (!strcmp(answers[i].word, text)) {
            *out = answers[i].point;
            return true;
        }
    return point_parse(text, NOTATION_POS, size, out, err);
}
