#include "train/selfplay.h"

#include "engine/engine.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 6 };

typedef struct {
    Str bytes;
    int games, enough; // 0: all
} Keeper;

static bool keep(void *context, const PackedGame *g) {
    Keeper *k = context;
    packed_add_game(g, &k->bytes);
    return ++k->games != k->enough;
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

static Keeper play(const SelfplayOptions *o, int enough) {
    Keeper k = {.enough = enough};
    Error err = {0};
    packed_add_heading(&k.bytes);
    CHECK(err.text, selfplay_run(o, &(SelfplayCallbacks){&k, keep, go_on}, &err));
    return k;
}

TEST(selfplay_is_the_same_on_any_number_of_threads) {
    SelfplayOptions one = small_games(&rules_freestyle, 1), many = small_games(&rules_freestyle, 3);
    Keeper a = play(&one, 0), b = play(&many, 0);
    CHECK_INT("games", a.games, GAMES);
    CHECK_INT("bytes", (long long)a.bytes.len, (long long)b.bytes.len);
    CHECK("the same", !memcmp(a.bytes.data, b.bytes.data, a.bytes.len));
    one.seed++;
    Keeper c = play(&one, 0);
    CHECK("others from another seed",
          a.bytes.len != c.bytes.len || memcmp(a.bytes.data, c.bytes.data, a.bytes.len) != 0);
    str_release(&a.bytes);
    str_release(&b.bytes);
    str_release(&c.bytes);
}

// Whoever stops early has whole games.
TEST(selfplay_stops_when_told) {
    SelfplayOptions o = small_games(&rules_freestyle, 2);
    o.games = 1000000;
    Keeper k = play(&o, 2);
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

// A game says truly how it ended: by a five, or by a value that is certain, or nobody won.
TEST(selfplay_records_games_as_they_were) {
    for (int i = 0; rules_at(i); i++) {
        SelfplayOptions o = small_games(rules_at(i), 1);
        Keeper k = play(&o, 0);
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
                CHECK("ends when it is certain", abs(g.moves[m].value) <= ENGINE_CERTAIN);
        }
        CHECK_TEXT(rules_at(i)->name, err.text, "");
        CHECK_INT("games", r.games, GAMES);
        str_release(&k.bytes);
    }
}

TEST(selfplay_wants_weights_of_its_rules) {
    SelfplayOptions o = small_games(&rules_renju, 1);
    Error err = {0};
    o.weights = "data/weights/freestyle.weights";
    CHECK("refused", !selfplay_run(&o, &(SelfplayCallbacks){NULL, keep, go_on}, &err));
    CHECK_TEXT("reason", err.text,
               "data/weights/freestyle.weights: weights for freestyle, not for renju");
}
