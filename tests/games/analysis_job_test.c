// Questions to the engine: what is refused, what a worker is told to do, and what becomes of its
// words.
#include "games/analysis_job.h"

#include "base/util.h"
#include "games/worker.h"
#include "test.h"
#include "world.h"

#include <string.h>

// A game of two people with these moves.
static GameId play(Fixture *w, const GameRequest *request, const char *const *moves, int count) {
    GameId id;
    Error err = {0};
    registry_create_game(w->registry, &w->people[0], request, &id, &err);
    registry_apply_action(w->registry, &w->people[1], id.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    for (int i = 0; i < count; i++)
        registry_apply_action(
            w->registry, &w->people[i % 2], id.text,
            &(GameAction){.kind = GAME_ACTION_PLAY, .at = {i, 0}, .move = moves[i]}, &err);
    CHECK_TEXT("a game", err.text, "");
    fixture_commit(w);
    return id;
}

static const char *const five[] = {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"};

TEST(inquiry_refuses) {
    static const struct {
        AnalysisRequest request;
        Status why;
        const char *part;
    } rows[] = {
        {{.rules = "go"}, STATUS_BAD_VALUE, "rule set"},
        {{.moves = "h8h8"}, STATUS_BAD_VALUE, "move 2"},
        {{.moves = "h8a1i8a2j8a3k8a4l8"}, STATUS_BAD_VALUE, "over"},
        {{.game = "nosuchgame22"}, STATUS_NOT_FOUND, "no game"},
        {{.game = "nosuchgame22", .lines = 2}, STATUS_BAD_VALUE, "not both"},
    };
    Fixture w;
    fixture_begin(&w);
    for (int i = 0; i < COUNT(rows); i++) {
        AnalysisJob *q;
        Error err = {0};
        CHECK_INT(rows[i].part, registry_new_analysis(w.registry, &rows[i].request, &q, &err),
                  rows[i].why);
        CHECK(err.text, strstr(err.text, rows[i].part) != NULL && !q);
    }
    fixture_end(&w);
}

TEST(inquiry_waits_for_the_end_of_a_game) {
    static const GameRequest open = {.opponent = "link", .color = "black"},
                             misty = {.opponent = "link", .color = "black", .mist = true};
    Fixture w;
    fixture_begin(&w);
    AnalysisJob *q;
    Error err = {0};
    GameId id = play(&w, &open, five, 8);
    CHECK_INT("going on",
              registry_new_analysis(w.registry, &(AnalysisRequest){.game = id.text}, &q, &err),
              STATUS_NOT_NOW);
    id = play(&w, &misty, five, 8);
    CHECK_INT("in the mist",
              registry_new_analysis(w.registry, &(AnalysisRequest){.game = id.text}, &q, &err),
              STATUS_IN_THE_MIST);
    id = play(&w, &misty, five, 9);
    CHECK_INT("over",
              registry_new_analysis(w.registry, &(AnalysisRequest){.game = id.text}, &q, &err),
              STATUS_OK);
    CHECK_INT("positions", analysis_job_position_count(q), 9);
    CHECK_INT("too long",
              registry_new_analysis(w.registry, &(AnalysisRequest){.game = id.text, .ms = 2001},
                                    &(AnalysisJob *){0}, &err),
              STATUS_BAD_VALUE);
    analysis_job_free(q);
    fixture_end(&w);
}

static const char *task(const AnalysisJob *q, int64_t spent, Str *text) {
    str_clear(text);
    analysis_job_command(q, analysis_job_next(q), spent, text);
    return str_text(text);
}

static AnalysisJob *ask(Fixture *w, const AnalysisRequest *request) {
    AnalysisJob *q;
    Error err = {0};
    registry_new_analysis(w->registry, request, &q, &err);
    CHECK_TEXT("a question", err.text, "");
    return q;
}

TEST(inquiry_tasks) {
    static const struct {
        AnalysisRequest request;
        int64_t spent;
        const char *task;
    } rows[] = {
        {{.moves = "h8i9"}, 0, "examine 1 2000 0 freestyle 15 black h8 i9"},
        {{.moves = "h8i9", .lines = 3, .ms = 500}, 400, "examine 3 100 0 freestyle 15 black h8 i9"},
        {{.rules = "renju", .nodes = 70}, 0, "examine 1 20000 70 renju 15 black - -"},
        {{.size = 9, .prove = true, .ms = 50}, 60, "prove 1 0 freestyle 9 black - -"},
    };
    Fixture w;
    Str text = {0};
    fixture_begin(&w);
    for (int i = 0; i < COUNT(rows); i++) {
        AnalysisJob *q = ask(&w, &rows[i].request);
        CHECK_TEXT("task", task(q, rows[i].spent, &text), rows[i].task);
        analysis_job_free(q);
    }
    str_release(&text);
    fixture_end(&w);
}

#define LINE(depth)                                                                                \
    "{\"nodes\":9,\"ms\":4,\"lines\":[{\"move\":\"h9\",\"value\":-3,\"depth\":" #depth             \
    ",\"line\":[\"h9\"]}]}"

TEST(inquiry_keeps_the_deepest) {
    static const struct {
        const char *json;
        bool is_final, ok;
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
    Fixture w;
    fixture_begin(&w);
    AnalysisJob *q = ask(&w, &(AnalysisRequest){.moves = "h8i9"});
    for (int i = 0; i < COUNT(rows); i++) {
        AnalysisResult found = {.is_final = rows[i].is_final, .is_settled = rows[i].is_settled};
        Error err = {0};
        Str out = {0};
        CHECK_INT(rows[i].json, analysis_job_add_result(q, 0, rows[i].json, &found, &err),
                  rows[i].ok);
        CHECK_INT(rows[i].json, *err.text == '\0', rows[i].ok);
        analysis_job_write(q, &out);
        CHECK_TEXT(rows[i].json, str_text(&out), rows[i].answer);
        CHECK_INT(rows[i].json, analysis_job_next(q), rows[i].ok && rows[i].is_final ? -1 : 0);
        CHECK_INT(rows[i].json, found.nodes, rows[i].ok ? 9 : found.nodes);
        str_release(&out);
    }
    analysis_job_free(q);
    fixture_end(&w);
}

// A worker answers every position of a game: the move that lets a five pass is found.
TEST(inquiry_reviews_a_game) {
    Fixture w;
    EngineWorker worker = {0};
    Str line = {0}, answer = {0};
    fixture_begin(&w);
    GameId id = play(&w, &(GameRequest){.opponent = "link", .color = "black"}, five, 9);
    AnalysisJob *q = ask(&w, &(AnalysisRequest){.game = id.text, .nodes = 300});
    for (int i = 0; (i = analysis_job_next(q)) >= 0;) {
        task(q, 0, &line);
        str_clear(&answer);
        worker_execute(&worker, line.data, &answer);
        const char *json = strchr(str_text(&answer), ' ');
        AnalysisResult found = {.is_final = true};
        Error err = {0};
        CHECK(str_text(&answer), json && analysis_job_add_result(q, i, json + 1, &found, &err));
    }
    CHECK_INT("known", analysis_job_done_count(q), 9);
    str_clear(&answer);
    analysis_job_write(q, &answer);
    CHECK(str_text(&answer),
          strstr(str_text(&answer), "{\"move\":9,\"turn\":\"black\",\"played\":\"l8\"") != NULL);
    CHECK(str_text(&answer), strstr(str_text(&answer), "\"grade\":\"good\"") != NULL);
    analysis_job_close(q);
    analysis_job_close(q);
    str_clear(&line);
    analysis_job_write(q, &line);
    CHECK_TEXT("closed", str_text(&line), str_text(&answer));
    CHECK_INT("of as many", analysis_job_position_count(q), 9);
    CHECK_INT("as known", analysis_job_done_count(q), 9);
    analysis_job_free(q);
    worker_release(&worker);
    str_release(&line);
    str_release(&answer);
    fixture_end(&w);
}

TEST(inquiry_closed_early_wants_nothing_more) {
    Fixture w;
    Str answer = {0};
    fixture_begin(&w);
    GameId id = play(&w, &(GameRequest){.opponent = "link", .color = "black"}, five, 9);
    AnalysisJob *game = ask(&w, &(AnalysisRequest){.game = id.text}),
                *position = ask(&w, &(AnalysisRequest){.moves = "h8i9"});
    analysis_job_close(game);
    analysis_job_close(position);
    CHECK_INT("game", analysis_job_next(game), -1);
    CHECK_INT("position", analysis_job_next(position), -1);
    analysis_job_write(game, &answer);
    analysis_job_write(position, &answer);
    CHECK_TEXT("nothing is known", str_text(&answer), "[]null");
    analysis_job_free(game);
    analysis_job_free(position);
    str_release(&answer);
    fixture_end(&w);
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
    EngineWorker w = {0};
    for (int i = 0; i < COUNT(tasks); i++) {
        Str task = {0}, answer = {0};
        str_add_text(&task, tasks[i].task);
        worker_execute(&w, task.data, &answer);
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
    EngineWorker w = {.master = {stops_after_a_while, hears, &m}};
    char task[] = "examine 1 600000 0 freestyle 15 black h8 i9";
    Str answer = {0};
    worker_execute(&w, task, &answer);
    CHECK(str_text(&answer), !strncmp(str_text(&answer), "found {", 7));
    CHECK("asked", m.looks > 300);
    worker_release(&w);
    str_release(&answer);
}
