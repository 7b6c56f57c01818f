#include "player/analyst.h"

#include "base/mem.h"
#include "base/util.h"
#include "support.h"
#include "test.h"

#include <stdlib.h>

static const char *const quiet = "............... ............... ............... ............... "
                                 "............... ............... .......X....... .......OX...... "
                                 "......O........ ............... ............... ............... "
                                 "............... ............... ...............";

static Board quiet_board(void) {
    return board_from_picture(&rules_freestyle, quiet);
}

static Analysis *new_analysis(Analysis value) {
    Analysis *a = mem_alloc(sizeof *a);
    *a = value;
    return a;
}

static void check_lines(const Board *b, const Analysis *a) {
    CHECK("work", a->nodes > 0);
    for (int i = 0; i < a->count; i++) {
        const AnalystLine *line = &a->lines[i];
        CHECK("legal", board_check(b, line->move) == PLAY_OK);
        CHECK("its own line", line->length > 0 && line->moves[0] == line->move);
        for (int k = 0; k < i; k++) {
            CHECK("best first", a->lines[k].value >= line->value);
            CHECK("another move", a->lines[k].move != line->move);
        }
    }
}

// Wherever the search stops.
TEST(analyst_returns_several_lines_best_first) {
    Rng rng = {3};
    Analyst *analyst = analyst_new();
    for (int i = 0; i < 40; i++) {
        Board b = board_random(&rules_caro, 19, 3 + i % 4, &rng);
        Question q = {.limits.nodes = 1000 + 100 * i, .lines = 8};
        Analysis *a = new_analysis(analyst_think(analyst, &b, &q));
        CHECK_INT("lines", a->count, 8);
        check_lines(&b, a);
        mem_free(a);
    }
    analyst_free(analyst);
}

TEST(analyst_excludes_barred_moves) {
    Board b = quiet_board();
    Analyst *analyst = analyst_new();
    Point barred[3];
    for (int n = 0; n < 3; n++) {
        Question q = {.limits.nodes = 5000, .barred = barred, .barred_count = n};
        Point move = analyst_think(analyst, &b, &q).lines[0].move;
        for (int k = 0; k < n; k++)
            CHECK("not again", move != barred[k]);
        barred[n] = move;
    }
    analyst_free(analyst);
}

// White must block a four at i8, and cannot block Black's next four.
static const char *const forced = "............... ............... ............... ............... "
                                  "............... .......X....... ....O.X..O..... .....XXX.XO.... "
                                  "....O.XOO...... .....O..X...... ............... ............... "
                                  "............... ............... ...............";

TEST(analyst_evaluates_a_forced_move_unless_only_the_move_is_wanted) {
    Board b = board_from_picture(&rules_freestyle, forced);
    Analyst *analyst = analyst_new();
    Question q = {.limits = {.ms = 10000, .depth = 6}};
    Analysis *a = new_analysis(analyst_think(analyst, &b, &q));
    CHECK("the move", a->lines[0].move == point_at(8, 7));
    CHECK("is lost", analyst_plies_to_end(a->lines[0].value) > 0 && a->lines[0].value < 0);
    q.for_move = true;
    *a = analyst_think(analyst, &b, &q);
    CHECK("the same move", a->lines[0].move == point_at(8, 7));
    CHECK_INT("without a search", a->nodes, 0);
    mem_free(a);
    analyst_free(analyst);
}

// Both could make five, and it is Black's turn.
static const char *const both_five =
    "............... ............... ............... ............... "
    "............... ............... ...XXXX........ ............... "
    "...OOOO........ ............... ............... ............... "
    "............... ............... ...............";

TEST(analyst_line_ends_with_five) {
    Board b = board_from_picture(&rules_freestyle, both_five);
    Analyst *analyst = analyst_new();
    for (int lines = 1; lines <= 3; lines++) {
        Question q = {.limits.nodes = 2000, .lines = lines};
        Analysis *a = new_analysis(analyst_think(analyst, &b, &q));
        CHECK_INT("one ply to the end", analyst_plies_to_end(a->lines[0].value), 1);
        CHECK("won", a->lines[0].value > 0);
        CHECK_INT("and nothing after it", a->lines[0].length, 1);
        mem_free(a);
    }
    Point barred[] = {analyst_think(analyst, &b, &(Question){.limits.nodes = 2000}).lines[0].move};
    Question q = {.limits.nodes = 2000, .lines = 3, .barred = barred, .barred_count = 1};
    Analysis *a = new_analysis(analyst_think(analyst, &b, &q));
    CHECK_INT("the other five", analyst_plies_to_end(a->lines[0].value), 1);
    CHECK("won", a->lines[0].value > 0);
    mem_free(a);
    analyst_free(analyst);
}

typedef struct {
    int count, deepest;
    bool goes_down; // in depth
} Reports;

static void count_report(void *context, const Analysis *so_far) {
    Reports *r = context;
    r->count++;
    r->goes_down |= so_far->lines[0].depth < r->deepest;
    r->deepest = int_max(r->deepest, so_far->lines[0].depth);
}

static bool has_three_reports(void *context) {
    return ((const Reports *)context)->count >= 3;
}

