#include "base/number.h"
#include "pentad.h"
#include "test.h"

TEST(api_engine_sees_a_win) {
    PentadGame *game = pentad_game_from_picture(
        "freestyle", ".......\n..XXX..\n.......\n.O.O.O.\n.......\n.......\n.......\n", NULL);
    PentadEngine *engine = pentad_engine_new();
    PentadAnalysis analysis;
    CHECK("analysed", pentad_engine_analyse(engine, game, 1000, &analysis, NULL));
    CHECK("wins", analysis.value > PENTAD_MATE - 10);
    CHECK("a line", analysis.length >= 1);
    CHECK_INT("on the row", analysis.line[0].y, 1);
    PentadProof proof;
    CHECK("solved", pentad_engine_solve(engine, game, 1000, &proof, NULL));
    CHECK_INT("win", proof.outcome, PENTAD_WIN);
    CHECK_INT("on the row", proof.move.y, 1);
    pentad_engine_free(engine);
    pentad_game_free(game);
}

TEST(api_engine_solves_by_the_rules_of_each_game) {
    static const struct {
        const char *name, *rules, *picture;
        PentadOutcome want;
    } rows[] = {
        {"six wins", "freestyle", "XXX.XX\nOOOO.X\nOXXOXO\nXOOXOX\nOXXOXO\nXOOXOO\n", PENTAD_WIN},
        {"nobody can win", "freestyle", "XOXOX\nXOXOX\nOXOXO\nOXOXO\nXOXO.\nBlack to move\n",
         PENTAD_DRAW},
        {"an open four against", "standard",
         ".......\n..OOOO.\n.X.....\n..X..X.\n.......\n..X....\n.......\n", PENTAD_LOSS},
    };
    PentadEngine *engine = pentad_engine_new();
    for (int i = 0; i < COUNT(rows); i++) {
        PentadError error = {0};
        PentadGame *game = pentad_game_from_picture(rows[i].rules, rows[i].picture, &error);
        CHECK_TEXT(rows[i].name, error.text, "");
        CHECK(rows[i].name, pentad_game_set_turn(game, PENTAD_BLACK, NULL));
        PentadProof proof;
        CHECK(rows[i].name, pentad_engine_solve(engine, game, 2000, &proof, &error));
        CHECK_INT(rows[i].name, proof.outcome, rows[i].want);
        CHECK(rows[i].name, (proof.move.x == -1) == (rows[i].want == PENTAD_LOSS));
        pentad_game_free(game);
    }
    pentad_engine_free(engine);
}

TEST(api_engine_accepts_an_unlimited_time) {
    PentadGame *game = pentad_game_from_picture(NULL, "XXX\nOO.\nO.X\n", NULL);
    PentadEngine *engine = pentad_engine_new();
    PentadProof proof;
    CHECK("asked", pentad_engine_solve(engine, game, INT64_MAX, &proof, NULL));
    CHECK_INT("draw", proof.outcome, PENTAD_DRAW);
    pentad_engine_free(engine);
    pentad_game_free(game);
}

TEST(api_engine_returns_unknown) {
    PentadGame *game = pentad_game_new("renju", 15, NULL);
    PentadEngine *engine = pentad_engine_new();
    PentadProof proof;
    CHECK("asked", pentad_engine_solve(engine, game, 20, &proof, NULL));
    CHECK_INT("unknown", proof.outcome, PENTAD_UNKNOWN);
    CHECK_INT("no move", proof.move.x, -1);
    pentad_engine_free(engine);
    pentad_game_free(game);
}

TEST(api_engine_proofs_pass_the_check) {
    static const char picture[] = ".........\n.........\n..O.O....\n.........\n..XXX....\n"
                                  ".........\n.........\n.........\n.........\nBlack to move\n";
    PentadGame *game = pentad_game_from_picture("freestyle", picture, NULL);
    PentadEngine *engine = pentad_engine_new();
    PentadProof proof;
    PentadError error;
    CHECK("a game", game != NULL);
    CHECK("nothing yet", !pentad_engine_proof(engine) && !pentad_engine_proof(NULL));
    CHECK("solved", pentad_engine_solve(engine, game, 1000, &proof, &error));
    CHECK_INT("a win", proof.outcome, PENTAD_WIN);
    CHECK_INT("stones", proof.stones, 3);
    CHECK("the line", proof.length > 0 && proof.line[0].x == proof.move.x);
    CHECK("it holds", pentad_proof_check(pentad_engine_proof(engine), &error));
    CHECK("no proof", !pentad_proof_check("{}", &error) && !pentad_proof_check(NULL, &error));
    pentad_engine_free(engine);
    pentad_game_free(game);
}
