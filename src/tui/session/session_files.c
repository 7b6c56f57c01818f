// Files of a terminal session: save and load, autosave and resume, game history.
#include "base/mem.h"
#include "core/mist.h"
#include "record/game_history.h"
#include "record/record.h"
#include "tui/session/opponents.h"
#include "tui/session/terminal_session.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const name_ids[] = {[BLACK] = "PB", [WHITE] = "PW"};
static const char seats_id[] = "SEATS"; // private SGF property: the players' descriptions
static const char mist_id[] = "MIST";   // private SGF property: a game in the mist

static bool check_files_allowed(const TerminalSession *s, Error *err) {
    return !s->no_files || error_set(err, "files are switched off here");
}

static bool is_limited(const TimeControl *control) {
    Timer t = timer_start(control);
    return timer_budget(control, &t) != timer_unlimited;
}

static void name_players(TerminalSession *s) {
    for (Stone color = BLACK; color <= WHITE; color++) {
        const char *name = node_value(s->record->root, name_ids[color]);
        Seat seat = game_seat_of(&s->game, color);
        if (!name || opponent_is_kind_name(name))
            record_set_value(s->record, s->record->root, name_ids[color],
                             s->seats[seat].description);
    }
}

Node *terminal_session_update_record(TerminalSession *s) {
    Node *end = game_in_tree_update(&s->branch, &s->game);
    if (!end) {
        record_free(s->record);
        s->record = record_from_game(&s->game);
        s->branch = game_in_tree_from(s->record, s->record->root);
        end = game_in_tree_update(&s->branch, &s->game);
    }
    clock_properties_write_control(s->record, &s->game.time);
    record_set_value(s->record, s->record->root, mist_id, s->mist ? "1" : NULL);
    name_players(s);
    return end;
}

static void note_saved(const TerminalSession *s, const Format *format, const Node *end,
                       Str *notes) {
    if (!format->keeps_moves)
        str_add_text(notes, "The file has the position, not the moves.\n");
    else if (format->keeps_tree && end != record_last(s->record))
        str_add_text(notes, "The game is a variation there; load goes on with the main line.\n");
}

bool terminal_session_save(TerminalSession *s, const char *path, const SaveOptions *options,
                           Str *notes, Error *err) {
    if (!check_files_allowed(s, err))
        return false;
    if (options->mode == SAVE_NEW && access(path, F_OK) == 0)
        return error_set(err, "there is a file %s already; save! replaces it", path);
    const Format *format = format_for_path(path, err);
    if (!format)
        return false;
    Node *end = terminal_session_update_record(s);
    WriteOptions writing = {.end = format->keeps_tree ? NULL : end, .notation = options->notation};
    if (!record_save(s->record, path, format, &writing, err))
        return false;
    note_saved(s, format, end, notes);
    if (format->keeps_moves) {
        s->unsaved = false;
        terminal_session_autosave(s);
    }
    return true;
}

// True if a person made a move, or if there is no person at all.
static bool is_worth_saving(const TerminalSession *s) {
    for (int i = 0; i < s->game.count; i++) {
        const Move *m = &s->game.moves[i];
        if (terminal_session_count_people(s) == 0 ||
            terminal_session_is_person(s, opening_seat(&m->opening_before, m->turn_before)))
            return true;
    }
    return false;
}

bool terminal_session_needs_saving(const TerminalSession *s) {
    return !s->no_files && s->unsaved && !terminal_session_is_over(s) && is_worth_saving(s);
}

static bool write_autosave(TerminalSession *s, Error *err) {
    if (!s->autosave_folder)
        return error_set(err, "neither XDG_STATE_HOME nor HOME names a folder");
    Node *end = terminal_session_update_record(s);
    Node *root = s->record->root;
    record_set_value(s->record, root, seats_id, s->seats[SEAT_FIRST].description);
    record_add_value(s->record, root, seats_id, s->seats[SEAT_SECOND].description);
    bool ok = saved_game_write(&s->autosave, s->autosave_folder, s->record, end, err);
    record_set_value(s->record, root, seats_id, NULL);
    return ok;
}

// Sets today's date, unless the record has one.
static void date_record(TerminalSession *s) {
    time_t now = time(NULL);
    struct tm local;
    char date[16];
    strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &local));
    if (!node_value(s->record->root, "DT"))
        record_set_value(s->record, s->record->root, "DT", date);
}

