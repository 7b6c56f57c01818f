// What levels think about: from a room to the text of a task, and from the answer to a move.
#include "room/hall_inside.h"

#include "base/mem.h"
#include "core/mist.h"
#include "core/movetext.h"

#include <string.h>

static int64_t thinking_time(const Room *r, const Level *level) {
    const Game *g = &r->game;
    int64_t share = timer_share(&g->time, &g->timers[game_seat(g)]).usual_ms;
    return share > 0 && share < level->ms ? share : level->ms;
}

static void add_moves(const Room *r, Str *out) {
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
static void add_what_was_seen(const Room *r, Str *out) {
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

bool hall_task(Hall *h, const char *game, Task *out) {
    Error ignored = {0};
    const Entry *e = hall_open(h, game, &ignored);
    int level = e ? hall_level_at(h, &e->row, room_turn(e->room)) : 0;
    if (!level)
        return false;
    const Room *r = e->room;
    *out = (Task){
        .game = r->row.id,
        .at = {r->game.count, r->row.line},
        .ms = thinking_time(r, level_row(level)),
    };
    const char *player = level_row(level)->player;
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
static Entry *still_asked(Hall *h, const Task *task) {
    Error ignored = {0};
    Entry *e = hall_open(h, task->game.text, &ignored);
    if (!e || e->room->game.count != task->at.ply || e->row.line != task->at.line)
        return NULL;
    return hall_level_at(h, &e->row, room_turn(e->room)) ? e : NULL;
}

// In the mist an answer is a list: whoever cannot see may come upon a stone.
bool hall_level_plays(Hall *h, const Task *task, const char *moves) {
    Entry *e = still_asked(h, task);
    if (!e)
        return true; // nobody waits for it any more
    for (size_t len; *moves; moves += len + strspn(moves + len, " ")) {
        len = strcspn(moves, " ");
        char move[MOVE_TEXT_SIZE];
        bool again;
        Error ignored = {0};
        snprintf(move, sizeof move, "%.*s", (int)(len < sizeof move ? len : 0), moves);
        int seq = e->room->row.seq, tried = e->room->tried_count;
        Refusal no =
            room_play(e->room, room_turn(e->room), &task->at, move, h->now, &again, &ignored);
        hall_note_try(h, e, tried);
        if (!no)
            hall_note_move(h, e);
        else if (e->room->row.seq != seq)
            hall_note_row(h, e); // the flag had fallen
        if (!no || e->room->row.seq != seq)
            return true;
    }
    return false;
}

void hall_level_fails(Hall *h, const Task *task) {
    Entry *e = still_asked(h, task);
    if (!e)
        return;
    room_fail(e->room, h->now);
    hall_note_row(h, e);
}

void hall_each_level_to_move(Hall *h, GameIdVisitor *visit, void *context) {
    int count = 0;
    GameId *ids = mem_alloc(((size_t)h->roster.count + 1) * sizeof *ids);
    RosterWalk w = roster_walk(&h->roster);
    for (const Entry *e; (e = roster_next(&w));)
        if (e->row.state == GAME_PLAYING &&
            (hall_level_at(h, &e->row, 0) || hall_level_at(h, &e->row, 1)))
            ids[count++] = e->row.id;
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        const Entry *e = hall_open(h, ids[i].text, &ignored);
        if (e && hall_level_at(h, &e->row, room_turn(e->room)))
            visit(context, &ids[i]);
    }
    mem_free(ids);
}
