// Maps to try the page with: files of RawData and Output, as they lie there.

#include <stddef.h>

enum example_file {
  EXAMPLE_WORLD,
  EXAMPLE_WORLD_PACK,
  EXAMPLE_COUNTIES_SHP,
  EXAMPLE_COUNTIES_DBF,
  EXAMPLE_COUNTIES_PRJ,
  EXAMPLE_COUNTIES_PACK,
  EXAMPLE_PREFECTURE,
  EXAMPLE_PREFECTURE_PACK,
};

/// The bytes of a file, which live as long as the process.
const unsigned char *example_bytes(enum example_file file, size_t *size);
