// Fuzzes analysis jobs. Whatever the requested position and the engine's results are: the position
// text round-trips, the output is JSON, and a rejected result changes nothing. The first line of
// the input is the position, the others are results; "!" marks a final one.
#include "fuzz.h"

#include "base/json.h"
#include "base/str.h"
#include "core/position_text.h"
#include "games/analysis_job.h"

static bool is_json(const Str *text) {
    Arena arena = {0};
    Error err = {0};
    bool ok = json_parse(&arena, str_text(text), text->len, &err) != NULL;
    arena_release(&arena);
    return ok;
}

static void write_results(const AnalysisJob *job, Str *out) {
    JsonWriter w = json_writer_into(out);
    analysis_job_write(job, &w, NULL);
}

static void add_results(AnalysisJob *job, char *lines) {
    char *rest = NULL;
    Str before = {0}, after = {0};
    write_results(job, &before);
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        AnalysisResult result = {.is_final = *line == '!'};
        Error err = {0};
        bool ok = analysis_job_add_result(job, 0, line + result.is_final, &result, &err);
        DEMAND(ok == !*err.text);
        str_clear(&after);
        write_results(job, &after);
        DEMAND(is_json(&after));
        DEMAND(ok || !strcmp(str_text(&before), str_text(&after)));
        str_clear(&before);
        str_add_text(&before, str_text(&after));
    }
    str_release(&before);
    str_release(&after);
}

static void check_text(const char *text) {
    Board b, again;
    Error err = {0};
    if (!position_text_parse(text, &b, &err)) {
        DEMAND(*err.text);
        return;
    }
    Str own = {0};
    position_text_format(&b, &own);
    DEMAND(position_text_parse(str_text(&own), &again, &err));
    DEMAND(b.turn == again.turn && b.winner == again.winner &&
           !memcmp(b.at, again.at, sizeof b.at));
    str_release(&own);
}

// A job from the words of the same text, as the fields of a request; "-" means absent.
static AnalysisJob *new_job(char *text) {
    char *words[5] = {0}, *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(text, " ", &rest); word && count < 5;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = *word == '-' ? NULL : word;
    AnalysisRequest request = {.rules = words[0],
                               .turn = words[1],
                               .black = words[2],
                               .white = words[3],
                               .moves = words[4],
                               .lines = 1,
                               .ms = 1};
    AnalysisJob *job;
    Error err = {0};
    Status status = registry_new_analysis(NULL, &request, &job, &err);
    DEMAND(!status == !*err.text && !status == (job != NULL));
    return job;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *lines = strchr(text, '\n');
    if (lines)
        *lines++ = '\0';
    check_text(text);
    AnalysisJob *job = new_job(text);
    if (job) {
        Str command = {0};
        analysis_job_command(job, 0, 0, &command);
        DEMAND(strstr(str_text(&command), "analyze 1 1 0 ") == str_text(&command));
        check_text(str_text(&command) + strlen("analyze 1 1 0 "));
        if (lines)
            add_results(job, lines);
        str_release(&command);
    }
    analysis_job_free(job);
    mem_free(text);
    return 0;
}
