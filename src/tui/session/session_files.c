// Files of a terminal session: save and load, saved games and resume, game history.
#include "base/mem.h"
#include "base/number.h"
#include "core/mist.h"
#include "record/game_history.h"
#include "record/record.h"
#include "tui/session/messages.h"
#include "tui/settings.h"

#include <time.h>
#include <unistd.h>

static const char *const name_ids[] = {[BLACK] = "PB", [WHITE] = "PW"};
static const char *const info_ids[] = {"DT", "BR", "WR", "EV", "RO", "PC", "GN"}; // about one game
static const char seats_id[] = "SEATS"; // private SGF property: the players' descriptions
static const char mist_id[] = "MIST";   // private SGF property: a game in the mist
static const char tried_id[] = "TRIED"; // private SGF property: the tries of the turn at this node

static bool check_files_allowed(const TerminalSession *s, Error *err) {
    return !s->options.no_files || error_set(err, "files are switched off here");
}

static void name_players(const TerminalSession *s, Record *r) {
    for (Stone color = BLACK; color <= WHITE; color++)
        record_set_value(r, r->root, name_ids[color],
                         s->seats[game_seat_of(&s->play.game, color)].description);
}

// The root describes the main line. True if that is the game played here, and not one from a file:
// with a computer it is; two people may be those whom the file names.
static bool main_line_is_ours(const TerminalSession *s, const Node *end) {
    const Node *root = s->record->root;
    const char *names[] = {node_value(root, "PB"), node_value(root, "PW")};
    bool is_named = false;
    for (int i = 0; i < 2; i++)
        is_named |= names[i] && !opponent_is_kind_name(names[i]);
    bool played_on = s->game_in_tree.added && end == record_last(s->record);
    return !s->loaded && (!is_named || (played_on && terminal_session_count_people(s) < 2));
}

// The tries of a game in the mist, on the nodes from the root to `end`. Without them a player would
// forget the stones that it hit.
static void write_tries(const GameSession *play, Record *r, Node *end) {
    int ply = node_moves(end);
    for (Node *node = end; node; node = node->parent) {
        if (node->point == POINT_NONE && node->parent)
            continue;
        record_set_value(r, node, tried_id, NULL);
        for (int i = 0; i < play->try_count; i++) {
            Point p;
            Error ignored;
            ScopedStr text = {0};
            if (play->tries[i].ply != ply ||
                !move_parse(play->tries[i].text, MIST_BOARD_SIZE, &p, &ignored))
                continue;
            point_format(p, NOTATION_SGF, MIST_BOARD_SIZE, &text);
            record_add_value(r, node, tried_id, str_text(&text));
        }
        ply--;
    }
}

static void read_tries(GameSession *play, const Node *end) {
    int ply = node_moves(end);
    for (const Node *node = end; node; node = node->parent) {
        const Property *tried = node_property(node, tried_id);
        for (const Value *v = tried ? tried->values : NULL; v; v = v->next) {
            MistTry t = {.ply = ply};
            Point p;
            Error ignored;
            if (!point_parse(v->text, NOTATION_SGF, MIST_BOARD_SIZE, &p, &ignored))
                continue;
            snprintf(t.text, sizeof t.text, "%s", move_text(p, MIST_BOARD_SIZE).text);
            session_add_tries(play, &t, 1);
        }
        ply -= node->point != POINT_NONE;
    }
}

Node *terminal_session_update_record(TerminalSession *s) {
    Node *end = game_in_tree_update(&s->game_in_tree, &s->play.game);
    if (!end) {
        record_free(s->record);
        s->record = record_from_game(&s->play.game);
        s->game_in_tree = game_in_tree_from(s->record, s->record->root);
        end = game_in_tree_update(&s->game_in_tree, &s->play.game);
    }
    clock_properties_write_control(s->record, &s->play.game.time);
    record_set_value(s->record, s->record->root, mist_id, s->play.mist ? "1" : NULL);
    if (s->play.mist)
        write_tries(&s->play, s->record, end);
    if (main_line_is_ours(s, end)) {
        name_players(s, s->record);
        if (s->game_in_tree.added && end == record_last(s->record))
            for (int i = 0; i < COUNT(info_ids); i++)
                record_set_value(s->record, s->record->root, info_ids[i], NULL);
    }
    return end;
}

static void note_saved(const TerminalSession *s, const Format *format, const Node *end,
                       Str *notes) {
    if (!format->keeps_moves)
        str_add_text(notes, "The file has the position, not the moves.\n");
    else if (format->keeps_tree && end != record_last(s->record))
        str_add_text(notes, "The game is a variation there; load continues the main line.\n");
}

