#include "store/game_store.h"

#include "store/statement.h"

static const char *text_or_null(const char *text) {
    return *text ? text : NULL;
}

static int64_t user_or_null(UserId user) {
    return user ? user : -1;
}

// Both statements that write a game number their parameters by the columns of GAME_COLUMNS.
static bool write_game(Store *s, SqlId id, const GameRow *g, Error *err) {
    return statement_write(
        s, id,
        VALUES(sql_text(g->id.text), sql_number(g->state), sql_text(g->rules), sql_number(g->size),
               sql_text(g->opening), sql_text(g->time), sql_number(g->mist), sql_number(g->rated),
               sql_number(g->chat), sql_text(g->opponent), sql_number(g->owner),
               sql_optional(user_or_null(g->seats[0])), sql_optional(user_or_null(g->seats[1])),
               sql_number(g->created), sql_optional(g->started), sql_optional(g->ended),
               sql_number(g->turn_began), sql_number(g->seq), sql_number(g->ply),
               sql_number(g->line), sql_optional(g->draw_offer), sql_optional(g->takeback_offer),
               sql_number(g->takeback_plies), sql_number(g->rematch), sql_optional(g->winner),
               sql_text(text_or_null(g->reason)), sql_text(text_or_null(g->next.text)),
               sql_text(text_or_null(g->key)), sql_number(g->last_turn_ms), sql_number(g->version),
               sql_number(g->writer)),
        err);
}

static bool add_seats(Store *s, const GameRow *g, Error *err) {
    for (int seat = 0; seat < 2; seat++)
        if (g->seats[seat] && !statement_write(s, SQL_SEAT_ADD,
                                               VALUES(sql_number(g->seats[seat]),
                                                      sql_number(g->created), sql_text(g->id.text)),
                                               err))
            return false;
    return true;
}

bool game_store_add(Store *s, const GameRow *g, Error *err) {
    return write_game(s, SQL_GAME_ADD, g, err) && add_seats(s, g, err);
}

// A seat can be taken only before the first move.
bool game_store_update(Store *s, const GameRow *g, Error *err) {
    return write_game(s, SQL_GAME_UPDATE, g, err) && (g->ply > 0 || add_seats(s, g, err));
}

bool game_store_update_after_move(Store *s, const GameRow *g, Error *err) {
    return statement_write(s, SQL_GAME_UPDATE_AFTER_MOVE,
                           VALUES(sql_text(g->id.text), sql_number(g->turn_began),
                                  sql_number(g->seq), sql_number(g->ply),
                                  sql_optional(g->draw_offer), sql_optional(g->takeback_offer),
                                  sql_number(g->version), sql_number(g->writer)),
                           err);
}

bool game_store_set_opponent(Store *s, const GameId *id, const char *opponent, Error *err) {
    return statement_write(s, SQL_GAME_SET_OPPONENT, VALUES(sql_text(id->text), sql_text(opponent)),
                           err);
}

