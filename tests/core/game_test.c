#include "base/mem.h"
#include "base/number.h"
#include "core/forbidden.h"
#include "core/game.h"
#include "support.h"
#include "test.h"

#include <string.h>

// Game is too large for the stack.
static Game *game_of(const GameOptions *options) {
    Game *g = mem_alloc(sizeof *g);
    game_init(g, options);
    return g;
}

static void check_result(const char *name, const Game *g, EndReason reason, Stone winner) {
    CHECK_INT(name, game_result(g).reason, reason);
    CHECK_INT(name, game_result(g).winner, winner);
}

static void play_all(Game *g, const int (*moves)[2], int count) {
    for (int i = 0; i < count; i++)
        CHECK_INT("a move", game_play(g, point_at(moves[i][0], moves[i][1])), PLAY_OK);
}

TEST(game_without_options_is_freestyle_on_15) {
    Game *g = game_of(&(GameOptions){0});
    CHECK("rules", g->board.rules == &rules_freestyle);
    CHECK_INT("size", g->board.size, 15);
    CHECK("no opening", g->opening.rule == &opening_none);
    CHECK_INT("no pass", game_play(g, POINT_PASS), PLAY_NO_PASS);
    check_result("not over", g, END_NONE, EMPTY);
    CHECK_INT("no stone yet", game_last_stone(g), POINT_NONE);
    CHECK("nothing to undo", !game_undo(g) && !game_redo(g));
    mem_free(g);
}

static const int five[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0},
                              {2, 1}, {3, 0}, {3, 1}, {4, 0}};

TEST(game_ends_with_five) {
    Game *g = game_of(&(GameOptions){0});
    play_all(g, five, COUNT(five));
    check_result("Black won", g, END_FIVE, BLACK);
    CHECK_INT("over", game_play(g, point_at(9, 9)), PLAY_GAME_OVER);
    CHECK_INT("the last stone", game_last_stone(g), point_at(4, 0));
    CHECK("undo", game_undo(g));
    check_result("not over any more", g, END_NONE, EMPTY);
    CHECK("redo", game_redo(g));
    check_result("over again", g, END_FIVE, BLACK);
    mem_free(g);
}

TEST(game_with_passes) {
    Game *g = game_of(&(GameOptions){.passes = true});
    CHECK_INT("a stone", game_play(g, point_at(3, 3)), PLAY_OK);
    CHECK_INT("White passes", game_play(g, POINT_PASS), PLAY_OK);
    CHECK_INT("Black to move", g->board.turn, BLACK);
    CHECK_INT("the last stone is older", game_last_stone(g), point_at(3, 3));
    CHECK("undo", game_undo(g));
    CHECK_INT("White to move again", g->board.turn, WHITE);
    CHECK("redo", game_redo(g));
    CHECK_INT("passed again", g->board.turn, BLACK);
    mem_free(g);
}

TEST(game_is_a_draw_when_the_board_is_full) {
    Game *g = game_of(&(GameOptions){.rules = &rules_standard, .size = 2});
    for (int i = 0; i < 4; i++) {
        check_result("not over", g, END_NONE, EMPTY);
        CHECK_INT("a stone", game_play(g, point_at(i % 2, i / 2)), PLAY_OK);
    }
    check_result("draw", g, END_FULL, EMPTY);
    mem_free(g);
}

// The only empty point would be an overline.
TEST(game_is_a_draw_when_no_legal_move_is_left) {
    Board start =
        board_from_picture(&rules_renju, "XXX.XXX OOXOOXO XOOXOOX OXOOXOO XXOXXOX OOXOOXO XOXXOXX");
    Game *g = game_of(&(GameOptions){0});
    start.turn = BLACK;
    game_start_from(g, &start);
    check_result("draw", g, END_FULL, EMPTY);
    start.turn = WHITE;
    game_start_from(g, &start);
    check_result("White may go on", g, END_NONE, EMPTY);
    mem_free(g);
}

static const struct {
    const char *name;
    EndReason reason;
    Stone loser;
    const char *text;
} end_rows[] = {
    {"Black resigns", END_RESIGN, BLACK, "White wins by resignation"},
    {"White oversteps", END_TIME, WHITE, "Black wins by time"},
    {"agreed", END_AGREED, EMPTY, "draw: agreement"},
    {"crash", END_CRASH, BLACK, "White wins by a crash"},
    {"no answer", END_NO_ANSWER, WHITE, "Black wins by no answer"},
    {"illegal move", END_ILLEGAL, BLACK, "White wins by an illegal move"},
    {"too many moves", END_MOVE_LIMIT, EMPTY, "draw: the move limit"},
};

