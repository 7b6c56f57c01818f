#include "base/input.h"

#include <poll.h>

bool input_wait(int fd, int timeout_ms) {
    struct pollfd request = {.fd = fd, .events = POLLIN};
    return poll(&request, 1, timeout_ms) > 0;
}
