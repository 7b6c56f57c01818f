#include "match/match_output.h"

#include "base/file.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/scanner.h"
#include "core/position_text.h"
#include "record/format.h"
#include "record/game_in_tree.h"

#include <string.h>

// ---- A game as text

static const char *score_of(Result r) {
    return r.winner == BLACK ? "1-0" : r.winner == WHITE ? "0-1" : "1/2-1/2";
}

void gamelog_line(const LoggedGame *g, Str *out) {
    const Game *game = &g->played->game;
    Result r = game_result(game);
    str_add(out, "game %d: %s - %s %s, %s, %d moves", g->number + 1, g->black, g->white,
            score_of(r), end_reason_text(r.reason), game->count);
    if (*g->played->why.text)
        str_add(out, " (%s)", g->played->why.text);
    str_add_char(out, '\n');
}

static bool has_clock(const Game *g) {
    return g->time.main_ms > 0 || g->time.move_ms > 0 || g->time.increment_ms > 0;
}

static int64_t longest_of(const PlayedGame *played, Stone color) {
    return played->longest_ms[game_seat_of(&played->game, color)];
}

static void add_game_json(const LoggedGame *g, Str *out) {
    const Game *game = &g->played->game;
    Result r = game_result(game);
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_number(&w, "game", g->number + 1);
    write_text(&w, "black", g->black);
    write_text(&w, "white", g->white);
    write_text(&w, "rules", game->board.rules->name);
    write_number(&w, "size", game->board.size);
    if (game->opening.rule != &opening_none)
        write_text(&w, "opening", game->opening.rule->name);
    write_text(&w, "score", score_of(r));
    write_text(&w, "reason", end_reason_text(r.reason));
    write_text(&w, "why", g->played->why.text);
    ScopedStr moves = {0};
    move_string_format(game, &moves);
    write_text(&w, "moves", str_text(&moves));
    if (has_clock(game)) {
        write_array(&w, "longest_ms");
        write_number(&w, NULL, longest_of(g->played, BLACK));
        write_number(&w, NULL, longest_of(g->played, WHITE));
        write_end_array(&w);
    }
    write_end_object(&w);
    str_add_char(out, '\n');
}

static bool write_record(const LoggedGame *g, const Format *format, Str *out, Error *err) {
    Record *record = record_from_game(&g->played->game);
    record_set_value(record, record->root, "PB", g->black);
    record_set_value(record, record->root, "PW", g->white);
    if (*g->played->why.text)
        record_set_value(record, record_last(record), "C", g->played->why.text);
    bool ok = format->write(record, &(WriteOptions){0}, out, err);
    record_free(record);
    return ok;
}

// ---- The state file

// Format: NUMBER WINNER REASON LONGEST_MS LONGEST_MS MOVES and a period. Times are by seat.
void match_state_format(int number, const PlayedGame *played, Str *out) {
    const Game *g = &played->game;
    Result r = game_result(g);
    str_add(out, "%d %d %d %lld %lld ", number, (int)r.winner, (int)r.reason,
            (long long)played->longest_ms[SEAT_FIRST], (long long)played->longest_ms[SEAT_SECOND]);
    move_string_format(g, out);
    str_add_text(out, ".\n");
}

static bool read_numbers(Scanner *line, int *numbers, int count) {
    for (int i = 0; i < count; i++) {
        if (!scanner_number(line, INT32_MAX, &numbers[i]))
            return false;
        scanner_skip_blanks(line);
    }
    return true;
}

static bool is_complete(const Scanner *line) {
    return line->len > line->at && line->text[line->len - 1] == '.';
}

bool match_state_read_game(const Scanner *start, int number, const GameOptions *options,
                           PlayedGame *out, Error *err) {
    enum { NUMBER, WINNER, REASON, FIRST_MS, SECOND_MS, FIELDS };
    int fields[FIELDS];
    Scanner line = *start;
    if (!is_complete(start) || !read_numbers(&line, fields, FIELDS) || fields[NUMBER] != number ||
        fields[WINNER] > WHITE || fields[REASON] == END_NONE || fields[REASON] >= END_COUNT)
        return scanner_error(start, err, "expected game %d", number);
    line.len--; // the period at the end
    *out = (PlayedGame){.longest_ms = {fields[FIRST_MS], fields[SECOND_MS]}};
    game_init(&out->game, options);
    if (!move_string_replay(&line, &out->game, err))
        return false;
    Stone winner = (Stone)fields[WINNER];
    game_end(&out->game, (EndReason)fields[REASON], winner == EMPTY ? EMPTY : stone_other(winner));
    return true;
}

// The setting that starts at `at`, up to the next comma; empty past the end.
static Str setting_at(const char *text, size_t len, size_t at) {
    Str setting = {0};
    while (at < len && text[at] == ' ')
        at++;
    for (; at < len && text[at] != ','; at++)
        str_add_char(&setting, text[at]);
    return setting;
}

