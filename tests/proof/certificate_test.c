#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "engine/engine.h"
#include "proof/strategy.h"
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
        {"a move and a root without nodes",
         WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"f5\",\"root\":0"), "two kinds of entry in one"},
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
             ENTRY(OPEN_THREE, "\"move\":\"f5\",\"threat\":0,\"nodes\":[{\"line\":\"b5\"}]"),
         ""},
        {"a threat in a draw that is answered",
         HEADING("\"freestyle\"", "9", "\"black\"", "\"hold\"", START(OPEN_THREE, "black"))
             ENTRY(OPEN_THREE, "\"move\":\"h8\",\"threat\":0,\"nodes\":[{\"line\":\"f5\"}]"),
         "no answer to"},
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

#define SETTLED(rules, side, claim, turn)                                                          \
    HEADING(rules, "5", side, claim, START(ROWS_BLACK "/" ROWS_WHITE, turn))
#define SETTLED_5 SETTLED("\"renju\"", "\"black\"", "\"hold\"", "black")
#define ROWS_ENTRY(fields) ENTRY(ROWS_BLACK "/" ROWS_WHITE, fields)
#define FIRST_OF_TWO ROWS_ENTRY("\"settled\":\"\",\"move\":\"a1\",\"pairs\":\"b1c1\"")
#define AFTER_D1(settled)                                                                          \
    ENTRY(ROWS_BLACK "a1/" ROWS_WHITE "d1",                                                        \
          "\"settled\":\"" settled "\",\"move\":\"e1\",\"pairs\":\"\"")
#define AFTER_E1                                                                                   \
    ENTRY(ROWS_BLACK "a1/" ROWS_WHITE "e1", "\"settled\":\"c1b1\",\"move\":\"d1\",\"pairs\":\"\"")

TEST(certificate_of_settled_pairs) {
    static const struct {
        const char *row, *lines, *why; // "": valid
    } rows[] = {
        {"no open point is left",
         SETTLED_5 ROWS_ENTRY("\"settled\":\"\",\"move\":\"a1\",\"pairs\":\"b1c1d1e1\""), ""},
        {"an entry for each reply", SETTLED_5 FIRST_OF_TWO AFTER_D1("b1c1") AFTER_E1, ""},
        {"a reply without an entry", SETTLED_5 FIRST_OF_TWO AFTER_D1("b1c1"), "no answer to e1"},
        {"one with other pairs", SETTLED_5 FIRST_OF_TWO AFTER_D1("") AFTER_E1, "no answer to d1"},
        {"a move in a settled pair",
         SETTLED_5 ROWS_ENTRY("\"settled\":\"a1b1\",\"move\":\"a1\",\"pairs\":\"\""),
         "no entry for this start"},
        {"the same after the start",
         SETTLED_5 FIRST_OF_TWO AFTER_E1 ENTRY(
             ROWS_BLACK "a1/" ROWS_WHITE "d1",
             "\"settled\":\"b1c1\",\"move\":\"b1\",\"pairs\":\"\""),
         "the move may not be legal"},
        {"an occupied point",
         SETTLED_5 ROWS_ENTRY("\"settled\":\"\",\"move\":\"a2\",\"pairs\":\"\""),
         "the move may not be legal"},
        {"a pair with the move",
         SETTLED_5 ROWS_ENTRY("\"settled\":\"\",\"move\":\"a1\",\"pairs\":\"a1b1\""),
         "a pair must be two different empty points"},
        {"a pair of one point",
         SETTLED_5 ROWS_ENTRY("\"settled\":\"\",\"move\":\"a1\",\"pairs\":\"b1b1\""),
         "a pair must be two different empty points"},
        {"two pairs with a point",
         SETTLED_5 ROWS_ENTRY("\"settled\":\"\",\"move\":\"a1\",\"pairs\":\"b1c1c1d1\""),
         "a pair must be two different empty points"},
        {"a settled pair on a stone",
         SETTLED_5 ROWS_ENTRY("\"settled\":\"a1a2\",\"move\":\"b1\",\"pairs\":\"\""),
         "a pair must be two different empty points"},
        {"half a pair", SETTLED_5 ROWS_ENTRY("\"settled\":\"b1\",\"move\":\"a1\",\"pairs\":\"\""),
         "the last pair has only one point"},
        {"settled pairs of another kind",
         SETTLED_5 ROWS_ENTRY("\"settled\":1,\"move\":\"a1\",\"pairs\":\"\""),
         "pairs are a string"},
        {"without new pairs", SETTLED_5 ROWS_ENTRY("\"settled\":\"\",\"move\":\"a1\""),
         "in all entries or in none"},
        {"without settled pairs",
         SETTLED_5 ROWS_ENTRY("\"move\":\"a1\",\"pairs\":\"b1c1d1e1\"") AFTER_E1,
         "in all entries or in none"},
        {"White moves first", SETTLED("\"renju\"", "\"black\"", "\"hold\"", "white") FIRST_OF_TWO,
         "Black moves first"},
        {"other rules", SETTLED("\"freestyle\"", "\"black\"", "\"hold\"", "black") FIRST_OF_TWO,
         "only for Black to hold under renju"},
        {"the other side", SETTLED("\"renju\"", "\"white\"", "\"hold\"", "black") FIRST_OF_TWO,
         "only for Black to hold under renju"},
        {"a win", SETTLED("\"renju\"", "\"black\"", "\"win\"", "black") FIRST_OF_TWO,
         "only for Black to hold under renju"},
    };
    for (int i = 0; i < COUNT(rows); i++)
        check_file(rows[i].row, rows[i].lines, rows[i].why);
}

