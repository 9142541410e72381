#pragma once

#include <shapefil.h>
#include <stddef.h>
#include <stdint.h>

// A reader of foreign files needs more than shapelib's own interface gives:
// - a path is used as it is, whatever the case of its extension, and no other file is looked for;
// - the index of a .shp comes from memory, so that a lost .shx can be rebuilt without writing beside the source;
// - shapelib's error messages are kept per thread, and nothing is printed.

/// Opens a .shp for reading. `index` is the content of its .shx, which is only needed during the call.
/// Returns NULL if shapelib refuses the file; `shapelib_shim_message` says why.
SHPHandle shapelib_shim_open_shapes(const char *path, const uint8_t *index, size_t index_size);

/// Opens a .dbf for reading.
/// Returns NULL if shapelib refuses the file; `shapelib_shim_message` says why.
DBFHandle shapelib_shim_open_table(const char *path);

/// The first message of shapelib on this thread since the last call of `shapelib_shim_forget`; empty if there is none.
/// It is valid until the next call of shapelib on this thread.
const char *shapelib_shim_message(void);
/// Forgets the message of this thread.
void shapelib_shim_forget(void);
