#include "match/results.h"

#include "base/file.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"

#include <string.h>

// ---- Games

void results_release(Results *r) {
    for (int i = 0; i < r->players; i++)
        mem_free(r->names[i]);
    mem_free(r->names);
    mem_free(r->entries);
    *r = (Results){0};
}

int results_find(const Results *r, const char *name) {
    for (int i = 0; i < r->players; i++)
        if (!strcmp(r->names[i], name))
            return i;
    return -1;
}

static int add_player(Results *r, const char *name, Error *err) {
    int i = results_find(r, name);
    if (i >= 0)
        return i;
    if (r->players == RESULTS_PLAYERS_MAX) {
        error_set(err, "more than %d players", RESULTS_PLAYERS_MAX);
        return -1;
    }
    r->names = mem_resize(r->names, (size_t)(r->players + 1) * sizeof r->names[0]);
    r->names[r->players] = mem_copy_text(name);
    return r->players++;
}

static CrosstableEntry *entry_of(Results *r, int black, int white) {
    for (int i = 0; i < r->count; i++)
        if (r->entries[i].black == black && r->entries[i].white == white)
            return &r->entries[i];
    r->entries = mem_grow(r->entries, r->count, 1, &r->capacity, sizeof r->entries[0]);
    r->entries[r->count] = (CrosstableEntry){.black = black, .white = white};
    return &r->entries[r->count++];
}

// The counter for this score; NULL if it is not a score.
static int *counter_of(CrosstableEntry *m, const char *score) {
    return !strcmp(score, "1-0")       ? &m->won
           : !strcmp(score, "0-1")     ? &m->lost
           : !strcmp(score, "1/2-1/2") ? &m->drawn
                                       : NULL;
}

bool results_add(Results *r, const char *black, const char *white, const char *score, Error *err) {
    if (!*black || !*white)
        return error_set(err, "a player has no name");
    if (!strcmp(black, white))
        return error_set(err, "'%.60s' plays against itself", black);
    if (!counter_of(&(CrosstableEntry){0}, score))
        return error_set(err, "the score must be 1-0, 0-1 or 1/2-1/2, not '%.20s'", score);
    int b = add_player(r, black, err), w = b < 0 ? b : add_player(r, white, err);
    if (w < 0)
        return false;
    ++*counter_of(entry_of(r, b, w), score);
    return true;
}

// ---- Lines

typedef enum { FIELD_BLACK, FIELD_WHITE, FIELD_SCORE, FIELD_COUNT } Field;

static const char *const field_names[FIELD_COUNT] = {"black", "white", "score"};

typedef struct {
    Str texts[FIELD_COUNT];
} GameLine;

static void clear_line(GameLine *g) {
    for (int i = 0; i < FIELD_COUNT; i++)
        str_clear(&g->texts[i]);
}

static bool read_plain(Scanner *s, GameLine *g, Error *err) {
    int field = 0;
    while (!scanner_at_end(s)) {
        int c = scanner_next(s);
        if (c != ',' && c != '\t')
            str_add_char(&g->texts[field], (char)c);
        else if (++field == FIELD_COUNT)
            return scanner_error(s, err, "more fields than black, white and score");
    }
    return field == FIELD_COUNT - 1 ||
           scanner_error(s, err, "expected a JSON object, or black, white and score");
}

static bool read_object(const Scanner *s, GameLine *g, Error *err) {
    Arena arena = {0};
    const Json *j = json_scan(&arena, s, err);
    bool ok = j != NULL;
    for (int i = 0; ok && i < FIELD_COUNT; i++) {
        const char *text = json_text(j, field_names[i]);
        if (text && *text)
            str_add_text(&g->texts[i], text);
        else
            ok = scanner_error(s, err, "the game has no \"%s\"", field_names[i]);
    }
    arena_release(&arena);
    return ok;
}

// ---- Files

static bool read_line(Results *r, Scanner *line, GameLine *g, Error *err) {
    scanner_skip_blanks(line);
    if (scanner_at_end(line) || scanner_peek(line) == '#')
        return true;
    const Scanner start = *line;
    clear_line(g);
    if (!(scanner_peek(line) == '{' ? read_object(line, g, err) : read_plain(line, g, err)))
        return false;
    for (int i = 0; i < FIELD_COUNT; i++) {
        str_remove_nuls(&g->texts[i]);
        if (g->texts[i].data)
            utf8_make_printable(g->texts[i].data);
    }
    return results_add(r, str_text(&g->texts[FIELD_BLACK]), str_text(&g->texts[FIELD_WHITE]),
                       str_text(&g->texts[FIELD_SCORE]), err) ||
           scanner_locate(&start, err);
}

bool results_parse(Results *r, const char *text, size_t len, Error *err) {
    Scanner s = scanner_over(text, len), line;
    scanner_skip_bom(&s);
    GameLine g = {0};
    bool ok = true;
    while (ok && scanner_line(&s, &line))
        ok = read_line(r, &line, &g, err);
    for (int i = 0; i < FIELD_COUNT; i++)
        str_release(&g.texts[i]);
    return ok;
}

bool results_load(Results *r, const char *path, Error *err) {
    ScopedStr text = {0};
    return file_read(path, &text, err) &&
           (results_parse(r, str_text(&text), text.len, err) || error_prefix(err, path));
}
