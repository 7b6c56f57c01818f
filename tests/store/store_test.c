// The store, on both engines: what is committed, and what is read back.
#include "store/game_store.h"

#include "base/number.h"
#include "base/str.h"
#include "store/statement.h"
#include "store/store.h"
#include "store/test_database.h"
#include "store/users.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static UserId add_user(Store *s, const char *name) {
    UserRow user = {.kind = USER_ACCOUNT, .created = 1};
    Error err = {0};
    snprintf(user.name, sizeof user.name, "%s", name);
    return user_add(s, &user, name, NULL, &err);
}

static GameRow some_game(UserId owner, const char *id) {
    GameRow g = {.rules = "renju",
                 .opening = "swap2",
                 .time = "300+5",
                 .size = 15,
                 .opponent = "anyone",
                 .owner = owner,
                 .created = 7,
                 .seats = {owner, 0},
                 .started = -1,
                 .ended = -1,
                 .draw_offer = -1,
                 .takeback_offer = 1,
                 .takeback_plies = 2,
                 .winner = -1,
                 .key = "k"};
    snprintf(g.id.text, sizeof g.id.text, "%s", id);
    return g;
}

// The whole row as text, since padding bytes rule out memcmp.
static void format_game(const GameRow *g, Str *out) {
    str_add(out, "%s %s %s %s %d %d%d%d %s %lld %lld %s %d ", g->id.text, g->rules, g->opening,
            g->time, g->size, g->mist, g->rated, g->chat, g->opponent, (long long)g->owner,
            (long long)g->created, g->key, (int)g->state);
    str_add(out, "%lld %lld %lld %lld %lld ", (long long)g->seats[0], (long long)g->seats[1],
            (long long)g->started, (long long)g->ended, (long long)g->turn_began);
    str_add(out, "%lld %d ", (long long)g->last_turn_ms, g->swapped);
    str_add(out, "%d %d %d %d %d %d %d %d %s %s", g->seq, g->ply, g->line, g->draw_offer,
            g->takeback_offer, g->takeback_plies, g->rematch, g->winner, g->reason, g->next.text);
}

static void check_same_game(const GameRow *a, const GameRow *b) {
    Str first = {0}, second = {0};
    format_game(a, &first);
    format_game(b, &second);
    CHECK_TEXT("every field", str_text(&second), str_text(&first));
    str_release(&first);
    str_release(&second);
}

typedef struct {
    int64_t created[64];
    int count;
} FoundGames;

static void note_found(void *context, const GameRow *row) {
    FoundGames *found = context;
    if (found->count < COUNT(found->created))
        found->created[found->count++] = row->created;
}

// The result of a game for one of its players.
static ResultFilter result_of(const GameRow *g, UserId player) {
    if (g->state != GAME_OVER)
        return RESULT_ANY;
    return g->winner < 0 ? RESULT_DRAWN : g->seats[g->winner] == player ? RESULT_WON : RESULT_LOST;
}

static bool has_result(const GameRow *g, const GameQuery *q) {
    UserId other = g->seats[0] == q->player ? g->seats[1] : g->seats[0];
    return !q->player || ((!q->opponent || other == q->opponent) &&
                          (q->result == RESULT_ANY || result_of(g, q->player) == q->result));
}

static bool matches(const GameRow *g, const GameQuery *q) {
    bool is_public = !strcmp(g->opponent, "anyone");
    bool visible = g->state > GAME_PLAYING || is_public || g->owner == q->asker ||
                   (g->state == GAME_PLAYING && g->seats[1] == q->asker);
    bool plays = !q->player || g->seats[0] == q->player || g->seats[1] == q->player;
    return visible && plays && has_result(g, q) && g->created < q->before &&
           (!q->rules || !strcmp(g->rules, q->rules)) &&
           (q->state < 0 || (int)g->state == q->state) &&
           (q->mist < 0 || g->mist == (q->mist == 1));
}

// The slow twin: looks at every game.
static void search_slowly(const GameRow *games, int count, const GameQuery *q, FoundGames *found) {
    for (int i = count - 1; i >= 0 && found->count < q->limit; i--)
        if (matches(&games[i], q))
            note_found(found, &games[i]);
}

enum { SEARCHED = 600 };

static GameRow random_game(Rng *rng, const UserId users[3], int i) {
    static const char *const rules[] = {"freestyle", "standard", "renju"};
    static const char *const opponents[] = {"anyone", "link"};
    GameRow g = {.size = 15, .created = 1000 + i, .started = -1, .ended = -1, .draw_offer = -1};
    g.takeback_offer = g.winner = -1;
    g.state = (GameState)rng_below(rng, 4);
    g.mist = rng_below(rng, 5) == 0;
    g.owner = g.seats[0] = users[rng_below(rng, 2)];
    g.seats[1] = g.state == GAME_WAITING ? 0 : users[2];
    g.winner = g.state == GAME_OVER ? (int)rng_below(rng, 3) - 1 : -1;
    snprintf(g.id.text, sizeof g.id.text, "game%d", i);
    snprintf(g.rules, sizeof g.rules, "%s", rules[rng_below(rng, 3)]);
    snprintf(g.opening, sizeof g.opening, "none");
    snprintf(g.opponent, sizeof g.opponent, "%s", opponents[rng_below(rng, 2)]);
    return g;
}

