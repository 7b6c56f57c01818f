// Searches by options: limits, lines, first moves, progress, stops from other threads.
#include "base/number.h"
#include "base/str.h"
#include "pentad.h"
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#if defined(__has_feature)
    #define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
    #define IS_SANITIZED 0
#endif

static PentadGame *game_at(const char *position) {
    PentadError error = {0};
    PentadGame *game = pentad_game_from_position(position, &error);
    CHECK_TEXT(position, error.text, "");
    return game;
}

static PentadSearchOptions options(void) {
    return (PentadSearchOptions){.struct_size = sizeof(PentadSearchOptions), .nodes = 2000};
}

TEST(api_positions_are_read_and_written) {
    static const char *const texts[] = {"freestyle 15 black - -", "renju 15 white j9h8 i9",
                                        "caro 20 black a1 t20", "freestyle 2 white a2 b1"};
    for (int i = 0; i < COUNT(texts); i++) {
        PentadGame *game = game_at(texts[i]);
        CHECK_TEXT(texts[i], pentad_game_position(game), texts[i]);
        CHECK_INT(texts[i], pentad_game_move_count(game), 0);
        pentad_game_free(game);
    }
    PentadGame *game = game_at("freestyle 15 black e8f8g8h8i8 a1b3c5d7");
    CHECK("five in the position", pentad_game_is_over(game));
    pentad_game_free(game);
}

TEST(api_invalid_positions_are_rejected) {
    static const char *const texts[] = {
        "",
        "freestyle",
        "freestyle 99 black - -",
        "chess 15 black - -",
        "freestyle 15 red - -",
        "freestyle 15 black z9 -",
        "freestyle 15 black h8 h8",
        "freestyle 15 black - - -",
    };
    for (int i = 0; i < COUNT(texts); i++) {
        PentadError error = {0};
        CHECK(texts[i], !pentad_game_from_position(texts[i], &error));
        CHECK(texts[i], error.text[0]);
    }
    CHECK("NULL", !pentad_game_from_position(NULL, NULL));
    CHECK_TEXT("NULL", pentad_game_position(NULL), "");
}

TEST(api_search_finds_several_lines) {
    PentadGame *game = game_at("freestyle 15 black h8i9 h9g7");
    PentadEngine *engine = pentad_engine_new();
    PentadSearchOptions o = options();
    o.lines = 4;
    CHECK_INT("nothing yet", pentad_engine_line_count(engine), 0);
    CHECK("searched", pentad_engine_search(engine, game, &o, NULL));
    CHECK_INT("lines", pentad_engine_line_count(engine), 4);
    CHECK("nodes", pentad_engine_nodes(engine) >= 1000);
    PentadAnalysis lines[4];
    for (int i = 0; i < 4; i++) {
        CHECK("line", pentad_engine_line(engine, i, &lines[i]));
        CHECK("moves", lines[i].length >= 1);
        CHECK("depth", lines[i].depth >= 1);
        CHECK("best first", i == 0 || lines[i].value <= lines[i - 1].value);
        for (int k = 0; k < i; k++)
            CHECK("another move", memcmp(lines[i].line, lines[k].line, sizeof lines[i].line[0]));
    }
    CHECK("no more", !pentad_engine_line(engine, 4, &lines[0]));
    CHECK("no more", !pentad_engine_line(engine, -1, &lines[0]));
    pentad_engine_free(engine);
    pentad_game_free(game);
}

TEST(api_search_obeys_its_limits) {
    PentadGame *game = game_at("freestyle 15 black h8i9 h9g7");
    PentadEngine *engine = pentad_engine_new();
    PentadSearchOptions o = {.struct_size = sizeof o, .depth = 3};
    PentadAnalysis line;
    CHECK("searched", pentad_engine_search(engine, game, &o, NULL));
    CHECK("line", pentad_engine_line(engine, 0, &line));
    CHECK_INT("depth", line.depth, 3);
    PentadPoint first[] = {{0, 0}, {14, 14}};
    o.moves = first;
    o.move_count = 2;
    o.threads = 2;
    o.lines = 3;
    CHECK("searched", pentad_engine_search(engine, game, &o, NULL));
    CHECK_INT("lines", pentad_engine_line_count(engine), 2);
    for (int i = 0; pentad_engine_line(engine, i, &line); i++)
        CHECK("a first move", line.line[0].x == line.line[0].y && line.line[0].x % 14 == 0);
    pentad_engine_free(engine);
    pentad_game_free(game);
}

