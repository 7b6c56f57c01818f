// Moves of the levels: makes the worker command for a game in which a level is to move, and plays
// the worker's answer.
#include "games/registry_internal.h"

#include "base/mem.h"
#include "core/mist.h"
#include "core/notation.h"

#include <string.h>

static int64_t thinking_time(const GameSession *session, const LevelInfo *level) {
    const Game *g = &session->game;
    int64_t share = timer_move_time(&g->time, &g->timers[game_seat(g)]).usual_ms;
    return share > 0 && share < level->ms ? share : level->ms;
}

static void add_moves(const GameSession *session, Str *out) {
    for (int i = 0; i < session->game.count; i++)
        str_add(out, " %s", move_text(session->game.moves[i].point, session->game.board.size).text);
}

static void add_view(const Board *b, Point center, Str *out) {
    MistView view = mist_view(b, center);
    str_add(out, " %s:", move_text(center, MIST_BOARD_SIZE).text);
    for (int i = 0; i < MIST_CELLS; i++)
        str_add_char(out, ".#ox"[view.cells[i]]);
}

// Tries of older versions may be on own stones.
static void add_hits(const GameSession *session, const Board *b, Str *out) {
    for (int i = 0; i < session->try_count; i++) {
        Point p;
        Error ignored;
        if (session->tries[i].ply == b->stones &&
            move_parse(session->tries[i].text, b->size, &p, &ignored) && board_has(b, p) &&
            b->at[p] == stone_other(b->turn))
            str_add(out, " !%s", session->tries[i].text);
    }
}

// In the mist a level gets what a person in its seat would know: the view at each of its turns, the
// hidden stones it hit, and its own moves.
static void add_views_and_moves(const GameSession *session, Str *out) {
    Board b;
    board_init(&b, session->game.board.rules, session->game.board.size);
    Point center = mist_first_center();
    Stone me = session->game.board.turn;
    for (int i = 0; i <= session->game.count; i++) {
        if (b.turn == me) {
            add_view(&b, center, out);
            add_hits(session, &b, out);
        }
        if (i == session->game.count)
            break;
        Point p = session->game.moves[i].point;
        if (b.turn == me)
            str_add(out, " %s", move_text(p, session->game.board.size).text);
        board_place(&b, b.turn, p);
        center = mist_center_after(p);
    }
}

bool registry_move_job(GameRegistry *registry, const char *game, MoveJob *out) {
    Error ignored = {0};
    const GameEntry *entry = registry_open_game(registry, game, &ignored);
    int level = entry ? registry_level_at(registry, &entry->row, session_turn(entry->session)) : 0;
    if (!level)
        return false;
    const GameSession *session = entry->session;
    *out = (MoveJob){
        .game = entry->row.id,
        .at = {session->game.count, session->line},
        .ms = thinking_time(session, level_info(level)),
    };
    const char *player = level_info(level)->player;
    if (session->mist) {
        str_add(&out->text, "mist %s %lld %s", player, (long long)out->ms,
                session->game.board.turn == BLACK ? "black" : "white");
        add_views_and_moves(session, &out->text);
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
    if (!entry || entry->session->game.count != job->at.ply || entry->row.line != job->at.line)
        return NULL;
    return registry_level_at(registry, &entry->row, session_turn(entry->session)) ? entry : NULL;
}

// In the mist the answer is a list, because a move may hit a hidden stone.
bool registry_finish_move_job(GameRegistry *registry, const MoveJob *job, const char *moves) {
    GameEntry *entry = game_waiting_for(registry, job);
    if (!entry)
        return true; // too late: no longer needed
    for (size_t len; *moves; moves += len + strspn(moves + len, " ")) {
        len = strcspn(moves, " ");
        char move[MOVE_TEXT_SIZE];
        Error ignored = {0};
        snprintf(move, sizeof move, "%.*s", (int)(len < sizeof move ? len : 0), moves);
        GameAction play = {.kind = GAME_ACTION_PLAY, .at = job->at, .move = move};
        int seq = entry->session->seq;
        registry_act(registry, entry, session_turn(entry->session), &play, &ignored);
        if (entry->session->seq != seq)
            return true; // the move was made, or the flag had fallen
    }
    return false;
}

void registry_fail_move_job(GameRegistry *registry, const MoveJob *job) {
    GameEntry *entry = game_waiting_for(registry, job);
    if (!entry)
        return;
    session_end(entry->session, END_CRASH, session_turn(entry->session), registry->now);
    registry_save_state(registry, entry);
}

void registry_each_level_to_move(GameRegistry *registry, GameIdVisitor *visit, void *context) {
    int count = 0;
    GameId *ids = mem_alloc(((size_t)registry->games.count + 1) * sizeof *ids);
    GameTableIterator it = game_table_iterate(&registry->games);
    for (const GameEntry *entry; (entry = game_table_next(&it));)
        if (entry->row.state == GAME_PLAYING && (registry_level_at(registry, &entry->row, 0) ||
                                                 registry_level_at(registry, &entry->row, 1)))
            ids[count++] = entry->row.id;
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        const GameEntry *entry = registry_open_game(registry, ids[i].text, &ignored);
        if (entry && registry_level_at(registry, &entry->row, session_turn(entry->session)))
            visit(context, &ids[i]);
    }
    mem_free(ids);
}
