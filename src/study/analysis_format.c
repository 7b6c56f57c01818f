#include "study/review.h"

#include "base/number.h"
#include "core/notation.h"
#include "record/picture.h"

void analysis_format_value(int value, Str *out) {
    int plies = engine_plies_to_end(value);
    if (plies)
        str_add(out, "%s in %d", value > 0 ? "wins" : "loses", plies);
    else
        str_add(out, "%.0f %%", 100 * engine_win_rate(value));
}

void analysis_format_line(const EngineLine *line, int size, int count, Str *out) {
    for (int i = 0; i < int_min(count, line->length); i++) {
        if (i > 0)
            str_add_char(out, ' ');
        point_format(line->moves[i], NOTATION_POS, size, out);
    }
}

void analysis_format_table(const EngineResult *a, const Board *b, Str *out) {
    enum { SHOWN = 12 };
    str_add(out, "     %-5s %-12s %6s %5s  %s\n", "move", stone_name(b->turn), "value", "depth",
            "line");
    for (int i = 0; i < a->line_count; i++) {
        const EngineLine *line = &a->lines[i];
        ScopedStr move = {0}, evaluation = {0};
        point_format(line->move, NOTATION_POS, b->size, &move);
        analysis_format_value(line->value, &evaluation);
        str_add(out, "%3d. %-5s %-12s %+6d %5d  ", i + 1, str_text(&move), str_text(&evaluation),
                line->value, line->depth);
        analysis_format_line(line, b->size, SHOWN, out);
        str_add_char(out, '\n');
    }
}

static void write_line(JsonWriter *w, const EngineLine *line, int size) {
    int plies = engine_plies_to_end(line->value);
    write_object(w, NULL);
    write_points(w, "move", &line->move, 1, size);
    write_number(w, "value", line->value);
    write_real(w, "win_rate", engine_win_rate(line->value), 4);
    write_number(w, "depth", line->depth);
    if (plies)
        write_number(w, line->value > 0 ? "wins_in" : "loses_in", plies);
    write_array(w, "line");
    for (int i = 0; i < line->length; i++)
        write_points(w, NULL, &line->moves[i], 1, size);
    write_end_array(w);
    write_end_object(w);
}

void analysis_write(JsonWriter *w, const char *key, const EngineResult *a, const Board *b) {
    write_object(w, key);
    write_text(w, "rules", b->rules->name);
    write_number(w, "size", b->size);
    write_number(w, "stones", b->stones);
    write_text(w, "turn", stone_word(b->turn));
    write_number(w, "nodes", a->nodes);
    write_number(w, "ms", a->ms);
    write_array(w, "lines");
    for (int i = 0; i < a->line_count; i++)
        write_line(w, &a->lines[i], b->size);
    write_end_array(w);
    write_end_object(w);
}

void solution_write(JsonWriter *w, const EngineResult *r, int size) {
    const EngineLine *line = &r->lines[0];
    write_text(w, "outcome", outcome_name(r->outcome));
    write_points(w, "move", &line->move, line->move != POINT_NONE, size);
    write_flag(w, "no_win_by_threats", r->no_threat_win);
    write_number(w, "stones", r->stones);
    write_points(w, "line", line->moves, line->length, size);
    write_number(w, "nodes", r->nodes);
    write_number(w, "ms", r->ms);
}

static const EngineLine *line_with(const EngineResult *a, Point p) {
    for (int i = 0; i < a->line_count; i++)
        if (a->lines[i].move == p)
            return &a->lines[i];
    return NULL;
}

static void add_heat_point(const EngineResult *a, const Board *b, Point p, Str *out) {
    const EngineLine *line = line_with(a, p);
    if (b->at[p] != EMPTY)
        str_add(out, "   %c", b->at[p] == BLACK ? 'X' : 'O');
    else if (line)
        str_add(out, "%4.0f", 100 * engine_win_rate(line->value));
    else
        str_add_text(out, "   .");
}

void analysis_format_heat_map(const EngineResult *a, const Board *b, Str *out) {
    str_add_text(out, "   ");
    for (int x = 0; x < b->size; x++)
        str_add(out, "%4s", label_of_column(NOTATION_POS, x).text);
    str_add_char(out, '\n');
    for (int y = 0; y < b->size; y++) {
        str_add(out, "%3s", label_of_row(NOTATION_POS, b->size, y).text);
        for (int x = 0; x < b->size; x++)
            add_heat_point(a, b, point_at(x, y), out);
        str_add_char(out, '\n');
    }
}
