// Line mode: scripts of typed lines and the expected output. Most show the board only on request,
// to keep the output short.
#include "tui/play.h"

#include "base/number.h"
#include "record/picture.h"
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int status;
    Str out;
    Error err;
} RunResult;

static RunResult play_script(const PlayOptions *options, const char *input, size_t len) {
    RunResult outcome = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    FILE *in = len > 0 ? fmemopen((char *)(uintptr_t)input, len, "r") : fopen("/dev/null", "r");
    outcome.status = line_mode_play(options, in, out, &outcome.err);
    fclose(in);
    fclose(out);
    str_add_bytes(&outcome.out, text, size);
    free(text);
    return outcome;
}

static PlayOptions small_game(void) {
    PlayOptions options = {0};
    options.session.game.size = 7;
    options.session.players[SEAT_SECOND] = "easy";
    options.session.no_files = true;
    options.show_on_request = true;
    options.echo = true;
    return options;
}

#define START                                                                                      \
    "Pentad: five in a row.\n"                                                                     \
    "Rules: freestyle (five or more in a row win), on a 7x7 board.\n"
#define TYPE "Type a point such as d4 to place a stone there; help lists the commands.\n"
#define OVER "You can type new, undo, review, save FILE or quit.\n"
#define B "Black (you) > "

