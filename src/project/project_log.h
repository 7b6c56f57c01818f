// Project log: the append-only file of facts of a long-running proof.
//
// Text, one record per line, each with its own CRC-32, so that the file survives kill -9 and
// damage: a torn last line is cut off, a damaged line is skipped and its work done again.
//   pentad-project 1 freestyle 15 h8/ white black   rules, size, start, side to move, winner
//   try POSITION MOVE VALUE REPLIES                 FACT_TRY; MOVE `-`: see Fact
//   all POSITION MOVE VALUE REPLIES                 FACT_ALL
//   won POSITION, done POSITION, hard POSITION      FACT_WON, FACT_DONE, FACT_HARD
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "project/project_tree.h"

// Lines without the newline, with the checksum.
void log_write_goal(const Goal *goal, Str *out);
void log_write_fact(const Fact *fact, Str *out);

// Read one line, as written by the functions above.
bool log_read_goal(const char *line, size_t len, Goal *out, Error *err);
bool log_read_fact(const char *line, size_t len, const Goal *goal, Fact *out, Error *err);

typedef struct {
    int records, damaged;
    bool is_torn; // the last line had no end
    size_t whole; // bytes of complete lines
} LogCount;

// Applies every intact record of a log to a new tree. False if the first line is not a goal.
bool log_replay(const char *text, size_t len, Tree *out, LogCount *count, Error *err);

typedef struct {
    int file; // open for appending
    int lock;
    char *path;
} ProjectLog;

// Opens FOLDER/project.log, creating both if needed, and replays it into *tree. For an existing
// project `goal` may be NULL, or must equal the goal of the log.
bool project_log_open(ProjectLog *log, const char *folder, const Goal *goal, Tree *tree,
                      LogCount *count, Error *err);
bool project_log_append(ProjectLog *log, const Fact *fact, Error *err);
void project_log_close(ProjectLog *log);
