#include "protocol/gomocup.h"

#include "base/clock.h"
#include "base/number.h"
#include "test.h"

#include <string.h>
#include <unistd.h>

static Gomocup *session(const char *player) {
    Error err = {0};
    Gomocup *g = gomocup_new(&(GomocupOptions){.player = player, .analysis_nodes = 50}, &err);
    assert_non_null(g);
    return g;
}

// Sends lines separated by newlines. False once the session is over.
static bool send(Gomocup *g, const char *lines, Str *replies) {
    bool running = true;
    while (*lines && running) {
        size_t len = strcspn(lines, "\n");
        running = gomocup_answer(g, lines, len, replies);
        lines += len + (lines[len] == '\n');
    }
    return running;
}

// The greedy player wins where it can, blocks where it must, and otherwise plays near the center.
// clang-format off
static const struct {
    const char *name, *lines, *replies;
} rows[] = {
    {"first move", "START 15\nBEGIN", "OK\n7,7\n"},
    {"letter case", "start 15\nBegin\ninfo RULE 1\nrestart", "OK\n7,7\nOK\n"},
    {"blanks and tabs", "  START\t15 \r\n TURN 0 , 0 ", "OK\n7,7\n"},
    {"control characters", "\x01START\x02" "15\x7f\nBEGIN", "OK\n7,7\n"},
    {"lines without a command", "\n  \n\r\nSTART 5\n", "OK\n"},
    {"old managers send the size twice", "START 15 15\nBEGIN", "OK\n7,7\n"},
    {"sizes", "START 5\nSTART 20\nSTART 25\nBEGIN", "OK\nOK\nOK\n12,12\n"},
    {"invalid sizes", "START 4\nSTART 26\nSTART\nSTART x\nSTART -15\nSTART 15 x\nSTART 99999999999999999999\nBEGIN",
     "ERROR boards have from 5 to 25 lines, for example 15 or 20\nERROR boards have from 5 to 25 lines, for example 15 or 20\n"
     "ERROR boards have from 5 to 25 lines, for example 15 or 20\nERROR boards have from 5 to 25 lines, for example 15 or 20\n"
     "ERROR boards have from 5 to 25 lines, for example 15 or 20\nERROR boards have from 5 to 25 lines, for example 15 or 20\n"
     "ERROR boards have from 5 to 25 lines, for example 15 or 20\nERROR no game was started; START comes first\n"},
    {"a bad size leaves the game", "START 15\nSTART 99\nBEGIN", "OK\nERROR boards have from 5 to 25 lines, for example 15 or 20\n7,7\n"},
    {"rectangles", "RECTSTART 10,12\nSTART 15 16\nRECTSTART 30,30\nRECTSTART 10\nRECTSTART 9, 9\nBEGIN",
     "ERROR only square boards are supported, not 10,12\nERROR only square boards are supported, not 15,16\n"
     "ERROR boards have from 5 to 25 lines, for example 15 or 20\nERROR a rectangle is WIDTH,HEIGHT\nOK\n4,4\n"},
    {"before START", "TURN 1,1\nRESTART\nBEGIN\nBOARD\nTAKEBACK 1,1\nPLAY 1,1\nYXSHOWFORBID",
     "ERROR no game was started; START comes first\nERROR no game was started; START comes first\nERROR no game was started; START comes first\n"
     "ERROR no game was started; START comes first\nERROR no game was started; START comes first\nERROR no game was started; START comes first\n"
     "ERROR no game was started; START comes first\n"},
    {"unknown", "FOO\nSTARTX 15\nSTART15\n7,7\nDONE\nYXFOO", "UNKNOWN command 'FOO'\nUNKNOWN command 'STARTX'\nUNKNOWN command 'START15'\nUNKNOWN command '7,7'\nUNKNOWN command 'DONE'\nUNKNOWN command 'YXFOO'\n"},
    {"turns", "START 15\nTURN 7,7\nTURN 7,7\nTURN 15,0\nTURN 1\nTURN\nTURN -1,-1\nTURN 1,1 2,2",
     "OK\n6,6\nERROR there is already a stone on 7,7\nERROR a point is x,y with both from 0 to 14\nERROR a point is x,y with both from 0 to 14\n"
     "ERROR a point is x,y with both from 0 to 14\nERROR a point is x,y with both from 0 to 14\nERROR expected a single point\n"},
    {"BEGIN wants an empty board", "START 15\nTURN 7,7\nBEGIN\nRESTART\nBEGIN", "OK\n6,6\nERROR BEGIN is for an empty board; there are 2 stones\nOK\n7,7\n"},
    {"wins and blocks", "START 15\nBOARD\n0,0,1\n0,1,2\n1,0,1\n1,1,2\n2,0,1\n2,1,2\n3,0,1\n3,1,2\nDONE\nRESTART\nBOARD\n0,0,2\n5,5,1\n1,0,2\n6,7,1\n2,0,2\n9,9,1\n3,0,2\nDONE",
     "OK\n4,0\nOK\n4,0\n"},
    {"an empty BOARD", "START 15\nBOARD\nDONE\nTURN 0,0", "OK\n7,7\n6,6\n"},
    {"BOARD on one line", "START 15\nBOARD 0,0,2 5,5,1 1,0,2 6,7,1 2,0,2 9,9,1 3,0,2 DONE", "OK\n4,0\n"},
    {"BOARD half on its line", "START 15\nboard 0,0,2 5,5,1\n1,0,2 6,7,1\n2, 0, 2\n9,9,1 3,0,2 done", "OK\n4,0\n"},
    {"unordered stones", "START 15\nBOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n9,9,1\n5,5,1\n6,7,1\nDONE", "OK\n4,0\n"},
    {"stones that do not alternate", "START 15\nBOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\nDONE", "OK\n4,0\n"},
    {"stones of continuous games", "START 15\nBOARD\n0,0,1\n1,0,3\nDONE\nBEGIN", "OK\nERROR stones with a 3 belong to continuous games, which are not supported\n7,7\n"},
    {"a bad BOARD changes nothing", "START 15\nTURN 7,7\nBOARD\n1,1,1\n1,1,2\nDONE\nBOARD\n1,1,4\nDONE\nBOARD\n1,1\nDONE\nBOARD\n99,1,1\nDONE\nBOARD\nhello there\n1,1,1\nDONE\nTURN 6,6",
     "OK\n6,6\nERROR there is already a stone on 1,1\nERROR a stone of BOARD is x,y,1 for your own or x,y,2\nERROR a stone of BOARD is x,y,1 for your own or x,y,2\n"
     "ERROR a point is x,y with both from 0 to 14\nERROR a point is x,y with both from 0 to 14\nERROR there is already a stone on 6,6\n"},
    {"BOARD aborted", "START 15\nBOARD\n1,1,1\nINFO timeout_turn 5\nBEGIN\nDONE", "OK\nMESSAGE BOARD was not DONE when BEGIN came\n7,7\nUNKNOWN command 'DONE'\n"},
    {"a won position", "START 15\nYXBOARD 0,0,1 0,1,1 0,2,1 0,3,1 0,4,1 DONE\nTURN 7,7", "OK\nERROR the game is over: Black wins by five in a row\n"},
    {"a BOARD without an answer is dropped", "START 15\nTURN 7,7\nBOARD 0,0,1 1,0,1 2,0,1 3,0,1 4,0,1 7,9,2 DONE\nTAKEBACK 0,0\nTAKEBACK 6,6\nTAKEBACK 7,7",
     "OK\n6,6\nERROR the game is over: Black wins by five in a row\nERROR there is no stone on 0,0\nOK\nOK\n"},
    {"a winning TURN is dropped", "START 15\nYXBOARD 0,0,2 0,1,2 0,2,2 0,3,2 DONE\nTURN 0,4\nTURN 9,9", "OK\nERROR the game is over: Black wins by five in a row\n0,4\n"},
    {"six do not win in standard rules", "START 15\nINFO rule 1\nBOARD 0,0,1 0,1,1 0,2,1 0,3,1 0,4,1 0,5,1 DONE", "OK\n1,1\n"},
    {"TAKEBACK", "START 15\nTURN 7,7\nTAKEBACK 6,6\nTAKEBACK 7,7\nTAKEBACK 7,7\nTAKEBACK x\nBEGIN", "OK\n6,6\nOK\nOK\nERROR there is no stone on 7,7\nERROR a point is x,y with both from 0 to 14\n7,7\n"},
    {"PLAY", "START 15\nPLAY 3,3\nTURN 7,7\nPLAY 7,7", "OK\n3,3\n4,4\nERROR there is already a stone on 7,7\n"},
    {"INFO is never answered", "INFO\nINFO x\nINFO timeout_turn\nINFO timeout_turn x\nINFO rule x\nINFO evaluate 3,3\nINFO folder /tmp/a b\nINFO max_memory 99999999999999999999\nINFO game_type 9\nSTART 15\nINFO nonsense 1\nBEGIN", "OK\n7,7\n"},
    {"INFO before and after START", "INFO timeout_turn 0\nINFO timeout_match 0\nSTART 15\nINFO time_left -5\nBEGIN\nINFO time_left 2147483647\nINFO time_increment 100\nINFO max_node 10\nINFO max_depth 1\nTURN 0,0", "OK\n7,7\n6,6\n"},
    {"huge numbers", "START 15\nINFO timeout_match 9223372036854775807\nINFO time_increment 9223372036854775807\nINFO max_depth 9223372036854775807\n"
     "INFO max_node 9223372036854775807\nINFO timeout_turn 9223372036854775807\nINFO max_memory 9223372036854775807\nBEGIN\nTURN 0,0\nTURN 0,9\n"
     "INFO time_left -9223372036854775808\nTURN 9,0\nINFO rule 9223372036854775807\nRESTART",
     "OK\n7,7\n6,6\n8,8\n5,5\nERROR such rules are not supported; rule is one of 0, 1, 4, 8 and 9\n"},
    {"max_moves", "START 15\nINFO max_moves 3\nTURN 7,7\nTURN 0,0\nINFO max_moves 0\nTURN 0,0", "OK\n6,6\nERROR the game is over: draw: the move limit\n7,6\n"},
    {"strength and pondering", "START 15\nINFO strength 0\nINFO pondering 1\nINFO strength 101\nINFO strength -1\nBEGIN", "OK\n7,7\n"},
    {"unsupported rules", "START 15\nINFO rule 2\nBEGIN\nINFO rule 3\nSTART 15\nINFO rule 16\nBEGIN\nINFO rule -1\nBEGIN\nABOUT2\nINFO rule 9\nBEGIN",
     "OK\nERROR continuous games are not supported; rule is one of 0, 1, 4, 8 and 9\nERROR continuous games are not supported; rule is one of 0, 1, 4, 8 and 9\n"
     "ERROR such rules are not supported; rule is one of 0, 1, 4, 8 and 9\nERROR such rules are not supported; rule is one of 0, 1, 4, 8 and 9\nUNKNOWN command 'ABOUT2'\n7,7\n"},
    {"memory", "START 15\nINFO max_memory 1000000\nBEGIN\nINFO max_memory 0\nBEGIN\nRESTART\nINFO max_memory 8589934592\nBEGIN\nRESTART\nINFO max_memory 25165824\nBEGIN",
     "OK\nERROR max_memory is too small: at least 24 MiB are needed\n7,7\nOK\n7,7\nOK\n7,7\n"},
    {"numbers beyond 64 bits are clamped", "START 15\nINFO max_memory 1000000\nINFO max_memory 99999999999999999999\nBEGIN\nINFO rule 99999999999999999999\nRESTART\nINFO rule -99999999999999999999\nINFO rule 0\nRESTART",
     "OK\n7,7\nERROR such rules are not supported; rule is one of 0, 1, 4, 8 and 9\nOK\n"},
    {"swap2, all its steps", "START 15\nSWAP2BOARD\nDONE\nSWAP2BOARD\n7,7\n8,7\n9,9\nDONE\nSWAP2BOARD\n7,7\n8,7\n9,9\n10,10\n3,3\nDONE", "OK\n7,7 6,6 7,6\n7,6\nSWAP\n"},
    {"the game continues after swap2", "START 15\nSWAP2BOARD 7,7 8,7 9,9 DONE\nTURN 7,6\nTURN 8,6\nBOARD 7,7,2 8,7,1 9,9,2 DONE", "OK\n7,6\nERROR there is already a stone on 7,6\n6,5\n7,6\n"},
    {"bad swap2", "START 15\nSWAP2BOARD 7,7 DONE\nSWAP2BOARD 7,7 7,7 8,8 DONE\nSWAP2BOARD 7,7 8,8 9,9 1,1 2,2 3,3 DONE\nSWAP2BOARD 7,7,1 DONE",
     "OK\nERROR SWAP2BOARD comes with 0, 3 or 5 stones, not with 1\nERROR there is already a stone on 7,7\nERROR SWAP2BOARD comes with 0, 3 or 5 stones, not with 6\n"
     "ERROR a point is x,y with both from 0 to 14\n"},
    {"YXBOARD is not answered", "START 15\nYXBOARD\n0,0,2\n5,5,1\n1,0,2\n6,7,1\n2,0,2\n9,9,1\nDONE\nTURN 3,0", "OK\n4,0\n"},
    {"forbidden points", "START 15\nYXSHOWFORBID\nINFO rule 4\nYXBOARD\n7,7,1\n0,0,2\n8,8,1\n0,2,2\n9,7,1\n0,4,2\n8,6,1\n14,0,2\nDONE\nYXSHOWFORBID", "OK\nFORBID .\nFORBID 0807.\n"},
    {"no answer to these", "STOP\nYXSTOP\nYXHASHCLEAR\nSTART 15\nYXHASHCLEAR\nSTOP\nBEGIN", "OK\n7,7\n"},
    {"END", "START 15\nBOARD\nEND\nSTART 15", "OK\n"},
    {"ABOUT", "ABOUT", "name=\"Pentad\", version=\"" PENTAD_VERSION "\", author=\"the Pentad authors\", country=\"\", www=\"\", email=\"\"\n"},
};
// clang-format on