static GameRow game_row(Statement *stmt) {
    GameRow g = {
        .state = (GameState)column_int(stmt, 1),
        .size = column_int(stmt, 3),
        .mist = column_int(stmt, 6) != 0,
        .rated = column_int(stmt, 7) != 0,
        .chat = column_int(stmt, 8) != 0,
        .owner = column_number(stmt, 10),
        .seats = {column_number(stmt, 11), column_number(stmt, 12)},
        .created = column_number(stmt, 13),
        .started = column_optional(stmt, 14),
        .ended = column_optional(stmt, 15),
        .turn_began = column_number(stmt, 16),
        .seq = column_int(stmt, 17),
        .ply = column_int(stmt, 18),
        .line = column_int(stmt, 19),
        .draw_offer = (int)column_optional(stmt, 20),
        .takeback_offer = (int)column_optional(stmt, 21),
        .takeback_plies = column_int(stmt, 22),
        .rematch = column_int(stmt, 23),
        .winner = (int)column_optional(stmt, 24),
        .last_turn_ms = column_number(stmt, 28),
        .version = column_number(stmt, 29),
        .writer = column_number(stmt, 30),
        .swapped = column_int(stmt, 31) != 0,
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

static bool find_game(Statement *stmt, GameRow *out, Error *err) {
    bool found = statement_step(stmt, err);
    if (found) {
        *out = game_row(stmt);
        statement_reset(stmt);
    }
    return found;
}

bool game_store_find(Store *s, const char *id, GameRow *out, Error *err) {
    Statement *stmt = statement_read(s, SQL_GAME_GET, VALUES(sql_text(id)));
    return find_game(stmt, out, err);
}

bool game_store_find_by_key(Store *s, UserId owner, const char *key, GameRow *out, Error *err) {
    Statement *stmt = statement_read(s, SQL_GAME_BY_KEY, VALUES(sql_number(owner), sql_text(key)));
    return find_game(stmt, out, err);
}

void game_store_lock(Store *s, const char *ids, GameVersionVisitor *visit, void *context,
                     Error *err) {
    Statement *stmt = statement_read(s, SQL_GAMES_LOCK, VALUES(sql_text(ids)));
    while (statement_step(stmt, err))
        visit(context, column_string(stmt, 0), column_number(stmt, 1));
}

void game_store_versions(Store *s, const char *ids, GameVersionVisitor *visit, void *context,
                         Error *err) {
    Statement *stmt = statement_read(s, SQL_GAME_VERSIONS, VALUES(sql_text(ids)));
    while (statement_step(stmt, err))
        visit(context, column_string(stmt, 0), column_number(stmt, 1));
}

int64_t game_store_version(Store *s, const char *id, Error *err) {
    Statement *stmt = statement_read(s, SQL_GAME_VERSION, VALUES(sql_text(id)));
    int64_t version = -1;
    while (statement_step(stmt, err))
        version = column_number(stmt, 0);
    return version;
}

int64_t game_store_newest(Store *s, Error *err) {
    Statement *stmt = statement_read(s, SQL_GAME_NEWEST, NULL);
    int64_t newest = 0;
    while (statement_step(stmt, err))
        newest = column_number(stmt, 0);
    return newest;
}

void game_store_each_active(Store *s, GameRowVisitor *visit, void *context, Error *err) {
    Statement *stmt = statement_read(s, SQL_GAMES_ACTIVE, NULL);
    while (statement_step(stmt, err)) {
        GameRow row = game_row(stmt);
        visit(context, &row);
    }
}

static int64_t scan_end(Store *s, const GameQuery *query, Error *err) {
    Statement *stmt = statement_read(
        s, SQL_PLAYER_SCAN_END,
        VALUES(sql_number(query->player), sql_number(query->before), sql_number(SCAN_MAX)));
    int64_t created = 0;
    while (statement_step(stmt, err))
        created = column_number(stmt, 0);
    return created;
}

int64_t game_store_search(Store *s, const GameQuery *query, GameRowVisitor *visit, void *context,
                          Error *err) {
    bool all_kinds = !query->rules && query->state < 0 && query->mist < 0;
    SqlId id = query->player ? SQL_GAMES_OF_PLAYER
               : all_kinds   ? SQL_GAMES_NEWEST
                             : SQL_GAMES_SEARCH;
    int found = 0;
    Statement *stmt = statement_read(
        s, id,
        VALUES(sql_text(query->rules), sql_optional(query->state), sql_optional(query->mist),
               sql_number(query->before), sql_number(query->limit), sql_number(query->asker),
               sql_number(query->player), sql_optional(user_or_null(query->opponent)),
               sql_optional(query->result), sql_number(SCAN_MAX)));
    for (; statement_step(stmt, err); found++) {
        GameRow row = game_row(stmt);
        visit(context, &row);
    }
    return query->player && found < query->limit ? scan_end(s, query, err) : 0;
}

// ---- Moves

bool game_store_add_move(Store *s, const GameId *game, int ply, const MoveRow *move, Error *err) {
    return statement_write(
        s, SQL_MOVE_ADD,
        VALUES(sql_text(game->text), sql_number(ply), sql_text(move->text), sql_number(move->ms)),
        err);
}

bool game_store_delete_moves_from(Store *s, const GameId *game, int ply, Error *err) {
    return statement_write(s, SQL_MOVES_DELETE_FROM, VALUES(sql_text(game->text), sql_number(ply)),
                           err);
}

int game_store_moves(Store *s, const GameId *game, MoveRow *out, int max, Error *err) {
    Statement *stmt = statement_read(s, SQL_MOVES, VALUES(sql_text(game->text)));
    int n = 0;
    while (statement_step(stmt, err)) {
        if (n == max)
            continue;
        column_text(stmt, 0, out[n].text, sizeof out[n].text);
        out[n++].ms = column_int(stmt, 1);
    }
    return n;
}

bool game_store_moves_of(Store *s, const char *games, MoveVisitor *visit, void *context,
                         Error *err) {
    Statement *stmt = statement_read(s, SQL_MOVES_OF_GAMES, VALUES(sql_text(games)));
    while (statement_step(stmt, err)) {
        MoveRow move = {.ms = column_int(stmt, 2)};
        column_text(stmt, 1, move.text, sizeof move.text);
        visit(context, column_string(stmt, 0), &move);
    }
    return !*err->text;
}

// ---- Tries

bool game_store_add_try(Store *s, const GameId *game, const MistTry *row, int n, Error *err) {
    return statement_write(
        s, SQL_TRY_ADD,
        VALUES(sql_text(game->text), sql_number(row->ply), sql_number(n), sql_text(row->text)),
        err);
}

int game_store_tries(Store *s, const GameId *game, MistTry *out, int max, Error *err) {
    Statement *stmt = statement_read(s, SQL_TRIES, VALUES(sql_text(game->text), sql_number(max)));
    int n = 0;
    for (; statement_step(stmt, err); n++) {
        out[n].ply = column_int(stmt, 0);
        column_text(stmt, 1, out[n].text, sizeof out[n].text);
    }
    return n;
}

bool game_store_tries_of(Store *s, const char *games, TryVisitor *visit, void *context,
                         Error *err) {
    Statement *stmt = statement_read(s, SQL_TRIES_OF_GAMES, VALUES(sql_text(games)));
    while (statement_step(stmt, err)) {
        MistTry row = {.ply = column_int(stmt, 1)};
        column_text(stmt, 2, row.text, sizeof row.text);
        visit(context, column_string(stmt, 0), &row);
    }
    return !*err->text;
}

// ---- Absence

static int64_t null_if_never(int64_t since) {
    return since == INT64_MAX ? -1 : since;
}

bool game_store_save_absence(Store *s, const GameId *game, const int64_t since[2], Error *err) {
    return statement_write(s, SQL_ABSENCE_PUT,
                           VALUES(sql_text(game->text), sql_optional(null_if_never(since[0])),
                                  sql_optional(null_if_never(since[1]))),
                           err);
}

void game_store_absence(Store *s, const GameId *game, int64_t since[2], Error *err) {
    Statement *stmt = statement_read(s, SQL_ABSENCE_GET, VALUES(sql_text(game->text)));
    bool found = statement_step(stmt, err);
    for (int seat = 0; seat < 2; seat++) {
        int64_t at = found ? column_optional(stmt, seat) : -1;
        since[seat] = at < 0 ? INT64_MAX : at;
    }
    statement_reset(stmt);
}

bool game_store_clean_up_absences(Store *s, Error *err) {
    return statement_write(s, SQL_ABSENCES_CLEAN_UP, NULL, err);
}

// ---- Chat

static ChatRow chat_row(Statement *stmt) {
    ChatRow row = {
        .n = column_int(stmt, 0),
        .user = column_number(stmt, 1),
        .at = column_number(stmt, 3),
    };
    column_text(stmt, 2, row.text, sizeof row.text);
    return row;
}

static bool find_chat(Store *s, const GameId *game, UserId user, const char *key, ChatRow *out,
                      Error *err) {
    Statement *stmt = statement_read(s, SQL_CHAT_BY_KEY,
                                     VALUES(sql_text(game->text), sql_number(user), sql_text(key)));
    if (!statement_step(stmt, err))
        return false;
    *out = chat_row(stmt);
    statement_reset(stmt);
    return true;
}

static int last_chat(Store *s, const GameId *game, Error *err) {
    Statement *stmt = statement_read(s, SQL_CHAT_LAST, VALUES(sql_text(game->text)));
    int n = 0;
    while (statement_step(stmt, err))
        n = column_int(stmt, 0);
    return n;
}

bool game_store_add_chat(Store *s, const GameId *game, ChatRow *row, const char *key,
                         bool *repeated, Error *err) {
    store_lock_round(s); // nobody else takes the number
    *repeated = key && find_chat(s, game, row->user, key, row, err);
    if (*repeated)
        return true;
    row->n = last_chat(s, game, err) + 1;
    return statement_write(s, SQL_CHAT_ADD,
                           VALUES(sql_text(game->text), sql_number(row->n), sql_number(row->user),
                                  sql_text(row->text), sql_number(row->at), sql_text(key)),
                           err);
}

bool game_store_chat_line(Store *s, const GameId *game, int n, ChatRow *out, Error *err) {
    Statement *stmt = statement_read(s, SQL_CHAT_LINE, VALUES(sql_text(game->text), sql_number(n)));
    if (!statement_step(stmt, err))
        return false;
    *out = chat_row(stmt);
    statement_reset(stmt);
    return true;
}

int game_store_chat(Store *s, const GameId *game, ChatRow *out, int max, Error *err) {
    Statement *stmt = statement_read(s, SQL_CHAT, VALUES(sql_text(game->text), sql_number(max)));
    int n = 0;
    while (statement_step(stmt, err))
        out[n++] = chat_row(stmt);
    return n;
}

// ---- Study rooms

bool study_store_find(Store *s, const char *game, StudyRow *out, Str *tree, Error *err) {
    Statement *stmt = statement_read(s, SQL_STUDY_GET, VALUES(sql_text(game)));
    if (!statement_step(stmt, err))
        return false;
    *out = (StudyRow){.version = column_number(stmt, 0), .leader = column_number(stmt, 1)};
    str_add_text(tree, column_string(stmt, 2));
    statement_reset(stmt);
    return true;
}

int64_t study_store_version(Store *s, const char *game, Error *err) {
    Statement *stmt = statement_read(s, SQL_STUDY_VERSION, VALUES(sql_text(game)));
    int64_t version = 0;
    while (statement_step(stmt, err))
        version = column_number(stmt, 0);
    return version;
}

bool study_store_put(Store *s, const char *game, const StudyRow *row, int64_t before,
                     const char *tree, int64_t now, Error *err) {
    store_begin(s);
    store_lock_round(s);
    if (s->has_failed) { // the transaction may have ended: this would be committed on its own
        *err = s->error;
        return false;
    }
    Statement *stmt =
        statement_read(s, SQL_STUDY_PUT,
                       VALUES(sql_text(game), sql_number(row->version), sql_number(before),
                              sql_number(row->leader), sql_number(now), sql_text(tree)));
    bool is_written = false;
    while (statement_step(stmt, err))
        is_written = true;
    return is_written;
}

bool study_store_use(Store *s, const char *game, int64_t now, Error *err) {
    return statement_write(s, SQL_STUDY_USED, VALUES(sql_text(game), sql_number(now)), err);
}

bool study_store_delete_unused(Store *s, int64_t before, Error *err) {
    return statement_write(s, SQL_STUDIES_DELETE_UNUSED, VALUES(sql_number(before)), err);
}
