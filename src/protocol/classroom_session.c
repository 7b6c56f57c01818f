#include "protocol/classroom_session.h"

#include "base/file.h"
#include "base/mem.h"
#include "protocol/classroom_text.h"
#include "record/classroom_file.h"
#include "record/game_in_tree.h"
#include "record/state_dir.h"

#include <string.h>

void classroom_session_init(ClassroomSession *s) {
    *s = (ClassroomSession){0};
    game_init(&s->game, &(GameOptions){.rules = &rules_freestyle, .size = CLASSROOM_SIZE});
}

void classroom_session_release(ClassroomSession *s) {
    for (Stone color = BLACK; color <= WHITE; color++) {
        player_close(&s->players[color]);
        str_release(&s->names[color]);
    }
    player_close(&s->adviser);
}

// Names other than C and C2 are humans.
static bool open_player(ClassroomSession *s, Stone color, const char *strong, Error *err) {
    const char *name = str_text(&s->names[color]);
    if (!strcmp(name, "C"))
        return player_open("easy", &s->players[color], err);
    return strcmp(name, "C2") != 0 || player_open(strong, &s->players[color], err);
}

bool classroom_session_open_players(ClassroomSession *s, const char *strong, Error *err) {
    return open_player(s, BLACK, strong, err) && open_player(s, WHITE, strong, err) &&
           player_open(strong, &s->adviser, err);
}

bool classroom_session_is_human(const ClassroomSession *s, Stone color) {
    return s->players[color].kind == NULL;
}

bool classroom_session_is_over(const ClassroomSession *s) {
    return classroom_session_winner(s) != EMPTY || board_is_full(&s->game.board);
}

// Checks the side that moved last first: a loaded position may have fives of both colours.
Stone classroom_session_winner(const ClassroomSession *s) {
    const Board *b = &s->game.board;
    Stone last = stone_other(b->turn);
    if (classroom_has_won(b, last))
        return last;
    return classroom_has_won(b, b->turn) ? b->turn : EMPTY;
}

bool classroom_session_play(ClassroomSession *s, Point p) {
    if (game_play(&s->game, p) != PLAY_OK)
        return false;
    s->unsaved = true;
    return true;
}

bool classroom_session_undo(ClassroomSession *s) {
    int turn = s->game.count - 1;
    while (turn >= 0 && !classroom_session_is_human(s, s->game.moves[turn].color))
        turn--;
    if (turn < 0)
        return false;
    while (s->game.count > turn)
        game_undo(&s->game);
    s->unsaved = true;
    return true;
}

static bool take_position(ClassroomSession *s, const char *path, const Str *text, Error *err) {
    ClassroomGame loaded;
    if (!classroom_parse(str_text(text), text->len, NULL, &loaded, err))
        return error_prefix(err, path);
    for (Stone color = BLACK; color <= WHITE; color++) {
        str_release(&s->names[color]);
        s->names[color] = loaded.names[color - BLACK]; // moved: we own them now
    }
    game_start_from(&s->game, &loaded.board);
    s->unsaved = false;
    return true;
}

bool classroom_session_load(ClassroomSession *s, const char *path, Error *err) {
    Str text = {0};
    bool ok = file_read(path, &text, err) && take_position(s, path, &text, err);
    str_release(&text);
    return ok;
}

bool classroom_session_save(ClassroomSession *s, const char *path, Error *err) {
    Str text = {0};
    classroom_format(
        &(ClassroomGame){.names = {s->names[BLACK], s->names[WHITE]}, .board = s->game.board},
        &text);
    bool ok = file_write(path, text.data, text.len, err);
    s->unsaved &= !ok;
    str_release(&text);
    return ok;
}

bool classroom_session_autosave(const ClassroomSession *s, const char *folder, Str *path,
                                Error *err) {
    char *file = state_dir_path(folder, "classroom.txt", err);
    if (!file)
        return false;
    Record *r = record_from_position(&s->game.board);
    record_set_value(r, r->root, "PB", str_text(&s->names[BLACK]));
    record_set_value(r, r->root, "PW", str_text(&s->names[WHITE]));
    bool ok = state_dir_save_with_backup(file, r, &format_classroom, err);
    str_add_text(path, file);
    record_free(r);
    mem_free(file);
    return ok;
}
