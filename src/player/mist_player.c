// Determinized search: the likeliest boards are searched with shares of the budget, and the moves
// are compared by their chances to win, weighted with the boards' probabilities. A move to a hidden
// stone costs nothing, so it also counts what is learned if the point is taken.
#include "player/mist_player.h"

#include "base/clock.h"
#include "core/mist.h"
#include "player/moves.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { WORLDS_MAX = 16, MOVES_MAX = 5, NODES_PER_WORLD = 400, NODES_PER_MS = 60 };

static const double COVERED = 0.9;  // worlds beyond this total probability are not searched
static const double BELIEFS = 0.25; // share of the time to bring the particles up to date, at most
static const double FIRST_PASS = 0.5; // share of the budget to find the best move of each world
// Shallow searches are noisy: another move must beat that of the likeliest world by this margin.
static const double LIKELIEST = 0.03;
static const double ABOUT_EQUAL = 0.01; // chances to win

typedef struct {
    Engine *engine;
    EngineRequest request; // of the whole turn
    int64_t began_ms, nodes_left;
    const Point *allowed; // after the last try only the hole; NULL: anywhere
    int allowed_count;
    int world_count, move_count;
    double probability_left; // of the worlds not yet searched in this pass
    MistWorld worlds[WORLDS_MAX];
    Point best[WORLDS_MAX]; // of each world, by the first pass
    int best_values[WORLDS_MAX];
    Point moves[MOVES_MAX];
    double values[WORLDS_MAX][MOVES_MAX]; // chances to win
} Determinization;

// ---- Searches

static int64_t at_least_one(double n) {
    return n > 1 ? (int64_t)n : 1;
}

// 0: no limit.
static int64_t time_limit(const Budget *budget) {
    return budget->target_ms ? budget->target_ms : budget->ms;
}

static int64_t ms_left(const Determinization *d) {
    return time_limit(&d->request.budget) - (clock_now_ms() - d->began_ms);
}

// The share of world `w` of what is left of `part` of the budget.
static Budget share(const Determinization *d, int w, double reserved) {
    const Budget *whole = &d->request.budget;
    double part = d->worlds[w].probability / d->probability_left;
    int64_t total_ms = time_limit(whole);
    Budget budget = {.depth = whole->depth};
    if (whole->nodes)
        budget.nodes =
            at_least_one(part * ((double)d->nodes_left - reserved * (double)whole->nodes));
    if (total_ms)
        budget.ms = at_least_one(part * ((double)ms_left(d) - reserved * (double)total_ms));
    return budget;
}

static EngineResult search_world(Determinization *d, int w, double reserved,
                                 const EngineRequest *how) {
    EngineRequest request = *how;
    request.board = &d->worlds[w].board;
    request.threads = d->request.threads;
    request.stop = d->request.stop;
    request.budget = share(d, w, reserved);
    EngineResult result = engine_run(d->engine, &request);
    d->nodes_left -= result.nodes;
    d->probability_left -= d->worlds[w].probability;
    return result;
}

static void begin_pass(Determinization *d) {
    d->probability_left = 1;
}

// The best move of each world, those of likely worlds first.
static void find_moves(Determinization *d) {
    double support[WORLDS_MAX] = {0};
    Point found[WORLDS_MAX];
    int count = 0;
    begin_pass(d);
    for (int w = 0; w < d->world_count; w++) {
        EngineRequest how = {
            .move_only = true, .allowed = d->allowed, .allowed_count = d->allowed_count};
        EngineLine line = search_world(d, w, 1 - FIRST_PASS, &how).lines[0];
        Point p = line.move;
        d->best[w] = p;
        d->best_values[w] = line.depth > 0 ? line.value : -ENGINE_MATE;
        int at = 0;
        while (at < count && found[at] != p)
            at++;
        if (at == count)
            found[count++] = p;
        support[at] += d->worlds[w].probability;
    }
    for (d->move_count = 0; d->move_count < int_min(count, MOVES_MAX);) {
        int best = 0;
        for (int i = 1; i < count; i++)
            if (support[i] > support[best])
                best = i;
        d->moves[d->move_count++] = found[best];
        support[best] = -1;
    }
}

// The chance to win against an opponent who errs, because the mist hides the board from it too: no
// world is given up, and a loss counts less the longer it takes.
static double chance(int value) {
    enum { VALUE_PER_LOGIT = 300 };
    static const double LOST = 0.05, LOST_PER_PLY = 0.001;
    if (!engine_is_certain(value))
        return LOST + (1 - 2 * LOST) / (1 + exp(-(double)value / VALUE_PER_LOGIT));
    return value > 0 ? 1 : fmin(LOST, LOST_PER_PLY * engine_plies_to_end(value));
}

