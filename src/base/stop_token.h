// Stop token: a callback that long work polls to learn that it has to stop (cooperative
// cancellation).
#pragma once

#include <stdbool.h>

typedef struct {
    bool (*should_stop)(void *context); // NULL: never stops
    void *context;
} StopToken;

static inline bool stop_requested(StopToken stop) {
    return stop.should_stop && stop.should_stop(stop.context);
}
