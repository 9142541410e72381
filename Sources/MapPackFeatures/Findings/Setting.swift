/// Something that can be set for a map, and that advice may name. The raw value is its key in the pipeline file, with
/// the keys above it: `merge.key`.
package enum Setting: String, CaseIterable, Codable, Hashable, Sendable {
  case layer = "sources.layer"
  case encoding = "sources.encoding"
  case coordinateSystem = "sources.crs"
  case closedLines = "sources.closedLines"
  case geometry, drop
  case cleaning = "clean.mode"
  case snap = "clean.snap"
  case gaps = "clean.fillGaps"
  case key = "merge.key"
  case keyless = "merge.keyless"
  case tableEncoding = "join.encoding"
  case grid = "simplify.grid"
  case tolerance = "simplify.tolerance"
  case keep = "simplify.keep"
  case size = "simplify.size"
  case minimumIsland = "simplify.minimumIsland"

  /// The flag of stage commands; `nil` if no command has one.
  package var flag: String? {
    switch self {
    case .layer: "--layer"
    case .encoding: "--encoding"
    case .coordinateSystem: "--crs"
    case .closedLines: "--closed-lines"
    case .geometry: "--geometry"
    case .drop: "--drop"
    case .cleaning: "--clean"
    case .snap: "--snap"
    case .gaps: "--fill-gaps"
    case .key: "--key"
    case .grid: "--grid"
    case .tolerance: "--tolerance"
    case .keep: "--keep"
    case .size: "--size"
    case .minimumIsland: "--minimum-island"
    case .keyless, .tableEncoding: nil
    }
  }

  /// The key as text names it: keys of a source and of a table stand alone.
  private var shownKey: String {
    switch self {
    case .layer, .encoding, .coordinateSystem, .closedLines, .tableEncoding:
      rawValue.split(separator: ".").last.map(String.init) ?? rawValue
    default: rawValue
    }
  }

  /// The setting in a pipeline file: `merge.key`, `crs: EPSG:6677`, `clean: { snap: 5 m }`. The value of a filter is
  /// written as in its flag: record=88, or record=88,89 for several.
  func inFile(_ value: String?) -> String {
    guard let value else { return "`\(shownKey)`" }
    if self == .drop, let end = value.firstIndex(of: "=") {
      let isNumber = value[..<end] == ImpliedField.record.rawValue
      let values = value[end...].dropFirst().split(separator: ",").map { value in
        isNumber ? String(value) : YAMLText.plainOrQuoted(String(value))
      }
      let list = values.joined(separator: ", ")
      return "`drop: { \(YAMLText.plainOrQuoted(String(value[..<end]))): \(values.count > 1 ? "[\(list)]" : list) }`"
    }
    let steps = shownKey.split(separator: ".")
    let written = "\(steps.last ?? ""): \(YAMLText.plainOrQuoted(value))"
    return steps.count == 1 ? "`\(written)`" : "`\(steps[0]): { \(written) }`"
  }

  /// The setting as a flag of a command: `--key`, `--snap '5 m'`. A setting without a flag is written as in a file.
  func onCommandLine(_ value: String?) -> String {
    guard let flag else { return inFile(value) }
    if self == .drop, let value, let end = value.firstIndex(of: "=") {
      return value[end...].dropFirst().split(separator: ",")
        .map { "\(flag) \(ShellText.word("\(value[..<end])=\($0)"))" }.joined(separator: " ")
    }
    return flag + (value.map { " " + ShellText.word($0) } ?? "")
  }
}
