#include <stddef.h>

/* Returns freed memory to the system. GNU's C library has it, but hides it from Swift. */
int malloc_trim(size_t padding);
