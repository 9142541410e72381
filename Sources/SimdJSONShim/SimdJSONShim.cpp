#include "SimdJSONShim.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using namespace simdjson;

namespace {

// Deeper values than these are refused before a recursion could run out of stack.
constexpr int depth_limit = 256;

// Where a walk stops: the outcome is filled, and nothing after it is read.
struct stop {};

std::string_view trimmed(std::string_view token) {
  while (!token.empty() && (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' || token.back() == '\t'))
    token.remove_suffix(1);
  return token;
}

// A token as a message shows it.
std::string shown(std::string_view token) {
  token = trimmed(token);
  // Not cut inside a character of several bytes.
  size_t length = std::min<size_t>(token.size(), 40);
  while (length < token.size() && length > 0 && (static_cast<unsigned char>(token[length]) & 0xC0) == 0x80) --length;
  return std::string(token.substr(0, length)) + (length < token.size() ? "…" : "");
}

}  // namespace

struct geojson_parser {
  ondemand::parser json;
  ondemand::document document;
  // Whether `document` stands on bytes: it has no place to tell before.
  bool is_open = false;
  char *bytes = nullptr;
  size_t capacity = 0;

  std::string message;
  geojson_outcome outcome{};

  std::vector<double> x, y;
  std::vector<size_t> ring_start, polygon_start;
  std::vector<geojson_attribute> attributes;
  std::string text;
  size_t skipped = 0;
  bool has_geometry = false;

  std::vector<std::string> field_names;
  std::unordered_map<std::string, size_t> field_numbers;
  // The fields of the feature before: most features have the same, in the same order.
  std::vector<size_t> expected_fields;

  std::string type_text, crs_text;

  ~geojson_parser() { std::free(bytes); }

  // MARK: Stopping

  int64_t offset_of(const char *place) const {
    return place >= bytes && place <= bytes + capacity ? place - bytes : -1;
  }

  [[noreturn]] void fail(geojson_status status, std::string words, int64_t offset) {
    message = std::move(words);
    outcome.status = status;
    outcome.offset = offset;
    throw stop();
  }

  int64_t here() {
    if (!is_open) return -1;
    const char *place;
    return document.current_location().get(place) ? -1 : offset_of(place);
  }

  [[noreturn]] void fail_json(error_code error) {
    std::string words = "the text breaks its rules";
    switch (error) {
      case UTF8_ERROR: words = "the text is not UTF-8"; break;
      case UNCLOSED_STRING: words = "a text is not closed"; break;
      case UNESCAPED_CHARS: words = "a text holds a control character that is not escaped"; break;
      case STRING_ERROR: words = "a text has a wrong escape"; break;
      case NUMBER_ERROR: words = "a number is malformed or too large"; break;
      case DEPTH_ERROR: words = "values are nested too deep"; break;
      case INCOMPLETE_ARRAY_OR_OBJECT: words = "an array or object is not closed"; break;
      case EMPTY: words = "there is nothing in it"; break;
      case MEMALLOC:
      case CAPACITY: fail(geojson_status_no_memory, "there is not memory enough for it", -1);
      default: break;
    }
    fail(geojson_status_not_json, words, here());
  }

  void check(error_code error) {
    if (error) fail_json(error);
  }

  [[noreturn]] void fail_token(ondemand::value value, geojson_status status, const std::string &words) {
    std::string_view token = value.raw_json_token();
    fail(status, words + ": " + shown(token), offset_of(token.data()));
  }

  // MARK: Values

  // What a value starts as; a token that starts as none is no JSON.
  ondemand::json_type type_of(ondemand::value &value) {
    ondemand::json_type type;
    if (value.type().get(type)) fail_token(value, geojson_status_not_json, "this is no JSON value");
    return type;
  }

  double number(ondemand::value &value) {
    double number;
    if (value.get_double().get(number))
      fail_token(value, geojson_status_not_json, "a number is malformed or too large");
    return number;
  }

  std::string_view string(ondemand::value &value) {
    std::string_view string;
    check(value.get_string().get(string));
    return string;
  }

  // `null` leaves its token to be skipped by the container's next step.
  void expect_null(ondemand::value &value) {
    if (trimmed(value.raw_json_token()) != "null") fail_token(value, geojson_status_not_json, "this is no JSON value");
  }

  bool boolean(ondemand::value &value) {
    bool boolean;
    if (value.get_bool().get(boolean)) fail_token(value, geojson_status_not_json, "this is no JSON value");
    return boolean;
  }

  std::string_view key(ondemand::field &field) {
    std::string_view key;
    check(field.unescaped_key().get(key));
    return key;
  }

  template <typename Each> void each_field(ondemand::object object, Each each) {
    for (auto result : object) {
      ondemand::field field;
      check(std::move(result).get(field));
      std::string_view name = key(field);
      each(name, field.value());
    }
  }

  template <typename Each> void each_element(ondemand::array array, Each each) {
    for (auto result : array) {
      ondemand::value value;
      check(std::move(result).get(value));
      each(value);
    }
  }

  ondemand::array array_of(ondemand::value &value) {
    ondemand::array array;
    check(value.get_array().get(array));
    return array;
  }

  ondemand::object object_of(ondemand::value &value) {
    ondemand::object object;
    check(value.get_object().get(object));
    return object;
  }

  // Visits a value that is of no use, so that it is known to be JSON.
  void pass_over(ondemand::value value, int depth) {
    if (depth > depth_limit) fail_json(DEPTH_ERROR);
    switch (type_of(value)) {
      case ondemand::json_type::array:
        each_element(array_of(value), [&](ondemand::value element) { pass_over(element, depth + 1); });
        break;
      case ondemand::json_type::object:
        each_field(object_of(value), [&](std::string_view, ondemand::value element) { pass_over(element, depth + 1); });
        break;
      case ondemand::json_type::number: number(value); break;
      case ondemand::json_type::string: string(value); break;
      case ondemand::json_type::boolean: boolean(value); break;
      default: expect_null(value); break;
    }
  }

  // The JSON text of an array or object, visited on the way.
  std::string_view json_text(ondemand::value value) {
    const char *start = value.raw_json_token().data();
    pass_over(value, 0);
    const char *end;
    check(document.current_location().get(end));
    return trimmed(std::string_view(start, static_cast<size_t>(end - start)));
  }

  // MARK: Attributes

  size_t field_number(std::string_view name, size_t position) {
    if (position < expected_fields.size() && field_names[expected_fields[position]] == name)
      return expected_fields[position];
    auto [place, is_new] = field_numbers.try_emplace(std::string(name), field_names.size());
    if (is_new) field_names.emplace_back(name);
    if (position < expected_fields.size()) expected_fields[position] = place->second;
    else if (position == expected_fields.size()) expected_fields.push_back(place->second);
    return place->second;
  }

  void set_text(geojson_attribute &attribute, std::string_view words) {
    attribute.kind = geojson_value_text;
    attribute.text_start = text.size();
    attribute.text_length = words.size();
    text.append(words);
  }

  void read_attribute(std::string_view name, ondemand::value value) {
    geojson_attribute attribute{};
    attribute.field = field_number(name, attributes.size());
    switch (type_of(value)) {
      case ondemand::json_type::array:
      case ondemand::json_type::object: set_text(attribute, json_text(value)); break;
      case ondemand::json_type::string: set_text(attribute, string(value)); break;
      case ondemand::json_type::boolean:
        attribute.kind = geojson_value_boolean;
        attribute.integer = boolean(value);
        break;
      case ondemand::json_type::number: {
        std::string_view token = trimmed(value.raw_json_token());
        if (token.find_first_of(".eE") != std::string_view::npos) {
          attribute.kind = geojson_value_real;
          attribute.real = number(value);
        } else if (!value.get_int64().get(attribute.integer)) {
          attribute.kind = geojson_value_integer;
        } else {
          // A whole number beyond 64 bits keeps its digits.
          number(value);
          set_text(attribute, token);
        }
        break;
      }
      default: expect_null(value); break;
    }
    attributes.push_back(attribute);
  }

  // MARK: Geometry

  [[noreturn]] void fail_shape(ondemand::value value, const char *words) {
    fail_token(value, geojson_status_not_geojson, words);
  }

  ondemand::array nested(ondemand::value &value, const char *words) {
    if (type_of(value) != ondemand::json_type::array) fail_shape(value, words);
    return array_of(value);
  }

  // What programs write for numbers that JSON does not have, and digits beyond the range of a double.
  static bool is_not_finite(std::string_view token) {
    if (!token.empty() && token.front() == '-') token.remove_prefix(1);
    if (token == "NaN" || token == "nan" || token == "Infinity" || token == "inf") return true;
    return !token.empty() && token.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
           std::isinf(std::strtod(std::string(token).c_str(), nullptr));
  }

  void read_position(ondemand::value value) {
    double position[2] = {0, 0};
    size_t count = 0;
    for (auto result : nested(value, "a position must be an array of numbers, not")) {
      ondemand::value element;
      check(std::move(result).get(element));
      double coordinate;
      if (element.get_double().get(coordinate)) {
        outcome.not_finite = is_not_finite(trimmed(element.raw_json_token()));
        ondemand::json_type type = type_of(element);
        if (type == ondemand::json_type::number)
          fail_token(element, geojson_status_not_json, "a number is malformed or too large");
        if (type == ondemand::json_type::null) expect_null(element);
        if (type == ondemand::json_type::boolean) boolean(element);
        fail_shape(element, "a coordinate must be a number, not");
      }
      if (count < 2) position[count] = coordinate;
      ++count;
    }
    if (count < 2) {
      fail(
        geojson_status_not_geojson, "a position has " + std::to_string(count) + " numbers where longitude and latitude belong",
        here());
    }
    x.push_back(position[0]);
    y.push_back(position[1]);
  }

  void read_ring(ondemand::value value) {
    outcome.vertex = 0;
    each_element(nested(value, "a ring must be an array of positions, not"), [&](ondemand::value position) {
      read_position(position);
      ++outcome.vertex;
    });
    outcome.vertex = -1;
    ring_start.push_back(x.size());
  }

  void read_polygon(ondemand::value value) {
    size_t before = ring_start.size();
    outcome.polygon = static_cast<int64_t>(polygon_start.size()) - 1;
    outcome.ring = 0;
    each_element(nested(value, "a polygon must be an array of rings, not"), [&](ondemand::value ring) {
      read_ring(ring);
      ++outcome.ring;
    });
    outcome.polygon = outcome.ring = -1;
    // A polygon without a ring is an empty one.
    if (ring_start.size() > before) polygon_start.push_back(ring_start.size() - 1);
  }

  static bool is_geometry(std::string_view type) {
    return type == "Polygon" || type == "MultiPolygon" || type == "GeometryCollection" || is_skipped(type);
  }

  static bool is_skipped(std::string_view type) {
    return type == "Point" || type == "MultiPoint" || type == "LineString" || type == "MultiLineString";
  }

  // The member "type" of an object, which is left as if it had not been read.
  std::string type_member(ondemand::object &object) {
    std::string found;
    for (auto result : object) {
      ondemand::field field;
      check(std::move(result).get(field));
      if (key(field) != "type") continue;
      ondemand::value value = field.value();
      if (type_of(value) != ondemand::json_type::string) fail_shape(value, "\"type\" must be a text, not");
      found = std::string(string(value));
      break;
    }
    bool is_empty;
    check(object.reset().get(is_empty));
    return found;
  }

  void once(bool &seen, const char *name) {
    if (seen) fail(geojson_status_not_geojson, std::string("the member \"") + name + "\" stands twice", here());
    seen = true;
  }

  void read_geometry(ondemand::object object, int depth) {
    if (depth > depth_limit) fail_json(DEPTH_ERROR);
    std::string type = type_member(object);
    if (type.empty()) fail(geojson_status_not_geojson, "a geometry has no \"type\"", here());
    if (!is_geometry(type)) {
      fail(geojson_status_not_geojson, "\"" + shown(type) + "\" is no geometry of GeoJSON", here());
    }
    const bool is_collection = type == "GeometryCollection";
    bool seen = false, seen_type = false;
    if (is_skipped(type)) ++skipped;
    each_field(object, [&](std::string_view name, ondemand::value value) {
      if (name == "type") {
        once(seen_type, "type");
        pass_over(value, depth);
      } else if (name == "coordinates" && !is_collection) {
        once(seen, "coordinates");
        if (type == "Polygon") read_polygon(value);
        else if (type == "MultiPolygon")
          each_element(
            nested(value, "the \"coordinates\" of a MultiPolygon must be an array of polygons, not"),
            [&](ondemand::value polygon) { read_polygon(polygon); });
        else pass_over(value, depth);
      } else if (name == "geometries" && is_collection) {
        once(seen, "geometries");
        each_element(nested(value, "\"geometries\" must be an array, not"), [&](ondemand::value member) {
          if (type_of(member) != ondemand::json_type::object) fail_shape(member, "a geometry must be an object, not");
          read_geometry(object_of(member), depth + 1);
        });
      } else {
        pass_over(value, depth);
      }
    });
    if (!seen) {
      fail(
        geojson_status_not_geojson,
        "a " + type + " has no \"" + (is_collection ? "geometries" : "coordinates") + "\"", here());
    }
  }

  // MARK: Documents

  ondemand::object root(size_t length) {
    is_open = false;
    check(json.iterate(padded_string_view(bytes, length, capacity + SIMDJSON_PADDING)).get(document));
    is_open = true;
    ondemand::json_type type;
    check(document.type().get(type));
    if (type != ondemand::json_type::object) fail(geojson_status_not_geojson, "the document is not an object", here());
    ondemand::object object;
    check(document.get_object().get(object));
    return object;
  }

  void expect_end() {
    const char *rest;
    if (!document.current_location().get(rest))
      fail(geojson_status_not_json, "there is more after the end of the document", offset_of(rest));
  }

  void read_feature(size_t length, bool bare, geojson_feature &feature) {
    x.clear();
    y.clear();
    ring_start.assign(1, 0);
    polygon_start.assign(1, 0);
    attributes.clear();
    text.clear();
    skipped = 0;
    feature = geojson_feature{};

    ondemand::object object = root(length);
    if (bare) {
      read_geometry(object, 0);
    } else {
      read_members(object, feature);
    }
    expect_end();

    feature.geometry = polygon_start.size() > 1 ? geojson_geometry_polygons
                       : skipped > 0            ? geojson_geometry_other
                                                : geojson_geometry_none;
    feature.skipped = skipped;
    feature.x = x.data();
    feature.y = y.data();
    feature.vertices = x.size();
    feature.ring_start = ring_start.data();
    feature.rings = ring_start.size() - 1;
    feature.polygon_start = polygon_start.data();
    feature.polygons = polygon_start.size() - 1;
    feature.attributes = attributes.data();
    feature.attribute_count = attributes.size();
    feature.text = text.data();
  }

  void read_members(ondemand::object object, geojson_feature &feature) {
    std::string type = type_member(object);
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
        switch (type_of(value)) {
          case ondemand::json_type::object:
            each_field(object_of(value), [&](std::string_view field, ondemand::value element) {
              read_attribute(field, element);
            });
            break;
          case ondemand::json_type::null: expect_null(value); break;
          default: fail_shape(value, "\"properties\" must be an object or null, not");
        }
      } else if (name == "id") {
        read_identifier(value, feature);
      } else {
        pass_over(value, 0);
      }
    });
  }

  void read_identifier(ondemand::value value, geojson_feature &feature) {
    std::string_view words;
    switch (type_of(value)) {
      case ondemand::json_type::string: words = string(value); break;
      case ondemand::json_type::number:
        words = trimmed(value.raw_json_token());
        number(value);
        break;
      case ondemand::json_type::null: expect_null(value); return;
      default: fail_shape(value, "\"id\" must be a text or a number, not");
    }
    feature.has_identifier = 1;
    feature.identifier_start = text.size();
    feature.identifier_length = words.size();
    text.append(words);
  }

  // {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}, or "code": 4326 for the name.
  void read_crs(ondemand::object object) {
    std::string found;
    each_field(object, [&](std::string_view name, ondemand::value value) {
      if (name == "properties" && type_of(value) == ondemand::json_type::object) {
        each_field(object_of(value), [&](std::string_view member, ondemand::value element) {
          ondemand::json_type type = type_of(element);
          if (member == "name" && type == ondemand::json_type::string) {
            found = std::string(string(element));
          } else if (member == "code" && type == ondemand::json_type::number) {
            found = "EPSG:" + std::string(trimmed(element.raw_json_token()));
            number(element);
          } else {
            pass_over(element, 0);
          }
        });
      } else {
        pass_over(value, 0);
      }
    });
    crs_text = found.empty() ? "of an unknown form" : found;
  }

  void read_outline(size_t length, geojson_outline &outline) {
    outline = geojson_outline{};
    bool seen_type = false, seen_features = false, seen_crs = false, has_crs = false;
    ondemand::object object = root(length);
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
        once(seen_crs, "crs");
        switch (type_of(value)) {
          case ondemand::json_type::object:
            has_crs = true;
            read_crs(object_of(value));
            break;
          case ondemand::json_type::null: expect_null(value); break;
          default: fail_shape(value, "\"crs\" must be an object or null, not");
        }
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
    if (has_crs) {
      outline.crs = crs_text.data();
      outline.crs_length = crs_text.size();
    }
  }

  // Runs a walk and keeps every exception on this side of the border.
  template <typename Walk> geojson_outcome guarded(Walk walk) {
    outcome = geojson_outcome{geojson_status_ok, "", -1, -1, -1, -1, 0};
    try {
      walk();
    } catch (const stop &) {
      outcome.message = message.c_str();
    } catch (const simdjson_error &error) {
      outcome.status = geojson_status_not_json;
      outcome.message = error_message(error.error());
    } catch (const std::bad_alloc &) {
      outcome.status = geojson_status_no_memory;
      outcome.message = "there is not memory enough for it";
    }
    return outcome;
  }
};

geojson_parser *geojson_parser_create(void) { return new (std::nothrow) geojson_parser; }

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

geojson_outcome geojson_parser_read_feature(
  geojson_parser *parser, size_t length, int bare, geojson_feature *feature) {
  return parser->guarded([&] { parser->read_feature(length, bare != 0, *feature); });
}

geojson_outcome geojson_parser_read_outline(geojson_parser *parser, size_t length, geojson_outline *outline) {
  return parser->guarded([&] { parser->read_outline(length, *outline); });
}
