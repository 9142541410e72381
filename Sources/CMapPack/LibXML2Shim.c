#include "LibXML2Shim.h"

// Newer versions deprecate members and calls for which older versions have no replacement.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Names, separated by single spaces, and the length of each.
typedef struct {
  char *text;
  size_t *lengths;
  size_t count;
} name_list;

struct xml_shim_parser {
  xmlParserCtxtPtr context;
  name_list elements;
  name_list attribute_names;

  xml_shim_event *events;
  size_t event_count, event_capacity;
  xml_shim_attribute *attributes;
  size_t attribute_count, attribute_capacity;
  uint8_t *text;
  size_t text_count, text_capacity;

  int depth;
  // The namespaces that the open elements declare, by depth, and how many there are.
  int namespaces[xml_shim_depth_limit + 1];
  int namespace_count;
  // Whether the root element has been closed.
  int is_complete;
  // Whether no more bytes will come.
  int is_ending;
  xml_shim_status status;
  char message[512];
  int line;
};

// MARK: What stops a parse

static void stop(xml_shim_parser *parser, xml_shim_status status, const char *words) {
  // The first error names the cause. Later ones are its consequences.
  if (parser->status != xml_shim_ok) return;
  parser->status = status;
  parser->line = xmlSAX2GetLineNumber(parser->context);
  snprintf(parser->message, sizeof parser->message, "%s", words);
  xmlStopParser(parser->context);
}

static void on_error(
  void *user,
#if LIBXML_VERSION >= 21200
  const xmlError *error
#else
  xmlErrorPtr error
#endif
) {
  xml_shim_parser *parser = user;
  // An undeclared namespace is an error, but it does not end a parse.
  if (error->level != XML_ERR_FATAL || parser->status != xml_shim_ok) return;
  const char *words = error->message != NULL ? error->message : "";
  switch (error->code) {
    case XML_ERR_NO_MEMORY: parser->status = xml_shim_no_memory; break;
    case XML_ERR_UNDECLARED_ENTITY:
      parser->status = xml_shim_entity;
      words = error->str1 != NULL ? error->str1 : "";
      break;
    default:
      parser->status = parser->is_ending && !parser->is_complete ? xml_shim_cut_off : xml_shim_not_xml;
      if (error->code == XML_ERR_DOCUMENT_EMPTY) words = "it does not start with a tag";
      if (error->code == XML_ERR_DOCUMENT_END) words = "something follows the end of the document";
  }
  snprintf(parser->message, sizeof parser->message, "%s", words);
  parser->line = error->line > 0 ? error->line : xmlSAX2GetLineNumber(parser->context);
}

// MARK: Lists that grow

// Reserves memory for `count` items of `size` bytes in a list. If there is not enough, the parse stops.
static int make_room(xml_shim_parser *parser, void **list, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) return 1;
  size_t wanted = *capacity > 0 ? *capacity * 2 : 1024;
  if (wanted < count) wanted = count;
  void *grown = wanted <= SIZE_MAX / size ? realloc(*list, wanted * size) : NULL;
  if (grown == NULL) {
    stop(parser, xml_shim_no_memory, "");
    return 0;
  }
  *list = grown;
  *capacity = wanted;
  return 1;
}

static int append_text(xml_shim_parser *parser, const xmlChar *bytes, size_t count) {
  if (!make_room(parser, (void **)&parser->text, &parser->text_capacity, parser->text_count + count, 1)) return 0;
  if (count > 0) memcpy(parser->text + parser->text_count, bytes, count);
  parser->text_count += count;
  return 1;
}

static xml_shim_event *append_event(xml_shim_parser *parser, xml_shim_event_kind kind) {
  if (!make_room(
        parser, (void **)&parser->events, &parser->event_capacity, parser->event_count + 1, sizeof(xml_shim_event)))
    return NULL;
  xml_shim_event *event = &parser->events[parser->event_count++];
  *event = (xml_shim_event){
    .kind = kind,
    .element = -1,
    .line = xmlSAX2GetLineNumber(parser->context),
    .text_start = parser->text_count,
    .attribute_start = parser->attribute_count,
  };
  return event;
}

// MARK: Names

static int split(name_list *list, const char *text) {
  list->text = strdup(text);
  list->count = 1;
  for (const char *c = text; *c != '\0'; ++c) list->count += *c == ' ';
  list->lengths = calloc(list->count, sizeof *list->lengths);
  if (list->text == NULL || list->lengths == NULL) return 0;
  size_t name = 0;
  for (const char *c = text; *c != '\0'; ++c) {
    if (*c == ' ') ++name;
    else list->lengths[name] += 1;
  }
  return 1;
}

