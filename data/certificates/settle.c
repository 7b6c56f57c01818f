// Finds a certificate with settled pairs that Black does not lose under renju, on boards of at most
// 7x7 (docs/integrate/certificates.md). It is not trusted: the checkers decide.
//
//   cc -O2 -o settle data/certificates/settle.c && ./settle 6 >renju6-black.jsonl
//
// Depth first. For Black, the moves that leave White least; after each, pairs are settled greedily,
// in several random orders of which the best is kept. For White, every open point.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE_MAX_HERE = 7, POINTS_MAX = SIZE_MAX_HERE * SIZE_MAX_HERE, IMAGES = 8 };
enum { MOVES_TRIED = 8, ORDERS_TRIED = 20, TABLE_SIZE = 1 << 22 };

typedef uint64_t Set; // of points: bit y * size + x, with row 1 at y = 0

#define BIT(i) ((Set)1 << (i))
#define COUNT(set) __builtin_popcountll(set)
#define FIRST(set) __builtin_ctzll(set)

// The pairs are empty or have a stone of each color. The stones are elsewhere.
typedef struct {
    Set black, white, paired;
    int8_t partner[POINTS_MAX];
} Position;

// What a foul needs, or one of its two fours or threes.
typedef struct {
    Set black, empty;
    int line;
} Shape;

typedef struct {
    int count;
    Shape shapes[80];
} Shapes;

static int size, points;
static Set all, windows[4 * POINTS_MAX];
static int window_count, image[IMAGES][POINTS_MAX];
static Shapes overlines[POINTS_MAX], fours[POINTS_MAX], threes[POINTS_MAX];

// ---- The board

static void add_shape(Shapes *s, Set black, Set empty, int line) {
    s->shapes[s->count++] = (Shape){black, empty, line};
}

static void add_five(const int *row) {
    Set window = 0;
    for (int i = 0; i < 5; i++)
        window |= BIT(row[i]);
    for (int i = 0; i < 5; i++)
        for (int e = 0; e < 5; e++)
            if (e != i)
                add_shape(&fours[row[i]], window & ~BIT(row[i]) & ~BIT(row[e]), BIT(row[e]), 0);
    windows[window_count++] = window;
}

static void add_six(const int *row, int line) {
    Set six = 0, ends = BIT(row[0]) | BIT(row[5]);
    for (int i = 0; i < 6; i++)
        six |= BIT(row[i]);
    for (int i = 1; i < 5; i++) {
        Set rest = six & ~BIT(row[i]);
        add_shape(&overlines[row[i]], rest, 0, line);
        for (int e = 1; e < 5; e++)
            if (e != i)
                add_shape(&threes[row[i]], rest & ~ends & ~BIT(row[e]), ends | BIT(row[e]), line);
    }
}

static void set_up(void) {
    static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
    points = size * size;
    all = BIT(points) - 1;
    for (int i = 0; i < points; i++) {
        int x = i % size, y = i / size, far = size - 1;
        for (int line = 0; line < 4; line++) {
            int row[6], n = 0;
            for (int u = x, v = y; n < 6 && u < size && v < size && v >= 0; n++) {
                row[n] = v * size + u;
                u += dx[line];
                v += dy[line];
            }
            if (n >= 5)
                add_five(row);
            if (n == 6)
                add_six(row, line);
        }
        for (int k = 0; k < IMAGES; k++) {
            int u = k & 1 ? far - x : x, v = k & 2 ? far - y : y;
            image[k][i] = k & 4 ? u * size + v : v * size + u;
        }
    }
}

static Set empty_points(const Position *b) {
    return all & ~b->black & ~b->white;
}

static Set open_points(const Position *b) {
    return empty_points(b) & ~b->paired;
}

static void add_pair(Position *b, int p, int q) {
    b->paired |= BIT(p) | BIT(q);
    b->partner[p] = (int8_t)q;
    b->partner[q] = (int8_t)p;
}

static bool is_covered(const Position *b, Set window) {
    if (window & b->black)
        return true;
    for (Set left = window & b->paired; left; left &= left - 1)
        if (window >> b->partner[FIRST(left)] & 1)
            return true;
    return false;
}

static bool all_are_covered(const Position *b) {
    for (int i = 0; i < window_count; i++)
        if (!is_covered(b, windows[i]))
            return false;
    return true;
}

// No five, and White cannot make one with a single stone on an open point.
static bool is_guarded(const Position *b) {
    for (int i = 0; i < window_count; i++)
        if (!(windows[i] & ~b->black) ||
            (COUNT(windows[i] & open_points(b)) < 2 && !is_covered(b, windows[i])))
            return false;
    return true;
}

