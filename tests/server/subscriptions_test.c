#include "server/live/subscriptions.h"

#include "base/number.h"
#include "test.h"

enum { ANN = 1, BEN, EVE, DAN };

typedef struct {
    Subscriptions *all;
    Subscription *of[8]; // of each socket
    GameId games[2];
    int due; // visits of subscriptions_each_due
} Fixture;

static Fixture fixture_new(void) {
    return (Fixture){.all = subscriptions_new(), .games = {{"game0"}, {"game1"}}};
}

static void add(Fixture *f, UserId user, int game, bool is_preview) {
    subscriptions_add(f->all, &f->of[user], NULL, user, &f->games[game], is_preview);
}

static void fixture_end(Fixture *f) {
    for (int user = 0; user < COUNT(f->of); user++)
        for (int game = 0; game < 2; game++)
            subscriptions_remove(f->all, &f->of[user], f->games[game].text);
    subscriptions_free(f->all);
}

static GameView presence_of(const Fixture *f, int game) {
    GameView view = {
        .summary = {.id = f->games[game], .seats = {{.player = ANN}, {.player = BEN}}}};
    subscriptions_fill_presence(f->all, &view);
    return view;
}

static void count_due(void *context, const GameId *game) {
    (void)game;
    ++*(int *)context;
}

static int due_at(Fixture *f, int64_t now_ms) {
    f->due = 0;
    subscriptions_each_due(f->all, now_ms, count_due, &f->due);
    return f->due;
}

static void count_one(void *context, const Subscription *s) {
    (void)s;
    ++*(int *)context;
}

static int subscribers(const Fixture *f, int game) {
    int count = 0;
    subscriptions_each(f->all, f->games[game].text, count_one, &count);
    return count;
}

TEST(subscriptions_previews_do_not_count_as_presence) {
    Fixture f = fixture_new();
    add(&f, ANN, 0, false);
    due_at(&f, 0);
    add(&f, BEN, 0, true);
    add(&f, EVE, 0, true);
    GameView view = presence_of(&f, 0);
    CHECK("a player", view.summary.seats[0].here);
    CHECK("a player at the home page", !view.summary.seats[1].here);
    CHECK("the same", !subscriptions_has(f.all, BEN, "game0"));
    CHECK_INT("spectators", view.watchers, 0);
    CHECK_INT("but they get the moves", subscribers(&f, 0), 3);
    CHECK_INT("nobody is told", due_at(&f, 5000), 0);
    add(&f, EVE, 0, false);
    CHECK_INT("opens the game", presence_of(&f, 0).watchers, 1);
    CHECK_INT("all are told", due_at(&f, 5000), 1);
    add(&f, EVE, 0, true);
    CHECK_INT("stays a spectator", presence_of(&f, 0).watchers, 1);
    subscriptions_remove(f.all, &f.of[BEN], "game0");
    CHECK_INT("a preview ends", due_at(&f, 9000), 0);
    fixture_end(&f);
}

TEST(subscriptions_report_presence_once_a_second) {
    Fixture f = fixture_new();
    add(&f, ANN, 0, false);
    add(&f, BEN, 0, false);
    add(&f, ANN, 1, false);
    CHECK_INT("once for each game", due_at(&f, 100), 2);
    CHECK_INT("nothing new", due_at(&f, 2000), 0);
    add(&f, EVE, 0, false);
    CHECK_INT("at once after a quiet time", due_at(&f, 2000), 1);
    add(&f, DAN, 0, false);
    subscriptions_remove(f.all, &f.of[EVE], "game0");
    CHECK_INT("within the second", due_at(&f, 2999), 0);
    add(&f, EVE, 1, false);
    CHECK_INT("another game does not wait", due_at(&f, 2999), 1);
    CHECK_INT("after the second", due_at(&f, 3000), 1);
    subscriptions_mark_presence(f.all, "game0");
    subscriptions_mark_presence(f.all, "nowhere");
    CHECK_INT("marked", due_at(&f, 4000), 1);
    fixture_end(&f);
}

// Every subscriber leaves while the game is due, in an order other than that of arrival.
TEST(subscriptions_forget_games_without_subscribers) {
    Fixture f = fixture_new();
    for (int user = ANN; user <= DAN; user++)
        add(&f, user, user % 2, false);
    subscriptions_remove(f.all, &f.of[BEN], "game0");
    CHECK_INT("one is left", subscribers(&f, 0), 1);
    subscriptions_remove(f.all, &f.of[DAN], "game0");
    CHECK_INT("nobody is left", subscribers(&f, 0), 0);
    CHECK("twice", !subscriptions_remove(f.all, &f.of[DAN], "game0"));
    CHECK_INT("only the other game is due", due_at(&f, 0), 1);
    fixture_end(&f);
}
