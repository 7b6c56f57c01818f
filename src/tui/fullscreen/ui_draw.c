// Draws the full-screen interface into a Screen.
#include "base/number.h"
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"

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

static void mark_win_rates(const Ui *ui, BoardView *v) {
    EngineResult a = game_analysis_best_lines(ui->game_analysis);
    for (int i = 0; i < a.line_count; i++) {
        Point p = a.lines[i].moves[0];
        if (!board_has(&v->board, p) || v->board.at[p] != EMPTY)
            continue;
        v->win_rate[p] = (uint8_t)(1 + win_rate_percent(a.lines[i].value));
        v->rank[p] = (uint8_t)(1 + i);
    }
}

static void hide_in_mist(const Ui *ui, BoardView *v) {
    v->board = terminal_session_visible_board(&ui->session, v->hidden);
    if (board_has(&v->board, v->last) && v->hidden[v->last])
        v->last = POINT_NONE;
}

// In a review: the stones that a side knew, those that it could have known as in a winning line.
static bool show_knowledge(const Ui *ui, BoardView *v) {
    MistKnowledge k;
    Point points[POINT_COUNT];
    int ply;
    if (!terminal_session_mist_knowledge(&ui->session, &ply, &k))
        return false;
    v->board = k.belief.known;
    v->last = POINT_NONE;
    for (Point p = 0; p < POINT_COUNT; p++)
        v->hidden[p] = board_has(&v->board, p) && point_distance(p, k.center) > MIST_REACH;
    int count = mist_knowledge_deduced(&k, points);
    for (int i = 0; i < count; i++)
        v->winning[points[i]] = true;
    count = mist_knowledge_possible(&k, points);
    for (int i = 0; i < count; i++)
        v->marks[points[i]] = MARK_GUESS;
    return true;
}

static bool is_in_mist(const Ui *ui) {
    return terminal_session_in_mist(&ui->session) && !ui->session.review.record;
}

