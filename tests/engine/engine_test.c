#include "ask.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "engine/board/position.h"
#include "support.h"

#include <string.h>

static const struct {
    const char *name, *picture;
    const char *want; // one of these points, in SGF letters
} moves[] = {
    {"completes a five", "....... ....... .XXXX.. O.OOO.. ....... ....... .......", "ac fc"},
    {"stops a four", "....... ....... OXXXX.. .O.O... ..O.... ....... .......", "fc"},
    {"stops one of two fives when both cannot be stopped",
     "....... ..OOOO. .X..... ..X..X. ....... ..X.... .......", "bb gb"},
    {"begins in the centre", "....... ....... ....... ....... ....... ....... .......", "dd"},
};

TEST(engine_plays_obvious_moves) {
    Engine *e = engine_without_net();
    for (int i = 0; i < COUNT(moves); i++) {
        Board b = board_from_picture(&rules_freestyle, moves[i].picture);
        EngineResult a = ask(e, &b, (Budget){.nodes = 5000});
        Str text = {0};
        point_format(a.lines[0].move, NOTATION_SGF, b.size, &text);
        CHECK(moves[i].name, strstr(moves[i].want, str_text(&text)));
        str_release(&text);
    }
    engine_free(e);
}

TEST(engine_policy_is_a_distribution) {
    Engine *engines[] = {engine_without_net(), engine_new(NULL)};
    for (int i = 0; i < COUNT(engines); i++) {
        Board b;
        float policy[POINT_COUNT];
        double sum = 0;
        Point best = 0;
        board_init(&b, &rules_freestyle, 19);
        board_play(&b, point_center(19));
        engine_policy(engines[i], &b, policy);
        for (Point p = 0; p < POINT_COUNT; p++) {
            CHECK("only empty points", policy[p] >= 0 && (b.at[p] == EMPTY || policy[p] == 0));
            sum += policy[p];
            best = policy[p] > policy[best] ? p : best;
        }
        CHECK("sums to 1", sum > 0.999 && sum < 1.001);
        CHECK("the likeliest is near the stone", point_distance(best, point_center(19)) <= 2);
        engine_free(engines[i]);
    }
}

TEST(engine_moves_are_legal_in_every_rule_set_and_size) {
    static const int sizes[] = {5, 8, 15, 19, 25};
    Rng rng = {3};
    for (int r = 0; rules_at(r); r++) {
        Engine *e = engine_without_net();
        for (int i = 0; i < 25; i++) {
            int size = sizes[i % COUNT(sizes)];
            Board b = board_random(rules_at(r), size, rng_below(&rng, size * size - 1), &rng);
            if (!board_has_legal_move(&b))
                continue;
            EngineResult a = ask(e, &b, (Budget){.nodes = 300});
            CHECK_INT(rules_at(r)->name, board_check(&b, a.lines[0].move), PLAY_OK);
            CHECK_INT("the line begins with the move", a.lines[0].moves[0], a.lines[0].move);
        }
        engine_free(e);
    }
}

TEST(engine_follows_the_rules_of_each_request) {
    static const Rules *const order[] = {&rules_freestyle, &rules_renju, &rules_freestyle};
    Rng rng = {5};
    Board b = board_random(&rules_freestyle, 15, 12, &rng);
    Engine *e = engine_new(NULL);
    for (int i = 0; i < COUNT(order); i++) {
        Engine *fresh = engine_new(NULL);
        b.rules = order[i];
        engine_clear(e);
        EngineLine line = ask(e, &b, (Budget){.nodes = 2000}).lines[0],
                   other = ask(fresh, &b, (Budget){.nodes = 2000}).lines[0];
        CHECK_INT("move", line.move, other.move);
        CHECK_INT("value", line.value, other.value);
        engine_free(fresh);
    }
    engine_free(e);
}

