#include "base/number.h"
#include "pentad.h"
#include "test.h"

#include <string.h>

static PentadPlayer *opened(const char *description) {
    PentadError error = {0};
    PentadPlayer *player = pentad_player_new(description, &error);
    CHECK_TEXT(description, error.text, "");
    return player;
}

TEST(api_every_player_plays_every_rule_set) {
    for (int p = 0; pentad_player_name(p); p++) {
        PentadPlayer *player = opened(pentad_player_name(p));
        for (int r = 0; pentad_rules_name(r); r++) {
            PentadGame *game = pentad_game_new(pentad_rules_name(r), 2 + 3 * p, NULL);
            for (int i = 0; i < 6 && !pentad_game_is_over(game); i++) {
                PentadPoint point;
                PentadError error = {0};
                CHECK("chosen", pentad_player_choose(player, game, 5, &point, &error));
                CHECK_INT("the game is left alone", pentad_game_move_count(game), i);
                pentad_game_play(game, point.x, point.y, &error);
                CHECK_TEXT("legal", error.text, "");
            }
            pentad_game_free(game);
        }
        pentad_player_free(player);
    }
}

TEST(api_player_takes_its_options) {
    PentadPlayer *players[] = {opened("random:7"), opened("RANDOM:7")};
    PentadGame *game = pentad_game_new("freestyle", 19, NULL);
    for (int i = 0; i < 10; i++) {
        PentadPoint points[2];
        for (int k = 0; k < 2; k++)
            CHECK("chosen", pentad_player_choose(players[k], game, 0, &points[k], NULL));
        CHECK("the same seed, the same move", !memcmp(&points[0], &points[1], sizeof points[0]));
    }
    pentad_game_free(game);
    pentad_player_free(players[0]);
    pentad_player_free(players[1]);
}

TEST(api_player_wins_when_it_can) {
    PentadGame *game = pentad_game_from_picture(
        "freestyle", ".......\n.XXXX..\n.......\n.OOOO..\n.......\n.......\n.......\n", NULL);
    PentadPlayer *player = opened("strong:50");
    PentadPoint point;
    CHECK("chosen", pentad_player_choose(player, game, 0, &point, NULL));
    CHECK("played", pentad_game_play(game, point.x, point.y, NULL));
    CHECK_INT("won", pentad_game_winner(game), PENTAD_BLACK);
    PentadError error = {0};
    CHECK("over", !pentad_player_choose(player, game, 0, &point, &error));
    CHECK_TEXT("over", error.text, "the game is over");
    pentad_player_free(player);
    pentad_game_free(game);
}

TEST(api_invalid_player_is_rejected) {
    static const struct {
        const char *description, *want;
    } rows[] = {
        {"storng", "did you mean 'strong'?"},
        {"strong:soon", "strong: "},
        {"easy:1", "player easy takes no options"},
        {"", "there is no player ''"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        PentadError error = {0};
        CHECK(rows[i].description, !pentad_player_new(rows[i].description, &error));
        if (!strstr(error.text, rows[i].want))
            CHECK_TEXT(rows[i].description, error.text, rows[i].want);
    }
}

// A record may stop in the middle of an opening protocol.
TEST(api_player_rejects_a_choice_of_colours) {
    const char sgf[] = "(;FF[4]GM[4]SZ[15]OPENING[swap];B[hh];W[ih];B[ii])";
    PentadError error = {0};
    PentadGame *game =
        pentad_game_read(sgf, strlen(sgf), &(PentadReadOptions){.format = "sgf"}, &error);
    CHECK_TEXT("read", error.text, "");
    PentadPlayer *player = opened("easy");
    PentadPoint point;
    CHECK("no", !pentad_player_choose(player, game, 0, &point, &error));
    CHECK("says why", strstr(error.text, "a choice of colors"));
    CHECK("no move either", !pentad_game_play(game, 0, 0, NULL));
    pentad_player_free(player);
    pentad_game_free(game);
}
