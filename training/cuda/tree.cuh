// Gumbel AlphaZero search (Danihelka et al., 2022) in trees of a fixed number of nodes: sequential
// halving at the root, the improved policy at inner nodes, completed Q values of unvisited moves.
//
// After a move every forced block of a five is played at once, so the same side may be to move in a
// node and in its parent. Proven wins and losses are exact; wins are backed up.
#pragma once

#include "planes.cuh"

#define NEVER -1e30f  // the logit of a point that is not a candidate
#define FORCED POINTS // added to a root move that is forced but not winning
#define NO_MOVE -1

// The search trees of all games; training/search.py has the same fields in the same order. Node 0
// is the root.
struct Tree {
    Line *lines;          // [games, nodes, LINES]: the board of each node
    float *logits;        // [games, nodes, POINTS]: the network's policy, or NEVER
    int16_t *child;       // [games, nodes, POINTS]: node, or -1
    int32_t *visits;      // [games, nodes]
    float *value_sum;     // [games, nodes]: of all visits, for the node's side to move, -1 to 1
    float *value;         // [games, nodes]: the network's value
    int16_t *parent;      // [games, nodes]
    int16_t *move;        // [games, nodes]: the move that led here
    int8_t *to_move;      // [games, nodes]: 0 black, 1 white
    int8_t *proven;       // [games, nodes]: OPEN, WON, LOST or DRAWN for the side to move
    int32_t *count;       // [games]: nodes in use
    int32_t *leaf;        // [games]: the leaf of this simulation, or -1
    int8_t *needs_eval;   // [games]: whether the leaf needs the network
    int32_t *known_move;  // [games]: a root move that is proven to win (or forced), or NO_MOVE
    float *gumbel;        // [games, POINTS]: Gumbel noise of the root
    uint16_t *planes;     // [games, POINTS, PLANES]: the network's input
    float *net_policy;    // [games, POINTS]: its output, logits
    float *net_wdl;       // [games, 3]: its output, probabilities
    int32_t *schedule;    // [simulations + 1]: visits that a root move must have to be chosen
    int32_t *simulation;  // [1]: the number of simulations so far
    Line *game_lines;     // [games, LINES]: the boards to search
    int8_t *game_to_move; // [games]
    float *policy;        // [games, POINTS]: the improved policy
    float *root_value;    // [games]
    int32_t *chosen_move; // [games]: the move to play
    int32_t games, nodes, leaf_vcf_nodes, root_vcf_nodes;
    float visit_offset, value_scale;
};

// A point whose code has one of these bits; there must be one.
DEV int point_with(const Scratch &s, unsigned bits) {
    int found = NO_MOVE;
    for (int i = LANE; i < POINTS; i += WARP)
        if (s.code[i] & bits)
            found = i;
    return warp_max(found);
}

// Creates the root. If a move wins or is forced no search is needed, but the network is still run
// for its policy and value.
DEV void game_begin(Scratch &s, const Tree &t, int game) {
    size_t root = (size_t)game * t.nodes;
    int to_move = t.game_to_move[game], best = NO_MOVE;
    load_lines(s, t.game_lines + (size_t)game * LINES);
    store_lines(s, t.lines + root * LINES);
    analyze(s);
    unsigned codes = find_codes(s, to_move);
    write_planes(s, to_move, t.planes + (size_t)game * POINTS * PLANES);
    if (codes & OWN_FIVE)
        best = point_with(s, OWN_FIVE);
    else if (codes & OTHER_FIVE) {
#ifndef CARO // there may be several ways to stop it
        best = point_with(s, OTHER_FIVE) + FORCED;
#endif
    } else if (codes & OWN_WIN)
        best = point_with(s, OWN_WIN);
    else if (t.root_vcf_nodes > 0 && (codes & OWN_FOUR))
        solve_vcf(s, to_move, t.root_vcf_nodes, best);
    for (int i = LANE; i < POINTS; i += WARP)
        t.child[root * POINTS + i] = -1;
    if (LANE == 0) {
        t.visits[root] = 0;
        t.value_sum[root] = 0;
        t.parent[root] = -1;
        t.move[root] = -1;
        t.to_move[root] = (int8_t)to_move;
        t.proven[root] = best == NO_MOVE ? OPEN : WON;
        t.count[game] = 1;
        t.leaf[game] = 0;
        t.needs_eval[game] = 1;
        t.known_move[game] = best;
        if (game == 0)
            t.simulation[0] = 0;
    }
}

