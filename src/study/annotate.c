#include "study/review.h"

#include "base/number.h"
#include "core/notation.h"

// A review has const pointers into the record; here the caller owns it and may change it.
static Node *mutable_node(const Node *node) {
    return (Node *)(uintptr_t)node;
}

static void add_comment(Record *r, Node *node, const char *text) {
    ScopedStr whole = {0};
    const char *old = node_value(node, "C");
    if (old)
        str_add(&whole, "%s\n", old);
    str_add_text(&whole, text);
    record_set_value(r, node, "C", str_text(&whole));
}

static void describe_position(const ReviewedMove *m, Str *out) {
    str_add(out, "%s to move: ", stone_name(m->board.turn));
    analysis_format_value(m->best.value, out);
    str_add_text(out, ", best ");
    point_format(m->best.move, NOTATION_POS, m->board.size, out);
}

// SGF move annotations: DO (doubtful), BM[1] and BM[2] (bad, very bad).
static void mark(Record *r, Node *node, Grade grade) {
    static const struct {
        const char *id, *value;
    } marks[GRADE_COUNT] = {[GRADE_DOUBTFUL] = {"DO", ""},
                            [GRADE_MISTAKE] = {"BM", "1"},
                            [GRADE_BLUNDER] = {"BM", "2"}};
    record_add_value(r, node, marks[grade].id, marks[grade].value);
}

static void add_variation(Record *r, const ReviewedMove *m) {
    Node *at = mutable_node(m->before);
    Stone color = m->board.turn;
    for (int i = 0; i < m->best.length; i++, color = stone_other(color))
        at = record_add_move(r, at, color, m->best.moves[i]);
}

// "gives away 4 %, misses a win".
static void describe_loss(const ReviewedMove *m, const ReviewedMove *after, Str *out) {
    str_add(out, "gives away %.0f %%", 100 * m->lost);
    if (m->missed_win)
        str_add_text(out, ", misses a win");
    if (m->allowed_win)
        str_add(out, ", lets %s win in %d", stone_name(stone_other(m->board.turn)),
                engine_plies_to_end(after->best.value));
}

void annotate_record(Record *r, const Review *v) {
    for (int i = 0; i < v->count; i++) {
        const ReviewedMove *m = &v->moves[i];
        if (!m->is_known)
            continue;
        ScopedStr text = {0};
        describe_position(m, &text);
        add_comment(r, mutable_node(m->before), str_text(&text));
        str_clear(&text);
        if (!m->grade)
            continue;
        mark(r, mutable_node(m->played), m->grade);
        str_add(&text, "%s: ", grade_name(m->grade));
        describe_loss(m, m + 1, &text);
        add_comment(r, mutable_node(m->played), str_text(&text));
        add_variation(r, m);
    }
}

void review_list(const Review *v, Str *out) {
    for (int i = 0; i < v->count; i++) {
        const ReviewedMove *m = &v->moves[i];
        if (!m->grade)
            continue;
        ScopedStr played = {0}, better = {0};
        point_format(m->played->point, NOTATION_POS, m->board.size, &played);
        analysis_format_value(m->best.value, &better);
        str_add(out, "%3d. %s %-4s %-8s ", m->number, stone_name(m->board.turn), str_text(&played),
                grade_name(m->grade));
        describe_loss(m, m + 1, out);
        str_add(out, "; better (%s): ", str_text(&better));
        analysis_format_line(&m->best, m->board.size, 8, out);
        str_add_char(out, '\n');
    }
}

// A move in a lost position loses nothing, but "good" would be misleading.
static const char *grade_or_state(const ReviewedMove *m) {
    return m->grade ? grade_name(m->grade) : m->was_lost ? "lost" : "good";
}