// The chance of every move in every world where the point is empty. A search with several lines is
// shallower, so a world's best move keeps at least the value of the first pass.
static void evaluate_moves(Determinization *d) {
    begin_pass(d);
    for (int w = 0; w < d->world_count; w++) {
        Point empty[MOVES_MAX];
        int count = 0;
        for (int i = 0; i < d->move_count; i++)
            if (d->worlds[w].board.at[d->moves[i]] == EMPTY)
                empty[count++] = d->moves[i];
        if (count == 0) {
            d->probability_left -= d->worlds[w].probability;
            continue;
        }
        EngineRequest how = {.line_count = count, .allowed = empty, .allowed_count = count};
        EngineResult result = search_world(d, w, 0, &how);
        for (int i = 0; i < d->move_count; i++)
            for (int j = 0; j < result.line_count; j++)
                if (result.lines[j].move == d->moves[i]) {
                    int value = result.lines[j].value;
                    if (d->moves[i] == d->best[w])
                        value = int_max(value, d->best_values[w]);
                    d->values[w][i] = chance(value);
                }
    }
}

// ---- Choice

static double best_value(const Determinization *d, unsigned worlds);

// The expected chance after a try on moves[i], times the probability of these worlds. Where the
// point is taken, the player knows that afterwards and goes on in the worlds that remain.
static double try_value(const Determinization *d, unsigned worlds, int i) {
    unsigned taken = 0;
    double value = 0;
    for (int w = 0; w < d->world_count; w++) {
        if (!(worlds >> w & 1))
            continue;
        if (d->worlds[w].board.at[d->moves[i]] != EMPTY)
            taken |= 1u << w;
        else
            value += d->worlds[w].probability * d->values[w][i];
    }
    return taken == worlds ? 0 : taken ? value + best_value(d, taken) : value;
}

static double best_value(const Determinization *d, unsigned worlds) {
    double best = 0;
    for (int i = 0; i < d->move_count; i++) {
        double value = try_value(d, worlds, i);
        best = value > best ? value : best;
    }
    return best;
}

// How much the hole after a stone on `p` reveals to the opponent: the own stones in it, and how few
// points could have sent it there.
static double exposure(const Board *b, Stone me, Point p) {
    Point center = mist_center_after(p);
    int visible = 0, candidates = 0;
    for (int i = 0; i < MIST_BOARD_SIZE * MIST_BOARD_SIZE; i++) {
        Point q = point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
        bool in_hole = point_distance(q, center) <= MIST_REACH;
        visible += in_hole && (q == p || b->at[q] == me);
        candidates += !in_hole && b->at[q] == EMPTY && mist_center_after(q) == center;
    }
    return visible + 1.0 / int_max(1, candidates);
}

static Point best_move(const Determinization *d, Stone me) {
    double values[MOVES_MAX], best = 0, least = 0;
    Point choice = d->moves[0];
    unsigned all = (1u << d->world_count) - 1;
    for (int i = 0; i < d->move_count; i++) {
        values[i] = try_value(d, all, i) + (d->moves[i] == d->best[0] ? LIKELIEST : 0);
        best = values[i] > best ? values[i] : best;
    }
    for (int i = 0; i < d->move_count; i++) {
        double shown = exposure(&d->worlds[0].board, me, d->moves[i]);
        if (values[i] < best - ABOUT_EQUAL || (least > 0 && shown >= least))
            continue;
        least = shown;
        choice = d->moves[i];
    }
    return choice;
}

// The worlds to search: likely ones, no more than the budget is worth.
static void limit_worlds(Determinization *d) {
    const Budget *budget = &d->request.budget;
    int64_t nodes = budget->nodes ? budget->nodes : ms_left(d) * NODES_PER_MS;
    bool is_limited = budget->nodes || time_limit(budget);
    int64_t affordable = is_limited ? nodes / NODES_PER_WORLD : WORLDS_MAX;
    int most = affordable < 2 ? 2 : affordable < WORLDS_MAX ? (int)affordable : WORLDS_MAX;
    double sum = 0;
    int count = 0;
    while (count < int_min(d->world_count, most) && sum < COVERED)
        sum += d->worlds[count++].probability;
    d->world_count = count;
    for (int i = 0; i < count; i++)
        d->worlds[i].probability /= sum;
}

// All worlds have the same best move: the rest of the budget looks deeper in the likeliest.
static Point search_deeper(Determinization *d) {
    d->probability_left = d->worlds[0].probability;
    EngineRequest how = {
        .move_only = true, .allowed = d->allowed, .allowed_count = d->allowed_count};
    return search_world(d, 0, 0, &how).lines[0].move;
}

static Point search_worlds(Determinization *d, Stone me) {
    d->nodes_left = d->request.budget.nodes;
    limit_worlds(d);
    if (d->world_count == 1)
        return search_deeper(d);
    find_moves(d);
    if (d->move_count == 1)
        return search_deeper(d);
    evaluate_moves(d);
    return best_move(d, me);
}

// ---- Tries

// A five of one's own is tried wherever no stone is known to be in the way: the point most likely
// to be empty first; POINT_NONE if there is none.
static Point likely_five(const Board *known, const MistWorld *worlds, int count) {
    Point points[BOARD_MAX * BOARD_MAX], best = POINT_NONE;
    int n = board_five_points(known, known->turn, points);
    double highest = -1;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int w = 0; w < count; w++)
            sum += worlds[w].board.at[points[i]] == EMPTY ? worlds[w].probability : 0;
        if (sum > highest) {
            highest = sum;
            best = points[i];
        }
    }
    return best;
}

