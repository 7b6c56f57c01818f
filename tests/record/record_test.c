#include "record/record.h"

#include "base/mem.h"
#include "base/number.h"
#include "record/format.h"
#include "record/game_in_tree.h"
#include "test.h"

#include <string.h>

static Record *read_sgf(const char *row, const char *text) {
    Error err = {0};
    Record *r = format_sgf.read(text, strlen(text), &(ReadOptions){0}, &err);
    CHECK_TEXT(row, err.text, "");
    return r;
}

// The top left 5x5 points, followed by the side to move.
static void picture_of(const Board *b, Str *out) {
    for (int y = 0; y < 5; y++) {
        for (int x = 0; x < 5; x++)
            str_add_char(out, ".XO"[b->at[point_at(x, y)]]);
        str_add_char(out, ' ');
    }
    str_add_char(out, b->turn == BLACK ? 'X' : 'O');
}

static const struct {
    const char *name, *sgf, *picture;
} replays[] = {
    {"moves", "(;SZ[5];B[aa];W[bb])", "X.... .O... ..... ..... ..... X"},
    {"moves out of turn", "(;SZ[5];B[aa];B[bb])", "X.... .X... ..... ..... ..... O"},
    {"a pass", "(;SZ[5];B[aa];W[])", "X.... ..... ..... ..... ..... X"},
    {"setup", "(;SZ[5]AB[aa][bb]AW[cc])", "X.... .X... ..O.. ..... ..... O"},
    {"setup, by count", "(;SZ[5]AB[aa]AW[cc])", "X.... ..... ..O.. ..... ..... X"},
    {"setup, as said", "(;SZ[5]AB[aa]AW[cc]PL[W])", "X.... ..... ..O.. ..... ..... O"},
    {"a rectangle", "(;SZ[5]AB[bb:dc])", "..... .XXX. .XXX. ..... ..... O"},
    {"a rectangle from its other corners", "(;SZ[5]AB[db:bc])", "..... .XXX. .XXX. ..... ..... O"},
    {"a rectangle with a hole", "(;SZ[5]AW[aa:cc]AE[bb])", "OOO.. O.O.. OOO.. ..... ..... X"},
    {"setup after moves", "(;SZ[5];B[aa];W[bb];AE[aa]AB[cc])", "..... .O... ..X.. ..... ..... X"},
    {"setup over setup", "(;SZ[5]AB[aa];AW[aa])", "O.... ..... ..... ..... ..... X"},
    {"setup and a move in one node", "(;SZ[5];AB[aa]W[bb])", "X.... .O... ..... ..... ..... X"},
    {"a move after setup", "(;SZ[5]AB[aa][bb];B[cc];W[dd])", "X.... .X... ..X.. ...O. ..... X"},
    {"the side to move in between", "(;SZ[5];B[aa];PL[B])", "X.... ..... ..... ..... ..... X"},
    {"the side to move first", "(;SZ[5]PL[W])", "..... ..... ..... ..... ..... O"},
};

TEST(record_replays) {
    for (int i = 0; i < COUNT(replays); i++) {
        Record *r = read_sgf(replays[i].name, replays[i].sgf);
        Error err = {0};
        Game g;
        Str got = {0};
        CHECK(replays[i].name, record_replay(r, record_last(r), &g, &err));
        picture_of(&g.board, &got);
        CHECK_TEXT(replays[i].name, str_text(&got), replays[i].picture);
        str_release(&got);
        record_free(r);
    }
}

typedef struct {
    const char *name;
    const Record *record;
    Str sizes; // of the positions visited
} Visits;

static bool compare_with_replay(void *context, const Node *node, const Game *g) {
    Visits *v = context;
    Game want;
    Error err = {0};
    Str got = {0}, wanted = {0};
    CHECK(v->name, record_replay(v->record, node, &want, &err));
    picture_of(&g->board, &got);
    picture_of(&want.board, &wanted);
    CHECK_TEXT(v->name, str_text(&got), str_text(&wanted));
    CHECK_INT(v->name, game_result(g).reason, game_result(&want).reason);
    str_add(&v->sizes, "%d", g->board.stones);
    str_release(&got);
    str_release(&wanted);
    return g->board.stones < 9;
}

