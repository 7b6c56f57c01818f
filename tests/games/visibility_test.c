// Gomoku in the Mist tells nothing that is hidden: two games that look the same to a player by the
// rules give that player the same bytes.
//
// A twin of a game has one hidden stone of the opponent on another point that sends the hole to the
// same place, and neither point is ever seen. Everything that a client can be told of a room is
// written for both, turn by turn, and compared.
#include "base/rng.h"
#include "base/util.h"
#include "core/mist.h"
#include "core/move_text.h"
#include "games/session.h"
#include "games/visibility.h"
#include "server/json/encode.h"
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

// Would the player see that point at one of the own turns after move `k`?
static bool is_seen_after(const Line *line, int seat, int k, Point p) {
    for (int turn = k + 1; turn <= MOVES; turn++)
        if (turn % 2 == seat &&
            point_distance(p, mist_centre_after(line->points[turn - 1])) <= MIST_REACH)
            return true;
    return false;
}

// The next twin of `line` for that player after place *at, which is stepped on.
static bool next_twin(const Line *line, int seat, int *at, Line *twin) {
    for (; *at < MOVES * POINTS; ++*at) {
        int k = *at / POINTS;
        Point p = line->points[k], q = nth_point(*at % POINTS);
        if (k % 2 == seat || has(line, q) || mist_centre_after(p) != mist_centre_after(q) ||
            is_seen_after(line, seat, k, p) || is_seen_after(line, seat, k, q))
            continue;
        *twin = *line;
        twin->points[k] = q;
        ++*at;
        return true;
    }
    return false;
}

// ---- What a client is told

typedef void Leak(const GameSession *r, GameView *s, Str *out);

static void begin_room(GameSession *r) {
    GameRow row = {.id = {"aaaaaaaaaaaa"},
                   .rules = "freestyle",
                   .opening = "none",
                   .time = "300+3x30",
                   .size = MIST_BOARD_SIZE,
                   .mist = true,
                   .chat = true,
                   .opponent = "link",
                   .owner = 1,
                   .state = GAME_PLAYING,
                   .seats = {1, 2},
                   .ended = -1,
                   .draw_offer = -1,
                   .takeback_offer = -1,
                   .winner = -1};
    Error err = {0};
    CHECK("an empty room", session_load(r, &row, NULL, 0, &err));
}

static void tell(const GameSession *r, int seat, Timestamp now, Leak *leak, Str *out) {
    GameView s;
    game_view_for(r, seat, now, &s);
    if (leak)
        leak(r, &s, out);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    encode_game(&w, &s, (GamePresence){{true, true}, 1});
    write_end_object(&w);
    w.first = true;
    if (s.move_count > 0)
        encode_moved(&w, &s);
    str_add_char(out, '\n');
}

// The own stone once more: a try that is refused.
static void try_own_stone(GameSession *r, const Line *line, int seat, int ply, Timestamp now,
                          Str *out) {
    if (ply < 2 || ply % 2 != seat)
        return;
    bool again;
    Error err = {0};
    MoveId at = {ply, 0};
    const char *own = move_text(line->points[ply - 2], MIST_BOARD_SIZE).text;
    Status no = session_play(r, seat, &at, own, now, &again, &err);
    CHECK_INT("an own stone", no, STATUS_OCCUPIED);
    str_add(out, "%s %s\n", status_info(no)->code, err.text);
}

// Everything told to the player and to a spectator.
static void tell_game(const Line *line, int seat, Leak *leak, Str *out) {
    GameSession r;
    begin_room(&r);
    str_clear(out);
    for (int ply = 0; ply <= MOVES; ply++) {
        Timestamp now = {ply * 1000, 1000000 + ply * 1000};
        tell(&r, seat, now, leak, out);
        tell(&r, SEAT_NONE, now, NULL, out);
        if (ply == MOVES)
            break;
        try_own_stone(&r, line, seat, ply, now, out);
        bool again;
        Error err = {0};
        MoveId at = {ply, 0};
        MoveText move = move_text(line->points[ply], MIST_BOARD_SIZE);
        CHECK_INT(move.text, session_play(&r, ply % 2, &at, move.text, now, &again, &err),
                  STATUS_OK);
    }
}