TEST(store_searches_agree_with_looking_at_every_game) {
    Error err = {0};
    Rng rng = {7};
    Store *s = test_store_open();
    UserId users[3] = {add_user(s, "Ann"), add_user(s, "Bob"), add_user(s, "Cleo")};
    GameRow *games = calloc(SEARCHED, sizeof *games);
    for (int i = 0; i < SEARCHED; i++) {
        games[i] = random_game(&rng, users, i);
        CHECK("added", game_store_add(s, &games[i], &err));
    }
    int total = 0, with_result = 0;
    for (int n = 0; n < 1000; n++) {
        static const char *const rules[] = {NULL, "freestyle", "renju", "caro"};
        GameQuery q = {.rules = rules[rng_below(&rng, 4)],
                       .state = (int)rng_below(&rng, 5) - 1,
                       .mist = (int)rng_below(&rng, 3) - 1,
                       .result = (ResultFilter)((int)rng_below(&rng, 4) - 1),
                       .player = rng_below(&rng, 3) ? 0 : users[1 + rng_below(&rng, 2)],
                       .opponent = rng_below(&rng, 2) ? 0 : users[rng_below(&rng, 3)],
                       .asker = rng_below(&rng, 2) ? users[0] : 0,
                       .before = 1000 + (int64_t)rng_below(&rng, SEARCHED + 100),
                       .limit = 1 + (int)rng_below(&rng, 30)};
        FoundGames fast = {0}, slow = {0};
        game_store_search(s, &q, note_found, &fast, &err);
        search_slowly(games, SEARCHED, &q, &slow);
        CHECK_INT("found", fast.count, slow.count);
        CHECK("the same", !memcmp(fast.created, slow.created, sizeof fast.created));
        total += fast.count;
        with_result += q.player && q.result != RESULT_ANY ? fast.count : 0;
    }
    CHECK("some were found", total > 1000);
    CHECK("some with a result", with_result > 100);
    CHECK_TEXT("errors", err.text, "");
    free(games);
    store_close(s);
}

// A search of a player's games stops after SCAN_MAX, and says where to go on.
TEST(store_searches_of_a_player_go_on_where_they_stopped) {
    Error err = {0};
    Store *s = test_store_open();
    UserId users[3] = {add_user(s, "Ann"), add_user(s, "Bob"), add_user(s, "Cleo")};
    for (int i = 0; i < 2 * SCAN_MAX + 10; i++) {
        Rng rng = {(uint64_t)i};
        GameRow g = random_game(&rng, users, i);
        g.state = GAME_OVER;
        g.seats[1] = users[2];
        snprintf(g.rules, sizeof g.rules, "%s", i == 3 ? "renju" : "freestyle");
        game_store_add(s, &g, &err);
    }
    GameQuery q = {.player = users[2],
                   .rules = "renju",
                   .state = -1,
                   .mist = -1,
                   .result = RESULT_ANY,
                   .before = INT64_MAX,
                   .limit = 10};
    int pages = 0;
    FoundGames found = {0};
    for (int64_t rest = 1; rest; pages++) {
        rest = game_store_search(s, &q, note_found, &found, &err);
        q.before = rest;
    }
    CHECK_INT("pages", pages, 3);
    CHECK_INT("found", found.count, 1);
    CHECK_INT("the oldest but three", found.created[0], 1003);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(store_keeps_only_what_was_committed) {
    Str location = test_location();
    Error err = {0};
    Store *s = test_store_reopen(&location);
    UserId ann = add_user(s, "ann");
    GameRow g = some_game(ann, "aaaaaaaaaaaa"), got;
    CHECK("adding", game_store_add(s, &g, &err));
    CHECK("moving", game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 12}, &err));
    CHECK("committing", store_commit(s, &err) && !store_in_transaction(s));
    CHECK("a second move", game_store_add_move(s, &g.id, 1, &(MoveRow){"i9", 3}, &err));
    store_close(s); // without a commit
    s = test_store_reopen(&location);
    CHECK("found", game_store_find(s, g.id.text, &got, &err));
    check_same_game(&g, &got);
    MoveRow moves[4];
    CHECK_INT("moves", game_store_moves(s, &g.id, moves, 4, &err), 1);
    CHECK_TEXT("the move", moves[0].text, "h8");
    store_close(s);
    test_location_remove(&location);
}

static void find_game(Store *s, const GameRow *want) {
    Error err = {0};
    GameRow got = {0};
    CHECK(want->id.text, game_store_find(s, want->id.text, &got, &err));
    check_same_game(want, &got);
}

// Every field has a value of its own.
TEST(store_every_field_of_a_game_is_kept) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann"), ben = add_user(s, "ben");
    GameRow g = some_game(ann, "aaaaaaaaaaaa"), other = some_game(ben, "bbbbbbbbbbbb"), got;
    g.mist = true;
    g.started = 11;
    g.ended = 12;
    g.turn_began = 13;
    g.last_turn_ms = 14;
    g.seq = 15;
    g.ply = 16;
    g.line = 17;
    g.draw_offer = 0;
    CHECK("added", game_store_add(s, &g, &err) && game_store_add(s, &other, &err));
    find_game(s, &g);
    find_game(s, &other);
    GameRow set_up = g;
    set_up.state = GAME_OVER;
    set_up.seats[0] = ben;
    set_up.seats[1] = ann;
    set_up.started = set_up.ended = -1;
    set_up.turn_began = 23;
    set_up.last_turn_ms = 24;
    set_up.seq = 25;
    set_up.ply = 26;
    set_up.line = 27;
    set_up.draw_offer = -1;
    set_up.takeback_offer = 0;
    set_up.takeback_plies = 1;
    set_up.rematch = 3;
    set_up.winner = 1;
    snprintf(set_up.reason, sizeof set_up.reason, "five");
    snprintf(set_up.next.text, sizeof set_up.next.text, "cccccccccccc");
    CHECK("updated", game_store_update(s, &set_up, &err));
    find_game(s, &set_up);
    find_game(s, &other);
    GameRow moved = set_up;
    moved.turn_began = 33;
    moved.seq = 35;
    moved.ply = 36;
    moved.draw_offer = 1;
    moved.takeback_offer = -1;
    CHECK("after a move", game_store_update_after_move(s, &moved, &err));
    find_game(s, &moved);
    find_game(s, &other);
    CHECK("by key", game_store_find_by_key(s, ben, "k", &got, &err));
    check_same_game(&other, &got);
    CHECK("no such key", !game_store_find_by_key(s, ben, "x", &got, &err));
    CHECK("no such game", !game_store_find(s, "dddddddddddd", &got, &err));
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

