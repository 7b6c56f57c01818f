// The full-screen game, driven by keys and read from its screens: no terminal is needed for that.
#include "tui/face.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/util.h"
#include "test.h"
#include "tui/config.h"

#include <ftw.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A face with a folder of its own for whatever it writes.
typedef struct {
    char folder[32], state[64], config[64];
    Face *face;
    Screen screen;
    Str text; // of the screen
} Visitor;    // a person, not one of player.h

typedef struct {
    const char *black, *white, *rules, *size, *opening, *mist, *note;
    bool menu; // begin with the menu, not with a game
    bool ponders;
} Wish;

static void set(Settings *all, Setting s, const char *value) {
    Error err = {0};
    if (value)
        CHECK(value, settings_set(all, s, value, &err));
}

static void open_face(Visitor *p, const Wish *wish) {
    FaceOptions options = {
        .settings = settings_usual(),
        .sitting = {.state_folder = p->state, .adviser = "easy"},
        .config = p->config,
        .note = wish->note,
        .start = !wish->menu,
        .ponders = wish->ponders,
        .unicode = true,
    };
    set(&options.settings, SET_BLACK, wish->black ? wish->black : "human");
    set(&options.settings, SET_WHITE, wish->white ? wish->white : "easy");
    set(&options.settings, SET_RULES, wish->rules);
    set(&options.settings, SET_SIZE, wish->size ? wish->size : "7");
    set(&options.settings, SET_OPENING, wish->opening);
    set(&options.settings, SET_MIST, wish->mist);
    Error err = {0};
    p->face = mem_alloc(sizeof *p->face);
    CHECK("init", face_init(p->face, &options, &err));
    face_handle(p->face, &(Event){.kind = EVENT_TICK});
}

static Visitor begin(const Wish *wish) {
    Visitor p = {.folder = "/tmp/pentad-test-XXXXXX"};
    CHECK("folder", mkdtemp(p.folder) != NULL);
    snprintf(p.state, sizeof p.state, "%s/state", p.folder);
    snprintf(p.config, sizeof p.config, "%s/config/play.conf", p.folder);
    open_face(&p, wish);
    return p;
}

