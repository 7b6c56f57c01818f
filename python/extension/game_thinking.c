// Game.best_move: a player thinks about a copy of the game while other Python threads run.
#include "game_object.h"

#include "base/mem.h"
#include "player/player.h"

#include <strings.h>

enum { SECONDS_MAX = 3600 };

typedef struct {
    Game game;
    Limits limits;
    Str player; // as player_open takes it
    Point move;
    Error err;
} Thought;

static bool think(Thought *t) {
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

static PyObject *run_thought(Thought *t) {
    bool ok;
    Py_BEGIN_ALLOW_THREADS;
    ok = think(t);
    Py_END_ALLOW_THREADS;
    if (ok)
        return point_to_python(t->move, t->game.board.size);
    raise_error(PyExc_ValueError, &t->err);
    return NULL;
}

PyObject *game_best_move(PyObject *self, PyObject *args, PyObject *kwargs) {
    static const char *const names[] = {"seconds", "player", NULL};
    double seconds = 2;
    const char *name = player_strong.name;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|ds:best_move", (char **)names, &seconds,
                                     &name))
        return NULL;
    if (!(seconds >= 0.001 && seconds <= SECONDS_MAX)) { // nor if it is no number at all
        PyErr_Format(PyExc_ValueError, "seconds must be from 0.001 to %d", SECONDS_MAX);
        return NULL;
    }
    if (game_result(game_of(self)).reason != END_NONE) {
        PyErr_SetString(PyExc_ValueError, "the game is over: there is no move to make");
        return NULL;
    }
    Thought *t = mem_alloc(sizeof *t);
    t->game = *game_of(self);
    t->limits.ms = (int64_t)(seconds * 1000);
    describe_player(name, t->limits.ms, &t->player);
    PyObject *move = run_thought(t);
    str_release(&t->player);
    mem_free(t);
    return move;
}
