// RPC "game": the state of a game played offline in the page, with the field names of the server's
// game snapshot (docs/server.md).
#include "core/forbidden.h"
#include "core/move_text.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

static void add_choices(Str *out, unsigned choices) {
    static const struct {
        unsigned bit;
        Point answer;
    } rows[] = {{MAY_STAY, POINT_STAY}, {MAY_SWAP, POINT_SWAP}, {MAY_MORE, POINT_MORE}};
    const char *comma = "";
    str_add_text(out, ",\"choices\":[");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (choices & rows[i].bit) {
            str_add(out, "%s\"%s\"", comma, move_text(rows[i].answer, 0).text);
            comma = ",";
        }
    str_add_char(out, ']');
}

static void add_turn(Str *out, const Game *g) {
    const OpeningStep *step = opening_step(&g->opening);
    bool chooses = step && step->choices;
    str_add(out, ",\"turn\":{\"seat\":%d", (int)game_seat(g));
    rpc_add_text(out, "color", rpc_color(g->board.turn));
    rpc_add_text(out, "asks", chooses ? "choice" : "stone");
    add_choices(out, chooses ? step->choices : 0);
    str_add(out, ",\"stones\":%d}", step && !chooses ? step->stones - g->opening.placed : 0);
}

static void add_fouls(Str *out, const Board *b) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    const char *comma = "";
    str_add_text(out, ",\"fouls\":{");
    for (int i = 0; i < n; i++) {
        const char *foul = play_result_foul(board_check(b, empty[i]));
        if (!foul)
            continue;
        str_add(out, "%s\"%s\":\"%s\"", comma, move_text(empty[i], b->size).text, foul);
        comma = ",";
    }
    str_add_char(out, '}');
}

static void add_five(Str *out, const Board *b) {
    Point line[BOARD_MAX];
    int n = b->winner == EMPTY ? 0 : board_winning_line(b, b->winner, line);
    str_add_text(out, ",\"five\":[");
    for (int i = 0; i < n; i++)
        str_add(out, "%s\"%s\"", i > 0 ? "," : "", move_text(line[i], b->size).text);
    str_add_char(out, ']');
}

static void add_result(Str *out, const Game *g) {
    Result r = game_result(g);
    Str words = {0};
    result_format(r, &words);
    str_add_text(out, ",\"result\":{\"winner\":");
    str_add_text(out, r.winner == BLACK ? "\"black\"" : r.winner == WHITE ? "\"white\"" : "null");
    if (r.winner == EMPTY)
        str_add_text(out, ",\"seat\":null");
    else
        str_add(out, ",\"seat\":%d", (int)game_seat_of(g, r.winner));
    rpc_add_text(out, "reason", r.reason == END_FIVE ? "five" : "full");
    rpc_add_text(out, "text", str_text(&words));
    str_add_char(out, '}');
    str_release(&words);
}

bool rpc_game(RpcCall *call, Error *err) {
    Game g;
    if (!request_game(call->request, &g, err))
        return false;
    bool over = game_result(&g).reason != END_NONE;
    const char *first = rpc_color(game_seat_of(&g, BLACK) == SEAT_FIRST ? BLACK : WHITE);
    const char *second = rpc_color(game_seat_of(&g, BLACK) == SEAT_FIRST ? WHITE : BLACK);
    str_add(call->out, ",\"colors\":[\"%s\",\"%s\"]", first, second);
    if (over) {
        str_add_text(call->out, ",\"turn\":null,\"fouls\":{}");
        add_result(call->out, &g);
    } else {
        add_turn(call->out, &g);
        add_fouls(call->out, &g.board);
        str_add_text(call->out, ",\"result\":null");
    }
    add_five(call->out, &g.board);
    return true;
}
