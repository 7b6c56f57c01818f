// Full-screen UI, driven by keys: files, lists, settings, mist, window sizes and a monkey test.
#include "ui_driver.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/number.h"
#include "test.h"
#include "tui/settings.h"

#include <string.h>
#include <unistd.h>

// ---- Files

TEST(ui_saves_opens_and_reviews) {
    UiDriver d = driver_start(&(TestSetup){0});
    Str path = {0};
    str_add(&path, "%s/a.sgf", d.folder);
    driver_press(&d, "Enter Right Enter s");
    driver_press(&d, str_text(&path));
    driver_press(&d, "Enter");
    check_shown("saved", &d, "Saved to /tmp");
    driver_press(&d, "s");
    driver_press(&d, str_text(&path));
    driver_press(&d, "Enter");
    check_shown("does not overwrite a file", &d, "A file with that name exists");
    driver_press(&d, "Down Enter");
    check_shown("replaced", &d, "Saved to /tmp");
    driver_press(&d, "o");
    driver_press(&d, str_text(&path));
    driver_press(&d, "Enter");
    check_shown("a review", &d, "After move 4");
    driver_press(&d, "Left Left");
    check_shown("back", &d, "After move 2");
    driver_press(&d, "Right Home");
    check_shown("first", &d, "Before the first move");
    driver_press(&d, "Left");
    check_shown("no further", &d, "This is the beginning.");
    driver_press(&d, "Right Right Enter");
    check_shown("on from here", &d, "The game continues from here.");
    driver_press(&d, "G1 Enter v Left Up");
    check_shown("the old moves are a variation", &d, "variation 1 of 2");
    driver_press(&d, "o nosuch.sgf Enter");
    check_shown("no such file", &d, "nosuch.sgf");
    check_shown("still a review", &d, "variation 1 of 2");
    str_release(&path);
    driver_finish(&d);
}

// The first move of this file is in its root node. After an undo the game is not in the record any
// more.
TEST(ui_reviews_a_game_that_left_its_record) {
    UiDriver d = driver_start(&(TestSetup){.white = "human"});
    Str path = {0};
    Error err = {0};
    static const char text[] = "(;GM[4]SZ[7]AB[aa]AW[bb]B[cc])";
    str_add(&path, "%s/a.sgf", d.folder);
    CHECK("file", file_write(str_text(&path), text, strlen(text), &err));
    driver_press(&d, "o");
    driver_press(&d, str_text(&path));
    driver_press(&d, "Enter Enter u v");
    check_shown("a review", &d, "Before the first move");
    str_release(&path);
    driver_finish(&d);
}

TEST(ui_shows_two_line_replies_below_the_board) {
    UiDriver d = driver_start(&(TestSetup){0});
    Str path = {0};
    str_add(&path, "%s/a.svg", d.folder);
    driver_press(&d, "Enter s");
    driver_press(&d, str_text(&path));
    driver_press(&d, "Enter");
    CHECK("the game is seen", d.ui->view == VIEW_GAME);
    check_shown("the second line", &d, "The file has the position");
    str_release(&path);
    driver_finish(&d);
}

TEST(ui_skips_unreadable_unfinished_games) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_press(&d, "Enter q");
    Str path = {0};
    str_add(&path, "%s/games/unfinished-29990101-000000-1.sgf", d.state);
    CHECK("write", file_write(str_text(&path), "garbage", 7, &(Error){0}));
    str_release(&path);
    driver_close(&d);
    driver_open(&d, &(TestSetup){.menu = true});
    driver_press(&d, "Enter");
    check_shown("the newest readable one", &d, "The game continues where it was.");
    driver_finish(&d);
}

TEST(ui_handles_game_keys_in_the_menu) {
    UiDriver d = driver_start(&(TestSetup){.menu = true});
    driver_press(&d, "?");
    check_shown("keys", &d, "In a game:");
    driver_press(&d, "Esc n ?");
    check_shown("keys, from a form", &d, "In a game:");
    driver_press(&d, "Esc Esc b");
    check_shown("games", &d, "No games yet.");
    driver_press(&d, "Esc p");
    check_shown("preferences", &d, "Preferences");
    driver_press(&d, "Esc q");
    CHECK("quit", d.ui->session.quit);
    driver_finish(&d);
}

