// Functions that Swift does not provide: the CRC32C instructions, the identity of the calling
// thread, atomic access to words of shared arrays, prefetching and freeing of memory, and early
// write-back of a file's bytes. And some that would take a hundred times as long in a debug build
// of Swift: counting the zeros at the end of a file, searching bytes, checking UTF-8.
#ifndef NACRE_SHIMS_H
#define NACRE_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Returns the CRC32C (Castagnoli, reflected polynomial 82F63B78) of `count` bytes, continued from
/// `crc`, the value returned for the bytes before them (0 at the start). Initial and final xor are
/// applied inside, so crc("123456789") is E3069283. Uses the processor's instructions if it has
/// them.
uint32_t nacre_crc32c(uint32_t crc, const void *bytes, size_t count);

/// Returns the CRC32C computed with tables, on any processor.
uint32_t nacre_crc32c_portable(uint32_t crc, const void *bytes, size_t count);

/// Returns 1 if `nacre_crc32c` uses the processor's instructions, otherwise 0.
int nacre_crc32c_is_hardware(void);

/// Returns the number of bytes without the zeros at their end.
size_t nacre_count_without_zeros(const void *bytes, size_t count);

/// The result of a search.
struct nacre_found {
    /// The offset of the first occurrence; the number of all bytes if there is none.
    size_t offset;
    /// The number of bytes that were compared apart from the fast scan.
    size_t steps;
    /// 0 if a byte before the offset is not ASCII; possibly also if one after it is not.
    int is_ascii;
};

/// Searches for the first occurrence of a sequence, in a time that is linear for any bytes.
/// - ignores_case: 1 if capital ASCII letters are equal to small ones. The sequence then has none.
struct nacre_found nacre_find(
    const void *bytes, size_t count, const void *sequence, size_t length, int ignores_case);

/// Returns 1 if the bytes are well-formed UTF-8, otherwise 0.
int nacre_is_utf8(const void *bytes, size_t count);

/// Returns a number that no other living thread of this process has.
uint64_t nacre_thread_id(void);

/// Starts a thread that runs a function and ends with it.
/// - is_background: 1 if no other thread waits for its work.
/// Returns 1, or 0 if no thread could be started.
int nacre_start_thread(void (*body)(void *), void *context, int is_background);

/// Returns the id of this process. Makes no system call if the system has pages that are wiped on
/// fork. So every change can check that it is still in the process that opened the store.
int64_t nacre_process_id(void);

/// Starts writing a range of a file to the disk, if the system supports it. Does not wait, and
/// reports no error: the next sync reports it.
void nacre_start_write_back(int descriptor, int64_t offset, int64_t count);

/// Returns whether a file has data at an offset or after it: 1, 0, or -1 if the system cannot tell.
/// Moves the descriptor's own offset.
int nacre_has_data(int descriptor, int64_t offset);

/// Makes a file in a directory that shares the bytes of an open file until one of them changes.
/// Fails with -1 if the file system cannot do that; then no file was made.
int nacre_clone_file(int descriptor, int directory, const char *name);

/// Returns the maximum length of a file of this process, in bytes; INT64_MAX if there is no limit.
int64_t nacre_file_size_limit(void);

/// Returns an array of words that are zero, NULL if there is no memory. A large array consists of
/// zeroed pages of the system, which cost nothing until they are used: an allocator may write the
/// zeros itself, which would touch every page at once.
uint64_t *nacre_zeroed_words(size_t count);

/// Frees the words.
/// - count: The number of words in the array.
void nacre_free_words(uint64_t *words, size_t count);

/// Returns the allocator's free memory between used blocks to the system, if the allocator would
/// keep it otherwise.
void nacre_give_back_heap(void);

/// Returns a word that other threads may be changing. Orders no other access.
static inline uint64_t nacre_load_relaxed(const uint64_t *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/// Sets bits of a word that other threads may be changing too. Orders no other access.
static inline void nacre_or_relaxed(uint64_t *word, uint64_t bits) {
    __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

/// Returns a word, and makes all writes before its `nacre_store_release` visible.
static inline uint32_t nacre_load_acquire(const uint32_t *word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Stores a word after all previous writes.
static inline void nacre_store_release(uint32_t *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Sets a word that is 0 to another value. Returns 1 if this call did so.
static inline int nacre_claim(uint32_t *word, uint32_t value) {
    uint32_t zero = 0;
    return __atomic_compare_exchange_n(
        word, &zero, value, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
}

/// Prefetches the cache line of an address that will be read soon. Any address is allowed; an
/// unreadable one is ignored.
static inline void nacre_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
