// Full-screen UI, driven by keys: playing, the computer's turns, analysis.
#include "ui_driver.h"

#include "base/file.h"
#include "base/number.h"
#include "test.h"

#include <poll.h>
#include <string.h>

// ---- Playing

TEST(ui_starts_a_game_with_two_enters) {
    UiDriver d = driver_start(&(TestSetup){.menu = true, .white = "level:3", .size = "15"});
    check_shown("menu", &d, "> New game");
    driver_press(&d, "Enter");
    check_shown("form", &d, "White      level 3: a cautious player");
    driver_press(&d, "Enter");
    check_shown("game", &d, "freestyle 15x15");
    check_shown("game", &d, "[╋]");
    driver_press(&d, "Enter");
    CHECK_INT("two moves", d.ui->session.play.game.count, 2);
    driver_finish(&d);
}

TEST(ui_draws_the_game) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_press(&d, "Enter Right _");
    CHECK_TEXT("screen", driver_screen(&d),
               "\n"
               "   a b c d e f g     freestyle 7x7\n"
               " 7 ○─◎─┬─┬─┬─┬─┐ 7\n"
               " 6 ├─┼─┼─┼─┼─┼─┤ 6   ▶ ● Black: you\n"
               " 5 ├─┼─┼─┼─┼─┼─┤ 5     ○ White: easy\n"
               " 4 ├─┼─┼─●[●]┼─┤ 4\n"
               " 3 ├─┼─┼─┼─┼─┼─┤ 3   Moves\n"
               " 2 ├─┼─┼─┼─┼─┼─┤ 2     1 d4      2 a7      3 e4      4 b7\n"
               " 1 └─┴─┴─┴─┴─┴─┘ 1\n"
               "   a b c d e f g\n"
               "\n\n\n\n\n\n\n\n\n\n\n\n"
               " White plays b7.                                                             e4\n"
               " Enter place  u undo  i hint  a analyze  t threats  n new        q quit  ? keys\n");
    driver_finish(&d);
}

TEST(ui_plays_a_whole_game) {
    UiDriver d = driver_start(&(TestSetup){0});
    // Easy fills the top row and blocks only immediate wins: c4 makes an open four.
    driver_press(&d, "Enter l Enter l Enter C4 Enter G4 Enter");
    check_shown("over", &d, "Black wins by five in a row: c4 d4 e4 f4 g4. You win.");
    check_shown("keys after the game", &d, "m rematch");
    driver_press(&d, "Right Enter");
    check_shown("no move after the end", &d, "the game is over");
    driver_press(&d, "m");
    check_shown("sides switched", &d, "Black: easy");
    driver_finish(&d);
}

TEST(ui_undoes_redoes_and_hints) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_press(&d, "Enter u");
    CHECK_INT("undone", d.ui->session.play.game.count, 0);
    check_shown("said", &d, "2 moves taken back.");
    driver_press(&d, "u");
    check_shown("nothing left", &d, "you have no move to take back");
    driver_press(&d, "r");
    CHECK_INT("redone", d.ui->session.play.game.count, 2);
    driver_press(&d, "i");
    check_shown("hint", &d, "Hint: ");
    check_shown("marked", &d, "★");
    driver_press(&d, "x");
    check_shown("sides", &d, "Black: easy");
    driver_finish(&d);
}

TEST(ui_asks_before_it_resigns) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_press(&d, "Enter y");
    check_shown("asked", &d, "> No, keep playing");
    driver_press(&d, "Enter");
    CHECK("goes on", !terminal_session_is_over(&d.ui->session));
    driver_press(&d, "y n");
    CHECK("no", !terminal_session_is_over(&d.ui->session));
    driver_press(&d, "y y");
    check_shown("over", &d, "White wins by resignation. You lose.");
    driver_finish(&d);
}

