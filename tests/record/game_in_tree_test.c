#include "record/game_in_tree.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "record/format.h"
#include "test.h"

#include <string.h>

static Record *read_sgf(const char *row, const char *text) {
    Error err = {0};
    Record *r = format_sgf.read(text, strlen(text), &(ReadOptions){0}, &err);
    CHECK_TEXT(row, err.text, "");
    return r;
}

// The tree after the root, without newlines.
static void check_tree(const char *row, const Record *r, const char *want) {
    Str text = {0}, got = {0};
    Error err = {0};
    CHECK(row, format_sgf.write(r, &(WriteOptions){0}, &text, &err));
    for (const char *c = strchr(str_text(&text), '\n'); *c; c++)
        if (*c != '\n')
            str_add_char(&got, *c);
    CHECK_TEXT(row, str_text(&got), want);
    str_release(&text);
    str_release(&got);
}

// "-" undoes a move, "+" redoes it; anything else is a point in SGF notation.
static void act(const char *row, Game *g, const char *word) {
    Point p;
    Error err = {0};
    if (!strcmp(word, "-"))
        CHECK(row, game_undo(g));
    else if (!strcmp(word, "+"))
        CHECK(row, game_redo(g));
    else
        CHECK(row, point_parse(word, NOTATION_SGF, g->board.size, &p, &err) &&
                       game_play(g, p) == PLAY_OK);
}

enum { ACTS_MAX = 8 };

static const struct {
    const char *name, *sgf;
    const char *acts[ACTS_MAX];
    const char *tree; // at the end; the record is updated after each action
} rows[] = {
    {"from nothing", "(;SZ[5])", {"aa", "bb"}, ";B[aa];W[bb])"},
    {"what is taken back leaves nothing", "(;SZ[5])", {"aa", "bb", "-", "-"}, ")"},
    {"another way", "(;SZ[5])", {"aa", "bb", "-", "cc", "dd"}, ";B[aa];W[cc];B[dd])"},
    {"redo", "(;SZ[5])", {"aa", "bb", "-", "-", "+", "+"}, ";B[aa];W[bb])"},
    {"back into the file", "(;SZ[5];B[aa];W[bb])", {"-", "-"}, ";B[aa];W[bb])"},
    {"back and along the file", "(;SZ[5];B[aa];W[bb])", {"-", "bb", "cc"}, ";B[aa];W[bb];B[cc])"},
    {"a variation taken back", "(;SZ[5];B[aa];W[bb])", {"-", "cc", "-"}, ";B[aa];W[bb])"},
    {"a variation exchanged",
     "(;SZ[5];B[aa];W[bb])",
     {"-", "cc", "dd", "-", "-", "ee"},
     ";B[aa](;W[bb])(;W[ee]))"},
    {"from a variation to the main line",
     "(;SZ[5];B[aa];W[bb])",
     {"-", "cc", "-", "bb", "dd"},
     ";B[aa];W[bb];B[dd])"},
    {"a variation from the root",
     "(;SZ[5];B[aa];W[bb])",
     {"-", "-", "ee"},
     "(;B[aa];W[bb])(;B[ee]))"},
    {"remarks between the moves",
     "(;SZ[5];B[aa];C[x];W[bb];C[y])",
     {"-", "bb", "cc"},
     ";B[aa];C[x];W[bb];C[y];B[cc])"},
    {"remarks before a variation",
     "(;SZ[5];B[aa];C[x];W[bb])",
     {"-", "cc"},
     ";B[aa];C[x](;W[bb])(;W[cc]))"},
    {"the same stones set up are another game",
     "(;SZ[5];B[aa](;W[bb])(;AB[cc];W[dd]))",
     {"-", "dd"},
     ";B[aa](;W[bb])(;AB[cc];W[dd])(;W[dd]))"},
};