TEST(record_replay_each_is_as_replaying_to_each_node) {
    for (int i = 0; i < COUNT(replays); i++) {
        Record *r = read_sgf(replays[i].name, replays[i].sgf);
        Error err = {0};
        Visits v = {replays[i].name, r, {0}};
        CHECK(replays[i].name,
              record_replay_each(r, record_last(r), compare_with_replay, &v, &err));
        str_release(&v.sizes);
        record_free(r);
    }
}

TEST(record_replay_each_ends_where_it_should) {
    static const struct {
        const char *name, *sgf, *sizes;
        bool ok;
    } rows[] = {
        {"at the last node, with its result", "(;SZ[5]RE[B+R];B[aa];W[bb])", "012", true},
        {"at an illegal move", "(;SZ[5];B[aa];W[aa];B[bb])", "01", false},
        {"when the visitor says so",
         "(;SZ[5];B[aa];W[ba];B[ca];W[da];B[ab];W[bb];B[cb];W[db];B[ac];W[bc])", "0123456789",
         true},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Record *r = read_sgf(rows[i].name, rows[i].sgf);
        Error err = {0};
        Visits v = {rows[i].name, r, {0}};
        CHECK_INT(rows[i].name,
                  record_replay_each(r, record_last(r), compare_with_replay, &v, &err), rows[i].ok);
        CHECK_TEXT(rows[i].name, str_text(&v.sizes), rows[i].sizes);
        str_release(&v.sizes);
        record_free(r);
    }
}

// A line set up stone by stone may have been a win when it was shorter or not yet blocked.
static const struct {
    const char *name, *sgf;
    Stone winner;
} decided[] = {
    {"five", "(;SZ[8]RU[standard]AB[bb:fb])", BLACK},
    {"an overline is nothing in standard", "(;SZ[8]RU[standard]AB[bb:gb])", EMPTY},
    {"an overline is nothing for Black in renju", "(;SZ[8]RU[renju]AB[bb:bg])", EMPTY},
    {"an overline wins for White in renju", "(;SZ[8]RU[renju]AW[bb:bg])", WHITE},
    {"a held five is nothing in caro", "(;SZ[8]RU[caro]AB[bb:fb]AW[ab][gb])", EMPTY},
    {"one end is not enough in caro", "(;SZ[8]RU[caro]AB[bb:fb]AW[gb])", BLACK},
    {"of two fives that of the last mover", "(;SZ[8]RU[caro]AB[bb:fb]AW[bd:fd]PL[B])", WHITE},
    {"and if it is Black's", "(;SZ[8]RU[caro]AB[bb:fb]AW[bd:fd]PL[W])", BLACK},
};

TEST(record_setup_winner_depends_on_all_stones) {
    for (int i = 0; i < COUNT(decided); i++) {
        Record *r = read_sgf(decided[i].name, decided[i].sgf);
        Error err = {0};
        Game g;
        CHECK(decided[i].name, record_replay(r, record_last(r), &g, &err));
        CHECK_INT(decided[i].name, game_result(&g).winner, decided[i].winner);
        record_free(r);
    }
}

static const struct {
    const char *name, *sgf, *error;
} impossible[] = {
    {"occupied", "(;SZ[5];B[aa]\n;W[aa])", "line 2, column 2: move 2: the point is occupied"},
    {"occupied by setup", "(;SZ[5]AB[aa];W[aa])",
     "line 1, column 15: move 1: the point is occupied"},
    {"occupied before setup", "(;SZ[5];B[aa];W[aa];AB[bb])",
     "line 1, column 15: move 2: the point is occupied"},
    {"setup off the board", "(;SZ[5]\n;AB[ff])",
     "line 2, column 1: 'ff' is not a point or rectangle of the board"},
    {"setup of half a rectangle", "(;SZ[5]AB[aa:])",
     "line 1, column 2: 'aa:' is not a point or rectangle of the board"},
    {"setup of nothing", "(;SZ[5]AB[])",
     "line 1, column 2: '' is not a point or rectangle of the board"},
    {"more than the history holds", NULL, "move 1025: the game has reached its maximum length"},
};

static Record *record_of_passes(int count) {
    Record *r = record_new(15, &rules_freestyle);
    Node *node = r->root;
    for (int i = 0; i < count; i++)
        node = record_add_move(r, node, BLACK, POINT_PASS);
    return r;
}

