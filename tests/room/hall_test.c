// The hall: games that begin in the same instant, and ends that are not on disk.
#include "room/inquiry.h"
#include "room/together.h"

#include "base/util.h"
#include "store/people.h"
#include "test.h"

#include <string.h>

enum { GAMES = 5 };

static void count_up(void *context, void *bytes, size_t len) {
    uint8_t *next = context;
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)((*next)++ * 7 / 3);
}

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

typedef struct {
    uint8_t seed;
    Store *store;
    Hall *hall;
    UserRow ann;
} House;

static void open_house(House *h) {
    Error err = {0};
    *h = (House){.ann = {.kind = USER_GUEST, .name = "Ann"}};
    h->store = store_open(":memory:", &err);
    h->hall = hall_new(h->store, (Randomness){count_up, &h->seed}, &err);
    h->ann.id = people_add(h->store, &h->ann, "ann", NULL, &err);
    CHECK_TEXT("opening", err.text, "");
}

static void close_house(House *h) {
    hall_free(h->hall);
    store_close(h->store);
}

TEST(hall_pages_games_of_one_instant) {
    Error err = {0};
    House house;
    open_house(&house);
    Hall *hall = house.hall;
    GameId begun[GAMES];
    for (int i = 0; i < GAMES; i++) {
        hall_set_now(hall, (Now){.wall_ms = 1000 - i}); // a clock that was set back is no reason
        hall_create(hall, &house.ann, &(GameRequest){.opponent = "anyone"}, &begun[i], &err);
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
    close_house(&house);
}

// A commit that fails takes the end back, and a game in the mist goes on.
TEST(hall_shows_all_of_a_game_when_its_end_is_on_disk) {
    House house;
    open_house(&house);
    for (int committed = 0; committed < 2; committed++) {
        Error err = {0};
        GameId game;
        GameRequest request = {.opponent = "level:1", .color = "black", .mist = true, .size = 19};
        hall_create(house.hall, &house.ann, &request, &game, &err);
        Act resign = {.kind = ACT_RESIGN};
        hall_act(house.hall, &house.ann, game.text, &resign, &err);
        CHECK_TEXT("resigning", err.text, "");
        if (committed) {
            Change change;
            CHECK("committing", store_commit(house.store, &err));
            while (hall_take_change(house.hall, &change))
                ;
        }
        Together *together = NULL;
        Inquiry *inquiry = NULL;
        Refusal want = committed ? REFUSED_NOT : REFUSED_IN_THE_MIST;
        CHECK_INT("together", hall_look_together(house.hall, game.text, &together, &err), want);
        Refusal asked =
            hall_inquire(house.hall, &(InquiryRequest){.game = game.text}, &inquiry, &err);
        CHECK_INT("asking", asked == REFUSED_IN_THE_MIST, !committed);
        together_free(together);
        inquiry_free(inquiry);
    }
    close_house(&house);
}
