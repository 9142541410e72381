// A narrow door to libxml2's streaming parser (SAX2, push). Its own headers bring in those of ICU, which clash with the
// copy that Foundation has: nothing of them may stand here.
//
// A call takes a piece of a document and gives the events in it as one list. Names are local names: namespaces, known
// or not declared, make no difference. No DTD is loaded, no entity declared or resolved, no file or connection
// opened, and nothing is printed.
#ifndef LIBXML2_SHIM_H
#define LIBXML2_SHIM_H

#include "HTMLShim.h"

#include <stddef.h>
#include <stdint.h>

/// A parser of one document, with its buffers.
typedef struct xml_shim_parser xml_shim_parser;

/// `elements` and `attributes` are the names that the caller tells apart, with one space between them; events say
/// them by their place in these lists, from 0. NULL where there is no memory for it.
xml_shim_parser *xml_shim_create(const char *elements, const char *attributes);
void xml_shim_destroy(xml_shim_parser *parser);

typedef enum {
  xml_shim_ok,
  /// The bytes are not well-formed XML.
  xml_shim_not_xml,
  /// They end before the document does.
  xml_shim_cut_off,
  /// The document declares an entity, or refers to one that is not one of XML's own five.
  xml_shim_entity,
  /// Elements are nested deeper than `xml_shim_depth_limit`.
  xml_shim_too_deep,
  /// A tag, a comment or another piece of markup is longer than `xml_shim_markup_limit`.
  xml_shim_too_long,
  xml_shim_no_memory,
} xml_shim_status;

enum {
  xml_shim_depth_limit = 256,
  /// In bytes.
  xml_shim_markup_limit = 1 << 28,
};

/// Parses the next piece of the document, which must be UTF-8; `is_last` ends it. The events before an error are
/// there. After an error no further piece may be given.
xml_shim_status xml_shim_parse(xml_shim_parser *parser, const uint8_t *bytes, size_t count, int is_last);

/// How many bytes given wait for the end of the markup that they are in. The library looks through them again with
/// each piece: where pieces grow with them the time stays linear.
size_t xml_shim_waiting(const xml_shim_parser *parser);

typedef enum {
  xml_shim_start,
  xml_shim_end,
  xml_shim_text,
} xml_shim_event_kind;

typedef struct {
  xml_shim_event_kind kind;
  /// The element's place in the list of names; -1 where it is not in it.
  int32_t element;
  /// The line, from 1, at the end of what the event stands for.
  int32_t line;
  /// The text, or an element's local name.
  size_t text_start, text_length;
  /// The attributes of an element that starts: those in the list of names.
  size_t attribute_start, attribute_count;
} xml_shim_event;

typedef struct {
  /// Its place in the list of names.
  int32_t name;
  size_t text_start, text_length;
} xml_shim_attribute;

/// The events of the last call and what they refer to; valid until the next one. No two texts stand in a row.
typedef struct {
  const xml_shim_event *events;
  size_t event_count;
  const xml_shim_attribute *attributes;
  /// UTF-8.
  const uint8_t *text;
} xml_shim_batch;

xml_shim_batch xml_shim_events(const xml_shim_parser *parser);

/// What was wrong, in words (for `xml_shim_not_xml`), or the name of the entity (for `xml_shim_entity`): UTF-8 that
/// may be cut at its end, valid as long as the parser.
const char *xml_shim_message(const xml_shim_parser *parser);

/// The line, from 1, that the parser has reached; after an error that of the error.
int xml_shim_line(const xml_shim_parser *parser);

#endif