// A lane's view of a node: for every WARP-th point its logit, visits and value (0 to 1, for the
// side to move), and figures of the whole node.
#define SLOTS ((POINTS + WARP - 1) / WARP)
struct NodeView {
    float logit[SLOTS], value[SLOTS];
    int visits[SLOTS], all_visits;
    float mixed, scale; // the value of unvisited points; the weight of values relative to logits
};

DEV float child_value(const Tree &t, size_t root, int child, int to_move) {
    float value = t.value_sum[root + child] / (float)t.visits[root + child];
    if (t.to_move[root + child] != to_move)
        value = -value;
    return 0.5f * (value + 1.f);
}

DEV bool is_possible(float logit) {
    return logit > NEVER * 0.5f;
}

DEV void view_node(const Tree &t, size_t root, int node, NodeView &view) {
    size_t base = (root + node) * POINTS;
    float highest = NEVER;
    int all_visits = 0, most_visits = 0;
#pragma unroll
    for (int k = 0; k < SLOTS; k++) {
        int i = k * WARP + LANE;
        view.logit[k] = NEVER;
        view.visits[k] = 0;
        view.value[k] = 0;
        if (i < POINTS) {
            view.logit[k] = t.logits[base + i];
            int child = t.child[base + i];
            if (child >= 0) {
                view.visits[k] = t.visits[root + child];
                if (view.visits[k] > 0)
                    view.value[k] = child_value(t, root, child, t.to_move[root + node]);
            }
        }
        highest = fmaxf(highest, view.logit[k]);
        all_visits += view.visits[k];
        most_visits = view.visits[k] > most_visits ? view.visits[k] : most_visits;
    }
    highest = warp_max(highest);
    all_visits = warp_sum(all_visits);
    most_visits = warp_max(most_visits);
    // The mixed value: the network's value and the policy-weighted mean of the visited moves.
    float weight = 0, weighted = 0;
#pragma unroll
    for (int k = 0; k < SLOTS; k++)
        if (view.visits[k] > 0) {
            float share = is_possible(view.logit[k]) ? EXPF(view.logit[k] - highest) : 0.f;
            weight += share;
            weighted += share * view.value[k];
        }
    weight = warp_sum(weight);
    weighted = warp_sum(weighted);
    float value = 0.5f * (t.value[root + node] + 1.f);
    if (weight > 1e-12f)
        value = (value + (float)all_visits * weighted / weight) / (1.f + (float)all_visits);
    view.mixed = value;
    view.scale = (t.visit_offset + (float)most_visits) * t.value_scale;
    view.all_visits = all_visits;
}

// The logit plus the scaled value of the move.
DEV float improved_logit(const NodeView &view, int slot) {
    float value = view.visits[slot] > 0 ? view.value[slot] : view.mixed;
    return view.logit[slot] + view.scale * value;
}

DEV void improved_policy(const NodeView &view, float share[SLOTS]) {
    float highest = NEVER, sum = 0;
#pragma unroll
    for (int k = 0; k < SLOTS; k++) {
        share[k] = is_possible(view.logit[k]) ? improved_logit(view, k) : NEVER;
        highest = fmaxf(highest, share[k]);
    }
    highest = warp_max(highest);
#pragma unroll
    for (int k = 0; k < SLOTS; k++) {
        share[k] = is_possible(share[k]) ? EXPF(share[k] - highest) : 0.f;
        sum += share[k];
    }
    sum = warp_sum(sum);
#pragma unroll
    for (int k = 0; k < SLOTS; k++)
        share[k] /= sum;
}

// The point with the best score among the possible ones; NO_MOVE if the network's output was NaN.
struct Best {
    float score;
    int point;
};

DEV void offer(Best &best, float score, int point) {
    if (score > best.score) {
        best.score = score;
        best.point = point;
    }
}

