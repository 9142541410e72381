// The tables of an HTML text, read by libxml2's HTML parser. No file or connection is opened, and nothing is printed.
#ifndef HTML_SHIM_H
#define HTML_SHIM_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Tables that are nested deeper are skipped.
  html_shim_depth_limit = 16,
  /// The library compares each attribute of a tag with each.
  html_shim_attribute_limit = 4096,
};

/// The rows of a text, with their buffers.
typedef struct html_shim_rows html_shim_rows;

/// A row of two cells that contain no table. Starts and lengths are in bytes of the text.
typedef struct {
  size_t key_start, key_length;
  size_t value_start, value_length;
} html_shim_row;

typedef struct {
  const html_shim_row *rows;
  size_t row_count;
  /// The text of the cells: UTF-8, with entities resolved, and white space as it was written.
  const uint8_t *text;
} html_shim_table;

/// Reads the rows of a text, however broken it is as HTML. The text must be UTF-8.
/// Returns NULL if there is not enough memory, if the text has more than INT_MAX bytes, or if one of its tags has more
/// attributes than `html_shim_attribute_limit`.
html_shim_rows *html_shim_read(const uint8_t *bytes, size_t count);
/// The rows and their text. They are valid until `html_shim_free` is called.
html_shim_table html_shim_contents(const html_shim_rows *rows);
void html_shim_free(html_shim_rows *rows);

#endif
