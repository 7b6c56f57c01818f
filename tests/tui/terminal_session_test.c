// Terminal session: save, load, autosave, resume, undo and clocks. Each test has its own folder.
#include "tui/session/terminal_session.h"

#include "base/file.h"
#include "base/number.h"
#include "base/utf8.h"
#include "test.h"
#include "tui/actions.h"
#include "tui/play.h"
#include "tui/session/messages.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char path[32], state[64]; // `state` does not exist yet
} TestFolder;

static TestFolder make_folder(void) {
    TestFolder folder = {.path = "/tmp/pentad-test-XXXXXX"};
    CHECK("folder", mkdtemp(folder.path) != NULL);
    snprintf(folder.state, sizeof folder.state, "%s/state/pentad", folder.path);
    return folder;
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

static void remove_folder(const TestFolder *folder) {
    nftw(folder->path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void begin(TerminalSession *s, const TestFolder *folder) {
    Error err = {0};
    CHECK("init", terminal_session_init(s,
                                        &(TerminalSessionOptions){.game = {.size = 7},
                                                                  .players = {"human", "easy"},
                                                                  .state_folder = folder->state},
                                        &err));
}

static void play_round(TerminalSession *s, int x, int y) {
    Error err = {0};
    Point p;
    CHECK("play", terminal_session_play(s, point_at(x, y), &err));
    CHECK("think", terminal_session_computer_move(s, &p, &err));
}

static int count_unfinished(const TerminalSession *s) {
    GameList saved = terminal_session_list_saved(s);
    int count = saved.count;
    game_list_clear(&saved);
    return count;
}

static bool save(TerminalSession *s, const char *path, SaveMode mode, Error *err) {
    Str notes = {0};
    bool ok = terminal_session_save(s, path, mode, &notes, err);
    str_release(&notes);
    return ok;
}

TEST(terminal_session_resumes_an_unfinished_game_with_its_players) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &folder);
    CHECK_INT("none listed", count_unfinished(&s), 0);
    CHECK("nothing to save", !terminal_session_needs_saving(&s));
    play_round(&s, 3, 3);
    CHECK("switch", terminal_session_switch_sides(&s, &err));
    CHECK("needs saving", terminal_session_needs_saving(&s));
    CHECK_INT("not while it is played", count_unfinished(&s), 0);
    Board before = s.play.game.board;
    terminal_session_release(&s); // without suspending, as if the program was killed

    begin(&s, &folder);
    CHECK_INT("listed", count_unfinished(&s), 1);
    CHECK("resume", terminal_session_resume(&s, 1, &err));
    CHECK("stones", !memcmp(before.at, s.play.game.board.at, sizeof before.at));
    CHECK("sides as they were", !terminal_session_is_person(&s, SEAT_FIRST) &&
                                    terminal_session_is_person(&s, SEAT_SECOND));
    CHECK("only once", !terminal_session_resume(&s, 1, &err));
    CHECK_TEXT("message", err.text, "there is no unfinished game");
    CHECK("resign", terminal_session_resign(&s, &err));
    terminal_session_release(&s);

    begin(&s, &folder);
    CHECK_INT("autosave removed", count_unfinished(&s), 0);
    terminal_session_release(&s);
    remove_folder(&folder);
}

TEST(terminal_session_suspends_the_current_game_on_resume) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &folder);
    play_round(&s, 3, 3);
    terminal_session_new_game(&s);
    play_round(&s, 5, 5);
    CHECK("resume", terminal_session_resume(&s, 1, &err));
    CHECK_INT("the first game", s.play.game.moves[0].point, point_at(3, 3));
    CHECK_INT("the second is listed", count_unfinished(&s), 1);
    CHECK("back", terminal_session_resume(&s, 1, &err));
    CHECK_INT("the second game", s.play.game.moves[0].point, point_at(5, 5));
    CHECK_INT("the first is listed", count_unfinished(&s), 1);
    terminal_session_release(&s);
    remove_folder(&folder);
}

TEST(terminal_session_keeps_many_games) {
    enum { GAMES = 4 };
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    for (int i = 0; i < GAMES; i++) {
        begin(&s, &folder);
        play_round(&s, 1 + i, 3);
        terminal_session_release(&s);
    }
    begin(&s, &folder);
    CHECK_INT("all listed", count_unfinished(&s), GAMES);
    CHECK("no such game", !terminal_session_resume(&s, GAMES + 1, &err));
    CHECK_TEXT("message", err.text, "there is no game 5; resume list shows the unfinished ones");
    CHECK("the oldest", terminal_session_resume(&s, GAMES, &err));
    CHECK_INT("the oldest", s.play.game.moves[0].point, point_at(1, 3));
    CHECK("the newest", terminal_session_resume(&s, 1, &err));
    CHECK_INT("the newest", s.play.game.moves[0].point, point_at(GAMES, 3));
    terminal_session_release(&s);
    remove_folder(&folder);
}

