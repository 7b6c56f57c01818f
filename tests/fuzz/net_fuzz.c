// Net files: what is said to be right is inside its limits. Real ones are too large to be found by
// chance, so the input is also laid over the head of the one in the program, with a checksum that
// fits.
#include "base/bytes.h"
#include "base/mem.h"
#include "engine/netembedded.h"
#include "engine/netfile.h"
#include "fuzz.h"

static void look(const unsigned char *bytes, size_t len) {
    NetFile f;
    Error err = {0};
    if (!netfile_parse(bytes, len, &f, &err)) {
        DEMAND(*err.text);
        return;
    }
    for (NetSection s = 0; s < NET_SECTIONS; s++) {
        NetSectionSummary sum = netfile_summary(&f, s);
        DEMAND(sum.largest <= sum.limit);
    }
    DEMAND(f.sections[NET_EXP] + 2 * NET_EXP_COUNT + 4 == bytes + len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    look(data, size);
    size_t laid = size < netembedded_size - 4 ? size : netembedded_size - 4;
    unsigned char *net = mem_alloc(netembedded_size);
    memcpy(net, netembedded, netembedded_size);
    for (size_t i = 0; i < laid; i++)
        net[i] ^= data[i];
    uint32_t sum = bytes_crc(net, netembedded_size - 4);
    for (int k = 0; k < 4; k++)
        net[netembedded_size - 4 + (size_t)k] = (unsigned char)(sum >> 8 * k);
    look(net, netembedded_size);
    mem_free(net);
    return 0;
}