TEST(game_in_tree_follows_a_game) {
    for (int i = 0; i < COUNT(rows); i++) {
        Record *r = read_sgf(rows[i].name, rows[i].sgf);
        Game *g = mem_alloc(sizeof *g);
        Error err = {0};
        CHECK(rows[i].name, record_replay(r, record_last(r), g, &err));
        GameInTree b = game_in_tree_from(r, record_last(r));
        for (int k = 0; k < ACTS_MAX && rows[i].acts[k]; k++) {
            act(rows[i].name, g, rows[i].acts[k]);
            const Node *end = game_in_tree_update(&b, g);
            Game *again = mem_alloc(sizeof *again);
            CHECK(rows[i].name, end && record_replay(r, end, again, &err));
            CHECK(rows[i].name, !memcmp(&again->board, &g->board, sizeof g->board));
            mem_free(again);
        }
        check_tree(rows[i].name, r, rows[i].tree);
        mem_free(g);
        record_free(r);
    }
}

TEST(game_in_tree_rejects_a_sibling_of_the_root_move) {
    Record *r = read_sgf("root", "(;SZ[5]B[aa];W[bb])");
    Game g;
    Error err = {0};
    CHECK("replay", record_replay(r, record_last(r), &g, &err));
    GameInTree b = game_in_tree_from(r, record_last(r));
    CHECK("all of it", game_in_tree_update(&b, &g) == record_last(r));
    CHECK("undo", game_undo(&g));
    CHECK("as far as the root", game_in_tree_update(&b, &g) == r->root);
    CHECK("undo", game_undo(&g));
    CHECK("before it", game_in_tree_update(&b, &g) == NULL);
    record_free(r);
}

TEST(game_in_tree_stores_the_answers_of_an_opening) {
    Record *r = read_sgf("swap", "(;SZ[7]OPENING[swap];B[dd];W[de];B[ee];SWAP[swap])");
    Game g;
    Error err = {0};
    CHECK("replay", record_replay(r, record_last(r), &g, &err));
    GameInTree b = game_in_tree_from(r, record_last(r));
    CHECK("play", game_play(&g, point_at(0, 0)) == PLAY_OK);
    CHECK("follow", game_in_tree_update(&b, &g) != NULL);
    check_tree("goes on", r, ";B[dd];W[de];B[ee];SWAP[swap];W[aa])");
    CHECK("undo two", game_undo(&g) && game_undo(&g));
    CHECK_INT("stay", game_play(&g, POINT_STAY), PLAY_OK);
    CHECK("follow", game_in_tree_update(&b, &g) != NULL);
    check_tree("another answer", r, ";B[dd];W[de];B[ee](;SWAP[swap])(;SWAP[stay]))");
    record_free(r);
}

static int count_nodes(const Node *node) {
    int n = 1;
    for (const Node *child = node->child; child; child = child->next)
        n += count_nodes(child);
    return n;
}

// Whatever the game does, the record has it, and nothing of the file is lost.
TEST(game_in_tree_follows_random_undo_and_redo) {
    static const char tree[] = "(;SZ[5];B[aa](;W[bb];C[x];B[cc](;W[dd])(;W[de]))(;W[ba];B[ca]))";
    Rng rng = {7};
    Record *r = read_sgf("tree", tree);
    int nodes = count_nodes(r->root);
    Game *g = mem_alloc(2 * sizeof *g), *again = g + 1;
    Error err = {0};
    CHECK("replay", record_replay(r, record_last(r), g, &err));
    GameInTree b = game_in_tree_from(r, record_last(r));
    for (int i = 0; i < 3000; i++) {
        if (rng_below(&rng, 2))
            game_play(g, point_at(rng_below(&rng, 5), rng_below(&rng, 5)));
        else if (rng_below(&rng, 3))
            game_undo(g);
        else
            game_redo(g);
        const Node *end = game_in_tree_update(&b, g);
        CHECK("replay", record_replay(r, end, again, &err));
        CHECK("position", !memcmp(&again->board, &g->board, sizeof g->board));
        CHECK("all is there", count_nodes(r->root) >= nodes);
        CHECK("and the game", count_nodes(r->root) <= nodes + g->count);
    }
    while (game_undo(g))
        continue;
    game_in_tree_update(&b, g);
    CHECK_INT("only the nodes of the file", count_nodes(r->root), nodes);
    mem_free(g);
    record_free(r);
}