static void close_face(Visitor *p) {
    face_release(p->face);
    mem_free(p->face);
    p->face = NULL;
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

static void end(Visitor *p) {
    close_face(p);
    screen_release(&p->screen);
    str_release(&p->text);
    nftw(p->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void tick(Visitor *p) {
    face_handle(p->face, &(Event){.kind = EVENT_TICK});
}

// Until the computer has moved or the hint is there. The players of these tests think for no time.
static void wait_for_thoughts(Visitor *p) {
    for (int i = 0; i < 1000 && background_is_busy(p->face->ponderer); i++) {
        struct pollfd news = {background_signal(p->face->ponderer), POLLIN, 0};
        poll(&news, 1, 100);
        tick(p);
    }
    CHECK("thought", !background_is_busy(p->face->ponderer));
}

static const struct {
    const char *name;
    int32_t key;
} named_keys[] = {
    {"Up", PRESS_UP},        {"Down", PRESS_DOWN},      {"Left", PRESS_LEFT},
    {"Right", PRESS_RIGHT},  {"Home", PRESS_HOME},      {"End", PRESS_END},
    {"Enter", PRESS_ENTER},  {"Esc", PRESS_ESCAPE},     {"Back", PRESS_BACKSPACE},
    {"PgUp", PRESS_PAGE_UP}, {"PgDn", PRESS_PAGE_DOWN}, {"Tab", PRESS_TAB},
};

static void press(Visitor *p, int32_t key) {
    face_handle(p->face, &(Event){.kind = EVENT_KEY, .key = key});
    wait_for_thoughts(p);
}

static void press_word(Visitor *p, const char *word, size_t len) {
    for (int i = 0; i < COUNT(named_keys); i++)
        if (strlen(named_keys[i].name) == len && !strncmp(named_keys[i].name, word, len)) {
            press(p, named_keys[i].key);
            return;
        }
    for (size_t i = 0; i < len; i++)
        press(p, word[i] == '_' ? ' ' : word[i]);
}

// Names of keys and letters to be typed, with blanks between; _ is a blank itself.
static void keys(Visitor *p, const char *words) {
    while (*(words += strspn(words, " "))) {
        size_t len = strcspn(words, " ");
        press_word(p, words, len);
        words += len;
    }
}

static const char *seen(Visitor *p) {
    face_draw(p->face, &p->screen);
    str_clear(&p->text);
    screen_format(&p->screen, &p->text);
    return str_text(&p->text);
}

static void check_seen(const char *row, Visitor *p, const char *text) {
    if (!strstr(seen(p), text))
        CHECK_TEXT(row, str_text(&p->text), text);
}

static void check_unseen(const char *row, Visitor *p, const char *text) {
    if (strstr(seen(p), text))
        CHECK_TEXT(row, str_text(&p->text), "something else");
}

// ---- Playing

TEST(face_starts_a_game_by_enter_enter) {
    Visitor p = begin(&(Wish){.menu = true, .white = "level:3", .size = "15"});
    check_seen("menu", &p, "> New game");
    keys(&p, "Enter");
    check_seen("form", &p, "White      level 3");
    keys(&p, "Enter");
    check_seen("game", &p, "freestyle 15x15");
    check_seen("game", &p, "[╋]");
    keys(&p, "Enter");
    CHECK_INT("two moves", p.face->dialogue.sitting.game.count, 2);
    end(&p);
}

TEST(face_draws_the_game) {
    Visitor p = begin(&(Wish){0});
    keys(&p, "Enter Right _");
    CHECK_TEXT("screen", seen(&p),
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
    end(&p);
}

TEST(face_plays_a_whole_game) {
    Visitor p = begin(&(Wish){0});
    // Easy fills the top row and stops only what would win at once: c4 wins at either end.
    keys(&p, "Enter l Enter l Enter C4 Enter G4 Enter");
    check_seen("over", &p, "Black wins by five in a row: c4 d4 e4 f4 g4. You win.");
    check_seen("keys of the end", &p, "m rematch");
    keys(&p, "Right Enter");
    check_seen("no move after it", &p, "the game is over");
    keys(&p, "m");
    check_seen("sides change", &p, "Black: easy");
    end(&p);
}

TEST(face_undoes_redoes_and_hints) {
    Visitor p = begin(&(Wish){0});
    keys(&p, "Enter u");
    CHECK_INT("undone", p.face->dialogue.sitting.game.count, 0);
    check_seen("said", &p, "2 moves taken back.");
    keys(&p, "u");
    check_seen("nothing left", &p, "you have made no move that could be taken back");
    keys(&p, "r");
    CHECK_INT("redone", p.face->dialogue.sitting.game.count, 2);
    keys(&p, "i");
    check_seen("hint", &p, "Hint: ");
    check_seen("marked", &p, "★");
    keys(&p, "x");
    check_seen("sides", &p, "Black: easy");
    end(&p);
}

TEST(face_asks_before_it_resigns) {
    Visitor p = begin(&(Wish){0});
    keys(&p, "Enter y");
    check_seen("asked", &p, "> No, play on");
    keys(&p, "Enter");
    CHECK("goes on", !sitting_is_over(&p.face->dialogue.sitting));
    keys(&p, "y n");
    CHECK("no", !sitting_is_over(&p.face->dialogue.sitting));
    keys(&p, "y y");
    check_seen("over", &p, "White wins by resignation. You lose.");
    end(&p);
}

TEST(face_takes_typed_points_and_commands) {
    Visitor p = begin(&(Wish){0});
    keys(&p, "E");
    check_seen("prompt", &p, "Point or command: e");
    keys(&p, "Left x Home y End z Right Left Left Back");
    check_seen("the cursor goes where it is sent", &p, "Point or command: yez");
    keys(&p, "Esc E");
    keys(&p, "5 Enter");
    check_seen("placed", &p, "  1 e5");
    keys(&p, ": h 9 Enter");
    check_seen("no such point", &p, "'h9' is not a point of the board; the last one is g7");
    keys(&p, ":new_size=9_white=human Enter");
    check_seen("a command of several lines", &p, "A new game.");
    keys(&p, "Esc");
    check_seen("another game", &p, "freestyle 9x9");
    keys(&p, ": Esc");
    check_unseen("left", &p, "Point or command");
    end(&p);
}

TEST(face_shows_forbidden_points_with_their_reason) {
    Visitor p = begin(&(Wish){.rules = "renju", .white = "human", .size = "15"});
    keys(&p, "H8 Enter A1 Enter H9 Enter C1 Enter F7 Enter E1 Enter G7 Enter G1 Enter");
    check_seen("marked", &p, "×");
    p.face->cursor = point_at(7, 8);
    check_seen("reason", &p, "h7: forbidden to Black: a double three");
    keys(&p, "Enter");
    check_seen("refused", &p, "h7: forbidden to Black: a double three");
    keys(&p, "f");
    check_unseen("hidden", &p, "×");
    end(&p);
}

TEST(face_shows_threats) {
    Visitor p = begin(&(Wish){.white = "human"});
    keys(&p, "B2 Enter A7 Enter C2 Enter C7 Enter D2 Enter E7 Enter t");
    check_seen("an open three", &p, " 2 ├─●─●─●─4─");
    keys(&p, "t");
    check_unseen("hidden again", &p, "─4─");
    end(&p);
}

TEST(face_offers_the_choices_of_an_opening) {
    Visitor p = begin(&(Wish){.opening = "swap2", .white = "human"});
    check_seen("what is to do", &p, "place stone 1 of 3, a black one");
    keys(&p, "D4 Enter D5 Enter E4 Enter");
    check_seen("choices", &p, "> stay: keep White");
    check_seen("choices", &p, "more: add two stones");
    check_seen("beside the stones", &p, " 4 ├─┼─┼[●(●)┼─┤ 4");
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_seen("in a narrow window too", &p, " 4 ├─┼─┼[●(●)┼─┤ 4");
    check_seen("in a narrow window too", &p, "> stay: keep White");
    keys(&p, "Down Enter");
    check_seen("swapped", &p, "White to move");
    end(&p);
}

TEST(face_takes_the_mouse) {
    Visitor p = begin(&(Wish){0});
    seen(&p);
    Layout l = face_layout(p.face);
    int row, col;
    layout_place(&l, point_at(2, 5), &row, &col);
    face_handle(p.face, &(Event){EVENT_CLICK, 0, row, col});
    wait_for_thoughts(&p);
    check_seen("placed", &p, "  1 c2");
    face_handle(p.face, &(Event){EVENT_CLICK, 0, 0, 70});
    CHECK_INT("beside the board", p.face->dialogue.sitting.game.count, 2);
    end(&p);
}

// ---- While the computer thinks

static Visitor begin_against_a_slow_one(void) {
    Visitor p = begin(&(Wish){.white = "strong:600000"});
    face_handle(p.face, &(Event){.kind = EVENT_KEY, .key = PRESS_ENTER});
    CHECK("it thinks", background_is_busy(p.face->ponderer));
    return p;
}

// As keys, but nobody waits for the computer.
static void hurry(Visitor *p, const char *letters) {
    for (; *letters; letters++) {
        int32_t key = *letters == '\n' ? PRESS_ENTER : *letters == '>' ? PRESS_DOWN : *letters;
        face_handle(p->face, &(Event){.kind = EVENT_KEY, .key = key});
    }
}

TEST(face_lets_nobody_move_for_the_computer) {
    Visitor p = begin_against_a_slow_one();
    hurry(&p, "l\n");
    check_seen("by Enter", &p, "White is thinking");
    hurry(&p, ":a1\n");
    check_seen("typed", &p, "a1: it is White's turn, and the computer's");
    CHECK_INT("moves", p.face->dialogue.sitting.game.count, 1);
    CHECK("it thinks again", background_is_busy(p.face->ponderer));
    end(&p);
}

TEST(face_resigns_for_the_person) {
    Visitor p = begin_against_a_slow_one();
    hurry(&p, "y>\n");
    check_seen("over", &p, "White wins by resignation. You lose.");
    end(&p);
}

TEST(face_lets_the_computer_think_behind_other_screens) {
    Visitor p = begin_against_a_slow_one();
    static const char *const screens[] = {"?", "n", "p", "b", "y"};
    for (int i = 0; i < COUNT(screens); i++) {
        int64_t began = p.face->dialogue.sitting.turn_began_ms;
        hurry(&p, screens[i]);
        CHECK(screens[i], p.face->view != VIEW_GAME);
        CHECK(screens[i], background_is_busy(p.face->ponderer));
        face_handle(p.face, &(Event){.kind = EVENT_KEY, .key = PRESS_ESCAPE});
        CHECK(screens[i], p.face->view == VIEW_GAME);
        CHECK_INT(screens[i], p.face->dialogue.sitting.turn_began_ms, began);
    }
    hurry(&p, "v");
    CHECK("a review keeps it from thinking", !background_is_busy(p.face->ponderer));
    hurry(&p, "v");
    CHECK("until it is left", background_is_busy(p.face->ponderer));
    end(&p);
}

TEST(face_waits_for_no_command_that_takes_time) {
    Visitor p = begin(&(Wish){.white = "human"});
    hurry(&p, ":analyse 3600\n");
    CHECK("in the background", p.face->analysing);
    hurry(&p, ": HINT  \n");
    CHECK("in the background", p.face->pondering.is_hint);
    hurry(&p, ":help undo\n");
    check_seen("help for one command", &p, "take back your last move");
    end(&p);
}

// ---- Games that end and begin

TEST(face_offers_the_same_game_again) {
    Visitor p = begin(&(Wish){.white = "human"});
    keys(&p, ":new_size=9_rules=renju_white=human Enter");
    keys(&p, "Esc Enter m");
    check_seen("asked in the middle of a game", &p, "> No, play on");
    keys(&p, "Down Enter");
    check_seen("the same rules and board", &p, "renju 9x9");
    CHECK_INT("from the beginning", p.face->dialogue.sitting.game.count, 0);
    end(&p);
}

TEST(face_says_that_a_game_cannot_be_kept) {
    Visitor p = begin(&(Wish){.white = "human"});
    CHECK("in the way", file_write(p.state, "x", 1, &(Error){0}));
    keys(&p, "Enter");
    check_seen("said", &p, "This game would be lost with the program");
    keys(&p, "Right Enter");
    check_unseen("once", &p, "This game would be lost with the program");
    keys(&p, "q");
    check_seen("asked", &p, "Leave, and lose this game?");
    keys(&p, "Enter");
    CHECK("stays", !p.face->quit && p.face->view == VIEW_GAME);
    keys(&p, "q Down Enter");
    CHECK("leaves", p.face->quit);
    end(&p);
}

TEST(face_shows_long_messages_to_their_end) {
    Visitor p = begin(&(Wish){.white = "human"});
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 20, 40});
    keys(&p, "o /nosuchfolder/and/no/such/folder/in/it/either/game.sgf Enter");
    check_seen("the end of it", &p, "No such file");
    keys(&p, "s x.zzz Enter");
    check_seen("the end of it", &p, "svg");
    end(&p);
}

// ---- Files

TEST(face_saves_opens_and_reviews) {
    Visitor p = begin(&(Wish){0});
    Str path = {0};
    str_add(&path, "%s/a.sgf", p.folder);
    keys(&p, "Enter Right Enter s");
    keys(&p, str_text(&path));
    keys(&p, "Enter");
    check_seen("saved", &p, "Saved to /tmp");
    keys(&p, "s");
    keys(&p, str_text(&path));
    keys(&p, "Enter");
    check_seen("not over another", &p, "There is a file of that name");
    keys(&p, "Down Enter");
    check_seen("replaced", &p, "Saved to /tmp");
    keys(&p, "o");
    keys(&p, str_text(&path));
    keys(&p, "Enter");
    check_seen("a review", &p, "After move 4");
    keys(&p, "Left Left");
    check_seen("back", &p, "After move 2");
    keys(&p, "Right Home");
    check_seen("first", &p, "After move 0");
    keys(&p, "Left");
    check_seen("no further", &p, "This is the beginning.");
    keys(&p, "Right Right Enter");
    check_seen("on from here", &p, "The game goes on from here.");
    keys(&p, "G1 Enter v Left Up");
    check_seen("the old moves are a variation", &p, "variation 1 of 2");
    keys(&p, "o nosuch.sgf Enter");
    check_seen("no such file", &p, "nosuch.sgf");
    check_seen("still a review", &p, "variation 1 of 2");
    str_release(&path);
    end(&p);
}

// The first move of such a file is in its root: taken back, the game is none of that record any
// more.
TEST(face_reviews_a_game_that_left_its_record) {
    Visitor p = begin(&(Wish){.white = "human"});
    Str path = {0};
    Error err = {0};
    static const char text[] = "(;GM[4]SZ[7]AB[aa]AW[bb]B[cc])";
    str_add(&path, "%s/a.sgf", p.folder);
    CHECK("file", file_write(str_text(&path), text, strlen(text), &err));
    keys(&p, "o");
    keys(&p, str_text(&path));
    keys(&p, "Enter Esc u v");
    check_seen("a review", &p, "After move 0");
    str_release(&path);
    end(&p);
}

TEST(face_says_answers_of_two_lines_below_the_board) {
    Visitor p = begin(&(Wish){0});
    Str path = {0};
    str_add(&path, "%s/a.svg", p.folder);
    keys(&p, "Enter s");
    keys(&p, str_text(&path));
    keys(&p, "Enter");
    CHECK("the game is seen", p.face->view == VIEW_GAME);
    check_seen("the second line", &p, "The file has the position");
    str_release(&path);
    end(&p);
}

TEST(face_offers_no_game_that_cannot_be_read) {
    Visitor p = begin(&(Wish){0});
    keys(&p, "Enter q");
    Str path = {0};
    str_add(&path, "%s/games/unfinished-29990101-000000-1.sgf", p.state);
    CHECK("write", file_write(str_text(&path), "garbage", 7, &(Error){0}));
    str_release(&path);
    close_face(&p);
    open_face(&p, &(Wish){.menu = true});
    keys(&p, "Enter");
    check_seen("the newest that can be", &p, "The game goes on where it was.");
    end(&p);
}

TEST(face_takes_the_keys_of_the_game_in_its_menu) {
    Visitor p = begin(&(Wish){.menu = true});
    keys(&p, "?");
    check_seen("keys", &p, "In a game:");
    keys(&p, "Esc n ?");
    check_seen("keys, from a form", &p, "In a game:");
    keys(&p, "Esc Esc b");
    check_seen("games", &p, "No game was played yet.");
    keys(&p, "Esc p");
    check_seen("preferences", &p, "Preferences");
    keys(&p, "Esc q");
    CHECK("quit", p.face->quit);
    end(&p);
}

TEST(face_brings_an_unfinished_game_back) {
    Visitor p = begin(&(Wish){0});
    keys(&p, "Enter q");
    CHECK("quit", p.face->quit);
    close_face(&p);
    open_face(&p, &(Wish){.menu = true, .white = "human"});
    check_seen("offered", &p, "> Go on with the unfinished game");
    check_seen("which", &p, "Black: a person, White: easy, 2 moves");
    keys(&p, "Enter");
    CHECK_INT("its moves", p.face->dialogue.sitting.game.count, 2);
    check_seen("its players", &p, "White: easy");
    end(&p);
}

TEST(face_lists_games_and_finds_them) {
    Visitor p = begin(&(Wish){0});
    keys(&p, "Enter y Down Enter n Enter Right Enter Esc Down Down Enter");
    check_seen("a game that is over", &p, "a person - easy  W+R");
    keys(&p, "/ 2001 Enter");
    check_seen("not that year", &p, "No game has these words.");
    keys(&p, "/ Back Back Back Back w+r Enter");
    check_seen("by result", &p, "> 2");
    keys(&p, "Enter");
    check_seen("opened", &p, "After move 2");
    end(&p);
}

TEST(face_remembers_settings) {
    Visitor p = begin(&(Wish){.menu = true});
    keys(&p, "Enter Home Down Down Right Right Down Right End Enter");
    check_seen("another game", &p, "renju 8x8");
    keys(&p, "c");
    check_seen("another theme", &p, "Theme night");
    Settings all = settings_usual();
    Str notes = {0};
    config_load(p.config, &all, &notes);
    CHECK_TEXT("rules", all.values[SET_RULES], "renju");
    CHECK_TEXT("size", all.values[SET_SIZE], "8");
    CHECK_TEXT("theme", all.values[SET_THEME], "night");
    CHECK_TEXT("notes", str_text(&notes), "");
    str_release(&notes);
    end(&p);
}

TEST(face_says_at_the_start_what_is_wrong_with_the_settings) {
    static const char note[] = "play.conf: line 1: a.\nline 2: b.";
    Visitor p = begin(&(Wish){.menu = true, .note = note});
    check_seen("all of it, below the menu", &p, "play.conf: line 1: a. line 2: b.");
    keys(&p, "Down");
    check_seen("for as long as the menu is there", &p, "line 2: b.");
    end(&p);
}

TEST(face_shows_forms_in_narrow_windows) {
    Visitor p = begin(&(Wish){.menu = true, .rules = "renju"});
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 40, 160});
    keys(&p, "n");
    check_seen("with its explanation", &p, "Rules      renju: ");
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_seen("the name alone", &p, "Rules      renju\n");
    keys(&p, "Home Down Down");
    check_seen("the rest below the form", &p, "renju: ");
    end(&p);
}

