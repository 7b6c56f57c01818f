// Jobs of self-play and their results: one that is read is written and read as the same. The first
// byte says which.
#include "fuzz.h"
#include "train/selfplay_job.h"

static void check_job(const char *text, size_t len) {
    SelfplayOptions options, again;
    int number, second;
    Error err = {0};
    ScopedStr once = {0};
    if (!selfplay_job_parse(text, len, &options, &number, &err)) {
        DEMAND(*err.text);
        return;
    }
    selfplay_job_format(&options, number, &once);
    DEMAND(selfplay_job_parse(once.data, once.len, &again, &second, &err));
    DEMAND(number == second && options.seed == again.seed && options.nodes_max == again.nodes_max);
    DEMAND(!options.net && !options.weights);
}

static void check_result(const char *text) {
    static const SelfplayOptions options = {
        .rules = &rules_freestyle, .size = 15, .stones_max = SELFPLAY_STONES_MAX};
    static PackedGame game;
    Error err = {0};
    ScopedStr once = {0};
    if (!selfplay_job_read_result(&options, text, &game, &err)) {
        DEMAND(*err.text);
        return;
    }
    selfplay_job_write_result(&game, &once);
    DEMAND(!strcmp(str_text(&once), text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    if (size > 0 && data[0] == '{')
        check_job(text, size);
    else
        check_result(text);
    mem_free(text);
    return 0;
}
