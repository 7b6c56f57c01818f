// RPC "read" and "write": game records from and to files.
#include "base/number.h"
#include "core/notation.h"
#include "record/format.h"
#include "record/game_in_tree.h"
#include "wasm/request.h"
#include "wasm/rpc_internal.h"

static bool find_format(RpcCall *call, const Format **out, Error *err) {
    const char *name = "sgf";
    return request_text(call->request, "format", &name, err) && (*out = format_find(name, err));
}

static void write_setup(JsonWriter *w, const Board *b, Stone color) {
    Point points[BOARD_MAX * BOARD_MAX];
    int count = 0;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (b->at[p] == color)
            points[count++] = p;
    write_points(w, stone_word(color), points, count, b->size);
}

static void write_game(JsonWriter *w, const Game *g) {
    Point moves[GAME_MOVES_MAX];
    int count = 0;
    for (int i = 0; i < g->count; i++)
        if (board_has(&g->board, g->moves[i].point))
            moves[count++] = g->moves[i].point;
    write_text(w, "rules", g->board.rules->name);
    write_number(w, "size", g->board.size);
    if (g->start.stones > 0 || g->start.turn != BLACK) {
        write_setup(w, &g->start, BLACK);
        write_setup(w, &g->start, WHITE);
        write_text(w, "turn", stone_word(g->start.turn));
    }
    write_points(w, "moves", moves, count, g->board.size);
}

static bool write_game_record(JsonWriter *w, const Record *r, Error *err) {
    static const char *const names[][2] = {{"PB", "black_name"}, {"PW", "white_name"}};
    Game g;
    ScopedStr sgf = {0};
    bool ok = record_replay(r, record_last(r), &g, err) &&
              format_sgf.write(r, &(WriteOptions){0}, &sgf, err);
    if (ok) {
        write_game(w, &g);
        for (int i = 0; i < COUNT(names); i++) {
            const char *name = node_value(r->root, names[i][0]);
            write_text(w, names[i][1], name ? name : "");
        }
        write_text(w, "notes", str_text(&r->notes));
        write_text(w, "sgf", str_text(&sgf));
    }
    return ok;
}

bool rpc_read(RpcCall *call, Error *err) {
    const Format *format;
    const char *rules = NULL;
    int64_t size = 0;
    ReadOptions options = {0};
    if (!find_format(call, &format, err) || !request_text(call->request, "rules", &rules, err) ||
        !request_integer(call->request, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err) ||
        (rules && !(options.rules = rules_find(rules, err))))
        return false;
    if (!format->read)
        return error_set(err, "format %s can be written but not read", format->name);
    options.size = (int)size;
    Record *r = format->read(call->bytes, call->len, &options, err);
    bool ok = r && write_game_record(call->reply, r, err);
    record_free(r);
    return ok;
}

// The fields of a game besides its moves.
typedef struct {
    const char *black, *white, *result;
} GameInfo;

static bool read_game_info(RpcCall *call, GameInfo *out, Error *err) {
    Result ignored;
    if (!request_text(call->request, "black_name", &out->black, err) ||
        !request_text(call->request, "white_name", &out->white, err) ||
        !request_text(call->request, "result", &out->result, err))
        return false;
    return !out->result || record_parse_result(out->result, &ignored) ||
           error_set(err, "result: '%.20s' is not a result such as B+R, W+T or 0", out->result);
}

static Record *request_record(RpcCall *call, Error *err) {
    GameInfo info = {0};
    Game g;
    if (!request_game(call->request, &g, err) || !read_game_info(call, &info, err))
        return NULL;
    Record *r = record_from_game(&g);
    if (info.black)
        record_set_value(r, r->root, "PB", info.black);
    if (info.white)
        record_set_value(r, r->root, "PW", info.white);
    if (info.result && game_result(&g).reason == END_NONE)
        record_set_value(r, r->root, "RE", info.result);
    return r;
}

// Bytes as hexadecimal digits, because JSON has only text.
static void write_hex(JsonWriter *w, const char *name, const Str *bytes) {
    ScopedStr digits = {0};
    for (size_t i = 0; i < bytes->len; i++)
        str_add(&digits, "%02x", (unsigned)(uint8_t)bytes->data[i]);
    write_text(w, name, str_text(&digits));
}

// A game tree comes as an SGF file, a plain game in the fields of the request.
bool rpc_write(RpcCall *call, Error *err) {
    const Format *format;
    if (!find_format(call, &format, err))
        return false;
    Record *r = call->len ? format_sgf.read(call->bytes, call->len, &(ReadOptions){0}, err)
                          : request_record(call, err);
    ScopedStr text = {0};
    bool ok = r && format->write(r, &(WriteOptions){0}, &text, err);
    if (ok && format->is_binary)
        write_hex(call->reply, "hex", &text);
    else if (ok)
        write_text(call->reply, "text", str_text(&text));
    record_free(r);
    return ok;
}
