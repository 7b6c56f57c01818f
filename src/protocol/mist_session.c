#include "protocol/mist_session.h"

#include "base/command.h"
#include "base/line_reader.h"

#include <string.h>

void mist_session_init(GameSession *session) {
    session_init(session, &(SessionOptions){.game = {.size = MIST_BOARD_SIZE}, .mist = true},
                 (Timestamp){0});
}

// The course's coordinates: columns A to S including I, rows from the bottom.
static void add_point(Point p, Str *out) {
    str_add(out, "%c%d", 'A' + point_x(p), MIST_BOARD_SIZE - point_y(p));
}

// Capital letter, then 1 to 19 without a leading zero.
static bool parse_point(const char *text, size_t len, Point *out) {
    if (len < 2 || len > 3 || text[0] < 'A' || text[0] > 'S' || text[1] < '1' || text[1] > '9')
        return false;
    int row = text[1] - '0';
    if (len == 3) {
        if (text[2] < '0' || text[2] > '9')
            return false;
        row = 10 * row + text[2] - '0';
    }
    if (row > MIST_BOARD_SIZE)
        return false;
    *out = point_at(text[0] - 'A', MIST_BOARD_SIZE - row);
    return true;
}

static void add_history(const Game *g, Str *reply) {
    for (int i = 0; i < g->count; i++)
        add_point(g->moves[i].point, reply);
    str_add_char(reply, '\n');
}

void mist_session_add_result(const GameSession *session, Str *reply) {
    Stone winner = game_result(&session->game).winner;
    if (winner == EMPTY)
        str_add_text(reply, "Wow, a tie!\n");
    else
        str_add(reply, "%s wins!\n", stone_name(winner));
    add_history(&session->game, reply);
    str_add_text(reply, "Thank you for playing!\n");
}

// ---- Commands

typedef struct {
    GameSession *session;
    int seat; // of the only player at this keyboard; SEAT_NONE: both are
} Keyboard;

static bool who(void *keyboard, Call *call) {
    const GameSession *s = ((const Keyboard *)keyboard)->session;
    str_add_text(&call->reply, s->game.board.turn == BLACK ? "B\n" : "W\n");
    return true;
}

static bool place(void *keyboard, Call *call) {
    GameSession *s = ((const Keyboard *)keyboard)->session;
    Point p;
    Error occupied;
    if (!parse_point(call->rest.text, call->rest.len, &p))
        return error_set(&call->err, "Invalid coordinate");
    if (session_play(s, session_turn(s), p, (Timestamp){0}, &occupied))
        return error_set(&call->err, "Occupied coordinate");
    if (s->state != GAME_PLAYING)
        mist_session_add_result(s, &call->reply);
    return true;
}

static bool view(void *keyboard, Call *call) {
    static const char signs[] = {[EMPTY] = '.', [BLACK] = '#', [WHITE] = 'o', [WALL] = 'x'};
    const GameSession *s = ((const Keyboard *)keyboard)->session;
    GameView seen;
    session_view(s, session_turn(s), (Timestamp){0}, &seen);
    add_point(seen.view.center, &call->reply);
    str_add_char(&call->reply, ',');
    for (int i = 0; i < MIST_CELLS; i++)
        str_add_char(&call->reply, signs[seen.view.cells[i]]);
    str_add_char(&call->reply, '\n');
    return true;
}

// A player alone at the keyboard is told only its own moves.
static void add_visible_history(const GameSession *session, int seat, Str *reply) {
    GameView seen;
    session_view(session, seat, (Timestamp){0}, &seen);
    for (int i = 0; i < seen.summary.ply; i++) {
        Point p;
        Error ignored = {0};
        if (move_parse(seen.moves[i].text, MIST_BOARD_SIZE, &p, &ignored))
            add_point(p, reply);
    }
    str_add_char(reply, '\n');
}

static bool history(void *keyboard, Call *call) {
    const Keyboard *k = keyboard;
    if (k->seat == SEAT_NONE)
        add_history(&k->session->game, &call->reply);
    else
        add_visible_history(k->session, k->seat, &call->reply);
    return true;
}

static bool resign(void *keyboard, Call *call) {
    GameSession *s = ((const Keyboard *)keyboard)->session;
    session_end(s, END_RESIGN, session_turn(s), (Timestamp){0});
    mist_session_add_result(s, &call->reply);
    return true;
}

static bool term(void *keyboard, Call *call) {
    (void)keyboard, (void)call;
    return true;
}

enum { TERMINATES = 1 }; // a trait

