// The mist player: its particles agree with everything it was told, and its tries are sensible.
#include "base/clock.h"
#include "base/number.h"
#include "core/mist.h"
#include "core/notation.h"
#include "player/mist_player.h"
#include "test.h"

#include <math.h>
#include <string.h>

// What `me` is told in a game of these moves, Black first; the last event is a view.
static MistHistory history_of(const char *moves, Stone me, Board *b) {
    MistHistory h;
    Point center = mist_first_center();
    mist_history_init(&h, me);
    board_init(b, &rules_freestyle, MIST_BOARD_SIZE);
    for (;;) {
        if (b->turn == me) {
            MistView view = mist_view(b, center);
            CHECK(moves, mist_history_add_view(&h, &view));
        }
        if (!*moves)
            return h;
        char word[8] = {0};
        size_t len = strcspn(moves, " ");
        Point p;
        Error err = {0};
        memcpy(word, moves, len);
        CHECK(word, point_parse(word, NOTATION_POS, MIST_BOARD_SIZE, &p, &err));
        if (b->turn == me)
            CHECK(word, mist_history_add_move(&h, p));
        board_place(b, b->turn, p);
        center = mist_center_after(p);
        moves += len + strspn(moves + len, " ");
    }
}

static void check_particles(const MistParticles *p, const MistHistory *h) {
    static MistWorld worlds[300];
    MistBelief belief;
    double sum = 0;
    int count = mist_particles_worlds(p, worlds, COUNT(worlds));
    CHECK("there is a history", mist_belief_init(&belief, h));
    const MistView *view = &h->turns[h->turn_count - 1].view;
    for (int i = 0; i < count; i++) {
        MistView seen = mist_view(&worlds[i].board, view->center);
        CHECK("the view", !memcmp(seen.cells, view->cells, sizeof seen.cells));
        CHECK("likeliest first", i == 0 || worlds[i].probability <= worlds[i - 1].probability);
        for (Point q = 0; q < POINT_COUNT; q++)
            CHECK("what is certain",
                  belief.known.at[q] == EMPTY || worlds[i].board.at[q] == belief.known.at[q]);
        CHECK_INT("stones", worlds[i].board.stones, belief.stone_count + h->turn_count - 1);
        sum += worlds[i].probability;
    }
    CHECK("worlds sum to 1", fabs(sum - 1) < 1e-6);
    for (int i = 0; i < belief.stone_count; i++) {
        sum = 0;
        for (int j = 0; j < belief.stones[i].count; j++)
            sum += mist_particles_probability(p, i, belief.stones[i].points[j]);
        CHECK("only candidates", fabs(sum - 1) < 1e-6);
    }
}

// Random games, with hits, in which the particles are kept from turn to turn: with and without an
// engine. Moves of chance contradict them often.
TEST(mist_particles_agree_with_every_history) {
    enum { MOVES = 24 };
    Rng rng = {262};
    Engine *engine = engine_new(&(EngineOptions){.net = "off"});
    for (int game = 0; game < random_cases(60); game++) {
        MistHistory h;
        MistParticles particles = {0};
        Board b;
        Point center = mist_first_center();
        Stone me = game % 2 ? BLACK : WHITE;
        mist_history_init(&h, me);
        board_init(&b, &rules_freestyle, MIST_BOARD_SIZE);
        while (b.stones < MOVES && b.winner == EMPTY) {
            Point p = point_at(rng_below(&rng, 12) + 3, rng_below(&rng, 12) + 3);
            if (b.turn == me && b.at[p] == stone_other(me))
                mist_history_add_hit(&h, p);
            if (b.at[p] != EMPTY)
                continue;
            if (b.turn == me) {
                Error err = {0};
                MistView view = mist_view(&b, center);
                if (!mist_history_is_my_turn(&h))
                    mist_history_add_view(&h, &view);
                CHECK("update", mist_particles_update(&particles, &h, game % 3 ? engine : NULL,
                                                      game % 5 ? INT64_MAX : 0, &err));
                check_particles(&particles, &h);
                mist_history_add_move(&h, p);
            }
            board_place(&b, b.turn, p);
            center = mist_center_after(p);
        }
        mist_particles_release(&particles);
    }
    engine_free(engine);
}

