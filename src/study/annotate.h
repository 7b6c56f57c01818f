// Game annotation: writes a review into the record as comments and variations, or as text or JSON.
#pragma once

#include "base/json_writer.h"
#include "study/review.h"

// Adds the review to the record: win rates as comments, a mark on each move that lost something,
// and the better line as a variation.
void annotate_record(Record *r, const Review *v);

// The moves that lost something, one per line; and every position as one line of JSON.
void review_list(const Review *v, Str *out);
void review_json(const Review *v, Str *out);

// The JSON object of one analysed position.
void review_write_move(JsonWriter *w, const Review *v, int i);
