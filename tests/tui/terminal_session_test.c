// Games in files: saved, put aside, gone on with. Each test has a folder of its own.
#include "tui/session/terminal_session.h"

#include "base/file.h"
#include "base/util.h"
#include "test.h"
#include "tui/line_mode.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char folder[32], state[64]; // `state` is not there yet
} Place;

static Place made_place(void) {
    Place place = {.folder = "/tmp/pentad-test-XXXXXX"};
    CHECK("folder", mkdtemp(place.folder) != NULL);
    snprintf(place.state, sizeof place.state, "%s/state/pentad", place.folder);
    return place;
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

static void remove_place(const Place *place) {
    nftw(place->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void begin(TerminalSession *s, const Place *place) {
    Error err = {0};
    CHECK("init", terminal_session_init(s,
                                        &(TerminalSessionOptions){.game = {.size = 7},
                                                                  .players = {"human", "easy"},
                                                                  .state_folder = place->state},
                                        &err));
}

static void play_round(TerminalSession *s, int x, int y) {
    Error err = {0};
    Point p;
    CHECK("play", terminal_session_play(s, point_at(x, y), &err));
    CHECK("think", terminal_session_computer_move(s, &p, &err));
}

static int count_waiting(const TerminalSession *s) {
    SavedGameList waiting = terminal_session_list_unfinished(s);
    int count = waiting.count;
    saved_games_release(&waiting);
    return count;
}

static bool save(TerminalSession *s, const char *path, SaveMode mode, Error *err) {
    Str notes = {0};
    bool ok = terminal_session_save(s, path, &(SaveOptions){.mode = mode}, &notes, err);
    str_release(&notes);
    return ok;
}

TEST(terminal_session_brings_an_unfinished_game_back_with_its_players) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &place);
    CHECK_INT("nothing waits", count_waiting(&s), 0);
    CHECK("nothing to keep", !terminal_session_needs_saving(&s));
    play_round(&s, 3, 3);
    CHECK("switch", terminal_session_switch_sides(&s, &err));
    CHECK("to keep", terminal_session_needs_saving(&s));
    CHECK_INT("not while it is played", count_waiting(&s), 0);
    Board before = s.game.board;
    terminal_session_release(&s); // without a word, as when the program is killed

    begin(&s, &place);
    CHECK_INT("waits", count_waiting(&s), 1);
    CHECK("resume", terminal_session_resume(&s, 1, &err));
    CHECK("stones", !memcmp(before.at, s.game.board.at, sizeof before.at));
    CHECK("sides as they were", !terminal_session_is_person(&s, SEAT_FIRST) &&
                                    terminal_session_is_person(&s, SEAT_SECOND));
    CHECK("only once", !terminal_session_resume(&s, 1, &err));
    CHECK_TEXT("says so", err.text, "no unfinished game is waiting");
    CHECK("resign", terminal_session_resign(&s, &err));
    terminal_session_release(&s);

    begin(&s, &place);
    CHECK_INT("nothing is left of it", count_waiting(&s), 0);
    terminal_session_release(&s);
    remove_place(&place);
}

TEST(terminal_session_keeps_a_game_that_makes_way_for_the_one_resumed) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &place);
    play_round(&s, 3, 3);
    terminal_session_new_game(&s);
    play_round(&s, 5, 5);
    CHECK("resume", terminal_session_resume(&s, 1, &err));
    CHECK_INT("the first game", s.game.moves[0].point, point_at(3, 3));
    CHECK_INT("the second waits", count_waiting(&s), 1);
    CHECK("back", terminal_session_resume(&s, 1, &err));
    CHECK_INT("the second game", s.game.moves[0].point, point_at(5, 5));
    CHECK_INT("the first waits", count_waiting(&s), 1);
    terminal_session_release(&s);
    remove_place(&place);
}