bool terminal_session_save(TerminalSession *s, const char *path, SaveMode mode, Str *notes,
                           Error *err) {
    if (!check_files_allowed(s, err))
        return false;
    if (mode == SAVE_NEW && access(path, F_OK) == 0)
        return error_set(err, "%s exists; save! replaces it", path);
    const Format *format = format_for_path(path, err);
    if (!format)
        return false;
    Node *end = terminal_session_update_record(s);
    WriteOptions writing = {.end = format->keeps_tree ? NULL : end, .notation = s->notation};
    if (!record_save(s->record, path, format, &writing, err))
        return false;
    note_saved(s, format, end, notes);
    if (format->keeps_moves) {
        s->unsaved = false;
        terminal_session_update_files(s);
    }
    return true;
}

// True if a person made a move, or if there is no person at all.
static bool is_worth_saving(const TerminalSession *s) {
    for (int i = 0; i < s->play.game.count; i++) {
        const Move *m = &s->play.game.moves[i];
        if (terminal_session_count_people(s) == 0 || terminal_session_is_person(s, move_seat(m)))
            return true;
    }
    return false;
}

bool terminal_session_needs_saving(const TerminalSession *s) {
    return !s->options.no_files && s->unsaved && !terminal_session_is_over(s) && is_worth_saving(s);
}

static bool write_saved_game(TerminalSession *s, Error *err) {
    if (!s->saved_games_folder)
        return error_set(err, "neither XDG_STATE_HOME nor HOME names a folder");
    Node *end = terminal_session_update_record(s);
    Node *root = s->record->root;
    record_set_value(s->record, root, seats_id, s->seats[SEAT_FIRST].description);
    record_add_value(s->record, root, seats_id, s->seats[SEAT_SECOND].description);
    bool ok = saved_game_write(&s->saved_game, s->saved_games_folder, s->record, end, err);
    record_set_value(s->record, root, seats_id, NULL);
    return ok;
}

// The game as it was played, without the rest of a file that it may have come from: the names, the
// date and the result are its own.
static bool write_history(TerminalSession *s, Error *err) {
    time_t now = time(NULL);
    struct tm local;
    char date[16];
    strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &local));
    Record *r = record_from_game(&s->play.game);
    name_players(s, r);
    record_set_value(r, r->root, "DT", date);
    record_set_value(r, r->root, mist_id, s->play.mist ? "1" : NULL);
    if (s->play.mist)
        write_tries(&s->play, r, record_last(r));
    bool ok = game_history_write(&s->history_path, s->history_folder, r, err);
    record_free(r);
    return ok;
}

// A finished game that continues after an undo is removed again. A game that was only loaded is not
// added.
static void update_history(TerminalSession *s) {
    if (!terminal_session_is_over(s))
        game_history_remove(&s->history_path);
    else if (s->unsaved && s->history_folder && is_worth_saving(s))
        write_history(s, &s->save_error);
}

void terminal_session_update_files(TerminalSession *s) {
    s->save_error = (Error){0};
    if (terminal_session_needs_saving(s))
        write_saved_game(s, &s->save_error);
    update_history(s);
    if (!terminal_session_needs_saving(s))
        saved_game_remove(&s->saved_game);
}

bool terminal_session_suspend(TerminalSession *s, Error *err) {
    if (!terminal_session_needs_saving(s) || write_saved_game(s, err))
        return true;
    return error_prefix(err, "the unfinished game cannot be saved; save it elsewhere or resign");
}

// Suspends the current game and continues the one in the record, which is freed on failure.
static bool continue_record(TerminalSession *s, const char *path, Record *r, Node *end,
                            Error *err) {
    bool ok = terminal_session_suspend(s, err) &&
              (terminal_session_replace_game(s, r, end, err) || error_prefix(err, path));
    if (!ok)
        record_free(r);
    else if ((s->play.mist = node_value(r->root, mist_id) && mist_has_game(&s->play.game)))
        read_tries(&s->play, end);
    return ok;
}

// A time control from the options overrides the file's.
static void set_clock(TerminalSession *s) {
    Game *g = &s->play.game;
    const TimeControl *control = &s->options.game.time;
    Timer timer = timer_start(control);
    if (timer_budget(control, &timer) == timer_unlimited)
        return;
    g->time = *control;
    g->timers[SEAT_FIRST] = g->timers[SEAT_SECOND] = timer;
}

static void note_overrides(const TerminalSession *s, Str *notes) {
    const Game *g = &s->play.game;
    const Rules *rules = s->options.reading.rules;
    const OpeningRule *opening = s->options.game.opening;
    if (rules && rules != g->board.rules)
        str_add(notes, "The file says %s: %s is only for new games.\n", g->board.rules->name,
                rules->name);
    if (s->options.reading.size && s->options.reading.size != g->board.size)
        str_add(notes, "The file says %dx%d: %dx%d is only for new games.\n", g->board.size,
                g->board.size, s->options.reading.size, s->options.reading.size);
    if (opening && opening != &opening_none && opening != g->opening.rule)
        str_add(notes, "The game in the file has another opening: %s is only for new games.\n",
                opening->name);
}

