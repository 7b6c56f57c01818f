#include "engine/vcf.h"
#include "support.h"
#include "test.h"

// By the rules alone: could `color` win with one stone?
static bool threatens_five(const Board *b, Stone color) {
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (b->at[p] != EMPTY)
            continue;
        Board trial = *b;
        trial.turn = (uint8_t)color;
        if (board_play(&trial, p) == PLAY_OK && trial.winner == color)
            return true;
    }
    return false;
}

// Plays what the search proposes, lets the other side answer in every way the rules allow, and asks
// the search again after each.
static bool wins_against_everything(Vcf *v, const Patterns *patterns, const Board *b, int depth) {
    Stone own = b->turn, other = stone_other(own);
    if (depth > 12)
        return true; // far enough to have found a false claim
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

TEST(vcf_claims_only_what_holds_against_every_answer) {
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

static bool always(void *context) {
    ++*(int *)context;
    return true;
}

// Ten threes with one end closed: fours in every order, and none of them wins.
static const char many_fours[] =
    "OXXX.......XXXO ............... ............... OXXX.......XXXO ............... "
    "............... OXXX.......XXXO ............... ............... OXXX.......XXXO "
    "............... ............... OXXX.......XXXO ............... ...............";

// What is left of a search that was broken off only unwinds.
TEST(vcf_gives_up_when_told) {
    Board b = board_from_picture(&rules_freestyle, many_fours);
    b.turn = BLACK;
    Patterns *patterns = patterns_new(&rules_freestyle);
    Position *s = position_new(patterns, &b);
    Vcf *freely = vcf_new(), *stopped = vcf_new();
    int told = 0;
    stopped->interrupted = always;
    stopped->context = &told;
    CHECK("no win", !vcf_search(freely, s, 30, 20000) && !vcf_search(stopped, s, 30, 20000));
    CHECK("a long search", freely->nodes > 10000);
    CHECK_INT("asked once", told, 1);
    CHECK("soon", stopped->nodes < 2000 && stopped->gave_up);
    vcf_free(freely);
    vcf_free(stopped);
    position_free(s);
    patterns_free(patterns);
}
