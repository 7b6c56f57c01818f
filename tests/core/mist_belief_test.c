// Candidate sets of hidden stones against an exhaustive twin, which plays every game that could
// have given the same history, and the text of histories.
#include "base/number.h"
#include "core/mist.h"
#include "core/mist_belief.h"
#include "test.h"

#include <string.h>

enum { POINTS = MIST_BOARD_SIZE * MIST_BOARD_SIZE, MOVES_MAX = 18, GAMES = 400 };

static Point nth_point(int i) {
    return point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
}

// ---- The twin

typedef struct {
    const MistHistory *history;
    Point stones[MIST_TURNS_MAX];
    bool possible[MIST_TURNS_MAX][POINT_COUNT]; // by stone of the opponent
    int games;
} Twin;

static bool turn_fits(const MistHistory *h, int turn, const Board *b) {
    MistView view = mist_view(b, h->turns[turn].view.center);
    if (memcmp(view.cells, h->turns[turn].view.cells, sizeof view.cells) != 0)
        return false;
    for (int i = 0; i < h->hit_count; i++)
        if (h->hits[i].turn == turn && b->at[h->hits[i].point] != stone_other(h->me))
            return false;
    return h->turns[turn].move == POINT_NONE || b->at[h->turns[turn].move] == EMPTY;
}

static void play_turn(Twin *twin, Board b, int turn, int stone_count);

static void play_opponent(Twin *twin, const Board *b, int turn, int stone_count) {
    for (int i = 0; i < POINTS; i++) {
        Point p = nth_point(i);
        if (b->at[p] != EMPTY || mist_center_after(p) != twin->history->turns[turn].view.center)
            continue;
        Board next = *b;
        board_place(&next, stone_other(twin->history->me), p);
        twin->stones[stone_count] = p;
        if (next.winner == EMPTY)
            play_turn(twin, next, turn, stone_count + 1);
    }
}

// The player's turn: the opponent's stone is on the board.
static void play_turn(Twin *twin, Board b, int turn, int stone_count) {
    const MistHistory *h = twin->history;
    if (!turn_fits(h, turn, &b))
        return;
    if (turn == h->turn_count - 1) {
        twin->games++;
        for (int i = 0; i < stone_count; i++)
            twin->possible[i][twin->stones[i]] = true;
        return;
    }
    board_place(&b, h->me, h->turns[turn].move);
    play_opponent(twin, &b, turn + 1, stone_count);
}

static void twin_run(Twin *twin, const MistHistory *h) {
    Board b;
    memset(twin, 0, sizeof *twin);
    twin->history = h;
    board_init(&b, &rules_freestyle, MIST_BOARD_SIZE);
    if (h->me == BLACK)
        play_turn(twin, b, 0, 0);
    else
        play_opponent(twin, &b, 0, 0);
}

// ---- Random games

// Mostly near an earlier stone, so that there are rows and stones in sight; or one that sends the
// hole where it was before.
static Point random_point(Rng *rng, const Board *b, const Point *moves, int count) {
    for (;;) {
        Point p = nth_point(rng_below(rng, POINTS));
        int kind = rng_below(rng, 8);
        Point earlier = count > 0 ? moves[rng_below(rng, count)] : p;
        if (kind < 5)
            p = point_at(point_x(earlier) + rng_below(rng, 5) - 2,
                         point_y(earlier) + rng_below(rng, 5) - 2);
        else if (kind < 7 && mist_center_after(p) != mist_center_after(earlier))
            continue;
        if (board_has(b, p) && b->at[p] == EMPTY)
            return p;
    }
}

static void random_tries(Rng *rng, const Board *b, MistHistory *h) {
    for (int i = 0; i < POINTS; i++)
        if (b->at[nth_point(i)] == stone_other(h->me) && rng_below(rng, 12) == 0)
            mist_history_add_hit(h, nth_point(i));
}

