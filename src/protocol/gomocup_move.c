// Choosing moves in the Gomocup protocol: moves, balancing stones, swap2 and pondering.
#include "base/clock.h"
#include "core/notation.h"
#include "protocol/gomocup_session.h"

// ---- Reports during the search

// Mate distances are in plies: +M9, -M12.
static void add_value(int value, Str *out) {
    if (value > ENGINE_CERTAIN)
        str_add(out, "+M%d", ENGINE_MATE - value);
    else if (value < -ENGINE_CERTAIN)
        str_add(out, "-M%d", ENGINE_MATE + value);
    else
        str_add(out, "%d", value);
}

// For people, and for managers that parse values: "MESSAGE Depth 9 | Eval 12 | Time 34ms | H8 I9".
static void add_message(const EngineResult *a, int i, int size, Str *out) {
    const EngineLine *l = &a->lines[i];
    str_add_text(out, "MESSAGE ");
    if (a->line_count > 1)
        str_add(out, "(%d) ", i + 1);
    str_add(out, "Depth %d | Eval ", l->depth);
    add_value(l->value, out);
    str_add(out, " | Time %lldms |", (long long)a->ms);
    for (int k = 0; k < l->length; k++) {
        str_add_char(out, ' ');
        point_format(l->moves[k], NOTATION_POS, size, out);
    }
    str_add_char(out, '\n');
}

static void add_xy(Point p, Str *out) {
    str_add(out, "%d,%d", point_x(p), point_y(p));
}

// For GUIs, in the format of Yixin-Board and gomocalc.
static void add_gui_line(const EngineResult *a, int i, Str *out) {
    const EngineLine *l = &a->lines[i];
    str_add(out, "INFO PV %d\nINFO NUMPV %d\nINFO DEPTH %d\nINFO SELDEPTH %d\n", i, a->line_count,
            l->depth, l->length);
    str_add(out, "INFO TOTALNODES %lld\nINFO TOTALTIME %lld\nINFO SPEED %lld\nINFO EVAL ",
            (long long)a->nodes, (long long)a->ms,
            (long long)(a->nodes * 1000 / (a->ms > 0 ? a->ms : 1)));
    add_value(l->value, out);
    str_add(out, "\nINFO WINRATE %.4f\nINFO BESTLINE", engine_win_rate(l->value));
    for (int k = 0; k < l->length; k++) {
        str_add_char(out, ' ');
        add_xy(l->moves[k], out);
    }
    str_add_text(out, "\nINFO PV DONE\n");
}

static void add_best(const EngineResult *a, Str *out) {
    str_add_text(out, "MESSAGE REALTIME BEST ");
    add_xy(a->lines[0].move, out);
    str_add_char(out, '\n');
}

static void report(void *context, const EngineResult *a) {
    Gomocup *g = context;
    ScopedStr text = {0};
    if (g->info.detail & DETAIL_BEST)
        add_best(a, &text);
    for (int i = 0; i < a->line_count; i++) {
        if (g->info.detail & DETAIL_LINES)
            add_gui_line(a, i, &text);
        add_message(a, i, g->size, &text);
    }
    if (g->send)
        g->send(g->send_context, &text);
    else
        str_add_text(&g->messages, str_text(&text));
}

// ---- Requests

// True if the next move needs an engine request: points are blocked, or INFO asks the engine for
// reports or threads. Otherwise the player chooses it.
static bool asks_engine(const Gomocup *g) {
    bool is_strong = g->player.kind == &player_strong;
    return g->blocked.count > 0 || (is_strong && (g->info.detail > 0 || g->info.threads > 1));
}

bool gomocup_open_player(Gomocup *g, Error *err) {
    ScopedStr name = {0};
    if (g->level > 0)
        str_add(&name, "%s:%d", player_level.name, g->level);
    else
        str_add_text(&name, str_text(&g->player_name));
    player_close(&g->player);
    return player_open(str_text(&name), &g->player, err);
}

void gomocup_limit_memory(Gomocup *g) {
    int64_t memory = gomocup_info_memory(&g->info), table = g->info.hash_kib * 1024;
    player_set_memory(&g->player, memory, table);
    if (g->engine)
        engine_set_memory(g->engine, memory, table);
}

Engine *gomocup_engine(Gomocup *g) {
    Engine *of_player = player_engine(&g->player);
    if (!of_player && !g->engine) {
        g->engine = engine_new(NULL);
        gomocup_limit_memory(g);
    }
    return of_player ? of_player : g->engine;
}

// A request for the position, with every move but the blocked ones. Reports are sent as INFO
// show_detail asks, or always.
typedef enum { REPORT_AS_CONFIGURED, REPORT_ALWAYS } GomocupReporting;

