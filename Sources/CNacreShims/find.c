// Searches bytes for a sequence, with or without regard to the case of ASCII letters. Vectors find
// the places where three bytes of the sequence fit, and only these places are compared as a whole.
// If too many bytes were compared in vain, the two-way algorithm of Crochemore and Perrin
// continues, which takes linear time for all bytes. The C library's memmem is not used: it is slow
// on some systems, and its time is not linear on all.
#include "nacre_shims.h"

#include <string.h>

typedef uint8_t vector __attribute__((vector_size(16)));
typedef uint64_t words __attribute__((vector_size(16)));

enum { lanes = 16 };

static const uint64_t top_bits = 0x8080808080808080u;

// Never reads beyond the 16 bytes at an address.
static inline vector load(const uint8_t *bytes) {
    vector loaded;
    memcpy(&loaded, bytes, lanes);
    return loaded;
}

static inline vector all_lanes(uint8_t byte) { return byte - (vector){0}; }

static inline uint64_t any_bits(vector bytes) { return ((words)bytes)[0] | ((words)bytes)[1]; }

static inline int is_capital(uint8_t byte) { return byte >= 'A' && byte <= 'Z'; }

// The bytes of a search. The sequence has no capital letters if case is ignored.
struct search {
    const uint8_t *bytes;
    size_t count;
    const uint8_t *sequence;
    size_t length;
    int ignores_case;
};

// The place that a search has reached, and the number of bytes it has compared so far, apart from
// the samples.
struct progress {
    size_t place;
    size_t steps;
};

enum outcome { not_here, here, too_slow };

static inline uint8_t folded_byte(const struct search *search, size_t offset) {
    uint8_t byte = search->bytes[offset];
    return search->ignores_case && is_capital(byte) ? byte | 0x20 : byte;
}

static inline vector folded_bytes(const struct search *search, size_t offset) {
    vector bytes = load(search->bytes + offset);
    if (!search->ignores_case) return bytes;
    // Capital letters are the 26 bytes from A; all others are far from it, modulo 256.
    vector is_capital = (vector)(bytes - 'A' < 26);
    return bytes | (is_capital & 0x20);
}

// Returns whether the whole sequence is at a place.
static inline int is_at(const struct search *search, size_t place, size_t *steps) {
    size_t offset = 0;
    for (; offset + lanes <= search->length; offset += lanes) {
        *steps += lanes;
        if (any_bits(folded_bytes(search, place + offset) ^ load(search->sequence + offset))) {
            return 0;
        }
    }
    for (; offset < search->length; offset++) {
        *steps += 1;
        if (folded_byte(search, place + offset) != search->sequence[offset]) return 0;
    }
    return 1;
}

