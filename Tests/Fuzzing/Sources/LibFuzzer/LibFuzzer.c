#include "LibFuzzer.h"
#include <time.h>

// <sanitizer/allocator_interface.h>
size_t __sanitizer_get_allocated_size(const volatile void *place);
int __sanitizer_install_malloc_and_free_hooks(
  void (*allocated)(const volatile void *, size_t), void (*freed)(const volatile void *));

static int is_installed;
// Targets run on one thread.
static long long held, peak;

static void allocated(const volatile void *place, size_t size) {
  (void)place;
  held += (long long)size;
  if (held > peak) peak = held;
}

static void freed(const volatile void *place) {
  if (place) held -= (long long)__sanitizer_get_allocated_size(place);
}

void fuzz_begin_counting(void) {
  if (!is_installed) {
    is_installed = 1;
    __sanitizer_install_malloc_and_free_hooks(allocated, freed);
  }
  held = 0;
  peak = 0;
}

size_t fuzz_peak(void) { return (size_t)peak; }

double fuzz_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}
