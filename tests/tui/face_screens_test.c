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

TEST(face_saves_opens_and_reviews) {
    Visitor p = visitor_begin(&(Wish){0});
    Str path = {0};
    str_add(&path, "%s/a.sgf", p.folder);
    visitor_press(&p, "Enter Right Enter s");
    visitor_press(&p, str_text(&path));
    visitor_press(&p, "Enter");
    check_seen("saved", &p, "Saved to /tmp");
    visitor_press(&p, "s");
    visitor_press(&p, str_text(&path));
    visitor_press(&p, "Enter");
    check_seen("not over another", &p, "There is a file of that name");
    visitor_press(&p, "Down Enter");
    check_seen("replaced", &p, "Saved to /tmp");
    visitor_press(&p, "o");
    visitor_press(&p, str_text(&path));
    visitor_press(&p, "Enter");
    check_seen("a review", &p, "After move 4");
    visitor_press(&p, "Left Left");
    check_seen("back", &p, "After move 2");
    visitor_press(&p, "Right Home");
    check_seen("first", &p, "After move 0");
    visitor_press(&p, "Left");
    check_seen("no further", &p, "This is the beginning.");
    visitor_press(&p, "Right Right Enter");
    check_seen("on from here", &p, "The game goes on from here.");
    visitor_press(&p, "G1 Enter v Left Up");
    check_seen("the old moves are a variation", &p, "variation 1 of 2");
    visitor_press(&p, "o nosuch.sgf Enter");
    check_seen("no such file", &p, "nosuch.sgf");
    check_seen("still a review", &p, "variation 1 of 2");
    str_release(&path);
    visitor_end(&p);
}

// The first move of such a file is in its root: taken back, the game is none of that record any
// more.
TEST(face_reviews_a_game_that_left_its_record) {
    Visitor p = visitor_begin(&(Wish){.white = "human"});
    Str path = {0};
    Error err = {0};
    static const char text[] = "(;GM[4]SZ[7]AB[aa]AW[bb]B[cc])";
    str_add(&path, "%s/a.sgf", p.folder);
    CHECK("file", file_write(str_text(&path), text, strlen(text), &err));
    visitor_press(&p, "o");
    visitor_press(&p, str_text(&path));
    visitor_press(&p, "Enter Esc u v");
    check_seen("a review", &p, "After move 0");
    str_release(&path);
    visitor_end(&p);
}

TEST(face_says_answers_of_two_lines_below_the_board) {
    Visitor p = visitor_begin(&(Wish){0});
    Str path = {0};
    str_add(&path, "%s/a.svg", p.folder);
    visitor_press(&p, "Enter s");
    visitor_press(&p, str_text(&path));
    visitor_press(&p, "Enter");
    CHECK("the game is seen", p.face->view == VIEW_GAME);
    check_seen("the second line", &p, "The file has the position");
    str_release(&path);
    visitor_end(&p);
}

TEST(face_offers_no_game_that_cannot_be_read) {
    Visitor p = visitor_begin(&(Wish){0});
    visitor_press(&p, "Enter q");
    Str path = {0};
    str_add(&path, "%s/games/unfinished-29990101-000000-1.sgf", p.state);
    CHECK("write", file_write(str_text(&path), "garbage", 7, &(Error){0}));
    str_release(&path);
    visitor_close(&p);
    visitor_open(&p, &(Wish){.menu = true});
    visitor_press(&p, "Enter");
    check_seen("the newest that can be", &p, "The game goes on where it was.");
    visitor_end(&p);
}

TEST(face_takes_the_keys_of_the_game_in_its_menu) {
    Visitor p = visitor_begin(&(Wish){.menu = true});
    visitor_press(&p, "?");
    check_seen("keys", &p, "In a game:");
    visitor_press(&p, "Esc n ?");
    check_seen("keys, from a form", &p, "In a game:");
    visitor_press(&p, "Esc Esc b");
    check_seen("games", &p, "No game was played yet.");
    visitor_press(&p, "Esc p");
    check_seen("preferences", &p, "Preferences");
    visitor_press(&p, "Esc q");
    CHECK("quit", p.face->quit);
    visitor_end(&p);
}

