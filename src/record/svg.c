// SVG board image: plain shapes and text, without scripts or external files, on an opaque
// background so that it looks the same on light and dark pages.
#include "base/utf8.h"
#include "core/notation.h"
#include "record/format.h"
#include "record/picture.h"

enum {
    CELL = 40,  // distance between two lines; the image scales, so this only sets the unit
    EDGE = 52,  // from the outermost lines to the edge of the image; contains the labels
    LABEL = 34, // from the outermost lines to the middle of the labels
    STONE = 18, // radius
};

static const char mark_color[] = "#e5484d"; // for the last move and the winning line

static int position(int i) {
    return EDGE + i * CELL;
}

static void add_title(const Record *r, const Game *g, Str *out) {
    const char *black = node_value(r->root, "PB"), *white = node_value(r->root, "PW");
    str_add_text(out, "<title>");
    utf8_add_xml(out, black ? black : "Black");
    str_add_text(out, " \xe2\x80\x93 "); // an en dash
    utf8_add_xml(out, white ? white : "White");
    Result result = game_result(g);
    if (result.reason != END_NONE) {
        str_add_text(out, ": ");
        result_format(result, out);
    }
    str_add_text(out, "</title>\n");
}

static const char definitions[] =
    "<defs>\n"
    "<linearGradient id=\"pentad-wood\" x2=\"1\" y2=\"1\">"
    "<stop stop-color=\"#ecc98a\"/><stop offset=\"1\" stop-color=\"#d9ac62\"/></linearGradient>\n"
    "<radialGradient id=\"pentad-black\" cx=\".36\" cy=\".32\" r=\".7\">"
    "<stop stop-color=\"#6b6b6b\"/><stop offset=\".45\" stop-color=\"#2e2e2e\"/>"
    "<stop offset=\"1\" stop-color=\"#101010\"/></radialGradient>\n"
    "<radialGradient id=\"pentad-white\" cx=\".36\" cy=\".32\" r=\".75\">"
    "<stop stop-color=\"#ffffff\"/><stop offset=\".55\" stop-color=\"#f4f2ee\"/>"
    "<stop offset=\"1\" stop-color=\"#cfc9bf\"/></radialGradient>\n"
    "</defs>\n";