// Threes blocked at one end, far from each other: many fours in any order, and no win.
TEST(engine_obeys_its_time_limit) {
    Board b;
    board_init(&b, &rules_freestyle, 25);
    for (int y = 0; y < 25; y += 6)
        for (int x = y % 4; x < 20; x += 9) {
            board_place(&b, WHITE, point_at(x, y));
            for (int k = 1; k <= 3; k++)
                board_place(&b, BLACK, point_at(x + k, y));
        }
    b.turn = BLACK;
    Engine *e = engine_without_net();
    int64_t start = clock_now_ms();
    ask(e, &b, (Budget){.ms = 20});
    CHECK("it ends", clock_now_ms() - start < 30000); // generous: the machine may be busy
    engine_free(e);
}

static void ignore_report(void *context, const EngineResult *so_far) {
    (void)context;
    (void)so_far;
}

// In the interrupted iteration f11 turns out to lose, and the other moves are not searched yet.
TEST(stopped_engine_prefers_a_move_not_known_to_lose) {
    Board b = board_from_picture(&rules_freestyle,
                                 "............... ............... ............... ............... "
                                 "....X.XX.O..... ......O........ ....O..X.XO.... ....X.......... "
                                 "....X..O.X..... ..........O.... ..........O.... ............... "
                                 "............... ............... ...............");
    b.turn = WHITE;
    for (int nodes = 600; nodes <= 1400; nodes += 50) {
        Engine *e = engine_without_net();
        EngineResult a = ask(e, &b, (Budget){.nodes = nodes});
        CHECK("not a loss", a.lines[0].value > -ENGINE_CERTAIN);
        engine_free(e);
    }
}

// At these node counts the iteration has just found that the last reported best move loses.
TEST(stopped_engine_drops_a_report_known_to_lose) {
    Rng rng = {11};
    Board b = board_random(&rules_freestyle, 15, 23, &rng);
    for (int nodes = 2000; nodes <= 3000; nodes += 100) {
        EngineResult answers[2];
        for (int reports = 0; reports < 2; reports++) {
            Engine *e = engine_without_net();
            EngineRequest request = {.board = &b,
                                     .budget.nodes = nodes,
                                     .line_count = 6,
                                     .move_only = true,
                                     .on_progress = reports ? ignore_report : NULL};
            answers[reports] = engine_run(e, &request);
            engine_free(e);
        }
        CHECK("not all is lost", answers[0].lines[0].value > -ENGINE_CERTAIN);
        for (int i = 1; i < answers[0].line_count; i++)
            if (answers[0].lines[i].value < -ENGINE_CERTAIN)
                CHECK("another move", answers[0].lines[i].move != answers[1].lines[0].move);
    }
}

// Classical evaluation of the position after a move.
static int value_after(const Board *b, Point p) {
    Patterns *patterns = patterns_new(b->rules);
    Position *s = position_new(patterns, b);
    position_make(s, p);
    int value = -position_value(s);
    position_free(s);
    patterns_free(patterns);
    return value;
}

// One node is not enough to search a move, and a forced move is not searched at all.
TEST(engine_evaluates_a_move_it_has_not_searched) {
    static const struct {
        const char *name, *picture;
        Budget budget;
        int sign;
    } rows[] = {
        {"stopped at once",
         "......... ......... ...OO.... ....OO... ...X..... .....X... ......... ......... "
         "X........",
         {.nodes = 1},
         -1},
        {"the only move",
         "......... ......... ...OO.... XOOOO.... ...X..... .....X... ......... X........ "
         "X........",
         {.ms = 10000},
         -1},
        {"the only move, with an attack",
         "......... ...XX.... ...XX.... XOOOO.... ......... .....O... ......... ......... "
         "O........",
         {.ms = 10000},
         1},
    };
    Engine *e = engine_without_net();
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_from_picture(&rules_freestyle, rows[i].picture);
        b.turn = BLACK;
        EngineLine line = ask(e, &b, rows[i].budget).lines[0];
        CHECK_INT(rows[i].name, line.depth, 0);
        CHECK_INT(rows[i].name, line.value, value_after(&b, line.move));
        CHECK(rows[i].name, line.value * rows[i].sign > 0);
    }
    Board open = board_from_picture(&rules_freestyle,
                                    "....... ..OOOO. .X..... ..X..X. ....... ..X.... .......");
    CHECK_INT("a move that loses at once", ask(e, &open, (Budget){.nodes = 1}).lines[0].value,
              2 - ENGINE_MATE);
    engine_free(e);
}

