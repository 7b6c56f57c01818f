#include "protocol/mist_session.h"

#include "base/scanner.h"
#include "core/mist.h"

#include <string.h>

void mist_session_init(MistSession *m) {
    game_init(&m->game, &(GameOptions){.rules = &rules_freestyle, .size = MIST_BOARD_SIZE});
    m->centre = mist_first_centre();
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

static MistStatus finish(MistSession *m, Str *reply) {
    Stone winner = game_result(&m->game).winner;
    if (winner == EMPTY)
        str_add_text(reply, "Wow, a tie!\n");
    else
        str_add(reply, "%s wins!\n", stone_name(winner));
    add_history(&m->game, reply);
    str_add_text(reply, "Thank you for playing!\n");
    return MIST_FINISHED;
}

static MistStatus who(MistSession *m, Str *reply) {
    str_add_text(reply, m->game.board.turn == BLACK ? "B\n" : "W\n");
    return MIST_RUNNING;
}

static MistStatus term(MistSession *m, Str *reply) {
    (void)m, (void)reply;
    return MIST_TERMINATED;
}

static MistStatus resign(MistSession *m, Str *reply) {
    game_end(&m->game, END_RESIGN, m->game.board.turn);
    return finish(m, reply);
}

static MistStatus view(MistSession *m, Str *reply) {
    static const char signs[] = {[EMPTY] = '.', [BLACK] = '#', [WHITE] = 'o', [WALL] = 'x'};
    MistView seen = mist_view(&m->game.board, m->centre);
    add_point(seen.centre, reply);
    str_add_char(reply, ',');
    for (int i = 0; i < MIST_CELLS; i++)
        str_add_char(reply, signs[seen.cells[i]]);
    str_add_char(reply, '\n');
    return MIST_RUNNING;
}

static MistStatus history(MistSession *m, Str *reply) {
    add_history(&m->game, reply);
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

static MistStatus place(MistSession *m, const char *where, size_t len, Str *reply) {
    Point p;
    if (!parse_point(where, len, &p)) {
        str_add_text(reply, "Invalid coordinate\n");
        return MIST_RUNNING;
    }
    if (game_play(&m->game, p) != PLAY_OK) {
        str_add_text(reply, "Occupied coordinate\n");
        return MIST_RUNNING;
    }
    m->centre = mist_centre_after(p);
    return game_result(&m->game).reason == END_NONE ? MIST_RUNNING : finish(m, reply);
}

static bool has_blank(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (scanner_is_blank(text[i]))
            return true;
    return false;
}

static const char place_word[] = "place ";
enum { PLACE_LENGTH = sizeof place_word - 1 };

MistStatus mist_session_answer(MistSession *m, const char *line, size_t len, Str *reply) {
    for (const MistCommand *c = commands; c->usage; c++)
        if (c->run && len == strlen(c->usage) && !memcmp(line, c->usage, len))
            return c->run(m, reply);
    if (len > PLACE_LENGTH && !memcmp(line, place_word, PLACE_LENGTH) &&
        !has_blank(line + PLACE_LENGTH, len - PLACE_LENGTH))
        return place(m, line + PLACE_LENGTH, len - PLACE_LENGTH, reply);
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
    MistSession m;
    mist_session_init(&m);
    MistStatus status = MIST_RUNNING;
    Str reply = {0};
    char line[LINE_KEPT + 1];
    size_t len;
    while (status == MIST_RUNNING && read_line(in, line, &len)) {
        str_clear(&reply);
        status = mist_session_answer(&m, line, len, &reply);
        fwrite(str_text(&reply), 1, reply.len, out);
        fflush(out);
    }
    str_release(&reply);
    return status == MIST_TERMINATED ? 1 : 0;
}
