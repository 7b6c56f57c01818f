// Net files: what is said to be right is inside its limits. Real ones are too large to be found by
// chance, so an input that begins with 'n' is laid over the one in the program, from the place on
// that its next three bytes say, and the checksum is made to fit; with 't' over a net that has the
// part of that one for each colour.
#include "base/bytes.h"
#include "base/mem.h"
#include "engine/net/embedded_nets.h"
#include "engine/net/net_file.h"
#include "fuzz.h"

static void look(const unsigned char *bytes, size_t len) {
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

static void look_at_patched(const uint8_t *data, size_t size, int parts) {
    size_t part = embedded_net_freestyle15_length - HEAD - CHECK;
    size_t payload = (size_t)parts * part, len = HEAD + payload;
    size_t place = (bytes_u32_at(data) >> 8) % len;
    unsigned char *net = mem_alloc(len + CHECK);
    memcpy(net, embedded_net_freestyle15, HEAD);
    net[AT_ARCHITECTURE] = (unsigned char)parts;
    put_word(net + AT_PAYLOAD, payload);
    for (size_t at = HEAD; at < len; at += part)
        memcpy(net + at, embedded_net_freestyle15 + HEAD, part);
    for (size_t i = 4; i < size && place < len; i++)
        net[place++] ^= data[i];
    put_word(net + len, bytes_crc32(net, len));
    look(net, len + CHECK);
    mem_free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 4 && (data[0] == 'n' || data[0] == 't'))
        look_at_patched(data, size, data[0] == 'n' ? 1 : 2);
    else
        look(data, size);
    return 0;
}
