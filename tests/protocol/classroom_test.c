// The classroom course: its test vectors P01 to P35, each on the function behind the course's one.
// The vectors of the dialogue (P36 to P40) are in tests/app/classroom.sh.
#include "protocol/classroom_text.h"

#include "ask.h"
#include "base/number.h"
#include "player/player.h"
#include "protocol/classroom_dialogue.h"
#include "record/format.h"
#include "support.h"
#include "test.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char task2[] =
    "........ ........ ..XOX... ..XOOO.. ..XOX... ...OX... ........ ........";
static const char task7[] =
    "........ ...O.... ..XOX... ..XOOO.. ..XOX... ...OX... ........ ........";

static const char empty[] =
    "........ ........ ........ ........ ........ ........ ........ ........";

static Board board_of(const char *picture) {
    return board_from_picture(&rules_freestyle, picture);
}

TEST(classroom_points) {
    static const struct {
        const char *name, *text;
        int row, column; // -1: a ValueError
    } rows[] = {
        {"P01", "C4", 3, 2},
        {"P01", "4c", 3, 2},
        {"P01", " c 4 ", 3, 2},
        {"P01", "4 C", 3, 2},
        {"P02", "a1", 0, 0},
        {"P02", "H8", 7, 7},
        {"P02", "8h", 7, 7},
        {"P03", " x 9", -1, -1},
        {"P03", "c3 3", -1, -1},
        {"P04", "", -1, -1},
        {"P04", "  ", -1, -1},
        {"P04", "c", -1, -1},
        {"P04", "4", -1, -1},
        {"P05", "cc", -1, -1},
        {"P05", "44", -1, -1},
        {"P05", "c4d", -1, -1},
        {"P05", "c 44", -1, -1},
        {"P06", "c9", -1, -1},
        {"P06", "c0", -1, -1},
        {"P06", "i1", -1, -1},
        {"P06", "{1", -1, -1},
        {"P06", "@1", -1, -1},
        {"P07", "\tc4", -1, -1},
        {"P07", "c\t4", -1, -1},
        {"P07", "c4\n", -1, -1},
        {"P08", "c,4", -1, -1},
        {"P08", ",4", -1, -1},
        {"P08", "c-4", -1, -1},
        {"P09", "c\xef\xbc\x94", -1, -1}, // a full-width 4
        {"P09", "c\xd9\xa4", -1, -1},     // an Arabic-Indic 4
        {"P09",
         "\xef\xbd\x83"
         "4",
         -1, -1}, // a full-width c
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Point p = POINT_NONE;
        bool ok = classroom_point_parse(rows[i].text, strlen(rows[i].text), &p);
        CHECK_INT(rows[i].name, ok, rows[i].row >= 0);
        if (ok)
            CHECK_INT(rows[i].name, p, point_at(rows[i].column, rows[i].row));
    }
    Point p;
    CHECK("a NUL is not a blank", !classroom_point_parse("c\0"
                                                         "4",
                                                         3, &p));
}

// Every text of up to three characters, against the rule as the specification states it.
TEST(classroom_points_of_every_short_text) {
    static const char characters[] = "aAhHiI`@{G018907 \t,";
    int n = (int)sizeof characters - 1;
    for (int i = 0; i < n * n * n; i++) {
        char text[4] = {characters[i % n], characters[i / n % n], characters[i / n / n]},
             squeezed[4];
        int len = 0;
        for (int k = 0; k < 3; k++)
            if (text[k] != ' ')
                squeezed[len++] = text[k];
        bool want = len == 2;
        if (want) {
            bool letter_first = squeezed[0] > '9';
            char letter = squeezed[letter_first ? 0 : 1], digit = squeezed[letter_first ? 1 : 0];
            want = strchr("abcdefghABCDEFGH", letter) && strchr("12345678", digit);
        }
        Point p;
        CHECK_INT(text, classroom_point_parse(text, 3, &p), want);
    }
}

