#include "protocol/gtp.h"

#include "base/command.h"
#include "base/line.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "player/policy.h"
#include "record/picture.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    COURSE_SIZE = 7,
    GOGUI_SIZE = 15,
    LINE_LIMIT = 1 << 16, // gogui-play_sequence may bring a whole game on a line
    TIME_LIMIT_DEFAULT_MS = 1000,
};

struct Gtp {
    GtpProfile profile;
    Game game;
    Player player;
    bool by_rules;         // policy_moves answers by the rules rather than all moves
    int64_t time_limit_ms; // of genmove and solve
    bool over;             // `quit` was said
};

static void start_game(Gtp *g, const Rules *rules, int size) {
    game_init(&g->game, &(GameOptions){.rules = rules, .size = size, .passes = true});
}

// Points as the profile writes them.
static void add_point(const Gtp *g, Point p, Str *out) {
    size_t start = out->len;
    point_format(p, NOTATION_GTP, g->game.board.size, out);
    if (g->profile == GTP_COURSE)
        out->data[start] |= 0x20;
}

static bool parse_color(const Gtp *g, const char *text, Stone *out) {
    static const struct {
        const char *word;
        Stone color;
        bool in_course; // the course knows the letters only
    } words[] = {
        {"b", BLACK, true}, {"w", WHITE, true}, {"black", BLACK, false}, {"white", WHITE, false}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcasecmp(text, words[i].word) && (words[i].in_course || g->profile == GTP_GOGUI)) {
            *out = words[i].color;
            return true;
        }
    return false;
}

static bool is_over(const Gtp *g) {
    return game_result(&g->game).reason != END_NONE;
}

// The course's programs forget nothing, ours has a longest game; beyond it only undo is lost.
static PlayResult place(Gtp *g, Stone color, Point p) {
    if (g->game.count == GAME_MOVES_MAX) {
        Board now = g->game.board;
        game_start_from(&g->game, &now);
    }
    return game_place(&g->game, color, p);
}

// Every handler below answers one command; the tables at the end name them.

static bool protocol_version(void *session, Call *call) {
    (void)session;
    str_add_text(&call->reply, "2");
    return true;
}

static bool name(void *session, Call *call) {
    (void)session;
    str_add_text(&call->reply, "Pentad");
    return true;
}

static bool version(void *session, Call *call) {
    const Gtp *g = session;
    str_add_text(&call->reply, g->profile == GTP_COURSE ? "1.0" : PENTAD_VERSION);
    return true;
}

static bool quit(void *session, Call *call) {
    (void)call;
    ((Gtp *)session)->over = true;
    return true;
}

static bool boardsize(void *session, Call *call) {
    Gtp *g = session;
    int64_t size;
    Error ignored;
    if (!number_parse(call->argv[1], BOARD_MIN, BOARD_MAX, &size, &ignored))
        return error_set(&call->err, "unacceptable size");
    start_game(g, g->game.board.rules, (int)size);
    return true;
}

static bool clear_board(void *session, Call *call) {
    (void)call;
    Gtp *g = session;
    start_game(g, g->game.board.rules, g->game.board.size);
    return true;
}

static bool accept_and_ignore(void *session, Call *call) {
    (void)session, (void)call;
    return true;
}

// Why a move is refused. The course wants a success reply for it, because its test driver counts
// any failure reply as a failed test.
static bool refuse_move(const Gtp *g, Call *call, const char *word, const char *reason) {
    Str text = {0};
    str_add_text(&text, "illegal move: \"");
    for (const char *c = word; *c; c++)
        str_add_char(&text, *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c);
    str_add(&text, "\" %s", reason);
    if (g->profile == GTP_COURSE)
        str_add_text(&call->reply, str_text(&text));
    else
        error_set(&call->err, "%s", str_text(&text));
    str_release(&text);
    return g->profile == GTP_COURSE;
}

static const char *refusal_text(PlayResult r) {
    return r == PLAY_OCCUPIED ? "occupied" : play_result_text(r);
}

