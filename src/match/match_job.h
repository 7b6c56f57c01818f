// A pair of games as a job for another machine: one opening, played with each color. The job is a
// text that has all options of the games; its result is the two games as text.
//
// The text may come from a database that others can write to: it is checked like any input, and
// starts programs or opens files only if the caller allows it.
#pragma once

#include "match/runner.h"

typedef struct {
    ParticipantOptions participants;
    RefereeOptions referee; // `participants` is set when the games are played
    char *descriptions[2];  // owned
    OpeningLine opening;
} MatchJob;

// Appends the job for games 2 * pair and 2 * pair + 1, one line of JSON.
void match_job_format(const RunnerOptions *options, int pair, Str *out);

// *out is zeroed or released.
bool match_job_parse(const char *text, size_t len, MatchJob *out, Error *err);
void match_job_release(MatchJob *job);

// For a job from elsewhere. Without `allows_external` a participant must be one of our players
// without files; with it, programs (gomocup:./NAME) and files must be in the working directory.
bool match_job_check(const MatchJob *job, bool allows_external, Error *err);

// Plays both games and appends the result. False if a participant cannot be started, or if it was
// stopped.
bool match_job_play(const MatchJob *job, StopToken stop, Str *result, Error *err);

// Reads a result of this job: two games that begin with its opening.
bool match_job_result(const MatchJob *job, const char *text, size_t len, PlayedGame out[2],
                      Error *err);
