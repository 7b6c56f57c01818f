// Noninterference test of the visibility filter: Gomoku in the Mist leaks nothing hidden. Two games
// that a player cannot tell apart by the rules send that player the same bytes.
//
// A twin of a game has one hidden stone of the opponent on another point that puts the visible
// window in the same place, and neither point is ever visible; and there the opponent has hit every
// stone of the player. Everything a client or a computer player can receive about a session is
// written for both games, turn by turn, and compared.
#include "base/number.h"
#include "core/mist.h"
#include "core/notation.h"
#include "session/game_session.h"
#include "test.h"

#include <string.h>

enum { MOVES = 12, PAIRS = 10000, LEAK_PAIRS = 1000, POINTS = MIST_BOARD_SIZE * MIST_BOARD_SIZE };

typedef struct {
    Point points[MOVES];
} Line;

static Point nth_point(int i) {
    return point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
}

static bool has(const Line *line, Point p) {
    for (int i = 0; i < MOVES; i++)
        if (line->points[i] == p)
            return true;
    return false;
}

static Line random_line(Rng *rng) {
    Line line = {{0}};
    for (int i = 0; i < MOVES;) {
        Point p = nth_point(rng_below(rng, POINTS));
        if (!has(&line, p))
            line.points[i++] = p;
    }
    return line;
}

// True if the point is visible at one of the player's turns after move `k`.
static bool is_visible_after(const Line *line, int seat, int k, Point p) {
    for (int turn = k + 1; turn <= MOVES; turn++)
        if (turn % 2 == seat &&
            point_distance(p, mist_center_after(line->points[turn - 1])) <= MIST_REACH)
            return true;
    return false;
}

// The next twin of `line` for that player, with the same stone at `hit`; *at is the cursor.
static bool next_twin(const Line *line, int seat, int hit, int *at, Line *twin) {
    for (; *at < MOVES * POINTS; ++*at) {
        int k = *at / POINTS;
        Point p = line->points[k], q = nth_point(*at % POINTS);
        if (k % 2 == seat || k == hit || has(line, q) ||
            mist_center_after(p) != mist_center_after(q) || is_visible_after(line, seat, k, p) ||
            is_visible_after(line, seat, k, q))
            continue;
        *twin = *line;
        twin->points[k] = q;
        ++*at;
        return true;
    }
    return false;
}

// ---- What a client receives

typedef void Leak(const GameSession *session, GameView *view, Str *out);

static void begin_session(GameSession *session) {
    SessionOptions options = {
        .game = {.size = MIST_BOARD_SIZE}, .mist = true, .tries_per_turn = 20, .players = {1, 2}};
    Error err = {0};
    CHECK("time", time_control_parse("300+3x30", &options.game.time, &err));
    session_init(session, &options, (Timestamp){0});
}

static void send_view(const GameSession *session, int seat, Timestamp now, Leak *leak, Str *out) {
    GameView view;
    memset(&view, 'x', sizeof view); // is to be overwritten, or not read
    session_view(session, seat, now, &view);
    if (leak)
        leak(session, &view, out);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    game_view_write(&w, &view);
    write_end_object(&w);
    w.first = true;
    if (view.summary.ply > 0)
        game_view_write_moved(&w, &view);
    str_add_char(out, '\n');
}

// What the process of a computer player receives.
static void send_history(const GameSession *session, int seat, Str *out) {
    MistHistory history;
    session_mist_history(session, seat, &history);
    mist_history_format(&history, out);
    str_add_char(out, '\n');
}

typedef struct {
    int seat;
    int hit;             // index of a stone that the player to be told apart tries to play on
    bool opponent_tries; // to play on every stone of that player
    Leak *leak;
} Play;

static void try_stone(GameSession *session, Point p, Timestamp now, Str *out) {
    Error err = {0};
    Status status = session_play(session, session_turn(session), p, now, &err);
    CHECK_INT("a try", status, STATUS_OCCUPIED);
    str_add(out, "%s %s\n", status_info(status)->code, err.text);
}