static EngineRequest request_for(Gomocup *g, const Budget *budget, int lines,
                                 GomocupReporting reporting) {
    for (int i = 0; i < g->blocked.count; i++)
        g->excluded[i] = g->blocked.at[i].point;
    return (EngineRequest){
        .board = &g->game.board,
        .budget = *budget,
        .threads = (int)g->info.threads,
        .line_count = lines,
        .excluded = g->excluded,
        .excluded_count = g->blocked.count,
        .move_only = true,
        .stop = g->stop,
        .on_progress = reporting == REPORT_ALWAYS || g->info.detail > 0 ? report : NULL,
        .progress_context = g,
    };
}

// ---- Moves

void gomocup_prepare(Gomocup *g) {
    Error ignored;
    const Rules *rules = gomocup_info_rules(&g->info, &ignored);
    if (!rules || g->size == 0)
        return;
    if (asks_engine(g))
        engine_prepare(gomocup_engine(g), rules, &ignored);
    else
        player_prepare(&g->player, rules, &ignored); // the first move reports it again
}

static void add_point(Point p, Str *reply) {
    str_add(reply, "%s%d,%d", reply->len > 0 ? " " : "", point_x(p), point_y(p));
}

static bool require_unfinished(const Game *game, Error *err) {
    Result result = game_result(game);
    if (result.reason == END_NONE)
        return true;
    ScopedStr text = {0};
    result_format(result, &text);
    return error_set(err, "the game is over: %s", str_text(&text));
}

static Budget budget_now(const Gomocup *g) {
    return gomocup_info_budget(&g->info, clock_now_ms() - g->received_ms);
}

enum { SEARCH_DEFAULT_MS = 2000 };

// The budget of an engine request. Default: two seconds, like the player. The time to prepare the
// engine counts.
static bool engine_budget_now(Gomocup *g, Budget *out, Error *err) {
    if (!engine_prepare(gomocup_engine(g), g->game.board.rules, err))
        return false;
    *out = budget_now(g);
    if (g->analysis_nodes > 0)
        out->nodes = g->analysis_nodes;
    if (out->ms == 0 && out->nodes == 0 && out->depth == 0)
        out->ms = SEARCH_DEFAULT_MS;
    return true;
}

static bool take_move(const EngineLine *line, Point *p, Error *err) {
    *p = line->move;
    return line->move != POINT_PASS || error_set(err, "every legal point is blocked");
}

static bool analyze(Gomocup *g, int lines, GomocupReporting reporting, Point *p, Error *err) {
    Budget budget;
    if (!engine_budget_now(g, &budget, err))
        return false;
    EngineRequest request = request_for(g, &budget, lines, reporting);
    EngineResult result = engine_run(gomocup_engine(g), &request);
    return take_move(&result.lines[0], p, err);
}

// `moves`: how many moves of this answer still have to share the time.
static bool choose(Gomocup *g, int moves, Point *p, Error *err) {
    if (!require_unfinished(&g->game, err))
        return false;
    if (asks_engine(g) && !opening_step(&g->game.opening))
        return analyze(g, 1, REPORT_AS_CONFIGURED, p, err);
    Budget budget = budget_now(g);
    budget.ms = budget.ms > moves ? budget.ms / moves : budget.ms;
    budget.target_ms = moves > 1 ? 0 : budget.target_ms;
    PlayerMove choice;
    bool ok = player_choose(&g->player, &g->game, &budget, g->stop, &choice, err);
    *p = choice.move;
    return ok;
}

static void spend(Gomocup *g) {
    g->has_moved = true;
    g->info.spent_ms += clock_now_ms() - g->received_ms - g->info.increment_ms;
}

// Only the position counts, not the order of the stones, which only renju managers preserve.
bool gomocup_set_up(Gomocup *g, Error *err) {
    const Rules *rules = gomocup_info_rules(&g->info, err);
    if (!rules)
        return false;
    Board b;
    board_init(&b, rules, g->size);
    for (int i = 0; i < g->stones.count; i++)
        board_place(&b, g->stones.at[i].color, g->stones.at[i].point);
    b.turn = (uint8_t)(g->own == EMPTY ? BLACK : g->own);
    board_recompute_winner(&b);
    game_init(&g->game, &(GameOptions){.rules = rules, .size = g->size});
    game_start_from(&g->game, &b);
    if (g->info.max_moves > 0 && g->stones.count >= g->info.max_moves &&
        game_result(&g->game).reason == END_NONE)
        game_end(&g->game, END_MOVE_LIMIT, EMPTY);
    return true;
}