TEST(classroom_points_are_written) {
    static const struct {
        int row, column;
        const char *text;
    } rows[] = {{3, 2, "c4"}, {0, 0, "a1"}, {7, 7, "h8"}, {0, 7, "h1"}};
    for (int i = 0; i < COUNT(rows); i++) {
        Str text = {0};
        classroom_point_format(point_at(rows[i].column, rows[i].row), &text);
        CHECK_TEXT("P10", str_text(&text), rows[i].text);
        str_release(&text);
    }
}

TEST(classroom_board_is_printed) {
    Board b = board_of(task7);
    Str text = {0};
    classroom_add_board(&b, &text);
    CHECK_TEXT("Task 7", str_text(&text),
               " |a|b|c|d|e|f|g|h|\n"
               " +-+-+-+-+-+-+-+-+\n"
               "1| | | | | | | | |\n"
               "2| | | |O| | | | |\n"
               "3| | |X|O|X| | | |\n"
               "4| | |X|O|O|O| | |\n"
               "5| | |X|O|X| | | |\n"
               "6| | | |O|X| | | |\n"
               "7| | | | | | | | |\n"
               "8| | | | | | | | |\n"
               " +-+-+-+-+-+-+-+-+\n");
    str_release(&text);
}

TEST(classroom_valid_moves) {
    Point points[BOARD_MAX * BOARD_MAX];
    Board b = board_of(task2);
    CHECK_INT("P12", board_empty_points(&b, points), 52);
    CHECK_INT("P12", points[0], point_at(0, 0));
    CHECK_INT("P12", points[51], point_at(7, 7));
    board_init(&b, &rules_freestyle, CLASSROOM_SIZE);
    for (int y = 0; y < CLASSROOM_SIZE; y++)
        for (int x = 0; x < CLASSROOM_SIZE; x++)
            board_place(&b, (x + 2 * y) / 2 % 2 ? WHITE : BLACK, point_at(x, y));
    CHECK_INT("P13", board_empty_points(&b, points), 0);
    board_remove(&b, point_at(6, 5), BLACK, EMPTY);
    CHECK_INT("P13", board_empty_points(&b, points), 1);
    CHECK_INT("P13", points[0], point_at(6, 5));
}

