// The hall: games that begin in the same instant, ends that are not on disk, levels
// that fail, and games whose owner stays away.
#include "games/analysis_job.h"
#include "games/rating.h"
#include "games/shared_study.h"

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

static void gather(void *context, const GameSummary *s) {
    Found *found = context;
    if (found->count < GAMES)
        found->ids[found->count++] = s->row.id;
    found->last = s->row.created;
}

TEST(hall_pages_games_of_one_instant) {
    Error err = {0};
    Fixture w;
    fixture_begin(&w);
    GameRegistry *registry = w.registry;
    GameId begun[GAMES];
    for (int i = 0; i < GAMES; i++) {
        registry_set_time(
            registry, (Timestamp){.wall_ms = 1000 - i}); // a clock that was set back is no reason
        registry_create_game(registry, &w.people[0], &(GameRequest){.opponent = "anyone"},
                             &begun[i], &err);
        CHECK_TEXT("a game", err.text, "");
    }
    Found found = {.last = INT64_MAX};
    for (int page = 0; page < GAMES; page++) {
        GameQuery query = {.state = -1, .mist = -1, .result = RESULT_ANY, .before = found.last};
        query.limit = 1;
        registry_search(registry, &query, gather, &found, &err);
    }
    CHECK_INT("found", found.count, GAMES);
    for (int i = 0; i < found.count; i++)
        CHECK_TEXT("newest first", found.ids[i].text, begun[GAMES - 1 - i].text);
    fixture_end(&w);
}

// A commit that fails takes the end back, and a game in the mist goes on.
TEST(hall_shows_all_of_a_game_when_its_end_is_on_disk) {
    Fixture w;
    fixture_begin(&w);
    for (int committed = 0; committed < 2; committed++) {
        Error err = {0};
        GameId game;
        GameRequest request = {.opponent = "level:1", .color = "black", .mist = true, .size = 19};
        registry_create_game(w.registry, &w.people[0], &request, &game, &err);
        GameAction resign = {.kind = GAME_ACTION_RESIGN};
        registry_apply_action(w.registry, &w.people[0], game.text, &resign, &err);
        CHECK_TEXT("resigning", err.text, "");
        if (committed)
            fixture_commit(&w);
        SharedStudy *together = NULL;
        AnalysisJob *inquiry = NULL;
        Status want = committed ? STATUS_OK : STATUS_IN_THE_MIST;
        CHECK_INT("together", registry_new_shared_study(w.registry, game.text, &together, &err),
                  want);
        Status asked = registry_new_analysis(w.registry, &(AnalysisRequest){.game = game.text},
                                             &inquiry, &err);
        CHECK_INT("asking", asked == STATUS_IN_THE_MIST, !committed);
        shared_study_free(together);
        analysis_job_free(inquiry);
    }
    fixture_end(&w);
}

