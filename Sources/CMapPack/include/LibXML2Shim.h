// A small interface to libxml2's streaming parser (SAX2, push). The headers of libxml2 include those of ICU, which
// clash with the copy in Foundation, so nothing of them may appear here.
//
// A call takes a piece of a document and returns its events as one list. Names are local names: namespaces make no
// difference, declared or not. No DTD is loaded, no entity is declared or resolved, no file or connection is opened,
// and nothing is printed.
#ifndef LIBXML2_SHIM_H
#define LIBXML2_SHIM_H

#include "HTMLShim.h"

#include <stddef.h>
#include <stdint.h>

/// A parser of one document, with its buffers.
typedef struct xml_shim_parser xml_shim_parser;

/// Creates a parser. `elements` and `attributes` are the names that the caller distinguishes, separated by single
/// spaces. Events refer to them by their indices in these lists. A colon stands before an attribute that has a prefix,
/// whichever it is: `:id` is `r:id`.
/// Returns NULL if there is not enough memory.
xml_shim_parser *xml_shim_create(const char *elements, const char *attributes);
void xml_shim_destroy(xml_shim_parser *parser);

typedef enum {
  xml_shim_ok,
  /// The bytes are not well-formed XML.
  xml_shim_not_xml,
  /// The bytes end before the document does.
  xml_shim_cut_off,
  /// The document declares an entity, or refers to one that is not one of XML's own five.
  xml_shim_entity,
  /// Elements are nested deeper than `xml_shim_depth_limit`.
  xml_shim_too_deep,
  /// An element has more attributes and namespaces, with the namespaces of those around it, than
  /// `xml_shim_attribute_limit`. The library compares each with each.
  xml_shim_too_many,
  /// A tag, a comment or another piece of markup is longer than `xml_shim_markup_limit`.
  xml_shim_too_long,
  xml_shim_no_memory,
} xml_shim_status;

enum {
  xml_shim_depth_limit = 256,
  xml_shim_attribute_limit = 1024,
  /// In bytes.
  xml_shim_markup_limit = 1 << 28,
};

/// Parses the next piece of the document, which must be UTF-8. `is_last` ends the document. The events before an error
/// are available. After an error, no further piece may be given.
xml_shim_status xml_shim_parse(xml_shim_parser *parser, const uint8_t *bytes, size_t count, int is_last);

/// How many bytes wait for the end of the markup that they are in. The library scans them again with each piece; the
/// time stays linear if pieces grow with them.
size_t xml_shim_waiting(const xml_shim_parser *parser);

typedef enum {
  xml_shim_start,
  xml_shim_end,
  xml_shim_text,
} xml_shim_event_kind;

typedef struct {
  xml_shim_event_kind kind;
  /// The index of the element in the list of names; -1 if the list does not have it.
  int32_t element;
  /// The line, from 1, on which a start tag begins, or another event ends.
  int32_t line;
  /// The text, or the local name of an element, in bytes of the text of the batch.
  size_t text_start, text_length;
  /// The attributes of an element that starts; only those in the list of names.
  size_t attribute_start, attribute_count;
} xml_shim_event;

typedef struct {
  /// The index of the attribute in the list of names.
  int32_t name;
  size_t text_start, text_length;
} xml_shim_attribute;

/// The events of the last call and what they refer to. They are valid until the next call. No two text events follow
/// each other.
typedef struct {
  const xml_shim_event *events;
  size_t event_count;
  const xml_shim_attribute *attributes;
  /// UTF-8.
  const uint8_t *text;
} xml_shim_batch;

/// The events of the last call of `xml_shim_parse`.
xml_shim_batch xml_shim_events(const xml_shim_parser *parser);

/// The description of an error (for `xml_shim_not_xml`), or the name of the entity (for `xml_shim_entity`). It is UTF-8
/// that may be cut at its end, and it is valid as long as the parser.
const char *xml_shim_message(const xml_shim_parser *parser);

/// The line, from 1, that the parser has reached; after an error, the line of the error.
int xml_shim_line(const xml_shim_parser *parser);

#endif
