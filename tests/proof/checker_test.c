
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
