// The files of the page on which maps are looked at, as they lie in Sources/MapPackTool/Page/Web.

#include <stddef.h>

/// How many files there are.
size_t page_file_count(void);

/// The name of a file; a module comes after those that it imports.
const char *page_file_name(size_t index);

/// The bytes of a file, and how many there are.
const unsigned char *page_file_bytes(size_t index);
size_t page_file_size(size_t index);
