// Questions to the engine: what is refused, what a worker is told to do, and what becomes of its
// words.
#include "room/inquiry.h"

#include "base/util.h"
#include "room/worker.h"
#include "test.h"
#include "world.h"

#include <string.h>

// A game of two people with these moves.
static GameId play(World *w, const GameRequest *request, const char *const *moves, int count) {
    GameId id;
    Error err = {0};
    hall_create(w->hall, &w->people[0], request, &id, &err);
    hall_act(w->hall, &w->people[1], id.text, &(Act){.kind = ACT_JOIN}, &err);
    for (int i = 0; i < count; i++)
        hall_act(w->hall, &w->people[i % 2], id.text,
                 &(Act){.kind = ACT_PLAY, .at = {i, 0}, .move = moves[i]}, &err);
    CHECK_TEXT("a game", err.text, "");
    world_commit(w);
    return id;
}

static const char *const five[] = {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"};

TEST(inquiry_refuses) {
    static const struct {
        InquiryRequest request;
        Refusal why;
        const char *part;
    } rows[] = {
        {{.rules = "go"}, REFUSED_BAD_VALUE, "rule set"},
        {{.moves = "h8h8"}, REFUSED_BAD_VALUE, "move 2"},
        {{.moves = "h8a1i8a2j8a3k8a4l8"}, REFUSED_BAD_VALUE, "over"},
        {{.game = "nosuchgame22"}, REFUSED_NOT_FOUND, "no game"},
        {{.game = "nosuchgame22", .lines = 2}, REFUSED_BAD_VALUE, "not both"},
    };
    World w;
    world_begin(&w);
    for (int i = 0; i < COUNT(rows); i++) {
        Inquiry *q;
        Error err = {0};
        CHECK_INT(rows[i].part, hall_inquire(w.hall, &rows[i].request, &q, &err), rows[i].why);
        CHECK(err.text, strstr(err.text, rows[i].part) != NULL && !q);
    }
    world_end(&w);
}

TEST(inquiry_waits_for_the_end_of_a_game) {
    static const GameRequest open = {.opponent = "link", .color = "black"},
                             misty = {.opponent = "link", .color = "black", .mist = true};
    World w;
    world_begin(&w);
    Inquiry *q;
    Error err = {0};
    GameId id = play(&w, &open, five, 8);
    CHECK_INT("going on", hall_inquire(w.hall, &(InquiryRequest){.game = id.text}, &q, &err),
              REFUSED_NOT_NOW);
    id = play(&w, &misty, five, 8);
    CHECK_INT("in the mist", hall_inquire(w.hall, &(InquiryRequest){.game = id.text}, &q, &err),
              REFUSED_IN_THE_MIST);
    id = play(&w, &misty, five, 9);
    CHECK_INT("over", hall_inquire(w.hall, &(InquiryRequest){.game = id.text}, &q, &err),
              REFUSED_NOT);
    CHECK_INT("positions", inquiry_count(q), 9);
    CHECK_INT(
        "too long",
        hall_inquire(w.hall, &(InquiryRequest){.game = id.text, .ms = 2001}, &(Inquiry *){0}, &err),
        REFUSED_BAD_VALUE);
    inquiry_free(q);
    world_end(&w);
}

static const char *task(const Inquiry *q, int64_t spent, Str *text) {
    str_clear(text);
    inquiry_task(q, inquiry_next(q), spent, text);
    return str_text(text);
}

static Inquiry *ask(World *w, const InquiryRequest *request) {
    Inquiry *q;
    Error err = {0};
    hall_inquire(w->hall, request, &q, &err);
    CHECK_TEXT("a question", err.text, "");
    return q;
}

TEST(inquiry_tasks) {
    static const struct {
        InquiryRequest request;
        int64_t spent;
        const char *task;
    } rows[] = {
        {{.moves = "h8i9"}, 0, "examine 1 2000 0 freestyle 15 black h8 i9"},
        {{.moves = "h8i9", .lines = 3, .ms = 500}, 400, "examine 3 100 0 freestyle 15 black h8 i9"},
        {{.rules = "renju", .nodes = 70}, 0, "examine 1 20000 70 renju 15 black - -"},
        {{.size = 9, .prove = true, .ms = 50}, 60, "prove 1 0 freestyle 9 black - -"},
    };
    World w;
    Str text = {0};
    world_begin(&w);
    for (int i = 0; i < COUNT(rows); i++) {
        Inquiry *q = ask(&w, &rows[i].request);
        CHECK_TEXT("task", task(q, rows[i].spent, &text), rows[i].task);
        inquiry_free(q);
    }
    str_release(&text);
    world_end(&w);
}

#define LINE(depth)                                                                                \
    "{\"nodes\":9,\"ms\":4,\"lines\":[{\"move\":\"h9\",\"value\":-3,\"depth\":" #depth             \
    ",\"line\":[\"h9\"]}]}"

TEST(inquiry_keeps_the_deepest) {
    static const struct {
        const char *json;
        bool is_last, ok;
        const char *answer; // NULL: none
        bool is_settled;
    } rows[] = {
        {"nonsense", false, false, "null"},
        {"{}", false, false, "null"},
        {"{\"nodes\":9,\"ms\":4,\"lines\":[]}", false, false, "null"},
        {LINE(5), false, true, LINE(5)},
        {LINE(7), false, true, LINE(7)},
        {LINE(3), false, true, LINE(7)},
        {"{\"nodes\":9,\"ms\":4,\"lines\":[{\"move\":\"h99\",\"value\":-3,\"depth\":8,\"line\":[]}]"
         "}",
         true, false, LINE(7)},
        {LINE(6), true, true, LINE(7)},
        {LINE(4), true, true, LINE(4), true}, // which is certain
    };
    World w;
    world_begin(&w);
    Inquiry *q = ask(&w, &(InquiryRequest){.moves = "h8i9"});
    for (int i = 0; i < COUNT(rows); i++) {
        InquiryFound found = {.is_last = rows[i].is_last, .is_settled = rows[i].is_settled};
        Error err = {0};
        Str out = {0};
        CHECK_INT(rows[i].json, inquiry_note(q, 0, rows[i].json, &found, &err), rows[i].ok);
        CHECK_INT(rows[i].json, *err.text == '\0', rows[i].ok);
        inquiry_write(q, &out);
        CHECK_TEXT(rows[i].json, str_text(&out), rows[i].answer);
        CHECK_INT(rows[i].json, inquiry_next(q), rows[i].ok && rows[i].is_last ? -1 : 0);
        CHECK_INT(rows[i].json, found.nodes, rows[i].ok ? 9 : found.nodes);
        str_release(&out);
    }
    inquiry_free(q);
    world_end(&w);
}

// A worker answers every position of a game: the move that lets a five pass is found.
TEST(inquiry_reviews_a_game) {
    World w;
    Worker worker = {0};
    Str line = {0}, answer = {0};
    world_begin(&w);
    GameId id = play(&w, &(GameRequest){.opponent = "link", .color = "black"}, five, 9);
    Inquiry *q = ask(&w, &(InquiryRequest){.game = id.text, .nodes = 300});
    for (int i = 0; (i = inquiry_next(q)) >= 0;) {
        task(q, 0, &line);
        str_clear(&answer);
        worker_answer(&worker, line.data, &answer);
        const char *json = strchr(str_text(&answer), ' ');
        InquiryFound found = {.is_last = true};
        Error err = {0};
        CHECK(str_text(&answer), json && inquiry_note(q, i, json + 1, &found, &err));
    }
    CHECK_INT("known", inquiry_known(q), 9);
    str_clear(&answer);
    inquiry_write(q, &answer);
    CHECK(str_text(&answer),
          strstr(str_text(&answer), "{\"move\":9,\"turn\":\"black\",\"played\":\"l8\"") != NULL);
    CHECK(str_text(&answer), strstr(str_text(&answer), "\"grade\":\"good\"") != NULL);
    inquiry_close(q);
    inquiry_close(q);
    str_clear(&line);
    inquiry_write(q, &line);
    CHECK_TEXT("closed", str_text(&line), str_text(&answer));
    CHECK_INT("of as many", inquiry_count(q), 9);
    CHECK_INT("as known", inquiry_known(q), 9);
    inquiry_free(q);
    worker_release(&worker);
    str_release(&line);
    str_release(&answer);
    world_end(&w);
}

TEST(inquiry_closed_early_wants_nothing_more) {
    World w;
    Str answer = {0};
    world_begin(&w);
    GameId id = play(&w, &(GameRequest){.opponent = "link", .color = "black"}, five, 9);
    Inquiry *game = ask(&w, &(InquiryRequest){.game = id.text}),
            *position = ask(&w, &(InquiryRequest){.moves = "h8i9"});
    inquiry_close(game);
    inquiry_close(position);
    CHECK_INT("game", inquiry_next(game), -1);
    CHECK_INT("position", inquiry_next(position), -1);
    inquiry_write(game, &answer);
    inquiry_write(position, &answer);
    CHECK_TEXT("nothing is known", str_text(&answer), "[]null");
    inquiry_free(game);
    inquiry_free(position);
    str_release(&answer);
    world_end(&w);
}

static const struct {
    const char *task, *answer;
} tasks[] = {
    {"examine 2 1000 300 freestyle 15 black h8 i9",
     "found {\"rules\":\"freestyle\",\"size\":15,\"stones\":2"},
    {"examine 1 5000 0 freestyle 15 black h8i8j8k8 a1a2a3b4", "settled {"},
    {"prove 5000 0 freestyle 9 black c5d5e5 a9a8a1", "settled {\"outcome\":\"win\""},
    {"prove 5000 2 renju 15 black h8 i9", "found {\"outcome\":\"unknown\""},
    {"examine 0 1000 0 freestyle 15 black - -", "? lines"},
    {"examine 1 0 0 freestyle 15 black - -", "? milliseconds"},
    {"examine 1 1000 0 freestyle 15 black -", "? a position is"},
    {"examine 1 1000 0 freestyle 15 white h8i8j8k8l8 a1a2a3b4", "? the game is over"},
    {"prove 1000", "? nodes"},
    {"dance", "? there is no task"},
};

TEST(worker_examines_positions) {
    Worker w = {0};
    for (int i = 0; i < COUNT(tasks); i++) {
        Str task = {0}, answer = {0};
        str_add_text(&task, tasks[i].task);
        worker_answer(&w, task.data, &answer);
        CHECK(str_text(&answer),
              !strncmp(str_text(&answer), tasks[i].answer, strlen(tasks[i].answer)));
        str_release(&task);
        str_release(&answer);
    }
    worker_release(&w);
}

typedef struct {
    int looks, told;
} Master;

static bool stops_after_a_while(void *context) {
    return ++((Master *)context)->looks > 300;
}

static void hears(void *context, const char *line) {
    CHECK(line, !strncmp(line, "so_far {", 8));
    ((Master *)context)->told++;
}

TEST(worker_stops_and_says_what_it_knows) {
    Master m = {0};
    Worker w = {.master = {stops_after_a_while, hears, &m}};
    char task[] = "examine 1 600000 0 freestyle 15 black h8 i9";
    Str answer = {0};
    worker_answer(&w, task, &answer);
    CHECK(str_text(&answer), !strncmp(str_text(&answer), "found {", 7));
    CHECK("asked", m.looks > 300);
    worker_release(&w);
    str_release(&answer);
}
