
#include "ask.h"
#include "base/number.h"
#include "base/str.h"
#include "proof/proof.h"
#include "support.h"

#include <string.h>

static Point at(const char *name, int size) {
    return point_at(name[0] - 'a',
                    size - (name[1] - '0') * (name[2] ? 10 : 1) - (name[2] ? name[2] - '0' : 0));
}

static bool holds(const Proof *p, Error *err) {
    ProofCheck check = {0};
    return proof_check(p, &check, err);
}

// Black, to move, has an open three: a straight four, then five.
static const char open_three[] = "......... ......... ..O.O.... ......... ..XXX.... ......... "
                                 "......... ......... .........";

TEST(checker_accepts_a_handwritten_proof) {
    Board b = board_from_picture(&rules_freestyle, open_three);
    b.turn = BLACK;
    Proof p;
    Error err = {0};
    proof_init(&p, &b);
    p.outcome = OUTCOME_WIN;
    p.roots[0] = proof_add_move(&p, at("f5", 9), NULL, 0, PROOF_NONE);
    CHECK("a straight four", holds(&p, &err));
    CHECK_INT("stones", proof_length(&p), 3);
    proof_release(&p);
}

TEST(checker_rejects_invalid_proofs) {
    static const struct {
        const char *row, *move, *why;
    } rows[] = {
        {"a four with one end", "g5", "after g5: the proof has no answer to the reply f5"},
        {"no threat at all", "a1", "after a1: the proof has no answer to the reply a1"},
        {"an occupied point", "c5", "the point is occupied c5"},
    };
    Board b = board_from_picture(&rules_freestyle, open_three);
    b.turn = BLACK;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Proof p;
        Error err = {0};
        proof_init(&p, &b);
        p.outcome = OUTCOME_WIN;
        p.roots[0] = proof_add_move(&p, at(rows[i].move, 9), NULL, 0, PROOF_NONE);
        CHECK(rows[i].row, !holds(&p, &err));
        if (i != 1)
            CHECK_TEXT(rows[i].row, err.text, rows[i].why);
        proof_release(&p);
    }
}

// A win claimed by a line of fours holds, or is rejected with the given error.
static void check_line(const char *row, const Board *b, const char *moves, const char *why) {
    Proof p;
    Error err = {0};
    Point line[8];
    int n = 0;
    for (const char *m = moves; *m; m += 2)
        line[n++] = at((char[]){m[0], m[1], 0}, 9);
    proof_init(&p, b);
    p.outcome = OUTCOME_WIN;
    p.roots[0] = proof_add_line(&p, line, n);
    CHECK_INT(row, holds(&p, &err), why == NULL);
    CHECK_TEXT(row, err.text, why ? why : "");
    proof_release(&p);
}

TEST(checker_follows_a_line_of_fours_to_its_end) {
    static const struct {
        const char *row, *moves, *why;
    } rows[] = {
        {"the answer is wrong", "g5a1f5", "after g5: the four is answered by f5"},
        {"it stops at an answer", "g5f5", "after g5 f5: the line of fours ends with an answer"},
        {"no four", "a1b1", "after a1: the stone does not make a four"},
        {"a straight four", "f5", NULL},
        {"with answer and five", "f5b5g5", NULL},
    };
    Board b = board_from_picture(&rules_freestyle, open_three);
    b.turn = BLACK;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_line(rows[i].row, &b, rows[i].moves, rows[i].why);
    }
}

// White's four at e5 has one answer, f5. There Black makes six, or five, or at most four.
static const char six[] = "......... .....X... .....X... .....X... XOOO..... .....X... .....X... "
                          "......... .........";
static const char six_and_a_four[] =
    "......... .....X... .....X... .....X... XOOO..... .....X... .....X... ......... XXXX.....";
static const char five[] = "......... .....X... .....X... .....X... XOOO..... .....X... ......... "
                           "......... .........";
static const char four[] = "......... ......... .....X... .....X... XOOO..... .....X... ......... "
                           "......... .........";

