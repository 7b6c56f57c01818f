// Net files: every weight of an accepted file is within its limits. Valid files are too large for a
// fuzzer to find, so an input that starts with 'n' is XORed over the embedded net, at the offset in
// its next three bytes, and the checksum is fixed; with 't', over a net with two parts, both copies
// of that one.
#include "base/mem.h"
#include "base/str.h"
#include "engine/net/net.h"
#include "fuzz.h"

static void check_file(const unsigned char *bytes, size_t len) {
    NetFile f;
    Error err = {0};
    if (!net_file_parse(bytes, len, &f, &err)) {
        DEMAND(*err.text);
        return;
    }
    for (NetSection s = 0; s < NET_SECTIONS; s++) {
        NetSectionSummary sum = net_file_summary(&f, s);
        DEMAND(sum.largest <= sum.limit);
    }
    for (int part = 0; part < f.part_count; part++)
        DEMAND(net_file_weight(&f.parts[part], NET_EXP, 0) > 0);
    DEMAND(net_file_part(&f, WHITE)->sections[NET_EXP] + 2 * NET_EXP_COUNT + 4 == bytes + len);
}

enum { HEAD = 64, AT_ARCHITECTURE = 10, AT_PAYLOAD = 12, CHECK = 4 };

static void put_word(unsigned char *at, size_t n) {
    for (int k = 0; k < 4; k++)
        at[k] = (unsigned char)(n >> 8 * k);
}

static void check_patched_net(const uint8_t *data, size_t size, int parts) {
    const PublishedNet *source = embedded_net_for(&rules_freestyle, 15);
    size_t part = (size_t)(source->end - source->bytes) - HEAD - CHECK;
    size_t payload = (size_t)parts * part, len = HEAD + payload;
    size_t place = (bytes_u32_at(data) >> 8) % len;
    unsigned char *net = mem_alloc(len + CHECK);
    memcpy(net, source->bytes, HEAD);
    net[AT_ARCHITECTURE] = (unsigned char)parts;
    put_word(net + AT_PAYLOAD, payload);
    for (size_t at = HEAD; at < len; at += part)
        memcpy(net + at, source->bytes + HEAD, part);
    for (size_t i = 4; i < size && place < len; i++)
        net[place++] ^= data[i];
    put_word(net + len, bytes_crc32(net, len));
    check_file(net, len + CHECK);
    mem_free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 4 && (data[0] == 'n' || data[0] == 't'))
        check_patched_net(data, size, data[0] == 'n' ? 1 : 2);
    else
        check_file(data, size);
    return 0;
}
