// Net files: what is said to be right is inside its limits. Real ones are too large to be found by
// chance, so an input that begins with 'n' is laid over the one in the program, from the place on
// that its next three bytes say, and the checksum is made to fit.
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
    DEMAND(netfile_number(&f, NET_EXP, 0) > 0);
    DEMAND(f.sections[NET_EXP] + 2 * NET_EXP_COUNT + 4 == bytes + len);
}

static void look_at_patched(const uint8_t *data, size_t size) {
    size_t len = netembedded_freestyle_size - 4;
    size_t place = (bytes_word_at(data) >> 8) % len;
    unsigned char *net = mem_alloc(netembedded_freestyle_size);
    memcpy(net, netembedded_freestyle, len);
    for (size_t i = 4; i < size && place < len; i++)
        net[place++] ^= data[i];
    uint32_t sum = bytes_crc(net, len);
    for (size_t k = 0; k < 4; k++)
        net[len + k] = (unsigned char)(sum >> 8 * k);
    look(net, netembedded_freestyle_size);
    mem_free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 4 && data[0] == 'n')
        look_at_patched(data, size);
    else
        look(data, size);
    return 0;
}
