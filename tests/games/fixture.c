#include "fixture.h"

#include "store/test_database.h"
#include "test.h"

#include <stdio.h>

static void fill_counting(void *context, void *bytes, size_t len) {
    uint8_t *next = context;
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)((*next)++ * 7 / 3);
}

void fixture_begin(Fixture *f) {
    Error err = {0};
    *f = (Fixture){.store = test_store_open()};
    f->registry = registry_new(f->store, (RandomSource){fill_counting, &f->seed}, &err);
    for (int i = 0; i < 2; i++) {
        UserRow *user = &f->users[i];
        *user = (UserRow){.kind = USER_GUEST};
        snprintf(user->name, sizeof user->name, "p%d", i);
        user->id = user_add(f->store, user, user->name, NULL, &err);
    }
    CHECK_TEXT("fixture", err.text, "");
}

void fixture_end(Fixture *f) {
    registry_free(f->registry);
    store_close(f->store);
}

void fixture_commit(Fixture *f) {
    Error err = {0};
    GameChange change;
    CHECK("committing", store_commit(f->store, &err));
    while (registry_next_change(f->registry, &change))
        ;
}
