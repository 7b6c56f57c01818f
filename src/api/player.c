// C API: players (pentad_player_*).
#include "player/player.h"
#include "api/api_internal.h"
#include "base/clock.h"
#include "base/mem.h"

struct PentadPlayer {
    Player player;
    atomic_bool stopped; // by pentad_player_stop
};

PentadPlayer *pentad_player_new(const char *description, PentadError *error) {
    Player opened;
    if (!description)
        api_error_set(error, "no player is named");
    if (!description || !player_open(description, &opened, api_error(error)))
        return NULL;
    PentadPlayer *player = mem_alloc(sizeof *player);
    player->player = opened;
    return player;
}

void pentad_player_free(PentadPlayer *player) {
    if (!player)
        return;
    player_close(&player->player);
    mem_free(player);
}

bool pentad_player_choose(PentadPlayer *player, const PentadGame *game, int64_t milliseconds,
                          PentadPoint *point, PentadError *error) {
    if (!player || !point)
        return api_error_set(error, "the player or the point is NULL");
    if (!api_has_running_game(game, error))
        return false;
    if (milliseconds < 0)
        return api_error_set(error, "a time is 0 or more milliseconds");
    const OpeningStep *step = opening_step(&game->game.opening);
    if (step && step->choices)
        return api_error_set(error, "the opening rule asks for a choice of colors, not for a move");
    PlayerMove choice;
    if (!player_choose(&player->player, &game->game, &(Budget){.ms = milliseconds},
                       stop_token_of(&player->stopped), &choice, api_error(error)))
        return false;
    *point = api_point(choice.move);
    return true;
}

void pentad_player_stop(PentadPlayer *player) {
    if (player)
        atomic_store(&player->stopped, true);
}

void pentad_player_resume(PentadPlayer *player) {
    if (player)
        atomic_store(&player->stopped, false);
}
