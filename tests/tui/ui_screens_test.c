// The full-screen game: files, lists and settings, the mist, every window, and a monkey.
#include "visitor.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/util.h"
#include "test.h"
#include "tui/config.h"

#include <string.h>
#include <unistd.h>

// ---- Files

TEST(ui_saves_opens_and_reviews) {
    UiDriver p = driver_start(&(TestSetup){0});
    Str path = {0};
    str_add(&path, "%s/a.sgf", p.folder);
    driver_press(&p, "Enter Right Enter s");
    driver_press(&p, str_text(&path));
    driver_press(&p, "Enter");
    check_shown("saved", &p, "Saved to /tmp");
    driver_press(&p, "s");
    driver_press(&p, str_text(&path));
    driver_press(&p, "Enter");
    check_shown("not over another", &p, "There is a file of that name");
    driver_press(&p, "Down Enter");
    check_shown("replaced", &p, "Saved to /tmp");
    driver_press(&p, "o");
    driver_press(&p, str_text(&path));
    driver_press(&p, "Enter");
    check_shown("a review", &p, "After move 4");
    driver_press(&p, "Left Left");
    check_shown("back", &p, "After move 2");
    driver_press(&p, "Right Home");
    check_shown("first", &p, "After move 0");
    driver_press(&p, "Left");
    check_shown("no further", &p, "This is the beginning.");
    driver_press(&p, "Right Right Enter");
    check_shown("on from here", &p, "The game goes on from here.");
    driver_press(&p, "G1 Enter v Left Up");
    check_shown("the old moves are a variation", &p, "variation 1 of 2");
    driver_press(&p, "o nosuch.sgf Enter");
    check_shown("no such file", &p, "nosuch.sgf");
    check_shown("still a review", &p, "variation 1 of 2");
    str_release(&path);
    driver_finish(&p);
}

// The first move of such a file is in its root: taken back, the game is none of that record any
// more.
TEST(ui_reviews_a_game_that_left_its_record) {
    UiDriver p = driver_start(&(TestSetup){.white = "human"});
    Str path = {0};
    Error err = {0};
    static const char text[] = "(;GM[4]SZ[7]AB[aa]AW[bb]B[cc])";
    str_add(&path, "%s/a.sgf", p.folder);
    CHECK("file", file_write(str_text(&path), text, strlen(text), &err));
    driver_press(&p, "o");
    driver_press(&p, str_text(&path));
    driver_press(&p, "Enter Esc u v");
    check_shown("a review", &p, "After move 0");
    str_release(&path);
    driver_finish(&p);
}

TEST(ui_says_answers_of_two_lines_below_the_board) {
    UiDriver p = driver_start(&(TestSetup){0});
    Str path = {0};
    str_add(&path, "%s/a.svg", p.folder);
    driver_press(&p, "Enter s");
    driver_press(&p, str_text(&path));
    driver_press(&p, "Enter");
    CHECK("the game is seen", p.ui->view == VIEW_GAME);
    check_shown("the second line", &p, "The file has the position");
    str_release(&path);
    driver_finish(&p);
}

TEST(ui_offers_no_game_that_cannot_be_read) {
    UiDriver p = driver_start(&(TestSetup){0});
    driver_press(&p, "Enter q");
    Str path = {0};
    str_add(&path, "%s/games/unfinished-29990101-000000-1.sgf", p.state);
    CHECK("write", file_write(str_text(&path), "garbage", 7, &(Error){0}));
    str_release(&path);
    driver_close(&p);
    driver_open(&p, &(TestSetup){.menu = true});
    driver_press(&p, "Enter");
    check_shown("the newest that can be", &p, "The game goes on where it was.");
    driver_finish(&p);
}

