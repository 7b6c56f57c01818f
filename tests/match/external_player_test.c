// Another program in a seat: what people at the keyboard must not have to wait for.
#include "match/external_player.h"

#include "test.h"

static bool counts_and_stops(void *calls) {
    ++*(int *)calls;
    return true;
}

// It never says that it is ready, and would be waited for.
TEST(external_stops_waiting_for_a_program_that_does_not_start) {
    Player player;
    Error err = {0};
    int calls = 0;
    Point move = POINT_NONE;
    static Game g;
    game_init(&g, &(GameOptions){.size = 15});
    CHECK("open", external_player_open("gomocup:sleep 100", &player, &err));
    Limits limits = {.interrupted = counts_and_stops, .context = &calls};
    CHECK("no move", !player_choose(&player, &g, &limits, &move, &err));
    CHECK("somebody was asked", calls > 0);
    player_close(&player);
}
