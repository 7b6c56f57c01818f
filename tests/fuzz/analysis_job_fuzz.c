// Whatever position is asked about, and whatever an engine says of it: a position has one text,
// from which it comes back; an answer is JSON, and what is refused changes nothing. The first line
// is the position, the others are what is said.
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

static void hear_out(AnalysisJob *q, char *lines) {
    char *rest = NULL;
    Str before = {0}, after = {0};
    analysis_job_write(q, &before);
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        AnalysisResult found = {.is_final = *line == '!'};
        Error err = {0};
        bool ok = analysis_job_add_result(q, 0, line + found.is_final, &found, &err);
        DEMAND(ok == !*err.text);
        str_clear(&after);
        analysis_job_write(q, &after);
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

// The same words once more, as a request has them: a word each, "-" for none.
static AnalysisJob *ask(char *text) {
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
    AnalysisJob *q;
    Error err = {0};
    Status no = registry_new_analysis(NULL, &request, &q, &err);
    DEMAND(!no == !*err.text && !no == (q != NULL));
    return q;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *lines = strchr(text, '\n');
    if (lines)
        *lines++ = '\0';
    check_text(text);
    AnalysisJob *q = ask(text);
    if (q) {
        Str task = {0};
        analysis_job_command(q, 0, 0, &task);
        DEMAND(strstr(str_text(&task), "examine 1 1 0 ") == str_text(&task));
        check_text(str_text(&task) + strlen("examine 1 1 0 "));
        if (lines)
            hear_out(q, lines);
        str_release(&task);
    }
    analysis_job_free(q);
    mem_free(text);
    return 0;
}