TEST(gomocup_rows) {
    for (int i = 0; i < COUNT(rows); i++) {
        Gomocup *g = session("greedy");
        Str replies = {0};
        bool running = send(g, rows[i].lines, &replies);
        CHECK_TEXT(rows[i].name, str_text(&replies), rows[i].replies);
        CHECK_INT(rows[i].name, running, strcmp(rows[i].name, "END") != 0);
        str_release(&replies);
        gomocup_free(g);
    }
}

// After YXSHOWINFO unknown commands are not answered.
TEST(gomocup_tells_a_gui_the_limits_of_the_machine) {
    Gomocup *g = session("greedy");
    Str replies = {0}, wanted = {0};
    str_add(&wanted,
            "MESSAGE Pentad " PENTAD_VERSION
            "\nMESSAGE INFO MAX_THREAD_NUM %ld\nMESSAGE INFO MAX_HASH_SIZE 22\nOK\n",
            sysconf(_SC_NPROCESSORS_ONLN));
    send(g, "YXSHOWINFO\nFOO\nABOUT2\nSTART 15", &replies);
    CHECK_TEXT("YXSHOWINFO", str_text(&replies), str_text(&wanted));
    str_release(&replies);
    str_release(&wanted);
    gomocup_free(g);
}

TEST(gomocup_names_the_unknown_player) {
    Error err = {0};
    assert_null(gomocup_new(&(GomocupOptions){.player = "nobody"}, &err));
    assert_true(strstr(err.text, "nobody") != NULL);
}

