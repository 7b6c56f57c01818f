// The tree of a study room as instances store it: one that is read is written and read as the same,
// and has only legal moves.
#include "fuzz.h"

#include "base/number.h"
#include "games/shared_study.h"

static void fill(void *context, void *bytes, size_t len) {
    for (uint8_t *at = bytes; len > 0; len--)
        *at++ = (uint8_t)rng_next(context);
}

// A finished game of three moves.
static GameId finished_game(Store *store, GameRegistry *registry) {
    static const char *const moves[] = {"h8", "i9", "j8"};
    Error err = {0};
    GameId id;
    UserRow users[2];
    for (int i = 0; i < 2; i++) {
        users[i] = (UserRow){.kind = USER_GUEST};
        snprintf(users[i].name, sizeof users[i].name, "p%d", i);
        users[i].id = user_add(store, &users[i], users[i].name, NULL, &err);
    }
    registry_create_game(registry, &users[0], &(GameRequest){.opponent = "link", .color = "black"},
                         &id, &err);
    registry_apply_action(registry, &users[1], id.text, &(GameAction){.kind = GAME_ACTION_JOIN},
                          &err);
    for (int i = 0; i < COUNT(moves); i++)
        registry_apply_action(
            registry, &users[i % 2], id.text,
            &(GameAction){.kind = GAME_ACTION_PLAY, .at = {i, 0}, .move = moves[i]}, &err);
    registry_apply_action(registry, &users[0], id.text, &(GameAction){.kind = GAME_ACTION_RESIGN},
                          &err);
    DEMAND(store_commit(store, &err));
    for (GameChange change; registry_next_change(registry, &change);)
        ;
    return id;
}

static SharedStudy *new_study(GameRegistry *registry, const GameId *id) {
    Error err = {0};
    SharedStudy *study = NULL;
    DEMAND(registry_new_shared_study(registry, id->text, &study, &err) == STATUS_OK);
    return study;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static GameRegistry *registry;
    static GameId id;
    static Rng rng = {1};
    Error err = {0};
    ScopedStr text = {0}, once = {0}, twice = {0};
    if (!registry) {
        Store *store = store_open(":memory:", &err);
        registry = registry_new(store, (RandomSource){fill, &rng}, &err);
        id = finished_game(store, registry);
    }
    str_add_bytes(&text, data, size);
    SharedStudy *study = new_study(registry, &id), *again = new_study(registry, &id);
    if (shared_study_read(study, str_text(&text), &err)) {
        shared_study_write(study, &once);
        DEMAND(shared_study_read(again, str_text(&once), &err));
        shared_study_write(again, &twice);
        DEMAND(!strcmp(str_text(&once), str_text(&twice)));
        DEMAND(shared_study_next_number(study) <= INT32_MAX / 2);
    } else {
        DEMAND(*err.text);
    }
    shared_study_free(study);
    shared_study_free(again);
    return 0;
}
