// The game registry: games created at the same time, ends that are not yet on disk, levels that
// fail, and waiting games whose owner is away.
#include "games/analysis_job.h"
#include "games/game_table.h"
#include "games/rating.h"
#include "games/shared_study.h"
#include "games/worker.h"
#include "session/game_session.h"

#include "base/number.h"
#include "fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 5 };

typedef struct {
    GameId ids[GAMES];
    int count;
} FoundGames;

static void collect(void *context, const GameSummary *s) {
    FoundGames *found = context;
    if (found->count < GAMES)
        found->ids[found->count++] = s->id;
}

TEST(registry_search_pages_through_games_of_the_same_time) {
    Error err = {0};
    Fixture f;
    fixture_begin(&f);
    GameRegistry *registry = f.registry;
    GameId created[GAMES];
    for (int i = 0; i < GAMES; i++) {
        // The wall clock may be set back.
        registry_set_time(registry, (Timestamp){.wall_ms = 1000 - i});
        registry_create_game(registry, &f.users[0], &(GameRequest){.opponent = "anyone"},
                             &created[i], &err);
        CHECK_TEXT("a game", err.text, "");
    }
    fixture_commit(&f);
    FoundGames found = {0};
    int64_t next = INT64_MAX;
    for (int page = 0; page < GAMES; page++) {
        GameQuery query = {
            .state = -1, .mist = -1, .result = RESULT_ANY, .before = next, .limit = 1};
        CHECK("there is another page", next > 0);
        registry_search(registry, &(GameSearch){query}, collect, &found, &next, &err);
    }
    CHECK_INT("the last page", next, 0);
    CHECK_INT("found", found.count, GAMES);
    for (int i = 0; i < found.count; i++)
        CHECK_TEXT("newest first", found.ids[i].text, created[GAMES - 1 - i].text);
    fixture_end(&f);
}

static void count_game(void *context, const GameSummary *s) {
    int *seen = context;
    seen[s->size]++;
}

// As several instances can create them: a page must not end between two of them.
TEST(registry_search_lists_each_game_of_the_same_time_once) {
    static const struct {
        const char *created; // a digit for each game, newest first
        int limit, pages;
    } rows[] = {
        {"987654", 2, 3}, {"988766", 2, 4}, {"998877", 2, 3},   {"998877", 1, 4}, {"999888", 2, 3},
        {"998888", 3, 3}, {"988887", 4, 3}, {"98888777", 4, 3}, {"9", 1, 1},      {"99", 5, 1},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Fixture f;
        int seen[BOARD_MAX + 1] = {0}, pages = 0, count = (int)strlen(rows[i].created);
        fixture_begin(&f);
        for (int k = 0; k < count; k++) { // told apart by their sizes
            GameRow row = {.rules = "freestyle",
                           .opening = "none",
                           .time = "none",
                           .opponent = "anyone",
                           .reason = "",
                           .state = GAME_OVER,
                           .winner = -1,
                           .draw_offer = -1,
                           .takeback_offer = -1,
                           .size = 5 + k,
                           .created = rows[i].created[k] - '0'};
            row.seats[0] = row.owner = f.users[0].id;
            snprintf(row.id.text, sizeof row.id.text, "game%d", k);
            game_store_add(f.store, &row, &err);
        }
        CHECK_TEXT(rows[i].created, err.text, "");
        fixture_commit(&f);
        for (int64_t next = INT64_MAX; next != 0 && pages < 10; pages++) {
            GameQuery query = {.state = -1,
                               .mist = -1,
                               .result = RESULT_ANY,
                               .before = next,
                               .limit = rows[i].limit,
                               .player = pages % 2 ? f.users[0].id : 0};
            registry_search(f.registry, &(GameSearch){query}, count_game, seen, &next, &err);
        }
        CHECK_INT(rows[i].created, pages, rows[i].pages);
        for (int k = 0; k < count; k++)
            CHECK_INT(rows[i].created, seen[5 + k], 1);
        fixture_end(&f);
    }
}

// A failed commit rolls the end back, and then a game in the mist continues.
TEST(registry_reveals_a_game_only_when_its_end_is_committed) {
    Fixture f;
    fixture_begin(&f);
    for (int committed = 0; committed < 2; committed++) {
        Error err = {0};
        GameId game;
        GameRequest request = {.opponent = "level:1", .color = "black", .mist = true, .size = 19};
        registry_create_game(f.registry, &f.users[0], &request, &game, &err);
        GameAction resign = {.kind = GAME_ACTION_RESIGN};
        registry_apply_action(f.registry, &f.users[0], game.text, &resign, &err);
        CHECK_TEXT("resigning", err.text, "");
        if (committed)
            fixture_commit(&f);
        SharedStudy *study = NULL;
        AnalysisJob *job = NULL;
        Status want = committed ? STATUS_OK : STATUS_IN_THE_MIST;
        CHECK_INT("shared study", registry_new_shared_study(f.registry, game.text, &study, &err),
                  want);
        Status analysis =
            registry_new_analysis(f.registry, &(AnalysisRequest){.game = game.text}, &job, &err);
        CHECK_INT("analysis", analysis == STATUS_IN_THE_MIST, !committed);
        ScopedStr record = {0};
        CHECK_INT("export", registry_export(f.registry, game.text, "sgf", &record, &err), want);
        shared_study_free(study);
        analysis_job_free(job);
    }
    fixture_end(&f);
}

