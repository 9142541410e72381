import MapPackFeatures

/// What the features of one layer of an IMDF archive refer to in other layers, by ids.
/// `IMDFArchive.references(language:)` fills it, and `IMDFFields` looks it up. An id may lead nowhere.
struct IMDFReferences {
  /// A level of the building.
  struct Level {
    /// Its number among the levels, as the source writes it; null if it has none.
    var ordinal = AttributeValue.null
    /// Its short name, else its name, in the language that was asked for; `nil` if it has none.
    var name: String?

    /// - Parameters:
    ///   - properties: the properties of the feature that describes the level.
    ///   - language: the language of the archive.
    init(_ properties: [String: AttributeValue], language: String?) {
      ordinal = properties["ordinal"] ?? .null
      name =
        IMDFFields.text(of: Self.texts("short_name.", properties), in: language)
        ?? IMDFFields.text(of: Self.texts("name.", properties), in: language)
    }

    init(ordinal: AttributeValue) { self.ordinal = ordinal }

    /// The texts of a property by their languages.
    private static func texts(_ prefix: String, _ properties: [String: AttributeValue]) -> [String: String] {
      var texts: [String: String] = [:]
      for (name, value) in properties where name.hasPrefix(prefix) {
        if let text = value.displayText { texts[String(name.dropFirst(prefix.count))] = text }
      }
      return texts
    }
  }

  /// The location of an occupant, in degrees.
  struct Anchor {
    var longitude: Double
    var latitude: Double
    /// The id of the unit in which it lies.
    var unit: String?
  }

  /// The levels, by their ids.
  var levels: [String: Level] = [:]
  /// The ids of levels, by the ids of the units on them.
  var levelOfUnit: [String: String] = [:]
  /// The anchors, by their ids.
  var anchors: [String: Anchor] = [:]
}
