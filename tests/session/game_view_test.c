// Game views as JSON: whole texts as clients receive them, clocks to the millisecond, and what is
// read back. visibility_test.c tests that nothing hidden is in them.
#include "base/file.h"
#include "base/number.h"
#include "core/mist_belief.h"
#include "session/game_session.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Timestamp start = {0, 1000};

static GameSession new_session(const char *rules, const char *opening, const char *time, int size,
                               bool mist) {
    GameSession session;
    Error err = {0};
    SessionOptions options = {.game = {.rules = rules_find(rules, &err),
                                       .opening = opening_rule_find(opening, &err),
                                       .size = size},
                              .mist = mist,
                              .clock_at_once = true,
                              .players = {1, 2}};
    CHECK("time", time_control_parse(time, &options.game.time, &err));
    CHECK_TEXT("options", err.text, "");
    session_init(&session, &options, start);
    return session;
}

static Timestamp at_ms(int64_t ms) {
    return (Timestamp){ms, 1000 + ms};
}

static void play_all(GameSession *session, const char *moves, int64_t ms_each) {
    int64_t ms = 0;
    for (size_t len; *moves; moves += len + strspn(moves + len, " ")) {
        Error err = {0};
        char move[8];
        len = strcspn(moves, " ");
        snprintf(move, sizeof move, "%.*s", (int)len, moves);
        GameAction action = {
            .kind = GAME_ACTION_PLAY, .at = {session->game.count, session->line}, .move = move};
        session_act(session, session_turn(session), &action, at_ms(ms += ms_each), &err);
        CHECK_TEXT(move, err.text, "");
    }
}

static void act(GameSession *session, int seat, GameActionKind kind, int64_t ms) {
    Error err = {0};
    GameAction action = {.kind = kind, .plies = session_takeback_plies(session, seat)};
    CHECK_INT(game_action_word(kind), session_act(session, seat, &action, at_ms(ms), &err),
              STATUS_OK);
}

// As the server adds it.
static void add_people(GameView *view) {
    GameSummary *s = &view->summary;
    snprintf(s->id.text, sizeof s->id.text, "abcdefghijkl");
    snprintf(s->opponent, sizeof s->opponent, "level:3");
    snprintf(s->owner, sizeof s->owner, "Ann");
    s->chat = true;
    s->created = 77;
    for (int i = 0; i < 2; i++) {
        SeatView *seat = &s->seats[i];
        snprintf(seat->name, sizeof seat->name, "%s", i ? "Level 3" : "Ann");
        seat->kind = i ? "level" : "account";
        seat->level = i ? 3 : 0;
        seat->rating = i ? NAN : 1499.5;
        seat->provisional = !i;
        seat->is_bot = i;
        seat->here = !i;
    }
    view->watchers = 4;
    if (s->state == GAME_OVER)
        snprintf(view->next.text, sizeof view->next.text, "nextnextnext");
}

// ---- Whole texts

// The views so far: a line with the name of each, then one with its JSON.
typedef struct {
    Str text;
} Views;

typedef enum { WHOLE, MOVED, SUMMARY } Kind;

static void write_view(JsonWriter *w, GameView *view, Kind kind, int64_t viewer) {
    if (kind == MOVED) {
        game_view_write_moved(w, view);
    } else if (kind == SUMMARY) {
        view->summary.moves = view->summary.state == GAME_OVER ? "h8 i10 swap" : NULL;
        game_summary_write(w, &view->summary, viewer);
    } else {
        write_object(w, NULL);
        game_view_write(w, view);
        write_end_object(w);
    }
}

static void add_view(Views *views, const char *name, const GameSession *session, int seat,
                     int64_t ms, Kind kind) {
    GameView view;
    memset(&view, 'x', sizeof view); // is to be overwritten, or not read
    session_view(session, seat, at_ms(ms), &view);
    CHECK("what the caller adds is empty", !*view.summary.id.text && !view.summary.chat &&
                                               !*view.summary.opponent && !view.summary.moves);
    add_people(&view);
    str_add(&views->text, "%s\n", name);
    JsonWriter w = json_writer_into(&views->text);
    write_view(&w, &view, kind, seat + 1);
    str_add_char(&views->text, '\n');
}