TEST(terminal_session_does_not_offer_a_game_in_use) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession one, other;
    begin(&one, &folder);
    play_round(&one, 3, 3);
    begin(&other, &folder);
    CHECK_INT("none listed", count_unfinished(&other), 0);
    play_round(&other, 4, 4);
    play_round(&one, 2, 2);
    CHECK_INT("nor after its next move", count_unfinished(&other), 0);
    terminal_session_release(&one);
    CHECK("now it does", terminal_session_resume(&other, 1, &err));
    CHECK_INT("with all moves", other.play.game.count, 4);
    terminal_session_release(&other);
    remove_folder(&folder);
}

TEST(terminal_session_removes_the_autosave_of_an_empty_game) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &folder);
    play_round(&s, 3, 3);
    CHECK("autosaved", s.saved_game.path != NULL);
    CHECK_INT("undo", terminal_session_undo(&s, 1, &err), 1);
    CHECK("nothing to save", s.saved_game.path == NULL);
    terminal_session_release(&s);
    remove_folder(&folder);
}

TEST(terminal_session_replaces_a_file_only_if_asked) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &folder);
    play_round(&s, 3, 3);
    char path[64];
    snprintf(path, sizeof path, "%s/game.sgf", folder.path);
    CHECK("new", save(&s, path, SAVE_NEW, &err));
    CHECK("saved", !terminal_session_needs_saving(&s) && !s.saved_game.path);
    play_round(&s, 3, 4);
    CHECK("changed", terminal_session_needs_saving(&s));
    CHECK("refused", !save(&s, path, SAVE_NEW, &err));
    CHECK("says why", strstr(err.text, "exists; save! replaces it") != NULL);
    CHECK("still needs saving", terminal_session_needs_saving(&s));
    CHECK("replaced", save(&s, path, SAVE_REPLACE, &err));
    Str notes = {0};
    terminal_session_new_game(&s);
    CHECK("load", terminal_session_load(&s, path, &notes, &err));
    CHECK_INT("moves", s.play.game.count, 4);
    str_release(&notes);
    terminal_session_release(&s);
    remove_folder(&folder);
}

TEST(terminal_session_still_autosaves_after_saving_a_picture) {
    static const char *const names[] = {"game.board", "game.svg"};
    for (int i = 0; i < 2; i++) {
        TestFolder folder = make_folder();
        Error err = {0};
        Str notes = {0};
        static TerminalSession s;
        char path[64];
        begin(&s, &folder);
        play_round(&s, 3, 3);
        snprintf(path, sizeof path, "%s/%s", folder.path, names[i]);
        CHECK(names[i], terminal_session_save(&s, path, SAVE_NEW, &notes, &err));
        CHECK_TEXT(names[i], str_text(&notes), "The file has the position, not the moves.\n");
        CHECK(names[i], terminal_session_needs_saving(&s) && s.saved_game.path);
        str_release(&notes);
        terminal_session_release(&s);
        remove_folder(&folder);
    }
}

TEST(terminal_session_does_not_change_if_a_file_is_bad) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &folder);
    play_round(&s, 3, 3);
    Str notes = {0};
    CHECK("no such file", !terminal_session_load(&s, "/nonexistent/game.sgf", &notes, &err));
    CHECK("no format", !terminal_session_load(&s, "/nonexistent/game", &notes, &err));
    CHECK("no folder", !save(&s, "/nonexistent/game.sgf", SAVE_NEW, &err));
    CHECK_INT("moves", s.play.game.count, 2);
    CHECK("needs saving", terminal_session_needs_saving(&s));
    str_release(&notes);
    terminal_session_release(&s);
    remove_folder(&folder);
}

TEST(terminal_session_refuses_to_lose_a_game_it_cannot_autosave) {
    Error err = {0};
    static TerminalSession s;
    begin(&s, &(TestFolder){.state = "/dev/null"});
    play_round(&s, 3, 3);
    CHECK("reported at once", strstr(s.save_error.text, "Not a directory") != NULL);
    CHECK("suspend", !terminal_session_suspend(&s, &err));
    static const char start[] = "the unfinished game cannot be saved; save it elsewhere or resign: "
                                "/dev/null/games/unfinished-";
    CHECK("error", !strncmp(err.text, start, strlen(start)));
    CHECK("still needs saving", terminal_session_needs_saving(&s));
    CHECK("resign", terminal_session_resign(&s, &err));
    CHECK("nothing to save", terminal_session_suspend(&s, &err));
    terminal_session_release(&s);
}

