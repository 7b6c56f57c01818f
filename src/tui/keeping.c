// A sitting's games in files: saved by the player, or kept until the next time.
#include "base/mem.h"
#include "core/mist.h"
#include "record/archive.h"
#include "record/timing.h"
#include "tui/opponents.h"
#include "tui/sitting.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const name_ids[] = {[BLACK] = "PB", [WHITE] = "PW"};
static const char seats_id[] = "SEATS"; // who plays, as sitting_seat wants it; private
static const char mist_id[] = "MIST";   // it is a game in the mist; private

static bool check_files(const Sitting *s, Error *err) {
    return !s->no_files || error_set(err, "files are switched off here");
}

static bool is_limited(const TimeControl *control) {
    Timer t = timer_start(control);
    return timer_budget(control, &t) != timer_unlimited;
}

static void name_players(Sitting *s) {
    for (Stone color = BLACK; color <= WHITE; color++) {
        const char *name = node_value(s->record->root, name_ids[color]);
        Seat seat = game_seat_of(&s->game, color);
        if (!name || opponent_is_kind(name))
            record_set_value(s->record, s->record->root, name_ids[color],
                             s->participants[seat].description);
    }
}

Node *sitting_record(Sitting *s) {
    Node *end = branch_follow(&s->branch, &s->game);
    if (!end) {
        record_free(s->record);
        s->record = record_from_game(&s->game);
        s->branch = branch_from(s->record, s->record->root);
        end = branch_follow(&s->branch, &s->game);
    }
    timing_describe(s->record, &s->game.time);
    record_set_value(s->record, s->record->root, mist_id, s->mist ? "1" : NULL);
    name_players(s);
    return end;
}

static void note_saved(const Sitting *s, const Format *format, const Node *end, Str *notes) {
    if (!format->keeps_moves)
        str_add_text(notes, "The file has the position, not the moves.\n");
    else if (format->keeps_tree && end != record_last(s->record))
        str_add_text(notes, "The game is a variation there; load goes on with the main line.\n");
}

bool sitting_save(Sitting *s, const char *path, const SaveOptions *options, Str *notes,
                  Error *err) {
    if (!check_files(s, err))
        return false;
    if (options->mode == SAVE_NEW && access(path, F_OK) == 0)
        return error_set(err, "there is a file %s already; save! replaces it", path);
    const Format *format = format_for_path(path, err);
    if (!format)
        return false;
    Node *end = sitting_record(s);
    WriteOptions writing = {.end = format->keeps_tree ? NULL : end, .notation = options->notation};
    if (!record_save(s->record, path, format, &writing, err))
        return false;
    note_saved(s, format, end, notes);
    if (format->keeps_moves) {
        s->unsaved = false;
        sitting_keep(s);
    }
    return true;
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

static bool write_kept(Sitting *s, Error *err) {
    if (!s->folder)
        return error_set(err, "neither XDG_STATE_HOME nor HOME names a folder");
    Node *end = sitting_record(s);
    Node *root = s->record->root;
    record_set_value(s->record, root, seats_id, s->participants[SEAT_FIRST].description);
    record_add_value(s->record, root, seats_id, s->participants[SEAT_SECOND].description);
    bool ok = unfinished_write(&s->kept, s->folder, s->record, end, err);
    record_set_value(s->record, root, seats_id, NULL);
    return ok;
}

// Today, unless the record says when it was.
static void date_record(Sitting *s) {
    time_t now = time(NULL);
    struct tm local;
    char date[16];
    strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &local));
    if (!node_value(s->record->root, "DT"))
        record_set_value(s->record, s->record->root, "DT", date);
}

// One that goes on after all is taken out again. One that was only looked at is no new game.
static void archive_if_over(Sitting *s) {
    if (!sitting_is_over(s))
        archive_remove(&s->archived);
    else if (s->unsaved && s->archive && is_worth_keeping(s)) {
        sitting_record(s);
        date_record(s);
        archive_write(&s->archived, s->archive, s->record, &s->keep_error);
    }
}

void sitting_keep(Sitting *s) {
    s->keep_error = (Error){0};
    if (sitting_needs_keeping(s))
        write_kept(s, &s->keep_error);
    archive_if_over(s);
    if (!sitting_needs_keeping(s))
        unfinished_remove(&s->kept);
}

bool sitting_put_aside(Sitting *s, Error *err) {
    if (!sitting_needs_keeping(s) || write_kept(s, err))
        return true;
    return error_prefix(err, "the unfinished game cannot be kept, save it elsewhere or resign");
}

