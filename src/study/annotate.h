// A review written down: into the record as comments and variations, as a list, as JSON.
#pragma once

#include "study/review.h"

// Adds to the record what the review says: the chances as comments, a mark on moves that gave
// something away, and beside them the better line as a variation.
void annotate_record(Record *r, const Review *v);

// The moves that gave something away, a line each; and every position as a line of JSON.
void review_list(const Review *v, Str *out);
void review_json(const Review *v, Str *out);

// That of a position that is known, as an object.
void review_json_move(const Review *v, int i, Str *out);
