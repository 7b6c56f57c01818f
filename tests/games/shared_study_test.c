// The shared study tree: playing, showing and removing variations, and what is rejected.
#include "games/shared_study.h"

#include "base/mem.h"
#include "base/number.h"
#include "fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static GameId play(Fixture *f, const GameRequest *request, const char *const *moves) {
    GameId id;
    Error err = {0};
    registry_create_game(f->registry, &f->users[0], request, &id, &err);
    registry_apply_action(f->registry, &f->users[1], id.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    for (int i = 0; moves[i]; i++) {
        GameView *view = mem_alloc(sizeof *view);
        registry_view(f->registry, id.text, 0, view, &err);
        registry_apply_action(
            f->registry, &f->users[view->summary.turn], id.text,
            &(GameAction){.kind = GAME_ACTION_PLAY, .at = {i, 0}, .move = moves[i]}, &err);
        mem_free(view);
    }
    CHECK_TEXT("a game", err.text, "");
    return id;
}

static void resign(Fixture *f, const GameId *id) {
    Error err = {0};
    registry_apply_action(f->registry, &f->users[0], id->text,
                          &(GameAction){.kind = GAME_ACTION_RESIGN}, &err);
    CHECK_TEXT("resigning", err.text, "");
    fixture_commit(f);
}

static void add_node(void *context, int node, int parent, const char *point) {
    str_add((Str *)context, "%d<%d:%s ", node, parent, point);
}

static const char *tree_text(const SharedStudy *study, Str *out) {
    str_clear(out);
    shared_study_each(study, add_node, out);
    str_add(out, "at %d next %d", shared_study_current(study), shared_study_next_number(study));
    return str_text(out);
}

static const GameRequest ours = {.opponent = "link", .color = "black"};

static SharedStudy *open_study(Fixture *f, const GameId *id) {
    SharedStudy *study = NULL;
    Error err = {0};
    registry_new_shared_study(f->registry, id->text, &study, &err);
    CHECK_TEXT("shared study", err.text, "");
    return study;
}

TEST(shared_study_starts_with_the_game) {
    static const GameRequest swapped = {.opponent = "link", .color = "black", .opening = "swap2"};
    static const char *const moves[] = {"h8", "i9", "h9", "stay", "j10", NULL};
    Fixture f;
    Str text = {0};
    fixture_begin(&f);
    GameId id = play(&f, &swapped, moves);
    SharedStudy *study = NULL;
    Error err = {0};
    CHECK_INT("not over", registry_new_shared_study(f.registry, id.text, &study, &err),
              STATUS_NOT_NOW);
    resign(&f, &id);
    study = open_study(&f, &id);
    CHECK_TEXT("only stones", tree_text(study, &text), "1<0:h8 2<1:i9 3<2:h9 4<3:j10 at 4 next 5");
    CHECK_INT("no such game", registry_new_shared_study(f.registry, "nosuchgame22", &study, &err),
              STATUS_NOT_FOUND);
    shared_study_free(study);
    str_release(&text);
    fixture_end(&f);
}

TEST(shared_study_of_a_mist_game_only_after_its_end) {
    static const GameRequest misty = {.opponent = "link", .color = "black", .mist = true};
    static const char *const moves[] = {"j10", "a1", NULL};
    Fixture f;
    fixture_begin(&f);
    GameId id = play(&f, &misty, moves);
    SharedStudy *study = NULL;
    Error err = {0};
    CHECK_INT("not over", registry_new_shared_study(f.registry, id.text, &study, &err),
              STATUS_IN_THE_MIST);
    resign(&f, &id);
    shared_study_free(open_study(&f, &id));
    fixture_end(&f);
}

