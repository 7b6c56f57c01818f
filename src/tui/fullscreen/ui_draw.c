// The face as a screen.
#include "base/util.h"
#include "core/mist.h"
#include "tui/analysis/threats.h"
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"
#include "tui/views/panel.h"
#include "tui/views/tree_view.h"

#include <string.h>

static const Style dim_style = {FG_DIM, BG_SCREEN};

// ---- The board

static void mark_winning_line(const Game *g, BoardView *v) {
    Point line[BOARD_MAX];
    Result result = game_result(g);
    int n = result.reason == END_FIVE ? board_winning_line(&g->board, result.winner, line) : 0;
    for (int i = 0; i < n; i++)
        v->winning[line[i]] = true;
}

static void mark_chances(const Ui *f, BoardView *v) {
    Analysis a = game_analysis_best_lines(f->game_analysis);
    for (int i = 0; i < a.count; i++) {
        Point p = a.lines[i].moves[0];
        if (!board_has(&v->board, p) || v->board.at[p] != EMPTY)
            continue;
        v->chance[p] = (uint8_t)(1 + win_rate_percent(a.lines[i].value));
        v->rank[p] = (uint8_t)(1 + i);
    }
}

// Only what is in the hole is left, and that only while a person looks through it.
static void cover(const Ui *f, BoardView *v) {
    const TerminalSession *s = &f->interpreter.session;
    Board truth = v->board;
    bool looks = terminal_session_is_person(s, game_seat(&s->game));
    Point centre = mist_centre(&s->game);
    board_init(&v->board, truth.rules, truth.size);
    v->board.turn = truth.turn;
    for (Point p = 0; p < POINT_COUNT; p++) {
        bool seen = looks && point_distance(p, centre) <= MIST_REACH;
        v->hidden[p] = board_has(&truth, p) && !seen;
        if (board_has(&truth, p) && seen)
            v->board.at[p] = truth.at[p];
    }
    if (board_has(&truth, v->last) && v->hidden[v->last])
        v->last = POINT_NONE;
}

static bool is_misty(const Ui *f) {
    return terminal_session_in_mist(&f->interpreter.session) && !f->interpreter.walk.record;
}

static void view_board(const Ui *f, BoardView *v) {
    const Game *g = interpreter_game(&f->interpreter);
    *v = (BoardView){
        .board = g->board,
        .notation = f->interpreter.notation,
        .stones = ui_stone_style(f),
        .cursor = f->cursor,
        .last = game_last_stone(g),
    };
    bool is_over = game_result(g).reason != END_NONE;
    if (is_misty(f)) {
        cover(f, v);
        return;
    }
    mark_winning_line(g, v);
    if (f->analysing && !is_over)
        mark_chances(f, v);
    if (f->threats && !is_over)
        mark_threats(&g->board, v->marks);
    if (!f->hide_fouls && !is_over)
        mark_fouls(&g->board, v->marks);
    if (board_has(&g->board, f->hint) && g->board.at[f->hint] == EMPTY)
        v->marks[f->hint] = MARK_HINT;
}

// ---- The panel

static int draw_comment(const Panel *p, int row, const Node *at) {
    const char *comment = node_value(at, "C");
    if (!comment)
        return row;
    Area rest = p->area;
    rest.row += row;
    rest.rows = int_min(5, p->area.rows - row);
    return row + int_min(rest.rows, screen_put_paragraph(p->screen, rest, 0,
                                                         (Style){FG_TEXT, BG_SCREEN}, comment));
}

static void add_place(const Ui *f, Str *out) {
    VariationCount here = game_cursor_variations(&f->interpreter.walk);
    str_add(out, "After move %d", f->interpreter.walk.game.count);
    if (here.count > 1)
        str_add(out, ", variation %d of %d", here.index + 1, here.count);
}

