#include "thinking.h"

#include "base/mem.h"
#include "player/player.h"

#include <strings.h>

typedef struct {
    Game game;
    Limits limits;
    Str player;
    Point move;
    Error err;
} Thought;

static bool choose(Thought *t) {
    Player player;
    if (!player_open(str_text(&t->player), &player, &t->err))
        return false;
    bool ok = player_choose(&player, &t->game, &t->limits, &t->move, &t->err);
    player_close(&player);
    return ok;
}

// By itself the engine stops after its usual time even where more is allowed.
static void describe_player(const char *name, int64_t ms, Str *out) {
    str_add_text(out, name);
    if (!strcasecmp(name, player_strong.name))
        str_add(out, ":%lld", (long long)ms);
}

bool choose_move(const Game *g, const char *player, int64_t ms, Point *move) {
    Thought *t = mem_alloc(sizeof *t);
    t->game = *g;
    t->limits.ms = ms;
    describe_player(player, ms, &t->player);
    bool ok;
    Py_BEGIN_ALLOW_THREADS;
    ok = choose(t);
    Py_END_ALLOW_THREADS;
    if (ok)
        *move = t->move;
    else
        raise_error(PyExc_ValueError, &t->err);
    str_release(&t->player);
    mem_free(t);
    return ok;
}
