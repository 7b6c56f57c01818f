// Game record: a game tree of moves and properties, independent of the file format.
//
// The model is SGF's, because the content of every other format fits into it: a node has at most
// one move and any number of properties (an id in capitals and a list of texts). Player names are
// PB and PW of the root, a comment is C, stones set up are AB and AW, the side to move is PL, and
// so on; points in property values are in NOTATION_SGF. All text is UTF-8. The record owns its
// nodes and texts; all are freed together.
#pragma once

#include "base/error.h"
#include "base/mem.h"
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
    Node *next;                        // next sibling: another variation
    Property *properties;              // everything but the move, in the order written
    Point point;                       // POINT_NONE if the node has no move
    uint8_t color;                     // of the move
    int line, column;                  // position in the text file; 0 if there is none
};

typedef struct {
    Arena arena;
    int size;
    const Rules *rules;
    Node *root; // never NULL
    int games;  // number of games in the file; 0: its format has only one
    Str notes;  // warnings for people, one per line: what the reader had to assume or leave out
} Record;

enum { NODE_PROPERTIES_MAX = 256 };

// The root is empty: no move, no properties.
Record *record_new(int size, const Rules *rules);
void record_free(Record *r);

Node *record_add_node(Record *r, Node *parent); // as its last child
Node *record_add_move(Record *r, Node *parent, Stone color, Point p);

// Appends a value to a property. Returns false and changes nothing if the node is full.
bool record_add_value(Record *r, Node *node, const char *id, const char *text);

// The same in two steps, for long lists: finds or adds the property (NULL if the node is full), and
// appends a value to it. A new property must get a value at once.
Property *record_property(Record *r, Node *node, const char *id);
void property_add(Record *r, Property *p, const char *text);

// Makes `text` the only value; NULL or "" removes the property. False if the node is full.
bool record_set_value(Record *r, Node *node, const char *id, const char *text);

// Adds a stone with AB or AW.
void record_add_setup(Record *r, Node *node, Stone color, Point p);

// Appends a line to Record.notes.
void record_note(Record *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The node's answer in an opening protocol; POINT_NONE if there is none.
Point node_answer(const Node *node);
void record_set_answer(Record *r, Node *node, Point answer);

// True if the node has setup properties (AB, AW, AE).
bool node_sets_up_stones(const Node *node);

const Property *node_property(const Node *node, const char *id);
const char *node_value(const Node *node, const char *id); // the first value; NULL if there is none

// The last node of the main line, and the node of its n-th move (the last node if there are fewer).
Node *record_last(const Record *r);
Node *record_after_moves(const Record *r, int moves);

// The number of moves from the root to `end`.
int node_moves(const Node *end);

// The node after `moves` moves of the main line; negative: after all of them. Fails if there are
// fewer.
const Node *record_position(const Record *r, int64_t moves, Error *err);

// The nodes from the root to `end`, inclusive. Caller frees `nodes` with mem_free.
typedef struct {
    const Node **nodes;
    int count;
} NodePath;

NodePath node_path(const Node *end);

// Plays the moves from the root to `end`, with the clocks and times of the record. The stated
// result applies only at the end of the main line. On failure *err says which move is illegal,
// where it is, and why.
bool record_replay(const Record *r, const Node *end, Game *out, Error *err);

// Visits the game after each node from the root to `end`; as many calls of record_replay would, but
// each move is played once. The visitor returns false to end, which is no failure.
typedef bool RecordVisitor(void *context, const Node *node, const Game *game);
bool record_replay_each(const Record *r, const Node *end, RecordVisitor *visit, void *context,
                        Error *err);

// The result as in SGF's RE: "B+R", "0", "?" ... Parsing returns false for any other text.
void record_format_result(Result result, Str *out);
void record_set_result(Record *r, Result result);
bool record_parse_result(const char *text, Result *out);

// SGF clock properties: the time control in TM and OT of the root; BL and WL, the time Black and
// White have left after a move; and ET, the time used for the move in milliseconds, a private
// property.
//
// TM is the main time. OT is any of "3x30 byo-yomi", "5 fischer" (an increment) and "10/move",
// separated by commas. Times are seconds with up to three decimals.

// Writes TM and OT. Writes nothing if there is no limit.
void clock_properties_write_control(Record *r, const TimeControl *control);

// No limit if TM and OT are missing or not in the form above.
TimeControl clock_properties_read_control(const Record *r);

// Writes ET and BL or WL of the game's i-th move to its node.
void clock_properties_write_move(Record *r, Node *node, const Game *g, int i);

// Applies the node's times to the game's last move. The flag never falls here: the record states
// how the game ended.
void clock_properties_apply_move(const Node *node, Game *g);
