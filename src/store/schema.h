// The database schema as a list of migrations: migration N turns version N - 1 into version N. A
// released migration never changes; a change of the schema is a new migration.
#pragma once

// The SQL of the migration to `version` (from 1); NULL after the last.
const char *schema_migration(int version);

int schema_version(void); // the newest
