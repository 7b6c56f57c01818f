// A sitting's games in files: saved by the player, or put aside until the next time.
#include "base/mem.h"
#include "record/autosave.h"
#include "record/branch.h"
#include "record/format.h"
#include "tui/sitting.h"

#include <unistd.h>

static const char *const name_ids[] = {[BLACK] = "PB", [WHITE] = "PW"};

static Record *record_of(const Sitting *s) {
    Record *r = record_from_game(&s->game);
    for (Stone color = BLACK; color <= WHITE; color++) {
        Seat seat = game_seat_of(&s->game, color);
        record_set_value(r, r->root, name_ids[color], s->participants[seat].description);
    }
    return r;
}

static bool check_files(const Sitting *s, Error *err) {
    return !s->no_files || error_set(err, "files are switched off here");
}

// What is in a file of the player's choice need not be kept for the next time.
static void forget_kept(Sitting *s) {
    if (s->kept)
        autosave_remove(s->autosave);
    s->kept = false;
}

bool sitting_save(Sitting *s, const char *path, SaveMode mode, Error *err) {
    if (!check_files(s, err))
        return false;
    if (mode == SAVE_NEW && access(path, F_OK) == 0)
        return error_set(err, "there is a file %s already; save! replaces it", path);
    const Format *format = format_for_path(path, err);
    if (!format)
        return false;
    Record *r = record_of(s);
    bool ok = record_save(r, path, format, &(WriteOptions){0}, err);
    record_free(r);
    if (ok && format->read) { // a picture that cannot be read again keeps nothing
        s->unsaved = false;
        forget_kept(s);
    }
    return ok;
}

static Game *replayed(const Record *r, Error *err) {
    Game *g = mem_alloc(sizeof *g); // too large to have two of on the stack
    if (record_replay(r, record_last(r), g, err))
        return g;
    mem_free(g);
    return NULL;
}

bool sitting_start_from(Sitting *s, const Record *r, Error *err) {
    Game *g = replayed(r, err);
    if (!g)
        return false;
    sitting_adopt(s, g);
    mem_free(g);
    return true;
}

bool sitting_load(Sitting *s, const char *path, Str *notes, Error *err) {
    if (!check_files(s, err))
        return false;
    Record *r = record_load(path, NULL, &(ReadOptions){0}, err);
    if (!r)
        return false;
    bool ok = sitting_start_from(s, r, err) || error_prefix(err, path);
    if (ok)
        str_add_text(notes, str_text(&r->notes));
    record_free(r);
    return ok;
}

// A person has done something, or there is no person and the game goes on by itself.
static bool is_worth_keeping(const Sitting *s) {
    for (int i = 0; i < s->game.count; i++) {
        const Move *m = &s->game.moves[i];
        if (sitting_count_persons(s) == 0 ||
            sitting_is_person(s, opening_seat(&m->opening_before, m->turn_before)))
            return true;
    }
    return false;
}

bool sitting_needs_keeping(const Sitting *s) {
    return !s->no_files && s->unsaved && !sitting_is_over(s) && is_worth_keeping(s);
}

static bool write_kept(const Sitting *s, Error *err) {
    if (!s->autosave)
        return error_set(err, "neither XDG_STATE_HOME nor HOME names a folder");
    Record *r = record_of(s);
    bool ok = s->kept ? autosave_rewrite(s->autosave, r, &format_sgf, err)
                      : autosave_write(s->autosave, r, &format_sgf, err);
    record_free(r);
    return ok;
}

static bool keep(Sitting *s, Error *err) {
    if (!write_kept(s, err))
        return error_prefix(err, "the unfinished game cannot be kept, save it elsewhere or resign");
    s->kept = true;
    s->unsaved = false;
    return true;
}

bool sitting_put_aside(Sitting *s, Error *err) {
    if (sitting_needs_keeping(s))
        return keep(s, err);
    if (sitting_is_over(s))
        forget_kept(s);
    return true;
}

bool sitting_can_resume(const Sitting *s) {
    return s->autosave && !s->kept && autosave_exists(s->autosave);
}

// Names that are not players of ours, as in a file from elsewhere, change nothing.
static void seat_named_players(Sitting *s, const Record *r) {
    for (Stone color = BLACK; color <= WHITE; color++) {
        const char *name = node_value(r->root, name_ids[color]);
        Error ignored;
        if (name)
            sitting_seat(s, game_seat_of(&s->game, color), name, &ignored);
    }
}

// The game that makes way is put aside only once the other one is safely read.
static bool exchange(Sitting *s, const Record *r, Error *err) {
    Game *g = replayed(r, err);
    if (!g)
        return false;
    bool other_kept = sitting_needs_keeping(s);
    bool ok = sitting_put_aside(s, err);
    if (ok) {
        sitting_adopt(s, g);
        seat_named_players(s, r);
        s->kept = !other_kept;
        s->unsaved = other_kept; // its file has made way for the other game's
    }
    mem_free(g);
    return ok;
}

bool sitting_resume(Sitting *s, Error *err) {
    if (!sitting_can_resume(s))
        return error_set(err, "no unfinished game is waiting");
    Record *r = record_load(s->autosave, &format_sgf, &(ReadOptions){0}, err);
    bool ok = r && exchange(s, r, err);
    record_free(r);
    return ok;
}
