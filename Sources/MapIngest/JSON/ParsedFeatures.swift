import MapFeatures

/// Takes the features that a JSON parser has read into the table: their attributes, and their polygons on the way to
/// longitude and latitude.
struct ParsedFeatures: ~Copyable {
  /// The polygons of the feature that is taken next.
  var geometry = FeatureGeometry()
  /// The numbers of the fields, by their names; two names are one where their bytes are, as they are for the parser.
  private var fields: [ExactText: Int] = [:]
  /// By the numbers of the fields.
  private var columns: FieldColumns
  private var imdf: IMDFFields?
  /// The system that the coordinates were found to be in; `nil` until `prepare`.
  private(set) var system: CoordinateSystem?
  private var transformation: CoordinateTransformation?

  /// - Parameter imdf: what features of an IMDF archive get besides.
  init(imdf: IMDFFields? = nil) {
    columns = FieldColumns(reserved: imdf == nil ? [] : IMDFFields.all)
    self.imdf = imdf
  }

  /// The system that a request and the "crs" of a source mean.
  static func system(_ request: SourceRequest, crs: String?) throws(StageError) -> CoordinateSystem {
    let file = request.source.path
    if let name = request.coordinateSystem { return try .named(name, file: file, status: .usage) }
    guard let crs else { return .wgs84 }
    return try .named(crs, file: file, status: .unreadableData)
  }

  /// Finds the way from a system to longitude and latitude. `box` is asked for the box of all coordinates where the
  /// choice depends on it.
  mutating func prepare(
    _ system: CoordinateSystem, for request: SourceRequest, into builder: inout FeatureTableBuilder,
    box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) {
    let way = try CoordinateTransformation(
      from: system, file: request.source.path, status: request.coordinateSystem == nil ? .unreadableData : .usage,
      box: box)
    let words = way.words
    builder.amendSource { $0.coordinateSystem = words }
    for remark in way.remarks { builder.note(remark.rule) { $0.message = remark.message } }
    transformation = consume way
    self.system = system
  }

  /// How many fields have a number.
  var fieldCount: Int { columns.count }

  /// The number of a field, which is new or known.
  mutating func number(ofField name: String) -> Int {
    let text = ExactText(name)
    if let known = fields[text] { return known }
    let number = columns.add(name)
    fields[text] = number
    imdf?.add(name)
    return number
  }

  /// The way to longitude and latitude for another thread; `nil` before `prepare`.
  func way() -> CoordinateTransformation? {
    switch transformation {
    case .some(let way): return way.copy()
    case .none: return nil
    }
  }

  /// Takes a feature in whose polygons are in `geometry`. Attributes have the numbers of their fields.
  ///
  /// - Parameter outcome: of bringing the polygons to longitude and latitude; `nil` where that is to be done.
  mutating func take(
    _ feature: GeoJSONParser.Feature, attributes: some Sequence<(field: Int, value: AttributeValue)>,
    outcome: CoordinateTransformation.Outcome? = nil, record: Int, winding: Winding,
    into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    builder.beginFeature(record: record, identifier: feature.identifier)
    for (field, value) in attributes {
      builder.set(value, inColumn: columns.column(ofField: field, record: record, in: &builder))
      imdf?.take(value, ofField: field)
    }
    var found = feature.geometry
    // An occupant is where its anchor is.
    if found == .nothing, builder.kind == .points, let anchor = imdf?.anchor {
      geometry.removeAll()
      geometry.x.append(anchor.longitude)
      geometry.y.append(anchor.latitude)
      geometry.takeVerticesAsPoints()
      found = .polygons
    }
    // What has no shape is no region: a unit that was never drawn.
    imdf?.finish(identifier: found == .polygons ? feature.identifier : nil, in: &builder)
    guard try builder.isWanted() else { return }
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
}
