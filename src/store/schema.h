// The tables of the database, as a list of steps: step N brings version N - 1 up to version N. A
// step that was released never changes; what is new is a new step.
#pragma once

// The SQL of the step to `version` (from 1), NULL after the last.
const char *schema_migration(int version);

int schema_version(void); // the newest
