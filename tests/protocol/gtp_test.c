#include "protocol/gtp.h"

#include "base/number.h"
#include "published_net.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *name;
    const char *lines;   // separated by newlines
    const char *replies; // all of them, to the byte
} Row;

static void check_rows(const GtpOptions *options, const Row *rows, int count) {
    for (int i = 0; i < count; i++) {
        Error err = {0};
        Gtp *g = gtp_new(options, &err);
        CHECK(rows[i].name, g != NULL);
        Str replies = {0};
        for (const char *line = rows[i].lines; *line;) {
            size_t len = strcspn(line, "\n");
            gtp_answer(g, line, len, &replies);
            line += len + (line[len] == '\n');
        }
        CHECK_TEXT(rows[i].name, str_text(&replies), rows[i].replies);
        str_release(&replies);
        gtp_free(g);
    }
}

// clang-format off
static const Row course_rows[] = {
    {"undo", "play b a1\nplay b a2\nundo\ngogui-rules_side_to_move\nundo\nundo",
     "= \n\n= \n\n= \n\n= white\n\n= \n\n? cannot undo\n\n"},
    {"undo reopens a won game",
     "gogui-play_sequence b a1 b a2 b a3 b a4 b a5\ngogui-rules_final_result\nundo\ngogui-rules_final_result",
     "= \n\n= black\n\n= \n\n= unknown\n\n"},
    {"several at once", "play b a1\nplay w a2\ngg-undo 3\ngg-undo 2\nplay b a2\ngg-undo\ngg-undo 0\ngg-undo x",
     "= \n\n= \n\n? cannot undo\n\n= \n\n= \n\n= \n\n? 0 is not between 1 and 1024\n\n? 'x' is not a whole number\n\n"},
    {"a sequence", "gogui-play_sequence b a1 w a2 b pass\ngogui-rules_side_to_move\nplay w a2",
     "= \n\n= white\n\n= illegal move: \"a2\" occupied\n\n"},
    {"a sequence with a bad move changes nothing",
     "play b a1\ngogui-play_sequence w a2 b a1\ngogui-play_sequence w a2 b\ngogui-play_sequence w a2 x a3\n"
     "gogui-play_sequence w a2 b a9\ngogui-rules_side_to_move\nplay w a2\nundo\nundo\nundo",
     "= \n\n? illegal move: \"a1\" occupied\n\n? 'b' must be followed by a point\n\n? 'x' is not a color: b or w\n\n"
     "? 'a9' is not a point of the board; the last one is G7\n\n= white\n\n= \n\n= \n\n= \n\n? cannot undo\n\n"},
    {"an empty sequence", "gogui-play_sequence", "= \n\n"},
    {"set-up stones are not moves", "gogui-setup b a1 w a2 b a3\ngogui-rules_side_to_move\nundo\nplay w a3\ngogui-setup b a4",
     "= \n\n= black\n\n? cannot undo\n\n= illegal move: \"a3\" occupied\n\n? the board is not empty\n\n"},
    {"bad set-ups change nothing", "gogui-setup b a1 w a1\ngogui-setup b pass\ngogui-setup b z9\ngogui-setup b\nplay b a1",
     "? illegal move: \"a1\" occupied\n\n? illegal move: \"pass\" is not a stone\n\n"
     "? 'z9' is not a point of the board; the last one is G7\n\n? 'b' must be followed by a point\n\n= \n\n"},
    {"side to move after a set-up", "gogui-setup w a1\ngogui-setup_player w\ngogui-rules_side_to_move\nplay w a2\ngogui-setup_player b\ngogui-setup_player x",
     "= \n\n= \n\n= white\n\n= \n\n? moves have been played already\n\n? 'x' is not a color: b or w\n\n"},
    {"a set-up has won", "gogui-setup b a1 b b1 b c1 b d1 b e1\npentad-result", "= \n\n= Black wins by five in a row\n\n"},
    {"a set-up that both have won", "gogui-setup b a1 b b1 b c1 b d1 b e1 w a2 w b2 w c2 w d2 w e2\npentad-result\ngogui-setup_player w\npentad-result",
     "= \n\n= White wins by five in a row\n\n= \n\n= Black wins by five in a row\n\n"},
    {"clocks", "time_settings 60 0 0\ntime_left b 10 0\ntime_left x 1 1\ntime_left b -1 0\ntime_settings 1\ntime_settings 1.5 0 0",
     "= \n\n= \n\n? 'x' is not a color: b or w\n\n? -1 is less than 0\n\n"
     "? Usage: time_settings MAIN PERIOD STONES\n\n? '1.5' is not a whole number\n\n"},
    {"the course's limits", "timelimit 1\ntimelimit 100\ntimelimit 0\ntimelimit 101\ntimelimit\n",
     "= \n\n= \n\n? 0 is not between 1 and 100\n\n? 101 is not between 1 and 100\n\n? Usage: timelimit SECONDS\n\n"},
    {"a policy", "boardsize 5\ngogui-play_sequence b a1 w a5 b b1 w b5 b c1 w c5 b d1 w d5\npolicy_moves\npolicy rule_based\npolicy_moves\nplay b pass\nplay w pass\nundo\npolicy_moves\npolicy minimax",
     "= \n\n= \n\n= Random A2 A3 A4 B2 B3 B4 C2 C3 C4 D2 D3 D4 E1 E2 E3 E4 E5\n\n= \n\n= Win E1\n\n= \n\n= \n\n= \n\n= Win E5\n\n"
     "? 'minimax' is not a policy: random or rule_based\n\n"},
    {"a policy blocks", "policy rule_based\ngogui-play_sequence w a1 w b1 w c1 w d1\npolicy_moves",
     "= \n\n= \n\n= BlockWin E1\n\n"},
    {"open fours", "policy rule_based\ngogui-play_sequence w c4 w d4 w e4 b pass\npolicy_moves\nplay w pass\npolicy_moves",
     "= \n\n= \n\n= OpenFour B4 F4\n\n= \n\n= BlockOpenFour B4 F4\n\n"},
    {"no moves after the end", "gogui-play_sequence b a1 b a2 b a3 b a4 b a5\npolicy_moves\npentad-winning_moves\npentad-best_line\npentad-result",
     "= \n\n= \n\n= \n\n= \n\n= Black wins by five in a row\n\n"},
    {"solve a small board", "boardsize 3\nsolve", "= \n\n= draw A3\n\n"},
    {"solve a four", "gogui-play_sequence b c1 b d1 b e1 b f1\nplay w g1\nsolve", "= \n\n= \n\n= b B1\n\n"},
    {"solve for the side that loses", "gogui-play_sequence b b2 b c2 b d2 b e2\nsolve", "= \n\n= b\n\n"},
    {"solve when it is over", "gogui-play_sequence w a1 w a2 w a3 w a4 w a5\nsolve", "= \n\n= w\n\n"},
    {"komi is a number", "komi x\nkomi 7\nkomi -0.5", "? 'x' is not a number\n\n= \n\n= \n\n"},
    {"colours of genmove", "genmove x\ngenmove black\nlegal_moves e\nreg_genmove z",
     "? 'x' is not a color: b or w\n\n? 'black' is not a color: b or w\n\n? 'e' is not a color: b or w\n\n? 'z' is not a color: b or w\n\n"},
    {"reg_genmove at the end", "gogui-play_sequence b a1 b a2 b a3 b a4 b a5\nreg_genmove w", "= \n\n= resign\n\n"},
    {"files", "loadsgf\nloadsgf /nonexistent/x.sgf\nloadsgf -\nloadsgf a.sgf 0\nprintsgf -",
     "? Usage: loadsgf FILE [MOVE]\n\n? cannot load file: /nonexistent/x.sgf: No such file or directory\n\n"
     "? cannot load file: '-' is not a file\n\n? 0 is less than 1\n\n? cannot save file: '-' is not a file\n\n"},
};