// After the deadline every turn keeps the likeliest particle with its next stones alone.
TEST(mist_particles_keep_to_the_deadline) {
    Board b;
    Error err = {0};
    MistHistory h = history_of("i8 h7 i5 k4 i2 i6 j5 j4 k6 i4 h4 k5 l4", WHITE, &b);
    MistParticles all = {0}, late = {0};
    Engine *engine = engine_new(&(EngineOptions){.net = "off"});
    CHECK("no deadline", mist_particles_update(&all, &h, engine, INT64_MAX, &err));
    CHECK("deadline", mist_particles_update(&late, &h, engine, 0, &err));
    CHECK("many", all.count > MIST_CANDIDATES_MAX);
    CHECK("few", late.count > 0 && late.count <= MIST_CANDIDATES_MAX);
    check_particles(&late, &h);
    mist_particles_release(&all);
    mist_particles_release(&late);
    engine_free(engine);
}

static const struct {
    const char *name, *player;
    Stone me;
    const char *moves;
    const char *want; // one of these points is tried; "not": this one is not
} rows[] = {
    {"completes its five", "strong:nodes=500", WHITE, "a1 j10 a3 j11 a5 j12 a7 j13 a9", "j9 j14"},
    {"and so does a level", "level:-2,1", WHITE, "a1 j10 a3 j11 a5 j12 a7 j13 a9", "j9 j14"},
    {"tries a five where a stone may be in the way", "strong:nodes=500", WHITE,
     "a1 j10 a3 j11 a5 j12 j14 j13 j9", "j9 j14"},
    {"stops a four that it knows of", "strong:nodes=2000", WHITE, "j10 j9 j11 a1 j12 c1 j13",
     "j14"},
    {"so does a level that infers", "level:7,1", WHITE, "j10 j9 j11 a1 j12 c1 j13", "j14"},
    {"so does a level that guesses", "level:3,1", WHITE, "j10 j9 j11 a1 j12 c1 j13", "j14"},
    {"a low level only remembers", "level:-1,1", WHITE, "j10 j9 j11 a1 j12 c1 j13", "not j14"},
    {"begins in the center", "strong:nodes=500", BLACK, "", "j10"},
};

TEST(mist_player_tries) {
    for (int i = 0; i < COUNT(rows); i++) {
        Board b;
        MistParticles particles = {0};
        Player player;
        Error err = {0};
        Point p = POINT_NONE;
        MistHistory h = history_of(rows[i].moves, rows[i].me, &b);
        CHECK(rows[i].name, player_open(rows[i].player, &player, &err));
        bool found = false;
        do { // until the turn ends
            CHECK(rows[i].name,
                  mist_player_choose(&player, &particles, &h, &(MistRequest){0}, &p, &err));
            found |= strstr(rows[i].want, move_text(p, MIST_BOARD_SIZE).text) != NULL;
        } while (b.at[p] != EMPTY && mist_history_add_hit(&h, p));
        CHECK(rows[i].name, found != !strncmp(rows[i].want, "not", 3));
        player_close(&player);
        mist_particles_release(&particles);
    }
}

// Plays on against a board full of hidden stones: no point twice, and after the last try in the
// hole.
TEST(mist_player_keeps_within_its_tries) {
    enum { TRIES = 2 };
    static const char *const players[] = {"strong:nodes=300", "level:2,1", "greedy"};
    for (int i = 0; i < COUNT(players); i++) {
        Board b;
        MistParticles particles = {0};
        Player player;
        Error err = {0};
        MistHistory h = history_of("j10 k10 j11 k11 j12", WHITE, &b);
        CHECK(players[i], player_open(players[i], &player, &err));
        const MistView *view = &h.turns[h.turn_count - 1].view;
        for (int hit = 0; hit <= TRIES; hit++) {
            Point p = POINT_NONE;
            CHECK(players[i],
                  mist_player_choose(&player, &particles, &h,
                                     &(MistRequest){.tries_per_turn = TRIES}, &p, &err));
            CHECK("not on a known stone", particles.known.at[p] == EMPTY);
            bool in_hole = point_distance(p, view->center) <= MIST_REACH;
            CHECK("in the hole", hit < TRIES || in_hole);
            // The candidates of the stones: hitting them is possible, one by one.
            static const char *const hits[TRIES] = {"j10", "j11"};
            if (hit < TRIES) {
                CHECK("a hit", point_parse(hits[hit], NOTATION_POS, MIST_BOARD_SIZE, &p, &err));
                CHECK("a hit", mist_history_add_hit(&h, p));
            }
        }
        player_close(&player);
        mist_particles_release(&particles);
    }
}