// How much White can still fill.
static double danger(const Position *b) {
    double sum = 0;
    for (int i = 0; i < window_count; i++)
        if (!is_covered(b, windows[i]))
            sum += 1.0 / (double)BIT(COUNT(windows[i] & open_points(b)));
    return sum;
}

// ---- Fouls

typedef struct {
    Set black, empty; // what can be black, what can be empty
    Set counted;      // at most `most` points of these are black
    int most;
    int half_pairs; // how many pairs may have a black stone and an empty point
} Outlook;

static bool is_possible(const Position *b, const Outlook *o, Set black, Set empty) {
    int half = 0;
    if (black & ~o->black || empty & ~o->empty || black & empty ||
        COUNT(black & o->counted) > o->most)
        return false;
    for (Set left = (black | empty) & b->paired; left; left &= left - 1) {
        int p = FIRST(left), q = b->partner[p];
        bool has_both = q > p && (black | empty) >> q & 1;
        if (!has_both || (empty >> p & empty >> q & 1))
            continue;
        if ((black >> p & black >> q & 1) || ++half > o->half_pairs)
            return false;
    }
    return true;
}

static bool has_two(const Position *b, const Outlook *o, const Shapes *s, bool are_threes) {
    Shapes found = {0};
    for (int i = 0; i < s->count; i++) {
        const Shape *one = &s->shapes[i];
        if (!is_possible(b, o, one->black, one->empty))
            continue;
        for (int k = 0; k < found.count; k++) {
            const Shape *two = &found.shapes[k];
            bool differ = are_threes ? one->line != two->line
                                     : one->black != two->black && one->empty != two->empty;
            if (differ && is_possible(b, o, one->black | two->black, one->empty | two->empty))
                return true;
        }
        found.shapes[found.count++] = *one;
    }
    return false;
}

static bool may_be_foul(const Position *b, const Outlook *o, int p) {
    for (int i = 0; i < overlines[p].count; i++)
        if (is_possible(b, o, overlines[p].shapes[i].black, 0))
            return true;
    return has_two(b, o, &fours[p], false) || has_two(b, o, &threes[p], true);
}

static Outlook outlook(const Position *b) {
    return (Outlook){.black = b->black | b->paired, .empty = empty_points(b)};
}

static bool answers_are_legal(const Position *b, Outlook o) {
    for (Set left = b->paired; left; left &= left - 1) {
        int p = FIRST(left);
        Outlook now = o;
        now.black &= ~BIT(b->partner[p]);
        now.empty &= ~BIT(b->partner[p]);
        if (may_be_foul(b, &now, p))
            return false;
    }
    return true;
}

// The same until the end, however many of the open points Black takes.
static bool answers_stay_legal(const Position *b) {
    Outlook o = outlook(b);
    o.counted = open_points(b);
    o.black |= o.counted;
    o.most = COUNT(o.counted) / 2;
    return answers_are_legal(b, o);
}

static bool free_moves_are_legal(const Position *b, Outlook o) {
    for (Set left = b->paired; left; left &= left - 1) {
        int p = FIRST(left), q = b->partner[p];
        Outlook now = o;
        now.black &= ~BIT(p) & ~BIT(q);
        if (may_be_foul(b, &now, p) && may_be_foul(b, &now, q))
            return false;
    }
    return true;
}

static bool move_is_legal(const Position *b, int p) {
    Outlook o = outlook(b);
    return !may_be_foul(b, &o, p);
}

// White is to move, and only pairs are left, or one more point.
static bool is_finished(const Position *b) {
    Set last = open_points(b);
    if (COUNT(last) > 1 || !all_are_covered(b))
        return false;
    Outlook o = outlook(b);
    o.empty &= ~last;
    if (!last)
        return true;
    if (!free_moves_are_legal(b, o))
        return false;
    o.half_pairs = 1;
    return answers_are_legal(b, o);
}

// ---- Settling pairs

static uint64_t random_state = 1;

static uint64_t random_next(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return random_state >> 40;
}

typedef struct {
    int p, q;
    uint64_t rank;
} Candidate;

static int by_rank(const void *a, const void *b) {
    uint64_t one = ((const Candidate *)a)->rank, two = ((const Candidate *)b)->rank;
    return (one < two) - (one > two);
}