// The player also tries to play on a stone that is known: the own one before.
static void try_stones(GameSession *session, const Line *line, const Play *play, int ply,
                       Timestamp now, Str *out) {
    Str not_sent = {0};
    bool is_player = ply % 2 == play->seat;
    for (int i = 0; i < ply; i++)
        if (is_player ? i == ply - 2 || i == play->hit : play->opponent_tries && (ply - i) % 2)
            try_stone(session, line->points[i], now, is_player ? out : &not_sent);
    if (play->opponent_tries && !is_player &&
        ply >= 2) { // as older versions stored it: an own stone
        MistTry *stored = &session->tries[session->try_count++];
        stored->ply = ply;
        snprintf(stored->text, sizeof stored->text, "%s",
                 move_text(line->points[ply - 2], MIST_BOARD_SIZE).text);
    }
    str_release(&not_sent);
}

// Everything the player and a spectator receive.
static void send_game(const Line *line, const Play *play, Str *out) {
    GameSession session;
    begin_session(&session);
    str_clear(out);
    for (int ply = 0; ply <= MOVES; ply++) {
        Timestamp now = {ply * 1000, 1000000 + ply * 1000};
        send_view(&session, play->seat, now, play->leak, out);
        send_view(&session, SEAT_NONE, now, NULL, out);
        send_history(&session, play->seat, out);
        if (ply == MOVES)
            break;
        try_stones(&session, line, play, ply, now, out);
        send_view(&session, play->seat, now, play->leak, out);
        send_history(&session, play->seat, out);
        Error err = {0};
        CHECK_INT("move", session_play(&session, ply % 2, line->points[ply], now, &err), STATUS_OK);
    }
}

// How many of the pairs differ.
static int count_differing(int pairs, Leak *leak) {
    Rng rng = {2026};
    Str sent = {0}, sent_to_twin = {0};
    int differing = 0, done = 0;
    while (done < pairs) {
        Line line = random_line(&rng), twin;
        int seat = rng_below(&rng, 2), at = 0;
        int hit = 2 * rng_below(&rng, MOVES / 2) + 1 - seat;
        Play play = {seat, hit, false, leak}, twin_play = {seat, hit, true, leak};
        send_game(&line, &play, &sent);
        while (done < pairs && next_twin(&line, seat, hit, &at, &twin)) {
            send_game(&twin, &twin_play, &sent_to_twin);
            differing +=
                sent.len != sent_to_twin.len || memcmp(sent.data, sent_to_twin.data, sent.len) != 0;
            done++;
        }
    }
    str_release(&sent);
    str_release(&sent_to_twin);
    return differing;
}

TEST(visibility_twin_games_send_the_same_bytes) {
    CHECK_INT("differing pairs", count_differing(random_cases(PAIRS), NULL), 0);
}

// ---- Does the test find leaks? Some are planted (mutation test).

static void leak_last_move(const GameSession *session, GameView *view, Str *out) {
    (void)out;
    if (view->summary.ply > 0)
        view->moves[view->summary.ply - 1] =
            move_text(game_last_stone(&session->game), MIST_BOARD_SIZE);
}

static void leak_hash(const GameSession *session, GameView *view, Str *out) {
    (void)view;
    unsigned hash = 0;
    for (int i = 0; i < POINT_COUNT; i++)
        hash = hash * 31 + session->game.board.at[i];
    str_add(out, "ETag: %08x\n", hash);
}

static void leak_length(const GameSession *session, GameView *view, Str *out) {
    (void)view;
    int above = 0;
    for (int i = 0; i < POINTS / 2; i++)
        above += session->game.board.at[nth_point(i)] != EMPTY;
    str_add_repeated(out, ' ', above);
}

static void leak_what_the_opponent_saw(const GameSession *session, GameView *view, Str *out) {
    GameView other;
    session_view(session, 1 - view->you, (Timestamp){0}, &other);
    str_add(out, "%d\n", other.seen_count);
}

TEST(visibility_planted_leaks_are_found) {
    static const struct {
        const char *name;
        Leak *leak;
    } rows[] = {{"the last move", leak_last_move},
                {"a hash of the board", leak_hash},
                {"what the opponent saw", leak_what_the_opponent_saw},
                {"a length that depends on hidden stones", leak_length}};
    for (int i = 0; i < COUNT(rows); i++)
        CHECK(rows[i].name, count_differing(LEAK_PAIRS, rows[i].leak) > 0);
}

// ---- What a player has seen

