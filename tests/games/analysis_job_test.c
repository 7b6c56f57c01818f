// Analysis jobs: rejected requests, worker commands, and results; and the worker's analysis
// commands.
#include "games/analysis_job.h"

#include "base/number.h"
#include "core/position_text.h"
#include "fixture.h"
#include "games/worker.h"
#include "support.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// A game between the two users with these moves.
static GameId play(Fixture *f, const GameRequest *request, const char *const *moves, int count) {
    GameId id;
    Error err = {0};
    registry_create_game(f->registry, &f->users[0], request, &id, &err);
    registry_apply_action(f->registry, &f->users[1], id.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    for (int i = 0; i < count; i++)
        registry_apply_action(
            f->registry, &f->users[i % 2], id.text,
            &(GameAction){.kind = GAME_ACTION_PLAY, .at = {i, 0}, .move = moves[i]}, &err);
    CHECK_TEXT("a game", err.text, "");
    fixture_commit(f);
    return id;
}

static const char *const five[] = {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"};

TEST(analysis_job_rejects_bad_requests) {
    static const struct {
        AnalysisRequest request;
        Status status;
        const char *message;
    } rows[] = {
        {{.rules = "go"}, STATUS_BAD_VALUE, "rule set"},
        {{.moves = "h8h8"}, STATUS_BAD_VALUE, "move 2"},
        {{.moves = "h8a1i8a2j8a3k8a4l8"}, STATUS_BAD_VALUE, "over"},
        {{.game = "nosuchgame22"}, STATUS_NOT_FOUND, "no game"},
        {{.game = "nosuchgame22", .lines = 2}, STATUS_BAD_VALUE, "not both"},
    };
    Fixture f;
    fixture_begin(&f);
    for (int i = 0; i < COUNT(rows); i++) {
        AnalysisJob *job;
        Error err = {0};
        CHECK_INT(rows[i].message, registry_new_analysis(f.registry, &rows[i].request, &job, &err),
                  rows[i].status);
        CHECK(err.text, strstr(err.text, rows[i].message) != NULL && !job);
    }
    fixture_end(&f);
}

TEST(analysis_job_for_a_game_only_after_its_end) {
    static const GameRequest public_game = {.opponent = "link", .color = "black"},
                             misty = {.opponent = "link", .color = "black", .mist = true};
    Fixture f;
    fixture_begin(&f);
    AnalysisJob *job;
    Error err = {0};
    GameId id = play(&f, &public_game, five, 8);
    CHECK_INT("not over",
              registry_new_analysis(f.registry, &(AnalysisRequest){.game = id.text}, &job, &err),
              STATUS_NOT_NOW);
    id = play(&f, &misty, five, 8);
    CHECK_INT("in the mist",
              registry_new_analysis(f.registry, &(AnalysisRequest){.game = id.text}, &job, &err),
              STATUS_IN_THE_MIST);
    id = play(&f, &misty, five, 9);
    CHECK_INT("over",
              registry_new_analysis(f.registry, &(AnalysisRequest){.game = id.text}, &job, &err),
              STATUS_OK);
    CHECK_INT("positions", analysis_job_position_count(job), 9);
    CHECK_INT("too long",
              registry_new_analysis(f.registry, &(AnalysisRequest){.game = id.text, .ms = 2001},
                                    &(AnalysisJob *){0}, &err),
              STATUS_BAD_VALUE);
    analysis_job_free(job);
    fixture_end(&f);
}

static const char *command(const AnalysisJob *job, int64_t spent, Str *text) {
    str_clear(text);
    analysis_job_command(job, analysis_job_next(job), spent, text);
    return str_text(text);
}

static void write_results(const AnalysisJob *job, Str *out) {
    JsonWriter w = json_writer_into(out);
    analysis_job_write(job, &w, NULL);
}

static AnalysisJob *new_job(Fixture *f, const AnalysisRequest *request) {
    AnalysisJob *job;
    Error err = {0};
    registry_new_analysis(f->registry, request, &job, &err);
    CHECK_TEXT("new job", err.text, "");
    return job;
}

TEST(analysis_job_worker_commands) {
    static const struct {
        AnalysisRequest request;
        int64_t spent;
        const char *command;
    } rows[] = {
        {{.moves = "h8i9"}, 0, "analyze 1 2000 0 freestyle 15 black h8 i9"},
        {{.moves = "h8i9", .lines = 3, .ms = 500}, 400, "analyze 3 100 0 freestyle 15 black h8 i9"},
        {{.rules = "renju", .nodes = 70}, 0, "analyze 1 20000 70 renju 15 black - -"},
        {{.size = 9, .prove = true, .ms = 50}, 60, "prove 1 0 freestyle 9 black - -"},
    };
    Fixture f;
    Str text = {0};
    fixture_begin(&f);
    for (int i = 0; i < COUNT(rows); i++) {
        AnalysisJob *job = new_job(&f, &rows[i].request);
        CHECK_TEXT("command", command(job, rows[i].spent, &text), rows[i].command);
        analysis_job_free(job);
    }
    str_release(&text);
    fixture_end(&f);
}

#define LINE(depth)                                                                                \
    "{\"nodes\":9,\"ms\":4,\"lines\":[{\"move\":\"h9\",\"value\":-3,\"depth\":" #depth             \
    ",\"line\":[\"h9\"]}]}"

TEST(analysis_job_keeps_the_deepest_result) {
    static const struct {
        const char *json;
        bool is_final, ok;
        const char *answer;
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
        {LINE(4), true, true, LINE(4), true}, // settled replaces deeper
    };
    Fixture f;
    fixture_begin(&f);
    AnalysisJob *job = new_job(&f, &(AnalysisRequest){.moves = "h8i9"});
    for (int i = 0; i < COUNT(rows); i++) {
        AnalysisResult found = {.is_final = rows[i].is_final, .is_settled = rows[i].is_settled};
        Error err = {0};
        Str out = {0};
        CHECK_INT(rows[i].json, analysis_job_add_result(job, 0, rows[i].json, &found, &err),
                  rows[i].ok);
        CHECK_INT(rows[i].json, *err.text == '\0', rows[i].ok);
        write_results(job, &out);
        CHECK_TEXT(rows[i].json, str_text(&out), rows[i].answer);
        CHECK_INT(rows[i].json, analysis_job_next(job), rows[i].ok && rows[i].is_final ? -1 : 0);
        CHECK_INT(rows[i].json, found.nodes, rows[i].ok ? 9 : found.nodes);
        str_release(&out);
    }
    analysis_job_free(job);
    fixture_end(&f);
}

#define FOUND(lines) "{\"nodes\":9,\"ms\":4,\"lines\":[" lines "]}"
#define FOUND_LINE(move, moves)                                                                    \
    "{\"move\":\"" move "\",\"value\":1,\"depth\":2,\"line\":[" moves "]}"
#define PROOF(outcome, move, line)                                                                 \
    "{\"nodes\":9,\"ms\":4,\"outcome\":\"" outcome "\",\"move\":\"" move "\",\"line\":\"" line "\"}"

// All lines, and of a proof its moves: whatever a worker sends is shown to the user.
TEST(analysis_job_checks_every_line) {
    static const struct {
        const char *json, *why; // NULL: accepted
        bool prove;
    } rows[] = {
        {FOUND(FOUND_LINE("h9", "\"h9\",\"h10\"") "," FOUND_LINE("g9", "\"g9\""))},
        {FOUND(FOUND_LINE("h9", "\"h9\"") "," FOUND_LINE("h9", "\"h9\"")), "the same move"},
        {FOUND(FOUND_LINE("h9", "\"h9\"") "," FOUND_LINE("g99", "\"g99\"")), "g99"},
        {FOUND(FOUND_LINE("h9", "\"h9\"") "," FOUND_LINE("h8", "\"h8\"")), "cannot be played"},
        {FOUND(FOUND_LINE("h9", "\"h9\"") "," FOUND_LINE("g9", "\"g9\",\"g9\"")),
         "cannot be played"},
        {FOUND(FOUND_LINE("h9", "\"h9\"") "," FOUND_LINE("g9", "")), "begin with its move"},
        {FOUND(FOUND_LINE("h9", "\"h9\"") "," FOUND_LINE("g9", "\"g8\"")), "begin with its move"},
        {FOUND(FOUND_LINE("h9", "\"h9\"") ",7"), "lacks its value"},
        {FOUND(FOUND_LINE("a1", "\"a1\"") "," FOUND_LINE("a2", "\"a2\"") "," FOUND_LINE(
             "a3",
             "\"a3\"") "," FOUND_LINE("a4",
                                      "\"a4\"") "," FOUND_LINE("a5",
                                                               "\"a5\"") "," FOUND_LINE("a6",
                                                                                        "\"a6\"")),
         "more than 5 lines"},
        {PROOF("win", "h9", "h9g9"), NULL, true},
        {PROOF("unknown", "", ""), NULL, true},
        {PROOF("perhaps", "h9", "h9g9"), "lacks its outcome", true},
        {PROOF("win", "h8", ""), "cannot be played", true},
        {PROOF("win", "h9g9", ""), "", true},
        {PROOF("win", "h9", "h9h9"), "cannot be played", true},
        {PROOF("win", "h9", "nonsense"), "", true},
        {FOUND(FOUND_LINE("h9", "\"h9\"")), "lacks its outcome", true},
    };
    Fixture f;
    fixture_begin(&f);
    for (int i = 0; i < COUNT(rows); i++) {
        AnalysisJob *job = new_job(&f, &(AnalysisRequest){.moves = "h8i9", .prove = rows[i].prove});
        Error err = {0};
        bool ok = analysis_job_add_result(job, 0, rows[i].json, &(AnalysisResult){0}, &err);
        CHECK_INT(rows[i].json, ok, !rows[i].why);
        CHECK(rows[i].json, !rows[i].why || strstr(err.text, rows[i].why) != NULL);
        analysis_job_free(job);
    }
    fixture_end(&f);
}

// An analysis of any position, and of some its proof: the worker's answer is accepted.
static void check_accepted(Fixture *f, EngineWorker *worker, const Board *b, bool prove) {
    ScopedStr position = {0}, line = {0}, answer = {0};
    char rules[32], turn[8], black[1024], white[1024];
    int size;
    position_text_format(b, &position);
    sscanf(str_text(&position), "%31s %d %7s %1023s %1023s", rules, &size, turn, black, white);
    AnalysisJob *job = new_job(f, &(AnalysisRequest){.rules = rules,
                                                     .size = size,
                                                     .turn = turn,
                                                     .black = *black == '-' ? NULL : black,
                                                     .white = *white == '-' ? NULL : white,
                                                     .lines = prove ? 0 : 5,
                                                     .nodes = 200,
                                                     .prove = prove});
    AnalysisResult found = {.is_final = true};
    Error err = {0};
    analysis_job_command(job, 0, 0, &line);
    worker_execute(worker, line.data, &answer);
    const char *json = strchr(str_text(&answer), ' ');
    CHECK(str_text(&position), json && analysis_job_add_result(job, 0, json + 1, &found, &err));
    CHECK_TEXT(str_text(&answer), err.text, "");
    analysis_job_free(job);
}

TEST(analysis_job_accepts_what_workers_find) {
    Rng rng = {5};
    EngineWorker worker = {0};
    Fixture f;
    fixture_begin(&f);
    for (int i = 0; i < random_cases(200); i++) {
        int size = rng_below(&rng, 2) ? 15 : 6;
        Board b = board_random(rules_at(i % 5), size, rng_below(&rng, 36), &rng);
        if (board_has_legal_move(&b))
            check_accepted(&f, &worker, &b, i % 3 == 0);
    }
    worker_release(&worker);
    fixture_end(&f);
}

// A worker analyzes every position of a game.
TEST(analysis_job_reviews_a_game) {
    Fixture f;
    EngineWorker worker = {0};
    Str line = {0}, answer = {0};
    fixture_begin(&f);
    GameId id = play(&f, &(GameRequest){.opponent = "link", .color = "black"}, five, 9);
    AnalysisJob *job = new_job(&f, &(AnalysisRequest){.game = id.text, .nodes = 300});
    for (int i = 0; (i = analysis_job_next(job)) >= 0;) {
        command(job, 0, &line);
        str_clear(&answer);
        worker_execute(&worker, line.data, &answer);
        const char *json = strchr(str_text(&answer), ' ');
        AnalysisResult found = {.is_final = true};
        Error err = {0};
        CHECK(str_text(&answer), json && analysis_job_add_result(job, i, json + 1, &found, &err));
    }
    CHECK_INT("done", analysis_job_done_count(job), 9);
    str_clear(&answer);
    write_results(job, &answer);
    CHECK(str_text(&answer),
          strstr(str_text(&answer), "{\"move\":9,\"turn\":\"black\",\"played\":\"l8\"") != NULL);
    CHECK(str_text(&answer), strstr(str_text(&answer), "\"grade\":\"good\"") != NULL);
    analysis_job_close(job);
    analysis_job_close(job);
    str_clear(&line);
    write_results(job, &line);
    CHECK_TEXT("closed", str_text(&line), str_text(&answer));
    CHECK_INT("positions once closed", analysis_job_position_count(job), 9);
    CHECK_INT("done once closed", analysis_job_done_count(job), 9);
    analysis_job_free(job);
    worker_release(&worker);
    str_release(&line);
    str_release(&answer);
    fixture_end(&f);
}

TEST(analysis_job_closed_early_needs_no_more_results) {
    Fixture f;
    Str answer = {0};
    fixture_begin(&f);
    GameId id = play(&f, &(GameRequest){.opponent = "link", .color = "black"}, five, 9);
    AnalysisJob *game = new_job(&f, &(AnalysisRequest){.game = id.text}),
                *position = new_job(&f, &(AnalysisRequest){.moves = "h8i9"});
    analysis_job_close(game);
    analysis_job_close(position);
    CHECK_INT("game", analysis_job_next(game), -1);
    CHECK_INT("position", analysis_job_next(position), -1);
    write_results(game, &answer);
    write_results(position, &answer);
    CHECK_TEXT("no results", str_text(&answer), "[]null");
    analysis_job_free(game);
    analysis_job_free(position);
    str_release(&answer);
    fixture_end(&f);
}

static const struct {
    const char *command, *answer;
} commands[] = {
    {"analyze 2 1000 300 freestyle 15 black h8 i9",
     "found {\"rules\":\"freestyle\",\"size\":15,\"stones\":2"},
    {"analyze 1 5000 0 freestyle 15 black h8i8j8k8 a1a2a3b4", "settled {"},
    {"prove 5000 0 freestyle 9 black c5d5e5 a9a8a1", "settled {\"outcome\":\"win\""},
    {"prove 5000 2 renju 15 black h8 i9", "found {\"outcome\":\"unknown\""},
    {"analyze 0 1000 0 freestyle 15 black - -", "? lines"},
    {"analyze 1 0 0 freestyle 15 black - -", "? milliseconds"},
    {"analyze 1 1000 0 freestyle 15 black -", "? a position is"},
    {"analyze 1 1000 0 freestyle 15 white h8i8j8k8l8 a1a2a3b4", "? the game is over"},
    {"prove 1000", "? nodes"},
    {"dance", "? there is no task"},
};

TEST(worker_analyzes_positions) {
    EngineWorker worker = {0};
    for (int i = 0; i < COUNT(commands); i++) {
        Str command = {0}, answer = {0};
        str_add_text(&command, commands[i].command);
        worker_execute(&worker, command.data, &answer);
        CHECK(str_text(&answer),
              !strncmp(str_text(&answer), commands[i].answer, strlen(commands[i].answer)));
        str_release(&command);
        str_release(&answer);
    }
    worker_release(&worker);
}

typedef struct {
    int polls, reports;
} Callbacks;

static bool interrupt_later(void *context) {
    return ++((Callbacks *)context)->polls > 300;
}

static void on_progress(void *context, const char *line) {
    CHECK(line, !strncmp(line, "so_far {", 8));
    ((Callbacks *)context)->reports++;
}

TEST(worker_answers_when_interrupted) {
    Callbacks calls = {0};
    EngineWorker worker = {.callbacks = {{interrupt_later, &calls}, on_progress, &calls}};
    char command[] = "analyze 1 600000 0 freestyle 15 black h8 i9";
    Str answer = {0};
    worker_execute(&worker, command, &answer);
    CHECK(str_text(&answer), !strncmp(str_text(&answer), "found {", 7));
    CHECK("polled", calls.polls > 300);
    worker_release(&worker);
    str_release(&answer);
}
