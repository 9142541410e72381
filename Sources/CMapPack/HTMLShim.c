#include "HTMLShim.h"

// Newer versions deprecate members and calls for which older versions have no replacement.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#include <libxml/HTMLparser.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { cell_limit = 3 };

typedef struct {
  size_t text_start, text_length;
} cell;

// An open table: its current row.
typedef struct {
  int is_in_row, is_in_cell;
  // How many cells the row has. Only the first ones are kept.
  size_t cell_count;
  cell cells[cell_limit];
  // Whether one of the cells contains a table. Then the row is only a frame around that table.
  int has_table;
} table;

struct html_shim_rows {
  html_shim_row *rows;
  size_t row_count, row_capacity;
  uint8_t *text;
  size_t text_count, text_capacity;

  table tables[html_shim_depth_limit];
  // The number of open tables. It may be greater than the number kept.
  size_t table_count;
  int is_out_of_memory;
};

static int make_room(html_shim_rows *rows, void **list, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) return 1;
  size_t wanted = *capacity > 0 ? *capacity * 2 : 256;
  if (wanted < count) wanted = count;
  void *grown = wanted <= SIZE_MAX / size ? realloc(*list, wanted * size) : NULL;
  if (grown == NULL) {
    rows->is_out_of_memory = 1;
    return 0;
  }
  *list = grown;
  *capacity = wanted;
  return 1;
}

static table *innermost(html_shim_rows *rows) {
  return rows->table_count > 0 && rows->table_count <= html_shim_depth_limit ? &rows->tables[rows->table_count - 1] : NULL;
}

static int is_cell(const xmlChar *name) {
  return strcmp((const char *)name, "td") == 0 || strcmp((const char *)name, "th") == 0;
}

static void end_cell(html_shim_rows *rows, table *open) {
  if (!open->is_in_cell) return;
  open->is_in_cell = 0;
  if (open->cell_count <= cell_limit) {
    cell *last = &open->cells[open->cell_count - 1];
    last->text_length = rows->text_count - last->text_start;
  }
}

static void end_row(html_shim_rows *rows, table *open) {
  end_cell(rows, open);
  if (!open->is_in_row) return;
  open->is_in_row = 0;
  if (open->cell_count != 2 || open->has_table) return;
  if (!make_room(rows, (void **)&rows->rows, &rows->row_capacity, rows->row_count + 1, sizeof *rows->rows)) return;
  rows->rows[rows->row_count++] = (html_shim_row){
    .key_start = open->cells[0].text_start,
    .key_length = open->cells[0].text_length,
    .value_start = open->cells[1].text_start,
    .value_length = open->cells[1].text_length,
  };
}

static void on_start(void *user, const xmlChar *name, const xmlChar **attributes) {
  (void)attributes;
  html_shim_rows *rows = user;
  table *open = innermost(rows);
  if (strcmp((const char *)name, "table") == 0) {
    if (open != NULL) open->has_table = 1;
    rows->table_count += 1;
    if ((open = innermost(rows)) != NULL) memset(open, 0, sizeof *open);
  } else if (open == NULL) {
    return;
  } else if (strcmp((const char *)name, "tr") == 0) {
    end_row(rows, open);
    open->is_in_row = 1;
    open->cell_count = 0;
    open->has_table = 0;
  } else if (is_cell(name) && open->is_in_row) {
    end_cell(rows, open);
    open->is_in_cell = 1;
    open->cell_count += 1;
    if (open->cell_count <= cell_limit)
      open->cells[open->cell_count - 1] = (cell){.text_start = rows->text_count, .text_length = 0};
  }
}

static void on_end(void *user, const xmlChar *name) {
  html_shim_rows *rows = user;
  table *open = innermost(rows);
  if (strcmp((const char *)name, "table") == 0) {
    if (open != NULL) end_row(rows, open);
    if (rows->table_count > 0) rows->table_count -= 1;
  } else if (open != NULL && strcmp((const char *)name, "tr") == 0) {
    end_row(rows, open);
  } else if (open != NULL && is_cell(name)) {
    end_cell(rows, open);
  }
}

static void on_text(void *user, const xmlChar *bytes, int count) {
  html_shim_rows *rows = user;
  table *open = innermost(rows);
  if (open == NULL || !open->is_in_cell || count <= 0) return;
  if (!make_room(rows, (void **)&rows->text, &rows->text_capacity, rows->text_count + (size_t)count, 1)) return;
  memcpy(rows->text + rows->text_count, bytes, (size_t)count);
  rows->text_count += (size_t)count;
}

// Whether a tag may have more attributes than `html_shim_attribute_limit`. In a tag, every attribute takes a space or an
// equals sign. A quote that is not closed leaves the rest of the text in the tag.
static int has_crowded_tag(const uint8_t *bytes, size_t count) {
  int is_in_tag = 0;
  uint8_t quote = 0;
  size_t signs = 0;
  for (size_t index = 0; index < count; ++index) {
    const uint8_t byte = bytes[index];
    if (!is_in_tag) {
      const uint8_t next = index + 1 < count ? bytes[index + 1] | 0x20 : 0;
      is_in_tag = byte == '<' && next >= 'a' && next <= 'z';
      quote = 0, signs = 0;
      continue;
    }
    if (byte == quote) quote = 0;
    else if (quote == 0 && (byte == 0x22 || byte == 0x27)) quote = byte;
    else if (quote == 0 && byte == '>') is_in_tag = 0;
    signs += byte == '=' || byte == ' ' || (byte >= '\t' && byte <= '\r');
    if (signs > html_shim_attribute_limit) return 1;
  }
  return 0;
}

html_shim_rows *html_shim_read(const uint8_t *bytes, size_t count) {
  if (count > INT_MAX || has_crowded_tag(bytes, count)) return NULL;
  html_shim_rows *rows = calloc(1, sizeof *rows);
  if (rows == NULL) return NULL;
  htmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.startElement = on_start;
  handler.endElement = on_end;
  handler.characters = on_text;
  handler.ignorableWhitespace = on_text;
  handler.cdataBlock = on_text;
  htmlParserCtxtPtr context = htmlCreatePushParserCtxt(&handler, rows, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
  if (context == NULL) {
    html_shim_free(rows);
    return NULL;
  }
  htmlCtxtUseOptions(context, HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_IGNORE_ENC);
  htmlParseChunk(context, (const char *)bytes, (int)count, 0);
  htmlParseChunk(context, NULL, 0, 1);
  if (context->myDoc != NULL) xmlFreeDoc(context->myDoc);
  context->myDoc = NULL;
  htmlFreeParserCtxt(context);
  // Tables that are not closed end with the text.
  while (rows->table_count > 0) on_end(rows, (const xmlChar *)"table");
  if (rows->is_out_of_memory) {
    html_shim_free(rows);
    return NULL;
  }
  return rows;
}

html_shim_table html_shim_contents(const html_shim_rows *rows) {
  return (html_shim_table){rows->rows, rows->row_count, rows->text};
}

void html_shim_free(html_shim_rows *rows) {
  free(rows->rows);
  free(rows->text);
  free(rows);
}
