// Histories of Gomoku in the Mist as text, as a worker process reads them. What was read is written
// and read back unchanged; beliefs and particles of a possible history agree with its last view.
#include "fuzz.h"

#include "core/mist.h"
#include "player/mist_player.h"

static void check_particles(const MistHistory *h) {
    MistParticles particles = {0};
    MistWorld world;
    Error err = {0};
    bool ok = mist_particles_update(&particles, h, NULL, INT64_MAX, &err);
    MistBelief belief;
    DEMAND(ok == mist_belief_init(&belief, h));
    if (ok) {
        const MistView *view = &h->turns[h->turn_count - 1].view;
        DEMAND(mist_particles_worlds(&particles, &world, 1) == 1);
        MistView seen = mist_view(&world.board, view->center);
        DEMAND(!memcmp(seen.cells, view->cells, sizeof seen.cells));
        for (int i = 0; i < belief.stone_count; i++)
            DEMAND(belief.stones[i].count >= 1 && belief.stones[i].count <= MIST_CANDIDATES_MAX);
    }
    mist_particles_release(&particles);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    MistHistory h, back;
    Error err = {0};
    if (mist_history_parse(text, &h, &err)) {
        ScopedStr written = {0};
        mist_history_format(&h, &written);
        DEMAND(mist_history_parse(str_text(&written), &back, &err));
        DEMAND(mist_history_extends(&h, &back) && mist_history_extends(&back, &h));
        check_particles(&h);
    } else {
        DEMAND(*err.text);
    }
    mem_free(text);
    return 0;
}
