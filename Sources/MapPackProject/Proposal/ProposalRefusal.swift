import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackIngest
import MapPackMerge

package enum ProposalRefusal {
  /// The error for features that cannot be kept with their shapes. Without them it would be another map. A feature that
  /// has lost a part of too few vertices is kept.
  package static func unsound(_ table: FeatureTable) -> StageError? {
    let short = Set(table.ledger.entries.filter { $0.outcome == .dropped(rule: .tooFewPoints) }.map(\.record))
    let nothing = Set(nothing(in: table))
    let faults = table.findings.filter { finding in
      finding.rule.isFault && (finding.rule != .tooFewPoints || finding.record.map(short.contains) ?? true)
        && !(finding.record.map(nothing.contains) ?? false)
    }
    guard let first = faults.first else { return nil }
    var error = StageError(first, status: .unreadableData)
    error.kind = table.kind
    var named: Set<String> = []
    let others = faults.map(Self.feature).filter { named.insert($0).inserted }.dropFirst()
    if !others.isEmpty {
      // Beyond the faults that are listed one by one, a finding counts for several.
      let isAll = others.count <= Self.named && faults.allSatisfy { $0.count == 1 }
      error.message +=
        " (further faults: \(others.prefix(Self.named).joined(separator: ", "))"
        + (isAll ? ")" : " and more: mappack validate lists them)")
    }
    let projected = faults.filter { $0.rule == .projectedCoordinates }
    if first.rule == .projectedCoordinates {
      let points = projected.compactMap { fault in
        fault.longitude.flatMap { x in fault.latitude.map { (x: x, y: $0) } }
      }
      let lines = SystemCandidates.lines(for: points, of: table)
      if !lines.isEmpty {
        error.remedy =
          "name the system that they are in with \(.coordinateSystem). These fit:\n  \(lines.joined(separator: "\n  "))"
      }
    }
    return error
  }

  /// The numbers of features of a single file that have no shape but a fault, no text and no code: rests of an edit.
  package static func nothing(in table: FeatureTable) -> [Int] {
    guard table.sources.count == 1 else { return [] }
    let telling = table.fields.indices.filter { field in
      let words = FieldWords(table.fields[field])
      return words.role != .other && !words.isVolatile
    }
    let faulty = Set(table.findings.filter { $0.rule == .tooFewPoints }.compactMap(\.record))
    return (0..<table.featureCount).filter { feature in
      faulty.contains(Int(table.record[feature])) && table.polygons(of: feature).isEmpty
        && telling.allSatisfy { table.values[$0][feature].displayText == nil }
        && !table.values.contains {
          if case .text(let text) = $0[feature] { !text.trimmingWhitespace.isEmpty } else { false }
        }
    }.map { Int(table.record[$0]) }
  }

  private static let named = 12

  private static func feature(of finding: Finding) -> String {
    let record = finding.record.map { "record \($0)" }
    return [finding.label, record].compactMap(\.self).joined(separator: ", ")
  }

  /// The error if no feature with a shape is selected. It says why if a cause is known.
  static func withoutShape(_ table: FeatureTable) -> StageError {
    if let error = unsound(table) { return error }
    let part = table.kind.part
    let causes: [Rule] = [.networkLink, .notAPolygon, .notALine, .notAPoint, .positionLeftOut, .noGeometry]
    let findings = causes.lazy.map { rule in table.findings.filter { $0.rule == rule } }
    if let found = findings.first(where: { !$0.isEmpty }), let cause = found.first {
      let others = cause.rule == .notAPolygon || cause.rule == .notALine || cause.rule == .notAPoint
      let count = found.reduce(0) { $0 + $1.count }
      return StageError(
        .findings, file: cause.file,
        "there is no feature with a \(part): \(cause.message)" + (count == 1 ? "" : " (\(count) in all)"),
        remedy: others ? "leave out \(.geometry), or name what the source has" : cause.remedy)
    }
    return StageError(
      .findings, file: table.sources.first?.path,
      table.featureCount == 0
        ? "there is no feature with a \(part): the source has no feature that can be read"
        : "there is no feature with a \(part)",
      remedy: "name a source with areas, lines or points")
  }
}
