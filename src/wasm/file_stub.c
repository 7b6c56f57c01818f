// Stub of base/file.h: a web page has no file system; files come and go as bytes.
#include "base/file.h"

static bool refuse(const char *path, Error *err) {
    return error_set(err, "%.100s: there are no files here", path);
}

bool file_read(const char *path, Str *out, Error *err) {
    (void)out;
    return refuse(path, err);
}

bool file_can_be_read(const char *path, Error *err) {
    return refuse(path, err);
}

bool file_write(const char *path, const char *bytes, size_t len, Error *err) {
    (void)bytes, (void)len;
    return refuse(path, err);
}

const char *file_name(const char *path) {
    return path; // names of files come without their folder
}