TEST(checker_does_not_accept_a_foul_as_answer) {
    static const struct {
        const char *row, *board;
        const Rules *rules;
        const char *moves, *why;
    } rows[] = {
        {"the answer is a foul", six, &rules_renju, "e5", NULL},
        {"the line names it all the same", six, &rules_renju, "e5f5a1", NULL},
        {"nothing is forbidden", six, &rules_standard, "e5",
         "after e5: the four is answered by f5"},
        {"nor there", six, &rules_standard, "e5f5",
         "after e5 f5: the line of fours ends with an answer"},
        {"a foul, but Black has a five elsewhere", six_and_a_four, &rules_renju, "e5f5a2",
         "after e5: the other side wins by e1"},
        {"five is not a foul but wins", five, &rules_renju, "e5f5a1",
         "after e5: the other side wins by f5"},
        {"four is not a foul", four, &rules_renju, "e5f5a1",
         "after e5 f5 a1: the stone does not make a four"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_from_picture(rows[i].rules, rows[i].board);
        b.turn = WHITE;
        check_line(rows[i].row, &b, rows[i].moves, rows[i].why);
    }
}

// The engine on the same positions: it claims only the first.
TEST(checker_and_engine_agree_about_fouls) {
    static const struct {
        const char *row, *board;
        const Rules *rules;
        bool wins;
    } rows[] = {
        {"six", six, &rules_renju, true},
        {"six where that is allowed", six, &rules_standard, false},
        {"five", five, &rules_renju, false},
        {"four", four, &rules_renju, false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_from_picture(rows[i].rules, rows[i].board);
        b.turn = WHITE;
        Engine *engine = engine_new(NULL);
        Error err = {0};
        EngineResult e = ask_proof(engine, &b, 20000);
        CHECK_INT(rows[i].row, e.outcome == OUTCOME_WIN, rows[i].wins);
        if (e.outcome == OUTCOME_WIN || e.outcome == OUTCOME_LOSS)
            CHECK(rows[i].row, holds(&e.proof, &err));
        engine_result_release(&e);
        engine_free(engine);
    }
}

TEST(checker_requires_a_pair_in_every_window) {
    Board b;
    Proof p;
    Error err = {0};
    board_init(&b, &rules_freestyle, 5);
    proof_init(&p, &b);
    p.outcome = OUTCOME_DRAW;
    Point pairs[] = {at("a1", 5), at("a2", 5)};
    p.roots[0] = p.roots[1] = proof_add_pairs(&p, POINT_NONE, pairs, 1);
    CHECK("Black is to move", !holds(&p, &err));
    p.roots[0] = proof_add_pairs(&p, at("c3", 5), pairs, 1);
    CHECK("rows are open", !holds(&p, &err));
    CHECK_TEXT("rows are open", err.text, "after c3: no pair covers the window that begins at a5");
    proof_release(&p);
}

// Every proof of the engine holds, and fails without any one of its replies or threats.
static int spoiled(Proof *p) {
    int found = 0;
    Error err = {0};
    for (int i = 0; i < p->node_count; i++) {
        ProofNode *n = &p->nodes[i];
        ProofNode before = *n;
        if (n->reply_count == 0 || n->move == POINT_NONE)
            continue;
        n->reply_count--; // a reply is missing
        n->threat = PROOF_NONE;
        found += !holds(p, &err);
        *n = before;
        n->threat = i; // a node that does not come before it
        n->reply_count = 0;
        CHECK("a node of its own", n->line_count > 0 || !holds(p, &err) || err.text[0] == 0);
        *n = before;
    }
    return found;
}

TEST(checker_rejects_damaged_proofs) {
    Engine *engine = engine_new(NULL);
    Rng rng = {31};
    int trees = 0, refused = 0, other_rules = 0;
    for (int i = 0; i < 400 && trees < 12; i++) {
        Board b = board_random(&rules_freestyle, 11, 16, &rng);
        Error err = {0};
        EngineResult e = ask_proof(engine, &b, 30000);
        Proof *p = &e.proof;
        if (e.outcome == OUTCOME_WIN && p->node_count > 5) {
            CHECK("unchanged", holds(p, &err));
            trees++;
            refused += spoiled(p);
            p->outcome = OUTCOME_LOSS; // claimed for the wrong side
            CHECK("the other side", !holds(p, &err));
            p->outcome = OUTCOME_WIN;
            p->start.rules = &rules_caro;
            other_rules += !holds(p, &err);
        }
        engine_result_release(&e);
    }
    CHECK("there were trees", trees >= 8);
    CHECK("missing defences were seen", refused > 20);
    CHECK("so were other rules", other_rules > 0);
    engine_free(engine);
}

// ---- Whole proofs as JSON

typedef struct {
    const char *name, *rules;
    int size;
    const char *black, *white, *turn;
    const char *rest; // the outcome and the nodes
    const char *why;  // "": the proof holds
} ProofCase;

static void check_proof_case(const ProofCase *row, bool thorough) {
    Str text = {0};
    Proof p;
    Error err = {0};
    ProofCheck check = {.thorough = thorough};
    str_add(
        &text,
        "{\"format\":\"pentad-proof\",\"version\":1,\"rules\":\"%s\",\"size\":%d,\"black\":\"%s\","
        "\"white\":\"%s\",\"turn\":\"%s\",%s}",
        row->rules, row->size, row->black, row->white, row->turn, row->rest);
    if (!proof_read_json(text.data, text.len, &p, &err))
        CHECK_TEXT(row->name, err.text, "");
    bool ok = proof_check(&p, &check, &err);
    CHECK_TEXT(row->name, err.text, row->why);
    CHECK_INT(row->name, ok, !*row->why);
    proof_release(&p);
    str_release(&text);
}

#define WINS(nodes, root) "\"outcome\":\"win\",\"root\":" root ",\"nodes\":[" nodes "]"
#define LOSES(nodes, root) "\"outcome\":\"loss\",\"root\":" root ",\"nodes\":[" nodes "]"
#define DRAWN(nodes, black, white)                                                                 \
    "\"outcome\":\"draw\",\"holds\":{\"black\":" black ",\"white\":" white "},\"nodes\":[" nodes "]"

#define SIX_BLACK "f8f7f6a5f4f3" // at f5 Black makes six
// White's e3 makes a four. Then only d3 is left, where Black makes six.
#define STUCK_BLACK "b6d6f6a5b5c5d5b4d4e4f3a2c2d2f2b1d1"
#define STUCK_WHITE "a6c6e6e5f5a4c4f4a3b3c3b2e2a1c1e1f1"

TEST(checker_rows) {
    static const ProofCase rows[] = {
        {"a straight four", "freestyle", 9, "c5d5e5", "a1a8a9", "black",
         WINS("{\"move\":\"f5\"}", "0"), ""},
        {"a five", "freestyle", 9, "c5d5e5f5", "a1a8a9", "black", WINS("{\"move\":\"g5\"}", "0"),
         ""},
        {"a line to the five", "freestyle", 9, "c5d5e5", "b5a8a9", "black",
         WINS("{\"line\":\"f5g5\"},{\"line\":\"g5f5\"}", "1"),
         "after g5 f5: the line of fours ends with an answer"},
        {"a line on a stone", "freestyle", 9, "c5d5e5", "a1", "black",
         WINS("{\"line\":\"c5\"}", "0"), "the point is occupied c5"},
        {"the same under other rules", "caro", 9, "c5d5e5", "a1", "black",
         WINS("{\"line\":\"c5\"}", "0"), "the point is occupied c5"},
        {"a line that ends with an answer under other rules", "caro", 9, "c5d5e5", "a1", "black",
         WINS("{\"line\":\"g5f5\"}", "0"), "after g5 f5: the line of fours ends with an answer"},
        {"an answer that is wrong under other rules", "caro", 9, "c5d5e5", "a1", "black",
         WINS("{\"line\":\"g5a9f5\"}", "0"), "after g5: the four is answered by f5"},
        {"a listed reply on a stone", "freestyle", 9, "c5d5e5", "a1", "black",
         WINS("{},{\"move\":\"f5\",\"replies\":{\"c5\":0}}", "1"),
         "after f5: a listed reply is not a legal move"},
        {"a five of the other side", "freestyle", 9, "c5d5e5", "a1a2a3a4", "black",
         WINS("{\"move\":\"f5\"}", "0"), "after f5: the other side wins by a5"},
        {"the same in a line", "freestyle", 9, "c5d5e5", "a1a2a3a4", "black",
         WINS("{\"line\":\"f5\"}", "0"), "after f5: the other side wins by a5"},
        {"the same in a line under other rules", "caro", 9, "c5d5e5", "a1a2a3a4", "black",
         WINS("{\"line\":\"f5\"}", "0"), "after f5: the other side wins by a5"},
        {"a line out of turn", "freestyle", 9, "c5d5e5", "a1", "white",
         LOSES("{\"line\":\"f5\"}", "0"), "a line of fours out of turn"},
        {"a move out of turn", "freestyle", 9, "c5d5e5", "a1", "white",
         LOSES("{\"move\":\"f5\"}", "0"), "a move out of turn f5"},
        {"no move in turn", "freestyle", 9, "c5d5e5", "a1", "black", WINS("{}", "0"),
         "a move out of turn"},
        {"a straight four of the other side", "freestyle", 9, "c5d5e5f5", "a1a2", "white",
         LOSES("{}", "0"), ""},
        {"one five is answered", "freestyle", 9, "c5d5e5f5", "b5a2", "white", LOSES("{}", "0"),
         "the proof has no answer to the reply g5"},
        {"a threat", "freestyle", 9, "c5d5e5", "a1", "white",
         LOSES("{\"line\":\"f5\"},{\"threat\":0}", "1"), "after b5 f5: the four is answered by g5"},
        {"a long line is shortened", "freestyle", 15, "a1a2a3c1c2c3e1e2e3g1g2g3i1i2i3k1k2k3m1m2m3",
         "", "black", WINS("{\"line\":\"a5a4c5c4e5e4g5g4i5i4k5k4m5m4\"}", "0"),
         "after ... c5 c4 e5 e4 g5 g4 i5 i4 k5 k4 m5 m4: the line of fours ends with an answer"},
        {"the board is full", "freestyle", 5, "a5c5e5b4d4b3d3a2c2e2a1c1",
         "b5d5a4c4e4a3c3e3b2d2b1d1", "black", WINS("{\"move\":\"e1\"}", "0"),
         "after e1: no move is left: a draw"},
        {"two fives of a four", "freestyle", 9, "c5d5e5f5", "a1", "black",
         WINS("{\"line\":\"h5\"}", "0"), ""},
        {"one of them became an overline", "standard", 9, "c5d5e5f5", "a1", "black",
         WINS("{\"line\":\"h5\"}", "0"), "after h5: the four is answered by b5"},
        {"at the edge of the largest board", "freestyle", 25, "v1w1x1", "a25", "black",
         WINS("{\"line\":\"u1\"}", "0"), ""},
        {"the only answer is a foul", "renju", 9, SIX_BLACK, "b5c5d5", "white",
         WINS("{\"move\":\"e5\"}", "0"), ""},
        {"where it is none", "standard", 9, SIX_BLACK, "b5c5d5", "white",
         WINS("{\"move\":\"e5\"}", "0"), "after e5: the proof has no answer to the reply f5"},
        {"a four, and no legal answer on the board", "renju", 6, STUCK_BLACK, STUCK_WHITE, "white",
         WINS("{\"line\":\"e3\"}", "0"), "after e3: no move is left: a draw"},
        {"where the answer is legal", "freestyle", 6, STUCK_BLACK, STUCK_WHITE, "white",
         WINS("{\"line\":\"e3\"}", "0"), "after e3: the other side wins by d3"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        check_proof_case(&rows[i], false);
        if (strcmp(rows[i].name, "the same in a line") != 0)
            check_proof_case(&rows[i], true);
    }
}

// Only the lowest row of this board is open, and free.
#define ROWS_BLACK "a5c5e5b4d4b3d3a2c2e2"
#define ROWS_WHITE "b5d5a4c4e4a3c3e3b2d2"
// Two points are empty: d1, where Black makes six, and f6.
#define SIX_IN_A_ROW_BLACK "a6c6e6b5d5f5b4d4f4a3c3e3a2c2e2a1b1c1e1f1"
#define SIX_IN_A_ROW_WHITE "b6d6a5c5e5a4c4e4b3d3f3b2d2f2"
#define BAD_PAIR "a pair must be two different empty points that no other pair uses"

TEST(checker_of_draws) {
    static const ProofCase rows[] = {
        {"pairs", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"pairs\":\"a1b1\"}", "0", "1"), ""},
        {"pairs of the other points", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"e1\",\"pairs\":\"\"},{\"pairs\":\"e1a1b1c1\"}", "0", "1"), ""},
        {"no pair", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"pairs\":\"\"}", "0", "1"),
         "no pair covers the window that begins at a1"},
        {"one point twice", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"pairs\":\"a1a1\"}", "0", "1"), BAD_PAIR},
        {"the first point is occupied", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"pairs\":\"a5b1\"}", "0", "1"), BAD_PAIR},
        {"the second point is occupied", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"pairs\":\"a1a5\"}", "0", "1"), BAD_PAIR},
        {"the first point of two pairs", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"pairs\":\"a1b1b1c1\"}", "0", "1"), BAD_PAIR},
        {"the second point of two pairs", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"pairs\":\"a1b1c1b1\"}", "0", "1"), BAD_PAIR},
        {"Black's move is missing", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"pairs\":\"a1b1\"}", "0", "0"), "a move out of turn"},
        {"White's is out of turn", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"}", "0", "0"), "a move out of turn a1"},
        {"Black's move is illegal", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a5\",\"pairs\":\"\"},{\"pairs\":\"a1b1\"}", "0", "1"),
         "the point is occupied a5"},
        {"pairs of a side with fouls", "renju", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"b1c1\"},{\"pairs\":\"a1b1\"}", "0", "1"), ""},
        {"without a pair it can", "renju", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"pairs\":\"a1b1\"}", "0", "1"), ""},
        {"replies", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"b1\",\"pairs\":\"\"},{\"move\":\"c1\",\"pairs\":\"\"},"
               "{\"move\":\"a1\",\"replies\":{\"b1\":1,\"c1\":0,\"d1\":0,\"e1\":0}},"
               "{\"pairs\":\"a1b1\"}",
               "2", "3"),
         ""},
        {"a reply is missing", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"b1\",\"pairs\":\"\"},{\"move\":\"c1\",\"pairs\":\"\"},"
               "{\"move\":\"a1\",\"replies\":{\"b1\":1,\"c1\":0,\"d1\":0}},{\"pairs\":\"a1b1\"}",
               "2", "3"),
         "after a1: the proof has no answer to the reply e1"},
        {"the answer to a reply is illegal", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"b1\",\"pairs\":\"\"},"
               "{\"move\":\"a1\",\"replies\":{\"b1\":0}},{\"pairs\":\"a1b1\"}",
               "1", "2"),
         "after a1 b1: the point is occupied b1"},
        {"White holds by replies", "freestyle", 5, ROWS_BLACK, ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a1\",\"pairs\":\"\"},{\"move\":\"b1\",\"pairs\":\"\"},"
               "{\"replies\":{\"a1\":1,\"b1\":0,\"c1\":0,\"d1\":0,\"e1\":0}}",
               "0", "2"),
         ""},
        {"a pair that is wider than a window", "freestyle", 6, "a6c6e6b5d5f5b4d4f4a3c3e3a2c2e2",
         "b6d6f6a5c5e5a4c4e4b3d3f3b2d2f2", "black",
         DRAWN("{\"move\":\"c1\",\"pairs\":\"\"},{\"pairs\":\"a1f1\"}", "0", "1"),
         "no pair covers the window that begins at a1"},
        {"a pair as wide as a window", "freestyle", 6, "a6c6e6b5d5f5b4d4f4a3c3e3a2c2e2",
         "b6d6f6a5c5e5a4c4e4b3d3f3b2d2f2", "black",
         DRAWN("{\"move\":\"c1\",\"pairs\":\"\"},{\"pairs\":\"a1e1b1f1\"}", "0", "1"), ""},
        {"one point is left", "freestyle", 5, ROWS_BLACK "a1c1", ROWS_WHITE "b1d1", "black",
         DRAWN("{\"move\":\"e1\"},{}", "0", "1"), ""},
        {"the last reply needs no answer", "freestyle", 5, ROWS_BLACK "a1c1", ROWS_WHITE "b1",
         "black", DRAWN("{\"move\":\"d1\"},{\"move\":\"e1\"},{\"replies\":{\"d1\":1}}", "0", "2"),
         "the proof has no answer to the reply e1"},
        {"a five wins more than a draw", "freestyle", 5, ROWS_BLACK "a1b1c1d1", ROWS_WHITE, "black",
         DRAWN("{\"move\":\"e1\"},{}", "0", "1"), "the other side wins by e1"},
        // White's strategy, the second, is what fails.
        {"a five is left", "freestyle", 5, "c5e5b4d4b3d3a2c2e2a1b1c1", ROWS_WHITE, "black",
         DRAWN("{\"move\":\"a5\"},{\"move\":\"d1\",\"replies\":{\"e1\":0}},{}", "1", "2"),
         "the proof has no answer to the reply a5"},
        {"a foul needs no answer", "renju", 6, SIX_IN_A_ROW_BLACK, SIX_IN_A_ROW_WHITE, "black",
         DRAWN("{\"move\":\"d1\"},{\"move\":\"f6\"},{\"replies\":{\"f6\":0}}", "1", "2"), ""},
        {"where it is none", "standard", 6, SIX_IN_A_ROW_BLACK, SIX_IN_A_ROW_WHITE, "black",
         DRAWN("{\"move\":\"d1\"},{\"move\":\"f6\"},{\"replies\":{\"f6\":0}}", "1", "2"),
         "the proof has no answer to the reply d1"},
    };
    for (int i = 0; i < COUNT(rows); i++)
        check_proof_case(&rows[i], false);
}

