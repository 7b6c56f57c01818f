#include "app/positions.h"

#include "base/file.h"
#include "base/json.h"
#include "base/line_reader.h"
#include "base/mem.h"
#include "core/position_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_LIMIT = 10000 };

static bool is_standard_stream(const char *word) {
    return !strcmp(word, "-");
}

static const Format *suggest_option(const char *option, Error *err) {
    Error reason = *err;
    error_set(err, "%s, or use %s FORMAT", reason.text, option);
    return NULL;
}

const Format *format_to_read(const char *name, const char *path, Error *err) {
    if (name)
        return format_find(name, err);
    if (is_standard_stream(path)) {
        error_set(err, "standard input: use --from FORMAT");
        return NULL;
    }
    Error ignored;
    const Format *format = format_for_input(path, err);
    return format || !file_can_be_read(path, &ignored) ? format : suggest_option("--from", err);
}

const Format *format_to_write(const char *name, const char *path, Error *err) {
    if (name)
        return format_find(name, err);
    if (is_standard_stream(path)) {
        error_set(err, "standard output: use --to FORMAT");
        return NULL;
    }
    const Format *format = format_for_path(path, err);
    return format ? format : suggest_option("--to", err);
}

typedef struct {
    const PositionOptions *options;
    PositionVisitor *visit;
    void *context;
} Visit;

static bool replay(const Record *r, const PositionOptions *options, Game *game, Error *err) {
    const Node *end = record_position(r, options->move, err);
    return end && record_replay(r, end, game, err);
}

// Passes a position to the visitor. Frees the record; NULL if it could not be read.
static bool visit_record(const Visit *v, const char *name, Record *r, Error err) {
    NamedPosition p = {.name = name, .notes = "", .err = err};
    Game *game = mem_alloc(sizeof *game);
    if (r && replay(r, v->options, game, &p.err)) {
        if (v->options->turn != EMPTY)
            game->board.turn = (uint8_t)v->options->turn;
        p.game = game;
        p.notes = str_text(&r->notes);
    }
    bool go_on = v->visit(v->context, &p);
    mem_free(game);
    record_free(r);
    return go_on;
}

static Record *read_moves(const char *moves, ReadOptions reading, Error *err) {
    // Move strings cannot specify size and rules.
    if (!reading.size)
        reading.size = 15;
    if (!reading.rules)
        reading.rules = &rules_freestyle;
    return format_pos.read(moves, strlen(moves), &reading, err);
}

Record *record_from_moves(const char *moves, ReadOptions options, Error *err) {
    Record *r = read_moves(moves, options, err);
    if (!r)
        error_prefix(err, "no such file, and not a move string");
    return r;
}

// A move string on the command line.
static bool visit_word(const Visit *v, const char *word) {
    Error err = {0};
    Record *r = record_from_moves(word, v->options->reading, &err);
    return visit_record(v, word, r, err);
}

// "h8i9" or "renju h8i9".
static bool visit_line(const Visit *v, const char *name, char *line) {
    Error ignored;
    char *moves = line + strcspn(line, " \t");
    char end = *moves;
    *moves = '\0';
    const Rules *rules = rules_find(line, &ignored);
    *moves = end;
    Error err = {0};
    ReadOptions reading = v->options->reading;
    if (rules)
        reading.rules = rules;
    Record *r = read_moves(rules ? moves : line, reading, &err);
    return visit_record(v, name, r, err);
}

static char *skip_byte_order_mark(char *text) {
    static const char mark[] = "\xef\xbb\xbf";
    return strncmp(text, mark, strlen(mark)) ? text : text + strlen(mark);
}

static bool read_game(const Json *j, Game *game, Error *err) {
    const char *rules = json_text(j, "rules"), *opening = json_text(j, "opening"),
               *moves = json_text(j, "moves");
    const Json *size = json_find(j, "size");
    GameOptions options = {0};
    int64_t lines = 0;
    if (!rules || !moves || !size)
        return error_set(err, "a game needs \"rules\", \"size\" and \"moves\"");
    if (!json_integer(size, "size", BOARD_MIN_PLAYABLE, BOARD_MAX, &lines, err) ||
        !(options.rules = rules_find(rules, err)))
        return false;
    if (opening && !(options.opening = opening_rule_find(opening, err)))
        return false;
    options.size = (int)lines;
    game_init(game, &options);
    Scanner s = scanner_over(moves, strlen(moves));
    return move_string_replay(&s, game, err);
}

