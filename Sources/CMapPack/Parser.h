#pragma once

#include "GeoJSON.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

using namespace simdjson;

namespace walk {

// Deeper values are refused, before the recursion could exhaust the stack.
constexpr int depth_limit = 256;

// The limit, in bytes, of the name of a field. The name of a nested property repeats the names of the objects around
// it.
constexpr size_t path_limit = 1000;

// Up to 2⁵³, all whole numbers are doubles, and no other number is rounded to one of them.
constexpr double exact_limit = 9007199254740992;

// Thrown to stop a walk. The outcome is filled, and nothing after the fault is read.
struct stop {};

inline std::string_view trimmed(std::string_view token) {
  while (!token.empty() && (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' || token.back() == '\t'))
    token.remove_suffix(1);
  return token;
}

// A token as messages show it.
inline std::string shown(std::string_view token) {
  token = trimmed(token);
  // A character of several bytes is not cut.
  size_t length = std::min<size_t>(token.size(), 40);
  while (length < token.size() && length > 0 && (static_cast<unsigned char>(token[length]) & 0xC0) == 0x80) --length;
  return std::string(token.substr(0, length)) + (length < token.size() ? "…" : "");
}

// A topology without its geometries.
struct topology {
  std::vector<double> x, y;
  // Arc a has the vertices arc_start[a] ..< arc_start[a + 1].
  std::vector<size_t> arc_start{0};

  struct object {
    std::string name;
    // Per geometry: the start of its text in the buffer, and its length, in bytes.
    std::vector<std::pair<size_t, size_t>> geometries;
  };
  std::vector<object> objects;
  std::unordered_set<std::string> names;

  // How many vertices the geometries may have in total, and how many they have had so far.
  size_t vertex_limit = 0, vertices = 0;

  // The transform of whole numbers to coordinates, if there is one.
  bool has_transform = false;
  double scale[2], translate[2];

  size_t arcs() const { return arc_start.size() - 1; }

  // Applies the transform to the positions from index `first` on.
  void apply_transform(std::vector<double> &x, std::vector<double> &y, size_t first) const;
};

}  // namespace walk

using walk::depth_limit, walk::exact_limit, walk::path_limit, walk::shown, walk::stop, walk::topology, walk::trimmed;

// What GeoJSON and TopoJSON have in common: values, positions, properties, and the columns of a feature.
struct geojson_parser {
  ondemand::parser json;
  ondemand::document document;
  // Whether `document` refers to bytes. Before that it has no location to tell.
  bool is_open = false;
  char *bytes = nullptr;
  size_t capacity = 0;
  // The end, in the buffer, of the bytes that are being read.
  size_t length_read = 0;

  std::string message;
  geojson_outcome outcome{};

  std::vector<double> x, y;
  std::vector<size_t> ring_start, polygon_start;
  std::vector<geojson_attribute> attributes;
  std::string text;
  size_t skipped = 0;
  std::vector<size_t> line_polygons;
  // How many values of the feature are NaN or Infinity, and how many geometries in nested collections of a topology
  // have an id or properties.
  size_t not_numbers = 0, inner_attributes = 0;

  std::vector<std::string> field_names;
  std::unordered_map<std::string, size_t> field_numbers;
  // The fields of the feature before: most features have the same fields in the same order.
  std::vector<size_t> expected_fields;
  // The names of the objects around the current property, each followed by a dot.
  std::string path;

  // The kind of geometry to read. Other geometries are skipped.
  geojson_kind kind = geojson_kind_areas;

  // The index of the arc of a topology that is being read; -1 outside of arcs.
  int64_t arc = -1;
  topology topo;

  std::string type_text, crs_text;
  bool has_crs = false;

  ~geojson_parser() { std::free(bytes); }

  // MARK: Stopping

  int64_t offset_of(const char *location) const {
    return location >= bytes && location <= bytes + capacity ? location - bytes : -1;
  }

  [[noreturn]] void fail(geojson_status status, std::string words, int64_t offset) {
    message = arc < 0 ? std::move(words) : "arc " + std::to_string(arc) + ": " + words;
    outcome.status = status;
    outcome.offset = offset;
    throw stop();
  }

  int64_t here() {
    if (!is_open) return -1;
    const char *location;
    return document.current_location().get(location) ? -1 : offset_of(location);
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
      case CAPACITY: fail(geojson_status_no_memory, "there is not enough memory for it", -1);
      default: break;
    }
    fail(geojson_status_not_json, words, here());
  }

  void check(error_code error) {
    if (error) fail_json(error);
  }

  // The token at the start of a value; empty if there is none. After the last token of a text that is cut off, simdjson
  // gives a length that is wrong.
  std::string_view token_of(ondemand::value &value) const {
    std::string_view token = value.raw_json_token();
    const char *end = bytes + length_read;
    if (token.data() < bytes || token.data() >= end) return {};
    return trimmed(token.substr(0, static_cast<size_t>(end - token.data())));
  }

  [[noreturn]] void fail_token(ondemand::value value, geojson_status status, const std::string &words) {
    std::string_view token = token_of(value);
    if (token.empty()) fail_json(INCOMPLETE_ARRAY_OR_OBJECT);
    fail(status, words + ": " + shown(token), offset_of(token.data()));
  }

  // MARK: Values

  // The type of a value by its first token. If it is none, the text is not JSON.
  ondemand::json_type type_of(ondemand::value &value) {
    ondemand::json_type type;
    if (value.type().get(type)) fail_token(value, geojson_status_not_json, "this is not a JSON value");
    return type;
  }

  // Reads a number, and returns whether it is one. simdjson up to version 3.0 misreads some numbers of more than 19
  // digits that start with 0, so these are read again.
  bool get_number(ondemand::value &value, double &number) {
    const std::string_view token = value.raw_json_token();
    if (value.get_double().get(number)) return false;
    const char *digits = token.data() + (*token.data() == '-');
    if (*digits == '0' && token.size() > 20) number = std::strtod(std::string(token_of(value)).c_str(), nullptr);
    return true;
  }

  double number(ondemand::value &value) {
    double number;
    if (!get_number(value, number))
      fail_token(value, geojson_status_not_json, "a number is malformed or too large");
    return number;
  }

  std::string_view string(ondemand::value &value) {
    std::string_view string;
    check(value.get_string().get(string));
    return string;
  }

  // The token of `null` is skipped by the next step of the container.
  void expect_null(ondemand::value &value) {
    if (token_of(value) != "null") fail_token(value, geojson_status_not_json, "this is not a JSON value");
  }

  bool boolean(ondemand::value &value) {
    bool boolean;
    if (value.get_bool().get(boolean)) fail_token(value, geojson_status_not_json, "this is not a JSON value");
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

  // Visits a value that is not used, so that it is known to be JSON. What programs write for numbers that JSON does not
  // have is let be, and counted.
  void pass_over(ondemand::value value, int depth) {
    if (depth > depth_limit) fail_json(DEPTH_ERROR);
    if (is_no_number(value)) return;
    switch (type_of(value)) {
      case ondemand::json_type::array:
        each_element(array_of(value), [&](ondemand::value element) { pass_over(element, depth + 1); });
        break;
      case ondemand::json_type::object:
        each_field(object_of(value), [&](std::string_view, ondemand::value element) { pass_over(element, depth + 1); });
        break;
      case ondemand::json_type::number: {
        double ignored;
        if (!get_number(value, ignored) && !count_if_infinite(value)) number(value);
        break;
      }
      case ondemand::json_type::string: string(value); break;
      case ondemand::json_type::boolean: boolean(value); break;
      default: expect_null(value); break;
    }
  }

  // Whether a value is NaN or Infinity in one of its spellings, which is counted. Its token is skipped by the next step
  // of the container.
  bool is_no_number(ondemand::value &value) {
    const char *start = value.raw_json_token().data();
    const char first = start[0] == '-' ? start[1] : start[0];
    if (first != 'N' && first != 'n' && first != 'I' && first != 'i') return false;
    return count_if_infinite(value);
  }

  bool count_if_infinite(ondemand::value &value) {
    if (!is_not_finite(token_of(value))) return false;
    ++not_numbers;
    return true;
  }

  // The JSON text of an array or object, which is visited for that.
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
    auto [entry, is_new] = field_numbers.try_emplace(std::string(name), field_names.size());
    if (is_new) field_names.emplace_back(name);
    if (position < expected_fields.size()) expected_fields[position] = entry->second;
    else if (position == expected_fields.size()) expected_fields.push_back(entry->second);
    return entry->second;
  }

  void set_text(geojson_attribute &attribute, std::string_view words) {
    attribute.kind = geojson_value_text;
    attribute.text_start = text.size();
    attribute.text_length = words.size();
    text.append(words);
  }

  // Reads properties. The members of an object among the properties become fields of their own, whose names start with
  // the name of the object and a dot.
  // Returns whether there is a member.
  bool read_properties(ondemand::object object, int depth) {
    if (depth > depth_limit) fail_json(DEPTH_ERROR);
    bool is_empty = true;
    each_field(object, [&](std::string_view name, ondemand::value value) {
      is_empty = false;
      const size_t length = path.size();
      const bool is_object = *value.raw_json_token().data() == '{';
      if (!is_object && length == 0) return read_attribute(name, value);
      path.append(name);
      if (path.size() > path_limit)
        fail(geojson_status_not_geojson, "the names on the way to a property are longer than 1000 bytes", here());
      if (!is_object) {
        read_attribute(path, value);
      } else {
        path.push_back('.');
        if (!read_properties(object_of(value), depth + 1)) {
          path.pop_back();
          geojson_attribute attribute{};
          attribute.field = field_number(path, attributes.size());
          attributes.push_back(attribute);
        }
      }
      path.resize(length);
    });
    return !is_empty;
  }

  void read_attribute(std::string_view name, ondemand::value value) {
    geojson_attribute attribute{};
    attribute.field = field_number(name, attributes.size());
    if (!is_no_number(value)) read_value(value, attribute);
    attributes.push_back(attribute);
  }

  void read_value(ondemand::value value, geojson_attribute &attribute) {
    switch (type_of(value)) {
      case ondemand::json_type::array: set_text(attribute, json_text(value)); break;
      case ondemand::json_type::string: set_text(attribute, string(value)); break;
      case ondemand::json_type::boolean:
        attribute.kind = geojson_value_boolean;
        attribute.integer = boolean(value);
        break;
      case ondemand::json_type::number: {
        std::string_view token = token_of(value);
        if (token.find_first_of(".eE") != std::string_view::npos) {
          if (!get_number(value, attribute.real)) {
            if (!count_if_infinite(value)) number(value);
            break;
          }
          attribute.kind = geojson_value_real;
        } else if (!value.get_int64().get(attribute.integer)) {
          attribute.kind = geojson_value_integer;
        } else {
          // A whole number that does not fit 64 bits keeps its digits as a text.
          number(value);
          set_text(attribute, token);
        }
        break;
      }
      default: expect_null(value); break;
    }
  }

  // MARK: Geometry

  [[noreturn]] void fail_shape(ondemand::value value, const char *words) {
    fail_token(value, geojson_status_not_geojson, words);
  }

  ondemand::array nested(ondemand::value &value, const char *words) {
    if (type_of(value) != ondemand::json_type::array) fail_shape(value, words);
    return array_of(value);
  }

  // Whether a token is what programs write for numbers that JSON does not have, or a number beyond the range of a
  // double.
  static bool is_not_finite(std::string_view token) {
    if (!token.empty() && token.front() == '-') token.remove_prefix(1);
    if (token == "NaN" || token == "nan" || token == "NAN" || token == "Infinity" || token == "infinity" ||
        token == "inf" || token == "Inf" || token == "INF")
      return true;
    return !token.empty() && token.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
           std::isinf(std::strtod(std::string(token).c_str(), nullptr));
  }

  // Reads a position, and returns whether there is one. If `may_be_empty`, an array without a number counts as no
  // position; otherwise it is a fault.
  bool read_position(ondemand::value value, bool may_be_empty = false) {
    double position[2] = {0, 0};
    size_t count = 0;
    for (auto result : nested(value, "a position must be an array of numbers, not")) {
      ondemand::value element;
      check(std::move(result).get(element));
      double coordinate;
      if (!get_number(element, coordinate)) {
        outcome.not_finite = is_not_finite(token_of(element));
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
    if (count == 0 && may_be_empty) return false;
    if (count < 2) {
      fail(
        geojson_status_not_geojson, "a position has " + std::to_string(count) + " numbers where longitude and latitude belong",
        here());
    }
    x.push_back(position[0]);
    y.push_back(position[1]);
    return true;
  }

  // Reads a ring, a line or an arc.
  void read_line(ondemand::value value, const char *words) {
    outcome.vertex = 0;
    each_element(nested(value, words), [&](ondemand::value position) {
      read_position(position);
      ++outcome.vertex;
    });
    outcome.vertex = -1;
    ring_start.push_back(x.size());
  }

  static bool is_geometry(std::string_view type) {
    return type == "Polygon" || type == "MultiPolygon" || type == "GeometryCollection" || type == "Point"
      || type == "MultiPoint" || type == "LineString" || type == "MultiLineString";
  }

  static bool is_line(std::string_view type) { return type == "LineString" || type == "MultiLineString"; }

  bool is_skipped(std::string_view type) const {
    if (type == "GeometryCollection") return false;
    switch (kind) {
      case geojson_kind_areas: return type != "Polygon" && type != "MultiPolygon";
      case geojson_kind_lines: return !is_line(type);
      case geojson_kind_points: return type != "Point" && type != "MultiPoint";
      case geojson_kind_areas_and_lines: return type != "Polygon" && type != "MultiPolygon" && !is_line(type);
    }
    return true;
  }

  // Notes that the polygons from `first` on are the lines of a geometry.
  void end_lines(size_t first) {
    if (kind != geojson_kind_areas_and_lines) return;
    line_polygons.push_back(first);
    line_polygons.push_back(polygon_start.size() - 1);
  }

  // The member "type" of an object, which is rewound afterwards. If `is_null` is given, the member may be null, and it
  // is set to whether it is.
  std::string type_member(ondemand::object &object, bool *is_null = nullptr) {
    std::string found;
    for (auto result : object) {
      ondemand::field field;
      check(std::move(result).get(field));
      if (key(field) != "type") continue;
      ondemand::value value = field.value();
      if (is_null != nullptr && type_of(value) == ondemand::json_type::null) {
        expect_null(value);
        *is_null = true;
        break;
      }
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

  // MARK: Documents

  ondemand::object root(size_t start, size_t length) {
    is_open = false;
    length_read = start + length;
    has_crs = false;
    crs_text.clear();
    check(json.iterate(padded_string_view(bytes + start, length, capacity - start + SIMDJSON_PADDING)).get(document));
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

  void read_properties_member(ondemand::value value) {
    switch (type_of(value)) {
      case ondemand::json_type::object: read_properties(object_of(value), 0); break;
      case ondemand::json_type::null: expect_null(value); break;
      default: fail_shape(value, "\"properties\" must be an object or null, not");
    }
  }

  // A number as a text: 1, 1.0 and 1e0 give the same.
  std::string identifier(ondemand::value value) {
    std::string_view token = token_of(value);
    double whole = number(value);
    if (std::fabs(whole) < exact_limit && whole == std::trunc(whole))
      return std::to_string(static_cast<int64_t>(whole));
    return std::string(token);
  }

  void read_identifier(ondemand::value value, geojson_feature &feature) {
    std::string words;
    switch (type_of(value)) {
      case ondemand::json_type::string: words = std::string(string(value)); break;
      case ondemand::json_type::number: words = identifier(value); break;
      case ondemand::json_type::null: expect_null(value); return;
      default: fail_shape(value, "\"id\" must be a text or a number, not");
    }
    feature.has_identifier = 1;
    feature.identifier_start = text.size();
    feature.identifier_length = words.size();
    text.append(words);
  }

  // Reads {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}, or the same with "code": 4326
  // instead of the name.
  void read_crs(ondemand::object object) {
    std::string found;
    each_field(object, [&](std::string_view name, ondemand::value value) {
      if (name == "properties" && type_of(value) == ondemand::json_type::object) {
        each_field(object_of(value), [&](std::string_view member, ondemand::value element) {
          ondemand::json_type type = type_of(element);
          if (member == "name" && type == ondemand::json_type::string) {
            found = std::string(string(element));
          } else if (member == "code" && type == ondemand::json_type::number) {
            found = "EPSG:" + std::string(token_of(element));
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

  void read_crs_member(ondemand::value value) {
    once(has_crs, "crs");
    switch (type_of(value)) {
      case ondemand::json_type::object: read_crs(object_of(value)); break;
      case ondemand::json_type::null: expect_null(value); break;
      default: fail_shape(value, "\"crs\" must be an object or null, not");
    }
  }

  template <typename Result> void set_crs(Result &result) {
    if (crs_text.empty()) return;
    result.crs = crs_text.data();
    result.crs_length = crs_text.size();
  }

  void clear(geojson_feature &feature) {
    x.clear();
    y.clear();
    ring_start.assign(1, 0);
    polygon_start.assign(1, 0);
    attributes.clear();
    text.clear();
    path.clear();
    line_polygons.clear();
    skipped = not_numbers = inner_attributes = 0;
    feature = geojson_feature{};
  }

  void publish(geojson_feature &feature) {
    feature.geometry = polygon_start.size() > 1 ? geojson_geometry_polygons
                       : skipped > 0            ? geojson_geometry_other
                                                : geojson_geometry_none;
    feature.skipped = skipped;
    feature.not_numbers = not_numbers;
    feature.inner_attributes = inner_attributes;
    feature.x = x.data();
    feature.y = y.data();
    feature.vertices = x.size();
    feature.ring_start = ring_start.data();
    feature.rings = ring_start.size() - 1;
    feature.polygon_start = polygon_start.data();
    feature.polygons = polygon_start.size() - 1;
    feature.line_polygons = line_polygons.data();
    feature.line_geometries = line_polygons.size() / 2;
    feature.attributes = attributes.data();
    feature.attribute_count = attributes.size();
    feature.text = text.data();
  }

  // Runs a walk, and turns every exception into an outcome.
  template <typename Walk> geojson_outcome guarded(Walk walk) {
    outcome = geojson_outcome{geojson_status_ok, "", -1, -1, -1, -1, 0, 0};
    arc = -1;
    try {
      walk();
    } catch (const stop &) {
      outcome.message = message.c_str();
    } catch (const simdjson_error &error) {
      outcome.status = geojson_status_not_json;
      outcome.message = error_message(error.error());
    } catch (const std::bad_alloc &) {
      outcome.status = geojson_status_no_memory;
      outcome.message = "there is not enough memory for it";
    }
    return outcome;
  }

  // MARK: GeoJSON

  void read_feature(size_t start, size_t length, bool is_text, geojson_feature &feature);
  void read_attributes(size_t start, size_t length, geojson_feature &feature);
  void read_whole(ondemand::object object, const std::string &type);
  void read_members(ondemand::object object, const std::string &type, geojson_feature &feature);
  void read_geometry(ondemand::object object, int depth);
  void read_polygon(ondemand::value value);
  void read_single_line(ondemand::value value);
  void read_points(ondemand::value value, std::string_view type);
  void read_outline(size_t length, geojson_outline &outline);

  // MARK: TopoJSON

  void read_topology(size_t length, geojson_topology &found);
  void read_object(std::string_view name, ondemand::value value);
  void read_arcs(ondemand::value value);
  void read_transform(ondemand::value value, double scale[2], double translate[2]);
  void read_pair(ondemand::value value, double pair[2]);
  void read_shape(size_t object, size_t geometry, geojson_feature &feature);
  void read_shape_members(ondemand::object object, int depth, geojson_feature &feature);
  void read_polygon_of_arcs(ondemand::value value);
  void read_line_of_arcs(ondemand::value value);
  void read_ring_of_arcs(ondemand::value value, bool is_line);
  void add_arc(int64_t reference, ondemand::value value, bool is_line);
};
