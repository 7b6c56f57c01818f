#include "games/worker.h"

#include "base/line_queue.h"
#include "base/number.h"
#include "base/util.h"
#include "core/move_text.h"
#include "core/notation.h"
#include "games/analysis_worker.h"
#include "games/mist_belief.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    TASK_MS_MAX = 60 * 1000,
    ANSWERS_MAX = 16,
    MEMORY_MAX = 1 << 30, // of the whole process; an engine that wants more is refused it
};

void worker_release(EngineWorker *w) {
    player_close(&w->player);
    analyst_free(w->analyst);
    solver_free(w->solver);
}

static bool use_player(EngineWorker *w, const char *description, Error *err) {
    if (w->player.kind && !strcmp(w->description, description))
        return true;
    player_close(&w->player);
    snprintf(w->description, sizeof w->description, "%s", description);
    return player_open(description, &w->player, err);
}

// PLAYER MS
static bool read_player(EngineWorker *w, char **rest, Limits *limits, Error *err) {
    const char *player = worker_next_word(rest);
    int64_t ms = 0;
    if (!number_parse(worker_next_word(rest), 1, TASK_MS_MAX, &ms, err))
        return error_prefix(err, "milliseconds");
    limits->ms = ms;
    return use_player(w, player, err);
}

// RULES SIZE OPENING MOVE...
static bool read_game(char **rest, Game *g, Error *err) {
    int64_t size = 0;
    GameOptions options = {.rules = rules_find(worker_next_word(rest), err)};
    if (!options.rules ||
        !number_parse(worker_next_word(rest), BOARD_MIN_PLAYABLE, BOARD_MAX, &size, err))
        return false;
    options.size = (int)size;
    options.opening = opening_rule_find(worker_next_word(rest), err);
    if (!options.opening)
        return false;
    game_init(g, &options);
    for (const char *word; *(word = worker_next_word(rest));) {
        Point p;
        if (!move_parse(word, g->board.size, &p, err))
            return false;
        if (game_play(g, p) != PLAY_OK)
            return error_set(err, "%s cannot be played", word);
    }
    return game_result(g).reason == END_NONE || error_set(err, "the game is over");
}

static bool think(EngineWorker *w, char **rest, Str *out, Error *err) {
    Game g;
    Limits limits = {0};
    Point p;
    if (!read_player(w, rest, &limits, err) || !read_game(rest, &g, err) ||
        !player_choose(&w->player, &g, &limits, &p, err))
        return false;
    str_add_text(out, move_text(p, g.board.size).text);
    return true;
}

// ---- In the mist

// CENTRE:CELLS
static bool read_view(const char *word, MistView *out, Error *err) {
    static const char cells[] = ".#ox";
    char centre[MOVE_TEXT_SIZE];
    size_t len = strcspn(word, ":");
    snprintf(centre, sizeof centre, "%.*s", (int)(len < sizeof centre ? len : 0), word);
    if (!point_parse(centre, NOTATION_POS, MIST_BOARD_SIZE, &out->centre, err))
        return false;
    if (strlen(word) != len + 1 + MIST_CELLS || strspn(word + len + 1, cells) != MIST_CELLS)
        return error_set(err, "a view has a centre, a colon and %d cells", MIST_CELLS);
    for (int i = 0; i < MIST_CELLS; i++)
        out->cells[i] = (uint8_t)(strchr(cells, word[len + 1 + (size_t)i]) - cells);
    return true;
}

static bool read_seen(char **rest, Stone me, MistBelief *b, Error *err) {
    bool seen = false;
    mist_belief_init(b);
    for (const char *word; *(word = worker_next_word(rest));) {
        MistView view;
        Point p;
        seen = strchr(word, ':') != NULL;
        if (seen ? !read_view(word, &view, err)
                 : !point_parse(word, NOTATION_POS, MIST_BOARD_SIZE, &p, err))
            return false;
        if (seen)
            mist_belief_observe(b, me, &view);
        else
            mist_belief_play(b, me, p);
    }
    return seen || error_set(err, "the last word must be a view");
}

// The choice, and behind it the points about it that are believed to be empty.
static void add_choices(const Board *b, Point choice, Str *out) {
    int count = 0;
    for (int distance = 0; distance < MIST_BOARD_SIZE && count < ANSWERS_MAX; distance++)
        for (int i = 0; i < MIST_BOARD_SIZE * MIST_BOARD_SIZE && count < ANSWERS_MAX; i++) {
            Point p = point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
            if (b->at[p] != EMPTY || point_distance(p, choice) != distance)
                continue;
            str_add(out, "%s%s", count++ ? " " : "", move_text(p, MIST_BOARD_SIZE).text);
        }
}

static bool grope(EngineWorker *w, char **rest, Str *out, Error *err) {
    Limits limits = {0};
    MistBelief believed;
    if (!read_player(w, rest, &limits, err))
        return false;
    Stone me = !strcmp(worker_next_word(rest), "black") ? BLACK : WHITE;
    if (!read_seen(rest, me, &believed, err))
        return false;
    Board b;
    Point choice = point_centre(MIST_BOARD_SIZE);
    if (mist_belief_board(&believed, me, &b)) {
        Game g;
        game_init(&g, &(GameOptions){.size = MIST_BOARD_SIZE});
        game_start_from(&g, &b);
        if (!player_choose(&w->player, &g, &limits, &choice, err))
            return false;
    }
    add_choices(&b, choice, out);
    return true;
}

// ---- Tasks

static const struct {
    const char *word;
    bool (*run)(EngineWorker *w, char **rest, Str *out, Error *err);
} tasks[] = {
    {"think", think}, {"mist", grope}, {"examine", worker_examine}, {"prove", worker_prove}};

void worker_execute(EngineWorker *w, char *task, Str *out) {
    Error err = {0};
    char *rest = task;
    const char *word = worker_next_word(&rest);
    error_set(&err, "there is no task '%.20s'", word);
    for (int i = 0; i < COUNT(tasks); i++)
        if (!strcmp(tasks[i].word, word) && tasks[i].run(w, &rest, out, &err))
            return;
    str_clear(out);
    str_add(out, "? %s", err.text);
}

// Sanitizers map far more than they use.
#if defined(__has_feature)
    #define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
    #define IS_SANITIZED 0
#endif

static void limit_memory(void) {
    if (!IS_SANITIZED)
        setrlimit(RLIMIT_AS, &(struct rlimit){MEMORY_MAX, MEMORY_MAX});
}

static bool is_any(void *context, const char *line, size_t len) {
    (void)context;
    (void)line;
    (void)len;
    return true;
}

// Whatever has come, the end of the input too, is more urgent.
static bool something_came(void *context) {
    LineQueue *in = context;
    return line_queue_peek(in, is_any, NULL) || in->ended;
}

static void print_line(void *context, const char *line) {
    (void)context;
    printf("%s\n", line);
    fflush(stdout);
}

int worker_run(void) {
    limit_memory();
    LineQueue in = line_queue_from(STDIN_FILENO);
    EngineWorker w = {.master = {something_came, print_line, &in}};
    Str line = {0}, answer = {0};
    while (line_queue_next(&in, &line)) {
        if (!strcmp(str_text(&line), "stop"))
            continue;
        str_clear(&answer);
        if (line.len < in.line_max && strlen(str_text(&line)) == line.len)
            worker_execute(&w, line.data, &answer);
        else
            str_add_text(&answer, "? a task is a line of words, at most 64 KiB");
        print_line(NULL, str_text(&answer));
    }
    worker_release(&w);
    line_queue_release(&in);
    str_release(&line);
    str_release(&answer);
    return 0;
}
