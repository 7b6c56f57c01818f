// What levels think about: from a room to the text of a task, and from the answer to a move.
#include "games/registry_internal.h"

#include "base/mem.h"
#include "core/mist.h"
#include "core/move_text.h"

#include <string.h>

static int64_t thinking_time(const GameSession *r, const LevelInfo *level) {
    const Game *g = &r->game;
    int64_t share = timer_move_time(&g->time, &g->timers[game_seat(g)]).usual_ms;
    return share > 0 && share < level->ms ? share : level->ms;
}

static void add_moves(const GameSession *r, Str *out) {
    for (int i = 0; i < r->game.count; i++)
        str_add(out, " %s", move_text(r->game.moves[i].point, r->row.size).text);
}

static void add_view(const Board *b, Point centre, Str *out) {
    MistView view = mist_view(b, centre);
    str_add(out, " %s:", move_text(centre, MIST_BOARD_SIZE).text);
    for (int i = 0; i < MIST_CELLS; i++)
        str_add_char(out, ".#ox"[view.cells[i]]);
}

// In the mist a level gets what a person in its seat got: what it saw at each of its turns, and
// what it played.
static void add_what_was_seen(const GameSession *r, Str *out) {
    Board b;
    board_init(&b, r->game.board.rules, r->row.size);
    Point centre = mist_first_centre();
    Stone me = r->game.board.turn;
    for (int i = 0; i <= r->game.count; i++) {
        if (b.turn == me)
            add_view(&b, centre, out);
        if (i == r->game.count)
            break;
        Point p = r->game.moves[i].point;
        if (b.turn == me)
            str_add(out, " %s", move_text(p, r->row.size).text);
        board_place(&b, b.turn, p);
        centre = mist_centre_after(p);
    }
}

bool registry_move_job(GameRegistry *h, const char *game, MoveJob *out) {
    Error ignored = {0};
    const GameEntry *e = registry_open_game(h, game, &ignored);
    int level = e ? registry_level_at(h, &e->row, session_turn(e->room)) : 0;
    if (!level)
        return false;
    const GameSession *r = e->room;
    *out = (MoveJob){
        .game = r->row.id,
        .at = {r->game.count, r->row.line},
        .ms = thinking_time(r, level_info(level)),
    };
    const char *player = level_info(level)->player;
    if (r->row.mist) {
        str_add(&out->text, "mist %s %lld %s", player, (long long)out->ms,
                r->game.board.turn == BLACK ? "black" : "white");
        add_what_was_seen(r, &out->text);
    } else {
        str_add(&out->text, "think %s %lld %s %d %s", player, (long long)out->ms, r->row.rules,
                r->row.size, r->row.opening);
        add_moves(r, &out->text);
    }
    return true;
}

// The game for which a task was made, if it still stands where it stood then.
static GameEntry *still_asked(GameRegistry *h, const MoveJob *task) {
    Error ignored = {0};
    GameEntry *e = registry_open_game(h, task->game.text, &ignored);
    if (!e || e->room->game.count != task->at.ply || e->row.line != task->at.line)
        return NULL;
    return registry_level_at(h, &e->row, session_turn(e->room)) ? e : NULL;
}

// In the mist an answer is a list: whoever cannot see may come upon a stone.
bool registry_finish_move_job(GameRegistry *h, const MoveJob *task, const char *moves) {
    GameEntry *e = still_asked(h, task);
    if (!e)
        return true; // nobody waits for it any more
    for (size_t len; *moves; moves += len + strspn(moves + len, " ")) {
        len = strcspn(moves, " ");
        char move[MOVE_TEXT_SIZE];
        bool again;
        Error ignored = {0};
        snprintf(move, sizeof move, "%.*s", (int)(len < sizeof move ? len : 0), moves);
        int seq = e->room->row.seq, tried = e->room->tried_count;
        Status no =
            session_play(e->room, session_turn(e->room), &task->at, move, h->now, &again, &ignored);
        registry_save_try(h, e, tried);
        if (!no)
            registry_save_move(h, e);
        else if (e->room->row.seq != seq)
            registry_save_state(h, e); // the flag had fallen
        if (!no || e->room->row.seq != seq)
            return true;
    }
    return false;
}

void registry_fail_move_job(GameRegistry *h, const MoveJob *task) {
    GameEntry *e = still_asked(h, task);
    if (!e)
        return;
    session_level_failed(e->room, h->now);
    registry_save_state(h, e);
}

void registry_each_level_to_move(GameRegistry *h, GameIdVisitor *visit, void *context) {
    int count = 0;
    GameId *ids = mem_alloc(((size_t)h->roster.count + 1) * sizeof *ids);
    GameTableIterator w = game_table_iterate(&h->roster);
    for (const GameEntry *e; (e = game_table_next(&w));)
        if (e->row.state == GAME_PLAYING &&
            (registry_level_at(h, &e->row, 0) || registry_level_at(h, &e->row, 1)))
            ids[count++] = e->row.id;
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        const GameEntry *e = registry_open_game(h, ids[i].text, &ignored);
        if (e && registry_level_at(h, &e->row, session_turn(e->room)))
            visit(context, &ids[i]);
    }
    mem_free(ids);
}
