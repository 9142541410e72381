import MapPackCoverage
import MapPackFeatures

/// The codes and names by which findings call the features of a table. Several features may have one code.
struct FeatureLabels: Sendable {
  /// Per feature: its code by the key; without a key its id, if it has one.
  let code: [String?]
  /// Per feature: its name; `nil` if it has none.
  let name: [String?]
  let hasKey: Bool
  /// Whether the names come from a template, and not from a field that looks like one with names.
  let namesAreAsked: Bool

  /// - Parameters:
  ///   - name: the template of the name; without it the names come from a field that looks like one with names, by
  ///     `NameField`.
  ///   - recode: codes to use instead of those that the key gives.
  init(
    _ table: FeatureTable, key: Template?, name: Template?, recode: [String: String] = [:]
  ) throws(StageError) {
    let features = 0..<table.featureCount
    hasKey = key != nil
    namesAreAsked = name != nil
    if let key {
      let bound = try BoundTemplate(key, in: table)
      code = features.map { feature in bound.code(of: feature, in: table).map { recode[$0] ?? $0 } }
    } else {
      code = table.identifier.map { $0?.asCode }
    }
    if let name {
      let bound = try BoundTemplate(name, in: table)
      self.name = features.map { bound.text(of: $0, in: table) }
    } else if let field = NameField.index(among: table.fields) {
      self.name = features.map { table.values[field][$0].displayText }
    } else {
      self.name = Array(repeating: nil, count: table.featureCount)
    }
  }

  /// The location of a feature, at a vertex of the table if one is given.
  func location(of feature: Int, in table: FeatureTable, at vertex: Int? = nil) -> Location {
    var location = table.location(of: feature)
    (location.code, location.name) = (code[feature], name[feature])
    location.place(at: vertex, of: table)
    return location
  }

  /// Gives the findings of a reader, which labels a feature by what it has read of it so far, the codes and names that
  /// all other findings have.
  func relabeled(_ findings: [Finding], of table: FeatureTable) -> [Finding] {
    guard findings.contains(where: { $0.record != nil }) else { return findings }
    var featureByRecord: [Location: Int] = [:]
    for feature in 0..<table.featureCount { featureByRecord[table.location(of: feature).ofRecord] = feature }
    return findings.map { finding in
      guard let feature = featureByRecord[finding.location.ofRecord] else { return finding }
      var finding = finding
      (finding.code, finding.name) = (code[feature], name[feature])
      return finding
    }
  }

  /// A finding about a feature, with the rule's severity and remedy.
  func finding(
    _ rule: Rule, severity: Finding.Severity? = nil, of feature: Int, in table: FeatureTable, at vertex: Int? = nil,
    _ message: String, count: Int = 1
  ) -> Finding {
    Finding(
      rule, severity: severity, at: location(of: feature, in: table, at: vertex), message, remedy: rule.remedy,
      count: count)
  }
}

extension Features {
  /// Where a feature is in the sources.
  func location(of feature: Int) -> Location {
    let source = sources[Int(source[feature])]
    return Location(file: source.path, layer: source.layer, record: Int(record[feature]), kind: kind)
  }

  func isWithoutShape(_ feature: Int) -> Bool { polygons(of: feature).isEmpty }

  func vertices(ofFeature feature: Int) -> Range<Int> {
    let rings = rings(ofAll: polygons(of: feature))
    return vertexStart[rings.lowerBound]..<vertexStart[rings.upperBound]
  }
}

extension FeatureTable {
  /// The box in degrees round some vertices; `nil` if there are none.
  func box(of vertices: some Sequence<Int>) -> Bounds? {
    let box = vertices.reduce(into: Bounds()) {
      $0.extend(longitude: coordinates.longitude[$1], latitude: coordinates.latitude[$1])
    }
    return box.isEmpty ? nil : box
  }
}

extension Location {
  /// The file, the layer and the number of the feature alone.
  var ofRecord: Location { Location(file: file, layer: layer, record: record) }

  mutating func place(at vertex: Int?, of table: FeatureTable) {
    if let vertex { (longitude, latitude) = (table.coordinates.longitude[vertex], table.coordinates.latitude[vertex]) }
  }
}

extension Bounds {
  var exchanged: Bounds { Bounds(west: south, south: west, east: north, north: east) }

  /// The box, widened by its own size on each side.
  var tripled: Bounds {
    Bounds(
      west: 2 * west - east, south: 2 * south - north, east: 2 * east - west, north: 2 * north - south)
  }

  /// Whether the box lies wholly outside of one box, and inside of another with longitude and latitude exchanged.
  func isSwapped(outside outer: Bounds, inside inner: Bounds) -> Bool {
    !meets(outer) && inner.contains(exchanged)
  }
}