// If they differ, shows the first different setting of both. The end of a line ends a setting, too.
static bool has_heading(Scanner *s, const char *heading, Error *err) {
    Scanner line;
    if (!scanner_line(s, &line))
        return error_set(err, "the state file is empty");
    size_t at = 0, len = strlen(heading);
    if (line.len == len && !memcmp(line.text, heading, len))
        return true;
    for (size_t i = 0; i <= len && i <= line.len; i++) {
        char ours = i < len ? heading[i] : ',', theirs = i < line.len ? line.text[i] : ',';
        if (ours != theirs)
            break;
        if (ours == ',' || ours == ':')
            at = i + 1;
    }
    Str that = setting_at(line.text, line.len, at), this = setting_at(heading, len, at);
    error_set(err, "the state belongs to another match: that has '%.60s', this one '%.60s'",
              str_text(&that), str_text(&this));
    str_release(&that);
    str_release(&this);
    return false;
}

int match_state_parse(const char *text, size_t len, const MatchStateReader *reader, Error *err) {
    Scanner s = scanner_over(text, len), line;
    if (!has_heading(&s, reader->heading, err))
        return -1;
    PlayedGame *played = mem_alloc(sizeof *played);
    int count = 0;
    while (count >= 0 && scanner_line(&s, &line) && is_complete(&line)) {
        bool ok = match_state_read_game(&line, count, &reader->game, played, err);
        if (ok)
            reader->finished(reader->context, count, played);
        count = ok ? count + 1 : -1;
    }
    mem_free(played);
    return count;
}

int match_state_load(const char *path, const MatchStateReader *reader, Error *err) {
    ScopedStr text = {0};
    if (!file_read(path, &text, err))
        return -1;
    int count = match_state_parse(str_text(&text), text.len, reader, err);
    if (count < 0)
        error_prefix(err, path);
    return count;
}

// ---- All files

static bool open_to_append(const char *path, FILE **out, Error *err) {
    if (path && !(*out = fopen(path, "a")))
        return error_set_errno(err, path);
    return true;
}

// Rewrites the file, which drops an incomplete last line.
static bool begin_state(const char *path, const char *heading, const Str *games, Error *err) {
    if (!path)
        return true;
    ScopedStr text = {0};
    str_add(&text, "%s\n%s", heading, str_text(games));
    return file_write(path, text.data, text.len, err);
}

// Before the match: the first file is only written when a game is over.
static bool make_folder(const char *path, Error *err) {
    return !path || file_make_folder(path, err);
}

bool match_output_open(MatchOutput *output, const MatchOutputPaths *paths, const char *heading,
                       const Str *games, Error *err) {
    *output = (MatchOutput){.paths = *paths};
    return make_folder(paths->psq, err) && begin_state(paths->state, heading, games, err) &&
           open_to_append(paths->state, &output->state, err) &&
           open_to_append(paths->sgf, &output->sgf, err) &&
           open_to_append(paths->json, &output->json, err);
}

void match_output_close(MatchOutput *output) {
    FILE *files[] = {output->sgf, output->json, output->state};
    for (int i = 0; i < 3; i++)
        if (files[i])
            fclose(files[i]);
    *output = (MatchOutput){0};
}

static bool append(FILE *file, const char *path, const Str *text, Error *err) {
    fwrite(str_text(text), 1, text->len, file);
    return (fflush(file) == 0 && !ferror(file)) || error_set_errno(err, path);
}

static bool add_sgf(MatchOutput *output, const LoggedGame *g, Str *text, Error *err) {
    return write_record(g, &format_sgf, text, err) &&
           append(output->sgf, output->paths.sgf, text, err);
}

static bool add_json(MatchOutput *output, const LoggedGame *g, Str *text, Error *err) {
    add_game_json(g, text);
    return append(output->json, output->paths.json, text, err);
}

static bool add_psq(MatchOutput *output, const LoggedGame *g, Str *text, Error *err) {
    ScopedStr path = {0};
    str_add(&path, "%s/game%05d.psq", output->paths.psq, g->number + 1);
    return write_record(g, &format_psq, text, err) &&
           file_write(str_text(&path), text->data, text->len, err);
}

static bool add_state(MatchOutput *output, const LoggedGame *g, Str *text, Error *err) {
    match_state_format(g->number, g->played, text);
    return append(output->state, output->paths.state, text, err);
}

// The state file comes last: a game in it is in all other files too.
bool match_output_add(MatchOutput *output, const LoggedGame *g, Error *err) {
    ScopedStr text = {0};
    bool ok = !output->sgf || add_sgf(output, g, &text, err);
    str_clear(&text);
    ok = ok && (!output->json || add_json(output, g, &text, err));
    str_clear(&text);
    ok = ok && (!output->paths.psq || add_psq(output, g, &text, err));
    str_clear(&text);
    ok = ok && (!output->state || add_state(output, g, &text, err));
    return ok;
}