TEST(ui_runs_typed_points_and_commands) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_press(&d, "E");
    check_shown("prompt", &d, "Point or command: e");
    driver_press(&d, "Left x Home y End z Right Left Left Back");
    check_shown("editing at the cursor", &d, "Point or command: yez");
    driver_press(&d, "Esc E");
    driver_press(&d, "5 Enter");
    check_shown("placed", &d, "  1 e5");
    driver_press(&d, ": h 9 Enter");
    check_shown("no such point", &d, "'h9' is not a point of the board; the last one is g7");
    driver_press(&d, ":new_size=9_white=human Enter");
    check_shown("a command of several lines", &d, "A new game.");
    driver_press(&d, "Esc");
    check_shown("another game", &d, "freestyle 9x9");
    driver_press(&d, ": Esc");
    check_not_shown("left", &d, "Point or command");
    driver_finish(&d);
}

// On this board a to g are columns; b, c, f, g ... are keys of the game, too.
TEST(ui_takes_a_letter_and_a_digit_for_a_point) {
    static const struct {
        const char *name, *keys, *shown;
    } rows[] = {
        {"a letter without another meaning", "d2", "Point or command: d2"},
        {"a key of the game", "g2", "Point or command: g2"},
        {"a key that opens a list", "b2", "Point or command: b2"},
        {"... and edited", "b2 Back Back a3", "Point or command: a3"},
        {"with a capital", "B2", "Point or command: b2"},
        {"after another key", "tc2", "Point or command: c2"},
        {"played", "c2 Enter", "1 c2"},
        {"a letter alone is a key after a pause", "b", "Games"},
        {"and so is its digit then", "g 2", "Point or command: 2"},
        {"or if another key follows", "b?", "In a game:"},
        {"not a column of this board", "i2", "Point or command: 2"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        UiDriver d = driver_start(&(TestSetup){.white = "human"});
        driver_press(&d, rows[i].keys);
        check_shown(rows[i].name, &d, rows[i].shown);
        driver_finish(&d);
    }
}

TEST(ui_cursor_letters_move_at_once_and_begin_points) {
    UiDriver d = driver_start(&(TestSetup){.white = "human", .size = "15"});
    static const int32_t deleting[] = {KEYCODE_ESCAPE, KEYCODE_BACKSPACE, KEYCODE_CTRL_U};
    for (int i = 0; i < COUNT(deleting); i++) {
        ui_handle(d.ui, &(Event){.kind = EVENT_KEY, .key = 'b'});
        check_shown("a letter that waits is shown", &d, "Point or command: b");
        ui_handle(d.ui, &(Event){.kind = EVENT_KEY, .key = deleting[i]});
        check_shown("and can be deleted", &d, "Black to move");
        CHECK_INT("without anything else", d.ui->view, VIEW_GAME);
    }
    driver_press(&d, "l l Enter");
    check_shown("they move the cursor", &d, "1 j8");
    driver_press(&d, "h 8");
    check_shown("a digit takes that back, even after a pause", &d, "Point or command: h8");
    driver_press(&d, "Enter k Enter");
    check_shown("the cursor stayed on j8, so k is j9", &d, "2 h8      3 j9");
    driver_finish(&d);
}

TEST(ui_plays_nothing_in_a_window_that_is_too_small) {
    UiDriver d = driver_start(&(TestSetup){.white = "human"});
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 6, 20});
    check_shown("says so", &d, "20x6 characters");
    driver_press(&d, "Enter b2 Enter y Down Enter");
    CHECK_INT("no stone", d.ui->session.play.game.count, 0);
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 24, 80});
    check_shown("and nothing else", &d, "Black to move");
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 6, 20});
    driver_press(&d, "q");
    CHECK("but it can be left", d.ui->session.quit);
    driver_finish(&d);
}

TEST(ui_shows_forbidden_points_with_their_reason) {
    UiDriver d = driver_start(&(TestSetup){.rules = "renju", .white = "human", .size = "15"});
    driver_press(&d, "H8 Enter A1 Enter H9 Enter C1 Enter F7 Enter E1 Enter G7 Enter G1 Enter");
    check_shown("marked", &d, "×");
    d.ui->cursor = point_at(7, 8);
    check_shown("reason", &d, "h7: forbidden to Black: a double three");
    driver_press(&d, "Enter");
    check_shown("refused", &d, "h7: forbidden to Black: a double three");
    driver_press(&d, "f");
    check_not_shown("hidden", &d, "×");
    driver_finish(&d);
}

