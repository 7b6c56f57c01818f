#include "tui/session/messages.h"

#include "base/utf8.h"
#include "player/moves.h"
#include "player/proved.h"
#include "record/picture.h"
#include "tui/settings.h"

#include <string.h>
#include <time.h>

static void capitalise(Str *text, size_t at) {
    if (at < text->len && text->data[at] >= 'a' && text->data[at] <= 'z')
        text->data[at] = (char)(text->data[at] - 'a' + 'A');
}

void message_add_lines(const char *text, Str *out) {
    while (*text) {
        ScopedStr line = {0};
        size_t len = strcspn(text, "\n");
        str_add_bytes(&line, text, len);
        if (line.data)
            utf8_make_printable(line.data);
        str_add(out, "%s\n", str_text(&line));
        text += len + (text[len] == '\n');
    }
}

static bool has_one_person(const TerminalSession *s) {
    return terminal_session_count_people(s) == 1;
}

static const char *recorded_name(const Record *r, Stone color) {
    return node_value(r->root, color == BLACK ? "PB" : "PW");
}

// A player from a file: "level 3", or a name, which is cut and made printable. NULL: unknown.
static void add_file_player(const char *player, Str *out) {
    ScopedStr name = {0};
    opponent_format(player ? player : "?", &name);
    const char *rest = str_text(&name);
    for (int i = 0; i < 40 && *rest; i++)
        utf8_add(out, utf8_next(&rest));
}

void message_add_player_name(const TerminalSession *s, Seat seat, Str *out) {
    if (terminal_session_shows_others(s))
        add_file_player(recorded_name(s->record, game_color_of(&s->play.game, seat)), out);
    else if (!terminal_session_is_person(s, seat))
        opponent_format(s->seats[seat].description, out);
    else if (has_one_person(s))
        str_add_text(out, "you");
    else
        str_add_text(out, seat == SEAT_FIRST ? "the first player" : "the second player");
}

void message_add_rules(const TerminalSession *s, Str *out) {
    const Game *g = &s->play.game;
    const Rules *rules = g->board.rules;
    if (s->play.mist)
        str_add_text(
            out, "Gomoku in the Mist: you see only a 7x7 hole, and it jumps after every stone.\n");
    str_add(out, "Rules: %s (%s), on a %dx%d board.\n", rules->name, rules->summary, g->board.size,
            g->board.size);
    if (g->opening.rule != &opening_none)
        str_add(out, "Opening: %s (%s).\n", g->opening.rule->name, g->opening.rule->summary);
    if (terminal_session_has_clock(s)) {
        str_add_text(out, "Time for each side: ");
        time_control_format(&g->time, out);
        str_add_text(out, " (in seconds).\n");
    }
}

void message_add_players(const TerminalSession *s, Str *out) {
    str_add_text(out, "Black: ");
    message_add_player_name(s, game_seat_of(&s->play.game, BLACK), out);
    str_add_text(out, ". White: ");
    message_add_player_name(s, game_seat_of(&s->play.game, WHITE), out);
    str_add_text(out, ".\n");
}

static void add_choice_help(const TerminalSession *s, const OpeningStep *step, Str *out) {
    Stone color = game_color_of(&s->play.game, (Seat)step->seat);
    str_add(out, "Choose a color: stay keeps %s, swap takes %s", stone_name(color),
            stone_name(stone_other(color)));
    if (step->choices & MAY_MORE)
        str_add_text(out, ", more places two more stones and lets the other side choose");
    str_add_text(out, ".\n");
}

void message_add_opening(const TerminalSession *s, Str *out) {
    const Opening *o = &s->play.game.opening;
    const OpeningStep *step = opening_step(o);
    if (!step || terminal_session_is_over(s))
        return;
    if (step->choices)
        add_choice_help(s, step, out);
    else
        str_add(out, "Opening %s: place stone %d of %d, a %s one.\n", o->rule->name, o->placed + 1,
                step->stones, stone_word(s->play.game.board.turn));
}

