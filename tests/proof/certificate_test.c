#include "base/mem.h"
#include "base/number.h"
#include "engine/engine.h"
#include "proof/certificate.h"
#include "support.h"
#include "test.h"

#include <string.h>

static bool is_valid(const char *text, size_t len, Error *err) {
    CertificateCheck check = {0};
    bool ok = certificate_check(text, len, &check, err);
    str_release(&check.starts);
    return ok;
}

// Replaces the end line by one that fits the lines before it.
static void seal(Str *text, int64_t entries) {
    if (text->len > 0) {
        size_t at = text->len - 1;
        while (at > 0 && text->data[at - 1] != '\n')
            at--;
        str_cut(text, at);
    }
    certificate_write_end(text, entries);
}

// Black has three in a row on an open line of 9x9.
static const char heading[] =
    "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":\"freestyle\",\"size\":9,"
    "\"side\":\"black\",\"claim\":\"win\",\"starts\":[{\"position\":\"c5d5e5/a1a8a9\","
    "\"turn\":\"black\"}]}\n";

TEST(certificate_rows) {
    static const struct {
        const char *row, *entries, *why; // why NULL: valid
    } rows[] = {
        {"a straight four", "{\"position\":\"c5d5e5/a1a8a9\",\"move\":\"f5\"}\n", NULL},
        {"a mirror image of the start", "{\"position\":\"e5f5g5/i1i8i9\",\"move\":\"d5\"}\n", NULL},
        {"a line",
         "{\"position\":\"c5d5e5/a1a8a9\",\"root\":0,\"nodes\":[{\"line\":\"f5b5g5\"}]}\n", NULL},
        {"a node with a move",
         "{\"position\":\"c5d5e5/a1a8a9\",\"root\":0,\"nodes\":[{\"move\":\"f5\"}]}\n", NULL},
        {"no entry", "", "no entry for this start"},
        {"a quiet move without more", "{\"position\":\"c5d5e5/a1a8a9\",\"move\":\"h8\"}\n",
         "no answer to"},
        {"an occupied point", "{\"position\":\"c5d5e5/a1a8a9\",\"move\":\"c5\"}\n", "occupied"},
        {"another position", "{\"position\":\"c5d5e5/a1a7a9\",\"move\":\"f5\"}\n",
         "no entry for this start"},
        {"a finished game", "{\"position\":\"c5d5e5f5g5/a1a8a9\",\"move\":\"f6\"}\n",
         "the game is over"},
        {"an unknown field", "{\"position\":\"c5d5e5/a1a8a9\",\"move\":\"f5\",\"x\":1}\n",
         "unknown field"},
        {"pairs do not win",
         "{\"position\":\"c5d5e5/a1a8a9\",\"move\":\"f5\",\"pairs\":\"b1b2\"}\n", "only hold"},
        {"a move and a root",
         "{\"position\":\"c5d5e5/"
         "a1a8a9\",\"move\":\"f5\",\"root\":0,\"nodes\":[{\"move\":\"f5\"}]}\n",
         "two kinds"},
        {"a node that does not exist",
         "{\"position\":\"c5d5e5/a1a8a9\",\"root\":1,\"nodes\":[{\"move\":\"f5\"}]}\n", "root"},
        {"a line that ends with an answer",
         "{\"position\":\"c5d5e5/a1a8a9\",\"root\":0,\"nodes\":[{\"line\":\"f5b5\"}]}\n",
         "ends with an answer"},
        {"not JSON", "{\"position\"\n", "line"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str text = {0};
        Error err = {0};
        str_add_text(&text, heading);
        str_add_text(&text, rows[i].entries);
        certificate_write_end(&text, *rows[i].entries ? 1 : 0);
        bool ok = is_valid(text.data, text.len, &err);
        CHECK(rows[i].row, ok == !rows[i].why);
        if (rows[i].why && !strstr(err.text, rows[i].why))
            CHECK_TEXT(rows[i].row, err.text, rows[i].why);
        str_release(&text);
    }
}

static EngineResult solve(RequestKind kind, const Board *b, Engine *e, int64_t nodes) {
    return engine_run(
        e, &(EngineRequest){
               .kind = kind, .board = b, .attacker = (Stone)b->turn, .budget.nodes = nodes});
}

// Draws of small boards: valid, and refused after any change of a byte or a lost line.
TEST(certificate_without_a_first_line) {
    static const char text[] = "{\"entries\":-1,\"crc32\":\"00000000\"}\n";
    Error err = {0};
    CHECK("refused", !is_valid(text, sizeof text - 1, &err));
    CHECK_TEXT("why", err.text, "the first line is missing");
}

TEST(certificate_of_a_draw_and_its_damage) {
    Engine *e = engine_new(NULL);
    for (int i = 0; rules_at(i); i++) {
        if (rules_at(i)->black.has_fouls)
            continue; // takes longer
        Board b;
        board_init(&b, rules_at(i), 6);
        EngineResult r = solve(REQUEST_PROVE, &b, e, 0);
        for (Stone side = BLACK; side <= WHITE; side++) {
            Str text = {0};
            Error err = {0};
            certificate_write(&text, &r.proof, side);
            CHECK(rules_at(i)->name, is_valid(text.data, text.len, &err));
            CHECK("an unfinished file", !is_valid(text.data, text.len - 1, &err));
            for (int k = 0; k < random_cases(2000); k++) {
                Rng rng = {(uint64_t)k};
                size_t at = (size_t)rng_below(&rng, (int)text.len);
                char before = text.data[at];
                text.data[at] ^= (char)(1 << rng_below(&rng, 7));
                CHECK("a changed bit", !is_valid(text.data, text.len, &err));
                text.data[at] = before;
            }
            str_release(&text);
        }
        engine_result_release(&r);
    }
    engine_free(e);
}

// Without any one of its entries a certificate proves less than it claims.
TEST(certificate_without_an_entry) {
    Engine *e = engine_new(NULL);
    Board b;
    board_init(&b, &rules_freestyle, 6);
    EngineResult r = solve(REQUEST_PROVE, &b, e, 0);
    Str text = {0};
    certificate_write(&text, &r.proof, WHITE); // an entry for each first move
    int lines = 0;
    for (size_t i = 0; i < text.len; i++)
        lines += text.data[i] == '\n';
    for (int skip = 1; skip < lines - 1; skip++) {
        Str less = {0};
        Error err = {0};
        int line = 0;
        for (size_t i = 0; i < text.len; i++) {
            if (line != skip)
                str_add_char(&less, text.data[i]);
            line += text.data[i] == '\n';
        }
        seal(&less, lines - 3);
        CHECK("a lost entry", !is_valid(less.data, less.len, &err));
        str_release(&less);
    }
    CHECK("there were entries", lines > 5);
    str_release(&text);
    engine_result_release(&r);
    engine_free(e);
}

// Footprints exclude only replies that do not matter: trying every reply agrees.
TEST(footprints_agree_with_trying_every_reply) {
    static const Rules *const rules[] = {&rules_freestyle, &rules_standard};
    Engine *e = engine_new(NULL);
    Rng rng = {7};
    int wins = 0, excluded = 0;
    for (int i = 0; i < 100 + random_cases(400); i++) {
        Board b = board_random(rules[i % 2], 9 + i % 5, 8 + i % 14, &rng);
        if (!board_has_legal_move(&b))
            continue;
        EngineResult r = solve(REQUEST_THREATS, &b, e, 3000);
        Footprint f;
        ProofCheck quick = {0}, thorough = {.thorough = true};
        Stone side = b.turn;
        if (r.outcome == OUTCOME_WIN) {
            wins++;
            CHECK("quick", proof_check(&r.proof, &quick, NULL));
            CHECK("thorough", proof_check(&r.proof, &thorough, NULL));
            Point empty[BOARD_MAX * BOARD_MAX];
            int n = board_empty_points(&b, empty);
            bool known = proof_footprint(&r.proof, side, &b, r.proof.roots[0], &quick, &f);
            for (int k = 0; k < n && known; k++) {
                if (!footprint_excludes(&f, &b, side, empty[k], 1))
                    continue;
                Board after = b;
                board_place(&after, stone_other(side), empty[k]);
                after.turn = (uint8_t)side;
                excluded++;
                CHECK("an excluded reply",
                      proof_node_wins(&r.proof, side, &after, r.proof.roots[0], &thorough, NULL));
            }
        }
        engine_result_release(&r);
    }
    CHECK("there were wins", wins > 10);
    CHECK("and excluded replies", excluded > 50);
    engine_free(e);
}

// ---- Whole files: a heading and entries, with a correct end line

static void check_file(const char *row, const char *lines, const char *why) {
    Str text = {0};
    Error err = {0};
    int64_t count = -1;
    for (const char *c = lines; *c; c++)
        count += *c == '\n';
    str_add_text(&text, lines);
    certificate_write_end(&text, count);
    CHECK_INT(row, is_valid(text.data, text.len, &err), !*why);
    if (!strstr(err.text, why))
        CHECK_TEXT(row, err.text, why);
    str_release(&text);
}

#define HEADING(rules, size, side, claim, starts)                                                  \
    "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":" rules ",\"size\":" size          \
    ",\"side\":" side ",\"claim\":" claim ",\"starts\":[" starts "]}\n"
#define START(position, turn) "{\"position\":\"" position "\",\"turn\":\"" turn "\"}"
#define ENTRY(position, fields) "{\"position\":\"" position "\"," fields "}\n"
#define OPEN_THREE "c5d5e5/a1a8a9"
#define WIN_9(starts) HEADING("\"freestyle\"", "9", "\"black\"", "\"win\"", starts)
#define WIN_THREE WIN_9(START(OPEN_THREE, "black"))

TEST(certificate_refusals) {
    static const struct {
        const char *row, *lines, *why; // "": valid
    } rows[] = {
        {"another format", "{\"format\":\"x\"}\n", "not a certificate"},
        {"no format", "{}\n", "not a certificate"},
        {"not an object", "[]\n", "not a certificate"},
        {"not JSON", "{\n", "column"},
        {"no version", "{\"format\":\"pentad-certificate\"}\n", "is missing"},
        {"another version",
         "{\"format\":\"pentad-certificate\",\"version\":2,\"rules\":\"caro\",\"size\":9}\n",
         "2 is not between 1 and 1"},
        {"other rules", HEADING("\"chess\"", "9", "\"black\"", "\"win\"", START("/", "black")),
         "no rule set 'chess'"},
        {"rules of another kind", HEADING("1", "9", "\"black\"", "\"win\"", ""), "rules"},
        {"too small", HEADING("\"caro\"", "4", "\"black\"", "\"win\"", ""),
         "4 is not between 5 and 25"},
        {"size of another kind", HEADING("\"caro\"", "\"9\"", "\"black\"", "\"win\"", ""), "size"},
        {"another side", HEADING("\"caro\"", "9", "\"red\"", "\"win\"", START("/", "black")),
         "unknown word"},
        {"no side", HEADING("\"caro\"", "9", "null", "\"win\"", START("/", "black")), "side"},
        {"another claim", HEADING("\"caro\"", "9", "\"black\"", "\"lose\"", START("/", "black")),
         "unknown word"},
        {"nothing claimed", WIN_9(""), "nothing is claimed"},
        {"starts of another kind",
         "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":\"caro\",\"size\":9,"
         "\"side\":\"black\",\"claim\":\"win\",\"starts\":1}\n",
         "starts"},
        {"an unknown field",
         "{\"format\":\"pentad-certificate\",\"version\":1,\"rules\":\"caro\",\"size\":9,"
         "\"side\":\"black\",\"claim\":\"win\",\"starts\":[],\"x\":1}\n",
         "unknown field"},
        {"a start of another kind", WIN_9("1"), "a line must be an object"},
        {"an unknown field of a start", WIN_9("{\"position\":\"/\",\"x\":1}"), "unknown field"},
        {"a start without a position", WIN_9("{\"turn\":\"black\"}"), "position"},
        {"a start without a turn", WIN_9("{\"position\":\"/\"}"), "turn"},
        {"a start of another turn", WIN_9(START("/", "red")), "unknown word"},
        {"a position without a slash", WIN_9(START("c5", "black")), "a position needs a slash"},
        {"a black stone outside", WIN_9(START("z9/", "black")), "'z9' is not a point"},
        {"a white stone outside", WIN_9(START("/z9", "black")), "'z9' is not a point"},
        {"two stones on a point", WIN_9(START("c5/c5", "black")), "two stones are on one point"},
        {"a finished game", WIN_9(START("a1a2a3a4a5/", "black")), "the game is over"},
        {"two starts",
         WIN_9(START(OPEN_THREE, "black") "," START("e5f5g5/i1i8i9", "black"))
             ENTRY(OPEN_THREE, "\"move\":\"f5\""),
         ""},
        {"the second start has no entry",
         WIN_9(START(OPEN_THREE, "black") "," START("c5/", "black"))
             ENTRY(OPEN_THREE, "\"move\":\"f5\""),
         "no entry for this start"},
        {"the other side is to move: four", WIN_9(START("c5d5e5f5/a1a8a9", "white")), ""},
        {"the other side is to move: no answer", WIN_9(START(OPEN_THREE, "white")), "no answer to"},
        {"the other side is to move and wins", WIN_9(START("c5d5e5f5/a1a2a3a4", "white")),
         "the other side wins by a5"},
        {"an entry that is not an object", WIN_THREE "1\n", "line 2"},
        {"an entry without a position", WIN_THREE "{\"move\":\"f5\"}\n", "position"},
        {"an entry without a move", WIN_THREE ENTRY(OPEN_THREE, "\"nodes\":[]"),
         "two kinds of entry in one"},
        {"no move at all", WIN_THREE "{\"position\":\"" OPEN_THREE "\"}\n", "move"},
        {"a move outside", WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"z9\""), "'z9' is not a point"},
        {"a five",
         WIN_9(START("c5d5e5f5/a1a2a3", "black")) ENTRY("c5d5e5f5/a1a2a3", "\"move\":\"g5\""), ""},
        {"a root that is no number", WIN_THREE ENTRY(OPEN_THREE, "\"root\":\"0\",\"nodes\":[]"),
         "root"},
        {"no nodes", WIN_THREE ENTRY(OPEN_THREE, "\"root\":0"), "nodes"},
        {"a root and a threat",
         WIN_THREE ENTRY(OPEN_THREE, "\"root\":0,\"threat\":0,\"nodes\":[{\"move\":\"f5\"}]"),
         "two kinds of entry in one"},
        {"a root and pairs",
         WIN_THREE ENTRY(OPEN_THREE, "\"root\":0,\"pairs\":\"\",\"nodes\":[{\"move\":\"f5\"}]"),
         "two kinds of entry in one"},
        {"a threat that is no number",
         WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"f5\",\"threat\":\"0\",\"nodes\":[]"), "threat"},
        {"a threat that is not needed",
         WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"f5\",\"threat\":0,\"nodes\":[{\"line\":\"b5\"}]"),
         ""},
        {"a threat that is answered",
         WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"h8\",\"threat\":0,\"nodes\":[{\"line\":\"f5\"}]"),
         "no answer to"},
        {"a proof of a draw",
         HEADING("\"freestyle\"", "9", "\"black\"", "\"hold\"", START(OPEN_THREE, "black"))
             ENTRY(OPEN_THREE, "\"root\":0,\"nodes\":[{\"move\":\"f5\"}]"),
         "only a win has a proof"},
        {"a threat in a draw",
         HEADING("\"freestyle\"", "9", "\"black\"", "\"hold\"", START(OPEN_THREE, "black"))
             ENTRY(OPEN_THREE, "\"move\":\"f5\",\"threat\":0,\"nodes\":[{\"line\":\"f5\"}]"),
         "only a win has a proof"},
    };
    for (int i = 0; i < COUNT(rows); i++)
        check_file(rows[i].row, rows[i].lines, rows[i].why);
}

