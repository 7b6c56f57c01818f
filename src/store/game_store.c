#include "store/game_store.h"

#include "store/statement.h"

static const char *text_or_null(const char *text) {
    return *text ? text : NULL;
}

static int64_t user_or_null(UserId user) {
    return user ? user : -1;
}

// Both statements that write a game number their parameters by the columns of GAME_COLUMNS.
static void bind_game(sqlite3_stmt *stmt, const GameRow *g) {
    bind_text(stmt, 1, g->id.text);
    bind_number(stmt, 2, g->state);
    bind_optional(stmt, 12, user_or_null(g->seats[0]));
    bind_optional(stmt, 13, user_or_null(g->seats[1]));
    bind_optional(stmt, 15, g->started);
    bind_optional(stmt, 16, g->ended);
    bind_number(stmt, 17, g->turn_began);
    bind_number(stmt, 18, g->seq);
    bind_number(stmt, 19, g->ply);
    bind_number(stmt, 20, g->line);
    bind_optional(stmt, 21, g->draw_offer);
    bind_optional(stmt, 22, g->takeback_offer);
    bind_number(stmt, 23, g->takeback_plies);
    bind_number(stmt, 24, g->rematch);
    bind_optional(stmt, 25, g->winner);
    bind_text(stmt, 26, text_or_null(g->reason));
    bind_text(stmt, 27, text_or_null(g->next.text));
}

static bool add_seats(Store *s, const GameRow *g, Error *err) {
    for (int seat = 0; seat < 2; seat++) {
        if (!g->seats[seat])
            continue;
        sqlite3_stmt *stmt = statement_for_write(s, SQL_SEAT_ADD);
        bind_number(stmt, 1, g->seats[seat]);
        bind_number(stmt, 2, g->created);
        bind_text(stmt, 3, g->id.text);
        if (!statement_run(s, stmt, err))
            return false;
    }
    return true;
}

bool game_store_add(Store *s, const GameRow *g, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_GAME_ADD);
    bind_game(stmt, g);
    bind_text(stmt, 3, g->rules);
    bind_number(stmt, 4, g->size);
    bind_text(stmt, 5, g->opening);
    bind_text(stmt, 6, g->time);
    bind_number(stmt, 7, g->mist);
    bind_number(stmt, 8, g->rated);
    bind_number(stmt, 9, g->chat);
    bind_text(stmt, 10, g->opponent);
    bind_number(stmt, 11, g->owner);
    bind_number(stmt, 14, g->created);
    bind_text(stmt, 28, text_or_null(g->key));
    return statement_run(s, stmt, err) && add_seats(s, g, err);
}

bool game_store_update(Store *s, const GameRow *g, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_GAME_UPDATE);
    bind_game(stmt, g);
    if (!statement_run(s, stmt, err))
        return false;
    // A seat can be taken only before the first move.
    return g->ply > 0 || add_seats(s, g, err);
}

bool game_store_update_after_move(Store *s, const GameRow *g, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_GAME_UPDATE_AFTER_MOVE);
    bind_text(stmt, 1, g->id.text);
    bind_number(stmt, 2, g->turn_began);
    bind_number(stmt, 3, g->seq);
    bind_number(stmt, 4, g->ply);
    bind_optional(stmt, 5, g->draw_offer);
    bind_optional(stmt, 6, g->takeback_offer);
    return statement_run(s, stmt, err);
}

