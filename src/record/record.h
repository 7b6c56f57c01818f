// A game record: a tree of moves with what was written beside them, whatever file it came from.
//
// The model is SGF's, because every other format's content fits into it: a node has at most one
// move and any number of properties (an id in capitals and a list of texts). Player names are PB
// and PW of the root, a comment is C, stones set up are AB and AW, the side to move is PL, and so
// on; points inside property values are written the SGF way (NOTATION_SGF). All text is UTF-8. The
// record owns its nodes and texts; all are freed together.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"
#include "core/game.h"

typedef struct Value Value;
struct Value {
    Value *next;
    const char *text;
};

typedef struct Property Property;
struct Property {
    Property *next;
    const char *id;
    Value *values, *last_value; // at least one
};

typedef struct Node Node;
struct Node {
    Node *parent, *child, *last_child; // `child` is the first: the main line
    Node *next;                        // the next variation at the same place
    Property *properties;              // everything but the move, in the order written
    Point point;                       // POINT_NONE if the node has no move
    uint8_t color;                     // of the move
    int line, column;                  // where it stood in a text file; 0 if in none
};

typedef struct {
    Arena arena;
    int size;
    const Rules *rules;
    Node *root; // never NULL
    int games;  // that the file held, of which this is one; 0: its format holds one
    Str notes;  // what a reader had to decide or leave out, a line each, for a person to know
} Record;

enum { NODE_PROPERTIES_MAX = 256 }; // no sane node has more

// The root is empty: no move, no properties.
Record *record_new(int size, const Rules *rules);
void record_free(Record *r);

Node *record_add_node(Record *r, Node *parent); // as its last child
Node *record_add_move(Record *r, Node *parent, Stone color, Point p);

// Adds one more value to a property. False, and nothing happens, if the node is full.
bool record_add_value(Record *r, Node *node, const char *id, const char *text);

// The same in two steps, for readers of long lists: the property, found or added, which must get a
// value at once if it is new (NULL if the node is full); and one more value for it.
Property *record_property(Record *r, Node *node, const char *id);
void property_add(Record *r, Property *p, const char *text);

// Makes `text` the only value; NULL or "" takes the property away. False if the node is full.
bool record_set_value(Record *r, Node *node, const char *id, const char *text);

// A stone that stands there from the start.
void record_add_setup(Record *r, Node *node, Stone color, Point p);

// A line of Record.notes.
void record_note(Record *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The answer to an opening protocol that stands there; POINT_NONE if none does.
Point node_answer(const Node *node);
void record_set_answer(Record *r, Node *node, Point answer);

// Stones put there or taken away other than by a move?
bool node_sets_up_stones(const Node *node);

const Property *node_property(const Node *node, const char *id);
const char *node_value(const Node *node, const char *id); // the first value; NULL if there is none

// The last node of the main line; and the one that has its n-th move, or the last if there are
// fewer.
Node *record_last(const Record *r);
Node *record_after_moves(const Record *r, int moves);

// How many moves there are from the root to `end`.
int node_moves(const Node *end);

// The node after so many moves of the main line; all of them if `moves` is negative. Fails if there
// are fewer.
const Node *record_position(const Record *r, int64_t moves, Error *err);

// The nodes from the root to `end`, both included; the caller frees `nodes` with mem_free.
typedef struct {
    const Node **nodes;
    int count;
} NodePath;

NodePath node_path(const Node *end);

// Plays from the root to `end`, with the clocks and times the record has; the result it states
// counts at the end of its main line. On
// failure says which move, where it stood, and why it cannot be.
bool record_replay(const Record *r, const Node *end, Game *out, Error *err);

// The result as SGF writes it: "B+R", "0", "?" ... And back; false if the text is none of these.
void record_format_result(Result result, Str *out);
bool record_parse_result(const char *text, Result *out);