// ---- A loaded file keeps its contents

static void write_file(const TestFolder *folder, const char *text, char path[static 64]) {
    Error err = {0};
    snprintf(path, 64, "%s/game.sgf", folder->path);
    CHECK("written", file_write(path, text, strlen(text), &err));
}

static void check_file(const char *row, const char *path, const char *want) {
    Error err = {0};
    Str text = {0};
    CHECK(row, file_read(path, &text, &err));
    Str joined = {0}; // ignores line breaks
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] != '\n')
            str_add_char(&joined, text.data[i]);
    CHECK_TEXT(row, str_text(&joined), want);
    str_release(&joined);
    str_release(&text);
}

static int64_t no_time(void) {
    return 0;
}

static void begin_with(TerminalSession *s, const TestFolder *folder, const char *path) {
    Error err = {0};
    Str notes = {0};
    CHECK("init", terminal_session_init(s,
                                        &(TerminalSessionOptions){.players = {"human", "human"},
                                                                  .state_folder = folder->state,
                                                                  .now_ms = no_time},
                                        &err));
    CHECK("load", terminal_session_load(s, path, &notes, &err));
    str_release(&notes);
}

#define HEAD "FF[4]GM[4]CA[UTF-8]AP[Pentad]SZ[7]RU[Freestyle]"
#define REST "PB[Ann]EV[Club]C[root]PW[Bob]"

static const struct {
    const char *name;
    int undo;
    const char *play; // in SGF coordinates
    const char *file, *saved;
} trees[] = {
    {"nothing was done", 0, NULL, "(;SZ[7]RU[freestyle]" REST ";B[dd]C[x](;W[de])(;W[ed]))",
     "(;" HEAD REST ";B[dd]C[x](;W[de])(;W[ed]))"},
    {"the main line goes on", 0, "aa", "(;SZ[7]RU[freestyle]" REST ";B[dd]C[x](;W[de])(;W[ed]))",
     "(;" HEAD REST ";B[dd]C[x](;W[de];B[aa]ET[0])(;W[ed]))"},
    {"a variation", 1, "aa", "(;SZ[7]RU[freestyle]" REST ";B[dd]C[x];W[de]C[y])",
     "(;" HEAD REST ";B[dd]C[x](;W[de]C[y])(;W[aa]ET[0]))"},
    {"a variation that is there", 1, "ed",
     "(;SZ[7]RU[freestyle]" REST ";B[dd](;W[de])(;W[ed]N[z]))",
     "(;" HEAD REST ";B[dd](;W[de])(;W[ed]N[z]))"},
    {"after a comment node", 0, "aa", "(;SZ[7]RU[freestyle]" REST ";B[dd];C[what now?])",
     "(;" HEAD REST ";B[dd];C[what now?];W[aa]ET[0])"},
    {"after stones that were set up", 0, "aa", "(;SZ[7]RU[freestyle]" REST ";B[dd];AW[ee];B[ff])",
     "(;" HEAD REST ";B[dd];AW[ee];B[ff];W[aa]ET[0])"},
    {"a result that no longer holds", 1, NULL, "(;SZ[7]RU[freestyle]" REST "RE[W+R];B[dd];W[ee])",
     "(;" HEAD REST ";B[dd];W[ee])"},
    {"a result with more words", 0, NULL, "(;SZ[7]RU[freestyle]" REST "RE[W+Resign];B[dd];W[ee])",
     "(;" HEAD REST "RE[W+Resign];B[dd];W[ee])"},
    {"a result in other words", 0, NULL, "(;SZ[7]RU[freestyle]" REST "RE[Void];B[dd])",
     "(;" HEAD REST "RE[Void];B[dd])"},
    {"the players of a game that was only loaded", 0, NULL,
     "(;SZ[7]RU[freestyle]PB[greedy]PW[Bob];B[dd])", "(;" HEAD "PB[greedy]PW[Bob];B[dd])"},
    {"kinds of players are not names", 0, "aa", "(;SZ[7]RU[freestyle]PB[greedy]PW[easy];B[dd])",
     "(;" HEAD "PB[human]PW[human];B[dd];W[aa]ET[0])"},
};

