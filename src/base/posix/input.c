#include "base/input.h"

#include <poll.h>
#include <unistd.h>

bool input_wait(int fd, int timeout_ms) {
    struct pollfd request = {.fd = fd, .events = POLLIN};
    return poll(&request, 1, timeout_ms) > 0;
}

bool output_is_closed(int fd) {
    struct pollfd request = {.fd = fd};
    return poll(&request, 1, 0) > 0 && request.revents & (POLLERR | POLLHUP | POLLNVAL);
}

ssize_t input_read(int fd, char *bytes, size_t size) {
    return read(fd, bytes, size);
}
