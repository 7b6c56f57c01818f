#include "record/canvas.h"

#include "base/str.h"
#include "record/picture.h"

enum { CELL = 40, EDGE = 52, LABEL = 34, STONE = 18 }; // as in svg.c

enum {
    WOOD = 0xe4be7b,
    BORDER = 0xa97c3c,
    LINE = 0x5b4420,
    MARK = 0xe5484d,
    WHITE_EDGE = 0x8f877a,
};

static const Color black_shades[] = {0x6b6b6b, 0x2e2e2e, 0x101010};
static const Color white_shades[] = {0xffffff, 0xf4f2ee, 0xcfc9bf};
static const Color number_colors[][2] = {
    [BLACK] = {0xf2f2f2, 0xff7a7a}, [WHITE] = {0x1c1c1c, 0xc62828}};

const ColorRamp board_image_colors[] = {
    {WOOD, LINE, 12},
    {WOOD, BORDER, 6},
    {WOOD, 0, 32},
    {0, 0x6b6b6b, 32},
    {0x6b6b6b, 0xffffff, 16},
    {0xcfc9bf, 0xffffff, 16},
    {WOOD, WHITE_EDGE, 6},
    {WHITE_EDGE, 0xffffff, 10},
    {WOOD, MARK, 14},
    {MARK, 0, 14},
    {MARK, 0xf4f2ee, 14},
    {0xff7a7a, 0x2e2e2e, 14},
    {0xc62828, 0xf4f2ee, 14},
    {0x1c1c1c, 0xf4f2ee, 16},
    {0},
};

static double position(int i) {
    return EDGE + i * CELL;
}

static Vec center_of(Point p) {
    return (Vec){position(point_x(p)), position(point_y(p))};
}

static double units_of(int size) {
    return 2 * EDGE + (size - 1) * CELL;
}

void board_image_init(Canvas *c, int board_size, const WriteOptions *options) {
    canvas_init(c, options->width ? options->width : PICTURE_WIDTH, units_of(board_size));
}

static void draw_label(Canvas *c, double x, double y, Label label) {
    canvas_text(c, (Vec){x, y}, 11, 1.7, LINE, label.text);
}

static void draw_empty_board(Canvas *c, int size, Notation notation) {
    canvas_clear(c, WOOD);
    canvas_square(c, 1, units_of(size) - 1, 2, BORDER);
    double first = position(0), last = position(size - 1);
    for (int i = 1; i < size - 1; i++) {
        canvas_line(c, (Vec){first, position(i)}, (Vec){last, position(i)}, 1.2, LINE, 1);
        canvas_line(c, (Vec){position(i), first}, (Vec){position(i), last}, 1.2, LINE, 1);
    }
    canvas_square(c, first, last, 2.4, LINE);
    for (int i = 0; i < size; i++) {
        Label column = label_of_column(notation, i), row = label_of_row(notation, size, i);
        draw_label(c, position(i), first - LABEL, column);
        draw_label(c, position(i), last + LABEL, column);
        draw_label(c, first - LABEL, position(i), row);
        draw_label(c, last + LABEL, position(i), row);
    }
}

static void draw_stone(Canvas *c, Stone color, Vec at) {
    canvas_disk(c, (Vec){at.x + 1, at.y + 2}, STONE, 0, .22);
    canvas_ball(c, at, STONE, color == BLACK ? black_shades : white_shades);
    canvas_ring(c, at, STONE, 1, color == BLACK ? 0 : WHITE_EDGE);
}

static void draw_points(Canvas *c, const Board *b) {
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            Point p = point_at(x, y);
            if (b->at[p] != EMPTY)
                draw_stone(c, b->at[p], center_of(p));
            else if (is_star_point(b->size, p))
                canvas_disk(c, center_of(p), 4, LINE, 1);
        }
}

static void draw_number(Canvas *c, const Move *m, int number, bool last) {
    ScopedStr text = {0};
    str_add(&text, "%d", number);
    double height = number < 10 ? 15 : number < 100 ? 13.5 : 11;
    canvas_text(c, center_of(m->point), height, last ? 2.6 : 1.9, number_colors[m->color][last],
                str_text(&text));
}

static void draw_numbers(Canvas *c, const Game *g) {
    Point last = game_last_stone(g);
    for (int i = 0; i < g->count; i++)
        if (g->moves[i].point > POINT_MORE)
            draw_number(c, &g->moves[i], i + 1, g->moves[i].point == last);
}

void board_image_draw(Canvas *c, const Game *g, const WriteOptions *options) {
    const Board *b = &g->board;
    Point line[BOARD_MAX], last = game_last_stone(g);
    int won = b->winner == EMPTY ? 0 : board_winning_line(b, b->winner, line);
    draw_empty_board(c, b->size, options->notation);
    if (won > 0)
        canvas_line(c, center_of(line[0]), center_of(line[won - 1]), 2 * STONE + 7, MARK, .75);
    draw_points(c, b);
    for (int i = 0; i < won; i++)
        canvas_ring(c, center_of(line[i]), STONE, 3, MARK);
    if (!options->plain_stones)
        draw_numbers(c, g);
    else if (last != POINT_NONE)
        canvas_disk(c, center_of(last), 6, MARK, 1);
}

// ---- Redrawing

// What a point shows.
typedef struct {
    uint8_t stone;
    bool is_last;
    int number;
} Shown;

static void list_shown(const Game *g, Shown *out) {
    Point last = game_last_stone(g);
    for (int i = 0; i < POINT_COUNT; i++)
        out[i] = (Shown){.stone = g->board.at[i], .is_last = (Point)i == last};
    for (int i = 0; i < g->count; i++)
        if (g->moves[i].point > POINT_MORE)
            out[g->moves[i].point].number = i + 1;
}

void board_image_redraw(Canvas *c, const Game *before, const Game *g, const WriteOptions *options) {
    enum { REACH = STONE + 4 }; // a stone with its shadow, and the smoothed edge of both
    if (before->board.winner != EMPTY || g->board.winner != EMPTY) {
        board_image_draw(c, g, options); // with the winning line
        return;
    }
    Shown was[POINT_COUNT], now[POINT_COUNT];
    list_shown(before, was);
    list_shown(g, now);
    for (int y = 0; y < g->board.size; y++)
        for (int x = 0; x < g->board.size; x++) {
            Point p = point_at(x, y);
            if (was[p].stone == now[p].stone && was[p].is_last == now[p].is_last &&
                was[p].number == now[p].number)
                continue;
            canvas_clip(c, center_of(p), REACH);
            board_image_draw(c, g, options);
        }
    canvas_unclip(c);
}