// Pairs of open points, those in most windows first; any pair if nothing is left to cover.
static int list_candidates(const Position *b, Candidate *out) {
    int in_windows[POINTS_MAX][POINTS_MAX] = {{0}}, n = 0;
    bool is_done = all_are_covered(b);
    for (int i = 0; i < window_count; i++)
        if (!is_covered(b, windows[i]))
            for (Set left = windows[i] & open_points(b); left; left &= left - 1)
                for (Set rest = left & (left - 1); rest; rest &= rest - 1)
                    in_windows[FIRST(left)][FIRST(rest)]++;
    for (Set left = open_points(b); left; left &= left - 1)
        for (Set rest = left & (left - 1); rest; rest &= rest - 1) {
            int count = in_windows[FIRST(left)][FIRST(rest)];
            if (count > 0 || is_done)
                out[n++] =
                    (Candidate){FIRST(left), FIRST(rest), ((uint64_t)count << 40) + random_next()};
        }
    qsort(out, (size_t)n, sizeof *out, by_rank);
    return n;
}

static bool settle_one(Position *b) {
    Candidate candidates[POINTS_MAX * POINTS_MAX / 2];
    int n = list_candidates(b, candidates);
    for (int i = 0; i < n; i++) {
        Position after = *b;
        add_pair(&after, candidates[i].p, candidates[i].q);
        if (is_guarded(&after) && answers_stay_legal(&after)) {
            *b = after;
            return true;
        }
    }
    return false;
}

static Position settle(const Position *b) {
    Position best = *b;
    double least = 1e9;
    for (int i = 0; i < ORDERS_TRIED; i++) {
        Position trial = *b;
        while (settle_one(&trial))
            continue;
        double left = 1000 * danger(&trial) + COUNT(open_points(&trial));
        if (is_finished(&trial))
            return trial;
        if (left < least) {
            least = left;
            best = trial;
        }
    }
    return best;
}

// ---- Search

enum { UNKNOWN, HOLDS, FAILS, WRITTEN };

// The move and its pairs are those of the mirror image that has the key.
typedef struct {
    uint64_t key;
    int8_t state, move, pair_count, pairs[POINTS_MAX];
} Entry;

static Entry *table;
static int entry_count;

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static uint64_t key_of_image(const Position *b, int k) {
    uint64_t key = 1;
    for (Set left = b->black; left; left &= left - 1)
        key += mix((uint64_t)image[k][FIRST(left)] + 100);
    for (Set left = b->white; left; left &= left - 1)
        key += mix((uint64_t)image[k][FIRST(left)] + 200);
    for (Set left = b->paired; left; left &= left - 1) {
        int p = image[k][FIRST(left)], q = image[k][b->partner[FIRST(left)]];
        key += p < q ? mix(1000 + 64 * (uint64_t)p + (uint64_t)q) : 0;
    }
    return mix(key);
}

// *which: the image with the smallest key.
static Entry *find_entry(const Position *b, int *which) {
    uint64_t key = UINT64_MAX;
    for (int k = 0; k < IMAGES; k++) {
        uint64_t other = key_of_image(b, k);
        *which = other < key ? k : *which;
        key = other < key ? other : key;
    }
    size_t at = key % TABLE_SIZE;
    while (table[at].state != UNKNOWN && table[at].key != key)
        at = (at + 1) % TABLE_SIZE;
    table[at].key = key;
    return &table[at];
}

static void store(const Position *before, const Position *after, int move, int state) {
    int k;
    Entry *e = find_entry(before, &k);
    if (e->state == UNKNOWN && ++entry_count > TABLE_SIZE / 2) {
        fprintf(stderr, "settle: the table is full\n");
        exit(1);
    }
    e->state = (int8_t)state;
    if (state == FAILS)
        return;
    e->move = (int8_t)image[k][move];
    for (Set left = after->paired & ~before->paired; left; left &= left - 1) {
        int p = FIRST(left), q = after->partner[p];
        if (q < p)
            continue;
        e->pairs[2 * e->pair_count] = (int8_t)image[k][p];
        e->pairs[2 * e->pair_count++ + 1] = (int8_t)image[k][q];
    }
}

typedef struct {
    int point;
    double value;
} Choice;

static int by_value(const void *a, const void *b) {
    const Choice *one = a, *two = b;
    return one->value != two->value ? (one->value > two->value) - (one->value < two->value)
                                    : one->point - two->point;
}

static int list_moves(const Position *b, Choice *out) {
    int n = 0;
    for (Set left = open_points(b); left; left &= left - 1) {
        Position after = *b;
        after.black |= left & -left;
        if (is_guarded(&after) && answers_are_legal(&after, outlook(&after)) &&
            move_is_legal(b, FIRST(left)))
            out[n++] = (Choice){FIRST(left), danger(&after)};
    }
    qsort(out, (size_t)n, sizeof *out, by_value);
    return n < MOVES_TRIED ? n : MOVES_TRIED;
}

