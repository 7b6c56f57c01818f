#include "engine/tactics/vcf.h"
#include "support.h"
#include "test.h"

// True if `color` could win with one stone, by the rules alone. A winning stone is never a foul.
static bool threatens_five(const Board *b, Stone color) {
    Board trial = *b;
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (b->at[p] != EMPTY)
            continue;
        trial.at[p] = (uint8_t)color;
        bool wins = board_wins_at(&trial, p);
        trial.at[p] = EMPTY;
        if (wins)
            return true;
    }
    return false;
}

// Plays the move of the search, tries every legal answer, and searches again after each.
static bool wins_against_everything(Vcf *v, const Patterns *patterns, const Board *b, int depth) {
    Stone own = b->turn, other = stone_other(own);
    if (depth > 12)
        return true; // deep enough to expose a false claim
    Position *s = position_new(patterns, b);
    bool claims = vcf_search(v, s, 20, 20000);
    Point first = v->line[0];
    position_free(s);
    Board next = *b;
    if (!claims || board_play(&next, first) != PLAY_OK)
        return false;
    if (next.winner == own)
        return true;
    if (!threatens_five(&next, own))
        return false;
    for (Point p = 0; p < POINT_COUNT; p++) {
        Board answered = next;
        if (next.at[p] != EMPTY || board_play(&answered, p) != PLAY_OK)
            continue;
        if (answered.winner == other)
            return false;
        if (threatens_five(&answered, own))
            continue; // it did not stop the five
        if (!wins_against_everything(v, patterns, &answered, depth + 1))
            return false;
    }
    return true;
}

TEST(vcf_claims_hold_against_every_answer) {
    Rng rng = {5};
    for (int r = 0; rules_at(r); r++) {
        Patterns *patterns = patterns_new(rules_at(r));
        Vcf *v = vcf_new();
        int claims = 0;
        for (int i = 0; i < 400; i++) {
            Board b = board_random(rules_at(r), 9 + rng_below(&rng, 7), 30, &rng);
            Position *s = position_new(patterns, &b);
            bool wins = vcf_search(v, s, 20, 5000);
            position_free(s);
            if (!wins)
                continue;
            claims++;
            CHECK(rules_at(r)->name, wins_against_everything(v, patterns, &b, 0));
        }
        CHECK(rules_at(r)->name, claims > 20);
        vcf_free(v);
        patterns_free(patterns);
    }
}

// True if there is a win by at most that many fours and a five. Brute force by the rules alone.
static bool brute_force_wins(const Board *b, int fours) {
    Stone own = b->turn, other = stone_other(own);
    if (threatens_five(b, own))
        return true;
    for (Point p = 0; p < POINT_COUNT && fours > 0; p++) {
        Board next = *b;
        if (b->at[p] != EMPTY || board_play(&next, p) != PLAY_OK || !threatens_five(&next, own) ||
            threatens_five(&next, other))
            continue;
        bool wins = true;
        for (Point q = 0; q < POINT_COUNT && wins; q++) {
            Board answered = next;
            if (next.at[q] == EMPTY && board_play(&answered, q) == PLAY_OK)
                wins = brute_force_wins(&answered, fours - 1);
        }
        if (wins)
            return true;
    }
    return false;
}

TEST(vcf_finds_every_win_that_brute_force_finds) {
    Rng rng = {17};
    for (int r = 0; rules_at(r); r++) {
        Patterns *patterns = patterns_new(rules_at(r));
        Vcf *v = vcf_new();
        int wins = 0, refuted = 0;
        for (int i = 0; i < 150; i++) {
            Board b =
                board_random(rules_at(r), 7 + rng_below(&rng, 3), 14 + rng_below(&rng, 12), &rng);
            Position *s = position_new(patterns, &b);
            bool found = vcf_search(v, s, 20, 1000000), there = brute_force_wins(&b, 3);
            CHECK(rules_at(r)->name, found || !there);
            CHECK(rules_at(r)->name, found || !v->gave_up);
            CHECK(rules_at(r)->name, there || !found || v->stones > 7);
            wins += there;
            refuted += !found;
            position_free(s);
        }
        CHECK(rules_at(r)->name, wins > 15 && refuted > 15);
        vcf_free(v);
        patterns_free(patterns);
    }
}