static const Row gogui_rows[] = {
    {"threats as a drawing", "gogui-play_sequence b C3 w C5 b D3 w D5 b E3 w E5 b F3 w F5\npentad-gfx_threats\npass\nclear_board\npentad-gfx_threats",
     "=\n\n= SQUARE B3 G3\nMARK B5 G5\nTEXT SQUARE: a win, MARK: stops a five\n\n? unknown command\n\n=\n\n= TEXT no threats\n\n"},
    {"open fours as a drawing", "gogui-play_sequence b C3 w C9 b D3 w D9 b E3 w E9\npentad-gfx_threats",
     "=\n\n= CIRCLE B3 F3\nTRIANGLE B9 F9\nTEXT CIRCLE: an open four, TRIANGLE: stops open fours\n\n"},
    {"nothing to draw after the end", "gogui-play_sequence b A1 b A2 b A3 b A4 b A5\npentad-gfx_best_moves\npentad-gfx_heat\nlz-analyze",
     "=\n\n=\n\n=\n\n=\n\n"},
    {"GTP basics", "name\nunknown\n5 play black A1\nplay WHITE a2\nplay b A1\nplay x A1\nplay b I9\n7 clear_board # and this",
     "= Pentad\n\n? unknown command\n\n=5\n\n=\n\n? illegal move: \"a1\" occupied\n\n? illegal move: \"x\" wrong color\n\n"
     "? illegal move: \"i9\" wrong coordinate\n\n=7\n\n"},
    {"upper case", "boardsize 2\ngogui-rules_legal_moves\nplay b a1\ngogui-rules_board",
     "=\n\n= A1 A2 B1 B2\n\n=\n\n= ..\nX.\n\n"},
    {"a drawn board", "boardsize 5\nplay b c3\nplay w D4\nshowboard",
     "=\n\n=\n\n=\n\n= \n   A B C D E\n 5 . . . . . 5\n 4 . . .(O). 4\n 3 . . X . . 3\n 2 . . . . . 2\n 1 . . . . . 1\n   A B C D E\n\n"},
    {"a winning move", "gogui-play_sequence b H8 w A1 b J8 w A2 b K8 w A3 b L8 w A4\npentad-winning_moves\npentad-policy_moves\npentad-forbidden_points",
     "=\n\n= G8 M8\n\n= G8 M8\n\n=\n\n"},
    {"the game as SGF", "boardsize 9\nplay b E5\nplay w pass\nprintsgf",
     "=\n\n=\n\n=\n\n= (;FF[4]CA[UTF-8]AP[Pentad]SZ[9]RU[Freestyle]\n;B[ee];W[])\n\n"},
    {"GoGui start-up", "gogui-version 1.6.0\ngogui-title\nprotocol_version", "=\n\n= Pentad, freestyle\n\n= 2\n\n"},
};

