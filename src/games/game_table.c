#include "games/game_table.h"

#include "base/mem.h"

#include <string.h>

static size_t bucket_of(const GameTable *table, const char *id) {
    uint64_t hash =
        1469598103934665603u; // FNV-1a; ids are random, so clients cannot force collisions
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 1099511628211u;
    return (size_t)(hash % (uint64_t)table->bucket_count);
}

// ---- By player

static SeatLink **bucket_of_user(const GameTable *table, UserId user) {
    return &table->users[(uint64_t)user % (uint64_t)table->bucket_count];
}

static void link_seat(GameTable *table, GameEntry *entry, int seat) {
    SeatLink *s = &entry->seats[seat], **first = bucket_of_user(table, entry->row.seats[seat]);
    *s = (SeatLink){*first, first, entry, entry->row.seats[seat]};
    if (s->next)
        s->next->link = &s->next;
    *first = s;
}

static void unlink_seat(GameEntry *entry, int seat) {
    SeatLink *s = &entry->seats[seat];
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
}

void game_table_update_seats(GameTable *table, GameEntry *entry) {
    for (int seat = 0; seat < 2; seat++)
        if (entry->seats[seat].user != entry->row.seats[seat]) {
            unlink_seat(entry, seat);
            link_seat(table, entry, seat);
        }
}

// ---- By id

static void insert(GameTable *table, GameEntry *entry) {
    size_t b = bucket_of(table, entry->row.id.text);
    entry->next = table->buckets[b];
    table->buckets[b] = entry;
    for (int seat = 0; seat < 2; seat++)
        link_seat(table, entry, seat);
}

static void grow(GameTable *table) {
    GameTable larger = {.bucket_count = table->bucket_count ? 2 * table->bucket_count : 64};
    larger.buckets = mem_alloc((size_t)larger.bucket_count * sizeof *larger.buckets);
    larger.users = mem_alloc((size_t)larger.bucket_count * sizeof *larger.users);
    for (int i = 0; i < table->bucket_count; i++)
        for (GameEntry *entry = table->buckets[i], *next; entry; entry = next) {
            next = entry->next;
            insert(&larger, entry);
        }
    mem_free(table->buckets);
    mem_free(table->users);
    table->buckets = larger.buckets;
    table->users = larger.users;
    table->bucket_count = larger.bucket_count;
}

GameEntry *game_table_find(const GameTable *table, const char *id) {
    GameEntry *entry = table->bucket_count ? table->buckets[bucket_of(table, id)] : NULL;
    while (entry && strcmp(entry->row.id.text, id) != 0)
        entry = entry->next;
    return entry;
}

GameEntry *game_table_add(GameTable *table, const GameRow *row) {
    if (table->count >= table->bucket_count)
        grow(table);
    GameEntry *entry = mem_alloc(sizeof *entry);
    entry->row = *row;
    entry->stored_state = row->state;
    entry->heard_version = row->version;
    entry->heard_seq = row->seq;
    entry->heard_ply = row->ply;
    entry->heard_line = row->line;
    entry->deadline = entry->away_since[0] = entry->away_since[1] = INT64_MAX;
    insert(table, entry);
    table->count++;
    return entry;
}

void game_table_remove(GameTable *table, GameEntry *entry) {
    GameEntry **at = &table->buckets[bucket_of(table, entry->row.id.text)];
    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    for (int seat = 0; seat < 2; seat++)
        unlink_seat(entry, seat);
    table->count--;
    mem_free(entry->session);
    mem_free(entry);
}

void game_table_release(GameTable *table) {
    for (int i = 0; i < table->bucket_count; i++)
        for (GameEntry *entry = table->buckets[i], *next; entry; entry = next) {
            next = entry->next;
            mem_free(entry->session);
            mem_free(entry);
        }
    mem_free(table->buckets);
    mem_free(table->users);
    *table = (GameTable){0};
}

GameTableIterator game_table_iterate(const GameTable *table) {
    return (GameTableIterator){.table = table, .bucket = -1};
}

GameTableIterator game_table_iterate_user(const GameTable *table, UserId user) {
    return (GameTableIterator){.table = table,
                               .of_user = true,
                               .user = user,
                               .link = table->bucket_count ? *bucket_of_user(table, user) : NULL};
}

// A game whose seats are both the user's is in its list twice.
static bool is_first_link(const SeatLink *s, UserId user) {
    return s->user == user && (s == &s->entry->seats[0] || s->entry->seats[0].user != user);
}

