// The published strategies are whole, and `perfect` plays from them.
#include "ask.h"
#include "base/number.h"
#include "core/notation.h"
#include "player/proved.h"

#include <string.h>

static Board turned(const Board *b, int symmetry) {
    Board out = *b;
    for (int i = 0; i < b->size * b->size; i++) {
        Point p = point_at(i % b->size, i / b->size);
        out.at[symmetry_apply(symmetry, p, b->size)] = b->at[p];
    }
    return out;
}

typedef struct {
    StrategySet *set;
    Stone side;
    Game game;
    HashMap seen;
    int with_pairs;
    Rng rng;
} Walk;

static void walk(const char *row, Walk *w, Board b);

// The other side is to move: every reply leads to another entry.
static void walk_replies(const char *row, Walk *w, const Board *b) {
    Point empty[BOARD_MAX * BOARD_MAX], fives[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    for (int i = 0; i < n; i++) {
        Board after = *b;
        if (board_play(&after, empty[i]) != PLAY_OK)
            continue;
        CHECK(row, after.winner == EMPTY);
        if (board_five_points(&after, w->side, fives) == 0 && board_has_legal_move(&after))
            walk(row, w, after);
    }
}

// The side is to move. The board is turned at random: the pairs must be found in every mirror
// image.
static void walk(const char *row, Walk *w, Board b) {
    if (!hash_map_put(&w->seen, strategy_key(&b, NULL), 0))
        return;
    b = turned(&b, rng_below(&w->rng, SYMMETRY_COUNT));
    ProvedMove proved;
    game_start_from(&w->game, &b);
    CHECK(row, proved_move(w->set, &w->game, &proved) && proved.claim == CLAIM_HOLD);
    CHECK_INT(row, board_play(&b, proved.next.move), PLAY_OK);
    if (proved.next.has_pairs)
        w->with_pairs++;
    else
        walk_replies(row, w, &b);
}

TEST(perfect_whole_strategies_answer_every_reply) {
    StrategySet set = {0};
    int rows = 0;
    for (int i = 0; strategy_row_at(i); i++) {
        const StrategyRow *row = strategy_row_at(i);
        // Settled pairs: the file is a certificate as a whole, which the checker accepts.
        if (!row->is_whole ||
            strategy_set_find(&set, row->rules, row->size, row->side)->settled_count > 0)
            continue;
        Walk w = {.set = &set, .side = row->side, .rng = {(uint64_t)i}};
        Board b;
        game_init(&w.game, &(GameOptions){.rules = row->rules, .size = row->size});
        board_init(&b, row->rules, row->size);
        if (row->side == BLACK)
            walk(row->name, &w, b);
        else
            walk_replies(row->name, &w, &b);
        CHECK(row->name, w.with_pairs > 0);
        hash_map_release(&w.seen);
        rows++;
    }
    CHECK_INT("rows", rows, 28);
    strategy_set_release(&set);
}

// Of a random game, with wins and blocks, so that it gets somewhere.
static Point opponents_move(const Game *g, Rng *rng) {
    Point points[BOARD_MAX * BOARD_MAX];
    const Board *b = &g->board;
    if (rng_below(rng, 4) > 0 && board_five_points(b, b->turn, points) > 0)
        return points[0];
    if (rng_below(rng, 4) > 0 && board_five_points(b, stone_other(b->turn), points) > 0 &&
        board_check(b, points[0]) == PLAY_OK)
        return points[0];
    int n = board_empty_points(b, points);
    Point p;
    do
        p = points[rng_below(rng, n)];
    while (board_check(b, p) != PLAY_OK);
    return p;
}

TEST(perfect_never_loses_where_a_strategy_is_whole) {
    Rng rng = {25};
    Player p = {0};
    StrategySet set = {0};
    Error err = {0};
    int free_moves = 0;
    CHECK("opens", player_open("perfect:nodes=50,net=off", &p, &err));
    perfect_use_strategies(&p, &set);
    for (int i = 0; strategy_row_at(i); i++) {
        const StrategyRow *row = strategy_row_at(i);
        for (int k = 0; row->is_whole && k < random_cases(20); k++) {
            Game g;
            game_init(&g, &(GameOptions){.rules = row->rules, .size = row->size});
            while (game_result(&g).reason == END_NONE) {
                if (g.board.turn != row->side) {
                    CHECK_INT(row->name, game_play(&g, opponents_move(&g, &rng)), PLAY_OK);
                    continue;
                }
                ProvedMove proved;
                PlayerMove move;
                bool is_free = proved_move(&set, &g, &proved) && proved.next.move == POINT_NONE;
                CHECK(row->name, player_choose(&p, &g, &(Budget){0}, (StopToken){0}, &move, &err));
                CHECK(row->name, move.proof != MOVE_UNPROVED);
                CHECK(row->name, !strncmp(player_remark(&p), "proved: ", 8));
                CHECK_INT(row->name, game_play(&g, move.move), PLAY_OK);
                free_moves += is_free;
            }
            CHECK(row->name, game_result(&g).winner != stone_other(row->side));
        }
    }
    CHECK("moves that no pair asks for", free_moves > 0);
    player_close(&p);
    strategy_set_release(&set);
}

// White on 6x6 under renju: as above, but half of the time in a pair of Black's.
static Point move_against_pairs(const Game *g, const StrategyMove *black, Rng *rng) {
    if (black->pair_count > 0 && rng_below(rng, 2) == 0)
        return black->pairs[rng_below(rng, 2 * black->pair_count)];
    return opponents_move(g, rng);
}

static Point partner_of(const StrategyMove *m, Point p) {
    for (int i = 0; i < 2 * m->pair_count; i++)
        if (m->pairs[i] == p)
            return m->pairs[i ^ 1];
    return POINT_NONE;
}

// In every other game the board alone says what to play: every move is asked for without those
// before it, and in any mirror image. In the others the pairs stay until they are taken.
TEST(perfect_plays_black_from_settled_pairs) {
    Rng rng = {66};
    StrategySet set = {0};
    Player engine = {0};
    Error err = {0};
    int answers = 0, free_moves = 0, fives = 0;
    CHECK("opens", player_open("strong:nodes=40,net=off", &engine, &err));
    for (int k = 0; k < random_cases(400); k++) {
        Game g;
        ProvedMove proved = {0};
        game_init(&g, &(GameOptions){.rules = &rules_renju, .size = 6});
        while (game_result(&g).reason == END_NONE) {
            PlayerMove white = {.move = POINT_NONE};
            Point partner = POINT_NONE;
            if (g.board.turn == WHITE) {
                if (k % 7 > 0)
                    white.move = move_against_pairs(&g, &proved.next, &rng);
                else
                    CHECK("chooses",
                          player_choose(&engine, &g, &(Budget){0}, (StopToken){0}, &white, &err));
                partner = partner_of(&proved.next, white.move);
                CHECK_INT("White", game_play(&g, white.move), PLAY_OK);
                if (game_result(&g).reason != END_NONE)
                    break;
            }
            Board b = turned(&g.board, rng_below(&rng, SYMMETRY_COUNT));
            bool had_pairs = proved.next.pair_count > 0, had_open = proved.next.has_open_points;
            bool is_set_up = k % 2 == 0;
            if (is_set_up)
                game_start_from(&g, &b);
            CHECK("proved", proved_move(&set, &g, &proved));
            fives += proved.claim == CLAIM_WIN;
            if (partner != POINT_NONE && proved.claim == CLAIM_HOLD && !is_set_up) {
                CHECK_INT("the answer", proved.next.move, partner);
                answers++;
            }
            free_moves += partner == POINT_NONE && had_pairs && !had_open;
            CHECK_INT("Black", game_play(&g, proved.next.move), PLAY_OK);
        }
        CHECK("not lost", game_result(&g).winner != WHITE);
    }
    CHECK("answers", answers > 0);
    CHECK("free moves", free_moves > 0);
    CHECK("fives", fives > 0);
    player_close(&engine);
    strategy_set_release(&set);
}

TEST(perfect_as_far_as_the_proof_reaches) {
    static const struct {
        const char *moves, *move; // NULL: nothing is proved
        MoveProof proof;
    } rows[] = {
        {"h8h9i9a1", "g7", MOVE_WINS},
        {"h8h7i7a15", "g9", MOVE_WINS}, // its mirror image
        {"h8h9i9k8", NULL, MOVE_UNPROVED},
        {"", NULL, MOVE_UNPROVED},
        {"h8a1h9a2h10a3h11a4", "h12", MOVE_WINS}, // by the rules alone
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Player p = {0};
        PlayerMove move;
        Error err = {0};
        Game g;
        Point moves[16];
        int n = 0;
        CHECK(rows[i].moves, player_open("perfect:nodes=50,net=off", &p, &err));
        game_init(&g, &(GameOptions){.size = 15});
        CHECK(rows[i].moves,
              !*rows[i].moves || points_parse(rows[i].moves, 15, COUNT(moves), moves, &n, &err));
        for (int k = 0; k < n; k++)
            CHECK_INT(rows[i].moves, game_play(&g, moves[k]), PLAY_OK);
        // A budget of a millisecond keeps the solver from finding more.
        CHECK(rows[i].moves,
              player_choose(&p, &g, &(Budget){.ms = 4}, (StopToken){0}, &move, &err));
        CHECK_INT(rows[i].moves, move.proof, rows[i].proof);
        if (rows[i].move)
            CHECK_TEXT(rows[i].moves, move_text(move.move, 15).text, rows[i].move);
        else
            CHECK_TEXT(rows[i].moves, player_remark(&p),
                       "outside of the proof: the engine chose this move");
        player_close(&p);
    }
}

TEST(perfect_pairs_need_the_game_that_led_to_them) {
    StrategySet set = {0};
    ProvedMove proved;
    Claim claim;
    Error err = {0};
    Game g;
    Point moves[8];
    int n;
    game_init(&g, &(GameOptions){.size = 5});
    CHECK("an empty board", proved_move(&set, &g, &proved) && proved.claim == CLAIM_HOLD);
    CHECK("has pairs", proved.next.has_pairs && proved.next.pair_count > 0);
    CHECK("no last move", !proved_last_move(&set, &g, &claim));
    game_play(&g, proved.next.move);
    CHECK("the last move is proved", proved_last_move(&set, &g, &claim) && claim == CLAIM_HOLD);
    Point taken = proved.next.pairs[0], other = proved.next.pairs[1];
    game_play(&g, taken);
    CHECK("an answer", proved_move(&set, &g, &proved) && proved.next.move == other);
    Board b = g.board;
    game_start_from(&g, &b);
    CHECK("without the moves before", !proved_move(&set, &g, &proved));
    game_init(&g, &(GameOptions){.size = 8});
    CHECK("no strategy for 8x8", !proved_move(&set, &g, &proved));
    game_init(&g, &(GameOptions){.rules = &rules_freestyle, .size = 7});
    CHECK("parsed", points_parse("a1", 7, COUNT(moves), moves, &n, &err));
    game_play(&g, moves[0]);
    CHECK("another first move", !proved_last_move(&set, &g, &claim));
    strategy_set_release(&set);
}

// It has a move for Black on the empty board of 7x7, and nothing else.
static void check_only_empty_board(const Strategy *s) {
    StrategyMove m;
    Board b;
    board_init(&b, &rules_freestyle, 7);
    CHECK("the empty board", strategy_find(s, &b, &m) && m.move == point_at(3, 3));
    b.turn = WHITE;
    CHECK("the other side", !strategy_find(s, &b, &m));
    board_place(&b, WHITE, point_at(0, 0));
    CHECK("another position", b.turn == BLACK && !strategy_find(s, &b, &m));
    board_init(&b, &rules_freestyle, 8);
    CHECK("another size", !strategy_find(s, &b, &m));
}

TEST(strategy_rows) {
    static const char heading[] =
        "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":\"freestyle\",\"size\":7,"
        "\"side\":\"black\",\"claim\":\"hold\",\"starts\":[{\"position\":\"/\",\"turn\":\"black\"}]"
        "}\n";
    static const struct {
        const char *entry, *why; // NULL: valid
    } rows[] = {
        {"{\"position\":\"/\",\"move\":\"d4\"}\n", NULL},
        {"{\"position\":\"d4/a1\",\"move\":\"d4\"}\n", "line 2, column 28"},
        {"{\"position\":\"d4/a1\",\"move\":\"h1\"}\n", "line 2"},
        {"{\"position\":\"d4a1\",\"move\":\"e4\"}\n", "slash"},
        {"{\"position\":\"/\"}\n", "move"},
        {"{\"move\":\"d4\"}\n", "position"},
        {"[]\n", "line 2"},
        {"no\n", "line 2"},
        {"{\"position\":\"/\",\"move\":\"d4\",\"pairs\":\"\"}\n", NULL},
        {"{\"position\":\"/\",\"move\":\"d4\",\"pairs\":\"a1b1\"}\n", NULL},
        {"{\"position\":\"/\",\"move\":\"d4\",\"pairs\":7}\n", "pairs are a string"},
        {"{\"position\":\"/\",\"settled\":\"\",\"move\":\"d4\",\"pairs\":\"\"}\n",
         "settled pairs are only for Black to hold under renju"},
        {"{\"position\":\"/\",\"move\":\"d4\",\"pairs\":\"a1b1c1\"}\n", "only one point"},
        {"{\"position\":\"/\",\"move\":\"d4\",\"pairs\":\"a1h1\"}\n", "line 2, column 37"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        ScopedStr text = {0};
        Strategy s;
        Error err = {0};
        str_add_text(&text, heading);
        str_add_text(&text, rows[i].entry);
        certificate_write_end(&text, 1);
        CHECK_INT(rows[i].entry, strategy_read(text.data, text.len, &s, &err), !rows[i].why);
        if (rows[i].why)
            CHECK(err.text, strstr(err.text, rows[i].why));
        else
            check_only_empty_board(&s);
        strategy_release(&s);
        text.data[20] ^= 1;
        CHECK("damaged", !strategy_read(text.data, text.len, &s, &err));
        CHECK_TEXT("told", err.text, "the checksum does not match: the file is damaged");
    }
    StrategySet set = {0};
    Error err = {0};
    CHECK("a name", !strategy_set_add(&set, "hold9-black", "", 0, &err));
    CHECK_TEXT("told", err.text, "there is no strategy 'hold9-black'");
    CHECK("an empty file", !strategy_set_add(&set, "hold7-black", "", 0, &err));
    CHECK_TEXT("told", err.text, "hold7-black: the last line is missing: the file is not complete");
}

// Two entries with pairs and one without, asked for in every mirror image.
TEST(strategy_entries_in_every_mirror_image) {
    static const char text[] =
        "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":\"freestyle\",\"size\":7,"
        "\"side\":\"black\",\"claim\":\"hold\",\"starts\":[{\"position\":\"/\",\"turn\":\"black\"}]"
        "}\n"
        "{\"position\":\"d4/a1\",\"move\":\"e4\",\"pairs\":\"b1c1g6f7\"}\n"
        "{\"position\":\"d4/b1\",\"move\":\"c2\"}\n"
        "{\"position\":\"d4/c1\",\"move\":\"f3\",\"pairs\":\"\"}\n"
        "{\"position\":\"d4/b3\",\"move\":\"g1\",\"pairs\":\"a7g7\"}\n";
    const struct {
        Point reply, move;
        bool has_pairs;
        int pair_count;
        Point pairs[4];
    } rows[] = {
        {point_at(0, 6),
         point_at(4, 3),
         true,
         2,
         {point_at(1, 6), point_at(2, 6), point_at(6, 1), point_at(5, 0)}},
        {point_at(1, 6), point_at(2, 5), false, 0, {0}},
        {point_at(2, 6), point_at(5, 4), true, 0, {0}},
        {point_at(1, 4), point_at(6, 6), true, 1, {point_at(0, 0), point_at(6, 0)}},
    };
    ScopedStr file = {0};
    Strategy s;
    Error err = {0};
    str_add_text(&file, text);
    certificate_write_end(&file, COUNT(rows));
    CHECK("read", strategy_read(file.data, file.len, &s, &err));
    CHECK_INT("entries", s.entry_count, COUNT(rows));
    for (int i = 0; i < COUNT(rows); i++) {
        // The first position is its own mirror image, so which one is found is open.
        Board b;
        board_init(&b, &rules_freestyle, 7);
        board_place(&b, BLACK, point_at(3, 3));
        board_place(&b, WHITE, rows[i].reply);
        for (int k = 0; k < SYMMETRY_COUNT; k++) {
            StrategyMove m;
            Board image = turned(&b, k);
            CHECK("found", strategy_find(&s, &image, &m));
            CHECK_INT("has pairs", m.has_pairs, rows[i].has_pairs);
            CHECK_INT("pairs", m.pair_count, rows[i].pair_count);
            if (i > 0)
                CHECK_INT("move", m.move, symmetry_apply(k, rows[i].move, 7));
            for (int j = 0; j < 2 * m.pair_count && i > 0; j++)
                CHECK_INT("point", m.pairs[j], symmetry_apply(k, rows[i].pairs[j], 7));
        }
    }
    strategy_release(&s);
    CHECK("released", !s.entries && !s.points && s.entry_count == 0);
}

static void write_strategy(Str *out, int size, const char *entries) {
    str_add(out,
            "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":\"renju\",\"size\":%d,"
            "\"side\":\"black\",\"claim\":\"hold\",\"starts\":[{\"position\":\"/\","
            "\"turn\":\"black\"}]}\n%s",
            size, entries);
    int lines = 0;
    for (const char *at = entries; *at; at++)
        lines += *at == '\n';
    certificate_write_end(out, lines);
}

TEST(strategy_rows_with_settled_pairs) {
    static const char plain[] = "{\"position\":\"/\",\"move\":\"d4\"}\n",
                      settled[] =
                          "{\"position\":\"/\",\"settled\":\"\",\"move\":\"d4\",\"pairs\":\"\"}\n";
    static const struct {
        const char *before, *entry, *why; // NULL: valid
    } rows[] = {
        {"", settled, NULL},
        {settled, settled, NULL}, // the first one counts
        {plain, settled, "line 3, column 1: settled pairs are in all entries or in none"},
        {settled, plain, "line 3, column 1: settled pairs are in all entries or in none"},
        {"", "{\"position\":\"/\",\"settled\":\"a1b1\",\"move\":\"d4\",\"pairs\":\"c1d1\"}\n",
         NULL},
        {"", "{\"position\":\"/\",\"settled\":7,\"move\":\"d4\",\"pairs\":\"\"}\n",
         "pairs are a string"},
        {"", "{\"position\":\"/\",\"settled\":\"a1b1c1\",\"move\":\"d4\",\"pairs\":\"\"}\n",
         "the last pair has only one point"},
        {"", "{\"position\":\"/\",\"settled\":\"a1h1\",\"move\":\"d4\",\"pairs\":\"\"}\n",
         "line 2, column 27"},
        {"", "{\"position\":\"/\",\"settled\":\"a1a1\",\"move\":\"d4\",\"pairs\":\"\"}\n",
         "a pair must be two different empty points"},
        {"", "{\"position\":\"/\",\"settled\":\"a1b1b1c1\",\"move\":\"d4\",\"pairs\":\"\"}\n",
         "a pair must be two different empty points"},
        {"", "{\"position\":\"a1/b2\",\"settled\":\"a1b1\",\"move\":\"d4\",\"pairs\":\"\"}\n",
         "a pair must be two different empty points"},
        {"", "{\"position\":\"/\",\"settled\":\"a1d4\",\"move\":\"d4\",\"pairs\":\"\"}\n",
         "the move is on a point of a settled pair"},
        {"", "{\"position\":\"/\",\"settled\":\"a1b1\",\"move\":\"d4\"}\n", "pairs"},
        {"", "{\"position\":\"/\",\"settled\":\"a1b1\",\"move\":\"d4\",\"pairs\":7}\n", "pairs"},
        {"", "{\"position\":\"/\",\"settled\":\"\",\"move\":\"d4\",\"pairs\":\"a1d4\"}\n",
         "a pair must be two different empty points"},
        {"", "{\"position\":\"/\",\"settled\":\"a1b1\",\"move\":\"d4\",\"pairs\":\"b1c1\"}\n",
         "a pair must be two different empty points"},
        {"", "{\"position\":\"/\",\"settled\":\"\",\"move\":\"d4\",\"pairs\":\"a1b1c1\"}\n",
         "the last pair has only one point"},
        {"", "{\"position\":\"a1/b2\",\"settled\":\"\",\"move\":\"a1\",\"pairs\":\"\"}\n",
         "line 2"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        ScopedStr text = {0}, entries = {0};
        Strategy s;
        Error err = {0};
        str_add_text(&entries, rows[i].before);
        str_add_text(&entries, rows[i].entry);
        write_strategy(&text, 6, entries.data);
        CHECK_INT(rows[i].entry, strategy_read(text.data, text.len, &s, &err), !rows[i].why);
        if (rows[i].why)
            CHECK(err.text, strstr(err.text, rows[i].why));
        strategy_release(&s);
    }
}

TEST(strategy_takes_64_settled_pairs) {
    for (int pairs = STRATEGY_PAIRS_MAX; pairs <= STRATEGY_PAIRS_MAX + 1; pairs++) {
        ScopedStr text = {0}, entry = {0};
        Strategy s;
        Error err = {0};
        StrategyMove m = {0};
        Board b;
        bool is_valid = pairs == STRATEGY_PAIRS_MAX;
        str_add_text(&entry, "{\"position\":\"/\",\"settled\":\"");
        for (int i = 0; i < 2 * (pairs - 1); i++)
            point_format(point_at(i % 25, i / 25), NOTATION_POS, 25, &entry);
        str_add_text(&entry, "\",\"move\":\"y1\",\"pairs\":\"m1m2\"}\n");
        write_strategy(&text, 25, entry.data);
        CHECK_INT(err.text, strategy_read(text.data, text.len, &s, &err), is_valid);
        if (err.text[0])
            CHECK(err.text, strstr(err.text, "line 2, column 1: the entry has too many pairs"));
        board_init(&b, &rules_renju, 25);
        CHECK_INT("found", strategy_find(&s, &b, &m), is_valid);
        CHECK_INT("all of them", m.pair_count, is_valid ? STRATEGY_PAIRS_MAX : 0);
        strategy_release(&s);
    }
}

// Two entries: the empty board, with all points but f6 in pairs, and a late one in which only a1,
// b1, c1 and c6 are empty. They need not hold: this is about which positions they stand for.
TEST(strategy_settled_pairs_stand_for_many_positions) {
#define LATE(black, white)                                                                         \
    "a6b6d6e6f6c5f5c4f4a3b3d3e3c2f2e1" black "/a5b5d5e5a4b4d4e4c3f3a2b2d2e2d1f1" white
    static const char entries[] =
        "{\"position\":\"/\",\"settled\":\"\",\"move\":\"b1\",\"pairs\":\""
        "a1c1d1e1f1f2a2b2c2d2e2e3a3b3c3d3f3f4a4b4c4d4e4e5a5b5c5d5f5e6a6b6c6d6\"}\n"
        "{\"position\":\"" LATE("", "") "\",\"settled\":\"c6a1\",\"move\":\"b1\",\"pairs\":\"\"}\n";
    static const struct {
        const char *position, *move; // NULL: none
        int pairs;
    } rows[] = {
        {"/", "b1", 17},
        {"b1/a1", "c1", 16},
        {"b1/c1", "a1", 16},
        {"b1/e3", "e2", 16},
        {"b1c1/a1d1", "e1", 15},
        {"b1/a1c1", NULL, 0}, // White has both
        {"b1a1c1/d1", NULL, 0},
        {"b1/a1d1", NULL, 0}, // two pairs to answer in
        {"b1/", NULL, 0},     // White is to move
        {"b1a1/c1", NULL, 0},
        {"b1a1/", NULL, 0}, // half a pair, while f6 is open
        {"b1a1/d1", NULL, 0},
        {"a1/", NULL, 0},
        {"/b1", NULL, 0},
        {"b1/f6", "d1", 16}, // the last open point: any empty pair
        {"b1c1/f6a1", "d1", 15},
        {"b1c6/f6a1", "c1", 15}, // with half a pair
        {"b1c6/f6d6", "d1", 15},
        {"b1c6/f6", NULL, 0},
        {"b1c6d1/f6a1", NULL, 0}, // two half pairs
        {"b1f6/a1", NULL, 0},
        {"b1f6/", NULL, 0},
        {LATE("", ""), "b1", 1},
        {LATE("a1", "c6"), "b1", 0},
        {LATE("", "c6"), NULL, 0},
        {LATE("b1", "c6"), "a1", 0},
        {LATE("b1", "c1"), "a1", 0}, // c6 would be an overline
    };
#undef LATE
    ScopedStr text = {0};
    Strategy s;
    Error err = {0};
    write_strategy(&text, 6, entries);
    CHECK(err.text, strategy_read(text.data, text.len, &s, &err));
    for (int i = 0; i < COUNT(rows); i++) {
        Board b;
        Point move = POINT_NONE;
        board_init(&b, &rules_renju, 6);
        CHECK(rows[i].position, certificate_read_position(rows[i].position, &b, &err));
        b.turn = BLACK;
        if (rows[i].move)
            CHECK(rows[i].move, point_parse(rows[i].move, NOTATION_POS, 6, &move, &err));
        for (int k = 0; k < SYMMETRY_COUNT; k++) {
            StrategyMove m = {.move = POINT_NONE};
            Board image = turned(&b, k);
            CHECK_INT(rows[i].position, strategy_find(&s, &image, &m), rows[i].move != NULL);
            if (!rows[i].move)
                continue;
            if (b.stones > 0) // the empty board is its own mirror image
                CHECK_INT(rows[i].position, m.move, symmetry_apply(k, move, 6));
            CHECK_INT(rows[i].position, m.pair_count, rows[i].pairs);
            CHECK(rows[i].position, m.has_pairs && !m.has_open_points);
        }
        b.turn = WHITE;
        CHECK("the other side", !strategy_find(&s, &b, &(StrategyMove){0}));
    }
    strategy_release(&s);
}
