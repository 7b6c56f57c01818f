// Node expansion of the prover: which moves the attacker and the defender have to search.
#include "engine/prove/prover_internal.h"

#include "base/mem.h"
#include "base/number.h"
#include "engine/tactics/pairing.h"
#include "engine/tactics/relevant_replies.h"

#include <string.h>

enum {
    VCF_NODES = 20000, // per VCF search
    ROOT_VCF_NODES = 400000,
    VCF_DEPTH = 60,
    VCF_BITS = 18,
    THREATS_BITS = 12,
    TABLE_BYTES_FIRST = 1 << 17, // small, because it is cleared for every position
    DEPTH_MAX = 200,
};

uint64_t prover_stone_key(Stone color, Point p) {
    return rng_mix(((uint64_t)p << 2 | color) * 0x9e3779b97f4a7c15u);
}

Prover *prover_new(const Patterns *patterns, size_t table_bytes) {
    Prover *prover = mem_alloc(sizeof *prover);
    prover->patterns = patterns;
    prover->vcf = vcf_new_sized(VCF_BITS);
    prover->threats = mem_alloc(sizeof(CachedThreat) << THREATS_BITS);
    prover->table_bytes = table_bytes;
    pn_table_init(&prover->table, TABLE_BYTES_FIRST);
    return prover;
}

void prover_free(Prover *prover) {
    if (!prover)
        return;
    position_free(prover->position);
    vcf_free(prover->vcf);
    mem_free(prover->threats);
    mem_free(prover->children);
    pn_table_release(&prover->table);
    mem_free(prover);
}

static void fill_symmetries(Prover *prover, const Board *b) {
    for (int i = 0; i < SYMMETRY_COUNT; i++)
        for (int k = 0; k < b->size * b->size; k++) {
            Point p = point_at(k % b->size, k / b->size);
            prover->mapped[i][p] = symmetry_apply(i, p, b->size);
        }
}

static void toggle(Prover *prover, Stone color, Point p) {
    int views = prover->scope == PROVER_EVERYTHING ? SYMMETRY_COUNT : 1;
    for (int i = 0; i < views; i++)
        prover->hashes[i] ^= prover_stone_key(color, prover->mapped[i][p]);
}

void prover_start(Prover *prover, const Board *b, Stone attacker, ProverScope scope,
                  const StopCondition *stop_condition) {
    position_free(prover->position);
    prover->position = position_new(prover->patterns, b);
    prover->attacker = attacker;
    prover->scope = scope;
    prover->stop_condition = stop_condition;
    fill_symmetries(prover, b);
    for (int i = 0; i < SYMMETRY_COUNT; i++)
        prover->hashes[i] = rng_mix(attacker);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (b->at[p] == BLACK || b->at[p] == WHITE)
            toggle(prover, b->at[p], p);
    pn_table_clear(&prover->table);
    if (prover->threats_known)
        memset(prover->threats, 0, sizeof(CachedThreat) << THREATS_BITS);
    prover->threats_known = false;
    fours_init(&prover->stack.fours, b->rules, b->size, attacker);
    prover->bound = PROVER_UNBOUNDED;
    prover->extra_count = 0;
    prover->nodes = 0;
    prover->vcf_gave_up = false;
    prover->no_fours = false;
}

int64_t prover_nodes(const Prover *prover) {
    return prover->nodes;
}

bool prover_was_thorough(const Prover *prover) {
    return !prover->vcf_gave_up;
}

void prover_make(Prover *prover, Point p) {
    toggle(prover, prover->position->board.turn, p);
    position_make(prover->position, p);
}

void prover_undo(Prover *prover) {
    Position *s = prover->position;
    Point p = s->history[s->plies - 1].move;
    position_undo(s);
    toggle(prover, s->board.turn, p);
}

bool prover_attacker_to_move(const Prover *prover) {
    return prover->position->board.turn == prover->attacker;
}

static uint64_t key_with(const Prover *prover, uint64_t hash, bool attackers_turn, int left) {
    uint64_t key = hash ^ (attackers_turn ? 0x2545f4914f6cdd1du : 0);
    return prover->bound == PROVER_UNBOUNDED ? key : key ^ rng_mix((uint64_t)left + 1);
}

uint64_t prover_key(const Prover *prover, int left) {
    return key_with(prover, prover->hashes[0], prover_attacker_to_move(prover), left);
}

