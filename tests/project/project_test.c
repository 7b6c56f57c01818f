#include "project/project.h"

#include "ask.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "proof/certificate.h"
#include "support.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Goal goal_of(const Rules *rules, int size, Stone winner) {
    Goal goal = {.winner = winner};
    board_init(&goal.start, rules, size);
    return goal;
}

static void add_line(Str *log, const Goal *goal, const Fact *fact) {
    if (fact)
        log_write_fact(fact, log);
    else
        log_write_goal(goal, log);
    str_add_char(log, '\n');
}

// A start with Black to move: a candidate with two open replies, one of which is won by threats.
static void make_log(Str *log, const Goal *goal) {
    Fact *fact = mem_alloc(sizeof *fact);
    add_line(log, goal, NULL);
    fact->board = goal->start;
    fact->kind = FACT_TRY;
    fact->move = point_at(4, 4);
    fact->value = 300;
    fact->open_count = 2;
    fact->open[0] = point_at(4, 5);
    fact->open[1] = point_at(5, 5);
    add_line(log, goal, fact);
    board_place(&fact->board, BLACK, point_at(4, 4));
    board_place(&fact->board, WHITE, point_at(4, 5));
    tree_canonical(&fact->board);
    fact->kind = FACT_WON;
    add_line(log, goal, fact);
    mem_free(fact);
}

static int64_t children_left(const char *text, size_t len, LogCount *count) {
    Tree tree;
    Error err = {0};
    if (!log_replay(text, len, &tree, count, &err))
        return -1;
    int64_t open = 0;
    for (int i = 0; tree.root->candidate_count > 0 && i < tree.root->candidates[0].child_count; i++)
        open += !tree.root->candidates[0].children[i].node->is_proved;
    tree_release(&tree);
    return open;
}

TEST(project_log_is_replayed) {
    Goal goal = goal_of(&rules_freestyle, 9, BLACK);
    Str log = {0};
    LogCount count;
    make_log(&log, &goal);
    CHECK_INT("whole", children_left(log.data, log.len, &count), 1);
    CHECK_INT("whole", count.records, 2);
    CHECK_INT("torn", children_left(log.data, log.len - 3, &count), 2);
    CHECK("torn", count.is_torn && count.records == 1);
    log.data[log.len - 4] ^= 1;
    CHECK_INT("damaged", children_left(log.data, log.len, &count), 2);
    CHECK_INT("damaged", count.damaged, 1);
    log.data[3] ^= 1;
    CHECK_INT("no goal", children_left(log.data, log.len, &count), -1);
    CHECK_INT("empty", children_left("", 0, &count), -1);
    str_release(&log);
}

// Records are independent: in any order they give the same tree.
TEST(project_log_in_another_order) {
    Goal goal = goal_of(&rules_freestyle, 9, BLACK);
    Str log = {0}, turned = {0};
    LogCount count;
    make_log(&log, &goal);
    const char *second = strchr(log.data, '\n') + 1, *third = strchr(second, '\n') + 1;
    str_add_bytes(&turned, log.data, (size_t)(second - log.data));
    str_add_text(&turned, third);
    str_add_bytes(&turned, second, (size_t)(third - second));
    CHECK_INT("turned around", children_left(turned.data, turned.len, &count), 1);
    str_release(&log);
    str_release(&turned);
}

TEST(project_log_refuses_facts_that_cannot_be) {
    Goal goal = goal_of(&rules_freestyle, 9, BLACK);
    Tree tree;
    Fact *fact = mem_alloc(sizeof *fact);
    tree_init(&tree, &goal);
    fact->board = goal.start;
    fact->kind = FACT_TRY;
    fact->move = POINT_NONE;
    CHECK("no move", !tree_apply(&tree, fact));
    fact->move = point_at(2, 2);
    fact->open_count = 1;
    fact->open[0] = point_at(2, 2);
    CHECK("a reply on the move", !tree_apply(&tree, fact));
    fact->open[0] = point_at(2, 3);
    CHECK("a good one", tree_apply(&tree, fact));
    // Of the mirror images of a position one is a node.
    int found = 0;
    for (int i = 0; i < 8; i++) {
        fact->board = goal.start;
        board_place(&fact->board, BLACK, point_at(i & 1 ? 0 : 8, i & 2 ? 0 : 8));
        board_place(&fact->board, WHITE,
                    i & 4 ? point_at(4, i & 2 ? 0 : 8) : point_at(i & 1 ? 0 : 8, 4));
        for (fact->kind = FACT_TRY; fact->kind < FACT_COUNT; fact->kind++)
            found += tree_apply(&tree, fact);
    }
    CHECK_INT("one image", found, FACT_COUNT);
    tree_release(&tree);
    mem_free(fact);
}

// As a log may have that several workers have written: all are worked on.
TEST(project_log_with_many_candidates) {
    enum { MANY = 20 };
    Goal goal = goal_of(&rules_freestyle, 9, BLACK);
    Tree tree;
    Fact *fact = mem_alloc(sizeof *fact);
    tree_init(&tree, &goal);
    fact->board = goal.start;
    fact->kind = FACT_TRY;
    fact->open_count = 0;
    for (int i = 0; i < MANY; i++) {
        fact->move = point_at(i % 9, i / 9);
        CHECK("applied", tree_apply(&tree, fact));
    }
    CHECK_INT("candidates", tree.root->candidate_count, MANY);
    int jobs = 0;
    while (tree_take_job(&tree).kind == JOB_ALL_REPLIES)
        jobs++;
    CHECK_INT("jobs", jobs, MANY);
    tree_release(&tree);
    mem_free(fact);
}