// A position without an easy win and one minute per move, so that only another limit ends the
// search soon.
static const char quiet[] = "START 15\nINFO timeout_turn 60000\nINFO timeout_match 0\n"
                            "INFO time_left 2147483647\nINFO max_node 0\nINFO max_depth 0\n"
                            "YXBOARD 7,7,2 7,8,1 DONE\n";

static const struct {
    const char *name, *info;
} limits[] = {
    {"at once", "INFO timeout_turn 0\n"},      {"a short turn", "INFO timeout_turn 100\n"},
    {"no time left", "INFO time_left -100\n"}, {"little time left", "INFO time_left 1000\n"},
    {"few positions", "INFO max_node 1000\n"}, {"little depth", "INFO max_depth 2\n"},
    {"a weak player", "INFO strength 10\n"},
};

// Clearly below one minute rather than close to the limit, because the machine may be busy.
enum { SOON_MS = 20000 };

TEST(gomocup_keeps_limits) {
    Gomocup *g = session("strong");
    Str replies = {0};
    for (int i = 0; i < COUNT(limits); i++) {
        send(g, quiet, &replies);
        send(g, limits[i].info, &replies);
        str_clear(&replies);
        int64_t start = clock_now_ms();
        send(g, "TURN 9,9", &replies);
        CHECK(limits[i].name, clock_now_ms() - start <= SOON_MS);
        CHECK(limits[i].name, strchr(str_text(&replies), ',') != NULL);
    }
    str_release(&replies);
    gomocup_free(g);
}

