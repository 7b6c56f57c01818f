#include "project/project_job.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "support.h"
#include "test.h"

#include <string.h>

static const StopToken never = {0};

static Board board_of(const char *moves) {
    Board b;
    Point points[REPLIES_MAX];
    int count = 0;
    board_init(&b, &rules_freestyle, 15);
    CHECK(moves, points_parse(moves, b.size, COUNT(points), points, &count, NULL));
    for (int i = 0; i < count; i++)
        board_play(&b, points[i]);
    return b;
}

// A position that Black wins by threats; with a quiet move before it.
static const char won[] = "h8h9i9a1i7a15", before[] = "h8h9i9a1", move[] = "i7";

static Point point_of(const char *text) {
    Point p = POINT_NONE;
    CHECK(text, point_parse(text, NOTATION_POS, 15, &p, NULL));
    return p;
}

static Str result_of(const ProjectJob *job, Fact *fact) {
    Str text = {0};
    ProjectEngines *engines = project_engines_new();
    CHECK("done", project_job_do(job, engines, never, fact, &text));
    project_engines_free(engines);
    return text;
}

static bool is_accepted(const ProjectJob *job, const char *text, Fact *fact) {
    Error err = {0};
    bool ok = project_job_check(job, text, strlen(text), never, fact, &err);
    CHECK("a reason", ok || *err.text);
    return ok;
}

// The text with the first `old` replaced.
static Str changed(const Str *text, const char *old, const char *new) {
    Str out = {0};
    const char *at = strstr(str_text(text), old);
    CHECK(old, at);
    str_add_bytes(&out, str_text(text), (size_t)(at - str_text(text)));
    str_add_text(&out, new);
    str_add_text(&out, at + strlen(old));
    return out;
}

TEST(project_jobs_survive_writing) {
    ProjectJob job = {.kind = JOB_ALL_REPLIES,
                      .winner = BLACK,
                      .board = board_of(before),
                      .move = point_of(move),
                      .value = -7,
                      .point_count = 2,
                      .points = {point_of("a2"), point_of("o15")}};
    ProjectJob *again = mem_alloc(sizeof *again);
    ScopedStr text = {0}, second = {0};
    Error err = {0};
    project_job_format(&job, &text);
    CHECK(err.text, project_job_parse(text.data, text.len, again, &err));
    project_job_format(again, &second);
    CHECK_TEXT("the same", str_text(&second), str_text(&text));
    mem_free(again);
}

TEST(project_jobs_that_are_refused) {
    static const struct {
        const char *old, *new;
    } rows[] = {
        {"\"all-replies\"", "\"none\""},
        {"\"all-replies\"", "null"},
        {"\"freestyle\"", "\"chess\""},
        {"15", "26"},
        {"15", "1e9"},
        {"\"turn\":\"black\"", "\"turn\":\"white\""},
        {"\"turn\":\"black\"", "\"turn\":\"\""},
        {"\"i7\"", "\"h8\""},
        {"\"i7\"", "\"z99\""},
        {"\"i7\"", "\"\""},
        {"\"i7\"", "\"a2a3\""},
        {"\"points\":\"\"", "\"points\":\"h8\""},
        {"h8i9/", "h8i9"},
        {"h8i9/", "h8h8/"},
        {"h8i9/", "a1b1c1d1e1/"},
        {"\"value\":0", "\"value\":100001"},
        {"\"hard\":false", "\"hard\":0"},
        {"}", ""},
    };
    ProjectJob job = {.kind = JOB_ALL_REPLIES,
                      .winner = BLACK,
                      .board = board_of("h8h9i9g7"),
                      .move = point_of(move)};
    ProjectJob *out = mem_alloc(sizeof *out);
    ScopedStr text = {0};
    project_job_format(&job, &text);
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Str bad = changed(&text, rows[i].old, rows[i].new);
        CHECK(rows[i].new, !project_job_parse(bad.data, bad.len, out, &err) && *err.text);
        str_release(&bad);
    }
    mem_free(out);
}