uint64_t prover_table_key(const Prover *prover, int left) {
    uint64_t hash = prover->hashes[0];
    for (int i = 1; i < SYMMETRY_COUNT && prover->scope == PROVER_EVERYTHING; i++)
        hash = prover->hashes[i] < hash ? prover->hashes[i] : hash;
    return key_with(prover, hash, prover_attacker_to_move(prover), left);
}

uint64_t prover_child_table_key(const Prover *prover, Point p, int left) {
    Stone color = prover->position->board.turn;
    uint64_t hash = prover->hashes[0] ^ prover_stone_key(color, p);
    for (int i = 1; i < SYMMETRY_COUNT && prover->scope == PROVER_EVERYTHING; i++) {
        uint64_t turned = prover->hashes[i] ^ prover_stone_key(color, prover->mapped[i][p]);
        hash = turned < hash ? turned : hash;
    }
    return key_with(prover, hash, !prover_attacker_to_move(prover), left - 1);
}

// Initial estimates: a four leaves one answer, a three a few; other moves may not threaten at all.
ProofNumbers prover_child_numbers(const Prover *prover, Point p, int left) {
    ProofNumbers n;
    if (pn_table_probe(&prover->table, prover_child_table_key(prover, p, left), &n))
        return n;
    if (!prover_attacker_to_move(prover))
        return (ProofNumbers){1, 1};
    Category category = position_raw_category(prover->position, prover->attacker, p);
    return (ProofNumbers){category >= CATEGORY_FOUR         ? 1
                          : category >= CATEGORY_OPEN_THREE ? 2
                                                            : 4,
                          1};
}

// ---- Fours

bool prover_find_vcf(Prover *prover, int left) {
    Position *s = prover->position;
    uint8_t turn = s->board.turn;
    s->board.turn = (uint8_t)prover->attacker;
    bool wins = vcf_search(prover->vcf, s, VCF_DEPTH, s->plies == 0 ? ROOT_VCF_NODES : VCF_NODES);
    s->board.turn = turn;
    prover->nodes += prover->vcf->nodes;
    prover->vcf_gave_up |= !wins && prover->vcf->gave_up;
    return wins && prover->vcf->stones <= left;
}

// The VCF that the attacker threatens if the defender passes.
static bool find_threat(Prover *prover, int left, CachedThreat *out) {
    uint64_t key = prover_key(prover, left);
    CachedThreat *known = &prover->threats[key >> 8 & ((1 << THREATS_BITS) - 1)];
    if (known->key == key && known->length > 0) {
        *out = *known;
        return true;
    }
    if (!prover_find_vcf(prover, left - 1))
        return false;
    out->key = key;
    out->length = (uint16_t)int_min(prover->vcf->length, THREAT_LINE_MAX);
    memcpy(out->line, prover->vcf->line, out->length * sizeof(Point));
    if (prover->vcf->length <= THREAT_LINE_MAX) {
        *known = *out;
        prover->threats_known = true;
    }
    return true;
}

// ---- Moves

static void add_move(MoveList *m, Point p) {
    m->points[m->count++] = p;
}

// Lists possible threats by category: fours first.
static void list_attacks(const Prover *prover, MoveList *m) {
    const Position *s = prover->position;
    Point near[PROVER_MOVES_MAX];
    uint8_t categories[PROVER_MOVES_MAX];
    int n = position_candidates(s, near), count = 0;
    for (int i = 0; i < n; i++) {
        Category c = position_category(s, prover->attacker, near[i]);
        if (c < CATEGORY_OPEN_TWO || c > CATEGORY_OPEN_FOUR)
            continue;
        near[count] = near[i];
        categories[count++] = (uint8_t)c;
    }
    for (Category c = CATEGORY_OPEN_FOUR; c >= CATEGORY_OPEN_TWO; c--)
        for (int i = 0; i < count; i++)
            if (categories[i] == c)
                add_move(m, near[i]);
}

static bool makes_four(const Position *s, Stone color, Point p) {
    return position_category(s, color, p) >= CATEGORY_FOUR;
}