static void change(TerminalSession *s, int undo, const char *play) {
    Error err = {0};
    Point p;
    if (undo > 0)
        CHECK_INT("undo", terminal_session_undo(s, undo, &err), undo);
    if (play)
        CHECK("play", point_parse(play, NOTATION_SGF, s->play.game.board.size, &p, &err) &&
                          terminal_session_play(s, p, &err));
}

TEST(terminal_session_saves_everything_a_loaded_file_contained) {
    for (int i = 0; i < COUNT(trees); i++) {
        TestFolder folder = make_folder();
        Error err = {0};
        static TerminalSession s;
        char path[64];
        write_file(&folder, trees[i].file, path);
        begin_with(&s, &folder, path);
        change(&s, trees[i].undo, trees[i].play);
        CHECK(trees[i].name, save(&s, path, SAVE_REPLACE, &err));
        check_file(trees[i].name, path, trees[i].saved);
        terminal_session_release(&s);
        remove_folder(&folder);
    }
}

TEST(terminal_session_resumes_a_variation_where_it_was_left) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    char path[64];
    write_file(&folder, "(;SZ[7]RU[freestyle]PB[Ann];B[dd];W[de];B[ee])", path);
    begin_with(&s, &folder, path);
    change(&s, 2, "aa");
    terminal_session_release(&s);
    begin_with(&s, &folder, path);
    CHECK("resume", terminal_session_resume(&s, 1, &err));
    CHECK_INT("moves", s.play.game.count, 2);
    CHECK_INT("its own", s.play.game.moves[1].point, point_at(0, 0));
    CHECK("save", save(&s, path, SAVE_REPLACE, &err));
    check_file("the marks are gone", path, "(;" HEAD "PB[Ann];B[dd](;W[de];B[ee])(;W[aa]ET[0]))");
    terminal_session_release(&s);
    remove_folder(&folder);
}

// ---- A game played on from a file is its own

#define THEIRS "(;SZ[7]RU[freestyle]PB[Ann]PW[Bob]RE[W+R]DT[2020-01-01];B[dd];W[aa];B[ed];W[ba])"

static void list_history(TerminalSession *s, const char *words, Str *out) {
    str_clear(out);
    str_clear(&s->games.search);
    str_add_text(&s->games.search, words);
    terminal_session_list_games(s);
    for (int i = 0; i < s->games.count; i++)
        str_add(out, "%s\n", s->games.games[i].text);
}

static bool go_back_and_play_on(TerminalSession *s, int plies, Error *err) {
    if (!terminal_session_start_review(s, err))
        return false;
    for (int i = 0; i < plies; i++)
        game_cursor_step(&s->review, STEP_BACK);
    return terminal_session_go_to(s, s->review.at, err);
}

TEST(terminal_session_keeps_apart_a_game_played_on_from_a_file) {
    TestFolder folder = make_folder();
    Error err = {0};
    Str text = {0}, result = {0};
    static TerminalSession s;
    char path[64];
    write_file(&folder, THEIRS, path);
    begin(&s, &folder);
    CHECK("load", terminal_session_load(&s, path, &text, &err));
    message_add_result(&s, &result);
    CHECK_TEXT("nobody here has lost", str_text(&result), "White wins by resignation.\n");
    str_clear(&text);
    message_add_players(&s, &text);
    CHECK_TEXT("their names", str_text(&text), "Black: Ann. White: Bob.\n");
    CHECK("over at the end", !go_back_and_play_on(&s, 0, &err));
    CHECK("still a review", s.review.record != NULL);
    list_history(&s, "", &text);
    CHECK_TEXT("their game is not listed", str_text(&text), "");
    CHECK("play on", go_back_and_play_on(&s, 2, &err));
    play_round(&s, 4, 4);
    CHECK("resign", terminal_session_resign(&s, &err));
    str_clear(&result);
    message_add_result(&s, &result);
    CHECK_TEXT("our result", str_text(&result), "White wins by resignation. You lose.\n");
    list_history(&s, "ann", &text);
    CHECK_TEXT("their names are not ours", str_text(&text), "");
    list_history(&s, "2020-01-01", &text);
    CHECK_TEXT("nor is their date", str_text(&text), "");
    list_history(&s, "a person - easy W+R 4 moves", &text);
    CHECK_INT("our game", s.games.count, 1);
    terminal_session_release(&s);
    str_release(&text);
    str_release(&result);
    remove_folder(&folder);
}

