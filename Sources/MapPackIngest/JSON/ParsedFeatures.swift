import MapPackFeatures

/// Puts the features that a JSON parser has read into the table, with their attributes, and with their vertices
/// transformed to longitude and latitude.
///
/// Call `prepare(_:for:into:box:)` once; then for each feature fill `geometry` and call `take`.
struct ParsedFeatures: ~Copyable {
  /// The geometry of the feature that is taken next. `take` may transform it.
  var geometry = FeatureGeometry()
  /// The indices of the fields, by their names. Names are the same if their bytes are.
  private var fields: [ExactText: Int] = [:]
  private var columns: FieldColumns
  private var imdf: IMDFFields?
  /// The system of the coordinates; `nil` until `prepare(_:for:into:box:)` is called.
  private(set) var system: CoordinateSystem?
  private var transformation: CoordinateTransformation?

  init(imdf: IMDFFields? = nil) {
    columns = FieldColumns(reserved: imdf == nil ? [] : IMDFFields.all)
    self.imdf = imdf
  }

  /// The system that a request names, else the one that the "crs" of the source names, else WGS 84.
  static func system(_ request: SourceRequest, crs: String?) throws(StageError) -> CoordinateSystem {
    let file = request.source.path
    if let name = request.coordinateSystem { return try .named(name, file: file, status: .usage) }
    guard let crs else { return .wgs84 }
    return try .named(crs, file: file, status: .unreadableData)
  }

  /// Finds the transformation from a system to longitude and latitude.
  /// - Parameter box: the box of all coordinates; only called if the choice depends on it.
  mutating func prepare(
    _ system: CoordinateSystem, for request: SourceRequest, into builder: inout FeatureTableBuilder,
    box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) {
    let found = try CoordinateTransformation(
      from: system, file: request.source.path, status: request.coordinateSystem == nil ? .unreadableData : .usage,
      box: box)
    let words = found.words
    builder.amendSource { $0.coordinateSystem = words }
    builder.isTransformed = !found.isIdentity
    for remark in found.remarks { builder.note(remark.rule) { $0.message = remark.message } }
    transformation = consume found
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

  /// A copy of the transformation for another thread; `nil` before `prepare(_:for:into:box:)`, or if it cannot be
  /// copied.
  func copyTransformation() -> CoordinateTransformation? {
    switch transformation {
    case .some(let transformation): return transformation.copy()
    case .none: return nil
    }
  }

  /// Puts the feature whose geometry is in `geometry` into the table, if the filters keep it.
  /// - Parameter outcome: of transforming the vertices; `nil` if they have not been transformed.
  /// - Precondition: the fields of the attributes have been numbered, and the transformation has been prepared.
  mutating func take(
    _ feature: GeoJSONParser.Feature, attributes: some Sequence<(field: Int, value: AttributeValue)>,
    outcome: CoordinateTransformation.Outcome? = nil, record: Int, winding: Winding,
    into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    begin(feature, attributes: attributes, record: record, into: &builder)
    var found = feature.geometry
    // An occupant has the location of its anchor.
    if found == .nothing, builder.kind == .points, let anchor = imdf?.anchor {
      geometry.removeAll()
      geometry.x.append(anchor.longitude)
      geometry.y.append(anchor.latitude)
      geometry.takeVerticesAsPoints()
      found = .polygons
    }
    // A feature without a shape is not a region, such as a unit that was never drawn.
    imdf?.finish(identifier: found == .polygons ? feature.identifier : nil, in: &builder)
    guard try builder.isWanted() else { return }
    note(feature, in: &builder)
    switch found {
    case .nothing:
      try builder.keepWithoutShape()
    case .other:
      builder.rejectOtherKind()
    case .polygons:
      if feature.skipped > 0 { builder.note(builder.besideOthers, count: feature.skipped) }
      do throws(StageError) {
        if let outcome {
          try builder.note(outcome)
        } else {
          try transformation?.apply(to: &geometry, of: &builder)
        }
      } catch {
        return try builder.keepWithoutShape(for: error)
      }
      try builder.keep(geometry, winding: winding)
    }
  }

  private mutating func begin(
    _ feature: GeoJSONParser.Feature, attributes: some Sequence<(field: Int, value: AttributeValue)>, record: Int,
    into builder: inout FeatureTableBuilder
  ) {
    builder.beginFeature(record: record, identifier: feature.identifier)
    for (field, value) in attributes {
      builder.set(value, inColumn: columns.column(ofField: field, record: record, in: &builder))
      imdf?.take(value, ofField: field)
    }
  }

  private func note(_ feature: GeoJSONParser.Feature, in builder: inout FeatureTableBuilder) {
    if feature.notNumbers > 0 { builder.note(.notANumber, count: feature.notNumbers) }
    if feature.innerAttributes > 0 { builder.note(.innerAttributes, count: feature.innerAttributes) }
  }

  /// Keeps a feature whose geometry is malformed without its shape, if the filters keep it.
  mutating func take(
    _ feature: GeoJSONParser.Feature, attributes: some Sequence<(field: Int, value: AttributeValue)>,
    fault: StageError, record: Int, into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    begin(feature, attributes: attributes, record: record, into: &builder)
    imdf?.finish(identifier: nil, in: &builder)
    guard try builder.isWanted() else { return }
    note(feature, in: &builder)
    var fault = fault
    fault.name = builder.featureError("").name
    try builder.keepWithoutShape(for: fault)
  }
}
