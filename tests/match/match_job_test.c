// A pair of games as a job: as text and back, what is refused, and its result.
#include "match/match_job.h"

#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static RunnerOptions some_options(const char *const *descriptions) {
    RunnerOptions o = {.descriptions = descriptions};
    o.participants = (ParticipantOptions){.rules = &rules_renju,
                                          .size = 9,
                                          .opening = &opening_none,
                                          .patience_ms = 30000,
                                          .nodes = 7,
                                          .memory = INT64_C(5) << 30};
    o.referee.adjudication.win_score = 3;
    o.schedule = (Schedule){.participants = 2,
                            .rounds = 3,
                            .rules = &rules_renju,
                            .size = 9,
                            .random_stones = 3,
                            .seed = 5};
    return o;
}

static const char *const pair[] = {"a=greedy", "easy"};

TEST(match_job_text_and_back) {
    RunnerOptions o = some_options(pair);
    MatchJob job = {0};
    Error err = {0};
    ScopedStr text = {0};
    match_job_format(&o, 1, &text);
    CHECK("parse", match_job_parse(str_text(&text), text.len, &job, &err));
    CHECK_TEXT("first", job.descriptions[0], "a=greedy");
    CHECK_TEXT("second", job.descriptions[1], "easy");
    CHECK("rules", job.participants.rules == &rules_renju);
    CHECK_INT("nodes", job.participants.nodes, 7);
    CHECK("memory", job.participants.memory == INT64_C(5) << 30);
    CHECK_INT("score", job.referee.adjudication.win_score, 3);
    OpeningLine line = schedule_game(&o.schedule, 2).opening;
    CHECK_INT("stones", job.opening.count, line.count);
    CHECK("opening",
          !memcmp(job.opening.points, line.points, (size_t)line.count * sizeof *line.points));
    match_job_release(&job);
}

// The text of a job with `was` replaced.
static void change(const char *was, const char *is, Str *out) {
    RunnerOptions o = some_options(pair);
    ScopedStr text = {0};
    match_job_format(&o, 0, &text);
    const char *at = strstr(str_text(&text), was);
    CHECK(was, at != NULL);
    str_add_bytes(out, text.data, (size_t)(at - text.data));
    str_add(out, "%s%s", is, at + strlen(was));
}

