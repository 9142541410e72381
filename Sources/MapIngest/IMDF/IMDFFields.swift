import MapFeatures

/// The fields that features of an IMDF archive get besides their own: what they say by reference, in the archive's
/// language.
package struct IMDFFields {
  /// The id of a feature that has a shape.
  package static let id = "imdf.id"
  /// Its name in the archive's language, else in English, else in any; its category where it has none.
  package static let name = "imdf.name"
  /// The ordinal of the level that it lies on, and what that is called.
  package static let level = "imdf.level"
  package static let levelName = "imdf.level.name"
  /// Where its name goes, by its display point.
  package static let labelLongitude = "imdf.label.longitude"
  package static let labelLatitude = "imdf.label.latitude"
  static let all: Set = [id, name, level, levelName, labelLongitude, labelLatitude]

  private enum Role {
    case name(language: String)
    case category, level, ordinal
    /// The id of a unit, or several in brackets.
    case unit
    case anchor
    case displayPoint
  }

  private let language: String?
  private let references: IMDFReferences
  /// By number of the fields.
  private var roles: [Role?] = []

  private var names: [String: String] = [:]
  private var category: String?
  private var place: IMDFReferences.Level?
  /// Where the feature at hand is anchored, if it has no shape of its own.
  private(set) var anchor: IMDFReferences.Anchor?
  private var label: (longitude: Double, latitude: Double)?

  /// Throws where the archive's manifest or its levels cannot be read.
  init(_ archive: IMDFArchive) throws(StageError) {
    language = try archive.language()
    references = try archive.references(language: language)
  }

  /// A field of the layer, in the order of their numbers.
  mutating func add(_ name: String) {
    let role: Role? =
      switch name {
      case "category": .category
      case "level_id": .level
      case "unit_id", "unit_ids": .unit
      case "anchor_id": .anchor
      case "display_point.coordinates": .displayPoint
      // A level's own.
      case "ordinal": .ordinal
      default: name.hasPrefix("name.") ? .name(language: String(name.dropFirst(5))) : nil
      }
    roles.append(role)
  }

  /// A value of the feature at hand.
  mutating func take(_ value: AttributeValue, ofField field: Int) {
    guard let role = roles[field], let text = value.displayText else { return }
    switch role {
    case .name(let language): names[language] = text
    case .category: category = text
    case .level: place = references.levels[text]
    case .ordinal: place = IMDFReferences.Level(ordinal: value)
    case .unit: takeUnit(text)
    case .anchor:
      anchor = references.anchors[text]
      if let unit = anchor?.unit { takeUnit(unit) }
    case .displayPoint:
      let numbers = text.split { " [],".contains($0) }.compactMap { Double($0) }
      if numbers.count >= 2 { label = (numbers[0], numbers[1]) }
    }
  }

  /// What lies in a unit lies on its level; of several units, on that of the first.
  private mutating func takeUnit(_ text: String) {
    guard place == nil, let first = text.split(whereSeparator: { " [],\"".contains($0) }).first,
      let level = references.levelOfUnit[String(first)]
    else { return }
    place = references.levels[level]
  }

  /// Sets the fields of the feature that was begun, and forgets it.
  mutating func finish(identifier: String?, in builder: inout FeatureTableBuilder) {
    func set(_ value: AttributeValue?, _ field: String) {
      if let value { builder.set(value, inColumn: builder.column(named: field)) }
    }
    set(identifier.map(AttributeValue.text), Self.id)
    set((Self.text(of: names, in: language) ?? category).map(AttributeValue.text), Self.name)
    set(place?.ordinal, Self.level)
    set(place?.name.map(AttributeValue.text), Self.levelName)
    set((label?.longitude).map(AttributeValue.real), Self.labelLongitude)
    set((label?.latitude).map(AttributeValue.real), Self.labelLatitude)
    names.removeAll(keepingCapacity: true)
    category = nil
    place = nil
    anchor = nil
    label = nil
  }

  /// The text in a language, as `ja` or `ja-JP`; else in English; else in the first by its tag.
  static func text(of texts: [String: String], in language: String?) -> String? {
    func main(_ tag: String) -> Substring { tag.lowercased().prefix { $0 != "-" } }
    func text(in wanted: String) -> String? {
      texts[wanted] ?? texts.filter { main($0.key) == main(wanted) }.min { $0.key < $1.key }?.value
    }
    return language.flatMap(text) ?? text(in: "en") ?? texts.min { $0.key < $1.key }?.value
  }
}