void message_add_clock(int64_t ms, Str *out) {
    int64_t seconds = ms / 1000;
    if (seconds < 60)
        str_add(out, "%d.%d s", (int)seconds, (int)(ms % 1000 / 100));
    else
        str_add(out, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
}

static void add_turn(const TerminalSession *s, Str *out) {
    const OpeningStep *step = opening_step(&s->play.game.opening);
    if (!step)
        str_add_text(out, stone_name(s->play.game.board.turn));
    else if (!step->choices)
        str_add(out, "Place %s", stone_word(s->play.game.board.turn));
    else
        str_add_text(out, step->choices & MAY_MORE ? "Stay, swap or more" : "Stay or swap");
}

void message_add_prompt(const TerminalSession *s, Str *out) {
    if (terminal_session_is_over(s)) {
        str_add_text(out, "Game over > ");
        return;
    }
    Seat seat = game_seat(&s->play.game);
    add_turn(s, out);
    bool names_player = has_one_person(s) || opening_step(&s->play.game.opening);
    if (names_player) {
        str_add_text(out, " (");
        message_add_player_name(s, seat, out);
        str_add_text(out, ")");
    }
    if (terminal_session_has_clock(s)) {
        str_add_text(out, ", ");
        message_add_clock(terminal_session_time_left(s, seat), out);
        str_add_text(out, " left");
    }
    str_add_text(out, " > ");
}

void message_add_point(const TerminalSession *s, Point p, Str *out) {
    static const char *const words[] = {
        [POINT_NONE] = "nothing", [POINT_PASS] = "pass", [POINT_STAY] = "stay",
        [POINT_SWAP] = "swap",    [POINT_MORE] = "more",
    };
    if (p <= POINT_MORE)
        str_add_text(out, words[p]);
    else
        point_format(p, s->notation, s->play.game.board.size, out);
}

void message_add_reason(const TerminalSession *s, Point move, Str *out) {
    const char *reason = moves_reason(&s->play.game.board, move);
    if (reason)
        str_add(out, ", which %s", reason);
}

void message_add_last_move(const TerminalSession *s, Str *out) {
    const Game *g = &s->play.game;
    const Move *m = &g->moves[g->count - 1];
    const OpeningStep *step = opening_step(&m->opening_before);
    size_t start = out->len;
    if (terminal_session_in_mist(s)) {
        str_add(out, "%s has placed a stone.\n", stone_name(m->color));
        return;
    }
    if (!step)
        str_add_text(out, stone_name(m->color));
    else
        message_add_player_name(s, (Seat)step->seat, out);
    capitalise(out, start);
    if (!step)
        str_add_text(out, " plays ");
    else if (step->choices)
        str_add_text(out, " chooses: ");
    else
        str_add(out, " places a %s stone on ", stone_word(m->color));
    message_add_point(s, m->point, out);
    const char *remark = player_remark(&s->seats[move_seat(m)].player);
    if (*remark)
        str_add(out, " (%s)", remark);
    str_add_text(out, ".\n");
}

void message_add_proved(const TerminalSession *s, Str *out) {
    const Game *g = terminal_session_shown_game(s);
    static const char *const claims[] = {[CLAIM_WIN] = "wins", [CLAIM_HOLD] = "does not lose"};
    StrategySet set = {0};
    ProvedMove proved;
    Claim claim;
    size_t before = out->len;
    if (game_result(g).reason != END_NONE) {
        str_add_text(out, "The game is over.\n");
        return;
    }
    if (proved_last_move(&set, g, &claim))
        str_add(out, "Proved: %s %s.\n", stone_name(stone_other(g->board.turn)), claims[claim]);
    if (proved_move(&set, g, &proved)) {
        str_add(out, "Proved: %s %s", stone_name(g->board.turn), claims[proved.claim]);
        str_add_text(out, proved.next.move == POINT_NONE ? " with every move" : " with ");
        if (proved.next.move != POINT_NONE)
            message_add_point(s, proved.next.move, out);
        str_add_text(out, ".\n");
    }
    if (out->len == before)
        str_add_text(out, "No strategy reaches this position: nothing is proved here.\n");
    strategy_set_release(&set);
}

static bool is_opening_choice(Point p) {
    return p == POINT_STAY || p == POINT_SWAP || p == POINT_MORE;
}

void message_add_review_position(const TerminalSession *s, Str *out) {
    const Game *g = &s->review.game;
    VariationCount here = game_cursor_variations(&s->review);
    if (g->count == 0) {
        str_add_text(out, "Before the first move");
    } else {
        const Move *m = &g->moves[g->count - 1];
        str_add(out, "After move %d, %s ", g->count, stone_name(m->color));
        message_add_point(s, m->point, out);
    }
    if (here.count > 1)
        str_add(out, ", variation %d of %d", here.index + 1, here.count);
}

// Opening choices are in the move list but are not stones.
void message_add_moves(const TerminalSession *s, Str *out) {
    enum { PER_LINE = 10 };
    const Game *g = terminal_session_shown_game(s);
    if (g->count == 0)
        str_add_text(out, "No moves yet.\n");
    int number = 0;
    for (int i = 0; i < g->count; i++) {
        if (!is_opening_choice(g->moves[i].point))
            str_add(out, "%d ", ++number);
        message_add_point(s, g->moves[i].point, out);
        bool last = i + 1 == g->count || (i + 1) % PER_LINE == 0;
        str_add_text(out, last ? "\n" : ", ");
    }
}

// ---- The mist

static const char mist_signs[] = {[EMPTY] = '.', [BLACK] = 'X', [WHITE] = 'O'};

// A board with a character for each point.
static void add_mist_board(const TerminalSession *s, const char signs[static POINT_COUNT],
                           Str *out) {
    str_add_text(out, "  ");
    for (int x = 0; x < MIST_BOARD_SIZE; x++)
        str_add(out, " %s", label_of_column(s->notation, x).text);
    str_add_char(out, '\n');
    for (int y = 0; y < MIST_BOARD_SIZE; y++) {
        str_add(out, "%2s", label_of_row(s->notation, MIST_BOARD_SIZE, y).text);
        for (int x = 0; x < MIST_BOARD_SIZE; x++)
            str_add(out, " %c", signs[point_at(x, y)]);
        str_add_char(out, '\n');
    }
}

void message_add_mist(const TerminalSession *s, Str *out) {
    bool hidden[POINT_COUNT];
    char signs[POINT_COUNT];
    Board b = terminal_session_visible_board(s, hidden);
    for (Point p = 0; p < POINT_COUNT; p++)
        signs[p] =
            board_has(&b, p) ? hidden[p] && b.at[p] == EMPTY ? '~' : mist_signs[b.at[p]] : ' ';
    add_mist_board(s, signs, out);
    str_add_text(out, "~ is mist: there may be a stone.\n");
}

static void add_points(const TerminalSession *s, const Point *points, int count, Str *out) {
    for (int i = 0; i < count; i++) {
        str_add_text(out, i ? ", " : "");
        message_add_point(s, points[i], out);
    }
}

void message_add_knowledge(const TerminalSession *s, Str *out) {
    MistKnowledge k;
    Point points[POINT_COUNT];
    int ply, seen = 0;
    if (!terminal_session_mist_knowledge(s, &ply, &k)) {
        str_add(out, "%s has not had a turn yet.\n", stone_name(s->mist_side));
        return;
    }
    Stone opponent = stone_other(s->mist_side);
    for (Point p = 0; p < POINT_COUNT; p++)
        seen += k.seen.at[p] == opponent;
    int deduced = mist_knowledge_deduced(&k, points);
    int unclear = k.belief.stone_count - seen - deduced;
    str_add(out, "Before move %d, %s had seen %d of %d %s stones.\n", ply + 1,
            stone_name(s->mist_side), seen, k.belief.stone_count, stone_name(opponent));
    if (deduced > 0) {
        str_add_text(out, "Could have been deduced: ");
        add_points(s, points, deduced, out);
        str_add_text(out, ".\n");
    }
    if (unclear > 0)
        str_add(out, "Unclear: %d; ? is where such a stone could be.\n", unclear);
}

void message_add_known_board(const TerminalSession *s, Str *out) {
    MistKnowledge k;
    Point points[POINT_COUNT];
    char signs[POINT_COUNT];
    int ply;
    if (terminal_session_mist_knowledge(s, &ply, &k)) {
        for (Point p = 0; p < POINT_COUNT; p++)
            signs[p] = board_has(&k.seen, p) ? mist_signs[k.seen.at[p]] : ' ';
        int count = mist_knowledge_deduced(&k, points);
        for (int i = 0; i < count; i++)
            signs[points[i]] = s->mist_side == BLACK ? 'o' : 'x';
        bool any = count > 0;
        count = mist_knowledge_possible(&k, points);
        for (int i = 0; i < count; i++)
            signs[points[i]] = '?';
        add_mist_board(s, signs, out);
        if (any)
            str_add(out, "%c was not seen, but could have been deduced.\n",
                    s->mist_side == BLACK ? 'o' : 'x');
    }
    message_add_knowledge(s, out);
}

// Who plays that color in a saved game. The names in its root may be those of a file it came from.
static void add_saved_name(const Record *r, const Node *end, Stone color, Str *out) {
    const char *player = terminal_session_saved_player(r, end, color);
    add_file_player(player ? player : recorded_name(r, color), out);
}

bool message_add_saved_game(const SavedGameEntry *game, Str *out) {
    struct tm local;
    char date[32];
    strftime(date, sizeof date, "%Y-%m-%d %H:%M", localtime_r(&game->when.tv_sec, &local));
    str_add(out, "%s, ", date);
    Error err = {0};
    Record *r = record_load(game->path, &format_sgf, &(ReadOptions){0}, &err);
    if (!r) {
        str_add(out, "cannot be read: %s", err.text);
        return false;
    }
    const Node *end = saved_game_current_node(r);
    int moves = node_moves(end);
    str_add_text(out, "Black: ");
    add_saved_name(r, end, BLACK, out);
    str_add_text(out, ", White: ");
    add_saved_name(r, end, WHITE, out);
    str_add(out, ", %d move%s, %s %dx%d", moves, moves == 1 ? "" : "s", r->rules->name, r->size,
            r->size);
    record_free(r);
    return true;
}

bool message_add_saved_games(const TerminalSession *s, Str *out) {
    GameList saved = terminal_session_list_saved(s);
    bool any = saved.count > 0;
    if (any)
        str_add_text(out, "Unfinished games (resume N continues one):\n");
    for (int i = 0; i < saved.count; i++)
        str_add(out, "  %d  %s\n", i + 1, saved.games[i].text);
    game_list_clear(&saved);
    return any;
}

void message_add_clocks(const TerminalSession *s, Str *out) {
    if (!terminal_session_has_clock(s)) {
        str_add_text(out, "There is no time limit.\n");
        return;
    }
    for (Stone color = BLACK; color <= WHITE; color++) {
        Seat seat = game_seat_of(&s->play.game, color);
        str_add(out, "%s (", stone_name(color));
        message_add_player_name(s, seat, out);
        str_add_text(out, ") has ");
        message_add_clock(terminal_session_time_left(s, seat), out);
        str_add_text(out, color == BLACK ? "; " : ".\n");
    }
}

bool message_add_warning(TerminalSession *s, Str *out) {
    const char *why = s->save_error.text;
    bool warns = *why && !s->warned_unsaved;
    if (warns)
        str_add(out, "This game cannot be saved automatically; save it yourself: %s\n", why);
    s->warned_unsaved = *why;
    return warns;
}

static void add_winning_line(const TerminalSession *s, Stone winner, Str *out) {
    Point line[BOARD_MAX];
    int n = board_winning_line(&s->play.game.board, winner, line);
    for (int i = 0; i < n; i++) {
        str_add_text(out, i ? " " : ": ");
        message_add_point(s, line[i], out);
    }
}

void message_add_result(const TerminalSession *s, Str *out) {
    Result result = game_result(&s->play.game);
    if (result.reason == END_NONE) {
        str_add(out, "The game is not over: %s is to move.\n", stone_name(s->play.game.board.turn));
        return;
    }
    size_t start = out->len;
    result_format(result, out);
    capitalise(out, start);
    if (result.reason == END_FIVE)
        add_winning_line(s, result.winner, out);
    str_add_text(out, ".");
    if (result.winner != EMPTY && has_one_person(s) && !terminal_session_shows_others(s))
        str_add_text(out, terminal_session_is_person(s, game_seat_of(&s->play.game, result.winner))
                              ? " You win."
                              : " You lose.");
    str_add_char(out, '\n');
}