TEST(game_end_not_visible_on_the_board) {
    for (int i = 0; i < COUNT(end_rows); i++) {
        const char *name = end_rows[i].name;
        Game *g = game_of(&(GameOptions){0});
        CHECK_INT(name, game_play(g, point_at(7, 7)), PLAY_OK);
        game_end(g, end_rows[i].reason, end_rows[i].loser);
        Stone winner = end_rows[i].loser == EMPTY ? EMPTY : stone_other(end_rows[i].loser);
        check_result(name, g, end_rows[i].reason, winner);
        CHECK_INT(name, game_play(g, point_at(1, 1)), PLAY_GAME_OVER);
        Str text = {0};
        result_format(game_result(g), &text);
        CHECK_TEXT(name, str_text(&text), end_rows[i].text);
        str_release(&text);
        CHECK(name, game_undo(g)); // the end, not the stone
        check_result(name, g, END_NONE, EMPTY);
        CHECK_INT(name, g->board.stones, 1);
        mem_free(g);
    }
}

TEST(results_have_texts) {
    Str text = {0};
    result_format((Result){END_NONE, EMPTY}, &text);
    CHECK_TEXT("not over", str_text(&text), "not over");
    str_clear(&text);
    result_format((Result){END_UNSTATED, BLACK}, &text);
    CHECK_TEXT("for unknown reasons", str_text(&text), "Black wins");
    str_clear(&text);
    result_format((Result){END_UNSTATED, EMPTY}, &text);
    CHECK_TEXT("a draw for unknown reasons", str_text(&text), "draw");
    str_clear(&text);
    result_format((Result){END_RESIGN, WHITE}, &text);
    CHECK_TEXT("won", str_text(&text), "White wins by resignation");
    str_clear(&text);
    result_format((Result){END_AGREED, EMPTY}, &text);
    CHECK_TEXT("drawn", str_text(&text), "draw: agreement");
    str_release(&text);
    for (int r = 0; r < END_COUNT; r++)
        CHECK("a text for each", end_reason_text((EndReason)r) && *end_reason_text((EndReason)r));
}

// The middle of this is a double three for Black.
static const char double_three[] = "....... ...X... ...X... .XX.... ....... O.O.O.O .......";

static Game *foul_game(void) {
    Game *g = game_of(&(GameOptions){.rules = &rules_renju, .size = 7});
    Board start = board_from_picture(&rules_renju, double_three);
    start.turn = BLACK;
    game_start_from(g, &start);
    return g;
}

TEST(game_play_rejects_a_foul_and_game_place_plays_it) {
    Game *g = foul_game();
    Point foul = point_at(3, 3);
    CHECK_INT("played", game_play(g, foul), PLAY_DOUBLE_THREE);
    check_result("nothing happened", g, END_NONE, EMPTY);
    CHECK_INT("placed", game_place(g, BLACK, foul), PLAY_OK);
    check_result("lost", g, END_FOUL, WHITE);
    CHECK("one undo takes both back", game_undo(g));
    check_result("not over", g, END_NONE, EMPTY);
    CHECK_INT("no stone", g->board.at[foul], EMPTY);
    CHECK("redo", game_redo(g));
    check_result("lost again", g, END_FOUL, WHITE);
    mem_free(g);
}

TEST(game_lost_by_a_foul_stays_lost_until_undo) {
    Game *g = foul_game();
    CHECK_INT("the foul", game_place(g, BLACK, point_at(3, 3)), PLAY_OK);
    CHECK_INT("one stone more", game_place(g, WHITE, point_at(0, 0)), PLAY_OK);
    CHECK("undo that", game_undo(g));
    check_result("still lost", g, END_FOUL, WHITE);
    game_end(g, END_RESIGN, WHITE);
    check_result("still lost", g, END_FOUL, WHITE);
    CHECK("undo the foul", game_undo(g));
    check_result("not over", g, END_NONE, EMPTY);
    CHECK("redo both", game_redo(g) && game_redo(g));
    check_result("lost", g, END_FOUL, WHITE);
    mem_free(g);
}