TEST(face_takes_typed_settings) {
    Visitor p = begin(&(Wish){.menu = true});
    keys(&p, "Enter Home Down Down Down Enter Back 99 Enter");
    check_seen("refused", &p, "size: 99 is not between 5 and 25");
    keys(&p, "Enter Back 11 Enter");
    check_seen("taken", &p, "11x11");
    end(&p);
}

// ---- The mist

TEST(face_hides_the_board_in_the_mist) {
    Visitor p = begin(&(Wish){.mist = "on"});
    check_seen("title", &p, "Gomoku in the Mist");
    check_seen("hole and mist", &p, "░─┼─┼─┼[╋]┼─┼─┼─░");
    keys(&p, "Enter");
    check_seen("no place is told", &p, "White has placed a stone.");
    check_unseen("no list of moves", &p, "Moves");
    keys(&p, "u");
    check_seen("nothing is taken back", &p, "in the mist nothing is taken back");
    keys(&p, "a");
    check_seen("no analysis", &p, "Not in the mist.");
    keys(&p, "y Down Enter");
    check_seen("lifted", &p, "Moves");
    end(&p);
}

TEST(face_draws_a_curtain_between_two_people_in_the_mist) {
    Visitor p = begin(&(Wish){.mist = "on", .white = "human"});
    keys(&p, "Enter");
    check_seen("handed over", &p, "It is White's turn.");
    check_seen("what can be done", &p, "Enter shows the board");
    check_unseen("no board", &p, "░");
    keys(&p, "_ x Down");
    check_seen("only by Enter", &p, "It is White's turn.");
    keys(&p, "Enter");
    check_seen("the hole", &p, "░");
    keys(&p, ":a1 Enter");
    check_seen("typed moves too", &p, "It is Black's turn.");
    keys(&p, "Esc Enter");
    check_seen("no way around it by the menu", &p, "It is Black's turn.");
    keys(&p, "Esc p Esc");
    check_seen("nor by another screen", &p, "It is Black's turn.");
    p.face->dialogue.sitting.turn_began_ms -= 1000;
    keys(&p, "Enter");
    CHECK("the time before it is nobody's",
          clock_now_ms() - p.face->dialogue.sitting.turn_began_ms < 1000);
    keys(&p, "x");
    check_seen("nobody looks from the other side", &p, "nobody may look from the other side");
    end(&p);
}

