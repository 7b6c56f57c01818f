// The schema of the job queue: PostgreSQL only, apart from the server's tables, with a version of
// its own. A worker's role may call functions and see no table: job_take gives it the jobs that it
// has leased, and nobody else's. They run with the rights of the role that created them
// (SECURITY DEFINER), with a fixed search path.
#include "store/statement.h"

#include "base/number.h"

// Times are milliseconds since 1970, by the clock of the database. States: see JobState.
// clang-format off
static const char *const migrations[] = {
    // 1: tables
    "CREATE FUNCTION job_now() RETURNS BIGINT LANGUAGE sql AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;"

    "CREATE TABLE job_batches ("
    "  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, build TEXT NOT NULL,"
    "  state BIGINT NOT NULL, created BIGINT NOT NULL, seen BIGINT NOT NULL, report TEXT NOT NULL);"
    "CREATE INDEX job_batches_by_kind ON job_batches(kind, id);"

    // turn: virtual time, for fair queuing. session: of the worker that has the lease.
    "CREATE TABLE jobs ("
    "  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, batch BIGINT NOT NULL, number BIGINT NOT NULL,"
    "  kind TEXT NOT NULL, priority BIGINT NOT NULL, owner TEXT NOT NULL, turn BIGINT NOT NULL, build TEXT NOT NULL,"
    "  payload TEXT NOT NULL, budget_ms BIGINT NOT NULL, state BIGINT NOT NULL, attempts BIGINT NOT NULL DEFAULT 0,"
    "  failures BIGINT NOT NULL DEFAULT 0, session BIGINT, lease BIGINT, worker TEXT NOT NULL DEFAULT '',"
    "  created BIGINT NOT NULL, finished BIGINT, result TEXT NOT NULL DEFAULT '', UNIQUE (batch, number));"
    "CREATE INDEX jobs_waiting ON jobs(priority DESC, turn, id) WHERE state = 0;"
    "CREATE INDEX jobs_waiting_of_owner ON jobs(owner, priority, turn) WHERE state = 0;"
    "CREATE INDEX jobs_leased ON jobs(lease) WHERE state = 1;"
    "CREATE INDEX jobs_of_session ON jobs(session) WHERE state = 1;"

    "CREATE TABLE job_workers ("
    "  session BIGINT PRIMARY KEY, name TEXT NOT NULL, build TEXT NOT NULL, kinds TEXT NOT NULL,"
    "  threads BIGINT NOT NULL, busy BIGINT NOT NULL, done BIGINT NOT NULL, seen BIGINT NOT NULL);",

    // 2: functions. Start-time fair queuing: a job comes after its owner's other waiting jobs, and an owner who was idle starts where
    // the next job to be taken stands.
    "CREATE FUNCTION job_turn(p_owner TEXT, p_priority BIGINT, p_budget BIGINT) RETURNS BIGINT LANGUAGE sql AS $$ "
    "SELECT GREATEST("
    "  (SELECT turn FROM jobs WHERE state = 0 AND owner = p_owner AND priority = p_priority ORDER BY turn DESC LIMIT 1) + p_budget,"
    "  (SELECT turn FROM jobs WHERE state = 0 AND priority = p_priority ORDER BY turn LIMIT 1), 0) $$;"

    "CREATE FUNCTION job_take(p_session BIGINT, p_name TEXT, p_kinds TEXT, p_build TEXT, p_count BIGINT, p_lease BIGINT, p_attempts BIGINT) "
    "RETURNS TABLE (job_id BIGINT, job_kind TEXT, job_payload TEXT, job_budget BIGINT) "
    "LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN "
    "UPDATE jobs SET state = CASE WHEN attempts >= p_attempts THEN 3 ELSE 0 END, session = NULL, finished = job_now(),"
    "  result = CASE WHEN attempts >= p_attempts THEN 'its workers were lost, ' || attempts || ' times' ELSE '' END "
    "  WHERE id IN (SELECT j.id FROM jobs j WHERE j.state = 1 AND j.lease < job_now() FOR UPDATE SKIP LOCKED); "
    "RETURN QUERY UPDATE jobs j SET state = 1, session = p_session, worker = p_name, lease = job_now() + p_lease, attempts = j.attempts + 1 "
    "  FROM (SELECT c.id FROM jobs c WHERE c.state = 0 AND c.kind = ANY(string_to_array(p_kinds, ',')) AND c.build IN ('', p_build) "
    "        ORDER BY c.priority DESC, c.turn, c.id LIMIT p_count FOR UPDATE SKIP LOCKED) next "
    "  WHERE j.id = next.id RETURNING j.id, j.kind, j.payload, j.budget_ms; END $$;"

    "CREATE FUNCTION job_renew(p_session BIGINT, p_name TEXT, p_build TEXT, p_kinds TEXT, p_threads BIGINT, p_busy BIGINT, p_lease BIGINT) "
    "RETURNS SETOF BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN "
    "INSERT INTO job_workers VALUES (p_session, p_name, p_build, p_kinds, p_threads, p_busy, 0, job_now()) "
    "  ON CONFLICT (session) DO UPDATE SET busy = p_busy, seen = job_now(); "
    "DELETE FROM job_workers WHERE seen < job_now() - 3600000; "
    "RETURN QUERY UPDATE jobs SET lease = job_now() + p_lease WHERE state = 1 AND session = p_session RETURNING id; END $$;"

    // A worker's error is tried again elsewhere, a few times.
    "CREATE FUNCTION job_finish(p_session BIGINT, p_id BIGINT, p_result TEXT, p_failed BIGINT, p_failures BIGINT) "
    "RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE recorded BIGINT; BEGIN "
    "UPDATE jobs SET state = CASE WHEN p_failed = 0 THEN 2 WHEN failures + 1 >= p_failures THEN 3 ELSE 0 END,"
    "  failures = failures + p_failed, session = NULL, finished = job_now(), result = p_result "
    "  WHERE id = p_id AND state = 1 AND session = p_session; "
    "GET DIAGNOSTICS recorded = ROW_COUNT; "
    "UPDATE job_workers SET done = done + recorded WHERE session = p_session; "
    "RETURN recorded; END $$;"

    "CREATE FUNCTION job_leave(p_session BIGINT) RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN "
    "UPDATE jobs SET state = 0, session = NULL, attempts = attempts - 1 WHERE state = 1 AND session = p_session; "
    "DELETE FROM job_workers WHERE session = p_session; "
    "RETURN 0; END $$;"

    "CREATE FUNCTION job_other_build(p_kinds TEXT, p_build TEXT) RETURNS TEXT LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$ "
    "SELECT c.build FROM jobs c WHERE c.state = 0 AND c.kind = ANY(string_to_array(p_kinds, ',')) AND c.build NOT IN ('', p_build) "
    "ORDER BY c.priority DESC, c.turn, c.id LIMIT 1 $$;"

    // Everybody may call a new function, unless that is revoked.
    "CREATE FUNCTION job_grant(p_role TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$ DECLARE f TEXT; BEGIN "
    "EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), p_role); "
    "FOREACH f IN ARRAY ARRAY['job_take', 'job_renew', 'job_finish', 'job_leave', 'job_other_build'] LOOP "
    "  EXECUTE format('GRANT EXECUTE ON FUNCTION %I.%I TO %I', current_schema(), f, p_role); END LOOP; "
    "RETURN 0; END $$;"
    "REVOKE ALL ON FUNCTION job_now, job_turn, job_take, job_renew, job_finish, job_leave, job_other_build, job_grant FROM PUBLIC;",

    // 3: leases as short as a job needs, and results so far (p_failed < 0). A worker's numbers and texts are only taken as far as they
    // make sense: whoever has its role can call these with anything, and the server reads what they write.
    "ALTER TABLE jobs ADD COLUMN lease_ms BIGINT NOT NULL DEFAULT 20000, ADD COLUMN taken BIGINT NOT NULL DEFAULT 0;"

    "CREATE OR REPLACE FUNCTION job_take(p_session BIGINT, p_name TEXT, p_kinds TEXT, p_build TEXT, p_count BIGINT, p_lease BIGINT, p_attempts BIGINT) "
    "RETURNS TABLE (job_id BIGINT, job_kind TEXT, job_payload TEXT, job_budget BIGINT) "
    "LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN "
    "p_name := left(p_name, 100); p_count := LEAST(p_count, 256); p_lease := LEAST(p_lease, 60000); p_attempts := GREATEST(p_attempts, 2); "
    "UPDATE jobs SET state = CASE WHEN attempts >= p_attempts THEN 3 ELSE 0 END, session = NULL, finished = job_now(),"
    "  result = CASE WHEN attempts >= p_attempts THEN 'its workers were lost, ' || attempts || ' times' ELSE '' END "
    "  WHERE id IN (SELECT j.id FROM jobs j WHERE j.state = 1 AND j.lease < job_now() FOR UPDATE SKIP LOCKED); "
    "RETURN QUERY UPDATE jobs j SET state = 1, session = p_session, worker = p_name, taken = job_now(),"
    "    lease = job_now() + LEAST(p_lease, j.lease_ms), attempts = j.attempts + 1, result = '' "
    "  FROM (SELECT c.id FROM jobs c WHERE c.state = 0 AND c.kind = ANY(string_to_array(p_kinds, ',')) AND c.build IN ('', p_build) "
    "        ORDER BY c.priority DESC, c.turn, c.id LIMIT p_count FOR UPDATE SKIP LOCKED) next "
    "  WHERE j.id = next.id RETURNING j.id, j.kind, j.payload, j.budget_ms; END $$;"

    "CREATE OR REPLACE FUNCTION job_renew(p_session BIGINT, p_name TEXT, p_build TEXT, p_kinds TEXT, p_threads BIGINT, p_busy BIGINT, p_lease BIGINT) "
    "RETURNS SETOF BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN "
    "p_lease := LEAST(p_lease, 60000); p_threads := LEAST(GREATEST(p_threads, 0), 1024); p_busy := LEAST(GREATEST(p_busy, 0), p_threads); "
    "DELETE FROM job_workers WHERE seen < job_now() - 3600000; "
    "UPDATE job_workers SET busy = p_busy, seen = job_now() WHERE session = p_session; "
    "IF NOT FOUND AND (SELECT COUNT(*) FROM job_workers) < 1000 THEN "
    "  INSERT INTO job_workers VALUES (p_session, left(p_name, 100), left(p_build, 100), left(p_kinds, 100), p_threads, p_busy, 0, job_now()) "
    "  ON CONFLICT DO NOTHING; END IF; "
    "RETURN QUERY UPDATE jobs SET lease = job_now() + LEAST(p_lease, lease_ms) WHERE state = 1 AND session = p_session RETURNING id; END $$;"

    "CREATE OR REPLACE FUNCTION job_finish(p_session BIGINT, p_id BIGINT, p_result TEXT, p_failed BIGINT, p_failures BIGINT) "
    "RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE recorded BIGINT; BEGIN "
    "p_failed := LEAST(GREATEST(p_failed, -1), 1); p_failures := GREATEST(p_failures, 2); "
    "IF octet_length(p_result) > 4194304 THEN p_failed := 1; p_result := 'a result of more than 4 MiB'; END IF; "
    "UPDATE jobs SET state = CASE WHEN p_failed < 0 THEN 1 WHEN p_failed = 0 THEN 2 WHEN failures + 1 >= p_failures THEN 3 ELSE 0 END,"
    "  failures = failures + GREATEST(p_failed, 0), session = CASE WHEN p_failed < 0 THEN session END, finished = job_now(), result = p_result "
    "  WHERE id = p_id AND state = 1 AND session = p_session; "
    "GET DIAGNOSTICS recorded = ROW_COUNT; "
    "UPDATE job_workers SET done = done + recorded WHERE session = p_session AND p_failed >= 0; "
    "RETURN recorded; END $$;",

    // 4: an error of a column that may not be NULL would show the whole row.
    "CREATE OR REPLACE FUNCTION job_take(p_session BIGINT, p_name TEXT, p_kinds TEXT, p_build TEXT, p_count BIGINT, p_lease BIGINT, p_attempts BIGINT) "
    "RETURNS TABLE (job_id BIGINT, job_kind TEXT, job_payload TEXT, job_budget BIGINT) "
    "LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN "
    "p_name := left(COALESCE(p_name, ''), 100); p_count := LEAST(p_count, 256); p_lease := LEAST(p_lease, 60000); p_attempts := GREATEST(p_attempts, 2); "
    "UPDATE jobs SET state = CASE WHEN attempts >= p_attempts THEN 3 ELSE 0 END, session = NULL, finished = job_now(),"
    "  result = CASE WHEN attempts >= p_attempts THEN 'its workers were lost, ' || attempts || ' times' ELSE '' END "
    "  WHERE id IN (SELECT j.id FROM jobs j WHERE j.state = 1 AND j.lease < job_now() FOR UPDATE SKIP LOCKED); "
    "RETURN QUERY UPDATE jobs j SET state = 1, session = p_session, worker = p_name, taken = job_now(),"
    "    lease = job_now() + LEAST(p_lease, j.lease_ms), attempts = j.attempts + 1, result = '' "
    "  FROM (SELECT c.id FROM jobs c WHERE c.state = 0 AND c.kind = ANY(string_to_array(p_kinds, ',')) AND c.build IN ('', p_build) "
    "        ORDER BY c.priority DESC, c.turn, c.id LIMIT p_count FOR UPDATE SKIP LOCKED) next "
    "  WHERE j.id = next.id RETURNING j.id, j.kind, j.payload, j.budget_ms; END $$;"

    "CREATE OR REPLACE FUNCTION job_finish(p_session BIGINT, p_id BIGINT, p_result TEXT, p_failed BIGINT, p_failures BIGINT) "
    "RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE recorded BIGINT; BEGIN "
    "p_result := COALESCE(p_result, ''); p_failed := LEAST(GREATEST(p_failed, -1), 1); p_failures := GREATEST(p_failures, 2); "
    "IF octet_length(p_result) > 4194304 THEN p_failed := 1; p_result := 'a result of more than 4 MiB'; END IF; "
    "UPDATE jobs SET state = CASE WHEN p_failed < 0 THEN 1 WHEN p_failed = 0 THEN 2 WHEN failures + 1 >= p_failures THEN 3 ELSE 0 END,"
    "  failures = failures + GREATEST(p_failed, 0), session = CASE WHEN p_failed < 0 THEN session END, finished = job_now(), result = p_result "
    "  WHERE id = p_id AND state = 1 AND session = p_session; "
    "GET DIAGNOSTICS recorded = ROW_COUNT; "
    "UPDATE job_workers SET done = done + recorded WHERE session = p_session AND p_failed >= 0; "
    "RETURN recorded; END $$;",
};
// clang-format on

const char *jobs_migration(int version) {
    return version <= COUNT(migrations) ? migrations[version - 1] : NULL;
}

int jobs_schema_version(void) {
    return COUNT(migrations);
}
