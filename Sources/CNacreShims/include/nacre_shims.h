// What Swift cannot say itself: the CRC32C instructions, the identity of the calling thread, words
// of an array that several threads use, which memory is wanted soon, or no more, and which bytes of
// a file are to go to the disk meanwhile. And what a debug build of Swift would take a hundred
// times as long for: the zeros at the end of a file.
#ifndef NACRE_SHIMS_H
#define NACRE_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// CRC32C (Castagnoli, reflected polynomial 82F63B78) of `count` bytes, continued from `crc`, the
/// value returned for the bytes before them (0 at the start). Initial and final xor are applied
/// inside, so crc("123456789") is E3069283. Uses the processor's instructions where it has them.
uint32_t nacre_crc32c(uint32_t crc, const void *bytes, size_t count);

/// The same by table, on any processor.
uint32_t nacre_crc32c_portable(uint32_t crc, const void *bytes, size_t count);

/// 1 if `nacre_crc32c` uses the processor's instructions here, else 0.
int nacre_crc32c_is_hardware(void);

/// How many of the bytes are left without the zeros at their end.
size_t nacre_count_without_zeros(const void *bytes, size_t count);

/// Where the first of the bytes is that begins a sequence; `count` if it is not there.
size_t nacre_find(const void *bytes, size_t count, const void *sequence, size_t length);

/// A number that no other living thread of this process has.
uint64_t nacre_thread_id(void);

/// Starts a thread that runs a function and ends with it.
/// - is_background: 1 if nobody waits for its work.
/// Returns 1, or 0 if the system has no thread to give.
int nacre_start_thread(void (*body)(void *), void *context, int is_background);

/// The number of this process. Without a call of the system where that has pages which a fork does
/// not inherit: so every change can ask whether it is still in the process that opened the store.
int64_t nacre_process_id(void);

/// Has the system begin to bring a range of a file to the disk, where it can be asked to. Does not
/// wait, and reports nothing: an error is the next sync's to tell.
void nacre_start_write_back(int descriptor, int64_t offset, int64_t count);

/// Whether a file has data at an offset or after it: 1, 0, or -1 if the system does not tell. Moves
/// the descriptor's own offset.
int nacre_has_data(int descriptor, int64_t offset);

/// How long a file of this process may be, in bytes; INT64_MAX if there is no limit.
int64_t nacre_file_size_limit(void);

/// So many words that are zero, NULL if there is no memory. Where there are many, they are zeroed
/// pages of the system, which cost nothing before they are used: an allocator may write the zeros
/// itself, and with that have every page brought at once.
uint64_t *nacre_zeroed_words(size_t count);

/// Frees them.
/// - count: as many as there are.
void nacre_free_words(uint64_t *words, size_t count);

/// Has the allocator give the system back what is free between pieces that are in use, where it
/// keeps that otherwise.
void nacre_give_back_heap(void);

/// The word, which other threads may be changing. Orders nothing else.
static inline uint64_t nacre_load_relaxed(const uint64_t *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/// Sets bits of a word, which other threads may be changing too. Orders nothing else.
static inline void nacre_or_relaxed(uint64_t *word, uint64_t bits) {
    __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

/// The word, and with it all that was written before it was stored by `nacre_store_release`.
static inline uint32_t nacre_load_acquire(const uint32_t *word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Stores a word behind all that was written before.
static inline void nacre_store_release(uint32_t *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Makes a word that is 0 another one. 1 if it was this call that did.
static inline int nacre_claim(uint32_t *word, uint32_t value) {
    uint32_t zero = 0;
    return __atomic_compare_exchange_n(
        word, &zero, value, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
}

/// Has the processor fetch the line of memory at an address that will be read soon. Any address
/// will do: one that cannot be read is passed over.
static inline void nacre_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
