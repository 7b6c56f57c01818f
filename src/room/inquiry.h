// A question to the engine: about a position, its proof, or every position of a game that is over.
// As it is asked, as tasks for a worker (room/worker.h), and as the answer in JSON.
//
// An Inquiry knows neither who asks nor who thinks.
#pragma once

#include "room/hall.h"

enum {
    INQUIRY_LINES_MAX = 5,
    INQUIRY_MS_MAX = 20 * 1000,
    INQUIRY_MS_USUAL = 2000,
    INQUIRY_GAME_MS_MAX = 2000, // a position of a game
    INQUIRY_GAME_MS_USUAL = 300,
    INQUIRY_NODES_MAX = 50 * 1000 * 1000,
};

// As it comes. A text that is NULL and a number that is 0 were not said.
typedef struct {
    const char *game;                                 // every position of that one; or a position:
    const char *rules, *black, *white, *turn, *moves; // as core/situation.h has them
    int size, lines, ms, nodes;
    bool prove;
} InquiryRequest;

typedef struct Inquiry Inquiry;

Refusal hall_inquire(Hall *h, const InquiryRequest *request, Inquiry **out, Error *err);
void inquiry_free(Inquiry *q);

// What each position gets.
typedef struct {
    int lines;         // 0: a proof
    int64_t ms, nodes; // whichever is reached first; no nodes: any number
} Effort;

Effort inquiry_effort(const Inquiry *q);
const char *inquiry_game(const Inquiry *q); // its id; NULL: it is about a position

// Positions are numbered from 0.
int inquiry_count(const Inquiry *q);
int inquiry_known(const Inquiry *q); // how many have their answer
int inquiry_next(const Inquiry *q);  // the first that has not; -1: all have, or it is closed

// The one text of a position, and the task that goes on with it when it had `spent` already.
void inquiry_position(const Inquiry *q, int i, Str *out);
void inquiry_task(const Inquiry *q, int i, int64_t spent_ms, Str *out);

// What a worker, or the store, has found of a position.
typedef struct {
    bool is_last;      // it is the answer; otherwise more may come
    bool is_settled;   // no more can be found out
    int64_t ms, nodes; // what it took: set by inquiry_note
} InquiryFound;

// What is not settled and less than is known already is left out.
bool inquiry_note(Inquiry *q, int i, const char *json, InquiryFound *found, Error *err);

// The answer as far as it is known, as JSON: an object, for a game an array; null if nothing is.
void inquiry_write(const Inquiry *q, Str *out);

// Nothing more will be found out: what is known stays, the positions, which are larger, do not.
void inquiry_close(Inquiry *q);
