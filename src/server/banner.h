// Startup banner on the terminal: the URL of the server, and if it listens on all interfaces the
// URLs for other devices.
#pragma once

#include "base/str.h"

void banner_format(const char *url, Str *out);

// The URL to open on this machine: 0.0.0.0 is no address to connect to.
void banner_add_local_url(const char *url, Str *out);
