#include "Parser.h"

// Source: the TopoJSON Format Specification 1.0.

// Products and sums are rounded separately, also on processors that could fuse them, so that every machine gives the
// same bytes.
#pragma STDC FP_CONTRACT OFF

namespace {

// A topology may name an arc any number of times, so the number of vertices of its geometries is limited to this many
// for each of its bytes. A topology that names each arc twice has less than one.
constexpr size_t vertices_per_byte = 10;

}  // namespace

// MARK: The topology

void topology::apply_transform(std::vector<double> &x, std::vector<double> &y, size_t first) const {
  if (!has_transform) return;
  for (size_t vertex = first; vertex < x.size(); ++vertex) {
    x[vertex] = x[vertex] * scale[0] + translate[0];
    y[vertex] = y[vertex] * scale[1] + translate[1];
  }
}

void geojson_parser::read_topology(size_t length, geojson_topology &found) {
  found = geojson_topology{};
  topo = topology{};
  topo.vertex_limit = vertices_per_byte * length;
  bool seen_type = false, seen_arcs = false, seen_objects = false;
  ondemand::object object = root(0, length);
  std::string type = type_member(object);
  if (type != "Topology") {
    fail(
      geojson_status_not_geojson,
      "this is not TopoJSON: " + (type.empty() ? "it has no \"type\"" : "its \"type\" is \"" + shown(type) + "\""), here());
  }
  each_field(object, [&](std::string_view name, ondemand::value value) {
    if (name == "type") {
      once(seen_type, "type");
      pass_over(value, 0);
    } else if (name == "arcs") {
      once(seen_arcs, "arcs");
      read_arcs(value);
    } else if (name == "transform") {
      once(topo.has_transform, "transform");
      read_transform(value, topo.scale, topo.translate);
    } else if (name == "objects") {
      once(seen_objects, "objects");
      if (type_of(value) != ondemand::json_type::object) fail_shape(value, "\"objects\" must be an object, not");
      each_field(object_of(value), [&](std::string_view member, ondemand::value element) {
        read_object(member, element);
      });
    } else if (name == "crs") {
      read_crs_member(value);
    } else {
      pass_over(value, 0);
    }
  });
  expect_end();
  if (!seen_objects) fail(geojson_status_not_geojson, "the topology has no \"objects\"", -1);
  if (!seen_arcs) fail(geojson_status_not_geojson, "the topology has no \"arcs\"", -1);

  if (topo.has_transform) {
    // Each position is the difference from the position before it in its arc.
    for (size_t a = 0; a < topo.arcs(); ++a) {
      double east = 0, north = 0;
      for (size_t vertex = topo.arc_start[a]; vertex < topo.arc_start[a + 1]; ++vertex) {
        east += topo.x[vertex];
        north += topo.y[vertex];
        topo.x[vertex] = east;
        topo.y[vertex] = north;
      }
    }
  }
  topo.apply_transform(topo.x, topo.y, 0);
  found.objects = topo.objects.size();
  found.x = topo.x.data();
  found.y = topo.y.data();
  found.vertices = topo.x.size();
  set_crs(found);
}

void geojson_parser::read_arcs(ondemand::value value) {
  x.clear();
  y.clear();
  ring_start.assign(1, 0);
  arc = 0;
  each_element(nested(value, "\"arcs\" must be an array, not"), [&](ondemand::value element) {
    read_line(element, "it must be an array of positions, not");
    ++arc;
  });
  arc = -1;
  topo.x.swap(x);
  topo.y.swap(y);
  topo.arc_start.swap(ring_start);
}

void geojson_parser::read_transform(ondemand::value value, double scale[2], double translate[2]) {
  if (type_of(value) != ondemand::json_type::object) fail_shape(value, "\"transform\" must be an object, not");
  bool has_scale = false, has_translate = false;
  each_field(object_of(value), [&](std::string_view name, ondemand::value element) {
    if (name == "scale") {
      once(has_scale, "scale");
      read_pair(element, scale);
    } else if (name == "translate") {
      once(has_translate, "translate");
      read_pair(element, translate);
    } else {
      pass_over(element, 0);
    }
  });
  if (!has_scale || !has_translate)
    fail(geojson_status_not_geojson, "\"transform\" needs both \"scale\" and \"translate\"", here());
}

// Reads the two numbers of a part of a transform.
void geojson_parser::read_pair(ondemand::value value, double pair[2]) {
  size_t count = 0;
  each_element(nested(value, "the parts of \"transform\" must be arrays of two numbers, not"), [&](ondemand::value element) {
    if (type_of(element) != ondemand::json_type::number)
      fail_shape(element, "the parts of \"transform\" must be arrays of two numbers, not of");
    const double part = number(element);
    if (count < 2) pair[count] = part;
    ++count;
  });
  if (count != 2)
    fail(geojson_status_not_geojson, "a part of \"transform\" has " + std::to_string(count) + " numbers, not 2", here());
}

