// Game review (post-game analysis): the engine's value of every position, and a grade for each move
// by the win rate it lost.
#pragma once

#include "base/json_writer.h"
#include "base/str.h"
#include "engine/engine.h"
#include "record/record.h"

typedef enum { GRADE_GOOD, GRADE_DOUBTFUL, GRADE_MISTAKE, GRADE_BLUNDER, GRADE_COUNT } Grade;

const char *grade_name(Grade grade); // "", "doubtful" ...

// Grade thresholds: the smallest loss for each grade.
typedef struct {
    double lost[GRADE_COUNT]; // win rate
    double log_odds;          // for GRADE_DOUBTFUL near 0 and 1, where the win rate hardly changes
    double rate_margin;       // for the log odds, rates are clamped to this distance from 0 and 1
    int near_win;             // plies: an allowed win this near is a GRADE_MISTAKE
} GradeLimits;

extern const GradeLimits grade_limits;

// A position of the game and the move made there.
typedef struct {
    const Node *before, *played; // in the record; `played` NULL: the final position
    Board board;
    int number;      // of the move made here, from 1; answers of an opening protocol count
    bool is_known;   // `best` is set
    EngineLine best; // the engine's best line
    double rate;     // win rate of the side to move with best play
    double lost;     // win rate lost by the move played; 0 if the next position is not known
    Grade grade;
    bool missed_win;  // the move gave a proved win away
    bool allowed_win; // the move gave the opponent a proved win
    bool was_lost;    // a proved loss whatever was played
} ReviewedMove;

typedef struct {
    int count;
    ReviewedMove *moves;
} Review;

// Called after every position; return false to skip the rest.
typedef bool ReviewProgress(void *context, int done, int all);

// Searches each position with a copy of `each`. `progress` may be NULL.
bool review_game(Engine *e, const Record *r, const EngineRequest *each, ReviewProgress *progress,
                 void *context, Review *out, Error *err);
void review_release(Review *v);

// The same in steps, for callers that run the engine elsewhere: review_begin lists the positions,
// review_set_best stores the result of one, review_grade_moves grades every move for which the
// positions before and after it are known, review_grade_moves_near only those that depend on the
// result of the i-th position.
bool review_begin(const Record *r, Review *out, Error *err);
void review_set_best(ReviewedMove *m, const EngineLine *best);
void review_grade_moves(Review *v);
void review_grade_moves_near(Review *v, int i);

// Black's win rate in this position.
double review_black_rate(const ReviewedMove *m);

// Game annotation: writes a review into the record as comments and variations, or as text or JSON.

// Adds the review to the record: win rates as comments, a mark on each move that lost something,
// and the better line as a variation.
void annotate_record(Record *r, const Review *v);

// The moves that lost something, one per line; and every position as one line of JSON.
void review_list(const Review *v, Str *out);
void review_json(const Review *v, Str *out);

// The JSON object of one analyzed position.
void review_write_move(JsonWriter *w, const Review *v, int i);

// Win-rate chart of a reviewed game (Black's win rate by move): as text and as SVG.

void chart_text(const Review *v, int width, Str *out);
void chart_svg(const Review *v, Str *out);

// Formats engine analyses for people and programs: values, lines, a table, JSON, a heat map.

// "61 %", "wins in 7" or "loses in 4", for the side to move.
void analysis_format_value(int value, Str *out);

// "h8 i9 h9", at most `count` moves.
void analysis_format_line(const EngineLine *line, int size, int count, Str *out);

// The analysis of a position as a table, as a JSON object, and as a board with the win rate of each
// searched point in percent.
void analysis_format_table(const EngineResult *a, const Board *b, Str *out);
void analysis_write(JsonWriter *w, const char *key, const EngineResult *a, const Board *b);
void analysis_format_heat_map(const EngineResult *a, const Board *b, Str *out);

// The fields of a solver result: "outcome" (win, loss, draw or unknown, for the side to move),
// "move", "no_win_by_threats", "stones", "line", "nodes" and "ms".
void solution_write(JsonWriter *w, const EngineResult *r, int size);
