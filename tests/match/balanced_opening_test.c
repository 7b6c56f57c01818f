#include "match/opening_book.h"

#include "base/number.h"
#include "core/point.h"
#include "test.h"

#include <stdlib.h>

TEST(balanced_opening_key_ignores_symmetry_and_order) {
    Rng rng = {5};
    for (int n = 0; n < 200; n++) {
        OpeningLine line = opening_line_random(&rules_freestyle, 15, 2 + n % 6, &rng);
        for (int s = 0; s < SYMMETRY_COUNT; s++) {
            OpeningLine turned = line;
            for (int i = 0; i < line.count; i++)
                turned.points[i] = symmetry_apply(s, line.points[i], 15);
            CHECK("turned", balanced_opening_key(&turned, 15) == balanced_opening_key(&line, 15));
            Point first = turned.points[0]; // in another order
            turned.points[0] = turned.points[2 % line.count];
            turned.points[2 % line.count] = first;
            CHECK("in another order",
                  balanced_opening_key(&turned, 15) == balanced_opening_key(&line, 15));
        }
        OpeningLine moved = line;
        moved.points[0] = point_at(0, n % 15);
        CHECK("moved", balanced_opening_key(&moved, 15) != balanced_opening_key(&line, 15));
    }
}

TEST(balanced_opening_attempts_depend_only_on_their_number) {
    BalancedOpeningOptions options = {
        .rules = &rules_renju, .size = 15, .stones = 5, .bound = 100, .nodes = 500, .seed = 3};
    enum { ATTEMPTS = 30 };
    BalancedOpening forward[ATTEMPTS];
    bool found[ATTEMPTS];
    int count = 0;
    Engine *engine = engine_new(NULL);
    for (int i = 0; i < ATTEMPTS; i++) {
        found[i] = balanced_opening_attempt(engine, &options, i, (StopToken){0}, &forward[i]);
        count += found[i];
        if (!found[i])
            continue;
        CHECK_INT("stones", forward[i].line.count, 5);
        CHECK("neither side is ahead", abs(forward[i].value) <= options.bound);
        Board b;
        board_init(&b, options.rules, options.size);
        for (int k = 0; k < 5; k++)
            CHECK_INT("legal", board_play(&b, forward[i].line.points[k]), PLAY_OK);
    }
    CHECK("some are found, and some are not", count > 3 && count < ATTEMPTS);
    for (int i = ATTEMPTS; i-- > 0;) {
        BalancedOpening again;
        CHECK_INT("again", balanced_opening_attempt(engine, &options, i, (StopToken){0}, &again),
                  found[i]);
        for (int k = 0; found[i] && k < 5; k++)
            CHECK_INT("again", again.line.points[k], forward[i].line.points[k]);
    }
    engine_free(engine);
}

TEST(balanced_opening_signature_depends_on_rules_and_size) {
    const BalancedOpeningOptions renju = {.rules = &rules_renju, .size = 15},
                                 small = {.rules = &rules_renju, .size = 11},
                                 caro = {.rules = &rules_caro, .size = 15},
                                 other_options = {
                                     .rules = &rules_renju, .size = 15, .stones = 9, .seed = 5};
    Engine *a = engine_new(NULL), *b = engine_new(NULL);
    uint64_t signature = balanced_opening_signature(a, &renju);
    CHECK("depends on the size", balanced_opening_signature(a, &small) != signature);
    CHECK("depends on the rules", balanced_opening_signature(a, &caro) != signature);
    CHECK("no other option", balanced_opening_signature(a, &other_options) == signature);
    CHECK("another engine of the same kind", balanced_opening_signature(b, &renju) == signature);
    engine_free(a);
    engine_free(b);
}
