// Stepping through a record's move tree, and drawing the tree.
#include "tui/session/game_cursor.h"

#include "base/number.h"
#include "record/format.h"
#include "test.h"
#include "tui/views/views.h"

#include <string.h>

static Record *read_sgf(const char *text) {
    Error err = {0};
    Record *r = format_sgf.read(text, strlen(text), &(ReadOptions){0}, &err);
    CHECK_TEXT("sgf", err.text, "");
    return r;
}

static const char tree[] =
    "(;FF[4]GM[4]SZ[15];B[aa];W[bb](;B[cc];W[dd])(;B[ee](;W[ff])(;W[gg];B[hh]))"
    "(;B[ii]))";

static const struct {
    const char *name, *steps; // b back, o forward, f first, l last, u previous variation, d next
    int moves, x;             // the last move's column
    bool ok;                  // the last step
} cases[] = {
    {"back", "b", 3, 2, true},
    {"back and forward", "bbo", 3, 2, true},
    {"first", "f", 0, -1, true},
    {"before the first", "fb", 0, -1, false},
    {"first and last", "fl", 4, 3, true},
    {"beyond the end", "o", 4, 3, false},
    {"no variation of the last", "d", 4, 3, false},
    {"a variation", "bd", 3, 4, true},
    {"its end", "bdl", 4, 5, true},
    {"a variation in it", "bdld", 4, 6, true},
    {"back and forward stays in it", "bdldbo", 4, 6, true},
    {"back to the fork and forward stays in it", "bdldbbo", 3, 4, true},
    {"... up to its end", "bdldbbol", 5, 7, true},
    {"the last variation", "bdd", 3, 8, true},
    {"no variation after it", "bddd", 3, 8, false},
    {"and back up", "bdduu", 3, 2, true},
    {"no variation before the first", "bu", 3, 2, false},
};

static CursorStep step_of(char character) {
    static const char letters[] = "bofl"
                                  "ud";
    return (CursorStep)(strchr(letters, character) - letters);
}

TEST(game_cursor_steps_through_the_tree) {
    Record *r = read_sgf(tree);
    for (int i = 0; i < COUNT(cases); i++) {
        GameCursor w = {0};
        Error err = {0};
        CHECK(cases[i].name, game_cursor_open(&w, r, record_last(r), &err));
        bool ok = true;
        for (const char *at = cases[i].steps; *at; at++)
            ok = game_cursor_step(&w, step_of(*at));
        CHECK_INT(cases[i].name, ok, cases[i].ok);
        CHECK_INT(cases[i].name, w.game.count, cases[i].moves);
        Point last = game_last_stone(&w.game);
        CHECK_INT(cases[i].name, last == POINT_NONE ? -1 : point_x(last), cases[i].x);
    }
    record_free(r);
}

TEST(game_cursor_counts_variations) {
    Record *r = read_sgf(tree);
    GameCursor w = {0};
    Error err = {0};
    CHECK("begin", game_cursor_open(&w, r, record_last(r), &err));
    CHECK_INT("one", game_cursor_variations(&w).count, 1);
    game_cursor_step(&w, STEP_BACK);
    game_cursor_step(&w, STEP_NEXT_VARIATION);
    CHECK_INT("three", game_cursor_variations(&w).count, 3);
    CHECK_INT("the second", game_cursor_variations(&w).index, 1);
    game_cursor_step(&w, STEP_FIRST);
    CHECK_INT("the root has none", game_cursor_variations(&w).count, 0);
    record_free(r);
}

static void check_signs(const char *row, const Node *at, StoneStyle stones, int rows, int cols,
                        const char *want) {
    Screen s = {0};
    Str text = {0};
    screen_reset(&s, rows, cols);
    tree_view_draw(at, stones, screen_area(&s), &s);
    screen_format(&s, &text);
    CHECK_TEXT(row, str_text(&text), want);
    str_release(&text);
    screen_release(&s);
}

static void check_tree(const char *row, const Node *at, int rows, int cols, const char *want) {
    check_signs(row, at, STONES_ASCII, rows, cols, want);
}

TEST(tree_view_draws_variations_below) {
    Record *r = read_sgf(tree);
    check_tree("all of it", r->root, 5, 20,
               ".-X-O-X-O\n"
               "    +-X-O\n"
               "    | `-O-X\n"
               "    `-X\n"
               "\n");
    check_signs("in Unicode", r->root, STONES_SHAPED, 4, 20,
                ".─●─○─●─○\n"
                "    ├─●─○\n"
                "    │ └─○─●\n"
                "    └─●\n");
    check_tree("a narrow window", r->root, 2, 5, ".-X-O\n\n");
    check_tree("around the last", record_last(r), 2, 5, "O-X-O\n+-X-O\n");
    record_free(r);
}

// Very deep and very wide trees: only the visible part matters.
TEST(tree_view_draws_large_trees) {
    Record *r = record_new(15, &rules_freestyle);
    Node *at = r->root;
    for (int i = 0; i < 20000; i++)
        at = record_add_move(r, at, i % 2 ? WHITE : BLACK, point_at(i % 15, i / 15 % 15));
    for (int i = 0; i < 5000; i++)
        record_add_move(r, r->root, BLACK, point_at(3, 3));
    check_tree("deep", at, 1, 7, "O-X-O\n");
    check_tree("wide", r->root->last_child, 1, 3, "X\n");
    record_free(r);
}
