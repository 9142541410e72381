import MapPack
import MapPackCoverage
import MapPackFeatures

/// What an export tells of each region beside its shape: a table with a row for each region. A region without a value has
/// null.
///
/// The columns are `code`, `name`, `case` if the cases are known, `group` if the map has groups, and then the map's
/// attributes and its numbers in their order. `AttributeKeys` says what becomes of one whose name is taken.
struct RegionColumns {
  private enum Content {
    case code, name, caseName, group
    case text(String)
    case number(String)
  }

  /// What a region has in a column.
  enum Value {
    case none
    case text(String)
    case number(Double)
  }

  private let contents: [Content]
  /// The name of each column. No name stands twice.
  let keys: [String]
  private let regions: [Region]
  private let cases: [String]

  /// - Parameters:
  ///   - fields: the attributes of the map; `nil` if they are those of its regions.
  ///   - cases: those of the regions; empty if they are not told.
  ///   - reserved: names in lower case that columns must not have, whatever the case of their letters; `nil` if names
  ///     that differ in case are two.
  init(_ regions: [Region], fields: [String]?, cases: [String] = [], reserved: Set<String>? = nil) {
    var seen: Set<String> = []
    let fields = fields ?? regions.flatMap { $0.attributes.map(\.field) }.filter { seen.insert($0).inserted }
    var fixed: [(Content, String)] = [(.code, "code"), (.name, "name")]
    if !cases.isEmpty { fixed.append((.caseName, "case")) }
    if regions.contains(where: { $0.group != nil }) { fixed.append((.group, "group")) }
    let taken = Set(fixed.map(\.1)).union(reserved ?? [])
    let ignoresCase = reserved != nil
    let texts = AttributeKeys(fields, besides: taken, ignoresCase: ignoresCase).pairs
    let numbers = AttributeKeys(
      regions.numberNames, besides: taken.union(texts.map(\.key)), ignoresCase: ignoresCase
    ).pairs
    contents = fixed.map(\.0) + texts.map { .text($0.field) } + numbers.map { .number($0.field) }
    keys = fixed.map(\.1) + texts.map(\.key) + numbers.map(\.key)
    (self.regions, self.cases) = (regions, cases)
  }

  /// Whether a column has numbers only.
  func isNumber(_ column: Int) -> Bool { if case .number = contents[column] { true } else { false } }

  func value(_ column: Int, of index: Int) -> Value {
    let region = regions[index]
    func text(_ text: String?) -> Value {
      // A pack says with an empty text that there is none.
      if let text, !text.isEmpty { .text(text) } else { .none }
    }
    return switch contents[column] {
    case .code: .text(region.code)
    case .name: .text(region.name)
    case .caseName: text(cases[index])
    case .group: text(region.group)
    case .text(let field): text(region.attributes.first { $0.field == field }?.value)
    case .number(let name): region.number(name).map(Value.number) ?? .none
    }
  }

  /// The values of a region as an object of JSON.
  func append(_ region: Int, to json: inout JSONText) {
    json += "{"
    for (column, key) in keys.enumerated() {
      if column > 0 { json += "," }
      json += "\(key):"
      switch value(column, of: region) {
      case .none: json += "null"
      case .text(let text): json += "\(text)"
      case .number(let number): json += "\(number)"
      }
    }
    json += "}"
  }
}

extension Pack {
  /// The case of each region in the enum that was made with the pack; empty if it has none.
  var caseNames: [String] {
    guard let table = try? cases()?.regions else { return [] }
    return shapes.map { shape in
      let index = Int(shape.rawValue) - 1
      return table.indices.contains(index) ? table[index].caseName : ""
    }
  }
}
