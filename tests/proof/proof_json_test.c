#include "proof/proof.h"

#include "ask.h"
#include "support.h"

#include <string.h>

#define HEAD                                                                                       \
    "{\"format\": \"pentad-proof\", \"version\": 1, \"rules\": \"renju\", \"size\": 15, "          \
    "\"black\": \"h8\", \"white\": \"\", \"turn\": \"white\", "

TEST(proof_json_errors) {
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"", "line 1, column 1: expected a value, not the end"},
        {"[]", "not a proof: \"format\" must be \"pentad-proof\""},
        {"{\"format\": \"pentad-proof\"}", "line 1, column 1: \"version\" is missing"},
        {"{\"format\": \"pentad-proof\", \"version\": 1}",
         "line 1, column 1: \"rules\" is missing"},
        {HEAD "\"outcome\": \"win\", \"root\": 0}", "line 1, column 1: \"nodes\" is missing"},
        {HEAD "\"outcome\": \"win\", \"root\": 0, \"nodes\": []}",
         "line 1, column 143: the first node cannot refer to another"},
        {HEAD "\"nodes\": [{\"move\": \"z9\"}]}",
         "line 1, column 136: 'z9' is not a point of the board; the last one is o15"},
        {HEAD "\"nodes\": [{\"move\": \"a1\", \"threat\": 0}]}",
         "line 1, column 152: the first node cannot refer to another"},
        {HEAD "\"nodes\": [{\"moves\": \"a1\"}]}",
         "line 1, column 137: a node has line, move, replies, threat or pairs"},
        {HEAD "\"nodes\": [{\"pairs\": \"a1b1c1\"}]}",
         "line 1, column 137: the last pair has only one point"},
        {HEAD "\"nodes\": [{}], \"outcome\": \"won\"}",
         "line 1, column 143: \"outcome\" must be win, loss or draw"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Proof p;
        Error err = {0};
        CHECK(rows[i].why, !proof_read_json(rows[i].text, strlen(rows[i].text), &p, &err));
        CHECK_TEXT(rows[i].text, err.text, rows[i].why);
    }
}

// Every proof survives writing and reading; truncated anywhere it is an error.
TEST(proof_json_round_trips) {
    Engine *engine = engine_new(NULL);
    Rng rng = {77};
    int wins = 0, losses = 0;
    for (int i = 0; i < 40; i++) {
        Board b = board_random(&rules_renju, 9 + i % 7, 20, &rng);
        Proof again;
        Error err = {0};
        EngineResult e = ask_proof(engine, &b, 8000);
        wins += e.outcome == OUTCOME_WIN;
        losses += e.outcome == OUTCOME_LOSS;
        Str one = {0}, two = {0};
        proof_write_json(&e.proof, &one);
        if (e.outcome != OUTCOME_UNKNOWN) {
            CHECK(err.text, proof_read_json(one.data, one.len, &again, &err));
            proof_write_json(&again, &two);
            CHECK_TEXT("the same", str_text(&two), str_text(&one));
            CHECK_INT("stones", proof_length(&again), proof_length(&e.proof));
            proof_release(&again);
            for (size_t len = 0; len < one.len - 2; len += 1 + one.len / 50)
                CHECK("cut off", !proof_read_json(one.data, len, &again, &err));
        }
        str_release(&one);
        str_release(&two);
        engine_result_release(&e);
    }
    CHECK("wins and losses", wins > 5 && losses > 0);
    engine_free(engine);
}

