// The table of publishers' files, as it lies in Sources/MapPackProject/Catalog.

#include <stddef.h>

/// The text of the table, in UTF-8.
const unsigned char *catalog_text(size_t *size);