TEST(analyst_reports_and_can_be_stopped) {
    Board b = quiet_board();
    Analyst *analyst = analyst_new();
    Reports r = {0};
    Question q = {
        .limits = {.stop = {has_three_reports, &r}}, .report = count_report, .report_context = &r};
    analyst_think(analyst, &b, &q);
    CHECK("three reports, and not many more", r.count >= 3 && r.count < 40);
    CHECK("deeper and deeper", r.deepest > 0 && !r.goes_down);
    analyst_free(analyst);
}

// The most balanced move is at least as close to the target as the best move.
TEST(analyst_finds_balancing_moves) {
    Board b = quiet_board();
    Analyst *analyst = analyst_new();
    Question q = {.limits.depth = 4, .lines = 2};
    Analysis *near = new_analysis(analyst_balance(analyst, &b, 0, &q));
    analyst_forget(analyst);
    int best = analyst_think(analyst, &b, &q).lines[0].value;
    CHECK("closer than the best", abs(near->lines[0].value) <= abs(best));
    CHECK("in order", abs(near->lines[0].value) <= abs(near->lines[1].value));
    mem_free(near);
    Analysis *two = new_analysis(analyst_balance_two(analyst, &b, 0, &q));
    const AnalystLine *line = &two->lines[0];
    CHECK_INT("two stones", line->length, 2);
    CHECK_INT("the first", board_play(&b, line->moves[0]), PLAY_OK);
    CHECK_INT("and the second", board_play(&b, line->moves[1]), PLAY_OK);
    mem_free(two);
    analyst_free(analyst);
}

TEST(analyst_inherits_the_engine_of_a_player) {
    Error err = {0};
    Player player;
    Board b = quiet_board();
    CHECK(err.text, player_open("strong", &player, &err));
    CHECK(err.text, player_prepare(&player, &rules_freestyle, &(Limits){0}, &err));
    Analyst *heir = analyst_new(), *other = analyst_new();
    size_t before = mem_allocation_count();
    analyst_inherit(heir, &player);
    CHECK("soundly", analyst_prepare(heir, &rules_freestyle, &(Limits){0}, &err));
    CHECK_INT("nothing is created again", (int)mem_allocation_count(), (int)before);
    CHECK("soundly", analyst_prepare(other, &rules_freestyle, &(Limits){0}, &err));
    CHECK("unlike without inheriting", mem_allocation_count() > before);
    Question q = {.limits.nodes = 3000};
    CHECK_INT("the same move as any other", analyst_think(heir, &b, &q).lines[0].move,
              analyst_think(other, &b, &q).lines[0].move);

    Game g;
    Point move = POINT_NONE;
    game_init(&g, &(GameOptions){.rules = &rules_freestyle, .size = 15});
    CHECK(err.text, player_choose(&player, &g, &(Limits){.nodes = 100}, &move, &err));
    CHECK("the player creates another", move == point_at(7, 7));
    player_close(&player);
    analyst_free(heir);

    CHECK(err.text, player_open("greedy", &player, &err));
    analyst_inherit(other, &player);
    CHECK("still there", analyst_think(other, &b, &q).nodes > 0);
    player_close(&player);
    analyst_free(other);
}

static int value_by(Analyst *a) {
    Board b = quiet_board();
    analyst_forget(a);
    return analyst_think(a, &b, &(Question){.limits.nodes = 3000}).lines[0].value;
}

TEST(analyst_uses_the_net_of_the_player) {
    Error err = {0};
    Analyst *plain = analyst_new(), *chosen = analyst_new(), *follower = analyst_new();
    Analyst *heir = analyst_new();
    analyst_choose_net(chosen, "off");
    int without = value_by(chosen);
    CHECK("the net changes the value", without != value_by(plain));
    Player player;
    CHECK(err.text, player_open("strong:net=off", &player, &err));
    analyst_follow(follower, &player);
    CHECK_INT("copied from the player", value_by(follower), without);
    CHECK(err.text, player_prepare(&player, &rules_freestyle, &(Limits){0}, &err));
    analyst_inherit(heir, &player);
    CHECK_INT("or inherited", value_by(heir), without);
    player_close(&player);
    analyst_choose_net(chosen, NETS "freestyle15-003.net");
    CHECK_INT("the built-in net as a file", value_by(chosen), value_by(plain));
    CHECK("wrong rules", !analyst_prepare(chosen, &rules_caro, &(Limits){0}, &err));
    CHECK("the reason", strstr(err.text, "a net for freestyle, not for caro"));
    CHECK("again", !analyst_prepare(chosen, &rules_caro, &(Limits){0}, &err));
    analyst_free(plain);
    analyst_free(chosen);
    analyst_free(follower);
    analyst_free(heir);
}

TEST(analyst_knows_proved_values) {
    static const struct {
        int value, plies, certainty;
    } rows[] = {
        {EVALUATION_WIN - 7, 7, 1},
        {4 - EVALUATION_WIN, 4, -1},
        {0, 0, 0},
        {28000, 0, 0},
        {-500, 0, 0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        CHECK_INT("plies", analyst_plies_to_end(rows[i].value), rows[i].plies);
        CHECK_INT("certainty", analyst_certainty(rows[i].value), rows[i].certainty);
    }
}
