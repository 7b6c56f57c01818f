#include "ask.h"
#include "base/number.h"
#include "core/notation.h"

#include <string.h>

static const struct {
    const char *description, *error; // error NULL: it opens
} descriptions[] = {
    {"random", NULL},
    {"random:7", NULL},
    {"random:", "a value must follow the colon"},
    {"RANDOM:0", NULL},
    {"easy", NULL},
    {"greedy", NULL},
    {"greedy:", "a value must follow the colon"},
    {"gredy", "there is no player 'gredy'; did you mean 'greedy'?"},
    {"gredy:5", "there is no player 'gredy'; did you mean 'greedy'?"},
    {"",
     "there is no player ''; it is one of: random, easy, greedy, beginner, level, strong, perfect"},
    {"stockfish", "there is no player 'stockfish'; it is one of: random, easy, greedy, beginner, "
                  "level, strong, perfect"},
    {"easy:3", "player easy takes no options; '3' follows it"},
    {"random:x", "random: seed: 'x' is not a whole number"},
    {"random:-1", "random: seed: -1 is less than 0"},
    {"level", NULL},
    {"level:", "a value must follow the colon"},
    {"beginner", NULL},
    {"beginner:2,7", NULL},
    {"beginner:3", "beginner: 3 is not between 1 and 2"},
    {"beginner:1,x", "beginner: seed: 'x' is not a whole number"},
    {"level:-2,7", NULL},
    {"level:-3", "level: -3 is not between -2 and 10"},
    {"level:0", "level: there is no level 0; below level 1 are -1 (novice) and -2 (first steps)"},
    {"strong:100,,nodes=5,", NULL},
    {"strong:nodes=5,b.net", "strong: 'b.net' is not a whole number"},
    {"strong:net=a\\,b.net,nodes=5", NULL},
    {"strong:net=a.net,speed=5",
     "strong: 'speed' is not an engine setting; settings are time, nodes, depth, threads, memory, "
     "weights, net"},
};

TEST(player_open_knows_names_and_reports_errors) {
    for (int i = 0; i < COUNT(descriptions); i++) {
        const char *row = descriptions[i].description;
        Player p = {0};
        Error err = {0};
        CHECK_INT(row, player_open(row, &p, &err), descriptions[i].error == NULL);
        if (descriptions[i].error)
            CHECK_TEXT(row, err.text, descriptions[i].error);
        player_close(&p);
        CHECK(row, p.kind == NULL);
    }
}

TEST(strong_accepts_an_escaped_comma_in_a_file_name) {
    Player p;
    Error err = {0};
    CHECK("opens", player_open("strong:net=/none\\,such\\\\.net,nodes=5", &p, &err));
    CHECK("is not there", !player_prepare(&p, &rules_freestyle, &err));
    CHECK_TEXT("told", err.text, "/none,such\\\\.net: No such file or directory");
    player_close(&p);
}

static bool third_time(void *context) {
    return ++*(int *)context >= 3;
}

TEST(player_ponders_until_it_is_stopped) {
    Error err = {0};
    Game g;
    game_init(&g, &(GameOptions){.rules = &rules_freestyle, .size = 15});
    for (int i = 0; player_kind_at(i); i++) {
        const char *name = player_kind_name(i);
        Player p = {0};
        int asked = 0;
        CHECK(name, player_open(name, &p, &err));
        player_ponder(&p, &g, (StopToken){third_time, &asked});
        CHECK_INT(name, asked, player_ponders(&p) ? 3 : 0);
        CHECK_INT(name, g.count, 0);
        player_close(&p);
    }
}

// Fails if a game does not end before the history is full.
static void check_game(const char *row, const GameOptions *options, const char *const names[2]) {
    Game g;
    game_init(&g, options);
    Player players[2] = {0};
    Error err = {0};
    for (int i = 0; i < 2; i++)
        CHECK(row, player_open(names[i], &players[i], &err));
    while (game_result(&g).reason == END_NONE) {
        Point p = ask_player(row, &players[game_seat(&g)], &g, (Budget){0});
        CHECK_INT(row, game_play(&g, p), PLAY_OK);
    }
    for (int i = 0; i < 2; i++)
        player_close(&players[i]);
}

TEST(players_make_only_legal_moves_under_every_rule_and_opening) {
    static const char *const pairs[][2] = {{"random:1", "easy"},
                                           {"easy", "random:2"},
                                           {"greedy", "random:3"},
                                           {"random:4", "greedy"},
                                           {"beginner:1,5", "beginner:2,6"}};
    for (int i = 0; rules_at(i); i++)
        for (int j = 0; opening_rule_at(j); j++)
            for (int k = 0; k < COUNT(pairs); k++)
                check_game(
                    rules_name(i),
                    &(GameOptions){.rules = rules_at(i), .opening = opening_rule_at(j), .size = 9},
                    pairs[k]);
}