// Seats are swapped by an odd number of swaps in an opening; a move is no swap without one.
TEST(store_tells_whether_the_opening_swapped_the_colors) {
    static const struct {
        const char *row, *opening, *moves[4];
        bool swapped;
    } rows[] = {
        {"no move", "swap2", {NULL}, false},
        {"one swap", "swap2", {"h8", "swap", "i9"}, true},
        {"two", "swap2", {"h8", "swap", "swap"}, false},
        {"none", "swap2", {"h8", "stay"}, false},
        {"no opening", "none", {"h8", "swap"}, false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Store *s = test_store_open();
        UserId ann = add_user(s, "ann");
        GameRow g = some_game(ann, "aaaaaaaaaaaa"), other = some_game(ann, "bbbbbbbbbbbb"), got;
        snprintf(g.opening, sizeof g.opening, "%s", rows[i].opening);
        snprintf(other.key, sizeof other.key, "other");
        CHECK("added", game_store_add(s, &g, &err) && game_store_add(s, &other, &err));
        for (int ply = 0; ply < 4 && rows[i].moves[ply]; ply++) {
            MoveRow move = {.ms = ply};
            snprintf(move.text, sizeof move.text, "%s", rows[i].moves[ply]);
            CHECK("a move", game_store_add_move(s, &g.id, ply, &move, &err));
        }
        CHECK("another game swapped",
              game_store_add_move(s, &other.id, 0, &(MoveRow){"swap", 0}, &err));
        CHECK("found", game_store_find(s, g.id.text, &got, &err));
        CHECK_INT(rows[i].row, got.swapped, rows[i].swapped);
        store_close(s);
    }
}

TEST(store_moves_are_in_order_and_taken_back) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann");
    GameRow one = some_game(ann, "aaaaaaaaaaaa"), two = some_game(ann, "bbbbbbbbbbbb");
    snprintf(two.key, sizeof two.key, "other");
    CHECK("added", game_store_add(s, &one, &err) && game_store_add(s, &two, &err));
    static const char *const texts[] = {"h8", "i9", "j10"};
    for (int ply = 2; ply >= 0; ply--) {
        MoveRow move = {.ms = 10 + ply};
        snprintf(move.text, sizeof move.text, "%s", texts[ply]);
        CHECK("a move", game_store_add_move(s, &one.id, ply, &move, &err) &&
                            game_store_add_move(s, &two.id, ply, &move, &err));
    }
    MoveRow moves[4];
    CHECK_INT("at most", game_store_moves(s, &one.id, moves, 2, &err), 2);
    CHECK_INT("all", game_store_moves(s, &one.id, moves, 4, &err), 3);
    for (int ply = 0; ply < 3; ply++) {
        CHECK_TEXT("in order", moves[ply].text, texts[ply]);
        CHECK_INT("time", moves[ply].ms, 10 + ply);
    }
    CHECK("taken back", game_store_delete_moves_from(s, &one.id, 1, &err));
    CHECK_INT("one is left", game_store_moves(s, &one.id, moves, 4, &err), 1);
    CHECK_INT("the other game has all", game_store_moves(s, &two.id, moves, 4, &err), 3);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

static void note_game_move(void *context, const char *game, const MoveRow *move) {
    str_add(context, "%.1s %s:%d ", game, move->text, move->ms);
}

static void note_game_try(void *context, const char *game, const MistTry *row) {
    str_add(context, "%.1s %d:%s ", game, row->ply, row->text);
}

static void note_version(void *context, const char *game, int64_t version) {
    str_add(context, "%.1s %lld ", game, (long long)version);
}

TEST(store_reads_several_games_by_one_statement) {
    Error err = {0};
    Store *s = test_store_open();
    Str found = {0};
    UserId ann = add_user(s, "ann");
    for (int i = 0; i < 3; i++) {
        char id[GAME_ID_SIZE];
        snprintf(id, sizeof id, "%caaaaaaaaaaa", 'a' + i);
        GameRow game = some_game(ann, id);
        snprintf(game.key, sizeof game.key, "%d", i);
        game.version = i + 5;
        CHECK("added", game_store_add(s, &game, &err));
        for (int ply = i; ply >= 0; ply--) {
            MoveRow move = {.ms = 1};
            snprintf(move.text, sizeof move.text, "h%d", ply + 1);
            CHECK("a move", game_store_add_move(s, &game.id, ply, &move, &err));
        }
    }
    static const char games[] = "[\"caaaaaaaaaaa\",\"aaaaaaaaaaaa\",\"none\"]";
    CHECK("moves", game_store_moves_of(s, games, note_game_move, &found, &err));
    CHECK_TEXT("of these games, in order", str_text(&found), "a h1:1 c h1:1 c h2:1 c h3:1 ");
    str_clear(&found);
    CHECK("no game", game_store_moves_of(s, "[]", note_game_move, &found, &err));
    CHECK_TEXT("no moves", str_text(&found), "");
    game_store_versions(s, "baaaaaaaaaaa", note_version, &found, &err);
    CHECK_TEXT("version", str_text(&found), "b 6 ");
    CHECK_TEXT("errors", err.text, "");
    str_release(&found);
    store_close(s);
}

TEST(store_tries_are_in_order) {
    Error err = {0};
    Store *s = test_store_open();
    GameRow g = some_game(add_user(s, "ann"), "aaaaaaaaaaaa");
    GameId other = {"bbbbbbbbbbbb"};
    CHECK("added", game_store_add(s, &g, &err));
    CHECK("later", game_store_add_try(s, &g.id, &(MistTry){5, "c3"}, 0, &err));
    CHECK("second", game_store_add_try(s, &g.id, &(MistTry){2, "b2"}, 1, &err));
    CHECK("first", game_store_add_try(s, &g.id, &(MistTry){2, "a1"}, 0, &err));
    CHECK("again", game_store_add_try(s, &g.id, &(MistTry){2, "x9"}, 0, &err));
    MistTry tries[4];
    CHECK_INT("another game", game_store_tries(s, &other, tries, 4, &err), 0);
    CHECK_INT("at most", game_store_tries(s, &g.id, tries, 2, &err), 2);
    CHECK_INT("all", game_store_tries(s, &g.id, tries, 4, &err), 3);
    CHECK_TEXT("first", tries[0].text, "a1");
    CHECK_TEXT("second", tries[1].text, "b2");
    CHECK_TEXT("later", tries[2].text, "c3");
    CHECK_INT("ply", tries[0].ply, 2);
    CHECK_INT("ply", tries[2].ply, 5);
    Str found = {0};
    CHECK("another", game_store_add_try(s, &other, &(MistTry){1, "d4"}, 0, &err));
    CHECK("of one game", game_store_tries_of(s, "[\"aaaaaaaaaaaa\"]", note_game_try, &found, &err));
    CHECK_TEXT("in order", str_text(&found), "a 2:a1 a 2:b2 a 5:c3 ");
    str_clear(&found);
    CHECK("of both", game_store_tries_of(s, "[\"bbbbbbbbbbbb\",\"aaaaaaaaaaaa\"]", note_game_try,
                                         &found, &err));
    CHECK_TEXT("both", str_text(&found), "a 2:a1 a 2:b2 a 5:c3 b 1:d4 ");
    str_release(&found);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(store_absences_of_games_that_go_on) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann");
    static const GameState states[] = {GAME_WAITING, GAME_PLAYING, GAME_OVER, GAME_ABORTED};
    GameId ids[COUNT(states)];
    int64_t since[2];
    for (int i = 0; i < COUNT(states); i++) {
        GameRow g = some_game(ann, "aaaaaaaaaaaa");
        g.id.text[0] = (char)('a' + i);
        g.key[0] = (char)('a' + i);
        g.state = states[i];
        ids[i] = g.id;
        CHECK("added", game_store_add(s, &g, &err));
        game_store_absence(s, &g.id, since, &err);
        CHECK("never away", since[0] == INT64_MAX && since[1] == INT64_MAX);
        CHECK("saved", game_store_save_absence(s, &g.id, (int64_t[]){9, 9}, &err));
        CHECK("again", game_store_save_absence(s, &g.id, (int64_t[]){INT64_MAX, 5 + i}, &err));
    }
    game_store_absence(s, &ids[1], since, &err);
    CHECK("the first one is there", since[0] == INT64_MAX);
    CHECK_INT("the second one is not", since[1], 6);
    CHECK("another", game_store_save_absence(s, &ids[1], (int64_t[]){0, INT64_MAX}, &err));
    CHECK("cleaned", game_store_clean_up_absences(s, &err));
    for (int i = 0; i < COUNT(states); i++) {
        game_store_absence(s, &ids[i], since, &err);
        CHECK_INT(game_state_word(states[i]), since[0] == 0, states[i] == GAME_PLAYING);
    }
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(store_lists_games_that_wait_or_are_played) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann");
    FoundGames found = {0};
    CHECK_INT("no game", game_store_newest(s, &err), 0);
    for (int i = 0; i < 6; i++) {
        GameRow g = some_game(ann, "aaaaaaaaaaaa");
        g.id.text[0] = (char)('a' + i);
        g.key[0] = (char)('a' + i);
        g.state = (GameState)(i % 4);
        g.created = 100 - i;
        CHECK("added", game_store_add(s, &g, &err));
    }
    CHECK_INT("the newest", game_store_newest(s, &err), 100);
    game_store_each_active(s, note_found, &found, &err);
    CHECK_INT("how many", found.count, 4);
    CHECK_INT("the oldest first", found.created[0], 95);
    CHECK_INT("the newest last", found.created[3], 100);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(store_a_failed_write_fails_the_whole_transaction) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann");
    GameRow g = some_game(ann, "aaaaaaaaaaaa");
    game_store_add(s, &g, &err);
    CHECK("first transaction", store_commit(s, &err));
    game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 0}, &err);
    game_store_add_move(s, &g.id, 0, &(MoveRow){"h9", 0}, &err); // the same ply again
    game_store_add_move(s, &g.id, 1, &(MoveRow){"i9", 0}, &err);
    for (int i = 0; i < 2; i++) { // with PostgreSQL the first one learns of the failure
        Error why = {0};
        CHECK("a study", !study_store_put(s, "g", &(StudyRow){1, 5}, 0, "1 2", 10, &why));
        CHECK("why", *why.text);
    }
    CHECK("the commit", !store_commit(s, &err));
    MoveRow moves[4];
    CHECK_INT("no study", study_store_version(s, "g", &err), 0);
    CHECK_INT("nothing is left", game_store_moves(s, &g.id, moves, 4, &err), 0);
    CHECK("next transaction", game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 0}, &err));
    CHECK("its commit", store_commit(s, &err));
    store_close(s);
}

