import MapPackFeatures

/// The additional fields of features in an IMDF archive: what they say by reference, in the archive's language.
///
/// Announce each field of the layer once with `add(_:)`. For each feature, add its values with `take(_:ofField:)` and
/// call `finish(identifier:in:)`. Ids that lead nowhere give no field.
struct IMDFFields {
  private enum Role {
    case name(language: String)
    case category, level, ordinal
    /// The id of a unit, or several ids in brackets.
    case unit
    case anchor
    case displayPoint
  }

  private let language: String?
  private let references: IMDFReferences
  /// Per field, by its index: what it means; `nil` if it is of no use here.
  private var roles: [Role?] = []

  /// What the current feature says.
  private struct Current {
    var names: [String: String] = [:]
    var category: String?
    var level: IMDFReferences.Level?
    var anchor: IMDFReferences.Anchor?
    var label: (longitude: Double, latitude: Double)?
  }
  private var current = Current()

  /// The anchor of the current feature, if it refers to one.
  var anchor: IMDFReferences.Anchor? { current.anchor }

  init(_ archive: IMDFArchive) throws(StageError) {
    language = try archive.language()
    references = try archive.references(language: language)
  }

  mutating func add(_ name: String) {
    let role: Role? =
      switch name {
      case "category": .category
      case "level_id": .level
      case "unit_id", "unit_ids": .unit
      case "anchor_id": .anchor
      case "display_point.coordinates": .displayPoint
      // A level has it itself.
      case "ordinal": .ordinal
      default: name.hasPrefix("name.") ? .name(language: String(name.dropFirst(5))) : nil
      }
    roles.append(role)
  }

  /// Adds a value of the current feature; the field has been added.
  mutating func take(_ value: AttributeValue, ofField field: Int) {
    guard let role = roles[field], let text = value.displayText else { return }
    switch role {
    case .name(let language): current.names[language] = text
    case .category: current.category = text
    case .level: current.level = references.levels[text]
    case .ordinal: current.level = IMDFReferences.Level(ordinal: value)
    case .unit: takeUnit(text)
    case .anchor:
      current.anchor = references.anchors[text]
      if let unit = anchor?.unit { takeUnit(unit) }
    case .displayPoint:
      let numbers = text.split { " [],".contains($0) }.compactMap { Double($0) }
      if numbers.count >= 2 { current.label = (numbers[0], numbers[1]) }
    }
  }

  /// Sets the level to that of a unit, unless it is set. If there are several units, the first decides.
  private mutating func takeUnit(_ text: String) {
    guard current.level == nil, let first = text.split(whereSeparator: { " [],\"".contains($0) }).first,
      let level = references.levelOfUnit[String(first)]
    else { return }
    current.level = references.levels[level]
  }

  /// Sets the fields of the current feature of `builder`, and prepares for the next feature.
  /// - Parameter identifier: `nil` if the feature has none or no shape.
  mutating func finish(identifier: String?, in builder: inout FeatureTableBuilder) {
    func set(_ value: AttributeValue?, _ field: String) {
      if let value { builder.set(value, inColumn: builder.column(named: field)) }
    }
    set(identifier.map(AttributeValue.text), IMDFField.id)
    set((Self.text(of: current.names, in: language) ?? current.category).map(AttributeValue.text), IMDFField.name)
    set(current.level?.ordinal, IMDFField.level)
    set(current.level?.name.map(AttributeValue.text), IMDFField.levelName)
    set((current.label?.longitude).map(AttributeValue.real), IMDFField.labelLongitude)
    set((current.label?.latitude).map(AttributeValue.real), IMDFField.labelLatitude)
    current = Current()
  }

  /// The text in a language, such as `ja` or `ja-JP`; else the one in English; else the one whose language tag sorts
  /// first; `nil` if there is no text. A tag matches exactly, or else by its part before the first hyphen.
  static func text(of texts: [String: String], in language: String?) -> String? {
    func main(_ tag: String) -> Substring { tag.lowercased().prefix { $0 != "-" } }
    func text(in wanted: String) -> String? {
      texts[wanted] ?? texts.filter { main($0.key) == main(wanted) }.min { $0.key < $1.key }?.value
    }
    return language.flatMap(text) ?? text(in: "en") ?? texts.min { $0.key < $1.key }?.value
  }
}
