// The full-screen game, driven by keys and read from its screens: playing.
#include "visitor.h"

#include "base/file.h"
#include "base/util.h"
#include "test.h"

#include <poll.h>
#include <string.h>

// ---- Playing

TEST(ui_starts_a_game_by_enter_enter) {
    UiDriver p = driver_start(&(TestSetup){.menu = true, .white = "level:3", .size = "15"});
    check_shown("menu", &p, "> New game");
    driver_press(&p, "Enter");
    check_shown("form", &p, "White      level 3");
    driver_press(&p, "Enter");
    check_shown("game", &p, "freestyle 15x15");
    check_shown("game", &p, "[╋]");
    driver_press(&p, "Enter");
    CHECK_INT("two moves", p.ui->interpreter.session.game.count, 2);
    driver_finish(&p);
}

TEST(ui_draws_the_game) {
    UiDriver p = driver_start(&(TestSetup){0});
    driver_press(&p, "Enter Right _");
    CHECK_TEXT("screen", driver_screen(&p),
               "\n"
               "   a b c d e f g     freestyle 7x7\n"
               " 7 ○(○)┬─┬─┬─┬─┐ 7\n"
               " 6 ├─┼─┼─┼─┼─┼─┤ 6   ▶ ● Black: you\n"
               " 5 ├─┼─┼─┼─┼─┼─┤ 5     ○ White: easy\n"
               " 4 ├─┼─┼─●[●]┼─┤ 4\n"
               " 3 ├─┼─┼─┼─┼─┼─┤ 3   Moves\n"
               " 2 ├─┼─┼─┼─┼─┼─┤ 2     1 d4      2 a7      3 e4      4 b7\n"
               " 1 └─┴─┴─┴─┴─┴─┘ 1\n"
               "   a b c d e f g\n"
               "\n\n\n\n\n\n\n\n\n\n\n\n"
               " White plays b7.                                                             e4\n"
               " Enter place  u undo  i hint  a analyse  t threats  n new        q quit  ? keys\n");
    driver_finish(&p);
}

TEST(ui_plays_a_whole_game) {
    UiDriver p = driver_start(&(TestSetup){0});
    // Easy fills the top row and stops only what would win at once: c4 wins at either end.
    driver_press(&p, "Enter l Enter l Enter C4 Enter G4 Enter");
    check_shown("over", &p, "Black wins by five in a row: c4 d4 e4 f4 g4. You win.");
    check_shown("keys of the end", &p, "m rematch");
    driver_press(&p, "Right Enter");
    check_shown("no move after it", &p, "the game is over");
    driver_press(&p, "m");
    check_shown("sides change", &p, "Black: easy");
    driver_finish(&p);
}

TEST(ui_undoes_redoes_and_hints) {
    UiDriver p = driver_start(&(TestSetup){0});
    driver_press(&p, "Enter u");
    CHECK_INT("undone", p.ui->interpreter.session.game.count, 0);
    check_shown("said", &p, "2 moves taken back.");
    driver_press(&p, "u");
    check_shown("nothing left", &p, "you have made no move that could be taken back");
    driver_press(&p, "r");
    CHECK_INT("redone", p.ui->interpreter.session.game.count, 2);
    driver_press(&p, "i");
    check_shown("hint", &p, "Hint: ");
    check_shown("marked", &p, "★");
    driver_press(&p, "x");
    check_shown("sides", &p, "Black: easy");
    driver_finish(&p);
}

TEST(ui_asks_before_it_resigns) {
    UiDriver p = driver_start(&(TestSetup){0});
    driver_press(&p, "Enter y");
    check_shown("asked", &p, "> No, play on");
    driver_press(&p, "Enter");
    CHECK("goes on", !terminal_session_is_over(&p.ui->interpreter.session));
    driver_press(&p, "y n");
    CHECK("no", !terminal_session_is_over(&p.ui->interpreter.session));
    driver_press(&p, "y y");
    check_shown("over", &p, "White wins by resignation. You lose.");
    driver_finish(&p);
}

TEST(ui_takes_typed_points_and_commands) {
    UiDriver p = driver_start(&(TestSetup){0});
    driver_press(&p, "E");
    check_shown("prompt", &p, "Point or command: e");
    driver_press(&p, "Left x Home y End z Right Left Left Back");
    check_shown("the cursor goes where it is sent", &p, "Point or command: yez");
    driver_press(&p, "Esc E");
    driver_press(&p, "5 Enter");
    check_shown("placed", &p, "  1 e5");
    driver_press(&p, ": h 9 Enter");
    check_shown("no such point", &p, "'h9' is not a point of the board; the last one is g7");
    driver_press(&p, ":new_size=9_white=human Enter");
    check_shown("a command of several lines", &p, "A new game.");
    driver_press(&p, "Esc");
    check_shown("another game", &p, "freestyle 9x9");
    driver_press(&p, ": Esc");
    check_not_shown("left", &p, "Point or command");
    driver_finish(&p);
}