TEST(face_brings_an_unfinished_game_back) {
    Visitor p = visitor_begin(&(Wish){0});
    visitor_press(&p, "Enter q");
    CHECK("quit", p.face->quit);
    visitor_close(&p);
    visitor_open(&p, &(Wish){.menu = true, .white = "human"});
    check_seen("offered", &p, "> Go on with the unfinished game");
    check_seen("which", &p, "Black: a person, White: easy, 2 moves");
    visitor_press(&p, "Enter");
    CHECK_INT("its moves", p.face->dialogue.sitting.game.count, 2);
    check_seen("its players", &p, "White: easy");
    visitor_end(&p);
}

TEST(face_lists_games_and_finds_them) {
    Visitor p = visitor_begin(&(Wish){0});
    visitor_press(&p, "Enter y Down Enter n Enter Right Enter Esc Down Down Enter");
    check_seen("a game that is over", &p, "a person - easy  W+R");
    visitor_press(&p, "/ 2001 Enter");
    check_seen("not that year", &p, "No game has these words.");
    visitor_press(&p, "/ Back Back Back Back w+r Enter");
    check_seen("by result", &p, "> 2");
    visitor_press(&p, "Enter");
    check_seen("opened", &p, "After move 2");
    visitor_end(&p);
}

TEST(face_remembers_settings) {
    Visitor p = visitor_begin(&(Wish){.menu = true});
    visitor_press(&p, "Enter Home Down Down Right Right Down Right End Enter");
    check_seen("another game", &p, "renju 8x8");
    visitor_press(&p, "c");
    check_seen("another theme", &p, "Theme night");
    Settings all = settings_usual();
    Str notes = {0};
    config_load(p.config, &all, &notes);
    CHECK_TEXT("rules", all.values[SET_RULES], "renju");
    CHECK_TEXT("size", all.values[SET_SIZE], "8");
    CHECK_TEXT("theme", all.values[SET_THEME], "night");
    CHECK_TEXT("notes", str_text(&notes), "");
    str_release(&notes);
    visitor_end(&p);
}

TEST(face_says_at_the_start_what_is_wrong_with_the_settings) {
    static const char note[] = "play.conf: line 1: a.\nline 2: b.";
    Visitor p = visitor_begin(&(Wish){.menu = true, .note = note});
    check_seen("all of it, below the menu", &p, "play.conf: line 1: a. line 2: b.");
    visitor_press(&p, "Down");
    check_seen("for as long as the menu is there", &p, "line 2: b.");
    visitor_end(&p);
}

TEST(face_shows_forms_in_narrow_windows) {
    Visitor p = visitor_begin(&(Wish){.menu = true, .rules = "renju"});
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 40, 160});
    visitor_press(&p, "n");
    check_seen("with its explanation", &p, "Rules      renju: ");
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_seen("the name alone", &p, "Rules      renju\n");
    visitor_press(&p, "Home Down Down");
    check_seen("the rest below the form", &p, "renju: ");
    visitor_end(&p);
}

TEST(face_takes_typed_settings) {
    Visitor p = visitor_begin(&(Wish){.menu = true});
    visitor_press(&p, "Enter Home Down Down Down Enter Back 99 Enter");
    check_seen("refused", &p, "size: 99 is not between 5 and 25");
    visitor_press(&p, "Enter Back 11 Enter");
    check_seen("taken", &p, "11x11");
    visitor_end(&p);
}

// ---- The mist

TEST(face_hides_the_board_in_the_mist) {
    Visitor p = visitor_begin(&(Wish){.mist = "on"});
    check_seen("title", &p, "Gomoku in the Mist");
    check_seen("hole and mist", &p, "░─┼─┼─┼[╋]┼─┼─┼─░");
    visitor_press(&p, "Enter");
    check_seen("no place is told", &p, "White has placed a stone.");
    check_unseen("no list of moves", &p, "Moves");
    visitor_press(&p, "u");
    check_seen("nothing is taken back", &p, "in the mist nothing is taken back");
    visitor_press(&p, "a");
    check_seen("no analysis", &p, "Not in the mist.");
    visitor_press(&p, "y Down Enter");
    check_seen("lifted", &p, "Moves");
    visitor_end(&p);
}