TEST(terminal_session_drops_what_a_file_says_about_the_old_players) {
    TestFolder folder = make_folder();
    Error err = {0};
    Str text = {0};
    static TerminalSession s;
    static const char *const ids[] = {"DT", "BR", "WR", "EV", "RO", "PC", "GN"};
    char path[64];
    write_file(&folder,
               "(;SZ[7]RU[freestyle]PB[Ann]PW[Bob]DT[2020]BR[5k]WR[1d]EV[Open]RO[2]PC[Brno]GN[x];"
               "B[dd];W[aa])",
               path);
    begin(&s, &folder);
    CHECK("load", terminal_session_load(&s, path, &text, &err));
    play_round(&s, 4, 4);
    terminal_session_update_record(&s);
    for (int i = 0; i < COUNT(ids); i++)
        CHECK(ids[i], !node_value(s.record->root, ids[i]));
    terminal_session_release(&s);
    str_release(&text);
    remove_folder(&folder);
}

TEST(terminal_session_lists_who_plays_an_unfinished_game_from_a_file) {
    TestFolder folder = make_folder();
    Error err = {0};
    Str text = {0};
    static TerminalSession s;
    char path[64];
    write_file(&folder, THEIRS, path);
    begin(&s, &folder);
    CHECK("load", terminal_session_load(&s, path, &text, &err));
    CHECK("play on", go_back_and_play_on(&s, 2, &err));
    play_round(&s, 4, 4);
    terminal_session_release(&s);
    begin(&s, &folder);
    list_history(&s, "", &text);
    CHECK("players", strstr(str_text(&text), "Black: a person, White: easy, 4 moves") != NULL);
    terminal_session_release(&s);
    str_release(&text);
    remove_folder(&folder);
}

TEST(terminal_session_cuts_a_long_name_between_characters) {
    TestFolder folder = make_folder();
    Error err = {0};
    Str text = {0}, file = {0};
    static TerminalSession s;
    char path[64];
    str_add_text(&file, "(;SZ[7]RU[freestyle]PB[a");
    for (int i = 0; i < 50; i++)
        str_add_text(&file, "é");
    str_add_text(&file, "]PW[Bob]RE[W+R];B[dd])");
    write_file(&folder, str_text(&file), path);
    begin(&s, &folder);
    CHECK("load", terminal_session_load(&s, path, &text, &err));
    str_clear(&text);
    message_add_players(&s, &text);
    CHECK("valid UTF-8", utf8_is_valid(str_text(&text), text.len));
    CHECK_INT("characters", (int)text.len, (int)strlen("Black: a. White: Bob.\n") + 39 * 2);
    terminal_session_release(&s);
    str_release(&file);
    str_release(&text);
    remove_folder(&folder);
}

TEST(terminal_session_lists_players_without_control_characters) {
    TestFolder folder = make_folder();
    Error err = {0};
    Str text = {0};
    static TerminalSession s;
    static const char edited[] = "(;SZ[7]RU[freestyle]SEATS[a\033b][easy];B[dd])";
    begin(&s, &folder);
    play_round(&s, 3, 3);
    str_add_text(&text, s.saved_game.path);
    terminal_session_release(&s);
    CHECK("edited", file_write(str_text(&text), edited, strlen(edited), &err));
    begin(&s, &folder);
    list_history(&s, "", &text);
    CHECK("listed", strstr(str_text(&text), "White: easy, 1 move") != NULL);
    CHECK("printable", strchr(str_text(&text), '\033') == NULL);
    terminal_session_release(&s);
    str_release(&text);
    remove_folder(&folder);
}

TEST(terminal_session_keeps_a_finished_game_that_is_played_on) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    Str text = {0};
    begin(&s, &folder);
    play_round(&s, 3, 3);
    play_round(&s, 4, 3);
    CHECK("resign", terminal_session_resign(&s, &err));
    CHECK("play on", go_back_and_play_on(&s, 2, &err));
    play_round(&s, 4, 4);
    CHECK("resign", terminal_session_resign(&s, &err));
    list_history(&s, "w+r", &text);
    CHECK_INT("both games", s.games.count, 2);
    terminal_session_release(&s);
    str_release(&text);
    remove_folder(&folder);
}