static int draw_tree(const Ui *f, const Panel *p, int row) {
    enum { ROWS = 7 };
    Str text = {0};
    add_place(f, &text);
    panel_draw_heading(p, row++, str_text(&text));
    str_release(&text);
    Area tree = {p->area.row + row, p->area.col, int_min(ROWS, p->area.rows - row), p->area.cols};
    int rows = tree_view_draw(f->interpreter.walk.at, p->stones, tree, p->screen);
    return draw_comment(p, row + rows, f->interpreter.walk.at);
}

enum { GRAPH_ROWS = 5 };

// Fewer lines rather than no graph.
static int draw_analysis(const Ui *f, const Panel *p, int row) {
    enum { LINES = 5, OTHERS = 3 }; // the heading, the bar, an empty row
    int room = p->area.rows - row - OTHERS - (f->graph ? GRAPH_ROWS + 1 : 0);
    Analysis a = game_analysis_best_lines(f->game_analysis);
    row = panel_draw_heading(p, row, "Analysis");
    return panel_draw_analysis(p, row, &a, &interpreter_game(&f->interpreter)->board,
                               int_max(0, int_min(room, LINES)));
}

static int draw_graph(const Ui *f, const Panel *p, int row) {
    row = panel_draw_heading(p, row, "Black's chances");
    int height = int_max(1, int_min(p->area.rows - row, GRAPH_ROWS));
    return panel_draw_graph(p, row, game_analysis_win_rates(f->game_analysis),
                            interpreter_game(&f->interpreter)->count, height);
}

static void draw_panel(const Ui *f, Area area, Screen *s) {
    const Game *g = interpreter_game(&f->interpreter);
    Panel p = {s, area, ui_stone_style(f), f->interpreter.notation};
    int row = panel_draw_title(&p, 0, &f->interpreter.session);
    row = panel_draw_players(&p, row + 1, &f->interpreter.session, f->interpreter.walk.record) + 1;
    if (f->interpreter.walk.record)
        row = draw_tree(f, &p, row) + 1;
    if (is_misty(f)) {
        Area rest = {area.row + row, area.col, area.rows - row, area.cols};
        screen_put_paragraph(s, rest, 0, dim_style,
                             "The mist hides all but a hole of 7x7 points, which jumps after every "
                             "stone. You may place stones in the mist. Five in a row win.");
        return;
    }
    if (f->analysing)
        row = draw_analysis(f, &p, row) + 1;
    if (f->graph)
        row = draw_graph(f, &p, row) + 1;
    if (g->count > 0 && area.rows - row > 2) {
        row = panel_draw_heading(&p, row, "Moves");
        int most = int_max(0, panel_count_move_rows(&p, g) - (area.rows - row));
        panel_draw_moves(&p, row, g, int_min(f->moves_scrolled, most));
    }
}

// ---- The lines below

static void add_turn(const Ui *f, Str *out) {
    const TerminalSession *s = &f->interpreter.session;
    if (f->interpreter.walk.record) {
        add_place(f, out);
        return;
    }
    if (terminal_session_is_over(s)) {
        message_add_result(s, f->interpreter.notation, out);
        return;
    }
    const OpeningStep *step = opening_step(&s->game.opening);
    bool person = terminal_session_is_person(s, game_seat(&s->game));
    if (step && step->choices && person)
        str_add_text(out, "The stones are placed."); // a menu asks
    else if (step && person)
        message_add_opening(s, out);
    else if (person)
        str_add(out, "%s to move", stone_name(s->game.board.turn));
    else
        str_add(out, "%s is thinking ...", stone_name(s->game.board.turn));
}

// Why the cursor's point cannot be taken is worth more than what was said before.
static bool add_foul(const Ui *f, Str *out) {
    const Game *g = interpreter_game(&f->interpreter);
    if (is_misty(f) || !board_has(&g->board, f->cursor) || g->board.at[f->cursor] != EMPTY)
        return false;
    PlayResult r = board_check(&g->board, f->cursor);
    if (!play_result_is_foul(r))
        return false;
    message_add_point(f->cursor, f->interpreter.notation, g->board.size, out);
    str_add(out, ": %s", play_result_text(r));
    return true;
}

