// Game sessions: who may do what, offers, clocks, undo. The server's tests play whole games.
#include "base/number.h"
#include "core/mist.h"
#include "session/game_session.h"
#include "test.h"

#include <limits.h>
#include <string.h>

static const Timestamp start = {0};

static Timestamp at_ms(int64_t ms) {
    return (Timestamp){ms, 1000000 + ms};
}

static Status act(GameSession *session, int seat, GameActionKind kind, Timestamp now) {
    Error err = {0};
    bool agrees = seat != SEAT_NONE && session->takeback_offer == 1 - seat;
    GameAction action = {.kind = kind,
                         .plies = agrees ? session->takeback_plies
                                         : session_takeback_plies(session, seat)};
    Status status = session_act(session, seat, &action, now, &err);
    CHECK(game_action_word(kind), !status == !*err.text);
    return status;
}

static Status play(GameSession *session, const char *move, Timestamp now) {
    Error err = {0};
    GameAction action = {
        .kind = GAME_ACTION_PLAY, .at = {session->game.count, session->line}, .move = move};
    return session_act(session, session_turn(session), &action, now, &err);
}

static void play_all(GameSession *session, const char *moves) {
    for (size_t len; *moves; moves += len + strspn(moves + len, " ")) {
        char move[8];
        len = strcspn(moves, " ");
        snprintf(move, sizeof move, "%.*s", (int)len, moves);
        CHECK_INT(move, play(session, move, start), STATUS_OK);
    }
}

TEST(session_status_of_actions) {
    static const struct {
        const char *name, *moves;
        bool rated, computer;
        int seat;
        GameActionKind kind;
        Status want;
        GameState state; // afterwards
    } rows[] = {
        {"a spectator", "h8", false, false, SEAT_NONE, GAME_ACTION_RESIGN, STATUS_NOT_YOURS,
         GAME_PLAYING},
        {"resigning", "h8", false, false, 0, GAME_ACTION_RESIGN, STATUS_OK, GAME_OVER},
        {"offering a draw", "h8", false, false, 0, GAME_ACTION_DRAW, STATUS_OK, GAME_PLAYING},
        {"a computer wants no draw", "h8", false, true, 0, GAME_ACTION_DRAW, STATUS_LEVEL_DRAW,
         GAME_PLAYING},
        {"aborting after one move", "h8", false, false, 1, GAME_ACTION_ABORT, STATUS_OK,
         GAME_ABORTED},
        {"aborting after two", "h8 i9", false, false, 1, GAME_ACTION_ABORT, STATUS_ABORT_LATE,
         GAME_PLAYING},
        {"asking for a move back", "h8 i9", false, false, 0, GAME_ACTION_TAKEBACK, STATUS_OK,
         GAME_PLAYING},
        {"no move was made", "", false, false, 0, GAME_ACTION_TAKEBACK, STATUS_BAD_VALUE,
         GAME_PLAYING},
        {"a rated game", "h8", true, false, 0, GAME_ACTION_TAKEBACK, STATUS_NO_TAKEBACK,
         GAME_PLAYING},
        {"a rematch too early", "h8", false, false, 0, GAME_ACTION_REMATCH, STATUS_NOT_NOW,
         GAME_PLAYING},
        {"after the end", "a1 b1 a2 b2 a3 b3 a4 b4 a5", false, false, 0, GAME_ACTION_RESIGN,
         STATUS_NOT_PLAYING, GAME_OVER},
        {"a rematch", "a1 b1 a2 b2 a3 b3 a4 b4 a5", false, false, 1, GAME_ACTION_REMATCH, STATUS_OK,
         GAME_OVER},
        {"joining", "", false, false, 0, GAME_ACTION_JOIN, STATUS_NOT_NOW, GAME_PLAYING},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session;
        session_init(&session,
                     &(SessionOptions){.rated = rows[i].rated, .computers[1] = rows[i].computer},
                     start);
        play_all(&session, rows[i].moves);
        int seq = session.seq;
        CHECK_INT(rows[i].name, act(&session, rows[i].seat, rows[i].kind, start), rows[i].want);
        CHECK_INT(rows[i].name, session.state, rows[i].state);
        CHECK_INT(rows[i].name, session.seq - seq, !rows[i].want);
    }
}

