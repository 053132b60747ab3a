#include "nacre_shims.h"

#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#endif
#if defined(__linux__) || defined(__APPLE__)
#include <sys/mman.h>
#define HAS_PAGES 1
#else
#define HAS_PAGES 0
#endif

void nacre_give_back_heap(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#elif defined(__APPLE__)
    malloc_zone_pressure_relief(NULL, 0);
#else
    // On other systems the allocator gives memory back by itself, or never.
#endif
}

#if HAS_PAGES
/// Whether this number of words is allocated as pages of the system. A system call is worthwhile
/// for several pages.
static int are_pages(size_t count) { return count >= (16 << 10) / sizeof(uint64_t); }
#endif

uint64_t *nacre_zeroed_words(size_t count) {
    if (count > SIZE_MAX / sizeof(uint64_t)) return NULL;
#if HAS_PAGES
    if (are_pages(count)) {
        size_t bytes = count * sizeof(uint64_t);
        void *words = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
        return words == MAP_FAILED ? NULL : words;
    }
#endif
    return calloc(count, sizeof(uint64_t));
}

void nacre_free_words(uint64_t *words, size_t count) {
#if HAS_PAGES
    if (are_pages(count)) {
        munmap(words, count * sizeof(uint64_t));
        return;
    }
#endif
    free(words);
}
