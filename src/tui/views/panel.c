#include "base/number.h"
#include "tui/session/messages.h"
#include "tui/views/views.h"

static const Style text_style = {FG_TEXT, BG_SCREEN}, dim_style = {FG_DIM, BG_SCREEN},
                   title_style = {FG_TITLE, BG_SCREEN}, key_style = {FG_KEY, BG_SCREEN};

static bool is_ascii(const Panel *p) {
    return p->stones == STONES_ASCII;
}

static int put(const Panel *p, int row, int col, Style style, const char *text) {
    return screen_put(p->screen, p->area, row, col, style, text);
}

static int put_str(const Panel *p, int row, int col, Style style, Str *text) {
    return screen_put_str(p->screen, p->area, row, col, style, text);
}

int panel_draw_heading(const Panel *p, int row, const char *text) {
    put(p, row, 0, title_style, text);
    return row + 1;
}

int panel_draw_title(const Panel *p, int row) {
    const Game *g = &p->session->play.game;
    Str text = {0};
    if (p->session->play.mist)
        str_add_text(&text, "Gomoku in the Mist");
    else
        str_add(&text, "%s %dx%d", g->board.rules->name, g->board.size, g->board.size);
    if (g->opening.rule != &opening_none)
        str_add(&text, ", %s", g->opening.rule->name);
    put_str(p, row, 0, title_style, &text);
    return row + 1;
}

// ---- Players

// Draws a stone on the board's background, so that both colors are visible in any theme.
static int put_stone(const Panel *p, int row, int col, Stone color) {
    bool plain = p->stones != STONES_COLORED;
    Style style = {color == BLACK ? FG_BLACK : FG_WHITE, plain ? BG_SCREEN : BG_BOARD};
    if (plain)
        return put(p, row, col, text_style, stone_glyph(p->stones, color));
    put(p, row, col, style, " ");
    put(p, row, col + 1, style, stone_glyph(p->stones, color));
    return put(p, row, col + 2, style, " ");
}

static void put_clock(const Panel *p, int row, Seat seat) {
    const TerminalSession *s = p->session;
    if (!terminal_session_has_clock(s))
        return;
    enum { LOW_TIME_MS = 10000 };
    Str text = {0};
    int64_t left = terminal_session_time_left(s, seat);
    message_add_clock(left, &text);
    Style style = {left < LOW_TIME_MS ? FG_BAD : FG_TEXT, BG_SCREEN};
    put_str(p, row, p->area.cols - (int)text.len - 1, style, &text);
}

static void put_player(const Panel *p, int row, Stone color) {
    const TerminalSession *s = p->session;
    Seat seat = game_seat_of(&s->play.game, color);
    bool to_move =
        !terminal_session_is_over(s) && game_seat(&s->play.game) == seat && !s->review.record;
    bool won = game_result(&s->play.game).winner == color;
    const char *glyph = won ? (is_ascii(p) ? "*" : "★") : is_ascii(p) ? ">" : "▶";
    put(p, row, 0, key_style, to_move || won ? glyph : " ");
    int col = put_stone(p, row, 2, color);
    Str text = {0};
    str_add(&text, " %s: ", stone_name(color));
    message_add_player_name(s, seat, &text);
    put_str(p, row, col, to_move ? text_style : dim_style, &text);
    put_clock(p, row, seat);
}

int panel_draw_players(const Panel *p, int row) {
    put_player(p, row, BLACK);
    put_player(p, row + 1, WHITE);
    return row + 2;
}

// ---- Moves

enum { MOVE_COLS = 10 };

static int moves_per_row(const Panel *p) {
    int fit = p->area.cols / MOVE_COLS;
    return int_max(2, fit - fit % 2); // even: one color per column
}

static void put_move(const Panel *p, int row, int col, const Game *g, int i) {
    Str text = {0};
    Style style = i == g->count - 1 ? key_style : text_style;
    str_add(&text, "%3d ", i + 1);
    col = put_str(p, row, col, dim_style, &text);
    message_add_point(p->session, g->moves[i].point, &text);
    put_str(p, row, col, style, &text);
}

