#include "base/number.h"
#include "core/game.h"
#include "core/notation.h"
#include "core/opening.h"
#include "test.h"

#include <string.h>

enum { MOVES_MAX = 8 };

// Moves as text: points on a 15x15 board, and the answers.
static Point move_of(const char *text, int size) {
    static const struct {
        const char *word;
        Point point;
    } words[] = {
        {"stay", POINT_STAY}, {"swap", POINT_SWAP}, {"more", POINT_MORE}, {"pass", POINT_PASS}};
    for (int i = 0; i < COUNT(words); i++)
        if (!strcmp(words[i].word, text))
            return words[i].point;
    Point p = POINT_NONE;
    Error err = {0};
    CHECK(text, point_parse(text, NOTATION_POS, size, &p, &err));
    return p;
}

// The seat to act before each move and after the last.
static const struct {
    const char *name;
    const OpeningRule *rule;
    const char *moves[MOVES_MAX];
    const char *seats; // 1: first, 2: second
    Stone first_has;   // the final color of the first seat
} rows[] = {
    {"none", &opening_none, {"h8", "a1", "b2"}, "1212", BLACK},
    {"swap, stay", &opening_swap, {"h8", "a1", "b2", "stay", "c3", "d4"}, "1112212", BLACK},
    {"swap, swap", &opening_swap, {"h8", "a1", "b2", "swap", "c3", "d4"}, "1112121", WHITE},
    {"swap2, stay", &opening_swap2, {"h8", "a1", "b2", "stay", "c3"}, "111221", BLACK},
    {"swap2, swap", &opening_swap2, {"h8", "a1", "b2", "swap", "c3"}, "111212", WHITE},
    {"swap2, more, stay",
     &opening_swap2,
     {"h8", "a1", "b2", "more", "c3", "d4", "stay", "e5"},
     "111222121",
     BLACK},
    {"swap2, more, swap",
     &opening_swap2,
     {"h8", "a1", "b2", "more", "c3", "d4", "swap", "e5"},
     "111222112",
     WHITE},
    {"pro", &opening_pro, {"h8", "h9", "h11", "g7"}, "12121", BLACK},
    {"long-pro", &opening_long_pro, {"h8", "a1", "d4", "h9"}, "12121", BLACK},
};

TEST(opening_seat_rows) {
    for (int i = 0; i < COUNT(rows); i++) {
        static Game g;
        game_init(&g, &(GameOptions){.opening = rows[i].rule});
        int n = 0;
        for (; n < MOVES_MAX && rows[i].moves[n]; n++) {
            CHECK_INT(rows[i].name, game_seat(&g), rows[i].seats[n] - '1');
            CHECK_INT(rows[i].name, game_play(&g, move_of(rows[i].moves[n], 15)), PLAY_OK);
        }
        CHECK_INT(rows[i].name, game_seat(&g), rows[i].seats[n] - '1');
        CHECK_INT(rows[i].name, game_seat_of(&g, rows[i].first_has), SEAT_FIRST);
        CHECK_INT(rows[i].name, game_seat_of(&g, stone_other(rows[i].first_has)), SEAT_SECOND);
    }
}