static void write_view(const GameSession *session, const Json *about, Str *out) {
    GameView view;
    Error err = {0};
    session_view(session, 0, start, &view);
    CHECK("about", !about || game_view_add_from_json(&view, about, &err));
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    game_view_write(&w, &view);
    write_end_object(&w);
}

// A session without clocks and mist is the same after its view was written and read.
static void check_json(const GameSession *session) {
    static const char names[] =
        "{\"game\":\"local-1\",\"owner\":\"Ann\",\"opponent\":\"level:3\",\"created\":5,\"seats\":"
        "[{\"name\":\"Ann\"},{\"name\":\"Level 3\",\"kind\":\"level\",\"level\":3,\"here\":true}]}";
    Arena arena = {0};
    Error err = {0};
    Str text = {0}, again = {0};
    GameSession copy;
    write_view(session, json_parse(&arena, names, sizeof names - 1, &err), &text);
    const Json *json = json_parse(&arena, str_text(&text), text.len, &err);
    CHECK(str_text(&text), json && session_from_json(json, &copy, &err));
    copy.computers[1] = session->computers[1];
    write_view(&copy, json, &again);
    CHECK_TEXT("the same", str_text(&again), str_text(&text));
    str_release(&text);
    str_release(&again);
    arena_release(&arena);
}

