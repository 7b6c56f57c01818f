#include "train/feature_dump.h"

#include "base/str.h"
#include "engine/engine.h"
#include "engine/eval/weights.h"

static const char magic[8] = "pentadF1";

enum { CANDIDATE = 1 << 15, NO_MOVE = 0xffff };

void feature_dump_add_head(const Rules *rules, const Weights *w, Str *out) {
    FeatureGroups groups;
    features_groups(rules, &groups);
    str_add_bytes(out, magic, sizeof magic);
    weight_file_format(w, rules, out);
    str_add_bytes(out, (const char *)groups.of, sizeof groups.of);
    for (int c = 0; c < 2; c++)
        for (int code = 0; code < WEIGHTS_CODES; code++)
            str_add_char(out, groups.is_urgent[c][code] ? 1 : 0);
}

static int last_stray(const PackedGame *g) {
    int last = g->count - 1;
    while (last >= 0 && !g->moves[last].strayed)
        last--;
    return last;
}

static void add_position(Features *f, const PackedGame *g, int ply, Str *out) {
    const PackedMove *m = &g->moves[ply];
    Stone mover = ply % 2 ? WHITE : BLACK;
    // A stray move, or one in a lost position, says nothing about the order of moves.
    bool is_telling = !m->strayed && m->value >= -ENGINE_CERTAIN;
    FeaturePoint points[BOARD_MAX * BOARD_MAX];
    int count = features_points(f, points), best = NO_MOVE;
    for (int i = 0; i < count; i++)
        if (is_telling && points[i].is_candidate && points[i].point == m->point)
            best = i;
    str_add_char(out, (char)(mover - BLACK));
    str_add_char(out, g->winner == EMPTY ? 1 : g->winner == mover ? 2 : 0);
    bytes_add_u16(out, ply > last_stray(g));
    bytes_add_u16(out, (uint16_t)m->value);
    bytes_add_u16(out, features_threats(f));
    bytes_add_u16(out, (unsigned)best);
    bytes_add_u16(out, (unsigned)count);
    for (int i = 0; i < count; i++) {
        bytes_add_u16(out, points[i].own | (points[i].is_candidate ? CANDIDATE : 0));
        bytes_add_u16(out, points[i].other);
    }
}

void feature_dump_add_game(Features *f, const PackedGame *g, Str *out) {
    ScopedStr positions = {0};
    int count = 0;
    Board b;
    board_init(&b, g->rules, g->size);
    features_begin(f, &b);
    for (int i = 0; i < g->count; i++) {
        if (i >= g->opening && features_is_quiet(f)) {
            add_position(f, g, i, &positions);
            count++;
        }
        features_play(f, g->moves[i].point);
    }
    bytes_add_u16(out, (unsigned)(g->count - g->opening));
    bytes_add_u16(out, (unsigned)count);
    str_add_bytes(out, str_text(&positions), positions.len);
}
