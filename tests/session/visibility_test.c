// Noninterference test of the visibility filter: Gomoku in the Mist leaks nothing hidden. Two games
// that a player cannot tell apart by the rules send that player the same bytes.
//
// A twin of a game has one hidden stone of the opponent on another point that puts the visible
// window in the same place, and neither point is ever visible. Everything a client can receive
// about a session is written for both games, turn by turn, and compared.
#include "base/rng.h"
#include "base/util.h"
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

// The next twin of `line` for that player; *at is the cursor.
static bool next_twin(const Line *line, int seat, int *at, Line *twin) {
    for (; *at < MOVES * POINTS; ++*at) {
        int k = *at / POINTS;
        Point p = line->points[k], q = nth_point(*at % POINTS);
        if (k % 2 == seat || has(line, q) || mist_center_after(p) != mist_center_after(q) ||
            is_visible_after(line, seat, k, p) || is_visible_after(line, seat, k, q))
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

// Plays on the player's own stone: a try that fails.
static void try_own_stone(GameSession *session, const Line *line, int seat, int ply, Timestamp now,
                          Str *out) {
    if (ply < 2 || ply % 2 != seat)
        return;
    Error err = {0};
    Status status = session_play(session, seat, line->points[ply - 2], now, &err);
    CHECK_INT("own stone", status, STATUS_OCCUPIED);
    str_add(out, "%s %s\n", status_info(status)->code, err.text);
}

// Everything the player and a spectator receive.
static void send_game(const Line *line, int seat, Leak *leak, Str *out) {
    GameSession session;
    begin_session(&session);
    str_clear(out);
    for (int ply = 0; ply <= MOVES; ply++) {
        Timestamp now = {ply * 1000, 1000000 + ply * 1000};
        send_view(&session, seat, now, leak, out);
        send_view(&session, SEAT_NONE, now, NULL, out);
        if (ply == MOVES)
            break;
        try_own_stone(&session, line, seat, ply, now, out);
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
        send_game(&line, seat, leak, &sent);
        while (done < pairs && next_twin(&line, seat, &at, &twin)) {
            send_game(&twin, seat, leak, &sent_to_twin);
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

// ---- Does the test find leaks? Three are planted (mutation test).

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

TEST(visibility_planted_leaks_are_found) {
    static const struct {
        const char *name;
        Leak *leak;
    } rows[] = {{"the last move", leak_last_move},
                {"a hash of the board", leak_hash},
                {"a length that depends on hidden stones", leak_length}};
    for (int i = 0; i < COUNT(rows); i++)
        CHECK(rows[i].name, count_differing(LEAK_PAIRS, rows[i].leak) > 0);
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