TEST(mist_player_rejects_an_impossible_history) {
    MistHistory h;
    MistParticles particles = {0};
    Player player;
    Error err = {0};
    Point p;
    mist_history_init(&h, BLACK);
    CHECK("open", player_open("greedy", &player, &err));
    CHECK("no view", !mist_player_choose(&player, &particles, &h, &(MistRequest){0}, &p, &err));
    CHECK_TEXT("why", err.text, "no game in the mist can have these views");
    player_close(&player);
    mist_particles_release(&particles);
}

TEST(mist_player_reports_a_missing_net) {
    Board b;
    MistParticles particles = {0};
    Player player;
    Error err = {0};
    Point p;
    MistHistory h = history_of("", BLACK, &b);
    CHECK("open", player_open("strong:net=/nonexistent,nodes=500", &player, &err));
    CHECK("no net", !mist_player_choose(&player, &particles, &h, &(MistRequest){0}, &p, &err));
    CHECK("which", strstr(err.text, "/nonexistent") != NULL);
    player_close(&player);
    mist_particles_release(&particles);
}

// A search may use all of its share, so the shares of a turn's tries must not exceed the turn.
TEST(mist_tries_stay_within_the_budget_of_the_turn) {
    static const struct {
        const char *name;
        Budget turn;
    } turns[] = {
        {"time", {.ms = 1000}},     {"time, with a target", {.ms = 3000, .target_ms = 500}},
        {"nodes", {.nodes = 3000}}, {"little", {.ms = 2, .nodes = 2}},
        {"no limit", {.depth = 5}},
    };
    for (int i = 0; i < COUNT(turns); i++) {
        const Budget *turn = &turns[i].turn;
        Budget sum = {0};
        for (int hits = 0; hits <= MIST_TRIES_PER_TURN; hits++) {
            Budget next = mist_try_budget(turn, hits, sum.ms);
            CHECK_INT(turns[i].name, next.depth, turn->depth);
            CHECK("a limit stays one", !next.ms == !turn->ms && !next.nodes == !turn->nodes &&
                                           !next.target_ms == !turn->target_ms);
            CHECK("most for the first", hits > 0 || 2 * next.nodes >= turn->nodes);
            sum.ms += next.ms;
            sum.nodes += next.nodes;
        }
        // Every try gets at least 1.
        CHECK("within the time", sum.ms <= turn->ms + MIST_TRIES_PER_TURN);
        CHECK("within the nodes", sum.nodes <= turn->nodes + MIST_TRIES_PER_TURN);
    }
}

// A player whose beliefs take a while, and which notes the budget of its move.
static MistInsight think_slowly(void *noted) {
    (void)noted;
    int64_t began = clock_now_ms();
    while (clock_now_ms() < began + 5)
        ;
    return MIST_REMEMBERS;
}

static bool note_budget(void *noted, const Game *g, const Budget *budget, StopToken stop,
                        PlayerMove *out, Error *err) {
    (void)g, (void)stop, (void)err;
    *(Budget *)noted = *budget;
    out->move = point_center(MIST_BOARD_SIZE);
    return true;
}

TEST(mist_beliefs_take_time_from_the_move) {
    static const PlayerKind kind = {
        .name = "slow", .choose = note_budget, .mist_insight = think_slowly};
    static const struct {
        const char *name;
        Budget turn, most;
    } turns[] = {
        {"time", {.ms = 1000}, {.ms = 995}},
        {"a target", {.ms = 1000, .target_ms = 500}, {.ms = 995, .target_ms = 495}},
        {"too little", {.ms = 3}, {.ms = 1}},
        {"none", {.nodes = 7}, {.nodes = 7}},
    };
    for (int i = 0; i < COUNT(turns); i++) {
        Board b;
        MistParticles none = {0};
        Budget noted = {0};
        Player player = {&kind, &noted};
        Error err = {0};
        Point p;
        MistHistory h = history_of("", BLACK, &b);
        MistRequest request = {.budget = turns[i].turn};
        CHECK(turns[i].name, mist_player_choose(&player, &none, &h, &request, &p, &err));
        const Budget *most = &turns[i].most;
        CHECK(turns[i].name, noted.ms <= most->ms && noted.target_ms <= most->target_ms);
        CHECK(turns[i].name, !noted.ms == !most->ms && !noted.target_ms == !most->target_ms);
        CHECK_INT(turns[i].name, noted.nodes, most->nodes);
    }
}