// user_find has a cache, which must show every change, and none that was rolled back.
TEST(store_finds_users_as_they_are) {
    Str location = test_location();
    Store *s = test_store_reopen(&location);
    Error err = {0};
    UserRow user;
    SecretHash hash = {{1}};
    UserId ann = add_user(s, "ann"), ben = add_user(s, "ben");
    store_commit(s, &err);
    CHECK("ann", user_find(s, ann, &user, &err) && !strcmp(user.name, "ann"));
    CHECK("ben", user_find(s, ben, &user, &err) && !strcmp(user.name, "ben"));
    CHECK("nobody", !user_find(s, 0, &user, &err) && !user_find(s, ben + 1, &user, &err));
    CHECK("another", !user_find(s, ann + 1024, &user, &err));

    user_find(s, ann, &user, &err);
    user.chat = true;
    snprintf(user.name, sizeof user.name, "Ann");
    user_update(s, &user, "ann", NULL, &err);
    CHECK("a new name", user_find(s, ann, &user, &err) && !strcmp(user.name, "Ann") && user.chat);
    user_add_score(s, ann, 1, 2, 3, &err);
    CHECK("a score", user_find(s, ann, &user, &err) && user.lost == 2 && !user.is_bot);
    login_session_add(s, &hash, ann, "a token", 5, &err);
    CHECK("a token", user_find(s, ann, &user, &err) && user.is_bot);
    LoginSessionRow session;
    CHECK("its session", login_session_find(s, &hash, &session, &err));
    token_revoke(s, ann, session.id, &err);
    CHECK("no token", user_find(s, ann, &user, &err) && !user.is_bot);
    login_session_add(s, &hash, ann, "a token", 5, &err);
    login_session_find(s, &hash, &session, &err);
    user_find(s, ann, &user, &err);
    login_session_delete(s, session.user, session.id, &err);
    CHECK("no session", user_find(s, ann, &user, &err) && !user.is_bot);
    login_session_add(s, &hash, ann, "a token", 5, &err);
    user_find(s, ann, &user, &err);
    login_session_delete_others(s, ann, 0, &err);
    CHECK("no other session", user_find(s, ann, &user, &err) && !user.is_bot);
    CHECK("committed", store_commit(s, &err));

    user_add_score(s, ann, 1, 0, 0, &err);
    CHECK("within the transaction", user_find(s, ann, &user, &err) && user.won == 2);
    CHECK("a name that is taken", !add_user(s, "ben") && !store_commit(s, &err));
    CHECK("rolled back", user_find(s, ann, &user, &err) && user.won == 1);
    store_close(s);
    test_location_remove(&location);
}

