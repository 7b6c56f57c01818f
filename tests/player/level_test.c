// The lowest levels: what they overlook, what they never do, and how simulated beginners score
// against them. All with fixed seeds.
#include "ask.h"
#include "base/number.h"
#include "core/notation.h"

#include <stdio.h>

static Player opened(const char *kind, int number, int seed) {
    char name[32];
    snprintf(name, sizeof name, "%s:%d,%d", kind, number, seed);
    Player p = {0};
    Error err = {0};
    CHECK(name, player_open(name, &p, &err));
    return p;
}

static Game played(const char *row, const char *moves) {
    Game g;
    Error err = {0};
    game_init(&g, &(GameOptions){.size = 15});
    for (char move[4]; *moves; moves += strspn(moves, " ")) {
        size_t len = strcspn(moves, " ");
        Point p;
        snprintf(move, sizeof move, "%.*s", (int)len, moves);
        CHECK(row, point_parse(move, NOTATION_POS, 15, &p, &err));
        CHECK_INT(row, game_play(&g, p), PLAY_OK);
        moves += len;
    }
    return g;
}

static const struct {
    const char *name, *moves; // White is to move
    const char *points;       // one of these answers the threat, or wins
    int least[3], most[3];    // answers in a hundred games of the levels -2, -1 and 1
} threats[] = {
    {"a five of its own is always completed",
     "h8 a1 h9 b1 h10 c1 o1 d1 h11",
     "e1",
     {100, 100, 100},
     {100, 100, 100}},
    {"a four is overlooked sometimes",
     "h8 h7 h9 a1 h10 o1 h11",
     "h12",
     {60, 55, 100},
     {90, 85, 100}},
    {"a four that was there before is not",
     "h8 h7 h9 a1 h10 o1 h11 a15 o15",
     "h12",
     {100, 100, 100},
     {100, 100, 100}},
    {"an open three is overlooked often",
     "h8 l8 h9 l9 h10",
     "h6 h7 h11 h12",
     {50, 40, 95},
     {80, 75, 100}},
};

TEST(the_lowest_levels_overlook_threes_and_sometimes_fours) {
    static const int levels[] = {-2, -1, 1};
    for (int i = 0; i < COUNT(threats); i++)
        for (int j = 0; j < COUNT(levels); j++) {
            const char *row = threats[i].name;
            int answers = 0;
            Game g = played(row, threats[i].moves);
            for (int seed = 0; seed < 100; seed++) {
                Player p = opened("level", levels[j], seed);
                MoveText move = move_text(ask_player(row, &p, &g, (Budget){0}), 15);
                answers += strstr(threats[i].points, move.text) != NULL;
                player_close(&p);
            }
            CHECK(row, answers >= threats[i].least[j] && answers <= threats[i].most[j]);
        }
}

// The distance of a move to the nearest stone before it.
static int distance_to_stones(const Game *g) {
    int least = BOARD_MAX;
    for (int i = 0; i < g->count - 1; i++)
        least = int_min(least, point_distance(g->moves[i].point, g->moves[g->count - 1].point));
    return g->count > 1 ? least : 0;
}

// Half points of the beginner.
static int beginner_points(const char *row, int beginner, int level, int seed) {
    Player players[2] = {opened("beginner", beginner, seed), opened("level", level, seed)};
    int first = seed % 2; // who is Black
    Game g;
    game_init(&g, &(GameOptions){.size = 15});
    while (game_result(&g).reason == END_NONE) {
        Player *p = &players[((int)game_seat(&g) + first) % 2];
        CHECK_INT(row, game_play(&g, ask_player(row, p, &g, (Budget){0})), PLAY_OK);
        CHECK(row, distance_to_stones(&g) <= 3);
    }
    for (int i = 0; i < 2; i++)
        player_close(&players[i]);
    Stone winner = game_result(&g).winner;
    return winner == EMPTY ? 1 : (winner == BLACK) == (first == 0) ? 2 : 0;
}

// tests/strength/results.md has more games; this notices a level that plays differently.
TEST(simulated_beginners_win_about_half_of_their_games_against_the_lowest_levels) {
    enum { GAMES = 100 };
    for (int beginner = 1; beginner <= 2; beginner++)
        for (int level = -2; level <= 1; level += level == -1 ? 2 : 1) {
            char row[40];
            snprintf(row, sizeof row, "beginner %d against level %d", beginner, level);
            int points = 0;
            for (int seed = 0; seed < GAMES; seed++)
                points += beginner_points(row, beginner, level, seed);
            int percent = points * 100 / (2 * GAMES);
            CHECK(row, level == 1 ? percent < 10 : percent >= 35 && percent <= 65);
        }
}
