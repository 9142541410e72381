import Foundation
import MapValidation
import Testing

/// Half a unit of the cases, small enough that they fit on the globe, and a place of every noding grid.
private let unit = 45.0 / 512

/// The validity cases of JTS, where MAPPACK_CORPORA names a folder that has them.
private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"].map { URL(fileURLWithPath: $0) }

@Test(.enabled(if: corpora != nil))
func `the verdict and the reason are those of JTS on its own cases`() throws {
  let file = try #require(corpora).appendingPathComponent("validity-jts-xml/testxml/general/TestValid.xml")
  let text = try String(contentsOf: file, encoding: .utf8)
  var judged = 0
  for part in text.components(separatedBy: "<case>").dropFirst() {
    let description = try #require(part.between("<desc>", "</desc>"))
    let wkt = try #require(part.between("<a>", "</a>"))
    let isValid = try #require(part.between("<test>", "</test>")).contains("> true <")
    // No reader lets coordinates that are not finite pass, so a table has none.
    guard !wkt.contains("NaN"), let polygons = polygons(inWKT: wkt) else { continue }
    judged += 1
    let rules = Set(try structuralFindings(of: plainTable([polygons], unit: unit)).map(\.rule))
    #expect(rules.isEmpty == isValid, "\(description): \(rules)")
    guard !isValid else { continue }
    let reasons = [
      "(self-intersection)": ["self-intersection", "ring-self-intersection", "duplicate-rings"],
      "(too few distinct points)": ["too-few-points"],
      "(hole outside shell)": ["hole-outside-shell"],
      "(nested holes)": ["nested-holes"],
      "(nested shells)": ["nested-shells"],
      "(interior disconnected)": ["disconnected-interior"],
    ].filter { description.contains($0.key) }
    #expect(reasons.count == 1, "\(description)")
    #expect(reasons.allSatisfy { !rules.isDisjoint(with: $0.value) }, "\(description): \(rules)")
  }
  #expect(judged > 60)
}

@Test(.enabled(if: corpora != nil))
func `the verdict is that of JTS in its unit tests`() throws {
  struct Call: Decodable {
    var call: String
    var wkt: [String]
  }
  struct Case: Decodable {
    var test: String
    var calls: [Call]
  }
  let file = try #require(corpora).appendingPathComponent("validity-jts-coverage-src/wkt_cases.json")
  let cases = try JSONDecoder().decode([String: [Case]].self, from: Data(contentsOf: file))
  var judged = 0
  for example in try #require(cases["IsValidTest.java"]) {
    for call in example.calls where ["checkValid", "checkInvalid"].contains(call.call) {
      for wkt in call.wkt {
        guard let polygons = polygons(inWKT: wkt) else { continue }
        judged += 1
        let findings = try structuralFindings(of: plainTable([polygons], unit: unit))
        #expect(findings.isEmpty == (call.call == "checkValid"), "\(example.test): \(findings.map(\.rule))")
      }
    }
  }
  #expect(judged > 8)
}

/// The polygons of a POLYGON or MULTIPOLYGON in halves of its unit, empty ones left out; `nil` for anything else.
private func polygons(inWKT wkt: String) -> [PlainPolygon]? {
  let text = wkt.trimmingCharacters(in: .whitespacesAndNewlines)
  guard text.hasPrefix("POLYGON") || text.hasPrefix("MULTIPOLYGON") else { return nil }
  let ringDepth = text.hasPrefix("M") ? 3 : 2
  var depth = 0
  var polygons: [PlainPolygon] = []
  var rings: PlainPolygon = []
  var numbers = ""
  for character in text {
    switch character {
    case "(":
      depth += 1
      numbers = ""
    case ")":
      if depth == ringDepth {
        var ring = numbers.split(separator: ",").map { pair in
          let values = pair.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.map { Int(2 * $0) }
          return (values.first ?? 0, values.last ?? 0)
        }
        if let first = ring.first, let last = ring.last, first == last { ring.removeLast() }
        rings.append(ring)
      } else if depth == ringDepth - 1, !rings.isEmpty {
        polygons.append(rings)
        rings = []
      }
      depth -= 1
    default:
      numbers.append(character)
    }
  }
  return polygons
}

extension String {
  fileprivate func between(_ opening: String, _ closing: String) -> String? {
    guard let start = range(of: opening), let end = range(of: closing, range: start.upperBound..<endIndex) else {
      return nil
    }
    return String(self[start.upperBound..<end.lowerBound])
  }
}
