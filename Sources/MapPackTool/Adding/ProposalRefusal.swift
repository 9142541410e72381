import MapPackFeatures
import MapPackIngest

/// Why no map can be proposed of what was read. `init` and `preview` end with these errors before anything is written.
enum ProposalRefusal {
  /// The error for features that cannot be kept with their shapes; `nil` if there are none. `run` would end with the
  /// first of them, and a map without them is another one than that of the mended source.
  static func unsound(_ table: FeatureTable) -> StageError? {
    let faults = table.findings.filter(\.rule.isFault)
    guard let first = faults.first else { return nil }
    var error = StageError(.unreadableData, file: first.file, first.message, remedy: first.remedy)
    error.feature = first.name ?? first.code
    error.record = first.record
    error.kind = table.kind
    error.polygon = first.polygon
    error.ring = first.ring
    error.vertex = first.vertex
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
          "name the system that they are in, on the command line or as `crs` of the source in the pipeline file. These "
          + "fit:\n" + lines.map { "  \($0)" }.joined(separator: "\n")
      }
    }
    return error
  }

  /// How many unsound features are named beside the first.
  private static let named = 12

  private static func feature(of finding: Finding) -> String {
    let record = finding.record.map { "record \($0)" }
    return [finding.label, record].compactMap(\.self).joined(separator: ", ")
  }

  /// The error for features none of which has a shape, or of which none with a shape is selected. It says why, if the
  /// reading found a cause.
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
        remedy: others ? "leave out --geometry, or name what the source has" : cause.remedy)
    }
    return StageError(
      .findings, file: table.sources.first?.path,
      table.featureCount == 0
        ? "there is no feature with a \(part): the source has no feature that can be read"
        : "there is no feature with a \(part)",
      remedy: "name a source with areas, lines or points")
  }
}
