import MapFeatures

/// The fields that features of an IMDF archive get besides their own: what they say by reference, in the archive's
/// language.
package struct IMDFFields {
  struct Level {
    var ordinal = AttributeValue.null
    var name: String?
  }

  /// The id of a feature that has a shape.
  package static let id = "imdf.id"
  /// Its name in the archive's language, else in English, else in any; its category where it has none.
  package static let name = "imdf.name"
  /// The ordinal of the level that it lies on, and what that is called.
  package static let level = "imdf.level"
  package static let levelName = "imdf.level.name"
  static let all: Set = [id, name, level, levelName]

  private enum Role {
    case name(language: String)
    case category, level, ordinal
  }

  private let language: String?
  private let levels: [String: Level]
  /// By number of the fields.
  private var roles: [Role?] = []

  private var names: [String: String] = [:]
  private var category: String?
  private var place: Level?

  /// Throws where the archive's manifest or its levels cannot be read.
  init(_ archive: IMDFArchive) throws(StageError) {
    language = try archive.language()
    levels = try archive.levels(language: language)
  }

  /// A field of the layer, in the order of their numbers.
  mutating func add(_ name: String) {
    let role: Role? =
      switch name {
      case "category": .category
      case "level_id": .level
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
    case .level: place = levels[text]
    case .ordinal: place = Level(ordinal: value)
    }
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
    names.removeAll(keepingCapacity: true)
    category = nil
    place = nil
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