TEST(classroom_wins) {
    static const struct {
        const char *name, *picture;
        bool x, o;
    } rows[] = {
        {"P14", task7, false, true},
        {"P14", task2, false, false},
        {"P15 row a1-e1", "XXXXX... ........ ........ ........ ........ ........ ........ ........",
         true, false},
        {"P15 row d8-h8", "........ ........ ........ ........ ........ ........ ........ ...OOOOO",
         false, true},
        {"P15 column h4-h8",
         "........ ........ ........ .......X .......X .......X .......X .......X", true, false},
        {"P16 a1-e5", "X....... .X...... ..X..... ...X.... ....X... ........ ........ ........",
         true, false},
        {"P16 d4-h8", "........ ........ ........ ...O.... ....O... .....O.. ......O. .......O",
         false, true},
        {"P16 h1-d5", ".......X ......X. .....X.. ....X... ...X.... ........ ........ ........",
         true, false},
        {"P16 e4-a8", "........ ........ ........ ....X... ...X.... ..X..... .X...... X.......",
         true, false},
        {"P17 four", "........ .XXXX... ........ ........ ........ ........ ........ ........",
         false, false},
        {"P17 four, a gap, three",
         "XXXX.XXX ........ ........ ........ ........ ........ ........ ........", false, false},
        {"P18 six b3-g3", "........ ........ .XXXXXX. ........ ........ ........ ........ ........",
         true, false},
        {"P19 no wrap-around",
         "....XXXX X....... ........ ........ ........ ........ ........ ........", false, false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_of(rows[i].picture);
        CHECK_INT(rows[i].name, classroom_has_won(&b, BLACK), rows[i].x);
        CHECK_INT(rows[i].name, classroom_has_won(&b, WHITE), rows[i].o); // P20
    }
}

TEST(classroom_easy_computer) {
    static const struct {
        const char *name, *picture;
        Stone who;
        int row, column;
    } rows[] = {
        {"P21", task2, BLACK, 1, 3},
        {"P21", task2, WHITE, 1, 3},
        {"P22", empty, BLACK, 0, 0},
        {"P23 wins", "XXXX.... ........ ........ ........ ........ ........ ........ ........",
         BLACK, 0, 4},
        {"P23 blocks", "XXXX.... ........ ........ ........ ........ ........ ........ ........",
         WHITE, 0, 4},
        {"P24", "X....... X....... X....... X....... ........ ........ ........ ..OOOO..", BLACK, 4,
         0},
        {"P24", "X....... X....... X....... X....... ........ ........ ........ ..OOOO..", WHITE, 7,
         1},
        {"P25", "........ .XX.XX.. ........ ........ ........ ........ ........ ........", BLACK, 1,
         3},
        {"P26", ".......O ......O. .....O.. ....O... ........ ........ ........ ........", WHITE, 4,
         3},
    };
    Player easy;
    Error err = {0};
    assert_true(player_open("easy", &easy, &err));
    for (int i = 0; i < COUNT(rows); i++) {
        static Game g;
        game_init(&g, &(GameOptions){.size = CLASSROOM_SIZE});
        Board b = board_of(rows[i].picture);
        b.turn = (uint8_t)rows[i].who;
        game_start_from(&g, &b);
        Point p = ask_player(rows[i].name, &easy, &g, (Budget){0});
        CHECK_INT(rows[i].name, p, point_at(rows[i].column, rows[i].row));
        CHECK_INT("P27", memcmp(g.board.at, b.at, sizeof b.at), 0);
    }
    player_close(&easy);
}

// A file may contain any stones and either turn.
TEST(classroom_strong_computer_handles_any_board) {
    Player strong;
    Error err = {0};
    Rng rng = {5};
    assert_true(player_open("strong:10", &strong, &err));
    for (int i = 0; i < 60; i++) {
        static Game g;
        Board b;
        board_init(&b, &rules_freestyle, CLASSROOM_SIZE);
        int black = 1 + rng_below(&rng, 9);
        for (int stones = rng_below(&rng, 50); stones > 0; stones--) {
            Point p = point_at(rng_below(&rng, CLASSROOM_SIZE), rng_below(&rng, CLASSROOM_SIZE));
            Board before = b;
            if (b.at[p] == EMPTY)
                board_place(&b, rng_below(&rng, 10) < black ? BLACK : WHITE, p);
            if (b.winner != EMPTY)
                b = before;
        }
        b.turn = rng_below(&rng, 2) ? BLACK : WHITE;
        game_init(&g, &(GameOptions){.size = CLASSROOM_SIZE});
        game_start_from(&g, &b);
        Point p = ask_player("chooses", &strong, &g, (Budget){0});
        CHECK_INT("legal", game_play(&g, p), PLAY_OK);
    }
    player_close(&strong);
}

#define ROWS_1_TO_7                                                                                \
    "0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,1,2,1,0,0,0\n0,0,1,2,2,2,0,0\n0,0,1,2,1,0,0,0\n"        \
    "0,0,0,2,1,0,0,0\n0,0,0,0,0,0,0,0\n"
#define ROW "0,0,0,0,0,0,0,0"

TEST(classroom_files) {
    static const struct {
        const char *name, *text;
        bool ok;
    } rows[] = {
        {"P28 without final newline", "Stefan\nC\n1\n" ROWS_1_TO_7 ROW, true},
        {"P28 with it", "Stefan\nC\n1\n" ROWS_1_TO_7 ROW "\n", true},
        {"P29", "Stefan\nC\n3\n" ROWS_1_TO_7 ROW "\n", false},
        {"P29", "Stefan\nC\n0\n" ROWS_1_TO_7 ROW "\n", false},
        {"P29", "Stefan\nC\nx\n" ROWS_1_TO_7 ROW "\n", false},
        {"P30", "\nC\n1\n" ROWS_1_TO_7 ROW "\n", false},
        {"P30", "  \nC\n1\n" ROWS_1_TO_7 ROW "\n", false},
        {"P31 ten lines", "Stefan\nC\n1\n" ROWS_1_TO_7, false},
        {"P31 twelve lines", "Stefan\nC\n1\n" ROWS_1_TO_7 ROW "\n\n", false},
        {"P32", "Stefan\nC\n1\n" ROWS_1_TO_7 "0,0,0,3,0,0,0,0\n", false},
        {"P32", "Stefan\nC\n1\n" ROWS_1_TO_7 "0,0,0,a,0,0,0,0\n", false},
        {"P33", "Stefan\nC\n1\n" ROWS_1_TO_7 "0,0,0,0,0,0,0\n", false},
        {"P33", "Stefan\nC\n1\n" ROWS_1_TO_7 "0,0,0,0,0,0,0,0,0\n", false},
        {"P33", "Stefan\nC\n1\n" ROWS_1_TO_7 "0,0,0,0,0,0,0,0,\n", false},
        {"P34", "Stefan\nC\n1\n" ROWS_1_TO_7 "0;0;0;0;0;0;0;0\n", false},
        {"P35", "", false},
    };
    Board want = board_of(task2);
    for (int i = 0; i < COUNT(rows); i++) {
        ClassroomGame game;
        Error err = {0};
        CHECK_INT(rows[i].name,
                  classroom_parse(rows[i].text, strlen(rows[i].text), NULL, &game, &err),
                  rows[i].ok);
        if (!rows[i].ok)
            continue;
        CHECK_TEXT(rows[i].name, str_text(&game.names[0]), "Stefan");
        CHECK_TEXT(rows[i].name, str_text(&game.names[1]), "C");
        CHECK_INT(rows[i].name, game.board.turn, BLACK);
        CHECK_INT(rows[i].name, memcmp(game.board.at, want.at, sizeof want.at), 0);
        classroom_release(&game);
    }
}

TEST(classroom_names) {
    static const struct {
        const char *name, *typed, *want;
    } rows[] = {
        {"first letter", "stefan", "Stefan"},
        {"only the first", "anna maria McX", "Anna maria McX"},
        {"the computer", "c", "C"},
        {"blanks at the ends", "  ann ", "Ann"},
        {"blanks only", "   ", ""},
        {"a digit", "7up", "7up"},
        {"German", "\xc3\xa4rne", "\xc3\x84rne"},
        {"Greek", "\xcf\x89mega", "\xce\xa9mega"},
        {"Russian", "\xd0\xb8\xd0\xb2\xd0\xb0\xd0\xbd", "\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd"},
        {"Chinese", "\xe6\xa3\x8b", "\xe6\xa3\x8b"},
        {"a letter with a longer capital", "\xc8\xbf", "\xe2\xb1\xbe"},
        {"beyond the first plane", "\xf0\x90\x90\xa8", "\xf0\x90\x90\x80"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str name = {0};
        classroom_add_name(rows[i].typed, strlen(rows[i].typed), &name);
        CHECK_TEXT(rows[i].name, str_text(&name), rows[i].want);
        str_release(&name);
    }
}

// The dialogue without boards and banner, with the notices in their place.
static void add_dialogue_with(const ClassroomOptions *options, const char *input, size_t len,
                              Str *out) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    FILE *in = len > 0 ? fmemopen((char *)(uintptr_t)input, len, "r") : fopen("/dev/null", "r");
    Error err = {0};
    CHECK_INT(input, classroom_play(options, &(ClassroomStreams){in, stream, stream}, &err), 0);
    fclose(in);
    fclose(stream);
    Board drawn_board = board_of(empty);
    Str board = {0};
    classroom_add_board(&drawn_board, &board);
    const char *names = strstr(text, "Name of player 1: ");
    for (const char *c = names ? names : text; *c;) {
        const char *header = " |a|b|c|d|e|f|g|h|\n";
        if (!strncmp(c, header, strlen(header)))
            c += board.len;
        else
            str_add_char(out, *c++);
    }
    str_release(&board);
    free(text);
}

static void add_dialogue(const char *input, size_t len, Str *out) {
    add_dialogue_with(&(ClassroomOptions){.strong = "greedy", .no_files = true}, input, len, out);
}

#define NAMES "Name of player 1: Name of player 2: Okay, let's play!\n"
#define A "Ann (X): Which move to make? "
#define B "Bob (O): Which move to make? "
#define AGAIN "Invalid input. Try again!\n"
#define A_MOVE                                                                                     \
    "(a move is a letter from a to h and a digit from 1 to 8, such as c4; help shows what else "   \
    "can be typed)\n"
#define CONTROL "(there were control characters in that line)\n"
#define ENDED "\nThe input ended.\n"

TEST(classroom_dialogues) {
    static const struct {
        const char *name, *input, *output;
    } rows[] = {
        {"nothing", "", "Name of player 1: " ENDED},
        {"empty names are asked for again", "\n  \nann\n\n\nbob\n",
         "Name of player 1: Name of player 1: Name of player 1: Name of player 2: Name of player "
         "2: Name of player 2: Okay, let's play!\n" A ENDED},
        {"names that cannot be shown", "\x1b[2J\nann\nbob\n",
         "Name of player 1: " AGAIN CONTROL
         "Name of player 1: Name of player 2: Okay, let's play!\n" A ENDED},
        {"a win in a row", "ann\nbob\na1\na2\nb1\nb2\nc1\nc2\nd1\nd2\ne1\na8\n",
         NAMES A B A B A B A B A "Ann (X) has won!\n"},
        {"player 2 wins", "ann\nbob\na1\na2\nb1\nb2\nc1\nc2\nd1\nd2\nh8\nE 2\n",
         NAMES A B A B A B A B A B "Bob (O) has won!\n"},
        {"invalid moves", "ann\nbob\nx9\n\nc44\n",
         NAMES A AGAIN A_MOVE A AGAIN A_MOVE A AGAIN A_MOVE A ENDED},
        {"control characters", "ann\nbob\nc\t4\n", NAMES A AGAIN CONTROL A ENDED},
        {"ill-formed UTF-8", "ann\nbob\n\xff\n", NAMES A AGAIN "(that line is not text)\n" A ENDED},
        {"a move that is taken", "ann\nbob\nc4\n4C\n",
         NAMES A B AGAIN "(that position is taken)\n" B ENDED},
        {"Windows line ends", "ann\r\nbob\r\nc4\r\nd4\r\n", NAMES A B A ENDED},
        {"the easy computer", "ann\nc\nd4\nd5\n",
         NAMES A "Computer (O) is thinking... and selected a1.\n" A
                 "Computer (O) is thinking... and selected b1.\n" A ENDED},
        {"the easy computer begins", "C\nbob\nd4\n",
         NAMES "Computer (X) is thinking... and selected a1.\n" B
               "Computer (X) is thinking... and selected b1.\n" B ENDED},
        {"only C is the computer", "ann\nc2\nd4\n", NAMES A "C2 (O): Which move to make? " ENDED},
        {"L is a name for player 2", "ann\nl\nd4\n", NAMES A "L (O): Which move to make? " ENDED},
        {"files are disabled", "L\nx\n",
         "Name of player 1: Name of the file [game.txt]: The game cannot be loaded: files are "
         "switched off here\n"},
        {"undo between humans", "ann\nbob\nc4\nundo\nc4\nd4\nUNDO\n", NAMES A B A B A B ENDED},
        {"undo against the computer", "ann\nC\nc4\nundo\nundo\n",
         NAMES A "Computer (O) is thinking... and selected a1.\n" A A
                 "There is no move of yours to take back.\n" A ENDED},
        {"undo frees the point", "ann\nbob\nc4\nundo\nc4\n", NAMES A B A B ENDED},
        {"hint", "ann\nbob\nhint\n", NAMES A "Hint: e5\n" A ENDED},
        {"hint with its reason", "ann\nbob\na1\na8\nb1\nb8\nc1\nc8\nd1\nhint\n",
         NAMES A B A B A B A B "Hint: e1, which stops five\n" B ENDED},
        {"quit", "ann\nbob\nc4\nquit\nd4\n", NAMES A B},
        {"arguments of a command without any", "ann\nbob\nquit now\n",
         NAMES A AGAIN A_MOVE A ENDED},
        {"saving is disabled too", "ann\nbob\nsave x\n",
         NAMES A "The game cannot be saved: files are switched off here\n" A ENDED},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str got = {0};
        add_dialogue(rows[i].input, strlen(rows[i].input), &got);
        CHECK_TEXT(rows[i].name, str_text(&got), rows[i].output);
        str_release(&got);
    }
}

TEST(classroom_strong_computer) {
    static const struct {
        const char *name, *input, *output;
        bool is_strong[WALL];
    } rows[] = {
        {"player 2",
         "ann\nc\nd4\n",
         NAMES A "Computer (O) is thinking... and selected e5.\n" A ENDED,
         {[WHITE] = true}},
        {"player 1",
         "C\nbob\n",
         NAMES "Computer (X) is thinking... and selected e5.\n" B ENDED,
         {[BLACK] = true}},
        {"the other one stays easy",
         "ann\nc\nd4\n",
         NAMES A "Computer (O) is thinking... and selected a1.\n" A ENDED,
         {[BLACK] = true}},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str got = {0};
        ClassroomOptions options = {.strong = "greedy", .no_files = true};
        memcpy(options.is_strong, rows[i].is_strong, sizeof options.is_strong);
        add_dialogue_with(&options, rows[i].input, strlen(rows[i].input), &got);
        CHECK_TEXT(rows[i].name, str_text(&got), rows[i].output);
        str_release(&got);
    }
}

TEST(classroom_lines_that_are_too_long_or_have_a_nul) {
    Str input = {0}, got = {0};
    str_add_text(&input, "ann\nbob\n");
    str_add_repeated(&input, 'x', 1000000);
    str_add_bytes(&input, "\nc4\0\nc4\n", 8);
    add_dialogue(input.data, input.len, &got);
    CHECK_TEXT("answers", str_text(&got),
               NAMES A AGAIN "(that line was too long)\n" A AGAIN CONTROL A B ENDED);
    str_release(&input);
    str_release(&got);
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

// At a terminal: types `quit` after a move and then `answers`, in which % stands for the folder.
static void add_quit_dialogue(const char *folder, const char *answers, Str *out) {
    Str typed = {0};
    str_add_text(&typed, "ann\nbob\nc4\nquit\n");
    for (const char *c = answers; *c; c++)
        if (*c == '%')
            str_add_text(&typed, folder);
        else
            str_add_char(&typed, *c);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    FILE *in = fmemopen(typed.data, typed.len, "r");
    Error err = {0};
    CHECK_INT(
        answers,
        classroom_play(
            &(ClassroomOptions){.strong = "easy", .state_folder = folder, .at_terminal = true},
            &(ClassroomStreams){in, stream, stream}, &err),
        0);
    fclose(in);
    fclose(stream);
    const char *question = strstr(text, "Save the game");
    for (const char *c = question ? question : ""; *c;)
        if (!strncmp(c, folder, strlen(folder))) {
            str_add_char(out, '%');
            c += strlen(folder);
        } else {
            str_add_char(out, *c++);
        }
    free(text);
    str_release(&typed);
}

#define AS "Save the game as (Enter: do not save): "
#define REPLACE "Replace the file that is there (y/n)? "

TEST(classroom_quit_at_a_terminal_offers_to_save) {
    static const struct {
        const char *name, *answers, *output; // % is the folder
    } rows[] = {
        {"no, thanks", "\n", AS},
        {"a name", "%/a.txt\n", AS "Saved to %/a.txt.\n"},
        {"an existing file, and then another name", "%/a.txt\nn\n%/b.txt\n",
         AS REPLACE AS "Saved to %/b.txt.\n"},
        {"an existing file that is replaced", "%/a.txt\nYes\n", AS REPLACE "Saved to %/a.txt.\n"},
        {"a missing folder", "%/c/d\n\n",
         AS "The game cannot be saved: %/c/d: No such file or directory\n" AS},
        {"no answer", "",
         AS "\nThe unfinished game is saved. To continue it, type L for player 1 and then\n"
            "%/classroom.txt\n"},
    };
    char folder[] = "/tmp/pentad-test-XXXXXX";
    CHECK("folder", mkdtemp(folder) != NULL);
    for (int i = 0; i < COUNT(rows); i++) {
        Str got = {0};
        add_quit_dialogue(folder, rows[i].answers, &got);
        CHECK_TEXT(rows[i].name, str_text(&got), rows[i].output);
        str_release(&got);
    }
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