// Notes where the geometries of an object are, because arcs and transform may follow them. A GeometryCollection is a
// layer of features; any other geometry is one feature.
void geojson_parser::read_object(std::string_view name, ondemand::value value) {
  if (!topo.names.emplace(name).second)
    fail(geojson_status_not_geojson, "the object \"" + shown(name) + "\" stands twice", here());
  topology::object object{std::string(name), {}};
  // No geometry is one without a text.
  auto keep_null = [&](ondemand::value &element) {
    if (type_of(element) != ondemand::json_type::null) return false;
    expect_null(element);
    object.geometries.emplace_back(static_cast<size_t>(token_of(element).data() - bytes), 0);
    return true;
  };
  if (keep_null(value)) return topo.objects.push_back(std::move(object));
  if (type_of(value) != ondemand::json_type::object) fail_shape(value, "an object must be a geometry, not");
  auto keep = [&](std::string_view words) {
    object.geometries.emplace_back(static_cast<size_t>(words.data() - bytes), words.size());
  };
  const char *start = value.raw_json_token().data();
  ondemand::object members = object_of(value);
  bool is_null = false;
  const bool is_collection = type_member(members, &is_null) == "GeometryCollection";
  bool seen = false;
  each_field(members, [&](std::string_view member, ondemand::value element) {
    if (member != "geometries" || !is_collection) return pass_over(element, 0);
    once(seen, "geometries");
    each_element(nested(element, "\"geometries\" must be an array, not"), [&](ondemand::value geometry) {
      if (keep_null(geometry)) return;
      if (type_of(geometry) != ondemand::json_type::object) fail_shape(geometry, "a geometry must be an object, not");
      keep(json_text(geometry));
    });
  });
  if (is_collection) {
    if (!seen) fail(geojson_status_not_geojson, "a GeometryCollection has no \"geometries\"", here());
  } else {
    const char *end;
    check(document.current_location().get(end));
    keep(trimmed(std::string_view(start, static_cast<size_t>(end - start))));
  }
  topo.objects.push_back(std::move(object));
}

// MARK: Its geometries

void geojson_parser::read_shape(size_t object, size_t geometry, geojson_feature &feature) {
  clear(feature);
  outcome.is_feature = 1;
  const auto [start, length] = topo.objects[object].geometries[geometry];
  if (length > 0) {
    read_shape_members(root(start, length), 0, feature);
    expect_end();
  }
  publish(feature);
}

void geojson_parser::read_shape_members(ondemand::object object, int depth, geojson_feature &feature) {
  if (depth > depth_limit) fail_json(DEPTH_ERROR);
  bool is_null = false;
  const std::string type = type_member(object, &is_null);
  if (type.empty() && !is_null) fail(geojson_status_not_geojson, "a geometry has no \"type\"", here());
  if (!is_null && !is_geometry(type))
    fail(geojson_status_not_geojson, "\"" + shown(type) + "\" is not a geometry of TopoJSON", here());
  if (!is_null && is_skipped(type)) ++skipped;
  const bool is_collection = type == "GeometryCollection";
  const bool has_points = type == "Point" || type == "MultiPoint";
  const bool has_arcs = !is_null && !is_collection && !has_points && !is_skipped(type);
  const size_t first_point = x.size(), first_polygon = polygon_start.size() - 1;
  bool seen_type = false, seen = false, seen_properties = false, seen_id = false, has_own = false;
  each_field(object, [&](std::string_view name, ondemand::value value) {
    if (name == "type") {
      once(seen_type, "type");
      pass_over(value, depth);
    } else if (name == "arcs" && has_arcs) {
      once(seen, "arcs");
      if (type == "Polygon") read_polygon_of_arcs(value);
      else if (type == "LineString") read_line_of_arcs(value);
      else if (type == "MultiLineString")
        each_element(
          nested(value, "the \"arcs\" of a MultiLineString must be an array of lines, not"),
          [&](ondemand::value line) { read_line_of_arcs(line); });
      else
        each_element(
          nested(value, "the \"arcs\" of a MultiPolygon must be an array of polygons, not"),
          [&](ondemand::value polygon) { read_polygon_of_arcs(polygon); });
    } else if (name == "coordinates" && has_points && !is_skipped(type)) {
      once(seen, "coordinates");
      read_points(value, type);
      topo.apply_transform(x, y, first_point);
    } else if (name == "geometries" && is_collection) {
      once(seen, "geometries");
      each_element(nested(value, "\"geometries\" must be an array, not"), [&](ondemand::value member) {
        if (type_of(member) == ondemand::json_type::null) return expect_null(member);
        if (type_of(member) != ondemand::json_type::object) fail_shape(member, "a geometry must be an object, not");
        read_shape_members(object_of(member), depth + 1, feature);
      });
    } else if (name == "properties" && depth == 0) {
      once(seen_properties, "properties");
      read_properties_member(value);
    } else if (name == "id" && depth == 0) {
      once(seen_id, "id");
      read_identifier(value, feature);
    } else {
      // The geometry is part of a feature, which has its own.
      has_own = has_own || name == "id" || name == "properties";
      pass_over(value, depth);
    }
  });
  if (has_own) ++inner_attributes;
  if (!is_null && !is_skipped(type) && !seen) {
    const char *member = is_collection ? "geometries" : has_points ? "coordinates" : "arcs";
    fail(geojson_status_not_geojson, "a " + type + " has no \"" + member + "\"", here());
  }
  if (!is_null && is_line(type)) end_lines(first_polygon);
}

