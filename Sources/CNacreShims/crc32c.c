// CRC32C three ways: SSE 4.2, ARMv8 CRC, and slicing by eight. Which one is decided once, at run
// time.
#include "nacre_shims.h"

#include <stdatomic.h>
#include <string.h>

#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__aarch64__)
#include <arm_acle.h>
#if defined(__linux__)
#include <sys/auxv.h>
#ifndef HWCAP_CRC32
#define HWCAP_CRC32 (1 << 7)
#endif
#endif
#endif

static const uint32_t polynomial = 0x82F63B78u;

// tables[k][b] advances byte b over k further zero bytes. Filled on first use; filling twice at the
// same time writes the same values, so the flag alone has to be ordered.
static uint32_t tables[8][256];
static atomic_int tables_ready;

static void fill_tables(void) {
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t crc = b;
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc >> 1) ^ ((crc & 1) ? polynomial : 0);
        }
        __atomic_store_n(&tables[0][b], crc, __ATOMIC_RELAXED);
    }
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t crc = __atomic_load_n(&tables[0][b], __ATOMIC_RELAXED);
        for (int k = 1; k < 8; k++) {
            crc = (crc >> 8) ^ __atomic_load_n(&tables[0][crc & 0xFF], __ATOMIC_RELAXED);
            __atomic_store_n(&tables[k][b], crc, __ATOMIC_RELAXED);
        }
    }
    atomic_store_explicit(&tables_ready, 1, memory_order_release);
}

uint32_t nacre_crc32c_portable(uint32_t crc, const void *bytes, size_t count) {
    if (!atomic_load_explicit(&tables_ready, memory_order_acquire)) fill_tables();
    const uint8_t *p = bytes;
    crc = ~crc;
    for (; count >= 8; count -= 8, p += 8) {
        uint32_t low = crc ^ ((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
                              (uint32_t)p[3] << 24);
        crc = tables[7][low & 0xFF] ^ tables[6][(low >> 8) & 0xFF] ^
              tables[5][(low >> 16) & 0xFF] ^ tables[4][low >> 24] ^ tables[3][p[4]] ^
              tables[2][p[5]] ^ tables[1][p[6]] ^ tables[0][p[7]];
    }
    for (; count > 0; count--, p++) crc = (crc >> 8) ^ tables[0][(crc ^ *p) & 0xFF];
    return ~crc;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) static uint32_t crc32c_hardware(uint32_t crc, const void *bytes,
                                                                  size_t count) {
    const uint8_t *p = bytes;
    uint64_t state = ~crc;
    for (; count >= 8; count -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        state = _mm_crc32_u64(state, word);
    }
    uint32_t tail = (uint32_t)state;
    for (; count > 0; count--, p++) tail = _mm_crc32_u8(tail, *p);
    return ~tail;
}

static int detect_hardware(void) { return __builtin_cpu_supports("sse4.2") ? 1 : 0; }

#elif defined(__aarch64__)

__attribute__((target("crc"))) static uint32_t crc32c_hardware(uint32_t crc, const void *bytes,
                                                               size_t count) {
    const uint8_t *p = bytes;
    crc = ~crc;
    for (; count >= 8; count -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        crc = __crc32cd(crc, word);
    }
    for (; count > 0; count--, p++) crc = __crc32cb(crc, *p);
    return ~crc;
}

static int detect_hardware(void) {
#if defined(__linux__)
    return (getauxval(AT_HWCAP) & HWCAP_CRC32) ? 1 : 0;
#elif defined(__APPLE__)
    return 1; // every 64-bit ARM processor that runs our minimum systems has the instructions
#else
    return 0;
#endif
}

#else

static uint32_t crc32c_hardware(uint32_t crc, const void *bytes, size_t count) {
    return nacre_crc32c_portable(crc, bytes, count);
}

static int detect_hardware(void) { return 0; }

#endif

// 0 = not asked yet, 1 = by table, 2 = by instruction.
static atomic_int choice;

int nacre_crc32c_is_hardware(void) {
    int chosen = atomic_load_explicit(&choice, memory_order_relaxed);
    if (chosen == 0) {
        chosen = detect_hardware() ? 2 : 1;
        atomic_store_explicit(&choice, chosen, memory_order_relaxed);
    }
    return chosen == 2;
}

uint32_t nacre_crc32c(uint32_t crc, const void *bytes, size_t count) {
    return nacre_crc32c_is_hardware() ? crc32c_hardware(crc, bytes, count)
                                      : nacre_crc32c_portable(crc, bytes, count);
}
