// Particle filter of the mist: sequential importance sampling over the opponent's stones, pruned to
// the likeliest particles (a beam, so the same history gives the same particles).
#include "base/clock.h"
#include "base/mem.h"
#include "core/mist.h"
#include "player/mist_player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTICLES_MAX = 128, MODELS = 2 };

struct MistParticle {
    double weight;
    double by_model[MODELS]; // sum to the weight
    int count;
    Point stones[MIST_TURNS_MAX]; // of the opponent, in the order of play
};

// How an opponent may choose its moves. Which model fits is learned from its moves (by_model).
typedef struct {
    double sharpness; // exponent of the net's policy
    double nearby;    // share of moves for which only distances count: people play near stones
} OpponentModel;

static const OpponentModel models[MODELS] = {{1, 0.05}, {0.5, 0.4}};

// The first stones may be random: an opening, or somebody's taste.
enum { OPENING_STONES = 5 };
static const double OPENING_NEARBY = 0.8;

static const double FALLOFF = 4, OPENING_FALLOFF = 2; // see nearness
static const double SURPRISE = 0.01;                  // share of moves to anywhere
static const double FORCED = 0.9;                     // it makes or stops a five if there is one
static const double NEVER = 1e-5; // particles that much less likely than the first are dropped

void mist_particles_release(MistParticles *p) {
    mem_free(p->particles);
    *p = (MistParticles){0};
}

// The board of a particle when its first `stones` stones and the own moves of the first `turns`
// turns are on it.
static Board board_of(const MistParticle *particle, int stones, const MistHistory *h, int turns) {
    Board b;
    board_init(&b, &rules_freestyle, MIST_BOARD_SIZE);
    for (int i = 0; i < turns; i++)
        if (h->turns[i].move != POINT_NONE)
            board_place(&b, h->me, h->turns[i].move);
    for (int i = 0; i < stones; i++)
        board_place(&b, stone_other(h->me), particle->stones[i]);
    b.turn = (uint8_t)stone_other(h->me);
    return b;
}

// ---- Likelihood of a move

// The probability of a move to `p` if only distances count: `falloff` times less with each step
// away from a stone or the center.
static double nearness(const Board *b, Point p, double falloff) {
    double all_distances = 8 * falloff / ((falloff - 1) * (falloff - 1)); // sum of 8 d / falloff^d
    double sum = pow(falloff, -point_distance(p, mist_first_center()));
    for (Point q = 0; q < POINT_COUNT; q++)
        if (b->at[q] == BLACK || b->at[q] == WHITE)
            sum += pow(falloff, -point_distance(p, q));
    return sum / (all_distances * (b->stones + 1));
}

// What the net expects, on one board.
typedef struct {
    float policy[POINT_COUNT];
    double sums[MODELS]; // of the policy, sharpened
    Point fives[BOARD_MAX * BOARD_MAX];
    int five_count; // fives to make, or else to stop
} Expectation;

static void expect_move(Engine *engine, const Board *b, Expectation *out) {
    engine_policy(engine, b, out->policy);
    for (int m = 0; m < MODELS; m++) {
        out->sums[m] = 0;
        for (int i = 0; i < POINT_COUNT; i++)
            if (out->policy[i] > 0)
                out->sums[m] += pow(out->policy[i], models[m].sharpness);
    }
    out->five_count = board_five_points(b, b->turn, out->fives);
    if (out->five_count == 0)
        out->five_count = board_five_points(b, stone_other(b->turn), out->fives);
}

static double expected(const Expectation *e, int m, Point p) {
    double usual = e->policy[p] > 0 ? pow(e->policy[p], models[m].sharpness) / e->sums[m] : 0;
    if (e->five_count == 0)
        return usual;
    double five = points_have(e->fives, e->five_count, p) ? 1.0 / e->five_count : 0;
    return FORCED * five + (1 - FORCED) * usual;
}

// `e` is NULL without an engine.
static double likelihood(const Board *b, const Expectation *e, int m, Point p) {
    bool is_opening = b->stones < OPENING_STONES;
    double nearby = is_opening ? OPENING_NEARBY : models[m].nearby;
    double near = nearness(b, p, is_opening ? OPENING_FALLOFF : FALLOFF);
    double usual = e ? (1 - nearby) * expected(e, m, p) + nearby * near : near;
    return (1 - SURPRISE) * usual + SURPRISE / (MIST_BOARD_SIZE * MIST_BOARD_SIZE);
}

// ---- Filter

static int by_weight(const void *first, const void *second) {
    const MistParticle *a = first, *b = second;
    return a->weight != b->weight ? (a->weight < b->weight) - (a->weight > b->weight)
                                  : memcmp(a->stones, b->stones, sizeof a->stones);
}

// Sorts, drops the unlikely ones, and makes the weights sum to 1.
static int normalize(MistParticle *list, int count) {
    double sum = 0;
    qsort(list, (size_t)count, sizeof *list, by_weight);
    while (count > 0 && (count > PARTICLES_MAX || list[count - 1].weight < NEVER * list[0].weight))
        count--;
    for (int i = 0; i < count; i++)
        sum += list[i].weight;
    for (int i = 0; i < count; i++) {
        list[i].weight /= sum;
        for (int m = 0; m < MODELS; m++)
            list[i].by_model[m] /= sum;
    }
    return count;
}

