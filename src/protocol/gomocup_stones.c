// The stones of a Gomocup session, and parsing them from blocks.
#include "protocol/gomocup_session.h"

static int find(const GomocupStones *s, Point p) {
    int i = 0;
    while (i < s->count && s->at[i].point != p)
        i++;
    return i;
}

bool gomocup_stones_add(GomocupStones *s, Point p, Stone color, Error *err) {
    if (find(s, p) < s->count)
        return error_set(err, "there is a stone on %d,%d already", point_x(p), point_y(p));
    s->at[s->count++] = (GomocupStone){p, color};
    return true;
}

bool gomocup_stones_remove(GomocupStones *s, Point p, Error *err) {
    int i = find(s, p);
    if (i == s->count)
        return error_set(err, "there is no stone on %d,%d", point_x(p), point_y(p));
    s->count--;
    for (; i < s->count; i++)
        s->at[i] = s->at[i + 1];
    return true;
}

static bool scan_comma(Scanner *s) {
    scanner_skip_blanks(s);
    bool found = scanner_accept(s, ',');
    scanner_skip_blanks(s);
    return found;
}

bool gomocup_scan_point(Scanner *s, int size, Point *out, Error *err) {
    int x, y;
    scanner_skip_blanks(s);
    if (!scanner_number(s, size - 1, &x) || !scan_comma(s) || !scanner_number(s, size - 1, &y))
        return error_set(err, "a point is x,y with both from 0 to %d", size - 1);
    *out = point_at(x, y);
    return true;
}

void gomocup_block_start(GomocupBlockReader *in, const GomocupBlock *block) {
    *in = (GomocupBlockReader){.open = block};
}

enum { FIELD_OWN = 1, FIELD_OTHER = 2, FIELD_DEAD = 3 };

// The first stone is Black's, whether or not the stones alternate.
static Stone color_of_field(GomocupBlockReader *in, int field) {
    if (in->own == EMPTY)
        in->own = field == FIELD_OWN ? BLACK : WHITE;
    return field == FIELD_OWN ? in->own : stone_other(in->own);
}

static bool scan_field(GomocupBlockReader *in, Scanner *s, Stone *color, Error *err) {
    int field;
    if (!scan_comma(s) || !scanner_number(s, FIELD_DEAD, &field) || field == 0)
        return error_set(err, "a stone of %s is x,y,1 for your own or x,y,2", in->open->name);
    if (field == FIELD_DEAD)
        return error_set(err, "stones with a 3 belong to continuous games, which are not played "
                              "here");
    *color = color_of_field(in, field);
    return true;
}

static bool scan_stone(GomocupBlockReader *in, Scanner *s, int size, Error *err) {
    Point p;
    Stone color = in->stones.count % 2 == 0 ? BLACK : WHITE;
    return gomocup_scan_point(s, size, &p, err) &&
           (!in->open->has_fields || scan_field(in, s, &color, err)) &&
           gomocup_stones_add(&in->stones, p, color, err);
}

// After the first error the stones are ignored, but DONE still ends the block.
static void skip_word(Scanner *s) {
    while (!scanner_at_end(s) && !scanner_is_blank(scanner_peek(s)))
        scanner_next(s);
}

void gomocup_block_read(GomocupBlockReader *in, Scanner *s, int size) {
    while (scanner_skip_blanks(s), !scanner_at_end(s)) {
        in->is_done = scanner_accept_word(s, "DONE");
        if (in->is_done)
            return;
        if (in->is_bad || !scan_stone(in, s, size, &in->err)) {
            in->is_bad = true;
            skip_word(s);
        }
    }
}
