// Finds the end of the bytes before trailing zeros, in a file that was extended ahead of its use.
#include "nacre_shims.h"

#include <string.h>

size_t nacre_count_without_zeros(const void *bytes, size_t count) {
    const uint8_t *p = bytes;
    uint64_t word;
    for (; count >= 8; count -= 8) {
        memcpy(&word, p + count - 8, 8);
        if (word != 0) break;
    }
    while (count > 0 && p[count - 1] == 0) count--;
    return count;
}