TEST(session_from_json_refuses_what_is_untrue) {
#define FIVE "[\"a1\",\"b1\",\"a2\",\"b2\",\"a3\",\"b3\",\"a4\",\"b4\",\"a5\"]"
#define OVER(moves, seat, reason)                                                                  \
    "{\"state\":\"over\",\"moves\":" moves ",\"result\":{\"seat\":" seat ",\"reason\":\"" reason   \
    "\"}}"
    static const struct {
        const char *name, *json;
        bool ok;
    } rows[] = {
        {"a new game", "{}", true},
        {"moves in a text", "{\"moves\":\"h8\"}", false},
        {"moves in an object", "{\"moves\":{\"a\":\"h8\"}}", false},
        {"a move that is a number", "{\"moves\":[8]}", false},
        {"a large counter", "{\"seq\":4000000000}", true},
        {"a negative counter", "{\"seq\":-1}", false},
        {"five", OVER(FIVE, "0", "five"), true},
        {"five, but resigned", OVER(FIVE, "0", "resign"), false},
        {"five of the other", OVER(FIVE, "1", "five"), false},
        {"no five", OVER("[\"h8\"]", "0", "five"), false},
        {"not full", OVER("[\"h8\"]", "null", "full"), false},
        {"no clock", OVER("[\"h8\"]", "0", "time"), false},
        {"resigned", OVER("[\"h8\"]", "0", "resign"), true},
        {"resigned by nobody", OVER("[\"h8\"]", "null", "resign"), false},
        {"agreed", OVER("[\"h8\"]", "null", "agreed"), true},
        {"an agreed win", OVER("[\"h8\"]", "1", "agreed"), false},
        {"no such reason", OVER("[\"h8\"]", "1", "magic"), false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Arena arena = {0};
        Error err = {0};
        GameSession session;
        const Json *json = json_parse(&arena, rows[i].json, strlen(rows[i].json), &err);
        CHECK_INT(rows[i].name, json && session_from_json(json, &session, &err), rows[i].ok);
        CHECK_INT(rows[i].name, *err.text == '\0', rows[i].ok);
        CHECK(rows[i].name, !rows[i].ok || session.seq <= INT_MAX / 2);
        arena_release(&arena);
    }
#undef FIVE
#undef OVER
}

// In random games: an allowed action takes effect, any other changes nothing.
TEST(session_allowed_actions_are_those_that_take_effect) {
    static const OpeningRule *const openings[] = {&opening_none, &opening_swap2, &opening_pro};
    Rng rng = {7};
    for (int i = 0; i < random_cases(2000); i++) {
        GameSession session;
        bool mist = rng_below(&rng, 4) == 0;
        SessionOptions options = {
            .game = {.size = mist ? MIST_BOARD_SIZE : 5,
                     .opening = mist ? &opening_none : openings[rng_below(&rng, 3)]},
            .mist = mist,
            .rated = rng_below(&rng, 4) == 0,
            .computers[1] = rng_below(&rng, 2) == 0,
            .players = {1, 2},
        };
        session_init(&session, &options, start);
        for (int step = 0; step < 40; step++) {
            int seat = rng_below(&rng, 3) - 1;
            GameActionKind kind = (GameActionKind)rng_below(&rng, GAME_ACTION_COUNT);
            bool ends = kind == GAME_ACTION_RESIGN || kind == GAME_ACTION_ABORT;
            if (ends && rng_below(&rng, 10) > 0)
                continue; // rarely, or all games would be short
            bool allowed = session_allowed_actions(&session, seat) & 1u << kind;
            int seq = session.seq;
            if (kind == GAME_ACTION_PLAY) {
                static const char *const moves[] = {"c3", "stay", "swap", "a1", "b1", "c1", "d1",
                                                    "e1", "a5",   "b5",   "c5", "d5", "e5", "a2"};
                Error err = {0};
                for (int m = 0; m < COUNT(moves) && session.seq == seq; m++) {
                    GameAction action = {
                        .kind = kind, .at = {session.game.count, session.line}, .move = moves[m]};
                    session_act(&session, seat, &action, start, &err);
                }
                CHECK("a move only by the side to move", allowed || session.seq == seq);
            } else {
                Status status = act(&session, seat, kind, start);
                CHECK(game_action_word(kind), !allowed || status == STATUS_OK);
                CHECK_INT(game_action_word(kind), session.seq != seq, allowed);
            }
        }
        if (!mist)
            check_json(&session);
    }
}

TEST(session_offers_need_both_sides) {
    GameSession session;
    session_init(&session, &(SessionOptions){0}, start);
    play_all(&session, "h8 i9 j10");
    CHECK_INT("asking", act(&session, 1, GAME_ACTION_TAKEBACK, start), STATUS_OK);
    CHECK_INT("plies", session.takeback_plies, 2);
    CHECK_INT("declining", act(&session, 0, GAME_ACTION_DECLINE, start), STATUS_OK);
    CHECK_INT("declined", session.takeback_offer, SEAT_NONE);
    act(&session, 1, GAME_ACTION_TAKEBACK, start);
    Error err = {0};
    CHECK_INT("agreeing to another one",
              session_act(&session, 0, &(GameAction){.kind = GAME_ACTION_TAKEBACK, .plies = 1},
                          start, &err),
              STATUS_STALE);
    CHECK_INT("no moves taken back", session.game.count, 3);
    CHECK_INT("agreeing",
              session_act(&session, 0, &(GameAction){.kind = GAME_ACTION_TAKEBACK, .plies = 2},
                          start, &err),
              STATUS_OK);
    CHECK_INT("moves left", session.game.count, 1);
    CHECK_INT("line", session.line, 1);
    act(&session, 0, GAME_ACTION_DRAW, start);
    CHECK_INT("a move withdraws offers", play(&session, "a1", start), STATUS_OK);
    CHECK_INT("withdrawn", session.draw_offer, SEAT_NONE);
    act(&session, 0, GAME_ACTION_DRAW, start);
    act(&session, 1, GAME_ACTION_DRAW, start);
    CHECK_INT("drawn", game_result(&session.game).reason, END_AGREED);
    act(&session, 0, GAME_ACTION_REMATCH, start);
    CHECK("one side", !session_rematch_agreed(&session));
    act(&session, 1, GAME_ACTION_REMATCH, start);
    CHECK("both sides", session_rematch_agreed(&session));
}

TEST(session_takeback_covers_the_own_move_and_the_reply) {
    static const struct {
        const char *name, *moves;
        const OpeningRule *opening;
        int plies[2]; // by seat
    } rows[] = {
        {"nothing there", "", &opening_none, {0, 0}},
        {"not answered", "h8", &opening_none, {1, 0}},
        {"answered", "h8 i9", &opening_none, {2, 1}},
        {"amid an opening", "h8 i9", &opening_swap2, {1, 0}},
        {"before a choice", "h8 i9 j8", &opening_swap2, {1, 0}},
        {"after a choice", "h8 i9 j8 stay", &opening_swap2, {2, 1}},
        {"the other's stone after the other's choice", "h8 i9 j8 stay k7", &opening_swap2, {0, 1}},
        {"after two more", "h8 i9 j8 more g7 k6 swap", &opening_swap2, {1, 2}},
        {"over", "a1 b1 a2 b2 a3 b3 a4 b4 a5", &opening_none, {0, 0}},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session;
        session_init(&session, &(SessionOptions){.game = {.opening = rows[i].opening}}, start);
        play_all(&session, rows[i].moves);
        for (int seat = 0; seat < 2; seat++)
            CHECK_INT(rows[i].name, session_takeback_plies(&session, seat), rows[i].plies[seat]);
        CHECK_INT(rows[i].name, session_takeback_plies(&session, SEAT_NONE), 0);
        session.mist = true;
        CHECK_INT(rows[i].name, session_takeback_plies(&session, 0), 0);
    }
}

TEST(session_computer_agrees_at_once) {
    GameSession session;
    session_init(&session, &(SessionOptions){.computers[1] = true}, start);
    play_all(&session, "h8 i9");
    CHECK_INT("takeback", act(&session, 0, GAME_ACTION_TAKEBACK, start), STATUS_OK);
    CHECK_INT("moves left", session.game.count, 0);
    act(&session, 0, GAME_ACTION_RESIGN, start);
    CHECK("before asking", !session_rematch_agreed(&session));
    act(&session, 0, GAME_ACTION_REMATCH, start);
    CHECK("rematch", session_rematch_agreed(&session));
}

TEST(session_moves_are_idempotent) {
    GameSession session;
    Error err = {0};
    session_init(&session, &(SessionOptions){0}, start);
    GameAction move = {.kind = GAME_ACTION_PLAY, .move = "h8"};
    CHECK_INT("first", session_act(&session, 0, &move, start, &err), STATUS_OK);
    CHECK_INT("again", session_act(&session, 0, &move, start, &err), STATUS_OK);
    CHECK_INT("one move", session.game.count, 1);
    CHECK_INT("the opponent", session_act(&session, 1, &move, start, &err), STATUS_STALE);
    move.move = "z99";
    CHECK_INT("no point", session_act(&session, 1, &move, start, &err), STATUS_BAD_VALUE);
    move = (GameAction){.kind = GAME_ACTION_PLAY, .at = {1, 0}, .move = "h8"};
    CHECK_INT("occupied", session_act(&session, 1, &move, start, &err), STATUS_OCCUPIED);
}

static GameSession timed_session(bool at_once) {
    GameSession session;
    session_init(&session,
                 &(SessionOptions){.game = {.time = {.main_ms = 10000}}, .clock_at_once = at_once},
                 start);
    return session;
}

TEST(session_clocks) {
    GameSession session = timed_session(false);
    CHECK_INT("not before both moved", session_deadline(&session) == INT64_MAX, true);
    play(&session, "h8", at_ms(60000));
    play(&session, "i9", at_ms(120000));
    CHECK_INT("free", session_time_left(&session, 0, at_ms(120000)), 10000);
    CHECK_INT("running", session_time_left(&session, 0, at_ms(123000)), 7000);
    CHECK("in time", !session_tick(&session, at_ms(130000)));
    CHECK_INT("deadline", session_deadline(&session), 130001);
    CHECK_INT("too late", play(&session, "a1", at_ms(130001)), STATUS_NOT_PLAYING);
    CHECK_INT("lost", game_result(&session.game).reason, END_TIME);
    CHECK_INT("end", session.ended, 1130001);
    CHECK_INT("no time left", session_time_left(&session, 0, at_ms(130001)), 0);
    CHECK_INT("of the winner", session_time_left(&session, 1, at_ms(130001)), 10000);

    session = timed_session(true);
    play(&session, "h8", at_ms(4000));
    CHECK_INT("the first move counts", session_time_left(&session, 0, at_ms(9000)), 6000);
}

TEST(session_increments_only_for_turns_that_take_time) {
    static const struct {
        const char *name, *moves;
        const OpeningRule *opening;
        bool at_once;
        int64_t left[2]; // after each move took no time
    } rows[] = {
        {"first moves", "h8 i9", NULL, false, {10000, 10000}},
        {"then", "h8 i9 j8", NULL, false, {15000, 10000}},
        {"the stones of an opening", "h8 i9 j7", &opening_swap2, false, {10000, 10000}},
        {"and the choice", "h8 i9 j7 stay", &opening_swap2, false, {10000, 10000}},
        {"two more stones are one turn",
         "h8 i9 j7 more a1 b1",
         &opening_swap2,
         false,
         {10000, 15000}},
        {"not over yet", "h8 i9 j7 more a1", &opening_swap2, false, {10000, 10000}},
        {"to stay and move is one turn", "h8 i9 j7 stay a1", &opening_swap2, false, {10000, 15000}},
        {"clocks that run at once", "h8 i9", NULL, true, {15000, 15000}},
        {"three stones are one turn", "h8 i9 j7", &opening_swap2, true, {15000, 10000}},
        {"and two more", "h8 i9 j7 more a1 b1", &opening_swap2, true, {15000, 15000}},
        {"and the choice", "h8 i9 j7 more a1 b1 stay", &opening_swap2, true, {20000, 15000}},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session;
        SessionOptions options = {
            .game = {.opening = rows[i].opening, .time = {.main_ms = 10000, .increment_ms = 5000}},
            .clock_at_once = rows[i].at_once};
        session_init(&session, &options, start);
        play_all(&session, rows[i].moves);
        for (int seat = 0; seat < 2; seat++)
            CHECK_INT(rows[i].name, session_time_left(&session, seat, start), rows[i].left[seat]);
    }
}

// Undo gives back the time of the moves, but not the time since the last move.
TEST(session_undo_and_redo) {
    GameSession session = timed_session(true);
    Error err = {0};
    CHECK_INT("nothing to undo", session_undo(&session, 1, at_ms(1000), &err), 0);
    CHECK_INT("and no time is charged twice", session_time_left(&session, 0, at_ms(1000)), 9000);
    play(&session, "h8", at_ms(2000));
    play(&session, "i9", at_ms(3000));
    CHECK_INT("two turns", session_undo(&session, 5, at_ms(4000), &err), 2);
    CHECK_INT("charged later", session_time_left(&session, 0, at_ms(4000)), 9000);
    CHECK("redo", session_redo(&session, at_ms(4000), &err));
    CHECK_INT("a move again", session.game.count, 1);

    session_init(&session, &(SessionOptions){.computers[0] = true}, start);
    play_all(&session, "h8 i9 a1");
    CHECK_INT("with the reply", session_undo(&session, 1, start, &err), 1);
    CHECK_INT("before the person's move", session.game.count, 1);
    act(&session, 1, GAME_ACTION_RESIGN, start);
    CHECK_INT("over", session.state, GAME_OVER);
    CHECK_INT("a resignation", session_undo(&session, 1, start, &err), 1);
    CHECK_INT("playing", session.state, GAME_PLAYING);
    CHECK_INT("no move", session.game.count, 1);
}

// A game that was loaded, or goes on from an earlier move, keeps the tries before moves that are
// still the same.
TEST(session_set_game_keeps_the_tries_that_were_made_in_it) {
    static const struct {
        const char *name, *moves;
        int tries, this_turn; // White tries a1 on its first turn, k1 on its second
    } rows[] = {
        {"the same position", "a1 b2 k1", 2, 1},
        {"a later one", "a1 b2 k1 d4 e5", 2, 0},
        {"another second move of Black", "a1 b2 d4", 1, 0},
        {"before that", "a1 b2", 1, 0},
        {"on the turn of the first try", "a1", 1, 1},
        {"another game", "b1 b2 k1", 0, 0},
        {"no moves", "", 0, 0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        static GameSession session, other;
        SessionOptions options = {.game = {.size = MIST_BOARD_SIZE}, .mist = true};
        session_init(&session, &options, start);
        session_init(&other, &options, start);
        play_all(&session, "a1");
        CHECK_INT("a hit", play(&session, "a1", start), STATUS_OCCUPIED);
        play_all(&session, "b2 k1");
        CHECK_INT("a hit", play(&session, "k1", start), STATUS_OCCUPIED);
        play_all(&other, rows[i].moves);
        session_set_game(&session, &other.game, start);
        CHECK_INT(rows[i].name, session.try_count, rows[i].tries);
        CHECK_INT(rows[i].name, session.tries_this_turn, rows[i].this_turn);
    }
}

TEST(session_waiting_game) {
    GameSession session;
    Error err = {0};
    session_init(&session, &(SessionOptions){.waiting = true, .players[1] = 5}, start);
    CHECK_INT("not yet", play(&session, "h8", start), STATUS_NOT_YOURS);
    CHECK_INT("the owner", session_join(&session, 5, start, &err), STATUS_OWN_GAME);
    CHECK_INT("joining", session_join(&session, 6, at_ms(5), &err), STATUS_OK);
    CHECK_INT("again", session_join(&session, 6, at_ms(5), &err), STATUS_OK);
    CHECK_INT("seat", session_seat_of(&session, 6), 0);
    CHECK_INT("a third", session_join(&session, 7, at_ms(5), &err), STATUS_NOT_WAITING);
    CHECK_INT("start", session.started, 1000005);
    session_init(&session, &(SessionOptions){.waiting = true, .players[0] = 5}, start);
    CHECK_INT("declining", session_decline_invitation(&session, start, &err), STATUS_OK);
    CHECK_INT("aborted", session.state, GAME_ABORTED);
    CHECK("declined", session.declined);
}

// A player who leaves: `away` since the last move, at which everything else began.
TEST(session_players_who_leave) {
    enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE };
    static const struct {
        const char *name, *moves;
        const OpeningRule *opening;
        bool clock, away, stays_open; // stays_open: not on a server
        int64_t at;
        unsigned allowed; // of CLAIM_WIN and ABORT, to the side that waits
        GameState state;
    } rows[] = {
        {"away, almost long enough", "h8 i9", NULL, true, true, false, CLAIM_MS - 1, 0,
         GAME_PLAYING},
        {"away for long", "h8 i9", NULL, true, true, false, CLAIM_MS, 1u << GAME_ACTION_CLAIM_WIN,
         GAME_PLAYING},
        {"there", "h8 i9", NULL, true, false, false, CLAIM_MS, 0, GAME_PLAYING},
        {"without a clock, not yet", "h8 i9", NULL, false, true, false, 23 * HOUR, 0, GAME_PLAYING},
        {"without a clock", "h8 i9", NULL, false, true, false, CLAIM_UNTIMED_MS,
         1u << GAME_ACTION_CLAIM_WIN, GAME_PLAYING},
        {"no move for almost two weeks", "h8 i9", NULL, false, false, false, ABANDONED_MS - 1, 0,
         GAME_PLAYING},
        {"no move for two weeks", "h8 i9", NULL, false, false, false, ABANDONED_MS, 0, GAME_OVER},
        {"no second move for two weeks", "h8", NULL, false, false, false, ABANDONED_MS, 0,
         GAME_ABORTED},
        {"in a terminal", "h8 i9", NULL, false, true, true, ABANDONED_MS, 0, GAME_PLAYING},
        {"before both have moved", "h8", NULL, true, true, false, FIRST_MOVE_MS, 0, GAME_ABORTED},
        {"before both have moved, there", "h8", NULL, true, false, false, FIRST_MOVE_MS,
         1u << GAME_ACTION_ABORT, GAME_PLAYING},
        {"before the choice of an opening", "h8 i9 j7", &opening_swap, true, false, false,
         FIRST_MOVE_MS - 1, 0, GAME_PLAYING},
        {"a choice that takes a minute", "h8 i9 j7", &opening_swap, true, false, false,
         FIRST_MOVE_MS, 1u << GAME_ACTION_ABORT, GAME_PLAYING},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session;
        SessionOptions options = {
            .game = {.opening = rows[i].opening, .time = {.main_ms = rows[i].clock ? HOUR : 0}},
            .players_may_leave = !rows[i].stays_open,
        };
        session_init(&session, &options, start);
        play_all(&session, rows[i].moves);
        int waits = 1 - session_turn(&session);
        session_set_away(&session, 1 - waits, rows[i].away ? 0 : INT64_MAX);
        CHECK(rows[i].name, session_deadline(&session) > 0);
        bool changed = session_tick(&session, at_ms(rows[i].at));
        CHECK_INT(rows[i].name, session.state, rows[i].state);
        CHECK_INT(rows[i].name, changed, rows[i].allowed || rows[i].state != GAME_PLAYING);
        CHECK(rows[i].name, !session_tick(&session, at_ms(rows[i].at)));
        unsigned late = 1u << GAME_ACTION_CLAIM_WIN;
        if (session.game.count >= 2)
            late |= 1u << GAME_ACTION_ABORT;
        CHECK_INT(rows[i].name, session_allowed_actions(&session, waits) & late,
                  rows[i].allowed & late);
        CHECK_INT(rows[i].name, session_allowed_actions(&session, 1 - waits) & late, 0);
        if (rows[i].state == GAME_OVER)
            CHECK_INT(rows[i].name, session_winner(&session), waits);
    }
}

TEST(session_claims) {
    static const struct {
        const char *name;
        int seat;
        GameActionKind kind;
        bool back; // the other player is there again
        Status want;
        int winner;
    } rows[] = {
        {"win", 1, GAME_ACTION_CLAIM_WIN, false, STATUS_OK, 1},
        {"draw", 1, GAME_ACTION_CLAIM_DRAW, false, STATUS_OK, SEAT_NONE},
        {"the other is back", 1, GAME_ACTION_CLAIM_WIN, true, STATUS_NOT_NOW, SEAT_NONE},
        {"the one who is to move", 0, GAME_ACTION_CLAIM_DRAW, false, STATUS_NOT_NOW, SEAT_NONE},
        {"a spectator", SEAT_NONE, GAME_ACTION_CLAIM_WIN, false, STATUS_NOT_YOURS, SEAT_NONE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session;
        session_init(&session,
                     &(SessionOptions){.game = {.time = {.main_ms = 10 * CLAIM_MS}},
                                       .players_may_leave = true},
                     start);
        play_all(&session, "h8 i9");
        session_set_away(&session, 0, 0);
        session_set_away(&session, 1, 0); // of no importance
        session_tick(&session, at_ms(CLAIM_MS));
        if (rows[i].back)
            session_set_away(&session, 0, INT64_MAX);
        CHECK_INT(rows[i].name, act(&session, rows[i].seat, rows[i].kind, at_ms(CLAIM_MS)),
                  rows[i].want);
        CHECK_INT(rows[i].name, session.state == GAME_OVER, !rows[i].want);
        CHECK_INT(rows[i].name, session_winner(&session), rows[i].winner);
        if (!rows[i].want)
            CHECK_TEXT(rows[i].name, end_reason_word(game_result(&session.game).reason),
                       "abandoned");
    }
}

TEST(session_remove_player_rows) {
    static const struct {
        const char *name, *moves;
        bool waits;
        int seat;
        GameState state;
        int winner;
    } rows[] = {
        {"both have moved", "h8 i9", false, 0, GAME_OVER, 1},
        {"the other one", "h8 i9 h9", false, 1, GAME_OVER, 0},
        {"only one has moved", "h8", false, 0, GAME_ABORTED, SEAT_NONE},
        {"nobody has moved", "", false, 1, GAME_ABORTED, SEAT_NONE},
        {"it waits", "", true, 0, GAME_ABORTED, SEAT_NONE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session;
        session_init(&session, &(SessionOptions){0}, start);
        play_all(&session, rows[i].moves);
        if (rows[i].waits)
            session.state = GAME_WAITING;
        int seq = session.seq;
        session_remove_player(&session, rows[i].seat, at_ms(1));
        CHECK_INT(rows[i].name, session.state, rows[i].state);
        CHECK_INT(rows[i].name, session_winner(&session), rows[i].winner);
        CHECK_INT(rows[i].name, session.seq, seq + 1);
        CHECK_TEXT(rows[i].name, end_reason_word(game_result(&session.game).reason),
                   rows[i].state == GAME_OVER ? "adjudicated" : "");
    }
}

TEST(session_stops_the_clock_where_it_ends) {
    static const struct {
        const char *name;
        int seat;
        GameActionKind kind;
    } rows[] = {
        {"claimed", 1, GAME_ACTION_CLAIM_WIN},
        {"resigned in one's own turn", 0, GAME_ACTION_RESIGN},
        {"resigned in the other's turn", 1, GAME_ACTION_RESIGN},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        GameSession session;
        GameView view;
        session_init(&session,
                     &(SessionOptions){.game = {.time = {.main_ms = 10 * CLAIM_MS}},
                                       .players_may_leave = true},
                     start);
        play_all(&session, "h8 i9");
        session_set_away(&session, 0, 0);
        CHECK_INT(rows[i].name, act(&session, rows[i].seat, rows[i].kind, at_ms(CLAIM_MS)),
                  STATUS_OK);
        session_view(&session, SEAT_NONE, at_ms(2 * CLAIM_MS), &view);
        CHECK_INT(rows[i].name, view.summary.seats[0].clock.main_ms, 9 * CLAIM_MS);
        CHECK_INT(rows[i].name, view.summary.seats[1].clock.main_ms, 10 * CLAIM_MS);
        CHECK("stopped", !view.summary.seats[0].clock.runs);
    }
}
