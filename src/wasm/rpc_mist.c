// RPC "mist": what each side knew in a game of Gomoku in the Mist, and what it could have known.
#include "base/mem.h"
#include "core/mist.h"
#include "core/notation.h"
#include "session/game_session.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <stdio.h>

// "tries": [{"ply": 3, "move": "h8"}, ...]
static bool read_tries(const Json *request, GameSession *out, Error *err) {
    const Json *tries = json_find(request, "tries");
    if (tries && tries->kind != JSON_ARRAY)
        return error_set(err, "\"tries\" must be an array");
    for (const Json *j = tries ? tries->first : NULL; j; j = j->next) {
        int64_t ply = -1;
        const char *move = NULL;
        Point p;
        if (!request_integer(j, "ply", 0, out->game.count, &ply, err) ||
            !request_text(j, "move", &move, err) || !move ||
            !move_parse(move, MIST_BOARD_SIZE, &p, err) || !board_has(&out->game.board, p))
            return error_set(err, "a try is an object with \"ply\" and \"move\"");
        if (out->try_count == COUNT(out->tries))
            return error_set(err, "too many tries");
        MistTry *t = &out->tries[out->try_count++];
        t->ply = (int)ply;
        snprintf(t->text, sizeof t->text, "%s", move);
    }
    return true;
}

static bool read_session(const Json *request, GameSession *out, Error *err) {
    Game g;
    if (!request_game(request, &g, err))
        return false;
    if (!mist_has_game(&g))
        return error_set(err, "the mist is freestyle on 19x19, from the empty board");
    session_init(out, &(SessionOptions){.game = {.size = MIST_BOARD_SIZE}, .mist = true},
                 (Timestamp){0});
    session_set_game(out, &g, (Timestamp){0});
    return read_tries(request, out, err);
}

// A side that had no turn yet is left out.
static void write_side(JsonWriter *w, const GameSession *session, int seat, int ply) {
    MistKnowledge known;
    Point points[POINT_COUNT];
    int turn_ply, count = 0;
    if (!session_mist_knowledge(session, seat, ply, &turn_ply, &known))
        return;
    Stone color = game_color_of(&session->game, (Seat)seat);
    write_object(w, stone_word(color));
    write_number(w, "ply", turn_ply);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (known.seen.at[p] == stone_other(color))
            points[count++] = p;
    write_points(w, "seen", points, count, MIST_BOARD_SIZE);
    write_points(w, "deduced", points, mist_knowledge_deduced(&known, points), MIST_BOARD_SIZE);
    write_points(w, "possible", points, mist_knowledge_possible(&known, points), MIST_BOARD_SIZE);
    write_end_object(w);
}

bool rpc_mist(RpcCall *call, Error *err) {
    GameSession *session = mem_alloc(sizeof *session);
    bool ok = read_session(call->request, session, err);
    int64_t ply = session->game.count;
    ok = ok && request_integer(call->request, "ply", 0, session->game.count, &ply, err);
    for (int seat = SEAT_FIRST; ok && seat <= SEAT_SECOND; seat++)
        write_side(call->reply, session, seat, (int)ply);
    mem_free(session);
    return ok;
}
