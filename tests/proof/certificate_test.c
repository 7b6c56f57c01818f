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
    certificate_write(&text, &r.proof, BLACK);
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
    CHECK("there were entries", lines > 10);
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