// Two engines; or one that was cleared: the same lines.
TEST(api_engine_forgets) {
    PentadGame *game = game_at("renju 15 black h8i9 h9g7");
    PentadEngine *engine = pentad_engine_new();
    PentadSearchOptions o = options();
    PentadAnalysis lines[2] = {0};
    for (int i = 0; i < 2; i++) {
        pentad_engine_clear(engine);
        CHECK("searched", pentad_engine_search(engine, game, &o, NULL));
        CHECK("line", pentad_engine_line(engine, 0, &lines[i]));
    }
    CHECK_INT("value", lines[0].value, lines[1].value);
    CHECK_INT("nodes", lines[0].nodes, lines[1].nodes);
    pentad_engine_free(engine);
    pentad_game_free(game);
}

TEST(api_win_rate) {
    CHECK("even", pentad_win_rate(0) > 0.499 && pentad_win_rate(0) < 0.501);
    CHECK("better", pentad_win_rate(200) > 0.7 && pentad_win_rate(-200) < 0.3);
    CHECK("certain",
          pentad_win_rate(PENTAD_MATE - 5) > 0.999 && pentad_win_rate(-PENTAD_MATE) < 1e-9);
}

TEST(api_engine_takes_its_options) {
    static const struct {
        const char *name, *net;
        int64_t memory;
        bool has_net;
    } rows[] = {
        {"default", NULL, 0, true},
        {"on", "on", 0, true},
        {"off", "off", 0, false},
        {"little memory", NULL, 12 << 20, false},
        {"enough memory", NULL, 100 << 20, true},
    };
    PentadGame *game = game_at("freestyle 20 black - -");
    for (int i = 0; i < COUNT(rows); i++) {
        PentadEngineOptions o = {
            .struct_size = sizeof o, .net = rows[i].net, .memory = rows[i].memory};
        PentadError error = {0};
        PentadEngine *engine = pentad_engine_open(&o, &error);
        CHECK_TEXT(rows[i].name, error.text, "");
        CHECK_TEXT(rows[i].name, pentad_engine_net(engine), "");
        CHECK(rows[i].name, pentad_engine_prepare(engine, game, &error));
        CHECK_INT(rows[i].name, *pentad_engine_net(engine) != 0, rows[i].has_net);
        pentad_engine_free(engine);
    }
    pentad_game_free(game);
}

TEST(api_engine_names_a_file_that_it_cannot_use) {
    PentadGame *game = game_at("freestyle 15 black - -");
    for (int i = 0; i < 2; i++) {
        PentadEngineOptions o = {.struct_size = sizeof o};
        *(i ? &o.net : &o.weights) = "/nowhere/file";
        PentadEngine *engine = pentad_engine_open(&o, NULL);
        PentadAnalysis analysis;
        for (int call = 0; call < 3; call++) {
            PentadError error = {0};
            PentadSearchOptions search = options();
            CHECK("fails", call == 0 ? !pentad_engine_prepare(engine, game, &error)
                           : call == 1
                               ? !pentad_engine_search(engine, game, &search, &error)
                               : !pentad_engine_analyse(engine, game, 9, &analysis, &error));
            CHECK(error.text, strstr(error.text, "/nowhere/file"));
        }
        pentad_engine_free(engine);
    }
    pentad_game_free(game);
}

typedef struct {
    int calls, stop_at;
    int64_t nodes;
} Calls;

static void count_calls(void *context, PentadEngine *engine) {
    Calls *calls = context;
    PentadAnalysis line;
    CHECK("a line", pentad_engine_line(engine, 0, &line) && line.length >= 1);
    CHECK("more nodes", pentad_engine_nodes(engine) >= calls->nodes);
    calls->nodes = pentad_engine_nodes(engine);
    if (++calls->calls == calls->stop_at)
        pentad_engine_stop(engine);
}

