#include "study/puzzle.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "core/point.h"
#include "player/player.h"
#include "test.h"

#include <string.h>

static PuzzleGame game_of(const char *moves) {
    PuzzleGame g = {.rules = &rules_freestyle, .size = 15};
    Error err = {0};
    CHECK(moves, points_parse(moves, g.size, COUNT(g.moves), g.moves, &g.count, &err));
    return g;
}

static const char *name_of(Point p) {
    static const char *const none = "none";
    static _Thread_local char text[8];
    Str name = {0};
    if (p == POINT_NONE)
        return none;
    point_format(p, NOTATION_POS, 15, &name);
    memcpy(text, str_text(&name), name.len + 1);
    str_release(&name);
    return text;
}

static PuzzleTools tools_of(Engine *e) {
    return (PuzzleTools){e, {.nodes = 6000}, {.nodes = 20000}, {.nodes = 2000}};
}

// Positions of games between weak levels.
static const struct {
    const char *moves, *solution;
    PuzzleKind kind;
    PuzzleTheme theme;
} found[] = {
    {"i6g8f10k5i3j6i7h9h4i8f4i4", "g5", PUZZLE_ATTACK, PUZZLE_THEME_VCT},
    {"e5j5k10k6l7j6i6k5k7j7j8l4h8m4i8n3l5n2m3", "j4", PUZZLE_ATTACK, PUZZLE_THEME_FOUR_THREE},
    {"f7i4g6h7g2i5g8e6g5g4f5f6e4h4g7g9k4j4f4i7i6j6c2d3h8j3k7g3f2", "j5", PUZZLE_ATTACK,
     PUZZLE_THEME_FOUR},
    {"i6g8f10k5i3h8f8h9f7f9h5e8j3", "i7", PUZZLE_DEFENSE, PUZZLE_THEME_DEFENSE},
};

// Not puzzles: no threats, an immediate five, several winning moves, an empty board.
static const char *const none[] = {"h8i9", "h8a1i8a2j8a3k8o1", "h8a1i8a3j8a5", ""};

TEST(puzzle_has_one_right_move) {
    Engine *engine = engine_new(NULL);
    PuzzleTools tools = tools_of(engine);
    for (int i = 0; i < COUNT(found); i++) {
        PuzzleGame g = game_of(found[i].moves);
        Puzzle p;
        Error err = {0};
        CHECK(found[i].moves, puzzle_examine(&tools, &g, &p));
        CHECK_TEXT(found[i].moves, name_of(p.solution), found[i].solution);
        CHECK_INT(found[i].moves, p.kind, found[i].kind);
        CHECK(found[i].moves, p.themes[found[i].theme]);
        p.rating = puzzle_rating(p.percent);
        CHECK(found[i].moves, puzzle_check(&tools, &p, &err));
        p.solution = point_at(0, 0);
        CHECK(found[i].moves, !puzzle_check(&tools, &p, &err) && *err.text);
    }
    for (int i = 0; i < COUNT(none); i++) {
        PuzzleGame g = game_of(none[i]);
        Puzzle p;
        CHECK(none[i], !puzzle_examine(&tools, &g, &p));
    }
    engine_free(engine);
}

static void claim_more_stones(Puzzle *p) {
    p->stones += 2;
}

static void cut_line(Puzzle *p) {
    p->length = 1;
}

static void end_line_early(Puzzle *p) {
    p->length -= 2;
    p->stones -= 2;
}

static void add_to_line(Puzzle *p) {
    p->line[p->length++] = point_at(0, 14);
}

static void spoil_middle(Puzzle *p) {
    p->line[2] = point_at(0, 14);
}

static void spoil_threat(Puzzle *p) {
    p->line[0] = point_at(0, 14);
}

static void claim_no_others(Puzzle *p) {
    p->others.refuted = p->others.searched = 0;
}

static void claim_one_more(Puzzle *p) {
    p->others.refuted++;
}