static bool play(void *session, Call *call) {
    Gtp *g = session;
    Stone color;
    Point p = POINT_PASS;
    Error ignored;
    if (!parse_color(g, call->argv[1], &color))
        return refuse_move(g, call, call->argv[1], "wrong color");
    if (strcasecmp(call->argv[2], "pass") != 0 &&
        !point_parse(call->argv[2], NOTATION_GTP, g->game.board.size, &p, &ignored))
        return refuse_move(g, call, call->argv[2], "wrong coordinate");
    PlayResult r = place(g, color, p);
    return r == PLAY_OK || refuse_move(g, call, call->argv[2], refusal_text(r));
}

static bool choose_move(Gtp *g, Stone color, Point *move, Error *err) {
    Game *thinking = mem_alloc(sizeof *thinking);
    *thinking = g->game;
    thinking->board.turn = (uint8_t)color;
    bool ok = player_choose(&g->player, thinking, &(Limits){.ms = g->time_limit_ms}, move, err);
    mem_free(thinking);
    return ok;
}

static bool think(void *session, Call *call, bool and_play) {
    Gtp *g = session;
    Stone color;
    if (!parse_color(g, call->argv[1], &color))
        return error_set(&call->err, "'%.20s' is not a color: b or w", call->argv[1]);
    Result result = game_result(&g->game);
    if (result.reason != END_NONE) {
        str_add_text(&call->reply, result.winner == EMPTY ? "pass" : "resign");
        return true;
    }
    Point p;
    if (!choose_move(g, color, &p, &call->err))
        return false;
    if (p == POINT_PASS)
        str_add_text(&call->reply, "pass");
    else
        add_point(g, p, &call->reply);
    if (and_play)
        place(g, color, p);
    return true;
}

static bool genmove(void *session, Call *call) {
    return think(session, call, true);
}

static bool reg_genmove(void *session, Call *call) {
    return think(session, call, false);
}

static bool undo(void *session, Call *call) {
    return game_undo(&((Gtp *)session)->game) || error_set(&call->err, "cannot undo");
}

static bool gg_undo(void *session, Call *call) {
    Gtp *g = session;
    int64_t count = 1;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, GAME_MOVES_MAX, &count, &call->err))
        return false;
    if (count > g->game.count)
        return error_set(&call->err, "cannot undo");
    for (int i = 0; i < count; i++)
        game_undo(&g->game);
    return true;
}

static bool showboard(void *session, Call *call) {
    const Gtp *g = session;
    str_add_char(&call->reply, '\n');
    picture_format(&g->game.board, NOTATION_GTP, game_last_stone(&g->game), &call->reply);
    while (call->reply.len > 0 && call->reply.data[call->reply.len - 1] == '\n')
        str_cut(&call->reply, call->reply.len - 1);
    return true;
}

typedef struct {
    char text[4];
} Word;

static int compare_words(const void *a, const void *b) {
    return strcmp(((const Word *)a)->text, ((const Word *)b)->text);
}

// Points as words in the order of their letters: a1 a10 a2.
static void add_sorted(const Gtp *g, const Point *points, int n, bool capitals, Str *out) {
    Word words[BOARD_MAX * BOARD_MAX];
    Str word = {0};
    for (int i = 0; i < n; i++) {
        str_clear(&word);
        if (capitals)
            point_format(points[i], NOTATION_GTP, g->game.board.size, &word);
        else
            add_point(g, points[i], &word);
        memcpy(words[i].text, str_text(&word), word.len + 1);
    }
    str_release(&word);
    qsort(words, (size_t)n, sizeof words[0], compare_words);
    for (int i = 0; i < n; i++)
        str_add(out, "%s%s", i ? " " : "", words[i].text);
}

static int legal_points(const Board *b, Point *out) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty), kept = 0;
    for (int i = 0; i < n; i++)
        if (board_check(b, empty[i]) == PLAY_OK)
            out[kept++] = empty[i];
    return kept;
}

static bool rules_legal_moves(void *session, Call *call) {
    const Gtp *g = session;
    Point points[BOARD_MAX * BOARD_MAX];
    int n = is_over(g) ? 0 : legal_points(&g->game.board, points);
    add_sorted(g, points, n, g->profile == GTP_GOGUI, &call->reply);
    return true;
}