// Wins where the first VCF found at the end of the PV is longer than the mate score says.
static const char *const long_wins[] = {
    "............... ............... ............... ....X.XOX...... .XOOO.XXO.XO... "
    ".X.XOOO.XXOX... .OXOOXXOOOXXO.. .OXXX.O.XO..OX. ..OOOX....X.OO. ...X.....XOXX.. "
    "....O.OXXX.O... .......O....O.. ............... .........X..... ...............",
    "............... .....O......... ......X........ ...X.O......... ....O.X........ "
    "...OXOO........ ...O.XOX....... ...OXXOO.O..... ...X.XXOX...... .......X....... "
    "......X.O...... ............... ............... ............... ...............",
    "............... ..O.XXOX....... ..XOXOOX....... ..OXOOXO....... ..OXOXOX....... "
    "...XOXOX....... ...O.XO........ .....OX........ ....OXX........ ...OOX......... "
    ".OXXX.O........ ...O.X......... ............... ............... ...............",
};

TEST(engine_lines_are_not_longer_than_their_mate_scores) {
    for (int i = 0; i < COUNT(long_wins); i++) {
        Board b = board_from_picture(&rules_freestyle, long_wins[i]);
        b.turn = b.stones % 2 == 0 ? BLACK : WHITE;
        for (int lines = 1; lines <= 3; lines += 2) {
            Engine *e = engine_without_net();
            EngineResult a = engine_run(
                e, &(EngineRequest){
                       .board = &b, .budget.nodes = 20000, .line_count = lines, .move_only = true});
            for (int k = 0; k < a.line_count; k++) {
                CHECK("a win", a.lines[k].value > ENGINE_CERTAIN);
                CHECK("its stones", a.lines[k].length <= ENGINE_MATE - a.lines[k].value);
            }
            engine_free(e);
        }
    }
}

TEST(engine_is_deterministic) {
    Rng rng = {8};
    Board b = board_random(&rules_standard, 15, 20, &rng);
    EngineResult answers[2];
    for (int i = 0; i < 2; i++) {
        Engine *e = engine_without_net();
        answers[i] = ask(e, &b, (Budget){.nodes = 20000});
        engine_free(e);
    }
    CHECK_INT("move", answers[0].lines[0].move, answers[1].lines[0].move);
    CHECK_INT("value", answers[0].lines[0].value, answers[1].lines[0].value);
    CHECK_INT("nodes", answers[0].nodes, answers[1].nodes);
}

static const struct {
    const char *name, *picture; // Black to move
    Outcome want;
} proofs[] = {
    {"open four to come", "....... ....... ..XXX.. ....... .O.O... ....... .......", OUTCOME_WIN},
    {"no five is possible", "XOXOX XOXOX OXOXO OXOXO XOXO.", OUTCOME_DRAW},
    {"an open four against", "....... ..OOOO. .X..... ..X..X. ....... ..X.... .......",
     OUTCOME_LOSS},
};

TEST(engine_solves_positions_near_the_end) {
    Engine *e = engine_without_net();
    for (int i = 0; i < COUNT(proofs); i++) {
        Board b = board_from_picture(&rules_freestyle, proofs[i].picture);
        b.turn = BLACK;
        EngineResult p = ask_proof(e, &b, 200000);
        CHECK_INT(proofs[i].name, p.outcome, proofs[i].want);
        engine_result_release(&p);
    }
    engine_free(e);
}

// The outcome for the side to move, by brute force.
static int outcome_by_force(const Board *b) {
    if (b->winner != EMPTY)
        return -1;
    if (board_is_full(b))
        return 0;
    int best = -1;
    for (int i = 0; i < b->size * b->size && best < 1; i++) {
        Board next = *b;
        if (board_play(&next, point_at(i % b->size, i / b->size)) == PLAY_OK)
            best = int_max(best, -outcome_by_force(&next));
    }
    return best;
}