TEST(ui_resumes_an_unfinished_game) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_press(&d, "Enter q");
    CHECK("quit", d.ui->session.quit);
    driver_close(&d);
    driver_open(&d, &(TestSetup){.menu = true, .white = "human"});
    check_shown("offered", &d, "> Continue the unfinished game");
    check_shown("which", &d, "Black: a person, White: easy, 2 moves");
    driver_press(&d, "Enter");
    CHECK_INT("its moves", d.ui->session.play.game.count, 2);
    check_shown("its players", &d, "White: easy");
    driver_finish(&d);
}

TEST(ui_lists_games_and_finds_them) {
    UiDriver d = driver_start(&(TestSetup){0});
    driver_press(&d, "Enter y Down Enter n Enter Right Enter Esc Down Down Enter");
    check_shown("a game that is over", &d, "a person - easy  W+R");
    driver_press(&d, "/ 2001 Enter");
    check_shown("not that year", &d, "No games found.");
    driver_press(&d, "/ Back Back Back Back w+r Enter");
    check_shown("by result", &d, "> 2");
    driver_press(&d, "Enter");
    check_shown("opened", &d, "After move 2");
    driver_finish(&d);
}

TEST(ui_saves_settings) {
    UiDriver d = driver_start(&(TestSetup){.menu = true});
    driver_press(&d, "Enter Home Down Down Right Right Down Right End Enter");
    check_shown("another game", &d, "renju 8x8");
    driver_press(&d, "c");
    check_shown("another theme", &d, "Theme night");
    Settings all = settings_default();
    Str notes = {0};
    config_load(d.config, &all, &notes);
    CHECK_TEXT("rules", all.values[SETTING_RULES], "renju");
    CHECK_TEXT("size", all.values[SETTING_SIZE], "8");
    CHECK_TEXT("theme", all.values[SETTING_THEME], "night");
    CHECK_TEXT("notes", str_text(&notes), "");
    str_release(&notes);
    driver_finish(&d);
}

TEST(ui_shows_errors_of_the_configuration_file) {
    static const char note[] = "play.conf: line 1: a.\nline 2: b.";
    UiDriver d = driver_start(&(TestSetup){.menu = true, .note = note});
    check_shown("all of it, below the menu", &d, "play.conf: line 1: a. line 2: b.");
    driver_press(&d, "Down");
    check_shown("for as long as the menu is there", &d, "line 2: b.");
    driver_finish(&d);
}

TEST(ui_shows_forms_in_narrow_windows) {
    UiDriver d = driver_start(&(TestSetup){.menu = true, .rules = "renju"});
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 40, 160});
    driver_press(&d, "n");
    check_shown("with its explanation", &d, "Rules      renju: ");
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_shown("the name alone", &d, "Rules      renju\n");
    driver_press(&d, "Home Down Down");
    check_shown("the rest below the form", &d, "renju: ");
    driver_finish(&d);
}

TEST(ui_accepts_typed_settings) {
    UiDriver d = driver_start(&(TestSetup){.menu = true});
    driver_press(&d, "Enter Home Down Down Down Enter Back 99 Enter");
    check_shown("refused", &d, "size: 99 is not between 5 and 25");
    driver_press(&d, "Enter Back 11 Enter");
    check_shown("taken", &d, "11x11");
    driver_finish(&d);
}

// ---- Mist

TEST(ui_hides_the_board_in_the_mist) {
    UiDriver d = driver_start(&(TestSetup){.mist = "on"});
    check_shown("title", &d, "Gomoku in the Mist");
    check_shown("hole and mist", &d, "░─┼─┼─┼[╋]┼─┼─┼─░");
    driver_press(&d, "Enter");
    check_shown("no point is named", &d, "White has placed a stone.");
    check_not_shown("no list of moves", &d, "Moves");
    driver_press(&d, "u");
    check_shown("nothing is taken back", &d, "not possible in the mist");
    driver_press(&d, "a");
    check_shown("no analysis", &d, "not possible in the mist");
    driver_press(&d, "y Down Enter");
    check_shown("lifted", &d, "Moves");
    check_not_shown("still nothing to take back", &d, "u undo");
    driver_finish(&d);
}

