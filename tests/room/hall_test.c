// The hall: games that begin in the same instant, ends that are not on disk, and levels that fail.
#include "room/inquiry.h"
#include "room/rating.h"
#include "room/together.h"

#include "base/util.h"
#include "test.h"
#include "world.h"

#include <string.h>

enum { GAMES = 5 };

typedef struct {
    GameId ids[GAMES];
    int count;
    int64_t last;
} Found;

static void gather(void *context, const Summary *s) {
    Found *found = context;
    if (found->count < GAMES)
        found->ids[found->count++] = s->row.id;
    found->last = s->row.created;
}

TEST(hall_pages_games_of_one_instant) {
    Error err = {0};
    World w;
    world_begin(&w);
    Hall *hall = w.hall;
    GameId begun[GAMES];
    for (int i = 0; i < GAMES; i++) {
        hall_set_now(hall, (Now){.wall_ms = 1000 - i}); // a clock that was set back is no reason
        hall_create(hall, &w.people[0], &(GameRequest){.opponent = "anyone"}, &begun[i], &err);
        CHECK_TEXT("a game", err.text, "");
    }
    Found found = {.last = INT64_MAX};
    for (int page = 0; page < GAMES; page++) {
        GameQuery query = {.state = -1, .mist = -1, .result = RESULT_ANY, .before = found.last};
        query.limit = 1;
        hall_search(hall, &query, gather, &found, &err);
    }
    CHECK_INT("found", found.count, GAMES);
    for (int i = 0; i < found.count; i++)
        CHECK_TEXT("newest first", found.ids[i].text, begun[GAMES - 1 - i].text);
    world_end(&w);
}

// A commit that fails takes the end back, and a game in the mist goes on.
TEST(hall_shows_all_of_a_game_when_its_end_is_on_disk) {
    World w;
    world_begin(&w);
    for (int committed = 0; committed < 2; committed++) {
        Error err = {0};
        GameId game;
        GameRequest request = {.opponent = "level:1", .color = "black", .mist = true, .size = 19};
        hall_create(w.hall, &w.people[0], &request, &game, &err);
        Act resign = {.kind = ACT_RESIGN};
        hall_act(w.hall, &w.people[0], game.text, &resign, &err);
        CHECK_TEXT("resigning", err.text, "");
        if (committed)
            world_commit(&w);
        Together *together = NULL;
        Inquiry *inquiry = NULL;
        Refusal want = committed ? REFUSED_NOT : REFUSED_IN_THE_MIST;
        CHECK_INT("together", hall_look_together(w.hall, game.text, &together, &err), want);
        Refusal asked = hall_inquire(w.hall, &(InquiryRequest){.game = game.text}, &inquiry, &err);
        CHECK_INT("asking", asked == REFUSED_IN_THE_MIST, !committed);
        together_free(together);
        inquiry_free(inquiry);
    }
    world_end(&w);
}

// A level that cannot answer loses, and that is no measure of anybody.
TEST(hall_rates_no_crash) {
    static const struct {
        const char *name;
        bool crash;
        int games; // rated, of the person
    } rows[] = {{"resigned", false, 1}, {"the level failed", true, 0}};
    for (int i = 0; i < COUNT(rows); i++) {
        World w;
        world_begin(&w);
        Error err = {0};
        GameId game;
        GameRequest request = {.opponent = "level:1", .color = "white", .rated = true};
        w.people[0].kind = USER_ACCOUNT;
        hall_create(w.hall, &w.people[0], &request, &game, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        Task task;
        CHECK(rows[i].name, hall_task(w.hall, game.text, &task));
        if (rows[i].crash)
            hall_level_fails(w.hall, &task);
        else
            hall_act(w.hall, &w.people[0], game.text, &(Act){.kind = ACT_RESIGN}, &err);
        str_release(&task.text);
        world_commit(&w);
        Sight sight;
        CHECK_INT(rows[i].name, hall_see(w.hall, game.text, 0, &sight, &err), REFUSED_NOT);
        CHECK_INT(rows[i].name, sight.row.state, GAME_OVER);
        RatingRow rating = {0};
        rating_find(w.store, w.people[0].id, rating_pool(sight.row.rules, false), &rating, &err);
        CHECK_INT(rows[i].name, rating.games, rows[i].games);
        world_end(&w);
    }
}