static GameRow game_row(sqlite3_stmt *stmt) {
    GameRow g = {
        .state = (GameState)sqlite3_column_int(stmt, 1),
        .size = sqlite3_column_int(stmt, 3),
        .mist = sqlite3_column_int(stmt, 6) != 0,
        .rated = sqlite3_column_int(stmt, 7) != 0,
        .chat = sqlite3_column_int(stmt, 8) != 0,
        .owner = sqlite3_column_int64(stmt, 10),
        .seats = {sqlite3_column_int64(stmt, 11), sqlite3_column_int64(stmt, 12)},
        .created = sqlite3_column_int64(stmt, 13),
        .started = column_optional(stmt, 14),
        .ended = column_optional(stmt, 15),
        .turn_began = sqlite3_column_int64(stmt, 16),
        .seq = sqlite3_column_int(stmt, 17),
        .ply = sqlite3_column_int(stmt, 18),
        .line = sqlite3_column_int(stmt, 19),
        .draw_offer = (int)column_optional(stmt, 20),
        .takeback_offer = (int)column_optional(stmt, 21),
        .takeback_plies = sqlite3_column_int(stmt, 22),
        .rematch = sqlite3_column_int(stmt, 23),
        .winner = (int)column_optional(stmt, 24),
        .swapped = sqlite3_column_int(stmt, 28) != 0,
    };
    column_text(stmt, 0, g.id.text, sizeof g.id.text);
    column_text(stmt, 2, g.rules, sizeof g.rules);
    column_text(stmt, 4, g.opening, sizeof g.opening);
    column_text(stmt, 5, g.time, sizeof g.time);
    column_text(stmt, 9, g.opponent, sizeof g.opponent);
    column_text(stmt, 25, g.reason, sizeof g.reason);
    column_text(stmt, 26, g.next.text, sizeof g.next.text);
    column_text(stmt, 27, g.key, sizeof g.key);
    return g;
}

static bool find_game(Store *s, sqlite3_stmt *stmt, GameRow *out, Error *err) {
    bool found = statement_step(s, stmt, err);
    if (found) {
        *out = game_row(stmt);
        statement_reset(stmt);
    }
    return found;
}

bool game_store_find(Store *s, const char *id, GameRow *out, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_GAME_GET);
    bind_text(stmt, 1, id);
    return find_game(s, stmt, out, err);
}

bool game_store_find_by_key(Store *s, UserId owner, const char *key, GameRow *out, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_GAME_BY_KEY);
    bind_number(stmt, 1, owner);
    bind_text(stmt, 2, key);
    return find_game(s, stmt, out, err);
}

int64_t game_store_newest(Store *s, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_GAME_NEWEST);
    int64_t newest = 0;
    while (statement_step(s, stmt, err))
        newest = sqlite3_column_int64(stmt, 0);
    return newest;
}

void game_store_each_active(Store *s, GameRowVisitor *visit, void *context, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_GAMES_ACTIVE);
    while (statement_step(s, stmt, err)) {
        GameRow row = game_row(stmt);
        visit(context, &row);
    }
}

void game_store_search(Store *s, const GameQuery *query, GameRowVisitor *visit, void *context,
                       Error *err) {
    sqlite3_stmt *stmt = statement(s, query->player ? SQL_GAMES_OF_PLAYER : SQL_GAMES_SEARCH);
    bind_text(stmt, 1, query->rules);
    bind_optional(stmt, 2, query->state);
    bind_optional(stmt, 3, query->mist);
    bind_number(stmt, 4, query->before);
    bind_number(stmt, 5, query->limit);
    bind_number(stmt, 6, query->asker);
    if (query->player) {
        bind_number(stmt, 7, query->player);
        bind_optional(stmt, 8, user_or_null(query->opponent));
        bind_optional(stmt, 9, query->result);
    }
    while (statement_step(s, stmt, err)) {
        GameRow row = game_row(stmt);
        visit(context, &row);
    }
}

// ---- Moves

bool game_store_add_move(Store *s, const GameId *game, int ply, const MoveRow *move, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_MOVE_ADD);
    bind_text(stmt, 1, game->text);
    bind_number(stmt, 2, ply);
    bind_text(stmt, 3, move->text);
    bind_number(stmt, 4, move->ms);
    return statement_run(s, stmt, err);
}

bool game_store_delete_moves_from(Store *s, const GameId *game, int ply, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_MOVES_DELETE_FROM);
    bind_text(stmt, 1, game->text);
    bind_number(stmt, 2, ply);
    return statement_run(s, stmt, err);
}