// A level that cannot answer loses, and that is no measure of anybody.
TEST(hall_rates_no_crash) {
    static const struct {
        const char *name;
        bool crash;
        int games; // rated, of the person
    } rows[] = {{"resigned", false, 1}, {"the level failed", true, 0}};
    for (int i = 0; i < COUNT(rows); i++) {
        Fixture w;
        fixture_begin(&w);
        Error err = {0};
        GameId game;
        GameRequest request = {.opponent = "level:1", .color = "white", .rated = true};
        w.people[0].kind = USER_ACCOUNT;
        registry_create_game(w.registry, &w.people[0], &request, &game, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        MoveJob task;
        CHECK(rows[i].name, registry_move_job(w.registry, game.text, &task));
        if (rows[i].crash)
            registry_fail_move_job(w.registry, &task);
        else
            registry_apply_action(w.registry, &w.people[0], game.text,
                                  &(GameAction){.kind = GAME_ACTION_RESIGN}, &err);
        str_release(&task.text);
        fixture_commit(&w);
        GameView sight;
        CHECK_INT(rows[i].name, registry_view(w.registry, game.text, 0, &sight, &err), STATUS_OK);
        CHECK_INT(rows[i].name, sight.row.state, GAME_OVER);
        RatingRow rating = {0};
        rating_find(w.store, w.people[0].id, rating_pool(sight.row.rules, false), &rating, &err);
        CHECK_INT(rows[i].name, rating.games, rows[i].games);
        fixture_end(&w);
    }
}

// ---- Waiting

static bool is_the_one(void *context, UserId user) {
    return *(UserId *)context == user;
}

static void count_one(void *context, const GameSummary *s) {
    (void)s;
    ++*(int *)context;
}

static int count_open(GameRegistry *h) {
    int count = 0;
    registry_list(h, GAME_LIST_OPEN, 0, 100, count_one, &count);
    return count;
}

static GameState state_of(GameRegistry *h, const GameId *game) {
    GameView sight;
    Error err = {0};
    CHECK_INT("seeing", registry_view(h, game->text, 0, &sight, &err), STATUS_OK);
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
        Fixture w;
        fixture_begin(&w);
        Error err = {0};
        GameId game;
        registry_set_time(w.registry, (Timestamp){.wall_ms = BEGAN});
        registry_create_game(w.registry, &w.people[0],
                             &(GameRequest){.opponent = waits[i].opponent}, &game, &err);
        fixture_commit(&w);
        UserId here = w.people[0].id;
        registry_set_time(w.registry, (Timestamp){.wall_ms = BEGAN + waits[i].here_until});
        registry_check_waiting(w.registry, is_the_one, &here);
        if (waits[i].at > waits[i].here_until)
            here = w.people[1].id;
        registry_set_time(w.registry, (Timestamp){.wall_ms = BEGAN + waits[i].at});
        registry_check_waiting(w.registry, is_the_one, &here);
        fixture_commit(&w);
        CHECK_INT(waits[i].name, count_open(w.registry), waits[i].open);
        CHECK_INT(waits[i].name, state_of(w.registry, &game), waits[i].state);
        fixture_end(&w);
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
        Fixture w;
        fixture_begin(&w);
        Error err = {0};
        GameId game;
        SecretHash hash = {0};
        login_session_add(w.store, &hash, w.people[0].id, NULL, outlived[i].used, &err);
        registry_create_game(w.registry, &w.people[0],
                             &(GameRequest){.opponent = outlived[i].opponent}, &game, &err);
        fixture_commit(&w);
        registry_free(w.registry);
        w.registry = registry_new(w.store, (RandomSource){0}, &err);
        UserId owner = w.people[1].id;
        registry_set_time(w.registry, (Timestamp){.wall_ms = outlived[i].at});
        registry_check_waiting(w.registry, is_the_one, &owner);
        CHECK_INT(outlived[i].name, count_open(w.registry), 0);
        CHECK_INT(outlived[i].name, state_of(w.registry, &game), outlived[i].state);
        fixture_end(&w);
    }
}

TEST(hall_tells_when_the_lobby_is_another) {
    Fixture w;
    fixture_begin(&w);
    Error err = {0};
    GameId game;
    UserId here = w.people[0].id;
    registry_create_game(w.registry, &w.people[0], &(GameRequest){.opponent = "anyone"}, &game,
                         &err);
    fixture_commit(&w);
    CHECK("here as before", !registry_check_waiting(w.registry, is_the_one, &here));
    here = 0;
    CHECK("gone", registry_check_waiting(w.registry, is_the_one, &here));
    CHECK("gone as before", !registry_check_waiting(w.registry, is_the_one, &here));
    here = w.people[0].id;
    CHECK("back", registry_check_waiting(w.registry, is_the_one, &here));
    CHECK_INT("shown again", count_open(w.registry), 1);
    fixture_end(&w);
}

TEST(hall_lets_so_many_games_of_an_address_wait) {
    Fixture w;
    fixture_begin(&w);
    static const struct {
        const char *opponent, *network;
        int person;
        Status want;
    } asked[] = {
        {"anyone", "a", 0, STATUS_OK},       {"link", "a", 1, STATUS_OK},
        {"anyone", "a", 1, STATUS_TOO_MANY}, {"level:1", "a", 1, STATUS_OK},
        {"anyone", "b", 1, STATUS_OK},
    };
    GameId games[COUNT(asked)];
    for (int i = 0; i < COUNT(asked); i++) {
        Error err = {0};
        GameRequest request = {asked[i].opponent, .network = asked[i].network,
                               .network_waiting_max = 2};
        Status no =
            registry_create_game(w.registry, &w.people[asked[i].person], &request, &games[i], &err);
        CHECK_INT(asked[i].opponent, no, asked[i].want);
    }
    Error err = {0};
    GameRequest again = {"anyone", .network = "a", .network_waiting_max = 2};
    registry_apply_action(w.registry, &w.people[0], games[0].text,
                          &(GameAction){.kind = GAME_ACTION_ABORT}, &err);
    CHECK_INT("one is withdrawn",
              registry_create_game(w.registry, &w.people[1], &again, &games[0], &err), STATUS_OK);
    UserId owner = w.people[1].id;
    registry_set_time(w.registry, (Timestamp){.wall_ms = DAY_MS});
    registry_check_waiting(w.registry, is_the_one, &owner);
    CHECK_INT("two wait", registry_create_game(w.registry, &w.people[0], &again, &games[0], &err),
              STATUS_TOO_MANY);
    registry_set_time(w.registry, (Timestamp){.wall_ms = DAY_MS + 60 * MINUTE_MS});
    CHECK_INT("their owner left an hour ago",
              registry_create_game(w.registry, &w.people[0], &again, &games[0], &err), STATUS_OK);
    fixture_end(&w);
}
