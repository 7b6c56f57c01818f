#include "study/solution_json.h"

#include "core/notation.h"

#include <inttypes.h>

static void add_points(const char *name, const Point *points, int count, int size, Str *out) {
    str_add(out, ",\"%s\":\"", name);
    for (int i = 0; i < count; i++)
        point_format(points[i], NOTATION_POS, size, out);
    str_add_char(out, '"');
}

void solution_json_fields(const EngineResult *r, int size, Str *out) {
    const EngineLine *line = &r->lines[0];
    str_add(out, "\"outcome\":\"%s\"", outcome_name(r->outcome));
    add_points("move", &line->move, line->move != POINT_NONE, size, out);
    str_add(out, ",\"no_win_by_threats\":%s,\"stones\":%d", r->no_threat_win ? "true" : "false",
            r->stones);
    add_points("line", line->moves, line->length, size, out);
    str_add(out, ",\"nodes\":%" PRId64 ",\"ms\":%" PRId64, r->nodes, r->ms);
}
