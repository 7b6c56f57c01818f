#include "study/solution_json.h"

#include "core/notation.h"

#include <inttypes.h>

static const char *outcome_name(const Solution *s, Stone own) {
    return !s->proved ? "unknown" : s->winner == EMPTY ? "draw" : s->winner == own ? "win" : "loss";
}

static void add_points(const char *name, const Point *points, int count, int size, Str *out) {
    str_add(out, ",\"%s\":\"", name);
    for (int i = 0; i < count; i++)
        point_format(points[i], NOTATION_POS, size, out);
    str_add_char(out, '"');
}

void solution_json_fields(const Solution *s, const Board *b, int64_t ms, Str *out) {
    str_add(out, "\"outcome\":\"%s\"", outcome_name(s, b->turn));
    add_points("move", &s->move, s->move != POINT_NONE, b->size, out);
    str_add(out, ",\"no_win_by_threats\":%s,\"stones\":%d", s->no_threats ? "true" : "false",
            s->stones);
    add_points("line", s->line, s->length, b->size, out);
    str_add(out, ",\"nodes\":%" PRId64 ",\"ms\":%" PRId64, s->nodes, ms);
}
