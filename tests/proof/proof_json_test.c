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