// A game as written by `pentad match --json`.
static bool visit_json(const Visit *v, const char *name, const char *line) {
    Arena arena = {0};
    NamedPosition p = {.name = name, .notes = ""};
    Game *game = mem_alloc(sizeof *game);
    const Json *j = json_parse(&arena, line, strlen(line), &p.err);
    if (j && read_game(j, game, &p.err)) {
        while (v->options->move >= 0 && game->count > v->options->move && game_undo(game))
            continue;
        p.game = game;
    }
    bool go_on = v->visit(v->context, &p);
    mem_free(game);
    arena_release(&arena);
    return go_on;
}

static bool visit_stream(const Visit *v, const char *name, FILE *from) {
    ScopedStr line = {0}, place = {0};
    bool go_on = true;
    LineReader lines = line_reader_from(from);
    LineResult r = LINE_READ;
    for (int number = 1; go_on && (r = line_read(&lines, LINE_LIMIT, &line)) == LINE_READ;
         number++) {
        char *text = line.data;
        if (text && number == 1)
            text = skip_byte_order_mark(text);
        if (!text || !text[strspn(text, " \t\r")] || *text == '#')
            continue;
        str_clear(&place);
        str_add(&place, "%s:%d", name, number);
        text += strspn(text, " \t");
        if (*text == '{') {
            go_on = visit_json(v, str_text(&place), text);
            continue;
        }
        text[strcspn(text, "#")] = '\0';
        go_on = visit_line(v, str_text(&place), text);
    }
    Error err = {0};
    if (r == LINE_TOO_LONG)
        error_set(&err, "a line of the list is longer than %d bytes", LINE_LIMIT);
    else if (r == LINE_FAILED && errno != EINTR)
        error_set(&err, "%s", strerror(errno));
    line_reader_release(&lines);
    if (*err.text)
        go_on = visit_record(v, name, NULL, err);
    return go_on;
}

static bool visit_list(const Visit *v, const char *path) {
    FILE *file = fopen(path, "r");
    Error err = {0};
    if (!file) {
        error_set(&err, "%s", strerror(errno));
        return visit_record(v, path, NULL, err);
    }
    bool go_on = visit_stream(v, path, file);
    fclose(file);
    return go_on;
}

static bool visit_game(const Visit *v, const char *path, int number) {
    ScopedStr name = {0};
    Error err = {0};
    ReadOptions reading = v->options->reading;
    reading.game = number;
    str_add(&name, "%s, game %d", path, number);
    Record *r = record_load(path, v->options->format, &reading, &err);
    return visit_record(v, str_text(&name), r, err);
}

static bool visit_file(const Visit *v, const char *path) {
    Error err = {0};
    bool piped = is_standard_stream(path);
    if (!piped && access(path, F_OK) != 0) { // a better error than an unknown extension
        error_set(&err, "%s", strerror(errno));
        return visit_record(v, path, NULL, err);
    }
    Record *r = record_load(path, v->options->format, &v->options->reading, &err);
    int games = r && v->options->all_games && !v->options->reading.game ? r->games : 0;
    if (games < 2 || piped) // standard input cannot be read again
        return visit_record(v, path, r, err);
    record_free(r);
    bool go_on = true;
    for (int i = 1; go_on && i <= games; i++)
        go_on = visit_game(v, path, i);
    return go_on;
}

bool word_is_file(const char *word) {
    return strpbrk(word, "./") != NULL || access(word, F_OK) == 0;
}

bool positions_visit(const char *word, const PositionOptions *options, PositionVisitor *visit,
                     void *context) {
    Visit v = {options, visit, context};
    if (is_standard_stream(word))
        return options->format && !options->lists ? visit_file(&v, word)
                                                  : visit_stream(&v, "standard input", stdin);
    if (!word_is_file(word))
        return visit_word(&v, word);
    return options->lists ? visit_list(&v, word) : visit_file(&v, word);
}