// The list may change between `games` and `open`: another program finished or began a game.
TEST(line_mode_opens_the_listed_game) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s, other;
    begin(&s, &folder);
    play_round(&s, 1, 3);
    terminal_session_release(&s);
    begin(&s, &folder);
    Str reply = {0};
    action_run_line(&s, (char[]){"games"}, &reply);
    begin(&other, &folder);
    play_round(&other, 5, 3);
    terminal_session_release(&other);
    action_run_line(&s, (char[]){"open 1"}, &reply);
    CHECK_INT("not the newer one", s.play.game.moves[0].point, point_at(1, 3));
    CHECK("no such file", !terminal_session_resume_file(&s, "/nonexistent/x.sgf", &err));
    terminal_session_release(&s);
    str_release(&reply);
    remove_folder(&folder);
}

// ---- Clocks

static int64_t clock_ms;

static int64_t stopped_clock(void) {
    return clock_ms;
}

static void begin_timed(TerminalSession *s, const TestFolder *folder, const char *control) {
    Error err = {0};
    TerminalSessionOptions options = {
        .players = {"human", "human"}, .state_folder = folder->state, .now_ms = stopped_clock};
    CHECK(control, time_control_parse(control, &options.game.time, &err));
    CHECK("init", terminal_session_init(s, &options, &err));
}

static void play_for(TerminalSession *s, int x, int64_t ms) {
    Error err = {0};
    clock_ms += ms;
    CHECK("play", terminal_session_play(s, point_at(x, 7), &err));
}

TEST(terminal_session_charges_for_time_before_undo_and_redo) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    begin_timed(&s, &folder, "2/move");
    play_for(&s, 1, 100);
    play_for(&s, 2, 100);
    clock_ms += 1500;
    CHECK_INT("undo", terminal_session_undo(&s, 2, &err), 2);
    CHECK("redo", terminal_session_redo(&s, &err) && terminal_session_redo(&s, &err));
    CHECK_INT("half a second is left", terminal_session_time_left(&s, SEAT_FIRST), 500);
    CHECK_INT("and all of the other's", terminal_session_time_left(&s, SEAT_SECOND), 2000);
    clock_ms += 1500;
    CHECK("too late", terminal_session_play(&s, point_at(3, 7), &err));
    CHECK_INT("not made", s.play.game.count, 2);
    CHECK_INT("lost", game_result(&s.play.game).reason, END_TIME);
    terminal_session_release(&s);
    remove_folder(&folder);
}

TEST(terminal_session_refunds_the_time_of_undone_moves) {
    TestFolder folder = make_folder();
    Error err = {0};
    static TerminalSession s;
    begin_timed(&s, &folder, "60+2");
    play_for(&s, 1, 10000);
    play_for(&s, 2, 20000);
    clock_ms += 5000;
    CHECK_INT("undo", terminal_session_undo(&s, 2, &err), 2);
    CHECK_INT("minus the time since then", terminal_session_time_left(&s, SEAT_FIRST), 55000);
    CHECK_INT("the other's", terminal_session_time_left(&s, SEAT_SECOND), 60000);
    play_for(&s, 3, 1000);
    CHECK_INT("time charged", s.play.game.moves[0].ms, 6000);
    CHECK_INT("charged once", terminal_session_time_left(&s, SEAT_FIRST), 56000);
    terminal_session_release(&s);
    remove_folder(&folder);
}

static void check_clocks(const char *row, const TerminalSession *s, const TimeControl *time,
                         const Timer timers[2]) {
    Str got = {0}, want = {0};
    time_control_format(&s->play.game.time, &got);
    time_control_format(time, &want);
    CHECK_TEXT(row, str_text(&got), str_text(&want));
    for (int seat = 0; seat < 2; seat++) {
        CHECK_INT(row, s->play.game.timers[seat].main_left_ms, timers[seat].main_left_ms);
        CHECK_INT(row, s->play.game.timers[seat].periods_left, timers[seat].periods_left);
    }
    str_release(&got);
    str_release(&want);
}