void gomocup_ponder(Gomocup *g, StopToken stop) {
    Error ignored;
    if (!g->info.pondering || !g->has_moved || !gomocup_set_up(g, &ignored))
        return;
    g->game.board.turn = g->game.start.turn = (uint8_t)stone_other(g->own);
    if (game_result(&g->game).reason != END_NONE)
        return;
    EngineRequest request = {
        .board = &g->game.board, .threads = (int)g->info.threads, .stop = stop};
    if (asks_engine(g))
        engine_run(gomocup_engine(g), &request);
    else
        player_ponder(&g->player, &g->game, stop);
}

static bool set_up_unfinished(Gomocup *g, Error *err) {
    if (g->own == EMPTY)
        g->own = BLACK;
    return gomocup_set_up(g, err) && require_unfinished(&g->game, err);
}

static bool play_own(Gomocup *g, Point p, Str *reply, Error *err) {
    if (!gomocup_stones_add(&g->stones, p, g->own, err))
        return false;
    add_point(p, reply);
    spend(g);
    return true;
}

bool gomocup_move(Gomocup *g, Str *reply, Error *err) {
    Point p;
    return set_up_unfinished(g, err) && choose(g, 1, &p, err) && play_own(g, p, reply, err);
}

bool gomocup_move_nbest(Gomocup *g, int lines, Str *reply, Error *err) {
    Point p;
    return set_up_unfinished(g, err) && analyze(g, lines, REPORT_ALWAYS, &p, err) &&
           play_own(g, p, reply, err);
}

bool gomocup_balance(Gomocup *g, int stones, int target, Str *reply, Error *err) {
    Budget budget;
    if (!set_up_unfinished(g, err) || !engine_budget_now(g, &budget, err))
        return false;
    EngineRequest request = request_for(g, &budget, 1, REPORT_AS_CONFIGURED);
    request.kind = stones == 1 ? REQUEST_BALANCE : REQUEST_BALANCE_TWO;
    request.balance_target = target;
    EngineLine line = engine_run(gomocup_engine(g), &request).lines[0];
    Point p;
    if (!take_move(&line, &p, err))
        return false;
    if (line.length < stones)
        return error_set(err, "there is no room for %d stones", stones);
    for (int i = 0; i < stones; i++) {
        Stone color = i % 2 == 0 ? g->own : stone_other(g->own);
        if (!gomocup_stones_add(&g->stones, line.moves[i], color, err))
            return false;
        add_point(line.moves[i], reply);
    }
    spend(g);
    return true;
}

// ---- Swap2

enum { SWAP2_FIRST = 3, SWAP2_ALL = 5 }; // stones before the first choice, and before the second

// Replays the received stones as moves of the swap2 opening.
static bool replay_opening(Gomocup *g, Error *err) {
    const GomocupStones *stones = &g->block.stones;
    if (stones->count != 0 && stones->count != SWAP2_FIRST && stones->count != SWAP2_ALL)
        return error_set(err, "SWAP2BOARD comes with 0, 3 or 5 stones, not with %d", stones->count);
    const Rules *rules = gomocup_info_rules(&g->info, err);
    if (!rules)
        return false;
    game_init(&g->game, &(GameOptions){.rules = rules, .size = g->size, .opening = &opening_swap2});
    for (int i = 0; i < stones->count; i++) {
        if (i == SWAP2_FIRST)
            game_play(&g->game, POINT_MORE);
        game_play(&g->game, stones->at[i].point);
    }
    return true;
}

// Makes every move and choice of `seat` until it is the opponent's turn. A choice other than SWAP
// has no text of its own: it shows in who moves next.
static bool play_seat(Gomocup *g, Seat seat, Str *reply, Error *err) {
    int stones = 0;
    while (game_seat(&g->game) == seat && stones < SWAP2_FIRST) {
        bool in_opening = opening_step(&g->game.opening) != NULL;
        Point p;
        if (!choose(g, SWAP2_FIRST - stones, &p, err))
            return false;
        game_play(&g->game, p);
        if (point_is_answer(p))
            continue;
        add_point(p, reply);
        stones++;
        if (!in_opening)
            break;
    }
    if (stones == 0)
        str_add_text(reply, "SWAP");
    return true;
}

// Managers continue with BOARD, but this way TURN works too.
static void adopt_opening(Gomocup *g, Seat seat) {
    g->own = game_seat_of(&g->game, BLACK) == seat ? BLACK : WHITE;
    g->stones.count = 0;
    for (int i = 0; i < g->game.count; i++) {
        const Move *m = &g->game.moves[i];
        if (!point_is_answer(m->point))
            g->stones.at[g->stones.count++] = (GomocupStone){m->point, m->color};
    }
}

bool gomocup_swap2(Gomocup *g, Str *reply, Error *err) {
    if (!replay_opening(g, err))
        return false;
    Seat seat = game_seat(&g->game);
    if (!play_seat(g, seat, reply, err))
        return false;
    adopt_opening(g, seat);
    spend(g);
    return true;
}
