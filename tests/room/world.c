#include "world.h"

#include "test.h"

#include <stdio.h>

static void count_up(void *context, void *bytes, size_t len) {
    uint8_t *next = context;
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)((*next)++ * 7 / 3);
}

void world_begin(World *w) {
    Error err = {0};
    *w = (World){.store = store_open(":memory:", &err)};
    w->hall = hall_new(w->store, (Randomness){count_up, &w->seed}, &err);
    for (int i = 0; i < 2; i++) {
        UserRow *p = &w->people[i];
        *p = (UserRow){.kind = USER_GUEST};
        snprintf(p->name, sizeof p->name, "p%d", i);
        p->id = people_add(w->store, p, p->name, NULL, &err);
    }
    CHECK_TEXT("a world", err.text, "");
}

void world_end(World *w) {
    hall_free(w->hall);
    store_close(w->store);
}

void world_commit(World *w) {
    Error err = {0};
    Change change;
    CHECK("committing", store_commit(w->store, &err));
    while (hall_take_change(w->hall, &change))
        ;
}