// A finished game that continues after an undo is removed again. A game that was only loaded is not
// added.
static void update_history(TerminalSession *s) {
    if (!terminal_session_is_over(s))
        game_history_remove(&s->history_path);
    else if (s->unsaved && s->history_folder && is_worth_saving(s)) {
        terminal_session_update_record(s);
        date_record(s);
        game_history_write(&s->history_path, s->history_folder, s->record, &s->autosave_error);
    }
}

void terminal_session_autosave(TerminalSession *s) {
    s->autosave_error = (Error){0};
    if (terminal_session_needs_saving(s))
        write_autosave(s, &s->autosave_error);
    update_history(s);
    if (!terminal_session_needs_saving(s))
        saved_game_remove(&s->autosave);
}

bool terminal_session_suspend(TerminalSession *s, Error *err) {
    if (!terminal_session_needs_saving(s) || write_autosave(s, err))
        return true;
    return error_prefix(err, "the unfinished game cannot be kept, save it elsewhere or resign");
}

static Game *replay(const Record *r, const Node *end, Error *err) {
    Game *g = mem_alloc(sizeof *g); // large: keep it off the stack
    if (record_replay(r, end, g, err))
        return g;
    mem_free(g);
    return NULL;
}

// Called once the new game has been read: suspends the current game and replaces it.
static bool switch_game(TerminalSession *s, Game *g, Record *r, Node *end, Error *err) {
    bool ok = terminal_session_suspend(s, err);
    if (ok)
        terminal_session_replace_game(s, g, r, end);
    mem_free(g);
    return ok;
}

// A time control from the options overrides the file's.
static void set_clock(const TerminalSession *s, Game *g) {
    if (!is_limited(&s->setup.time))
        return;
    g->time = s->setup.time;
    g->timers[SEAT_FIRST] = g->timers[SEAT_SECOND] = timer_start(&g->time);
}

static void note_overrides(const TerminalSession *s, Str *notes) {
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
        str_add(notes, "The game in the file has another opening: %s is only for new games.\n",
                opening->name);
}

static bool load_record(TerminalSession *s, const char *path, Record *r, Error *err) {
    Game *g = replay(r, record_last(r), err);
    if (!g)
        return error_prefix(err, path);
    set_clock(s, g);
    return switch_game(s, g, r, record_last(r), err);
}

bool terminal_session_load(TerminalSession *s, const char *path, Str *notes, Error *err) {
    if (!check_files_allowed(s, err))
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
    note_overrides(s, notes);
    return true;
}

SavedGameList terminal_session_list_unfinished(const TerminalSession *s) {
    return s->autosave_folder ? saved_games_list(s->autosave_folder) : (SavedGameList){0};
}

// Ignores unknown players, which a hand-edited file may contain.
static void seat_players(TerminalSession *s, const Record *r) {
    const Property *seats = node_property(r->root, seats_id);
    const Value *name = seats ? seats->values : NULL;
    Error ignored;
    for (Seat seat = SEAT_FIRST; seat <= SEAT_SECOND && name; seat++, name = name->next)
        terminal_session_set_player(s, seat, name->text, &ignored);
}

static bool resume_record(TerminalSession *s, Record *r, SavedGame *file, Error *err) {
    Node *end = saved_game_current_node(r);
    Game *g = replay(r, end, err);
    if (!g)
        return error_prefix(err, file->path);
    if (!switch_game(s, g, r, end, err))
        return false;
    seat_players(s, r);
    s->mist = node_value(r->root, mist_id) && r->size == MIST_BOARD_SIZE;
    record_set_value(r, r->root, seats_id, NULL);
    s->autosave = *file;
    s->unsaved = true;
    return true;
}

static bool read_and_resume(TerminalSession *s, SavedGame *file, Error *err) {
    Record *r = record_load(file->path, &format_sgf, &(ReadOptions){0}, err);
    if (!r)
        return false;
    bool ok = resume_record(s, r, file, err);
    if (!ok)
        record_free(r);
    return ok;
}

static bool resume_path(TerminalSession *s, const char *path, Error *err) {
    SavedGame file = {0};
    if (!saved_game_resume(&file, path, err))
        return false;
    if (read_and_resume(s, &file, err))
        return true;
    saved_game_close(&file);
    return false;
}

bool terminal_session_resume(TerminalSession *s, int number, Error *err) {
    SavedGameList unfinished = terminal_session_list_unfinished(s);
    bool ok = false;
    if (unfinished.count == 0)
        error_set(err, "no unfinished game is waiting");
    else if (number > unfinished.count)
        error_set(err, "there is no game %d; resume list shows those that wait", number);
    else
        ok = resume_path(s, unfinished.games[number - 1].path, err);
    saved_games_release(&unfinished);
    return ok;
}