static void add_opening(Views *views) {
    GameSession session = new_session("freestyle", "swap2", "300+5", 15, false);
    add_view(views, "the first stone of an opening", &session, 1, 500, WHOLE);
    play_all(&session, "h8 i9", 1000);
    add_view(views, "its last stone", &session, 0, 2500, WHOLE);
    play_all(&session, "g7", 3000);
    add_view(views, "a choice of three", &session, 1, 4000, WHOLE);
    play_all(&session, "more", 5000);
    add_view(views, "more", &session, SEAT_NONE, 5000, MOVED);
    play_all(&session, "a1 a2", 6000);
    add_view(views, "a choice of two", &session, 0, 18000, MOVED);
    play_all(&session, "swap", 18000);
    add_view(views, "swapped: its turn", &session, 0, 18000, SUMMARY);
    add_view(views, "not its turn", &session, 1, 18000, SUMMARY);
    add_view(views, "a spectator", &session, SEAT_NONE, 18000, SUMMARY);
    session = new_session("freestyle", "pro", "10/move", 15, false);
    add_view(views, "the center", &session, 0, 400, WHOLE);
    play_all(&session, "h8 a1", 1000);
    add_view(views, "outside a square", &session, 0, 400, WHOLE);
}

static void add_fouls(Views *views) {
    GameSession session = new_session("renju", "none", "none", 15, false);
    play_all(&session, "h8 a15 h9 o15 i7 a1 j7", 0);
    add_view(views, "White may do anything", &session, 1, 0, MOVED);
    play_all(&session, "o1", 0);
    add_view(views, "a double three", &session, 1, 0, WHOLE);
    act(&session, 1, GAME_ACTION_RESIGN, 0);
    add_view(views, "no foul after the end", &session, 1, 0, WHOLE);
    session = new_session("freestyle", "none", "none", 15, false);
    play_all(&session, "h8 a15 h9 o15 i7 a1 j7 o1", 0);
    add_view(views, "other rules", &session, 0, 0, MOVED);
}

static void add_mist(Views *views) {
    Error err = {0};
    GameSession session = new_session("freestyle", "none", "600+3x30", 19, true);
    add_view(views, "the first move in the mist", &session, 0, 0, WHOLE);
    play_all(&session, "b17 c18", 100);
    add_view(views, "stones in the hole", &session, 0, 400, MOVED);
    play_all(&session, "s1", 300);
    add_view(views, "to move in the mist", &session, 1, 400, WHOLE);
    add_view(views, "waiting in the mist", &session, 0, 400, MOVED);
    add_view(views, "a spectator in the mist", &session, SEAT_NONE, 400, WHOLE);
    CHECK_INT("a try", session_play(&session, 1, session.game.moves[0].point, at_ms(400), &err),
              STATUS_OCCUPIED);
    add_view(views, "after a try", &session, 1, 400, WHOLE);
    act(&session, 0, GAME_ACTION_RESIGN, 500);
    add_view(views, "over in the mist", &session, SEAT_NONE, 600, WHOLE);
}

static void add_ends(Views *views) {
    GameSession session = new_session("freestyle", "none", "none", 15, false);
    play_all(&session, "a1 b1", 0);
    act(&session, 0, GAME_ACTION_TAKEBACK, 0);
    act(&session, 1, GAME_ACTION_DRAW, 0);
    add_view(views, "offers", &session, 0, 0, MOVED);
    play_all(&session, "a2 b2 a3 b3 a4 b4 a5", 0);
    act(&session, 1, GAME_ACTION_REMATCH, 0);
    add_view(views, "five", &session, 1, 0, WHOLE);
    add_view(views, "five in a list", &session, 0, 0, SUMMARY);
    session.players[1] = 0;
    add_view(views, "a free seat", &session, 0, 0, WHOLE);
    add_view(views, "a free seat in a list", &session, 0, 0, SUMMARY);
    session = new_session("freestyle", "none", "none", 15, false);
    play_all(&session, "a1 b1", 0);
    act(&session, 0, GAME_ACTION_DRAW, 0);
    act(&session, 1, GAME_ACTION_DRAW, 0);
    act(&session, 0, GAME_ACTION_REMATCH, 0);
    add_view(views, "a draw", &session, 0, 0, WHOLE);
    session = new_session("freestyle", "none", "none", 15, false);
    act(&session, 0, GAME_ACTION_ABORT, 0);
    add_view(views, "aborted", &session, 0, 0, WHOLE);
    add_view(views, "aborted, in a list", &session, 0, 0, SUMMARY);
    session.declined = true;
    add_view(views, "declined", &session, 0, 0, WHOLE);
}