TEST(terminal_session_restores_clocks) {
    static const char *const controls[] = {"60", "60+2.5", "3+3x2", "20/move", "0+9", "60,20/move"};
    for (int i = 0; i < COUNT(controls); i++) {
        TestFolder folder = make_folder();
        Error err = {0};
        static TerminalSession s;
        char path[64];
        snprintf(path, sizeof path, "%s/game.sgf", folder.path);
        begin_timed(&s, &folder, controls[i]);
        play_for(&s, 1, 4001);
        play_for(&s, 2, 1999);
        play_for(&s, 3, 3500);
        TimeControl time = s.play.game.time;
        Timer timers[2] = {s.play.game.timers[0], s.play.game.timers[1]};
        Str notes = {0};
        CHECK("save", terminal_session_save(&s, path, SAVE_NEW, &notes, &err));
        play_for(&s, 4, 0);
        CHECK_INT("undo", terminal_session_undo(&s, 1, &err), 1);
        terminal_session_release(&s);

        begin(&s, &folder);
        CHECK("resume", terminal_session_resume(&s, 1, &err));
        check_clocks(controls[i], &s, &time, timers);
        CHECK_INT("time of a move", s.play.game.moves[0].ms, 4001);
        CHECK("load", terminal_session_load(&s, path, &notes, &err));
        check_clocks(controls[i], &s, &time, timers);
        terminal_session_release(&s);

        begin_timed(&s, &folder, "7");
        CHECK("load", terminal_session_load(&s, path, &notes, &err));
        CHECK_INT("the option's clock", terminal_session_time_left(&s, SEAT_FIRST), 7000);
        str_release(&notes);
        terminal_session_release(&s);
        remove_folder(&folder);
    }
}

// ---- The mist

static void begin_mist(TerminalSession *s, const TestFolder *folder, const char *white,
                       const char *control) {
    Error err = {0};
    TerminalSessionOptions options = {.players = {"human", white},
                                      .mist = true,
                                      .state_folder = folder->state,
                                      .now_ms = stopped_clock};
    CHECK(control, time_control_parse(control, &options.game.time, &err));
    CHECK("init", terminal_session_init(s, &options, &err));
}

// White hits a stone on its first turn and on its second.
static void play_with_hits(TerminalSession *s) {
    const Point black[] = {point_at(0, 0), point_at(18, 0)};
    Error err = {0};
    for (int i = 0; i < COUNT(black); i++) {
        CHECK("Black", terminal_session_play(s, black[i], &err));
        CHECK("hit", !terminal_session_play(s, black[i], &err));
        if (i == 0)
            CHECK("White", terminal_session_play(s, point_at(9, 18), &err));
    }
}

static void check_hits_are_known(const TerminalSession *s) {
    bool hidden[POINT_COUNT];
    Board known = terminal_session_visible_board(s, hidden);
    CHECK_INT("first hit", known.at[point_at(0, 0)], BLACK);
    CHECK_INT("second hit", known.at[point_at(18, 0)], BLACK);
    CHECK_INT("of this turn", s->play.tries_this_turn, 1);
}

TEST(terminal_session_remembers_hits_in_the_mist) {
    TestFolder folder = make_folder();
    Error err = {0};
    Str notes = {0};
    char path[64];
    static TerminalSession s;
    snprintf(path, sizeof path, "%s/game.sgf", folder.path);
    begin_mist(&s, &folder, "human", "none");
    play_with_hits(&s);
    check_hits_are_known(&s);
    terminal_session_release(&s);

    begin_mist(&s, &folder, "human", "none");
    CHECK("resume", terminal_session_resume(&s, 1, &err));
    check_hits_are_known(&s);
    CHECK("save", terminal_session_save(&s, path, SAVE_NEW, &notes, &err));
    CHECK("one more", terminal_session_play(&s, point_at(9, 17), &err));
    terminal_session_release(&s);

    begin_mist(&s, &folder, "human", "none");
    CHECK("load", terminal_session_load(&s, path, &notes, &err));
    check_hits_are_known(&s);
    CHECK("resume", terminal_session_resume(&s, 1, &err));
    CHECK_INT("tries", s.play.try_count, 2);
    CHECK_INT("of another turn", s.play.tries_this_turn, 0);
    CHECK("resign", terminal_session_resign(&s, &err));
    terminal_session_release(&s);

    begin_mist(&s, &folder, "human", "none");
    terminal_session_list_games(&s);
    CHECK_INT("finished", s.games.count, 1);
    CHECK("review", terminal_session_load(&s, s.games.games[0].path, &notes, &err));
    CHECK_INT("tries", s.play.try_count, 2);
    terminal_session_release(&s);
    str_release(&notes);
    remove_folder(&folder);
}

TEST(terminal_session_ignores_hits_that_cannot_be) {
    TestFolder folder = make_folder();
    Error err = {0};
    Str notes = {0}, file = {0};
    char path[64];
    static TerminalSession s;
    str_add_text(&file, "(;SZ[19]RU[freestyle]MIST[1]TRIED[aa];B[aa]TRIED[][x][a1][zz][ss][aa]");
    for (int i = 0; i < 700; i++)
        str_add_text(&file, "[aa]");
    str_add_text(&file, ";W[ba])");
    write_file(&folder, str_text(&file), path);
    begin(&s, &folder);
    CHECK("load", terminal_session_load(&s, path, &notes, &err));
    MistHistory h;
    session_mist_history(&s.play, SEAT_SECOND, &h);
    CHECK_INT("hits", h.hit_count, 1);
    terminal_session_release(&s);
    str_release(&notes);
    str_release(&file);
    remove_folder(&folder);
}