// Everything that is refused, by the end of its message.
TEST(proof_json_refusals) {
#define PROOF(fields) "{\"format\":\"pentad-proof\",\"version\":1," fields "}"
#define ON_9(stones, rest) PROOF("\"rules\":\"freestyle\",\"size\":9," stones "," rest)
#define WIN(nodes)                                                                                 \
    ON_9("\"black\":\"e5\",\"white\":\"\",\"turn\":\"black\"",                                     \
         "\"outcome\":\"win\",\"root\":0,\"nodes\":[" nodes "]")
    static const struct {
        const char *text, *why; // "": it is read
    } rows[] = {
        {"{\"format\":\"proof\"}", "\"format\" must be \"pentad-proof\""},
        {"{\"format\":\"pentad-proof\",\"version\":2}", "version: 2 is not between 1 and 1"},
        {PROOF("\"rules\":\"chess\",\"size\":9,\"turn\":\"black\""), "no rule set 'chess'"},
        {PROOF("\"rules\":\"renju\""), "\"size\" is missing"},
        {PROOF("\"rules\":\"renju\",\"size\":9"), "\"turn\" is missing"},
        {PROOF("\"rules\":\"renju\",\"size\":4,\"turn\":\"black\""), "4 is not between 5 and 25"},
        {PROOF("\"rules\":\"renju\",\"size\":9,\"turn\":\"black\""), "\"black\" is missing"},
        {ON_9("\"black\":\"j1\",\"turn\":\"black\"", "\"x\":1"), "'j1' is not a point"},
        {ON_9("\"black\":\"a1\",\"turn\":\"black\"", "\"x\":1"), "\"white\" is missing"},
        {ON_9("\"black\":\"a1\",\"white\":\"a1\",\"turn\":\"black\"", "\"x\":1"),
         "two stones are on one point"},
        {ON_9("\"black\":\"a1\",\"white\":\"\",\"turn\":\"red\"", "\"x\":1"),
         "\"turn\" must be black or white"},
        {ON_9("\"black\":\"a1\",\"white\":\"\",\"turn\":\"white\"", "\"nodes\":[{}]"),
         "\"outcome\" is missing"},
        {WIN("{\"move\":\"a1\"}"), ""},
        {WIN("1"), "a node must be an object"},
        {WIN("{\"line\":7}"), "a line of fours is a string, and alone in its node"},
        {WIN("{\"line\":\"a1\",\"move\":\"a2\"}"), "and alone in its node"},
        {WIN("{\"move\":\"a2\",\"line\":\"a1\"}"), "and alone in its node"},
        {WIN("{\"line\":\"\"}"), "a line of fours has at least one point"},
        {WIN("{\"line\":\"z1\"}"), "'z1' is not a point"},
        {WIN("{\"move\":1}"), "\"move\" must be a string"},
        {WIN("{\"move\":\"\"}"), "\"move\" must be one point"},
        {WIN("{\"move\":\"a1a2\"}"), "\"move\" must be one point"},
        {WIN("{\"replies\":{\"a1\":0}}"), "the first node cannot refer to another"},
        {WIN("{},{\"replies\":[]}"), "\"replies\" must be an object"},
        {WIN("{},{\"replies\":{\"z1\":0}}"), "'z1' is not a point"},
        {WIN("{},{\"replies\":{\"a1a2\":0}}"), "a reply must be one point"},
        {WIN("{},{\"replies\":{\"a1\":0}}"), ""},
        {WIN("{},{\"replies\":{\"a1\":1}}"), "what follows a reply: 1 is not between 0 and 0"},
        {WIN("{},{\"replies\":{\"a1\":-1}}"), "what follows a reply: -1 is not between 0 and 0"},
        {WIN("{},{\"threat\":0}"), ""},
        {WIN("{},{\"threat\":1}"), "threat: 1 is not between 0 and 0"},
        {WIN("{\"pairs\":1}"), "\"pairs\" is a string, without replies and threat"},
        {WIN("{},{\"pairs\":\"a1a2\",\"threat\":0}"), "without replies and threat"},
        {WIN("{},{\"pairs\":\"a1a2\",\"replies\":{\"a1\":0}}"), "without replies and threat"},
        {WIN("{\"pairs\":\"a1a2\",\"replies\":{}}"), ""},
        {WIN("{\"pairs\":\"z1z2\"}"), "'z1' is not a point"},
        {WIN("{\"pairs\":\"a1\"}"), "the last pair has only one point"},
        {WIN("{\"pairs\":\"\"}"), ""},
        {ON_9("\"black\":\"\",\"white\":\"\",\"turn\":\"black\"",
              "\"outcome\":\"win\",\"root\":1,\"nodes\":[{}]"),
         "root: 1 is not between 0 and 0"},
        {ON_9("\"black\":\"\",\"white\":\"\",\"turn\":\"black\"",
              "\"outcome\":\"win\",\"nodes\":[{}]"),
         "\"root\" is missing"},
        {ON_9("\"black\":\"\",\"white\":\"\",\"turn\":\"black\"",
              "\"outcome\":\"draw\",\"nodes\":[{}]"),
         "\"holds\" is missing"},
        {ON_9("\"black\":\"\",\"white\":\"\",\"turn\":\"black\"",
              "\"outcome\":\"draw\",\"holds\":{\"black\":0},\"nodes\":[{}]"),
         "\"white\" is missing"},
        {ON_9("\"black\":\"\",\"white\":\"\",\"turn\":\"black\"",
              "\"outcome\":\"draw\",\"holds\":{\"white\":0},\"nodes\":[{}]"),
         "\"black\" is missing"},
        {ON_9("\"black\":\"\",\"white\":\"\",\"turn\":\"black\"",
              "\"outcome\":\"draw\",\"holds\":{\"black\":0,\"white\":0},\"nodes\":[{}]"),
         ""},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Proof p;
        Error err = {0};
        bool ok = proof_read_json(rows[i].text, strlen(rows[i].text), &p, &err);
        CHECK_INT(rows[i].text, ok, !*rows[i].why);
        if (!strstr(err.text, rows[i].why))
            CHECK_TEXT(rows[i].text, err.text, rows[i].why);
        if (ok)
            proof_release(&p);
    }
}

