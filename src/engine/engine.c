#include "engine/engine.h"

#include "base/mem.h"
#include "engine/search.h"

enum {
    TABLE_BYTES = 32 << 20, // unless there is less memory
    OTHER_BYTES = 8 << 20,  // everything else
};

typedef enum { TO_PLAY, TO_PROVE } Purpose;

struct Engine {
    Patterns *patterns;
    Table table;
    int64_t memory; // as engine_set_memory was told
    Vcf *vcf;
    Purpose before; // what the table is filled with: guesses and proofs do not mix
};

Engine *engine_new(const Rules *rules) {
    Engine *e = mem_alloc(sizeof *e);
    e->patterns = patterns_new(rules);
    e->vcf = vcf_new();
    table_init(&e->table, TABLE_BYTES);
    return e;
}

static size_t table_bytes(int64_t memory) {
    if (memory == 0 || memory >= TABLE_BYTES + OTHER_BYTES)
        return TABLE_BYTES;
    return (size_t)(memory < ENGINE_MEMORY_MIN ? ENGINE_MEMORY_MIN : memory) - OTHER_BYTES;
}

void engine_set_memory(Engine *e, int64_t bytes) {
    if (bytes == e->memory)
        return;
    e->memory = bytes;
    table_release(&e->table);
    table_init(&e->table, table_bytes(bytes));
}

void engine_free(Engine *e) {
    if (!e)
        return;
    patterns_free(e->patterns);
    vcf_free(e->vcf);
    table_release(&e->table);
    mem_free(e);
}

typedef struct {
    EngineAnswer answer;
    bool finished; // not stopped by time or nodes
    bool guessed;  // the horizon was reached
} Outcome;

static Outcome run(Engine *e, const Board *b, const EngineLimits *limits, Purpose purpose) {
    if (purpose != e->before)
        table_clear(&e->table);
    e->before = purpose;
    Search *t = mem_alloc(sizeof *t);
    t->position = position_new(e->patterns, b);
    t->table = &e->table;
    t->vcf = e->vcf;
    t->limits = *limits;
    t->exact = purpose == TO_PROVE;
    Outcome outcome = {.answer = search_run(t)};
    outcome.finished = !t->stopped;
    outcome.guessed = t->horizons > 0;
    position_free(t->position);
    mem_free(t);
    return outcome;
}

EngineAnswer engine_think(Engine *e, const Board *b, const EngineLimits *limits) {
    return run(e, b, limits, TO_PLAY).answer;
}

// A win needs one good move; a loss or a draw needs every move to have been looked at.
static Solved verdict(const Outcome *o) {
    if (o->answer.value > ENGINE_MATE / 2)
        return SOLVED_WIN;
    if (!o->finished)
        return SOLVED_UNKNOWN;
    if (o->answer.value < -ENGINE_MATE / 2)
        return SOLVED_LOSS;
    return o->guessed ? SOLVED_UNKNOWN : SOLVED_DRAW;
}

EngineProof engine_solve(Engine *e, const Board *b, const EngineLimits *limits) {
    Outcome o = run(e, b, limits, TO_PROVE);
    EngineProof proof = {verdict(&o), POINT_NONE, o.answer.nodes};
    if (proof.outcome == SOLVED_WIN || proof.outcome == SOLVED_DRAW)
        proof.move = o.answer.move;
    return proof;
}
