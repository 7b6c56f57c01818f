// Checks every claim of engine/tactics/threat.h by brute force: all replies are tried on a Board,
// using only the rules of src/core and no shapes.
#include "base/number.h"
#include "engine/tactics/threat.h"
#include "support.h"
#include "test.h"

// ---- Brute force

static Board after(const Board *b, Point p) {
    Board next = *b;
    board_play(&next, p);
    return next;
}

static int legal_moves(const Board *b, Point moves[static BOARD_MAX * BOARD_MAX]) {
    int n = board_empty_points(b, moves), legal = 0;
    for (int i = 0; i < n; i++)
        if (board_check(b, moves[i]) == PLAY_OK)
            moves[legal++] = moves[i];
    return legal;
}

// Could `color` win at once, if it were to move?
static bool has_five(const Board *b, Stone color) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    Board with = *b;
    for (int i = 0; i < n; i++) {
        with.at[empty[i]] = (uint8_t)color;
        if (board_wins_at(&with, empty[i]))
            return true;
        with.at[empty[i]] = EMPTY;
    }
    return false;
}

static bool move_wins(const Board *b, Point p, int plies);

// True if the side to move wins within `plies`. A stone never helps the other side make five, so a
// win in three starts with a move that threatens one; longer wins that do not are ignored. `hint`
// is tried first, and set to the winning move.
static bool side_wins_hinted(const Board *b, int plies, Point *hint) {
    Point moves[BOARD_MAX * BOARD_MAX];
    if (has_five(b, b->turn) || (plies >= 3 && move_wins(b, *hint, plies)))
        return true;
    int n = plies < 3 ? 0 : legal_moves(b, moves);
    for (int i = 0; i < n; i++) {
        Board next = after(b, moves[i]);
        if (!has_five(&next, b->turn) || !move_wins(b, moves[i], plies))
            continue;
        *hint = moves[i];
        return true;
    }
    return false;
}

static bool side_wins(const Board *b, int plies) {
    return side_wins_hinted(b, plies, &(Point){POINT_NONE});
}

// True if the move wins against every reply.
static bool move_wins(const Board *b, Point p, int plies) {
    Point replies[BOARD_MAX * BOARD_MAX];
    if (board_check(b, p) != PLAY_OK)
        return false;
    Board next = after(b, p);
    if (next.winner == b->turn)
        return true;
    if (plies < 3 || has_five(&next, next.turn))
        return false;
    Point hint = POINT_NONE;
    int n = legal_moves(&next, replies);
    for (int i = 0; i < n; i++) {
        Board answered = after(&next, replies[i]);
        if (!side_wins_hinted(&answered, plies - 2, &hint))
            return false;
    }
    return n > 0;
}

// ---- The claims

// Random positions per rule set, and the most of each kind that are checked.
enum { POSITIONS = 8000, TRIED_MAX = 100, DISTANCE_MAX = 6 };

static Board random_position(const Rules *rules, Rng *rng) {
    int size = 6 + rng_below(rng, 6);
    Board b = board_random(rules, size, 6 + rng_below(rng, size * size / 2), rng);
    b.turn = (uint8_t)(BLACK + rng_below(rng, 2)); // more threats than in games
    return b;
}

static void check_win(const Board *b, ThreatVerdict v) {
    CHECK(b->rules->name, move_wins(b, v.move, v.plies));
    CHECK(b->rules->name, v.plies == 1 || !has_five(b, b->turn));
    if (v.plies > 3 && !b->rules->black.has_fouls) // suspect points may win sooner
        CHECK(b->rules->name, !side_wins(b, 3));
}

static void check_loss(const Board *b) {
    Point moves[BOARD_MAX * BOARD_MAX];
    int n = legal_moves(b, moves);
    for (int i = 0; i < n; i++) {
        Board next = after(b, moves[i]);
        CHECK(b->rules->name, next.winner == EMPTY && has_five(&next, next.turn));
    }
}

TEST(threat_verdicts_hold_against_every_reply) {
    static const int least[] = {[1] = 100, [2] = 40, [3] = 100, [5] = 40};
    Rng rng = {17};
    for (int r = 0; rules_at(r); r++) {
        const Rules *rules = rules_at(r);
        Patterns *patterns = patterns_new(rules);
        int tried[DISTANCE_MAX] = {0};
        for (int i = 0; i < POSITIONS; i++) {
            Board b = random_position(rules, &rng);
            Position *s = position_new(patterns, &b);
            uint64_t hash = s->state.hash;
            ThreatVerdict v = threat_verdict(s);
            CHECK("position restored", s->state.hash == hash && s->plies == 0);
            position_free(s);
            int distance = v.plies < 0 ? -v.plies : v.plies;
            if (distance == 0 || tried[distance]++ >= TRIED_MAX)
                continue;
            if (v.plies > 0)
                check_win(&b, v);
            else
                check_loss(&b);
        }
        for (int i = 0; i < COUNT(least); i++)
            CHECK(rules->name, tried[i] >= least[i]);
        patterns_free(patterns);
    }
}

static bool is_listed(const Defenses *d, Point p) {
    for (int i = 0; i < d->count; i++)
        if (d->points[i] == p)
            return true;
    return false;
}