// Long enough for every opening: swap2 takes six stones and answers, then comes a normal move.
static void check_opening(const char *row, Player *p, const GameOptions *options) {
    enum { PLIES = 8, A_SHORT_WHILE_MS = 2 };
    Game g;
    game_init(&g, options);
    for (int ply = 0; ply < PLIES; ply++) {
        Point move = ask_player(row, p, &g, (Budget){.ms = A_SHORT_WHILE_MS});
        CHECK_INT(row, game_play(&g, move), PLAY_OK);
    }
}

TEST(levels_play_legally_in_every_opening_under_every_rule) {
    static const char *const names[] = {"level:-2,1",      "level:-1,1", "level:1,1", "level:2,1",
                                        "level:3,1",       "level:4,1",  "level:5,1", "level:6,1",
                                        "level:7,1",       "level:8,1",  "level:9,1", "level:10,1",
                                        "strong:nodes=300"};
    for (int k = 0; k < COUNT(names); k++)
        for (int i = 0; rules_at(i); i++) {
            Player p = {0};
            Error err = {0};
            CHECK(names[k], player_open(names[k], &p, &err));
            for (int j = 0; opening_rule_at(j); j++)
                check_opening(names[k], &p,
                              &(GameOptions){
                                  .rules = rules_at(i), .opening = opening_rule_at(j), .size = 15});
            player_close(&p);
        }
}

// The zone of the opening is most of the board, corners included; a level still plays close to its
// stone.
TEST(levels_stay_close_in_the_zone_of_an_opening) {
    static const char *const names[] = {"level:4,1", "level:7,1", "strong:nodes=2000"};
    static const char *const stones[] = {"h8", "i9"};
    for (int i = 0; i < COUNT(names); i++) {
        Game g;
        Player p = {0};
        Error err = {0};
        game_init(&g, &(GameOptions){.opening = &opening_pro, .size = 15});
        for (int j = 0; j < COUNT(stones); j++) {
            Point at;
            CHECK(stones[j], point_parse(stones[j], NOTATION_POS, 15, &at, &err));
            CHECK_INT(stones[j], game_play(&g, at), PLAY_OK);
        }
        CHECK(names[i], player_open(names[i], &p, &err));
        Point move = ask_player(names[i], &p, &g, (Budget){0});
        int distance = point_distance(move, point_center(15));
        CHECK(names[i], distance == 3 || distance == 4);
        player_close(&p);
    }
}

TEST(players_without_opening_knowledge_place_near_the_center_and_keep_their_colour) {
    static const char *const expected[] = {"d4", "c5", "d5"};
    Game g;
    game_init(&g, &(GameOptions){.opening = &opening_swap2, .size = 7});
    Player p = {0};
    Error err = {0};
    Str text = {0};
    CHECK("open", player_open("random:1", &p, &err));
    for (int i = 0; i < COUNT(expected); i++) {
        Point move = ask_player(expected[i], &p, &g, (Budget){0});
        str_clear(&text);
        point_format(move, NOTATION_POS, 7, &text);
        CHECK_TEXT("stone", str_text(&text), expected[i]);
        CHECK_INT(expected[i], game_play(&g, move), PLAY_OK);
    }
    CHECK_INT("answer", ask_player("answer", &p, &g, (Budget){0}), POINT_STAY);
    str_release(&text);
    player_close(&p);
}

static const struct {
    const char *name, *stones; // notation POS, separated by blanks
    Point want;
} choices[] = {
    {"the side with two stones in the centre, if it is the other", "h8 a1 h9", POINT_SWAP},
    {"the side with the move, if Black stands in the corners", "a1 h8 a15", POINT_STAY},
    {"also after five stones", "a1 h8 o1 h9 a15", POINT_SWAP},
    {"and the other way round", "h8 a1 h9 o15 i9", POINT_STAY},
};

// Swap2: a choice after three stones, or the opponent's choice after two more.
TEST(players_choose_the_better_side) {
    static const char *const names[] = {"strong:nodes=5000", "level:5,1"};
    for (int i = 0; i < COUNT(choices) * COUNT(names); i++) {
        const char *row = choices[i / 2].name;
        Game g;
        game_init(&g,
                  &(GameOptions){.rules = &rules_freestyle, .opening = &opening_swap2, .size = 15});
        Player p;
        Error err = {0};
        char stones[64];
        snprintf(stones, sizeof stones, "%s", choices[i / 2].stones);
        int placed = 0;
        for (char *rest = stones, *word; (word = strtok_r(rest, " ", &rest)); placed++) {
            Point at;
            if (placed == 3)
                CHECK_INT(row, game_play(&g, POINT_MORE), PLAY_OK);
            CHECK(row, point_parse(word, NOTATION_POS, 15, &at, &err));
            CHECK_INT(row, game_play(&g, at), PLAY_OK);
        }
        CHECK(row, player_open(names[i % 2], &p, &err));
        CHECK_INT(row, ask_player(row, &p, &g, (Budget){0}), choices[i / 2].want);
        player_close(&p);
    }
}