// Else somebody could have thousands, by joining those of other guests, and each list would look at
// all of them.
TEST(registry_limits_the_games_that_a_player_joins) {
    enum { GAMES_MAX = 50, OWNERS = 12, EACH = 5 };
    static UserRow owners[OWNERS];
    Fixture f;
    Error err = {0};
    GameId last, over;
    GameAction join = {.kind = GAME_ACTION_JOIN}, resign = {.kind = GAME_ACTION_RESIGN},
               again = {.kind = GAME_ACTION_REMATCH};
    fixture_begin(&f);
    registry_create_game(f.registry, &f.users[0], &(GameRequest){.opponent = "link"}, &over, &err);
    registry_apply_action(f.registry, &f.users[1], over.text, &join, &err);
    registry_apply_action(f.registry, &f.users[1], over.text, &resign, &err);
    CHECK_INT("a rematch is asked for",
              registry_apply_action(f.registry, &f.users[1], over.text, &again, &err), STATUS_OK);
    for (int i = 0; i < OWNERS; i++) {
        owners[i] = (UserRow){.kind = USER_GUEST};
        snprintf(owners[i].name, sizeof owners[i].name, "owner%d", i);
        owners[i].id = user_add(f.store, &owners[i], owners[i].name, NULL, &err);
        for (int n = 0; n < EACH; n++) {
            registry_create_game(f.registry, &owners[i], &(GameRequest){.opponent = "link"}, &last,
                                 &err);
            Status want = i * EACH + n < GAMES_MAX ? STATUS_OK : STATUS_GAMES_MAX;
            CHECK_INT("joining",
                      registry_apply_action(f.registry, &f.users[1], last.text, &join, &err), want);
        }
    }
    CHECK_INT("who asked for the rematch has too many now",
              registry_apply_action(f.registry, &f.users[0], over.text, &again, &err),
              STATUS_NOT_NOW);
    CHECK_INT("somebody else",
              registry_apply_action(f.registry, &f.users[0], last.text, &join, &err), STATUS_OK);
    fixture_end(&f);
}

// A hit in the mist changes only what that player knows, and is undone if it cannot be stored.
TEST(registry_tells_a_hit_only_to_the_player) {
    Fixture f;
    fixture_begin(&f);
    for (int committed = 0; committed < 2; committed++) {
        Error err = {0};
        GameId game;
        GameChange change;
        GameView view;
        GameRequest request = {.opponent = "link", .color = "black", .mist = true, .size = 19};
        GameAction join = {.kind = GAME_ACTION_JOIN};
        registry_create_game(f.registry, &f.users[0], &request, &game, &err);
        registry_apply_action(f.registry, &f.users[1], game.text, &join, &err);
        for (int ply = 0; ply < 2; ply++) {
            GameAction play = {.kind = GAME_ACTION_PLAY, .at = {ply, 0}, .move = "a1"};
            fixture_commit(&f);
            registry_apply_action(f.registry, &f.users[ply], game.text, &play, &err);
        }
        if (!committed) {
            GameRow row;
            CHECK("found", game_store_find(f.store, game.text, &row, &err));
            game_store_add(f.store, &row, &err); // again, which fails
            CHECK("committing", !store_commit(f.store, &err));
            registry_rollback(f.registry);
        } else {
            CHECK("a change", registry_next_change(f.registry, &change));
            CHECK_INT("for the player", change.tried_by, f.users[1].id);
        }
        CHECK("no other change", !registry_next_change(f.registry, &change));
        for (int i = 0; i < 2; i++) {
            registry_view(f.registry, game.text, f.users[i].id, &view, &err);
            CHECK_INT("seen", view.seen_count, i == 1 && committed);
        }
    }
    fixture_end(&f);
}

// A level tries a hidden stone at its first turn, and still knows it at the second.
TEST(level_remembers_a_hit_in_the_mist) {
    Fixture f;
    fixture_begin(&f);
    Error err = {0};
    GameId game;
    GameRequest request = {.opponent = "level:3", .color = "black", .mist = true, .size = 19};
    registry_create_game(f.registry, &f.users[0], &request, &game, &err);
    for (int turn = 0; turn < 2; turn++) {
        GameAction play = {GAME_ACTION_PLAY, .at = {2 * turn, 0}, .move = turn ? "s1" : "a1"};
        registry_apply_action(f.registry, &f.users[0], game.text, &play, &err);
        CHECK_TEXT("move", err.text, "");
        MoveJob job;
        CHECK("the level is to move", registry_move_job(f.registry, game.text, &job));
        CHECK_INT("known", strstr(str_text(&job.text), " !a1 ") != NULL, turn);
        EngineWorker worker = {0};
        Str answer = {0};
        str_add_char(&job.text, '\0');
        worker_execute(&worker, job.text.data, &answer);
        CHECK(str_text(&answer), *str_text(&answer) != '?');
        if (turn == 0) {
            MoveJob next;
            CHECK("a hit", registry_finish_move_job(f.registry, &job, "a1"));
            CHECK("another answer is too late", registry_finish_move_job(f.registry, &job, "a1"));
            CHECK("it thinks again", registry_move_job(f.registry, game.text, &next));
            CHECK("not twice", !registry_finish_move_job(f.registry, &next, "a1"));
            CHECK("then a move", registry_finish_move_job(f.registry, &next, "k10"));
            str_release(&next.text);
        }
        worker_release(&worker);
        str_release(&answer);
        str_release(&job.text);
        fixture_commit(&f);
    }
    fixture_end(&f);
}

