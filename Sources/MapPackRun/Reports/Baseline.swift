import Foundation
import MapPackFeatures
import MapPackFiles

/// The findings of an earlier run, which do not fail a later one.
package struct Baseline: Sendable {
  /// In the order of the file.
  package let entries: [ValidationReport.Entry]

  /// Reads a report in the form of `ValidationReport.json`. Each finding needs its rule, severity, message and
  /// fingerprint; the fingerprint alone decides whether a finding is known.
  ///
  /// - Throws: `unreadableData` if the text is no report, or has a rule or severity that this version does not know.
  package init(json: Data, file: String) throws(StageError) {
    guard !json.isEmpty else {
      throw StageError(
        .unreadableData, file: file, "the baseline is empty",
        remedy:
          "a shell empties a file that > names before the command starts: write the new one beside it, then move it")
    }
    do {
      entries = try JSONDecoder().decode(Report.self, from: json).findings.map(\.entry)
    } catch {
      throw StageError(
        .unreadableData, file: file, "this is not a baseline: " + Self.reason(error),
        remedy: "make one with mappack validate PATH… --format json")
    }
  }

  private struct Report: Decodable {
    var findings: [Row]
  }

  private struct Row: Decodable {
    var rule: Rule
    var severity: Finding.Severity
    var file: String?
    var layer: String?
    var code: String?
    var name: String?
    var record: Int?
    var polygon: Int?
    var ring: Int?
    var vertex: Int?
    var coordinates: [Double]?
    var message: String
    var remedy: Remedy?
    var fingerprint: String
    var count: Int?

    var entry: ValidationReport.Entry {
      let point = coordinates.flatMap { $0.count == 2 ? $0 : nil }
      let finding = Finding(
        rule, severity: severity,
        at: Location(
          file: file, layer: layer, code: code, name: name, record: record, polygon: polygon, ring: ring,
          vertex: vertex,
          longitude: point?[0], latitude: point?[1]),
        message, remedy: remedy, count: count ?? 1)
      return ValidationReport.Entry(finding, fingerprint: fingerprint, isKnown: true)
    }
  }

  /// The fault in words that are the same on every system, unlike those of Foundation.
  private static func reason(_ error: any Error) -> String {
    func words(_ path: [any CodingKey]) -> String {
      path.reduce("") { text, key in
        key.intValue.map { "\(text)[\($0)]" } ?? (text.isEmpty ? "" : text + ".") + key.stringValue
      }
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "`\(words(context.codingPath + [key]))` is missing"
    case DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty:
      return "it is not an object with `findings`"
    case DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context):
      return "`\(words(context.codingPath))` is not of its type"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "`\(words(context.codingPath))` is not one of its values"
    default:
      return "it is not JSON"
    }
  }
}

// If the identity changes, every finding is new to the baselines that users keep.
extension Finding {
  /// The identity of a finding from one edition of a file to the next, as sixteen hexadecimal digits.
  ///
  /// It is a hash of the rule, the file's name without folders, the layer, and one thing more. Digits in the two names
  /// count alike, because those of editions differ in them: N03-20240101_17.
  /// - If it is about a condition without effect: its message, which has the condition.
  /// - If the finding is about codes or names: the code, or the location if it has no code.
  /// - If it stands for several faults of reading, merging or simplifying: nothing, because its location is only that
  ///   of the first.
  /// - Otherwise: the location, rounded to a hundred-thousandth of a degree, or the code if it has no location. A fault
  ///   of reading without a location has neither.
  ///
  /// It does not depend on the order of features, nor on the record, which shifts with every feature before it.
  /// Findings that agree in all of this are numbered, so one more of them is one new finding.
  ///
  /// The hash tells findings apart. It is no protection against forgery.
  /// Source: G. Fowler, L. Noll, K.-P. Vo, the FNV hash, 64-bit variant 1a.
  /// - Parameter repetition: the number of earlier findings that agree in all of this.
  package func fingerprint(repetition: Int = 0) -> String {
    var parts = [rule.rawValue]
    parts += [location.file?.split(separator: "/").last.map(String.init), location.layer].map { name in
      String((name ?? "").map { $0.isNumber ? "#" : $0 })
    }
    if let identity { parts.append(identity) }
    if repetition > 0 { parts.append("#\(repetition)") }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hexadecimal(hash, digits: 16)
  }

  private var identity: String? {
    let code = location.code.map { "code " + $0 }
    var place: String?
    if let longitude = location.longitude, let latitude = location.latitude {
      place = "at \(Self.rounded(longitude)),\(Self.rounded(latitude))"
    }
    // What is named is not met by any feature, and so it is nowhere.
    if rule == .conditionWithoutEffect { return message }
    switch rule.explanation.subject {
    case .reading: return count > 1 ? nil : place
    case .merging, .simplifying: return count > 1 ? nil : place ?? code
    case .regions: return code ?? place
    case .features, .borders, .coverages, .naming, .exporting: return place ?? code
    }
  }

  /// Degrees in hundred-thousandths, limited to what an Int64 holds, because a broken file may have any number.
  private static func rounded(_ degrees: Double) -> Int64 {
    Int64(max(-1e17, min(1e17, (degrees * 100_000).rounded())))
  }
}
