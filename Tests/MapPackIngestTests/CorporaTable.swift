import Foundation
import MapPackFeatures

@testable import MapPackIngest

/// What is known of one file of the corpora, or of one layer of an archive, if areas, lines or points are asked for: a line
/// of CorporaTable.tsv or CorporaLines.tsv. A file that needs a word of the user's has a line without and one with it.
///
/// Where `path` holds a star the line is about all files that it matches and no other line names.
struct CorporaRow: Equatable {
  /// What stands in the columns of a table.
  enum Layout: String, CaseIterable {
    case areas = "CorporaTable.tsv"
    /// Lines and points. Texts and systems are those of the areas' table, so that they are left out.
    case linesAndPoints = "CorporaLines.tsv"

    var columns: [String] {
      switch self {
      case .areas:
        [
          "path", "asked", "files", "outcome", "message", "records", "features", "polygons", "rings", "vertices",
          "fields", "encoding", "system", "findings", "sample", "texts", "GDAL features", "GDAL polygons",
          "GDAL vertices", "difference",
        ]
      case .linesAndPoints:
        [
          "path", "geometry", "asked", "outcome", "message", "records", "features", "polygons", "vertices", "findings",
          "GDAL features", "GDAL polygons", "GDAL vertices", "difference",
        ]
      }
    }

    var kinds: [GeometryKind] { self == .areas ? [.areas] : [.lines, .points] }
  }

  var path: String
  /// What is asked for.
  var kind = GeometryKind.areas
  /// What is said besides the path: `layer NAME`, `encoding NAME` or `crs NAME`; empty if nothing is.
  var asked = ""
  var files = 1
  /// `read`, or `refused` with the exit status.
  var outcome = "read"
  /// Of what is refused: how the message begins.
  var message = ""
  /// Of what is read: the entries of the ledger, and what the table holds.
  var records = 0
  var features = 0
  /// Of lines and points, which are polygons of one ring: how many there are of them.
  var polygons = 0
  var rings = 0
  var vertices = 0
  var fields = 0
  var encoding = ""
  /// How the words for the coordinate system begin.
  var system = ""
  /// Rules and how often they were met.
  var findings = ""
  /// One text out of the attributes, the first that is not ASCII if there is one.
  var sample = ""
  /// A checksum of the names of all fields and of all attributes as they are shown.
  var texts = ""
  /// What GDAL makes of it; `nil` if it was not asked.
  var gdal: GDALReading?
  /// Why GDAL's numbers are others, out of the words that the file explains; empty if they are not.
  var difference = ""

  enum GDALReading: Equatable {
    case refused
    /// Closing vertices are not counted.
    case read(features: Int, polygons: Int, vertices: Int)
  }

  init(path: String, kind: GeometryKind = .areas, asked: String = "") {
    self.path = path
    self.kind = kind
    self.asked = asked
  }

  /// A line of a file; `nil` if it is none.
  init?(line: Substring, layout: Layout) {
    let texts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard texts.count == layout.columns.count else { return nil }
    let cells = Dictionary(zip(layout.columns, texts), uniquingKeysWith: { $1 })
    func text(_ column: String) -> String { cells[column] ?? "" }
    func number(_ column: String) -> Int { Int(text(column)) ?? 0 }
    guard let kind = layout == .areas ? .areas : GeometryKind(rawValue: text("geometry")) else { return nil }
    self.init(path: text("path"), kind: kind, asked: text("asked"))
    if layout == .areas { files = number("files") }
    (outcome, message) = (text("outcome"), text("message"))
    (records, features, polygons) = (number("records"), number("features"), number("polygons"))
    (rings, vertices, fields) = (number("rings"), number("vertices"), number("fields"))
    (encoding, system, findings) = (text("encoding"), text("system"), text("findings"))
    (sample, self.texts) = (text("sample"), text("texts"))
    if let features = Int(text("GDAL features")) {
      gdal = .read(features: features, polygons: number("GDAL polygons"), vertices: number("GDAL vertices"))
    } else if text("GDAL features") == "refused" {
      gdal = .refused
    }
    difference = text("difference")
  }