// The history of `me` in a random game, up to one of its turns; and the opponent's stones.
static int random_history(Rng *rng, Stone me, MistHistory *h, Point *stones) {
    Board b;
    Point moves[MOVES_MAX], center = mist_first_center();
    int moves_wanted = rng_below(rng, MOVES_MAX), stone_count = 0;
    board_init(&b, &rules_freestyle, MIST_BOARD_SIZE);
    mist_history_init(h, me);
    for (int i = 0;; i++) {
        bool is_mine = b.turn == me;
        if (is_mine) {
            MistView view = mist_view(&b, center);
            CHECK("a view", mist_history_add_view(h, &view));
            random_tries(rng, &b, h);
            if (i >= moves_wanted)
                return stone_count;
        }
        Point p = random_point(rng, &b, moves, i);
        Board next = b;
        board_place(&next, b.turn, p);
        if (next.winner != EMPTY || i == MOVES_MAX - 1) {
            if (is_mine)
                return stone_count;
            h->turns[h->turn_count - 1].move = POINT_NONE; // ends the game a move earlier
            return stone_count;
        }
        if (is_mine)
            CHECK("a move", mist_history_add_move(h, p));
        else
            stones[stone_count++] = p;
        moves[i] = p;
        b = next;
        center = mist_center_after(p);
    }
}

TEST(mist_belief_agrees_with_an_exhaustive_twin) {
    Rng rng = {26};
    static Twin twin;
    int open = 0, shared = 0;
    for (int game = 0; game < random_cases(GAMES); game++) {
        MistHistory h;
        MistBelief belief;
        Point stones[MOVES_MAX];
        random_history(&rng, game % 2 ? BLACK : WHITE, &h, stones);
        if (h.turn_count == 0)
            continue;
        twin_run(&twin, &h);
        CHECK("the history can be", mist_belief_init(&belief, &h));
        CHECK_INT("stones", belief.stone_count, h.turn_count - (h.me == BLACK));
        for (int i = 0; i < belief.stone_count; i++) {
            const MistStone *stone = &belief.stones[i];
            int possible = 0;
            for (Point p = 0; p < POINT_COUNT; p++)
                possible += twin.possible[i][p];
            CHECK_INT("candidates", stone->count, possible);
            for (int j = 0; j < stone->count; j++)
                CHECK("a candidate", twin.possible[i][stone->points[j]]);
            CHECK("the true point", twin.possible[i][stones[i]]);
            open += possible > 1;
            for (int j = 0; j < i; j++)
                shared +=
                    h.turns[belief.stones[j].turn].view.center == h.turns[stone->turn].view.center;
        }
    }
    CHECK("stones of several candidates occurred", open > 0);
    CHECK("stones of one class occurred", shared > 0);
}

// Four in a row are certain to have no fifth: the candidate beside them is excluded.
TEST(mist_belief_knows_that_nobody_has_won) {
    static Twin twin;
    Rng rng = {5};
    int excluded = 0;
    for (int round = 0; round < random_cases(200); round++) {
        // White sees a row of four black stones grow, hit one by one; the fifth stone is hidden.
        Board b;
        MistHistory h;
        MistBelief belief;
        int step = point_steps[rng_below(&rng, STEP_COUNT)];
        Point first = nth_point(rng_below(&rng, POINTS)), center = mist_first_center();
        Point fives[2] = {(Point)(first - step), (Point)(first + 4 * step)};
        board_init(&b, &rules_freestyle, MIST_BOARD_SIZE);
        if (!board_has(&b, fives[0]) || !board_has(&b, fives[1]))
            continue;
        mist_history_init(&h, WHITE);
        Point last = POINT_NONE;
        for (int i = 0; i < POINTS; i++)
            if (nth_point(i) != fives[0] && (nth_point(i) - first) % step != 0 &&
                mist_center_after(nth_point(i)) == mist_center_after(fives[0]))
                last = nth_point(i);
        for (int i = 0; i < 5 && last != POINT_NONE; i++) {
            Point p = i < 4 ? (Point)(first + i * step) : last;
            if (b.at[p] != EMPTY)
                break;
            board_place(&b, BLACK, p);
            center = mist_center_after(p);
            MistView view = mist_view(&b, center);
            CHECK("a view", mist_history_add_view(&h, &view));
            if (i == 4)
                break;
            mist_history_add_hit(&h, p);
            Point mine;
            do
                mine = nth_point(rng_below(&rng, POINTS));
            while (b.at[mine] != EMPTY || points_have(fives, 2, mine) || mine == last ||
                   (mine - first) % step == 0);
            CHECK("a move", mist_history_add_move(&h, mine));
            board_place(&b, WHITE, mine);
        }
        if (h.turn_count < 5)
            continue;
        twin_run(&twin, &h);
        CHECK("the history can be", mist_belief_init(&belief, &h));
        CHECK("not a fifth",
              !points_have(belief.stones[4].points, belief.stones[4].count, fives[0]));
        for (int i = 0; i < belief.stones[4].count; i++)
            CHECK("a candidate", twin.possible[4][belief.stones[4].points[i]]);
        excluded++;
    }
    CHECK("rows of four occurred", excluded > 0);
}

