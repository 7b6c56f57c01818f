#include "study/puzzle.h"

#include "base/error.h"
#include "base/json.h"
#include "base/number.h"
#include "core/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- Writing

static void write_themes(JsonWriter *w, const bool themes[static PUZZLE_THEME_COUNT]) {
    write_array(w, "themes");
    for (int i = 0; i < PUZZLE_THEME_COUNT; i++)
        if (themes[i])
            write_text(w, NULL, puzzle_theme_name(i));
    write_end_array(w);
}

static void write_levels(JsonWriter *w, const int percent[static PUZZLE_LEVELS]) {
    write_array(w, "levels");
    for (int i = 0; i < PUZZLE_LEVELS; i++)
        write_number(w, NULL, percent[i]);
    write_end_array(w);
}

typedef struct {
    char text[17];
} PuzzleId;

static PuzzleId id_of(const PuzzleGame *g) {
    PuzzleId id;
    snprintf(id.text, sizeof id.text, "%016" PRIx64, puzzle_key(g));
    return id;
}

void puzzle_write_json(const Puzzle *p, Str *out) {
    const PuzzleGame *g = &p->game;
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "id", id_of(g).text);
    write_text(&w, "rules", g->rules->name);
    write_number(&w, "size", g->size);
    write_points(&w, "moves", g->moves, g->count, g->size);
    write_text(&w, "kind", puzzle_kind_name((int)p->kind));
    write_points(&w, "solution", &p->solution, 1, g->size);
    write_themes(&w, p->themes);
    write_number(&w, "stones", p->stones);
    write_points(&w, "line", p->line, p->length, g->size);
    write_number(&w, "refuted", p->others.refuted);
    write_number(&w, "searched", p->others.searched);
    write_number(&w, "others_nodes", p->others.nodes);
    write_number(&w, "others_best", p->others.best);
    write_levels(&w, p->percent);
    write_number(&w, "nodes", p->nodes);
    write_number(&w, "rating", p->rating);
    write_end_object(&w);
    str_add_char(out, '\n');
}

// ---- Reading

static bool read_number(const Json *j, const char *name, int64_t min, int64_t max, int64_t *out,
                        Error *err) {
    const Json *member = json_member(j, name, JSON_NUMBER, err);
    return member && json_integer(member, name, min, max, out, err);
}

static bool read_int(const Json *j, const char *name, int min, int max, int *out, Error *err) {
    int64_t number;
    if (!read_number(j, name, min, max, &number, err))
        return false;
    *out = (int)number;
    return true;
}

static bool read_points(const Json *j, const char *name, int size, int room, Point *points,
                        int *count, Error *err) {
    const Json *member = json_member(j, name, JSON_STRING, err);
    return member &&
           (points_parse(member->text, size, room, points, count, err) || error_prefix(err, name));
}

// The index of a word in a table.
static bool find_word(const Json *word, const char *what, WordAt *words, int *out, Error *err) {
    if (word->kind != JSON_STRING)
        return json_error(word, err, "expected a text");
    *out = word_find(word->text, what, words, err);
    return *out >= 0;
}

static bool read_game(const Json *j, PuzzleGame *g, Error *err) {
    const Json *rules = json_member(j, "rules", JSON_STRING, err);
    return rules && (g->rules = rules_find(rules->text, err)) &&
           read_int(j, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &g->size, err) &&
           read_points(j, "moves", g->size, COUNT(g->moves), g->moves, &g->count, err);
}

static bool read_themes(const Json *j, Puzzle *p, Error *err) {
    const Json *themes = json_member(j, "themes", JSON_ARRAY, err);
    int theme = 0;
    if (!themes)
        return false;
    for (const Json *word = themes->first; word; word = word->next) {
        if (!find_word(word, "theme", puzzle_theme_name, &theme, err))
            return false;
        p->themes[theme] = true;
    }
    return true;
}

static bool read_kind(const Json *j, Puzzle *p, Error *err) {
    const Json *word = json_member(j, "kind", JSON_STRING, err);
    int kind = 0;
    if (!word || !find_word(word, "kind of puzzle", puzzle_kind_name, &kind, err))
        return false;
    p->kind = (PuzzleKind)kind;
    return true;
}

static bool read_solution(const Json *j, Puzzle *p, Error *err) {
    int count, size = p->game.size;
    return read_points(j, "solution", size, 1, &p->solution, &count, err) &&
           (count == 1 || error_set(err, "\"solution\" is one point")) &&
           read_int(j, "stones", 1, 2 * BOARD_MAX * BOARD_MAX, &p->stones, err) &&
           read_points(j, "line", size, ENGINE_LINE_MAX, p->line, &p->length, err);
}

static bool read_others(const Json *j, PuzzleOthers *o, Error *err) {
    enum { POINTS = BOARD_MAX * BOARD_MAX };
    return read_int(j, "refuted", 0, POINTS, &o->refuted, err) &&
           read_int(j, "searched", 0, POINTS, &o->searched, err) &&
           read_number(j, "others_nodes", 1, INT64_MAX, &o->nodes, err) &&
           read_int(j, "others_best", -ENGINE_MATE, ENGINE_MATE, &o->best, err);
}

static bool read_levels(const Json *j, Puzzle *p, Error *err) {
    const Json *levels = json_member(j, "levels", JSON_ARRAY, err);
    const Json *level = levels ? levels->first : NULL;
    for (int i = 0; levels && i < PUZZLE_LEVELS; i++, level = level->next) {
        int64_t percent;
        if (!level)
            return error_set(err, "\"levels\" has fewer than %d numbers", PUZZLE_LEVELS);
        if (!json_integer(level, "levels", 0, 100, &percent, err))
            return false;
        p->percent[i] = (int)percent;
    }
    return levels &&
           (!level || error_set(err, "\"levels\" has more than %d numbers", PUZZLE_LEVELS));
}

static bool read_id(const Json *j, const Puzzle *p, Error *err) {
    const Json *id = json_member(j, "id", JSON_STRING, err);
    PuzzleId expected = id_of(&p->game);
    return id &&
           (!strcmp(id->text, expected.text) ||
            error_set(err, "\"id\" belongs to another position: it should be %s", expected.text));
}

bool puzzle_read_json(const char *text, size_t len, Puzzle *out, Error *err) {
    Arena arena = {0};
    const Json *j = json_parse(&arena, text, len, err);
    *out = (Puzzle){0};
    bool ok = j && read_game(j, &out->game, err) && read_id(j, out, err) &&
              read_kind(j, out, err) && read_themes(j, out, err) && read_solution(j, out, err) &&
              read_others(j, &out->others, err) && read_levels(j, out, err) &&
              read_number(j, "nodes", -1, INT64_MAX, &out->nodes, err) &&
              read_int(j, "rating", 0, 10000, &out->rating, err);
    arena_release(&arena);
    return ok;
}