TEST(game_end_survives_stones_placed_after_it) {
    Game *g = game_of(&(GameOptions){0});
    CHECK_INT("a stone", game_place(g, BLACK, point_at(7, 7)), PLAY_OK);
    game_end(g, END_RESIGN, WHITE);
    CHECK_INT("another", game_place(g, WHITE, point_at(0, 0)), PLAY_OK);
    CHECK("undo the stone", game_undo(g));
    check_result("still resigned", g, END_RESIGN, BLACK);
    CHECK_INT("one stone", g->board.stones, 1);
    CHECK("undo the resignation", game_undo(g));
    check_result("not over", g, END_NONE, EMPTY);
    CHECK_INT("one stone", g->board.stones, 1);
    mem_free(g);
}

TEST(game_place_accepts_moves_of_records) {
    Game *g = game_of(&(GameOptions){.size = 9});
    CHECK_INT("White first", game_place(g, WHITE, point_at(4, 4)), PLAY_OK);
    CHECK_INT("White again", game_place(g, WHITE, point_at(5, 4)), PLAY_OK);
    CHECK_INT("Black is next", g->board.turn, BLACK);
    CHECK_INT("a pass though there are none", game_place(g, BLACK, POINT_PASS), PLAY_OK);
    CHECK_INT("occupied", game_place(g, BLACK, point_at(4, 4)), PLAY_OCCUPIED);
    CHECK_INT("off the board", game_place(g, BLACK, point_at(9, 4)), PLAY_OFF_BOARD);
    CHECK_INT("far off the board", game_place(g, BLACK, INT16_MAX), PLAY_OFF_BOARD);
    CHECK_INT("negative", game_place(g, BLACK, -5), PLAY_OFF_BOARD);
    CHECK_INT("nothing", game_place(g, BLACK, POINT_NONE), PLAY_OFF_BOARD);
    CHECK_INT("an answer out of place", game_place(g, BLACK, POINT_SWAP), PLAY_OPENING);
    CHECK_INT("three moves", g->count, 3);
    mem_free(g);
}

TEST(game_place_requires_the_answer_of_an_opening) {
    Game *g = game_of(&(GameOptions){.opening = &opening_swap, .passes = true});
    CHECK_INT("a pass instead of a stone", game_place(g, BLACK, POINT_PASS), PLAY_OPENING);
    play_all(g, five, 3);
    CHECK_INT("a stone instead of an answer", game_place(g, WHITE, point_at(9, 9)), PLAY_OPENING);
    CHECK_INT("a pass instead of an answer", game_place(g, WHITE, POINT_PASS), PLAY_OPENING);
    CHECK_INT("an answer", game_place(g, WHITE, POINT_SWAP), PLAY_OK);
    CHECK_INT("a stone", game_place(g, WHITE, point_at(9, 9)), PLAY_OK);
    mem_free(g);
}

TEST(game_play_rejects_invalid_points) {
    Game *g = game_of(&(GameOptions){.size = 9, .passes = true});
    CHECK_INT("off the board", game_play(g, point_at(9, 4)), PLAY_OFF_BOARD);
    CHECK_INT("negative", game_play(g, -5), PLAY_OFF_BOARD);
    CHECK_INT("nothing", game_play(g, POINT_NONE), PLAY_OFF_BOARD);
    CHECK_INT("no moves", g->count, 0);
    mem_free(g);
}

TEST(game_length_is_limited) {
    Game *g = game_of(&(GameOptions){.passes = true});
    for (int i = 0; i < GAME_MOVES_MAX; i++)
        CHECK_INT("a pass", game_play(g, POINT_PASS), PLAY_OK);
    CHECK_INT("play", game_play(g, POINT_PASS), PLAY_TOO_LONG);
    CHECK_INT("place", game_place(g, BLACK, point_at(1, 1)), PLAY_TOO_LONG);
    CHECK("undo and redo", game_undo(g) && game_redo(g) && !game_redo(g));
    mem_free(g);
}

TEST(game_new_move_clears_redo) {
    Game *g = game_of(&(GameOptions){0});
    play_all(g, five, 4);
    CHECK("undo two", game_undo(g) && game_undo(g));
    CHECK_INT("two wait", g->redoable, 2);
    CHECK_INT("refused moves forget nothing", game_play(g, point_at(0, 0)), PLAY_OCCUPIED);
    CHECK_INT("two wait", g->redoable, 2);
    CHECK_INT("another way", game_play(g, point_at(9, 9)), PLAY_OK);
    CHECK("nothing to redo", !game_redo(g));
    mem_free(g);
}

