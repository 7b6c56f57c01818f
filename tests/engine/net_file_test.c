#include "engine/net/net_file.h"

#include "base/file.h"
#include "base/str.h"
#include "engine/random_net.h"
#include "published_net.h"
#include "test.h"

#include <string.h>

static Str read_net(void) {
    Str bytes = {0};
    Error err = {0};
    Str path = published_net_path(&rules_freestyle, 15);
    CHECK("read", file_read(str_text(&path), &bytes, &err));
    str_release(&path);
    return bytes;
}

TEST(net_file_describes_the_published_net) {
    Str bytes = read_net();
    NetFile f;
    Error err = {0};
    CHECK("accepted", net_file_parse(bytes.data, bytes.len, &f, &err));
    CHECK_TEXT("rules", f.rules->name, "freestyle");
    CHECK_INT("reach", f.reach, 4);
    CHECK_INT("sizes", f.size_min, 15);
    CHECK_INT("sizes", f.size_max, 15);
    CHECK_INT("bytes", (int)f.bytes, 1461408);
    CHECK("name", !strncmp(f.name, "freestyle15-", strlen("freestyle15-")));
    CHECK_INT("exp", net_file_weight(net_file_part(&f, WHITE), NET_EXP, 0), 65535);
    CHECK_INT("rows", net_file_summary(&f, NET_ROW).count, 22143 * 32);
    str_release(&bytes);
}

enum { AT_EXP = 1461408 - 4 - 2 * NET_EXP_COUNT };

// One byte of the header or the payload is overwritten and the checksum fixed, so that the error is
// not just a wrong checksum.
static const struct {
    const char *name;
    int at, value;
    const char *message;
    bool both; // the next byte gets the value too
} invalid[] = {
    {"magic", 0, 'Q', "not a net: it does not begin with 'PENTADNN'"},
    {"version", 8, 2, "the file has version 2; this program reads version 1"},
    {"architecture", 10, 9, "the net has architecture 9; this program supports 1 and 2"},
    {"no architecture", 10, 0, "the net has architecture 0; this program supports 1 and 2"},
    {"missing part", 10, 2, "the header says 1461340 bytes of weights; expected 2922680"},
    {"payload", 12, 0, "the header says 1461248 bytes of weights; expected 1461340"},
    {"rules", 16, 5, "rule set number 5 is unknown; 0 to 4 are known"},
    {"reach", 19, 6, "the line reach is 6; expected 4 or 5"},
    {"the other reach", 19, 5, "the header says 1461340 bytes of weights; expected 12798748"},
    {"features", 20, 64, "the width C is 64; expected 32"},
    {"no gates", 24, 0, "the width U is 0; expected a multiple of 16 up to 64"},
    {"odd hidden layer", 28, 48, "the width V is 48; expected a multiple of 32 up to 128"},
    {"terms", 30, 20, "the width M is 20; expected a multiple of 4 up to 16"},
    {"other terms", 30, 8, "the header says 1461340 bytes of weights; expected 1478764"},
    {"sizes too small", 17, 4,
     "trained on boards of 4 to 15; expected sizes from 5 to 25, smaller first"},
    {"sizes too large", 18, 26,
     "trained on boards of 15 to 26; expected sizes from 5 to 25, smaller first"},
    {"sizes swapped", 18, 14,
     "trained on boards of 15 to 14; expected sizes from 5 to 25, smaller first"},
    {"name", 33, 7, "the name contains the byte 7; expected printable ASCII, padded with zeros"},
    {"padding of the name", 60, 'x',
     "the name contains the byte 120; expected printable ASCII, padded with zeros"},
    {"long name", 63, 'x', "the name is longer than 31 characters"},
    {"name beyond ASCII", 33, 200,
     "the name contains the byte 200; expected printable ASCII, padded with zeros"},
    {"row", 64, 4, "a weight of 'row' has the absolute value 1028; the limit is 1023", true},
    {"exp", AT_EXP, 0, "'exp' starts with 0; expected 1 to 65535", true},
};

TEST(net_file_rejects_invalid_files_with_a_reason) {
    Str bytes = read_net();
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
        Error err = {0};
        NetFile f;
        Str changed = {0};
        str_add_bytes(&changed, bytes.data, bytes.len - 4);
        memset(changed.data + invalid[i].at, invalid[i].value, invalid[i].both ? 2 : 1);
        bytes_add_u32(&changed, bytes_crc32(changed.data, changed.len));
        CHECK(invalid[i].name, !net_file_parse(changed.data, changed.len, &f, &err));
        CHECK_TEXT(invalid[i].name, err.text, invalid[i].message);
        str_release(&changed);
    }
    str_release(&bytes);
}

TEST(net_file_checks_both_parts) {
    enum { PART = 1461340, WHITE_PART = 64 + PART, KERNEL = WHITE_PART + 22143 * NET_FEATURES * 2 };
    static const struct {
        const char *name;
        int at, value; // of a 16-bit number
        const char *message;
    } rows[] = {
        {"row", WHITE_PART, 1024,
         "a weight of 'row' has the absolute value 1024; the limit is 1023"},
        {"kernel", KERNEL, 120, "the kernel weights of channel 0 add up to"},
    };
    Str bytes = {0};
    random_net_add(&bytes, 7, 4, &narrow_widths, 2);
    NetFile f;
    Error err = {0};
    CHECK("accepted", net_file_parse(bytes.data, bytes.len, &f, &err));
    CHECK_TEXT("rules", f.rules->name, "renju");
    CHECK("two", net_file_part(&f, WHITE) != net_file_part(&f, BLACK));
    CHECK_INT("rows", net_file_summary(&f, NET_ROW).count, 2 * 22143 * NET_FEATURES);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Str changed = {0};
        str_add_bytes(&changed, bytes.data, bytes.len - 4);
        changed.data[rows[i].at] = (char)rows[i].value;
        changed.data[rows[i].at + 1] = (char)(rows[i].value >> 8);
        bytes_add_u32(&changed, bytes_crc32(changed.data, changed.len));
        CHECK(rows[i].name, !net_file_parse(changed.data, changed.len, &f, &err));
        CHECK(rows[i].name, strstr(err.text, rows[i].message));
        str_release(&changed);
    }
    str_release(&bytes);
}

TEST(net_file_rejects_any_changed_byte_and_any_other_length) {
    Str bytes = read_net();
    NetFile f;
    for (size_t i = 0; i < bytes.len; i += i < 80 ? 1 : 99991) {
        Error err = {0};
        bytes.data[i] ^= 16;
        CHECK("changed", !net_file_parse(bytes.data, bytes.len, &f, &err));
        CHECK("error text", *err.text);
        bytes.data[i] ^= 16;
    }
    for (size_t len = 0; len < bytes.len; len += len < 80 ? 1 : 99991) {
        Error err = {0};
        CHECK("cut", !net_file_parse(bytes.data, len, &f, &err));
        CHECK("error text", *err.text);
    }
    str_release(&bytes);
}
