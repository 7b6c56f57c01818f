// Whatever messages two players and a spectator send to a game: what is refused changes nothing,
// what is told is JSON, and the game's number never goes back. A line of the input is a message;
// its first character says who sends it.
#include "fuzz.h"

#include "base/rng.h"
#include "server/json/encode.h"
#include "server/server_internal.h"
#include "server/websocket/messages.h"

enum { PEOPLE = 3 };

// The world below grows, which looks like a leak each time, and looking for leaks takes longer than
// all the rest. The unit tests look for them.
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) {
    return 1;
}

typedef struct {
    Server server;
    UserRow people[PEOPLE];
    GameId game;
    Str sights[PEOPLE];
    int64_t now;
    Rng rng;
    int count, seq;
} World;

static void fill(void *context, void *bytes, size_t len) {
    for (uint8_t *at = bytes; len > 0; len--)
        *at++ = (uint8_t)rng_next(context);
}

static void demand_commit(World *w) {
    Error err = {0};
    GameChange change;
    DEMAND(store_commit(w->server.store, &err));
    while (registry_next_change(w->server.registry, &change))
        ;
}

static void set_now(World *w) {
    registry_set_time(w->server.registry, (Timestamp){.server_ms = w->now, .wall_ms = w->now});
}

// Opening a store takes long, so there is one world for all inputs; the people are new each time,
// and nothing of an earlier game is theirs.
static World *the_world(void) {
    static World *w;
    Error err = {0};
    if (w)
        return w;
    w = mem_alloc(sizeof *w);
    w->rng.state = 1;
    w->server.store = store_open(":memory:", &err);
    w->server.registry = registry_new(w->server.store, (RandomSource){fill, &w->rng}, &err);
    w->server.limiter = rate_limiter_new(1, 1);
    DEMAND(w->server.registry);
    return w;
}

static void add_people(World *w) {
    Error err = {0};
    for (int i = 0; i < PEOPLE; i++) {
        UserRow *p = &w->people[i];
        *p = (UserRow){.kind = USER_GUEST, .chat = true};
        snprintf(p->name, sizeof p->name, "p%d", w->count++);
        p->id = user_add(w->server.store, p, p->name, NULL, &err);
        DEMAND(p->id);
    }
    demand_commit(w);
}

// What everybody sees; returns the game's number.
static int look(World *w, Str out[PEOPLE]) {
    int seq = 0;
    for (int i = 0; i < PEOPLE; i++) {
        GameView *sight = mem_alloc(sizeof *sight);
        Error err = {0};
        DEMAND(registry_view(w->server.registry, w->game.text, w->people[i].id, sight, &err) ==
               STATUS_OK);
        str_clear(&out[i]);
        JsonWriter writer = json_writer_into(&out[i]);
        write_object(&writer, NULL);
        encode_game(&writer, sight, (Presence){0});
        write_end_object(&writer);
        JsonObject *d = json_fields_parse(str_text(&out[i]), out[i].len, &err);
        DEMAND(d);
        json_fields_free(d);
        seq = sight->row.seq;
        mem_free(sight);
    }
    return seq;
}

static void say(World *w, int who, const char *text, size_t len) {
    Str after[PEOPLE] = {0};
    Error err = {0};
    JsonObject *d = json_fields_parse(text, len, &err);
    Status no = d ? message_handle_request(&w->server, &w->people[who], w->game.text, d, &err)
                  : STATUS_MALFORMED;
    json_fields_free(d);
    DEMAND(!no || *err.text);
    int seq = look(w, after);
    DEMAND(seq >= w->seq);
    w->seq = seq;
    for (int i = 0; i < PEOPLE; i++) {
        DEMAND(!no || !strcmp(str_text(&w->sights[i]), str_text(&after[i])));
        str_release(&w->sights[i]);
        w->sights[i] = after[i];
    }
    w->server.said_count = 0;
    demand_commit(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const GameRequest kinds[] = {
        {.opponent = "link", .color = "black"},
        {.opponent = "link",
         .color = "black",
         .rules = "renju",
         .opening = "swap2",
         .time = "60+1"},
        {.opponent = "link", .color = "black", .mist = true, .time = "5/move"},
        {.opponent = "anyone", .color = "white", .size = 5, .opening = "pro", .time = "1+2x1"},
    };
    Error err = {0};
    if (size == 0)
        return 0;
    World *w = the_world();
    add_people(w);
    set_now(w);
    DEMAND(!registry_create_game(w->server.registry, &w->people[0], &kinds[data[0] % 4], &w->game,
                                 &err));
    demand_commit(w);
    w->seq = look(w, w->sights);
    char *text = fuzz_text(data + 1, size - 1), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (*line >= 'a') { // time goes by, and now and then a clock runs out
            w->now += 100 * (*line - 'a');
            set_now(w);
            w->seq = look(w, w->sights);
        }
        say(w, (unsigned char)*line % PEOPLE, line + 1, strlen(line + 1));
    }
    mem_free(text);
    return 0;
}
