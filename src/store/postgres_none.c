// Instead of postgres_engine.c in a build without libpq.
#include "store/statement.h"

static Store *not_built(Error *err) {
    static const NotBuilt table[] = {{"PostgreSQL", "postgresql"}, {0}};
    error_not_built(err, table[0].name, table);
    return NULL;
}

Store *postgres_open(const char *url, bool shared, Error *err) {
    (void)url;
    (void)shared;
    return not_built(err);
}

Store *postgres_open_jobs(const char *url, bool creates, Error *err) {
    (void)url;
    (void)creates;
    return not_built(err);
}
