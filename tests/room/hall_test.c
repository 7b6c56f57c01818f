// The hall: games that begin in the same instant, ends that are not on disk, levels
// that fail, and games whose owner stays away.
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

// ---- Waiting

static bool is_the_one(void *context, UserId user) {
    return *(UserId *)context == user;
}

static void count_one(void *context, const Summary *s) {
    (void)s;
    ++*(int *)context;
}

static int count_open(Hall *h) {
    int count = 0;
    hall_list(h, LIST_OPEN, 0, 100, count_one, &count);
    return count;
}

static GameState state_of(Hall *h, const GameId *game) {
    Sight sight;
    Error err = {0};
    CHECK_INT("seeing", hall_see(h, game->text, 0, &sight, &err), REFUSED_NOT);
    return sight.row.state;
}

static const int64_t MINUTE_MS = 60 * 1000, DAY_MS = 24LL * 3600 * 1000;

static const struct {
    const char *name, *opponent;
    int64_t here_until, at; // since the beginning
    int open;
    GameState state;
} waits[] = {
    {"just made", "anyone", 0, 0, 1, GAME_WAITING},
    {"the owner is here, for days", "anyone", DAY_MS, DAY_MS, 1, GAME_WAITING},
    {"and goes", "anyone", DAY_MS, DAY_MS + 1, 0, GAME_WAITING},
    {"for nearly ten minutes", "anyone", DAY_MS, DAY_MS + 10 * MINUTE_MS - 1, 0, GAME_WAITING},
    {"for ten minutes", "anyone", DAY_MS, DAY_MS + 10 * MINUTE_MS, 0, GAME_ABORTED},
    {"a link is never shown", "link", DAY_MS, DAY_MS, 0, GAME_WAITING},
    {"and lasts longer", "link", DAY_MS, 8 * DAY_MS - 1, 0, GAME_WAITING},
    {"but not for ever", "link", DAY_MS, 8 * DAY_MS, 0, GAME_ABORTED},
    {"an invitation too", "user:p1", 0, 7 * DAY_MS - 1, 0, GAME_WAITING},
    {"and no longer", "user:p1", 0, 7 * DAY_MS, 0, GAME_ABORTED},
};

TEST(hall_shows_and_keeps_what_its_owner_waits_for) {
    enum { BEGAN = 1000 };
    for (int i = 0; i < COUNT(waits); i++) {
        World w;
        world_begin(&w);
        Error err = {0};
        GameId game;
        hall_set_now(w.hall, (Now){.wall_ms = BEGAN});
        hall_create(w.hall, &w.people[0], &(GameRequest){.opponent = waits[i].opponent}, &game,
                    &err);
        world_commit(&w);
        UserId here = w.people[0].id;
        hall_set_now(w.hall, (Now){.wall_ms = BEGAN + waits[i].here_until});
        hall_check_waiting(w.hall, is_the_one, &here);
        if (waits[i].at > waits[i].here_until)
            here = w.people[1].id;
        hall_set_now(w.hall, (Now){.wall_ms = BEGAN + waits[i].at});
        hall_check_waiting(w.hall, is_the_one, &here);
        world_commit(&w);
        CHECK_INT(waits[i].name, count_open(w.hall), waits[i].open);
        CHECK_INT(waits[i].name, state_of(w.hall, &game), waits[i].state);
        world_end(&w);
    }
}

static const struct {
    const char *name, *opponent;
    int64_t used, at; // the owner's session; the first look of a server that began again
    GameState state;
} outlived[] = {
    {"waiting at the board begins anew", "anyone", 0, DAY_MS, GAME_WAITING},
    {"a link of somebody who was here lately", "link", 2 * DAY_MS, 8 * DAY_MS, GAME_WAITING},
    {"a link of somebody who was not", "link", DAY_MS, 8 * DAY_MS, GAME_ABORTED},
};

TEST(hall_knows_after_a_restart_who_stays_away) {
    for (int i = 0; i < COUNT(outlived); i++) {
        World w;
        world_begin(&w);
        Error err = {0};
        GameId game;
        SecretHash hash = {0};
        session_add(w.store, &hash, w.people[0].id, NULL, outlived[i].used, &err);
        hall_create(w.hall, &w.people[0], &(GameRequest){.opponent = outlived[i].opponent}, &game,
                    &err);
        world_commit(&w);
        hall_free(w.hall);
        w.hall = hall_new(w.store, (Randomness){0}, &err);
        UserId owner = w.people[1].id;
        hall_set_now(w.hall, (Now){.wall_ms = outlived[i].at});
        hall_check_waiting(w.hall, is_the_one, &owner);
        CHECK_INT(outlived[i].name, count_open(w.hall), 0);
        CHECK_INT(outlived[i].name, state_of(w.hall, &game), outlived[i].state);
        world_end(&w);
    }
}

TEST(hall_tells_when_the_lobby_is_another) {
    World w;
    world_begin(&w);
    Error err = {0};
    GameId game;
    UserId here = w.people[0].id;
    hall_create(w.hall, &w.people[0], &(GameRequest){.opponent = "anyone"}, &game, &err);
    world_commit(&w);
    CHECK("here as before", !hall_check_waiting(w.hall, is_the_one, &here));
    here = 0;
    CHECK("gone", hall_check_waiting(w.hall, is_the_one, &here));
    CHECK("gone as before", !hall_check_waiting(w.hall, is_the_one, &here));
    here = w.people[0].id;
    CHECK("back", hall_check_waiting(w.hall, is_the_one, &here));
    CHECK_INT("shown again", count_open(w.hall), 1);
    world_end(&w);
}

TEST(hall_lets_so_many_games_of_an_address_wait) {
    World w;
    world_begin(&w);
    static const struct {
        const char *opponent, *network;
        int person;
        Refusal want;
    } asked[] = {
        {"anyone", "a", 0, REFUSED_NOT},      {"link", "a", 1, REFUSED_NOT},
        {"anyone", "a", 1, REFUSED_TOO_MANY}, {"level:1", "a", 1, REFUSED_NOT},
        {"anyone", "b", 1, REFUSED_NOT},
    };
    GameId games[COUNT(asked)];
    for (int i = 0; i < COUNT(asked); i++) {
        Error err = {0};
        GameRequest request = {asked[i].opponent, .network = asked[i].network, .near_max = 2};
        Refusal no = hall_create(w.hall, &w.people[asked[i].person], &request, &games[i], &err);
        CHECK_INT(asked[i].opponent, no, asked[i].want);
    }
    Error err = {0};
    GameRequest again = {"anyone", .network = "a", .near_max = 2};
    hall_act(w.hall, &w.people[0], games[0].text, &(Act){.kind = ACT_ABORT}, &err);
    CHECK_INT("one is withdrawn", hall_create(w.hall, &w.people[1], &again, &games[0], &err),
              REFUSED_NOT);
    UserId owner = w.people[1].id;
    hall_set_now(w.hall, (Now){.wall_ms = DAY_MS});
    hall_check_waiting(w.hall, is_the_one, &owner);
    CHECK_INT("two wait", hall_create(w.hall, &w.people[0], &again, &games[0], &err),
              REFUSED_TOO_MANY);
    hall_set_now(w.hall, (Now){.wall_ms = DAY_MS + 60 * MINUTE_MS});
    CHECK_INT("their owner left an hour ago",
              hall_create(w.hall, &w.people[0], &again, &games[0], &err), REFUSED_NOT);
    world_end(&w);
}
