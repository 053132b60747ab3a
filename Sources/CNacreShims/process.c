#include "nacre_shims.h"

#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

#if defined(__linux__)
#include <pthread.h>
#include <sys/mman.h>
#endif

#if defined(MADV_WIPEONFORK)

// A page that a forked child finds zeroed, however it was forked. Null if there is none.
static int64_t *known;

static void map_known(void) {
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    void *page =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return;
    if (madvise(page, size, MADV_WIPEONFORK) == 0) {
        known = page;
    } else {
        munmap(page, size);
    }
}

int64_t nacre_process_id(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, map_known);
    if (known == NULL) return getpid();
    int64_t id = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (id == 0) {
        id = getpid();
        __atomic_store_n(known, id, __ATOMIC_RELAXED);
    }
    return id;
}

#else

int64_t nacre_process_id(void) { return getpid(); }

#endif