static const struct {
    const char *name, *first, *second;
    const Rules *rules;
    const OpeningRule *opening;
    const char *input, *output;
} scripts[] = {
    {"a win, with its line", NULL, NULL, NULL, NULL, "d4\nE4\nf 4\nc4\ng4\nresult\nd5\nquit\n",
     START "Black: you. White: easy.\n" TYPE B "d4\nWhite plays a7.\n" B "E4\nWhite plays b7.\n" B
           "f 4\nWhite plays c7.\n" B "c4\nWhite plays b4.\n" B "g4\n"
           "Black wins by five in a row: c4 d4 e4 f4 g4. You win.\n" OVER "Game over > result\n"
           "Black wins by five in a row: c4 d4 e4 f4 g4. You win.\n"
           "Game over > d5\nd5: the game is over\n"
           "Game over > quit\n"},
    {"a loss to the computer that begins", "easy", "human", NULL, NULL, "a1\nc1\ne1\ng1\n",
     START "Black: easy. White: you.\n" TYPE "Black plays a7.\n"
           "White (you) > a1\nBlack plays b7.\n"
           "White (you) > c1\nBlack plays c7.\n"
           "White (you) > e1\nBlack plays d7.\n"
           "White (you) > g1\nBlack plays e7.\n"
           "Black wins by five in a row: a7 b7 c7 d7 e7. You lose.\n" OVER "Game over > \n"},
    {"proved moves", "perfect:nodes=50,net=off", "human", NULL, NULL, "proved\na1\nquit\n",
     START "Black: perfect:nodes=50,net=off. White: you.\n" TYPE
           "Black plays d4 (proved: Black does not lose).\n"
           "White (you) > proved\nProved: Black does not lose.\n"
           "Proved: White does not lose with d5.\n"
           "White (you) > a1\nBlack plays e4 (proved: Black does not lose).\n"
           "White (you) > quit\n"},
    {"nothing is proved after a bad move", "human", "human", NULL, NULL, "a1\nb1\na2\nproved\n",
     START "Black: the first player. White: the second player.\n" TYPE "Black > a1\n"
           "White > b1\n"
           "Black > a2\n"
           "White > proved\nNo strategy reaches this position: nothing is proved here.\n"
           "White > \n"},
    {"two people", "human", "human", NULL, NULL, "d4\nd4\nd5\nmoves\nresign\nundo\nundo\nredo\n",
     START "Black: the first player. White: the second player.\n" TYPE "Black > d4\n"
           "White > d4\nd4: the point is occupied\n"
           "White > d5\n"
           "Black > moves\n1 d4, 2 d5\n"
           "Black > resign\nWhite wins by resignation.\n" OVER
           "Game over > undo\nThe game continues.\n"
           "Black > undo\n1 move taken back.\n"
           "White > redo\n1 move made again.\n"
           "Black > \n"},
    {"undo and redo against a computer", NULL, NULL, NULL, NULL,
     "undo\nd4\nd5\nundo\nundo 0\nundo 9\nredo\nmoves\nredo\nredo\nmoves\n",
     START "Black: you. White: easy.\n" TYPE B "undo\nyou have no move to take back\n" B
           "d4\nWhite plays a7.\n" B "d5\nWhite plays b7.\n" B "undo\n2 moves taken back.\n" B
           "undo 0\n0 is not between 1 and 1024\n" B "undo 9\n2 moves taken back.\n" B
           "redo\n2 moves made again.\n" B "moves\n1 d4, 2 a7\n" B "redo\n2 moves made again.\n" B
           "redo\nthere is nothing to redo\n" B "moves\n1 d4, 2 a7, 3 d5, 4 b7\n" B "\n"},
    {"a computer's first move is not the person's to take back", "easy", "human", NULL, NULL,
     "undo\n",
     START "Black: easy. White: you.\n" TYPE "Black plays a7.\n"
           "White (you) > undo\nyou have no move to take back\n"
           "White (you) > \n"},
    {"changing sides makes the computer move", NULL, NULL, NULL, NULL, "switch\nd4\nswitch\n",
     START "Black: you. White: easy.\n" TYPE B "switch\nBlack: easy. White: you.\n"
           "Black plays a7.\n"
           "White (you) > d4\nBlack plays b7.\n"
           "White (you) > switch\nBlack: you. White: easy.\n"
           "White plays c7.\n" B "\n"},
    {"typing errors", NULL, NULL, NULL, NULL,
     "hlep\nh4\nd0\n\n   \nxyzzy plugh\nundo x\nshow now\nhelp me\nhelp undo\nsave x.sgf\nload "
     "x.sgf\nresume\nswap\nsave\n",
     START
     "Black: you. White: easy.\n" TYPE B
     "hlep\nunknown command 'hlep'; did you mean 'help'? (help lists the commands)\n" B
     "h4\n'h4' is not a point of the board; the last one is g7\n" B
     "d0\n'd0' is not a point of the board; the last one is g7\n" B "\n" B "   \n" B
     "xyzzy plugh\nunknown command 'xyzzy' (help lists the commands)\n" B
     "undo x\n'x' is not a whole number\n" B "show now\nshow takes always or asked, not 'now'\n" B
     "help me\nthere is no command 'me'\n" B "help undo\n  undo [N]               take back your "
     "last move, or the end of the game; with N, "
     "your last N moves\n" B "save x.sgf\nfiles are switched off here\n" B
     "load x.sgf\nfiles are switched off here\n" B "resume\nthere is no unfinished game\n" B
     "swap\nthere is no color to choose now\n" B "save\nusage: save FILE\n" B "\n"},
    {"control characters are shown as question marks and do nothing", NULL, NULL, NULL, NULL,
     "\x1b[2J\nd\t4\r\n\xff\n",
     START "Black: you. White: easy.\n" TYPE B
           "?[2J\nthere were control characters in that line; it was ignored\n" B
           "d 4 \nWhite plays a7.\n" B
           "?\nthere were control characters in that line; it was ignored\n" B "\n"},
    {"a foul is refused with its reason", "human", "human", &rules_renju, NULL,
     "d4\na1\nd5\na3\ne6\na5\nf6\na7\nd6\ntime\nhint\n",
     "Pentad: five in a row.\n"
     "Rules: renju (Black needs exactly five and may not make an overline, double four or double "
     "three), on a 7x7 board.\n"
     "Black: the first player. White: the second player.\n" TYPE
     "Black > d4\nWhite > a1\nBlack > d5\nWhite > a3\nBlack > e6\nWhite > a5\nBlack > f6\n"
     "White > a7\n"
     "Black > d6\nd6: forbidden to Black: a double three\n"
     "Black > time\nThere is no time limit.\n"
     "Black > hint\nHint: e5\n"
     "Black > \n"},
    {"swap2 with the person second, who asks for more", "easy", "human", NULL, &opening_swap2,
     "d7\nmore\nd7\ne7\nresult\nf7\n",
     START
     "Opening: swap2 (like swap, but the second player may place two more and leave the "
     "choice to the first).\n"
     "Black: easy. White: you.\n" TYPE "Easy places a black stone on d4.\n"
     "Easy places a white stone on c5.\n"
     "Easy places a black stone on d5.\n"
     "Choose a color: stay keeps White, swap takes Black, more places two more stones and lets "
     "the other side choose.\n"
     "Stay, swap or more (you) > d7\n"
     "d7: first choose a color: stay or swap, or more to place two more stones\n"
     "Stay, swap or more (you) > more\n"
     "Opening swap2: place stone 1 of 2, a white one.\n"
     "Place white (you) > d7\n"
     "Opening swap2: place stone 2 of 2, a black one.\n"
     "Place black (you) > e7\n"
     "Easy chooses: stay.\n"
     "Black: easy. White: you.\n"
     "White (you) > result\n"
     "The game is not over: White is to move.\n"
     "White (you) > f7\n"
     "Black plays a7.\n"
     "White (you) > \n"},
    {"swap with the person first", "human", "easy", NULL, &opening_swap,
     "d4\nd4\nd5\nstay\nd6\nd3\n",
     START "Opening: swap (the first player places three stones, the second chooses a color).\n"
           "Black: you. White: easy.\n" TYPE "Opening swap: place stone 1 of 3, a black one.\n"
           "Place black (you) > d4\n"
           "Opening swap: place stone 2 of 3, a white one.\n"
           "Place white (you) > d4\n"
           "d4: the point is occupied\n"
           "Place white (you) > d5\n"
           "Opening swap: place stone 3 of 3, a black one.\n"
           "Place black (you) > stay\n"
           "there is no color to choose now\n"
           "Place black (you) > d6\n"
           "Easy chooses: stay.\n"
           "Black: you. White: easy.\n"
           "White plays a7.\n" B "d3\n"
           "White plays b7.\n" B "\n"},
    {"swap taken by a person", "easy", "human", NULL, &opening_swap, "swap\nundo\nstay\n",
     START "Opening: swap (the first player places three stones, the second chooses a color).\n"
           "Black: easy. White: you.\n" TYPE "Easy places a black stone on d4.\n"
           "Easy places a white stone on c5.\n"
           "Easy places a black stone on d5.\n"
           "Choose a color: stay keeps White, swap takes Black.\n"
           "Stay or swap (you) > swap\n"
           "Black: you. White: easy.\n"
           "White plays a7.\n" B "undo\n"
           "2 moves taken back.\n"
           "Choose a color: stay keeps White, swap takes Black.\n"
           "Stay or swap (you) > stay\n"
           "Black: easy. White: you.\n"
           "White (you) > \n"},
    {"pro", "human", "easy", NULL, &opening_pro, "d5\nd4\nd5\nd1\n",
     START "Opening: pro (Black's first stone in the center, the second outside the central 5x5).\n"
           "Black: you. White: easy.\n" TYPE B "d5\n"
           "d5: the first stone belongs on the center in the pro opening\n" B "d4\n"
           "White plays a7.\n" B "d5\n"
           "d5: the third stone must be outside the central 5x5 in the pro opening\n" B "d1\n"
           "White plays b7.\n" B "\n"},
    {"another game", NULL, NULL, NULL, NULL, "d4\nnew\nmoves\nrules\nquit\n",
     START "Black: you. White: easy.\n" TYPE B "d4\n"
           "White plays a7.\n" B "new\n"
           "A new game.\n"
           "Rules: freestyle (five or more in a row win), on a 7x7 board.\n"
           "Black: you. White: easy.\n" B "moves\n"
           "No moves yet.\n" B "rules\n"
           "Rules: freestyle (five or more in a row win), on a 7x7 board.\n"
           "Black: you. White: easy.\n"
           "Points: letter with I, row from the bottom: h8.\n" B "quit\n"},
};