// Compares a line at a time, so that a failure names the view.
static void compare_lines(const char *got, const char *want) {
    char name[80] = "";
    for (int line = 0; *got; line++) {
        size_t length = strcspn(got, "\n"), wanted = strcspn(want, "\n");
        if (line % 2 == 0)
            snprintf(name, sizeof name, "%.*s", (int)length, got);
        bool same = length == wanted && !memcmp(got, want, length);
        if (!same)
            print_error("%s\n is: %.*s\nnot: %.*s\n", name, (int)length, got, (int)wanted, want);
        CHECK(name, same);
        got += length + 1;
        want += wanted + (want[wanted] != '\0');
    }
    CHECK_TEXT("nothing more is expected", want, "");
}

// UPDATE_VIEWS=1 rewrites the file; then read what changed.
TEST(game_views_as_json) {
    Views views = {0};
    Str want = {0};
    Error err = {0};
    add_opening(&views);
    add_fouls(&views);
    add_mist(&views);
    add_ends(&views);
    if (getenv("UPDATE_VIEWS"))
        CHECK("written",
              file_write(TESTS "session/views.txt", views.text.data, views.text.len, &err));
    CHECK("read", file_read(TESTS "session/views.txt", &want, &err));
    compare_lines(str_text(&views.text), str_text(&want));
    str_release(&views.text);
    str_release(&want);
}

// ---- Clocks

TEST(game_view_clocks) {
    static const struct {
        const char *name, *time;
        int64_t ms; // since the turn began
        int64_t main_ms, period_ms, move_ms;
        int periods;
        bool exists;
    } rows[] = {
        {"no clock", "none", 500, 0, 0, -1, 0, false},
        {"main time", "10", 4000, 6000, 0, -1, 0, true},
        {"main time to the last millisecond", "10", 9999, 1, 0, -1, 0, true},
        {"all of it", "10", 10000, 0, 0, -1, 0, true},
        {"more than that", "10", 10001, 0, 0, -1, 0, true},
        {"only an increment", "0+3", 1000, 2000, 0, -1, 0, true},
        {"a limit per move", "10/move", 4000, 0, 0, 6000, 0, true},
        {"the limit is reached", "10/move", 10000, 0, 0, 0, 0, true},
        {"it is passed", "10/move", 10001, 0, 0, 0, 0, true},
        {"both", "60,10/move", 4000, 56000, 0, 6000, 0, true},
        {"only periods", "0+3x5", 1000, 0, 4000, -1, 3, true},
        {"before the periods", "10+3x5", 9999, 1, 0, -1, 3, true},
        {"the first period begins", "10+3x5", 10000, 0, 5000, -1, 3, true},
        {"in the first period", "10+3x5", 10001, 0, 4999, -1, 3, true},
        {"the last millisecond of it", "10+3x5", 14999, 0, 1, -1, 3, true},
        {"the second period", "10+3x5", 15000, 0, 5000, -1, 2, true},
        {"the third one", "10+3x5", 20001, 0, 4999, -1, 1, true},
        {"the end of it", "10+3x5", 25000, 0, 0, -1, 0, true},
        {"later", "10+3x5", 31000, 0, 0, -1, 0, true},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session = new_session("freestyle", "none", rows[i].time, 15, false);
        GameView view;
        session_view(&session, 1, at_ms(rows[i].ms), &view);
        const ClockView *c = &view.summary.seats[0].clock, *other = &view.summary.seats[1].clock;
        CHECK_INT(rows[i].name, c->exists, rows[i].exists);
        CHECK_INT(rows[i].name, c->runs, true);
        CHECK_INT(rows[i].name, c->main_ms, rows[i].main_ms);
        CHECK_INT(rows[i].name, c->periods, rows[i].periods);
        CHECK_INT(rows[i].name, c->period_ms, rows[i].period_ms);
        CHECK_INT(rows[i].name, c->move_ms, rows[i].move_ms);
        CHECK_INT("the other clock stands", other->runs, false);
        CHECK_INT("the other clock", other->main_ms, session.game.timers[1].main_left_ms);
    }
}