  /// The row as it stands in a file.
  func line(_ layout: Layout) -> String { layout.columns.map(cell).joined(separator: "\t") }

  private func cell(_ column: String) -> String {
    func count(_ number: Int) -> String { outcome == "read" ? String(number) : "" }
    return switch column {
    case "path": path
    case "geometry": kind.rawValue
    case "asked": asked
    case "files": String(files)
    case "outcome": outcome
    case "message": message
    case "records": count(records)
    case "features": count(features)
    case "polygons": count(polygons)
    case "rings": count(rings)
    case "vertices": count(vertices)
    case "fields": count(fields)
    case "encoding": encoding
    case "system": system
    case "findings": findings
    case "sample": sample
    case "texts": texts
    case "difference": difference
    default: gdalCell(column)
    }
  }

  private func gdalCell(_ column: String) -> String {
    switch (gdal, column) {
    case (.refused, "GDAL features"): "refused"
    case (.read(let features, _, _), "GDAL features"): String(features)
    case (.read(_, let polygons, _), "GDAL polygons"): String(polygons)
    case (.read(_, _, let vertices), "GDAL vertices"): String(vertices)
    default: ""
    }
  }

  /// What is said besides the path, by its kind.
  func word(_ kind: String) -> String? { asked.hasPrefix(kind + " ") ? String(asked.dropFirst(kind.count + 1)) : nil }

  /// Reads the file in the folder `root`. Throws what `ingest` throws.
  func read(in root: String) throws(StageError) -> FeatureTable {
    try ingest(
      root + "/" + path, layer: word("layer"), encoding: word("encoding"), system: word("crs"), kind: kind)
  }

  /// Fills in what a table says; only of areas what is the same whatever is asked for.
  mutating func take(_ table: FeatureTable) {
    records = table.ledger.entries.count
    features = table.featureCount
    polygons = table.polygonCount
    vertices = table.vertexCount
    let counts = Dictionary(table.findings.map { ($0.rule, $0.count) }, uniquingKeysWith: +)
    findings = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    guard kind == .areas else { return }
    rings = table.ringCount
    fields = table.fields.count
    encoding = table.sources.first?.encoding ?? ""
    system = table.sources.first?.coordinateSystem ?? ""
    let attributes = table.attributeTexts
    sample = Self.sample(attributes)
    texts = Self.checksum(table.fields + attributes)
  }

  /// Fills in why there is no table.
  mutating func take(_ error: StageError) {
    outcome = "refused \(error.status.rawValue)"
    message = error.message
  }

  /// How often a rule was met.
  func count(of rule: Rule) -> Int {
    for finding in findings.split(separator: ", ") where finding.hasPrefix("\(rule) ") {
      return Int(finding.dropFirst(rule.rawValue.count + 1)) ?? 0
    }
    return 0
  }

  /// Whether GDAL's numbers are those of the row, once what the ledger and the findings account for is added: rows
  /// marked as deleted, which GDAL passes over, and repeated vertices, which it keeps.
  var agreesWithGDAL: Bool {
    switch gdal {
    case nil: true
    case .refused: outcome != "read"
    case .read(let features, let polygons, let vertices):
      outcome == "read" && features == records - count(of: .rowDeleted) && polygons == self.polygons
        && vertices == self.vertices + count(of: .repeatedVertex)
    }
  }

  private static func sample(_ texts: [String]) -> String {
    let short = texts.lazy.filter { text in
      text.count <= 30 && text.contains(where: \.isLetter) && !text.contains { $0.isNewline || $0 == "\t" || $0 == "<" }
    }
    return short.first { !$0.allSatisfy(\.isASCII) } ?? short.first ?? ""
  }

  /// FNV-1a, 32 bits.
  private static func checksum(_ texts: [String]) -> String {
    var sum: UInt32 = 0x811C_9DC5
    for text in texts {
      for byte in text.utf8 { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
      sum = (sum ^ 0xFF) &* 0x0100_0193
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension FeatureTable {
  /// All attributes as they are shown, feature by feature; an empty text for null.
  var attributeTexts: [String] {
    (0..<featureCount).flatMap { feature in values.map { $0[feature].displayText ?? "" } }
  }
}