// True if the player knows the stone at `k` before move `ply`: it was in the hole on one of the
// player's turns, or hit by a try on turn `tried`.
static bool is_known(const Line *line, int seat, int k, int ply, int tried) {
    bool known = false;
    for (int turn = k + 1; turn <= ply; turn++)
        known |= turn % 2 == seat &&
                 (turn == tried ||
                  point_distance(line->points[k], mist_center_after(line->points[turn - 1])) <=
                      MIST_REACH);
    return known;
}

static void check_seen(const GameSession *session, const Line *line, const int tried[MOVES]) {
    int ply = session->game.count;
    for (int seat = 0; seat < 2; seat++) {
        GameView view;
        Point last = 0;
        int count = 0;
        session_view(session, seat, (Timestamp){0}, &view);
        for (int k = 1 - seat; k < ply; k += 2)
            count += is_known(line, seat, k, ply, tried[k]);
        CHECK_INT("how many", view.seen_count, count);
        for (int i = 0; i < view.seen_count; i++) {
            Point p;
            Error err = {0};
            int k = 0;
            CHECK("a point", move_parse(view.seen[i].text, MIST_BOARD_SIZE, &p, &err));
            CHECK("in the order of the points", p > last);
            last = p;
            while (k < ply && line->points[k] != p)
                k++;
            CHECK("a known stone",
                  k < ply && k % 2 != seat && is_known(line, seat, k, ply, tried[k]));
        }
    }
}

TEST(visibility_players_keep_what_they_saw) {
    Rng rng = {7};
    for (int game = 0; game < random_cases(500); game++) {
        GameSession session;
        GameView view;
        Error err = {0};
        Line line = random_line(&rng);
        int tried[MOVES] = {0};
        begin_session(&session);
        for (int ply = 0; ply < MOVES; ply++) {
            int k = ply > 0 ? ply - 1 - 2 * rng_below(&rng, (ply + 1) / 2) : 0;
            bool tries = ply > 0 && rng_below(&rng, 4) == 0;
            int before = session.try_count;
            bool known = is_known(&line, ply % 2, k, ply, tried[k]);
            if (tries) {
                session_play(&session, ply % 2, line.points[k], (Timestamp){0}, &err);
                tried[k] = known ? tried[k] : ply;
            }
            CHECK_INT("only a hidden stone counts", session.try_count - before, tries && !known);
            check_seen(&session, &line, tried);
            session_play(&session, ply % 2, line.points[ply], (Timestamp){0}, &err);
        }
        check_seen(&session, &line, tried);
        session_view(&session, SEAT_NONE, (Timestamp){0}, &view);
        CHECK_INT("spectators", view.seen_count, 0);
        session_end(&session, END_RESIGN, 0, (Timestamp){0});
        session_view(&session, 0, (Timestamp){0}, &view);
        CHECK_INT("nothing is hidden after the end", view.seen_count, 0);
    }
}

// After the end, every viewer sees everything.
TEST(visibility_after_the_end_all_is_shown) {
    GameSession session;
    GameView view;
    Error err = {0};
    Rng rng = {1};
    Line line = random_line(&rng);
    begin_session(&session);
    for (int ply = 0; ply < 4; ply++)
        session_play(&session, ply % 2, line.points[ply], (Timestamp){0}, &err);
    const char *taken = move_text(line.points[1], MIST_BOARD_SIZE).text;
    CHECK_INT("a try", session_play(&session, 0, line.points[1], (Timestamp){0}, &err),
              STATUS_OCCUPIED);
    for (int seat = SEAT_NONE; seat < 2; seat++) {
        session_view(&session, seat, (Timestamp){0}, &view);
        CHECK_INT("tries before the end, even the viewer's own", view.try_count, 0);
    }
    session_view(&session, SEAT_NONE, (Timestamp){0}, &view);
    CHECK_TEXT("before", view.moves[0].text, "");
    CHECK_INT(
        "resigning",
        session_act(&session, 0, &(GameAction){.kind = GAME_ACTION_RESIGN}, (Timestamp){0}, &err),
        STATUS_OK);
    session_view(&session, SEAT_NONE, (Timestamp){0}, &view);
    CHECK_TEXT("after", view.moves[3].text, move_text(line.points[3], MIST_BOARD_SIZE).text);
    CHECK_INT("tries after", view.try_count, 1);
    CHECK_TEXT("the point", view.tries[0].text, taken);
    CHECK_INT("ply of the try", view.tries[0].ply, 4);
}
