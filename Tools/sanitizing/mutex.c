// Informs ThreadSanitizer of synchronization that it cannot see: on Linux, a contended Mutex of
// Swift's is locked and handed over by the kernel and by a library that is not instrumented.
// Without this, every such Mutex looks like a race. Preloaded by Tools/sanitize: wraps the
// library's functions for the contended case, and informs the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Functions of the sanitizer, if it is in the program.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF) {
    SWIFT void (*original)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    original(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF) {
    SWIFT void (*original)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(self);
    original(self);
}