TEST(terminal_session_loses_none_of_many_games) {
    enum { GAMES = 4 };
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    for (int i = 0; i < GAMES; i++) {
        begin(&s, &place);
        play_round(&s, 1 + i, 3);
        terminal_session_release(&s);
    }
    begin(&s, &place);
    CHECK_INT("all wait", count_waiting(&s), GAMES);
    CHECK("no such game", !terminal_session_resume(&s, GAMES + 1, &err));
    CHECK_TEXT("says so", err.text, "there is no game 5; resume list shows those that wait");
    CHECK("the oldest", terminal_session_resume(&s, GAMES, &err));
    CHECK_INT("the oldest", s.game.moves[0].point, point_at(1, 3));
    CHECK("the newest", terminal_session_resume(&s, 1, &err));
    CHECK_INT("the newest", s.game.moves[0].point, point_at(GAMES, 3));
    terminal_session_release(&s);
    remove_place(&place);
}

TEST(terminal_session_does_not_offer_a_game_that_somebody_plays) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession one, other;
    begin(&one, &place);
    play_round(&one, 3, 3);
    begin(&other, &place);
    CHECK_INT("nothing waits", count_waiting(&other), 0);
    play_round(&other, 4, 4);
    play_round(&one, 2, 2);
    CHECK_INT("nor after another move", count_waiting(&other), 0);
    terminal_session_release(&one);
    CHECK("now it does", terminal_session_resume(&other, 1, &err));
    CHECK_INT("with all moves", other.game.count, 4);
    terminal_session_release(&other);
    remove_place(&place);
}

TEST(terminal_session_forgets_a_game_that_was_taken_back_to_its_beginning) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &place);
    play_round(&s, 3, 3);
    CHECK("kept", s.kept.path != NULL);
    CHECK_INT("undo", terminal_session_undo(&s, 1, &err), 1);
    CHECK("nothing to keep", s.kept.path == NULL);
    terminal_session_release(&s);
    remove_place(&place);
}

TEST(terminal_session_saves_over_a_file_only_when_told) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &place);
    play_round(&s, 3, 3);
    char path[64];
    snprintf(path, sizeof path, "%s/game.sgf", place.folder);
    CHECK("new", save(&s, path, SAVE_NEW, &err));
    CHECK("saved", !terminal_session_needs_saving(&s) && !s.kept.path);
    play_round(&s, 3, 4);
    CHECK("changed", terminal_session_needs_saving(&s));
    CHECK("refused", !save(&s, path, SAVE_NEW, &err));
    CHECK("says why", strstr(err.text, "there is a file") != NULL);
    CHECK("still to keep", terminal_session_needs_saving(&s));
    CHECK("replaced", save(&s, path, SAVE_REPLACE, &err));
    Str notes = {0};
    terminal_session_new_game(&s);
    CHECK("load", terminal_session_load(&s, path, &notes, &err));
    CHECK_INT("moves", s.game.count, 4);
    str_release(&notes);
    terminal_session_release(&s);
    remove_place(&place);
}

TEST(terminal_session_keeps_a_game_of_which_only_a_picture_was_saved) {
    static const char *const names[] = {"game.board", "game.svg"};
    for (int i = 0; i < 2; i++) {
        Place place = made_place();
        Error err = {0};
        Str notes = {0};
        static TerminalSession s;
        char path[64];
        begin(&s, &place);
        play_round(&s, 3, 3);
        snprintf(path, sizeof path, "%s/%s", place.folder, names[i]);
        CHECK(names[i], terminal_session_save(&s, path, &(SaveOptions){0}, &notes, &err));
        CHECK_TEXT(names[i], str_text(&notes), "The file has the position, not the moves.\n");
        CHECK(names[i], terminal_session_needs_saving(&s) && s.kept.path);
        str_release(&notes);
        terminal_session_release(&s);
        remove_place(&place);
    }
}

TEST(terminal_session_stays_as_it_is_when_a_file_is_bad) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    begin(&s, &place);
    play_round(&s, 3, 3);
    Str notes = {0};
    CHECK("no such file", !terminal_session_load(&s, "/nonexistent/game.sgf", &notes, &err));
    CHECK("no format", !terminal_session_load(&s, "/nonexistent/game", &notes, &err));
    CHECK("no folder", !save(&s, "/nonexistent/game.sgf", SAVE_NEW, &err));
    CHECK_INT("moves", s.game.count, 2);
    CHECK("to keep", terminal_session_needs_saving(&s));
    str_release(&notes);
    terminal_session_release(&s);
    remove_place(&place);
}