// Lists the legal replies that are relevant to the threat or make a four.
static void list_defenses(Prover *prover, const CachedThreat *threat, uint64_t key, MoveList *m) {
    const Position *s = prover->position;
    Stone own = s->board.turn;
    PointSet set = {{0}};
    fours_sync(&prover->stack.fours, &s->board);
    relevant_replies_add(&prover->stack, threat->line, threat->length, &set);
    for (int i = 0; i < prover->extra_count; i++)
        if (prover->extras[i].key == key)
            point_set_add(&set, prover->extras[i].point);
    Point empty[PROVER_MOVES_MAX];
    int n = board_empty_points(&s->board, empty);
    for (int i = 0; i < n; i++)
        if ((point_set_has(&set, empty[i]) || makes_four(s, own, empty[i])) &&
            !position_is_forbidden(s, own, empty[i]))
            add_move(m, empty[i]);
}

// Sum over the shapes a stone would make, with exponentially growing weights.
static int32_t attack_worth(const Position *s, Stone color, Point p) {
    int32_t worth = 0;
    for (int d = 0; d < STEP_COUNT; d++)
        worth += 1 << position_shape(s, color, p, d);
    return worth;
}

// Lists every legal move, sorted by the attacker's shapes there: good points for the attack are
// good for the defense too.
static void list_legal(const Prover *prover, MoveList *m) {
    const Position *s = prover->position;
    Point empty[PROVER_MOVES_MAX];
    int n = board_empty_points(&s->board, empty);
    int32_t scores[POINT_COUNT];
    for (int i = 0; i < n; i++) {
        Point p = empty[i];
        if (position_is_forbidden(s, s->board.turn, p))
            continue;
        scores[p] = attack_worth(s, prover->attacker, p);
        int at = m->count++;
        for (; at > 0 && scores[m->points[at - 1]] < scores[p]; at--)
            m->points[at] = m->points[at - 1];
        m->points[at] = p;
    }
}

// True if a pairing strategy stops every five of the attacker.
static bool has_pairing(const Prover *prover) {
    Pairing ignored;
    return pairing_find(&prover->position->board, stone_other(prover->attacker), &ignored);
}

static NodeState attack_state(Prover *prover, int left, bool known, MoveList *m) {
    Position *s = prover->position;
    bool everything = prover->scope == PROVER_EVERYTHING;
    if (left < 1)
        return STATE_DISPROVED;
    if (position_count(s, prover->attacker, CATEGORY_FIVE) > 0)
        return STATE_PROVED;
    known |= s->plies == 0 && prover->no_fours;
    if (!known && prover_find_vcf(prover, left))
        return STATE_PROVED;
    prover->no_fours |= s->plies == 0 && prover->bound == PROVER_UNBOUNDED;
    if (!known && everything && has_pairing(prover))
        return STATE_DISPROVED;
    if (position_count(s, stone_other(prover->attacker), CATEGORY_FIVE) > 0)
        m->count = position_answers(s, m->points);
    else if (everything)
        list_legal(prover, m);
    else if (s->plies < DEPTH_MAX)
        list_attacks(prover, m);
    return m->count > 0 ? STATE_OPEN : STATE_DISPROVED;
}

// At the root there may be no threat; then every move has to be searched.
static NodeState defense_state(Prover *prover, int left, bool known, MoveList *m) {
    Position *s = prover->position;
    bool everything = prover->scope == PROVER_EVERYTHING;
    CachedThreat threat;
    if (position_count(s, s->board.turn, CATEGORY_FIVE) > 0 || board_is_full(&s->board))
        return STATE_DISPROVED;
    if (position_count(s, prover->attacker, CATEGORY_FIVE) > 0)
        m->count = position_answers(s, m->points);
    else if (!known && everything && has_pairing(prover))
        return STATE_DISPROVED;
    else if (find_threat(prover, left, &threat))
        list_defenses(prover, &threat, prover_key(prover, left), m);
    else if (everything || (s->plies == 0 && prover->bound == PROVER_UNBOUNDED))
        list_legal(prover, m);
    else
        return STATE_DISPROVED;
    if (m->count > 0)
        return STATE_OPEN;
    return board_has_legal_move(&s->board) ? STATE_PROVED : STATE_DISPROVED;
}

NodeState prover_expand(Prover *prover, int left, bool known, MoveList *m) {
    m->count = 0;
    return prover_attacker_to_move(prover) ? attack_state(prover, left, known, m)
                                           : defense_state(prover, left, known, m);
}
