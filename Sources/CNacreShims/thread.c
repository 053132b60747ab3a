#include "nacre_shims.h"

static _Thread_local char here;

uint64_t nacre_thread_id(void) { return (uint64_t)(uintptr_t)&here; }