TEST(ui_shows_threats) {
    UiDriver d = driver_start(&(TestSetup){.white = "human"});
    driver_press(&d, "B2 Enter A7 Enter C2 Enter C7 Enter D2 Enter E7 Enter t");
    check_shown("an open three", &d, " 2 ├─●─●─●─4─");
    driver_press(&d, "t");
    check_not_shown("hidden again", &d, "─4─");
    driver_finish(&d);
}

TEST(ui_offers_the_choices_of_an_opening) {
    UiDriver d = driver_start(&(TestSetup){.opening = "swap2", .white = "human"});
    check_shown("instruction", &d, "place stone 1 of 3, a black one");
    driver_press(&d, "D4 Enter D5 Enter E4 Enter");
    check_shown("choices", &d, "> stay: keep White");
    check_shown("choices", &d, "more: add two stones");
    check_shown("beside the stones", &d, " 4 ├─┼─┼[●]◉─┼─┤ 4");
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_shown("in a narrow window too", &d, " 4 ├─┼─┼[●]◉─┼─┤ 4");
    check_shown("in a narrow window too", &d, "> stay: keep White");
    driver_press(&d, "Down Enter");
    check_shown("swapped", &d, "Black: the second player.");
    driver_finish(&d);
}

TEST(ui_takes_typed_choices_of_an_opening) {
    UiDriver d = driver_start(&(TestSetup){.opening = "swap2", .white = "human"});
    driver_press(&d, "D4 Enter D5 Enter E4 Enter : Esc");
    check_shown("asked again", &d, "> stay: keep White");
    driver_press(&d, ":nonsense Enter");
    check_shown("refused", &d, "unknown command 'nonsense'");
    check_shown("and asked again", &d, "> stay: keep White");
    driver_press(&d, ":swap Enter");
    check_shown("swapped", &d, "Black: the second player.");
    CHECK_INT("the answer", d.ui->session.play.game.moves[3].point, POINT_SWAP);
    driver_finish(&d);
}

TEST(ui_pages_through_the_help_with_space) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_press(&d, "?");
    check_shown("first page", &d, "In a game:");
    driver_press(&d, "_ _");
    CHECK("still there", d.ui->view == VIEW_TEXT);
    check_not_shown("a later page", &d, "In a game:");
    driver_press(&d, "Home Home Home Home");
    check_shown("and back", &d, "In a game:");
    driver_press(&d, "x");
    CHECK("any other key leaves", d.ui->view == VIEW_GAME);
    driver_press(&d, "?");
    for (int i = 0; i < 20 && d.ui->text_next >= 0; i++) {
        int next = d.ui->text_next;
        driver_press(&d, "_");
        CHECK_INT("each page begins where the one before ended", d.ui->text_top, next);
    }
    check_shown("the last line", &d, "quit; an unfinished game is saved");
    driver_press(&d, "Down PgDn");
    check_shown("which stays", &d, "Space or Escape goes back");
    driver_press(&d, "_");
    CHECK("then Space leaves", d.ui->view == VIEW_GAME);
    driver_finish(&d);
}

TEST(ui_does_not_play_on_a_game_of_others_with_escape) {
    UiDriver d = driver_start(&(TestSetup){.white = "easy"});
    static const char adjourned[] = "(;SZ[15]RU[freestyle]PB[Ann]PW[Bob];B[hh])";
    Str path = {0}, line = {0};
    Error err = {0};
    str_add(&path, "%s/theirs.sgf", d.folder);
    CHECK("file", file_write(str_text(&path), adjourned, strlen(adjourned), &err));
    str_add(&line, "o %s Enter", str_text(&path));
    driver_press(&d, str_text(&line));
    CHECK("a review", d.ui->session.review.record != NULL);
    driver_press(&d, "Esc");
    driver_wait(&d);
    CHECK_INT("nobody has moved", d.ui->session.play.game.count, 1);
    CHECK("the menu", d.ui->view == VIEW_MENU);
    driver_press(&d, "Esc Enter");
    driver_wait(&d);
    CHECK_INT("Enter plays on", d.ui->session.play.game.count, 2);
    str_release(&path);
    str_release(&line);
    driver_finish(&d);
}

