// Net inference speed: push and pop a stone with an evaluation in between, as in a search, on every
// backend.
#include "base/clock.h"
#include "engine/net/accumulator.h"
#include "support.h"

#include <stdio.h>

enum { ROUNDS = 20, GAMES = 40 };

typedef struct {
    Board boards[GAMES];
    Point points[GAMES][BOARD_MAX * BOARD_MAX]; // candidates near stones
    int counts[GAMES];
} Positions;

static bool is_near(const Board *b, Point p) {
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int x = point_x(p) + dx, y = point_y(p) + dy;
            if (x >= 0 && y >= 0 && x < b->size && y < b->size) {
                uint8_t stone = b->at[point_at(x, y)];
                if (stone == BLACK || stone == WHITE)
                    return true;
            }
        }
    return false;
}

static void prepare(Positions *all) {
    Rng rng = {1};
    for (int i = 0; i < GAMES; i++) {
        all->boards[i] = board_random(&rules_freestyle, 15, 6 + i, &rng);
        for (Point p = 0; p < POINT_COUNT; p++)
            if (all->boards[i].at[p] == EMPTY && is_near(&all->boards[i], p))
                all->points[i][all->counts[i]++] = p;
    }
}

typedef enum { STONE, VALUE, POLICY } Workload;

// Takes the fastest round of every position, to ignore a busy machine.
static double measure(Accumulator *s, const Positions *all, Workload workload) {
    int64_t spent = 0, asked = 0;
    for (int i = 0; i < GAMES; i++) {
        int64_t best = INT64_MAX;
        accumulator_refresh(s, &all->boards[i]);
        for (int round = 0; round < ROUNDS; round++) {
            int64_t began = clock_now_ns();
            for (int k = 0; k < all->counts[i]; k++) {
                int16_t scores[BOARD_MAX * BOARD_MAX];
                accumulator_push(s, all->points[i][k], BLACK);
                if (workload == STONE)
                    accumulator_update(s);
                else
                    accumulator_value(s, WHITE);
                if (workload == POLICY)
                    accumulator_policy(s, WHITE, all->points[i], all->counts[i], scores);
                accumulator_pop(s);
            }
            int64_t took = clock_now_ns() - began;
            best = took < best ? took : best;
        }
        spent += best;
        asked += all->counts[i];
    }
    return (double)spent / (double)asked;
}

int main(void) {
    static Positions all;
    prepare(&all);
    Net *net = embedded_net_load(embedded_net_for(&rules_freestyle, 15));
    for (NetBackend backend = NET_BACKEND_SCALAR; backend < NET_BACKEND_COUNT; backend++) {
        if (!net_backend_is_supported(backend))
            continue;
        Accumulator *s = accumulator_new(net, 15, backend);
        printf("%-8s stone %5.0f ns, stone and value %5.0f ns, with policy %5.0f ns\n",
               net_backend_name(backend), measure(s, &all, STONE), measure(s, &all, VALUE),
               measure(s, &all, POLICY));
        accumulator_free(s);
    }
    net_free(net);
    return 0;
}