// Two points are empty: d1, where Black makes six, and f6.
#define SIX_BLACK "a6c6e6b5d5f5b4d4f4a3c3e3a2c2e2a1b1c1e1f1"
#define SIX_WHITE "b6d6a5c5e5a4c4e4b3d3f3b2d2f2"
#define RENJU_6(claim, starts) HEADING("\"renju\"", "6", "\"white\"", claim, starts)

TEST(certificate_with_fouls) {
    static const struct {
        const char *row, *lines, *why; // "": valid
    } rows[] = {
        {"a foul needs no answer",
         RENJU_6("\"hold\"", START(SIX_BLACK "/" SIX_WHITE, "black"))
             ENTRY(SIX_BLACK "f6/" SIX_WHITE, "\"move\":\"d1\""),
         ""},
        {"the other reply does", RENJU_6("\"hold\"", START(SIX_BLACK "/" SIX_WHITE, "black")),
         "no answer to f6"},
        {"every reply is a foul", RENJU_6("\"hold\"", START(SIX_BLACK "/" SIX_WHITE "f6", "black")),
         ""},
        {"that is no win", RENJU_6("\"win\"", START(SIX_BLACK "/" SIX_WHITE "f6", "black")),
         "no move is left: a draw"},
        {"where it is none",
         HEADING("\"freestyle\"", "6", "\"white\"", "\"hold\"",
                 START(SIX_BLACK "/" SIX_WHITE "f6", "black")),
         "the other side wins by d1"},
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

// The text of a certificate of the proof, which may be wrong, and what its check says.
static void check_certificate(const char *row, const Proof *p, Stone side, int lines,
                              const char *why) {
    Str text = {0};
    Error err = {0};
    size_t before_end;
    certificate_write(&text, p, side);
    for (size_t i = 0; i < text.len; i++)
        lines -= text.data[i] == '\n';
    CHECK_INT(row, lines, 0);
    CHECK(row, certificate_check_end(text.data, text.len, &before_end, &err));
    CHECK_INT(row, is_valid(text.data, text.len, &err), !*why);
    if (!strstr(err.text, why))
        CHECK_TEXT(row, err.text, why);
    str_release(&text);
}

// The loser is to move, and any reply allows a five.
TEST(certificate_of_a_loss) {
    Board b =
        board_from_picture(&rules_freestyle, "......... ......... ..O.O.... ......... ..XXXX... "
                                             "......... ......... ......... .........");
    Proof p;
    b.turn = WHITE;
    proof_init(&p, &b);
    p.outcome = OUTCOME_LOSS;
    p.roots[0] = proof_add_move(&p, POINT_NONE, NULL, 0, PROOF_NONE);
    check_certificate("an open four", &p, BLACK, 2, "");
    board_place(&p.start, WHITE, point_at(1, 4));
    p.start.turn = WHITE;
    check_certificate("with one end", &p, BLACK, 2, "no answer to g5");
    proof_release(&p);
}

// Replies that are no moves, and nodes after the end of the game, are not looked at by the checker
// of proofs either.
TEST(certificate_of_a_draw_with_useless_nodes) {
    Board b = board_from_picture(&rules_freestyle, "X.X.X .X.X. .X.X. X.X.X .....");
    for (int i = 0; i < 20; i++)
        if (b.at[point_at(i % 5, i / 5)] == EMPTY)
            board_place(&b, WHITE, point_at(i % 5, i / 5));
    for (int i = 0; i < 3; i++)
        board_place(&b, i % 2 ? WHITE : BLACK, point_at(i, 4));
    b.turn = BLACK; // d1 and e1 are left
    Point d1 = point_at(3, 4), e1 = point_at(4, 4);
    Proof p;
    Error err = {0};
    ProofCheck check = {0};
    proof_init(&p, &b);
    p.outcome = OUTCOME_DRAW;
    int over = proof_add_move(&p, d1, NULL, 0, PROOF_NONE);
    p.roots[0] = proof_add_move(&p, d1, (ProofReply[]){{e1, over}, {d1, over}}, 2, PROOF_NONE);
    int last = proof_add_move(&p, e1, NULL, 0, PROOF_NONE),
        other = proof_add_move(&p, d1, NULL, 0, PROOF_NONE);
    p.roots[1] =
        proof_add_move(&p, POINT_NONE, (ProofReply[]){{d1, last}, {e1, other}}, 2, PROOF_NONE);
    CHECK("the proof", proof_check(&p, &check, &err));
    check_certificate("Black", &p, BLACK, 3, "");
    check_certificate("White", &p, WHITE, 4, "");
    p.roots[1] = proof_add_pairs(&p, POINT_NONE, NULL, 0);
    CHECK("with pairs", proof_check(&p, &check, &err));
    check_certificate("White's pairs", &p, WHITE, 4, "");
    board_place(&p.start, WHITE, d1);
    p.start.turn = BLACK;
    check_certificate("nothing to answer", &p, WHITE, 2, "");
    proof_release(&p);
}

// A reply that is a foul is not written. (No proof by pairs allows one; this certificate holds all
// the same, since White blocks.)
TEST(certificate_of_pairs_leaves_out_fouls) {
    Board b = board_from_picture(&rules_renju, "XXX.XX OXOXO. XOXOXO XOXOXO OXOXOX OXOXOX");
    Proof p;
    b.turn = BLACK;
    CHECK_INT("the foul", board_check(&b, point_at(3, 0)), PLAY_OVERLINE);
    proof_init(&p, &b);
    p.outcome = OUTCOME_DRAW;
    p.roots[1] = proof_add_pairs(&p, POINT_NONE, NULL, 0);
    check_certificate("one reply", &p, WHITE, 3, "");
    proof_release(&p);
}

// A quiet move, after which Black threatens a straight four.
TEST(certificate_of_a_move_with_a_threat) {
    Board b = board_from_picture(&rules_freestyle,
                                 "............... ............... ............... ............... "
                                 "..XXX.......... ............... ............... ............... "
                                 "............... ............... ..XXX..........");
    CertificateHeading h = {&rules_freestyle, 15, BLACK, CLAIM_WIN};
    Point upper = point_at(5, 4), lower = point_at(5, 10), quiet = point_at(14, 0);
    const Point answers[] = {point_at(1, 4), point_at(5, 4), point_at(6, 4)};
    for (int with_threat = 0; with_threat < 2; with_threat++) {
        Proof p;
        Str text = {0};
        Error err = {0};
        b.turn = BLACK;
        proof_init(&p, &b);
        proof_add_line(&p, &lower, 1); // so that the threat is not node 0
        p.roots[0] = proof_add_line(&p, &upper, 1);
        certificate_write_heading(&text, &h, &b, 1);
        certificate_write_move(&text, &b, quiet, with_threat ? &p : NULL);
        proof_release(&p);
        for (int i = 0; i < 3; i++) {
            Board after = b;
            board_play(&after, quiet);
            board_play(&after, answers[i]);
            proof_init(&p, &after);
            p.roots[0] = proof_add_line(&p, &lower, 1);
            certificate_write_proof(&text, &p);
            proof_release(&p);
        }
        certificate_write_end(&text, 4);
        CHECK_INT("valid", is_valid(text.data, text.len, &err), with_threat);
        CHECK("why", with_threat || strstr(err.text, "no answer to"));
        str_release(&text);
    }
}

// Black passes twice: the move threatens a quiet move, which threatens a straight four. White gets
// two stones for that, so two that stand close together are too many.
TEST(certificate_of_a_threat_of_a_quiet_move) {
    static const struct {
        const char *white, *why; // "": it is valid
    } rows[] = {{"", ""},
                {"j8", ""},
                {"j8j1", ""},
                {"j8k8", "no answer to g8"},
                {"j8n8", "no answer to k8"},
                {"j8j6", "no answer to j10"},
                {"j8o8", ""}};
    for (int i = 0; i < COUNT(rows); i++) {
        Board b =
            board_from_picture(&rules_freestyle, "............... ............... ............... "
                                                 "............... ..XXX.......... ............... "
                                                 "............... ............... ............... "
                                                 "............... ..XXX..........");
        CertificateHeading h = {&rules_freestyle, 15, BLACK, CLAIM_WIN};
        Point points[4], answers[7], quiet = point_at(14, 14);
        int n = 0, count = 0;
        Proof p;
        Str text = {0};
        Error err = {0};
        CHECK("parsed", !*rows[i].white || points_parse(rows[i].white, 15, 4, points, &n, NULL));
        for (int k = 0; k < n; k++)
            board_place(&b, WHITE, points[k]);
        CHECK("parsed", points_parse("b11f11g11b5f5g5o1", 15, 7, answers, &count, NULL));
        b.turn = BLACK;
        proof_init(&p, &b);
        proof_add_line(&p, &answers[1], 1);
        proof_add_line(&p, &answers[4], 1);
        const ProofReply replies[] = {{answers[0], 1}, {answers[1], 1}, {answers[2], 1}};
        p.roots[0] = proof_add_move(&p, quiet, replies, 3, 0);
        certificate_write_heading(&text, &h, &b, 1);
        certificate_write_move(&text, &b, point_at(14, 0), &p);
        proof_release(&p);
        for (int k = 0; k < count; k++) {
            Board after = b;
            board_play(&after, point_at(14, 0));
            board_play(&after, answers[k]);
            proof_init(&p, &after);
            p.roots[0] = proof_add_line(&p, &answers[k < 3 ? 4 : 1], 1);
            certificate_write_proof(&text, &p);
            proof_release(&p);
        }
        certificate_write_end(&text, 1 + count);
        CHECK_INT(rows[i].white, is_valid(text.data, text.len, &err), !*rows[i].why);
        if (!strstr(err.text, rows[i].why))
            CHECK_TEXT(rows[i].white, err.text, rows[i].why);
        str_release(&text);
    }
}

// More positions than the set has room for at first. Each is a start too, so none gets lost.
TEST(certificate_of_many_positions) {
    enum { POSITIONS = 1200 };
    CertificateHeading h = {&rules_freestyle, 9, BLACK, CLAIM_WIN};
    static Board starts[POSITIONS + 1];
    int count = 0;
    // A four with one end, and two white stones elsewhere
    for (int i = 18; i < 81 && count <= POSITIONS; i++)
        for (int k = i + 1; k < 81 && count <= POSITIONS; k++) {
            Board *b = &starts[count++];
            board_init(b, &rules_freestyle, 9);
            for (int x = 0; x < 5; x++)
                board_place(b, x == 0 ? WHITE : BLACK, point_at(x, 0));
            board_place(b, WHITE, point_at(i % 9, i / 9));
            board_place(b, WHITE, point_at(k % 9, k / 9));
            b->turn = BLACK;
        }
    CHECK_INT("enough", count, POSITIONS + 1);
    for (int lost = 0; lost < 2; lost++) {
        Str text = {0};
        Error err = {0};
        CertificateCheck check = {0};
        certificate_write_heading(&text, &h, starts, POSITIONS + lost);
        for (int i = 0; i < POSITIONS; i++)
            certificate_write_move(&text, &starts[i], point_at(5, 0), NULL);
        certificate_write_end(&text, POSITIONS);
        CHECK_INT("valid", certificate_check(text.data, text.len, &check, &err), !lost);
        CHECK("why", !lost || strstr(err.text, "no entry for this start"));
        CHECK_INT("entries", check.entries, lost ? 0 : POSITIONS);
        CHECK_INT("moves", check.moves, lost ? 0 : POSITIONS);
        str_release(&check.starts);
        str_release(&text);
    }
}

// One that takes longer than the interval at which the check asks whether to stop.
TEST(certificate_check_asks_whether_to_stop) {
    Board b =
        board_from_picture(&rules_freestyle, "......... ......... ..O.O.... ......... ..XXX.... "
                                             "......... ......... ......... .........");
    CertificateHeading h = {&rules_freestyle, 9, BLACK, CLAIM_WIN};
    Str text = {0};
    Error err = {0};
    b.turn = BLACK;
    certificate_write_heading(&text, &h, &b, 1);
    for (int i = 0; i < 5; i++) // 76 replies each
        certificate_write_move(&text, &b, point_at(5, 4), NULL);
    certificate_write_end(&text, 5);
    CertificateCheck check = {0}, stopped = {.stop = {always_stop, NULL}};
    CHECK("not asked to", certificate_check(text.data, text.len, &check, &err));
    CHECK_INT("positions", check.positions, 5 * 75);
    CHECK("asked to", !certificate_check(text.data, text.len, &stopped, &err));
    CHECK_TEXT("says so", err.text, "line 5: the check was interrupted");
    CHECK_INT("positions", stopped.positions, 256);
    str_release(&check.starts);
    str_release(&stopped.starts);
    str_release(&text);
}

// ---- Memory

static void check_and_write(void) {
    static const char *const files[] = {
        WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"f5\""),
        WIN_THREE ENTRY(OPEN_THREE, "\"root\":0,\"nodes\":[{\"line\":\"f5b5g5\"}]"),
        WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"f5\",\"threat\":0,\"nodes\":[{\"line\":\"b5\"}]"),
        WIN_THREE ENTRY(OPEN_THREE, "\"move\":\"h8\""),
        WIN_THREE ENTRY(OPEN_THREE, "\"move\":7"),
        WIN_THREE "{\"position\"\n",
        HOLD_5("\"black\"", START(ROWS_BLACK "/" ROWS_WHITE, "black"))
            ENTRY(ROWS_BLACK "/" ROWS_WHITE, "\"move\":\"a1\",\"pairs\":\"b1c1\""),
        "[]\n",
        "{\n",
        "",
    };
    for (int i = 0; i < COUNT(files); i++) {
        Str text = {0};
        Error err = {0};
        Strategy s;
        str_add_text(&text, files[i]);
        certificate_write_end(&text, 1);
        is_valid(text.data, text.len, &err);
        if (strategy_read(text.data, text.len, &s, &err))
            strategy_release(&s);
        text.data[text.len - 5] ^= 1; // the checksum
        is_valid(text.data, text.len, &err);
        strategy_read(text.data, text.len, &s, &err);
        str_release(&text);
    }
}