TEST(record_replay_errors) {
    for (int i = 0; i < COUNT(impossible); i++) {
        Record *r = impossible[i].sgf ? read_sgf(impossible[i].name, impossible[i].sgf)
                                      : record_of_passes(GAME_MOVES_MAX + 1);
        Error err = {0};
        Game g;
        CHECK(impossible[i].name, !record_replay(r, record_last(r), &g, &err));
        CHECK_TEXT(impossible[i].name, err.text, impossible[i].error);
        record_free(r);
    }
}

TEST(record_replays_variations_without_the_result) {
    Record *r = read_sgf("read", "(;SZ[9]RE[W+R];B[aa](;W[bb])(;AW[cc];B[dd]))");
    Error err = {0};
    Game g;
    CHECK("main line", record_replay(r, record_last(r), &g, &err));
    CHECK_INT("main line", game_result(&g).reason, END_RESIGN);
    CHECK_INT("main line", game_result(&g).winner, WHITE);
    const Node *variation = record_last(r)->next->child;
    CHECK("variation", record_replay(r, variation, &g, &err));
    CHECK_INT("variation", game_result(&g).reason, END_NONE);
    CHECK("on the way", record_replay(r, r->root->child, &g, &err));
    CHECK_INT("on the way", game_result(&g).reason, END_NONE);
    record_free(r);
}

TEST(record_side_to_move_after_setup_is_next_on_the_path) {
    static const struct {
        const char *name, *sgf;
        int variation; // to replay to, below the root's child; 0: that child itself
        Stone turn;
    } rows[] = {
        {"the first variation", "(;SZ[9];AB[aa](;B[bb])(;W[cc]))", 1, BLACK},
        {"the second variation", "(;SZ[9];AB[aa](;B[bb])(;W[cc]))", 2, WHITE},
        {"before them, as the main line goes on", "(;SZ[9];AB[aa];C[x];B[bb])", 0, BLACK},
        {"no moves, but PL", "(;SZ[9];PL[W])", 0, WHITE},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Record *r = read_sgf(rows[i].name, rows[i].sgf);
        const Node *end = rows[i].variation ? r->root->child->child : r->root->child;
        for (int k = 1; k < rows[i].variation; k++)
            end = end->next;
        Error err = {0};
        Game g;
        CHECK(rows[i].name, record_replay(r, end, &g, &err));
        CHECK_INT(rows[i].name, g.start.turn, rows[i].turn);
        record_free(r);
    }
}

TEST(record_pl_without_setup_keeps_history) {
    Record *r = read_sgf("read", "(;;B[aa];PL[B];B[bb])");
    Error err = {0};
    Game g;
    CHECK("replay", record_replay(r, record_last(r), &g, &err));
    CHECK_INT("moves", g.count, 2);
    record_free(r);
}

TEST(record_from_game_replays_to_the_same_game) {
    Game g, back;
    Error err = {0};
    game_init(&g, &(GameOptions){.rules = &rules_standard, .size = 9, .passes = true});
    Board start;
    board_init(&start, &rules_standard, 9);
    board_place(&start, WHITE, point_at(8, 8));
    start.turn = WHITE;
    game_start_from(&g, &start);
    game_play(&g, point_at(0, 0));
    game_play(&g, POINT_PASS);
    game_play(&g, point_at(1, 1));
    game_end(&g, END_TIME, BLACK);
    Record *r = record_from_game(&g);
    CHECK("replay", record_replay(r, record_last(r), &back, &err));
    CHECK("start", !memcmp(&g.start, &back.start, sizeof g.start));
    CHECK("board", !memcmp(&g.board, &back.board, sizeof g.board));
    CHECK_INT("moves", back.count, g.count);
    CHECK_INT("reason", game_result(&back).reason, END_TIME);
    CHECK_INT("winner", game_result(&back).winner, WHITE);
    record_free(r);
}

TEST(record_keeps_answers_of_the_opening) {
    Game g;
    game_init(&g, &(GameOptions){.opening = &opening_swap2});
    game_play(&g, point_at(7, 7));
    game_play(&g, point_at(8, 7));
    game_play(&g, point_at(8, 8));
    CHECK_INT("swap", game_play(&g, POINT_SWAP), PLAY_OK);
    Record *r = record_from_game(&g);
    CHECK_TEXT("answer", node_value(record_last(r), "SWAP"), "swap");
    CHECK_INT("no move", record_last(r)->point, POINT_NONE);
    record_free(r);
}

