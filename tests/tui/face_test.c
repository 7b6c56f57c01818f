// The full-screen game, driven by keys and read from its screens: playing.
#include "visitor.h"

#include "base/file.h"
#include "base/util.h"
#include "test.h"

#include <poll.h>
#include <string.h>

// ---- Playing

TEST(face_starts_a_game_by_enter_enter) {
    Visitor p = visitor_begin(&(Wish){.menu = true, .white = "level:3", .size = "15"});
    check_seen("menu", &p, "> New game");
    visitor_press(&p, "Enter");
    check_seen("form", &p, "White      level 3");
    visitor_press(&p, "Enter");
    check_seen("game", &p, "freestyle 15x15");
    check_seen("game", &p, "[╋]");
    visitor_press(&p, "Enter");
    CHECK_INT("two moves", p.face->dialogue.sitting.game.count, 2);
    visitor_end(&p);
}

TEST(face_draws_the_game) {
    Visitor p = visitor_begin(&(Wish){0});
    visitor_press(&p, "Enter Right _");
    CHECK_TEXT("screen", visitor_sees(&p),
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
    visitor_end(&p);
}

TEST(face_plays_a_whole_game) {
    Visitor p = visitor_begin(&(Wish){0});
    // Easy fills the top row and stops only what would win at once: c4 wins at either end.
    visitor_press(&p, "Enter l Enter l Enter C4 Enter G4 Enter");
    check_seen("over", &p, "Black wins by five in a row: c4 d4 e4 f4 g4. You win.");
    check_seen("keys of the end", &p, "m rematch");
    visitor_press(&p, "Right Enter");
    check_seen("no move after it", &p, "the game is over");
    visitor_press(&p, "m");
    check_seen("sides change", &p, "Black: easy");
    visitor_end(&p);
}

TEST(face_undoes_redoes_and_hints) {
    Visitor p = visitor_begin(&(Wish){0});
    visitor_press(&p, "Enter u");
    CHECK_INT("undone", p.face->dialogue.sitting.game.count, 0);
    check_seen("said", &p, "2 moves taken back.");
    visitor_press(&p, "u");
    check_seen("nothing left", &p, "you have made no move that could be taken back");
    visitor_press(&p, "r");
    CHECK_INT("redone", p.face->dialogue.sitting.game.count, 2);
    visitor_press(&p, "i");
    check_seen("hint", &p, "Hint: ");
    check_seen("marked", &p, "★");
    visitor_press(&p, "x");
    check_seen("sides", &p, "Black: easy");
    visitor_end(&p);
}

TEST(face_asks_before_it_resigns) {
    Visitor p = visitor_begin(&(Wish){0});
    visitor_press(&p, "Enter y");
    check_seen("asked", &p, "> No, play on");
    visitor_press(&p, "Enter");
    CHECK("goes on", !sitting_is_over(&p.face->dialogue.sitting));
    visitor_press(&p, "y n");
    CHECK("no", !sitting_is_over(&p.face->dialogue.sitting));
    visitor_press(&p, "y y");
    check_seen("over", &p, "White wins by resignation. You lose.");
    visitor_end(&p);
}

TEST(face_takes_typed_points_and_commands) {
    Visitor p = visitor_begin(&(Wish){0});
    visitor_press(&p, "E");
    check_seen("prompt", &p, "Point or command: e");
    visitor_press(&p, "Left x Home y End z Right Left Left Back");
    check_seen("the cursor goes where it is sent", &p, "Point or command: yez");
    visitor_press(&p, "Esc E");
    visitor_press(&p, "5 Enter");
    check_seen("placed", &p, "  1 e5");
    visitor_press(&p, ": h 9 Enter");
    check_seen("no such point", &p, "'h9' is not a point of the board; the last one is g7");
    visitor_press(&p, ":new_size=9_white=human Enter");
    check_seen("a command of several lines", &p, "A new game.");
    visitor_press(&p, "Esc");
    check_seen("another game", &p, "freestyle 9x9");
    visitor_press(&p, ": Esc");
    check_unseen("left", &p, "Point or command");
    visitor_end(&p);
}

TEST(face_shows_forbidden_points_with_their_reason) {
    Visitor p = visitor_begin(&(Wish){.rules = "renju", .white = "human", .size = "15"});
    visitor_press(&p, "H8 Enter A1 Enter H9 Enter C1 Enter F7 Enter E1 Enter G7 Enter G1 Enter");
    check_seen("marked", &p, "×");
    p.face->cursor = point_at(7, 8);
    check_seen("reason", &p, "h7: forbidden to Black: a double three");
    visitor_press(&p, "Enter");
    check_seen("refused", &p, "h7: forbidden to Black: a double three");
    visitor_press(&p, "f");
    check_unseen("hidden", &p, "×");
    visitor_end(&p);
}

TEST(face_shows_threats) {
    Visitor p = visitor_begin(&(Wish){.white = "human"});
    visitor_press(&p, "B2 Enter A7 Enter C2 Enter C7 Enter D2 Enter E7 Enter t");
    check_seen("an open three", &p, " 2 ├─●─●─●─4─");
    visitor_press(&p, "t");
    check_unseen("hidden again", &p, "─4─");
    visitor_end(&p);
}

TEST(face_offers_the_choices_of_an_opening) {
    Visitor p = visitor_begin(&(Wish){.opening = "swap2", .white = "human"});
    check_seen("what is to do", &p, "place stone 1 of 3, a black one");
    visitor_press(&p, "D4 Enter D5 Enter E4 Enter");
    check_seen("choices", &p, "> stay: keep White");
    check_seen("choices", &p, "more: add two stones");
    check_seen("beside the stones", &p, " 4 ├─┼─┼[●(●)┼─┤ 4");
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 20, 40});
    check_seen("in a narrow window too", &p, " 4 ├─┼─┼[●(●)┼─┤ 4");
    check_seen("in a narrow window too", &p, "> stay: keep White");
    visitor_press(&p, "Down Enter");
    check_seen("swapped", &p, "White to move");
    visitor_end(&p);
}

