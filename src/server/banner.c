#include "server/banner.h"

#include "base/util.h"

#include <stdbool.h>
#include <string.h>
#include <uv.h>

static bool listens_everywhere(const char *url) {
    static const char *const beginnings[] = {"http://0.0.0.0:", "http://[::]:"};
    for (int i = 0; i < COUNT(beginnings); i++)
        if (!strncmp(url, beginnings[i], strlen(beginnings[i])))
            return true;
    return false;
}

// The URLs of this machine for other devices in the network.
static void add_network_urls(const char *port, Str *out) {
    uv_interface_address_t *found;
    int count;
    if (uv_interface_addresses(&found, &count) != 0)
        return;
    for (int i = 0; i < count; i++) {
        char name[16];
        if (!found[i].is_internal && found[i].address.address4.sin_family == AF_INET &&
            uv_ip4_name(&found[i].address.address4, name, sizeof name) == 0)
            str_add(out, "On other devices in this network, open http://%s%s\n", name, port);
    }
    uv_free_interface_addresses(found, count);
}

void banner_format(const char *url, Str *out) {
    static const char format[] = "Pentad is running. Open %s%s (Ctrl-C stops it)\n";
    const char *port = strrchr(url, ':');
    if (!port || !listens_everywhere(url)) {
        str_add(out, format, url, "");
        return;
    }
    str_add(out, format, "http://127.0.0.1", port);
    add_network_urls(port, out);
}
