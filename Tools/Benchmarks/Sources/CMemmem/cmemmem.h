#include <stddef.h>

/* The search of the C library, whose headers hide it from Swift on Linux. */
void *memmem(const void *text, size_t text_size, const void *word, size_t word_size);