// ---- The window

TEST(face_fits_every_window) {
    Visitor p = begin(&(Wish){.size = "19"});
    keys(&p, "Enter t g");
    for (int rows = 1; rows < 50; rows += 3)
        for (int cols = 1; cols < 140; cols += 11) {
            face_handle(p.face, &(Event){EVENT_RESIZE, 0, rows, cols});
            seen(&p);
        }
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 8, 30});
    check_seen("too small", &p, "24x10 at least");
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_unseen("the board alone", &p, "Black: you");
    keys(&p, "Tab");
    check_seen("the panel instead", &p, "Black: you");
    end(&p);
}

// ---- Anything at all

// Ends what quits, so that the rest of the keys has something to do.
static void revive(Visitor *p, const Wish *wish) {
    close_face(p);
    open_face(p, wish);
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
        Visitor p = begin(&monkeys[i]);
        CHECK("files go where they do no harm", chdir(p.folder) == 0);
        for (int k = 0; k < EVENTS; k++) {
            Event e = random_event(&rng);
            face_handle(p.face, &e);
            seen(&p);
            views |= 1 << p.face->view;
            moves += p.face->dialogue.sitting.game.count > 0;
            reviews += p.face->dialogue.walk.record != NULL;
            if (p.face->quit)
                revive(&p, &monkeys[i]);
        }
        CHECK("back", chdir(here) == 0);
        end(&p);
    }
    CHECK_INT("every view was there", views, (1 << (VIEW_CURTAIN + 1)) - 1);
    CHECK("games were played", moves > 1000);
    CHECK("and looked at", reviews > 50);
}