// True if every listed move must parry.
static bool is_sure(const Board *b, const Defenses *d, Point p) {
    if (d->by == THREATENED_BY_FIVE)
        return true;
    Board next = after(b, p);
    return d->by == THREATENED_BY_OPEN_FOUR && !b->rules->black.has_fouls &&
           !has_five(&next, b->turn);
}

// Every move that parries the threat is in the list, and every listed move is legal.
static void check_defenses(const Board *b, const Defenses *d) {
    Point moves[BOARD_MAX * BOARD_MAX];
    int n = legal_moves(b, moves), listed = 0;
    Point hint = POINT_NONE;
    for (int i = 0; i < n; i++) {
        bool is_in = is_listed(d, moves[i]);
        listed += is_in;
        if (is_in && !is_sure(b, d, moves[i]))
            continue;
        Board next = after(b, moves[i]);
        CHECK_INT(b->rules->name, !side_wins_hinted(&next, d->plies - 1, &hint), is_in);
    }
    CHECK_INT(b->rules->name, listed, d->count);
}

TEST(threat_defenses_are_complete) {
    static const int enough[] = {[THREATENED_BY_FIVE] = 100,
                                 [THREATENED_BY_OPEN_FOUR] = 100,
                                 [THREATENED_BY_FOUR_THREE] = 30};
    Rng rng = {29};
    for (int r = 0; rules_at(r); r++) {
        const Rules *rules = rules_at(r);
        Patterns *patterns = patterns_new(rules);
        int tried[COUNT(enough)] = {0}, lost = 0;
        for (int i = 0; i < POSITIONS; i++) {
            Board b = random_position(rules, &rng);
            Position *s = position_new(patterns, &b);
            Defenses d;
            threat_defenses(s, &d);
            position_free(s);
            if (has_five(&b, b.turn) || tried[d.by]++ >= enough[d.by])
                continue;
            check_defenses(&b, &d);
            lost += d.count == 0;
        }
        for (int by = 0; by < COUNT(enough); by++)
            CHECK(rules->name, tried[by] >= enough[by]);
        CHECK(rules->name, lost > 10);
        patterns_free(patterns);
    }
}

// Points are written as in SGF.
static const struct {
    const char *name, *picture;
    const Rules *rules;
    Stone turn;
    Threatened by;
    int count;
    const char *among; // one that must be in the list
} rows[] = {
    {"a four has one answer", "....... ....... OXXXX.. .O.O... ..O.... ....... .......",
     &rules_freestyle, WHITE, THREATENED_BY_FIVE, 1, "fc"},
    {"an open four has none", "....... ....... .XXXX.. .O.O... ..O.... ....... .......",
     &rules_freestyle, WHITE, THREATENED_BY_FIVE, 0, NULL},
    {"a four may be answered at its far end where a blocked five does not win",
     "....... ....... .OXXXX. .O.O... ..O.... ....... .......", &rules_caro, WHITE,
     THREATENED_BY_FIVE, 1, "gc"},
    {"or from outside", "........ ........ OXXXX... .O.O.... ..O..... ........ ........ ........",
     &rules_caro, WHITE, THREATENED_BY_FIVE, 2, "gc"},
    {"an answer forbidden to Black does not count",
     "........... XOOOO...... .....XX.... .....X.X... ........... ........... ........... "
     "........... ........... ........... ...........",
     &rules_renju, BLACK, THREATENED_BY_FIVE, 0, NULL},
    {"the same where it is legal",
     "........... XOOOO...... .....XX.... .....X.X... ........... ........... ........... "
     "........... ........... ........... ...........",
     &rules_standard, BLACK, THREATENED_BY_FIVE, 1, "fb"},
    {"a three near the edge is met at three points",
     "......... ......... ......... .XXX..... ......... ..O.O.... ......... ......... .........",
     &rules_freestyle, WHITE, THREATENED_BY_OPEN_FOUR, 3, "fd"},
    {"a three is met in the line of its open four",
     "......... ......... ......... ..XXX.... ......... ..O.O.... ......... ......... .........",
     &rules_freestyle, WHITE, THREATENED_BY_OPEN_FOUR, 2, "fd"},
    {"of two ways on from Black's three one is forbidden: the other is worth taking",
     "X.O...X... X...XO..O. .....OX... ..O.O..XOX ...O.O..X. X..XXX..X. ...O...O.O .O..OX.XX. "
     "...X.....O ..OX.O....",
     &rules_renju, WHITE, THREATENED_BY_FOUR_THREE, 25, "dd"},
    {"what makes a forbidden answer legal may be anywhere",
     ".O..X.X. .OXX..O. OXXO..O. .OOXOXOO ...XO.X. .XX.O... X...X.X. .XOO....", &rules_renju, BLACK,
     THREATENED_BY_FOUR_THREE, 32, "fb"},
};

TEST(threat_defenses_examples) {
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_from_picture(rows[i].rules, rows[i].picture);
        b.turn = (uint8_t)rows[i].turn;
        Patterns *patterns = patterns_new(rows[i].rules);
        Position *s = position_new(patterns, &b);
        Defenses d;
        threat_defenses(s, &d);
        CHECK_INT(rows[i].name, d.by, rows[i].by);
        CHECK_INT(rows[i].name, d.count, rows[i].count);
        if (rows[i].among)
            CHECK(rows[i].name,
                  is_listed(&d, point_at(rows[i].among[0] - 'a', rows[i].among[1] - 'a')));
        position_free(s);
        patterns_free(patterns);
    }
}
