// CRC32C in three ways: SSE 4.2, ARMv8 CRC, and slicing by eight. The choice is made once, at run
// time. The instructions have a latency of three cycles and a throughput of one per cycle, so long
// inputs are split into three lanes that are computed in parallel.
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

// The state of a set of tables. The first thread that needs them fills them. Other threads do
// without until they are filled: no thread waits, and none reads a table being written.
enum { empty, filling, filled };

static int are_filled(atomic_int *state, void (*fill)(void)) {
    if (atomic_load_explicit(state, memory_order_acquire) == filled) return 1;
    int expected = empty;
    if (!atomic_compare_exchange_strong(state, &expected, filling)) return expected == filled;
    fill();
    atomic_store_explicit(state, filled, memory_order_release);
    return 1;
}

// tables[k][b] advances byte b over k further zero bytes.
static uint32_t tables[8][256];
static atomic_int tables_state;

static uint32_t by_bits(uint32_t state) {
    for (int bit = 0; bit < 8; bit++) state = (state >> 1) ^ ((state & 1) ? polynomial : 0);
    return state;
}

static void fill_tables(void) {
    for (uint32_t b = 0; b < 256; b++) tables[0][b] = by_bits(b);
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t crc = tables[0][b];
        for (int k = 1; k < 8; k++) {
            crc = (crc >> 8) ^ tables[0][crc & 0xFF];
            tables[k][b] = crc;
        }
    }
}

uint32_t nacre_crc32c_portable(uint32_t crc, const void *bytes, size_t count) {
    const uint8_t *p = bytes;
    crc = ~crc;
    for (; count > 0 && !are_filled(&tables_state, fill_tables); count--, p++) {
        crc = by_bits(crc ^ *p);
    }
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

#define HARDWARE __attribute__((target("sse4.2")))
HARDWARE static inline uint32_t step_word(uint32_t state, uint64_t word) {
    return (uint32_t)_mm_crc32_u64(state, word);
}
HARDWARE static inline uint32_t step_half(uint32_t state, uint32_t half) {
    return _mm_crc32_u32(state, half);
}
HARDWARE static inline uint32_t step_byte(uint32_t state, uint8_t byte) {
    return _mm_crc32_u8(state, byte);
}
static int detect_hardware(void) { return __builtin_cpu_supports("sse4.2") ? 1 : 0; }

#elif defined(__aarch64__)

#define HARDWARE __attribute__((target("crc")))
HARDWARE static inline uint32_t step_word(uint32_t state, uint64_t word) {
    return __crc32cd(state, word);
}
HARDWARE static inline uint32_t step_half(uint32_t state, uint32_t half) {
    return __crc32cw(state, half);
}
HARDWARE static inline uint32_t step_byte(uint32_t state, uint8_t byte) {
    return __crc32cb(state, byte);
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

#endif

#if defined(HARDWARE)

// The size of a lane in bytes, a multiple of 8.
enum { lane = 1024 };

// lane_tables[k][b] advances byte k of a state, whose value is b, over a lane of zeros. Filled like
// the tables above: the map is linear, so 32 states with one bit each determine it.
static uint32_t lane_tables[4][256];
static atomic_int lane_tables_state;

HARDWARE static void fill_lane_tables(void) {
    uint32_t bits[32];
    for (int bit = 0; bit < 32; bit++) {
        uint32_t state = 1u << bit;
        for (int i = 0; i < lane; i += 8) state = step_word(state, 0);
        bits[bit] = state;
    }
    for (int k = 0; k < 4; k++) {
        for (uint32_t b = 0; b < 256; b++) {
            uint32_t sum = 0;
            for (int bit = 0; bit < 8; bit++) {
                if (b >> bit & 1) sum ^= bits[8 * k + bit];
            }
            lane_tables[k][b] = sum;
        }
    }
}

static inline uint32_t over_lane(uint32_t state) {
    return lane_tables[0][state & 0xFF] ^ lane_tables[1][state >> 8 & 0xFF] ^
           lane_tables[2][state >> 16 & 0xFF] ^ lane_tables[3][state >> 24];
}

static inline uint64_t word_at(const uint8_t *p) {
    uint64_t word;
    memcpy(&word, p, 8);
    return word;
}

static inline uint32_t half_at(const uint8_t *p) {
    uint32_t half;
    memcpy(&half, p, 4);
    return half;
}

HARDWARE static uint32_t crc32c_hardware(uint32_t crc, const void *bytes, size_t count) {
    const uint8_t *p = bytes;
    uint32_t state = ~crc;
    for (; count >= 3 * lane; count -= 3 * lane, p += 3 * lane) {
        if (!are_filled(&lane_tables_state, fill_lane_tables)) {
            for (int i = 0; i < 3 * lane; i += 8) state = step_word(state, word_at(p + i));
            continue;
        }
        uint32_t second = 0, third = 0;
        for (int i = 0; i < lane; i += 8) {
            // Prefetches the lanes of the next round: bytes not read before come from memory, which
            // would take as long again as the instructions. Beyond the end it has no effect.
            if (i % 64 == 0) {
                __builtin_prefetch(p + 3 * lane + i);
                __builtin_prefetch(p + 4 * lane + i);
                __builtin_prefetch(p + 5 * lane + i);
            }
            state = step_word(state, word_at(p + i));
            second = step_word(second, word_at(p + lane + i));
            third = step_word(third, word_at(p + 2 * lane + i));
        }
        state = over_lane(over_lane(state) ^ second) ^ third;
    }
    for (; count >= 8; count -= 8, p += 8) state = step_word(state, word_at(p));
    if (count >= 4) {
        state = step_half(state, half_at(p));
        count -= 4, p += 4;
    }
    for (; count > 0; count--, p++) state = step_byte(state, *p);
    return ~state;
}

#else

static uint32_t crc32c_hardware(uint32_t crc, const void *bytes, size_t count) {
    return nacre_crc32c_portable(crc, bytes, count);
}

static int detect_hardware(void) { return 0; }

#endif

// 0 = not determined yet, 1 = by table, 2 = by instruction.
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