DEV int best_point(const Best &best) {
    int point = warp_argmax(best.score, best.point);
    return point >= 0 && point < POINTS ? point : NO_MOVE;
}

#define NO_BEST                                                                                    \
    { -3e38f, NO_MOVE }

// At the root: the move with the best improved logit plus Gumbel noise among those with as many
// visits as the schedule requires now.
DEV int choose_at_root(const Tree &t, int game) {
    NodeView view;
    Best best = NO_BEST;
    int wanted = t.schedule[t.simulation[0]];
    view_node(t, (size_t)game * t.nodes, 0, view);
#pragma unroll
    for (int k = 0; k < SLOTS; k++) {
        int i = k * WARP + LANE;
        if (i < POINTS && is_possible(view.logit[k])) {
            float score = improved_logit(view, k) + t.gumbel[(size_t)game * POINTS + i];
            offer(best, score - 1e6f * fabsf((float)(view.visits[k] - wanted)), i);
        }
    }
    return best_point(best);
}

// At inner nodes: the move that brings the visit counts closest to the improved policy.
DEV int choose_inside(const Tree &t, size_t root, int node) {
    NodeView view;
    float share[SLOTS];
    Best best = NO_BEST;
    view_node(t, root, node, view);
    improved_policy(view, share);
#pragma unroll
    for (int k = 0; k < SLOTS; k++) {
        int i = k * WARP + LANE;
        if (i < POINTS && is_possible(view.logit[k]))
            offer(best, share[k] - (float)view.visits[k] / (1.f + (float)view.all_visits), i);
    }
    return best_point(best);
}

DEV void set_leaf(const Tree &t, int game, int leaf, bool needs_eval) {
    if (LANE == 0) {
        t.leaf[game] = leaf;
        t.needs_eval[game] = needs_eval;
    }
}

// Adds a node below `parent`. It needs the network unless the rules or the VCF solver decide it.
DEV void expand(Scratch &s, const Tree &t, int game, int parent, int point) {
    size_t root = (size_t)game * t.nodes;
    int node = t.count[game], to_move = t.to_move[root + parent], unused;
    load_lines(s, t.lines + (root + parent) * LINES);
    int proven = play_forced(s, point, to_move);
    if (proven == OPEN) {
        store_lines(s, t.lines + (root + node) * LINES);
        write_planes(s, to_move, t.planes + (size_t)game * POINTS * PLANES);
        unsigned codes = 0;
        for (int i = LANE; i < POINTS; i += WARP)
            codes |= s.code[i];
        codes = warp_or(codes);
        if (t.leaf_vcf_nodes > 0 && (codes & OWN_FOUR) && !(codes & OTHER_FIVE) &&
            solve_vcf(s, to_move, t.leaf_vcf_nodes, unused))
            proven = WON;
    }
    for (int i = LANE; i < POINTS; i += WARP)
        t.child[(root + node) * POINTS + i] = -1;
    SYNC();
    if (LANE == 0) {
        t.child[(root + parent) * POINTS + point] = (int16_t)node;
        t.visits[root + node] = 0;
        t.value_sum[root + node] = 0;
        t.value[root + node] = 0;
        t.parent[root + node] = (int16_t)parent;
        t.move[root + node] = (int16_t)point;
        t.to_move[root + node] = (int8_t)to_move;
        t.proven[root + node] = (int8_t)proven;
        t.count[game] = node + 1;
    }
    set_leaf(t, game, node, proven == OPEN);
}

// Descends to a leaf: a new node, or a proven one.
DEV void game_select(Scratch &s, const Tree &t, int game) {
    size_t root = (size_t)game * t.nodes;
    int node = 0;
    if (t.proven[root] == WON) {
        set_leaf(t, game, -1, false);
        return;
    }
    for (int depth = 0; depth < t.nodes; depth++) {
        int point = node == 0 ? choose_at_root(t, game) : choose_inside(t, root, node);
        if (point == NO_MOVE)
            break;
        int child = t.child[(root + node) * POINTS + point];
        if (child < 0) {
            expand(s, t, game, node, point);
            return;
        }
        node = child;
        if (t.proven[root + node] != OPEN) {
            set_leaf(t, game, node, false);
            return;
        }
    }
    set_leaf(t, game, -1, false);
}