// A player who lost on time has no time left, however late the view is made.
TEST(game_view_clock_of_a_fallen_flag) {
    GameSession session = new_session("freestyle", "none", "10+2x5", 15, false);
    GameView view;
    play_all(&session, "h8 i9", 1000);
    CHECK("time is up", session_tick(&session, at_ms(90000)));
    session_view(&session, 0, at_ms(95000), &view);
    const ClockView *fallen = &view.summary.seats[0].clock, *other = &view.summary.seats[1].clock;
    CHECK_INT("main time", fallen->main_ms, 0);
    CHECK_INT("periods", fallen->periods, 0);
    CHECK_INT("period", fallen->period_ms, 0);
    CHECK_INT("stopped", fallen->runs, false);
    CHECK_INT("the other one", other->main_ms, 9000);
    CHECK_INT("its periods", other->periods, 2);
}

// ---- Reading

static void read_game(const char *text, GameSession *session, GameView *view, Error *err) {
    Arena arena = {0};
    const Json *json = json_parse(&arena, text, strlen(text), err);
    CHECK(text, json != NULL);
    if (session_from_json(json, session, err)) {
        session_view(session, 0, start, view);
        game_view_add_from_json(view, json, err);
        view->summary.seats[0].kind = view->summary.seats[1].kind = ""; // borrowed
    }
    arena_release(&arena);
}

#define TEXT_24 "aaaaaaaaaaaaaaaaaaaaaaaa"

