// Requests to the engine: lines, restrictions, reports, balancing moves, files.
#include "ask.h"
#include "base/mem.h"
#include "base/number.h"
#include "published_net.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static const char *const quiet = "............... ............... ............... ............... "
                                 "............... ............... .......X....... .......OX...... "
                                 "......O........ ............... ............... ............... "
                                 "............... ............... ...............";

static Board quiet_board(void) {
    return board_from_picture(&rules_freestyle, quiet);
}

static void check_lines(const Board *b, const EngineResult *a) {
    CHECK("work", a->nodes > 0);
    for (int i = 0; i < a->line_count; i++) {
        const EngineLine *line = &a->lines[i];
        CHECK("legal", board_check(b, line->move) == PLAY_OK);
        CHECK("its own line", line->length > 0 && line->moves[0] == line->move);
        for (int k = 0; k < i; k++) {
            CHECK("best first", a->lines[k].value >= line->value);
            CHECK("another move", a->lines[k].move != line->move);
        }
    }
}

// Wherever the search stops.
TEST(engine_returns_several_lines_best_first) {
    Rng rng = {3};
    Engine *e = engine_new(NULL);
    for (int i = 0; i < 40; i++) {
        Board b = board_random(&rules_caro, 19, 3 + i % 4, &rng);
        EngineResult a = ask_lines(e, &b, (Budget){.nodes = 1000 + 100 * i}, 8);
        CHECK_INT("lines", a.line_count, 8);
        check_lines(&b, &a);
    }
    engine_free(e);
}

TEST(engine_excludes_barred_moves) {
    Board b = quiet_board();
    Engine *e = engine_new(NULL);
    Point excluded[3];
    for (int n = 0; n < 3; n++) {
        EngineRequest request = {
            .board = &b, .budget.nodes = 5000, .excluded = excluded, .excluded_count = n};
        Point move = engine_run(e, &request).lines[0].move;
        for (int k = 0; k < n; k++)
            CHECK("not again", move != excluded[k]);
        excluded[n] = move;
    }
    engine_free(e);
}

// White must block a four at i8, and cannot block Black's next four.
static const char *const forced = "............... ............... ............... ............... "
                                  "............... .......X....... ....O.X..O..... .....XXX.XO.... "
                                  "....O.XOO...... .....O..X...... ............... ............... "
                                  "............... ............... ...............";

TEST(engine_evaluates_a_forced_move_unless_only_the_move_is_wanted) {
    Board b = board_from_picture(&rules_freestyle, forced);
    Engine *e = engine_new(NULL);
    EngineRequest request = {.board = &b, .budget = {.ms = 10000, .depth = 6}};
    EngineLine line = engine_run(e, &request).lines[0];
    CHECK("the move", line.move == point_at(8, 7));
    CHECK("is lost", engine_plies_to_end(line.value) > 0 && line.value < 0);
    request.move_only = true;
    EngineResult quick = engine_run(e, &request);
    CHECK("the same move", quick.lines[0].move == point_at(8, 7));
    CHECK_INT("without a search", quick.nodes, 0);
    engine_free(e);
}

// Both could make five, and it is Black's turn.
static const char *const both_five =
    "............... ............... ............... ............... "
    "............... ............... ...XXXX........ ............... "
    "...OOOO........ ............... ............... ............... "
    "............... ............... ...............";

TEST(engine_line_ends_with_five) {
    Board b = board_from_picture(&rules_freestyle, both_five);
    Engine *e = engine_new(NULL);
    for (int lines = 1; lines <= 3; lines++) {
        EngineLine best = ask_lines(e, &b, (Budget){.nodes = 2000}, lines).lines[0];
        CHECK_INT("one ply to the end", engine_plies_to_end(best.value), 1);
        CHECK("won", best.value > 0);
        CHECK_INT("and nothing after it", best.length, 1);
    }
    Point excluded[] = {ask(e, &b, (Budget){.nodes = 2000}).lines[0].move};
    EngineRequest request = {.board = &b,
                             .budget.nodes = 2000,
                             .line_count = 3,
                             .excluded = excluded,
                             .excluded_count = 1};
    EngineLine other = engine_run(e, &request).lines[0];
    CHECK_INT("the other five", engine_plies_to_end(other.value), 1);
    CHECK("won", other.value > 0);
    engine_free(e);
}