bool terminal_session_load(TerminalSession *s, const char *path, Str *notes, Error *err) {
    if (!check_files_allowed(s, err))
        return false;
    Record *r = record_load(path, NULL, &s->options.reading, err);
    if (!r || !continue_record(s, path, r, record_last(r), err))
        return false;
    s->loaded = true;
    set_clock(s);
    str_add_text(notes, str_text(&r->notes));
    note_overrides(s, notes);
    return true;
}

const char *terminal_session_saved_player(const Record *r, const Node *end, Stone color) {
    const Property *seats = node_property(r->root, seats_id);
    Error ignored;
    Game *g = mem_alloc(sizeof *g); // large: keep it off the stack
    bool known = seats && record_replay(r, end, g, &ignored);
    const Value *name = known ? seats->values : NULL;
    if (known && game_seat_of(g, color) == SEAT_SECOND)
        name = name->next;
    mem_free(g);
    return name ? name->text : NULL;
}

// Ignores unknown players, which a hand-edited file may contain.
static void seat_players(TerminalSession *s, const Record *r) {
    const Property *seats = node_property(r->root, seats_id);
    const Value *name = seats ? seats->values : NULL;
    Error ignored;
    for (Seat seat = SEAT_FIRST; seat <= SEAT_SECOND && name; seat++, name = name->next)
        terminal_session_set_player(s, seat, name->text, &ignored);
}

bool terminal_session_resume_file(TerminalSession *s, const char *path, Error *err) {
    SavedGame file = {0};
    if (!saved_game_resume(&file, path, err))
        return false;
    Record *r = record_load(file.path, &format_sgf, &(ReadOptions){0}, err);
    if (!r || !continue_record(s, file.path, r, saved_game_current_node(r), err)) {
        saved_game_close(&file);
        return false;
    }
    seat_players(s, r);
    record_set_value(r, r->root, seats_id, NULL);
    s->saved_game = file;
    s->unsaved = true;
    return true;
}

bool terminal_session_resume(TerminalSession *s, int number, Error *err) {
    GameList saved = terminal_session_list_saved(s);
    bool ok = false;
    if (saved.count == 0)
        error_set(err, "there is no unfinished game");
    else if (number > saved.count)
        error_set(err, "there is no game %d; resume list shows the unfinished ones", number);
    else
        ok = terminal_session_resume_file(s, saved.games[number - 1].path, err);
    game_list_clear(&saved);
    return ok;
}

// ---- List of games

void game_list_clear(GameList *l) {
    for (int i = 0; i < l->count; i++) {
        mem_free(l->games[i].text);
        mem_free(l->games[i].path);
    }
    mem_free(l->games);
    l->games = NULL;
    l->count = 0;
}

// Adds copies of the text and the path, unless a word of the search is missing. Releases the text.
static void list_game(GameList *l, Str *text, ListedGame game) {
    if (text_has_words(str_text(text), str_text(&l->search))) {
        game.text = mem_copy_text(str_text(text));
        game.path = mem_copy_text(game.path);
        l->games = mem_resize(l->games, (size_t)(l->count + 1) * sizeof *l->games);
        l->games[l->count++] = game;
    }
    str_release(text);
}

static void add_saved(const TerminalSession *s, GameList *l) {
    SavedGameList saved =
        s->saved_games_folder ? saved_games_list(s->saved_games_folder) : (SavedGameList){0};
    for (int i = 0; i < saved.count; i++) {
        Str line = {0};
        bool readable = message_add_saved_game(&saved.games[i], &line);
        list_game(
            l, &line,
            (ListedGame){.path = saved.games[i].path, .unfinished = true, .unreadable = !readable});
    }
    saved_games_release(&saved);
}

GameList terminal_session_list_saved(const TerminalSession *s) {
    GameList l = {0};
    add_saved(s, &l);
    return l;
}

// Shows our players in words: "level 3".
static void format_finished(const GameHistoryEntry *game, Str *out) {
    ScopedStr black = {0}, white = {0};
    opponent_format(game->black, &black);
    opponent_format(game->white, &white);
    GameHistoryEntry shown = *game;
    shown.black = black.len > 0 ? black.data : game->black;
    shown.white = white.len > 0 ? white.data : game->white;
    game_history_entry_format(&shown, out);
}

static void add_finished(TerminalSession *s) {
    GameList *l = &s->games;
    GameHistory finished =
        s->history_folder ? game_history_list(s->history_folder) : (GameHistory){0};
    for (int i = 0; i < finished.count; i++) {
        Str line = {0};
        format_finished(&finished.games[i], &line);
        list_game(l, &line, (ListedGame){.path = finished.games[i].path});
    }
    game_history_release(&finished);
}

void terminal_session_list_games(TerminalSession *s) {
    game_list_clear(&s->games);
    s->games.selected = 0;
    add_saved(s, &s->games);
    add_finished(s);
}