// Only the lowest row of this board is open, and free.
#define ROWS_BLACK "a5c5e5b4d4b3d3a2c2e2"
#define ROWS_WHITE "b5d5a4c4e4a3c3e3b2d2"
#define HOLD_5(side, starts) HEADING("\"freestyle\"", "5", side, "\"hold\"", starts)

TEST(certificate_of_pairs) {
    static const struct {
        const char *row, *lines, *why; // "": valid
    } rows[] = {
        {"Black blocks the row",
         HOLD_5("\"black\"", START(ROWS_BLACK "/" ROWS_WHITE, "black"))
             ENTRY(ROWS_BLACK "/" ROWS_WHITE, "\"move\":\"a1\",\"pairs\":\"\""),
         ""},
        {"a pair more",
         HOLD_5("\"black\"", START(ROWS_BLACK "/" ROWS_WHITE, "black"))
             ENTRY(ROWS_BLACK "/" ROWS_WHITE, "\"move\":\"a1\",\"pairs\":\"b1c1\""),
         ""},
        {"half a pair",
         HOLD_5("\"black\"", START(ROWS_BLACK "/" ROWS_WHITE, "black"))
             ENTRY(ROWS_BLACK "/" ROWS_WHITE, "\"move\":\"a1\",\"pairs\":\"b1\""),
         "the last pair has only one point"},
        {"pairs of another kind",
         HOLD_5("\"black\"", START(ROWS_BLACK "/" ROWS_WHITE, "black"))
             ENTRY(ROWS_BLACK "/" ROWS_WHITE, "\"move\":\"a1\",\"pairs\":1"),
         "pairs are a string"},
        {"a pair outside",
         HOLD_5("\"black\"", START(ROWS_BLACK "/" ROWS_WHITE, "black"))
             ENTRY(ROWS_BLACK "/" ROWS_WHITE, "\"move\":\"a1\",\"pairs\":\"b1z1\""),
         "'z1' is not a point"},
        {"one point is left",
         HOLD_5("\"white\"", START(ROWS_BLACK "a1c1/" ROWS_WHITE "b1d1", "black")), ""},
        {"two points are left",
         HOLD_5("\"white\"", START(ROWS_BLACK "a1c1/" ROWS_WHITE "b1", "black")), "no answer to"},
        {"the last point",
         HOLD_5("\"black\"", START(ROWS_BLACK "a1c1/" ROWS_WHITE "b1d1", "black"))
             ENTRY(ROWS_BLACK "a1c1/" ROWS_WHITE "b1d1", "\"move\":\"e1\""),
         ""},
        {"the last point does not win",
         HEADING("\"freestyle\"", "5", "\"black\"", "\"win\"",
                 START(ROWS_BLACK "a1c1/" ROWS_WHITE "b1d1", "black"))
             ENTRY(ROWS_BLACK "a1c1/" ROWS_WHITE "b1d1", "\"move\":\"e1\""),
         "no move is left: a draw"},
    };
    for (int i = 0; i < COUNT(rows); i++)
        check_file(rows[i].row, rows[i].lines, rows[i].why);
}