TEST(api_search_reports_progress) {
    PentadGame *game = game_at("freestyle 15 black h8i9 h9g7");
    PentadEngine *engine = pentad_engine_new();
    Calls calls = {0};
    PentadSearchOptions o = options();
    o.progress = count_calls;
    o.context = &calls;
    CHECK("searched", pentad_engine_search(engine, game, &o, NULL));
    CHECK("several reports", calls.calls >= 3);
    // Stopped by its own progress; there is no other limit.
    pentad_engine_clear(engine);
    calls = (Calls){.stop_at = 3};
    o.nodes = 0;
    CHECK("searched", pentad_engine_search(engine, game, &o, NULL));
    CHECK_INT("reports", calls.calls, 3);
    pentad_engine_free(engine);
    pentad_game_free(game);
}

// ---- Stops. Without them these searches and proofs would not end.

typedef struct {
    PentadEngine *engine;
    PentadGame *game;
    PentadPlayer *player;
    bool ok;
    PentadPoint point;
    PentadProof proof;
} Work;

static void *search(void *context) {
    Work *w = context;
    PentadSearchOptions o = {.struct_size = sizeof o, .threads = 2};
    w->ok = pentad_engine_search(w->engine, w->game, &o, NULL);
    return NULL;
}

static void *solve(void *context) {
    Work *w = context;
    w->ok = pentad_engine_solve(w->engine, w->game, INT64_MAX, &w->proof, NULL);
    return NULL;
}

static void *choose(void *context) {
    Work *w = context;
    w->ok = pentad_player_choose(w->player, w->game, INT64_MAX, &w->point, NULL);
    return NULL;
}

TEST(api_another_thread_stops_the_engine) {
    Work w = {.engine = pentad_engine_new(), .game = game_at("freestyle 15 black h8i9 h9g7")};
    void *(*const works[])(void *) = {search, solve};
    for (int i = 0; i < 2 * COUNT(works); i++) {
        pthread_t thread;
        bool before = i >= COUNT(works); // a stop before the search is not lost
        pentad_engine_resume(w.engine);
        if (before)
            pentad_engine_stop(w.engine);
        w.ok = false;
        CHECK_INT("started", pthread_create(&thread, NULL, works[i % COUNT(works)], &w), 0);
        if (!before)
            pentad_engine_stop(w.engine);
        pthread_join(thread, NULL);
        CHECK("returned", w.ok);
        CHECK_INT("not proved", w.proof.outcome, PENTAD_UNKNOWN);
    }
    CHECK_INT("a line", pentad_engine_line_count(w.engine), 1);
    pentad_engine_resume(w.engine);
    PentadSearchOptions o = {.struct_size = sizeof o, .depth = 4};
    PentadAnalysis line;
    CHECK("searches again", pentad_engine_search(w.engine, w.game, &o, NULL));
    CHECK("searches again", pentad_engine_line(w.engine, 0, &line) && line.depth == 4);
    pentad_engine_free(w.engine);
    pentad_game_free(w.game);
}

TEST(api_another_thread_stops_a_player) {
    Work w = {.player = pentad_player_new("strong:3600000", NULL),
              .game = game_at("freestyle 15 black h8i9 h9g7")};
    pthread_t thread;
    CHECK_INT("started", pthread_create(&thread, NULL, choose, &w), 0);
    pentad_player_stop(w.player);
    pthread_join(thread, NULL);
    CHECK("chosen", w.ok);
    CHECK("legal", pentad_game_is_legal(w.game, w.point.x, w.point.y, NULL));
    pentad_player_resume(w.player);
    CHECK("plays on", pentad_player_choose(w.player, w.game, 20, &w.point, NULL));
    pentad_player_free(w.player);
    pentad_game_free(w.game);
}

