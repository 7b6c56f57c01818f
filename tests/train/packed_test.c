#include "train/packed.h"

#include "base/number.h"
#include "base/str.h"
#include "support.h"
#include "test.h"

#include <string.h>

static PackedGame random_game(const Rules *rules, Rng *rng) {
    PackedGame g = {.rules = rules, .size = 5 + rng_below(rng, 21)};
    Board b;
    board_init(&b, rules, g.size);
    int wanted = rng_below(rng, 40);
    while (g.count < wanted && board_has_legal_move(&b)) {
        Point p = point_at(rng_below(rng, g.size), rng_below(rng, g.size));
        if (board_play(&b, p) != PLAY_OK)
            continue;
        PackedMove m = {p, (int16_t)rng_next(rng), rng_below(rng, 4) == 0};
        g.moves[g.count++] = m;
    }
    g.opening = rng_below(rng, g.count + 1);
    for (int i = 0; i < g.opening; i++)
        g.moves[i].value = 0;
    g.winner = (Stone)rng_below(rng, 3);
    return g;
}

TEST(packed_round_trip) {
    enum { GAMES = 60 };
    Rng rng = {9};
    PackedGame games[GAMES], again;
    Str bytes = {0};
    Error err = {0};
    PackedReader r;
    packed_add_heading(&bytes);
    for (int i = 0; i < GAMES; i++) {
        games[i] = random_game(rules_at(i % 5), &rng);
        packed_add_game(&games[i], &bytes);
    }
    CHECK(err.text, packed_open(&r, bytes.data, bytes.len, &err));
    for (int i = 0; i < GAMES; i++) {
        const PackedGame *g = &games[i];
        CHECK(err.text, packed_next(&r, &again, &err));
        CHECK("rules", again.rules == g->rules);
        CHECK_INT("size", again.size, g->size);
        CHECK_INT("winner", again.winner, g->winner);
        CHECK_INT("opening", again.opening, g->opening);
        CHECK_INT("count", again.count, g->count);
        for (int k = 0; k < g->count; k++) {
            CHECK_INT("point", again.moves[k].point, g->moves[k].point);
            CHECK_INT("value", again.moves[k].value, g->moves[k].value);
            CHECK_INT("strayed", again.moves[k].strayed, g->moves[k].strayed);
        }
    }
    CHECK("the end", !packed_next(&r, &again, &err));
    CHECK_TEXT("no error", err.text, "");
    str_release(&bytes);
}

// The header and a game of four moves: bytes 8 to 13 are the head of the game, then moves and
// values.
static void one_game(Str *out) {
    PackedGame g = {.rules = &rules_renju, .size = 15, .winner = WHITE, .opening = 2, .count = 4};
    static const int places[4][2] = {{7, 7}, {8, 8}, {7, 8}, {9, 9}};
    for (int i = 0; i < 4; i++)
        g.moves[i].point = point_at(places[i][0], places[i][1]);
    packed_add_heading(out);
    packed_add_game(&g, out);
}

// clang-format off
static const struct {
    const char *name;
    int at, byte; // overwrites this byte
    int less;     // bytes missing at the end
    bool keeps_sum;
    const char *error;
} rows[] = {
    {"another kind of file", 0, 'X', 0, true, "not a file of packed games: it does not begin with 'pentadG1'"},
    {"unknown rules", 8, 77, 0, false, "game 1, at byte 8: unknown rules"},
    {"too small a board", 9, 4, 0, false, "game 1, at byte 8: invalid board size"},
    {"too large a board", 9, 26, 0, false, "game 1, at byte 8: invalid board size"},
    {"invalid winner", 10, 3, 0, false, "game 1, at byte 8: invalid winner"},
    {"an opening longer than the game", 11, 5, 0, false, "game 1, at byte 8: an opening longer than the game"},
    {"too many moves", 13, 1, 0, false, "game 1, at byte 8: more moves than the board has points"},
    {"a point twice", 16, 112, 0, false, "game 1, at byte 8: the point is occupied"},
    {"off the board", 15, 100, 0, false, "game 1, at byte 8: a move off the board"},
    {"one bit wrong", 20, 99, 0, true, "game 1, at byte 8: damaged"},
    {"truncated in the moves", -1, 0, 9, true, "game 1, at byte 8: truncated"},
    {"truncated in the head", -1, 0, 20, true, "game 1, at byte 8: truncated"},
};
// clang-format on

TEST(packed_rejects_bad_files) {
    enum { CHECK_BYTES = 4, HEADING = 8 };
    for (int i = 0; i < COUNT(rows); i++) {
        Str bytes = {0};
        Error err = {0};
        PackedReader r;
        PackedGame g;
        one_game(&bytes);
        CHECK_INT("length", (long long)bytes.len, HEADING + 6 + 4 * 2 + 2 * 2 + CHECK_BYTES);
        if (rows[i].at >= 0)
            bytes.data[rows[i].at] = (char)rows[i].byte;
        if (!rows[i].keeps_sum) {
            str_cut(&bytes, bytes.len - CHECK_BYTES);
            bytes_add_u32(&bytes, bytes_fnv1a(bytes.data + HEADING, bytes.len - HEADING));
        }
        size_t len = bytes.len - (size_t)rows[i].less;
        bool ok = packed_open(&r, bytes.data, len, &err) && packed_next(&r, &g, &err);
        CHECK(rows[i].name, !ok);
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
        str_release(&bytes);
    }
}