TEST(terminal_session_refuses_to_lose_a_game_it_cannot_keep) {
    Error err = {0};
    static TerminalSession s;
    begin(&s, &(Place){.state = "/dev/null"});
    play_round(&s, 3, 3);
    CHECK("said at once", strstr(s.autosave_error.text, "Not a directory") != NULL);
    CHECK("put aside", !terminal_session_suspend(&s, &err));
    static const char start[] = "the unfinished game cannot be kept, save it elsewhere or resign: "
                                "/dev/null/games/unfinished-";
    CHECK("error", !strncmp(err.text, start, strlen(start)));
    CHECK("still to keep", terminal_session_needs_saving(&s));
    CHECK("resign", terminal_session_resign(&s, &err));
    CHECK("nothing to keep", terminal_session_suspend(&s, &err));
    terminal_session_release(&s);
}

// ---- What was in a file stays in it

static void write_file(const Place *place, const char *text, char path[static 64]) {
    Error err = {0};
    snprintf(path, 64, "%s/game.sgf", place->folder);
    CHECK("written", file_write(path, text, strlen(text), &err));
}

static void check_file(const char *row, const char *path, const char *want) {
    Error err = {0};
    Str text = {0};
    CHECK(row, file_read(path, &text, &err));
    Str joined = {0}; // where lines end is not the matter here
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

static void begin_with(TerminalSession *s, const Place *place, const char *path) {
    Error err = {0};
    Str notes = {0};
    CHECK("init", terminal_session_init(s,
                                        &(TerminalSessionOptions){.players = {"human", "human"},
                                                                  .state_folder = place->state,
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
    const char *play; // in SGF's letters
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
    {"behind a remark", 0, "aa", "(;SZ[7]RU[freestyle]" REST ";B[dd];C[what now?])",
     "(;" HEAD REST ";B[dd];C[what now?];W[aa]ET[0])"},
    {"after stones that were set up", 0, "aa", "(;SZ[7]RU[freestyle]" REST ";B[dd];AW[ee];B[ff])",
     "(;" HEAD REST ";B[dd];AW[ee];B[ff];W[aa]ET[0])"},
    {"a result that holds no more", 1, NULL, "(;SZ[7]RU[freestyle]" REST "RE[W+R];B[dd];W[ee])",
     "(;" HEAD REST ";B[dd];W[ee])"},
    {"a result with more words", 0, NULL, "(;SZ[7]RU[freestyle]" REST "RE[W+Resign];B[dd];W[ee])",
     "(;" HEAD REST "RE[W+Resign];B[dd];W[ee])"},
    {"a result in other words", 0, NULL, "(;SZ[7]RU[freestyle]" REST "RE[Void];B[dd])",
     "(;" HEAD REST "RE[Void];B[dd])"},
    {"names of computers are no names", 0, NULL, "(;SZ[7]RU[freestyle]PB[greedy]PW[Bob];B[dd])",
     "(;" HEAD "PB[human]PW[Bob];B[dd])"},
};

static void change(TerminalSession *s, int undo, const char *play) {
    Error err = {0};
    Point p;
    if (undo > 0)
        CHECK_INT("undo", terminal_session_undo(s, undo, &err), undo);
    if (play)
        CHECK("play", point_parse(play, NOTATION_SGF, s->game.board.size, &p, &err) &&
                          terminal_session_play(s, p, &err));
}

TEST(terminal_session_saves_a_loaded_game_with_all_that_was_in_its_file) {
    for (int i = 0; i < COUNT(trees); i++) {
        Place place = made_place();
        Error err = {0};
        static TerminalSession s;
        char path[64];
        write_file(&place, trees[i].file, path);
        begin_with(&s, &place, path);
        change(&s, trees[i].undo, trees[i].play);
        CHECK(trees[i].name, save(&s, path, SAVE_REPLACE, &err));
        check_file(trees[i].name, path, trees[i].saved);
        terminal_session_release(&s);
        remove_place(&place);
    }
}

TEST(terminal_session_resumes_a_variation_where_it_was_left) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    char path[64];
    write_file(&place, "(;SZ[7]RU[freestyle]PB[Ann];B[dd];W[de];B[ee])", path);
    begin_with(&s, &place, path);
    change(&s, 2, "aa");
    terminal_session_release(&s);
    begin_with(&s, &place, path);
    CHECK("resume", terminal_session_resume(&s, 1, &err));
    CHECK_INT("moves", s.game.count, 2);
    CHECK_INT("its own", s.game.moves[1].point, point_at(0, 0));
    CHECK("save", save(&s, path, SAVE_REPLACE, &err));
    check_file("the marks are gone", path,
               "(;" HEAD "PB[Ann]PW[human];B[dd](;W[de];B[ee])(;W[aa]ET[0]))");
    terminal_session_release(&s);
    remove_place(&place);
}

// ---- Clocks

static int64_t clock_ms;

static int64_t stopped_clock(void) {
    return clock_ms;
}

static void begin_timed(TerminalSession *s, const Place *place, const char *control) {
    Error err = {0};
    TerminalSessionOptions options = {
        .players = {"human", "human"}, .state_folder = place->state, .now_ms = stopped_clock};
    CHECK(control, time_control_parse(control, &options.game.time, &err));
    CHECK("init", terminal_session_init(s, &options, &err));
}

static void play_for(TerminalSession *s, int x, int64_t ms) {
    Error err = {0};
    clock_ms += ms;
    CHECK("play", terminal_session_play(s, point_at(x, 7), &err));
}

TEST(terminal_session_charges_for_time_before_undo_and_redo) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    begin_timed(&s, &place, "2/move");
    play_for(&s, 1, 100);
    play_for(&s, 2, 100);
    clock_ms += 1500;
    CHECK_INT("undo", terminal_session_undo(&s, 2, &err), 2);
    CHECK("redo", terminal_session_redo(&s, &err) && terminal_session_redo(&s, &err));
    CHECK_INT("half a second is left", terminal_session_time_left(&s, SEAT_FIRST), 500);
    CHECK_INT("and all of the other's", terminal_session_time_left(&s, SEAT_SECOND), 2000);
    clock_ms += 1500;
    CHECK("too late", terminal_session_play(&s, point_at(3, 7), &err));
    CHECK_INT("not made", s.game.count, 2);
    CHECK_INT("lost", game_result(&s.game).reason, END_TIME);
    terminal_session_release(&s);
    remove_place(&place);
}

TEST(terminal_session_gives_the_time_of_moves_taken_back) {
    Place place = made_place();
    Error err = {0};
    static TerminalSession s;
    begin_timed(&s, &place, "60+2");
    play_for(&s, 1, 10000);
    play_for(&s, 2, 20000);
    clock_ms += 5000;
    CHECK_INT("undo", terminal_session_undo(&s, 2, &err), 2);
    CHECK_INT("less what went by since", terminal_session_time_left(&s, SEAT_FIRST), 55000);
    CHECK_INT("the other's", terminal_session_time_left(&s, SEAT_SECOND), 60000);
    play_for(&s, 3, 1000);
    CHECK_INT("what it cost", s.game.moves[0].ms, 6000);
    CHECK_INT("paid once", terminal_session_time_left(&s, SEAT_FIRST), 56000);
    terminal_session_release(&s);
    remove_place(&place);
}

static void check_clocks(const char *row, const TerminalSession *s, const TimeControl *time,
                         const Timer timers[2]) {
    Str got = {0}, want = {0};
    time_control_format(&s->game.time, &got);
    time_control_format(time, &want);
    CHECK_TEXT(row, str_text(&got), str_text(&want));
    for (int seat = 0; seat < 2; seat++) {
        CHECK_INT(row, s->game.timers[seat].main_left_ms, timers[seat].main_left_ms);
        CHECK_INT(row, s->game.timers[seat].periods_left, timers[seat].periods_left);
    }
    str_release(&got);
    str_release(&want);
}

TEST(terminal_session_brings_clocks_back) {
    static const char *const controls[] = {"60", "60+2.5", "3+3x2", "20/move", "0+9", "60,20/move"};
    for (int i = 0; i < COUNT(controls); i++) {
        Place place = made_place();
        Error err = {0};
        static TerminalSession s;
        char path[64];
        snprintf(path, sizeof path, "%s/game.sgf", place.folder);
        begin_timed(&s, &place, controls[i]);
        play_for(&s, 1, 4001);
        play_for(&s, 2, 1999);
        play_for(&s, 3, 3500);
        TimeControl time = s.game.time;
        Timer timers[2] = {s.game.timers[0], s.game.timers[1]};
        Str notes = {0};
        CHECK("save", terminal_session_save(&s, path, &(SaveOptions){0}, &notes, &err));
        play_for(&s, 4, 0);
        CHECK_INT("undo", terminal_session_undo(&s, 1, &err), 1);
        terminal_session_release(&s);

        begin(&s, &place);
        CHECK("resume", terminal_session_resume(&s, 1, &err));
        check_clocks(controls[i], &s, &time, timers);
        CHECK_INT("what a move cost", s.game.moves[0].ms, 4001);
        CHECK("load", terminal_session_load(&s, path, &notes, &err));
        check_clocks(controls[i], &s, &time, timers);
        terminal_session_release(&s);

        begin_timed(&s, &place, "7");
        CHECK("load", terminal_session_load(&s, path, &notes, &err));
        CHECK_INT("a clock that was asked for", terminal_session_time_left(&s, SEAT_FIRST), 7000);
        str_release(&notes);
        terminal_session_release(&s);
        remove_place(&place);
    }
}

static void converse(const Place *place, const char *input, Str *output) {
    LineModeOptions options = line_mode_defaults();
    options.session.game.size = 7;
    options.session.players[SEAT_SECOND] = "easy";
    options.session.state_folder = place->state;
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

TEST(plain_says_where_the_game_is_and_offers_it_again) {
    Place place = made_place();
    Str output = {0}, expected = {0};
    converse(&place, "d4\n", &output);
    str_add(&expected, "Black (you) > \nThe unfinished game is kept in %s/games/unfinished-",
            place.state);
    CHECK("said", strstr(str_text(&output), str_text(&expected)) != NULL);
    converse(&place, "resume\nmoves\nresign\nquit\n", &output);
    CHECK("offered", strstr(str_text(&output), "An unfinished game is waiting: resume") != NULL);
    CHECK("gone on with", strstr(str_text(&output), "1 d4, 2 a7\n") != NULL);
    converse(&place, "quit\n", &output);
    CHECK("finished", strstr(str_text(&output), "unfinished") == NULL);
    str_release(&output);
    str_release(&expected);
    remove_place(&place);
}

TEST(plain_lists_the_games_that_wait) {
    Place place = made_place();
    Str output = {0};
    converse(&place, "resume list\nresume x\nresume 0\n", &output);
    CHECK("none", strstr(str_text(&output), "No unfinished game is waiting.\n") != NULL);
    CHECK("no number", strstr(str_text(&output), "'x' is not a whole number\n") != NULL);
    CHECK("no game 0", strstr(str_text(&output), "0 is not between 1 and") != NULL);
    converse(&place, "d4\nd5\n", &output);
    converse(&place, "d4\nswitch\n", &output);
    converse(&place, "resume list\nresume 2\nmoves\n", &output);
    CHECK("how many", strstr(str_text(&output), "2 unfinished games are waiting") != NULL);
    CHECK("the newer", strstr(str_text(&output), "Black: easy, White: a person, 3 moves, freestyle "
                                                 "7x7\n") != NULL);
    CHECK("the older", strstr(str_text(&output), "Black: a person, White: easy, 4 moves, freestyle "
                                                 "7x7\n") != NULL);
    CHECK("gone on with", strstr(str_text(&output), "1 d4, 2 a7, 3 d5, 4 b7\n") != NULL);
    str_release(&output);
    remove_place(&place);
}

TEST(plain_keeps_the_game_when_a_load_fails) {
    Place place = made_place();
    Str output = {0};
    converse(&place, "d4\nload /nonexistent/x.sgf\nmoves\nresign\n", &output);
    CHECK("says nothing of keeping", strstr(str_text(&output), "is kept") == NULL);
    CHECK("goes on", strstr(str_text(&output), "1 d4, 2 a7\n") != NULL);
    str_release(&output);
    remove_place(&place);
}
