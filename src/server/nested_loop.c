#include "server/nested_loop.h"

#include "base/clock.h"
#include "base/mem.h"
#include "server/server_internal.h"

#include <assert.h>
#include <errno.h>

void poll_set_add(PollSet *set, int fd, short events, PollHandler *ready, void *owner) {
    set->fds = mem_grow(set->fds, set->count, 1, &set->fd_capacity, sizeof *set->fds);
    set->owners = mem_grow(set->owners, set->count, 1, &set->owner_capacity, sizeof *set->owners);
    set->fds[set->count] = (struct pollfd){.fd = fd, .events = events};
    set->owners[set->count++] = (PollOwner){ready, owner};
}

// The database's socket comes first.
static void fill(PollSet *set, Server *s, const struct pollfd *database) {
    set->count = 0;
    poll_set_add(set, database->fd, database->events, NULL, NULL);
    connections_poll(http_connections(s->http), set);
    websockets_poll(s, set);
}

static void serve(const PollSet *set) {
    for (int i = 1; i < set->count; i++)
        if (set->fds[i].revents)
            set->owners[i].ready(set->owners[i].owner, set->fds[i].revents);
}

// Until the database answers. Then whoever else is ready is served by libuv's loop.
static int run(PollSet *set, Server *s, struct pollfd *database, int64_t deadline_ms) {
    for (;;) {
        fill(set, s, database);
        int ready = poll(set->fds, (nfds_t)set->count, clock_ms_until(deadline_ms));
        database->revents = set->fds[0].revents;
        if (ready < 0 && errno != EINTR)
            return -1;
        if (ready > 0 && database->revents)
            return 1;
        if (ready > 0)
            serve(set);
        if (clock_ms_until(deadline_ms) == 0)
            return 0;
    }
}

int nested_loop_wait(void *server, struct pollfd *fd, int ms) {
    Server *s = server;
    PollSet set = {0};
    assert(!s->is_waiting);
    s->is_waiting = true;
    s->waits_since_ms = server_ms(s);
    int ready = run(&set, s, fd, s->waits_since_ms + ms);
    s->waited_ms += server_ms(s) - s->waits_since_ms;
    s->is_waiting = false;
    mem_free(set.fds);
    mem_free(set.owners);
    return ready;
}

int nested_loop_waited_ms(const Server *s) {
    return s->is_waiting ? (int)(server_ms(s) - s->waits_since_ms) : 0;
}