static const Row renju_rows[] = {
    {"a set-up with six black stones in a row", "gogui-setup b A1 b B1 b C1 b D1 b E1 b F1\npentad-result", "=\n\n= not over\n\n"},
    {"a foul is rejected and listed", "gogui-play_sequence b G8 w A1 b F8 w A3 b H7 w A5 b H6 w A7\npentad-forbidden_points\nplay b H8\nplay w H8",
     "=\n\n= H8\n\n? illegal move: \"h8\" forbidden to Black: a double three\n\n=\n\n"},
};
// clang-format on

TEST(gtp_answers_rows_of_the_course_profile) {
    check_rows(&(GtpOptions){.player = "random:1"}, course_rows, COUNT(course_rows));
}

TEST(gtp_answers_rows_of_the_gogui_profile) {
    check_rows(&(GtpOptions){.profile = GTP_GOGUI}, gogui_rows, COUNT(gogui_rows));
}

TEST(gtp_answers_rows_of_renju) {
    check_rows(&(GtpOptions){.profile = GTP_GOGUI, .rules = &rules_renju}, renju_rows,
               COUNT(renju_rows));
}

// The reply to one command without its frame; points into `reply`.
static const char *ask(Gtp *g, const char *line, Str *reply) {
    str_clear(reply);
    gtp_answer(g, line, strlen(line), reply);
    CHECK(line, reply->len >= 4 && reply->data[0] == '=');
    str_cut(reply, reply->len - 2);
    return str_text(reply) + 2;
}

TEST(gtp_genmove_is_uniform) {
    enum { POINTS = 25, DRAWS_EACH = 400 };
    int counts[POINTS] = {0};
    Error err = {0};
    Gtp *g = gtp_new(&(GtpOptions){.size = 5, .player = "random:42"}, &err);
    Str reply = {0};
    for (int i = 0; i < POINTS * DRAWS_EACH; i++) {
        const char *move = ask(g, "genmove b", &reply);
        counts[(move[0] - 'a') * 5 + move[1] - '1']++;
        ask(g, "undo", &reply);
    }
    double chi_square = 0;
    for (int i = 0; i < POINTS; i++)
        chi_square += (counts[i] - DRAWS_EACH) * (counts[i] - DRAWS_EACH) / (double)DRAWS_EACH;
    // Chi-squared with 24 degrees of freedom: 0.1 % are above 51.2, and 0.1 % below 6.4.
    CHECK("not too uneven", chi_square < 51.2);
    CHECK("not too even", chi_square > 6.4);
    str_release(&reply);
    gtp_free(g);
}

