// What a job of a project does, and what a check of its result needs to know of that. Private to
// project/.
#pragma once

#include "base/json_writer.h"
#include "project/project_job.h"
#include "proof/proof.h"

// The position after the winner's move, which is POINT_NONE at a start with the other side to move.
// False if it is not legal.
bool project_job_play(const ProjectJob *job, Point move, Board *after);

// The replies that a JOB_ALL_REPLIES examines: all legal ones that are not left out and lie in the
// footprint of the threat, one of each class of mirror images. Returns their number.
int project_job_replies(const ProjectJob *job, const Board *after, const Footprint *threat,
                        Point replies[static REPLIES_MAX]);

// The result as text: the proofs as they are found, then the fact. `reply`: POINT_NONE for the
// proof of the position itself, or the threat.
void project_result_begin(JsonWriter *w);
void project_result_add(JsonWriter *w, Point reply, const Proof *proof);
void project_result_end(JsonWriter *w, const Fact *fact);
