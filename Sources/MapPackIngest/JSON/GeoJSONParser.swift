import CMapPack
import MapPackFeatures

/// A parser for single features of GeoJSON, and for topologies, which uses simdjson behind a C interface. The
/// corresponding C type is `geojson_parser`.
///
/// Only this type touches memory of the C side. Bytes go in by `append(_:)`; columns come out by
/// `readFeature(_:isText:geometry:attributes:)`. Each thread needs a parser of its own.
///
/// Coordinates are the first two numbers of each position, longitude first, as they are written; they are not checked
/// beyond being finite. Of a GeometryCollection, all geometries of the kind that is asked for are read. A member of an
/// object among the properties is the field `object.member`; an array is a text with its JSON. Fields have indices in
/// the order in which the parser meets them.
struct GeoJSONParser: ~Copyable {
  private let handle: OpaquePointer
  private var capacity = 0
  private(set) var count = 0

  struct Failure: Error {
    var isJSON: Bool
    /// Whether it is a coordinate that is not a finite number (`NaN`, `1e400`), which JSON does not allow.
    var isNumber = false
    /// Whether the bytes call themselves a Feature, or have to be one.
    var isFeature = false
    /// What was found, without a full stop.
    var message: String
    /// The offset from the first byte that was added, or from the first of the range that was read; `nil` if it is not
    /// known.
    var offset: Int?
    /// The polygon, the ring in it and the vertex in that, each from 0; each is `nil` if the fault is not in one.
    var polygon: Int?
    var ring: Int?
    var vertex: Int?
  }

  /// A feature without its geometry and attributes.
  struct Feature {
    /// How many values that are not coordinates are `NaN` or `Infinity`, which JSON does not have.
    var notNumbers = 0
    /// How many geometries in nested collections of a topology have an id or properties of their own.
    var innerAttributes = 0
    /// The "id" as a text; `nil` if there is none or it is null.
    var identifier: String?
    /// As in `Outline`.
    var coordinateSystem: String?
  }

  /// A topology without its geometries.
  struct Topology {
    /// The objects: their names, and how many geometries each has.
    var objects: [(name: String, geometries: Int)]
    /// The box of all arcs, after the transform of the topology if there is one.
    var box: CoordinateBox
    /// As in `Outline`.
    var coordinateSystem: String?
  }

  /// A document without its features.
  struct Outline {
    /// The member "type"; `nil` if there is none.
    var type: String?
    /// The number, from 1, of the first element of "features" that is not an object; `nil` if all are.
    var firstForeign: Int?
    /// The name in the member "crs", or `EPSG:n` if it has a code; `of an unknown form` if it has neither. `nil` if
    /// there is no such member or it is null.
    var coordinateSystem: String?
  }

  /// - Throws: `unreadableData` if there is not enough memory.
  /// - Parameter closedLines: what closed lines are if areas are read.
  init(_ kind: GeometryKind = .areas, closedLines: ClosedLines = .lines) throws(StageError) {
    guard let handle = geojson_parser_create() else { throw StageError(.unreadableData, "there is not enough memory") }
    switch kind {
    case .areas:
      geojson_parser_take(handle, closedLines == .areas ? geojson_kind_areas_and_lines : geojson_kind_areas)
    case .lines: geojson_parser_take(handle, geojson_kind_lines)
    case .points: geojson_parser_take(handle, geojson_kind_points)
    }
    self.handle = handle
  }

  deinit { geojson_parser_destroy(handle) }

  mutating func removeAll() { count = 0 }

  /// Reserves memory for a number of bytes in all, when the next ones are added.
  mutating func reserve(_ count: Int) { capacity = max(capacity, count) }

  /// The bytes between two features: simdjson reads a little beyond the end of what it parses.
  private static let gap = [UInt8](repeating: 0, count: geojson_parser_gap())