TEST(game_clock_runs_out) {
    Game *g = game_of(&(GameOptions){.time = {.main_ms = 1000}});
    game_spend(g, SEAT_FIRST, 400);
    CHECK_INT("taken from the first", g->timers[SEAT_FIRST].main_left_ms, 600);
    CHECK_INT("not from the second", g->timers[SEAT_SECOND].main_left_ms, 1000);
    check_result("goes on", g, END_NONE, EMPTY);
    game_spend(g, SEAT_SECOND, 1001);
    check_result("White is late", g, END_TIME, BLACK);
    mem_free(g);
}

TEST(game_clock_belongs_to_the_seat_not_the_color) {
    Game *g = game_of(&(GameOptions){.opening = &opening_swap, .time = {.main_ms = 1000}});
    play_all(g, five, 3);
    CHECK_INT("swap", game_play(g, POINT_SWAP), PLAY_OK);
    game_spend(g, SEAT_FIRST, 1001);
    check_result("the first has White now", g, END_TIME, BLACK);
    mem_free(g);
}

TEST(game_clock_after_the_end_changes_nothing) {
    Game *g = game_of(&(GameOptions){.time = {.main_ms = 1000}});
    play_all(g, five, COUNT(five));
    game_spend(g, SEAT_FIRST, 5000); // the winning stone came before the flag
    check_result("five", g, END_FIVE, BLACK);
    mem_free(g);
}

TEST(game_undo_restores_time_and_redo_spends_it_again) {
    Game *g = game_of(&(GameOptions){.time = {.main_ms = 1000, .increment_ms = 10}});
    CHECK_INT("Black", game_play_timed(g, point_at(7, 7), 400), PLAY_OK);
    CHECK_INT("White", game_play_timed(g, point_at(8, 7), 100), PLAY_OK);
    CHECK_INT("what it cost", g->moves[0].ms, 400);
    CHECK_INT("refused", game_play_timed(g, point_at(8, 7), 300), PLAY_OCCUPIED);
    CHECK_INT("a refused move costs nothing", g->timers[SEAT_FIRST].main_left_ms, 610);
    CHECK("undo both", game_undo(g) && game_undo(g));
    CHECK_INT("Black's", g->timers[SEAT_FIRST].main_left_ms, 1000);
    CHECK_INT("White's", g->timers[SEAT_SECOND].main_left_ms, 1000);
    CHECK("redo both", game_redo(g) && game_redo(g));
    CHECK_INT("Black's again", g->timers[SEAT_FIRST].main_left_ms, 610);
    CHECK_INT("White's again", g->timers[SEAT_SECOND].main_left_ms, 910);
    mem_free(g);
}

TEST(game_lost_on_time_continues_after_undo) {
    Game *g = game_of(&(GameOptions){.time = {.main_ms = 1000, .period_ms = 100, .periods = 2}});
    game_spend(g, SEAT_FIRST, 1201);
    check_result("late", g, END_TIME, WHITE);
    CHECK_INT("nothing left", timer_budget(&g->time, &g->timers[SEAT_FIRST]), 0);
    CHECK("undo", game_undo(g));
    CHECK_INT("as before", timer_budget(&g->time, &g->timers[SEAT_FIRST]), 1200);
    CHECK_INT("goes on", game_play_timed(g, point_at(7, 7), 900), PLAY_OK);
    check_result("goes on", g, END_NONE, EMPTY);
    mem_free(g);
}

// ---- Undo and redo restore everything

static bool same_move(const Move *a, const Move *b) {
    return a->point == b->point && a->color == b->color && a->turn_before == b->turn_before &&
           a->winner_before == b->winner_before && a->ms == b->ms &&
           memcmp(&a->opening_before, &b->opening_before, sizeof(Opening)) == 0;
}

// The whole game except the moves to redo.
static void check_same(const char *name, const Game *a, const Game *b) {
    CHECK(name, memcmp(&a->start, &b->start, sizeof a->start) == 0);
    CHECK(name, memcmp(&a->board, &b->board, sizeof a->board) == 0);
    CHECK(name, memcmp(&a->opening, &b->opening, sizeof a->opening) == 0);
    CHECK(name, memcmp(&a->forced, &b->forced, sizeof a->forced) == 0);
    for (int seat = 0; seat < 2; seat++) {
        CHECK_INT(name, a->timers[seat].main_left_ms, b->timers[seat].main_left_ms);
        CHECK_INT(name, a->timers[seat].periods_left, b->timers[seat].periods_left);
        CHECK_INT(name, a->timers[seat].flag_fell, b->timers[seat].flag_fell);
    }
    CHECK_INT(name, a->count, b->count);
    for (int i = 0; i < a->count; i++)
        CHECK(name, same_move(&a->moves[i], &b->moves[i]));
}