// Six stones in a row do not win here, and neither do the first five of them.
TEST(project_positions_with_long_lines) {
    Goal goal = goal_of(&rules_standard, 9, BLACK);
    Tree tree;
    for (int x = 0; x < 6; x++) {
        board_place(&goal.start, BLACK, point_at(x, 0));
        board_place(&goal.start, WHITE, point_at(x, x % 2 ? 4 : 7));
    }
    board_recompute_winner(&goal.start);
    tree_init(&tree, &goal);
    Board b = tree_board(&tree, tree.root);
    CHECK_INT("stones", b.stones, 12);
    CHECK_INT("nobody has won", b.winner, EMPTY);
    tree_release(&tree);
}

TEST(project_positions_and_their_mirror_images) {
    Rng rng = {3};
    for (int i = 0; i < random_cases(2000); i++) {
        Board b = board_random(&rules_freestyle, 5 + i % 12, 20, &rng), turned = b;
        int symmetry = rng_below(&rng, SYMMETRY_COUNT);
        for (int k = 0; k < b.size * b.size; k++) {
            Point p = point_at(k % b.size, k / b.size);
            turned.at[symmetry_apply(symmetry, p, b.size)] = b.at[p];
        }
        CHECK("key", tree_key(&b) == tree_key(&turned));
        tree_canonical(&b);
        tree_canonical(&turned);
        CHECK("canonical", memcmp(b.at, turned.at, sizeof b.at) == 0);
    }
}

// A proved move is a hint for positions that differ by one stone of the other side, also mirrored.
TEST(project_hints) {
    Goal goal = goal_of(&rules_freestyle, 9, BLACK);
    Tree tree;
    Fact *fact = mem_alloc(sizeof *fact);
    board_place(&goal.start, BLACK, point_at(4, 4));
    board_place(&goal.start, WHITE, point_at(0, 0));
    tree_init(&tree, &goal);
    fact->board = tree.goal.start;
    int symmetry = tree_canonical(&goal.start);
    fact->move = symmetry_apply(symmetry, point_at(5, 3), 9);
    for (fact->kind = FACT_TRY; fact->kind <= FACT_ALL; fact->kind++)
        CHECK("applied", tree_apply(&tree, fact));
    CHECK("proved", tree.root->is_proved);
    Board similar;
    board_init(&similar, &rules_freestyle, 9);
    board_place(&similar, BLACK, point_at(4, 4));
    board_place(&similar, WHITE, point_at(8, 2));
    Point hint = tree_hint(&tree, &similar);
    CHECK("next to the center, in a diagonal",
          point_distance(hint, point_at(4, 4)) == 1 && point_x(hint) != 4 && point_y(hint) != 4);
    board_place(&similar, WHITE, point_at(8, 4));
    CHECK_INT("two other stones", tree_hint(&tree, &similar), POINT_NONE);
    tree_release(&tree);
    mem_free(fact);
}

// Full-width search, without any knowledge.
static bool wins_by_brute_force(const Board *b, Stone winner) {
    Point empty[REPLIES_MAX];
    int n = board_empty_points(b, empty);
    bool own = (Stone)b->turn == winner;
    for (int i = 0; i < n; i++) {
        Board after = *b;
        if (board_play(&after, empty[i]) != PLAY_OK)
            continue;
        bool won = after.winner != EMPTY ? (Stone)after.winner == winner
                                         : wins_by_brute_force(&after, winner);
        if (won == own)
            return own;
    }
    return !own && n > 0 && board_has_legal_move(b);
}

// Late positions of small boards: what a project proves is true, and its certificate is valid.
TEST(projects_agree_with_brute_force) {
    char folder[] = "/tmp/pentad-project-XXXXXX";
    CHECK("a folder", mkdtemp(folder));
    Rng rng = {11};
    int proved = 0, refuted = 0;
    for (int i = 0; i < 10 + random_cases(100); i++) {
        Goal goal = {.start = board_random(rules_at(i % 5), 6, 26, &rng)};
        if (goal.start.winner != EMPTY || goal.start.stones < 24)
            continue;
        goal.winner = (Stone)goal.start.turn;
        Str path = {0};
        str_add(&path, "%s/%d", folder, i);
        ProjectStatus status;
        Error err = {0};
        CHECK(err.text,
              project_run(&(ProjectOptions){.folder = path.data, .goal = &goal}, &status, &err));
        bool wins = wins_by_brute_force(&goal.start, goal.winner);
        CHECK("proved wins are wins", !status.is_proved || wins);
        proved += status.is_proved;
        refuted += !wins;
        if (status.is_proved) {
            ProjectLog log;
            LogCount count;
            Tree tree;
            Str text = {0};
            Fact *failed;
            int failed_count;
            CertificateCheck check = {0};
            CHECK(err.text, project_log_open(&log, path.data, NULL, &tree, &count, &err));
            CHECK(err.text, tree_write_certificate(&(CertificateOptions){.tree = &tree}, &text,
                                                   &failed, &failed_count, &err));
            CHECK(err.text, certificate_check(text.data, text.len, &check, &err));
            str_release(&check.starts);
            str_release(&text);
            mem_free(failed);
            project_log_close(&log);
            tree_release(&tree);
        }
        str_add_text(&path, "/project.log");
        unlink(path.data);
        str_cut(&path, path.len - strlen("/project.log"));
        rmdir(path.data);
        str_release(&path);
    }
    rmdir(folder);
    CHECK("there were wins", proved > 0);
    CHECK("and others", refuted > 0);
}