TEST(gtp_reg_genmove_repeats_its_move_and_does_not_play_it) {
    Error err = {0};
    Gtp *g = gtp_new(&(GtpOptions){0}, &err);
    Str reply = {0}, first = {0};
    str_add_text(&first, ask(g, "reg_genmove b", &reply));
    for (int i = 0; i < 20; i++)
        CHECK_TEXT("again", ask(g, "reg_genmove b", &reply), str_text(&first));
    ask(g, "genmove w", &reply);
    ask(g, "undo", &reply);
    CHECK_TEXT("whatever was played", ask(g, "reg_genmove b", &reply), str_text(&first));
    CHECK_TEXT("nothing played", ask(g, "gogui-rules_side_to_move", &reply), "black");
    str_release(&reply);
    str_release(&first);
    gtp_free(g);
}

TEST(gtp_knows_every_command_it_lists) {
    Error err = {0};
    Gtp *g = gtp_new(&(GtpOptions){.profile = GTP_GOGUI}, &err);
    Str list = {0}, line = {0}, reply = {0};
    const char *names = ask(g, "list_commands", &list);
    int count = 0;
    for (const char *name = names; *name; count++) {
        size_t len = strcspn(name, "\n");
        str_clear(&line);
        str_add(&line, "known_command %.*s", (int)len, name);
        CHECK_TEXT(str_text(&line), ask(g, str_text(&line), &reply), "true");
        name += len + (name[len] == '\n');
    }
    CHECK("all are listed", gtp_command_at(count) == NULL && gtp_command_at(count - 1) != NULL);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            CHECK(gtp_command_at(i)->name,
                  strcmp(gtp_command_at(i)->name, gtp_command_at(j)->name) != 0);
    str_release(&list);
    str_release(&line);
    str_release(&reply);
    gtp_free(g);
}

static int count_of(const char *text, const char *word) {
    int n = 0;
    while ((text = strstr(text, word))) {
        text += strlen(word);
        n++;
    }
    return n;
}

static const struct {
    const char *command, *begins, *has, *has_not;
    int moves; // number of "info move"
} analyze_rows[] = {
    {"lz-analyze", "=\ninfo move ", " order 4 ", "info move C3 ", 5},
    {"7 analyze b 10", "=7\ninfo move ", " order 4 ", "info move C3 ", 5},
    {"lz-analyze 10 maxmoves 2", "=\ninfo move ", " order 1 ", " order 2 ", 2},
    {"lz-analyze maxmoves 2 minmoves 3", "=\ninfo move ", " order 2 ", " order 3 ", 3},
    {"lz-analyze w interval 5 maxmoves 25 avoid w B2,D4 1", "=\ninfo move ", "info move D2 ",
     "info move B2 ", 22},
    {"lz-analyze avoid b D2,D4 1 maxmoves 25", "=\ninfo move ", "info move D2 ", "play ", 24},
    {"lz-analyze allow w B2,D4 1", "=\ninfo move ", "info move B2 ", "info move D2 ", 2},
    {"kata-analyze maxmoves 1", "=\ninfo move ", " winrate 0.", " order 1 ", 1},
    {"lz-genmove_analyze w maxmoves 1", "=\ninfo move ", "\nplay ", " order 1 ", 1},
    {"lz-analyze w -5", "? unknown keyword '-5'", "", "info", 0},
    {"lz-analyze interval", "? interval is followed by a number", "", "info", 0},
    {"lz-analyze maxmoves x", "? maxmoves: 'x' is not a whole number", "", "info", 0},
    {"lz-analyze avoid w A1", "? avoid is followed by a color, points and a number", "", "info", 0},
    {"lz-analyze avoid x A1 1", "? 'x' is not a color: b or w", "", "info", 0},
    {"lz-analyze allow w C3 1", "? allow and avoid leave no legal move", "", "info", 0},
    {"lz-genmove_analyze w allow w A1 1 avoid w A1 1", "? allow and avoid leave no legal move", "",
     "play", 0},
    {"lz-analyze allow w A1,Z9 1", "? 'Z9' is not a point of the board", "", "info", 0},
};

