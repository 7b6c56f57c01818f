// A game with an opening protocol survives its record: seats, step and everything else.
#include "base/number.h"
#include "core/game.h"
#include "record/game_in_tree.h"
#include "test.h"

#include <string.h>

static const struct {
    const char *name;
    const OpeningRule *rule;
    Point moves[8]; // 1, 2, 3 ...: the n-th point of the diagonal
} games[] = {
    {"swap, one stone placed", &opening_swap, {11}},
    {"swap, to be answered", &opening_swap, {11, 12, 13}},
    {"swap, taken", &opening_swap, {11, 12, 13, POINT_SWAP, 14}},
    {"swap2, more asked for", &opening_swap2, {11, 12, 13, POINT_MORE, 14}},
    {"swap2, more and kept", &opening_swap2, {11, 12, 13, POINT_MORE, 14, 15, POINT_STAY}},
    {"long-pro", &opening_long_pro, {17, 11, 12}},
};

TEST(record_replay_restores_an_opening_protocol) {
    for (int i = 0; i < COUNT(games); i++) {
        const char *row = games[i].name;
        static Game g, back;
        game_init(&g, &(GameOptions){.opening = games[i].rule});
        for (int k = 0; games[i].moves[k]; k++) {
            int n = games[i].moves[k];
            CHECK_INT(row, game_play(&g, n > 10 ? point_at(n - 10, n - 10) : (Point)n), PLAY_OK);
        }
        Record *r = record_from_game(&g);
        Error err = {0};
        CHECK(row, record_replay(r, record_last(r), &back, &err));
        CHECK_INT(row, game_seat(&back), game_seat(&g));
        CHECK_INT(row, back.count, g.count);
        CHECK_INT(row, back.opening.step, g.opening.step);
        CHECK_INT(row, back.opening.placed, g.opening.placed);
        CHECK_INT(row, back.opening.swapped, g.opening.swapped);
        CHECK(row, back.opening.rule == g.opening.rule);
        CHECK(row, !memcmp(back.board.at, g.board.at, sizeof g.board.at));
        record_free(r);
    }
}

TEST(record_replay_rejects_moves_against_the_opening) {
    Record *r = record_new(15, &rules_freestyle);
    record_set_value(r, r->root, "OPENING", "swap");
    Node *node = r->root;
    for (int i = 0; i < 4; i++)
        node = record_add_move(r, node, i % 2 ? WHITE : BLACK, point_at(i, i));
    static Game g;
    Error err = {0};
    CHECK("a stone instead of a choice", !record_replay(r, node, &g, &err));
    CHECK_TEXT("error", err.text, "move 4: the opening rule asks for something else now");
    record_free(r);
}
