// Needed for memmem.
#define _GNU_SOURCE

#include "nacre_shims.h"

#include <stdint.h>
#include <string.h>

size_t nacre_find(const void *bytes, size_t count, const void *sequence, size_t length) {
    const uint8_t *found = memmem(bytes, count, sequence, length);
    return found ? (size_t)(found - (const uint8_t *)bytes) : count;
}