static const struct {
    const char *name;
    const OpeningRule *rule;
    int size;
    const char *moves[MOVES_MAX];
    const char *refused, *error;
} refusals[] = {
    {"a stone when a choice is due",
     &opening_swap,
     15,
     {"h8", "a1", "b2"},
     "c3",
     "first choose a color: stay or swap"},
    {"swap has no more",
     &opening_swap,
     15,
     {"h8", "a1", "b2"},
     "more",
     "first choose a color: stay or swap"},
    {"swap2 offers all three",
     &opening_swap2,
     15,
     {"h8", "a1", "b2"},
     "c3",
     "first choose a color: stay or swap, or more to place two more stones"},
    {"a second more",
     &opening_swap2,
     15,
     {"h8", "a1", "b2", "more", "c3", "d4"},
     "more",
     "first choose a color: stay or swap"},
    {"a choice when a stone is due",
     &opening_swap2,
     15,
     {"h8"},
     "swap",
     "there is no color to choose now"},
    {"a choice after the opening",
     &opening_swap,
     15,
     {"h8", "a1", "b2", "stay"},
     "swap",
     "there is no color to choose now"},
    {"a choice without an opening",
     &opening_none,
     15,
     {NULL},
     "stay",
     "there is no color to choose now"},
    {"a pass while placing",
     &opening_swap,
     15,
     {"h8"},
     "pass",
     "the swap opening asks for a stone now"},
    {"pro, first stone off the centre",
     &opening_pro,
     15,
     {NULL},
     "h9",
     "the first stone belongs on the center in the pro opening"},
    {"pro, third stone too near",
     &opening_pro,
     15,
     {"h8", "a1"},
     "h10",
     "the third stone must be outside the central 5x5 in the pro opening"},
    {"pro, third stone too near on a diagonal",
     &opening_pro,
     15,
     {"h8", "a1"},
     "f6",
     "the third stone must be outside the central 5x5 in the pro opening"},
    {"long-pro, third stone too near",
     &opening_long_pro,
     15,
     {"h8", "a1"},
     "h11",
     "the third stone must be outside the central 7x7 in the long-pro opening"},
    {"pro on the smallest board with room for it",
     &opening_pro,
     7,
     {"d4", "a1"},
     "d6",
     "the third stone must be outside the central 5x5 in the pro opening"},
    {"pro on an even board",
     &opening_pro,
     20,
     {NULL},
     "j10",
     "the first stone belongs on the center in the pro opening"},
};

TEST(opening_allows_reports_the_reason) {
    for (int i = 0; i < COUNT(refusals); i++) {
        static Game g;
        game_init(&g, &(GameOptions){
                          .opening = refusals[i].rule, .size = refusals[i].size, .passes = true});
        for (int n = 0; n < MOVES_MAX && refusals[i].moves[n]; n++)
            CHECK_INT(refusals[i].name,
                      game_play(&g, move_of(refusals[i].moves[n], refusals[i].size)), PLAY_OK);
        Point p = move_of(refusals[i].refused, refusals[i].size);
        Error err = {0};
        CHECK(refusals[i].name, !opening_allows(&g.opening, &g.board, p, &err));
        CHECK_TEXT(refusals[i].name, err.text, refusals[i].error);
        CHECK_INT(refusals[i].name, game_play(&g, p), PLAY_OPENING);
    }
}

// On a small board the forbidden square would leave no legal point.
TEST(opening_zone_is_ignored_on_small_boards) {
    for (int r = 0; opening_rule_at(r); r++)
        for (int size = BOARD_MIN_PLAYABLE; size <= BOARD_MAX; size++) {
            static Game g;
            game_init(&g, &(GameOptions){.opening = opening_rule_at(r), .size = size});
            CHECK_INT(opening_rule_name(r), game_play(&g, point_center(size)), PLAY_OK);
            for (int n = 0; n < 2; n++) {
                bool played = false;
                for (int i = 0; i < size * size && !played; i++)
                    played = game_play(&g, point_at(i % size, i / size)) == PLAY_OK;
                CHECK(opening_rule_name(r), played);
            }
        }
}

TEST(openings_are_found_by_name) {
    Error err = {0};
    for (int i = 0; opening_rule_at(i); i++) {
        CHECK(opening_rule_name(i),
              opening_rule_find(opening_rule_name(i), &err) == opening_rule_at(i));
        CHECK(opening_rule_name(i), *opening_rule_at(i)->summary);
    }
    CHECK("capitals", opening_rule_find("SWAP2", &err) == &opening_swap2);
    CHECK("none such", opening_rule_find("swop", &err) == NULL);
    CHECK_TEXT("none such", err.text, "there is no opening rule 'swop'; did you mean 'swap'?");
}