TEST(certificate_end_lines) {
    static const struct {
        const char *row, *text, *why;
    } rows[] = {
        {"an empty file", "", "the last line is missing"},
        {"an empty line", "\n", "the last line is missing"},
        {"no newline", "{\"entries\":0,\"crc32\":\"00000000\"}", "the last line is missing"},
        {"no number", "{}\n{\"crc32\":\"00000000\"}\n", "the last line is missing"},
        {"no checksum", "{}\n{\"entries\":0}\n", "the last line is missing"},
        {"an unknown field", "{}\n{\"entries\":0,\"crc32\":\"00000000\",\"x\":1}\n",
         "the last line is missing"},
        {"another checksum", "{}\n{\"entries\":0,\"crc32\":\"00000000\"}\n",
         "the checksum does not match"},
        {"another number", "{}\n{\"entries\":1,\"crc32\":\"dda1b006\"}\n",
         "the number of entries does not match"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        CHECK(rows[i].row, !is_valid(rows[i].text, strlen(rows[i].text), &err));
        if (!strstr(err.text, rows[i].why))
            CHECK_TEXT(rows[i].row, err.text, rows[i].why);
    }
}

// The certificates of proofs made by hand, for both sides, are valid.
TEST(certificate_of_handwritten_proofs) {
    Board b = board_from_picture(&rules_freestyle, "X.X.X .X.X. .X.X. X.X.X .....");
    for (int i = 0; i < 20; i++)
        if (b.at[point_at(i % 5, i / 5)] == EMPTY)
            board_place(&b, WHITE, point_at(i % 5, i / 5));
    b.turn = BLACK;
    Point row[5];
    for (int i = 0; i < 5; i++)
        row[i] = point_at(i, 4);
    for (int kind = 0; kind < 3; kind++) {
        Proof p;
        proof_init(&p, &b);
        p.outcome = OUTCOME_DRAW;
        int last = proof_add_pairs(&p, row[0], NULL, 0),
            other = proof_add_pairs(&p, row[1], NULL, 0);
        ProofReply answers[5] = {
            {row[0], other}, {row[1], last}, {row[2], last}, {row[3], last}, {row[4], last}};
        p.roots[0] = kind == 0 ? last : proof_add_move(&p, row[4], answers, 4, PROOF_NONE);
        p.roots[1] = kind == 2 ? proof_add_move(&p, POINT_NONE, answers, 5, PROOF_NONE)
                               : proof_add_pairs(&p, POINT_NONE, row + kind, 1);
        for (Stone side = BLACK; side <= WHITE; side++) {
            Str text = {0};
            Error err = {0};
            ProofCheck check = {0};
            CHECK("the proof", proof_check(&p, &check, &err));
            certificate_write(&text, &p, side);
            bool ok = is_valid(text.data, text.len, &err);
            CHECK_TEXT("the certificate", err.text, "");
            CHECK("valid", ok);
            str_release(&text);
        }
        proof_release(&p);
    }
}

static bool always_stop(void *context) {
    (void)context;
    return true;
}

TEST(certificate_check_can_be_interrupted) {
    Str text = {0};
    Error err = {0};
    CertificateCheck check = {.positions = 255, .stop = {always_stop, NULL}};
    str_add_text(&text, WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"h8\""));
    certificate_write_end(&text, 1);
    CHECK("stopped", !certificate_check(text.data, text.len, &check, &err));
    CHECK_TEXT("says so", err.text, "line 2: the check was interrupted");
    CHECK_TEXT("what was claimed", str_text(&check.starts), "c5d5e5/a1a8a9, Black to move");
    str_release(&check.starts);
    str_release(&text);
}