static Game *replayed(const Record *r, const Node *end, Error *err) {
    Game *g = mem_alloc(sizeof *g); // too large to have two of on the stack
    if (record_replay(r, end, g, err))
        return g;
    mem_free(g);
    return NULL;
}

// The game that makes way is put aside only once the other one is safely read.
static bool exchange(Sitting *s, Game *g, Record *r, Node *end, Error *err) {
    bool ok = sitting_put_aside(s, err);
    if (ok)
        sitting_adopt(s, g, r, end);
    mem_free(g);
    return ok;
}

// A clock that was asked for goes before the one of a file.
static void set_clock(const Sitting *s, Game *g) {
    if (!is_limited(&s->setup.time))
        return;
    g->time = s->setup.time;
    g->timers[SEAT_FIRST] = g->timers[SEAT_SECOND] = timer_start(&g->time);
}

static void note_overruled(const Sitting *s, Str *notes) {
    const Game *g = &s->game;
    const Rules *rules = s->reading.rules;
    const OpeningRule *opening = s->setup.opening;
    if (rules && rules != g->board.rules)
        str_add(notes, "The file says %s: %s is only for new games.\n", g->board.rules->name,
                rules->name);
    if (s->reading.size && s->reading.size != g->board.size)
        str_add(notes, "The file says %dx%d: %dx%d is only for new games.\n", g->board.size,
                g->board.size, s->reading.size, s->reading.size);
    if (opening && opening != &opening_none && opening != g->opening.rule)
        str_add(notes, "The game in the file began otherwise: %s is only for new games.\n",
                opening->name);
}

static bool load_record(Sitting *s, const char *path, Record *r, Error *err) {
    Game *g = replayed(r, record_last(r), err);
    if (!g)
        return error_prefix(err, path);
    set_clock(s, g);
    return exchange(s, g, r, record_last(r), err);
}

bool sitting_load(Sitting *s, const char *path, Str *notes, Error *err) {
    if (!check_files(s, err))
        return false;
    Record *r = record_load(path, NULL, &s->reading, err);
    if (!r)
        return false;
    if (!load_record(s, path, r, err)) {
        record_free(r);
        return false;
    }
    s->mist = node_value(r->root, mist_id) && r->size == MIST_BOARD_SIZE;
    str_add_text(notes, str_text(&r->notes));
    note_overruled(s, notes);
    return true;
}

WaitingGames sitting_waiting(const Sitting *s) {
    return s->folder ? waiting_games(s->folder) : (WaitingGames){0};
}

// Names that are not players of ours, as in a file that somebody changed, change nothing.
static void seat_players(Sitting *s, const Record *r) {
    const Property *seats = node_property(r->root, seats_id);
    const Value *name = seats ? seats->values : NULL;
    Error ignored;
    for (Seat seat = SEAT_FIRST; seat <= SEAT_SECOND && name; seat++, name = name->next)
        sitting_seat(s, seat, name->text, &ignored);
}

static bool resume_record(Sitting *s, Record *r, Unfinished *taken, Error *err) {
    Node *end = unfinished_end(r);
    Game *g = replayed(r, end, err);
    if (!g)
        return error_prefix(err, taken->path);
    if (!exchange(s, g, r, end, err))
        return false;
    seat_players(s, r);
    s->mist = node_value(r->root, mist_id) && r->size == MIST_BOARD_SIZE;
    record_set_value(r, r->root, seats_id, NULL);
    s->kept = *taken;
    s->unsaved = true;
    return true;
}

static bool resume_taken(Sitting *s, Unfinished *taken, Error *err) {
    Record *r = record_load(taken->path, &format_sgf, &(ReadOptions){0}, err);
    if (!r)
        return false;
    bool ok = resume_record(s, r, taken, err);
    if (!ok)
        record_free(r);
    return ok;
}

static bool resume_path(Sitting *s, const char *path, Error *err) {
    Unfinished taken = {0};
    if (!unfinished_take(&taken, path, err))
        return false;
    if (resume_taken(s, &taken, err))
        return true;
    unfinished_leave(&taken);
    return false;
}

bool sitting_resume(Sitting *s, int number, Error *err) {
    WaitingGames waiting = sitting_waiting(s);
    bool ok = false;
    if (waiting.count == 0)
        error_set(err, "no unfinished game is waiting");
    else if (number > waiting.count)
        error_set(err, "there is no game %d; resume list shows those that wait", number);
    else
        ok = resume_path(s, waiting.games[number - 1].path, err);
    waiting_games_release(&waiting);
    return ok;
}