TEST(face_lets_the_engine_think_meanwhile_if_asked) {
    static const char engine[] = "strong:nodes=300,memory=16";
    Visitor p = begin(&(Wish){.white = engine, .ponders = true});
    CHECK("while the person thinks", background_is_busy(p.face->muser));
    keys(&p, "Enter");
    CHECK_INT("it answers", p.face->dialogue.sitting.game.count, 2);
    CHECK("and thinks again", background_is_busy(p.face->muser));
    keys(&p, "u");
    CHECK("also about what was before", background_is_busy(p.face->muser));
    keys(&p, "?");
    CHECK("not while nobody plays", !background_is_busy(p.face->muser));
    end(&p);
    p = begin(&(Wish){.white = engine});
    CHECK("only if asked", !background_is_busy(p.face->muser));
    end(&p);
    p = begin(&(Wish){.white = "easy", .ponders = true});
    CHECK("only if it can", !background_is_busy(p.face->muser));
    end(&p);
}

// ---- The analysis

TEST(face_analyses_in_the_background) {
    Visitor p = begin(&(Wish){.white = "human"});
    keys(&p, "B2 Enter A7 Enter C2 Enter C7 Enter D2 Enter E7 Enter E2 Enter G7 Enter a g");
    for (int i = 0; i < 600 && !strstr(seen(&p), "100% f2"); i++) {
        struct pollfd news = {insight_signal(p.face->insight), POLLIN, 0};
        poll(&news, 1, 50);
        tick(&p);
    }
    bool found = strstr(seen(&p), "100% f2") || strstr(str_text(&p.text), "100% a2");
    CHECK("the winning move", found);
    check_seen("heading", &p, "Black's chances");
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 16, 80});
    check_seen("the graph where there is little room", &p, "  0%");
    keys(&p, "a g");
    check_unseen("off", &p, "Analysis\n");
    end(&p);
}