TEST(game_view_json_errors) {
    static const struct {
        const char *json, *why; // "": it is accepted
    } rows[] = {
        {"{\"size\":5}", ""},
        {"{\"size\":4}", "size is a number from 5 to 25"},
        {"{\"size\":25}", ""},
        {"{\"size\":26}", "size: 26 is not between 0 and 25"},
        {"{\"size\":\"9\"}", "size"},
        {"{\"rules\":1}", "rules must be a string"},
        {"{\"rules\":null}", ""},
        {"{\"rules\":\"chess\"}", "there is no rule set 'chess'"},
        {"{\"opening\":1}", "opening must be a string"},
        {"{\"time\":1}", "time must be a string"},
        {"{\"state\":1}", "state must be a string"},
        {"{\"offers\":{\"rematch\":[1,true,true]}}", ""},
        {"{\"state\":\"over\",\"result\":{\"seat\":1,\"reason\":\"abandoned\"}}", ""},
        {"{\"state\":\"over\",\"result\":{\"reason\":\"abandoned\"}}", ""},
        {"{\"state\":\"over\",\"result\":{\"reason\":\"adjudicated\"}}", ""},
        {"{\"state\":\"over\",\"result\":{\"seat\":0,\"reason\":\"adjudicated\"}}", ""},
        {"{\"state\":\"over\",\"result\":{\"seat\":1,\"reason\":\"crash\"}}", ""},
        {"{\"state\":\"over\",\"result\":{\"reason\":\"crash\"}}",
         "the moves and the state contradict each other"},
        {"{\"opening\":\"gambit\"}", "there is no opening rule 'gambit'"},
        {"{\"time\":\"300\"}", "only a game without a clock, and not in the mist"},
        {"{\"mist\":true}", "only a game without a clock, and not in the mist"},
        {"{\"mist\":1}", "mist must be true or false"},
        {"{\"rated\":\"yes\"}", "rated must be true or false"},
        {"{\"moves\":[\"h8\",1]}", "move 2 must be a string"},
        {"{\"moves\":[\"h8\",\"h8\"]}", "the point is occupied"},
        {"{\"moves\":[\"z9\"]}", "z9"},
        {"{\"line\":-1}", "line"},
        {"{\"started\":\"x\"}", "started"},
        {"{\"ended\":-2}", "ended"},
        {"{\"offers\":{\"draw\":1}}", ""},
        {"{\"offers\":{\"draw\":2}}", "draw: 2 is not between 0 and 1"},
        {"{\"offers\":{\"takeback\":2}}", "takeback: 2 is not between 0 and 1"},
        {"{\"offers\":{\"plies\":2}}", ""},
        {"{\"offers\":{\"plies\":3}}", "plies: 3 is not between 0 and 2"},
        {"{\"state\":\"lost\"}", "unknown state"},
        {"{\"state\":\"over\"}", "the moves and the state contradict each other"},
        {"{\"result\":{\"seat\":2}}", "seat: 2 is not between 0 and 1"},
        {"{\"result\":{\"reason\":7}}", "reason must be a string"},
        {"{\"seats\":[{\"level\":32767},{\"level\":-32768}]}", ""},
        {"{\"seats\":[{\"level\":32768}]}", "level"},
        {"{\"seats\":[{},{\"level\":-32769}]}", "level"},
        {"{\"game\":\"aaaaaaaaaaaaaaaaaaaaaaa\"}", ""},
        {"{\"game\":\"" TEXT_24 "\"}", "game is too long"},
        {"{\"opponent\":5}", "opponent must be a string"},
        {"{\"owner\":[]}", "owner must be a string"},
        {"{\"next\":\"" TEXT_24 "\"}", "next is too long"},
        {"{\"chat\":0}", "chat must be true or false"},
        {"{\"created\":-1}", "created"},
        {"{\"seats\":[{\"name\":7}]}", "name must be a string"},
        {"{\"seats\":[{},{\"kind\":7}]}", "kind must be a string"},
        {"{\"seats\":[{\"provisional\":7}]}", "provisional must be true or false"},
        {"{\"seats\":[{\"here\":7}]}", "here must be true or false"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session;
        GameView view;
        Error err = {0};
        read_game(rows[i].json, &session, &view, &err);
        bool ok = *rows[i].why ? strstr(err.text, rows[i].why) != NULL : !*err.text;
        if (!ok)
            print_error("%s\n", err.text);
        CHECK(rows[i].json, ok);
    }
}

TEST(game_view_json_fields_are_read) {
    GameSession s;
    GameView v;
    Error err = {0};
    read_game(
        "{\"game\":\"local\",\"rules\":\"renju\",\"opening\":\"swap2\",\"size\":13,\"rated\":true,"
        "\"seq\":7,\"line\":3,\"started\":11,\"ended\":12,\"moves\":[\"g7\",\"h8\"],"
        "\"opponent\":\"level:2\",\"owner\":\"Ann\",\"next\":\"other\",\"chat\":true,\"created\":9,"
        "\"offers\":{\"draw\":0,\"takeback\":1,\"plies\":2,\"rematch\":[false,true]},"
        "\"seats\":[{\"name\":\"Ann\",\"here\":true},"
        "{\"name\":\"Two\",\"level\":-2,\"provisional\":true}]}",
        &s, &v, &err);
    CHECK_TEXT("no error", err.text, "");
    CHECK_TEXT("rules", s.game.board.rules->name, "renju");
    CHECK_TEXT("opening", s.game.opening.rule->name, "swap2");
    CHECK_INT("size", s.game.board.size, 13);
    CHECK_INT("rated", s.rated, true);
    CHECK_INT("moves", s.game.count, 2);
    CHECK("counters", s.seq == 7 && s.line == 3);
    CHECK("times", s.started == 11 && s.ended == 12);
    CHECK("offers", s.draw_offer == 0 && s.takeback_offer == 1 && s.takeback_plies == 2);
    CHECK_INT("rematch", s.rematch, 2);
    CHECK("computers", !s.computers[0] && s.computers[1]);
    CHECK("players", s.players[0] == 1 && s.players[1] == 2);
    CHECK_TEXT("game", v.summary.id.text, "local");
    CHECK_TEXT("opponent", v.summary.opponent, "level:2");
    CHECK_TEXT("owner", v.summary.owner, "Ann");
    CHECK_TEXT("next", v.next.text, "other");
    CHECK("chat and time", v.summary.chat && v.summary.created == 9);
    const SeatView *seats = v.summary.seats;
    CHECK_TEXT("first name", seats[0].name, "Ann");
    CHECK_TEXT("second name", seats[1].name, "Two");
    CHECK("levels", seats[0].level == 0 && seats[1].level == -2);
    CHECK("here", seats[0].here && !seats[1].here);
    CHECK("provisional", !seats[0].provisional && seats[1].provisional);
    CHECK("no rating", isnan(seats[0].rating) && isnan(seats[1].rating));
}

// ---- What a player knew in the mist

TEST(game_view_mist_knowledge_is_as_of_the_last_own_turn) {
    static const struct {
        int seat, ply, turn_ply;
        bool ok;
    } rows[] = {
        {0, 0, 0, true}, {0, 1, 0, true},  {0, 2, 2, true},   {0, 3, 2, true},
        {0, 4, 4, true}, {0, 99, 4, true}, {1, 0, -1, false}, {1, 1, 1, true},
        {1, 2, 1, true}, {1, 3, 3, true},  {1, 4, 3, true},   {1, 99, 3, true},
    };
    GameSession session = new_session("freestyle", "none", "none", 19, true);
    play_all(&session, "k10 c18 s1 b2", 0);
    for (int i = 0; i < COUNT(rows); i++) {
        static MistKnowledge known;
        char row[40];
        int turn_ply = -9;
        snprintf(row, sizeof row, "seat %d after %d", rows[i].seat, rows[i].ply);
        CHECK_INT(row,
                  session_mist_knowledge(&session, rows[i].seat, rows[i].ply, &turn_ply, &known),
                  rows[i].ok);
        CHECK_INT(row, turn_ply, rows[i].turn_ply);
    }
}

// Of the tries that are stored, only those on hidden stones of the opponent are hits.
TEST(game_view_hits_are_tries_on_stones_of_the_opponent) {
    static const MistTry tries[] = {{1, "swap"}, {1, "t1"}, {1, "a1"}, {0, "k10"},
                                    {1, "k10"},  {3, "b2"}, {3, "c18"}};
    GameSession session = new_session("freestyle", "none", "none", 19, true);
    MistHistory history;
    play_all(&session, "k10 c18 s1", 0);
    memcpy(session.tries, tries, sizeof tries);
    session.try_count = COUNT(tries);
    session_mist_history(&session, 1, &history);
    CHECK_INT("one hit", history.hit_count, 1);
    CHECK_INT("on the first turn", history.hits[0].turn, 0);
    CHECK_INT("on the first stone", history.hits[0].point, session.game.moves[0].point);
    session_mist_history(&session, 0, &history);
    CHECK_INT("not of the other player", history.hit_count, 0);
}

TEST(game_view_of_a_waiting_game_in_the_mist_is_hidden) {
    SessionOptions options = {
        .game = {.size = MIST_BOARD_SIZE}, .mist = true, .waiting = true, .players = {1, 0}};
    GameSession session;
    GameView view;
    session_init(&session, &options, start);
    session.try_count = 1;
    session_view(&session, 0, start, &view);
    CHECK_INT("tries are not shown", view.try_count, 0);
    session.state = GAME_ABORTED;
    session_view(&session, 0, start, &view);
    CHECK_INT("nothing is hidden any more", view.try_count, 1);
}

TEST(game_view_add_from_json_checks_levels) {
    static const char text[] = "{\"seats\":[{\"level\":40000}]}";
    static GameView view;
    Arena arena = {0};
    Error err = {0};
    const Json *json = json_parse(&arena, text, sizeof text - 1, &err);
    CHECK("refused", json && !game_view_add_from_json(&view, json, &err));
    CHECK("says so", strstr(err.text, "level") != NULL);
    arena_release(&arena);
}