enum { SNAPSHOTS_MAX = 120 };

static Point random_move(const Game *g, Rng *rng) {
    if (rng_below(rng, 3) == 0)
        return (Point)rng_below(rng, POINT_MORE + 1);
    return point_at(rng_below(rng, g->board.size), rng_below(rng, g->board.size));
}

static bool try_move(Game *g, Rng *rng) {
    Point p = random_move(g, rng);
    if (rng_below(rng, 8) == 0 && p != POINT_NONE)
        return game_place(g, rng_below(rng, 2) ? BLACK : WHITE, p) == PLAY_OK;
    return game_play_timed(g, p, rng_below(rng, 2000)) == PLAY_OK;
}

static int play_randomly(Game *g, Game *snapshots, Rng *rng) {
    int n = 0;
    snapshots[0] = *g;
    for (int tries = 0; tries < 3 * SNAPSHOTS_MAX && n + 1 < SNAPSHOTS_MAX; tries++)
        if (try_move(g, rng))
            snapshots[++n] = *g;
    return n;
}

static void check_undo_redo(const GameOptions *options, Game *snapshots, Rng *rng) {
    const char *name = options->rules->name;
    Game *g = game_of(options);
    int n = play_randomly(g, snapshots, rng);
    for (int i = n; i-- > 0;) {
        CHECK(name, game_undo(g));
        check_same(name, g, &snapshots[i]);
    }
    CHECK(name, !game_undo(g));
    for (int i = 1; i <= n; i++) {
        CHECK(name, game_redo(g));
        check_same(name, g, &snapshots[i]);
    }
    CHECK(name, !game_redo(g));
    mem_free(g);
}

TEST(game_undo_and_redo_restore_everything) {
    Game *snapshots = mem_alloc(SNAPSHOTS_MAX * sizeof *snapshots);
    Rng rng = {99};
    for (int r = 0; rules_at(r); r++)
        for (int o = 0; opening_rule_at(o); o++)
            for (int size = BOARD_MIN_PLAYABLE; size <= BOARD_MAX; size += 2)
                check_undo_redo(
                    &(GameOptions){.rules = rules_at(r),
                                   .opening = opening_rule_at(o),
                                   .size = size,
                                   .time = {.main_ms = 60000, .period_ms = 2000, .periods = 3},
                                   .passes = size % 4 == 1},
                    snapshots, &rng);
    mem_free(snapshots);
}

TEST(game_end_does_not_change_a_finished_game) {
    Game g;
    game_init(&g, &(GameOptions){0});
    game_end(&g, END_RESIGN, WHITE);
    game_end(&g, END_TIME, BLACK);
    CHECK_INT("reason", game_result(&g).reason, END_RESIGN);
    CHECK_INT("winner", game_result(&g).winner, BLACK);
}

// As a stored game is read: times are deducted but never end it.
TEST(game_set_move_time_deducts_stored_times) {
    Game *g = game_of(&(GameOptions){.time = {.main_ms = 10000, .increment_ms = 1000}});
    CHECK_INT("a move", game_play(g, point_at(7, 7)), PLAY_OK);
    game_set_move_time(g, 4000);
    CHECK_INT("the move", g->moves[0].ms, 4000);
    CHECK_INT("deducted, with the increment", g->timers[SEAT_FIRST].main_left_ms, 7000);
    CHECK_INT("not the other's", g->timers[SEAT_SECOND].main_left_ms, 10000);
    CHECK_INT("a move", game_play(g, point_at(7, 8)), PLAY_OK);
    game_set_move_time(g, 90000);
    CHECK_INT("longer than there was", g->moves[1].ms, 90000);
    CHECK_INT("no flag", g->timers[SEAT_SECOND].flag_fell, false);
    check_result("not over", g, END_NONE, EMPTY);
    CHECK_INT("a move", game_play(g, point_at(7, 9)), PLAY_OK);
    game_set_move_time(g, (int64_t)INT32_MAX + 1);
    CHECK_INT("longer than a move can store", g->moves[2].ms, INT32_MAX);
    mem_free(g);
    g = game_of(&(GameOptions){0});
    CHECK_INT("timed", game_play_timed(g, point_at(7, 7), INT32_MAX - 1), PLAY_OK);
    CHECK_INT("the longest but one", g->moves[0].ms, INT32_MAX - 1);
    CHECK_INT("occupied", game_play_timed(g, point_at(7, 7), 5), PLAY_OCCUPIED);
    CHECK_INT("nothing changed", g->count, 1);
    mem_free(g);
}