TEST(store_chat_with_a_repeated_key_is_added_once) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann");
    GameId id = {"aaaaaaaaaaaa"};
    ChatRow line = {.user = ann, .text = "hi", .at = 1};
    bool repeated = true;
    CHECK("first", game_store_add_chat(s, &id, &line, "k", &repeated, &err) && !repeated);
    CHECK("again", game_store_add_chat(s, &id, &line, "k", &repeated, &err) && repeated);
    CHECK("without key", game_store_add_chat(s, &id, &line, NULL, &repeated, &err) && !repeated);
    CHECK_INT("numbers", line.n, 2);
    store_close(s);
}

TEST(store_chat_has_the_last_lines) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann"), ben = add_user(s, "ben");
    GameId id = {"aaaaaaaaaaaa"}, other = {"bbbbbbbbbbbb"};
    bool repeated;
    for (int i = 0; i < 4; i++) {
        ChatRow line = {.user = i % 2 ? ben : ann, .at = 10 + i};
        snprintf(line.text, sizeof line.text, "line %d", i);
        CHECK("added", game_store_add_chat(s, &id, &line, "key", &repeated, &err));
        CHECK_INT("a key is of one user", repeated, i >= 2);
        CHECK_INT("the number of the first one", line.n, 1 + i % 2);
        CHECK_INT("its time", line.at, 10 + i % 2);
        CHECK_INT("its user", line.user, i % 2 ? ben : ann);
    }
    ChatRow line = {.user = ann, .text = "elsewhere"}, lines[4];
    CHECK("another game", game_store_add_chat(s, &other, &line, "key", &repeated, &err));
    CHECK("is not a repetition", !repeated && line.n == 1);
    for (int i = 2; i < 5; i++) {
        line = (ChatRow){.user = ben, .at = 10 + i};
        snprintf(line.text, sizeof line.text, "line %d", i);
        CHECK("without key", game_store_add_chat(s, &id, &line, NULL, &repeated, &err));
    }
    CHECK_INT("at most", game_store_chat(s, &id, lines, 4, &err), 4);
    for (int i = 0; i < 4; i++)
        CHECK_INT("the last ones, in order", lines[i].n, 2 + i);
    CHECK_TEXT("text", lines[3].text, "line 4");
    CHECK_INT("time", lines[3].at, 14);
    CHECK_INT("user", lines[3].user, ben);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

static void add_session(Store *s, UserId user) {
    SecretHash hash = {{0}};
    Error err = {0};
    hash.bytes[0] = (uint8_t)user;
    CHECK("a session", login_session_add(s, &hash, user, NULL, 1, &err));
}

TEST(store_deletes_guests_without_session_or_seat) {
    static const struct {
        const char *name;
        UserKind kind;
        int64_t created;
        bool has_session, has_seat, stays;
    } rows[] = {
        {"no session, no seat", USER_GUEST, 10, false, false, false},
        {"has a session", USER_GUEST, 10, true, false, true},
        {"took a seat", USER_GUEST, 10, false, true, true},
        {"created recently", USER_GUEST, 100, false, false, true},
        {"has an account", USER_ACCOUNT, 10, false, false, true},
        {"is a level", USER_LEVEL, 10, false, false, true},
        {"another without session or seat", USER_GUEST, 99, false, false, false},
        {"the newest, whose id would be reused", USER_GUEST, 10, false, false, true},
    };
    Str location = test_location();
    Error err = {0};
    Store *s = test_store_reopen(&location);
    UserId ids[COUNT(rows)];
    for (int i = 0; i < COUNT(rows); i++) {
        UserRow user = {.kind = rows[i].kind, .created = rows[i].created};
        snprintf(user.name, sizeof user.name, "%d", i);
        ids[i] = user_add(s, &user, user.name, NULL, &err);
        if (rows[i].has_session)
            add_session(s, ids[i]);
        GameRow g = some_game(ids[i], "aaaaaaaaaaaa");
        if (rows[i].has_seat)
            CHECK("a game", game_store_add(s, &g, &err));
    }
    CHECK("committing", store_commit(s, &err));
    UserId after = 0;
    CHECK("deleting", user_delete_unused_guests(s, &after, 100, &err));
    CHECK_INT("cursor at the end", after, 0);
    for (int i = 0; i < COUNT(rows); i++) {
        UserRow found;
        CHECK_INT(rows[i].name, user_find(s, ids[i], &found, &err), rows[i].stays);
    }
    store_close(s);
    test_location_remove(&location);
}

TEST(store_deletes_guests_in_batches) {
    enum { GUESTS = 2 * GUEST_BATCH_SIZE + 50 };
    Error err = {0};
    Store *s = test_store_open();
    for (int i = 0; i < GUESTS; i++) {
        UserRow user = {.kind = USER_GUEST, .created = 1};
        snprintf(user.name, sizeof user.name, "%d", i);
        user_add(s, &user, user.name, NULL, &err);
    }
    CHECK("committing", store_commit(s, &err));
    UserId after = 0;
    int times = 0;
    do {
        int64_t before = test_number(s, "SELECT count(*) FROM users");
        CHECK("deleting", user_delete_unused_guests(s, &after, 100, &err));
        CHECK("at most a batch",
              before - test_number(s, "SELECT count(*) FROM users") <= GUEST_BATCH_SIZE);
        times++;
    } while (after && times < GUESTS);
    CHECK_INT("times", times, 3);
    CHECK_INT("left", test_number(s, "SELECT count(*) FROM users"), 1);
    store_close(s);
}