TEST(record_finds_nodes_by_move) {
    Record *r = read_sgf("read", "(;;B[aa];C[x];W[bb];B[cc])");
    CHECK("none", record_after_moves(r, 0) == r->root);
    CHECK_INT("two", record_after_moves(r, 2)->point, point_at(1, 1));
    CHECK("too many", record_after_moves(r, 99) == record_last(r));
    record_free(r);
}

TEST(record_node_path) {
    Record *r = read_sgf("read", "(;;B[aa](;W[bb])(;W[cc]))");
    const Node *end = r->root->child->child->next;
    NodePath path = node_path(end);
    CHECK_INT("count", path.count, 3);
    CHECK("from the root", path.nodes[0] == r->root);
    CHECK("to the end", path.nodes[2] == end);
    mem_free(path.nodes);
    record_free(r);
}

TEST(record_sets_values) {
    Record *r = record_new(15, &rules_freestyle);
    CHECK("none", !node_value(r->root, "PB"));
    record_add_value(r, r->root, "PB", "a");
    record_add_value(r, r->root, "PW", "w");
    record_add_value(r, r->root, "PB", "b");
    CHECK_TEXT("added", node_property(r->root, "PB")->last_value->text, "b");
    CHECK("set", record_set_value(r, r->root, "PB", "c"));
    CHECK_TEXT("set", node_value(r->root, "PB"), "c");
    CHECK("the only one", !node_property(r->root, "PB")->values->next);
    CHECK("taken away", record_set_value(r, r->root, "PB", ""));
    CHECK("taken away", !node_property(r->root, "PB"));
    CHECK_TEXT("the other stays", node_value(r->root, "PW"), "w");
    record_free(r);
}

TEST(record_rejects_too_many_properties) {
    Record *r = record_new(15, &rules_freestyle);
    char id[] = "AAA";
    for (int i = 0; i < NODE_PROPERTIES_MAX; i++) {
        id[1] = (char)('A' + i / 26);
        id[2] = (char)('A' + i % 26);
        CHECK(id, record_add_value(r, r->root, id, ""));
    }
    CHECK("full", !record_add_value(r, r->root, "Z", ""));
    CHECK("full", !record_set_value(r, r->root, "Z", "z"));
    CHECK("there already", record_add_value(r, r->root, id, ""));
    CHECK("there already", record_set_value(r, r->root, id, "z"));
    record_free(r);
}

TEST(record_notes_are_printable_lines) {
    Record *r = record_new(15, &rules_freestyle);
    record_note(r, "a %s", "b\nc\x1b[31m");
    CHECK_TEXT("note", str_text(&r->notes), "a b?c?[31m\n");
    for (int i = 0; i < 100000; i++)
        record_note(r, "again and again");
    CHECK("an end to it", r->notes.len < 20000);
    record_free(r);
}

static const struct {
    const char *text;
    bool known;
    Result result;
    const char *written; // NULL: the same
} results[] = {
    {"B+", true, {END_UNSTATED, BLACK}, NULL},
    {"W+R", true, {END_RESIGN, WHITE}, NULL},
    {"W+Resign", true, {END_RESIGN, WHITE}, "W+R"},
    {"B+T", true, {END_TIME, BLACK}, NULL},
    {"W+F", true, {END_FORFEIT, WHITE}, NULL},
    {"b+r", true, {END_RESIGN, BLACK}, "B+R"},
    {"W+3.5", true, {END_UNSTATED, WHITE}, "W+"},
    {"B+1", true, {END_UNSTATED, BLACK}, "B+"},
    {"0", true, {END_UNSTATED, EMPTY}, NULL},
    {"Draw", true, {END_UNSTATED, EMPTY}, "0"},
    {"?", false, {0}, NULL},
    {"Void", false, {0}, NULL},
    {"", false, {0}, NULL},
    {"B", false, {0}, NULL},
    {"Black won", false, {0}, NULL},
};

TEST(record_results) {
    for (int i = 0; i < COUNT(results); i++) {
        Result got = {0};
        CHECK_INT(results[i].text, record_parse_result(results[i].text, &got), results[i].known);
        CHECK_INT(results[i].text, got.reason, results[i].result.reason);
        CHECK_INT(results[i].text, got.winner, results[i].result.winner);
        if (!results[i].known)
            continue;
        Str text = {0};
        record_format_result(got, &text);
        CHECK_TEXT(results[i].text, str_text(&text),
                   results[i].written ? results[i].written : results[i].text);
        str_release(&text);
    }
}
