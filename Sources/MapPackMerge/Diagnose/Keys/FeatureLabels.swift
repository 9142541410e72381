import MapPackFeatures

/// The codes and names by which findings call the features of a table. All findings on a feature have the same ones.
/// `TableValidation` makes them first. Several features may have one code.
struct FeatureLabels: Sendable {
  /// Per feature: its code by the key; without a key its id, if it has one.
  let code: [String?]
  /// Per feature: its name; `nil` if it has none.
  let name: [String?]
  let hasKey: Bool
  /// Whether the names come from a template, and not from a field that looks like one with names.
  let namesAreAsked: Bool

  /// - Parameters:
  ///   - key: the template of the code.
  ///   - name: the template of the name; without it the names come from a field that looks like one with names, by
  ///     `NameField`.
  ///   - recode: codes to use instead of those that the key gives.
  /// - Throws: `StageError` (usage) if a template names a field that the table does not have.
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

  /// Fills in file, layer, record, code and name of the feature that a finding is about.
  func fill(_ finding: inout Finding, feature: Int, of table: FeatureTable) {
    let source = table.sources[Int(table.source[feature])]
    finding.file = source.path
    finding.layer = source.layer
    finding.record = Int(table.record[feature])
    finding.kind = table.kind
    finding.code = code[feature]
    finding.name = name[feature]
  }

  /// Gives the findings of a reader the codes and names that all other findings have.
  ///
  /// A reader labels a feature by what it has read of it so far.
  /// - Complexity: O(features + findings)
  func relabeled(_ findings: [Finding], of table: FeatureTable) -> [Finding] {
    struct Record: Hashable {
      var file: String
      var layer: String?
      var record: Int
    }
    guard findings.contains(where: { $0.record != nil }) else { return findings }
    var featureByRecord: [Record: Int] = [:]
    for feature in 0..<table.featureCount {
      let source = table.sources[Int(table.source[feature])]
      featureByRecord[Record(file: source.path, layer: source.layer, record: Int(table.record[feature]))] = feature
    }
    return findings.map { finding in
      guard let file = finding.file, let record = finding.record,
        let feature = featureByRecord[Record(file: file, layer: finding.layer, record: record)]
      else { return finding }
      var finding = finding
      finding.code = code[feature]
      finding.name = name[feature]
      return finding
    }
  }

  /// A finding about a feature, with the rule's severity and remedy.
  func finding(_ rule: Rule, of feature: Int, in table: FeatureTable, _ message: String) -> Finding {
    var finding = Finding(rule, message)
    finding.remedy = rule.remedy
    fill(&finding, feature: feature, of: table)
    return finding
  }
}

// What findings on a feature ask of its table.
extension FeatureTable {
  /// The index of a feature's first vertex; `nil` if it has no shape.
  func firstVertex(of feature: Int) -> Int? {
    let polygons = polygons(of: feature)
    return polygons.isEmpty ? nil : vertices(ofPolygon: polygons.lowerBound).lowerBound
  }

  func isWithoutShape(_ feature: Int) -> Bool { polygons(of: feature).isEmpty }

  /// The indices of a feature's vertices.
  func vertices(ofFeature feature: Int) -> Range<Int> {
    let rings = rings(ofAll: polygons(of: feature))
    return vertexStart[rings.lowerBound]..<vertexStart[rings.upperBound]
  }
}

extension Finding {
  /// Gives the finding the location of a vertex of a table, in degrees.
  mutating func point(at vertex: Int?, of table: FeatureTable) {
    guard let vertex else { return }
    location.longitude = table.longitude[vertex]
    location.latitude = table.latitude[vertex]
  }
}
