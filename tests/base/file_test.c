#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// A temporary folder for each test, deleted afterwards with its contents.
typedef struct {
    char path[64];
} Folder;

static Folder folder_new(void) {
    Folder f = {"/tmp/pentad-test-XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    return f;
}

typedef enum { COUNT_ONLY, AND_DELETE } Visit;

static int folder_entries(const Folder *f, Visit visit) {
    DIR *dir = opendir(f->path);
    assert_non_null(dir);
    int n = 0;
    for (struct dirent *e; (e = readdir(dir));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        n++;
        if (visit == AND_DELETE)
            unlinkat(dirfd(dir), e->d_name, 0);
    }
    closedir(dir);
    return n;
}

static void folder_free(const Folder *f) {
    folder_entries(f, AND_DELETE);
    rmdir(f->path);
}

static const char *within(const Folder *f, const char *name, char path[128]) {
    snprintf(path, 128, "%s/%s", f->path, name);
    return path;
}

static bool write_text(const char *path, const char *text, Error *err) {
    return file_write(path, text, strlen(text), err);
}

static void check_content(const char *row, const char *path, const char *want) {
    Str got = {0};
    Error err = {0};
    CHECK(row, file_read(path, &got, &err));
    CHECK_TEXT(row, str_text(&got), want);
    str_release(&got);
}

static int mode_of(const char *path) {
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return (int)(info.st_mode & 07777);
}

TEST(file_write_then_read_round_trips) {
    Folder folder = folder_new();
    char path[128];
    Error err = {0};
    within(&folder, "a", path);
    CHECK("new", write_text(path, "first", &err));
    check_content("new", path, "first");
    CHECK("replaced", write_text(path, "2nd", &err));
    check_content("replaced", path, "2nd");
    CHECK("emptied", write_text(path, "", &err));
    check_content("emptied", path, "");
    CHECK_INT("no temporary file stays", folder_entries(&folder, COUNT_ONLY), 1);
    folder_free(&folder);
}

TEST(file_name_may_have_maximum_length) {
    enum { NAME_LONGEST = 255 };
    Folder folder = folder_new();
    char path[sizeof folder.path + NAME_LONGEST + 2], name[NAME_LONGEST + 1];
    memset(name, 'n', NAME_LONGEST);
    name[NAME_LONGEST] = '\0';
    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    Error err = {0};
    CHECK("new", write_text(path, "first", &err));
    CHECK("replaced", write_text(path, "2nd", &err));
    check_content("replaced", path, "2nd");
    folder_free(&folder);
}

TEST(file_keeps_every_byte) {
    Folder folder = folder_new();
    char path[128], bytes[200000];
    for (int i = 0; i < COUNT(bytes); i++)
        bytes[i] = (char)(i * 7);
    Error err = {0};
    Str got = {0};
    str_add_text(&got, "before");
    CHECK("written", file_write(within(&folder, "a", path), bytes, sizeof bytes, &err));
    CHECK("read", file_read(path, &got, &err));
    CHECK_INT("appended", (long long)got.len, 6 + (long long)sizeof bytes);
    CHECK("the same", memcmp(got.data + 6, bytes, sizeof bytes) == 0);
    str_release(&got);
    folder_free(&folder);
}

TEST(file_keeps_its_permissions) {
    Folder folder = folder_new();
    char path[128];
    Error err = {0};
    mode_t mask = umask(027);
    CHECK("new", write_text(within(&folder, "a", path), "x", &err));
    CHECK_INT("a new file obeys the umask", mode_of(path), 0640);
    chmod(path, 0626); // more than the umask would give
    CHECK("replaced", write_text(path, "y", &err));
    CHECK_INT("an old one keeps its own", mode_of(path), 0626);
    umask(mask);
    folder_free(&folder);
}

TEST(file_written_through_a_link_keeps_the_link) {
    Folder folder = folder_new();
    char target[128], link[128];
    Error err = {0};
    within(&folder, "target", target);
    within(&folder, "link", link);
    CHECK("target", write_text(target, "old", &err));
    assert_int_equal(symlink("target", link), 0);
    CHECK("through the link", write_text(link, "new", &err));
    check_content("the target changed", target, "new");
    struct stat info;
    CHECK("the link is one", lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
    CHECK_INT("nothing else", folder_entries(&folder, COUNT_ONLY), 2);
    folder_free(&folder);
}

TEST(file_written_through_a_dangling_link_creates_its_target) {
    Folder folder = folder_new();
    char target[128], link[128];
    Error err = {0};
    within(&folder, "target", target);
    within(&folder, "link", link);
    assert_int_equal(symlink("target", link), 0);
    CHECK("through the link", write_text(link, "new", &err));
    check_content("the target is there", target, "new");
    struct stat info;
    CHECK("the link is one", lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
    folder_free(&folder);
}

// A reader that opened the old file keeps reading the old file.
TEST(file_write_is_atomic) {
    Folder folder = folder_new();
    char path[128], got[16] = "";
    Error err = {0};
    CHECK("old", write_text(within(&folder, "a", path), "old text", &err));
    FILE *reader = fopen(path, "r");
    assert_non_null(reader);
    CHECK("new", write_text(path, "new", &err));
    CHECK_INT("all of the old one", (long long)fread(got, 1, sizeof got, reader), 8);
    CHECK_TEXT("old", got, "old text");
    fclose(reader);
    folder_free(&folder);
}

static const struct {
    const char *name, *path, *read_error, *write_error;
} error_rows[] = {
    {"a missing folder", "/nonexistent/game.sgf",
     "/nonexistent/game.sgf: No such file or directory",
     "/nonexistent/game.sgf: No such file or directory"},
    {"a folder", "/tmp", "/tmp: Is a directory", "/tmp: Is a directory"},
    {"a file where a folder should be", "/dev/null/x", "/dev/null/x: Not a directory",
     "/dev/null/x: Not a directory"},
    {"a full disk", "/dev/full", NULL, "/dev/full: No space left on device"},
    {"an empty name", "", ": No such file or directory", ": No such file or directory"},
};

TEST(file_errors_name_the_file_and_the_reason) {
    for (int i = 0; i < COUNT(error_rows); i++) {
        Error err = {0};
        Str got = {0};
        if (error_rows[i].read_error) {
            CHECK(error_rows[i].name, !file_read(error_rows[i].path, &got, &err));
            CHECK_TEXT(error_rows[i].name, err.text, error_rows[i].read_error);
        }
        CHECK(error_rows[i].name, !write_text(error_rows[i].path, "x", &err));
        CHECK_TEXT(error_rows[i].name, err.text, error_rows[i].write_error);
        str_release(&got);
    }
}

// A limit on the file size simulates a full disk.
TEST(file_write_on_full_disk_keeps_the_old_file) {
    Folder folder = folder_new();
    char path[128], large[100000] = "";
    Error err = {0};
    CHECK("old", write_text(within(&folder, "a", path), "old", &err));
    struct rlimit before, tight;
    getrlimit(RLIMIT_FSIZE, &before);
    tight = (struct rlimit){.rlim_cur = 5000, .rlim_max = before.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &tight);
    bool ok = file_write(path, large, sizeof large, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    CHECK("refused", !ok);
    CHECK("why", strstr(err.text, "a: File too large") != NULL);
    check_content("the old file", path, "old");
    CHECK_INT("no temporary file stays", folder_entries(&folder, COUNT_ONLY), 1);
    folder_free(&folder);
}

// /dev/zero never ends, but reading it must.
TEST(file_read_stops_at_the_limit) {
    Error err = {0};
    Str got = {0};
    CHECK("refused", !file_read("/dev/zero", &got, &err));
    CHECK_TEXT("why", err.text, "/dev/zero: larger than 64 MiB");
    str_release(&got);
}

TEST(file_write_into_a_device_does_not_replace_it) {
    Error err = {0};
    struct stat info;
    CHECK("written", write_text("/dev/null", "x", &err));
    CHECK("still a device", stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode));
}

TEST(file_folder_is_writable_rows) {
    static const struct {
        const char *path, *why;
    } rows[] = {
        {"proof.json", NULL},
        {"./proof.json", NULL},
        {"/dev/null", NULL},
        {"no/such/proof.json", "no/such/: No such file or directory"},
        {"/dev/null/proof.json", "/dev/null/: Not a directory"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        CHECK_INT(rows[i].path, file_folder_is_writable(rows[i].path, &err), rows[i].why == NULL);
        CHECK_TEXT(rows[i].path, err.text, rows[i].why ? rows[i].why : "");
    }
}

TEST(xdg_path_rows) {
    static const struct {
        const char *folder, *home, *path; // the variables; NULL: not set
    } rows[] = {
        {NULL, "/home/a", "/home/a/.local/state/pentad/x"},
        {"/s", "/home/a", "/s/pentad/x"},
        {"/s", NULL, "/s/pentad/x"},
        {"relative", "/home/a", "/home/a/.local/state/pentad/x"},
        {"", "/home/a", "/home/a/.local/state/pentad/x"},
        {NULL, "relative", NULL},
        {NULL, NULL, NULL},
    };
    static const char *const names[] = {"XDG_STATE_HOME", "HOME"};
    char *before[2] = {0};
    for (int i = 0; i < 2; i++)
        before[i] = getenv(names[i]) ? mem_copy_text(getenv(names[i])) : NULL;
    for (int i = 0; i < COUNT(rows); i++) {
        const char *const values[] = {rows[i].folder, rows[i].home};
        for (int k = 0; k < 2; k++)
            if (values[k])
                setenv(names[k], values[k], 1);
            else
                unsetenv(names[k]);
        Error err = {0};
        char *path = xdg_path(XDG_STATE, "x", &err);
        CHECK_TEXT("path", path ? path : "", rows[i].path ? rows[i].path : "");
        CHECK_TEXT("error", err.text,
                   rows[i].path ? "" : "neither XDG_STATE_HOME nor HOME names a folder");
        mem_free(path);
    }
    for (int i = 0; i < 2; i++) {
        if (before[i])
            setenv(names[i], before[i], 1);
        else
            unsetenv(names[i]);
        mem_free(before[i]);
    }
}