// All tries of a turn, and the time that the level waited for a worker, are on one clock.
TEST(level_tries_in_the_mist_within_its_time) {
    static const struct {
        const char *name, *time;
        int64_t used_ms; // before it thinks again, after a hit
        int64_t ms;      // for that
    } rows[] = {
        {"no clock", "none", 60000, 5000 / 2},
        {"time is left", "600", 4000, 5000 / 2},
        {"little is left", "3/move", 2800, 42},
        {"none is left", "3/move", 2990, 1},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Fixture f;
        fixture_begin(&f);
        Error err = {0};
        GameId game;
        MoveJob job;
        GameRequest request = {.opponent = "level:10", .color = "black", .mist = true, .size = 19};
        request.time = rows[i].time;
        registry_create_game(f.registry, &f.users[0], &request, &game, &err);
        for (int turn = 0; turn < 2; turn++) {
            GameAction play = {GAME_ACTION_PLAY, .at = {2 * turn, 0}, .move = turn ? "s1" : "a1"};
            registry_apply_action(f.registry, &f.users[0], game.text, &play, &err);
            CHECK_TEXT(rows[i].name, err.text, "");
            CHECK(rows[i].name, registry_move_job(f.registry, game.text, &job));
            CHECK(rows[i].name, registry_finish_move_job(f.registry, &job, turn ? "a1" : "k10"));
            str_release(&job.text);
        }
        registry_set_time(f.registry, (Timestamp){.clock_ms = rows[i].used_ms});
        CHECK(rows[i].name, registry_move_job(f.registry, game.text, &job));
        CHECK_INT(rows[i].name, job.ms, rows[i].ms);
        str_release(&job.text);
        fixture_end(&f);
    }
}

#define DOTS "................................................."