// Do the particle's stones agree with the view and the hits of a turn?
static bool agrees(const MistParticle *particle, const MistHistory *h, int turn) {
    Board b = board_of(particle, particle->count, h, turn);
    MistView view = mist_view(&b, h->turns[turn].view.center);
    bool ok =
        b.winner == EMPTY && !memcmp(view.cells, h->turns[turn].view.cells, sizeof view.cells);
    for (int i = 0; i < h->hit_count && ok; i++)
        ok = h->hits[i].turn != turn || b.at[h->hits[i].point] == stone_other(h->me);
    return ok;
}

static bool is_candidate(const MistBelief *belief, int stone, Point p) {
    return points_have(belief->stones[stone].points, belief->stones[stone].count, p);
}

static int keep_agreeing(MistParticle *list, int count, const MistHistory *h,
                         const MistBelief *belief, int turn) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool ok = agrees(&list[i], h, turn);
        for (int j = 0; j < list[i].count && ok; j++)
            ok = is_candidate(belief, j, list[i].stones[j]);
        if (ok)
            list[kept++] = list[i];
    }
    return normalize(list, kept);
}

// The particle with one more stone.
static MistParticle extend(const MistParticle *particle, const Board *b, const Expectation *e,
                           Point p) {
    MistParticle next = *particle;
    next.stones[next.count++] = p;
    next.weight = 0;
    for (int m = 0; m < MODELS; m++)
        next.weight += next.by_model[m] *= likelihood(b, e, m, p);
    return next;
}

// Adds the stone that the opponent placed before `turn`, on each of its candidates. At the deadline
// the other, unlikelier particles are dropped.
static int add_stone(MistParticle *list, int count, const MistHistory *h, const MistBelief *belief,
                     int turn, Engine *engine, int64_t deadline_ms) {
    int stone = list[0].count, total = 0;
    const MistStone *s = &belief->stones[stone];
    MistParticle *old = mem_alloc((size_t)count * sizeof *old);
    memcpy(old, list, (size_t)count * sizeof *old);
    for (int i = 0; i < count && (total == 0 || clock_now_ms() < deadline_ms); i++) {
        Expectation e;
        Board b = board_of(&old[i], stone, h, turn);
        if (engine)
            expect_move(engine, &b, &e);
        for (int j = 0; j < s->count; j++)
            if (b.at[s->points[j]] == EMPTY)
                list[total++] = extend(&old[i], &b, engine ? &e : NULL, s->points[j]);
    }
    mem_free(old);
    return total;
}

// Forgets everything.
static void reset(MistParticles *p) {
    p->count = 1;
    p->particles[0] = (MistParticle){.weight = 1};
    for (int m = 0; m < MODELS; m++)
        p->particles[0].by_model[m] = 1.0 / MODELS;
    p->seen = (MistHistory){0};
}

// The turns to go share the time until the deadline.
static void add_turns(MistParticles *p, const MistHistory *h, const MistBelief *belief,
                      Engine *engine, int64_t deadline_ms) {
    int last = h->turn_count - 1, done = p->seen.turn_count - 1;
    if (done >= 0) // hits since then
        p->count = keep_agreeing(p->particles, p->count, h, belief, done);
    for (int turn = done + 1; turn <= last && p->count > 0; turn++) {
        int64_t now = clock_now_ms();
        if (turn > 0 || h->me == WHITE)
            p->count = add_stone(p->particles, p->count, h, belief, turn, engine,
                                 now + (deadline_ms - now) / (last - turn + 1));
        p->count = keep_agreeing(p->particles, p->count, h, belief, turn);
    }
}

bool mist_particles_update(MistParticles *p, const MistHistory *h, Engine *engine,
                           int64_t deadline_ms, Error *err) {
    MistBelief belief;
    if (!mist_belief_init(&belief, h))
        return error_set(err, "no game in the mist can have these views");
    if (!p->particles)
        p->particles =
            mem_alloc((size_t)PARTICLES_MAX * MIST_CANDIDATES_MAX * sizeof *p->particles);
    if (p->count == 0 || !mist_history_extends(h, &p->seen))
        reset(p);
    add_turns(p, h, &belief, engine, deadline_ms);
    if (p->count == 0) {
        // The view contradicts all of them: again, now with what is known today.
        reset(p);
        add_turns(p, h, &belief, engine, deadline_ms);
    }
    if (p->count == 0) {
        // The right ones were too unlikely: any placement. The points[0] of a class fit together.
        reset(p);
        for (int i = 0; i < belief.stone_count; i++)
            p->particles[0].stones[p->particles[0].count++] = belief.stones[i].points[0];
    }
    p->seen = *h;
    p->known = belief.known;
    return true;
}

// ---- Reading them

int mist_particles_worlds(const MistParticles *p, MistWorld *worlds, int max) {
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        Board b = board_of(&p->particles[i], p->particles[i].count, &p->seen, p->seen.turn_count);
        if (b.winner != EMPTY) // only in the last resort of mist_particles_update
            b = p->known;
        int at = 0;
        while (at < count && memcmp(worlds[at].board.at, b.at, sizeof b.at) != 0)
            at++;
        if (at == max)
            continue;
        if (at == count)
            worlds[count++] = (MistWorld){.board = b};
        worlds[at].board.turn = (uint8_t)p->seen.me;
        worlds[at].probability += p->particles[i].weight;
    }
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && worlds[j].probability > worlds[j - 1].probability; j--) {
            MistWorld w = worlds[j];
            worlds[j] = worlds[j - 1];
            worlds[j - 1] = w;
        }
    return count;
}

double mist_particles_probability(const MistParticles *p, int stone, Point point) {
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        if (p->particles[i].stones[stone] == point)
            sum += p->particles[i].weight;
    return sum;
}