static bool legal_moves(void *session, Call *call) {
    const Gtp *g = session;
    Stone color;
    if (!parse_color(g, call->argv[1], &color))
        return error_set(&call->err, "'%.20s' is not a color: b or w", call->argv[1]);
    Board b = g->game.board;
    b.turn = (uint8_t)color;
    Point points[BOARD_MAX * BOARD_MAX];
    int n = is_over(g) ? 0 : legal_points(&b, points);
    add_sorted(g, points, n, true, &call->reply);
    return true;
}

static bool rules_game_id(void *session, Call *call) {
    (void)session;
    str_add_text(&call->reply, "Gomoku");
    return true;
}

static bool rules_board_size(void *session, Call *call) {
    str_add(&call->reply, "%d", ((const Gtp *)session)->game.board.size);
    return true;
}

static bool rules_side_to_move(void *session, Call *call) {
    const Gtp *g = session;
    str_add_text(&call->reply, g->game.board.turn == BLACK ? "black" : "white");
    return true;
}

// The course ends this reply with a newline of its own; GTP asks for none.
static bool rules_board(void *session, Call *call) {
    static const char signs[] = {[EMPTY] = '.', [BLACK] = 'X', [WHITE] = 'O'};
    const Gtp *g = session;
    int size = g->game.board.size;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++)
            str_add_char(&call->reply, signs[g->game.board.at[point_at(x, y)]]);
        if (y + 1 < size || g->profile == GTP_COURSE)
            str_add_char(&call->reply, '\n');
    }
    return true;
}

static bool rules_final_result(void *session, Call *call) {
    Result r = game_result(&((const Gtp *)session)->game);
    str_add_text(&call->reply, r.reason == END_NONE ? "unknown"
                               : r.winner == BLACK  ? "black"
                               : r.winner == WHITE  ? "white"
                                                    : "draw");
    return true;
}

static bool time_settings(void *session, Call *call) {
    Gtp *g = session;
    int64_t seconds[3];
    for (int i = 0; i < 3; i++)
        if (!number_parse(call->argv[i + 1], 0, INT32_MAX, &seconds[i], &call->err))
            return false;
    g->time_limit_ms = 0;
    if (seconds[1] > 0 && seconds[2] > 0)
        g->time_limit_ms = seconds[1] * 1000 / seconds[2];
    else if (seconds[1] == 0 && seconds[0] > 0)
        g->time_limit_ms = seconds[0] * 1000 / 30;
    return true;
}

// A game's remaining time is spread over the moves it is likely to last.
static bool time_left(void *session, Call *call) {
    Gtp *g = session;
    Stone color;
    int64_t seconds, stones;
    if (!parse_color(g, call->argv[1], &color))
        return error_set(&call->err, "'%.20s' is not a color: b or w", call->argv[1]);
    if (!number_parse(call->argv[2], 0, INT32_MAX, &seconds, &call->err) ||
        !number_parse(call->argv[3], 0, INT32_MAX, &stones, &call->err))
        return false;
    g->time_limit_ms = seconds * 1000 / (stones > 0 ? stones : 20) + 1;
    return true;
}

static bool timelimit(void *session, Call *call) {
    int64_t seconds;
    if (!number_parse(call->argv[1], 1, 100, &seconds, &call->err))
        return false;
    ((Gtp *)session)->time_limit_ms = seconds * 1000;
    return true;
}

static bool policy(void *session, Call *call) {
    Gtp *g = session;
    bool by_rules = !strcmp(call->argv[1], "rule_based");
    if (!by_rules && strcmp(call->argv[1], "random") != 0)
        return error_set(&call->err, "'%.20s' is not a policy: random or rule_based",
                         call->argv[1]);
    g->by_rules = by_rules;
    return true;
}

