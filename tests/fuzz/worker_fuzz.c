// Fuzzes the worker's line protocol. Whatever the command is, the answer is one line: moves in the
// protocol's notation, JSON, or an error.
#include "fuzz.h"

#include "base/json.h"
#include "base/str.h"
#include "core/notation.h"
#include "games/worker.h"

static void check_moves(const char *moves) {
    for (size_t len; *moves; moves += len + strspn(moves + len, " ")) {
        len = strcspn(moves, " ");
        char move[MOVE_TEXT_SIZE];
        Point p;
        Error err = {0};
        DEMAND(len < sizeof move);
        snprintf(move, sizeof move, "%.*s", (int)len, moves);
        DEMAND(move_parse(move, BOARD_MAX, &p, &err));
    }
}

static bool check_json(const char *answer, const char *word) {
    if (strncmp(answer, word, strlen(word)) != 0)
        return false;
    Arena arena = {0};
    Error err = {0};
    const char *json = answer + strlen(word);
    DEMAND(json_parse(&arena, json, strlen(json), &err));
    arena_release(&arena);
    return true;
}

// Interrupts every search at once.
static bool interrupt_at_once(void *context) {
    (void)context;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // Avoids the slow engine: what is tested is the parsing.
    char *text = fuzz_text(data, size);
    for (char *c = text; *c; c++)
        *c = *c == 'g' || *c == 'G' ? 'd' : *c; // no "strong", no column g
    EngineWorker worker = {.callbacks = {.stop = {interrupt_at_once, NULL}}};
    Str answer = {0};
    worker_execute(&worker, text, &answer);
    DEMAND(answer.len > 0 && !strchr(str_text(&answer), '\n'));
    if (str_text(&answer)[0] != '?' && !check_json(str_text(&answer), "found ") &&
        !check_json(str_text(&answer), "settled "))
        check_moves(str_text(&answer));
    worker_release(&worker);
    str_release(&answer);
    mem_free(text);
    return 0;
}