// ---- Analysis cache

// Cached: 3 lines in 900 ms and 600 nodes, and one line in 1000 ms and 2000 nodes.
static const struct {
    const char *name;
    AnalysisCacheKey key;
    const char *result; // "": a miss
} lookups[] = {
    {"the same", {"p", "e", 3, 900, 0}, "three"},
    {"less time", {"p", "e", 3, 100, 0}, "three"},
    {"more time", {"p", "e", 3, 901, 0}, ""},
    {"fewer nodes", {"p", "e", 3, 5000, 600}, "three"},
    {"more nodes", {"p", "e", 3, 5000, 601}, ""},
    {"more lines", {"p", "e", 4, 100, 0}, ""},
    {"one line", {"p", "e", 1, 1000, 0}, "one"},
    {"two lines, same time per line", {"p", "e", 2, 600, 0}, "three"},
    {"two lines, more time per line", {"p", "e", 2, 601, 0}, ""},
    {"another position", {"q", "e", 1, 1, 0}, ""},
    {"another engine", {"p", "f", 1, 1, 0}, ""},
    {"a proof", {"p", "e", 0, 1, 0}, ""},
    {"a settled result matches any budget", {"s", "e", 1, 100000, 0}, "settled"},
};

static bool add_result(void *context, const char *result) {
    str_add(context, "%s%s", ((Str *)context)->len ? " " : "", result);
    return strcmp(result, "the last") != 0;
}

static const char *find_all(Store *s, const char *positions, const AnalysisCacheKey *key,
                            Str *result) {
    Error err = {0};
    str_clear(result);
    analysis_cache_each(s, positions, key, add_result, result, &err);
    CHECK_TEXT("lookup", err.text, "");
    return str_text(result);
}

static const char *find(Store *s, const AnalysisCacheKey *key, Str *result) {
    char positions[16];
    snprintf(positions, sizeof positions, "[\"%s\"]", key->position);
    return find_all(s, positions, key, result);
}

static void put(Store *s, AnalysisCacheKey found, bool settled, const char *result) {
    Error err = {0};
    analysis_cache_put(s, &found, settled, result, &err);
    CHECK_TEXT(result, err.text, "");
}

TEST(analysis_cache_larger_budgets_match_smaller_requests) {
    Store *s = test_store_open();
    Str result = {0};
    put(s, (AnalysisCacheKey){"p", "e", 3, 900, 600}, false, "three");
    put(s, (AnalysisCacheKey){"p", "e", 1, 1000, 2000}, false, "one");
    put(s, (AnalysisCacheKey){"s", "e", 2, 3, 7}, true, "settled");
    for (int i = 0; i < COUNT(lookups); i++)
        CHECK_TEXT(lookups[i].name, find(s, &lookups[i].key, &result), lookups[i].result);
    str_release(&result);
    store_close(s);
}

TEST(analysis_cache_finds_many_positions_at_once) {
    static const struct {
        const char *positions, *results;
    } rows[] = {
        {"[]", ""},
        {"[\"b\"]", "second"},
        {"[\"b\",\"a\",\"b\"]", "second first second"},
        {"[\"a\",\"nowhere\",\"b\"]", "first"},
        {"[\"a\",\"c\",\"b\"]", "first the last"},
        {"[\"\\\"\",\"a\"]", "quoted first"},
    };
    static const AnalysisCacheKey any = {"", "e", 1, 1, 0};
    Store *s = test_store_open();
    Str result = {0};
    put(s, (AnalysisCacheKey){"a", "e", 1, 1, 1}, false, "first");
    put(s, (AnalysisCacheKey){"a", "e", 2, 2, 1}, false, "with more lines");
    put(s, (AnalysisCacheKey){"b", "e", 1, 1, 1}, false, "second");
    put(s, (AnalysisCacheKey){"c", "e", 1, 1, 1}, false, "the last");
    put(s, (AnalysisCacheKey){"\"", "e", 1, 1, 1}, false, "quoted");
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_TEXT(rows[i].positions, find_all(s, rows[i].positions, &any, &result),
                   rows[i].results);
    str_release(&result);
    store_close(s);
}

TEST(analysis_cache_keeps_the_better_result) {
    static const AnalysisCacheKey any = {"p", "e", 1, 1, 0};
    Store *s = test_store_open();
    Str result = {0};
    put(s, (AnalysisCacheKey){"p", "e", 1, 1000, 2000}, false, "first");
    put(s, (AnalysisCacheKey){"p", "e", 1, 500, 1000}, false, "less");
    CHECK_TEXT("less", find(s, &any, &result), "first");
    put(s, (AnalysisCacheKey){"p", "e", 1, 2000, 4000}, false, "more");
    CHECK_TEXT("more", find(s, &any, &result), "more");
    put(s, (AnalysisCacheKey){"p", "e", 1, 9000, 10}, false, "longer");
    CHECK_TEXT("more time but fewer nodes", find(s, &any, &result), "more");
    put(s, (AnalysisCacheKey){"p", "e", 1, 1, 1}, true, "settled");
    CHECK_TEXT("settled", find(s, &any, &result), "settled");
    put(s, (AnalysisCacheKey){"p", "e", 1, 9000, 9000}, false, "after that");
    CHECK_TEXT("settled stays", find(s, &any, &result), "settled");
    str_release(&result);
    store_close(s);
}