typedef struct {
    int count, deepest;
    bool goes_down; // in depth
} Reports;

static void count_report(void *context, const EngineResult *so_far) {
    Reports *r = context;
    r->count++;
    r->goes_down |= so_far->lines[0].depth < r->deepest;
    r->deepest = int_max(r->deepest, so_far->lines[0].depth);
}

static bool has_three_reports(void *context) {
    return ((const Reports *)context)->count >= 3;
}

TEST(engine_reports_and_can_be_stopped) {
    Board b = quiet_board();
    Engine *e = engine_new(NULL);
    Reports r = {0};
    EngineRequest request = {.board = &b,
                             .stop = {has_three_reports, &r},
                             .on_progress = count_report,
                             .progress_context = &r};
    engine_run(e, &request);
    CHECK("three reports, and not many more", r.count >= 3 && r.count < 40);
    CHECK("deeper and deeper", r.deepest > 0 && !r.goes_down);
    engine_free(e);
}

// The most balanced move is at least as close to the target as the best move.
TEST(engine_finds_balancing_moves) {
    Board b = quiet_board();
    Engine *e = engine_new(NULL);
    EngineRequest request = {
        .kind = REQUEST_BALANCE, .board = &b, .budget.depth = 4, .line_count = 2};
    EngineResult near = engine_run(e, &request);
    engine_clear(e);
    int best = ask_lines(e, &b, (Budget){.depth = 4}, 2).lines[0].value;
    CHECK("closer than the best", abs(near.lines[0].value) <= abs(best));
    CHECK("in order", abs(near.lines[0].value) <= abs(near.lines[1].value));
    request.kind = REQUEST_BALANCE_TWO;
    EngineLine line = engine_run(e, &request).lines[0];
    CHECK_INT("two stones", line.length, 2);
    CHECK_INT("the first", board_play(&b, line.moves[0]), PLAY_OK);
    CHECK_INT("and the second", board_play(&b, line.moves[1]), PLAY_OK);
    engine_free(e);
}

TEST(engine_prepares_once) {
    Engine *e = engine_new(NULL);
    Error err = {0};
    CHECK(err.text, engine_prepare(e, &rules_freestyle, &err));
    size_t before = mem_allocation_count();
    CHECK(err.text, engine_prepare(e, &rules_freestyle, &err));
    CHECK_INT("nothing is created again", (int)mem_allocation_count(), (int)before);
    engine_free(e);
}

static int value_by(const char *net) {
    Board b = quiet_board();
    Engine *e = engine_new(&(EngineOptions){.net = net});
    int value = ask_lines(e, &b, (Budget){.nodes = 3000}, 1).lines[0].value;
    engine_free(e);
    return value;
}

TEST(engine_uses_the_net_of_its_options) {
    Error err = {0};
    CHECK("the net changes the value", value_by(NULL) != value_by("off"));
    Str path = published_net_path(&rules_freestyle, 15);
    CHECK_INT("as a file", value_by(str_text(&path)), value_by("on"));
    Engine *e = engine_new(&(EngineOptions){.net = str_text(&path)});
    str_release(&path);
    for (int i = 0; i < 2; i++) {
        CHECK("wrong rules", !engine_prepare(e, &rules_caro, &err));
        CHECK("the reason", strstr(err.text, "a net for freestyle, not for caro"));
    }
    CHECK_TEXT("no net", engine_net_name(e), "");
    CHECK("right again", engine_prepare(e, &rules_freestyle, &err));
    engine_free(e);
}

TEST(engine_knows_proved_values) {
    static const struct {
        int value, plies;
    } rows[] = {
        {ENGINE_MATE - 7, 7}, {4 - ENGINE_MATE, 4}, {0, 0}, {28000, 0}, {-500, 0},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT("plies", engine_plies_to_end(rows[i].value), rows[i].plies);
}