TEST(ui_takes_the_keys_of_the_game_in_its_menu) {
    UiDriver p = driver_start(&(TestSetup){.menu = true});
    driver_press(&p, "?");
    check_shown("keys", &p, "In a game:");
    driver_press(&p, "Esc n ?");
    check_shown("keys, from a form", &p, "In a game:");
    driver_press(&p, "Esc Esc b");
    check_shown("games", &p, "No game was played yet.");
    driver_press(&p, "Esc p");
    check_shown("preferences", &p, "Preferences");
    driver_press(&p, "Esc q");
    CHECK("quit", p.ui->quit);
    driver_finish(&p);
}

TEST(ui_brings_an_unfinished_game_back) {
    UiDriver p = driver_start(&(TestSetup){0});
    driver_press(&p, "Enter q");
    CHECK("quit", p.ui->quit);
    driver_close(&p);
    driver_open(&p, &(TestSetup){.menu = true, .white = "human"});
    check_shown("offered", &p, "> Go on with the unfinished game");
    check_shown("which", &p, "Black: a person, White: easy, 2 moves");
    driver_press(&p, "Enter");
    CHECK_INT("its moves", p.ui->interpreter.session.game.count, 2);
    check_shown("its players", &p, "White: easy");
    driver_finish(&p);
}

TEST(ui_lists_games_and_finds_them) {
    UiDriver p = driver_start(&(TestSetup){0});
    driver_press(&p, "Enter y Down Enter n Enter Right Enter Esc Down Down Enter");
    check_shown("a game that is over", &p, "a person - easy  W+R");
    driver_press(&p, "/ 2001 Enter");
    check_shown("not that year", &p, "No game has these words.");
    driver_press(&p, "/ Back Back Back Back w+r Enter");
    check_shown("by result", &p, "> 2");
    driver_press(&p, "Enter");
    check_shown("opened", &p, "After move 2");
    driver_finish(&p);
}

TEST(ui_remembers_settings) {
    UiDriver p = driver_start(&(TestSetup){.menu = true});
    driver_press(&p, "Enter Home Down Down Right Right Down Right End Enter");
    check_shown("another game", &p, "renju 8x8");
    driver_press(&p, "c");
    check_shown("another theme", &p, "Theme night");
    Settings all = settings_default();
    Str notes = {0};
    config_load(p.config, &all, &notes);
    CHECK_TEXT("rules", all.values[SETTING_RULES], "renju");
    CHECK_TEXT("size", all.values[SETTING_SIZE], "8");
    CHECK_TEXT("theme", all.values[SETTING_THEME], "night");
    CHECK_TEXT("notes", str_text(&notes), "");
    str_release(&notes);
    driver_finish(&p);
}

TEST(ui_says_at_the_start_what_is_wrong_with_the_settings) {
    static const char note[] = "play.conf: line 1: a.\nline 2: b.";
    UiDriver p = driver_start(&(TestSetup){.menu = true, .note = note});
    check_shown("all of it, below the menu", &p, "play.conf: line 1: a. line 2: b.");
    driver_press(&p, "Down");
    check_shown("for as long as the menu is there", &p, "line 2: b.");
    driver_finish(&p);
}