TEST(analysis_cache_is_bounded) {
    Store *s = test_store_open();
    char position[16];
    for (int i = 0; i < ANALYSIS_CACHE_MAX + 50; i++) {
        snprintf(position, sizeof position, "%d", i);
        put(s, (AnalysisCacheKey){position, "e", 1, 1, 1}, false, "r");
    }
    CHECK_INT("how many", test_number(s, "SELECT COUNT(*) FROM findings"), ANALYSIS_CACHE_MAX);
    CHECK_INT("the oldest are gone",
              test_number(s, "SELECT MIN(CAST(position AS INTEGER)) FROM findings"), 50);
    store_close(s);
}

static void format_attempt(void *context, const PuzzleAttemptRow *row) {
    str_add(context, "%lld %s %d %d|", (long long)row->at, row->puzzle, row->score, row->day);
}

static void check_attempts(Store *s, UserId user, const char *what, const char *wanted) {
    Str all = {0};
    Error err = {0};
    CHECK(what, puzzle_attempt_each(s, user, format_attempt, &all, &err));
    CHECK_TEXT(what, str_text(&all), wanted);
    str_release(&all);
}

TEST(puzzle_attempts_are_kept_once_and_in_order) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann"), ben = add_user(s, "ben");
    PuzzleAttemptRow late = {.at = 30, .puzzle = "0123456789abcdef", .score = 100, .day = -1};
    PuzzleAttemptRow early = {.at = 20, .puzzle = "fedcba9876543210", .score = 50, .day = 7};
    CHECK("late", puzzle_attempt_add(s, ann, &late, &err));
    CHECK("early", puzzle_attempt_add(s, ann, &early, &err));
    late.score = 0;
    CHECK("again", puzzle_attempt_add(s, ann, &late, &err)); // the first score counts
    check_attempts(s, ann, "ann's", "20 fedcba9876543210 50 7|30 0123456789abcdef 100 -1|");
    check_attempts(s, ben, "ben's", "");
    store_close(s);
}

static void count_attempt(void *context, const PuzzleAttemptRow *row) {
    int64_t *seen = context; // how many, and when the first was
    if (seen[0]++ == 0)
        seen[1] = row->at;
}

TEST(puzzle_attempts_keep_the_latest) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann");
    for (int i = 0; i < PUZZLE_ATTEMPTS_MAX + 5; i++)
        CHECK("adding", puzzle_attempt_add(
                            s, ann, &(PuzzleAttemptRow){i, "0123456789abcdef", 100, -1}, &err));
    int64_t seen[2] = {0};
    CHECK("reading", puzzle_attempt_each(s, ann, count_attempt, seen, &err));
    CHECK_INT("how many", seen[0], PUZZLE_ATTEMPTS_MAX);
    CHECK_INT("from", seen[1], 5);
    store_close(s);
}

TEST(puzzle_attempts_of_one_time_are_bounded_too) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann");
    for (int i = 0; i < PUZZLE_ATTEMPTS_MAX + 5; i++) {
        PuzzleAttemptRow row = {.at = 7, .score = 100, .day = -1};
        snprintf(row.puzzle, sizeof row.puzzle, "%016x", (unsigned)i);
        CHECK("adding", puzzle_attempt_add(s, ann, &row, &err));
    }
    int64_t seen[2] = {0};
    CHECK("reading", puzzle_attempt_each(s, ann, count_attempt, seen, &err));
    CHECK_INT("how many", seen[0], PUZZLE_ATTEMPTS_MAX);
    store_close(s);
}

// ---- Study rooms

TEST(store_keeps_studies_by_version) {
    Error err = {0};
    Store *s = test_store_open();
    StudyRow row = {0};
    Str tree = {0};
    CHECK("none", !study_store_find(s, "g", &row, &tree, &err));
    CHECK_INT("none", study_store_version(s, "g", &err), 0);
    CHECK("new", study_store_put(s, "g", &(StudyRow){2, 5}, 0, "1 2", 10, &err));
    CHECK("another was faster", !study_store_put(s, "g", &(StudyRow){1, 6}, 0, "3 4", 10, &err));
    CHECK("after it", study_store_put(s, "g", &(StudyRow){3, 0}, 2, "5 6", 20, &err));
    CHECK("committed", store_commit(s, &err));
    CHECK("found", study_store_find(s, "g", &row, &tree, &err));
    CHECK_INT("version", row.version, 3);
    CHECK_INT("leader", row.leader, 0);
    CHECK_TEXT("tree", str_text(&tree), "5 6");
    study_store_use(s, "g", 30, &err);
    study_store_delete_unused(s, 30, &err);
    CHECK_INT("in use", study_store_version(s, "g", &err), 3);
    study_store_delete_unused(s, 31, &err);
    CHECK_INT("not any more", study_store_version(s, "g", &err), 0);
    CHECK_TEXT("no error", err.text, "");
    str_release(&tree);
    store_close(s);
}

TEST(store_studies_are_written_by_the_commit) {
    Error err = {0};
    Str location = test_location();
    Store *s = test_store_reopen(&location);
    CHECK("put", study_store_put(s, "g", &(StudyRow){2, 5}, 0, "1 2", 10, &err));
    CHECK("in a transaction", store_in_transaction(s));
    store_close(s);
    s = test_store_reopen(&location);
    CHECK_INT("it was not committed", study_store_version(s, "g", &err), 0);
    CHECK("put", study_store_put(s, "g", &(StudyRow){2, 5}, 0, "1 2", 10, &err));
    CHECK("committed", store_commit(s, &err));
    CHECK("used", study_store_use(s, "g", 20, &err) && store_in_transaction(s));
    store_close(s);
    s = test_store_reopen(&location);
    CHECK_INT("it was", study_store_version(s, "g", &err), 2);
    CHECK("unused since", study_store_delete_unused(s, 20, &err));
    CHECK_INT("deleted", study_store_version(s, "g", &err), 0);
    CHECK_TEXT("no error", err.text, "");
    store_close(s);
    test_location_remove(&location);
}