TEST(engine_solves_small_endgames_like_brute_force) {
    static const int value_of[] = {[OUTCOME_WIN] = 1, [OUTCOME_LOSS] = -1, [OUTCOME_DRAW] = 0};
    Rng rng = {77};
    Engine *e = engine_without_net();
    int decided = 0;
    for (int i = 0; i < 600; i++) {
        Board b = board_random(&rules_freestyle, 5, 18, &rng);
        if (b.stones < 17)
            continue;
        EngineResult p = ask_proof(e, &b, 0);
        engine_result_release(&p);
        CHECK("solved", p.outcome != OUTCOME_UNKNOWN);
        int value = outcome_by_force(&b);
        CHECK_INT("outcome", value_of[p.outcome], value);
        decided += value != 0;
    }
    CHECK("some were not drawn", decided > 5);
    engine_free(e);
}

static bool interrupt_after_a_few(void *context) {
    int *polls = context;
    return ++*polls > 3;
}

TEST(engine_stops_when_interrupted) {
    Engine *e = engine_without_net();
    Board b;
    board_init(&b, &rules_freestyle, 15);
    board_play(&b, point_at(7, 7));
    int polls = 0;
    EngineRequest request = {
        .board = &b, .budget.ms = 60000, .stop = {interrupt_after_a_few, &polls}};
    int64_t began = clock_now_ms();
    EngineResult answer = engine_run(e, &request);
    CHECK("long before the limit", clock_now_ms() - began < 30000);
    CHECK("polled", polls > 3);
    CHECK_INT("still a legal move", board_check(&b, answer.lines[0].move), PLAY_OK);
    engine_free(e);
}

// Allocations of a search with `threads` threads.
static long long allocations_of_search(Engine *e, const Board *b, int threads) {
    size_t before = mem_allocation_count();
    EngineRequest request = {.board = b, .budget = {.nodes = 500}, .threads = threads};
    CHECK_INT("a legal move", board_check(b, engine_run(e, &request).lines[0].move), PLAY_OK);
    return (long long)(mem_allocation_count() - before);
}

TEST(engine_keeps_its_helpers_between_moves) {
    Board b;
    board_init(&b, &rules_freestyle, 15);
    board_play(&b, point_at(7, 7));
    Engine *e = engine_without_net();
    int helpers = int_min(3, engine_threads_max()) - 1;
    allocations_of_search(e, &b, 1);
    long long alone = allocations_of_search(e, &b, 1), first = allocations_of_search(e, &b, 3),
              second = allocations_of_search(e, &b, 3);
    CHECK("each helper is created", first >= alone + 5 * helpers);
    CHECK_INT("once: later only its position", second, alone + helpers);
    engine_clear(e);
    CHECK("and again after the engine is cleared", allocations_of_search(e, &b, 3) >= first);
    engine_free(e);
}

TEST(engine_searches_within_its_memory_limit) {
    Board b = board_from_picture(&rules_freestyle,
                                 "....... ..XXX.. .O..... ..O..O. ....... ....... .......");
    b.turn = BLACK;
    Engine *e = engine_without_net();
    static const int64_t memories[] = {0, ENGINE_MEMORY_MIN, 1, (int64_t)1 << 40, 0};
    for (int i = 0; i < COUNT(memories); i++) {
        engine_set_memory(e, memories[i], 0);
        EngineResult answer = ask(e, &b, (Budget){.nodes = 2000});
        CHECK("wins", answer.lines[0].value > ENGINE_MATE / 2);
    }
    engine_set_memory(e, 0, 1);
    CHECK("a tiny table", ask(e, &b, (Budget){.nodes = 2000}).lines[0].value > ENGINE_MATE / 2);
    engine_set_memory(e, 0, 0);
    size_t before = mem_allocation_count();
    engine_set_memory(e, 0, 0);
    CHECK_INT("no change, no allocation", (long long)mem_allocation_count(), (long long)before);
    engine_free(e);
}