// The manager does not send time_left, so the program has to count.
TEST(gomocup_counts_the_time_of_a_game) {
    Gomocup *g = session("strong");
    Str replies = {0};
    int64_t start = clock_now_ms();
    send(g, "START 15\nINFO timeout_turn 60000\nINFO timeout_match 400\nBEGIN", &replies);
    for (int x = 0; x < 15; x += 2) {
        str_clear(&replies);
        char turn[16];
        snprintf(turn, sizeof turn, "TURN %d,0", x);
        send(g, turn, &replies);
        CHECK(turn, strchr(str_text(&replies), ',') != NULL ||
                        strstr(str_text(&replies), "over") != NULL);
    }
    CHECK("all moves", clock_now_ms() - start <= SOON_MS);
    str_release(&replies);
    gomocup_free(g);
}

TEST(gomocup_uses_the_time_it_has) {
    Gomocup *g = session("strong");
    Str replies = {0};
    send(g, quiet, &replies);
    int64_t start = clock_now_ms();
    send(g, "INFO timeout_turn 300\nTURN 9,9", &replies);
    assert_true(clock_now_ms() - start >= 100);
    str_release(&replies);
    gomocup_free(g);
}

// ---- Hostile sessions

static const char *const seeds[] = {
    "START 15\nINFO timeout_turn 1\nBEGIN\nTURN 0,0\nTAKEBACK "
    "0,0\nBOARD\n7,7,1\n8,8,2\nDONE\nEND\n",
    "INFO rule 4\nSTART "
    "9\nSWAP2BOARD\n4,4\n5,5\n6,6\nDONE\nYXBOARD\n1,1,1\n2,2,2\nDONE\nYXSHOWFORBID\n",
    "START 5\nINFO timeout_match 10\nINFO time_left -1\nINFO max_memory 30000000\nPLAY 1,1\nTURN "
    "2,2\nRESTART\nYXSHOWINFO\nYXNBEST 2\nYXBLOCK\n3,3\nDONE\nYXBALANCETWO 0\nYXBLOCKRESET\n",
};