// A message that is too long for one line grows upwards. `kept` columns at its end are not for it.
static void put_message(Screen *s, Area line, Style style, int kept, const char *text) {
    enum { ROWS_MAX = 5 };
    Area room = {line.row, line.col + 1, 0, line.cols - kept};
    int rows = int_min(screen_put_paragraph(s, room, 0, style, text), ROWS_MAX);
    room.rows = int_max(1, rows);
    room.row -= room.rows - 1;
    screen_fill(s, (Area){room.row, line.col, room.rows, line.cols}, style);
    screen_put_paragraph(s, room, 0, style, text);
}

// Where the panel with the clocks is out of sight.
static void add_narrow_clock(const Ui *f, Str *out) {
    const TerminalSession *s = &f->interpreter.session;
    if (f->interpreter.walk.record || terminal_session_is_over(s) ||
        !terminal_session_has_clock(s) || ui_layout(f).panel.rows > 0)
        return;
    str_add_text(out, "  ");
    message_add_clock(terminal_session_time_left(s, game_seat(&s->game)), out);
}

static void draw_status(const Ui *f, Area line, Screen *s) {
    Style style = {FG_TEXT, BG_BAR};
    if (f->typing) {
        prompt_draw(&f->prompt, line, s);
        return;
    }
    Str left = {0}, right = {0};
    if (f->message.len > 0)
        str_add_text(&left, str_text(&f->message));
    else if (!add_foul(f, &left))
        add_turn(f, &left);
    if (left.len > 0 && left.data[left.len - 1] == '\n')
        str_cut(&left, left.len - 1);
    message_add_point(f->cursor, f->interpreter.notation,
                      interpreter_game(&f->interpreter)->board.size, &right);
    add_narrow_clock(f, &right);
    put_message(s, line, style, (int)right.len + 3, str_text(&left));
    screen_put(s, line, 0, line.cols - (int)right.len - 1, (Style){FG_KEY, BG_BAR},
               str_text(&right));
    str_release(&left);
    str_release(&right);
}

// Is it worth a place in the line of keys?
static bool is_useful(const Ui *f, const KeyRow *row) {
    switch (row->action) {
    case ACTION_PANEL:
        return ui_layout(f).panel.rows == 0;
    case ACTION_TYPE:
        return f->view == VIEW_GAME_LIST;
    case ACTION_LEFT:
        return f->view == VIEW_FORM;
    case ACTION_PREVIOUS_VARIATION:
        return game_cursor_variations(&f->interpreter.walk).count > 1;
    case ACTION_UNDO:
    case ACTION_HINT:
    case ACTION_ANALYSE:
    case ACTION_THREATS:
    case ACTION_REVIEW:
        return !is_misty(f);
    default:
        return true;
    }
}

// The key and what it does, in a word. Returns the column behind; the same if it does not fit.
static int put_hint(const KeyRow *row, Area line, int col, Screen *s) {
    Str key = {0};
    str_add_bytes(&key, row->names, strcspn(row->names, ","));
    int width = text_width(str_text(&key)) + 1 + text_width(row->hint);
    if (col + width <= line.cols) {
        col = screen_put(s, line, 0, col, (Style){FG_KEY, BG_SCREEN}, str_text(&key));
        col = screen_put(s, line, 0, col + 1, dim_style, row->hint) + 2;
    }
    str_release(&key);
    return col;
}

static const KeyRow *find_key(KeyTable table, Action action) {
    const KeyRow *row;
    for (int i = 0; (row = key_row_at(table, i)); i++)
        if (row->action == action && row->hint)
            return row;
    return NULL;
}

