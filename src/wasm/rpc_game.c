// RPC "game": a game played offline in the page. A call is a function of the game's snapshot
// (docs/integrate/api.md), which the page keeps, and of an action: it replies with the next
// snapshot.
#include "session/game_session.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

#include <limits.h>

// The action and the acting seat; the viewer's seat unless "seat" says otherwise.
static bool read_action(const Json *request, int *seat, GameAction *out, Error *err) {
    int64_t ply = 0, line = 0, plies = 0, acting = *seat;
    const char *word = NULL;
    out->move = "";
    if (!request_text(request, "act", &word, err) ||
        !request_text(request, "move", &out->move, err) ||
        !request_integer(request, "ply", 0, GAME_MOVES_MAX, &ply, err) ||
        !request_integer(request, "line", 0, INT_MAX, &line, err) ||
        !request_integer(request, "plies", 0, GAME_MOVES_MAX, &plies, err) ||
        !request_integer(request, "seat", 0, 1, &acting, err))
        return false;
    out->kind = GAME_ACTION_COUNT; // none
    out->at = (MoveId){(int)ply, (int)line};
    out->plies = (int)plies;
    *seat = (int)acting;
    return !word || game_action_parse(word, &out->kind) ||
           error_set(err, "there is no action '%.20s'", word);
}

static bool write_view(RpcCall *call, const GameSession *session, int you, Timestamp now,
                       const Json *game, Error *err) {
    GameView view;
    session_view(session, you, now, &view);
    if (!game_view_add_from_json(&view, game, err))
        return false;
    write_object(call->reply, "game");
    game_view_write(call->reply, &view);
    write_end_object(call->reply);
    return true;
}

bool rpc_game(RpcCall *call, Error *err) {
    GameSession session;
    GameAction action;
    int64_t now = 0, you = SEAT_NONE;
    const Json *game = json_find(call->request, "game");
    if (!game || game->kind != JSON_OBJECT)
        return error_set(err, "\"game\" must be an object");
    if (!request_integer(call->request, "now", 0, INT64_MAX, &now, err) ||
        !request_integer(game, "you", 0, 1, &you, err) || !session_from_json(game, &session, err))
        return false;
    Timestamp time = {now, now};
    int seat = (int)you;
    if (!read_action(call->request, &seat, &action, err))
        return false;
    Status status = action.kind == GAME_ACTION_COUNT
                        ? STATUS_OK
                        : session_act(&session, seat, &action, time, err);
    if (status)
        call->code = status_info(status)->code;
    return !status && write_view(call, &session, (int)you, time, game, err);
}
