import MapFeatures

/// How a publisher gives its boundary files: which fields tell regions apart, which name them, what is no region.
///
/// A pipeline file names one by its id, `schema: n03`, and need not know the fields then.
struct SourceSchema: Sendable {
  /// A word for it: n03.
  var id: String
  /// What it is, for people.
  var title: String
  /// The forms in which it has been published, the more particular before the more general.
  var editions: [Edition]
  /// A field and the value of features that are no region's land.
  var excluded: (field: String, value: String)?
  /// Codes that end so are no region's.
  var excludedCodeEnding: String?
  /// Whether wards become part of their designated city.
  var mergesWards = false
  /// A field whose values lie above each other on the ground: a map has one of them.
  var layeredBy: (field: String, name: String)?
  /// What of its features regions are, if they are no areas.
  var geometry: GeometryKind?
  /// A field that says what a region is or whose, for its group.
  var group: String?
  /// How the fields begin whose values regions keep.
  var texts: [String] = []
  /// The fields with longitude and latitude of the place to which a region's name goes.
  var label: [String] = []
  /// Where all of it lies.
  var bounds: ExpectedBounds?
  var publisher: String?
  var license: String?
  /// What the publisher asks to be shown.
  var attribution: String?
  /// Why an app may not ship what is made of it, where that is so.
  var restriction: String?
  /// What the user should know, put into the pipeline file as a comment.
  var advice: String?

  /// One form, known by its fields.
  struct Edition: Sendable {
    var title: String
    /// All of them must be there, in whatever capitals.
    var fields: [String]
    /// Templates; of several the first whose fields are there is taken. Without any each feature is a region.
    var key: [String]
    var name: [String]
  }

  /// Whether some field tells regions apart; else each feature is one.
  var hasKey: Bool { editions.contains { !$0.key.isEmpty } }

  /// The first edition whose fields are all among these.
  func edition(of fields: some Collection<String>) -> Edition? {
    let lower = Set(fields.map { $0.lowercased() })
    return editions.first { $0.fields.allSatisfy { lower.contains($0.lowercased()) } }
  }

  /// The schema with this id. Throws `usage` where there is none.
  static func named(_ id: String) throws(StageError) -> SourceSchema {
    if let schema = known.first(where: { $0.id == id }) { return schema }
    let ids = known.map(\.id)
    throw StageError(
      .usage, "there is no schema “\(id)”",
      remedy: (nearestWord(to: id, in: ids).map { "did you mean \($0)? " } ?? "") + "the schemas are "
        + ids.joined(separator: ", "))
  }

  /// The first schema that knows these fields.
  static func matching(_ fields: some Collection<String>) -> SourceSchema? {
    known.first { $0.edition(of: fields) != nil }
  }
}

extension SourceSchema.Edition {
  /// The first of some templates whose fields are all there, in the spelling of the table.
  ///
  /// - Parameter spelling: a field's name as it is spelled, and whether it has a value anywhere; `nil` where it is not
  ///   there. The first field of a template has to have one.
  static func template(
    _ templates: [String], spelling: (String) -> (name: String, hasValue: Bool)?
  ) -> String? {
    for text in templates {
      guard let template = try? Template(text) else { continue }
      var spelled = ""
      var fields = 0
      var isWhole = true
      for piece in template.pieces {
        switch piece {
        case .literal(let literal): spelled += literal
        case .field(let name):
          fields += 1
          guard let found = spelling(name), found.hasValue || fields > 1 else {
            isWhole = false
            continue
          }
          spelled += template.pieces.count == 1 ? found.name : "{\(found.name)}"
        }
      }
      if isWhole { return spelled }
    }
    return nil
  }
}
