// Coordinate notations: parsing and formatting points. The conventions differ in the letter I and
// in where row 1 is, so a bare "k5" is ambiguous: every reader and writer names its notation.
#pragma once

#include "base/error.h"
#include "base/json_writer.h"
#include "base/scanner.h"
#include "core/point.h"

typedef enum {
    NOTATION_POS, // letter with I, row from the bottom: RenLib, most web games, the mist course;
                  // the default, so it is 0
    NOTATION_GTP, // letter without I, row from the bottom: GTP, GoGui
    NOTATION_POS_TOP, // letter with I, row from the top: c-gomoku-cli, the classroom game
    NOTATION_XY,      // column,row from 0 at the top left: Gomocup
    NOTATION_SGF,     // two letters, column and row from the top
    NOTATION_COUNT,
} Notation;

// The name of the i-th notation; NULL after the last.
const char *notation_name(int i);

// The notation with that name.
bool notation_find(const char *name, Notation *out, Error *err);

// One line for help texts, with the center of a 15x15 board as the example.
const char *notation_summary(Notation notation);

// The whole text must be one point of a board of `size`. Case-insensitive, except in SGF. No
// spaces. Leading zeros are accepted, as in GTP: `a01`.
bool point_parse(const char *text, Notation notation, int size, Point *out, Error *err);

// Reads a letter and all digits that follow, so that a number out of range is reported as such. Do
// not call it at the end of the text.
bool point_scan(Scanner *s, Notation notation, int size, Point *out, Error *err);

// Parses concatenated points in NOTATION_POS, "h8i9h10", at most `max` of them. Sets *count to
// their number.
bool points_parse(const char *text, int size, int max, Point *points, int *count, Error *err);

// Letters are upper case in GTP and lower case in POS, as is customary.
void point_format(Point p, Notation notation, int size, Str *out);

// Writes points as points_parse reads them, as a JSON string.
void write_points(JsonWriter *w, const char *key, const Point *points, int count, int size);

// The letter of a column; 0 if the notation has none (x,y).
char notation_column_letter(Notation notation, int x);

// Move notation of the server, its database and the web page: "h8", or "stay", "swap", "more".
enum { MOVE_TEXT_SIZE = 8 };
typedef struct {
    char text[MOVE_TEXT_SIZE];
} MoveText;

MoveText move_text(Point p, int size);
bool move_parse(const char *text, int size, Point *out, Error *err);
