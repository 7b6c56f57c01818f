#include "world.h"

#include "test.h"

#include <stdio.h>

static void count_up(void *context, void *bytes, size_t len) {
    uint8_t *next = context;
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)((*next)++ * 7 / 3);
}

void fixture_begin(Fixture *w) {
    Error err = {0};
    *w = (Fixture){.store = store_open(":memory:", &err)};
    w->registry = registry_new(w->store, (RandomSource){count_up, &w->seed}, &err);
    for (int i = 0; i < 2; i++) {
        UserRow *p = &w->people[i];
        *p = (UserRow){.kind = USER_GUEST};
        snprintf(p->name, sizeof p->name, "p%d", i);
        p->id = user_add(w->store, p, p->name, NULL, &err);
    }
    CHECK_TEXT("a world", err.text, "");
}

void fixture_end(Fixture *w) {
    registry_free(w->registry);
    store_close(w->store);
}

void fixture_commit(Fixture *w) {
    Error err = {0};
    GameChange change;
    CHECK("committing", store_commit(w->store, &err));
    while (registry_next_change(w->registry, &change))
        ;
}
