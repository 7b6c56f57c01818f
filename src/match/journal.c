#include "match/journal.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/scanner.h"
#include "core/notation.h"
#include "record/format.h"

#include <string.h>

// number winner reason longest-black longest-white moves.
void journal_format(int number, const PlayedGame *played, Str *out) {
    const Game *g = &played->game;
    Result r = game_result(g);
    str_add(out, "%d %d %d %lld %lld ", number, (int)r.winner, (int)r.reason,
            (long long)played->longest_ms[0], (long long)played->longest_ms[1]);
    for (int i = 0; i < g->count; i++)
        point_format(g->moves[i].point, NOTATION_POS, g->board.size, out);
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

static bool replay(const Scanner *moves, const ReadOptions *options, Game *out, Error *err) {
    Record *record = format_pos.read(moves->text + moves->at, moves->len - moves->at, options, err);
    bool ok = record && record_replay(record, record_last(record), out, err);
    record_free(record);
    return ok;
}

static bool read_game(Scanner *line, int number, const ReadOptions *options, PlayedGame *out,
                      Error *err) {
    enum { NUMBER, WINNER, REASON, BLACK_MS, WHITE_MS, FIELDS };
    int fields[FIELDS];
    const Scanner start = *line;
    if (!read_numbers(line, fields, FIELDS) || fields[NUMBER] != number || fields[WINNER] > WHITE ||
        fields[REASON] >= END_COUNT)
        return scanner_error(&start, err, "expected game %d", number);
    line->len--; // the full stop
    *out = (PlayedGame){.longest_ms = {fields[BLACK_MS], fields[WHITE_MS]}};
    Error reason = {0};
    if (!replay(line, options, &out->game, &reason))
        return scanner_error(&start, err, "game %d: %.120s", number, reason.text);
    Stone winner = (Stone)fields[WINNER];
    game_end(&out->game, (EndReason)fields[REASON], winner == EMPTY ? EMPTY : stone_other(winner));
    return true;
}

static bool is_whole(const Scanner *line) {
    return line->len > line->at && line->text[line->len - 1] == '.';
}

int journal_read(const char *path, const char *heading, const Rules *rules, int size,
                 void (*finished)(void *context, int number, const PlayedGame *played),
                 void *context, Error *err) {
    Str text = {0};
    PlayedGame *played = mem_alloc(sizeof *played);
    int count = -1;
    Scanner line;
    bool ok = file_read(path, &text, err);
    Scanner s = scanner_over(str_text(&text), text.len);
    if (ok && (!scanner_line(&s, &line) || line.len - line.at != strlen(heading) ||
               memcmp(line.text + line.at, heading, strlen(heading)) != 0))
        ok = error_set(err, "%.100s is the state of another match; this one is '%.100s'", path,
                       heading);
    for (count = 0; ok && scanner_line(&s, &line) && is_whole(&line); count++)
        if ((ok = read_game(&line, count, &(ReadOptions){.size = size, .rules = rules}, played,
                            err)))
            finished(context, count, played);
        else
            error_prefix(err, path);
    mem_free(played);
    str_release(&text);
    return ok ? count : -1;
}