static bool policy_moves_of(void *session, Call *call) {
    const Gtp *g = session;
    PolicyMoves moves;
    if (is_over(g))
        return true;
    policy_moves(&g->game.board, &moves);
    if (!g->by_rules) {
        moves.rule = POLICY_RANDOM;
        moves.count = legal_points(&g->game.board, moves.moves);
    }
    str_add(&call->reply, "%s ", policy_rule_name(moves.rule));
    add_sorted(g, moves.moves, moves.count, true, &call->reply);
    return true;
}

static const Command *command_at(int i);

static bool known_command(void *session, Call *call) {
    (void)session;
    bool known = false;
    for (int i = 0; command_at(i) && !known; i++)
        known = !strcmp(command_at(i)->name, call->argv[1]);
    str_add_text(&call->reply, known ? "true" : "false");
    return true;
}

static bool list_commands(void *session, Call *call);

static const struct {
    const char *label, *command;
} analyses[] = {
    {"Legal Moves For ToPlay", "gogui-rules_legal_moves"},
    {"Side to Play", "gogui-rules_side_to_move"},
    {"Final Result", "gogui-rules_final_result"},
    {"Board Size", "gogui-rules_board_size"},
    {"Rules GameID", "gogui-rules_game_id"},
    {"Show Board", "gogui-rules_board"},
};

static bool analyze_commands(void *session, Call *call) {
    const Gtp *g = session;
    int n = sizeof analyses / sizeof analyses[0];
    for (int i = 0; i < n; i++) {
        str_add(&call->reply, "pstring/%s/%s", analyses[i].label, analyses[i].command);
        if (i + 1 < n || g->profile == GTP_COURSE)
            str_add_char(&call->reply, '\n');
    }
    return true;
}

// A row without usage takes any arguments and ignores them, as the course's program does.
// clang-format off
static const Command course_commands[] = {
    {"protocol_version",         0, 0, protocol_version,   NULL,         "2"},
    {"quit",                     0, 0, quit,               NULL,         "end the session"},
    {"name",                     0, 0, name,               NULL,         "the program's name"},
    {"boardsize",                1, 1, boardsize,          "INT",        "an empty board of that size, 2 to 25"},
    {"showboard",                0, 0, showboard,          NULL,         "the position drawn with coordinates"},
    {"clear_board",              0, 0, clear_board,        NULL,         "an empty board of the same size"},
    {"komi",                     1, 1, accept_and_ignore,  "FLOAT",      "accepted; five in a row has none"},
    {"version",                  0, 0, version,            NULL,         "the program's version"},
    {"known_command",            1, 1, known_command,      "CMD_NAME",   "true or false"},
    {"genmove",                  1, 1, genmove,            "{w,b}",      "choose a move and play it; resign after a loss, pass on a full board"},
    {"list_commands",            0, 0, list_commands,      NULL,         "the names of the commands"},
    {"play",                     2, 2, play,               "{b,w} MOVE", "put a stone of either colour, or pass"},
    {"legal_moves",              1, 1, legal_moves,        "{w,b}",      "that colour's legal moves, in capitals"},
    {"gogui-rules_game_id",      0, 0, rules_game_id,      NULL,         "Gomoku"},
    {"gogui-rules_board_size",   0, 0, rules_board_size,   NULL,         "the board's size"},
    {"gogui-rules_legal_moves",  0, 0, rules_legal_moves,  NULL,         "legal moves in the order of letters; empty when the game is over"},
    {"gogui-rules_side_to_move", 0, 0, rules_side_to_move, NULL,         "black or white"},
    {"gogui-rules_board",        0, 0, rules_board,        NULL,         "the position as rows of X, O and dots from the top"},
    {"gogui-rules_final_result", 0, 0, rules_final_result, NULL,         "black, white, draw or unknown"},
    {"gogui-analyze_commands",   0, 0, analyze_commands,   NULL,         "what GoGui's analyze menu offers"},
    {0},
};