// Commands in order, starting with the game h8 i9, and the tree after each.
static const struct {
    const char *name;
    char command; // 'p'lay, 's'how, 'r'emove
    int node;
    const char *points;
    Status status;
    const char *tree;
} rows[] = {
    {"a move", 'p', 2, "j10", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 at 3 next 4"},
    {"a move that exists", 'p', 0, "h8", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 at 1 next 4"},
    {"a line, half of it exists", 'p', 1, "i9j10a1", STATUS_OK,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 4 next 5"},
    {"another line", 'p', 1, "g7g8", STATUS_OK,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 5<1:g7 6<5:g8 at 6 next 7"},
    {"on a stone", 'p', 6, "h8", STATUS_OCCUPIED, NULL},
    {"a line that plays a point twice", 'p', 6, "a2a2", STATUS_OCCUPIED, NULL},
    {"not a point", 'p', 6, "stay", STATUS_BAD_VALUE, NULL},
    {"off the board", 'p', 6, "h16", STATUS_BAD_VALUE, NULL},
    {"in capitals", 'p', 6, "A3", STATUS_BAD_VALUE, NULL},
    {"no moves", 'p', 6, "", STATUS_BAD_VALUE, NULL},
    {"from a node that does not exist", 'p', 7, "a1", STATUS_STALE, NULL},
    {"a move of the game", 'r', 2, "", STATUS_STUDY_GAME_MOVE, NULL},
    {"the root", 'r', 0, "", STATUS_STUDY_GAME_MOVE, NULL},
    {"the subtree that is shown", 'r', 5, "", STATUS_OK,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 1 next 7"},
    {"removing a removed node", 'r', 5, "", STATUS_STALE, NULL},
    {"showing a removed node", 's', 6, "", STATUS_STALE, NULL},
    {"the root", 's', 0, "", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 0 next 7"},
    {"numbers are not reused", 'p', 0, "g7", STATUS_OK,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 7<0:g7 at 7 next 8"},
    {"another node", 'r', 4, "", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 7<0:g7 at 7 next 8"},
};

static Status apply(SharedStudy *study, char command, int node, const char *points, Error *err) {
    return command == 'p'   ? shared_study_play(study, node, points, err)
           : command == 's' ? shared_study_show(study, node, err)
                            : shared_study_remove(study, node, err);
}

TEST(shared_study_commands) {
    static const char *const moves[] = {"h8", "i9", NULL};
    Fixture f;
    Str text = {0}, before = {0};
    fixture_begin(&f);
    GameId id = play(&f, &ours, moves);
    resign(&f, &id);
    SharedStudy *study = open_study(&f, &id);
    tree_text(study, &before);
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Status status = apply(study, rows[i].command, rows[i].node, rows[i].points, &err);
        CHECK_INT(rows[i].name, status, rows[i].status);
        CHECK(rows[i].name, !status == !*err.text);
        CHECK_TEXT(rows[i].name, tree_text(study, &text),
                   status ? str_text(&before) : rows[i].tree);
        str_clear(&before);
        str_add_text(&before, str_text(&text));
    }
    shared_study_free(study);
    str_release(&text);
    str_release(&before);
    fixture_end(&f);
}

TEST(shared_study_obeys_the_rules) {
    static const GameRequest renju = {.opponent = "link", .color = "black", .rules = "renju"};
    static const char *const threes[] = {"h9", "a1", "h10", "a3", "i8", "a5", "j8", "a7", NULL};
    static const char *const five[] = {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8", NULL};
    Fixture f;
    Error err = {0};
    fixture_begin(&f);
    GameId id = play(&f, &renju, threes);
    resign(&f, &id);
    SharedStudy *study = open_study(&f, &id);
    CHECK_INT("a double three", shared_study_play(study, 8, "h8", &err), STATUS_ILLEGAL_MOVE);
    CHECK_INT("elsewhere", shared_study_play(study, 8, "o15", &err), STATUS_OK);
    shared_study_free(study);
    id = play(&f, &ours, five);
    fixture_commit(&f);
    study = open_study(&f, &id);
    CHECK_INT("after a five", shared_study_play(study, 9, "a5", &err), STATUS_ILLEGAL_MOVE);
    CHECK_INT("before it", shared_study_play(study, 8, "a5", &err), STATUS_OK);
    shared_study_free(study);
    fixture_end(&f);
}

TEST(shared_study_is_bounded) {
    static const char *const moves[] = {"h8", "i9", NULL};
    Fixture f;
    Error err = {0};
    Rng rng = {5};
    fixture_begin(&f);
    GameId id = play(&f, &ours, moves);
    resign(&f, &id);
    SharedStudy *study = open_study(&f, &id);
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
        char point[16];
        snprintf(point, sizeof point, "%c%d", 'a' + rng_below(&rng, 15), 1 + rng_below(&rng, 15));
        Status status =
            shared_study_play(study, rng_below(&rng, shared_study_next_number(study)), point, &err);
        refused += status == STATUS_STUDY_FULL;
    }
    CHECK_INT("next", shared_study_next_number(study), SHARED_STUDY_NODES_MAX + 1);
    CHECK("full", refused > 0);
    CHECK_INT("removing", shared_study_remove(study, 3, &err), STATUS_OK);
    CHECK_INT("playing on a stone", shared_study_play(study, 2, "h8", &err), STATUS_OCCUPIED);
    shared_study_free(study);
    fixture_end(&f);
}

TEST(shared_study_is_written_and_read) {
    static const char *const moves[] = {"h8", "i9", NULL};
    static const char *const bad[] = {
        "",
        "2",
        "2 x",
        "3 3",
        "2 2",
        "-1 3",
        "2 4 3",
        "2 4 3 2",
        "2 4 3 2 z9",
        "2 4 3 2 h8",
        "2 4 3 9 a1",
        "2 4 2 2 a1",
        "2 4 4 2 a1",
        "2 9 4 2 a1 3 2 a2",
        "2 4 3 2 swap",
        "2 4 3 2 a1 4",
        "2 4  3 2 a1",
        "2 99999999999 3 2 a1",
    };
    Fixture f;
    Error err = {0};
    Rng rng = {7};
    Str before = {0}, after = {0}, text = {0};
    fixture_begin(&f);
    GameId id = play(&f, &ours, moves);
    resign(&f, &id);
    SharedStudy *study = open_study(&f, &id);
    for (int i = 0; i < 300; i++) {
        char point[16];
        snprintf(point, sizeof point, "%c%d", 'a' + rng_below(&rng, 15), 1 + rng_below(&rng, 15));
        shared_study_play(study, rng_below(&rng, shared_study_next_number(study)), point, &err);
        if (i % 10 == 0)
            shared_study_remove(study, rng_below(&rng, shared_study_next_number(study)), &err);
        str_clear(&text);
        shared_study_write(study, &text);
        SharedStudy *copy = open_study(&f, &id);
        CHECK("is read", shared_study_read(copy, str_text(&text), &err));
        CHECK_TEXT("the same", tree_text(copy, &after), tree_text(study, &before));
        shared_study_free(copy);
    }
    shared_study_free(study);
    for (int i = 0; i < COUNT(bad); i++) {
        study = open_study(&f, &id);
        CHECK(bad[i], !shared_study_read(study, bad[i], &err));
        shared_study_free(study);
    }
    str_release(&before);
    str_release(&after);
    str_release(&text);
    fixture_end(&f);
}