TEST(ui_hides_the_board_between_two_people_in_the_mist) {
    UiDriver d = driver_start(&(TestSetup){.mist = "on", .white = "human"});
    driver_press(&d, "Enter");
    check_shown("handed over", &d, "It is White's turn.");
    check_shown("keys", &d, "Enter shows the board");
    check_not_shown("no board", &d, "░");
    driver_press(&d, "_ x Down");
    check_shown("only by Enter", &d, "It is White's turn.");
    driver_press(&d, "Enter");
    check_shown("the hole", &d, "░");
    driver_press(&d, ":a1 Enter");
    check_shown("typed moves too", &d, "It is Black's turn.");
    driver_press(&d, "Esc Enter");
    check_shown("no way around it by the menu", &d, "It is Black's turn.");
    driver_press(&d, "Esc p Esc");
    check_shown("nor by another screen", &d, "It is Black's turn.");
    d.ui->session.play.turn_began -= 1000;
    int64_t before = clock_now_ms();
    driver_press(&d, "Enter");
    CHECK("the clock starts now", d.ui->session.play.turn_began >= before);
    driver_press(&d, "x");
    check_shown("sides stay", &d, "sides cannot be switched in the mist");
    driver_finish(&d);
}

// ---- Window sizes

TEST(ui_fits_every_window) {
    UiDriver d = driver_start(&(TestSetup){.size = "19"});
    driver_press(&d, "Enter t g");
    for (int rows = 1; rows < 50; rows += 3)
        for (int cols = 1; cols < 140; cols += 11) {
            ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, rows, cols});
            driver_screen(&d);
        }
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 8, 30});
    check_shown("too small", &d, "least 24x10");
    ui_handle(d.ui, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_not_shown("the board alone", &d, "Black: you");
    driver_press(&d, "Tab");
    check_shown("the panel instead", &d, "Black: you");
    driver_finish(&d);
}

// ---- Monkey test

// Restarts after a quit, so that the other events have an effect.
static void restart(UiDriver *d, const TestSetup *setup) {
    driver_close(d);
    driver_open(d, setup);
}

static Event random_event(Rng *rng) {
    static const char letters[] = "hjkl :ur?iatgfxmnovbpcqy/0123456789ABCDEFG+-$_=.~";
    switch (rng_below(rng, 12)) {
    case 0:
        return (Event){EVENT_CLICK, 0, rng_below(rng, 30), rng_below(rng, 90)};
    case 1:
        return (Event){.kind = rng_below(rng, 2) ? EVENT_SCROLL_UP : EVENT_SCROLL_DOWN};
    case 2:
        return (Event){EVENT_RESIZE, 0, 1 + rng_below(rng, 50), 1 + rng_below(rng, 140)};
    case 3:
        return (Event){.kind = EVENT_TICK};
    case 4:
    case 5:
    case 6:
    case 7:
        return (Event){.kind = EVENT_KEY,
                       .key = SPECIAL_KEYS_FIRST +
                              rng_below(rng, SPECIAL_KEYS_LIMIT - SPECIAL_KEYS_FIRST)};
    case 8:
        return (Event){.kind = EVENT_KEY, .key = rng_below(rng, 0x110000)};
    default:
        return (Event){.kind = EVENT_KEY, .key = letters[rng_below(rng, sizeof letters - 1)]};
    }
}

static const TestSetup monkeys[] = {
    {.menu = true},
    {.black = "easy", .white = "easy"},
    {.white = "human", .rules = "renju", .opening = "swap2"},
    {.mist = "on", .white = "human"},
    {.mist = "on"},
    {.size = "25"},
};

TEST(ui_survives_a_monkey) {
    enum { EVENTS = 1500 };
    Rng rng = {2026};
    int views = 0, moves = 0, reviews = 0;
    char here[1000];
    CHECK("here", getcwd(here, sizeof here) != NULL);
    for (int i = 0; i < COUNT(monkeys); i++) {
        UiDriver d = driver_start(&monkeys[i]);
        CHECK("files go into the test folder", chdir(d.folder) == 0);
        for (int k = 0; k < EVENTS; k++) {
            Event e = random_event(&rng);
            ui_handle(d.ui, &e);
            driver_screen(&d);
            views |= 1 << d.ui->view;
            moves += d.ui->session.play.game.count > 0;
            reviews += d.ui->session.review.record != NULL;
            if (d.ui->session.quit)
                restart(&d, &monkeys[i]);
        }
        CHECK("back", chdir(here) == 0);
        driver_finish(&d);
    }
    CHECK_INT("every view was there", views, (1 << (VIEW_HANDOVER + 1)) - 1);
    CHECK("games were played", moves > 1000);
    CHECK("and reviewed", reviews > 50);
}
