// The hall: games that begin in the same instant.
#include "room/hall.h"

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

TEST(hall_pages_games_of_one_instant) {
    Error err = {0};
    uint8_t seed = 0;
    Store *store = store_open(":memory:", &err);
    Hall *hall = hall_new(store, (Randomness){count_up, &seed}, &err);
    CHECK_TEXT("opening", err.text, "");
    UserRow ann = {.kind = USER_GUEST, .name = "Ann"};
    ann.id = people_add(store, &ann, "ann", NULL, &err);
    GameId begun[GAMES];
    for (int i = 0; i < GAMES; i++) {
        hall_set_now(hall, (Now){.wall_ms = 1000 - i}); // a clock that was set back is no reason
        hall_create(hall, &ann, &(GameRequest){.opponent = "anyone"}, &begun[i], &err);
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
    hall_free(hall);
    store_close(store);
}
