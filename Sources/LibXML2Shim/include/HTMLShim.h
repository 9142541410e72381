// The tables of an HTML text, through libxml2's HTML parser. No file or connection is opened, and nothing is printed.
#ifndef HTML_SHIM_H
#define HTML_SHIM_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Tables within tables beyond this are passed over.
  html_shim_depth_limit = 16,
};

/// What was read of a text, with its buffers.
typedef struct html_shim_rows html_shim_rows;

/// A row of two cells without a table in them.
typedef struct {
  size_t key_start, key_length;
  size_t value_start, value_length;
} html_shim_row;

typedef struct {
  const html_shim_row *rows;
  size_t row_count;
  /// UTF-8, with entities resolved, white space as it was written.
  const uint8_t *text;
} html_shim_table;

/// Reads a text, which must be UTF-8, however broken it is as HTML. NULL where there is no memory for it.
html_shim_rows *html_shim_read(const uint8_t *bytes, size_t count);
html_shim_table html_shim_contents(const html_shim_rows *rows);
void html_shim_free(html_shim_rows *rows);

#endif
