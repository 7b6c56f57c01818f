// The hall: games that begin in the same instant, and ends that are not on disk.
#include "room/inquiry.h"
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
