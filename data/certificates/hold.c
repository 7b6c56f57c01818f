// Finds a certificate that Black does not lose under renju, on boards of at most 7x7
// (docs/integrate/certificates.md). It is not trusted: the checkers decide.
//
//   cc -O2 -o hold data/certificates/hold.c -lm && ./hold 7 >renju7-black.jsonl
//
// Proof numbers (df-pn). A position after a move of Black holds if all its empty points can be
// paired so that White fills no window and no answer is ever a foul: such pairs are found by
// annealing. How far the best pairs are from that is the estimate of what is left to prove.
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_HERE = 7, POINTS_MAX = SIZE_MAX_HERE * SIZE_MAX_HERE, IMAGES = 8, ROWS_MAX = 64 };
enum { TABLE_SIZE = 1 << 24, QUIET_MOVES = 8, THREATS_SIZE = 1 << 25, THREATS_TRIED = 500 };
enum { MOVES_COMPARED = 6, MOST_WORK = 30000 };

typedef uint64_t Set; // of points: bit y * size + x, with row 1 at y = 0

#define BIT(i) ((Set)1 << (i))
#define COUNT(set) __builtin_popcountll(set)
#define FIRST(set) __builtin_ctzll(set)
#define LOWEST(set) ((set) & -(set))

typedef struct {
    Set black, white;
} Position;

// Five or six points in a row; `ends` of a six are in it, those of a five beyond it.
typedef struct {
    Set points, ends;
    int line;
} Row;

typedef struct {
    int count, rows[5];
} RowList;

static int size, points;
static Set all, near_points[POINTS_MAX];
static Row fives[ROWS_MAX], sixes[ROWS_MAX];
static int five_count, six_count, image[IMAGES][POINTS_MAX];
static uint64_t fives_of[POINTS_MAX], sixes_of[POINTS_MAX]; // rows with the point; no end of a six
static RowList shared_fives[POINTS_MAX][POINTS_MAX], shared_sixes[POINTS_MAX][POINTS_MAX];

// ---- The board

static void add(RowList *list, int row) {
    list->rows[list->count++] = row;
}

static int point_or_none(int x, int y) {
    return x >= 0 && y >= 0 && x < size && y < size ? y * size + x : -1;
}

static void add_row(int n, int x, int y, int dx, int dy, int line) {
    int row[6], first = point_or_none(x - dx, y - dy),
                after = point_or_none(x + n * dx, y + n * dy);
    Row r = {.line = line};
    if (point_or_none(x + (n - 1) * dx, y + (n - 1) * dy) < 0)
        return;
    for (int i = 0; i < n; i++) {
        row[i] = point_or_none(x + i * dx, y + i * dy);
        r.points |= BIT(row[i]);
    }
    r.ends = n == 6 ? BIT(row[0]) | BIT(row[5])
                    : (first < 0 ? 0 : BIT(first)) | (after < 0 ? 0 : BIT(after));
    int at = n == 6 ? six_count : five_count;
    for (int i = 0; i < n; i++) {
        near_points[row[i]] |= r.points;
        if (n == 5 || (i > 0 && i < 5))
            *(n == 6 ? &sixes_of[row[i]] : &fives_of[row[i]]) |= BIT(at);
        for (int k = 0; k < n; k++)
            if (k != i)
                add(n == 6 ? &shared_sixes[row[i]][row[k]] : &shared_fives[row[i]][row[k]], at);
    }
    if (n == 6)
        sixes[six_count++] = r;
    else
        fives[five_count++] = r;
}

static void set_up(void) {
    static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
    points = size * size;
    all = BIT(points) - 1;
    for (int i = 0; i < points; i++) {
        int x = i % size, y = i / size, far = size - 1;
        for (int line = 0; line < 4; line++)
            for (int n = 5; n <= 6; n++)
                add_row(n, x, y, dx[line], dy[line], line);
        for (int k = 0; k < IMAGES; k++) {
            int u = k & 1 ? far - x : x, v = k & 2 ? far - y : y;
            image[k][i] = k & 4 ? u * size + v : v * size + u;
        }
    }
}

static Set empty_points(Position p) {
    return all & ~p.black & ~p.white;
}

static Position with_black(Position p, int move) {
    return (Position){p.black | BIT(move), p.white};
}

static Position with_white(Position p, int move) {
    return (Position){p.black, p.white | BIT(move)};
}

static Set turn_set(Set set, int k) {
    Set turned = 0;
    for (; set; set &= set - 1)
        turned |= BIT(image[k][FIRST(set)]);
    return turned;
}

// The same for all mirror images. *which: the image that it is.
static Position canonical(Position p, int *which) {
    Position best = p;
    *which = 0;
    for (int k = 1; k < IMAGES; k++) {
        Position q = {turn_set(p.black, k), 0};
        if (q.black > best.black)
            continue;
        q.white = turn_set(p.white, k);
        if (q.black < best.black || q.white < best.white) {
            best = q;
            *which = k;
        }
    }
    return best;
}