TEST(ui_shows_forms_in_narrow_windows) {
    UiDriver p = driver_start(&(TestSetup){.menu = true, .rules = "renju"});
    ui_handle(p.ui, &(Event){EVENT_RESIZE, 0, 40, 160});
    driver_press(&p, "n");
    check_shown("with its explanation", &p, "Rules      renju: ");
    ui_handle(p.ui, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_shown("the name alone", &p, "Rules      renju\n");
    driver_press(&p, "Home Down Down");
    check_shown("the rest below the form", &p, "renju: ");
    driver_finish(&p);
}

TEST(ui_takes_typed_settings) {
    UiDriver p = driver_start(&(TestSetup){.menu = true});
    driver_press(&p, "Enter Home Down Down Down Enter Back 99 Enter");
    check_shown("refused", &p, "size: 99 is not between 5 and 25");
    driver_press(&p, "Enter Back 11 Enter");
    check_shown("taken", &p, "11x11");
    driver_finish(&p);
}

// ---- The mist

TEST(ui_hides_the_board_in_the_mist) {
    UiDriver p = driver_start(&(TestSetup){.mist = "on"});
    check_shown("title", &p, "Gomoku in the Mist");
    check_shown("hole and mist", &p, "░─┼─┼─┼[╋]┼─┼─┼─░");
    driver_press(&p, "Enter");
    check_shown("no place is told", &p, "White has placed a stone.");
    check_not_shown("no list of moves", &p, "Moves");
    driver_press(&p, "u");
    check_shown("nothing is taken back", &p, "in the mist nothing is taken back");
    driver_press(&p, "a");
    check_shown("no analysis", &p, "Not in the mist.");
    driver_press(&p, "y Down Enter");
    check_shown("lifted", &p, "Moves");
    driver_finish(&p);
}

TEST(ui_draws_a_curtain_between_two_people_in_the_mist) {
    UiDriver p = driver_start(&(TestSetup){.mist = "on", .white = "human"});
    driver_press(&p, "Enter");
    check_shown("handed over", &p, "It is White's turn.");
    check_shown("what can be done", &p, "Enter shows the board");
    check_not_shown("no board", &p, "░");
    driver_press(&p, "_ x Down");
    check_shown("only by Enter", &p, "It is White's turn.");
    driver_press(&p, "Enter");
    check_shown("the hole", &p, "░");
    driver_press(&p, ":a1 Enter");
    check_shown("typed moves too", &p, "It is Black's turn.");
    driver_press(&p, "Esc Enter");
    check_shown("no way around it by the menu", &p, "It is Black's turn.");
    driver_press(&p, "Esc p Esc");
    check_shown("nor by another screen", &p, "It is Black's turn.");
    p.ui->interpreter.session.turn_start_ms -= 1000;
    int64_t before = clock_now_ms();
    driver_press(&p, "Enter");
    CHECK("the time before it is nobody's", p.ui->interpreter.session.turn_start_ms >= before);
    driver_press(&p, "x");
    check_shown("nobody looks from the other side", &p, "nobody may look from the other side");
    driver_finish(&p);
}

// ---- The window

TEST(ui_fits_every_window) {
    UiDriver p = driver_start(&(TestSetup){.size = "19"});
    driver_press(&p, "Enter t g");
    for (int rows = 1; rows < 50; rows += 3)
        for (int cols = 1; cols < 140; cols += 11) {
            ui_handle(p.ui, &(Event){EVENT_RESIZE, 0, rows, cols});
            driver_screen(&p);
        }
    ui_handle(p.ui, &(Event){EVENT_RESIZE, 0, 8, 30});
    check_shown("too small", &p, "24x10 at least");
    ui_handle(p.ui, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_not_shown("the board alone", &p, "Black: you");
    driver_press(&p, "Tab");
    check_shown("the panel instead", &p, "Black: you");
    driver_finish(&p);
}

// ---- Anything at all

// Ends what quits, so that the rest of the keys has something to do.
static void revive(UiDriver *p, const TestSetup *setup) {
    driver_close(p);
    driver_open(p, setup);
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
        UiDriver p = driver_start(&monkeys[i]);
        CHECK("files go where they do no harm", chdir(p.folder) == 0);
        for (int k = 0; k < EVENTS; k++) {
            Event e = random_event(&rng);
            ui_handle(p.ui, &e);
            driver_screen(&p);
            views |= 1 << p.ui->view;
            moves += p.ui->interpreter.session.game.count > 0;
            reviews += p.ui->interpreter.walk.record != NULL;
            if (p.ui->quit)
                revive(&p, &monkeys[i]);
        }
        CHECK("back", chdir(here) == 0);
        driver_finish(&p);
    }
    CHECK_INT("every view was there", views, (1 << (VIEW_HANDOVER + 1)) - 1);
    CHECK("games were played", moves > 1000);
    CHECK("and looked at", reviews > 50);
}