// How many of so many pairs differ.
static int count_differing(int pairs, Leak *leak) {
    Rng rng = {2026};
    Str told = {0}, twins = {0};
    int differing = 0, done = 0;
    while (done < pairs) {
        Line line = random_line(&rng), twin;
        int seat = rng_below(&rng, 2), at = 0;
        tell_game(&line, seat, leak, &told);
        while (done < pairs && next_twin(&line, seat, &at, &twin)) {
            tell_game(&twin, seat, leak, &twins);
            differing += told.len != twins.len || memcmp(told.data, twins.data, told.len) != 0;
            done++;
        }
    }
    str_release(&told);
    str_release(&twins);
    return differing;
}

TEST(twinworld_ten_thousand_pairs_tell_the_same) {
    CHECK_INT("differing pairs", count_differing(random_cases(PAIRS), NULL), 0);
}

// ---- Does the test find leaks? Three are planted.

static void leak_last_move(const GameSession *r, GameView *s, Str *out) {
    (void)out;
    if (s->move_count > 0)
        s->moves[s->move_count - 1] = move_text(game_last_stone(&r->game), MIST_BOARD_SIZE);
}

static void leak_hash(const GameSession *r, GameView *s, Str *out) {
    (void)s;
    unsigned hash = 0;
    for (int i = 0; i < POINT_COUNT; i++)
        hash = hash * 31 + r->game.board.at[i];
    str_add(out, "ETag: %08x\n", hash);
}

static void leak_length(const GameSession *r, GameView *s, Str *out) {
    (void)s;
    int above = 0;
    for (int i = 0; i < POINTS / 2; i++)
        above += r->game.board.at[nth_point(i)] != EMPTY;
    str_add_repeated(out, ' ', above);
}

TEST(twinworld_planted_leaks_are_found) {
    static const struct {
        const char *name;
        Leak *leak;
    } rows[] = {{"the last move", leak_last_move},
                {"a hash of the board", leak_hash},
                {"a length that depends on hidden stones", leak_length}};
    for (int i = 0; i < COUNT(rows); i++)
        CHECK(rows[i].name, count_differing(LEAK_PAIRS, rows[i].leak) > 0);
}

// A sight after the end shows everything to everybody.
TEST(twinworld_after_the_end_all_is_shown) {
    GameSession r;
    GameView s;
    Error err = {0};
    Rng rng = {1};
    Line line = random_line(&rng);
    begin_room(&r);
    for (int ply = 0; ply < 4; ply++) {
        bool again;
        MoveId at = {ply, 0};
        session_play(&r, ply % 2, &at, move_text(line.points[ply], MIST_BOARD_SIZE).text,
                     (Timestamp){0}, &again, &err);
    }
    bool again;
    const char *taken = move_text(line.points[1], MIST_BOARD_SIZE).text;
    CHECK_INT("a try", session_play(&r, 0, &(MoveId){4, 0}, taken, (Timestamp){0}, &again, &err),
              STATUS_OCCUPIED);
    for (int seat = SEAT_NONE; seat < 2; seat++) {
        game_view_for(&r, seat, (Timestamp){0}, &s);
        CHECK_INT("tries before, also the own ones", s.try_count, 0);
    }
    game_view_for(&r, SEAT_NONE, (Timestamp){0}, &s);
    CHECK_TEXT("before", s.moves[0].text, "");
    CHECK_INT("resigning", session_resign(&r, 0, (Timestamp){0}, &err), STATUS_OK);
    game_view_for(&r, SEAT_NONE, (Timestamp){0}, &s);
    CHECK_TEXT("after", s.moves[3].text, move_text(line.points[3], MIST_BOARD_SIZE).text);
    CHECK_INT("tries after", s.try_count, 1);
    CHECK_TEXT("the point", s.tries[0].text, taken);
    CHECK_INT("before which move", s.tries[0].ply, 4);
}