// The points of the hole that are empty, if no more stones may be hit in this turn.
static int list_allowed(const MistHistory *h, int tries_per_turn, Point points[static MIST_CELLS]) {
    const MistView *view = &h->turns[h->turn_count - 1].view;
    int count = 0;
    if (!tries_per_turn || mist_history_hits_this_turn(h) < tries_per_turn)
        return 0;
    for (int i = 0; i < MIST_CELLS; i++)
        if (view->cells[i] == EMPTY)
            points[count++] = mist_view_point(view, i);
    return count;
}

// Most turns have no hit, so the first try gets most of the budget.
static int64_t next_share(int64_t left) {
    enum { PERCENT = 80 };
    return left > 1 ? (left * PERCENT + 99) / 100 : 1;
}

Budget mist_try_budget(const Budget *turn, int hits, int64_t used_ms) {
    Budget budget = *turn;
    int64_t nodes = turn->nodes;
    if (turn->ms)
        budget.ms = next_share(turn->ms - used_ms);
    if (turn->target_ms)
        budget.target_ms = next_share(turn->target_ms - used_ms);
    for (int i = 0; i < hits && nodes > 1; i++)
        nodes -= next_share(nodes);
    if (turn->nodes)
        budget.nodes = next_share(nodes);
    return budget;
}

// Any player, on the likeliest board, in the time that the beliefs have left.
static bool choose_on_board(const Determinization *d, Player *player, const MistRequest *request,
                            Point *out, Error *err) {
    Game g;
    PlayerMove move;
    Budget budget = request->budget;
    int64_t used = clock_now_ms() - d->began_ms;
    if (budget.ms)
        budget.ms = at_least_one((double)(budget.ms - used));
    if (budget.target_ms)
        budget.target_ms = at_least_one((double)(budget.target_ms - used));
    game_init(&g, &(GameOptions){.size = MIST_BOARD_SIZE});
    game_start_from(&g, &d->worlds[0].board);
    if (!player_choose(player, &g, &budget, request->stop, &move, err))
        return false;
    *out = move.move;
    return true;
}

// What a player without particles believes: the board that it remembers.
static bool recall(const MistHistory *h, Board *out, Error *err) {
    MistKnowledge k;
    if (!mist_history_is_my_turn(h) || !mist_knowledge_at(h, h->turn_count - 1, &k))
        return error_set(err, "no game in the mist can have these views");
    *out = k.seen;
    return true;
}

static int64_t beliefs_deadline(const Determinization *d) {
    int64_t limit = time_limit(&d->request.budget);
    return limit ? d->began_ms + (int64_t)(BELIEFS * (double)limit) : INT64_MAX;
}

// The likeliest boards; *known has the stones that are certain to the player.
static bool list_worlds(const Player *player, MistParticles *particles, const MistHistory *h,
                        Determinization *d, Board *known, Error *err) {
    MistInsight insight =
        player->kind->mist_insight ? player->kind->mist_insight(player->self) : MIST_INFERS;
    if (insight == MIST_REMEMBERS) {
        if (!recall(h, known, err))
            return false;
        d->worlds[0] = (MistWorld){*known, 1};
        d->world_count = 1;
        return true;
    }
    Engine *policy = insight == MIST_INFERS ? d->engine : NULL;
    if (!mist_particles_update(particles, h, policy, beliefs_deadline(d), err))
        return false;
    d->world_count = mist_particles_worlds(particles, d->worlds, WORLDS_MAX);
    *known = particles->known;
    return true;
}

bool mist_player_choose(Player *player, MistParticles *particles, const MistHistory *h,
                        const MistRequest *request, Point *out, Error *err) {
    Determinization d = {.engine = player_engine(player), .began_ms = clock_now_ms()};
    Point allowed[MIST_CELLS];
    Board known;
    bool is_full_strength =
        player->kind->full_strength_request &&
        player->kind->full_strength_request(player->self, &request->budget, &d.request);
    if (!is_full_strength)
        d.request.budget = request->budget;
    d.request.stop = request->stop;
    if (!player_prepare(player, &rules_freestyle, err)) // such as a net that cannot be read
        return false;
    if (!list_worlds(player, particles, h, &d, &known, err))
        return false;
    d.allowed_count = list_allowed(h, request->tries_per_turn, allowed);
    d.allowed = d.allowed_count > 0 ? allowed : NULL;
    Point five = likely_five(&known, d.worlds, d.world_count);
    if (five != POINT_NONE && (!d.allowed || points_have(allowed, d.allowed_count, five))) {
        *out = five;
        return true;
    }
    if (is_full_strength) {
        *out = search_worlds(&d, h->me);
        return true;
    }
    if (!choose_on_board(&d, player, request, out, err))
        return false;
    if (d.allowed && !points_have(allowed, d.allowed_count, *out))
        *out = allowed[0];
    return true;
}
