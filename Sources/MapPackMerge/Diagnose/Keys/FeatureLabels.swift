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

extension FeatureTable {
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

  /// The box in degrees round some vertices; `nil` if there are none.
  func box(of vertices: some Sequence<Int>) -> DegreeBox? {
    DegreeBox(vertices.lazy.map { (longitude[$0], latitude[$0]) })
  }
}

extension Location {
  /// The file, the layer and the number of the feature alone.
  var ofRecord: Location { Location(file: file, layer: layer, record: record) }

  mutating func place(at vertex: Int?, of table: FeatureTable) {
    if let vertex { (longitude, latitude) = (table.longitude[vertex], table.latitude[vertex]) }
  }
}

/// The features and sources whose latitude seems to stand before their longitude, though both are in range.
///
/// The evidence is one of these:
/// - The coordinate system of the source belongs to a part of the world (`JGD2011`, `ETRS89`, …). A feature lies wholly
///   outside of that part, and inside of it with its coordinates exchanged.
/// - The core of a source is the box of the middle nine tenths of its features' boxes. A feature lies wholly outside of
///   the core, even if the core is widened by its own size on each side, and inside of the core with its coordinates
///   exchanged.
/// - One of several sources lies wholly outside of the box of the others, and inside of it with its coordinates
///   exchanged.
///
/// In a map of the world nothing lies outside, so nothing is found. A single source that is swapped as a whole is found
/// only by its coordinate system. Boxes do not wrap: a feature on both sides of ±180° is never found. What is found is
/// a warning; nothing is exchanged.
struct SwappedCoordinates {
  /// The swapped features, each with the evidence in words for the message.
  private(set) var features: [(feature: Int, words: String)] = []
  /// The indices of the sources that are swapped as a whole.
  private(set) var sources: [Int] = []

  /// - Complexity: O(n log n) for n features, and O(s²) for s sources.
  init(_ table: FeatureTable, boxes: [DegreeBox?]) {
    var featuresBySource = [[Int]](repeating: [], count: table.sources.count)
    for feature in boxes.indices where boxes[feature] != nil {
      featuresBySource[Int(table.source[feature])].append(feature)
    }
    let boxBySource = featuresBySource.map { $0.compactMap { boxes[$0] }.union }
    for (source, box) in boxBySource.enumerated() {
      guard let box else { continue }
      let others = boxBySource.enumerated().filter { $0.offset != source }.compactMap(\.element)
      if let around = others.union, box.isSwapped(outside: around, inside: around) {
        sources.append(source)
        continue
      }
      let area = Self.areaOfUse(of: table.sources[source].coordinateSystem)
      let core = Self.core(of: featuresBySource[source].compactMap { boxes[$0] })
      for feature in featuresBySource[source] {
        guard let box = boxes[feature] else { continue }
        if let area, box.isSwapped(outside: area, inside: area) {
          features.append((feature, "outside of the part of the world that the source's coordinate system is for"))
        } else if let core, box.isSwapped(outside: core.widened, inside: core) {
          features.append((feature, "far from the other features"))
        }
      }
    }
  }

  /// The box of the middle nine tenths of the boxes, along each axis; `nil` if there are fewer than eight.
  private static func core(of boxes: [DegreeBox]) -> DegreeBox? {
    guard boxes.count >= 8 else { return nil }
    let cut = max(1, boxes.count / 20)
    func middle(_ values: [Double]) -> ClosedRange<Double> {
      let sorted = values.sorted()
      return sorted[cut]...sorted[sorted.count - 1 - cut]
    }
    let west = middle(boxes.map(\.west))
    let east = middle(boxes.map(\.east))
    let south = middle(boxes.map(\.south))
    let north = middle(boxes.map(\.north))
    return DegreeBox(
      west: west.lowerBound, south: south.lowerBound, east: east.upperBound, north: north.upperBound)
  }

  /// The box, drawn generously, in which a coordinate system of a part of the world is used; `nil` if the system is not
  /// known to be one.
  /// Source: the areas of use in the EPSG registry.
  static func areaOfUse(of system: String?) -> DegreeBox? {
    guard let system else { return nil }
    return areas.first { system.contains($0.name) }?.box
  }

  private static let areas: [(name: String, box: DegreeBox)] = [
    ("JGD20", DegreeBox(west: 120, south: 15, east: 160, north: 50)),
    ("ETRS89", DegreeBox(west: -40, south: 24, east: 45, north: 85)),
    ("RGF93", DegreeBox(west: -12, south: 40, east: 12, north: 54)),
    ("KGD2002", DegreeBox(west: 120, south: 28, east: 136, north: 42)),
    ("Korea 2000", DegreeBox(west: 120, south: 28, east: 136, north: 42)),
  ]
}

extension DegreeBox {
  var exchanged: DegreeBox { DegreeBox(west: south, south: west, east: north, north: east) }

  /// The box, widened by its own size on each side.
  var widened: DegreeBox {
    DegreeBox(
      west: 2 * west - east, south: 2 * south - north, east: 2 * east - west, north: 2 * north - south)
  }

  func intersects(_ other: DegreeBox) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }

  func contains(_ other: DegreeBox) -> Bool {
    west <= other.west && other.east <= east && south <= other.south && other.north <= north
  }

  /// Whether the box lies wholly outside of one box, and inside of another with longitude and latitude exchanged.
  func isSwapped(outside outer: DegreeBox, inside inner: DegreeBox) -> Bool {
    !intersects(outer) && inner.contains(exchanged)
  }
}