TEST(face_takes_the_mouse) {
    Visitor p = visitor_begin(&(Wish){0});
    visitor_sees(&p);
    Layout l = face_layout(p.face);
    int row, col;
    layout_place(&l, point_at(2, 5), &row, &col);
    face_handle(p.face, &(Event){EVENT_CLICK, 0, row, col});
    visitor_wait(&p);
    check_seen("placed", &p, "  1 c2");
    face_handle(p.face, &(Event){EVENT_CLICK, 0, 0, 70});
    CHECK_INT("beside the board", p.face->dialogue.sitting.game.count, 2);
    visitor_end(&p);
}

// ---- While the computer thinks

static Visitor begin_against_a_slow_one(void) {
    Visitor p = visitor_begin(&(Wish){.white = "strong:600000"});
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
    visitor_end(&p);
}

TEST(face_resigns_for_the_person) {
    Visitor p = begin_against_a_slow_one();
    hurry(&p, "y>\n");
    check_seen("over", &p, "White wins by resignation. You lose.");
    visitor_end(&p);
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
    visitor_end(&p);
}

TEST(face_waits_for_no_command_that_takes_time) {
    Visitor p = visitor_begin(&(Wish){.white = "human"});
    hurry(&p, ":analyse 3600\n");
    CHECK("in the background", p.face->analysing);
    hurry(&p, ": HINT  \n");
    CHECK("in the background", p.face->pondering.is_hint);
    hurry(&p, ":help undo\n");
    check_seen("help for one command", &p, "take back your last move");
    visitor_end(&p);
}

// ---- Games that end and begin

TEST(face_offers_the_same_game_again) {
    Visitor p = visitor_begin(&(Wish){.white = "human"});
    visitor_press(&p, ":new_size=9_rules=renju_white=human Enter");
    visitor_press(&p, "Esc Enter m");
    check_seen("asked in the middle of a game", &p, "> No, play on");
    visitor_press(&p, "Down Enter");
    check_seen("the same rules and board", &p, "renju 9x9");
    CHECK_INT("from the beginning", p.face->dialogue.sitting.game.count, 0);
    visitor_end(&p);
}

TEST(face_says_that_a_game_cannot_be_kept) {
    Visitor p = visitor_begin(&(Wish){.white = "human"});
    CHECK("in the way", file_write(p.state, "x", 1, &(Error){0}));
    visitor_press(&p, "Enter");
    check_seen("said", &p, "This game would be lost with the program");
    visitor_press(&p, "Right Enter");
    check_unseen("once", &p, "This game would be lost with the program");
    visitor_press(&p, "q");
    check_seen("asked", &p, "Leave, and lose this game?");
    visitor_press(&p, "Enter");
    CHECK("stays", !p.face->quit && p.face->view == VIEW_GAME);
    visitor_press(&p, "q Down Enter");
    CHECK("leaves", p.face->quit);
    visitor_end(&p);
}

TEST(face_shows_long_messages_to_their_end) {
    Visitor p = visitor_begin(&(Wish){.white = "human"});
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 20, 40});
    visitor_press(&p, "o /nosuchfolder/and/no/such/folder/in/it/either/game.sgf Enter");
    check_seen("the end of it", &p, "No such file");
    visitor_press(&p, "s x.zzz Enter");
    check_seen("the end of it", &p, "svg");
    visitor_end(&p);
}

TEST(face_lets_the_engine_think_meanwhile_if_asked) {
    static const char engine[] = "strong:nodes=300,memory=16";
    Visitor p = visitor_begin(&(Wish){.white = engine, .ponders = true});
    CHECK("while the person thinks", background_is_busy(p.face->muser));
    visitor_press(&p, "Enter");
    CHECK_INT("it answers", p.face->dialogue.sitting.game.count, 2);
    CHECK("and thinks again", background_is_busy(p.face->muser));
    visitor_press(&p, "u");
    CHECK("also about what was before", background_is_busy(p.face->muser));
    visitor_press(&p, "?");
    CHECK("not while nobody plays", !background_is_busy(p.face->muser));
    visitor_end(&p);
    p = visitor_begin(&(Wish){.white = engine});
    CHECK("only if asked", !background_is_busy(p.face->muser));
    visitor_end(&p);
    p = visitor_begin(&(Wish){.white = "easy", .ponders = true});
    CHECK("only if it can", !background_is_busy(p.face->muser));
    visitor_end(&p);
}

// ---- The analysis

TEST(face_analyses_in_the_background) {
    Visitor p = visitor_begin(&(Wish){.white = "human"});
    visitor_press(&p,
                  "B2 Enter A7 Enter C2 Enter C7 Enter D2 Enter E7 Enter E2 Enter G7 Enter a g");
    for (int i = 0; i < 6000 && !strstr(visitor_sees(&p), "100% f2"); i++) {
        struct pollfd news = {insight_signal(p.face->insight), POLLIN, 0};
        poll(&news, 1, 50);
        visitor_tick(&p);
    }
    bool found = strstr(visitor_sees(&p), "100% f2") || strstr(str_text(&p.text), "100% a2");
    CHECK("the winning move", found);
    check_seen("heading", &p, "Black's chances");
    face_handle(p.face, &(Event){EVENT_RESIZE, 0, 16, 80});
    check_seen("the graph where there is little room", &p, "  0%");
    visitor_press(&p, "a g");
    check_unseen("off", &p, "Analysis\n");
    visitor_end(&p);
}
