// Informs ThreadSanitizer of synchronization that it cannot see: reference counts are in a library
// that is not instrumented. The last thread that releases a version of a store sees all reads of
// the others before their releases, and only then are its nodes reused. Without this, those reads
// look like a race with the later writes. Preloaded by Tools/sanitize.
//
// Only for versions: if informed of every object, the sanitizer would see order where there is
// none.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#define VERSION "$s11NacreEngine7VersionCN"

// Functions of the sanitizer, if it is in the program.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static void (*original)(void *);
// The type of versions, or null if the program has none.
static void *version;

__attribute__((constructor)) static void find(void) {
    original = dlsym(RTLD_NEXT, "swift_release");
    version = dlsym(RTLD_DEFAULT, VERSION);
}

void swift_release(void *object) {
    // Negative numbers are not objects, but small texts and the like.
    if ((intptr_t)object > 0 && version && *(void **)object == version && __tsan_release) {
        __tsan_release(object);
        __tsan_acquire(object);
    }
    if (!original) original = dlsym(RTLD_NEXT, "swift_release");
    original(object);
}
