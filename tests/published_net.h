// The path of the published net for these rules and this board size.
#pragma once

#include "base/str.h"
#include "engine/engine.h"

static inline Str published_net_path(const Rules *rules, int size) {
    Str path = {0};
    str_add(&path, NETS "%s.net", engine_published_net(rules, size));
    return path;
}