static void free_names(name_list *list) {
  free(list->text);
  free(list->lengths);
}

static int32_t index_of(const xmlChar *name, size_t length, const name_list *list) {
  const char *candidate = list->text;
  for (size_t index = 0; index < list->count; candidate += list->lengths[index] + 1, ++index)
    if (list->lengths[index] == length && memcmp(candidate, name, length) == 0) return (int32_t)index;
  return -1;
}

// In the list, a colon stands before the local name of an attribute that has a prefix, whichever it is.
static int32_t index_of_attribute(const xmlChar *name, const xmlChar *prefix, const name_list *list) {
  char prefixed[64];
  if (prefix == NULL) return index_of(name, strlen((const char *)name), list);
  int length = snprintf(prefixed, sizeof prefixed, ":%s", name);
  return length < (int)sizeof prefixed ? index_of((const xmlChar *)prefixed, (size_t)length, list) : -1;
}

// MARK: Events

static void append_element(xml_shim_parser *parser, xml_shim_event_kind kind, const xmlChar *name) {
  size_t length = strlen((const char *)name);
  xml_shim_event *event = append_event(parser, kind);
  if (event == NULL) return;
  event->element = index_of(name, length, &parser->elements);
  event->text_length = length;
  append_text(parser, name, length);
}

static void on_start(
  void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
  const xmlChar **namespaces, int attribute_count, int defaulted_count, const xmlChar **attributes) {
  (void)prefix, (void)uri, (void)namespaces, (void)defaulted_count;
  xml_shim_parser *parser = user;
  if (parser->status != xml_shim_ok) return;
  if (++parser->depth > xml_shim_depth_limit) {
    stop(parser, xml_shim_too_deep, "");
    return;
  }
  parser->namespaces[parser->depth] = namespace_count;
  parser->namespace_count += namespace_count;
  if (attribute_count + parser->namespace_count > xml_shim_attribute_limit) {
    stop(parser, xml_shim_too_many, "");
    return;
  }
  append_element(parser, xml_shim_start, name);
  // The library is at the end of the tag, which has no other `<` than its first.
  const xmlParserInputPtr input = parser->context->input;
  for (const xmlChar *byte = input->cur; parser->status == xml_shim_ok && byte > input->base && *byte != '<'; --byte)
    parser->events[parser->event_count - 1].line -= *byte == '\n';
  // Each attribute has five pointers: local name, prefix, namespace, and start and end of the value.
  for (int number = 0; number < attribute_count && parser->status == xml_shim_ok; ++number) {
    const xmlChar **attribute = attributes + (size_t)number * 5;
    int32_t index = index_of_attribute(attribute[0], attribute[1], &parser->attribute_names);
    if (index < 0) continue;
    if (!make_room(
          parser, (void **)&parser->attributes, &parser->attribute_capacity, parser->attribute_count + 1,
          sizeof(xml_shim_attribute)))
      return;
    size_t length = (size_t)(attribute[4] - attribute[3]);
    parser->attributes[parser->attribute_count++] =
      (xml_shim_attribute){.name = index, .text_start = parser->text_count, .text_length = length};
    parser->events[parser->event_count - 1].attribute_count += 1;
    append_text(parser, attribute[3], length);
  }
}

static void on_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)prefix, (void)uri;
  xml_shim_parser *parser = user;
  if (parser->status != xml_shim_ok) return;
  parser->namespace_count -= parser->namespaces[parser->depth];
  parser->depth -= 1;
  parser->is_complete = parser->depth == 0;
  append_element(parser, xml_shim_end, name);
}

static void on_text(void *user, const xmlChar *bytes, int count) {
  xml_shim_parser *parser = user;
  if (parser->status != xml_shim_ok || count <= 0) return;
  xml_shim_event *last = parser->event_count > 0 ? &parser->events[parser->event_count - 1] : NULL;
  xml_shim_event *event = last != NULL && last->kind == xml_shim_text ? last : append_event(parser, xml_shim_text);
  if (event == NULL || !append_text(parser, bytes, (size_t)count)) return;
  event->text_length += (size_t)count;
  event->line = xmlSAX2GetLineNumber(parser->context);
}

static void on_entity_declaration(
  void *user, const xmlChar *name, int type, const xmlChar *public_identifier, const xmlChar *system_identifier,
  xmlChar *content) {
  (void)type, (void)public_identifier, (void)system_identifier, (void)content;
  stop(user, xml_shim_entity, (const char *)name);
}

