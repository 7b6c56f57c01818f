// A game looked at together: what grows, what is refused, and that it stays a tree.
#include "room/together.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/util.h"
#include "test.h"
#include "world.h"

#include <stdio.h>
#include <string.h>

static GameId play(World *w, const GameRequest *request, const char *const *moves) {
    GameId id;
    Error err = {0};
    hall_create(w->hall, &w->people[0], request, &id, &err);
    hall_act(w->hall, &w->people[1], id.text, &(Act){.kind = ACT_JOIN}, &err);
    for (int i = 0; moves[i]; i++) {
        Sight *sight = mem_alloc(sizeof *sight);
        hall_see(w->hall, id.text, 0, sight, &err);
        hall_act(w->hall, &w->people[sight->turn], id.text,
                 &(Act){.kind = ACT_PLAY, .at = {i, 0}, .move = moves[i]}, &err);
        mem_free(sight);
    }
    CHECK_TEXT("a game", err.text, "");
    return id;
}

static void resign(World *w, const GameId *id) {
    Error err = {0};
    hall_act(w->hall, &w->people[0], id->text, &(Act){.kind = ACT_RESIGN}, &err);
    CHECK_TEXT("resigning", err.text, "");
    world_commit(w);
}

static void add_node(void *context, int node, int parent, const char *point) {
    str_add((Str *)context, "%d<%d:%s ", node, parent, point);
}

static const char *text_of(const Together *t, Str *out) {
    str_clear(out);
    together_each(t, add_node, out);
    str_add(out, "at %d next %d", together_at(t), together_next(t));
    return str_text(out);
}

static const GameRequest ours = {.opponent = "link", .color = "black"};

static Together *look(World *w, const GameId *id) {
    Together *t = NULL;
    Error err = {0};
    hall_look_together(w->hall, id->text, &t, &err);
    CHECK_TEXT("together", err.text, "");
    return t;
}

TEST(together_begins_with_the_game) {
    static const GameRequest swapped = {.opponent = "link", .color = "black", .opening = "swap2"};
    static const char *const moves[] = {"h8", "i9", "h9", "stay", "j10", NULL};
    World w;
    Str text = {0};
    world_begin(&w);
    GameId id = play(&w, &swapped, moves);
    Together *t = NULL;
    Error err = {0};
    CHECK_INT("going on", hall_look_together(w.hall, id.text, &t, &err), REFUSED_NOT_NOW);
    resign(&w, &id);
    t = look(&w, &id);
    CHECK_TEXT("stones alone", text_of(t, &text), "1<0:h8 2<1:i9 3<2:h9 4<3:j10 at 4 next 5");
    CHECK_INT("none", hall_look_together(w.hall, "nosuchgame22", &t, &err), REFUSED_NOT_FOUND);
    together_free(t);
    str_release(&text);
    world_end(&w);
}

TEST(together_waits_for_the_mist_to_lift) {
    static const GameRequest misty = {.opponent = "link", .color = "black", .mist = true};
    static const char *const moves[] = {"j10", "a1", NULL};
    World w;
    world_begin(&w);
    GameId id = play(&w, &misty, moves);
    Together *t = NULL;
    Error err = {0};
    CHECK_INT("going on", hall_look_together(w.hall, id.text, &t, &err), REFUSED_IN_THE_MIST);
    resign(&w, &id);
    together_free(look(&w, &id));
    world_end(&w);
}

