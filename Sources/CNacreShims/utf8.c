// Checks UTF-8 without making a string of it.
#include "nacre_shims.h"

#include <string.h>

// Returns the length of the scalar at the start of some bytes; 0 if they are not UTF-8.
static size_t scalar_length(const uint8_t *bytes, size_t count) {
    uint8_t lead = bytes[0], min = 0x80, max = 0xBF;
    size_t length;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        if (lead == 0xE0) min = 0xA0; // less would fit into two bytes
        if (lead == 0xED) max = 0x9F; // more are surrogates
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        if (lead == 0xF0) min = 0x90; // less would fit into three bytes
        if (lead == 0xF4) max = 0x8F; // more are no scalars
    } else {
        return lead < 0x80;
    }
    if (count < length || bytes[1] < min || bytes[1] > max) return 0;
    for (size_t offset = 2; offset < length; offset++) {
        if ((bytes[offset] & 0xC0) != 0x80) return 0;
    }
    return length;
}

// Returns whether words of eight bytes are all ASCII.
static inline int is_ascii(const uint8_t *bytes, size_t words) {
    uint64_t seen = 0;
    for (size_t number = 0; number < words; number++) {
        uint64_t word;
        memcpy(&word, bytes + 8 * number, 8);
        seen |= word;
    }
    return (seen & 0x8080808080808080u) == 0;
}

int nacre_is_utf8(const void *bytes, size_t count) {
    const uint8_t *p = bytes;
    while (count > 0) {
        size_t length;
        if (count >= 64 && is_ascii(p, 8)) {
            length = 64;
        } else if (count >= 8 && is_ascii(p, 1)) {
            length = 8;
        } else {
            length = scalar_length(p, count);
        }
        if (length == 0) return 0;
        p += length, count -= length;
    }
    return 1;
}