static const Command commands[] = {
    {"who", 0, 0, who, "", "whose turn it is: B or W"},
    {"place", 1, 1, place, "XN", "put a stone there, such as place J10"},
    {"view", 0, 0, view, "", "the hole's center and the 49 points in it, from the top left"},
    {"history", 0, 0, history, "", "all moves so far, without spaces"},
    {"resign", 0, 0, resign, "", "give up: the other player wins"},
    {"term", 0, 0, term, "", "end at once, with exit status 1", TERMINATES},
    {0},
};

void mist_add_help(Str *out) {
    for (const Command *c = commands; c->name; c++)
        str_add(out, "  %s %-*s %s\n", c->name, 8 - (int)strlen(c->name), c->usage, c->help);
}

static bool has_blank(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (scanner_is_blank(text[i]))
            return true;
    return false;
}

// The name alone, or one blank and an argument without blanks. NULL if the line is invalid.
static const Command *find_command(const char *line, size_t len, Scanner *rest) {
    const char *blank = memchr(line, ' ', len);
    size_t name = blank ? (size_t)(blank - line) : len;
    const Command *c = command_find(commands, line, name);
    if (!c || c->max_args == 0)
        return blank ? NULL : c;
    if (len < name + 2 || has_blank(blank + 1, len - name - 1))
        return NULL;
    *rest = scanner_over(blank + 1, len - name - 1);
    return c;
}

MistStatus mist_session_answer(GameSession *session, const char *line, size_t len, Str *reply) {
    return mist_session_answer_seat(session, SEAT_NONE, line, len, reply);
}

MistStatus mist_session_answer_seat(GameSession *session, int seat, const char *line, size_t len,
                                    Str *reply) {
    Call call = {0};
    Keyboard keyboard = {session, seat};
    const Command *c = find_command(line, len, &call.rest);
    if (c ? c->run(&keyboard, &call) : error_set(&call.err, "Invalid!"))
        str_add_text(reply, str_text(&call.reply));
    else
        str_add(reply, "%s\n", call.err.text);
    str_release(&call.reply);
    return c && c->traits & TERMINATES      ? MIST_TERMINATED
           : session->state == GAME_PLAYING ? MIST_RUNNING
                                            : MIST_FINISHED;
}

static void print(const Str *reply, FILE *out) {
    fwrite(str_text(reply), 1, reply->len, out);
    fflush(out);
}

// Reads and answers one line. False at the end of the input.
static bool answer_line(GameSession *session, int seat, LineReader *in, FILE *out,
                        MistStatus *status) {
    ScopedStr line = {0}, reply = {0};
    LineResult r = line_read(in, LINE_COMMAND_MAX, &line);
    if (r != LINE_READ && r != LINE_TOO_LONG)
        return false;
    *status = mist_session_answer_seat(session, seat, str_text(&line), line.len, &reply);
    print(&reply, out);
    return true;
}

int mist_session_run(FILE *in, FILE *out) {
    GameSession session;
    mist_session_init(&session);
    MistStatus status = MIST_RUNNING;
    LineReader lines = line_reader_from(in);
    while (status == MIST_RUNNING && answer_line(&session, SEAT_NONE, &lines, out, &status))
        ;
    line_reader_release(&lines);
    return status == MIST_TERMINATED ? 1 : 0;
}

// ---- Against the computer

// The opponent tries points until one is empty.
static bool move_opponent(GameSession *session, Player *player, MistParticles *particles,
                          Error *err) {
    int seat = session_turn(session);
    MistRequest request = {0};
    MistHistory history;
    Point p;
    Error occupied = {0};
    session_mist_history(session, seat, &history);
    for (;;) {
        if (!mist_player_choose(player, particles, &history, &request, &p, err))
            return false;
        if (!session_play(session, seat, p, (Timestamp){0}, &occupied))
            return true;
        if (!mist_history_add_hit(&history, p))
            return error_set(err, "%s", occupied.text);
    }
}

bool mist_session_run_against(Player *player, int seat, FILE *in, FILE *out, int *exit_status,
                              Error *err) {
    GameSession session;
    mist_session_init(&session);
    MistParticles particles = {0};
    LineReader lines = line_reader_from(in);
    MistStatus status = MIST_RUNNING;
    ScopedStr reply = {0};
    bool ok = true;
    while (status == MIST_RUNNING && ok) {
        if (session_turn(&session) == seat) {
            if (!answer_line(&session, seat, &lines, out, &status))
                break;
            continue;
        }
        ok = move_opponent(&session, player, &particles, err);
        if (session.state == GAME_PLAYING)
            continue;
        status = MIST_FINISHED;
        mist_session_add_result(&session, &reply);
        print(&reply, out);
    }
    line_reader_release(&lines);
    mist_particles_release(&particles);
    *exit_status = status == MIST_TERMINATED ? 1 : 0;
    return ok;
}
