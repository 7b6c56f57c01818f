// The three simple players on drawn boards. Points are written as drawn: column letter, row from
// the top.
#include "ask.h"
#include "base/number.h"
#include "core/notation.h"
#include "core/sequence.h"
#include "support.h"

static Point chosen(const char *row, Player *p, const Board *b) {
    Game g;
    game_init(&g, &(GameOptions){.rules = b->rules, .size = b->size});
    game_start_from(&g, b);
    Point move = ask_player(row, p, &g, (Budget){0});
    CHECK(row, !memcmp(&g.board, b, sizeof *b));
    return move;
}

static Player opened(const char *description) {
    Player p = {0};
    Error err = {0};
    CHECK(description, player_open(description, &p, &err));
    return p;
}

static const struct {
    const char *name, *player;
    const Rules *rules;
    Stone turn;
    const char *picture, *move;
} choices[] = {
    {"easy takes the first point of an empty board", "easy", &rules_freestyle, BLACK,
     "..... ..... ..... ..... .....", "a1"},
    {"easy wins", "easy", &rules_freestyle, BLACK, "XXXX. OOOO. ..... ..... .....", "e1"},
    {"easy wins before it stops a win", "easy", &rules_freestyle, WHITE,
     "XXXX. ..... OOOO. ..... .....", "e3"},
    {"easy stops a win", "easy", &rules_freestyle, WHITE, "XXXX. OOO.. ..... ..... .....", "e1"},
    {"easy fills a gap", "easy", &rules_freestyle, BLACK,
     "O.... .XX.XX ...... OOO... ...... ......", "d2"},
    {"six does not win under standard rules", "easy", &rules_standard, BLACK,
     "XXX.XX ...... OOOO.. ...... ...... ......", "e3"},
    {"six wins under freestyle rules", "easy", &rules_freestyle, BLACK,
     "XXX.XX ...... OOOO.. ...... ...... ......", "d1"},
    {"a blocked five is not a win in caro", "easy", &rules_caro, BLACK,
     "....... OXXXX.O ....... ....... ....... ....... .......", "a1"},
    {"Black's first legal point is not a double four", "easy", &rules_renju, BLACK,
     ".XXX.... X....... X....... X....... ........ ........ ........ ........", "e1"},
    {"greedy opens in the centre", "greedy", &rules_freestyle, BLACK,
     "....... ....... ....... ....... ....... ....... .......", "d4"},
    {"greedy opens in the centre under standard rules too", "greedy", &rules_standard, BLACK,
     "....... ....... ....... ....... ....... ....... .......", "d4"},
    {"greedy prefers the centre among equals", "greedy", &rules_freestyle, WHITE,
     "....... ....... ....... ...X... ....... ....... .......", "c3"},
    {"the course's greedy player takes the first of equals", "greedy", &rules_standard, WHITE,
     "....... ....... ....... ...X... ....... ....... .......", "a1"},
    {"greedy takes a six that wins", "greedy", &rules_freestyle, BLACK,
     "XXX.XX. ....... OOOO... ....... ....... ....... .......", "d1"},
    {"greedy stops a six that wins", "greedy", &rules_freestyle, WHITE,
     "XXX.XX. O...... ....... O...... ....... ....... .......", "d1"},
    {"the course's greedy player takes a five", "greedy", &rules_standard, WHITE,
     ".OOOO.. ....... .XXXX.. ....... ....... ....... .......", "a1"},
};

TEST(simple_players_choose_as_described) {
    for (int i = 0; i < COUNT(choices); i++) {
        Board b = board_from_picture(choices[i].rules, choices[i].picture);
        b.turn = (uint8_t)choices[i].turn;
        Player p = opened(choices[i].player);
        Str text = {0};
        point_format(chosen(choices[i].name, &p, &b), NOTATION_POS_TOP, b.size, &text);
        CHECK_TEXT(choices[i].name, str_text(&text), choices[i].move);
        str_release(&text);
        player_close(&p);
    }
}

TEST(greedy_is_the_courses_player_under_standard_rules) {
    Rng rng = {5};
    Player p = opened("greedy");
    for (int i = 0; i < 60; i++) {
        Board b = board_random(&rules_standard, 8 + i % 4, 1 + i, &rng);
        if (!board_is_full(&b) && b.stones > 0)
            CHECK_INT("random board", chosen("random board", &p, &b),
                      sequence_best_point(&b, b.turn));
    }
    player_close(&p);
}

// The course's documented game of the computer against itself, a draw.
TEST(easy_against_itself_draws_as_in_the_course) {
    Game g;
    game_init(&g, &(GameOptions){.size = 8});
    Player p = opened("easy");
    while (game_result(&g).reason == END_NONE)
        CHECK_INT("play", game_play(&g, ask_player("choose", &p, &g, (Budget){0})), PLAY_OK);
    Board expected = board_from_picture(&rules_freestyle, "XOXOXOXO XOXOXOXO XOXOXOXO XXOXOXOX "
                                                          "OOXOXOXO XOXOXOXO XOXOXOXO XOXOXOXO");
    CHECK_INT("end", game_result(&g).reason, END_FULL);
    CHECK("stones", !memcmp(g.board.at, expected.at, sizeof expected.at));
    player_close(&p);
}

TEST(random_is_uniform_over_legal_points) {
    enum { DRAWS = 10000 };
    Board b = board_from_picture(&rules_freestyle, "XOXO. OXOXO XO.OX .XOXO XOXO.");
    int seen[POINT_COUNT] = {0};
    Player p = opened("random:1");
    for (int i = 0; i < DRAWS; i++)
        seen[chosen("draw", &p, &b)]++;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(&b, empty), sum = 0;
    for (int i = 0; i < n; i++) {
        sum += seen[empty[i]];
        CHECK("about a quarter",
              seen[empty[i]] > DRAWS / 4 - 200 && seen[empty[i]] < DRAWS / 4 + 200);
    }
    CHECK_INT("all on empty points", sum, DRAWS);
    player_close(&p);
}

TEST(random_with_a_seed_repeats_itself_and_another_seed_does_not) {
    Board b;
    board_init(&b, &rules_freestyle, 25);
    Player one = opened("random:1"), same = opened("random:1"), other = opened("random:2");
    int equal = 0;
    for (int i = 0; i < 20; i++) {
        Point p = chosen("one", &one, &b);
        CHECK_INT("same seed", chosen("same", &same, &b), p);
        equal += chosen("other", &other, &b) == p;
    }
    CHECK("other seed", equal < 5);
    player_close(&one), player_close(&same), player_close(&other);
}