TEST(gtp_analyze_honours_its_arguments) {
    for (int i = 0; i < COUNT(analyze_rows); i++) {
        const char *name = analyze_rows[i].command;
        Error err = {0};
        Gtp *g =
            gtp_new(&(GtpOptions){.profile = GTP_GOGUI, .size = 5, .analysis_nodes = 3000}, &err);
        Str reply = {0};
        gtp_answer(g, "play b C3", strlen("play b C3"), &reply);
        str_clear(&reply);
        gtp_answer(g, name, strlen(name), &reply);
        const char *text = str_text(&reply);
        if (strncmp(text, analyze_rows[i].begins, strlen(analyze_rows[i].begins)) != 0)
            CHECK_TEXT(name, text, analyze_rows[i].begins);
        CHECK(name, strstr(text, analyze_rows[i].has) && !strstr(text, analyze_rows[i].has_not));
        CHECK_INT(name, count_of(text, "info move "), analyze_rows[i].moves);
        CHECK(name, !strcmp(text + reply.len - 2, "\n\n"));
        str_release(&reply);
        gtp_free(g);
    }
}

// Every command of the analyze menu exists and succeeds.
TEST(gtp_analyze_menu_works) {
    Error err = {0};
    Gtp *g = gtp_new(&(GtpOptions){.profile = GTP_GOGUI, .size = 5, .analysis_nodes = 100}, &err);
    Str menu = {0}, reply = {0};
    const char *rows = ask(g, "gogui-analyze_commands", &menu);
    for (const char *row = rows; *row;) {
        size_t len = strcspn(row, "\n");
        const char *command = row + len;
        while (command[-1] != '/')
            command--;
        str_clear(&reply);
        CHECK(row, gtp_answer(g, command, (size_t)(row + len - command), &reply));
        CHECK(row, reply.data[0] == '=');
        row += len + (row[len] == '\n');
    }
    str_release(&menu);
    str_release(&reply);
    gtp_free(g);
}

TEST(gtp_accepts_a_very_long_sequence) {
    Error err = {0};
    Gtp *g = gtp_new(&(GtpOptions){.size = 25}, &err);
    Str line = {0}, reply = {0};
    str_add_text(&line, "gogui-play_sequence b a1");
    for (int i = 0; i < 10000; i++)
        str_add_text(&line, i % 2 ? " b pass" : " w pass");
    ask(g, str_text(&line), &reply);
    CHECK_TEXT("side", ask(g, "gogui-rules_side_to_move", &reply), "white");
    CHECK_TEXT("stone", ask(g, "play w a1", &reply), "illegal move: \"a1\" occupied");
    str_add_text(&line, " w a1");
    str_clear(&reply);
    gtp_answer(g, line.data, line.len, &reply);
    CHECK_TEXT("one bad move at the end", str_text(&reply), "? illegal move: \"a1\" occupied\n\n");
    str_release(&line);
    str_release(&reply);
    gtp_free(g);
}

TEST(gtp_loads_what_it_saved) {
    char path[] = "/tmp/pentad-gtp-XXXXXX";
    int fd = mkstemp(path);
    CHECK("file", fd >= 0);
    close(fd);
    Error err = {0};
    Gtp *g = gtp_new(&(GtpOptions){.size = 9}, &err);
    Str line = {0}, reply = {0};
    ask(g, "gogui-play_sequence b a1 w b2 b c3 w j9", &reply);
    str_add(&line, "printsgf %s", path);
    ask(g, str_text(&line), &reply);
    ask(g, "boardsize 5", &reply);
    str_clear(&line);
    str_add(&line, "loadsgf %s", path);
    ask(g, str_text(&line), &reply);
    CHECK_TEXT("size", ask(g, "gogui-rules_board_size", &reply), "9");
    CHECK_TEXT("all moves", ask(g, "play b j9", &reply), "illegal move: \"j9\" occupied");
    str_add_text(&line, " 3");
    ask(g, str_text(&line), &reply);
    CHECK_TEXT("side", ask(g, "gogui-rules_side_to_move", &reply), "black");
    CHECK_TEXT("up to before the third", ask(g, "play b c3", &reply), "");
    ask(g, "gg-undo 3", &reply);
    unlink(path);
    str_release(&line);
    str_release(&reply);
    gtp_free(g);
}