// As many as fit; how to see the others always does, and how to leave where there is some room.
static void draw_keys(const Ui *f, Area line, Screen *s) {
    enum { LAST_COLS = 8, WIDE_COLS = 60 };
    KeyTable table = ui_key_table(f);
    const KeyRow *help = find_key(table, ACTION_HELP), *row;
    const KeyRow *quit = line.cols >= WIDE_COLS ? find_key(table, ACTION_QUIT) : NULL;
    Area rest = line;
    if (help) {
        put_hint(help, line, rest.cols - LAST_COLS + 1, s);
        rest.cols -= LAST_COLS;
    }
    if (quit) {
        put_hint(quit, line, rest.cols - LAST_COLS + 1, s);
        rest.cols -= LAST_COLS;
    }
    int col = 1;
    for (int i = 0; (row = key_row_at(table, i)); i++)
        if (row->action == ACTION_PANEL &&
            is_useful(f, row)) // where half of everything is out of sight
            col = put_hint(row, rest, col, s);
    for (int i = 0; (row = key_row_at(table, i)); i++)
        if (row->hint && row != help && row != quit && row->action != ACTION_PANEL &&
            is_useful(f, row))
            col = put_hint(row, rest, col, s);
}

// ---- The views

static void draw_game(const Ui *f, Screen *s) {
    Layout l = ui_layout(f);
    bool covers = l.panel.rows == 0 && f->showing_panel;
    if (covers) {
        draw_panel(f, (Area){0, 1, l.status.row, s->cols - 2}, s);
    } else {
        BoardView v;
        view_board(f, &v);
        board_view_draw(&v, &l, s);
        if (l.panel.rows > 0)
            draw_panel(f, l.panel, s);
    }
    draw_status(f, l.status, s);
    if (l.keys.rows > 0)
        draw_keys(f, l.keys, s);
}

// Where the second column of a line begins, for what does not fit behind it.
static int second_column(const char *line) {
    const char *gap = NULL;
    for (const char *at = line + strspn(line, " "); (at = strstr(at, "  ")); at += strspn(at, " "))
        gap = at;
    return gap ? (int)(gap + strspn(gap, " ") - line) : (int)strspn(line, " ");
}

static int put_wrapped(Screen *s, Area page, int row, Style style, const char *line) {
    int indent = second_column(line);
    if (text_width(line) <= page.cols || indent > page.cols * 2 / 3) {
        Area rest = {page.row + row, page.col, page.rows - row, page.cols};
        return int_max(1, screen_put_paragraph(s, rest, 0, style, line));
    }
    Str start = {0};
    str_add_bytes(&start, line, (size_t)indent);
    screen_put(s, page, row, 0, style, str_text(&start));
    str_release(&start);
    Area rest = {page.row + row, page.col + indent, page.rows - row, page.cols - indent};
    return screen_put_paragraph(s, rest, 0, style, line + indent);
}

static void draw_text(const Ui *f, Screen *s) {
    Area page = {0, 2, s->rows - 2, s->cols - 3};
    const char *line = str_text(&f->text);
    for (int i = 0; i < f->text_top && strchr(line, '\n'); i++)
        line = strchr(line, '\n') + 1;
    for (int row = 0; row < page.rows && *line;) {
        size_t len = strcspn(line, "\n");
        Str copy = {0};
        str_add_bytes(&copy, line, len);
        bool is_title = len > 0 && line[0] != ' ' && line[len - 1] == ':';
        Style style = {is_title ? FG_TITLE : FG_TEXT, BG_SCREEN};
        row += put_wrapped(s, page, row, style, str_text(&copy));
        str_release(&copy);
        line += len + (line[len] == '\n');
    }
    screen_put(s, screen_area(s), s->rows - 1, 1, dim_style,
               *line ? "Down shows more, Escape leads back" : "any key leads back");
}

