// Fuzzes client messages of two players and a spectator in one game: a refused message changes
// nothing, every view is valid JSON, and seq never decreases. Each line of the input is a message;
// its first character selects the sender.
#include "fuzz.h"

#include "base/number.h"
#include "games/rating.h"
#include "server/server_internal.h"
#include "server/websocket/messages.h"

enum { PEOPLE = 3 };

// Leak detection is off: the world below grows, which looks like a leak, and the check takes longer
// than everything else. The unit tests check for leaks.
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) {
    return 1;
}

typedef struct {
    Server server;
    UserRow people[PEOPLE];
    GameId game;
    Str views[PEOPLE];
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
    registry_set_time(w->server.registry, (Timestamp){.clock_ms = w->now, .wall_ms = w->now});
}

// Opening a store is slow, so all inputs share one world; each input creates new users and a new
// game.
static World *the_world(void) {
    static World *w;
    Error err = {0};
    if (w)
        return w;
    w = mem_alloc(sizeof *w);
    w->rng.state = 1;
    w->server.store = store_open(":memory:", &err);
    w->server.registry = registry_new(w->server.store, (RandomSource){fill, &w->rng}, &err);
    w->server.rate_limiter = rate_limiter_new(1, 1);
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

// Encodes the view of everybody; returns the game's seq.
static int encode_views(World *w, Str out[PEOPLE]) {
    int seq = 0;
    for (int i = 0; i < PEOPLE; i++) {
        GameView *view = mem_alloc(sizeof *view);
        Error err = {0};
        DEMAND(registry_view(w->server.registry, w->game.text, w->people[i].id, view, &err) ==
               STATUS_OK);
        str_clear(&out[i]);
        JsonWriter writer = json_writer_into(&out[i]);
        write_object(&writer, NULL);
        game_view_write(&writer, view);
        write_end_object(&writer);
        Arena arena = {0};
        DEMAND(json_parse_object(&arena, str_text(&out[i]), out[i].len, &err));
        arena_release(&arena);
        seq = view->summary.seq;
        mem_free(view);
    }
    return seq;
}

static void send_message(World *w, int who, const char *text, size_t len) {
    Str after[PEOPLE] = {0};
    Error err = {0};
    Arena arena = {0};
    const Json *json = json_parse_object(&arena, text, len, &err);
    Status status =
        json ? message_handle_request(&w->server, &w->people[who], w->game.text, json, &err)
             : STATUS_MALFORMED;
    arena_release(&arena);
    DEMAND(!status || *err.text);
    int seq = encode_views(w, after);
    DEMAND(seq >= w->seq);
    w->seq = seq;
    for (int i = 0; i < PEOPLE; i++) {
        // A refused request changes nothing, except that a try in the mist shows a stone to the
        // player.
        bool may_change = !status || (status == STATUS_OCCUPIED && i == who);
        DEMAND(may_change || !strcmp(str_text(&w->views[i]), str_text(&after[i])));
        str_release(&w->views[i]);
        w->views[i] = after[i];
    }
    w->server.pending_chat_count = 0;
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
    w->seq = encode_views(w, w->views);
    char *text = fuzz_text(data + 1, size - 1), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (*line >= 'a') { // time passes, and sometimes a clock runs out
            w->now += 100 * (*line - 'a');
            set_now(w);
            w->seq = encode_views(w, w->views);
        }
        send_message(w, (unsigned char)*line % PEOPLE, line + 1, strlen(line + 1));
    }
    mem_free(text);
    return 0;
}