// The analysis of the board after two stones.
static Str analysis_by(const char *player) {
    Error err = {0};
    Str reply = {0};
    Gtp *g = gtp_new(&(GtpOptions){.profile = GTP_GOGUI, .player = player, .analysis_nodes = 2000},
                     &err);
    CHECK(player, g != NULL);
    const char *const lines[] = {"play b H8", "play w I9", "pentad-gfx_best_moves"};
    for (int i = 0; i < COUNT(lines); i++) {
        str_clear(&reply);
        gtp_answer(g, lines[i], strlen(lines[i]), &reply);
    }
    gtp_free(g);
    return reply;
}

TEST(gtp_analysis_uses_the_net_of_the_player) {
    Str own = analysis_by("strong"), off = analysis_by("strong:net=off"),
        other = analysis_by("random");
    Str path = published_net_path(&rules_freestyle, 15), player = {0};
    str_add(&player, "strong:net=%s", str_text(&path));
    Str file = analysis_by(str_text(&player)), none = analysis_by("strong:net=/none");
    CHECK("without the net", strcmp(str_text(&own), str_text(&off)) != 0);
    CHECK_TEXT("with a net from a file", str_text(&file), str_text(&own));
    CHECK_TEXT("a player that is not an engine: the built-in net", str_text(&other),
               str_text(&own));
    CHECK_TEXT("no net", str_text(&none), "? /none: No such file or directory\n\n");
    Str *all[] = {&own, &off, &other, &file, &none, &path, &player};
    for (int i = 0; i < COUNT(all); i++)
        str_release(all[i]);
}

static bool at_once(void *context) {
    (void)context;
    return true;
}

// A program that embeds a session ends a search. Without that each of these would take an hour.
TEST(gtp_stopped_searches_play_nothing) {
    static const struct {
        const char *line, *want;
    } rows[] = {
        {"genmove b", "? interrupted\n\n"}, {"reg_genmove b", "? interrupted\n\n"},
        {"solve", "= unknown\n\n"},         {"pentad-best_line", NULL},
        {"pentad-gfx_best_moves", NULL},    {"analyze b 360000", NULL},
        {"genmove_analyze b", NULL},
    };
    Error err = {0};
    Gtp *g =
        gtp_new(&(GtpOptions){.profile = GTP_GOGUI, .player = "strong:3600000", .size = 15}, &err);
    CHECK_TEXT("opened", err.text, "");
    ScopedStr reply = {0}, before = {0}, after = {0};
    gtp_answer(g, "timelimit 3600", 14, &reply);
    gtp_answer(g, "play b H8", 9, &reply);
    gtp_answer(g, "play w J9", 9, &reply);
    gtp_answer(g, "showboard", 9, &before);
    gtp_set_stop(g, (StopToken){at_once, NULL});
    for (int i = 0; i < COUNT(rows); i++) {
        str_clear(&reply);
        str_clear(&after);
        gtp_answer(g, rows[i].line, strlen(rows[i].line), &reply);
        if (rows[i].want)
            CHECK_TEXT(rows[i].line, str_text(&reply), rows[i].want);
        gtp_answer(g, "showboard", 9, &after);
        CHECK_TEXT(rows[i].line, str_text(&after), str_text(&before));
    }
    gtp_set_stop(g, (StopToken){0});
    str_clear(&reply);
    gtp_answer(g, "time_settings 1 0 0", 19, &reply);
    gtp_answer(g, "genmove b", 9, &reply);
    CHECK("plays on", !strstr(str_text(&reply), "?"));
    gtp_free(g);
}

TEST(gtp_fails_to_open_without_its_player) {
    static const struct {
        const char *player, *error;
    } rows[] = {
        {"nobody", "there is no player 'nobody'; it is one of: random, easy, greedy, beginner, "
                   "level, strong, perfect"},
        {"random:x", "random: seed: 'x' is not a whole number"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        CHECK(rows[i].player, !gtp_new(&(GtpOptions){.player = rows[i].player}, &err));
        CHECK_TEXT(rows[i].player, err.text, rows[i].error);
    }
}