static void draw_curtain(const Ui *f, Screen *s) {
    const TerminalSession *session = &f->interpreter.session;
    Str text = {0};
    str_add(&text, "It is %s's turn.", stone_name(session->game.board.turn));
    Area all = {s->rows / 2 - 2, 3, 6, s->cols - 6};
    int row = screen_put_paragraph(s, all, 0, (Style){FG_TITLE, BG_SCREEN}, str_text(&text)) + 1;
    screen_put_paragraph(s, all, row, (Style){FG_TEXT, BG_SCREEN},
                         "Hand over the keyboard. Who plays this side presses Enter, and nobody "
                         "else looks.");
    screen_put(s, screen_area(s), s->rows - 1, 1, dim_style,
               "Enter shows the board, Escape the menu; q leaves");
    str_release(&text);
}

static void draw_too_small(Screen *s) {
    Str text = {0};
    str_add(&text, "This window has %dx%d characters; the game needs %dx%d at least.", s->cols,
            s->rows, LAYOUT_COLS_MIN, LAYOUT_ROWS_MIN);
    screen_put_paragraph(s, screen_area(s), 0, (Style){FG_TEXT, BG_SCREEN}, str_text(&text));
    str_release(&text);
}

static void draw_footer(const Ui *f, Screen *s) {
    Area status = {s->rows - 2, 0, 1, s->cols}, keys = {s->rows - 1, 0, 1, s->cols};
    if (f->typing)
        prompt_draw(&f->prompt, status, s);
    else if (f->message.len > 0)
        put_message(s, status, (Style){FG_TEXT, BG_SCREEN}, 2, str_text(&f->message));
    draw_keys(f, keys, s);
}

// The players stay in sight above a question; where it must stand over the board, the last stone
// does, and what is said below.
static Area question_area(const Ui *f) {
    enum { PLAYERS_ROWS = 5 };
    Layout l = ui_layout(f);
    int rows = menu_rows(&f->menu);
    if (l.panel.rows >= PLAYERS_ROWS + rows && l.panel.cols >= menu_cols(&f->menu))
        return (Area){l.panel.row + PLAYERS_ROWS, l.panel.col, rows, l.panel.cols};
    int row, col;
    Point last = game_last_stone(interpreter_game(&f->interpreter));
    bool is_low = last != POINT_NONE && layout_locate(&l, last, &row, &col) &&
                  row > l.status.row / 2 && !f->showing_panel;
    bool goes_up = is_low || text_width(str_text(&f->message)) > f->cols;
    return (Area){goes_up ? 0 : l.status.row - rows - 1, 0, rows + 1, f->cols};
}

Area ui_menu_area(const Ui *f) {
    if (f->menu_kind != MENU_MAIN)
        return question_area(f);
    return (Area){0, 1, f->rows, f->cols - 2};
}

static void draw_question(const Ui *f, Screen *s) {
    if (f->board_hidden)
        draw_footer(f, s);
    else
        draw_game(f, s);
    menu_draw(&f->menu, ui_stone_style(f), ui_menu_area(f), s);
}

void ui_draw(const Ui *f, Screen *s) {
    screen_reset(s, f->rows, f->cols);
    if (f->rows < LAYOUT_ROWS_MIN || f->cols < LAYOUT_COLS_MIN) {
        draw_too_small(s);
        return;
    }
    switch (f->view) {
    case VIEW_GAME:
        draw_game(f, s);
        return;
    case VIEW_TEXT:
        draw_text(f, s);
        return;
    case VIEW_HANDOVER:
        draw_curtain(f, s);
        return;
    case VIEW_MENU:
        if (f->menu_kind != MENU_MAIN) {
            draw_question(f, s);
            return;
        }
        menu_draw(&f->menu, ui_stone_style(f), ui_menu_area(f), s);
        break;
    case VIEW_FORM:
        form_draw(&f->form, &f->settings, ui_stone_style(f), s);
        break;
    case VIEW_GAME_LIST:
        game_list_draw(&f->games, s);
        break;
    }
    draw_footer(f, s);
}
