import MapPackFeatures

/// Puts the features that a JSON parser has read into the table, with their attributes, and with their vertices
/// transformed to longitude and latitude.
///
/// Call `prepare(_:into:box:)` once, then `take` for each feature.
struct ParsedFeatures {
  /// The indices of the fields, by their names. Names are the same if their bytes are.
  private var fields: [ExactText: Int] = [:]
  private var columns: FieldColumns
  private var imdf: IMDFFields?
  /// The system of the coordinates; `nil` until `prepare(_:into:box:)` is called.
  private(set) var system: CoordinateSystem?
  private var transformation: CoordinateTransformation?

  private let request: SourceRequest

  /// - Throws: `usage` if the request names another encoding than that of JSON.
  init(_ request: SourceRequest, imdf: IMDFFields? = nil) throws(StageError) {
    if let label = request.encoding, TextEncoding(label: label) != .utf8 {
      throw StageError(
        .usage, file: request.source.path, "JSON is always UTF-8, not \(label)", remedy: "leave the encoding out")
    }
    self.request = request
    columns = FieldColumns(reserved: imdf == nil ? [] : IMDFField.all)
    self.imdf = imdf
  }

  /// The system that the request names, else the one that the "crs" of the source names, else WGS 84.
  func system(_ crs: String?) throws(StageError) -> CoordinateSystem {
    let file = request.source.path
    if let name = request.coordinateSystem { return try .named(name, file: file, status: .usage) }
    guard let crs else { return .wgs84 }
    return try .named(crs, file: file, status: .unreadableData)
  }

  /// Finds the transformation from a system to longitude and latitude.
  /// - Parameter box: the box of all coordinates; only called if the choice depends on it.
  mutating func prepare(
    _ system: CoordinateSystem, into builder: inout FeatureTableBuilder, box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) {
    builder.amendSource { $0.encoding = TextEncoding.utf8.name }
    let found = try CoordinateTransformation(
      from: system, file: request.source.path, status: request.coordinateSystem == nil ? .unreadableData : .usage,
      box: box)
    builder.note(found, words: found.words)
    transformation = found
    self.system = system
  }

  var fieldCount: Int { columns.count }

  /// The index of a field, which is added if it is new.
  mutating func number(ofField name: String) -> Int {
    let text = ExactText(name)
    if let known = fields[text] { return known }
    let number = columns.add(name)
    fields[text] = number
    imdf?.add(name)
    return number
  }

  /// A copy of the transformation for another thread; `nil` before `prepare(_:into:box:)`, or if it cannot be
  /// copied.
  func copyTransformation() -> CoordinateTransformation? { transformation?.copy() }

  /// Puts a feature into the table, if the filters keep it.
  /// - Parameters:
  ///   - feature: `nil` if not even its attributes can be read; then there is a fault.
  ///   - outcome: of transforming the vertices; `nil` if they have not been transformed.
  ///   - fault: why the feature cannot be read. If the fault has no rule, or the attributes cannot be read, the feature is
  ///     left out; else it is kept without its shape.
  /// - Precondition: the fields of the attributes have been numbered, and the transformation has been prepared.
  mutating func take(
    _ feature: GeoJSONParser.Feature?, _ geometry: FeatureGeometry,
    attributes: some Sequence<(field: Int, value: AttributeValue)>,
    outcome: CoordinateTransformation.Outcome? = nil, fault: StageError? = nil, record: Int, winding: Winding,
    into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    builder.beginFeature(record: record, identifier: feature?.identifier)
    guard let feature, fault?.rule != nil || fault == nil else {
      if let fault { try builder.reject(for: fault) }
      return
    }
    for (field, value) in attributes {
      builder.set(value, inColumn: columns.column(ofField: field, record: record, in: &builder))
      imdf?.take(value, ofField: field)
    }
    var geometry = geometry
    let isEmpty = geometry.polygons.isEmpty && geometry.others == 0
    // An occupant has the location of its anchor.
    if isEmpty, fault == nil, builder.kind == .points, let anchor = imdf?.anchor {
      geometry.removeAll()
      geometry.x.append(anchor.longitude)
      geometry.y.append(anchor.latitude)
      geometry.endLine(from: 0)
    }
    // A feature without a shape is not a region, such as a unit that was never drawn.
    imdf?.finish(identifier: geometry.polygons.isEmpty ? nil : feature.identifier, in: &builder)
    guard try builder.isWanted() else { return }
    if feature.notNumbers > 0 { builder.note(.notANumber, count: feature.notNumbers) }
    if feature.innerAttributes > 0 { builder.note(.innerAttributes, count: feature.innerAttributes) }
    if var fault {
      fault.location = builder.inFeature(fault.location)
      return try builder.keepWithoutShape(for: fault)
    }
    let outcome = outcome ?? transformation?.apply(to: &geometry, kind: builder.kind) ?? .success([])
    try builder.keep(geometry, outcome, winding: winding)
  }
}