// A proof with every kind of node is written as it was read.
TEST(proof_json_of_every_kind_of_node) {
    static const char text[] =
        "{\"format\":\"pentad-proof\",\"version\":1,\"rules\":\"caro\",\"size\":9,\"black\":\"e5\","
        "\"white\":\"a1b1\",\"turn\":\"white\",\"outcome\":\"draw\",\"holds\":{\"black\":1,"
        "\"white\":4},\"nodes\":[\n{\"line\":\"a2a3\"},\n{\"move\":\"c3\",\"replies\":{\"d4\":0,"
        "\"d5\":0},\"threat\":0},\n{\"pairs\":\"\"},\n{\"move\":\"i9\",\"pairs\":\"f1f2g1g2\"},\n{}"
        "\n"
        "]}\n";
    Proof p;
    Error err = {0};
    Str out = {0};
    CHECK("read", proof_read_json(text, sizeof text - 1, &p, &err));
    proof_write_json(&p, &out);
    CHECK_TEXT("the same", str_text(&out), text);
    str_release(&out);
    proof_release(&p);
}

TEST(proof_json_of_a_win_has_its_length) {
    static const char text[] =
        "{\"format\":\"pentad-proof\",\"version\":1,\"rules\":\"freestyle\",\"size\":9,\"black\":"
        "\"c5d5e5\",\"white\":\"a1b1\",\"turn\":\"black\",\"outcome\":\"win\",\"length\":3,"
        "\"root\":0,"
        "\"nodes\":[\n{\"line\":\"f5b5g5\"}\n]}\n";
    Proof p;
    Error err = {0};
    Str out = {0};
    CHECK("read", proof_read_json(text, sizeof text - 1, &p, &err));
    proof_write_json(&p, &out);
    CHECK_TEXT("the same", str_text(&out), text);
    str_release(&out);
    proof_release(&p);
}

// As many replies as the largest board has points are read, but no more: a capital letter is
// another name of a point.
TEST(proof_json_of_too_many_replies) {
    for (int more = 0; more < 2; more++) {
        Proof p;
        Error err = {0};
        Str text = {0};
        str_add_text(&text,
                     "{\"format\":\"pentad-proof\",\"version\":1,\"rules\":\"caro\",\"size\":25,"
                     "\"black\":\"\",\"white\":\"\",\"turn\":\"black\",\"outcome\":\"win\","
                     "\"root\":1,\"nodes\":[{},{\"replies\":{\"a1\":0");
        for (int i = 1; i < BOARD_MAX * BOARD_MAX; i++)
            str_add(&text, ",\"%c%d\":0", 'a' + i % BOARD_MAX, 1 + i / BOARD_MAX);
        str_add_text(&text, more ? ",\"A1\":0}}]}" : "}}]}");
        bool ok = proof_read_json(text.data, text.len, &p, &err);
        CHECK_INT(err.text, ok, !more);
        CHECK("why", ok || strstr(err.text, "more replies than a board has points"));
        if (ok) {
            CHECK_INT("replies", p.reply_count, BOARD_MAX * BOARD_MAX);
            proof_release(&p);
        }
        str_release(&text);
    }
}
