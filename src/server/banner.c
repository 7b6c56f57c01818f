#include "server/banner.h"

#include "base/number.h"

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
    size_t before = out->len;
    uv_interface_address_t *found = NULL;
    int count = 0;
    uv_interface_addresses(&found, &count);
    for (int i = 0; i < count; i++) {
        char name[16];
        if (!found[i].is_internal && found[i].address.address4.sin_family == AF_INET &&
            uv_ip4_name(&found[i].address.address4, name, sizeof name) == 0)
            str_add(out, "On other devices in this network, open http://%s%s\n", name, port);
    }
    uv_free_interface_addresses(found, count);
    if (out->len == before)
        str_add(out, "On other devices, open http://ADDRESS%s with this computer's address\n",
                port);
}

void banner_add_local_url(const char *url, Str *out) {
    if (listens_everywhere(url))
        str_add(out, "http://127.0.0.1%s", strrchr(url, ':'));
    else
        str_add_text(out, url);
}

void banner_format(const char *url, Str *out) {
    str_add_text(out, "Pentad is running. Open ");
    banner_add_local_url(url, out);
    str_add_text(out, " (Ctrl-C stops it)\n");
    if (listens_everywhere(url))
        add_network_urls(strrchr(url, ':'), out);
}
