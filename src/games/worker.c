#include "games/worker.h"

#include "base/clock.h"
#include "base/line_reader.h"
#include "base/number.h"
#include "core/notation.h"
#include "core/position_text.h"
#include "study/review.h"

#include <signal.h>
#include <string.h>
#ifdef __linux__
    #include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

enum {
    COMMAND_MS_MAX = 60 * 1000,
    ANALYSIS_MS_MAX = 10 * 60 * 1000,
    PROGRESS_EVERY_MS = 200,
    MEMORY_MAX = 1 << 30, // address space of the process; larger allocations fail
};

void worker_release(EngineWorker *worker) {
    player_close(&worker->player);
    mist_particles_release(&worker->particles);
    engine_free(worker->engine);
}

// Cuts off the next word; "" after the last one.
static const char *next_word(char **rest) {
    char *word = *rest + strspn(*rest, " ");
    char *end = word + strcspn(word, " ");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

static bool read_number(char **rest, const char *what, int64_t min, int64_t max, int64_t *out,
                        Error *err) {
    return number_parse(next_word(rest), min, max, out, err) || error_prefix(err, what);
}

static bool open_player(EngineWorker *worker, const char *description, Error *err) {
    if (worker->player.kind && !strcmp(worker->description, description))
        return true;
    player_close(&worker->player);
    snprintf(worker->description, sizeof worker->description, "%s", description);
    return player_open(description, &worker->player, err);
}

// PLAYER MS
static bool read_player(EngineWorker *worker, char **rest, Budget *budget, Error *err) {
    const char *player = next_word(rest);
    return read_number(rest, "milliseconds", 1, COMMAND_MS_MAX, &budget->ms, err) &&
           open_player(worker, player, err);
}

// RULES SIZE OPENING MOVE...
static bool read_game(char **rest, Game *g, Error *err) {
    int64_t size = 0;
    GameOptions options = {.rules = rules_find(next_word(rest), err)};
    if (!options.rules || !number_parse(next_word(rest), BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err))
        return false;
    options.size = (int)size;
    options.opening = opening_rule_find(next_word(rest), err);
    if (!options.opening)
        return false;
    game_init(g, &options);
    for (const char *word; *(word = next_word(rest));) {
        Point p;
        if (!move_parse(word, g->board.size, &p, err))
            return false;
        if (game_play(g, p) != PLAY_OK)
            return error_set(err, "%s cannot be played", word);
    }
    return game_result(g).reason == END_NONE || error_set(err, "the game is over");
}

static bool choose_move(EngineWorker *worker, char **rest, Str *out, Error *err) {
    Game g;
    Budget budget = {0};
    PlayerMove choice;
    if (!read_player(worker, rest, &budget, err) || !read_game(rest, &g, err) ||
        !player_choose(&worker->player, &g, &budget, (StopToken){0}, &choice, err))
        return false;
    str_add_text(out, move_text(choice.move, g.board.size).text);
    return true;
}

static bool choose_in_mist(EngineWorker *worker, char **rest, Str *out, Error *err) {
    MistRequest request = {0};
    MistHistory history;
    int64_t tries = 0;
    Point p;
    if (!read_player(worker, rest, &request.budget, err) ||
        !read_number(rest, "tries", 0, MIST_TURNS_MAX, &tries, err) ||
        !mist_history_parse(*rest, &history, err))
        return false;
    request.tries_per_turn = (int)tries;
    if (!mist_player_choose(&worker->player, &worker->particles, &history, &request, &p, err))
        return false;
    str_add_text(out, move_text(p, MIST_BOARD_SIZE).text);
    return true;
}

// ---- Analyses

static bool read_budget(char **rest, Budget *out, Error *err) {
    return read_number(rest, "milliseconds", 1, ANALYSIS_MS_MAX, &out->ms, err) &&
           read_number(rest, "nodes", 0, INT64_MAX, &out->nodes, err);
}

static bool read_position(const char *text, Board *b, Error *err) {
    if (!position_text_parse(text, b, err))
        return false;
    return board_has_legal_move(b) || error_set(err, "the game is over");
}

// The analysis of one position while it runs.
typedef struct {
    EngineWorker *worker;
    const Board *board;
    int64_t reported_ms;
    bool was_interrupted;
} RunningAnalysis;

static bool check_interrupted(void *context) {
    RunningAnalysis *running = context;
    running->was_interrupted =
        running->was_interrupted || stop_requested(running->worker->callbacks.stop);
    return running->was_interrupted;
}

static void add_json(const char *word, const EngineResult *a, const Board *b, Str *out) {
    str_add(out, "%s ", word);
    JsonWriter w = json_writer_into(out);
    analysis_write(&w, NULL, a, b);
}

static void report_progress(void *context, const EngineResult *so_far) {
    RunningAnalysis *running = context;
    const WorkerCallbacks *callbacks = &running->worker->callbacks;
    int64_t now = clock_now_ms();
    if (!callbacks->progress || now - running->reported_ms < PROGRESS_EVERY_MS)
        return;
    running->reported_ms = now;
    ScopedStr line = {0};
    add_json("so_far", so_far, running->board, &line);
    callbacks->progress(callbacks->progress_context, str_text(&line));
}

// "settled" if the search ended before its budget was used up.
static const char *result_word(const RunningAnalysis *running, const Budget *budget,
                               const EngineResult *a) {
    bool spent =
        a->ms >= budget->ms - budget->ms / 10 || (budget->nodes && a->nodes >= budget->nodes);
    return spent || running->was_interrupted ? "found" : "settled";
}

static EngineResult run_engine(EngineWorker *worker, const EngineRequest *request) {
    if (!worker->engine)
        worker->engine = engine_new(NULL);
    return engine_run(worker->engine, request);
}

static bool analyze(EngineWorker *worker, char **rest, Str *out, Error *err) {
    Board b;
    Budget budget = {0};
    int64_t lines = 1;
    if (!read_number(rest, "lines", 1, ENGINE_LINES_MAX, &lines, err) ||
        !read_budget(rest, &budget, err) || !read_position(*rest, &b, err))
        return false;
    RunningAnalysis running = {.worker = worker, .board = &b, .reported_ms = clock_now_ms()};
    EngineRequest request = {
        .board = &b,
        .budget = budget,
        .line_count = (int)lines,
        .stop = {check_interrupted, &running},
        .on_progress = report_progress,
        .progress_context = &running,
    };
    EngineResult a = run_engine(worker, &request);
    add_json(result_word(&running, &budget, &a), &a, &b, out);
    return true;
}

static bool prove(EngineWorker *worker, char **rest, Str *out, Error *err) {
    Board b;
    EngineRequest request = {.kind = REQUEST_PROVE, .board = &b, .stop = worker->callbacks.stop};
    if (!read_budget(rest, &request.budget, err) || !read_position(*rest, &b, err))
        return false;
    EngineResult r = run_engine(worker, &request);
    str_add_text(out, r.outcome != OUTCOME_UNKNOWN ? "settled " : "found ");
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    solution_write(&w, &r, b.size);
    write_end_object(&w);
    engine_result_release(&r);
    return true;
}

// ---- Commands

static const struct {
    const char *word;
    bool (*run)(EngineWorker *worker, char **rest, Str *out, Error *err);
} commands[] = {
    {"think", choose_move}, {"mist", choose_in_mist}, {"analyze", analyze}, {"prove", prove}};

void worker_execute(EngineWorker *worker, char *command, Str *out) {
    Error err = {0};
    char *rest = command;
    const char *word = next_word(&rest);
    error_set(&err, "there is no task '%.20s'", word);
    for (int i = 0; i < COUNT(commands); i++)
        if (!strcmp(commands[i].word, word) && commands[i].run(worker, &rest, out, &err))
            return;
    str_clear(out);
    str_add(out, "? %s", err.text);
}

// Sanitizers reserve far more address space than they use, so they cannot run with a limit.
#if defined(__has_feature)
    #define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
    #define IS_SANITIZED 0
#endif

static void limit_memory(void) {
    if (!IS_SANITIZED)
        setrlimit(RLIMIT_AS, &(struct rlimit){MEMORY_MAX, MEMORY_MAX});
}

static bool any_line(void *context, const char *line, size_t len) {
    (void)context;
    (void)line;
    (void)len;
    return true;
}

// Any input line interrupts an analysis, and so does the end of the input.
static bool has_input(void *context) {
    LineReader *in = context;
    return line_peek(in, any_line, NULL) || in->ended;
}

static void print_line(void *context, const char *line) {
    (void)context;
    printf("%s\n", line);
    fflush(stdout);
}

// The end of the input ends a worker, but not one that hangs or was stopped.
static void die_with_parent(void) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

int worker_run(void (*confine)(void)) {
    die_with_parent();
    limit_memory();
    if (confine)
        confine();
    LineReader in = {.fd = STDIN_FILENO};
    EngineWorker worker = {.callbacks = {.stop = {has_input, &in}, .progress = print_line}};
    ScopedStr line = {0}, answer = {0};
    while (line_read_command(&in, LINE_COMMAND_MAX, &line)) {
        if (!strcmp(str_text(&line), "stop"))
            continue;
        str_clear(&answer);
        if (line.len < LINE_COMMAND_MAX && strlen(str_text(&line)) == line.len)
            worker_execute(&worker, line.data, &answer);
        else
            str_add_text(&answer, "? a command is a line of words, at most 64 KiB");
        print_line(NULL, str_text(&answer));
    }
    worker_release(&worker);
    line_reader_release(&in);
    return 0;
}