// Two rows are open: the answer to a stone must be in the same row.
TEST(certificate_of_two_pairs_from_the_start) {
    Board b = board_from_picture(&rules_freestyle, "..... X.X.X .X.X. .X.X. .....");
    for (int i = 5; i < 20; i++)
        if (b.at[point_at(i % 5, i / 5)] == EMPTY)
            board_place(&b, WHITE, point_at(i % 5, i / 5));
    b.turn = BLACK;
    const Point pairs[] = {point_at(0, 4), point_at(1, 4), point_at(3, 0), point_at(4, 0)};
    Proof p;
    proof_init(&p, &b);
    p.outcome = OUTCOME_DRAW;
    p.roots[0] = proof_add_pairs(&p, pairs[0], pairs + 2, 1);
    p.roots[1] = proof_add_pairs(&p, POINT_NONE, pairs, 2);
    for (Stone side = BLACK; side <= WHITE; side++) {
        Str text = {0};
        Error err = {0};
        certificate_write(&text, &p, side);
        bool ok = is_valid(text.data, text.len, &err);
        CHECK_TEXT(stone_word(side), err.text, "");
        CHECK("valid", ok);
        str_release(&text);
    }
    proof_release(&p);
}

TEST(certificate_of_a_handwritten_win) {
    Board b =
        board_from_picture(&rules_freestyle, "......... ......... ..O.O.... ......... ..XXX.... "
                                             "......... ......... ......... .........");
    Proof p;
    Str text = {0};
    Error err = {0};
    b.turn = BLACK;
    proof_init(&p, &b);
    p.outcome = OUTCOME_WIN;
    p.roots[0] = proof_add_move(&p, point_at(5, 4), NULL, 0, PROOF_NONE);
    certificate_write(&text, &p, BLACK);
    bool ok = is_valid(text.data, text.len, &err);
    CHECK_TEXT("no error", err.text, "");
    CHECK("valid", ok);
    str_release(&text);
    proof_release(&p);
}
