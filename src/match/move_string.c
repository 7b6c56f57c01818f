#include "match/move_string.h"

#include "base/util.h"
#include "core/notation.h"

#include <ctype.h>

static const struct {
    Point point;
    const char *word;
} answers[] = {{POINT_STAY, "stay"}, {POINT_SWAP, "swap"}, {POINT_MORE, "more"}};

static const char *answer_word(Point p) {
    for (int i = 0; i < COUNT(answers); i++)
        if (answers[i].point == p)
            return answers[i].word;
    return NULL;
}

void move_string_format(const Game *g, Str *out) {
    bool after_word = false;
    for (int i = 0; i < g->count; i++) {
        Point p = g->moves[i].point;
        const char *word = answer_word(p);
        if (i > 0 && (word || after_word))
            str_add_char(out, ' ');
        if (word)
            str_add_text(out, word);
        else
            point_format(p, NOTATION_POS, g->board.size, out);
        after_word = word != NULL;
    }
}

static bool read_answer(Scanner *s, Point *out) {
    for (int i = 0; i < COUNT(answers); i++)
        if (scanner_accept_word(s, answers[i].word)) {
            *out = answers[i].point;
            return true;
        }
    return false;
}

bool move_string_point(Scanner *s, int size, Point *out, Error *err) {
    char text[8] = {0}; // long enough to report a number that is too large
    size_t len = 0;
    do
        text[len++] = (char)scanner_next(s);
    while (len + 1 < sizeof text && isdigit(scanner_peek(s)));
    return point_parse(text, NOTATION_POS, size, out, err);
}

// A foul is a move too, and loses.
static PlayResult play(Game *g, Point p) {
    PlayResult r = game_play(g, p);
    return play_result_is_foul(r) ? game_place(g, (Stone)g->board.turn, p) : r;
}

bool move_string_replay(Scanner *s, Game *g, Error *err) {
    for (scanner_skip_blanks(s); !scanner_at_end(s); scanner_skip_blanks(s)) {
        const Scanner start = *s;
        Point p;
        Error reason = {0};
        if (!read_answer(s, &p) && !move_string_point(s, g->board.size, &p, &reason))
            return scanner_error(&start, err, "%s", reason.text);
        PlayResult r = play(g, p);
        if (r != PLAY_OK)
            return scanner_error(&start, err, "%s", play_result_text(r));
    }
    return true;
}
