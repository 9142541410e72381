#include "Parser.h"

// MARK: Features

void geojson_parser::read_polygon(ondemand::value value) {
  size_t before = ring_start.size();
  outcome.polygon = static_cast<int64_t>(polygon_start.size()) - 1;
  outcome.ring = 0;
  each_element(nested(value, "a polygon must be an array of rings, not"), [&](ondemand::value ring) {
    read_line(ring, "a ring must be an array of positions, not");
    ++outcome.ring;
  });
  outcome.polygon = outcome.ring = -1;
  // A polygon without a ring is empty.
  if (ring_start.size() > before) polygon_start.push_back(ring_start.size() - 1);
}

// Reads a line as a polygon of one ring that does not close.
void geojson_parser::read_single_line(ondemand::value value) {
  size_t before = x.size();
  outcome.polygon = static_cast<int64_t>(polygon_start.size()) - 1;
  read_line(value, "a line must be an array of positions, not");
  outcome.polygon = -1;
  // A line without a position is empty.
  if (x.size() > before) polygon_start.push_back(ring_start.size() - 1);
  else ring_start.pop_back();
}

// Reads points as polygons of one ring of one vertex. A point without coordinates is empty.
void geojson_parser::read_points(ondemand::value value, std::string_view type) {
  auto read_point = [&](ondemand::value position) {
    outcome.polygon = static_cast<int64_t>(polygon_start.size()) - 1;
    if (!read_position(position, true)) return;
    ring_start.push_back(x.size());
    polygon_start.push_back(ring_start.size() - 1);
  };
  if (type == "Point") read_point(value);
  else
    each_element(
      nested(value, "the \"coordinates\" of a MultiPoint must be an array of positions, not"), read_point);
  outcome.polygon = -1;
}

void geojson_parser::read_geometry(ondemand::object object, int depth) {
  if (depth > depth_limit) fail_json(DEPTH_ERROR);
  std::string type = type_member(object);
  if (type.empty()) fail(geojson_status_not_geojson, "a geometry has no \"type\"", here());
  if (!is_geometry(type)) {
    fail(geojson_status_not_geojson, "\"" + shown(type) + "\" is not a geometry of GeoJSON", here());
  }
  const bool is_collection = type == "GeometryCollection";
  bool seen = false, seen_type = false;
  const size_t first_polygon = polygon_start.size() - 1;
  if (is_skipped(type)) ++skipped;
  each_field(object, [&](std::string_view name, ondemand::value value) {
    if (name == "type") {
      once(seen_type, "type");
      pass_over(value, depth);
    } else if (name == "coordinates" && !is_collection) {
      once(seen, "coordinates");
      if (is_skipped(type)) pass_over(value, depth);
      else if (type == "Polygon") read_polygon(value);
      else if (type == "LineString") read_single_line(value);
      else if (type == "Point" || type == "MultiPoint") read_points(value, type);
      else if (type == "MultiPolygon")
        each_element(
          nested(value, "the \"coordinates\" of a MultiPolygon must be an array of polygons, not"),
          [&](ondemand::value polygon) { read_polygon(polygon); });
      else
        each_element(
          nested(value, "the \"coordinates\" of a MultiLineString must be an array of lines, not"),
          [&](ondemand::value line) { read_single_line(line); });
    } else if (name == "geometries" && is_collection) {
      once(seen, "geometries");
      each_element(nested(value, "\"geometries\" must be an array, not"), [&](ondemand::value member) {
        if (type_of(member) != ondemand::json_type::object) fail_shape(member, "a geometry must be an object, not");
        read_geometry(object_of(member), depth + 1);
      });
    } else if (name == "crs" && depth == 0 && !outcome.is_feature) {
      read_crs_member(value);
    } else {
      pass_over(value, depth);
    }
  });
  if (!seen) {
    fail(
      geojson_status_not_geojson,
      "a " + type + " has no \"" + (is_collection ? "geometries" : "coordinates") + "\"", here());
  }
  if (is_line(type)) end_lines(first_polygon);
}

void geojson_parser::read_feature(size_t start, size_t length, bool is_text, geojson_feature &feature) {
  clear(feature);

  ondemand::object object = root(start, length);
  std::string type = type_member(object);
  outcome.is_feature = !is_text || type == "Feature";
  if (outcome.is_feature) read_members(object, type, feature);
  else read_whole(object, type);
  expect_end();

  publish(feature);
  set_crs(feature);
}

// Reads the attributes and the id alone. Other members are stepped over by their brackets and not looked into.
void geojson_parser::read_attributes(size_t start, size_t length, geojson_feature &feature) {
  clear(feature);
  ondemand::object object = root(start, length);
  each_field(object, [&](std::string_view name, ondemand::value value) {
    if (name == "properties") read_properties_member(value);
    else if (name == "id") read_identifier(value, feature);
  });
  expect_end();
  publish(feature);
}

