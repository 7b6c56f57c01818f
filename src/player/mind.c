#include "player/mind.h"

#include "base/mem.h"

#include <string.h>

void mind_release(Mind *m) {
    engine_free(m->engine);
    mem_free(m->weights);
    mem_free(m->net);
    *m = (Mind){0};
}

static char *copy(const char *name) {
    return name ? mem_copy_text(name) : NULL;
}

void mind_follow(Mind *m, const Mind *other) {
    mind_release(m);
    m->weights = copy(other->weights);
    m->net = copy(other->net);
}

static bool is_on(const char *net) {
    return !net || strcmp(net, "on") == 0;
}

static void load_files(Mind *m) {
    if (m->weights && !engine_load_weights(m->engine, m->weights, &m->trouble))
        return;
    if (is_on(m->net) && engine_has_own_net(m->engine))
        engine_use_own_net(m->engine);
    else if (!is_on(m->net) && strcmp(m->net, "off") != 0)
        engine_load_net(m->engine, m->net, &m->trouble);
}

bool mind_prepare(Mind *m, const Rules *rules, int64_t memory, int64_t table, Error *err) {
    bool is_new = !engine_is_for(m->engine, rules);
    m->engine = engine_for(m->engine, rules);
    engine_set_memory(m->engine, memory, table); // before anything is loaded
    if (is_new) {
        m->trouble = (Error){0};
        load_files(m);
    }
    return !*m->trouble.text || error_set(err, "%s", m->trouble.text);
}