TEST(ui_handles_mouse_clicks) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_screen(&d);
    Layout l = ui_layout(d.ui);
    int row, col;
    layout_locate(&l, point_at(2, 5), &row, &col);
    ui_handle(d.ui, &(Event){EVENT_CLICK, 0, row, col});
    driver_wait(&d);
    check_shown("placed", &d, "  1 c2");
    ui_handle(d.ui, &(Event){EVENT_CLICK, 0, 0, 70});
    CHECK_INT("beside the board", d.ui->session.play.game.count, 2);
    driver_finish(&d);
}

// ---- During the computer's turn

static UiDriver start_against_slow_computer(void) {
    UiDriver d = driver_start(&(TestSetup){.white = "strong:600000"});
    ui_handle(d.ui, &(Event){.kind = EVENT_KEY, .key = KEYCODE_ENTER});
    CHECK("it thinks", background_is_busy(d.ui->move_thread));
    return d;
}

// Presses keys without waiting for the computer.
static void press_without_waiting(UiDriver *d, const char *letters) {
    for (; *letters; letters++) {
        int32_t key = *letters == '\n' ? KEYCODE_ENTER : *letters == '>' ? KEYCODE_DOWN : *letters;
        ui_handle(d->ui, &(Event){.kind = EVENT_KEY, .key = key});
    }
    ui_handle(d->ui, &(Event){.kind = EVENT_PAUSE});
}

TEST(ui_rejects_moves_on_the_computers_turn) {
    UiDriver d = start_against_slow_computer();
    press_without_waiting(&d, "l\n");
    check_shown("by Enter", &d, "White is thinking");
    press_without_waiting(&d, ":a1\n");
    check_shown("typed", &d, "a1: it is White's turn, which the computer plays");
    CHECK_INT("moves", d.ui->session.play.game.count, 1);
    CHECK("it thinks again", background_is_busy(d.ui->move_thread));
    driver_finish(&d);
}

static int64_t clock_ms;

static int64_t stopped_clock(void) {
    return clock_ms;
}

TEST(ui_does_not_restart_the_clock_at_the_last_moment) {
    UiDriver d = start_against_slow_computer();
    GameSession *play = &d.ui->session.play;
    play->game.time = (TimeControl){.main_ms = 5000};
    play->game.timers[SEAT_FIRST] = play->game.timers[SEAT_SECOND] = timer_start(&play->game.time);
    int64_t began = play->turn_began;
    d.ui->session.options.now_ms = stopped_clock;
    clock_ms = began + 5000;
    driver_tick(&d);
    CHECK("no time is left, but it is not up", !terminal_session_is_over(&d.ui->session));
    CHECK_INT("the clock was not restarted", play->turn_began, began);
    clock_ms++;
    driver_tick(&d);
    check_shown("up", &d, "Black wins by time");
    driver_finish(&d);
}

TEST(ui_resigns_for_the_person) {
    UiDriver d = start_against_slow_computer();
    press_without_waiting(&d, "y>\n");
    check_shown("over", &d, "White wins by resignation. You lose.");
    driver_finish(&d);
}

TEST(ui_keeps_searching_in_other_views) {
    UiDriver d = start_against_slow_computer();
    static const char *const screens[] = {"?", "n", "p", "b", "y"};
    for (int i = 0; i < COUNT(screens); i++) {
        int64_t began = d.ui->session.play.turn_began;
        press_without_waiting(&d, screens[i]);
        CHECK(screens[i], d.ui->view != VIEW_GAME);
        CHECK(screens[i], background_is_busy(d.ui->move_thread));
        ui_handle(d.ui, &(Event){.kind = EVENT_KEY, .key = KEYCODE_ESCAPE});
        CHECK(screens[i], d.ui->view == VIEW_GAME);
        CHECK_INT(screens[i], d.ui->session.play.turn_began, began);
    }
    press_without_waiting(&d, "v");
    CHECK("a review keeps it from thinking", !background_is_busy(d.ui->move_thread));
    press_without_waiting(&d, "v");
    CHECK("until it is left", background_is_busy(d.ui->move_thread));
    driver_finish(&d);
}

