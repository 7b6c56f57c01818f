// Choosing moves in the Gomocup protocol: moves, balancing stones, swap2 and pondering.
#include "base/clock.h"
#include "protocol/gomocup_session.h"

void gomocup_prepare(Gomocup *g) {
    Error ignored;
    const Rules *rules = gomocup_info_rules(&g->info, &ignored);
    if (!rules || g->size == 0)
        return;
    Limits limits = gomocup_info_limits(&g->info, 0);
    if (gomocup_uses_analyst(g))
        analyst_prepare(gomocup_analyst(g), rules, &limits, &ignored);
    else
        player_prepare(&g->player, rules, &limits, &ignored); // the first move reports it again
}

static void add_point(Point p, Str *reply) {
    str_add(reply, "%s%d,%d", reply->len > 0 ? " " : "", point_x(p), point_y(p));
}

static bool require_unfinished(const Game *game, Error *err) {
    Result result = game_result(game);
    if (result.reason == END_NONE)
        return true;
    Str text = {0};
    result_format(result, &text);
    error_set(err, "the game is over: %s", str_text(&text));
    str_release(&text);
    return false;
}

static Limits limits_now(const Gomocup *g) {
    return gomocup_info_limits(&g->info, clock_now_ms() - g->received_ms);
}

enum { SEARCH_DEFAULT_MS = 2000 };

// The limits for the analyst. Default: two seconds, like the player. The time to create the analyst
// counts against the limit.
static bool analyst_limits_now(Gomocup *g, Limits *out, Error *err) {
    Limits limits = limits_now(g);
    if (!analyst_prepare(gomocup_analyst(g), g->game.board.rules, &limits, err))
        return false;
    limits = limits_now(g);
    if (g->analysis_nodes > 0)
        limits.nodes = g->analysis_nodes;
    if (limits.ms == 0 && limits.nodes == 0 && limits.depth == 0)
        limits.ms = SEARCH_DEFAULT_MS;
    *out = limits;
    return true;
}

static bool take_move(const AnalystLine *line, Point *p, Error *err) {
    *p = line->move;
    return line->move != POINT_PASS || error_set(err, "every legal point is blocked");
}

static bool analyse(Gomocup *g, int lines, GomocupReporting reporting, Point *p, Error *err) {
    Limits limits;
    if (!analyst_limits_now(g, &limits, err))
        return false;
    Question q = gomocup_question(g, &limits, lines, reporting);
    Analysis a = analyst_think(gomocup_analyst(g), &g->game.board, &q);
    return take_move(&a.lines[0], p, err);
}

// `moves`: how many moves of this answer still have to share the time.
static bool choose(Gomocup *g, int moves, Point *p, Error *err) {
    if (!require_unfinished(&g->game, err))
        return false;
    if (gomocup_uses_analyst(g) && !opening_step(&g->game.opening))
        return analyse(g, 1, REPORT_AS_CONFIGURED, p, err);
    Limits limits = limits_now(g);
    limits.ms = limits.ms > moves ? limits.ms / moves : limits.ms;
    limits.usual_ms = moves > 1 ? 0 : limits.usual_ms;
    limits.stop = g->stop;
    return player_choose(&g->player, &g->game, &limits, p, err);
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
    Limits limits = gomocup_info_limits(&g->info, 0);
    limits = (Limits){.memory = limits.memory, .table = limits.table, .stop = stop};
    Question q = {.limits = limits, .threads = (int)g->info.threads};
    if (gomocup_uses_analyst(g))
        analyst_think(gomocup_analyst(g), &g->game.board, &q);
    else
        player_ponder(&g->player, &g->game, &limits);
}

bool gomocup_move(Gomocup *g, Str *reply, Error *err) {
    if (g->own == EMPTY)
        g->own = BLACK;
    Point p;
    if (!gomocup_set_up(g, err) || !choose(g, 1, &p, err) ||
        !gomocup_stones_add(&g->stones, p, g->own, err))
        return false;
    add_point(p, reply);
    spend(g);
    return true;
}

static bool set_up_unfinished(Gomocup *g, Error *err) {
    if (g->own == EMPTY)
        g->own = BLACK;
    return gomocup_set_up(g, err) && require_unfinished(&g->game, err);
}

bool gomocup_move_nbest(Gomocup *g, int lines, Str *reply, Error *err) {
    Point p;
    if (!set_up_unfinished(g, err) || !analyse(g, lines, REPORT_ALWAYS, &p, err) ||
        !gomocup_stones_add(&g->stones, p, g->own, err))
        return false;
    add_point(p, reply);
    spend(g);
    return true;
}

bool gomocup_balance(Gomocup *g, int stones, int aim, Str *reply, Error *err) {
    Limits limits;
    if (!set_up_unfinished(g, err) || !analyst_limits_now(g, &limits, err))
        return false;
    Question q = gomocup_question(g, &limits, 1, REPORT_AS_CONFIGURED);
    Analyst *analyst = gomocup_analyst(g);
    Analysis a = stones == 1 ? analyst_balance(analyst, &g->game.board, aim, &q)
                             : analyst_balance_two(analyst, &g->game.board, aim, &q);
    Point p;
    if (!take_move(&a.lines[0], &p, err))
        return false;
    if (a.lines[0].length < stones)
        return error_set(err, "there is no room for %d stones", stones);
    for (int i = 0; i < stones; i++) {
        Stone color = i % 2 == 0 ? g->own : stone_other(g->own);
        if (!gomocup_stones_add(&g->stones, a.lines[0].moves[i], color, err))
            return false;
        add_point(a.lines[0].moves[i], reply);
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