static Set white_fives(Position p) {
    Set found = 0;
    for (int i = 0; i < five_count; i++) {
        Set left = fives[i].points & ~p.white;
        if (!(fives[i].points & p.black) && COUNT(left) <= 1)
            found |= left;
    }
    return found;
}

// Exactly five.
static Set black_fives(Position p) {
    Set found = 0;
    for (int i = 0; i < five_count; i++) {
        Set left = fives[i].points & ~p.black;
        if (!(fives[i].points & p.white) && !(fives[i].ends & p.black) && COUNT(left) == 1)
            found |= left;
    }
    return found;
}

// How much White can still fill.
static double danger(Position p) {
    static const double of_left[] = {1, 0.333, 0.111, 0.037, 0.0123, 0.00412};
    double sum = 0;
    for (int i = 0; i < five_count; i++)
        if (!(fives[i].points & p.black))
            sum += of_left[COUNT(fives[i].points & ~p.white)];
    return sum;
}

// ---- Pairs, and what could be a foul with them

typedef struct {
    Set black, white, empty, paired;
    int8_t partner[POINTS_MAX], pairs_in_five[ROWS_MAX], pairs_in_six[ROWS_MAX];
    int weights[ROWS_MAX]; // of the windows that White could fill
    int uncovered;         // sum of the weights of windows without a pair
    Set fouls;             // points whose answer could be a foul
    uint64_t free_fives,
        free_sixes; // rows without white stones; of fives, without a pair and not full
} Pairs;

static void start_pairs(Pairs *s, Position p) {
    static const int weights[] = {100, 100, 6, 4, 3, 2};
    *s = (Pairs){.black = p.black, .white = p.white, .empty = empty_points(p)};
    for (int i = 0; i < five_count; i++) {
        s->weights[i] = fives[i].points & p.black ? 0 : weights[COUNT(fives[i].points & s->empty)];
        s->uncovered += s->weights[i];
        if (!(fives[i].points & p.white) && fives[i].points & s->empty)
            s->free_fives |= BIT(i);
    }
    for (int i = 0; i < six_count; i++)
        if (!(sixes[i].points & p.white))
            s->free_sixes |= BIT(i);
}

static void add_pair(Pairs *s, int p, int q) {
    const RowList *in_fives = &shared_fives[p][q], *in_sixes = &shared_sixes[p][q];
    for (int i = 0; i < in_fives->count; i++)
        if (s->pairs_in_five[in_fives->rows[i]]++ == 0) {
            s->uncovered -= s->weights[in_fives->rows[i]];
            s->free_fives &= ~BIT(in_fives->rows[i]);
        }
    for (int i = 0; i < in_sixes->count; i++)
        s->pairs_in_six[in_sixes->rows[i]]++;
    s->partner[p] = (int8_t)q;
    s->partner[q] = (int8_t)p;
    s->paired |= BIT(p) | BIT(q);
}

static void remove_pair(Pairs *s, int p, int q) {
    const RowList *in_fives = &shared_fives[p][q], *in_sixes = &shared_sixes[p][q];
    for (int i = 0; i < in_fives->count; i++)
        if (--s->pairs_in_five[in_fives->rows[i]] == 0) {
            s->uncovered += s->weights[in_fives->rows[i]];
            if (!(fives[in_fives->rows[i]].points & s->white))
                s->free_fives |= BIT(in_fives->rows[i]);
        }
    for (int i = 0; i < in_sixes->count; i++)
        s->pairs_in_six[in_sixes->rows[i]]--;
    s->paired &= ~BIT(p) & ~BIT(q);
}

static Set partners_of(const Pairs *s, Set set) {
    Set found = 0;
    for (set &= s->paired; set; set &= set - 1)
        found |= BIT(s->partner[FIRST(set)]);
    return found;
}

// Two windows of five that could each have three more black stones and an empty point of its own.
// Only points of pairs can become black.
static bool may_be_double_four(const Pairs *s, int p) {
    Set rests[24], gaps[24], partners[24], open = s->empty & ~s->paired & ~BIT(p);
    uint64_t rows = s->free_fives & fives_of[p];
    int n = 0;
    for (; rows & (rows - 1) || n; rows &= rows - 1) {
        if (!rows)
            return false;
        int row = FIRST(rows);
        Set rest = fives[row].points & ~BIT(p), gap = rest & open ? rest & open : rest & s->empty;
        if (!gap || COUNT(rest & open) > 1)
            continue;
        rests[n] = rest;
        gaps[n] = gap;
        partners[n] = partners_of(s, rest);
        for (int k = 0; k < n; k++) {
            Set one = gap & ~rests[k], two = gaps[k] & ~rest;
            Set across = partners[n] & rests[k]; // a pair across must be the two gaps
            if (COUNT(rest & ~rests[k]) == 1 || COUNT(across) > 1)
                continue; // one four with two ends, or two pairs
            if (across ? two & across && one & partners_of(s, across) : one && two)
                return true;
        }
        n++;
    }
    return false;
}