static bool black_holds(const Position *b);

// White's most dangerous replies first.
static bool holds_against_all(const Position *b) {
    Choice replies[POINTS_MAX];
    int n = 0;
    if (is_finished(b))
        return true;
    if (COUNT(open_points(b)) < 2)
        return false;
    for (Set left = open_points(b); left; left &= left - 1) {
        Position after = *b;
        after.white |= left & -left;
        replies[n++] = (Choice){FIRST(left), -danger(&after)};
    }
    qsort(replies, (size_t)n, sizeof *replies, by_value);
    for (int i = 0; i < n; i++) {
        Position after = *b;
        after.white |= BIT(replies[i].point);
        if (!black_holds(&after))
            return false;
    }
    return true;
}

static bool black_holds(const Position *b) {
    int k;
    const Entry *known = find_entry(b, &k);
    if (known->state != UNKNOWN)
        return known->state == HOLDS;
    Choice moves[POINTS_MAX];
    int n = list_moves(b, moves);
    for (int i = 0; i < n; i++) {
        Position after = *b;
        after.black |= BIT(moves[i].point);
        after = settle(&after);
        if (holds_against_all(&after)) {
            store(b, &after, moves[i].point, HOLDS);
            return true;
        }
    }
    store(b, b, 0, FAILS);
    return false;
}

// ---- Writing

static uint32_t checksum = UINT32_MAX; // CRC-32
static int written;

static void put(const char *text) {
    for (const char *c = text; *c; c++) {
        checksum ^= (uint8_t)*c;
        for (int i = 0; i < 8; i++)
            checksum = checksum >> 1 ^ (checksum & 1 ? 0xedb88320u : 0);
    }
    fputs(text, stdout);
}

static void put_point(int p) {
    char text[8];
    snprintf(text, sizeof text, "%c%d", 'a' + p % size, p / size + 1);
    put(text);
}

static void put_points(const char *before, Set set) {
    put(before);
    for (; set; set &= set - 1)
        put_point(FIRST(set));
}

static void put_pairs(const char *before, const Position *b, Set set) {
    put(before);
    for (; set; set &= set - 1)
        if (b->partner[FIRST(set)] > FIRST(set)) {
            put_point(FIRST(set));
            put_point(b->partner[FIRST(set)]);
        }
}

static void write_entries(const Position *b) {
    int k, original[POINTS_MAX];
    Entry *e = find_entry(b, &k);
    if (e->state == WRITTEN)
        return;
    e->state = WRITTEN;
    written++;
    for (int i = 0; i < points; i++)
        original[image[k][i]] = i;
    Position after = *b;
    after.black |= BIT(original[e->move]);
    for (int i = 0; i < e->pair_count; i++)
        add_pair(&after, original[e->pairs[2 * i]], original[e->pairs[2 * i + 1]]);
    put_points("{\"position\":\"", b->black);
    put_points("/", b->white);
    put_pairs("\",\"settled\":\"", b, b->paired);
    put_points("\",\"move\":\"", after.black & ~b->black);
    put_pairs("\",\"pairs\":\"", &after, after.paired & ~b->paired);
    put("\"}\n");
    for (Set left = is_finished(&after) ? 0 : open_points(&after); left; left &= left - 1) {
        Position next = after;
        next.white |= left & -left;
        write_entries(&next);
    }
}

int main(int argc, char **argv) {
    Position empty = {0};
    char heading[200];
    size = argc == 2 ? atoi(argv[1]) : 0;
    if (size < 5 || size > SIZE_MAX_HERE) {
        fprintf(stderr, "settle SIZE: 5 to %d\n", SIZE_MAX_HERE);
        return 2;
    }
    set_up();
    table = calloc(TABLE_SIZE, sizeof *table);
    if (!table || !black_holds(&empty)) {
        fprintf(stderr, "settle: nothing found\n");
        return 1;
    }
    snprintf(heading, sizeof heading,
             "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":\"renju\",\"size\":%d,"
             "\"side\":\"black\",\"claim\":\"hold\","
             "\"starts\":[{\"position\":\"/\",\"turn\":\"black\"}]}\n",
             size);
    put(heading);
    write_entries(&empty);
    printf("{\"entries\":%d,\"crc32\":\"%08x\"}\n", written, checksum ^ UINT32_MAX);
    free(table);
    return 0;
}