static void mutate(char *text, size_t len, Rng *rng) {
    static const char alphabet[] = "0123456789,,,\n\n \tDONEBOARDTURNSTART-+\r\x01\xff";
    int changes = 1 + rng_below(rng, 12);
    for (int i = 0; i < changes; i++) {
        size_t at = (size_t)rng_below(rng, (int)len);
        if (rng_below(rng, 3) == 0) { // copy a piece from elsewhere
            size_t from = (size_t)rng_below(rng, (int)len);
            size_t room = len - (at > from ? at : from);
            memmove(text + at, text + from, room < 12 ? room : 12);
        } else {
            text[at] = alphabet[rng_below(rng, COUNT(alphabet) - 1)];
        }
    }
}

TEST(gomocup_survives_mutated_sessions) {
    Rng rng = {7};
    for (int i = 0; i < 600; i++) {
        char text[400] = {0};
        const char *seed = seeds[i % COUNT(seeds)];
        size_t len = strlen(seed);
        memcpy(text, seed, len);
        mutate(text, len, &rng);
        Gomocup *g = session(i % 2 ? "greedy" : "random:1");
        Str replies = {0};
        send(g, text, &replies);
        gomocup_free(g);
        g = session("easy");
        gomocup_answer(g, text, len, &replies); // newlines inside a line
        str_release(&replies);
        gomocup_free(g);
    }
}
