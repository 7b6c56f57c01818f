// Games the engine once lost to the greedy player, from their openings.
#include "ask.h"
#include "base/number.h"
#include "record/format.h"

#include <string.h>

// 15x15, freestyle, in the notation POS; the colour is the engine's.
static const struct {
    const char *opening;
    Stone color;
} openings[] = {
    {"e5i7g8", BLACK}, {"g10k5g11", WHITE}, {"f6k7h8", WHITE},
    {"j7i8h5", WHITE}, {"i11j5g10", WHITE}, {"i7f11k9", WHITE},
};

static Game started(const char *opening) {
    Error err = {0};
    Game g;
    Record *r = format_pos.read(opening, strlen(opening), &(ReadOptions){0}, &err);
    CHECK_TEXT(opening, err.text, "");
    CHECK(opening, record_replay(r, record_last(r), &g, &err));
    record_free(r);
    return g;
}

static Stone winner_of(const char *opening, int64_t nodes, Stone color, Player *other) {
    Engine *e = engine_without_net(); // a new one, so that games are independent
    Game g = started(opening);
    while (game_result(&g).reason == END_NONE) {
        Point move = g.board.turn == color
                         ? ask(e, &g.board, (Budget){.nodes = nodes}).lines[0].move
                         : ask_player(opening, other, &g, (Budget){0});
        CHECK_INT(opening, game_play(&g, move), PLAY_OK);
    }
    engine_free(e);
    return game_result(&g).winner;
}

// A single game depends on chance: any change of the search may flip it. Most of eighteen do not.
TEST(engine_beats_greedy_where_it_once_lost) {
    static const int64_t nodes[] = {30000, 40000, 50000};
    Error err = {0};
    Player greedy;
    int lost = 0;
    CHECK("greedy", player_open("greedy", &greedy, &err));
    for (int i = 0; i < COUNT(openings); i++)
        for (int k = 0; k < COUNT(nodes); k++)
            lost += winner_of(openings[i].opening, nodes[k], openings[i].color, &greedy) !=
                    openings[i].color;
    CHECK("of eighteen games", lost <= 4);
    player_close(&greedy);
}
