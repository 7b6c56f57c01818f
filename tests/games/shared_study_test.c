// A game looked at together: what grows, what is refused, and that it stays a tree.
#include "games/shared_study.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/util.h"
#include "test.h"
#include "world.h"

#include <stdio.h>
#include <string.h>

static GameId play(Fixture *w, const GameRequest *request, const char *const *moves) {
    GameId id;
    Error err = {0};
    registry_create_game(w->registry, &w->people[0], request, &id, &err);
    registry_apply_action(w->registry, &w->people[1], id.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    for (int i = 0; moves[i]; i++) {
        GameView *sight = mem_alloc(sizeof *sight);
        registry_view(w->registry, id.text, 0, sight, &err);
        registry_apply_action(
            w->registry, &w->people[sight->turn], id.text,
            &(GameAction){.kind = GAME_ACTION_PLAY, .at = {i, 0}, .move = moves[i]}, &err);
        mem_free(sight);
    }
    CHECK_TEXT("a game", err.text, "");
    return id;
}

static void resign(Fixture *w, const GameId *id) {
    Error err = {0};
    registry_apply_action(w->registry, &w->people[0], id->text,
                          &(GameAction){.kind = GAME_ACTION_RESIGN}, &err);
    CHECK_TEXT("resigning", err.text, "");
    fixture_commit(w);
}

static void add_node(void *context, int node, int parent, const char *point) {
    str_add((Str *)context, "%d<%d:%s ", node, parent, point);
}

static const char *text_of(const SharedStudy *t, Str *out) {
    str_clear(out);
    shared_study_each(t, add_node, out);
    str_add(out, "at %d next %d", shared_study_current(t), shared_study_next_number(t));
    return str_text(out);
}

static const GameRequest ours = {.opponent = "link", .color = "black"};

static SharedStudy *look(Fixture *w, const GameId *id) {
    SharedStudy *t = NULL;
    Error err = {0};
    registry_new_shared_study(w->registry, id->text, &t, &err);
    CHECK_TEXT("together", err.text, "");
    return t;
}

TEST(together_begins_with_the_game) {
    static const GameRequest swapped = {.opponent = "link", .color = "black", .opening = "swap2"};
    static const char *const moves[] = {"h8", "i9", "h9", "stay", "j10", NULL};
    Fixture w;
    Str text = {0};
    fixture_begin(&w);
    GameId id = play(&w, &swapped, moves);
    SharedStudy *t = NULL;
    Error err = {0};
    CHECK_INT("going on", registry_new_shared_study(w.registry, id.text, &t, &err), STATUS_NOT_NOW);
    resign(&w, &id);
    t = look(&w, &id);
    CHECK_TEXT("stones alone", text_of(t, &text), "1<0:h8 2<1:i9 3<2:h9 4<3:j10 at 4 next 5");
    CHECK_INT("none", registry_new_shared_study(w.registry, "nosuchgame22", &t, &err),
              STATUS_NOT_FOUND);
    shared_study_free(t);
    str_release(&text);
    fixture_end(&w);
}

TEST(together_waits_for_the_mist_to_lift) {
    static const GameRequest misty = {.opponent = "link", .color = "black", .mist = true};
    static const char *const moves[] = {"j10", "a1", NULL};
    Fixture w;
    fixture_begin(&w);
    GameId id = play(&w, &misty, moves);
    SharedStudy *t = NULL;
    Error err = {0};
    CHECK_INT("going on", registry_new_shared_study(w.registry, id.text, &t, &err),
              STATUS_IN_THE_MIST);
    resign(&w, &id);
    shared_study_free(look(&w, &id));
    fixture_end(&w);
}

// Each in turn, from the game h8 i9; what the board is afterwards.
static const struct {
    const char *name;
    char deed; // play, show, remove
    int node;
    const char *points;
    Status why;
    const char *board;
} rows[] = {
    {"a move", 'p', 2, "j10", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 at 3 next 4"},
    {"a move that is there", 'p', 0, "h8", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 at 1 next 4"},
    {"a line, half of it there", 'p', 1, "i9j10a1", STATUS_OK,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 4 next 5"},
    {"another", 'p', 1, "g7g8", STATUS_OK,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 5<1:g7 6<5:g8 at 6 next 7"},
    {"on a stone", 'p', 6, "h8", STATUS_OCCUPIED, NULL},
    {"a line that comes upon itself", 'p', 6, "a2a2", STATUS_OCCUPIED, NULL},
    {"no point", 'p', 6, "stay", STATUS_BAD_VALUE, NULL},
    {"off the board", 'p', 6, "h16", STATUS_BAD_VALUE, NULL},
    {"in capitals", 'p', 6, "A3", STATUS_BAD_VALUE, NULL},
    {"nothing", 'p', 6, "", STATUS_BAD_VALUE, NULL},
    {"from nowhere", 'p', 7, "a1", STATUS_STALE, NULL},
    {"the game's own", 'r', 2, "", STATUS_NOT_NOW, NULL},
    {"the root", 'r', 0, "", STATUS_NOT_NOW, NULL},
    {"something looked at", 'r', 5, "", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 1 next 7"},
    {"what is gone", 'r', 5, "", STATUS_STALE, NULL},
    {"what is gone", 's', 6, "", STATUS_STALE, NULL},
    {"the root", 's', 0, "", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 0 next 7"},
    {"numbers are not used again", 'p', 0, "g7", STATUS_OK,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 7<0:g7 at 7 next 8"},
    {"something else", 'r', 4, "", STATUS_OK, "1<0:h8 2<1:i9 3<2:j10 7<0:g7 at 7 next 8"},
};

static Status carry_out(SharedStudy *t, char deed, int node, const char *points, Error *err) {
    return deed == 'p'   ? shared_study_play(t, node, points, err)
           : deed == 's' ? shared_study_show(t, node, err)
                         : shared_study_remove(t, node, err);
}

TEST(together_grows_and_is_cut) {
    static const char *const moves[] = {"h8", "i9", NULL};
    Fixture w;
    Str text = {0}, before = {0};
    fixture_begin(&w);
    GameId id = play(&w, &ours, moves);
    resign(&w, &id);
    SharedStudy *t = look(&w, &id);
    text_of(t, &before);
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Status no = carry_out(t, rows[i].deed, rows[i].node, rows[i].points, &err);
        CHECK_INT(rows[i].name, no, rows[i].why);
        CHECK(rows[i].name, !no == !*err.text);
        CHECK_TEXT(rows[i].name, text_of(t, &text), no ? str_text(&before) : rows[i].board);
        str_clear(&before);
        str_add_text(&before, str_text(&text));
    }
    shared_study_free(t);
    str_release(&text);
    str_release(&before);
    fixture_end(&w);
}

TEST(together_keeps_to_the_rules) {
    static const GameRequest renju = {.opponent = "link", .color = "black", .rules = "renju"};
    static const char *const threes[] = {"h9", "a1", "h10", "a3", "i8", "a5", "j8", "a7", NULL};
    static const char *const five[] = {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8", NULL};
    Fixture w;
    Error err = {0};
    fixture_begin(&w);
    GameId id = play(&w, &renju, threes);
    resign(&w, &id);
    SharedStudy *t = look(&w, &id);
    CHECK_INT("a double three", shared_study_play(t, 8, "h8", &err), STATUS_ILLEGAL_MOVE);
    CHECK_INT("elsewhere", shared_study_play(t, 8, "o15", &err), STATUS_OK);
    shared_study_free(t);
    id = play(&w, &ours, five);
    fixture_commit(&w);
    t = look(&w, &id);
    CHECK_INT("after a five", shared_study_play(t, 9, "a5", &err), STATUS_ILLEGAL_MOVE);
    CHECK_INT("before it", shared_study_play(t, 8, "a5", &err), STATUS_OK);
    shared_study_free(t);
    fixture_end(&w);
}

TEST(together_is_bounded) {
    static const char *const moves[] = {"h8", "i9", NULL};
    Fixture w;
    Error err = {0};
    Rng rng = {5};
    fixture_begin(&w);
    GameId id = play(&w, &ours, moves);
    resign(&w, &id);
    SharedStudy *t = look(&w, &id);
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
        char point[16];
        snprintf(point, sizeof point, "%c%d", 'a' + rng_below(&rng, 15), 1 + rng_below(&rng, 15));
        Status no = shared_study_play(t, rng_below(&rng, shared_study_next_number(t)), point, &err);
        refused += no == STATUS_TOO_MANY;
    }
    CHECK_INT("next", shared_study_next_number(t), SHARED_STUDY_NODES_MAX + 1);
    CHECK("it was full", refused > 0);
    CHECK_INT("room again", shared_study_remove(t, 3, &err), STATUS_OK);
    CHECK_INT("for another", shared_study_play(t, 2, "h8", &err), STATUS_OCCUPIED);
    shared_study_free(t);
    fixture_end(&w);
}