// A change to a valid puzzle, and the error of the check.
static const struct {
    int of; // index in `found`
    void (*change)(Puzzle *p);
    const char *error;
} changed[] = {
    {0, claim_more_stones, "7 stones are claimed, but the line takes 5"},
    {0, cut_line, "the line ends before the win"},
    {0, end_line_early, "3 stones are claimed, but the line takes 5"},
    {0, add_to_line, "cannot be played in the line"},
    {0, spoil_middle, "the line ends before the win"},
    {0, claim_no_others, "0 other moves are claimed"},
    {0, claim_one_more, "other moves are claimed"},
    {3, claim_more_stones, "stones are claimed, but the line takes"},
    {3, cut_line, "the line ends before the win"},
    {3, spoil_middle, "could not be proved to win"},
    {3, spoil_threat, "could not be proved to win"},
    {3, claim_no_others, "exactly one of refuted and searched is 1"},
    {3, claim_one_more, "exactly one of refuted and searched is 1"},
};

TEST(puzzle_check_rejects_false_claims) {
    Engine *engine = engine_new(NULL);
    PuzzleTools tools = tools_of(engine);
    Puzzle whole;
    for (int i = 0; i < COUNT(changed); i++) {
        if (i == 0 || changed[i].of != changed[i - 1].of) {
            PuzzleGame g = game_of(found[changed[i].of].moves);
            engine_clear(engine);
            CHECK(changed[i].error, puzzle_examine(&tools, &g, &whole));
            whole.rating = puzzle_rating(whole.percent);
        }
        Puzzle p = whole;
        Error err = {0};
        changed[i].change(&p);
        CHECK(changed[i].error, !puzzle_check(&tools, &p, &err));
        CHECK(err.text, strstr(err.text, changed[i].error));
    }
    engine_free(engine);
}

TEST(puzzle_key_is_the_same_for_all_symmetries) {
    Puzzle p = {.game = game_of("i6g8f10k5i3j6i7h9h4i8f4i4")};
    uint64_t key = puzzle_key(&p.game);
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        Puzzle transformed = p;
        puzzle_transform(&transformed, i);
        CHECK("transformed", puzzle_key(&transformed.game) == key);
    }
    PuzzleGame other = game_of("i6g8f10k5i3j6i7h9h4i8f4i5"),
               order = game_of("f10g8i6k5i3j6i7h9h4i8f4i4");
    CHECK("another stone", puzzle_key(&other) != key);
    CHECK("another order", puzzle_key(&order) == key);
}

TEST(puzzle_json_round_trips) {
    Puzzle p = {.game = game_of("i6g8f10k5"),
                .kind = PUZZLE_DEFENSE,
                .solution = point_at(3, 4),
                .themes = {[PUZZLE_THEME_DEFENSE] = true},
                .stones = 5,
                .length = 1,
                .line = {point_at(1, 1)},
                .others = {1, 0, 20000, -29990},
                .percent = {0, 1, 2, 3, 4, 5, 6, 100},
                .nodes = -1,
                .rating = 1500};
    Puzzle *again = mem_alloc(sizeof *again);
    Str one = {0}, two = {0};
    Error err = {0};
    puzzle_write_json(&p, &one);
    CHECK(err.text, puzzle_read_json(one.data, one.len, again, &err));
    puzzle_write_json(again, &two);
    CHECK_TEXT("written again", str_text(&two), str_text(&one));
    str_release(&one);
    str_release(&two);
    mem_free(again);
}

TEST(puzzle_rating_falls_as_more_levels_find_it) {
    int percent[PUZZLE_LEVELS] = {0}, last = puzzle_rating(percent);
    CHECK("nobody", last > 1771);
    for (int i = PUZZLE_LEVELS - 1; i >= 0; i--) {
        percent[i] = 100;
        int rating = puzzle_rating(percent);
        CHECK("one more level", rating < last);
        last = rating;
    }
    CHECK("everybody", last < 600);
}

TEST(level_move_probability_follows_the_level) {
    Engine *engine = engine_new(NULL);
    PuzzleGame g = game_of("h8a1i8a3j8a5");
    Board b;
    CHECK("legal", puzzle_board(&g, &b));
    Point four = point_at(10, 7), far = point_at(14, 14);
    for (int level = 1; level <= 4; level++) {
        double probability = level_move_probability(engine, level, &b, four);
        CHECK("a probability", probability >= 0 && probability <= 1);
        CHECK("the same again", level_move_probability(engine, level, &b, four) == probability);
        CHECK("not there", level_move_probability(engine, level, &b, far) < 0.01);
    }
    CHECK("level 4 makes the four", level_move_probability(engine, 4, &b, four) +
                                            level_move_probability(engine, 4, &b, point_at(6, 7)) >
                                        0.9);
    engine_free(engine);
}