static bool may_be_overline_or_double_three(const Pairs *s, int p, Set partner) {
    Set blacks[80], shapes[80];
    int lines[80], n = 0;
    for (uint64_t rows = s->free_sixes & sixes_of[p]; rows; rows &= rows - 1) {
        int row = FIRST(rows);
        Set rest = sixes[row].points & ~BIT(p), ends = sixes[row].ends;
        if (rest & partner)
            continue;
        if (!s->pairs_in_six[row] && !(rest & s->empty & ~s->paired))
            return true;
        if (ends & ~s->empty)
            continue;
        for (Set left = rest & ~ends & s->empty; left; left &= left - 1) {
            Set black = rest & ~ends & ~LOWEST(left), partners = partners_of(s, black);
            if (partners & rest || black & s->empty & ~s->paired)
                continue;
            for (int k = 0; k < n; k++)
                if (lines[k] != sixes[row].line && !(partners & shapes[k]) &&
                    !(partners_of(s, blacks[k]) & rest))
                    return true;
            blacks[n] = black;
            shapes[n] = rest;
            lines[n++] = sixes[row].line;
        }
    }
    return false;
}

// Black plays on p, after White on its partner if it has one. Never false if it is a foul.
static bool may_be_foul(const Pairs *s, int p) {
    Set partner = s->paired >> p & 1 ? BIT(s->partner[p]) : 0;
    return may_be_double_four(s, p) || may_be_overline_or_double_three(s, p, partner);
}

static bool is_legal(Position p, int move) {
    Pairs none;
    start_pairs(&none, p);
    return !may_be_foul(&none, move);
}

// ---- Threats

// The point where Black makes a straight four in this row of six, or nothing.
static Set straight_four_in(Position p, const Row *six) {
    Set in = six->points & ~six->ends & ~p.black;
    if (six->points & p.white || six->ends & p.black || COUNT(in) != 1)
        return 0;
    Set after = black_fives((Position){p.black | in, p.white});
    return !(six->ends & ~after) && is_legal(p, FIRST(in)) ? in : 0;
}

static Set straight_fours(Position p) {
    Set found = 0;
    for (int i = 0; i < six_count; i++)
        found |= straight_four_in(p, &sixes[i]);
    return found;
}

// Black is to move: a five, or a four with both ends free that White cannot answer.
static bool has_won(Position p) {
    return black_fives(p) || (!white_fives(p) && straight_fours(p));
}

// Where White makes a four.
static Set white_fours(Position p) {
    Set found = 0;
    for (int i = 0; i < five_count; i++) {
        Set left = fives[i].points & ~p.white;
        if (!(fives[i].points & p.black) && COUNT(left) == 2)
            found |= left;
    }
    return found;
}

// White's replies that do not lose at once. Those to a straight four are in its row, or make a
// four.
static int list_replies(Position p, int *out) {
    int n = 0;
    Set set = empty_points(p), fives_now = black_fives(p);
    for (int i = 0; i < six_count && !fives_now && !white_fives(p); i++)
        if (straight_four_in(p, &sixes[i])) {
            set &= sixes[i].points | white_fours(p);
            break;
        }
    for (set = fives_now ? fives_now : set; set && COUNT(fives_now) < 2; set &= set - 1)
        if (!has_won(with_white(p, FIRST(set))))
            out[n++] = FIRST(set);
    return n;
}

// ---- Annealing

static uint64_t random_state;
static float minus_log[1024];

static uint32_t random_below(uint32_t n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) * n >> 32);
}

static int cost_of(const Pairs *s) {
    return s->uncovered + 2 * COUNT(s->fouls);
}

static void find_fouls(Pairs *s) {
    s->fouls = 0;
    for (Set left = s->paired; left; left &= left - 1)
        if (may_be_foul(s, FIRST(left)))
            s->fouls |= LOWEST(left);
}

static int random_of(Set set) {
    for (uint32_t i = random_below((uint32_t)COUNT(set)); i > 0; i--)
        set &= set - 1;
    return FIRST(set);
}

// Exchanges the partners of two pairs, a-b and c-d, unless the cost would be above the limit.
static bool exchange(Pairs *s, int a, int b, int c, int d, float limit) {
    Set changed = near_points[a] | near_points[b] | near_points[c] | near_points[d];
    Set fouls = s->fouls & ~changed;
    remove_pair(s, a, b);
    remove_pair(s, c, d);
    add_pair(s, a, c);
    add_pair(s, b, d);
    int cost = s->uncovered + 2 * COUNT(fouls);
    for (int pass = 0; pass < 2 && (float)cost <= limit; pass++)
        for (Set left = changed & s->paired & (pass ? ~s->fouls : s->fouls);
             left && (float)cost <= limit; left &= left - 1)
            if (may_be_foul(s, FIRST(left))) {
                fouls |= LOWEST(left);
                cost += 2;
            }
    if ((float)cost <= limit) {
        s->fouls = fouls;
        return true;
    }
    remove_pair(s, a, c);
    remove_pair(s, b, d);
    add_pair(s, a, b);
    add_pair(s, c, d);
    return false;
}