TEST(worker_plays_in_the_mist) {
    static const struct {
        const char *name, *command, *answer; // NULL: any move
    } rows[] = {
        {"a move", "mist random 1 20 white e16:" DOTS, NULL},
        {"after a hit", "mist greedy 1 20 white e16:" DOTS " !s19", NULL},
        {"tries are a number", "mist random 1 many white e16:" DOTS,
         "? tries: 'many' is not a whole number"},
        {"not its turn", "mist random 1 20 white e16:" DOTS " k10",
         "? no game in the mist can have these views"},
        {"not a point", "mist random 1 20 white e16:" DOTS " !z9", "?"},
        {"a hit where no stone can be", "mist random 1 20 white e16:" DOTS " !a1",
         "? no game in the mist can have these views"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        EngineWorker worker = {0};
        Str command = {0}, answer = {0};
        Error err = {0};
        Point p;
        str_add(&command, "%s", rows[i].command);
        worker_execute(&worker, command.data, &answer);
        if (rows[i].answer)
            CHECK(str_text(&answer), strstr(str_text(&answer), rows[i].answer) != NULL);
        else
            CHECK(str_text(&answer), move_parse(str_text(&answer), MIST_BOARD_SIZE, &p, &err));
        worker_release(&worker);
        str_release(&command);
        str_release(&answer);
    }
}

// A level that crashes loses, but the game is not rated.
TEST(registry_does_not_rate_a_crash) {
    static const struct {
        const char *name;
        bool crash;
        int games; // rated games of the user
    } rows[] = {{"resigned", false, 1}, {"the level failed", true, 0}};
    for (int i = 0; i < COUNT(rows); i++) {
        Fixture f;
        fixture_begin(&f);
        Error err = {0};
        GameId game;
        GameRequest request = {.opponent = "level:1", .color = "white", .rated = true};
        f.users[0].kind = USER_ACCOUNT;
        registry_create_game(f.registry, &f.users[0], &request, &game, &err);
        CHECK_TEXT(rows[i].name, err.text, "");
        MoveJob job;
        CHECK(rows[i].name, registry_move_job(f.registry, game.text, &job));
        if (rows[i].crash)
            registry_fail_move_job(f.registry, &job);
        else
            registry_apply_action(f.registry, &f.users[0], game.text,
                                  &(GameAction){.kind = GAME_ACTION_RESIGN}, &err);
        str_release(&job.text);
        fixture_commit(&f);
        GameView view;
        CHECK_INT(rows[i].name, registry_view(f.registry, game.text, 0, &view, &err), STATUS_OK);
        CHECK_INT(rows[i].name, view.summary.state, GAME_OVER);
        RatingRow rating = {0};
        rating_find(f.store, f.users[0].id, rating_pool(view.summary.rules, false), &rating, &err);
        CHECK_INT(rows[i].name, rating.games, rows[i].games);
        fixture_end(&f);
    }
}

// Otherwise new accounts that resign could put the weakest level above everybody.
TEST(registry_moves_the_rating_of_a_level_only_by_established_players) {
    static const struct {
        const char *name;
        double user, deviation; // 0: has no rating yet
        double level, least, most;
    } rows[] = {
        {"a new player", 1500, 0, 400, 400, 400},
        {"a provisional one", 1500, 200, 400, 400, 400},
        {"an established one", 1500, 60, 400, 401, 799},
        {"but not far", 2500, 60, 795, 800, 800},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Fixture f;
        fixture_begin(&f);
        Error err = {0};
        GameId game;
        UserRow level;
        RatingRow rating = {rows[i].user, rows[i].deviation, 0.06, 50};
        const char *pool = rating_pool("freestyle", false);
        f.users[0].kind = USER_ACCOUNT;
        CHECK(rows[i].name, user_find_by_name(f.store, "level 1", &level, &err));
        rating_save(f.store, level.id, pool, &(RatingRow){rows[i].level, 60, 0.06, 50}, &err);
        if (rows[i].deviation > 0)
            rating_save(f.store, f.users[0].id, pool, &rating, &err);
        registry_create_game(f.registry, &f.users[0],
                             &(GameRequest){.opponent = "level:1", .rated = true}, &game, &err);
        registry_apply_action(f.registry, &f.users[0], game.text,
                              &(GameAction){.kind = GAME_ACTION_RESIGN}, &err);
        fixture_commit(&f);
        CHECK_TEXT(rows[i].name, err.text, "");
        CHECK(rows[i].name, rating_find(f.store, level.id, pool, &rating, &err));
        CHECK(rows[i].name, rating.rating >= rows[i].least && rating.rating <= rows[i].most);
        CHECK(rows[i].name, rating_find(f.store, f.users[0].id, pool, &rating, &err));
        CHECK("the player's own", rating.rating < rows[i].user);
        fixture_end(&f);
    }
}

// ---- Waiting games

static bool is_same_user(void *context, UserId user, const GameId *game) {
    (void)game;
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
    GameView view;
    Error err = {0};
    CHECK_INT("seeing", registry_view(h, game->text, 0, &view, &err), STATUS_OK);
    return view.summary.state;
}

static const int64_t MINUTE_MS = 60 * 1000, DAY_MS = 24LL * 3600 * 1000;

static const struct {
    const char *name, *opponent;
    int64_t here_until, at; // since the game was created
    int open;
    GameState state;
} waits[] = {
    {"just created", "anyone", 0, 0, 1, GAME_WAITING},
    {"owner present for days", "anyone", DAY_MS, DAY_MS, 1, GAME_WAITING},
    {"owner just left", "anyone", DAY_MS, DAY_MS + 1, 0, GAME_WAITING},
    {"owner away for almost ten minutes", "anyone", DAY_MS, DAY_MS + 10 * MINUTE_MS - 1, 0,
     GAME_WAITING},
    {"owner away for ten minutes", "anyone", DAY_MS, DAY_MS + 10 * MINUTE_MS, 0, GAME_ABORTED},
    {"a link is never listed", "link", DAY_MS, DAY_MS, 0, GAME_WAITING},
    {"a link lasts almost seven days longer", "link", DAY_MS, 8 * DAY_MS - 1, 0, GAME_WAITING},
    {"a link expires after seven days", "link", DAY_MS, 8 * DAY_MS, 0, GAME_ABORTED},
    {"an invitation lasts almost seven days", "user:p1", 0, 7 * DAY_MS - 1, 0, GAME_WAITING},
    {"an invitation expires after seven days", "user:p1", 0, 7 * DAY_MS, 0, GAME_ABORTED},
};

TEST(registry_lists_and_expires_waiting_games) {
    enum { BEGAN = 1000 };
    for (int i = 0; i < COUNT(waits); i++) {
        Fixture f;
        fixture_begin(&f);
        Error err = {0};
        GameId game;
        registry_set_time(f.registry, (Timestamp){.wall_ms = BEGAN});
        registry_create_game(f.registry, &f.users[0], &(GameRequest){.opponent = waits[i].opponent},
                             &game, &err);
        fixture_commit(&f);
        UserId present = f.users[0].id;
        registry_set_time(f.registry, (Timestamp){.wall_ms = BEGAN + waits[i].here_until});
        registry_check_presence(f.registry, is_same_user, NULL, &present);
        if (waits[i].at > waits[i].here_until)
            present = f.users[1].id;
        registry_set_time(f.registry, (Timestamp){.wall_ms = BEGAN + waits[i].at});
        registry_check_presence(f.registry, is_same_user, NULL, &present);
        fixture_commit(&f);
        CHECK_INT(waits[i].name, count_open(f.registry), waits[i].open);
        CHECK_INT(waits[i].name, state_of(f.registry, &game), waits[i].state);
        fixture_end(&f);
    }
}

static const struct {
    const char *name, *opponent;
    int64_t used, at; // last use of the owner's login; first check after the restart
    GameState state;
} restarts[] = {
    {"waiting for anyone starts again", "anyone", 0, DAY_MS, GAME_WAITING},
    {"a link of a recent user", "link", 2 * DAY_MS, 8 * DAY_MS, GAME_WAITING},
    {"a link of a user long away", "link", DAY_MS, 8 * DAY_MS, GAME_ABORTED},
};

TEST(registry_expires_waiting_games_after_a_restart) {
    for (int i = 0; i < COUNT(restarts); i++) {
        Fixture f;
        fixture_begin(&f);
        Error err = {0};
        GameId game;
        SecretHash hash = {0};
        login_session_add(f.store, &hash, f.users[0].id, NULL, restarts[i].used, &err);
        registry_create_game(f.registry, &f.users[0],
                             &(GameRequest){.opponent = restarts[i].opponent}, &game, &err);
        fixture_commit(&f);
        registry_free(f.registry);
        f.registry = registry_new(f.store, (RandomSource){0}, &err);
        UserId owner = f.users[1].id;
        registry_set_time(f.registry, (Timestamp){.wall_ms = restarts[i].at});
        registry_check_presence(f.registry, is_same_user, NULL, &owner);
        CHECK_INT(restarts[i].name, count_open(f.registry), 0);
        CHECK_INT(restarts[i].name, state_of(f.registry, &game), restarts[i].state);
        fixture_end(&f);
    }
}

TEST(registry_reports_changes_of_the_open_games) {
    Fixture f;
    fixture_begin(&f);
    Error err = {0};
    GameId game;
    UserId present = f.users[0].id;
    registry_create_game(f.registry, &f.users[0], &(GameRequest){.opponent = "anyone"}, &game,
                         &err);
    fixture_commit(&f);
    CHECK("still present", !registry_check_presence(f.registry, is_same_user, NULL, &present));
    present = 0;
    CHECK("left", registry_check_presence(f.registry, is_same_user, NULL, &present));
    CHECK("still away", !registry_check_presence(f.registry, is_same_user, NULL, &present));
    present = f.users[0].id;
    CHECK("back", registry_check_presence(f.registry, is_same_user, NULL, &present));
    CHECK_INT("listed again", count_open(f.registry), 1);
    fixture_end(&f);
}

// Each owner is a guest of its own; their networks are the letters.
TEST(registry_limits_invitations_and_those_declined) {
    static const struct {
        const char *name, *networks;
        int owners, declined; // 0: each invites once; whether they are declined
        int64_t between_ms;
        int accepted;
    } rows[] = {
        {"one network has three places", "aaaaaaaaa", 9, 0, 0, 3},
        {"four networks have ten", "aaaabbbbccccdddd", 16, 0, 0, 10},
        {"one inviter is declined twice", "aaaa", 1, 1, 1000, 2},
        {"and may ask again after an hour", "aaa", 1, 1, 30 * MINUTE_MS, 3},
        {"one network is declined five times", "aaaaaaaa", 8, 1, 1000, 5},
        {"others are not affected", "aaaaaaab", 8, 1, 1000, 6},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Fixture f;
        fixture_begin(&f);
        int accepted = 0, count = (int)strlen(rows[i].networks);
        for (int k = 0; k < count; k++) {
            Error err = {0};
            UserRow owner = {.kind = USER_GUEST};
            char network[] = {rows[i].networks[k], '\0'};
            snprintf(owner.name, sizeof owner.name, "guest%d", k % rows[i].owners);
            if (!user_find_by_name(f.store, owner.name, &owner, &err))
                owner.id = user_add(f.store, &owner, owner.name, NULL, &err);
            GameRequest request = {.opponent = "user:p1",
                                   .network = network,
                                   .network_waiting_max = 20,
                                   .network_invitations_max = 3,
                                   .network_declined_max = 5};
            GameId game;
            registry_set_time(f.registry, (Timestamp){.wall_ms = 1 + k * rows[i].between_ms});
            Status status = registry_create_game(f.registry, &owner, &request, &game, &err);
            CHECK(rows[i].name, !status || status == (rows[i].declined ? STATUS_DECLINED_OFTEN
                                                                       : STATUS_INVITATIONS_MAX));
            accepted += !status;
            if (!status && rows[i].declined)
                registry_apply_action(f.registry, &f.users[1], game.text,
                                      &(GameAction){.kind = GAME_ACTION_DECLINE}, &err);
            fixture_commit(&f);
        }
        CHECK_INT(rows[i].name, accepted, rows[i].accepted);
        fixture_end(&f);
    }
}

TEST(registry_limits_waiting_games_per_network) {
    Fixture f;
    fixture_begin(&f);
    static const struct {
        const char *opponent, *network;
        int user;
        Status want;
    } rows[] = {
        {"anyone", "a", 0, STATUS_OK},
        {"link", "a", 1, STATUS_OK},
        {"anyone", "a", 1, STATUS_ADDRESS_WAITING},
        {"level:1", "a", 1, STATUS_OK},
        {"anyone", "b", 1, STATUS_OK},
    };
    GameId games[COUNT(rows)];
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        GameRequest request = {rows[i].opponent, .network = rows[i].network,
                               .network_waiting_max = 2};
        Status status =
            registry_create_game(f.registry, &f.users[rows[i].user], &request, &games[i], &err);
        CHECK_INT(rows[i].opponent, status, rows[i].want);
    }
    Error err = {0};
    GameRequest request = {"anyone", .network = "a", .network_waiting_max = 2};
    registry_apply_action(f.registry, &f.users[0], games[0].text,
                          &(GameAction){.kind = GAME_ACTION_ABORT}, &err);
    CHECK_INT("after one is withdrawn",
              registry_create_game(f.registry, &f.users[1], &request, &games[0], &err), STATUS_OK);
    UserId owner = f.users[1].id;
    registry_set_time(f.registry, (Timestamp){.wall_ms = DAY_MS});
    registry_check_presence(f.registry, is_same_user, NULL, &owner);
    CHECK_INT("while two are waiting",
              registry_create_game(f.registry, &f.users[0], &request, &games[0], &err),
              STATUS_ADDRESS_WAITING);
    registry_set_time(f.registry, (Timestamp){.wall_ms = DAY_MS + 60 * MINUTE_MS});
    CHECK_INT("after their owner left an hour ago",
              registry_create_game(f.registry, &f.users[0], &request, &games[0], &err), STATUS_OK);
    fixture_end(&f);
}