// Tests a place. A search may compare some four bytes for each byte it has passed: all failures
// together then cost no more than a multiple of the bytes.
static inline enum outcome test(
    const struct search *search, size_t place, struct progress *progress
) {
    progress->place = place;
    if (is_at(search, place, &progress->steps)) return here;
    return progress->steps / 4 > place + search->length ? too_slow : not_here;
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first lane is the lowest byte");

// Tests the places, from one on, whose lanes are set.
static enum outcome test_lanes(
    const struct search *search, vector set, size_t place, struct progress *progress
) {
    for (int half = 0; half < 2; half++) {
        uint64_t word = ((words)set)[half];
        while (word != 0) {
            int lane = __builtin_ctzll(word) / 8;
            word &= ~(0xFFull << 8 * lane);
            enum outcome outcome = test(search, place + (size_t)(8 * half + lane), progress);
            if (outcome != not_here) return outcome;
        }
    }
    return not_here;
}

// The first, the middle and the last byte of the sequence, as vectors to compare with. In letters
// of either case, only the bit 0x20 differs: it is set before the comparison if case is ignored.
struct samples {
    vector bytes[3], case_bits[3];
    size_t offsets[3];
};

static inline struct samples samples_of(const struct search *search) {
    struct samples samples = {.offsets = {0, search->length / 2, search->length - 1}};
    for (int number = 0; number < 3; number++) {
        uint8_t byte = search->sequence[samples.offsets[number]];
        int has_case = search->ignores_case && byte >= 'a' && byte <= 'z';
        samples.bytes[number] = all_lanes(byte);
        samples.case_bits[number] = all_lanes(has_case ? 0x20 : 0);
    }
    return samples;
}

// Returns the lanes of 16 places where all samples fit. Adds the bytes at the places to those seen.
static inline vector fits(const struct samples *samples, const uint8_t *bytes, vector *seen) {
    vector fit = all_lanes(0xFF);
    for (int number = 0; number < 3; number++) {
        vector loaded = load(bytes + samples->offsets[number]);
        if (number == 0) *seen |= loaded;
        fit &= (vector)((loaded | samples->case_bits[number]) == samples->bytes[number]);
    }
    return fit;
}

// Tests all places, as long as that is fast. Adds the bytes at the places to those seen.
static enum outcome scan(const struct search *search, struct progress *progress, vector *seen) {
    // Copies, which the compiler can keep in registers.
    const struct samples samples = samples_of(search);
    const uint8_t *const bytes = search->bytes;
    const size_t places = search->count - search->length + 1;
    vector all = *seen;
    size_t place = 0;
    enum outcome outcome = not_here;
    enum { block = 4 * lanes };
    for (; places - place >= block && outcome == not_here; place += block) {
        vector fit[4];
        for (size_t part = 0; part < 4; part++) {
            fit[part] = fits(&samples, bytes + place + part * lanes, &all);
        }
        if (!any_bits(fit[0] | fit[1] | fit[2] | fit[3])) continue;
        for (size_t part = 0; part < 4 && outcome == not_here; part++) {
            outcome = test_lanes(search, fit[part], place + part * lanes, progress);
        }
    }
    while (places >= lanes && place < places && outcome == not_here) {
        // The last places of all, some of which may have been tested before.
        if (places - place < lanes) place = places - lanes;
        outcome = test_lanes(search, fits(&samples, bytes + place, &all), place, progress);
        place += lanes;
    }
    *seen = all;
    for (; place < places && outcome == not_here; place++) {
        uint8_t byte = bytes[place] | samples.case_bits[0][0];
        if (byte == samples.bytes[0][0]) outcome = test(search, place, progress);
    }
    if (outcome == not_here) progress->place = places;
    return outcome;
}

// Returns the start of the sequence's last suffix in the order of bytes, or in the reverse order,
// and the period of that suffix.
static size_t last_suffix(
    const struct search *search, int is_reverse, size_t *period, size_t *steps
) {
    const uint8_t *sequence = search->sequence;
    // The best start so far, a candidate after it, and the bytes in which the two agree.
    size_t best = 0, other = 1, same = 0;
    *period = 1;
    while (other + same < search->length) {
        *steps += 1;
        uint8_t a = sequence[best + same], b = sequence[other + same];
        if (a == b) {
            same += 1;
            if (same < *period) continue;
            other += same;
            same = 0;
        } else if ((b < a) != is_reverse) {
            other += same + 1;
            same = 0;
            *period = other - best;
        } else {
            best = other;
            other = best + 1;
            same = 0;
            *period = 1;
        }
    }
    return best;
}

// Continues a search in linear time. The sequence is cut in two. The right part is compared
// forwards: a difference excludes all places up to it. Then the left part is compared backwards: a
// difference excludes the places up to the next period.
static enum outcome search_by_two_ways(const struct search *search, struct progress *progress) {
    const uint8_t *sequence = search->sequence;
    const size_t length = search->length;
    size_t period, other_period;
    size_t cut = last_suffix(search, 0, &period, &progress->steps);
    size_t other_cut = last_suffix(search, 1, &other_period, &progress->steps);
    if (other_cut > cut) cut = other_cut, period = other_period;
    progress->steps += cut;
    int is_periodic = memcmp(sequence, sequence + period, cut) == 0;
    if (!is_periodic) period = (cut > length - cut ? cut : length - cut) + 1;
    // The first bytes that are known to be equal, after a shift by the period.
    size_t known = 0;
    while (progress->place <= search->count - length) {
        size_t start = progress->place;
        size_t right = cut > known ? cut : known;
        while (right < length && folded_byte(search, start + right) == sequence[right]) right++;
        progress->steps += right - (cut > known ? cut : known) + 1;
        if (right < length) {
            progress->place += right - cut + 1;
            known = 0;
            continue;
        }
        size_t left = cut;
        while (left > known && folded_byte(search, start + left - 1) == sequence[left - 1]) left--;
        progress->steps += cut > left ? cut - left : 0;
        if (left <= known) return here;
        progress->place += period;
        known = is_periodic ? length - period : 0;
    }
    return not_here;
}

// Returns whether some bytes are all ASCII.
static inline int is_ascii(const uint8_t *bytes, size_t count) {
    vector seen = {0};
    size_t offset = 0;
    for (; count - offset >= lanes; offset += lanes) seen |= load(bytes + offset);
    uint8_t rest = 0;
    for (; offset < count; offset++) rest |= bytes[offset];
    return (any_bits(seen) & top_bits) == 0 && rest < 0x80;
}

struct nacre_found nacre_find(
    const void *bytes, size_t count, const void *sequence, size_t length, int ignores_case
) {
    const struct search search = {bytes, count, sequence, length, ignores_case};
    struct progress progress = {0, 0};
    vector seen = {0};
    size_t seen_count = 0;
    enum outcome outcome = not_here;
    if (length == 0) {
        outcome = here;
    } else if (length <= count) {
        outcome = scan(&search, &progress, &seen);
        // If there are fewer places than lanes, their bytes are not in a vector.
        if (count - length + 1 >= lanes) seen_count = progress.place;
        if (outcome == too_slow) outcome = search_by_two_ways(&search, &progress);
    }
    size_t offset = outcome == here ? progress.place : count;
    int is_rest_ascii = is_ascii(search.bytes + seen_count, offset - seen_count);
    return (struct nacre_found){
        offset, progress.steps, is_rest_ascii && (any_bits(seen) & top_bits) == 0};
}
