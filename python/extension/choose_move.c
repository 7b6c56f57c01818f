#include "choose_move.h"

#include "long_work.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "player/player.h"

typedef struct {
    Game game;
    Budget budget;
    Str player;
    PlayerMove choice;
    Error err;
} MoveRequest;

static bool run_player(MoveRequest *request, StopToken stop) {
    Player player;
    if (!player_open(str_text(&request->player), &player, &request->err))
        return false;
    bool ok = player_choose(&player, &request->game, &request->budget, stop, &request->choice,
                            &request->err);
    player_close(&player);
    return ok;
}

// Without an explicit time the engine stops after its default, even if more is allowed.
static void describe_player(const char *name, int64_t ms, Str *out) {
    str_add_text(out, name);
    if (ascii_equal(name, player_strong.name))
        str_add(out, ":%lld", (long long)ms);
}

bool choose_move(const Game *g, const char *player, int64_t ms, Point *move) {
    MoveRequest *request = mem_alloc(sizeof *request);
    request->game = *g;
    request->budget.ms = ms;
    describe_player(player, ms, &request->player);
    LongWork work;
    long_work_begin(&work);
    bool chosen = run_player(request, long_work_stop(&work));
    bool ok = long_work_end(&work) && (chosen || raise_error(PyExc_ValueError, &request->err));
    if (ok)
        *move = request->choice.move;
    str_release(&request->player);
    mem_free(request);
    return ok;
}
