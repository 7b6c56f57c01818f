#include "study/mist_puzzle.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "base/number.h"
#include "core/mist.h"

#include <string.h>

enum { POINTS = MIST_BOARD_SIZE * MIST_BOARD_SIZE };

static bool has_five(const Board *known, Stone color, Point p) {
    Board b = *known;
    b.at[p] = (uint8_t)color;
    return board_wins_at(&b, p);
}

// How a person can exclude a point: by what the hole shows, or from memory.
typedef enum { EXCLUSION_NONE, EXCLUSION_BY_SIGHT, EXCLUSION_BY_MEMORY } Exclusion;

static Exclusion exclusion_of(const Board *known, Stone me, Point center, Point p) {
    if (known->at[p] == me || (known->at[p] == EMPTY && point_distance(p, center) <= MIST_REACH))
        return EXCLUSION_BY_SIGHT;
    return known->at[p] != EMPTY || has_five(known, stone_other(me), p) ? EXCLUSION_BY_MEMORY
                                                                        : EXCLUSION_NONE;
}

// 0 if a point remains, or there is nothing to exclude.
static int level_of(const Board *known, Stone me, Point answer) {
    int by_sight = 0, by_memory = 0;
    Point center = mist_center_after(answer);
    for (int i = 0; i < POINTS; i++) {
        Point p = point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
        if (p == answer || mist_center_after(p) != center)
            continue;
        Exclusion exclusion = exclusion_of(known, me, center, p);
        if (exclusion == EXCLUSION_NONE)
            return 0;
        by_sight += exclusion == EXCLUSION_BY_SIGHT;
        by_memory += exclusion == EXCLUSION_BY_MEMORY;
    }
    int excluded = by_sight + by_memory;
    return excluded < 2 ? excluded : by_memory > 0 ? 3 : 2;
}

static bool play(GameSession *session, const Point *moves, int count) {
    session_init(session, &(SessionOptions){.game = {.size = MIST_BOARD_SIZE}, .mist = true},
                 (Timestamp){0});
    Error ignored = {0};
    for (int i = 0; i < count; i++)
        if (session_play(session, session_turn(session), moves[i], (Timestamp){0}, &ignored))
            return false;
    return session->state == GAME_PLAYING;
}

static bool examine(const GameSession *session, MistPuzzle *out) {
    MistKnowledge now, before;
    int turn_ply, seat = session_turn(session);
    if (!session_mist_knowledge(session, seat, out->count, &turn_ply, &now) ||
        !session_mist_knowledge(session, seat, out->count - 2, &turn_ply, &before) ||
        now.belief.stone_count == 0)
        return false;
    const MistStone *last = &now.belief.stones[now.belief.stone_count - 1];
    out->answer = out->moves[out->count - 1];
    if (last->count != 1 || last->points[0] != out->answer || now.seen.at[out->answer] != EMPTY)
        return false;
    Stone me = session->game.board.turn;
    Board *known = &now.seen;
    Point deduced[MIST_TURNS_MAX];
    int count = mist_knowledge_deduced(&before, deduced);
    for (int i = 0; i < count; i++)
        if (known->at[deduced[i]] == EMPTY)
            board_place(known, stone_other(me), deduced[i]);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (known->at[p] == stone_other(me))
            out->known[out->known_count++] = p;
    out->level = level_of(known, me, out->answer);
    return out->level > 0;
}

bool mist_puzzle_examine(const Point *moves, int count, MistPuzzle *out) {
    GameSession session;
    *out = (MistPuzzle){.count = count};
    if (count < 1 || count > COUNT(out->moves))
        return false;
    memcpy(out->moves, moves, (size_t)count * sizeof *moves);
    return play(&session, moves, count) && examine(&session, out);
}

bool mist_puzzle_check(const MistPuzzle *p, Error *err) {
    MistPuzzle found;
    if (!mist_puzzle_examine(p->moves, p->count, &found))
        return error_set(err, "the last stone is not certain, or not hidden");
    if (found.answer != p->answer)
        return error_set(err, "the hidden stone is on %s",
                         move_text(found.answer, MIST_BOARD_SIZE).text);
    if (found.level != p->level)
        return error_set(err, "the level should be %d", found.level);
    bool same = found.known_count == p->known_count;
    for (int i = 0; same && i < found.known_count; i++)
        same = points_have(p->known, p->known_count, found.known[i]);
    return same || error_set(err, "other stones are known");
}

// ---- JSON

void mist_puzzle_write_json(const MistPuzzle *p, Str *out) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_points(&w, "moves", p->moves, p->count, MIST_BOARD_SIZE);
    write_points(&w, "answer", &p->answer, 1, MIST_BOARD_SIZE);
    write_points(&w, "known", p->known, p->known_count, MIST_BOARD_SIZE);
    write_number(&w, "level", p->level);
    write_end_object(&w);
    str_add_char(out, '\n');
}

typedef struct {
    const char *moves, *answer, *known;
    int level;
} Fields;

static const JsonField fields[] = {
    {"moves", JSON_FIELD_TEXT, offsetof(Fields, moves)},
    {"answer", JSON_FIELD_TEXT, offsetof(Fields, answer)},
    {"known", JSON_FIELD_TEXT, offsetof(Fields, known)},
    {"level", JSON_FIELD_NUMBER, offsetof(Fields, level), 1, MIST_PUZZLE_LEVELS},
    {0},
};

static bool read_fields(const Fields *f, MistPuzzle *out, Error *err) {
    int count = 0;
    out->level = f->level;
    return points_parse(f->moves, MIST_BOARD_SIZE, COUNT(out->moves), out->moves, &out->count,
                        err) &&
           points_parse(f->answer, MIST_BOARD_SIZE, 1, &out->answer, &count, err) &&
           (count == 1 || error_set(err, "\"answer\" is one point")) &&
           points_parse(f->known, MIST_BOARD_SIZE, COUNT(out->known), out->known, &out->known_count,
                        err);
}

bool mist_puzzle_read_json(const char *text, size_t len, MistPuzzle *out, Error *err) {
    Arena arena = {0};
    Fields f = {0};
    *out = (MistPuzzle){0};
    const Json *j = json_parse_object(&arena, text, len, err);
    bool ok =
        j && json_fill(j, fields, "moves answer known level", &f, err) && read_fields(&f, out, err);
    arena_release(&arena);
    return ok;
}