// Plays the line by the rules. It ends with a five, or with a four without an answer; then two more
// stones follow.
static bool line_ends_as_counted(const Vcf *v, Board b) {
    Stone own = b.turn;
    for (int i = 0; i < v->length; i++)
        if (board_play(&b, v->line[i]) != PLAY_OK)
            return false;
    if (b.winner == own)
        return v->stones == v->length;
    for (Point p = 0; p < POINT_COUNT; p++) {
        Board answered = b;
        if (b.at[p] == EMPTY && board_play(&answered, p) == PLAY_OK &&
            !threatens_five(&answered, own))
            return false;
    }
    return b.turn != own && v->stones == v->length + 2;
}

// The fewest stones of a win by at most that many fours; 0 if there is no such win.
static int brute_force_stones(const Board *b, int fours) {
    for (int n = 0; n <= fours; n++)
        if (brute_force_wins(b, n))
            return 2 * n + 1;
    return 0;
}

TEST(vcf_shortens_a_win_to_the_shortest) {
    enum { FOURS = 3, NODES = 1000000 };
    Rng rng = {29};
    for (int r = 0; rules_at(r); r++) {
        const char *name = rules_at(r)->name;
        Patterns *patterns = patterns_new(rules_at(r));
        Vcf *v = vcf_new();
        int shortened = 0;
        for (int i = 0; i < 300; i++) {
            Board b = board_random(rules_at(r), 11, 30 + rng_below(&rng, 20), &rng);
            Position *s = position_new(patterns, &b);
            if (vcf_search(v, s, 20, NODES)) {
                int found = v->stones, least = brute_force_stones(&b, FOURS);
                vcf_shorten(v, s, 20, NODES);
                shortened += v->stones < found;
                CHECK(name, least > 0 ? v->stones == least : v->stones > 2 * FOURS + 1);
                CHECK(name, v->stones <= found && line_ends_as_counted(v, b));
                CHECK("more stones are not refuted by fewer", vcf_search(v, s, 20, NODES));
            }
            position_free(s);
        }
        CHECK(name, shortened > 3);
        vcf_free(v);
        patterns_free(patterns);
    }
}

TEST(vcf_lines_are_legal_and_counted_to_the_five) {
    Rng rng = {23};
    for (int r = 0; rules_at(r); r++) {
        Patterns *patterns = patterns_new(rules_at(r));
        Vcf *v = vcf_new();
        int wins = 0, unanswered = 0;
        for (int i = 0; i < 1500; i++) {
            Board b = board_random(rules_at(r), 15, 40 + rng_below(&rng, 60), &rng);
            Position *s = position_new(patterns, &b);
            if (vcf_search(v, s, 20, 5000)) {
                CHECK(rules_at(r)->name, line_ends_as_counted(v, b));
                unanswered += v->stones > v->length;
                wins++;
            }
            position_free(s);
        }
        CHECK(rules_at(r)->name, wins > 100);
        CHECK(rules_at(r)->name, unanswered > 0 || !rules_at(r)->black.has_fouls);
        vcf_free(v);
        patterns_free(patterns);
    }
}

static bool always(void *context) {
    ++*(int *)context;
    return true;
}

// Ten threes blocked at one end: fours in every order, and no win.
static const char many_fours[] =
    "OXXX.......XXXO ............... ............... OXXX.......XXXO ............... "
    "............... OXXX.......XXXO ............... ............... OXXX.......XXXO "
    "............... ............... OXXX.......XXXO ............... ...............";

TEST(vcf_stops_when_interrupted) {
    Board b = board_from_picture(&rules_freestyle, many_fours);
    b.turn = BLACK;
    Patterns *patterns = patterns_new(&rules_freestyle);
    Position *s = position_new(patterns, &b);
    Vcf *freely = vcf_new(), *stopped = vcf_new();
    int polls = 0;
    stopped->stop = (StopToken){always, &polls};
    CHECK("no win", !vcf_search(freely, s, 30, 20000) && !vcf_search(stopped, s, 30, 20000));
    CHECK("a long search", freely->nodes > 10000);
    CHECK_INT("polled once", polls, 1);
    CHECK("soon", stopped->nodes < 2000 && stopped->gave_up);
    vcf_free(freely);
    vcf_free(stopped);
    position_free(s);
    patterns_free(patterns);
}
