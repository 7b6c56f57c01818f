#include "train/packed.h"

#include "base/str.h"
#include "test.h"

#include <string.h>

enum {
    WEIGHT_BYTES = 44928,
    HEAD_BYTES = 8 + WEIGHT_BYTES + 2 * 5 * WEIGHTS_CODES + 2 * WEIGHTS_CODES,
    POSITION_BYTES = 12,
    POINT_BYTES = 4,
};

// Three quiet positions of a 5x5 game after an opening of one stone; the first searched move
// strayed.
static const PackedGame game = {
    .rules = &rules_freestyle,
    .size = 5,
    .winner = WHITE,
    .opening = 1,
    .count = 4,
    .moves = {{POINT_NONE}, {POINT_NONE, -70, true}, {POINT_NONE, 5}, {POINT_NONE, -29990}},
};

static const struct {
    const char *name;
    int mover, outcome, knows, value, empty;
    bool has_move;
} positions[] = {
    {"it strayed", 1, 2, 0, -70, 24, false},
    {"the loser's", 0, 0, 1, 5, 23, true},
    {"a lost one", 1, 2, 1, -29990, 22, false},
};

TEST(feature_dump_has_the_documented_bytes) {
    PackedGame g = game;
    Weights w;
    Str out = {0};
    Features *f = features_new(g.rules);
    weights_default(g.rules, &w);
    for (int i = 0; i < g.count; i++)
        g.moves[i].point = point_at(2 * (i % 2), i);
    feature_dump_add_head(g.rules, &w, &out);
    CHECK_INT("head", (int)out.len, HEAD_BYTES);
    CHECK("magic", !strncmp(str_text(&out), "pentadF1pentadW1", 16));
    feature_dump_add_game(f, &g, &out);
    const unsigned char *at = (const unsigned char *)out.data + HEAD_BYTES;
    CHECK_INT("searched", (int)bytes_u16_at(at), 3);
    CHECK_INT("quiet", (int)bytes_u16_at(at + 2), 3);
    at += 4;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        const char *name = positions[i].name;
        int empty = positions[i].empty, best = (int)bytes_u16_at(at + 8);
        CHECK_INT(name, at[0], positions[i].mover);
        CHECK_INT(name, at[1], positions[i].outcome);
        CHECK_INT(name, (int)bytes_u16_at(at + 2), positions[i].knows);
        CHECK_INT(name, (int16_t)bytes_u16_at(at + 4), positions[i].value);
        CHECK_INT(name, (int)bytes_u16_at(at + 10), empty);
        CHECK_INT(name, best < empty, positions[i].has_move);
        at += POSITION_BYTES;
        if (positions[i].has_move)
            CHECK("a candidate", bytes_u16_at(at + POINT_BYTES * best) >> 15);
        for (int k = 0; k < empty; k++, at += POINT_BYTES) {
            CHECK("own code", (bytes_u16_at(at) & 0x7fff) < WEIGHTS_CODES);
            CHECK("other code", bytes_u16_at(at + 2) < WEIGHTS_CODES);
        }
    }
    CHECK("the end", at == (const unsigned char *)out.data + out.len);
    features_free(f);
    str_release(&out);
}