// True if the point `at` of a leaf's board is forbidden to the side to move; read from the planes.
DEV bool is_forbidden_at_leaf(const Tree &t, size_t at, int to_move) {
#ifdef RENJU
    return to_move == BLACK && t.planes[at * PLANES + FORBIDDEN_PLANE];
#else
    (void)t, (void)at, (void)to_move;
    return false;
#endif
}

// Stores the network's output at the leaf and backs up its value to the root. A child that wins for
// its parent's side proves the parent.
DEV void game_backup(Scratch &s, const Tree &t, int game) {
    size_t root = (size_t)game * t.nodes;
    int leaf = t.leaf[game];
    if (game == 0 && LANE == 0 && t.visits[root] > 0)
        t.simulation[0] += 1;
    if (leaf < 0)
        return;
    int proven = t.proven[root + leaf];
    float value = proven == DRAWN ? 0.f : (float)proven;
    if (t.needs_eval[game]) {
        load_lines(s, t.lines + (root + leaf) * LINES);
        find_candidates(s);
#ifdef CARO
        keep_stops(s, t.to_move[root + leaf]);
#endif
        for (int i = LANE; i < POINTS; i += WARP) {
            size_t at = (size_t)game * POINTS + i;
            bool possible =
                is_candidate(s, i) && !is_forbidden_at_leaf(t, at, t.to_move[root + leaf]);
            t.logits[(root + leaf) * POINTS + i] = possible ? t.net_policy[at] : NEVER;
        }
        value = t.net_wdl[game * 3] - t.net_wdl[game * 3 + 2];
        if (LANE == 0)
            t.value[root + leaf] = value;
    }
    if (LANE != 0)
        return;
    for (int node = leaf;;) {
        t.visits[root + node] += 1;
        t.value_sum[root + node] += value;
        int parent = t.parent[root + node];
        if (parent < 0)
            break;
        bool same = t.to_move[root + parent] == t.to_move[root + node];
        value = same ? value : -value;
        bool wins = same ? proven == WON : proven == LOST;
        proven = wins ? WON : OPEN;
        if (wins) {
            value = 1.f;
            t.proven[root + parent] = WON;
            if (parent == 0)
                t.known_move[game] = t.move[root + node];
        }
        node = parent;
    }
}

// The improved policy and value of the root, and the move to play: the most visited one, ties
// broken by the improved logit plus Gumbel noise. A proven or forced move takes precedence.
DEV void game_finish(const Tree &t, int game) {
    size_t root = (size_t)game * t.nodes;
    NodeView view;
    float share[SLOTS], value = 0;
    Best best = NO_BEST;
    view_node(t, root, 0, view);
    improved_policy(view, share);
    int known = t.known_move[game], most_visits = 0;
    bool forced = known >= FORCED;
    if (forced)
        known -= FORCED;
#pragma unroll
    for (int k = 0; k < SLOTS; k++) {
        most_visits = view.visits[k] > most_visits ? view.visits[k] : most_visits;
        value += share[k] * (view.visits[k] > 0 ? view.value[k] : view.mixed);
    }
    most_visits = warp_max(most_visits);
    value = 2.f * warp_sum(value) - 1.f;
#pragma unroll
    for (int k = 0; k < SLOTS; k++) {
        int i = k * WARP + LANE;
        if (i < POINTS) {
            t.policy[(size_t)game * POINTS + i] = known == NO_MOVE ? share[k]
                                                  : i == known     ? 1.f
                                                                   : 0.f;
            if (is_possible(view.logit[k]) && view.visits[k] == most_visits)
                offer(best, improved_logit(view, k) + t.gumbel[(size_t)game * POINTS + i], i);
        }
    }
    int point = best_point(best);
    if (LANE == 0) {
        t.chosen_move[game] = known == NO_MOVE ? point : known;
        t.root_value[game] = forced ? t.value[root] : known == NO_MOVE ? value : 1.f;
    }
}