// As much as the header promises to need; sanitizers and code that is not optimized need more.
#ifdef __OPTIMIZE__
enum { STACK = IS_SANITIZED ? 2 << 20 : 256 << 10 };
#else
enum { STACK = 2 << 20 };
#endif

static void *work_on_small_stack(void *context) {
    Work *w = context;
    PentadSearchOptions o = {.struct_size = sizeof o, .nodes = 3000, .lines = 32, .threads = 2};
    PentadPoint point;
    size_t length = 0;
    w->ok = pentad_engine_search(w->engine, w->game, &o, NULL) &&
            pentad_engine_solve(w->engine, w->game, 200, &w->proof, NULL) &&
            pentad_player_choose(w->player, w->game, 20, &point, NULL) &&
            pentad_game_write(w->game, "svg", &length, NULL) &&
            pentad_game_write(w->game, "sgf", &length, NULL);
    return NULL;
}

TEST(api_calls_need_little_stack) {
    Work w = {.engine = pentad_engine_new(),
              .player = pentad_player_new("level:10", NULL),
              .game = game_at("renju 15 black h8i9j10 h9g7f8")};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    CHECK_INT("stack", pthread_attr_setstacksize(&attributes, STACK), 0);
    CHECK_INT("started", pthread_create(&thread, &attributes, work_on_small_stack, &w), 0);
    pthread_join(thread, NULL);
    CHECK("worked", w.ok);
    pthread_attr_destroy(&attributes);
    pentad_engine_free(w.engine);
    pentad_player_free(w.player);
    pentad_game_free(w.game);
}

// The points of every fifth diagonal, but for two.
static int lattice(int number, char points[][4]) {
    int count = 0;
    for (int i = 0; i < PENTAD_SIZE_MAX * PENTAD_SIZE_MAX; i++) {
        int x = i % PENTAD_SIZE_MAX, y = i / PENTAD_SIZE_MAX;
        snprintf(points[count], sizeof points[0], "%c%d", 'a' + x, y + 1);
        count += (x + 2 * y) % 5 == number && strcmp(points[count], "g1") != 0 &&
                 strcmp(points[count], "h1") != 0;
    }
    return count;
}

// Black has a stone in every window of five, and plays elsewhere again and again, before the line
// i1 wins. When White has filled the board up to there, it does not.
static void write_deep_proof(Str *out) {
    char stones[126][4], moves[251][4];
    int stone_count = lattice(0, stones), count = lattice(1, moves);
    count += lattice(2, moves + count);
    str_add_text(out, "{\"format\": \"pentad-proof\", \"version\": 1, \"rules\": \"freestyle\", "
                      "\"size\": 25, \"turn\": \"black\", \"outcome\": \"win\", ");
    str_add(out, "\"root\": %d, \"white\": \"\", \"black\": \"g1h1", count);
    for (int i = 0; i < stone_count; i++)
        str_add_text(out, stones[i]);
    str_add_text(out, "\", \"nodes\": [{\"line\": \"i1\"}");
    for (int i = 0; i < count; i++) {
        str_add(out, ",\n{\"move\": \"%s\", \"threat\": %d, \"replies\": {", moves[i], i);
        for (int k = 0; k < i; k++)
            str_add(out, "%s\"%s\": 0", k > 0 ? ", " : "", moves[k]);
        str_add_text(out, "}}");
    }
    str_add_text(out, "]}");
}

static void *check_deep_proof(void *context) {
    PentadError *error = context;
    Str proof = {0};
    write_deep_proof(&proof);
    CHECK("wrong", !pentad_proof_check(proof.data, error));
    str_release(&proof);
    return NULL;
}

// As the header says.
TEST(api_check_of_a_proof_needs_stack) {
    PentadError error = {0};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    CHECK_INT("stack", pthread_attr_setstacksize(&attributes, 12 * STACK), 0);
    CHECK_INT("started", pthread_create(&thread, &attributes, check_deep_proof, &error), 0);
    pthread_join(thread, NULL);
    CHECK(error.text, strstr(error.text, "the four is answered by j1"));
    pthread_attr_destroy(&attributes);
}

// ---- Invalid arguments