TEST(face_draws_a_curtain_between_two_people_in_the_mist) {
    Visitor p = visitor_begin(&(Wish){.mist = "on", .white = "human"});
    visitor_press(&p, "Enter");
    check_seen("handed over", &p, "It is White's turn.");
    check_seen("what can be done", &p, "Enter shows the board");
    check_unseen("no board", &p, "░");
    visitor_press(&p, "_ x Down");
    check_seen("only by Enter", &p, "It is White's turn.");
    visitor_press(&p, "Enter");
    check_seen("the hole", &p, "░");
    visitor_press(&p, ":a1 Enter");
    check_seen("typed moves too", &p, "It is Black's turn.");
    visitor_press(&p, "Esc Enter");
    check_seen("no way around it by the menu", &p, "It is Black's turn.");
    visitor_press(&p, "Esc p Esc");
    check_seen("nor by another screen", &p, "It is Black's turn.");
    p.face->dialogue.sitting.turn_began_ms -= 1000;
    int64_t before = clock_now_ms();
    visitor_press(&p, "Enter");
    CHECK("the time before it is nobody's", p.face->dialogue.sitting.turn_began_ms >= before);
    visitor_press(&p, "x");
    check_seen("nobody looks from the other side", &p, "nobody may look from the other side");
    visitor_end(&p);
}

// ---- The window

TEST(face_fits_every_window) {
    Visitor p = visitor_begin(&(Wish){.size = "19"});
    visitor_press(&p, "Enter t g");
    for (int rows = 1; rows < 50; rows += 3)
        for (int cols = 1; cols < 140; cols += 11) {
            face_handle(p.face, &(Event){EVENT_RESIZE, 0, rows, cols});
            visitor_sees(&p);
        }
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 8, 30});
    check_seen("too small", &p, "24x10 at least");
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_unseen("the board alone", &p, "Black: you");
    visitor_press(&p, "Tab");
    check_seen("the panel instead", &p, "Black: you");
    visitor_end(&p);
}

// ---- Anything at all

// Ends what quits, so that the rest of the keys has something to do.
static void revive(Visitor *p, const Wish *wish) {
    visitor_close(p);
    visitor_open(p, wish);
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
                       .key = KEYS_FIRST + rng_below(rng, KEYS_END - KEYS_FIRST)};
    case 8:
        return (Event){.kind = EVENT_KEY, .key = rng_below(rng, 0x110000)};
    default:
        return (Event){.kind = EVENT_KEY, .key = letters[rng_below(rng, sizeof letters - 1)]};
    }
}

static const Wish monkeys[] = {
    {.menu = true},
    {.black = "easy", .white = "easy"},
    {.white = "human", .rules = "renju", .opening = "swap2"},
    {.mist = "on", .white = "human"},
    {.mist = "on"},
    {.size = "25"},
};

TEST(face_survives_a_monkey) {
    enum { EVENTS = 1500 };
    Rng rng = {2026};
    int views = 0, moves = 0, reviews = 0;
    char here[1000];
    CHECK("here", getcwd(here, sizeof here) != NULL);
    for (int i = 0; i < COUNT(monkeys); i++) {
        Visitor p = visitor_begin(&monkeys[i]);
        CHECK("files go where they do no harm", chdir(p.folder) == 0);
        for (int k = 0; k < EVENTS; k++) {
            Event e = random_event(&rng);
            face_handle(p.face, &e);
            visitor_sees(&p);
            views |= 1 << p.face->view;
            moves += p.face->dialogue.sitting.game.count > 0;
            reviews += p.face->dialogue.walk.record != NULL;
            if (p.face->quit)
                revive(&p, &monkeys[i]);
        }
        CHECK("back", chdir(here) == 0);
        visitor_end(&p);
    }
    CHECK_INT("every view was there", views, (1 << (VIEW_CURTAIN + 1)) - 1);
    CHECK("games were played", moves > 1000);
    CHECK("and looked at", reviews > 50);
}
