#include "train/selfplay.h"

#include "engine/engine.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 6 };

typedef struct {
    Str bytes;
    int games, limit; // 0: no limit
} Collector;

static bool collect(void *context, const PackedGame *g) {
    Collector *k = context;
    packed_add_game(g, &k->bytes);
    return ++k->games != k->limit;
}

static bool go_on(void *context) {
    (void)context;
    return true;
}

static SelfplayOptions small_games(const Rules *rules, int threads) {
    return (SelfplayOptions){
        .rules = rules,
        .size = 9,
        .games = GAMES,
        .threads = threads,
        .nodes_min = 20,
        .nodes_max = 60,
        .stones_min = 2,
        .stones_max = 4,
        .balance = 400,
        .stray = 6,
        .seed = 5,
    };
}

static Collector play(const SelfplayOptions *o, int limit) {
    Collector k = {.limit = limit};
    Error err = {0};
    packed_add_heading(&k.bytes);
    CHECK(err.text, selfplay_run(o, &(SelfplayCallbacks){&k, collect, go_on}, &err));
    return k;
}

TEST(selfplay_does_not_depend_on_threads) {
    SelfplayOptions one = small_games(&rules_freestyle, 1), many = small_games(&rules_freestyle, 3);
    Collector a = play(&one, 0), b = play(&many, 0);
    CHECK_INT("games", a.games, GAMES);
    CHECK_INT("bytes", (long long)a.bytes.len, (long long)b.bytes.len);
    CHECK("the same", !memcmp(a.bytes.data, b.bytes.data, a.bytes.len));
    one.seed++;
    Collector c = play(&one, 0);
    CHECK("another seed gives other games",
          a.bytes.len != c.bytes.len || memcmp(a.bytes.data, c.bytes.data, a.bytes.len) != 0);
    str_release(&a.bytes);
    str_release(&b.bytes);
    str_release(&c.bytes);
}

// Stopping early leaves only complete games.
TEST(selfplay_stops_on_request) {
    SelfplayOptions o = small_games(&rules_freestyle, 2);
    o.games = 1000000;
    Collector k = play(&o, 2);
    PackedReader r;
    PackedGame g;
    Error err = {0};
    CHECK("readable", packed_open(&r, k.bytes.data, k.bytes.len, &err));
    while (packed_next(&r, &g, &err)) {
    }
    CHECK_TEXT("no error", err.text, "");
    CHECK_INT("games", r.games, k.games);
    CHECK("a few", k.games >= 2 && k.games < 100);
    str_release(&k.bytes);
}

// The winner matches the end of the game: a five, a proven value, or a draw.
TEST(selfplay_records_the_right_winner) {
    for (int i = 0; rules_at(i); i++) {
        SelfplayOptions o = small_games(rules_at(i), 1);
        Collector k = play(&o, 0);
        PackedReader r;
        PackedGame g;
        Error err = {0};
        CHECK(err.text, packed_open(&r, k.bytes.data, k.bytes.len, &err));
        while (packed_next(&r, &g, &err)) {
            const PackedMove *last = &g.moves[g.count - 1];
            Stone mover = g.count % 2 ? BLACK : WHITE;
            CHECK("opening", g.opening >= o.stones_min && g.opening <= o.stones_max);
            CHECK("rules", g.rules == o.rules && g.size == o.size);
            if (last->value > ENGINE_CERTAIN)
                CHECK_INT("winner", g.winner, mover);
            if (last->value < -ENGINE_CERTAIN)
                CHECK_INT("winner", g.winner, stone_other(mover));
            for (int m = 0; m + 1 < g.count; m++)
                CHECK("ends when the value is proven", abs(g.moves[m].value) <= ENGINE_CERTAIN);
        }
        CHECK_TEXT(rules_at(i)->name, err.text, "");
        CHECK_INT("games", r.games, GAMES);
        str_release(&k.bytes);
    }
}

TEST(selfplay_rejects_weights_for_other_rules) {
    SelfplayOptions o = small_games(&rules_renju, 1);
    Error err = {0};
    o.weights = "data/weights/freestyle.weights";
    CHECK("refused", !selfplay_run(&o, &(SelfplayCallbacks){NULL, collect, go_on}, &err));
    CHECK_TEXT("reason", err.text,
               "data/weights/freestyle.weights: weights for freestyle, not for renju");
}
