#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// GeoJSON and TopoJSON through simdjson's On-Demand parser, one feature a call: columns come back, not single coordinates.
// Every value is visited, so that nothing which is not JSON passes, wherever it stands. No exception leaves.

/// A parser with its buffers: one per thread.
typedef struct geojson_parser geojson_parser;

/// Which geometries are read.
typedef enum { geojson_kind_areas, geojson_kind_lines, geojson_kind_points } geojson_kind;

geojson_parser *geojson_parser_create(void);
/// From now on geometries of a kind are read, and others passed over: at first areas. A line is read as a polygon of one
/// ring that does not close, a point as one of one vertex.
void geojson_parser_take(geojson_parser *parser, geojson_kind kind);
void geojson_parser_destroy(geojson_parser *parser);

/// A place for `capacity` bytes of JSON (and simdjson's padding); bytes written before stay.
/// NULL where there is no memory for it.
char *geojson_parser_buffer(geojson_parser *parser, size_t capacity);

typedef enum {
  geojson_status_ok,
  /// The bytes are not JSON.
  geojson_status_not_json,
  /// They are JSON, but not GeoJSON or TopoJSON.
  geojson_status_not_geojson,
  geojson_status_no_memory,
} geojson_status;

/// How a call ended. Texts belong to the parser and are valid until its next call.
typedef struct {
  geojson_status status;
  /// What was found.
  const char *message;
  /// Where, in bytes from the buffer's start; -1 where simdjson does not say.
  int64_t offset;
  /// Where in the geometry; -1 where it is not there.
  int64_t polygon, ring, vertex;
  /// Whether it is a coordinate that is no finite number: NaN, Infinity, 1e400.
  int not_finite;
  /// Whether what was read calls itself a Feature, or has to be one.
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
  /// Number of the field: see `geojson_parser_field`.
  size_t field;
  geojson_value_kind kind;
  int64_t integer;
  double real;
  size_t text_start, text_length;
} geojson_attribute;

typedef enum {
  /// No `geometry`, `"geometry": null`, or one without a position.
  geojson_geometry_none,
  /// At least one polygon.
  geojson_geometry_polygons,
  /// Points or lines alone.
  geojson_geometry_other,
} geojson_geometry;

/// One feature in columns. All pointers belong to the parser and are valid until its next call.
typedef struct {
  geojson_geometry geometry;
  /// How many points and lines (each multi-geometry counts once) stood beside the polygons or alone.
  size_t skipped;
  const double *x, *y;
  size_t vertices;
  /// Ring r owns the vertices ring_start[r] ..< ring_start[r + 1]; polygon p the rings polygon_start[p] ..<
  /// polygon_start[p + 1].
  const size_t *ring_start;
  size_t rings;
  const size_t *polygon_start;
  size_t polygons;
  const geojson_attribute *attributes;
  size_t attribute_count;
  /// UTF-8 of the attributes' texts and of the id.
  const char *text;
  /// Whether there is an id; its text: whole numbers in digits alone, others as they stand.
  int has_identifier;
  size_t identifier_start, identifier_length;
  /// As in `geojson_outline`.
  const char *crs;
  size_t crs_length;
} geojson_feature;

/// The name of a field met so far: UTF-8, not terminated.
const char *geojson_parser_field(const geojson_parser *parser, size_t field, size_t *length);
size_t geojson_parser_field_count(const geojson_parser *parser);

/// How many bytes of zero have to stand between what is read and what comes behind it in the buffer.
size_t geojson_parser_gap(void);

/// Reads `length` bytes of the buffer from `start` on: a Feature; or, where they are a whole text and no element of a
/// FeatureCollection, a Feature or a geometry.
geojson_outcome geojson_parser_read_feature(
  geojson_parser *parser, size_t start, size_t length, int is_text, geojson_feature *feature);

/// A document without its features: each of them stands as `{}`.
typedef struct {
  /// The member "type"; NULL where there is none.
  const char *type;
  size_t type_length;
  int has_features;
  /// The number of the first element of "features" that is no object, from 1; 0 where all are.
  size_t first_foreign;
  /// How many elements of "features" are objects.
  size_t features;
  /// The name that the member "crs" gives ("EPSG:n" where it gives a code); NULL where there is no such
  /// member or it is null; its JSON text where it is of no known form.
  const char *crs;
  size_t crs_length;
} geojson_outline;

geojson_outcome geojson_parser_read_outline(geojson_parser *parser, size_t length, geojson_outline *outline);

/// A topology without its geometries.
typedef struct {
  size_t objects;
  /// The vertices of all arcs, through the transform if there is one.
  const double *x, *y;
  size_t vertices;
  /// As in `geojson_outline`.
  const char *crs;
  size_t crs_length;
} geojson_topology;

/// Reads the first `length` bytes of the buffer, which have to stay there, as a topology.
geojson_outcome geojson_parser_read_topology(geojson_parser *parser, size_t length, geojson_topology *topology);

/// The name of an object, UTF-8 and not terminated, and how many geometries it has.
const char *geojson_parser_object(const geojson_parser *parser, size_t object, size_t *length, size_t *geometries);

/// Reads a geometry of an object of the topology as a feature.
geojson_outcome geojson_parser_read_shape(
  geojson_parser *parser, size_t object, size_t geometry, geojson_feature *feature);

#ifdef __cplusplus
}
#endif