static void pair_the_rest(Pairs *s) {
    for (Set left = s->empty & ~s->paired; COUNT(left) > 1; left = s->empty & ~s->paired) {
        int a = FIRST(left);
        Set others = left & ~BIT(a) & near_points[a];
        add_pair(s, a, random_of(others ? others : left & ~BIT(a)));
    }
    find_fouls(s);
}

static void anneal(Pairs *s, int steps, float first, float last) {
    float heat = first, factor = powf(last / first, 1.0f / (float)steps);
    int cost = cost_of(s);
    Pairs best = *s;
    if (COUNT(s->empty) < 4)
        return;
    for (int i = 0; i < steps && cost_of(&best) > 0; i++, heat *= factor) {
        int a = random_of(s->empty), b = s->partner[a];
        Set close = near_points[a] & s->empty & ~BIT(a) & ~BIT(b);
        int c = random_of(close && random_below(8) ? close : s->empty & ~BIT(a) & ~BIT(b));
        int d = s->partner[c];
        if (!exchange(s, a, b, c, d, (float)cost + heat * minus_log[random_below(1024)]))
            continue;
        cost = cost_of(s);
        if (cost < cost_of(&best))
            best = *s;
    }
    *s = best;
}

// ---- Search

enum { INFINITE = 1000000000 };
enum { OPEN, THREAT, PAIRED, WRITTEN };

// A position in the form that is the same for all mirror images.
typedef struct {
    Position key;
    uint32_t proof, disproof; // both 0: not looked at
    int16_t cost;             // of the best pairs, after a move of Black
    bool is_used;
    int8_t kind, move, partner[POINTS_MAX];
} Node;

static Node *table;
static long node_count, annealed, annealed_limit = LONG_MAX;
static int steps = 100;
static double weight = 1.5;

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static Node *find_node(Position p, int *which) {
    Position key = canonical(p, which);
    size_t at = mix(key.black * 31 + mix(key.white)) % TABLE_SIZE;
    while (table[at].is_used &&
           (table[at].key.black != key.black || table[at].key.white != key.white))
        at = (at + 1) % TABLE_SIZE;
    if (!table[at].is_used) {
        if (++node_count > TABLE_SIZE / 8 * 7) {
            fprintf(stderr, "hold: the table is full\n");
            exit(1);
        }
        table[at].key = key;
        table[at].is_used = true;
        table[at].move = -1;
    }
    return &table[at];
}

static uint32_t estimate(int cost) {
    return (uint32_t)(1 + pow(cost, weight));
}

static Set partner_in_image(const Node *from, int which, int p) {
    int q = from->partner[image[which][p]];
    for (int i = 0; q >= 0 && i < points; i++)
        if (image[which][i] == q)
            return BIT(i);
    return 0;
}

// Starts from the pairs of the position two moves before, if there is one.
static void find_pairs(Position p, Position before, Node *node, int which) {
    Pairs s, best;
    int other;
    const Node *from = before.black ? find_node(before, &other) : NULL;
    random_state = mix(node->key.black * 77 + mix(node->key.white)) | 1;
    start_pairs(&s, p);
    bool warm = from && from->kind == OPEN && (from->proof | from->disproof);
    for (Set left = s.empty; warm && left; left &= left - 1) {
        int a = FIRST(left);
        Set b = s.paired >> a & 1 ? 0 : partner_in_image(from, other, a) & s.empty;
        if (b)
            add_pair(&s, a, FIRST(b));
    }
    pair_the_rest(&s);
    anneal(&s, steps, warm ? 1.0f : 4, 0.4f);
    annealed++;
    best = s;
    for (int i = 0; i < 2 && cost_of(&best) > 0 && cost_of(&best) <= (i ? 5 : 12); i++) {
        s = best;
        anneal(&s, steps * (i ? 10 : 3), 1.5f, 0.4f);
        if (cost_of(&s) < cost_of(&best))
            best = s;
    }
    node->cost = (int16_t)cost_of(&best);
    memset(node->partner, -1, sizeof node->partner);
    for (Set left = best.paired; left; left &= left - 1)
        node->partner[image[which][FIRST(left)]] = (int8_t)image[which][best.partner[FIRST(left)]];
}

