#include "train/packed.h"

#include "base/str.h"
#include "engine/engine.h"
#include "engine/eval/weights.h"

#include <string.h>

static const char magic[8] = "pentadG1";

enum {
    HEAD_BYTES = 6,  // rules, size, winner, opening (one byte each), number of moves (two)
    MOVE_BYTES = 2,  // per move and per value
    CHECK_BYTES = 4, // checksum at the end of a game
    STRAYED = 1 << 15,
};

// ---- Writing

void packed_add_heading(Str *out) {
    str_add_bytes(out, magic, sizeof magic);
}

void packed_add_game(const PackedGame *g, Str *out) {
    size_t start = out->len;
    str_add_char(out, (char)g->rules->gomocup_code);
    str_add_char(out, (char)g->size);
    str_add_char(out, (char)g->winner);
    str_add_char(out, (char)g->opening);
    bytes_add_u16(out, (unsigned)g->count);
    for (int i = 0; i < g->count; i++) {
        const PackedMove *m = &g->moves[i];
        unsigned place = (unsigned)(point_y(m->point) * g->size + point_x(m->point));
        bytes_add_u16(out, place | (m->strayed ? STRAYED : 0));
    }
    for (int i = g->opening; i < g->count; i++)
        bytes_add_u16(out, (uint16_t)g->moves[i].value);
    bytes_add_u32(out, bytes_fnv1a(out->data + start, out->len - start));
}

// ---- Reading

bool packed_open(PackedReader *r, const char *bytes, size_t len, Error *err) {
    if (len < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(err, "not a file of packed games: it does not begin with 'pentadG1'");
    *r = (PackedReader){(const unsigned char *)bytes, len, sizeof magic, 0};
    return true;
}

// Games are numbered from 1.
static bool fail(const PackedReader *r, Error *err, const char *reason) {
    return error_set(err, "game %d, at byte %zu: %s", r->games + 1, r->at, reason);
}

static bool read_head(const PackedReader *r, PackedGame *g, Error *err) {
    const unsigned char *head = r->bytes + r->at;
    if (r->len - r->at < HEAD_BYTES)
        return fail(r, err, "truncated");
    g->rules = rules_from_gomocup(head[0]);
    g->size = head[1];
    g->winner = (Stone)head[2];
    g->opening = head[3];
    g->count = (int)bytes_u16_at(head + 4);
    if (!g->rules)
        return fail(r, err, "unknown rules");
    if (g->size < BOARD_MIN_PLAYABLE || g->size > BOARD_MAX)
        return fail(r, err, "invalid board size");
    if (g->winner > WHITE)
        return fail(r, err, "invalid winner");
    if (g->opening > g->count)
        return fail(r, err, "an opening longer than the game");
    if (g->count > g->size * g->size)
        return fail(r, err, "more moves than the board has points");
    return true;
}

static size_t body_bytes(const PackedGame *g) {
    return (size_t)(2 * g->count - g->opening) * MOVE_BYTES;
}

static bool check_sum(const PackedReader *r, const PackedGame *g, Error *err) {
    size_t covered = HEAD_BYTES + body_bytes(g);
    if (r->len - r->at < covered + CHECK_BYTES)
        return fail(r, err, "truncated");
    const unsigned char *stored = r->bytes + r->at + covered;
    return bytes_u32_at(stored) == bytes_fnv1a(r->bytes + r->at, covered) ||
           fail(r, err, "damaged");
}

// Checks that all moves are legal, so that only the last can end the game.
static bool read_moves(const PackedReader *r, PackedGame *g, Error *err) {
    const unsigned char *at = r->bytes + r->at + HEAD_BYTES;
    const unsigned char *values = at + g->count * MOVE_BYTES;
    Board b;
    board_init(&b, g->rules, g->size);
    for (int i = 0; i < g->count; i++) {
        unsigned word = bytes_u16_at(at + i * MOVE_BYTES);
        int place = (int)(word & ~(unsigned)STRAYED);
        if (place >= g->size * g->size)
            return fail(r, err, "a move off the board");
        Point p = point_at(place % g->size, place / g->size);
        PlayResult result = board_play(&b, p);
        if (result != PLAY_OK)
            return fail(r, err, play_result_text(result));
        bool has_value = i >= g->opening;
        g->moves[i] = (PackedMove){
            .point = p,
            .value = has_value ? (int16_t)bytes_u16_at(values + (i - g->opening) * MOVE_BYTES) : 0,
            .strayed = (word & STRAYED) != 0,
        };
    }
    return true;
}

bool packed_next(PackedReader *r, PackedGame *out, Error *err) {
    if (r->at == r->len)
        return false;
    if (!read_head(r, out, err) || !check_sum(r, out, err) || !read_moves(r, out, err))
        return false;
    r->at += HEAD_BYTES + body_bytes(out) + CHECK_BYTES;
    r->games++;
    return true;
}

static const char dump_magic[8] = "pentadF1";

enum { CANDIDATE = 1 << 15, NO_MOVE = 0xffff };

void feature_dump_add_head(const Rules *rules, const Weights *w, Str *out) {
    FeatureGroups groups;
    features_groups(rules, &groups);
    str_add_bytes(out, dump_magic, sizeof dump_magic);
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
    bool is_exemplary = !m->strayed && m->value >= -ENGINE_CERTAIN;
    FeaturePoint points[BOARD_MAX * BOARD_MAX];
    int count = features_points(f, points), best = NO_MOVE;
    for (int i = 0; i < count; i++)
        if (is_exemplary && points[i].is_candidate && points[i].point == m->point)
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