static void fill_board_view(const Ui *ui, BoardView *v) {
    const Game *g = terminal_session_shown_game(&ui->session);
    *v = (BoardView){
        .board = g->board,
        .notation = ui->session.notation,
        .stones = ui_stone_style(ui),
        .cursor = ui->session.review.record ? POINT_NONE : ui->cursor, // no key moves it there
        .last = game_last_stone(g),
    };
    bool is_over = game_result(g).reason != END_NONE;
    if (is_in_mist(ui)) {
        hide_in_mist(ui, v);
        return;
    }
    if (show_knowledge(ui, v))
        return;
    mark_winning_line(g, v);
    if (ui->analyzing && !is_over)
        mark_win_rates(ui, v);
    if (ui->threats && !is_over)
        mark_threats(&g->board, v->marks);
    if (!ui->hide_fouls && !is_over)
        mark_fouls(&g->board, v->marks);
    if (board_has(&g->board, ui->hint) && g->board.at[ui->hint] == EMPTY)
        v->marks[ui->hint] = MARK_HINT;
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

static int draw_tree(const Ui *ui, const Panel *p, int row) {
    enum { ROWS = 7 };
    ScopedStr text = {0};
    message_add_review_position(&ui->session, &text);
    panel_draw_heading(p, row++, str_text(&text));
    Area tree = {p->area.row + row, p->area.col, int_min(ROWS, p->area.rows - row), p->area.cols};
    int rows = tree_view_draw(ui->session.review.at, p->stones, tree, p->screen);
    return draw_comment(p, row + rows, ui->session.review.at);
}

enum { GRAPH_ROWS = 5 };

// Shows fewer lines if the graph needs the room.
static int draw_analysis(const Ui *ui, const Panel *p, int row) {
    enum { LINES = 5, OTHERS = 3 }; // OTHERS: rows of the heading, the bar and an empty one
    int rows_left = p->area.rows - row - OTHERS - (ui->graph ? GRAPH_ROWS + 1 : 0);
    EngineResult a = game_analysis_best_lines(ui->game_analysis);
    row = panel_draw_heading(p, row, "Analysis");
    return panel_draw_analysis(p, row, &a, int_max(0, int_min(rows_left, LINES)));
}

static int draw_graph(const Ui *ui, const Panel *p, int row) {
    row = panel_draw_heading(p, row, "Black's win rate");
    int height = int_max(1, int_min(p->area.rows - row, GRAPH_ROWS));
    return panel_draw_graph(p, row, game_analysis_win_rates(ui->game_analysis), height);
}

static void draw_panel(const Ui *ui, Area area, Screen *s) {
    Panel p = {s, area, ui_stone_style(ui), &ui->session};
    int row = panel_draw_title(&p, 0);
    row = panel_draw_players(&p, row + 1) + 1;
    if (ui->session.review.record)
        row = draw_tree(ui, &p, row) + 1;
    Area rest = {area.row + row, area.col, area.rows - row, area.cols};
    if (ui->session.review.record && ui->session.play.mist) {
        ScopedStr text = {0};
        if (ui->session.mist_side != EMPTY)
            message_add_knowledge(&ui->session, &text);
        str_add_text(&text, "w: what each side knew");
        row += screen_put_paragraph(s, rest, 0, dim_style, str_text(&text)) + 1;
    }
    if (is_in_mist(ui)) {
        screen_put_paragraph(s, rest, 0, dim_style,
                             "The mist hides everything except a 7x7 hole, which jumps after every "
                             "stone. You may place stones in the mist. Five in a row win.");
        return;
    }
    if (ui->analyzing)
        row = draw_analysis(ui, &p, row) + 1;
    if (ui->graph)
        row = draw_graph(ui, &p, row) + 1;
    if (terminal_session_shown_game(&ui->session)->count > 0 && area.rows - row > 2)
        panel_draw_moves(&p, panel_draw_heading(&p, row, "Moves"), ui->moves_scrolled);
}

// ---- Status line and line of keys

static void add_turn(const Ui *ui, Str *out) {
    const TerminalSession *s = &ui->session;
    if (ui->session.review.record) {
        message_add_review_position(s, out);
        return;
    }
    if (terminal_session_is_over(s)) {
        message_add_result(s, out);
        return;
    }
    const OpeningStep *step = opening_step(&s->play.game.opening);
    bool person = terminal_session_is_person(s, game_seat(&s->play.game));
    if (step && step->choices && person)
        str_add_text(out, "The stones are placed."); // a menu asks for the choice
    else if (step && person)
        message_add_opening(s, out);
    else if (person)
        str_add(out, "%s to move", stone_name(s->play.game.board.turn));
    else
        str_add(out, "%s is thinking ...", stone_name(s->play.game.board.turn));
}

// If the cursor is on a forbidden point, says why.
static bool add_foul(const Ui *ui, Str *out) {
    const Game *g = terminal_session_shown_game(&ui->session);
    if (is_in_mist(ui) || !board_has(&g->board, ui->cursor) || g->board.at[ui->cursor] != EMPTY)
        return false;
    PlayResult r = board_check(&g->board, ui->cursor);
    if (!play_result_is_foul(r))
        return false;
    message_add_point(&ui->session, ui->cursor, out);
    str_add(out, ": %s", play_result_text(r));
    return true;
}

// A message longer than one line grows upwards. `reserved` columns at the right stay free.
static void put_message(Screen *s, Area line, Style style, int reserved, const char *text) {
    enum { ROWS_MAX = 5 };
    Area area = {line.row, line.col + 1, 0, line.cols - reserved};
    int rows = int_min(screen_put_paragraph(s, area, 0, style, text), ROWS_MAX);
    area.rows = int_max(1, rows);
    area.row -= area.rows - 1;
    screen_fill(s, (Area){area.row, line.col, area.rows, line.cols}, style);
    screen_put_paragraph(s, area, 0, style, text);
}

// Shows the clock in the status line if there is no room for the panel.
static void add_narrow_clock(const Ui *ui, Str *out) {
    const TerminalSession *s = &ui->session;
    if (ui->session.review.record || terminal_session_is_over(s) ||
        !terminal_session_has_clock(s) || ui_layout(ui).panel.rows > 0)
        return;
    str_add_text(out, "  ");
    message_add_clock(terminal_session_time_left(s, game_seat(&s->play.game)), out);
}

static void draw_status(const Ui *ui, Area line, Screen *s) {
    Style style = {FG_TEXT, BG_BAR};
    if (ui->input) {
        prompt_draw(&ui->prompt, line, s);
        return;
    }
    ScopedStr left = {0}, right = {0};
    if (ui->message.len > 0)
        str_add_text(&left, str_text(&ui->message));
    else if (!add_foul(ui, &left))
        add_turn(ui, &left);
    if (left.len > 0 && left.data[left.len - 1] == '\n')
        str_cut(&left, left.len - 1);
    if (!ui->session.review.record)
        message_add_point(&ui->session, ui->cursor, &right);
    add_narrow_clock(ui, &right);
    put_message(s, line, style, (int)right.len + 3, str_text(&left));
    screen_put(s, line, 0, line.cols - (int)right.len - 1, (Style){FG_KEY, BG_BAR},
               str_text(&right));
}

// True if the key should appear in the line of keys now.
static bool is_useful(const Ui *ui, Action action) {
    if (!action_is_labelled(action, ui_key_context(ui), is_in_mist(ui)))
        return false;
    switch (action) {
    case ACTION_UNDO:
        return !ui->session.play.mist;
    case ACTION_PANEL:
        return ui_layout(ui).panel.rows == 0;
    case ACTION_LIST_SEARCH:
        return ui->view == VIEW_GAME_LIST;
    case ACTION_LIST_LEFT:
        return ui->view == VIEW_FORM;
    case ACTION_PREVIOUS_VARIATION:
        return game_cursor_variations(&ui->session.review).count > 1;
    default:
        return true;
    }
}

// Escape in the first menu has nothing to go back to.
static const char *key_label(const Ui *ui, Action action) {
    bool is_first_menu = ui->view == VIEW_MENU && !ui->playing && menu_has(&ui->menu, ACTION_QUIT);
    return action_row(action == ACTION_LIST_BACK && is_first_menu ? ACTION_QUIT : action)->label;
}

// Draws a key and its label, if useful. Returns the column after it; `col` if it does not fit.
static int put_key(const Ui *ui, Action action, Area line, int col, Screen *s) {
    const char *label = key_label(ui, action);
    if (!is_useful(ui, action))
        return col;
    ScopedStr key = {0};
    action_format_keys(action, &key);
    str_cut(&key, strcspn(str_text(&key), ","));
    if (col + text_width(str_text(&key)) + 1 + text_width(label) <= line.cols) {
        col = screen_put(s, line, 0, col, (Style){FG_KEY, BG_SCREEN}, str_text(&key));
        col = screen_put(s, line, 0, col + 1, dim_style, label) + 2;
    }
    return col;
}

// Shows as many keys as fit. The help key is always there, the quit key in wide windows. The panel
// comes first: half of the screen is hidden.
static void draw_keys(const Ui *ui, Area line, Screen *s) {
    enum { LAST_COLS = 8, WIDE_COLS = 60 };
    bool has_quit = line.cols >= WIDE_COLS && is_useful(ui, ACTION_QUIT);
    Area rest = line;
    put_key(ui, ACTION_HELP, line, (rest.cols -= LAST_COLS) + 1, s);
    if (has_quit)
        put_key(ui, ACTION_QUIT, line, (rest.cols -= LAST_COLS) + 1, s);
    int col = put_key(ui, ACTION_PANEL, rest, 1, s);
    for (Action a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        if (a != ACTION_HELP && a != ACTION_PANEL && !(a == ACTION_QUIT && has_quit))
            col = put_key(ui, a, rest, col, s);
}

// ---- Views

static void draw_game(const Ui *ui, Screen *s) {
    Layout l = ui_layout(ui);
    bool panel_only = l.panel.rows == 0 && ui->showing_panel;
    if (panel_only) {
        draw_panel(ui, (Area){0, 1, l.status.row, s->cols - 2}, s);
    } else {
        BoardView v;
        fill_board_view(ui, &v);
        board_view_draw(&v, &l, s);
        if (l.panel.rows > 0)
            draw_panel(ui, l.panel, s);
    }
    draw_status(ui, l.status, s);
    if (l.keys.rows > 0)
        draw_keys(ui, l.keys, s);
}

// Where the second column of a line begins: the indent for wrapped text.
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
    screen_put_str(s, page, row, 0, style, &start);
    Area rest = {page.row + row, page.col + indent, page.rows - row, page.cols - indent};
    return screen_put_paragraph(s, rest, 0, style, line + indent);
}

static void draw_text(Ui *ui, Screen *s) {
    Area page = {0, 2, s->rows - 2, s->cols - 3};
    const char *line = str_text(&ui->text);
    for (int i = 0; i < ui->text_top && strchr(line, '\n'); i++)
        line = strchr(line, '\n') + 1;
    int number = ui->text_top;
    for (int row = 0; row < page.rows && *line; number++) {
        size_t len = strcspn(line, "\n");
        ScopedStr copy = {0};
        str_add_bytes(&copy, line, len);
        bool is_title = len > 0 && line[0] != ' ' && line[len - 1] == ':';
        Style style = {is_title ? FG_TITLE : FG_TEXT, BG_SCREEN};
        int before = row;
        row += put_wrapped(s, page, row, style, str_text(&copy));
        if (row > page.rows && before > 0) // cut off: the next page starts with it
            break;
        line += len + (line[len] == '\n');
    }
    ui->text_next = *line ? number : -1;
    screen_put(s, screen_area(s), s->rows - 1, 1, dim_style,
               *line ? "Space shows more, Escape goes back" : "Space or Escape goes back");
}

static void draw_handover(const Ui *ui, Screen *s) {
    const TerminalSession *session = &ui->session;
    ScopedStr text = {0};
    str_add(&text, "It is %s's turn.", stone_name(session->play.game.board.turn));
    Area all = {s->rows / 2 - 2, 3, 6, s->cols - 6};
    int row = screen_put_paragraph(s, all, 0, (Style){FG_TITLE, BG_SCREEN}, str_text(&text)) + 1;
    screen_put_paragraph(
        s, all, row, (Style){FG_TEXT, BG_SCREEN},
        "Hand over the keyboard. This player presses Enter while the other one looks away.");
    screen_put(s, screen_area(s), s->rows - 1, 1, dim_style,
               "Enter shows the board, Escape the menu; q leaves");
}

static void draw_too_small(Screen *s) {
    ScopedStr text = {0};
    str_add(&text, "This window has %dx%d characters; the game needs at least %dx%d.", s->cols,
            s->rows, LAYOUT_COLS_MIN, LAYOUT_ROWS_MIN);
    screen_put_paragraph(s, screen_area(s), 0, (Style){FG_TEXT, BG_SCREEN}, str_text(&text));
}

static void draw_footer(const Ui *ui, Screen *s) {
    Area status = {s->rows - 2, 0, 1, s->cols}, keys = {s->rows - 1, 0, 1, s->cols};
    if (ui->input)
        prompt_draw(&ui->prompt, status, s);
    else if (ui->message.len > 0)
        put_message(s, status, (Style){FG_TEXT, BG_SCREEN}, 2, str_text(&ui->message));
    draw_keys(ui, keys, s);
}

// Puts a question below the players in the panel. If it must cover the board, keeps the last stone
// and a long message visible.
static Area question_area(const Ui *ui) {
    enum { PLAYERS_ROWS = 5 };
    Layout l = ui_layout(ui);
    int rows = menu_rows(&ui->menu);
    if (l.panel.rows >= PLAYERS_ROWS + rows && l.panel.cols >= menu_cols(&ui->menu))
        return (Area){l.panel.row + PLAYERS_ROWS, l.panel.col, rows, l.panel.cols};
    int row, col;
    Point last = game_last_stone(terminal_session_shown_game(&ui->session));
    bool is_low = last != POINT_NONE && layout_locate(&l, last, &row, &col) &&
                  row > l.status.row / 2 && !ui->showing_panel;
    bool at_top = is_low || text_width(str_text(&ui->message)) > ui->cols;
    return (Area){at_top ? 0 : l.status.row - rows - 1, 0, rows + 1, ui->cols};
}

Area ui_menu_area(const Ui *ui) {
    if (ui->menu.title)
        return question_area(ui);
    return (Area){0, 1, ui->rows, ui->cols - 2};
}

static void draw_question(const Ui *ui, Screen *s) {
    if (ui->board_hidden)
        draw_footer(ui, s);
    else
        draw_game(ui, s);
    menu_draw(&ui->menu, ui_stone_style(ui), ui_menu_area(ui), s);
}

void ui_draw(Ui *ui, Screen *s) {
    screen_reset(s, ui->rows, ui->cols);
    if (ui->rows < LAYOUT_ROWS_MIN || ui->cols < LAYOUT_COLS_MIN) {
        draw_too_small(s);
        return;
    }
    switch (ui->view) {
    case VIEW_GAME:
        draw_game(ui, s);
        return;
    case VIEW_TEXT:
        draw_text(ui, s);
        return;
    case VIEW_HANDOVER:
        draw_handover(ui, s);
        return;
    case VIEW_MENU:
        if (ui->menu.title) {
            draw_question(ui, s);
            return;
        }
        menu_draw(&ui->menu, ui_stone_style(ui), ui_menu_area(ui), s);
        break;
    case VIEW_FORM:
        form_draw(&ui->form, &ui->settings, ui_stone_style(ui), s);
        break;
    case VIEW_GAME_LIST:
        game_list_draw(&ui->session.games, s);
        break;
    }
    draw_footer(ui, s);
}
