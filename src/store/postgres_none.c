// Instead of postgres_engine.c in a build without libpq.
#include "store/statement.h"

Store *postgres_open(const char *url, Error *err) {
    static const NotBuilt table[] = {{"PostgreSQL", "postgresql"}, {0}};
    (void)url;
    error_not_built(err, table[0].name, table);
    return NULL;
}