TEST(store_single_lines_of_a_chat) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann"), ben = add_user(s, "ben");
    static const char *const texts[] = {"hi", "hello", "again"};
    GameRow g = some_game(ann, "aaaaaaaaaaaa");
    CHECK("added", game_store_add(s, &g, &err));
    for (int i = 0; i < COUNT(texts); i++) {
        ChatRow row = {.user = i == 1 ? ben : ann, .at = 50 + i};
        bool repeated = true;
        snprintf(row.text, sizeof row.text, "%s", texts[i]);
        CHECK("said", game_store_add_chat(s, &g.id, &row, NULL, &repeated, &err) && !repeated);
        CHECK_INT("number", row.n, i + 1);
    }
    for (int n = 0; n <= COUNT(texts) + 1; n++) {
        ChatRow row = {.n = -1};
        bool is_there = n >= 1 && n <= COUNT(texts);
        CHECK_INT("found", game_store_chat_line(s, &g.id, n, &row, &err), is_there);
        CHECK_INT("number", row.n, is_there ? n : -1);
        CHECK_TEXT("text", row.text, is_there ? texts[n - 1] : "");
        CHECK_INT("user", row.user, !is_there ? 0 : n == 2 ? ben : ann);
        CHECK_INT("time", row.at, is_there ? 49 + n : 0);
    }
    ChatRow row = {0};
    CHECK("of another game", !game_store_chat_line(s, &(GameId){"bbbbbbbbbbbb"}, 1, &row, &err));
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

TEST(store_versions_of_games) {
    Error err = {0};
    Store *s = test_store_open();
    UserId ann = add_user(s, "ann");
    GameRow g = some_game(ann, "aaaaaaaaaaaa");
    CHECK_INT("no such game", game_store_version(s, g.id.text, &err), -1);
    g.version = 3;
    CHECK("added", game_store_add(s, &g, &err));
    CHECK_INT("as added", game_store_version(s, g.id.text, &err), 3);
    g.version = 40;
    CHECK("updated", game_store_update(s, &g, &err));
    CHECK_INT("as updated", game_store_version(s, g.id.text, &err), 40);
    g.version = 41;
    CHECK("after a move", game_store_update_after_move(s, &g, &err));
    CHECK_INT("as after the move", game_store_version(s, g.id.text, &err), 41);
    CHECK_INT("of another game", game_store_version(s, "bbbbbbbbbbbb", &err), -1);
    CHECK_TEXT("errors", err.text, "");
    store_close(s);
}

typedef struct {
    Store *store;
    int calls;
} Flush;

static void put_calls(void *context) {
    Flush *f = context;
    Error err = {0};
    store_put_value(f->store, "calls", ++f->calls, &err);
}

// What was only changed in memory is written by the commit, if there is anything to commit.
TEST(store_writes_more_before_a_commit) {
    Error err = {0};
    Store *s = test_store_open();
    Flush flush = {.store = s};
    store_before_commit(s, put_calls, &flush);
    CHECK("nothing to commit", store_commit(s, &err));
    CHECK_INT("not called", flush.calls, 0);
    CHECK("a value", store_put_value(s, "x", 5, &err) && store_commit(s, &err));
    CHECK_INT("called", flush.calls, 1);
    CHECK_INT("written", store_value(s, "calls"), 1);
    CHECK("committed too", !store_in_transaction(s));
    GameRow g = some_game(add_user(s, "ann"), "aaaaaaaaaaaa");
    CHECK("committed", game_store_add(s, &g, &err) && store_commit(s, &err));
    game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 0}, &err);
    game_store_add_move(s, &g.id, 0, &(MoveRow){"h9", 0}, &err); // the same ply again
    CHECK("failed", !store_commit(s, &err));
    CHECK_INT("as of the last commit", store_value(s, "calls"), 2);
    store_close(s);
}

// ---- Notes

TEST(store_words_of_notes) {
    static const struct {
        const char *text, *word, *rest; // word NULL: there is none, or it does not fit
    } rows[] = {
        {"", NULL, ""},         {" ", NULL, " "},
        {" a", NULL, " a"},     {"a", "a", ""},
        {"a ", "a", ""},        {"a b c", "a", "b c"},
        {"abc", "abc", ""},     {"abc d", "abc", "d"},
        {"abcd", NULL, "abcd"}, {"abcd e", NULL, "abcd e"},
        {"a  b", "a", " b"},    {"-12", "-12", ""},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        const char *at = rows[i].text;
        char word[4] = "zzz";
        CHECK_INT(rows[i].text, note_word(&at, word, sizeof word), rows[i].word != NULL);
        CHECK_TEXT(rows[i].text, word, rows[i].word ? rows[i].word : "zzz");
        CHECK_TEXT(rows[i].text, at, rows[i].rest);
    }
}

TEST(store_numbers_of_notes) {
    static const struct {
        const char *text;
        bool ok;
        int64_t number;
        const char *rest;
    } rows[] = {
        {"", false, 0, ""},
        {"x", false, 0, ""},
        {"7", true, 7, ""},
        {"-7 8", true, -7, "8"},
        {"9223372036854775807", true, INT64_MAX, ""},
        {"-9223372036854775808 x", true, INT64_MIN, "x"},
        {"9223372036854775808", false, 0, ""},
        {"-9223372036854775809", false, 0, ""},
        {"00000000000000000000007", true, 7, ""}, // 23 characters
        {"000000000000000000000007", false, 0, "000000000000000000000007"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        const char *at = rows[i].text;
        int64_t n = 0;
        CHECK_INT(rows[i].text, note_number(&at, &n), rows[i].ok);
        if (rows[i].ok)
            CHECK_INT(rows[i].text, n, rows[i].number);
        CHECK_TEXT(rows[i].text, at, rows[i].rest);
    }
}

// A store that is not shared has no other instances.
TEST(store_alone) {
    Store *s = test_store_open();
    char note[NOTE_MAX];
    CHECK("not shared", !store_is_shared(s) && store_instance(s) == 0);
    CHECK("leads", store_is_leader(s));
    CHECK("nobody is alive", !store_instance_is_alive(s, 0) && !store_instance_is_alive(s, 1));
    store_heartbeat(s);
    store_send_note(s, "a b");
    CHECK("sends no notes", !store_in_transaction(s) && !store_next_note(s, note));
    CHECK_INT("no socket", store_socket(s), -1);
    store_close(s);
}

// ---- The file
