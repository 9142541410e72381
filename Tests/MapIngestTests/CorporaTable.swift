import Foundation
import MapFeatures

@testable import MapIngest

/// What is known of one file of the corpora, or of one layer of an archive: a line of CorporaTable.tsv. A file that needs
/// a word of the user's has a line without and one with it.
///
/// Where `path` holds a star the line is about all files that it matches and no other line names.
struct CorporaRow: Equatable {
  static let columns = [
    "path", "asked", "files", "outcome", "message", "records", "features", "polygons", "rings", "vertices", "fields",
    "encoding", "system", "findings", "sample", "texts", "GDAL features", "GDAL polygons", "GDAL vertices",
    "difference",
  ]

  var path: String
  /// What is said besides the path: `layer NAME`, `encoding NAME` or `crs NAME`; empty where nothing is.
  var asked = ""
  var files = 1
  /// `read`, or `refused` with the exit status.
  var outcome = "read"
  /// Of what is refused: how the message begins.
  var message = ""
  /// Of what is read: the entries of the ledger, and what the table holds.
  var records = 0
  var features = 0
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
  /// What GDAL makes of it; `nil` where it was not asked.
  var gdal: GDALReading?
  /// Why GDAL's numbers are others, out of the words that the file explains; empty where they are not.
  var difference = ""

  enum GDALReading: Equatable {
    case refused
    /// Closing vertices are not counted.
    case read(features: Int, polygons: Int, vertices: Int)
  }

  init(path: String, asked: String = "") {
    self.path = path
    self.asked = asked
  }

  /// A line of the file; `nil` where it is none.
  init?(line: Substring) {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == Self.columns.count, let files = Int(cells[2]) else { return nil }
    let counts = cells[5...10].map { Int($0) ?? 0 }
    self.init(path: cells[0], asked: cells[1])
    self.files = files
    (outcome, message) = (cells[3], cells[4])
    (records, features, polygons) = (counts[0], counts[1], counts[2])
    (rings, vertices, fields) = (counts[3], counts[4], counts[5])
    (encoding, system, findings, sample, texts) = (cells[11], cells[12], cells[13], cells[14], cells[15])
    if let features = Int(cells[16]), let polygons = Int(cells[17]), let vertices = Int(cells[18]) {
      gdal = .read(features: features, polygons: polygons, vertices: vertices)
    } else if cells[16] == "refused" {
      gdal = .refused
    }
    difference = cells[19]
  }

  /// The row as it stands in the file.
  var line: String {
    let counts = [records, features, polygons, rings, vertices, fields].map { outcome == "read" ? String($0) : "" }
    var cells = [path, asked, "\(files)", outcome, message] + counts + [encoding, system, findings, sample, texts]
    switch gdal {
    case .read(let features, let polygons, let vertices): cells += ["\(features)", "\(polygons)", "\(vertices)"]
    case .refused: cells += ["refused", "", ""]
    case nil: cells += ["", "", ""]
    }
    cells.append(difference)
    return cells.joined(separator: "\t")
  }

  /// What is said besides the path, by its kind.
  func word(_ kind: String) -> String? { asked.hasPrefix(kind + " ") ? String(asked.dropFirst(kind.count + 1)) : nil }

  /// Reads the file in the folder `root`. Throws what `ingest` throws.
  func read(in root: String) throws(StageError) -> FeatureTable {
    try ingest(
      root + "/" + path, layer: word("layer"), encoding: word("encoding"), system: word("crs"))
  }

  /// Fills in what a table says.
  mutating func take(_ table: FeatureTable) {
    records = table.ledger.entries.count
    features = table.featureCount
    polygons = table.polygonCount
    rings = table.ringCount
    vertices = table.vertexCount
    fields = table.fields.count
    encoding = table.sources.first?.encoding ?? ""
    system = table.sources.first?.coordinateSystem ?? ""
    let counts = Dictionary(table.findings.map { ($0.rule, $0.count) }, uniquingKeysWith: +)
    findings = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
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
