// Match results: entries have valid players and games, and give finite ratings.
#include "fuzz.h"
#include "match/rating_list.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Results r = {0};
    Error err = {0};
    bool ok = results_parse(&r, (const char *)data, size, &err);
    DEMAND(ok == !*err.text);
    for (int i = 0; i < r.count; i++)
        DEMAND(r.entries[i].black < r.players && r.entries[i].white < r.players &&
               r.entries[i].won + r.entries[i].drawn + r.entries[i].lost > 0);
    RatingList l;
    if (r.count > 0 && r.players < 20) {
        DEMAND(rating_list_fit(&r, -1, &l, &err));
        for (int i = 0; i < l.count; i++)
            DEMAND(isfinite(l.players[i].elo.low) && isfinite(l.players[i].elo.high));
        rating_list_release(&l);
    }
    results_release(&r);
    return 0;
}