TEST(line_mode_scripts_match) {
    for (int i = 0; i < COUNT(scripts); i++) {
        PlayOptions options = small_game();
        if (scripts[i].first)
            options.session.players[SEAT_FIRST] = scripts[i].first;
        if (scripts[i].second)
            options.session.players[SEAT_SECOND] = scripts[i].second;
        options.session.game.rules = scripts[i].rules;
        options.session.game.opening = scripts[i].opening;
        RunResult outcome = play_script(&options, scripts[i].input, strlen(scripts[i].input));
        CHECK_INT(scripts[i].name, outcome.status, 0);
        CHECK_TEXT(scripts[i].name, str_text(&outcome.out), scripts[i].output);
        str_release(&outcome.out);
    }
}

static bool starts_with(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

static bool ends_with(const char *text, const char *end) {
    size_t len = strlen(text), tail = strlen(end);
    return len >= tail && !strcmp(text + len - tail, end);
}

TEST(line_mode_lets_computers_play_to_the_end) {
    PlayOptions options = small_game();
    options.session.players[SEAT_FIRST] = "easy";
    static const char input[] = "undo\nresult\n";
    RunResult outcome = play_script(&options, input, strlen(input));
    CHECK("begins",
          starts_with(str_text(&outcome.out), START "Black: easy. White: easy.\n"
                                                    "Black plays a7.\nWhite plays b7.\n"));
    CHECK("ends",
          ends_with(str_text(&outcome.out),
                    "Black plays g1.\nDraw: no legal move is left.\n" OVER "Game over > undo\n"
                    "the computer plays both sides; there is nothing to take back\n"
                    "Game over > result\nDraw: no legal move is left.\nGame over > \n"));
    str_release(&outcome.out);
}

// f5 and b1 are a settled pair; after the moves are taken back, the strategy begins again.
TEST(line_mode_plays_proved_moves_from_settled_pairs) {
    PlayOptions options = small_game();
    options.session.game = (GameOptions){.rules = &rules_renju, .size = 6};
    options.session.players[SEAT_FIRST] = "perfect:nodes=50,net=off";
    options.session.players[SEAT_SECOND] = "human";
    static const char input[] = "f5\nproved\na1\nundo\nundo\nb1\nproved\nquit\n",
                      end[] = "White (you) > f5\nBlack plays b1 (proved: Black does not lose).\n"
                              "White (you) > proved\nProved: Black does not lose.\n"
                              "White (you) > a1\nBlack plays d3 (proved: Black does not lose).\n"
                              "White (you) > undo\n2 moves taken back.\n"
                              "White (you) > undo\n2 moves taken back.\n"
                              "White (you) > b1\nBlack plays f5 (proved: Black does not lose).\n"
                              "White (you) > proved\nProved: Black does not lose.\n"
                              "White (you) > quit\n";
    RunResult outcome = play_script(&options, input, strlen(input));
    CHECK(str_text(&outcome.out), ends_with(str_text(&outcome.out), end));
    str_release(&outcome.out);
}

TEST(line_mode_shows_the_board_with_the_last_stone) {
    PlayOptions options = small_game();
    options.show_on_request = false;
    static const char input[] = "d4\nshow asked\nd5\nshow\n";
    RunResult outcome = play_script(&options, input, strlen(input));
    Board b;
    board_init(&b, &rules_freestyle, 7);
    Str expected = {0};
    str_add_text(&expected, START "Black: you. White: easy.\n" TYPE "\n");
    picture_format(&b, NOTATION_POS, POINT_NONE, &expected);
    str_add_text(&expected, B "d4\nWhite plays a7.\n\n");
    board_play(&b, point_at(3, 3));
    board_play(&b, point_at(0, 0));
    picture_format(&b, NOTATION_POS, point_at(0, 0), &expected);
    str_add_text(&expected, B "show asked\nThe board is shown when you type show.\n" B
                              "d5\nWhite plays b7.\n" B "show\n\n");
    board_play(&b, point_at(3, 2));
    board_play(&b, point_at(1, 0));
    picture_format(&b, NOTATION_POS, point_at(1, 0), &expected);
    str_add_text(&expected, B "\n");
    CHECK_TEXT("output", str_text(&outcome.out), str_text(&expected));
    str_release(&expected);
    str_release(&outcome.out);
}

static const struct {
    const char *name, *input;
    size_t len;
    const char *end;
} odd_inputs[] = {
    {"no input at all", "", 0, B "\n"},
    {"a last line without newline", "d4", 2, B "d4\nWhite plays a7.\n" B "\n"},
    {"a zero byte", "d4\0d5\n", 6,
     B "d4\nthere were control characters in that line; it was ignored\n" B "\n"},
    {"only a zero byte", "\0\n", 2,
     B "\nthere were control characters in that line; it was ignored\n" B "\n"},
};

TEST(line_mode_handles_odd_input) {
    for (int i = 0; i < COUNT(odd_inputs); i++) {
        PlayOptions options = small_game();
        RunResult outcome = play_script(&options, odd_inputs[i].input, odd_inputs[i].len);
        CHECK_INT(odd_inputs[i].name, outcome.status, 0);
        CHECK(odd_inputs[i].name, ends_with(str_text(&outcome.out), odd_inputs[i].end));
        str_release(&outcome.out);
    }
}

TEST(line_mode_ignores_a_line_that_is_too_long) {
    PlayOptions options = small_game();
    options.echo = false;
    Str input = {0};
    str_add_repeated(&input, 'x', 5000);
    str_add_text(&input, "\nd4\n");
    RunResult outcome = play_script(&options, str_text(&input), input.len);
    CHECK("goes on", ends_with(str_text(&outcome.out),
                               "a line has at most 1000 characters; that one was ignored\n" B
                               "White plays a7.\n" B "\n"));
    str_release(&input);
    str_release(&outcome.out);
}

TEST(line_mode_uses_the_chosen_notation) {
    static const struct {
        const char *notation, *input, *answer;
    } rows[] = {
        {"gtp", "D4", "White plays A7."},
        {"pos-top", "d4", "White plays a1."},
        {"xy", "3,3", "White plays 0,0."},
        {"sgf", "dd", "White plays aa."},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        PlayOptions options = small_game();
        Error err = {0};
        CHECK(rows[i].notation, notation_find(rows[i].notation, &options.session.notation, &err));
        RunResult outcome = play_script(&options, rows[i].input, strlen(rows[i].input));
        CHECK(rows[i].notation, strstr(str_text(&outcome.out), rows[i].answer) != NULL);
        str_release(&outcome.out);
    }
}

// In SGF notation `on` is also a point of the board.
TEST(line_mode_takes_on_for_a_command_during_a_review) {
    PlayOptions options = small_game();
    options.session.game.size = 15;
    options.session.notation = NOTATION_SGF;
    static const char input[] = "hh\nback\non\nleave\non\n";
    RunResult outcome = play_script(&options, input, strlen(input));
    CHECK("output",
          ends_with(str_text(&outcome.out), "Reviewing move 1 > on\nAfter move 2, White aa.\n"
                                            "Reviewing move 2 > leave\nBack in the game.\n" B
                                            "on\nWhite plays ba.\n" B "\n"));
    str_release(&outcome.out);
}

TEST(line_mode_reviews_a_game) {
    PlayOptions options = small_game();
    static const char input[] = "d4\nreview\nleave\n";
    RunResult outcome = play_script(&options, input, strlen(input));
    CHECK("output", ends_with(str_text(&outcome.out),
                              B "review\nAfter move 2, White a7.\n"
                                "Reviewing move 2 > leave\nBack in the game.\n" B "\n"));
    str_release(&outcome.out);
}

TEST(line_mode_ends_a_review_only_if_another_game_begins) {
    PlayOptions options = small_game();
    static const char input[] = "d4\nback\nload x.sgf\nopen 1\nresume\nnew size=4\nd5\nnew\n";
    RunResult outcome = play_script(&options, input, strlen(input));
    CHECK("output",
          ends_with(str_text(&outcome.out),
                    "Reviewing move 1 > load x.sgf\nfiles are switched off here\n"
                    "Reviewing move 1 > open 1\ngames lists the games that can be opened\n"
                    "Reviewing move 1 > resume\nthere is no unfinished game\n"
                    "Reviewing move 1 > new size=4\nsize: 4 is not between 5 and 25\n"
                    "Reviewing move 1 > d5\nthis is a review: 'here' continues the game from this "
                    "position, 'leave' returns to the game\n"
                    "Reviewing move 1 > new\nA new game.\n"
                    "Rules: freestyle (five or more in a row win), on a 7x7 board.\n"
                    "Black: you. White: easy.\n" B "\n"));
    str_release(&outcome.out);
}

// A clock that advances by a fixed step whenever it is read.
static int64_t fake_now, fake_step;

static int64_t fake_clock(void) {
    return fake_now += fake_step;
}

TEST(line_mode_shows_clocks_and_ends_the_game_on_time) {
    PlayOptions options = small_game();
    options.session.game.time = (TimeControl){.main_ms = 60000};
    options.session.now_ms = fake_clock;
    fake_now = 0;
    fake_step = 6000;
    static const char input[] = "d4\ntime\nd5\nd6\ntime\nundo\n";
    RunResult outcome = play_script(&options, input, strlen(input));
    CHECK_TEXT("output", str_text(&outcome.out),
               START "Time for each side: 60 (in seconds).\n"
                     "Black: you. White: easy.\n" TYPE "Black (you), 54.0 s left > d4\n"
                     "White plays a7.\n"
                     "Black (you), 36.0 s left > time\n"
                     "Black (you) has 24.0 s; White (easy) has 54.0 s.\n"
                     "Black (you), 12.0 s left > d5\n"
                     "White plays b7.\n"
                     "Black (you), 0.0 s left > d6\n"
                     "Too late.\n"
                     "White wins by time. You lose.\n" OVER "Game over > time\n"
                     "Black (you) has 0.0 s; White (easy) has 48.0 s.\n"
                     "Game over > undo\n"
                     "a loss on time cannot be taken back\n"
                     "Game over > \n");
    str_release(&outcome.out);
}

static int calls_before_interrupt;

static int64_t interrupting_clock(void) {
    if (calls_before_interrupt-- == 0)
        raise(SIGINT);
    return 0;
}

TEST(line_mode_ends_cleanly_when_interrupted) {
    PlayOptions options = small_game();
    options.session.now_ms = interrupting_clock;
    calls_before_interrupt = 4;
    static const char input[] = "d4\nd5\nd6\nd7\nd3\n";
    RunResult outcome = play_script(&options, input, strlen(input));
    CHECK_INT("status", outcome.status, 130);
    CHECK("message", ends_with(str_text(&outcome.out), "Interrupted.\n"));
    str_release(&outcome.out);
}

TEST(line_mode_fails_when_output_fails) {
    PlayOptions options = small_game();
    FILE *in = fopen("/dev/null", "r"), *out = fopen("/dev/full", "w");
    Error err = {0};
    CHECK_INT("status", line_mode_play(&options, in, out, &err), 1);
    CHECK_TEXT("error", err.text, "cannot write the output");
    fclose(in);
    fclose(out);
}

TEST(line_mode_rejects_unknown_players) {
    PlayOptions options = small_game();
    options.session.players[SEAT_SECOND] = "gredy";
    RunResult outcome = play_script(&options, "", 0);
    CHECK_INT("status", outcome.status, 2);
    CHECK_TEXT("error", outcome.err.text, "there is no player 'gredy'; did you mean 'greedy'?");
    CHECK_INT("no output", (long long)outcome.out.len, 0);
    str_release(&outcome.out);
}
