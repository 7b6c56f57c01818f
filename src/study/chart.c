#include "study/chart.h"

#include "base/util.h"

// The position shown in a column, where the number of positions and of columns may differ.
static const ReviewedMove *shown_at(const Review *v, int column, int columns) {
    return &v->moves[column * v->count / columns];
}

void chart_text(const Review *v, int width, Str *out) {
    enum { ROWS = 10, MARGIN = 7 };
    int columns = int_max(1, int_min(v->count, width - MARGIN));
    if (v->count == 0)
        return;
    str_add_text(out, "How often Black wins, by move:\n");
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
    enum { STEP = 16, HEIGHT = 200, EDGE = 40 };
    static const char *const colors[GRADE_COUNT] = {"", "#e0a100", "#e5684d", "#c62828"};
    int width = 2 * EDGE + int_max(1, v->count - 1) * STEP, height = HEIGHT + 2 * EDGE;
    str_add(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n<title>How often Black wins, by "
            "move</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            width, height, width, height);
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
