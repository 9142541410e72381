// The files of the page on which maps are looked at, as they lie in Sources/MapPackPage/Web.

#include <stddef.h>

/// The texts of the files, each with a zero byte behind it: HTML, styles, and the modules, each after those that it imports.
const unsigned char *page_files(void);

/// How many bytes they are.
size_t page_files_size(void);
