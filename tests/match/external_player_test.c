// External engine as a player: a person at the keyboard must not have to wait for it.
#include "match/participant.h"

#include "test.h"

static bool counts_and_stops(void *calls) {
    ++*(int *)calls;
    return true;
}

// The program never answers START.
TEST(external_player_stops_waiting_for_an_engine_that_does_not_start) {
    Player player;
    Error err = {0};
    int calls = 0;
    PlayerMove choice;
    static Game g;
    game_init(&g, &(GameOptions){.size = 15});
    CHECK("open", external_player_open("gomocup:sleep 100", &player, &err));
    StopToken stop = {counts_and_stops, &calls};
    CHECK("no move", !player_choose(&player, &g, &(Budget){0}, stop, &choice, &err));
    CHECK("the stop token was polled", calls > 0);
    player_close(&player);
}