TEST(ui_does_not_block_on_slow_commands) {
    UiDriver d = driver_start(&(TestSetup){.white = "human"});
    press_without_waiting(&d, ":analyze 3600\n");
    CHECK("in the background", d.ui->analyzing);
    press_without_waiting(&d, ": HINT  \n");
    CHECK("in the background", d.ui->move_job.is_hint);
    press_without_waiting(&d, ":help undo\n");
    check_shown("help for one command", &d, "take back your last move");
    driver_finish(&d);
}

// ---- Ending and starting games

TEST(ui_confirms_a_rematch) {
    UiDriver d = driver_start(&(TestSetup){.white = "human"});
    driver_press(&d, ":new_size=9_rules=renju_white=human Enter");
    driver_press(&d, "Esc Enter m");
    check_shown("asks during a game", &d, "> No, keep playing");
    driver_press(&d, "Down Enter");
    check_shown("the same rules and board", &d, "renju 9x9");
    CHECK_INT("from the beginning", d.ui->session.play.game.count, 0);
    driver_finish(&d);
}

TEST(ui_warns_if_autosave_fails) {
    UiDriver d = driver_start(&(TestSetup){.white = "human"});
    CHECK("a file blocks the folder", file_write(d.state, "x", 1, &(Error){0}));
    driver_press(&d, "Enter");
    check_shown("said", &d, "This game cannot be saved automatically");
    driver_press(&d, "Right Enter");
    check_not_shown("once", &d, "This game cannot be saved automatically");
    driver_press(&d, "q");
    check_shown("asked", &d, "Leave and lose this game?");
    driver_press(&d, "Enter");
    CHECK("stays", !d.ui->session.quit && d.ui->view == VIEW_GAME);
    driver_press(&d, "q Down Enter");
    CHECK("leaves", d.ui->session.quit);
    driver_finish(&d);
}

TEST(ui_wraps_long_messages) {
    UiDriver d = driver_start(&(TestSetup){.white = "human"});
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 20, 40});
    driver_press(&d, "o /nosuchfolder/and/no/such/folder/in/it/either/game.sgf Enter");
    check_shown("the end of it", &d, "No such file");
    driver_press(&d, "s x.zzz Enter");
    check_shown("the end of it", &d, "svg");
    driver_finish(&d);
}

TEST(ui_ponders_if_asked) {
    static const char engine[] = "strong:nodes=300,memory=16";
    UiDriver d = driver_start(&(TestSetup){.white = engine, .ponders = true});
    CHECK("while the person thinks", background_is_busy(d.ui->ponder_thread));
    driver_press(&d, "Enter");
    CHECK_INT("it answers", d.ui->session.play.game.count, 2);
    CHECK("and thinks again", background_is_busy(d.ui->ponder_thread));
    driver_press(&d, "u");
    CHECK("also after an undo", background_is_busy(d.ui->ponder_thread));
    driver_press(&d, "?");
    CHECK("not in other views", !background_is_busy(d.ui->ponder_thread));
    driver_finish(&d);
    d = driver_start(&(TestSetup){.white = engine});
    CHECK("only if asked", !background_is_busy(d.ui->ponder_thread));
    driver_finish(&d);
    d = driver_start(&(TestSetup){.white = "easy", .ponders = true});
    CHECK("only if it can", !background_is_busy(d.ui->ponder_thread));
    driver_finish(&d);
}

// ---- Analysis

TEST(ui_analyses_in_the_background) {
    UiDriver d = driver_start(&(TestSetup){.white = "human"});
    driver_press(&d, "B2 Enter A7 Enter C2 Enter C7 Enter D2 Enter E7 Enter E2 Enter G7 Enter a g");
    for (int i = 0; i < 6000 && !strstr(driver_screen(&d), "100% f2"); i++) {
        struct pollfd news = {game_analysis_fd(d.ui->game_analysis), POLLIN, 0};
        poll(&news, 1, 50);
        driver_tick(&d);
    }
    bool found = strstr(driver_screen(&d), "100% f2") || strstr(str_text(&d.text), "100% a2");
    CHECK("the winning move", found);
    check_shown("heading", &d, "Black's win rate");
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 16, 80});
    check_shown("the graph where there is little room", &d, "  0%");
    driver_press(&d, "a g");
    check_not_shown("off", &d, "Analysis\n");
    driver_finish(&d);
}