static bool always_stop(void *context) {
    (void)context;
    return true;
}

// What a reader would not let through, or cannot say.
TEST(checker_refuses_what_is_not_a_proof) {
    Board b = board_from_picture(&rules_freestyle, open_three), won = b;
    b.turn = won.turn = BLACK;
    won.winner = WHITE;
    static const struct {
        const char *name;
        Outcome outcome;
        int root, reply_node;
        bool is_won, stops;
        const char *why;
    } rows[] = {
        {"good", OUTCOME_WIN, 1, 0, false, false, ""},
        {"over", OUTCOME_WIN, 1, 0, true, false,
         "the game is already over at the start of the proof"},
        {"nothing", OUTCOME_UNKNOWN, 1, 0, false, false,
         "nothing is claimed: the outcome is unknown"},
        {"no root", OUTCOME_WIN, -1, 0, false, false, "the proof has no root node"},
        {"a root beyond the end", OUTCOME_WIN, 2, 0, false, false, "the proof has no root node"},
        {"a node that comes later", OUTCOME_WIN, 1, 1, false, false,
         "after g5: a node refers to one that does not come before it"},
        {"a negative node", OUTCOME_WIN, 1, -2, false, false,
         "after g5: a node refers to one that does not come before it"},
        {"interrupted", OUTCOME_WIN, 1, 0, false, true, "the check was interrupted"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Proof p;
        Error err = {0};
        ProofCheck check = {0};
        proof_init(&p, rows[i].is_won ? &won : &b);
        p.outcome = rows[i].outcome;
        proof_add_line(&p, (Point[]){at("b5", 9)}, 1);
        proof_add_move(&p, at("g5", 9), (ProofReply[]){{at("f5", 9), rows[i].reply_node}}, 1,
                       PROOF_NONE);
        p.roots[0] = rows[i].root;
        if (rows[i].stops)
            check = (ProofCheck){.positions = 1023, .stop = {always_stop, NULL}};
        if (i == 0) { // a five needs no answer
            p.nodes[1].move = at("f5", 9);
            p.nodes[1].reply_count = 0;
        }
        CHECK_INT(rows[i].name, proof_check(&p, &check, &err), !*rows[i].why);
        CHECK_TEXT(rows[i].name, err.text, rows[i].why);
        proof_release(&p);
    }
}

// The same for points and nodes that do not exist.
TEST(checker_refuses_points_and_nodes_that_do_not_exist) {
    Board b = board_from_picture(&rules_freestyle, open_three);
    ProofCheck check = {0};
    b.turn = BLACK;
    static const struct {
        const char *name;
        bool is_line, is_draw;
        Point point;
        int threat, reply_node;
        Point pair[2];
        const char *why;
    } rows[] = {
        {"a line beside the board",
         true,
         false,
         POINT_PASS,
         0,
         0,
         {0, 0},
         "there is no such point on the board"},
        {"a threat beyond the end",
         false,
         false,
         0,
         7,
         PROOF_NONE,
         {0, 0},
         "after i1: a node refers to one that does not come before it"},
        {"a negative threat",
         false,
         false,
         0,
         -7,
         PROOF_NONE,
         {0, 0},
         "after i1: a node refers to one that does not come before it"},
        {"a reply leads to its own node",
         false,
         true,
         0,
         PROOF_NONE,
         0,
         {0, 0},
         "after i1: a node refers to one that does not come before it"},
        {"a pair begins beside the board",
         false,
         true,
         0,
         PROOF_NONE,
         PROOF_NONE,
         {POINT_PASS, 0},
         "after i1: " BAD_PAIR},
        {"a pair ends beside the board",
         false,
         true,
         0,
         PROOF_NONE,
         PROOF_NONE,
         {0, POINT_PASS},
         "after i1: " BAD_PAIR},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Proof p;
        Error err = {0};
        Point i1 = at("i1", 9), a9 = at("a9", 9), h1 = at("h1", 9);
        ProofReply reply = {a9, rows[i].reply_node};
        Point pair[2] = {rows[i].pair[0] ? rows[i].pair[0] : h1,
                         rows[i].pair[1] ? rows[i].pair[1] : h1};
        proof_init(&p, &b);
        p.outcome = rows[i].is_draw ? OUTCOME_DRAW : OUTCOME_WIN;
        if (rows[i].is_line)
            p.roots[0] = proof_add_line(&p, &rows[i].point, 1);
        else if (rows[i].pair[0] || rows[i].pair[1])
            p.roots[0] = proof_add_pairs(&p, i1, pair, 1);
        else
            p.roots[0] =
                proof_add_move(&p, i1, &reply, rows[i].reply_node != PROOF_NONE, rows[i].threat);
        CHECK(rows[i].name, !proof_check(&p, &check, &err));
        CHECK_TEXT(rows[i].name, err.text, rows[i].why);
        proof_release(&p);
    }
}

TEST(checker_of_a_draw_can_be_interrupted) {
    Board b = board_from_picture(&rules_freestyle, open_three);
    Proof p;
    Error err = {0};
    ProofCheck check = {.positions = 1023, .stop = {always_stop, NULL}};
    b.turn = BLACK;
    proof_init(&p, &b);
    p.outcome = OUTCOME_DRAW;
    p.roots[0] = p.roots[1] = proof_add_move(&p, at("i1", 9), NULL, 0, PROOF_NONE);
    CHECK("stopped", !proof_check(&p, &check, &err));
    CHECK_TEXT("says so", err.text, "the check was interrupted");
    proof_release(&p);
}

// ---- Footprints

// Black has two open threes far apart, so he may pass twice: node 3 threatens the upper one, and
// node 4 threatens node 3.
static void init_two_threes(Proof *p) {
    Board b = board_from_picture(&rules_freestyle,
                                 "............... ............... ............... ............... "
                                 "..XXX.......... ............... ............... ............... "
                                 "............... ............... ..XXX..........");
    enum { UPPER, LOWER, QUIET };
    b.turn = BLACK;
    Point u[] = {at("b11", 15), at("f11", 15), at("g11", 15)},
          l[] = {at("b5", 15), at("f5", 15), at("g5", 15)};
    proof_init(p, &b);
    p->outcome = OUTCOME_WIN;
    proof_add_line(p, &u[1], 1);
    proof_add_line(p, &l[1], 1);
    ProofReply replies[] = {{u[0], LOWER}, {u[1], LOWER}, {u[2], LOWER}, {at("h8", 15), LOWER},
                            {l[0], UPPER}, {l[1], UPPER}, {l[2], UPPER}, {at("o1", 15), UPPER}};
    proof_add_move(p, at("o1", 15), replies, 4, UPPER);
    p->roots[0] = proof_add_move(p, at("o15", 15), replies, COUNT(replies), QUIET);
}

TEST(footprint_of_a_threat_of_a_threat_is_not_known) {
    Proof p;
    Error err = {0};
    Footprint f;
    init_two_threes(&p);
    ProofCheck check = {0}, thorough = {.thorough = true};
    const Board *b = &p.start;
    CHECK("the proof holds", proof_check(&p, &check, &err));
    CHECK("and if every reply is tried", proof_check(&p, &thorough, &err));
    CHECK("a line", proof_footprint(&p, BLACK, b, 0, &check, &f));
    CHECK("its move", f.touched[at("f11", 15)]);
    CHECK("its fives", f.touched[at("b11", 15)] && f.touched[at("g11", 15)]);
    CHECK("no more", !f.touched[at("h11", 15)] && !f.touched[at("f5", 15)]);
    CHECK("a threat", proof_footprint(&p, BLACK, b, 2, &check, &f));
    CHECK("its move", f.touched[at("o1", 15)]);
    CHECK("the threat's move", f.touched[at("f11", 15)]);
    CHECK("and those of the replies", f.touched[at("f5", 15)] && f.touched[at("b5", 15)]);
    CHECK("a listed reply", f.answers[at("h8", 15)] && !f.touched[at("h8", 15)]);
    CHECK("not of other replies", !f.answers[at("h9", 15)]);
    CHECK("a threat of a threat", !proof_footprint(&p, BLACK, b, 3, &check, &f));
    CHECK("for White", !proof_footprint(&p, WHITE, b, 0, &check, &f));
    Board other = *b;
    other.rules = &rules_caro;
    CHECK("blocked fives", !proof_footprint(&p, BLACK, &other, 0, &check, &f));
    board_place(&other, WHITE, at("f11", 15));
    other.rules = &rules_freestyle;
    other.turn = BLACK;
    CHECK("does not win", !proof_footprint(&p, BLACK, &other, 0, &check, &f));
    p.nodes[2].reply_count--; // h8 is then refuted by the threat
    CHECK("without h8", proof_footprint(&p, BLACK, b, 2, &check, &f));
    CHECK("no answer there", !f.answers[at("h8", 15)]);
    p.nodes[2].reply_count--;
    CHECK("an answer is missing", !proof_footprint(&p, BLACK, b, 2, &check, &f));
    proof_release(&p);
}

TEST(footprint_rows) {
    static const struct {
        const char *name, *picture, *touched, *answers, *reply;
        int free_stones;
        bool excludes;
    } rows[] = {
        {"nothing is near", ".........", "", "", "e5", 1, true},
        {"its own point", ".........", "e5", "", "e5", 0, false},
        {"an answer's own point", ".........", "", "e5", "e5", 0, true},
        {"a line of fours: two answers", ".........", "", "c5d5", "e5", 0, true},
        {"three answers", ".........", "", "c5d5f5", "e5", 0, false},
        {"by threats: one answer", ".........", "", "d5", "e5", 1, true},
        {"two answers", ".........", "", "c5d5", "e5", 1, false},
        {"the farthest window", ".........", "", "a5b5", "e5", 1, false},
        {"the other farthest", ".........", "", "h5i5", "e5", 1, false},
        {"a column", ".........", "", "e2e3", "e5", 1, false},
        {"a diagonal", ".........", "", "b2g7", "e5", 1, true},
        {"close on it", ".........", "", "c3g7", "e5", 1, false},
        {"the other diagonal", ".........", "", "c7g3", "e5", 1, false},
        {"in two windows", ".........", "", "c5e3", "e5", 1, true},
        {"too far apart", ".........", "", "b5g5", "e5", 1, true},
        {"beyond the window", ".........", "", "f1g1", "a1", 1, true},
        {"touched is not answered", ".........", "c5d5f5", "", "e5", 1, true},
        {"stones count", "......... ......... ......... ......... ..OO.....", "", "", "e5", 1,
         false},
        {"with an answer", "......... ......... ......... ......... ...O.....", "", "c5", "e5", 1,
         false},
        {"two stones in a line of fours", "......... ......... ......... ......... ..OO.....", "",
         "", "e5", 0, true},
        {"own stones block", "......... ......... ......... ......... .XOO.X...", "", "", "e5", 1,
         true},
        {"five are enough", "......... ......... ......... ......... X.OO.X...", "", "", "e5", 1,
         true},
        {"as wide as a window", "......... ......... ......... ......... X.OO..X..", "", "", "e5",
         1, false},
        {"a corner", ".........", "", "", "a1", 1, true},
        {"beside the edge",
         "......... ......... ......... ......... ......... ......... ......... "
         "......... .OO......",
         "", "", "a1", 1, false},
        {"the lowest row of the largest board", "...................", "", "", "y1", 1, true},
        {"four points are left", "X.X.X XOXOX OXOXO OXOXO XOXO.", "", "", "d5", 1, false},
        {"five", "X.X.X XOXOX OXOXO OXOX. XOX..", "", "", "b5", 1, true},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_from_picture(&rules_freestyle, rows[i].picture);
        if (strlen(rows[i].picture) == 19)
            board_init(&b, &rules_freestyle, 25);
        Footprint f = {.is_known = true};
        for (const char *c = rows[i].touched; *c; c += 2)
            f.touched[at((char[]){c[0], c[1], 0}, b.size)] = true;
        for (const char *c = rows[i].answers; *c; c += 2)
            f.answers[at((char[]){c[0], c[1], 0}, b.size)] = true;
        CHECK_INT(rows[i].name,
                  footprint_excludes(&f, &b, BLACK, at(rows[i].reply, b.size), rows[i].free_stones),
                  rows[i].excludes);
    }
}

// The limit is of the depth, not of the number of nodes.
TEST(proof_length_of_a_wide_proof) {
    enum { NODES = 2000 };
    Board b = board_from_picture(&rules_freestyle, open_three);
    static ProofReply replies[NODES];
    Proof p;
    b.turn = BLACK;
    proof_init(&p, &b);
    p.outcome = OUTCOME_WIN;
    for (int i = 0; i < NODES; i++) {
        const Point line[] = {at("h1", 9), at("h2", 9), at("h3", 9)};
        replies[i] = (ProofReply){at("i9", 9), proof_add_line(&p, line, i == NODES - 1 ? 3 : 1)};
    }
    p.roots[0] = proof_add_move(&p, at("i1", 9), replies, NODES, PROOF_NONE);
    CHECK_INT("the last reply takes longest", proof_length(&p), 2 + 3 + 2);
    Point line[8];
    CHECK_INT("and is shown", proof_line(&p, line, 8), 2 + 3);
    CHECK_INT("at the end", line[4], at("h3", 9));
    proof_release(&p);
}

// The length and the line of proofs that are not valid: they end, and stay in bounds.
TEST(proof_length_and_line_of_invalid_proofs) {
    Board b = board_from_picture(&rules_freestyle, open_three);
    Point f5 = at("f5", 9), c5 = at("c5", 9), line[4] = {0};
    Proof p;
    b.turn = BLACK;
    proof_init(&p, &b);
    p.outcome = OUTCOME_WIN;
    CHECK_INT("no root", proof_length(&p), 0);
    CHECK_INT("no line", proof_line(&p, line, 4), 0);
    int fours = proof_add_line(&p, (Point[]){f5, at("b5", 9), at("g5", 9)}, 3);
    p.roots[0] = fours;
    CHECK_INT("to the five", proof_length(&p), 3);
    CHECK_INT("all of it", proof_line(&p, line, 4), 3);
    CHECK_INT("the first", line[0], f5);
    CHECK_INT("as much as there is room for", proof_line(&p, line, 2), 2);
    p.roots[0] = proof_add_line(&p, (Point[]){f5, c5}, 2);
    CHECK_INT("an illegal point in a line", proof_length(&p), 3);
    p.roots[0] = proof_add_move(&p, c5, NULL, 0, PROOF_NONE);
    CHECK_INT("an illegal move", proof_length(&p), 2);
    p.roots[0] =
        proof_add_move(&p, at("g5", 9), (ProofReply[]){{c5, fours}, {f5, fours}}, 2, PROOF_NONE);
    CHECK("an illegal reply", proof_length(&p) >= 2);
    p.roots[0] = proof_add_move(&p, at("i1", 9), NULL, 0, fours);
    CHECK_INT("a threat after any reply", proof_length(&p), 5);
    CHECK_INT("its line", proof_line(&p, line, 4), 1);
    for (int i = 0; i < 2000; i++) // longer than a game
        p.roots[0] = proof_add_move(&p, POINT_NONE, NULL, 0, p.roots[0]);
    CHECK("an endless threat", proof_length(&p) > 0);
    p.outcome = OUTCOME_DRAW;
    CHECK_INT("a draw has no length", proof_length(&p), 0);
    proof_release(&p);
}