TEST(mist_history_text_is_read_back) {
    Rng rng = {9};
    for (int game = 0; game < random_cases(200); game++) {
        MistHistory h, back;
        Point stones[MOVES_MAX];
        Error err = {0};
        ScopedStr text = {0}, again = {0};
        random_history(&rng, game % 2 ? BLACK : WHITE, &h, stones);
        mist_history_format(&h, &text);
        CHECK(str_text(&text), mist_history_parse(str_text(&text), &back, &err));
        mist_history_format(&back, &again);
        CHECK_TEXT("again", str_text(&again), str_text(&text));
        CHECK("extends itself", mist_history_extends(&h, &back));
        if (back.turn_count > 0) {
            back.turns[0].view.cells[0] ^= 1;
            CHECK("another view", !mist_history_extends(&h, &back));
        }
    }
}

#define DOTS_7 "......."
#define DOTS_42 DOTS_7 DOTS_7 DOTS_7 DOTS_7 DOTS_7 DOTS_7
#define DOTS DOTS_42 DOTS_7

TEST(mist_history_rejects_bad_words) {
    static const struct {
        const char *name, *text, *error; // "": good
    } rows[] = {
        {"a view", "white m3:" DOTS, ""},
        {"hits", "white m3:" DOTS " !a1 !b1", ""},
        {"a move", "white m3:" DOTS " k10", ""},
        {"blanks", "  white m3:" DOTS, "'' is not black or white"},
        {"no color", "green m3:" DOTS, "'green' is not black or white"},
        {"two views", "white m3:" DOTS " m3:" DOTS, "a view is out of place"},
        {"a move first", "white k10", "'k10' is out of place"},
        {"two moves", "white m3:" DOTS " k10 k11", "'k11' is out of place"},
        {"the same hit twice", "white m3:" DOTS " !a1 !a1", "'!a1' is out of place"},
        {"a move to a hit", "white m3:" DOTS " !a1 a1", "'a1' is out of place"},
        {"a short view", "white m3:...", "a view has a center, a colon and 49 cells"},
        {"a bad cell", "white m3:q......" DOTS_42, "a view has a center, a colon and 49 cells"},
        {"one cell more", "white m3:." DOTS, "a view has a center, a colon and 49 cells"},
        {"a bad center", "white m33:" DOTS,
         "'m33' is not a point of the board; the last one is s19"},
        {"a long center", "white m33333333333:" DOTS,
         "'' is not a point of the board; the last one is s19"},
        {"a bad move", "white m3:" DOTS " t1",
         "'t1' is not a point of the board; the last one is s19"},
        {"an own stone again", "white m3:" DOTS " k10 m3:" DOTS " k10", "'k10' is out of place"},
        {"a hit on an own stone", "white m3:" DOTS " k10 m3:" DOTS " !k10",
         "'!k10' is out of place"},
        {"black", "black m3:" DOTS, ""},
        {"half a color", "blac m3:" DOTS, "'blac' is not black or white"},
        {"more than a color", "whites m3:" DOTS, "'whites' is not black or white"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        MistHistory h;
        Error err = {0};
        CHECK_INT(rows[i].name, mist_history_parse(rows[i].text, &h, &err), !*rows[i].error);
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
    }
}

// After the 361st stone, which is Black's, White has no turn.
TEST(mist_history_has_as_many_turns_as_the_board_has_points) {
    static const struct {
        Stone me;
        int turns;
    } rows[] = {{BLACK, 181}, {WHITE, 180}};
    for (int i = 0; i < COUNT(rows); i++) {
        MistHistory h;
        MistView view = {.center = point_at(0, 0)};
        int turns = 0;
        mist_history_init(&h, rows[i].me);
        for (; mist_history_add_view(&h, &view) && turns < 200; turns++)
            mist_history_add_move(&h, point_at(turns % MIST_BOARD_SIZE, turns / MIST_BOARD_SIZE));
        CHECK_INT(stone_word(rows[i].me), turns, rows[i].turns);
    }
}

TEST(mist_belief_rejects_impossible_histories) {
    static const struct {
        const char *name, *text;
        bool possible;
    } rows[] = {
        {"White's first turn", "white e16:" DOTS, true},
        {"not my turn", "white e16:" DOTS " k10", false},
        {"a hit where the stone can be", "white e16:" DOTS " !s19", true},
        {"a hit where it cannot be", "white e16:" DOTS " !a1", false},
        {"a hit on a point seen empty", "white e16:" DOTS " !e16", false},
        {"no point sends the hole there", "white a2:" DOTS, false},
        {"Black's first hole", "black j10:" DOTS, true},
        {"another first hole", "black e16:" DOTS, false},
        {"an edge that is not there", "white e16:x......" DOTS_42, false},
        {"a stone of mine that I did not place", "white e16:o......" DOTS_42, false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        MistHistory h;
        MistBelief belief;
        Error err = {0};
        mist_history_parse(rows[i].text, &h, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        CHECK_INT(rows[i].name, mist_belief_init(&belief, &h), rows[i].possible);
    }
}

TEST(mist_history_events_must_be_on_the_board) {
    static const Point bad[] = {POINT_NONE, POINT_PASS, POINT_STAY, POINT_SWAP, POINT_MORE};
    MistHistory h;
    MistView view = {.center = mist_first_center()};
    mist_history_init(&h, BLACK);
    CHECK("before a view", !mist_history_add_hit(&h, point_at(3, 3)));
    CHECK("a view", mist_history_add_view(&h, &view));
    for (int i = 0; i < COUNT(bad); i++)
        CHECK("not a point",
              !mist_history_add_hit(&h, bad[i]) && !mist_history_add_move(&h, bad[i]));
    for (int i = 0; i <= MIST_BOARD_SIZE; i++) {
        bool inside = i < MIST_BOARD_SIZE;
        MistHistory copy = h;
        CHECK_INT("the right edge", mist_history_add_hit(&copy, point_at(i, 0)), inside);
        CHECK_INT("the bottom", mist_history_add_move(&copy, point_at(0, i)), inside && i > 0);
    }
    CHECK("left of it", !mist_history_add_move(&h, (Point)(point_at(0, 5) - 1)));
    CHECK("above it", !mist_history_add_move(&h, (Point)(point_at(5, 0) - point_steps[1])));
    CHECK_INT("nothing changed", h.hit_count, 0);
}

TEST(mist_history_counts_the_hits_of_a_turn) {
    MistHistory h;
    MistView view = {.center = mist_first_center()};
    mist_history_init(&h, BLACK);
    mist_history_add_view(&h, &view);
    CHECK_INT("none", mist_history_hits_this_turn(&h), 0);
    CHECK("two", mist_history_add_hit(&h, nth_point(0)) && mist_history_add_hit(&h, nth_point(1)));
    CHECK_INT("two", mist_history_hits_this_turn(&h), 2);
    mist_history_add_move(&h, nth_point(9));
    mist_history_add_view(&h, &view);
    CHECK_INT("none on the next turn", mist_history_hits_this_turn(&h), 0);
    CHECK("one", mist_history_add_hit(&h, nth_point(2)));
    CHECK_INT("one", mist_history_hits_this_turn(&h), 1);
    for (int i = 10; i < 10 + MIST_TURNS_MAX - 3; i++)
        CHECK("a hit for every stone of the opponent", mist_history_add_hit(&h, nth_point(i)));
    CHECK("no more", !mist_history_add_hit(&h, nth_point(300)));
    CHECK_INT("all", h.hit_count, MIST_TURNS_MAX);
}

TEST(mist_history_extends_rows) {
    static const char *const base = "white m3:" DOTS " !a1 k10 e16:" DOTS " !b1";
    static const struct {
        const char *name, *shorter;
        bool extends;
    } rows[] = {
        {"itself", "white m3:" DOTS " !a1 k10 e16:" DOTS " !b1", true},
        {"nothing yet", "white", true},
        {"before the hit", "white m3:" DOTS " !a1 k10 e16:" DOTS, true},
        {"before the second view", "white m3:" DOTS " !a1 k10", true},
        {"before the move", "white m3:" DOTS " !a1", true},
        {"another color", "black m3:" DOTS " !a1", false},
        {"another hit", "white m3:" DOTS " !a2", false},
        {"a hit on another turn", "white m3:" DOTS " k10 e16:" DOTS " !a1", false},
        {"another move", "white m3:" DOTS " !a1 k11", false},
        {"another move before a view", "white m3:" DOTS " !a1 k11 e16:" DOTS, false},
        {"another center", "white m4:" DOTS " !a1", false},
        {"another cell", "white m3:o......" DOTS_42, false},
        {"a turn more", "white m3:" DOTS " !a1 k10 e16:" DOTS " !b1 k11 e16:" DOTS, false},
        {"a hit more", "white m3:" DOTS " !a1 k10 e16:" DOTS " !b1 !c1", false},
        {"a move more", "white m3:" DOTS " !a1 k10 e16:" DOTS " !b1 k11", false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        MistHistory h, shorter;
        Error err = {0};
        CHECK(base, mist_history_parse(base, &h, &err));
        CHECK(rows[i].shorter, mist_history_parse(rows[i].shorter, &shorter, &err));
        CHECK_INT(rows[i].name, mist_history_extends(&h, &shorter), rows[i].extends);
    }
}

// ---- What was seen, and what could have been known

// The history as it was on that turn, by its text.
static void cut_history(const MistHistory *h, int turn, MistHistory *out) {
    Error err = {0};
    mist_history_init(out, h->me);
    for (int i = 0; i <= turn; i++) {
        CHECK("a view", mist_history_add_view(out, &h->turns[i].view));
        for (int k = 0; k < h->hit_count; k++)
            if (h->hits[k].turn == i)
                CHECK("a hit", mist_history_add_hit(out, h->hits[k].point));
        if (i < turn)
            CHECK("a move", mist_history_add_move(out, h->turns[i].move));
    }
    CHECK_TEXT("no error", err.text, "");
}

static bool was_seen(const MistHistory *h, Point p) {
    bool seen = false;
    for (int i = 0; i < h->turn_count; i++) {
        int x = point_x(p) - point_x(h->turns[i].view.center) + MIST_REACH;
        int y = point_y(p) - point_y(h->turns[i].view.center) + MIST_REACH;
        if (x >= 0 && x < MIST_WIDTH && y >= 0 && y < MIST_WIDTH)
            seen |= h->turns[i].view.cells[y * MIST_WIDTH + x] == stone_other(h->me);
    }
    for (int i = 0; i < h->hit_count; i++)
        seen |= h->hits[i].point == p;
    return seen;
}

static bool was_played(const MistHistory *h, Point p) {
    bool played = false;
    for (int i = 0; i < h->turn_count; i++)
        played |= h->turns[i].move == p;
    return played;
}

static void check_knowledge(const MistHistory *h, int turn, int *deduced_count,
                            int *possible_count) {
    static MistKnowledge k;
    MistHistory then;
    MistBelief belief;
    Point deduced[MIST_TURNS_MAX], possible[POINT_COUNT];
    cut_history(h, turn, &then);
    CHECK("can be", mist_belief_init(&belief, &then) && mist_knowledge_at(h, turn, &k));
    CHECK_INT("center", k.center, h->turns[turn].view.center);
    CHECK_INT("to move", k.seen.turn, h->me);
    int deduced_n = mist_knowledge_deduced(&k, deduced);
    int possible_n = mist_knowledge_possible(&k, possible);
    for (int i = 0; i < POINTS; i++) {
        Point p = nth_point(i);
        Stone seen = was_played(&then, p) ? h->me : was_seen(&then, p) ? stone_other(h->me) : EMPTY;
        bool candidate = false;
        for (int j = 0; j < belief.stone_count; j++)
            candidate |= points_have(belief.stones[j].points, belief.stones[j].count, p);
        CHECK_INT("seen", k.seen.at[p], seen);
        CHECK_INT("known", k.belief.known.at[p], belief.known.at[p]);
        CHECK_INT("deduced", points_have(deduced, deduced_n, p),
                  seen == EMPTY && belief.known.at[p] != EMPTY);
        CHECK_INT("possible", points_have(possible, possible_n, p),
                  candidate && belief.known.at[p] == EMPTY);
    }
    *deduced_count += deduced_n;
    *possible_count += possible_n;
}

TEST(mist_knowledge_is_what_was_seen_and_what_follows) {
    Rng rng = {31};
    int deduced = 0, possible = 0;
    for (int game = 0; game < random_cases(1000); game++) {
        MistHistory h;
        Point stones[MOVES_MAX];
        random_history(&rng, game % 2 ? BLACK : WHITE, &h, stones);
        for (int turn = 0; turn < h.turn_count; turn++)
            check_knowledge(&h, turn, &deduced, &possible);
    }
    CHECK("stones were deduced", deduced > 0);
    CHECK("points were possible", possible > 0);
}

// A history made step by step, with the edge of the board and the given stones in its views.
typedef struct {
    MistHistory h;
    Board b; // what its views show
} Story;

static Story story_of(Stone me) {
    Story s;
    mist_history_init(&s.h, me);
    board_init(&s.b, &rules_freestyle, MIST_BOARD_SIZE);
    return s;
}

static void tell_view(Story *s, Point center) {
    MistView view = mist_view(&s->b, center);
    CHECK("a view", mist_history_add_view(&s->h, &view));
}

static void tell_move(Story *s, Point p) {
    CHECK("a move", mist_history_add_move(&s->h, p));
    s->b.at[p] = (uint8_t)s->h.me;
}

static bool can_be(const Story *s) {
    static MistBelief belief;
    return mist_belief_init(&belief, &s->h);
}

// A center with that many points that send the hole there, and the points.
static Point center_with(int count, Point *points) {
    for (int i = 0; i < POINTS; i++) {
        int found = 0;
        for (int j = 0; j < POINTS && found <= MIST_CANDIDATES_MAX; j++)
            if (mist_center_after(nth_point(j)) == nth_point(i))
                points[found++] = nth_point(j);
        if (found == count)
            return nth_point(i);
    }
    return POINT_NONE;
}

TEST(mist_belief_rejects_contradictions) {
    Point four[MIST_CANDIDATES_MAX + 1], one[MIST_CANDIDATES_MAX + 1];
    Point everywhere = center_with(4, four), single = center_with(1, one);
    Point nowhere = center_with(0, four);
    everywhere = center_with(4, four);
    CHECK("centers", everywhere != POINT_NONE && single != POINT_NONE && nowhere != POINT_NONE);

    Story s = story_of(WHITE);
    tell_view(&s, nowhere);
    CHECK("no point sends the hole there", !can_be(&s));

    s = story_of(WHITE);
    for (int i = 0; i < 5; i++) {
        tell_view(&s, everywhere);
        CHECK_INT("as many stones as points", can_be(&s), i < 4);
        tell_move(&s, point_at(18, 2 * i));
    }

    s = story_of(WHITE);
    tell_view(&s, everywhere);
    tell_move(&s, one[0]);
    tell_view(&s, single);
    CHECK("the only point has a stone of mine", !can_be(&s));

    s = story_of(WHITE);
    tell_view(&s, everywhere);
    tell_move(&s, everywhere);
    s.b.at[everywhere] = EMPTY;
    tell_view(&s, everywhere);
    CHECK("my stone has vanished", !can_be(&s));
    s.b.at[everywhere] = BLACK;
    s.h.turn_count--;
    tell_view(&s, everywhere);
    CHECK("my stone has changed its color", !can_be(&s));

    s = story_of(BLACK);
    tell_view(&s, mist_first_center());
    for (int i = 0; i < 5; i++) {
        tell_move(&s, point_at(i, 18));
        tell_view(&s, mist_center_after(point_at(2 * i, 1)));
        CHECK_INT("nobody has won", can_be(&s), i < 4);
    }
}

// A stone that was seen stays, and nobody can play there.
TEST(mist_belief_rejects_moves_on_seen_stones) {
    for (int i = 0; i < POINTS; i++) {
        Point p = nth_point(i), center = mist_center_after(p);
        if (point_distance(p, center) > MIST_REACH)
            continue; // not in its own hole
        Story s = story_of(WHITE);
        s.b.at[p] = BLACK;
        tell_view(&s, center);
        CHECK("seen", can_be(&s));
        Story moved = s, gone = s;
        CHECK("a move there", mist_history_add_move(&moved.h, p));
        moved.b.at[p] = WHITE;
        tell_view(&moved, mist_center_after(point_at(0, 0)));
        CHECK("a move on it", !can_be(&moved));
        tell_move(&gone, point_at(p == point_at(0, 0) ? 5 : 0, 0));
        gone.b.at[p] = EMPTY;
        tell_view(&gone, center);
        CHECK("it has vanished", !can_be(&gone));
    }
}
