#include "engine/eval/features.h"

#include "base/mem.h"
#include "engine/tactics/threat.h"
#include "engine/tactics/vcf.h"

enum { QUIET_VCF_DEPTH = 16, QUIET_VCF_NODES = 200 };

_Static_assert((int)FEATURE_GROUPS == (int)SHAPE_COUNT + (int)CATEGORY_COUNT, "one for each");

struct Features {
    Patterns *patterns;
    Position *position; // NULL before the first game
    Vcf *vcf;
};

Features *features_new(const Rules *rules) {
    Features *f = mem_alloc(sizeof *f);
    f->patterns = patterns_new(rules);
    f->vcf = vcf_new();
    return f;
}

void features_free(Features *f) {
    if (!f)
        return;
    position_free(f->position);
    patterns_free(f->patterns);
    vcf_free(f->vcf);
    mem_free(f);
}

void features_begin(Features *f, const Board *b) {
    position_free(f->position);
    f->position = position_new(f->patterns, b);
}

void features_play(Features *f, Point p) {
    position_make(f->position, p);
}

bool features_is_quiet(Features *f) {
    Position *s = f->position;
    return !board_is_full(&s->board) && !position_is_dead(s) && threat_verdict(s).plies == 0 &&
           position_count(s, stone_other(s->board.turn), CATEGORY_FIVE) == 0 &&
           !vcf_search(f->vcf, s, QUIET_VCF_DEPTH, QUIET_VCF_NODES);
}

unsigned features_threats(const Features *f) {
    return position_threats(f->position);
}

// Marks the candidate moves of the search.
static void mark_candidates(Position *s, bool marks[static POINT_COUNT]) {
    Defenses defenses;
    Point near[BOARD_MAX * BOARD_MAX];
    threat_defenses(s, &defenses);
    bool is_threatened = defenses.by != THREATENED_BY_NOTHING;
    int n = is_threatened ? defenses.count : position_candidates(s, near);
    for (int i = 0; i < n; i++)
        marks[is_threatened ? defenses.points[i] : near[i]] = true;
}

int features_points(Features *f, FeaturePoint points[static BOARD_MAX * BOARD_MAX]) {
    Position *s = f->position;
    bool is_candidate[POINT_COUNT] = {0};
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(&s->board, empty), own = s->board.turn == BLACK ? 0 : 16;
    mark_candidates(s, is_candidate);
    for (int i = 0; i < n; i++) {
        uint32_t quads = s->cells[empty[i]].quads;
        points[i] = (FeaturePoint){
            .point = empty[i],
            .own = s->patterns->codes[quads >> own & 0xffff],
            .other = s->patterns->codes[quads >> (16 - own) & 0xffff],
            .is_candidate = is_candidate[empty[i]],
        };
    }
    return n;
}

static void set_groups(FeatureGroups *g, int c, const SideRules *side,
                       const Shape shapes[static 4]) {
    int code = pattern_code(shapes);
    Category category = pattern_category(side, shapes);
    for (int i = 0; i < 4; i++)
        g->of[c][code][i] = (uint8_t)shapes[i];
    g->of[c][code][4] = (uint8_t)(SHAPE_COUNT + (int)category);
    g->is_urgent[c][code] = category >= CATEGORY_OPEN_FOUR;
}

void features_groups(const Rules *rules, FeatureGroups *out) {
    *out = (FeatureGroups){0};
    for (int c = 0; c < 2; c++)
        for (Shape i = 0; i < SHAPE_COUNT; i++)
            for (Shape j = i; j < SHAPE_COUNT; j++)
                for (Shape k = j; k < SHAPE_COUNT; k++)
                    for (Shape l = k; l < SHAPE_COUNT; l++)
                        set_groups(out, c, c ? &rules->white : &rules->black,
                                   (Shape[]){i, j, k, l});
}