TEST(match_job_malformed) {
    static const struct {
        const char *was, *is, *error;
    } rows[] = {
        {"{", "", "line 1, column"},
        {"\"size\":9", "\"size\":99", "size"},
        {"\"size\":9", "\"size\":\"9\"", "size"},
        {"\"size\":9,", "", "size"},
        {"\"nodes\":7", "\"nodes\":-1", "nodes"},
        {"\"renju\"", "\"chess\"", "chess"},
        {"\"opening\":\"none\"", "\"opening\":\"queen\"", "queen"},
        {"\"time\":\"none\"", "\"time\":\"soon\"", "soon"},
        {"\"time\":\"none\"", "\"time\":\"600+3x30\"", "byoyomi"},
        {"\"mist\":false", "\"mist\":true", "the mist is freestyle on 19x19"},
        {"\"moves\":\"", "\"moves\":\"z99", "moves"},
        {"\"moves\":\"", "\"moves\":\"h8\\n", "moves"},
        {"\"first\":\"a=greedy\"", "\"first\":null", "first"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        ScopedStr text = {0};
        MatchJob job = {0};
        Error err = {0};
        change(rows[i].was, rows[i].is, &text);
        CHECK(rows[i].is, !match_job_parse(str_text(&text), text.len, &job, &err));
        CHECK(err.text, strstr(err.text, rows[i].error));
    }
}

// What a job from elsewhere may name: 0 nothing, 1 in the folder that is allowed, 2 always.
TEST(match_job_participants_from_elsewhere) {
    static const struct {
        const char *description;
        int allowed;
    } rows[] = {
        {"greedy", 2},
        {"strong:nodes=20", 2},
        {"a=strong:net=on", 2},
        {"strong:net=off,nodes=3", 2},
        {"open:strong:net=on", 2},
        {"strong:net=on,net=my.net", 1},
        {"strong:net=my.net", 1},
        {"strong:net=/etc/passwd", 0},
        {"x=strong:nodes=1,weights=w.txt", 1},
        {"strong:weights=../w.txt", 0},
        {"open:strong:net=my.net", 1},
        {"gomocup:./pbrain-new", 1},
        {"b=gtp:./engine --level 3", 1},
        {"mist:./bot.py", 1},
        {"gomocup:pbrain-new", 0},
        {"gomocup:/bin/sh -c id", 0},
        {"gomocup:./../sh", 0},
        {"gomocup:./..", 0},
        {"gomocup: ./pbrain", 0},
        {"gomocup:\"./pbrain\"", 0},
        {"gomocup:./\"../sh\"", 0},
        {"gomocup:", 0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        CHECK_INT(rows[i].description, participant_is_external(rows[i].description),
                  rows[i].allowed < 2);
        CHECK_INT(rows[i].description, participant_check(rows[i].description, true, &err),
                  rows[i].allowed > 0);
        CHECK_INT(rows[i].description, participant_check(rows[i].description, false, &err),
                  rows[i].allowed == 2);
    }
}

static bool always(void *context) {
    (void)context;
    return true;
}

TEST(match_job_plays_a_pair) {
    ScopedStr text = {0}, result = {0}, other = {0};
    RunnerOptions o = some_options(pair);
    MatchJob job = {0};
    Error err = {0};
    match_job_format(&o, 0, &text);
    CHECK("parse", match_job_parse(str_text(&text), text.len, &job, &err));
    CHECK("allowed", match_job_check(&job, false, &err));
    CHECK("stopped", !match_job_play(&job, (StopToken){always, NULL}, &other, &err));
    CHECK("plays", match_job_play(&job, (StopToken){0}, &result, &err));
    PlayedGame *games = mem_alloc(2 * sizeof *games);
    CHECK("result", match_job_result(&job, str_text(&result), result.len, games, &err));
    for (int i = 0; i < 2; i++)
        CHECK("over", game_result(&games[i].game).reason != END_NONE);
    for (size_t len = 0; len < result.len; len++) { // a result that was cut off
        Error why = {0};
        CHECK("cut", !match_job_result(&job, result.data, len, games, &why) && *why.text);
    }
    job.opening.points[0]++;
    CHECK("of another opening",
          !match_job_result(&job, str_text(&result), result.len, games, &err));
    CHECK(err.text, strstr(err.text, "does not begin with its opening"));
    mem_free(games);
    match_job_release(&job);
}

// With a clock the times of the moves come back, too.
TEST(match_job_keeps_times) {
    ScopedStr text = {0};
    RunnerOptions o = some_options(pair);
    MatchJob job = {0};
    Error err = {0};
    o.participants.time = (TimeControl){.main_ms = 60000};
    match_job_format(&o, 0, &text);
    CHECK("parse", match_job_parse(str_text(&text), text.len, &job, &err));
    job.opening.count = 0;
    PlayedGame *games = mem_alloc(2 * sizeof *games);
    static const char good[] = "0 1 5 12 30 e5d4.\n- 7 \n\n1 0 5 0 0 e5.\n\nlate\n";
    static const char bad[] = "0 1 5 12 30 e5d4.\n- \n\n1 0 5 0 0 e5.\n\n\n";
    CHECK("times", match_job_result(&job, good, sizeof good - 1, games, &err));
    CHECK_INT("unknown", games[0].game.moves[0].ms, -1);
    CHECK_INT("known", games[0].game.moves[1].ms, 7);
    CHECK_INT("clock", games[0].game.timers[SEAT_SECOND].main_left_ms, 60000 - 7);
    CHECK_TEXT("why", games[1].why.text, "late");
    CHECK("one is missing", !match_job_result(&job, bad, sizeof bad - 1, games, &err));
    CHECK(err.text, strstr(err.text, "expected a time for each move"));
    mem_free(games);
    match_job_release(&job);
}
