// The random player: uniform over the legal points. The baseline of every strength scale.
#include "base/mem.h"
#include "base/number.h"
#include "base/rng.h"
#include "player/moves.h"
#include "player/player.h"

static void *random_open(const char *options, Error *err) {
    int64_t seed = 0;
    if (*options && !number_parse(options, 0, INT64_MAX, &seed, err)) {
        error_prefix(err, "seed");
        return NULL;
    }
    Rng *rng = mem_alloc(sizeof *rng);
    rng->state = *options ? (uint64_t)seed : rng_fresh_seed();
    return rng;
}

static bool random_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                          PlayerMove *out, Error *err) {
    (void)budget, (void)stop, (void)err;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    out->move = n > 0 ? legal[rng_below(self, n)] : POINT_PASS;
    return true;
}

const PlayerKind player_random = {
    .name = "random",
    .summary = "a random legal point",
    .options = "SEED",
    .open = random_open,
    .choose = random_choose,
    .close = mem_free,
};