static GameEntry *next_of_user(GameTableIterator *iterator) {
    while (iterator->link) {
        const SeatLink *s = iterator->link;
        iterator->link = s->next;
        if (is_first_link(s, iterator->user))
            return s->entry;
    }
    return NULL;
}

GameEntry *game_table_next(GameTableIterator *iterator) {
    if (iterator->of_user)
        return next_of_user(iterator);
    if (iterator->at)
        iterator->at = iterator->at->next;
    while (!iterator->at && ++iterator->bucket < iterator->table->bucket_count)
        iterator->at = iterator->table->buckets[iterator->bucket];
    return iterator->at;
}

// ---- Sessions as rows

static const char declined[] = "declined";

bool game_row_is_declined(const GameRow *row) {
    return row->state == GAME_ABORTED && !strcmp(row->reason, declined);
}

static bool options_of(const GameRow *row, SessionOptions *out, Error *err) {
    *out = (SessionOptions){
        .game = {.rules = rules_find(row->rules, err),
                 .opening = opening_rule_find(row->opening, err),
                 .size = row->size},
        .mist = row->mist,
        .rated = row->rated,
        .tries_per_turn = MIST_TRIES_PER_TURN,
        .players_may_leave = true,
        .players = {row->seats[0], row->seats[1]},
    };
    return out->game.rules && out->game.opening &&
           time_control_parse(row->time, &out->game.time, err);
}

static void load_state(GameSession *session, const GameRow *row) {
    session->state = row->state;
    session->declined = game_row_is_declined(row);
    session->started = row->started;
    session->ended = row->ended;
    session->turn_began = row->turn_began;
    session->uncharged_ms[game_seat(&session->game)] = row->last_turn_ms;
    session->seq = row->seq;
    session->line = row->line;
    session->draw_offer = row->draw_offer;
    session->takeback_offer = row->takeback_offer;
    session->takeback_plies = row->takeback_plies;
    session->rematch = row->rematch;
}

bool session_from_row(GameSession *session, const GameRow *row, const MoveRow *moves, int count,
                      Error *err) {
    SessionOptions options;
    if (!options_of(row, &options, err))
        return false;
    session_init(session, &options, (Timestamp){0});
    for (int i = 0; i < count; i++) {
        Point p;
        if (!move_parse(moves[i].text, row->size, &p, err) ||
            game_play(&session->game, p) != PLAY_OK)
            return error_set(err, "game %s: move %d, %s, is illegal", row->id.text, i + 1,
                             moves[i].text);
        if (moves[i].ms >= 0)
            game_set_move_time(&session->game, moves[i].ms);
    }
    if (row->state == GAME_OVER) // an end that the moves do not show, such as a resignation
        game_end(&session->game, end_reason_parse(row->reason),
                 row->winner == SEAT_NONE ? EMPTY
                                          : game_color_of(&session->game, (Seat)(1 - row->winner)));
    load_state(session, row);
    return true;
}

bool session_add_move(GameSession *session, const GameRow *row, const MoveRow *move) {
    Point p;
    Error ignored = {0};
    Game *g = &session->game;
    if (g->count + 1 != row->ply || !move_parse(move->text, row->size, &p, &ignored) ||
        game_play(g, p) != PLAY_OK)
        return false;
    if (game_result(g).reason != END_NONE) {
        game_undo(g);
        g->redoable = 0;
        return false;
    }
    if (move->ms >= 0)
        game_set_move_time(g, move->ms);
    session->uncharged_ms[0] = session->uncharged_ms[1] = 0;
    session->overdue = false;
    load_state(session, row);
    return true;
}

void session_to_row(const GameSession *session, GameRow *row) {
    Result result = game_result(&session->game);
    row->state = session->state;
    row->seats[0] = session->players[0];
    row->seats[1] = session->players[1];
    row->started = session->started;
    row->ended = session->ended;
    row->turn_began = session->turn_began;
    row->last_turn_ms = session->uncharged_ms[game_seat(&session->game)];
    row->seq = session->seq;
    row->ply = session->game.count;
    row->line = session->line;
    row->draw_offer = session->draw_offer;
    row->takeback_offer = session->takeback_offer;
    row->takeback_plies = session->takeback_plies;
    row->rematch = session->rematch;
    bool over = session->state == GAME_OVER;
    row->winner = session_winner(session);
    row->swapped = session->game.opening.swapped;
    snprintf(row->reason, sizeof row->reason, "%s",
             over                ? end_reason_word(result.reason)
             : session->declined ? declined
                                 : "");
}
