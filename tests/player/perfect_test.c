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
        if (!row->is_whole)
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
        {"{\"position\":\"/\",\"settled\":\"\",\"move\":\"d4\",\"pairs\":\"\"}\n", "settled pairs"},
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
