import MapFeatures

/// What the features of one layer of an IMDF archive refer to in others, by ids.
struct IMDFReferences {
  struct Level {
    var ordinal = AttributeValue.null
    var name: String?

    /// - Parameter language: the archive's.
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

  /// Where an occupant is.
  struct Anchor {
    var longitude: Double
    var latitude: Double
    /// The id of the unit that it lies in.
    var unit: String?
  }

  var levels: [String: Level] = [:]
  /// The ids of levels by those of units.
  var levelOfUnit: [String: String] = [:]
  var anchors: [String: Anchor] = [:]
}
