// Gomoku in the Mist with external programs, which speak the protocol of the course's controller
// (protocol/mist_session.h) from the player's side: they send `who`, `view`, `place J10` and so on,
// and read the replies. A command is answered when it is the program's turn, so to a program that
// has placed a stone the opponent seems to answer at once. Each game starts a new process.
#include "base/clock.h"
#include "base/mem.h"
#include "match/protocol_driver.h"
#include "protocol/mist_session.h"

enum {
    FINISH_MS = 500,
    COMMANDS_MAX = 1000, // in one turn
};

static GameSession *session_of(const Game *g) {
    GameSession *session = mem_alloc(sizeof *session);
    mist_session_init(session);
    session_set_game(session, g, (Timestamp){0});
    return session;
}

static EndReason give_up(EndReason end, const char *text, Error *why) {
    error_set(why, "%s", text);
    return end;
}

// Answers the last line read. *move stays POINT_NONE until the program has moved.
static EndReason answer(EngineProcess *p, GameSession *session, int64_t deadline_ms, Point *move,
                        Error *why) {
    int count = session->game.count;
    ScopedStr reply = {0};
    MistStatus status = mist_session_answer_seat(session, session_turn(session), str_text(&p->line),
                                                 p->line.len, &reply);
    if (session->game.count > count) {
        *move = session->game.moves[count].point;
        return END_NONE; // the result of the game comes from mist_driver_finish
    }
    if (status != MIST_RUNNING)
        return give_up(END_RESIGN, "the program resigns", why);
    if (session->tries_this_turn > MIST_TRIES_PER_TURN)
        return give_up(END_ILLEGAL, "too many tries on hidden stones", why);
    return engine_process_send(p, str_text(&reply), deadline_ms, why);
}

// Waits for the first command, which is answered on the first turn: until then the clock is off.
static EndReason begin(EngineProcess *p, const ParticipantOptions *o, Error *why) {
    return engine_process_read_line(p, clock_now_ms() + o->patience_ms, why);
}

// Answers commands until the program moves, to an empty point, or gives up.
static EndReason choose(EngineProcess *p, const ParticipantOptions *o, const Game *g, int known,
                        int64_t deadline_ms, EngineReply *out, Error *why) {
    (void)o;
    GameSession *session = session_of(g);
    EndReason end = END_NONE;
    Point *move = &out->moves[0];
    *out = (EngineReply){.count = 1};
    *move = POINT_NONE;
    for (int i = 0; end == END_NONE && *move == POINT_NONE; i++) {
        if (i == COMMANDS_MAX)
            end = give_up(END_NO_ANSWER, "endless commands without a move", why);
        else if (i > 0 || known > 0) // the first command was read by `begin`
            end = engine_process_read_line(p, deadline_ms, why);
        if (end == END_NONE)
            end = answer(p, session, deadline_ms, move, why);
    }
    mem_free(session);
    return end;
}

// A program should exit when it reads the result. An interrupted match has none: the input ends.
static void finish(EngineProcess *p, const Game *g) {
    if (game_result(g).reason == END_NONE)
        return;
    GameSession *session = session_of(g);
    ScopedStr text = {0};
    Error ignored = {0};
    mist_session_add_result(session, &text);
    engine_process_send(p, str_text(&text), clock_now_ms() + FINISH_MS, &ignored);
    mem_free(session);
}

const ProtocolDriver mist_driver = {
    .name = "mist",
    .quit_command = "",
    .mist = true,
    .begin = begin,
    .choose = choose,
    .finish = finish,
};
