#include "protocol/mist_session.h"

#include "base/scanner.h"

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

static MistStatus finish(GameSession *session, Str *reply) {
    Stone winner = game_result(&session->game).winner;
    if (winner == EMPTY)
        str_add_text(reply, "Wow, a tie!\n");
    else
        str_add(reply, "%s wins!\n", stone_name(winner));
    add_history(&session->game, reply);
    str_add_text(reply, "Thank you for playing!\n");
    return MIST_FINISHED;
}

static MistStatus who(GameSession *session, Str *reply) {
    str_add_text(reply, session->game.board.turn == BLACK ? "B\n" : "W\n");
    return MIST_RUNNING;
}

static MistStatus term(GameSession *session, Str *reply) {
    (void)session, (void)reply;
    return MIST_TERMINATED;
}

static MistStatus resign(GameSession *session, Str *reply) {
    session_end(session, END_RESIGN, session_turn(session), (Timestamp){0});
    return finish(session, reply);
}

static MistStatus view(GameSession *session, Str *reply) {
    static const char signs[] = {[EMPTY] = '.', [BLACK] = '#', [WHITE] = 'o', [WALL] = 'x'};
    GameView seen;
    session_view(session, session_turn(session), (Timestamp){0}, &seen);
    add_point(seen.view.center, reply);
    str_add_char(reply, ',');
    for (int i = 0; i < MIST_CELLS; i++)
        str_add_char(reply, signs[seen.view.cells[i]]);
    str_add_char(reply, '\n');
    return MIST_RUNNING;
}

static MistStatus history(GameSession *session, Str *reply) {
    add_history(&session->game, reply);
    return MIST_RUNNING;
}

static const MistCommand commands[] = {
    {"who", "whose turn it is: B or W", who},
    {"place XN", "put a stone there, such as place J10", NULL},
    {"view", "the hole's center and the 49 points in it, from the top left", view},
    {"history", "all moves so far, without blanks between", history},
    {"resign", "give up: the other player wins", resign},
    {"term", "end at once, with exit status 1", term},
    {0},
};

const MistCommand *mist_command_at(int i) {
    return commands[i].usage ? &commands[i] : NULL;
}

static MistStatus place(GameSession *session, const char *where, size_t len, Str *reply) {
    Point p;
    if (!parse_point(where, len, &p)) {
        str_add_text(reply, "Invalid coordinate\n");
        return MIST_RUNNING;
    }
    Error occupied;
    if (session_play(session, session_turn(session), p, (Timestamp){0}, &occupied)) {
        str_add_text(reply, "Occupied coordinate\n");
        return MIST_RUNNING;
    }
    return session->state == GAME_PLAYING ? MIST_RUNNING : finish(session, reply);
}

static bool has_blank(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (scanner_is_blank(text[i]))
            return true;
    return false;
}

static const char place_word[] = "place ";
enum { PLACE_LENGTH = sizeof place_word - 1 };

MistStatus mist_session_answer(GameSession *session, const char *line, size_t len, Str *reply) {
    for (const MistCommand *c = commands; c->usage; c++)
        if (c->run && len == strlen(c->usage) && !memcmp(line, c->usage, len))
            return c->run(session, reply);
    if (len > PLACE_LENGTH && !memcmp(line, place_word, PLACE_LENGTH) &&
        !has_blank(line + PLACE_LENGTH, len - PLACE_LENGTH))
        return place(session, line + PLACE_LENGTH, len - PLACE_LENGTH, reply);
    str_add_text(reply, "Invalid!\n");
    return MIST_RUNNING;
}

// No command is longer than ten characters. The answer to a longer line depends only on its start
// and on whether a blank follows, so a line of any length needs constant memory.
enum { LINE_KEPT = 16 };

static bool read_line(FILE *in, char line[LINE_KEPT + 1], size_t *len) {
    int c;
    bool blank_follows = false;
    *len = 0;
    while ((c = getc_unlocked(in)) != EOF && c != '\n') {
        if (*len < LINE_KEPT)
            line[(*len)++] = (char)c;
        else
            blank_follows |= scanner_is_blank(c);
    }
    bool any = c == '\n' || *len > 0;
    if (blank_follows)
        line[(*len)++] = ' ';
    return any;
}

int mist_session_run(FILE *in, FILE *out) {
    GameSession session;
    mist_session_init(&session);
    MistStatus status = MIST_RUNNING;
    Str reply = {0};
    char line[LINE_KEPT + 1];
    size_t len;
    while (status == MIST_RUNNING && read_line(in, line, &len)) {
        str_clear(&reply);
        status = mist_session_answer(&session, line, len, &reply);
        fwrite(str_text(&reply), 1, reply.len, out);
        fflush(out);
    }
    str_release(&reply);
    return status == MIST_TERMINATED ? 1 : 0;
}