// Reads a text that is not a Feature: a geometry, or a fault.
void geojson_parser::read_whole(ondemand::object object, const std::string &type) {
  if (type.empty()) fail(geojson_status_not_geojson, "this is not GeoJSON: it has no “type”", here());
  if (type == "FeatureCollection")
    fail(geojson_status_not_geojson, "the FeatureCollection has no “features”", here());
  if (type == "Topology")
    fail(geojson_status_not_geojson, "a topology stands in a sequence of GeoJSON", here());
  read_geometry(object, 0);
}

void geojson_parser::read_members(ondemand::object object, const std::string &type, geojson_feature &feature) {
  if (type != "Feature") {
    fail(
      geojson_status_not_geojson,
      type.empty() ? "it has no \"type\": \"Feature\"" : "its \"type\" is \"" + shown(type) + "\", not \"Feature\"", -1);
  }
  bool seen_type = false, seen_geometry = false, seen_properties = false;
  each_field(object, [&](std::string_view name, ondemand::value value) {
    if (name == "type") {
      once(seen_type, "type");
      pass_over(value, 0);
    } else if (name == "geometry") {
      once(seen_geometry, "geometry");
      switch (type_of(value)) {
        case ondemand::json_type::object: read_geometry(object_of(value), 0); break;
        case ondemand::json_type::null: expect_null(value); break;
        default: fail_shape(value, "\"geometry\" must be an object or null, not");
      }
    } else if (name == "properties") {
      once(seen_properties, "properties");
      read_properties_member(value);
    } else if (name == "id") {
      read_identifier(value, feature);
    } else if (name == "crs") {
      read_crs_member(value);
    } else {
      pass_over(value, 0);
    }
  });
}

void geojson_parser::read_outline(size_t length, geojson_outline &outline) {
  outline = geojson_outline{};
  bool seen_type = false, seen_features = false;
  ondemand::object object = root(0, length);
  each_field(object, [&](std::string_view name, ondemand::value value) {
    if (name == "type") {
      once(seen_type, "type");
      if (type_of(value) != ondemand::json_type::string) fail_shape(value, "\"type\" must be a text, not");
      type_text = std::string(string(value));
    } else if (name == "features") {
      once(seen_features, "features");
      size_t number = 0;
      each_element(nested(value, "\"features\" must be an array, not"), [&](ondemand::value element) {
        ++number;
        if (type_of(element) == ondemand::json_type::object) ++outline.features;
        else if (outline.first_foreign == 0) outline.first_foreign = number;
        pass_over(element, 0);
      });
    } else if (name == "crs") {
      read_crs_member(value);
    } else {
      pass_over(value, 0);
    }
  });
  expect_end();
  outline.has_features = seen_features;
  if (seen_type) {
    outline.type = type_text.data();
    outline.type_length = type_text.size();
  }
  set_crs(outline);
}

// MARK: The C interface

geojson_parser *geojson_parser_create(void) { return new (std::nothrow) geojson_parser; }

void geojson_parser_take(geojson_parser *parser, geojson_kind kind) { parser->kind = kind; }

void geojson_parser_destroy(geojson_parser *parser) { delete parser; }

char *geojson_parser_buffer(geojson_parser *parser, size_t capacity) {
  if (parser->bytes != nullptr && capacity <= parser->capacity) return parser->bytes;
  char *bytes = static_cast<char *>(std::realloc(parser->bytes, capacity + SIMDJSON_PADDING));
  if (bytes == nullptr) return nullptr;
  std::memset(bytes + parser->capacity, 0, capacity + SIMDJSON_PADDING - parser->capacity);
  parser->bytes = bytes;
  parser->capacity = capacity;
  return bytes;
}

const char *geojson_parser_field(const geojson_parser *parser, size_t field, size_t *length) {
  *length = parser->field_names[field].size();
  return parser->field_names[field].data();
}

size_t geojson_parser_field_count(const geojson_parser *parser) { return parser->field_names.size(); }

size_t geojson_parser_gap(void) { return SIMDJSON_PADDING; }

geojson_outcome geojson_parser_read_feature(
  geojson_parser *parser, size_t start, size_t length, int is_text, geojson_feature *feature) {
  return parser->guarded([&] { parser->read_feature(start, length, is_text != 0, *feature); });
}

geojson_outcome geojson_parser_read_attributes(
  geojson_parser *parser, size_t start, size_t length, geojson_feature *feature) {
  return parser->guarded([&] { parser->read_attributes(start, length, *feature); });
}

geojson_outcome geojson_parser_read_outline(geojson_parser *parser, size_t length, geojson_outline *outline) {
  return parser->guarded([&] { parser->read_outline(length, *outline); });
}