TEST(ui_shows_forbidden_points_with_their_reason) {
    UiDriver p = driver_start(&(TestSetup){.rules = "renju", .white = "human", .size = "15"});
    driver_press(&p, "H8 Enter A1 Enter H9 Enter C1 Enter F7 Enter E1 Enter G7 Enter G1 Enter");
    check_shown("marked", &p, "×");
    p.ui->cursor = point_at(7, 8);
    check_shown("reason", &p, "h7: forbidden to Black: a double three");
    driver_press(&p, "Enter");
    check_shown("refused", &p, "h7: forbidden to Black: a double three");
    driver_press(&p, "f");
    check_not_shown("hidden", &p, "×");
    driver_finish(&p);
}

TEST(ui_shows_threats) {
    UiDriver p = driver_start(&(TestSetup){.white = "human"});
    driver_press(&p, "B2 Enter A7 Enter C2 Enter C7 Enter D2 Enter E7 Enter t");
    check_shown("an open three", &p, " 2 ├─●─●─●─4─");
    driver_press(&p, "t");
    check_not_shown("hidden again", &p, "─4─");
    driver_finish(&p);
}

TEST(ui_offers_the_choices_of_an_opening) {
    UiDriver p = driver_start(&(TestSetup){.opening = "swap2", .white = "human"});
    check_shown("what is to do", &p, "place stone 1 of 3, a black one");
    driver_press(&p, "D4 Enter D5 Enter E4 Enter");
    check_shown("choices", &p, "> stay: keep White");
    check_shown("choices", &p, "more: add two stones");
    check_shown("beside the stones", &p, " 4 ├─┼─┼[●(●)┼─┤ 4");
    ui_handle(p.ui, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_shown("in a narrow window too", &p, " 4 ├─┼─┼[●(●)┼─┤ 4");
    check_shown("in a narrow window too", &p, "> stay: keep White");
    driver_press(&p, "Down Enter");
    check_shown("swapped", &p, "White to move");
    driver_finish(&p);
}

TEST(ui_takes_the_mouse) {
    UiDriver p = driver_start(&(TestSetup){0});
    driver_screen(&p);
    Layout l = ui_layout(p.ui);
    int row, col;
    layout_locate(&l, point_at(2, 5), &row, &col);
    ui_handle(p.ui, &(Event){EVENT_CLICK, 0, row, col});
    driver_wait(&p);
    check_shown("placed", &p, "  1 c2");
    ui_handle(p.ui, &(Event){EVENT_CLICK, 0, 0, 70});
    CHECK_INT("beside the board", p.ui->interpreter.session.game.count, 2);
    driver_finish(&p);
}

// ---- While the computer thinks

static UiDriver begin_against_a_slow_one(void) {
    UiDriver p = driver_start(&(TestSetup){.white = "strong:600000"});
    ui_handle(p.ui, &(Event){.kind = EVENT_KEY, .key = KEYCODE_ENTER});
    CHECK("it thinks", background_is_busy(p.ui->move_thread));
    return p;
}

// As keys, but nobody waits for the computer.
static void hurry(UiDriver *p, const char *letters) {
    for (; *letters; letters++) {
        int32_t key = *letters == '\n' ? KEYCODE_ENTER : *letters == '>' ? KEYCODE_DOWN : *letters;
        ui_handle(p->ui, &(Event){.kind = EVENT_KEY, .key = key});
    }
}

TEST(ui_lets_nobody_move_for_the_computer) {
    UiDriver p = begin_against_a_slow_one();
    hurry(&p, "l\n");
    check_shown("by Enter", &p, "White is thinking");
    hurry(&p, ":a1\n");
    check_shown("typed", &p, "a1: it is White's turn, and the computer's");
    CHECK_INT("moves", p.ui->interpreter.session.game.count, 1);
    CHECK("it thinks again", background_is_busy(p.ui->move_thread));
    driver_finish(&p);
}

TEST(ui_resigns_for_the_person) {
    UiDriver p = begin_against_a_slow_one();
    hurry(&p, "y>\n");
    check_shown("over", &p, "White wins by resignation. You lose.");
    driver_finish(&p);
}

TEST(ui_lets_the_computer_think_behind_other_screens) {
    UiDriver p = begin_against_a_slow_one();
    static const char *const screens[] = {"?", "n", "p", "b", "y"};
    for (int i = 0; i < COUNT(screens); i++) {
        int64_t began = p.ui->interpreter.session.turn_start_ms;
        hurry(&p, screens[i]);
        CHECK(screens[i], p.ui->view != VIEW_GAME);
        CHECK(screens[i], background_is_busy(p.ui->move_thread));
        ui_handle(p.ui, &(Event){.kind = EVENT_KEY, .key = KEYCODE_ESCAPE});
        CHECK(screens[i], p.ui->view == VIEW_GAME);
        CHECK_INT(screens[i], p.ui->interpreter.session.turn_start_ms, began);
    }
    hurry(&p, "v");
    CHECK("a review keeps it from thinking", !background_is_busy(p.ui->move_thread));
    hurry(&p, "v");
    CHECK("until it is left", background_is_busy(p.ui->move_thread));
    driver_finish(&p);
}

TEST(ui_waits_for_no_command_that_takes_time) {
    UiDriver p = driver_start(&(TestSetup){.white = "human"});
    hurry(&p, ":analyse 3600\n");
    CHECK("in the background", p.ui->analysing);
    hurry(&p, ": HINT  \n");
    CHECK("in the background", p.ui->move_job.is_hint);
    hurry(&p, ":help undo\n");
    check_shown("help for one command", &p, "take back your last move");
    driver_finish(&p);
}

// ---- Games that end and begin

TEST(ui_offers_the_same_game_again) {
    UiDriver p = driver_start(&(TestSetup){.white = "human"});
    driver_press(&p, ":new_size=9_rules=renju_white=human Enter");
    driver_press(&p, "Esc Enter m");
    check_shown("asked in the middle of a game", &p, "> No, play on");
    driver_press(&p, "Down Enter");
    check_shown("the same rules and board", &p, "renju 9x9");
    CHECK_INT("from the beginning", p.ui->interpreter.session.game.count, 0);
    driver_finish(&p);
}

TEST(ui_says_that_a_game_cannot_be_kept) {
    UiDriver p = driver_start(&(TestSetup){.white = "human"});
    CHECK("in the way", file_write(p.state, "x", 1, &(Error){0}));
    driver_press(&p, "Enter");
    check_shown("said", &p, "This game would be lost with the program");
    driver_press(&p, "Right Enter");
    check_not_shown("once", &p, "This game would be lost with the program");
    driver_press(&p, "q");
    check_shown("asked", &p, "Leave, and lose this game?");
    driver_press(&p, "Enter");
    CHECK("stays", !p.ui->quit && p.ui->view == VIEW_GAME);
    driver_press(&p, "q Down Enter");
    CHECK("leaves", p.ui->quit);
    driver_finish(&p);
}

TEST(ui_shows_long_messages_to_their_end) {
    UiDriver p = driver_start(&(TestSetup){.white = "human"});
    ui_handle(p.ui, &(Event){EVENT_RESIZE, 0, 20, 40});
    driver_press(&p, "o /nosuchfolder/and/no/such/folder/in/it/either/game.sgf Enter");
    check_shown("the end of it", &p, "No such file");
    driver_press(&p, "s x.zzz Enter");
    check_shown("the end of it", &p, "svg");
    driver_finish(&p);
}

TEST(ui_lets_the_engine_think_meanwhile_if_asked) {
    static const char engine[] = "strong:nodes=300,memory=16";
    UiDriver p = driver_start(&(TestSetup){.white = engine, .ponders = true});
    CHECK("while the person thinks", background_is_busy(p.ui->ponder_thread));
    driver_press(&p, "Enter");
    CHECK_INT("it answers", p.ui->interpreter.session.game.count, 2);
    CHECK("and thinks again", background_is_busy(p.ui->ponder_thread));
    driver_press(&p, "u");
    CHECK("also about what was before", background_is_busy(p.ui->ponder_thread));
    driver_press(&p, "?");
    CHECK("not while nobody plays", !background_is_busy(p.ui->ponder_thread));
    driver_finish(&p);
    p = driver_start(&(TestSetup){.white = engine});
    CHECK("only if asked", !background_is_busy(p.ui->ponder_thread));
    driver_finish(&p);
    p = driver_start(&(TestSetup){.white = "easy", .ponders = true});
    CHECK("only if it can", !background_is_busy(p.ui->ponder_thread));
    driver_finish(&p);
}

// ---- The analysis

TEST(ui_analyses_in_the_background) {
    UiDriver p = driver_start(&(TestSetup){.white = "human"});
    driver_press(&p, "B2 Enter A7 Enter C2 Enter C7 Enter D2 Enter E7 Enter E2 Enter G7 Enter a g");
    for (int i = 0; i < 6000 && !strstr(driver_screen(&p), "100% f2"); i++) {
        struct pollfd news = {game_analysis_fd(p.ui->game_analysis), POLLIN, 0};
        poll(&news, 1, 50);
        driver_tick(&p);
    }
    bool found = strstr(driver_screen(&p), "100% f2") || strstr(str_text(&p.text), "100% a2");
    CHECK("the winning move", found);
    check_shown("heading", &p, "Black's chances");
    ui_handle(p.ui, &(Event){EVENT_RESIZE, 0, 16, 80});
    check_shown("the graph where there is little room", &p, "  0%");
    driver_press(&p, "a g");
    check_not_shown("off", &p, "Analysis\n");
    driver_finish(&p);
}
