// Moves of the levels: makes the worker command for a game in which a level is to move, and plays
// the worker's answer.
#include "games/registry_internal.h"

#include "base/mem.h"
#include "core/notation.h"

#include <string.h>

// In the mist a level thinks again after each hit. What it has used of this turn, with the time it
// waited for a worker, is off its clock.
static int64_t thinking_time(const GameSession *session, const LevelInfo *level, Timestamp now) {
    const Game *g = &session->game;
    MoveTime limit = timer_move_time(&g->time, &g->timers[game_seat(g)]);
    int64_t left = limit.most_ms - session_elapsed_ms(session, now), ms = level->ms;
    if (limit.usual_ms > 0 && limit.usual_ms < ms)
        ms = limit.usual_ms;
    ms /= 1 + session->tries_this_turn;
    if (limit.most_ms > 0 && left < ms)
        ms = left;
    return ms > 0 ? ms : 1;
}

static void add_moves(const GameSession *session, Str *out) {
    for (int i = 0; i < session->game.count; i++)
        str_add(out, " %s", move_text(session->game.moves[i].point, session->game.board.size).text);
}

bool registry_move_job(GameRegistry *registry, const char *game, MoveJob *out) {
    Error ignored = {0};
    const GameEntry *entry = registry_open_game(registry, game, &ignored);
    int seat = entry ? session_turn(entry->session) : 0;
    int level = entry ? registry_level_at(registry, &entry->row, seat) : 0;
    if (!level)
        return false;
    const GameSession *session = entry->session;
    *out = (MoveJob){
        .game = entry->row.id,
        .at = {session->game.count, session->line},
        .tries = session->tries_this_turn,
        .opponent = entry->row.seats[1 - seat],
        .ms = thinking_time(session, level_info(level), registry->now),
    };
    const char *player = level_info(level)->player;
    if (session->mist) {
        MistHistory history;
        session_mist_history(session, session_turn(session), &history);
        str_add(&out->text, "mist %s %lld %d ", player, (long long)out->ms,
                session->tries_per_turn);
        mist_history_format(&history, &out->text);
    } else {
        str_add(&out->text, "think %s %lld %s %d %s", player, (long long)out->ms, entry->row.rules,
                entry->row.size, entry->row.opening);
        add_moves(session, &out->text);
    }
    return true;
}

// The game of a job; NULL if the game has changed since.
static GameEntry *game_waiting_for(GameRegistry *registry, const MoveJob *job) {
    Error ignored = {0};
    GameEntry *entry = registry_open_game(registry, job->game.text, &ignored);
    if (!entry || entry->session->game.count != job->at.ply || entry->row.line != job->at.line ||
        entry->session->tries_this_turn != job->tries)
        return NULL;
    return registry_level_at(registry, &entry->row, session_turn(entry->session)) ? entry : NULL;
}

bool registry_finish_move_job(GameRegistry *registry, const MoveJob *job, const char *move) {
    GameEntry *entry = game_waiting_for(registry, job);
    if (!entry)
        return true; // too late: no longer needed
    Error ignored = {0};
    GameAction play = {.kind = GAME_ACTION_PLAY, .at = job->at, .move = move};
    int seq = entry->session->seq, tries = entry->session->try_count;
    registry_act(registry, entry, session_turn(entry->session), &play, &ignored);
    // The move was made, or the flag had fallen; or the level hit a hidden stone and tries again.
    return entry->session->seq != seq || entry->session->try_count != tries;
}

void registry_fail_move_job(GameRegistry *registry, const MoveJob *job) {
    GameEntry *entry = game_waiting_for(registry, job);
    if (!entry)
        return;
    session_end(entry->session, END_CRASH, session_turn(entry->session), registry->now);
    registry_save_state(registry, entry);
}

// The instance that has changed a game last asks for the level's move, once. If it is gone, the
// leader does.
static bool is_responsible(const GameRegistry *registry, GameEntry *entry) {
    const Store *store = registry->store;
    if (!store_is_shared(store))
        return true;
    bool is_own = entry->row.writer == store_instance(store);
    bool is_due =
        entry->level_version != entry->row.version &&
        (is_own || (store_is_leader(store) && !store_instance_is_alive(store, entry->row.writer)));
    if (is_due)
        entry->level_version = entry->row.version;
    return is_due;
}

void registry_each_level_to_move(GameRegistry *registry, GameIdVisitor *visit, void *context) {
    int count = 0;
    GameId *ids = mem_alloc(((size_t)registry->games.count + 1) * sizeof *ids);
    GameTableIterator it = game_table_iterate(&registry->games);
    for (GameEntry *entry; (entry = game_table_next(&it));)
        if (entry->row.state == GAME_PLAYING &&
            (registry_level_at(registry, &entry->row, 0) ||
             registry_level_at(registry, &entry->row, 1)) &&
            is_responsible(registry, entry))
            ids[count++] = entry->row.id;
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        const GameEntry *entry = registry_open_game(registry, ids[i].text, &ignored);
        if (entry && registry_level_at(registry, &entry->row, session_turn(entry->session)))
            visit(context, &ids[i]);
    }
    mem_free(ids);
}