// The flag falls while the computer thinks, and its tries come too late, too.
TEST(terminal_session_computer_loses_on_time_after_a_hit) {
    TestFolder folder = make_folder();
    Error err = {0};
    Point move = point_at(0, 0);
    static TerminalSession s;
    begin_mist(&s, &folder, "random", "2/move");
    CHECK("Black", terminal_session_play(&s, point_at(0, 0), &err));
    MoveRequest request = terminal_session_move_request(&s);
    CHECK("hit", mist_history_add_hit(&request.history, point_at(0, 0)));
    clock_ms += 3000;
    CHECK("applied", terminal_session_apply_move(&s, &request, point_at(9, 9), &move, &err));
    CHECK_TEXT("no error", err.text, "");
    CHECK_INT("no move", move, POINT_NONE);
    CHECK_INT("lost", game_result(&s.play.game).reason, END_TIME);
    terminal_session_release(&s);
    remove_folder(&folder);
}

static void run_script(const TestFolder *folder, const char *input, Str *output) {
    PlayOptions options = {0};
    options.session.game.size = 7;
    options.session.players[SEAT_SECOND] = "easy";
    options.session.state_folder = folder->state;
    options.show_on_request = options.echo = true;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    FILE *in = fmemopen((char *)(uintptr_t)input, strlen(input), "r");
    Error err = {0};
    CHECK_INT(input, line_mode_play(&options, in, out, &err), 0);
    fclose(in);
    fclose(out);
    str_clear(output);
    str_add_bytes(output, text, size);
    free(text);
}

TEST(line_mode_reports_the_autosave_and_offers_to_resume) {
    TestFolder folder = make_folder();
    Str output = {0}, expected = {0};
    run_script(&folder, "d4\n", &output);
    str_add(&expected, "Black (you) > \nThe unfinished game was saved to %s/games/unfinished-",
            folder.state);
    CHECK("said", strstr(str_text(&output), str_text(&expected)) != NULL);
    run_script(&folder, "resume\nmoves\nresign\nquit\n", &output);
    CHECK("offered", strstr(str_text(&output), "You have an unfinished game: resume") != NULL);
    CHECK("resumed", strstr(str_text(&output), "1 d4, 2 a7\n") != NULL);
    run_script(&folder, "quit\n", &output);
    CHECK("finished", strstr(str_text(&output), "unfinished") == NULL);
    str_release(&output);
    str_release(&expected);
    remove_folder(&folder);
}

TEST(line_mode_lists_unfinished_games) {
    TestFolder folder = make_folder();
    Str output = {0};
    run_script(&folder, "resume list\nresume x\nresume 0\n", &output);
    CHECK("none", strstr(str_text(&output), "There is no unfinished game.\n") != NULL);
    CHECK("no number", strstr(str_text(&output), "'x' is not a whole number\n") != NULL);
    CHECK("no game 0", strstr(str_text(&output), "0 is less than 1") != NULL);
    run_script(&folder, "d4\nd5\n", &output);
    run_script(&folder, "d4\nswitch\n", &output);
    run_script(&folder, "resume list\nresume 2\nmoves\n", &output);
    CHECK("how many", strstr(str_text(&output), "You have 2 unfinished games") != NULL);
    CHECK("the newer", strstr(str_text(&output), "Black: easy, White: a person, 3 moves, freestyle "
                                                 "7x7\n") != NULL);
    CHECK("the older", strstr(str_text(&output), "Black: a person, White: easy, 4 moves, freestyle "
                                                 "7x7\n") != NULL);
    CHECK("resumed", strstr(str_text(&output), "1 d4, 2 a7, 3 d5, 4 b7\n") != NULL);
    str_release(&output);
    remove_folder(&folder);
}

TEST(line_mode_keeps_the_game_when_a_load_fails) {
    TestFolder folder = make_folder();
    Str output = {0};
    run_script(&folder, "d4\nload /nonexistent/x.sgf\nmoves\nresign\n", &output);
    CHECK("does not mention autosave", strstr(str_text(&output), "was saved to") == NULL);
    CHECK("goes on", strstr(str_text(&output), "1 d4, 2 a7\n") != NULL);
    str_release(&output);
    remove_folder(&folder);
}