// A win by threats comes with its proof, and is not believed without.
TEST(project_results_of_a_win) {
    ProjectJob job = {.kind = JOB_CANDIDATE, .winner = BLACK, .board = board_of(won)};
    Fact *fact = mem_alloc(sizeof *fact);
    Str text = result_of(&job, fact);
    CHECK_INT("done", fact->kind, FACT_WON);
    CHECK("accepted", is_accepted(&job, str_text(&text), fact));
    CHECK_INT("read", fact->kind, FACT_WON);
    ProjectJob other = job;
    other.board = board_of("h8h9i9a1");
    CHECK("of another job", !is_accepted(&other, str_text(&text), fact));
    CHECK("nothing", !is_accepted(&job, "", fact));
    CHECK("no proof",
          !is_accepted(&job,
                       "{\"proofs\":[],\"fact\":\"won\",\"move\":\"\",\"value\":0,\"open\":\"\"}",
                       fact));
    CHECK("not of this kind",
          !is_accepted(&job,
                       "{\"proofs\":[],\"fact\":\"all\",\"move\":\"a2\",\"value\":0,\"open\":\"\"}",
                       fact));
    CHECK("the move is not legal",
          !is_accepted(&job,
                       "{\"proofs\":[],\"fact\":\"try\",\"move\":\"h8\",\"value\":0,\"open\":\"\"}",
                       fact));
    CHECK("an attempt",
          is_accepted(
              &job, "{\"proofs\":[],\"fact\":\"try\",\"move\":\"a2\",\"value\":0,\"open\":\"b2\"}",
              fact));
    str_release(&text);
    mem_free(fact);
}

// Of a move, every reply needs its proof: one after the other is taken away.
TEST(project_results_of_all_replies) {
    ProjectJob job = {.kind = JOB_ALL_REPLIES,
                      .winner = BLACK,
                      .board = board_of("h8h9i9a1k8i10"),
                      .move = point_of("g7"),
                      .value = 100};
    Fact *fact = mem_alloc(sizeof *fact), *read = mem_alloc(sizeof *read);
    Str text = result_of(&job, fact);
    CHECK_INT("done", fact->kind, FACT_ALL);
    CHECK("accepted", is_accepted(&job, str_text(&text), read));
    CHECK_INT("the same open replies", read->open_count, fact->open_count);
    CHECK("the same open replies",
          !memcmp(read->open, fact->open, sizeof(Point) * (size_t)fact->open_count));
    int proofs = 0;
    for (const char *at = str_text(&text); (at = strstr(at, "{\"reply\":\"")) != NULL; proofs++) {
        Str bad = {0};
        at += strlen("{\"reply\":\"");
        str_add_bytes(&bad, str_text(&text), (size_t)(at - str_text(&text)));
        str_add_text(&bad, "x");
        str_add_text(&bad, at);
        CHECK("a proof less", !is_accepted(&job, str_text(&bad), read));
        str_release(&bad);
    }
    CHECK("there were proofs", proofs > 1);
    if (fact->open_count > 0) {
        Str bad = changed(&text, "\"open\":\"", "\"open\":\"o1");
        CHECK("an open reply more", !is_accepted(&job, str_text(&bad), read));
        str_release(&bad);
    }
    str_release(&text);
    mem_free(fact);
    mem_free(read);
}

// What engines did before does not change a result.
TEST(project_results_depend_on_the_job_alone) {
    ProjectJob job = {.kind = JOB_CANDIDATE, .winner = BLACK, .board = board_of("h8h9i9a1")};
    Fact *fact = mem_alloc(sizeof *fact);
    Str first = result_of(&job, fact), second = {0};
    ProjectEngines *engines = project_engines_new();
    ProjectJob other = job;
    other.board = board_of("h8h9i9a15");
    project_job_do(&other, engines, never, fact, NULL);
    project_job_do(&job, engines, never, fact, &second);
    CHECK_TEXT("the same", str_text(&second), str_text(&first));
    project_engines_free(engines);
    str_release(&first);
    str_release(&second);
    mem_free(fact);
}
