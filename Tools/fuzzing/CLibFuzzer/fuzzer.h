// The entry point of libFuzzer, for programs that have their own main.
#ifndef NACRE_FUZZER_H
#define NACRE_FUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv,
                        int (*callback)(const uint8_t *data, size_t size));

#endif
