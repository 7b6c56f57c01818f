#include "server/json/encode.h"

#include <math.h>

void encode_ratings(JsonWriter *w, const char *key, Store *store, UserId user) {
    write_object(w, key);
    for (int i = 0; rating_pool_name(i); i++) {
        RatingRow r;
        Error ignored = {0};
        Rating unknown = rating_initial();
        if (!rating_find(store, user, rating_pool_name(i), &r, &ignored))
            r = (RatingRow){unknown.rating, unknown.deviation, unknown.volatility, 0};
        write_object(w, rating_pool_name(i));
        write_number(w, "rating", lround(r.rating));
        write_number(w, "deviation", lround(r.deviation));
        write_number(w, "games", r.games);
        write_end_object(w);
    }
    write_end_object(w);
}

void write_error(JsonWriter *w, Status status, const char *text) {
    const StatusInfo *info = status_info(status);
    write_text(w, "code", info->code);
    if (info->reason)
        write_text(w, "reason", info->reason);
    write_text(w, "text", text);
}

void encode_refusal(Str *out, Status r, const char *text) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_object(&w, "error");
    write_error(&w, r, text);
    write_end_object(&w);
    write_end_object(&w);
}