static void add_background(int size, Str *out) {
    int whole = 2 * EDGE + (size - 1) * CELL;
    str_add(out, "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"url(#pentad-wood)\"/>\n", whole,
            whole);
    str_add(out,
            "<rect x=\"1\" y=\"1\" width=\"%d\" height=\"%d\" rx=\"7\" fill=\"none\" "
            "stroke=\"#a97c3c\" stroke-width=\"2\"/>\n",
            whole - 2, whole - 2);
}

static void add_grid(int size, Str *out) {
    int first = position(0), last = position(size - 1);
    str_add_text(out, "<path d=\"");
    for (int i = 1; i < size - 1; i++)
        str_add(out, "M%d %dH%dM%d %dV%d", first, position(i), last, position(i), first, last);
    str_add_text(out, "\" stroke=\"#5b4420\" stroke-width=\"1.2\" fill=\"none\"/>\n");
    str_add(out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
            "stroke=\"#5b4420\" stroke-width=\"2.4\"/>\n",
            first, first, last - first, last - first);
}

static void add_stars(int size, Str *out) {
    str_add_text(out, "<g fill=\"#5b4420\">\n");
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            if (is_star_point(size, point_at(x, y)))
                str_add(out, "<circle cx=\"%d\" cy=\"%d\" r=\"4\"/>\n", position(x), position(y));
    str_add_text(out, "</g>\n");
}

static void add_label(int x, int y, Label label, Str *out) {
    str_add(out, "<text x=\"%d\" y=\"%d\" dy=\".35em\">%s</text>\n", x, y, label.text);
}

static void add_labels(int size, Notation notation, Str *out) {
    int near = EDGE - LABEL, far = position(size - 1) + LABEL;
    str_add_text(out, "<g fill=\"#5b4420\" font-size=\"15\">\n");
    for (int i = 0; i < size; i++) {
        Label column = label_of_column(notation, i), row = label_of_row(notation, size, i);
        add_label(position(i), near, column, out);
        add_label(position(i), far, column, out);
        add_label(near, position(i), row, out);
        add_label(far, position(i), row, out);
    }
    str_add_text(out, "</g>\n");
}

typedef struct {
    Point points[BOARD_MAX];
    int count; // 0: no winner
} WinningLine;

static WinningLine winning_line(const Board *b) {
    WinningLine line = {0};
    if (b->winner != EMPTY)
        line.count = board_winning_line(b, b->winner, line.points);
    return line;
}

// A highlight behind the winning stones.
static void add_highlight(const WinningLine *line, Str *out) {
    if (line->count == 0)
        return;
    Point first = line->points[0], last = line->points[line->count - 1];
    str_add(out,
            "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-opacity=\".75\" "
            "stroke-width=\"%d\" stroke-linecap=\"round\"/>\n",
            position(point_x(first)), position(point_y(first)), position(point_x(last)),
            position(point_y(last)), mark_color, 2 * STONE + 7);
}

// A ring around each, because other stones may cover the highlight.
static void add_rings(const WinningLine *line, Str *out) {
    for (int i = 0; i < line->count; i++)
        str_add(out,
                "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"%s\" "
                "stroke-width=\"3\"/>\n",
                position(point_x(line->points[i])), position(point_y(line->points[i])), STONE,
                mark_color);
}

static void add_stone(Stone color, Point p, Str *out) {
    int x = position(point_x(p)), y = position(point_y(p));
    str_add(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill-opacity=\".22\"/>", x + 1, y + 2,
            STONE);
    str_add(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#pentad-%s)\" stroke=\"%s\"/>\n",
            x, y, STONE, color == BLACK ? "black" : "white", color == BLACK ? "#000" : "#8f877a");
}

static void add_stones(const Board *b, Str *out) {
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            if (b->at[point_at(x, y)] != EMPTY)
                add_stone(b->at[point_at(x, y)], point_at(x, y), out);
}

// The number of the last move is red, in a shade readable on its stone.
static void add_number(const Move *m, int number, Point last_stone, Str *out) {
    bool last = m->point == last_stone;
    static const char *const fills[][2] = {
        [BLACK] = {"#f2f2f2", "#ff7a7a"}, [WHITE] = {"#1c1c1c", "#c62828"}};
    int font = number < 10 ? 20 : number < 100 ? 18 : 15;
    str_add(out, "<text x=\"%d\" y=\"%d\" dy=\".36em\" font-size=\"%d\" fill=\"%s\"%s>%d</text>\n",
            position(point_x(m->point)), position(point_y(m->point)), font, fills[m->color][last],
            last ? " font-weight=\"bold\"" : "", number);
}

static void add_numbers(const Game *g, Str *out) {
    Point last = game_last_stone(g);
    for (int i = 0; i < g->count; i++)
        if (g->moves[i].point > POINT_MORE)
            add_number(&g->moves[i], i + 1, last, out);
}

static void add_last_mark(const Game *g, Str *out) {
    Point last = game_last_stone(g);
    if (last == POINT_NONE)
        return;
    str_add(out, "<circle cx=\"%d\" cy=\"%d\" r=\"6\" fill=\"%s\"/>\n", position(point_x(last)),
            position(point_y(last)), mark_color);
}

// Heat map: green for good points, red for bad ones.
static void add_heat(const Heat *heat, int count, Str *out) {
    for (int i = 0; i < count; i++) {
        int x = position(point_x(heat[i].point)), y = position(point_y(heat[i].point));
        str_add(out,
                "<circle cx=\"%d\" cy=\"%d\" r=\"15\" fill=\"hsl(%d 70%% 60%%)\"/>"
                "<text x=\"%d\" y=\"%d\" dy=\".36em\" font-size=\"14\">%d</text>\n",
                x, y, heat[i].percent * 120 / 100, x, y, heat[i].percent);
    }
}

static void add_picture(const Record *r, const Game *g, const WriteOptions *options, Str *out) {
    int size = g->board.size, whole = 2 * EDGE + (size - 1) * CELL;
    str_add(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "font-family=\"sans-serif\" text-anchor=\"middle\">\n",
            whole, whole);
    add_title(r, g, out);
    str_add_text(out, definitions);
    add_background(size, out);
    add_grid(size, out);
    add_stars(size, out);
    add_labels(size, options->notation, out);
    WinningLine line = winning_line(&g->board);
    add_highlight(&line, out);
    add_stones(&g->board, out);
    add_rings(&line, out);
    if (options->plain_stones)
        add_last_mark(g, out);
    else
        add_numbers(g, out);
    add_heat(options->heat, options->heat_count, out);
    str_add_text(out, "</svg>\n");
}

static bool svg_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    Game g;
    if (!record_replay(r, options->end ? options->end : record_last(r), &g, err))
        return false;
    add_picture(r, &g, options, out);
    return true;
}

const Format format_svg = {
    .name = "svg",
    .summary = "a picture for pages and papers, with numbered stones",
    .extensions = "svg",
    .write = svg_write,
    .keeps_names = true,
    .keeps_size = true,
};