// Each in turn, from the game h8 i9; what the board is afterwards.
static const struct {
    const char *name;
    char deed; // play, show, remove
    int node;
    const char *points;
    Refusal why;
    const char *board;
} rows[] = {
    {"a move", 'p', 2, "j10", REFUSED_NOT, "1<0:h8 2<1:i9 3<2:j10 at 3 next 4"},
    {"a move that is there", 'p', 0, "h8", REFUSED_NOT, "1<0:h8 2<1:i9 3<2:j10 at 1 next 4"},
    {"a line, half of it there", 'p', 1, "i9j10a1", REFUSED_NOT,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 4 next 5"},
    {"another", 'p', 1, "g7g8", REFUSED_NOT,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 5<1:g7 6<5:g8 at 6 next 7"},
    {"on a stone", 'p', 6, "h8", REFUSED_OCCUPIED, NULL},
    {"a line that comes upon itself", 'p', 6, "a2a2", REFUSED_OCCUPIED, NULL},
    {"no point", 'p', 6, "stay", REFUSED_BAD_VALUE, NULL},
    {"off the board", 'p', 6, "h16", REFUSED_BAD_VALUE, NULL},
    {"in capitals", 'p', 6, "A3", REFUSED_BAD_VALUE, NULL},
    {"nothing", 'p', 6, "", REFUSED_BAD_VALUE, NULL},
    {"from nowhere", 'p', 7, "a1", REFUSED_STALE, NULL},
    {"the game's own", 'r', 2, "", REFUSED_NOT_NOW, NULL},
    {"the root", 'r', 0, "", REFUSED_NOT_NOW, NULL},
    {"something looked at", 'r', 5, "", REFUSED_NOT, "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 1 next 7"},
    {"what is gone", 'r', 5, "", REFUSED_STALE, NULL},
    {"what is gone", 's', 6, "", REFUSED_STALE, NULL},
    {"the root", 's', 0, "", REFUSED_NOT, "1<0:h8 2<1:i9 3<2:j10 4<3:a1 at 0 next 7"},
    {"numbers are not used again", 'p', 0, "g7", REFUSED_NOT,
     "1<0:h8 2<1:i9 3<2:j10 4<3:a1 7<0:g7 at 7 next 8"},
    {"something else", 'r', 4, "", REFUSED_NOT, "1<0:h8 2<1:i9 3<2:j10 7<0:g7 at 7 next 8"},
};

static Refusal carry_out(Together *t, char deed, int node, const char *points, Error *err) {
    return deed == 'p'   ? together_play(t, node, points, err)
           : deed == 's' ? together_show(t, node, err)
                         : together_remove(t, node, err);
}

TEST(together_grows_and_is_cut) {
    static const char *const moves[] = {"h8", "i9", NULL};
    World w;
    Str text = {0}, before = {0};
    world_begin(&w);
    GameId id = play(&w, &ours, moves);
    resign(&w, &id);
    Together *t = look(&w, &id);
    text_of(t, &before);
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Refusal no = carry_out(t, rows[i].deed, rows[i].node, rows[i].points, &err);
        CHECK_INT(rows[i].name, no, rows[i].why);
        CHECK(rows[i].name, !no == !*err.text);
        CHECK_TEXT(rows[i].name, text_of(t, &text), no ? str_text(&before) : rows[i].board);
        str_clear(&before);
        str_add_text(&before, str_text(&text));
    }
    together_free(t);
    str_release(&text);
    str_release(&before);
    world_end(&w);
}

TEST(together_keeps_to_the_rules) {
    static const GameRequest renju = {.opponent = "link", .color = "black", .rules = "renju"};
    static const char *const threes[] = {"h9", "a1", "h10", "a3", "i8", "a5", "j8", "a7", NULL};
    static const char *const five[] = {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8", NULL};
    World w;
    Error err = {0};
    world_begin(&w);
    GameId id = play(&w, &renju, threes);
    resign(&w, &id);
    Together *t = look(&w, &id);
    CHECK_INT("a double three", together_play(t, 8, "h8", &err), REFUSED_ILLEGAL_MOVE);
    CHECK_INT("elsewhere", together_play(t, 8, "o15", &err), REFUSED_NOT);
    together_free(t);
    id = play(&w, &ours, five);
    world_commit(&w);
    t = look(&w, &id);
    CHECK_INT("after a five", together_play(t, 9, "a5", &err), REFUSED_ILLEGAL_MOVE);
    CHECK_INT("before it", together_play(t, 8, "a5", &err), REFUSED_NOT);
    together_free(t);
    world_end(&w);
}

TEST(together_is_bounded) {
    static const char *const moves[] = {"h8", "i9", NULL};
    World w;
    Error err = {0};
    Rng rng = {5};
    world_begin(&w);
    GameId id = play(&w, &ours, moves);
    resign(&w, &id);
    Together *t = look(&w, &id);
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
        char point[16];
        snprintf(point, sizeof point, "%c%d", 'a' + rng_below(&rng, 15), 1 + rng_below(&rng, 15));
        Refusal no = together_play(t, rng_below(&rng, together_next(t)), point, &err);
        refused += no == REFUSED_TOO_MANY;
    }
    CHECK_INT("next", together_next(t), TOGETHER_NODES_MAX + 1);
    CHECK("it was full", refused > 0);
    CHECK_INT("room again", together_remove(t, 3, &err), REFUSED_NOT);
    CHECK_INT("for another", together_play(t, 2, "h8", &err), REFUSED_OCCUPIED);
    together_free(t);
    world_end(&w);
}
