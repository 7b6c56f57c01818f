#include "core/position_text.h"

#include "base/number.h"
#include "support.h"
#include "test.h"

#include <string.h>

// A position spec and its position text; or, after a question mark, the error.
static const struct {
    const char *name;
    PositionSpec spec;
    const char *text;
} rows[] = {
    {"nothing said", {0}, "freestyle 15 black - -"},
    {"moves", {.moves = "h8i9h9"}, "freestyle 15 white h9h8 i9"},
    {"the same in another order", {.moves = "h9i9h8"}, "freestyle 15 white h9h8 i9"},
    {"stones",
     {.rules = "renju", .size = 9, .black = "a1", .white = "b9a9"},
     "renju 9 black a1 a9b9"},
    {"White to move", {.turn = "white"}, "freestyle 15 white - -"},
    {"stones and moves",
     {.black = "h8", .turn = "white", .moves = "i9"},
     "freestyle 15 black h8 i9"},
    {"no such rules", {.rules = "go"}, "?rule set"},
    {"too large", {.size = 26}, "?size of 5 to 25"},
    {"the largest", {.size = 25}, "freestyle 25 black - -"},
    {"the smallest", {.size = 5}, "freestyle 5 black - -"},
    {"too small", {.size = 4}, "?size of 5 to 25"},
    {"an opening", {.opening = "pro", .moves = "h8a1a2"}, "freestyle 15 white h8a2 a1"},
    {"a move that the opening forbids",
     {.opening = "pro", .moves = "h8a1h9"},
     "?move 3: the third stone must be outside the central 5x5"},
    {"no such opening", {.opening = "gambit"}, "?opening rule"},
    {"a white stone outside", {.size = 9, .white = "j1"}, "?white: "},
    {"a set-up five",
     {.black = "a1a2a3a4a5", .white = "b1b2b3b4"},
     "freestyle 15 black a5a4a3a2a1 b4b3b2b1"},
    {"a move after a set-up five", {.black = "a1a2a3a4a5", .moves = "h8"}, "?move 1: "},
    {"a stone outside", {.size = 9, .black = "j1"}, "?black: "},
    {"two stones on a point", {.black = "h8", .white = "h8"}, "?two stones"},
    {"unknown turn", {.turn = "red"}, "?black or white, not 'red'"},
    {"a move on a stone", {.moves = "h8h8"}, "?move 2: "},
    {"a move outside", {.moves = "h16"}, "?moves: "},
    {"a move after the end", {.moves = "a1b1a2b2a3b3a4b4a5b5"}, "?move 10: "},
};

TEST(position_spec_has_one_position_text) {
    for (int i = 0; i < COUNT(rows); i++) {
        Game g;
        Error err = {0};
        Str text = {0};
        bool ok = position_spec_play(&rows[i].spec, &g, &err);
        CHECK_INT(rows[i].name, ok, *rows[i].text != '?');
        if (ok)
            position_text_format(&g.board, &text);
        if (ok)
            CHECK_TEXT(rows[i].name, str_text(&text), rows[i].text);
        else
            CHECK(err.text, strstr(err.text, rows[i].text + 1) != NULL);
        str_release(&text);
    }
}

TEST(position_text_round_trips) {
    static const Rules *const all[] = {&rules_freestyle, &rules_renju, &rules_caro};
    Rng rng = {9};
    for (int i = 0; i < 300; i++) {
        Board b = board_random(all[i % 3], 2 + i / 3 % 24, 1 + i % 60, &rng), again;
        Error err = {0};
        Str text = {0};
        position_text_format(&b, &text);
        CHECK(str_text(&text), position_text_parse(str_text(&text), &again, &err));
        CHECK(str_text(&text), again.turn == b.turn && again.winner == b.winner &&
                                   again.stones == b.stones &&
                                   !memcmp(again.at, b.at, sizeof b.at));
        str_release(&text);
    }
}

TEST(position_text_parse_errors) {
    static const char *const texts[] = {
        "",
        "freestyle",
        "freestyle 15 black -",
        "freestyle 15 black - - -",
        "go 15 black - -",
        "renju 1 black - -",
        "renju x black - -",
        "renju 15 red - -",
        "renju 15 black h8 h8",
        "renju 15 black z9 -",
    };
    for (int i = 0; i < COUNT(texts); i++) {
        Board b;
        Error err = {0};
        CHECK(texts[i], !position_text_parse(texts[i], &b, &err) && *err.text);
    }
}

TEST(position_text_parse_limits_the_length) {
    Board b;
    Error err = {0};
    Str text = {0};
    str_add_text(&text, "freestyle 15 black - -");
    str_add_repeated(&text, ' ', 64 + 3 * BOARD_MAX * BOARD_MAX - 1 - (int)text.len);
    CHECK("as long as possible", position_text_parse(str_text(&text), &b, &err));
    str_add_char(&text, ' ');
    CHECK("too long", !position_text_parse(str_text(&text), &b, &err));
    CHECK_TEXT("says so", err.text, "the position is too long");
    str_release(&text);
}
