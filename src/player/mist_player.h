// A player of Gomoku in the Mist: chooses the next try from a MistHistory, so it cannot know more
// than a person in its seat.
//
// Its beliefs are particles: boards that agree with everything it was told, weighted by how likely
// the opponent's moves are on them (the net's policy). The full-strength engine searches the
// likeliest boards (determinization) and averages; other players move on the likeliest board, and
// low levels on what they remember (MistInsight).
#pragma once

#include "core/mist_belief.h"
#include "player/player.h"

typedef struct MistParticle MistParticle;

// The particles of one game. All zero: none yet. Keep them from turn to turn: if the next history
// does not continue the last one, they are made again.
typedef struct {
    MistParticle *particles; // likeliest first, weights sum to 1; owned
    int count;
    MistHistory seen; // what they take into account
    Board known;      // the stones that are certain: see MistBelief
} MistParticles;

void mist_particles_release(MistParticles *p);

// A consistent board with the player to move, and its probability; merges particles with the same
// stones.
typedef struct {
    Board board;
    double probability;
} MistWorld;

// Brings the particles up to date: it must be the player's turn. `engine` gives the policy; NULL:
// the opponent is expected near other stones. At the deadline (of clock_now_ms; INT64_MAX: none)
// unlikely particles are dropped. False if no game can have this history.
bool mist_particles_update(MistParticles *p, const MistHistory *h, Engine *engine,
                           int64_t deadline_ms, Error *err);

// The likeliest boards, most likely first. Returns their number.
int mist_particles_worlds(const MistParticles *p, MistWorld *worlds, int max);

// The probability that the opponent's `stone`-th stone is on `point`.
double mist_particles_probability(const MistParticles *p, int stone, Point point);

typedef struct {
    Budget budget;
    int tries_per_turn; // hits allowed per turn, then only points in the hole; 0: no limit
    StopToken stop;
} MistRequest;

// A hit costs a second search within the same turn: the budget of the next try, from that of the
// turn, the hits so far and the time used so far. All tries together stay within the turn's.
Budget mist_try_budget(const Budget *turn, int hits, int64_t used_ms);

// Chooses a point to try: one not known to be taken. If a stone is hit there, add the hit to the
// history and call again.
bool mist_player_choose(Player *player, MistParticles *particles, const MistHistory *h,
                        const MistRequest *request, Point *out, Error *err);
