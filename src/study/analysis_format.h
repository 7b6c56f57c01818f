// Formats engine analyses for people and programs: values, lines, a table, JSON, a heat map.
#pragma once

#include "base/json_writer.h"
#include "engine/engine.h"

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
