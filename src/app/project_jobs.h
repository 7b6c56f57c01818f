// `pentad solve --project --database`: the work of a project as jobs in a database, which `pentad
// worker` does on any number of machines.
#pragma once

#include "project/project.h"

// Like project_run. The results are checked, and applied in the order in which the jobs were
// posted: `options->threads` at once (0: as many as the workers need). With one at once the log is
// that of one thread here; with any number it does not depend on who was faster.
bool project_jobs_run(const ProjectOptions *options, const char *database, ProjectStatus *out,
                      Error *err);