// ---- Games being played

static int count_live(GameRegistry *h) {
    int count = 0;
    registry_list(h, GAME_LIST_LIVE, 0, 100, count_one, &count);
    return count;
}

// Two people play h8 and i9; then black, users[0], is to move.
static GameId play_two_moves(Fixture *f, const char *time) {
    Error err = {0};
    GameId game;
    GameRequest request = {.opponent = "link", .color = "black", .time = time};
    registry_create_game(f->registry, &f->users[0], &request, &game, &err);
    registry_apply_action(f->registry, &f->users[1], game.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    static const char *const moves[] = {"h8", "i9"};
    for (int i = 0; i < COUNT(moves); i++) {
        GameAction play = {.kind = GAME_ACTION_PLAY, .at = {i, 0}, .move = moves[i]};
        registry_apply_action(f->registry, &f->users[i], game.text, &play, &err);
    }
    CHECK_TEXT("moves", err.text, "");
    fixture_commit(f);
    return game;
}

// What users[1] may do `clock_ms` later, while only `present` is there.
static bool may_claim(Fixture *f, const GameId *game, UserId present, int64_t clock_ms) {
    Error err = {0};
    GameView view;
    registry_set_time(f->registry, (Timestamp){.clock_ms = clock_ms});
    registry_check_deadlines(f->registry); // the server does so before it checks presence
    registry_check_presence(f->registry, is_same_user, NULL, &present);
    registry_check_deadlines(f->registry);
    registry_view(f->registry, game->text, f->users[1].id, &view, &err);
    fixture_commit(f);
    return view.actions & 1u << GAME_ACTION_CLAIM_WIN;
}

TEST(registry_lets_a_player_claim_after_an_absence) {
    static const struct {
        const char *time;
        int64_t ms;
    } rows[] = {{"3600", CLAIM_MS}, {NULL, CLAIM_UNTIMED_MS}};
    for (int i = 0; i < COUNT(rows); i++) {
        Fixture f;
        fixture_begin(&f);
        GameId game = play_two_moves(&f, rows[i].time);
        UserId leaves = f.users[0].id, stays = f.users[1].id;
        int64_t ms = rows[i].ms;
        CHECK("there", !may_claim(&f, &game, leaves, 1000));
        CHECK("just left", !may_claim(&f, &game, stays, 2000));
        CHECK("almost long enough", !may_claim(&f, &game, stays, 1999 + ms));
        CHECK("long enough", may_claim(&f, &game, stays, 2000 + ms));
        CHECK("back", !may_claim(&f, &game, leaves, 2001 + ms));
        fixture_end(&f);
    }
}

// An absence is counted over restarts. That of a player who was there begins with the restart.
TEST(registry_counts_an_absence_over_restarts) {
    static const struct {
        const char *name;
        bool there_before, comes_back;
        int64_t at; // after the restart
        bool claim;
    } rows[] = {
        {"was there, just restarted", true, false, 0, false},
        {"was there and is back", true, true, CLAIM_UNTIMED_MS, false},
        {"was there, away for almost a day", true, false, CLAIM_UNTIMED_MS - 1, false},
        {"was there, away for a day", true, false, CLAIM_UNTIMED_MS, true},
        {"left before, almost a day in all", false, false, CLAIM_UNTIMED_MS / 2 - 1, false},
        {"left before, a day in all", false, false, CLAIM_UNTIMED_MS / 2, true},
        {"left before and is back", false, true, CLAIM_UNTIMED_MS / 2, false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Fixture f;
        fixture_begin(&f);
        Error err = {0};
        GameId game = play_two_moves(&f, NULL);
        int64_t stopped = 2 * CLAIM_UNTIMED_MS, left = stopped - CLAIM_UNTIMED_MS / 2;
        UserId leaves = f.users[0].id, stays = f.users[1].id;
        CHECK(rows[i].name, !may_claim(&f, &game, leaves, left - 1));
        CHECK(rows[i].name, !may_claim(&f, &game, rows[i].there_before ? leaves : stays, left));
        registry_set_time(f.registry, (Timestamp){.clock_ms = stopped});
        registry_save_clock(f.registry);
        fixture_commit(&f);
        registry_free(f.registry);
        f.registry = registry_new(f.store, (RandomSource){0}, &err);
        CHECK_INT(rows[i].name, registry_clock_ms(f.registry), stopped);
        UserId present = rows[i].comes_back ? leaves : stays;
        CHECK(rows[i].name, !may_claim(&f, &game, present, stopped));
        CHECK_INT(rows[i].name, may_claim(&f, &game, present, stopped + rows[i].at), rows[i].claim);
        fixture_end(&f);
    }
}

TEST(registry_lists_games_with_somebody_there) {
    Fixture f;
    fixture_begin(&f);
    Error err = {0};
    GameId game, against_level;
    UserId present = f.users[0].id;
    GameRequest request = {.opponent = "anyone", .time = "300"};
    registry_create_game(f.registry, &f.users[0], &request, &game, &err);
    registry_create_game(f.registry, &f.users[0], &(GameRequest){.opponent = "level:1"},
                         &against_level, &err);
    registry_apply_action(f.registry, &f.users[1], game.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    fixture_commit(&f);
    CHECK_INT("not that against a level", count_live(f.registry), 1);
    CHECK("one leaves", !registry_check_presence(f.registry, is_same_user, NULL, &present));
    CHECK_INT("one is there", count_live(f.registry), 1);
    present = 0;
    CHECK("both leave", registry_check_presence(f.registry, is_same_user, NULL, &present));
    CHECK_INT("nobody is there", count_live(f.registry), 0);
    registry_set_time(f.registry, (Timestamp){.clock_ms = MINUTE_MS});
    registry_check_deadlines(f.registry);
    CHECK_INT("aborted", state_of(f.registry, &game), GAME_ABORTED);
    CHECK_INT("no clock", state_of(f.registry, &against_level), GAME_PLAYING);
    fixture_end(&f);
}

static int count_mine(GameRegistry *h, UserId user) {
    int count = 0;
    registry_list(h, GAME_LIST_MINE, user, 100, count_one, &count);
    return count;
}

static void fill_random(void *rng, void *bytes, size_t len) {
    for (uint8_t *at = bytes; len > 0; len--)
        *at++ = (uint8_t)rng_next(rng);
}

// The games of a user are found by an index, which follows the seats, and grows with the games.
TEST(registry_lists_the_games_of_a_user) {
    Fixture f;
    fixture_begin(&f);
    Rng rng = {1}; // the fixture's ids repeat after 32 games
    registry_free(f.registry);
    f.registry = registry_new(f.store, (RandomSource){fill_random, &rng}, &(Error){0});
    enum { AT_ONCE = 30 };
    GameId games[100];
    Error err = {0};
    for (int i = 0; i < COUNT(games); i++) {
        GameRequest request = {.opponent = "link"};
        if (i >= AT_ONCE)
            registry_apply_action(f.registry, &f.users[i % 2], games[i - AT_ONCE].text,
                                  &(GameAction){.kind = GAME_ACTION_RESIGN}, &err);
        registry_create_game(f.registry, &f.users[0], &request, &games[i], &err);
        CHECK_TEXT("errors", err.text, "");
        CHECK_INT("of the owner", count_mine(f.registry, f.users[0].id), int_min(i + 1, AT_ONCE));
        CHECK_INT("not yet of the other", count_mine(f.registry, f.users[1].id),
                  int_min(i, AT_ONCE - 1));
        registry_apply_action(f.registry, &f.users[1], games[i].text,
                              &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
        CHECK_INT("of the other", count_mine(f.registry, f.users[1].id), int_min(i + 1, AT_ONCE));
    }
    fixture_end(&f);
}

typedef struct {
    int64_t created[64];
    int count;
} CreationTimes;

static void add_time(void *context, const GameSummary *s) {
    CreationTimes *all = context;
    all->created[all->count++] = s->created;
}

TEST(registry_lists_the_newest_games_in_order) {
    enum { FIRST = 1000, COUNT_ALL = 30 };
    Fixture f;
    fixture_begin(&f);
    Error err = {0};
    GameId game;
    for (int i = 0; i < COUNT_ALL; i++) {
        registry_set_time(f.registry, (Timestamp){.wall_ms = FIRST + i});
        registry_create_game(f.registry, &f.users[0], &(GameRequest){.opponent = "link"}, &game,
                             &err);
        registry_apply_action(f.registry, &f.users[1], game.text,
                              &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
        CHECK_TEXT("errors", err.text, "");
    }
    for (int limit = 1; limit <= 2 * COUNT_ALL; limit++) {
        CreationTimes all = {.count = 0};
        registry_list(f.registry, GAME_LIST_ACTIVE, 0, limit, add_time, &all);
        CHECK_INT("count", all.count, int_min(limit, COUNT_ALL));
        for (int i = 0; i < all.count; i++)
            CHECK_INT("in order", all.created[i], FIRST + COUNT_ALL - 1 - i);
    }
    fixture_end(&f);
}

TEST(registry_ends_abandoned_games_after_a_restart) {
    Fixture f;
    fixture_begin(&f);
    Error err = {0};
    GameId game;
    registry_create_game(f.registry, &f.users[0], &(GameRequest){.opponent = "link"}, &game, &err);
    registry_apply_action(f.registry, &f.users[1], game.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    fixture_commit(&f);
    registry_free(f.registry);
    f.registry = registry_new(f.store, (RandomSource){0}, &err);
    registry_set_time(f.registry, (Timestamp){.clock_ms = 14 * DAY_MS - 1});
    registry_check_deadlines(f.registry);
    CHECK_INT("not yet", state_of(f.registry, &game), GAME_PLAYING);
    registry_save_clock(f.registry);
    CHECK_INT("the clock is saved", store_value(f.store, "server_time"), 14 * DAY_MS - 1);
    registry_set_time(f.registry, (Timestamp){.clock_ms = 14 * DAY_MS});
    registry_check_deadlines(f.registry);
    CHECK_INT("ended", state_of(f.registry, &game), GAME_ABORTED);
    fixture_end(&f);
}

TEST(registry_restores_clocks_without_increments_for_free_moves) {
    Fixture f;
    fixture_begin(&f);
    Error err = {0};
    GameId game = play_two_moves(&f, "300+5");
    GameView view;
    GameAction play = {.kind = GAME_ACTION_PLAY, .at = {2, 0}, .move = "j8"};
    registry_apply_action(f.registry, &f.users[0], game.text, &play, &err);
    CHECK_TEXT("moves", err.text, "");
    fixture_commit(&f);
    for (int restarted = 0; restarted < 2; restarted++) {
        registry_view(f.registry, game.text, 0, &view, &err);
        CHECK_INT("one timed move", view.summary.seats[0].clock.main_ms, 305000);
        CHECK_INT("only a free move", view.summary.seats[1].clock.main_ms, 300000);
        registry_free(f.registry);
        f.registry = registry_new(f.store, (RandomSource){0}, &err);
    }
    fixture_end(&f);
}

TEST(registry_restores_the_time_of_a_last_turn_without_a_move) {
    Fixture f;
    fixture_begin(&f);
    Error err = {0};
    GameId game = play_two_moves(&f, "300");
    GameView view;
    registry_set_time(f.registry, (Timestamp){.clock_ms = 40000});
    GameAction resign = {.kind = GAME_ACTION_RESIGN};
    registry_apply_action(f.registry, &f.users[1], game.text, &resign, &err);
    CHECK_TEXT("resigns", err.text, "");
    fixture_commit(&f);
    for (int restarted = 0; restarted < 2; restarted++) {
        registry_view(f.registry, game.text, 0, &view, &err);
        CHECK_INT("over", view.summary.state, GAME_OVER);
        CHECK_INT("thought when the other resigned", view.summary.seats[0].clock.main_ms, 260000);
        CHECK_INT("waited", view.summary.seats[1].clock.main_ms, 300000);
        registry_free(f.registry);
        f.registry = registry_new(f.store, (RandomSource){0}, &err);
    }
    fixture_end(&f);
}

// A turn of an opening earned an increment for each of its stones once: games of that time still
// load, although by the present rule the fifth stone came too late.
TEST(session_from_row_ends_no_game_on_time) {
    GameRow row = {.rules = "freestyle",
                   .opening = "swap2",
                   .time = "10+5",
                   .size = 15,
                   .state = GAME_PLAYING};
    static const MoveRow moves[] = {{"h8", -1},   {"i9", -1},   {"j7", -1},    {"more", -1},
                                    {"a1", 8000}, {"b1", 6500}, {"swap", 100}, {"c1", 100}};
    GameSession session;
    Error err = {0};
    CHECK("loads", session_from_row(&session, &row, moves, COUNT(moves), &err));
    CHECK_TEXT("no error", err.text, "");
    CHECK_INT("goes on", session.state, GAME_PLAYING);
    CHECK_INT("the late stone", session.game.moves[5].ms, 6500);
    CHECK("time is left", session_time_left(&session, 1, (Timestamp){0}) > 0);
}

// ---- Sessions in memory

// Waiting games, five of each new user.
static void create_games(Fixture *f, int count) {
    UserRow owner = {.kind = USER_GUEST};
    for (int i = 0; i < count; i++) {
        Error err = {0};
        GameId game;
        if (i % 5 == 0) {
            snprintf(owner.name, sizeof owner.name, "owner %d",
                     registry_counts(f->registry).waiting);
            owner.id = user_add(f->store, &owner, owner.name, NULL, &err);
        }
        registry_create_game(f->registry, &owner, &(GameRequest){.opponent = "link"}, &game, &err);
        CHECK_TEXT("a game", err.text, "");
    }
}

TEST(registry_keeps_changed_sessions_and_returns_to_its_limit) {
    enum { EXCESS = 20 };
    Fixture f;
    Rng rng = {1};
    Error err = {0};
    fixture_begin(&f);
    registry_free(f.registry);
    f.registry = registry_new(f.store, (RandomSource){fill_random, &rng}, &err);
    GameId game;
    GameView view;
    registry_create_game(f.registry, &f.users[0], &(GameRequest){.opponent = "level:1"}, &game,
                         &err);
    registry_apply_action(f.registry, &f.users[0], game.text,
                          &(GameAction){.kind = GAME_ACTION_RESIGN}, &err);
    fixture_commit(&f);
    // The finished game is now the only one that could be evicted.
    create_games(&f, LOADED_SESSIONS_MAX - 1);
    registry_apply_action(f.registry, &f.users[0], game.text,
                          &(GameAction){.kind = GAME_ACTION_REMATCH}, &err);
    CHECK_TEXT("a rematch", err.text, "");
    registry_view(f.registry, game.text, f.users[0].id, &view, &err);
    CHECK("it has begun", *view.next.text);
    create_games(&f, EXCESS);
    CHECK_INT("all changed", registry_counts(f.registry).loaded_sessions,
              LOADED_SESSIONS_MAX + EXCESS + 1);
    fixture_commit(&f);
    create_games(&f, EXCESS + 5);
    CHECK("back at the limit", registry_counts(f.registry).loaded_sessions <= LOADED_SESSIONS_MAX);
    fixture_end(&f);
}