static const Command more_commands[] = {
    {"undo",          0, 0, undo,            NULL,                   "take back the last move"},
    {"gg-undo",       0, 1, gg_undo,         "[INT]",                "take back that many moves"},
    {"reg_genmove",   1, 1, reg_genmove,     "{w,b}",                "choose a move without playing it"},
    {"time_settings", 3, 3, time_settings,   "MAIN BYOYOMI STONES",  "seconds for the game, and for each period of so many stones"},
    {"time_left",     3, 3, time_left,       "{w,b} SECONDS STONES", "what is left of it"},
    {"timelimit",     1, 1, timelimit,       "SECONDS",              "1 to 100 for each genmove and solve"},
    {"policy",        1, 1, policy,          "{random,rule_based}",  "what policy_moves lists"},
    {"policy_moves",  0, 0, policy_moves_of, NULL,                   "the rule that applies and the moves it names"},
    {0},
};
// clang-format on

static const Command *command_at(int i) {
    for (const Command *c = course_commands; c->name; c++)
        if (i-- == 0)
            return c;
    for (const Command *c = more_commands; c->name; c++)
        if (i-- == 0)
            return c;
    return NULL;
}

const char *gtp_command_name(int i) {
    return command_at(i) ? command_at(i)->name : NULL;
}

// The course: its own commands on one line. GTP: all of them, one a line.
static bool list_commands(void *session, Call *call) {
    bool course = ((const Gtp *)session)->profile == GTP_COURSE;
    const Command *c;
    for (int i = 0; (c = course ? &course_commands[i] : command_at(i)) && c->name; i++)
        str_add(&call->reply, "%s%s", i == 0 ? "" : course ? " " : "\n", c->name);
    return true;
}

static const Command *find_command(const char *word) {
    const Command *c = command_find(course_commands, word);
    return c ? c : command_find(more_commands, word);
}

static bool run_command(Gtp *g, Call *call) {
    const Command *c = find_command(call->argv[0]);
    if (!c)
        return error_set(&call->err, "Unknown command");
    int given = call->argc - 1;
    if (c->usage && (given < c->min_args || given > c->max_args))
        return error_set(&call->err, "Usage: %s %s", c->name, c->usage);
    return c->run(g, call);
}

// A number before the command is its id, even when it is glued to it.
static char *skip_id(char *line, Str *id) {
    line += strspn(line, " \t\r");
    size_t digits = strspn(line, "0123456789");
    str_add_bytes(id, line, digits);
    return line + digits;
}

bool gtp_answer(Gtp *g, char *line, Str *reply) {
    Str id = {0};
    Call call = {0};
    call_split(&call, skip_id(line, &id));
    if (call.argc > 0 && call.argv[0][0] != '#') {
        bool ok = run_command(g, &call);
        str_add(reply, "%c%s %s\n\n", ok ? '=' : '?', str_text(&id),
                ok ? str_text(&call.reply) : call.err.text);
    }
    str_release(&call.reply);
    str_release(&id);
    return !g->over;
}

Gtp *gtp_new(const GtpOptions *options, Error *err) {
    Player player;
    if (!player_open(options->player ? options->player : "random", &player, err))
        return NULL;
    Gtp *g = mem_alloc(sizeof *g);
    g->profile = options->profile;
    g->player = player;
    g->time_limit_ms = TIME_LIMIT_DEFAULT_MS;
    int usual = options->profile == GTP_COURSE ? COURSE_SIZE : GOGUI_SIZE;
    start_game(g, options->rules ? options->rules : &rules_freestyle,
               options->size ? options->size : usual);
    return g;
}

void gtp_free(Gtp *g) {
    if (!g)
        return;
    player_close(&g->player);
    mem_free(g);
}

void gtp_run(Gtp *g, FILE *in, FILE *out) {
    Str line = {0}, reply = {0};
    LineResult r;
    while ((r = line_read(in, LINE_LIMIT, &line)) == LINE_READ || r == LINE_TOO_LONG) {
        str_clear(&reply);
        bool goes_on = true;
        if (r == LINE_TOO_LONG)
            str_add_text(&reply, "? line too long\n\n");
        else if (line.len > 0)
            goes_on = gtp_answer(g, line.data, &reply);
        fwrite(str_text(&reply), 1, reply.len, out);
        fflush(out);
        if (!goes_on)
            break;
    }
    str_release(&reply);
    str_release(&line);
}