int panel_draw_moves(const Panel *p, int row, int scrolled) {
    const Game *g = terminal_session_shown_game(p->session);
    int per_row = moves_per_row(p);
    int rows = (g->count + per_row - 1) / per_row, rows_left = p->area.rows - row;
    int first = int_max(0, rows - rows_left - scrolled);
    for (int r = 0; r < rows_left && first + r < rows; r++)
        for (int k = 0; k < per_row && (first + r) * per_row + k < g->count; k++)
            put_move(p, row + r, k * MOVE_COLS, g, (first + r) * per_row + k);
    return row + int_min(rows_left, rows);
}

// ---- Analysis

static void put_bar(const Panel *p, int row, int black_percent) {
    int width = p->area.cols - 2 * 5 - 2;
    int black = (width * black_percent + 50) / 100;
    Str text = {0};
    str_add(&text, "%3d%% ", black_percent);
    int col = put_str(p, row, 0, text_style, &text);
    bool colored = p->stones == STONES_COLORED;
    for (int i = 0; i < width; i++) {
        Style style = colored ? (Style){FG_TEXT, i < black ? BG_BLACK : BG_WHITE} : text_style;
        const char *glyph = colored ? " " : i < black ? "#" : ".";
        put(p, row, col + i, style, glyph);
    }
    str_add(&text, " %d%%", 100 - black_percent);
    put_str(p, row, col + width, text_style, &text);
}

static void put_line(const Panel *p, int row, const EngineLine *line) {
    Str text = {0};
    str_add(&text, "%3d%% ", win_rate_percent(line->value));
    int col = put_str(p, row, 0, key_style, &text);
    for (int i = 0; i < line->length && col < p->area.cols; i++) {
        message_add_point(p->session, line->moves[i], &text);
        str_add_char(&text, ' ');
        if (col + (int)text.len > p->area.cols)
            col = p->area.cols; // ends the line
        col = put_str(p, row, col, i == 0 ? text_style : dim_style, &text);
    }
}

int panel_draw_analysis(const Panel *p, int row, const EngineResult *a, int lines) {
    const Board *b = &terminal_session_shown_game(p->session)->board;
    if (a->line_count == 0) {
        put(p, row, 0, dim_style, b->winner != EMPTY ? "The game is over." : "Looking ...");
        return row + 1;
    }
    int percent = win_rate_percent(a->lines[0].value);
    put_bar(p, row++, b->turn == BLACK ? percent : 100 - percent);
    for (int i = 0; i < int_min(lines, a->line_count); i++)
        put_line(p, row++, &a->lines[i]);
    return row;
}

// ---- Graph

static const char *bar_glyph(const Panel *p, int eighths) {
    static const char *const glyphs[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    if (is_ascii(p))
        return eighths >= 4 ? "#" : eighths > 0 ? "." : " ";
    return glyphs[int_max(0, int_min(eighths, 8))];
}

// If there are more moves than columns, a column stands for several.
static int first_of_column(WinRates w, int col, int width) {
    return w.count <= width ? col : col * w.count / width;
}

static void put_column(const Panel *p, int row, int col, Style style, int win_rate, int height) {
    int eighths = win_rate == WIN_RATE_UNKNOWN ? 1 : int_max(1, win_rate * height * 8 / 100);
    for (int i = 0; i < height; i++)
        put(p, row + height - 1 - i, col, style, bar_glyph(p, eighths - 8 * i));
}

int panel_draw_graph(const Panel *p, int row, WinRates w, int height) {
    enum { LABEL_COLS = 5 };
    int at = terminal_session_shown_game(p->session)->count;
    int width = p->area.cols - LABEL_COLS;
    put(p, row, 0, dim_style, "100%");
    put(p, row + height - 1, 0, dim_style, "  0%");
    for (int col = 0; col < width; col++) {
        int first = first_of_column(w, col, width), next = first_of_column(w, col + 1, width);
        bool is_now = at >= first && at < next;
        int win_rate = first < w.count ? w.percent[first] : WIN_RATE_UNKNOWN;
        if (win_rate != WIN_RATE_UNKNOWN || is_now)
            put_column(p, row, LABEL_COLS + col, is_now ? key_style : dim_style, win_rate, height);
    }
    return row + height;
}