  /// Ends a feature, so that another one can be added; false if there is not enough memory.
  mutating func appendGap() -> Bool { Self.gap.withUnsafeBytes { append($0) } }

  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let source = bytes.baseAddress else { return true }
    let needed = count + bytes.count
    if needed > capacity { reserve(max(needed, capacity * 2, 65_536)) }
    guard let buffer = geojson_parser_buffer(handle, capacity) else { return false }
    // The buffer has `capacity` bytes, which is at least `needed`.
    UnsafeMutableRawPointer(buffer + count).copyMemory(from: source, byteCount: bytes.count)
    count = needed
    return true
  }

  /// Reads a Feature; or, from a whole text, a Feature or a geometry. Rings stay as they are written, open or closed.
  /// - Parameters:
  ///   - range: the bytes to read. The offset of a failure counts from the first of them.
  ///   - geometry: is filled anew; empty after a failure.
  ///   - attributes: gets the attributes after those that it has, each with the index of its field.
  /// - Returns: the feature, and why its geometry cannot be read. After a failure it has its attributes and its id; it
  ///   is `nil` if they cannot be read either.
  /// - Precondition: the bytes are the last ones, or are followed by a `gap`.
  mutating func readFeature(
    _ range: Range<Int>, isText: Bool, geometry: inout FeatureGeometry,
    attributes: inout [(field: Int, value: AttributeValue)]
  ) -> (feature: Feature?, failure: Failure?) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "No bytes \(range)")
    let (start, length) = (range.lowerBound, range.count)
    return read(
      &geometry, &attributes, from: start,
      { geojson_parser_read_feature($0, start, length, isText ? 1 : 0, &$1) },
      { geojson_parser_read_attributes($0, start, length, &$1) })
  }

  private func read(
    _ geometry: inout FeatureGeometry, _ attributes: inout [(field: Int, value: AttributeValue)], from start: Int = 0,
    _ whole: (OpaquePointer, inout geojson_feature) -> geojson_outcome,
    _ onlyAttributes: (OpaquePointer, inout geojson_feature) -> geojson_outcome
  ) -> (feature: Feature?, failure: Failure?) {
    var feature = geojson_feature()
    do throws(Failure) {
      try Self.check(whole(handle, &feature), from: start)
      return (Self.take(feature, geometry: &geometry, attributes: &attributes), nil)
    } catch {
      geometry.removeAll()
      guard onlyAttributes(handle, &feature).status == geojson_status_ok else { return (nil, error) }
      return (Self.take(feature, geometry: &geometry, attributes: &attributes), error)
    }
  }

  /// - Parameter start: the offset from which that of a failure counts.
  private static func check(_ outcome: geojson_outcome, from start: Int = 0) throws(Failure) {
    guard outcome.status != geojson_status_ok else { return }
    func index(_ number: Int64) -> Int? { number < 0 ? nil : Int(number) }
    throw Failure(
      isJSON: outcome.status != geojson_status_not_json, isNumber: outcome.not_finite != 0,
      isFeature: outcome.is_feature != 0, message: String(cString: outcome.message),
      offset: index(outcome.offset).map { $0 - start }, polygon: index(outcome.polygon), ring: index(outcome.ring),
      vertex: index(outcome.vertex))
  }

  /// A text of the parser: its pointer, which is valid until the next call, and the length that stands beside it.
  private static func string(_ start: UnsafePointer<CChar>?, _ length: Int) -> String? {
    start.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: length), as: UTF8.self) }
  }

  private static func take(
    _ feature: geojson_feature, geometry: inout FeatureGeometry,
    attributes: inout [(field: Int, value: AttributeValue)]
  ) -> Feature {
    // All pointers belong to the parser. Their lengths stand beside them, and they are valid until its next call.
    func text(_ start: Int, _ length: Int) -> String { string(feature.text.map { $0 + start }, length) ?? "" }
    for attribute in UnsafeBufferPointer(start: feature.attributes, count: feature.attribute_count) {
      let value: AttributeValue =
        switch attribute.kind {
        case geojson_value_text: .text(text(attribute.text_start, attribute.text_length))
        case geojson_value_integer: .integer(attribute.integer)
        case geojson_value_real: .real(attribute.real)
        case geojson_value_boolean: .boolean(attribute.integer != 0)
        default: .null
        }
      attributes.append((attribute.field, value))
    }
    takeShape(of: feature, into: &geometry)
    return Feature(
      notNumbers: feature.not_numbers, innerAttributes: feature.inner_attributes,
      identifier: feature.has_identifier == 0 ? nil : text(feature.identifier_start, feature.identifier_length),
      coordinateSystem: string(feature.crs, feature.crs_length))
  }

  private static func takeShape(of feature: geojson_feature, into geometry: inout FeatureGeometry) {
    geometry.removeAll()
    geometry.others = feature.skipped
    let (x, y) = (
      UnsafeBufferPointer(start: feature.x, count: feature.vertices),
      UnsafeBufferPointer(start: feature.y, count: feature.vertices)
    )
    let ringStart = UnsafeBufferPointer(start: feature.ring_start, count: feature.rings + 1)
    let polygonStart = UnsafeBufferPointer(start: feature.polygon_start, count: feature.polygons + 1)
    guard feature.line_geometries > 0 else {
      geometry.x.append(contentsOf: x)
      geometry.y.append(contentsOf: y)
      for ring in 0..<feature.rings {
        geometry.rings.append(ringStart[ring]..<ringStart[ring + 1])
        geometry.ringOrder.append(ring)
      }
      for polygon in 0..<feature.polygons {
        geometry.polygons.append(polygonStart[polygon]..<polygonStart[polygon + 1])
      }
      return
    }
    func takeRing(_ ring: Int) -> Int {
      let begin = geometry.x.count
      geometry.x.append(contentsOf: x[ringStart[ring]..<ringStart[ring + 1]])
      geometry.y.append(contentsOf: y[ringStart[ring]..<ringStart[ring + 1]])
      return begin
    }
    func takePolygons(to end: Int) {
      for polygon in polygon..<max(polygon, end) {
        let first = geometry.rings.count
        for ring in polygonStart[polygon]..<polygonStart[polygon + 1] { geometry.endRing(from: takeRing(ring)) }
        geometry.appendPolygon(first..<geometry.rings.count)
      }
    }
    var polygon = 0
    let lines = UnsafeBufferPointer(start: feature.line_polygons, count: 2 * feature.line_geometries)
    for index in stride(from: 0, to: lines.count, by: 2) {
      takePolygons(to: lines[index])
      var isLeftOut = lines[index] == lines[index + 1]
      for line in lines[index]..<lines[index + 1] {
        // A line is a polygon of one ring.
        if !geometry.endArea(from: takeRing(polygonStart[line])) { isLeftOut = true }
      }
      if isLeftOut { geometry.others += 1 }
      polygon = lines[index + 1]
    }
    takePolygons(to: feature.polygons)
  }

  // MARK: Topologies

  /// Reads the bytes as a topology. They have to stay until its shapes have been read.
  mutating func readTopology() throws(Failure) -> Topology {
    var topology = geojson_topology()
    let outcome = geojson_parser_read_topology(handle, count, &topology)
    try Self.check(outcome)
    // All pointers belong to the parser. Their lengths stand beside them, and they are valid until its next call.
    let objects = (0..<topology.objects).map { object in
      var length = 0
      var geometries = 0
      let name = geojson_parser_object(handle, object, &length, &geometries)
      return (Self.string(name, length) ?? "", geometries)
    }
    var box = CoordinateBox()
    box.formUnion(
      UnsafeBufferPointer(start: topology.x, count: topology.vertices),
      UnsafeBufferPointer(start: topology.y, count: topology.vertices))
    return Topology(
      objects: objects, box: box, coordinateSystem: Self.string(topology.crs, topology.crs_length))
  }

  /// Reads a geometry of an object of the topology as a feature.
  /// - Returns: as `readFeature`. A failure is a geometry that is malformed, arcs that do not join, or shapes that have,
  ///   with those read so far, more than ten vertices for each byte of the topology. Its offset counts from the first
  ///   byte that was added.
  /// - Precondition: a topology with that geometry has been read.
  mutating func readShape(
    _ number: Int, ofObject object: Int, geometry: inout FeatureGeometry,
    attributes: inout [(field: Int, value: AttributeValue)]
  ) -> (feature: Feature?, failure: Failure?) {
    read(
      &geometry, &attributes, { geojson_parser_read_shape($0, object, number, &$1) },
      { geojson_parser_read_shape_attributes($0, object, number, &$1) })
  }

  /// The offset from the first byte that was added at which a geometry of an object of the topology begins.
  func startOfShape(_ number: Int, ofObject object: Int) -> Int { geojson_parser_shape_start(handle, object, number) }

  // MARK: Outlines and fields

  /// The names of the fields met so far, without the first `start` ones.
  func fieldNames(from start: Int) -> [String] {
    (start..<max(start, geojson_parser_field_count(handle))).map { field in
      var length = 0
      let name = geojson_parser_field(handle, field, &length)
      return Self.string(name, length) ?? ""
    }
  }

  /// Reads the bytes as a document in which each feature is `{}`.
  mutating func readOutline() throws(Failure) -> Outline {
    var outline = geojson_outline()
    let outcome = geojson_parser_read_outline(handle, count, &outline)
    try Self.check(outcome)
    return Outline(
      type: Self.string(outline.type, outline.type_length),
      firstForeign: outline.first_foreign == 0 ? nil : outline.first_foreign,
      coordinateSystem: Self.string(outline.crs, outline.crs_length))
  }
}