// Called for an undeclared entity if an external DTD, which is not loaded, might declare it.
static void on_reference(void *user, const xmlChar *name) { stop(user, xml_shim_entity, (const char *)name); }

// MARK: The parser

xml_shim_parser *xml_shim_create(const char *elements, const char *attributes) {
  // It does its work once, whichever threads call it.
  xmlInitParser();
  xml_shim_parser *parser = calloc(1, sizeof *parser);
  if (parser == NULL) return NULL;
  parser->line = 1;

  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = on_start;
  handler.endElementNs = on_end;
  handler.characters = on_text;
  handler.ignorableWhitespace = on_text;
  handler.cdataBlock = on_text;
  handler.entityDecl = on_entity_declaration;
  handler.reference = on_reference;
  handler.serror = on_error;
  parser->context = xmlCreatePushParserCtxt(&handler, parser, NULL, 0, NULL);
  int has_names = split(&parser->elements, elements) & split(&parser->attribute_names, attributes);
  if (parser->context == NULL || !has_names) {
    xml_shim_destroy(parser);
    return NULL;
  }
  // The bytes are UTF-8 already, whatever the declaration says. XML_PARSE_HUGE lifts the library's own limits on
  // lengths, because the text of a coastline is longer. The limits of this file replace them.
  xmlCtxtUseOptions(parser->context, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC);
  return parser;
}

void xml_shim_destroy(xml_shim_parser *parser) {
  if (parser->context != NULL) {
    // The library makes this document for some declarations in a DTD. The caller has to free it.
    if (parser->context->myDoc != NULL) xmlFreeDoc(parser->context->myDoc);
    parser->context->myDoc = NULL;
    xmlFreeParserCtxt(parser->context);
  }
  free_names(&parser->elements);
  free_names(&parser->attribute_names);
  free(parser->events);
  free(parser->attributes);
  free(parser->text);
  free(parser);
}

// Whether the tag that has begun has so many attributes that the library must not see its end. An element is only
// refused by its number of attributes once the library has compared them, so this limit is above that one: a value may
// have equals signs too.
static int is_tag_crowded(const xml_shim_parser *parser) {
  const xmlChar *tag = parser->context->input->cur;
  const size_t count = xml_shim_waiting(parser);
  if (count < 2 || tag[0] != '<' || tag[1] == '!' || tag[1] == '?') return 0;
  size_t signs = 0;
  for (size_t index = 0; index < count; ++index) signs += tag[index] == '=';
  return signs > 16 * xml_shim_attribute_limit;
}

xml_shim_status xml_shim_parse(xml_shim_parser *parser, const uint8_t *bytes, size_t count, int is_last) {
  parser->event_count = 0;
  parser->attribute_count = 0;
  parser->text_count = 0;
  // A tag that is whole in what the library is given at once is parsed before its attributes can be counted. So it gets
  // little at once, unless markup that it scans again each time is long.
  const size_t least = 1 << 16;
  while (parser->status == xml_shim_ok && count > 0) {
    const size_t waiting = xml_shim_waiting(parser);
    const size_t most = waiting > least ? waiting : least;
    const size_t taken = count < most ? count : most;
    xmlParseChunk(parser->context, (const char *)bytes, (int)taken, 0);
    bytes += taken;
    count -= taken;
    if (xml_shim_waiting(parser) > xml_shim_markup_limit) stop(parser, xml_shim_too_long, "");
    if (is_tag_crowded(parser)) stop(parser, xml_shim_too_many, "");
  }
  if (parser->status == xml_shim_ok && is_last) {
    parser->is_ending = 1;
    xmlParseChunk(parser->context, NULL, 0, 1);
  }
  // Once the library calls a document broken, it sends no more events. That must not pass for the end of the document.
  if (parser->status == xml_shim_ok && !parser->context->wellFormed) stop(parser, xml_shim_not_xml, "it is broken");
  return parser->status;
}

size_t xml_shim_waiting(const xml_shim_parser *parser) {
  const xmlParserInputPtr input = parser->context->input;
  return input != NULL && input->end > input->cur ? (size_t)(input->end - input->cur) : 0;
}

xml_shim_batch xml_shim_events(const xml_shim_parser *parser) {
  return (xml_shim_batch){parser->events, parser->event_count, parser->attributes, parser->text};
}

const char *xml_shim_message(const xml_shim_parser *parser) { return parser->message; }

int xml_shim_line(const xml_shim_parser *parser) {
  return parser->status == xml_shim_ok ? xmlSAX2GetLineNumber(parser->context) : parser->line;
}