void review_write_move(JsonWriter *w, const Review *v, int i) {
    const ReviewedMove *m = &v->moves[i];
    write_object(w, NULL);
    write_number(w, "move", m->number);
    write_text(w, "turn", stone_word(m->board.turn));
    if (m->played) {
        write_points(w, "played", &m->played->point, 1, m->board.size);
        write_real(w, "gave_away", m->lost, 4);
        write_text(w, "grade", grade_or_state(m));
        write_flag(w, "missed_win", m->missed_win);
        write_flag(w, "allowed_win", m->allowed_win);
    }
    write_number(w, "value", m->best.value);
    write_real(w, "win_rate", m->rate, 4);
    write_points(w, "best", &m->best.move, 1, m->board.size);
    write_end_object(w);
}

void review_json(const Review *v, Str *out) {
    for (int i = 0; i < v->count; i++) {
        if (!v->moves[i].is_known)
            continue;
        JsonWriter w = json_writer_into(out);
        review_write_move(&w, v, i);
        str_add_char(out, '\n');
    }
}

// ---- Chart

// The position shown in a column, where the number of positions and of columns may differ.
static const ReviewedMove *shown_at(const Review *v, int column, int columns) {
    return &v->moves[column * v->count / columns];
}

void chart_text(const Review *v, int width, Str *out) {
    enum { ROWS = 10, MARGIN = 7 };
    int columns = int_max(1, int_min(v->count, width - MARGIN));
    if (v->count == 0)
        return;
    str_add_text(out, "Black's win rate by move:\n");
    for (int row = ROWS; row >= 1; row--) {
        str_add(out, "%4d %% ", 100 * row / ROWS);
        for (int i = 0; i < columns; i++) {
            const ReviewedMove *m = shown_at(v, i, columns);
            bool reaches = m->is_known && review_black_rate(m) * ROWS + 0.5 >= row;
            str_add_char(out, reaches ? '#' : m->is_known ? '.' : ' ');
        }
        str_add_char(out, '\n');
    }
    str_add(out, "       1");
    str_add_repeated(out, ' ', int_max(0, columns - 4));
    str_add(out, "%d\n", v->count);
}

void chart_svg(const Review *v, Str *out) {
    enum { STEP = 16, HEIGHT = 200, EDGE = 48, WIDTH_MIN = 240 };
    static const char *const colors[GRADE_COUNT] = {"", "#e0a100", "#e5684d", "#c62828"};
    int width = int_max(WIDTH_MIN, 2 * EDGE + (v->count - 1) * STEP), height = HEIGHT + 2 * EDGE;
    str_add(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n<title>Black's win rate by "
            "move</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n"
            "<text x=\"%d\" y=\"%d\">Black's win rate</text>\n"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">move</text>\n",
            width, height, width, height, EDGE, EDGE / 2, width - EDGE, height - 6);
    for (int percent = 0; percent <= 100; percent += 25) {
        int y = EDGE + HEIGHT - HEIGHT * percent / 100;
        str_add(out,
                "<path d=\"M%d %dH%d\" stroke=\"#cccccc\"/><text x=\"%d\" y=\"%d\" "
                "text-anchor=\"end\">%d %%</text>\n",
                EDGE, y, width - EDGE, EDGE - 4, y + 4, percent);
    }
    for (int i = 0; i < v->count; i += 10)
        str_add(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", EDGE + i * STEP,
                height - EDGE / 2, i + 1);
    str_add_text(out, "<polyline fill=\"none\" stroke=\"#1c1c1c\" stroke-width=\"2\" points=\"");
    for (int i = 0; i < v->count; i++)
        if (v->moves[i].is_known)
            str_add(out, "%d,%.1f ", EDGE + i * STEP,
                    EDGE + HEIGHT * (1 - review_black_rate(&v->moves[i])));
    str_add_text(out, "\"/>\n");
    for (int i = 0; i < v->count; i++)
        if (v->moves[i].grade)
            str_add(out, "<circle cx=\"%d\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>\n", EDGE + i * STEP,
                    EDGE + HEIGHT * (1 - review_black_rate(&v->moves[i])),
                    colors[v->moves[i].grade]);
    str_add_text(out, "</svg>\n");
}
