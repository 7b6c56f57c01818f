
#include "base/number.h"
#include "record/charset.h"
#include "record/format.h"
#include "record/game_in_tree.h"

enum { LINES = 2 + 1 + CLASSROOM_SIZE };

static bool next_line(Scanner *s, Scanner *line, Error *err) {
    return scanner_line(s, line) ||
           scanner_error(s, err, "the file ends here, but a game has %d lines", LINES);
}

static bool read_name(Scanner *s, const char *charset, Str *out, Error *err) {
    Scanner line;
    if (!next_line(s, &line, err) || !player_name_read(&line, charset, out, err))
        return false;
    return !player_name_is_blank(str_text(out)) ||
           scanner_error(&line, err, "expected the name of a player, not an empty line");
}

static bool read_turn(Scanner *s, Board *b, Error *err) {
    Scanner line;
    if (!next_line(s, &line, err))
        return false;
    const Scanner start = line;
    int who = scanner_next(&line) - '0';
    if ((who != BLACK && who != WHITE) || !scanner_at_end(&line))
        return scanner_error(&start, err, "expected 1 or 2, the player to move, and nothing else");
    b->turn = (uint8_t)who;
    return true;
}

static bool read_row(Scanner *s, int y, Board *b, Error *err) {
    Scanner line;
    if (!next_line(s, &line, err))
        return false;
    for (int x = 0; x < CLASSROOM_SIZE; x++) {
        if (scanner_at_end(&line))
            return scanner_error(&line, err, "the row ends after %d of %d numbers", x,
                                 CLASSROOM_SIZE);
        if (x > 0 && !scanner_accept(&line, ','))
            return scanner_error(&line, err, "expected a comma between two numbers");
        int stone = scanner_peek(&line) - '0';
        if (stone != EMPTY && stone != BLACK && stone != WHITE)
            return scanner_error(&line, err, "expected 0, 1 or 2");
        if (stone != EMPTY)
            board_place(b, (Stone)stone, point_at(x, y));
        scanner_next(&line);
    }
    return scanner_at_end(&line) ||
           scanner_error(&line, err, "expected the end of the row after %d numbers",
                         CLASSROOM_SIZE);
}

static bool read_rows(Scanner *s, Board *b, Error *err) {
    Stone turn = b->turn;
    for (int y = 0; y < CLASSROOM_SIZE; y++)
        if (!read_row(s, y, b, err))
            return false;
    b->turn = (uint8_t)turn;
    return scanner_at_end(s) ||
           scanner_error(s, err, "a game has %d lines, but there are more", LINES);
}

bool classroom_parse(const char *text, size_t len, const char *charset, ClassroomGame *out,
                     Error *err) {
    *out = (ClassroomGame){0};
    board_init(&out->board, &rules_freestyle, CLASSROOM_SIZE);
    Scanner s = scanner_over(text, len);
    scanner_skip_bom(&s);
    if (read_name(&s, charset, &out->names[0], err) &&
        read_name(&s, charset, &out->names[1], err) && read_turn(&s, &out->board, err) &&
        read_rows(&s, &out->board, err))
        return true;
    classroom_release(out);
    return false;
}

void classroom_format(const ClassroomGame *game, Str *out) {
    str_add(out, "%s\n%s\n%d\n", str_text(&game->names[0]), str_text(&game->names[1]),
            game->board.turn);
    for (int y = 0; y < CLASSROOM_SIZE; y++)
        for (int x = 0; x < CLASSROOM_SIZE; x++)
            str_add(out, "%d%c", game->board.at[point_at(x, y)],
                    x + 1 < CLASSROOM_SIZE ? ',' : '\n');
}

void classroom_release(ClassroomGame *game) {
    for (int i = 0; i < COUNT(game->names); i++)
        str_release(&game->names[i]);
}

static Record *class_read(const char *text, size_t len, const ReadOptions *options, Error *err) {
    ClassroomGame game;
    if (!classroom_parse(text, len, options->charset, &game, err))
        return NULL;
    Record *r = record_from_position(&game.board);
    record_set_value(r, r->root, "PB", str_text(&game.names[0]));
    record_set_value(r, r->root, "PW", str_text(&game.names[1]));
    classroom_release(&game);
    return r;
}

static bool class_write(const Record *r, const WriteOptions *options, Str *out, Error *err) {
    Game g;
    if (!record_replay(r, options->end ? options->end : record_last(r), &g, err))
        return false;
    if (r->size != CLASSROOM_SIZE)
        return error_set(err, "the classroom's board is %dx%d, this one is %dx%d", CLASSROOM_SIZE,
                         CLASSROOM_SIZE, r->size, r->size);
    ClassroomGame game = {.board = g.board};
    player_name_write(r, "PB", "Player 1", &game.names[0]);
    player_name_write(r, "PW", "Player 2", &game.names[1]);
    classroom_format(&game, out);
    classroom_release(&game);
    return true;
}

const Format format_classroom = {
    .name = "classroom",
    .summary = "the classroom game's file: names, turn and the rows of an 8x8 board",
    .extensions = "",
    .read = class_read,
    .write = class_write,
    .keeps_names = true,
    .keeps_size = true,
};