int game_store_moves(Store *s, const GameId *game, MoveRow *out, int max, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_MOVES);
    bind_text(stmt, 1, game->text);
    int n = 0;
    while (statement_step(s, stmt, err)) {
        if (n == max)
            continue;
        column_text(stmt, 0, out[n].text, sizeof out[n].text);
        out[n++].ms = sqlite3_column_int(stmt, 1);
    }
    return n;
}

// ---- Tries

bool game_store_add_try(Store *s, const GameId *game, const MistTry *row, int n, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_TRY_ADD);
    bind_text(stmt, 1, game->text);
    bind_number(stmt, 2, row->ply);
    bind_number(stmt, 3, n);
    bind_text(stmt, 4, row->text);
    return statement_run(s, stmt, err);
}

int game_store_tries(Store *s, const GameId *game, MistTry *out, int max, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_TRIES);
    bind_text(stmt, 1, game->text);
    bind_number(stmt, 2, max);
    int n = 0;
    for (; statement_step(s, stmt, err); n++) {
        out[n].ply = sqlite3_column_int(stmt, 0);
        column_text(stmt, 1, out[n].text, sizeof out[n].text);
    }
    return n;
}

// ---- Absence

bool game_store_save_absence(Store *s, const GameId *game, const int64_t since[2], Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_ABSENCE_PUT);
    bind_text(stmt, 1, game->text);
    for (int seat = 0; seat < 2; seat++)
        bind_optional(stmt, 2 + seat, since[seat] == INT64_MAX ? -1 : since[seat]);
    return statement_run(s, stmt, err);
}

void game_store_absence(Store *s, const GameId *game, int64_t since[2], Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_ABSENCE_GET);
    bind_text(stmt, 1, game->text);
    bool found = statement_step(s, stmt, err);
    for (int seat = 0; seat < 2; seat++) {
        int64_t at = found ? column_optional(stmt, seat) : -1;
        since[seat] = at < 0 ? INT64_MAX : at;
    }
    statement_reset(stmt);
}

bool game_store_clean_up_absences(Store *s, Error *err) {
    return statement_run(s, statement_for_write(s, SQL_ABSENCES_CLEAN_UP), err);
}

// ---- Chat

static ChatRow chat_row(sqlite3_stmt *stmt) {
    ChatRow row = {
        .n = sqlite3_column_int(stmt, 0),
        .user = sqlite3_column_int64(stmt, 1),
        .at = sqlite3_column_int64(stmt, 3),
    };
    column_text(stmt, 2, row.text, sizeof row.text);
    return row;
}

static bool find_chat(Store *s, const GameId *game, UserId user, const char *key, ChatRow *out,
                      Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_CHAT_BY_KEY);
    bind_text(stmt, 1, game->text);
    bind_number(stmt, 2, user);
    bind_text(stmt, 3, key);
    if (!statement_step(s, stmt, err))
        return false;
    *out = chat_row(stmt);
    statement_reset(stmt);
    return true;
}

static int last_chat(Store *s, const GameId *game, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_CHAT_LAST);
    bind_text(stmt, 1, game->text);
    int n = 0;
    while (statement_step(s, stmt, err))
        n = sqlite3_column_int(stmt, 0);
    return n;
}

bool game_store_add_chat(Store *s, const GameId *game, ChatRow *row, const char *key,
                         bool *repeated, Error *err) {
    *repeated = key && find_chat(s, game, row->user, key, row, err);
    if (*repeated)
        return true;
    row->n = last_chat(s, game, err) + 1;
    sqlite3_stmt *stmt = statement_for_write(s, SQL_CHAT_ADD);
    bind_text(stmt, 1, game->text);
    bind_number(stmt, 2, row->n);
    bind_number(stmt, 3, row->user);
    bind_text(stmt, 4, row->text);
    bind_number(stmt, 5, row->at);
    bind_text(stmt, 6, key);
    return statement_run(s, stmt, err);
}

int game_store_chat(Store *s, const GameId *game, ChatRow *out, int max, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_CHAT);
    bind_text(stmt, 1, game->text);
    bind_number(stmt, 2, max);
    int n = 0;
    while (statement_step(s, stmt, err))
        out[n++] = chat_row(stmt);
    return n;
}
