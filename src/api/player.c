// C API: players (pentad_player_*).
#include "api/api_internal.h"

#include "base/mem.h"
#include "player/player.h"

struct PentadPlayer {
    Player player;
};

PentadPlayer *pentad_player_new(const char *description, PentadError *error) {
    Error err = {0};
    Player opened;
    if (!description)
        error_set(&err, "no player is named");
    if (!description || !player_open(description, &opened, &err)) {
        api_error_copy(&err, error);
        return NULL;
    }
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
        return api_error_set(error, "no player or no place for the point is given");
    if (!api_has_running_game(game, error))
        return false;
    if (milliseconds < 0)
        return api_error_set(error, "a time is 0 or more milliseconds");
    const OpeningStep *step = opening_step(&game->game.opening);
    if (step && step->choices)
        return api_error_set(error, "the opening rule asks for a choice of colors, not for a move");
    PlayerMove choice;
    Error err = {0};
    if (!player_choose(&player->player, &game->game, &(Budget){.ms = milliseconds}, (StopToken){0},
                       &choice, &err))
        return api_error_copy(&err, error);
    *point = api_point(choice.move);
    return true;
}
