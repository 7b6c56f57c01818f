// Results of matches: whatever is read has players and games, and gives a ladder of finite numbers.
#include "fuzz.h"
#include "match/rating_list.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Results r = {0};
    Error err = {0};
    bool ok = results_parse(&r, (const char *)data, size, &err);
    DEMAND(ok == !*err.text);
    for (int i = 0; i < r.count; i++)
        DEMAND(r.meetings[i].black < r.players && r.meetings[i].white < r.players &&
               r.meetings[i].won + r.meetings[i].drawn + r.meetings[i].lost > 0);
    RatingList l;
    if (r.count > 0 && r.players < 20) {
        DEMAND(rating_list_fit(&r, -1, &l, &err));
        for (int i = 0; i < l.count; i++)
            DEMAND(isfinite(l.rungs[i].elo.low) && isfinite(l.rungs[i].elo.high));
        rating_list_release(&l);
    }
    results_release(&r);
    return 0;
}