TEST(api_invalid_searches_are_rejected) {
    PentadPoint occupied = {7, 7}, off = {15, 0};
    static const struct {
        const char *name;
        PentadSearchOptions options;
        const char *want;
    } rows[] = {
        {"no size", {.nodes = 1}, "struct_size of the options is not their size"},
        {"a size that was not set", {SIZE_MAX}, "struct_size of the options is not their size"},
        {"time",
         {sizeof(PentadSearchOptions), .milliseconds = -1},
         "a search limit must be 0 or more"},
        {"nodes", {sizeof(PentadSearchOptions), .nodes = -1}, "a search limit must be 0 or more"},
        {"depth", {sizeof(PentadSearchOptions), .depth = -1}, "a search limit must be 0 or more"},
        {"threads", {sizeof(PentadSearchOptions), .threads = 257}, "a search has 1 to 256 threads"},
        {"lines", {sizeof(PentadSearchOptions), .lines = 33}, "a search has 1 to 32 lines"},
        {"moves",
         {sizeof(PentadSearchOptions), .move_count = 1},
         "the list of first moves is invalid"},
    };
    PentadGame *game = game_at("freestyle 15 white h8 -");
    PentadEngine *engine = pentad_engine_new();
    PentadError error;
    for (int i = 0; i < COUNT(rows); i++) {
        error = (PentadError){0};
        CHECK(rows[i].name, !pentad_engine_search(engine, game, &rows[i].options, &error));
        CHECK_TEXT(rows[i].name, error.text, rows[i].want);
    }
    PentadSearchOptions o = options();
    o.moves = &occupied;
    o.move_count = 1;
    CHECK("occupied", !pentad_engine_search(engine, game, &o, &error));
    CHECK_TEXT("occupied", error.text, "the point is occupied");
    o.moves = &off;
    CHECK("off", !pentad_engine_search(engine, game, &o, NULL));
    CHECK("no engine", !pentad_engine_search(NULL, game, NULL, NULL));
    CHECK("no game", !pentad_engine_search(engine, NULL, NULL, NULL));
    CHECK("no engine", !pentad_engine_prepare(NULL, game, NULL));
    CHECK("no game", !pentad_engine_prepare(engine, NULL, NULL));
    CHECK("over", pentad_game_resign(game));
    CHECK("over", !pentad_engine_search(engine, game, NULL, NULL));
    CHECK("over", !pentad_engine_prepare(engine, game, NULL));
    CHECK_INT("nothing found", pentad_engine_line_count(engine), 0);
    pentad_engine_clear(NULL);
    pentad_engine_stop(NULL);
    pentad_engine_resume(NULL);
    pentad_player_stop(NULL);
    pentad_player_resume(NULL);
    CHECK("NULL", pentad_engine_nodes(NULL) == 0 && !*pentad_engine_net(NULL));
    CHECK("NULL", !pentad_engine_line_count(NULL) && !pentad_engine_line(NULL, 0, NULL));
    pentad_engine_free(engine);
    pentad_game_free(game);
}

// Callers that were compiled with the header of another version.
TEST(api_options_of_other_versions) {
    struct {
        PentadEngineOptions known;
        int unknown;
    } later = {.known.struct_size = sizeof later, .known.net = "off"};
    PentadError error = {0};
    PentadEngine *engine = pentad_engine_open((const PentadEngineOptions *)&later, &error);
    CHECK_TEXT("larger, the rest is zero", error.text, "");
    pentad_engine_free(engine);
    later.unknown = 1;
    CHECK("larger, and asks for more",
          !pentad_engine_open((const PentadEngineOptions *)&later, &error));
    CHECK_TEXT("larger, and asks for more", error.text,
               "the options need a newer version of the library");
    later.known.struct_size = 3;
    CHECK("no size", !pentad_engine_open((const PentadEngineOptions *)&later, &error));
    later.known = (PentadEngineOptions){.struct_size = sizeof later.known, .memory = -1};
    CHECK("memory", !pentad_engine_open(&later.known, &error));
    CHECK_TEXT("memory", error.text, "memory is 0 or more bytes");
}
