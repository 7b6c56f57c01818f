#include "train/samples.h"

#include "base/mem.h"
#include "base/util.h"
#include "engine/engine.h"
#include "train/packed.h"

#include <string.h>

// ---- Positions

static void *grow(void *items, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity)
        return items;
    *capacity = needed > 2 * *capacity ? needed : 2 * *capacity;
    return mem_resize(items, *capacity * size);
}

// A code on many points needs several entries.
static void add_code(SampleBlock *b, int code, int points) {
    for (; points > 0; points -= ENTRY_POINTS_MAX) {
        int here = int_min(points, ENTRY_POINTS_MAX);
        b->entries = grow(b->entries, &b->entry_capacity, b->entry_count + 1, sizeof *b->entries);
        b->entries[b->entry_count++] = (uint16_t)(code | here << ENTRY_CODE_BITS);
    }
}

static int add_codes(SampleBlock *b, const FeaturePoint *points, int count, bool own) {
    uint16_t times[WEIGHTS_CODES] = {0};
    size_t before = b->entry_count;
    for (int i = 0; i < count; i++)
        times[own ? points[i].own : points[i].other]++;
    for (int i = 0; i < count; i++) { // in the order of the points
        int code = own ? points[i].own : points[i].other;
        add_code(b, code, times[code]);
        times[code] = 0;
    }
    return (int)(b->entry_count - before);
}

static void add_candidates(SampleBlock *b, Sample *s, const FeaturePoint *points, int count,
                           Point best) {
    bool found = false;
    for (int i = 0; i < count; i++) {
        if (!points[i].is_candidate)
            continue;
        b->candidates = grow(b->candidates, &b->candidate_capacity, b->candidate_count + 1,
                             sizeof *b->candidates);
        b->candidates[b->candidate_count++] = (Candidate){points[i].own, points[i].other};
        if (points[i].point == best) {
            found = true;
            s->best = s->moves;
        }
        s->moves++;
    }
    if (!found) {
        s->moves = 0;
        b->candidate_count = s->candidates;
    }
}

void samples_add(SampleBlock *b, Features *f, const Sample *about, Point best) {
    FeaturePoint points[BOARD_MAX * BOARD_MAX];
    int count = features_points(f, points);
    if (b->count == b->capacity) {
        b->capacity = int_max(256, 2 * b->capacity);
        b->samples = mem_resize(b->samples, (size_t)b->capacity * sizeof *b->samples);
    }
    Sample *s = &b->samples[b->count++];
    *s = *about;
    s->threats = (uint16_t)features_threats(f);
    s->entries = (uint32_t)b->entry_count;
    s->own = (uint16_t)add_codes(b, points, count, true);
    s->other = (uint16_t)add_codes(b, points, count, false);
    s->candidates = (uint32_t)b->candidate_count;
    s->moves = 0;
    if (best != POINT_NONE)
        add_candidates(b, s, points, count, best);
}

// ---- Games

static int last_stray(const PackedGame *g) {
    int last = -1;
    for (int i = 0; i < g->count; i++)
        if (g->moves[i].strayed)
            last = i;
    return last;
}

static void add_game(SampleBlock *into, Features *f, const PackedGame *g) {
    int stray = last_stray(g);
    Board b;
    board_init(&b, g->rules, g->size);
    features_begin(f, &b);
    for (int i = 0; i < g->count; i++) {
        const PackedMove *m = &g->moves[i];
        Stone mover = i % 2 ? WHITE : BLACK;
        if (i >= g->opening && features_is_quiet(f)) {
            bool is_lost = m->value < -ENGINE_CERTAIN; // then the move says nothing
            Sample about = {
                .value = m->value,
                .mover = (uint8_t)(mover - BLACK),
                .outcome = g->winner == EMPTY   ? 1
                           : g->winner == mover ? 2
                                                : 0,
                .knows_outcome = i > stray,
            };
            samples_add(into, f, &about, m->strayed || is_lost ? POINT_NONE : m->point);
        }
        features_play(f, m->point);
    }
}

// ---- Files

// The position of a game in the files.
typedef struct {
    int source;
    size_t at;
} GamePlace;

typedef struct {
    Samples *samples;
    const SampleSource *sources;
    GamePlace *places;
} Collection;

static void collect_block(void *context, int part) {
    Collection *c = context;
    Features *f = features_new(c->samples->rules);
    PackedGame *g = mem_alloc(sizeof *g);
    for (int i = part; i < c->samples->games; i += c->samples->blocks) {
        const SampleSource *source = &c->sources[c->places[i].source];
        PackedReader r;
        Error ignored;
        if (packed_open(&r, source->bytes, source->len, &ignored)) {
            r.at = c->places[i].at;
            if (packed_next(&r, g, &ignored))
                add_game(&c->samples->block[part], f, g);
        }
    }
    mem_free(g);
    features_free(f);
}

// Checks every game, and counts the positions of games with the right rules.
static bool find_games(Collection *c, int sources, int64_t *positions, Error *err) {
    size_t capacity = 0;
    Samples *s = c->samples;
    PackedGame *g = mem_alloc(sizeof *g);
    bool ok = true;
    for (int i = 0; i < sources && ok; i++) {
        PackedReader r;
        Error reason = {0};
        ok = packed_open(&r, c->sources[i].bytes, c->sources[i].len, &reason);
        for (size_t at; ok && (at = r.at, packed_next(&r, g, &reason));) {
            if (g->rules != s->rules)
                continue;
            c->places = grow(c->places, &capacity, (size_t)s->games + 1, sizeof *c->places);
            c->places[s->games++] = (GamePlace){i, at};
            *positions += g->count - g->opening;
        }
        if (*reason.text) {
            error_set(err, "%s", reason.text);
            ok = error_prefix(err, c->sources[i].path);
        }
    }
    mem_free(g);
    return ok;
}

bool samples_collect(Samples *out, const SampleSource *sources, int count, const Rules *rules,
                     ThreadPool *pool, Error *err) {
    Samples s = {.rules = rules};
    Collection c = {&s, sources, NULL};
    int64_t positions = 0;
    bool ok = find_games(&c, count, &positions, err);
    if (ok && s.games < SAMPLES_HELD_OUT)
        ok = error_set(err, "%d games with %s rules: too few, at least %d are needed", s.games,
                       rules->name, SAMPLES_HELD_OUT);
    if (ok) {
        int blocks = (int)(positions / SAMPLES_BLOCK);
        s.blocks = int_min(s.games, int_max(SAMPLES_HELD_OUT, blocks));
        s.block = mem_alloc((size_t)s.blocks * sizeof *s.block);
        thread_pool_run(pool, s.blocks, collect_block, &c);
        for (int i = 0; i < s.blocks; i++)
            s.positions += s.block[i].count;
    }
    mem_free(c.places);
    *out = s;
    return ok;
}

void samples_release(Samples *s) {
    for (int i = 0; i < s->blocks; i++) {
        mem_free(s->block[i].samples);
        mem_free(s->block[i].entries);
        mem_free(s->block[i].candidates);
    }
    mem_free(s->block);
    *s = (Samples){0};
}
