#include "protocol/classroom_sitting.h"

#include "base/file.h"
#include "base/mem.h"
#include "protocol/classroom_text.h"
#include "record/autosave.h"
#include "record/branch.h"
#include "record/classfile.h"

#include <string.h>

void classroom_sitting_init(ClassroomSitting *s) {
    *s = (ClassroomSitting){0};
    game_init(&s->game, &(GameOptions){.rules = &rules_freestyle, .size = CLASSROOM_SIZE});
}

void classroom_sitting_release(ClassroomSitting *s) {
    for (Stone color = BLACK; color <= WHITE; color++) {
        player_close(&s->players[color]);
        str_release(&s->names[color]);
    }
    player_close(&s->adviser);
}

// Everybody whose name is not a computer's is a person.
static bool seat(ClassroomSitting *s, Stone color, const char *strong, Error *err) {
    const char *name = str_text(&s->names[color]);
    if (!strcmp(name, "C"))
        return player_open("easy", &s->players[color], err);
    return strcmp(name, "C2") != 0 || player_open(strong, &s->players[color], err);
}

bool classroom_sitting_seat(ClassroomSitting *s, const char *strong, Error *err) {
    return seat(s, BLACK, strong, err) && seat(s, WHITE, strong, err) &&
           player_open(strong, &s->adviser, err);
}

bool classroom_sitting_is_person(const ClassroomSitting *s, Stone color) {
    return s->players[color].kind == NULL;
}

bool classroom_sitting_is_over(const ClassroomSitting *s) {
    return classroom_sitting_winner(s) != EMPTY || board_is_full(&s->game.board);
}

// Whoever moved last is looked at first: a file may show fives of both.
Stone classroom_sitting_winner(const ClassroomSitting *s) {
    const Board *b = &s->game.board;
    Stone last = stone_other(b->turn);
    if (classroom_has_won(b, last))
        return last;
    return classroom_has_won(b, b->turn) ? b->turn : EMPTY;
}

bool classroom_sitting_play(ClassroomSitting *s, Point p) {
    if (game_play(&s->game, p) != PLAY_OK)
        return false;
    s->unsaved = true;
    return true;
}

bool classroom_sitting_undo(ClassroomSitting *s) {
    int turn = s->game.count - 1;
    while (turn >= 0 && !classroom_sitting_is_person(s, s->game.moves[turn].color))
        turn--;
    if (turn < 0)
        return false;
    while (s->game.count > turn)
        game_undo(&s->game);
    s->unsaved = true;
    return true;
}

static bool adopt(ClassroomSitting *s, const char *path, const Str *text, Error *err) {
    ClassroomGame loaded;
    if (!classroom_parse(str_text(text), text->len, NULL, &loaded, err))
        return error_prefix(err, path);
    for (Stone color = BLACK; color <= WHITE; color++) {
        str_release(&s->names[color]);
        s->names[color] = loaded.names[color - BLACK]; // which are ours from here
    }
    game_start_from(&s->game, &loaded.board);
    s->unsaved = false;
    return true;
}

bool classroom_sitting_load(ClassroomSitting *s, const char *path, Error *err) {
    Str text = {0};
    bool ok = file_read(path, &text, err) && adopt(s, path, &text, err);
    str_release(&text);
    return ok;
}

bool classroom_sitting_save(ClassroomSitting *s, const char *path, Error *err) {
    Str text = {0};
    classroom_format(
        &(ClassroomGame){.names = {s->names[BLACK], s->names[WHITE]}, .board = s->game.board},
        &text);
    bool ok = file_write(path, text.data, text.len, err);
    s->unsaved &= !ok;
    str_release(&text);
    return ok;
}

bool classroom_sitting_keep(const ClassroomSitting *s, const char *folder, Str *path, Error *err) {
    char *where = autosave_path(folder, "classroom.txt");
    if (!where)
        return error_set(err, "neither XDG_STATE_HOME nor HOME names a folder");
    Record *r = record_from_position(&s->game.board);
    record_set_value(r, r->root, "PB", str_text(&s->names[BLACK]));
    record_set_value(r, r->root, "PW", str_text(&s->names[WHITE]));
    bool ok = autosave_write(where, r, &format_classroom, err);
    str_add_text(path, where);
    record_free(r);
    mem_free(where);
    return ok;
}
