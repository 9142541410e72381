#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// GeoJSON and TopoJSON, read by simdjson's On-Demand parser, one feature per call. Results are columns, not single
// coordinates. Every value is visited, so that bytes that are not JSON are found wherever they are. No exception leaves
// a call.

/// A parser with its buffers. Each thread needs its own.
typedef struct geojson_parser geojson_parser;

/// The kind of geometry to read.
typedef enum {
  geojson_kind_areas,
  geojson_kind_lines,
  geojson_kind_points,
  /// Areas, and lines beside them: see `line_polygons` of a feature.
  geojson_kind_areas_and_lines,
} geojson_kind;

geojson_parser *geojson_parser_create(void);
/// Sets the kind of geometry to read; at first it is areas. Other geometries are skipped. A line is read as a polygon
/// of one ring that does not close, a point as a polygon of one ring of one vertex.
void geojson_parser_take(geojson_parser *parser, geojson_kind kind);
void geojson_parser_destroy(geojson_parser *parser);

/// The buffer, with room for `capacity` bytes of JSON and simdjson's padding. Bytes that were written before stay.
/// Returns NULL if there is not enough memory.
char *geojson_parser_buffer(geojson_parser *parser, size_t capacity);

typedef enum {
  geojson_status_ok,
  /// The bytes are not JSON.
  geojson_status_not_json,
  /// The bytes are JSON, but not GeoJSON or TopoJSON.
  geojson_status_not_geojson,
  geojson_status_no_memory,
} geojson_status;

/// How a call ended. Texts belong to the parser and are valid until its next call.
typedef struct {
  geojson_status status;
  /// What was found.
  const char *message;
  /// The offset from the start of the buffer, in bytes; -1 if simdjson does not say.
  int64_t offset;
  /// The indices of polygon, ring and vertex; each is -1 if the fault is not in one.
  int64_t polygon, ring, vertex;
  /// Whether the fault is a coordinate that is not a finite number: NaN, Infinity, 1e400.
  int not_finite;
  /// Whether the bytes call themselves a Feature, or have to be one.
  int is_feature;
} geojson_outcome;

typedef enum {
  geojson_value_null,
  geojson_value_text,
  geojson_value_integer,
  geojson_value_real,
  geojson_value_boolean,
} geojson_value_kind;

typedef struct {
  /// The index of the field: see `geojson_parser_field`.
  size_t field;
  geojson_value_kind kind;
  int64_t integer;
  double real;
  size_t text_start, text_length;
} geojson_attribute;

typedef enum {
  /// No `geometry`, `"geometry": null`, or a geometry without a position.
  geojson_geometry_none,
  /// At least one polygon, line or point of the kind that is read.
  geojson_geometry_polygons,
  /// Only geometries of other kinds.
  geojson_geometry_other,
} geojson_geometry;

/// One feature in columns. All pointers belong to the parser and are valid until its next call.
typedef struct {
  geojson_geometry geometry;
  /// How many geometries of other kinds the feature has. Each multi-geometry counts once.
  size_t skipped;
  /// How many values that are not coordinates are NaN or Infinity, which JSON does not have. Attributes are null then.
  size_t not_numbers;
  /// How many geometries in nested collections of a topology have an id or properties of their own.
  size_t inner_attributes;
  const double *x, *y;
  size_t vertices;
  /// Ring r has the vertices ring_start[r] ..< ring_start[r + 1]. Polygon p has the rings polygon_start[p] ..<
  /// polygon_start[p + 1].
  const size_t *ring_start;
  size_t rings;
  const size_t *polygon_start;
  size_t polygons;
  /// If lines are read beside areas: per geometry of lines, its first polygon and the one behind its last.
  const size_t *line_polygons;
  size_t line_geometries;
  const geojson_attribute *attributes;
  size_t attribute_count;
  /// The texts of attributes and of the id, in UTF-8.
  const char *text;
  /// Whether there is an id, and where it is in the text. A whole number is written in digits only, any other number as
  /// in the source.
  int has_identifier;
  size_t identifier_start, identifier_length;
  /// As in `geojson_outline`.
  const char *crs;
  size_t crs_length;
} geojson_feature;

/// The name of a field that has been met: UTF-8, not terminated. Fields are numbered from 0 in the order in which they
/// are met.
const char *geojson_parser_field(const geojson_parser *parser, size_t field, size_t *length);
/// How many fields have been met.
size_t geojson_parser_field_count(const geojson_parser *parser);

/// How many zero bytes have to separate the bytes that are read from the next ones in the buffer.
size_t geojson_parser_gap(void);

/// Reads `length` bytes of the buffer from `start` on as a Feature. If they are a whole text, not an element of a
/// FeatureCollection, they may also be a geometry.
geojson_outcome geojson_parser_read_feature(
  geojson_parser *parser, size_t start, size_t length, int is_text, geojson_feature *feature);

/// Reads the attributes and the id of a Feature whose geometry is malformed, from the same bytes.
geojson_outcome geojson_parser_read_attributes(
  geojson_parser *parser, size_t start, size_t length, geojson_feature *feature);

/// A document without its features: each is `{}`.
typedef struct {
  /// The member "type"; NULL if there is none.
  const char *type;
  size_t type_length;
  int has_features;
  /// The number, from 1, of the first element of "features" that is not an object; 0 if all are.
  size_t first_foreign;
  /// How many elements of "features" are objects.
  size_t features;
  /// The name in the member "crs", or "EPSG:n" if it has a code; "of an unknown form" if it has neither. NULL if there
  /// is no such member or it is null.
  const char *crs;
  size_t crs_length;
} geojson_outline;

/// Reads the first `length` bytes of the buffer as a document without its features.
geojson_outcome geojson_parser_read_outline(geojson_parser *parser, size_t length, geojson_outline *outline);

/// A topology without its geometries.
typedef struct {
  size_t objects;
  /// The vertices of all arcs, after the transform if there is one.
  const double *x, *y;
  size_t vertices;
  /// As in `geojson_outline`.
  const char *crs;
  size_t crs_length;
} geojson_topology;

/// Reads the first `length` bytes of the buffer as a topology. The bytes have to stay until its geometries have been
/// read.
geojson_outcome geojson_parser_read_topology(geojson_parser *parser, size_t length, geojson_topology *topology);

/// The name of an object, which is UTF-8 and not terminated, and the number of its geometries.
const char *geojson_parser_object(const geojson_parser *parser, size_t object, size_t *length, size_t *geometries);

/// The offset from the start of the buffer, in bytes, at which a geometry of an object begins.
size_t geojson_parser_shape_start(const geojson_parser *parser, size_t object, size_t geometry);

/// Reads a geometry of an object of the topology as a feature.
geojson_outcome geojson_parser_read_shape(
  geojson_parser *parser, size_t object, size_t geometry, geojson_feature *feature);

/// Reads the attributes and the id of a geometry of an object of the topology that is malformed.
geojson_outcome geojson_parser_read_shape_attributes(
  geojson_parser *parser, size_t object, size_t geometry, geojson_feature *feature);

#ifdef __cplusplus
}
#endif
