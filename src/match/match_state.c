#include "match/match_state.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/scanner.h"
#include "match/move_string.h"

#include <string.h>

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

static bool read_game(Scanner *line, int number, const GameOptions *options, PlayedGame *out,
                      Error *err) {
    enum { NUMBER, WINNER, REASON, FIRST_MS, SECOND_MS, FIELDS };
    int fields[FIELDS];
    const Scanner start = *line;
    if (!read_numbers(line, fields, FIELDS) || fields[NUMBER] != number || fields[WINNER] > WHITE ||
        fields[REASON] == END_NONE || fields[REASON] >= END_COUNT)
        return scanner_error(&start, err, "expected game %d", number);
    line->len--; // the period at the end
    *out = (PlayedGame){.longest_ms = {fields[FIRST_MS], fields[SECOND_MS]}};
    game_init(&out->game, options);
    if (!move_string_replay(line, &out->game, err))
        return false;
    Stone winner = (Stone)fields[WINNER];
    game_end(&out->game, (EndReason)fields[REASON], winner == EMPTY ? EMPTY : stone_other(winner));
    return true;
}

static bool is_complete(const Scanner *line) {
    return line->len > line->at && line->text[line->len - 1] == '.';
}

static bool has_heading(Scanner *s, const char *heading) {
    Scanner line;
    return scanner_line(s, &line) && line.len == strlen(heading) &&
           !memcmp(line.text, heading, line.len);
}

int match_state_parse(const char *text, size_t len, const MatchStateReader *reader, Error *err) {
    Scanner s = scanner_over(text, len), line;
    if (!has_heading(&s, reader->heading)) {
        error_set(err, "the state belongs to another match; this one is '%.120s'", reader->heading);
        return -1;
    }
    PlayedGame *played = mem_alloc(sizeof *played);
    int count = 0;
    while (count >= 0 && scanner_line(&s, &line) && is_complete(&line)) {
        bool ok = read_game(&line, count, &reader->game, played, err);
        if (ok)
            reader->finished(reader->context, count, played);
        count = ok ? count + 1 : -1;
    }
    mem_free(played);
    return count;
}

int match_state_load(const char *path, const MatchStateReader *reader, Error *err) {
    Str text = {0};
    int count = -1;
    if (file_read(path, &text, err)) {
        count = match_state_parse(str_text(&text), text.len, reader, err);
        if (count < 0)
            error_prefix(err, path);
    }
    str_release(&text);
    return count;
}
