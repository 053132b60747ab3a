// Tells ThreadSanitizer of what it cannot see: the count of references is in a library that is not
// instrumented. Who lets go of a version of a store last sees all that the others have read before
// they let go, and only then are its nodes used again. Without this, those reads look like a race
// with the writes that come afterwards. Preloaded by Tools/sanitize.
//
// Versions only: told of every object, the sanitizer would see order where there is none.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#define VERSION "$s11NacreEngine7VersionCN"

// Of the sanitizer, where it is in the program.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static void (*original)(void *);
// The type of versions; null where the program has none.
static void *version;

__attribute__((constructor)) static void find(void) {
    original = dlsym(RTLD_NEXT, "swift_release");
    version = dlsym(RTLD_DEFAULT, VERSION);
}

void swift_release(void *object) {
    // Numbers below 0 are no objects, but small texts and the like.
    if ((intptr_t)object > 0 && version && *(void **)object == version && __tsan_release) {
        __tsan_release(object);
        __tsan_acquire(object);
    }
    if (!original) original = dlsym(RTLD_NEXT, "swift_release");
    original(object);
}
