#include "nacre_shims.h"

#include <stdlib.h>

#if defined(_WIN32)
#define HAS_THREADS 0
#else
#include <pthread.h>
#define HAS_THREADS 1
#endif
#if defined(__APPLE__)
#include <pthread/qos.h>
#endif

static _Thread_local char here;

uint64_t nacre_thread_id(void) { return (uint64_t)(uintptr_t)&here; }

#if HAS_THREADS

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int nacre_start_thread(void (*body)(void *), void *context, int is_background) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return 0;
    *start = (struct start){body, context};
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        free(start);
        return 0;
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#if defined(__APPLE__)
    if (is_background) pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_UTILITY, 0);
#else
    (void)is_background;
#endif
    pthread_t thread;
    int outcome = pthread_create(&thread, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    if (outcome != 0) free(start);
    return outcome == 0;
}

#else

int nacre_start_thread(void (*body)(void *), void *context, int is_background) {
    (void)body, (void)context, (void)is_background;
    return 0;
}

#endif