static void read_and_measure_proofs(void) {
#define PROOF_9(rest)                                                                              \
    "{\"format\":\"pentad-proof\",\"version\":1,\"rules\":\"freestyle\",\"size\":9,\"black\":"     \
    "\"c5d5e5\",\"white\":\"a1\",\"turn\":\"black\"," rest "}"
    static const char *const files[] = {
        PROOF_9("\"outcome\":\"win\",\"root\":1,\"nodes\":[{\"line\":\"f5\"},{\"move\":\"g5\","
                "\"replies\":{\"f5\":0}}]"),
        PROOF_9("\"outcome\":\"won\",\"root\":1,\"nodes\":[{\"line\":\"f5\"},{\"move\":\"g5\","
                "\"replies\":{\"f5\":0}}]"),
        PROOF_9("\"outcome\":\"draw\",\"holds\":{\"black\":0,\"white\":0},\"nodes\":["
                "{\"pairs\":\"a2a3\"}]"),
        PROOF_9("\"nodes\":[{\"line\":\"f5\"},{\"move\":\"g5\",\"replies\":{\"f5\":0}},1]"),
        "{}",
        "{",
    };
    for (int i = 0; i < COUNT(files); i++) {
        Proof p;
        Error err = {0};
        Str text = {0};
        Point line[8];
        ProofCheck check = {0};
        if (!proof_read_json(files[i], strlen(files[i]), &p, &err))
            continue;
        proof_length(&p);
        proof_line(&p, line, COUNT(line));
        proof_check(&p, &check, &err);
        proof_write_json(&p, &text);
        certificate_write(&text, &p, BLACK);
        proof_release(&p);
        CHECK("nothing is left", !p.nodes && !p.replies && !p.points && p.node_count == 0);
        CHECK_INT("no root", p.roots[0], PROOF_NONE);
        str_release(&text);
    }
}

TEST(certificates_give_memory_back) {
    CHECK("certificates", gives_memory_back(check_and_write));
    CHECK("proofs", gives_memory_back(read_and_measure_proofs));
}
