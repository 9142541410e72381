import MapFeatures

/// What `validate` found, sorted, and what it looked at.
///
/// The order is that of (file, record, code, polygon, ring, vertex, rule, place, message); what is missing comes first.
package struct ValidationReport: Sendable {
  /// What has been looked at.
  package struct Checked: Hashable, Sendable {
    package var features: Int
    package var polygons: Int
    package var vertices: Int

    package init(features: Int = 0, polygons: Int = 0, vertices: Int = 0) {
      self.features = features
      self.polygons = polygons
      self.vertices = vertices
    }

    package static func + (a: Checked, b: Checked) -> Checked {
      Checked(
        features: a.features + b.features, polygons: a.polygons + b.polygons, vertices: a.vertices + b.vertices)
    }
  }

  /// A finding with what identifies it from one edition of a file to the next.
  package struct Entry: Hashable, Sendable {
    package var finding: Finding
    package var fingerprint: String
  }

  package let entries: [Entry]
  package let checked: Checked

  package init(findings: [Finding], checked: Checked) {
    self.checked = checked
    var repetitions: [String: Int] = [:]
    entries = findings.sorted(by: Self.precedes).map { finding in
      let fingerprint = finding.fingerprint()
      let repetition = repetitions[fingerprint, default: 0]
      repetitions[fingerprint] = repetition + 1
      return Entry(
        finding: finding,
        fingerprint: repetition == 0 ? fingerprint : finding.fingerprint(repetition: repetition))
    }
  }

  package var findings: [Finding] { entries.map(\.finding) }

  /// The worst severity; `nil` where nothing was found.
  package var worst: Finding.Severity? { entries.map(\.finding.severity).max() }

  /// How many findings have a severity.
  package func count(of severity: Finding.Severity) -> Int {
    entries.count { $0.finding.severity == severity }
  }

  /// How many findings each rule has, by the rule's id.
  package var countsByRule: [(rule: String, count: Int)] {
    var counts: [String: Int] = [:]
    for entry in entries { counts[entry.finding.rule, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { (rule: $0.key, count: $0.value) }
  }

  private static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    // In the order of UTF-8 bytes, which no Unicode version changes.
    func order(_ a: String?, _ b: String?) -> Bool? {
      if a == b { return nil }
      guard let a else { return true }
      guard let b else { return false }
      return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
    func order<Value: Comparable>(_ a: Value?, _ b: Value?) -> Bool? {
      if a == b { return nil }
      guard let a else { return true }
      guard let b else { return false }
      return a < b
    }
    return order(a.file, b.file) ?? order(a.layer, b.layer) ?? order(a.record, b.record) ?? order(a.code, b.code)
      ?? order(a.polygon, b.polygon) ?? order(a.ring, b.ring) ?? order(a.vertex, b.vertex) ?? order(a.rule, b.rule)
      ?? order(a.longitude, b.longitude) ?? order(a.latitude, b.latitude) ?? order(a.message, b.message) ?? false
  }
}

extension ValidationReport.Checked {
  /// All of a table.
  package init(_ table: FeatureTable) {
    self.init(features: table.featureCount, polygons: table.polygonCount, vertices: table.vertexCount)
  }
}
