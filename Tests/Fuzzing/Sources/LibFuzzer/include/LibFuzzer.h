// What the fuzzing program takes from libFuzzer and the sanitizers.
#ifndef LIBFUZZER_H
#define LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

// https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*target)(const uint8_t *bytes, size_t count));

// Changes bytes in place by libFuzzer's own mutations; returns how many there are now, at most `limit`.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t limit);

// Begins to count what is allocated; `fuzz_peak` is the most that was held at once since, beyond what was held before.
void fuzz_begin_counting(void);
size_t fuzz_peak(void);

// The processor time that the program has taken, in seconds.
double fuzz_seconds(void);

#endif
