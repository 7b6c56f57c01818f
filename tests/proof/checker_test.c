
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
         DRAWN("{\"move\":\"a1\",\"pairs\":\"b1c1\"},{\"pairs\":\"a1b1\"}", "0", "1"),
         "after a1: a side with forbidden moves cannot use a pairing strategy"},
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
    p.outcome = OUTCOME_DRAW;
    CHECK_INT("a draw has no length", proof_length(&p), 0);
    proof_release(&p);
}