void geojson_parser::read_polygon_of_arcs(ondemand::value value) {
  size_t before = ring_start.size();
  outcome.polygon = static_cast<int64_t>(polygon_start.size()) - 1;
  outcome.ring = 0;
  each_element(nested(value, "a polygon must be an array of rings, not"), [&](ondemand::value ring) {
    read_ring_of_arcs(ring, false);
    ++outcome.ring;
  });
  outcome.polygon = outcome.ring = -1;
  // A polygon without a ring is empty.
  if (ring_start.size() > before) polygon_start.push_back(ring_start.size() - 1);
}

void geojson_parser::read_line_of_arcs(ondemand::value value) {
  outcome.polygon = static_cast<int64_t>(polygon_start.size()) - 1;
  read_ring_of_arcs(value, true);
  outcome.polygon = -1;
  polygon_start.push_back(ring_start.size() - 1);
}

void geojson_parser::read_ring_of_arcs(ondemand::value value, bool is_line) {
  const char *words =
    is_line ? "a line must be an array of numbers of arcs, not" : "a ring must be an array of numbers of arcs, not";
  // A ring or line that lost all of its arcs is empty, as one of GeoJSON without positions is.
  each_element(nested(value, words), [&](ondemand::value element) {
    int64_t reference;
    if (type_of(element) != ondemand::json_type::number || element.get_int64().get(reference))
      fail_shape(element, "the number of an arc must be a whole one, not");
    add_arc(reference, element, is_line);
  });
  ring_start.push_back(x.size());
}

// Adds the vertices of an arc. A negative reference is the one's complement of the index of an arc that runs backwards.
void geojson_parser::add_arc(int64_t reference, ondemand::value value, bool is_line) {
  const bool is_reversed = reference < 0;
  const uint64_t number = static_cast<uint64_t>(is_reversed ? ~reference : reference);
  if (number >= topo.arcs()) {
    fail_shape(
      value, ("there is no such arc, of " + std::to_string(topo.arcs()) + " that the topology has").c_str());
  }
  const size_t start = topo.arc_start[number], end = topo.arc_start[number + 1];
  topo.vertices += end - start;
  if (topo.vertices > topo.vertex_limit) {
    fail(
      geojson_status_not_geojson,
      "the topology names its arcs so often that its shapes have more than ten vertices for each of its bytes", here());
  }
  for (size_t step = 0; step < end - start; ++step) {
    const size_t vertex = is_reversed ? end - 1 - step : start + step;
    // An arc starts where the one before it ends; that vertex is added once.
    if (step == 0 && x.size() > ring_start.back()) {
      if (x.back() != topo.x[vertex] || y.back() != topo.y[vertex])
        fail_shape(
          value, is_line ? "an arc does not begin where the one before it in the line ends"
                             : "an arc does not begin where the one before it in the ring ends");
      continue;
    }
    x.push_back(topo.x[vertex]);
    y.push_back(topo.y[vertex]);
  }
}

// MARK: The C interface

geojson_outcome geojson_parser_read_topology(geojson_parser *parser, size_t length, geojson_topology *topology) {
  return parser->guarded([&] { parser->read_topology(length, *topology); });
}

const char *geojson_parser_object(const geojson_parser *parser, size_t object, size_t *length, size_t *geometries) {
  const topology::object &found = parser->topo.objects[object];
  *length = found.name.size();
  *geometries = found.geometries.size();
  return found.name.data();
}

size_t geojson_parser_shape_start(const geojson_parser *parser, size_t object, size_t geometry) {
  return parser->topo.objects[object].geometries[geometry].first;
}

geojson_outcome geojson_parser_read_shape_attributes(
  geojson_parser *parser, size_t object, size_t geometry, geojson_feature *feature) {
  const auto [start, length] = parser->topo.objects[object].geometries[geometry];
  return geojson_parser_read_attributes(parser, start, length, feature);
}

geojson_outcome geojson_parser_read_shape(
  geojson_parser *parser, size_t object, size_t geometry, geojson_feature *feature) {
  geojson_outcome outcome = parser->guarded([&] { parser->read_shape(object, geometry, *feature); });
  if (outcome.offset < 0) outcome.offset = static_cast<int64_t>(geojson_parser_shape_start(parser, object, geometry));
  return outcome;
}
