#include "match/runner.h"

#include "base/number.h"
#include "core/notation.h"
#include "core/opening.h"
#include "core/point.h"
#include "test.h"

#include <string.h>

static bool same_line(const OpeningLine *a, const OpeningLine *b) {
    return a->count == b->count &&
           !memcmp(a->points, b->points, (size_t)a->count * sizeof a->points[0]);
}

static const Schedule three = {
    .participants = 3,
    .rounds = 4,
    .rules = &rules_freestyle,
    .size = 15,
    .random_stones = 3,
    .seed = 7,
};

TEST(schedule_swaps_colors_within_a_pair) {
    for (int n = 0; n < schedule_games(&three); n += 2) {
        ScheduledGame a = schedule_game(&three, n), b = schedule_game(&three, n + 1);
        CHECK_INT("pair", a.seats[SEAT_FIRST], b.seats[SEAT_SECOND]);
        CHECK_INT("pair", a.seats[SEAT_SECOND], b.seats[SEAT_FIRST]);
        CHECK("pair", a.first < a.second && a.seats[SEAT_FIRST] == a.first);
        CHECK("pair", same_line(&a.opening, &b.opening) && a.opening.count == 3);
    }
}

TEST(schedule_is_a_round_robin_or_gauntlet) {
    int met[3][3] = {0};
    CHECK_INT("round robin", schedule_games(&three), 24);
    for (int n = 0; n < 24; n++) {
        ScheduledGame g = schedule_game(&three, n);
        met[g.seats[SEAT_FIRST]][g.seats[SEAT_SECOND]]++;
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            CHECK_INT("met", met[i][k], i == k ? 0 : 4);
    Schedule gauntlet = three;
    gauntlet.gauntlet = true;
    CHECK_INT("gauntlet", schedule_games(&gauntlet), 16);
    for (int n = 0; n < 16; n++)
        CHECK_INT("gauntlet", schedule_game(&gauntlet, n).first, 0);
}

TEST(schedule_depends_only_on_the_seed) {
    Schedule other = three;
    other.seed = 8;
    int differing = 0;
    for (int n = 0; n < schedule_games(&three); n++) {
        ScheduledGame a = schedule_game(&three, n), again = schedule_game(&three, n);
        ScheduledGame b = schedule_game(&other, n);
        CHECK("again", same_line(&a.opening, &again.opening));
        differing += !same_line(&a.opening, &b.opening);
    }
    CHECK("another seed", differing > 12);
}

TEST(schedule_applies_symmetries_to_book_openings) {
    OpeningBook book;
    Error err = {0};
    const char *text = "h8i9k8\n";
    assert_true(opening_book_parse(text, strlen(text), &rules_freestyle, 15, &book, &err));
    Schedule s = {.participants = 2, .rounds = 100, .rules = &rules_freestyle, .size = 15};
    s.book = &book;
    int seen[SYMMETRY_COUNT] = {0};
    for (int n = 0; n < 200; n += 2) {
        ScheduledGame g = schedule_game(&s, n);
        for (int k = 0; k < SYMMETRY_COUNT; k++)
            seen[k] += symmetry_apply(k, book.lines[0].points[2], 15) == g.opening.points[2] &&
                       symmetry_apply(k, book.lines[0].points[1], 15) == g.opening.points[1];
    }
    int total = 0;
    for (int k = 0; k < SYMMETRY_COUNT; k++) {
        CHECK("each symmetry", seen[k] > 0);
        total += seen[k];
    }
    CHECK_INT("no other position", total, 100);
    opening_book_release(&book);
}

// ---- Books

// clang-format off
static const struct {
    const char *name, *text;
    int lines;
    const char *last; // the last opening, as moves
    const char *error;
} books[] = {
    {"moves", "h8i9h9\n", 1, "h8i9h9", NULL},
    {"capitals and blanks", "  H8, i9 ,h9  \n", 1, "h8i9h9", NULL},
    {"offsets", "0,0, 1,0, 1,-3\n", 1, "h8i8i11", NULL},
    {"offsets without blanks", "-7,-7,7,7", 1, "a15o1", NULL},
    {"several, with comments", "# book\nh8\n\n0,0, 1,0 # b\r\n", 2, "h8i8", NULL},
    {"empty", "\n# nothing\n", 0, "", "no openings in the file"},
    {"not a move", "h8\nh8?\n", 0, "", "line 2, column 3: expected moves (h8i9) or offsets (0,0, 1,0), not '?'"},
    {"off the board", "8,0\n", 0, "", "line 1, column 1: the stone is off the 15x15 board"},
    {"occupied", "h8h8\n", 0, "", "line 1, column 3: the point is occupied"},
    {"incomplete offset", "0,0, 1\n", 0, "", "line 1, column 7: expected a comma and a row offset"},
    {"not a number", "0,x\n", 0, "", "line 1, column 3: expected an offset from the center, such as -2"},
    {"ends the game", "a1b1a2b2a3b3a4b4a5\n", 0, "", "line 1, column 17: this stone ends the game"},
};
// clang-format on

TEST(opening_book_parses_both_notations) {
    for (int i = 0; i < COUNT(books); i++) {
        OpeningBook book = {0};
        Error err = {0};
        bool ok = opening_book_parse(books[i].text, strlen(books[i].text), &rules_freestyle, 15,
                                     &book, &err);
        CHECK_TEXT(books[i].name, err.text, books[i].error ? books[i].error : "");
        CHECK_INT(books[i].name, ok, !books[i].error);
        CHECK_INT(books[i].name, book.count, books[i].lines);
        Str last = {0};
        for (int k = 0; book.count > 0 && k < book.lines[book.count - 1].count; k++)
            point_format(book.lines[book.count - 1].points[k], NOTATION_POS, 15, &last);
        CHECK_TEXT(books[i].name, str_text(&last), books[i].last);
        str_release(&last);
        opening_book_release(&book);
    }
}

TEST(opening_book_rejects_long_lines) {
    Str text = {0};
    for (int i = 0; i < OPENING_LINE_MAX + 1; i++)
        str_add(&text, "%c%d", 'a' + i % 15, 2 * (i / 15) % 15 + 1);
    OpeningBook book = {0};
    Error err = {0};
    CHECK("too long", !opening_book_parse(text.data, text.len, &rules_renju, 15, &book, &err));
    str_release(&text);
}

TEST(opening_line_random_fits_on_every_board) {
    Rng rng = {1};
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++)
        for (int stones = 0; stones <= 12; stones++) {
            OpeningLine line = opening_line_random(&rules_renju, size, stones, &rng);
            CHECK("not too many", line.count <= stones);
            CHECK("all if there is room", line.count == stones || size < 5);
            Board b;
            board_init(&b, &rules_renju, size);
            for (int i = 0; i < line.count; i++)
                CHECK_INT("legal", board_play(&b, line.points[i]), PLAY_OK);
        }
}

TEST(opening_book_checksum_depends_on_openings_and_order) {
    static const struct {
        const char *name, *text;
        bool is_same;
    } rows[] = {
        {"comments are ignored", "# a book\nh8 i9 # +3\n\n h8h9\n", true},
        {"another notation", "0,0, 1,-1\nh8h9", true},
        {"another order", "h8h9\nh8i9\n", false},
        {"one less", "h8i9\n", false},
        {"split elsewhere", "h8i9h9\nh8\n", false},
    };
    Error err = {0};
    OpeningBook b;
    CHECK(err.text, opening_book_parse("h8i9\nh8h9\n", 10, &rules_freestyle, 15, &b, &err));
    uint32_t sum = opening_book_checksum(&b);
    opening_book_release(&b);
    for (int i = 0; i < COUNT(rows); i++) {
        CHECK(err.text, opening_book_parse(rows[i].text, strlen(rows[i].text), &rules_freestyle, 15,
                                           &b, &err));
        CHECK_INT(rows[i].name, opening_book_checksum(&b) == sum, rows[i].is_same);
        opening_book_release(&b);
    }
}