// White is to move. `before`: the position before White's last move, or none.
static Node *look_at(Position p, Position before) {
    int which, replies[POINTS_MAX];
    Node *node = find_node(p, &which);
    if (node->proof | node->disproof)
        return node;
    int n = white_fives(p) ? -1 : list_replies(p, replies);
    if (n > 0)
        find_pairs(p, before, node, which);
    node->kind = n == 0 ? THREAT : n > 0 && node->cost == 0 ? PAIRED : OPEN;
    node->proof = n < 0 ? INFINITE : node->kind != OPEN ? 0 : (uint32_t)n * estimate(node->cost);
    node->disproof = n < 0 ? 0 : node->kind != OPEN ? INFINITE : 1;
    return node;
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

// Black's moves that leave White least, and all threats.
static int list_moves(Position p, int *out) {
    Choice choices[POINTS_MAX];
    int n = 0, count = 0;
    Set set = empty_points(p), forced = white_fives(p);
    if (COUNT(forced) > 1)
        return 0;
    for (set = forced ? forced : set; set; set &= set - 1)
        if (is_legal(p, FIRST(set)))
            choices[n++] = (Choice){FIRST(set), danger(with_black(p, FIRST(set)))};
    qsort(choices, (size_t)n, sizeof *choices, by_value);
    for (int i = 0; i < n; i++) {
        Position after = with_black(p, choices[i].point);
        if (i < QUIET_MOVES || black_fives(after) || straight_fours(after))
            out[count++] = choices[i].point;
    }
    return count;
}

static uint32_t sum(uint32_t a, uint32_t b) {
    return a + b > INFINITE ? INFINITE : a + b;
}

static uint32_t limit_of_best(uint32_t second, uint32_t limit) {
    uint32_t own = second == INFINITE ? INFINITE : second + second / 4 + 1;
    return own < limit ? own : limit;
}

// ---- Wins by threats

// The numbers are those of wins in which each move of Black threatens to win at once.
typedef struct {
    Position key;
    uint32_t proof, disproof; // both 0: unused
    int8_t move;
} Threat;

static Threat *threats;
static long threat_count, threats_left;

static Threat *find_threat(Position p, int *which) {
    Position key = canonical(p, which);
    size_t at = mix(key.black * 31 + mix(key.white)) % THREATS_SIZE;
    while ((threats[at].proof | threats[at].disproof) &&
           (threats[at].key.black != key.black || threats[at].key.white != key.white))
        at = (at + 1) % THREATS_SIZE;
    if (!(threats[at].proof | threats[at].disproof)) {
        threat_count++;
        threats[at] = (Threat){.key = key, .proof = 1, .disproof = 1};
    }
    return &threats[at];
}

// Where Black could make a four or an open three.
static Set threat_points(Position p) {
    Set found = 0;
    for (int i = 0; i < five_count; i++)
        if (!(fives[i].points & p.white) && COUNT(fives[i].points & p.black) == 3)
            found |= fives[i].points;
    for (int i = 0; i < six_count; i++)
        if (!(sixes[i].points & p.white) && !(sixes[i].ends & p.black) &&
            COUNT(sixes[i].points & p.black) == 2)
            found |= sixes[i].points & ~sixes[i].ends;
    return found & empty_points(p);
}

static int list_threats(Position p, int *out) {
    int n = 0;
    Set set = threat_points(p), forced = white_fives(p);
    for (set = forced ? forced & set : set; set && COUNT(forced) < 2; set &= set - 1) {
        Position after = with_black(p, FIRST(set));
        if ((black_fives(after) || straight_fours(after)) && is_legal(p, FIRST(set)))
            out[n++] = FIRST(set);
    }
    return n;
}

static void search_answers(Position p, uint32_t proof_limit, uint32_t disproof_limit);

static void search_threats(Position p, uint32_t proof_limit, uint32_t disproof_limit) {
    int moves[POINTS_MAX], replies[POINTS_MAX], which, n = list_threats(p, moves);
    Threat *node = find_threat(p, &which), *after[POINTS_MAX];
    threats_left--;
    for (int i = 0; i < n; i++) {
        int image_of_after;
        after[i] = find_threat(with_black(p, moves[i]), &image_of_after);
        if (after[i]->proof == 1 && after[i]->disproof == 1) {
            after[i]->proof = (uint32_t)list_replies(with_black(p, moves[i]), replies);
            after[i]->disproof = after[i]->proof ? 1 : INFINITE;
        }
    }
    for (;;) {
        uint32_t proof = INFINITE, disproof = 0, second = INFINITE;
        int best = -1;
        for (int i = 0; i < n; i++) {
            disproof = sum(disproof, after[i]->disproof);
            if (after[i]->proof < proof) {
                second = proof;
                proof = after[i]->proof;
                best = i;
            } else if (after[i]->proof < second) {
                second = after[i]->proof;
            }
        }
        node->proof = proof;
        node->disproof = proof == INFINITE ? 0 : proof == 0 ? INFINITE : disproof;
        if (best >= 0)
            node->move = (int8_t)image[which][moves[best]];
        if (proof == 0 || proof >= proof_limit || node->disproof >= disproof_limit ||
            threats_left < 0)
            return;
        uint32_t rest = disproof - after[best]->disproof;
        search_answers(with_black(p, moves[best]), limit_of_best(second, proof_limit),
                       disproof_limit >= INFINITE ? INFINITE : disproof_limit - rest);
    }
}

static void search_answers(Position p, uint32_t proof_limit, uint32_t disproof_limit) {
    int replies[POINTS_MAX], which, n = list_replies(p, replies);
    Threat *node = find_threat(p, &which), *after[POINTS_MAX];
    threats_left--;
    for (int i = 0; i < n; i++)
        after[i] = find_threat(with_white(p, replies[i]), &which);
    for (;;) {
        uint32_t proof = 0, disproof = INFINITE, second = INFINITE;
        int best = -1;
        for (int i = 0; i < n; i++) {
            proof = sum(proof, after[i]->proof);
            if (after[i]->disproof < disproof) {
                second = disproof;
                disproof = after[i]->disproof;
                best = i;
            } else if (after[i]->disproof < second) {
                second = after[i]->disproof;
            }
        }
        node->disproof = proof == 0 ? INFINITE : disproof;
        node->proof = disproof == 0 ? INFINITE : proof;
        if (proof == 0 || !disproof || proof >= proof_limit || disproof >= disproof_limit ||
            threats_left < 0)
            return;
        uint32_t rest = proof - after[best]->proof;
        search_threats(with_white(p, replies[best]),
                       proof_limit >= INFINITE ? INFINITE : proof_limit - rest,
                       limit_of_best(second, disproof_limit));
    }
}

// Black is to move, and wins by threats.
static bool wins_by_threats(Position p) {
    int which;
    if (threat_count > THREATS_SIZE / 8 * 7)
        return false;
    threats_left = THREATS_TRIED;
    search_threats(p, INFINITE, INFINITE);
    return find_threat(p, &which)->proof == 0;
}

// ---- The whole search

static void search_replies(Position p, uint32_t proof_limit, uint32_t disproof_limit);

// Black is to move.
static void search_moves(Position p, Position before, uint32_t proof_limit,
                         uint32_t disproof_limit) {
    int moves[POINTS_MAX], which, n = list_moves(p, moves);
    Node *node = find_node(p, &which), *after[POINTS_MAX];
    for (int i = 0; i < n; i++) {
        after[i] = look_at(with_black(p, moves[i]), before);
        if (after[i]->proof == 0)
            n = i + 1;
    }
    for (;;) {
        uint32_t proof = INFINITE, disproof = 0, second = INFINITE;
        int best = -1;
        for (int i = 0; i < n; i++) {
            disproof = sum(disproof, after[i]->disproof);
            if (after[i]->proof < proof) {
                second = proof;
                proof = after[i]->proof;
                best = i;
            } else if (after[i]->proof < second) {
                second = after[i]->proof;
            }
        }
        node->proof = proof;
        node->disproof = proof == INFINITE ? 0 : proof == 0 ? INFINITE : disproof;
        if (best >= 0)
            node->move = (int8_t)image[which][moves[best]];
        if (proof == 0 || proof >= proof_limit || node->disproof >= disproof_limit ||
            !node->disproof || annealed >= annealed_limit)
            return;
        uint32_t rest = disproof - after[best]->disproof;
        search_replies(with_black(p, moves[best]), limit_of_best(second, proof_limit),
                       disproof_limit >= INFINITE ? INFINITE : disproof_limit - rest);
    }
}

// White is to move. The most dangerous replies first.
static void search_replies(Position p, uint32_t proof_limit, uint32_t disproof_limit) {
    int replies[POINTS_MAX], which, count = list_replies(p, replies), n = 0;
    Node *node = find_node(p, &which), *after[POINTS_MAX];
    Choice choices[POINTS_MAX];
    for (int i = 0; i < count; i++)
        choices[i] = (Choice){replies[i], -danger(with_white(p, replies[i]))};
    qsort(choices, (size_t)count, sizeof *choices, by_value);
    for (int i = 0; i < count; i++) {
        Node *next = find_node(with_white(p, choices[i].point), &which);
        bool is_new = true;
        for (int k = 0; k < n; k++)
            is_new &= after[k] != next;
        if (!is_new)
            continue;
        if (!(next->proof | next->disproof)) {
            bool has_won = wins_by_threats(with_white(p, choices[i].point));
            next->proof = has_won ? 0 : estimate(node->cost);
            next->disproof = has_won ? INFINITE : 1 + (uint32_t)i / 4;
        }
        replies[n] = choices[i].point;
        after[n++] = next;
    }
    for (;;) {
        uint32_t proof = 0, disproof = INFINITE, second = INFINITE;
        int best = -1;
        for (int i = 0; i < n; i++) {
            proof = sum(proof, after[i]->proof);
            if (after[i]->proof && after[i]->disproof < disproof) {
                second = disproof;
                disproof = after[i]->disproof;
                best = i;
            } else if (after[i]->proof && after[i]->disproof < second) {
                second = after[i]->disproof;
            }
        }
        node->disproof = proof == 0 ? INFINITE : disproof;
        node->proof = disproof == 0 ? INFINITE : proof;
        if (proof == 0 || !disproof || proof >= proof_limit || disproof >= disproof_limit ||
            annealed >= annealed_limit)
            return;
        uint32_t rest = proof - after[best]->proof;
        search_moves(with_white(p, replies[best]), p,
                     proof_limit >= INFINITE ? INFINITE : proof_limit - rest,
                     limit_of_best(second, disproof_limit));
    }
}

// ---- Writing

static uint32_t checksum = UINT32_MAX; // CRC-32
static long written;

static void put(const char *text) {
    for (const char *c = text; *c; c++) {
        checksum ^= (uint8_t)*c;
        for (int i = 0; i < 8; i++)
            checksum = checksum >> 1 ^ (checksum & 1 ? 0xedb88320u : 0);
    }
    fputs(text, stdout);
}

static void put_points(const char *before, Set set) {
    put(before);
    for (; set; set &= set - 1) {
        char text[16];
        snprintf(text, sizeof text, "%c%d", 'a' + FIRST(set) % size, FIRST(set) / size + 1);
        put(text);
    }
}

static void put_entry(Position p, Set move) {
    put_points("{\"position\":\"", p.black);
    put_points("/", p.white);
    put_points("\",\"move\":\"", move);
    put("\"");
    written++;
}

// The replies after which this straight four wins.
static Set replies_met_by(Position p, Set four) {
    Set met = 0;
    for (Set left = empty_points(p); left; left &= left - 1) {
        Position after = with_white(p, FIRST(left));
        if (!black_fives(after) && !white_fives(after) && straight_fours(after) & four)
            met |= LOWEST(left);
    }
    return met;
}

static void put_pairs(const Node *node, int which) {
    put(",\"pairs\":\"");
    for (int p = 0; p < points; p++)
        for (int q = p + 1; q < points; q++)
            if (node->partner[image[which][p]] == image[which][q])
                put_points("", BIT(p)), put_points("", BIT(q));
    put("\"}\n");
}

static void write_entries(Position p);

static void write_replies(Position p) {
    Set four = 0, met = 0;
    for (Set left = black_fives(p) ? 0 : empty_points(p); left; left &= left - 1) {
        Set one = straight_fours(with_white(p, FIRST(left))), by_one;
        for (; one; one &= one - 1)
            if (!(LOWEST(one) & four) &&
                (by_one = replies_met_by(p, LOWEST(one)), COUNT(by_one) > COUNT(met))) {
                met = by_one;
                four = LOWEST(one);
            }
    }
    if (met) {
        put_points(",\"threat\":0,\"nodes\":[{\"line\":\"", four);
        put("\"}]");
    }
    put("}\n");
    for (Set left = empty_points(p) & ~met; left; left &= left - 1)
        if (!black_fives(with_white(p, FIRST(left))))
            write_entries(with_white(p, FIRST(left)));
}

// Black is to move.
static void write_entries(Position p) {
    int which, after_which;
    Node *node = find_node(p, &which);
    if (node->kind == WRITTEN)
        return;
    node->kind = WRITTEN;
    p = node->key;
    if (has_won(p)) {
        Set fours = straight_fours(p);
        put_entry(p, LOWEST(fours));
        put("}\n");
        return;
    }
    const Threat *threat = find_threat(p, &which);
    if (threat->proof != 0 && node->proof != 0) {
        fprintf(stderr, "hold: a position without a proof\n");
        exit(1);
    }
    int move = threat->proof == 0 ? threat->move : node->move;
    put_entry(p, BIT(move));
    p = with_black(p, move);
    const Node *after = find_node(p, &after_which);
    if (after->kind == PAIRED)
        put_pairs(after, after_which);
    else
        write_replies(p);
}

// ---- The first two moves of Black

// The positions that it takes to prove the least dangerous reply, at most `most`.
static long work_against(Position p, long most) {
    int replies[POINTS_MAX], n = list_replies(p, replies), which;
    Position none = {0, 0}, least = p;
    for (int i = 0; i < n; i++)
        if (i == 0 || danger(with_white(p, replies[i])) < danger(least))
            least = with_white(p, replies[i]);
    long before = annealed;
    annealed_limit = annealed + most;
    if (n > 0 && !wins_by_threats(least))
        search_moves(least, none, INFINITE, INFINITE);
    annealed_limit = LONG_MAX;
    bool is_proved =
        n == 0 || find_node(least, &which)->proof == 0 || find_threat(least, &which)->proof == 0;
    return is_proved ? annealed - before : most;
}

// Of the moves with the least cost, the one that needs the least work.
static int choose_move(Position p) {
    int moves[POINTS_MAX], n = list_moves(p, moves), best = -1;
    Choice choices[POINTS_MAX];
    Position none = {0, 0};
    long least = MOST_WORK;
    for (int i = 0; i < n; i++)
        choices[i] = (Choice){moves[i], look_at(with_black(p, moves[i]), none)->cost};
    qsort(choices, (size_t)n, sizeof *choices, by_value);
    for (int i = 0; i < n && i < MOVES_COMPARED && p.white && choices[0].value > 0; i++) {
        long work = work_against(with_black(p, choices[i].point), least);
        best = work < least ? choices[i].point : best;
        least = work < least ? work : least;
    }
    return best < 0 ? choices[0].point : best;
}

static void prove(Position p) {
    int which;
    Position none = {0, 0};
    if (!wins_by_threats(p))
        search_moves(p, none, INFINITE, INFINITE);
    if (find_node(p, &which)->proof != 0 && find_threat(p, &which)->proof != 0) {
        fprintf(stderr, "hold: nothing found\n");
        exit(1);
    }
}

// Black plays one move, and every reply is proved, unless the move leaves pairs that hold.
static void prove_by_move(Position p, int move) {
    int which;
    Node *node = find_node(p, &which);
    Position none = {0, 0}, after = with_black(p, move);
    node->move = (int8_t)image[which][move];
    if (look_at(after, none)->proof == 0)
        return;
    for (Set left = empty_points(after); left; left &= left - 1) {
        prove(with_white(after, FIRST(left)));
        fprintf(stderr, "%d of %d replies to go: %ld positions\n", COUNT(left) - 1,
                COUNT(empty_points(after)), node_count);
    }
}

static void forget_all(void) {
    memset(table, 0, TABLE_SIZE * sizeof *table);
    memset(threats, 0, THREATS_SIZE * sizeof *threats);
    node_count = threat_count = 0;
}

// A table for each first reply. Positions that two of them reach are written twice, which is
// allowed.
static void prove_all(Position empty) {
    int move = choose_move(empty), which;
    Node *node = find_node(empty, &which);
    Position after = with_black(empty, move), none = {0, 0};
    node->move = (int8_t)image[which][move];
    if (look_at(after, none)->proof == 0) {
        write_entries(empty);
        return;
    }
    put_entry(empty, BIT(move));
    put("}\n");
    for (Set left = empty_points(after); left; left &= left - 1) {
        Position p = with_white(after, FIRST(left)), key = canonical(p, &which);
        if (key.black != p.black || key.white != p.white)
            continue;
        fprintf(stderr, "reply %c%d\n", 'a' + FIRST(left) % size, FIRST(left) / size + 1);
        forget_all();
        prove_by_move(p, choose_move(p));
        write_entries(p);
    }
}

// The moves of both sides, Black's first: "d4d3".
static Position read_position(const char *moves) {
    Position p = {0, 0};
    for (int i = 0; moves[2 * i] && moves[2 * i + 1]; i++) {
        int move = point_or_none(moves[2 * i] - 'a', moves[2 * i + 1] - '1');
        if (move >= 0)
            p = i % 2 ? with_white(p, move) : with_black(p, move);
    }
    return p;
}

int main(int argc, char **argv) {
    size = argc == 2 || argc == 3 ? atoi(argv[1]) : 0;
    if (size < 5 || size > SIZE_MAX_HERE) {
        fprintf(stderr, "hold SIZE [MOVES]: 5 to %d\n", SIZE_MAX_HERE);
        return 2;
    }
    set_up();
    for (int i = 0; i < 1024; i++)
        minus_log[i] = -logf(((float)i + 0.5f) / 1024);
    table = calloc(TABLE_SIZE, sizeof *table);
    threats = calloc(THREATS_SIZE, sizeof *threats);
    if (!table || !threats)
        return 1;
    Position start = read_position(argc == 3 ? argv[2] : "");
    char text[120];
    snprintf(text, sizeof text,
             "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":\"renju\",\"size\":%d,",
             size);
    put(text);
    put_points("\"side\":\"black\",\"claim\":\"hold\",\"starts\":[{\"position\":\"", start.black);
    put_points("/", start.white);
    put("\",\"turn\":\"black\"}]}\n");
    if (!start.white) {
        prove_all(start);
    } else {
        if (COUNT(start.white) == 1)
            prove_by_move(start, choose_move(start));
        else
            prove(start);
        write_entries(start);
    }
    printf("{\"entries\":%ld,\"crc32\":\"%08x\"}\n", written, checksum ^ UINT32_MAX);
    free(table);
    free(threats);
    return 0;
}
