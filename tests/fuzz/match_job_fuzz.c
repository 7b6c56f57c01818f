// Jobs of distributed matches, and their results: one that is read is written and read as the same.
// The first byte says which.
#include "fuzz.h"
#include "match/match_job.h"
#include "match/match_output.h"

// A description without the name that it may begin with: "a=strong".
static const char *after_name(const char *description) {
    size_t len = strcspn(description, "=: ");
    return description[len] == '=' ? description + len + 1 : description;
}

static void check_job(const char *text, size_t len) {
    MatchJob job = {0}, again = {0};
    Error err = {0};
    ScopedStr once = {0};
    if (!match_job_parse(text, len, &job, &err)) {
        DEMAND(*err.text);
        return;
    }
    OpeningBook book = {&job.opening, 1};
    const char *descriptions[] = {job.descriptions[0], job.descriptions[1]};
    RunnerOptions o = {.descriptions = descriptions,
                       .participants = job.participants,
                       .referee = job.referee,
                       .schedule = {.participants = 2,
                                    .rounds = 1,
                                    .rules = job.participants.rules,
                                    .size = job.participants.size,
                                    .book = &book}};
    match_job_format(&o, 0, &once);
    DEMAND(match_job_parse(str_text(&once), once.len, &again, &err));
    DEMAND(!strcmp(job.descriptions[0], again.descriptions[0]));
    DEMAND(job.participants.nodes == again.participants.nodes);
    DEMAND(job.opening.count == again.opening.count);
    if (match_job_check(&job, false, &err))
        DEMAND(!strstr(after_name(job.descriptions[0]), "weights="));
    match_job_release(&job);
    match_job_release(&again);
}

static void check_result(const char *text, size_t len) {
    MatchJob job = {.participants = {.rules = &rules_renju,
                                     .size = 15,
                                     .opening = &opening_none,
                                     .time = {.main_ms = 60000}}};
    PlayedGame *games = mem_alloc(2 * sizeof *games);
    Error err = {0};
    bool ok = match_job_result(&job, text, len, games, &err);
    DEMAND(ok || *err.text);
    for (int i = 0; i < 2 && ok; i++)
        DEMAND(game_result(&games[i].game).reason != END_NONE);
    mem_free(games);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    if (data[0] == '{')
        check_job((const char *)data, size);
    else
        check_result((const char *)data + 1, size - 1);
    return 0;
}
