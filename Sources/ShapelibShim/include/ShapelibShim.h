#pragma once

#include <shapefil.h>
#include <stddef.h>
#include <stdint.h>

// What shapelib's own interface leaves open for a reader of foreign files:
// - the path is taken as given, whatever the case of its extension, and no side file is looked for;
// - the index of a .shp comes from memory, so that a lost .shx can be made up without writing beside the source;
// - shapelib's error words are kept per thread, and nothing is printed.

/// Opens a .shp for reading with the given content of its .shx, which is only needed during the call.
/// NULL where shapelib refuses it: `shapelib_shim_message` says why.
SHPHandle shapelib_shim_open_shapes(const char *path, const uint8_t *index, size_t index_size);

/// Opens a .dbf for reading. NULL where shapelib refuses it: `shapelib_shim_message` says why.
DBFHandle shapelib_shim_open_table(const char *path);

/// What shapelib said last on this thread since the last call of `shapelib_shim_forget`; empty where nothing.
/// Valid until the next call of shapelib on this thread.
const char *shapelib_shim_message(void);
void shapelib_shim_forget(void);
