/// A publisher's boundary files: which fields tell regions apart, which name them, and what is no region.
///
/// A pipeline file that names a schema by its id, `schema: n03`, need not name the fields.
package struct SourceSchema: Sendable {
  /// The word by which pipeline files name it: n03.
  package var id: String
  package var title: String
  /// The forms in which the files have been published, the more specific ones first.
  package var editions: [Edition]
  /// A field, and its value in features that are no region's land.
  package var excluded: (field: String, value: String)?
  /// The ending of codes that are no region's.
  package var excludedCodeEnding: String?
  /// Whether several features become a region, as small areas a municipality do. Else the key has to tell features
  /// apart about as well as their names do.
  package var mergesFeatures = false
  /// Whether wards become part of their designated city.
  package var mergesWards = false
  /// The field that tells the levels of a building apart, and the field with their names. Levels lie above each other,
  /// so a map has one of them.
  package var layeredBy: (field: String, name: String)?
  /// The geometry that its features have, if they are not areas.
  package var geometry: GeometryKind?
  /// The field that says what a region is or whose, which becomes its group.
  package var group: String?
  /// The beginnings of the names of fields whose values regions keep.
  package var texts: [String] = []
  /// The fields with longitude and latitude of the location of a region's name; empty if there are none.
  package var label: [String] = []
  package var bounds: Bounds?
  package var publisher: String?
  package var license: String?
  package var attribution: String?
  /// Why an app may not ship a map of the files; `nil` if nothing is known that forbids it.
  package var restriction: String?
  /// What the user should know. It becomes a comment in a new pipeline file.
  package var advice: String?

  /// A form of the files, recognized by its fields.
  package struct Edition: Sendable {
    package var title: String
    /// The fields that must all be there. Capitals make no difference, and # stands for a digit.
    package var fields: [String]
    /// Templates for codes, of which the first whose fields are there is used. If there are none, features are regions.
    package var key: [String]
    package var name: [String]
    /// The field that has the city of a ward, whose name the ward's begins with. Its other values, such as districts, are
    /// no part of a name. `nil` if names are whole.
    package var city: String?

    /// Without `key` it is the first field, and without `name` the second.
    init(_ title: String, _ fields: [String], key: [String]? = nil, name: [String]? = nil, city: String? = nil) {
      (self.title, self.fields, self.city) = (title, fields, city)
      self.key = key ?? Array(fields.prefix(1))
      self.name = name ?? Array(fields.dropFirst().prefix(1))
    }
  }

  /// The field that a schema adds to a table for a region's code. An empty text says that the feature is known to be no
  /// region's land; without a value, nothing is known.
  package static let codeField = "region.code"

  /// Whether fields tell regions apart; else each feature is a region.
  package var hasKey: Bool { editions.contains { !$0.key.isEmpty } }

  /// The first edition whose fields are all among some fields; `nil` if there is none.
  package func edition(of fields: some Collection<String>) -> Edition? {
    editions.first { edition in edition.fields.allSatisfy { name in fields.contains { Self.isField($0, name) } } }
  }

  /// Whether a field of a source is the one that a schema calls so.
  package static func isField(_ field: String, _ name: String) -> Bool {
    let (field, name) = (field.lowercased(), name.lowercased())
    guard name.contains("#") else { return field == name }
    return field.count == name.count && zip(field, name).allSatisfy { $1 == "#" ? $0.isNumber : $0 == $1 }
  }
}

extension FeatureTable {
  /// Whether a schema knows that a feature is no region's land.
  package func isNoRegion(_ feature: Int) -> Bool {
    fields.firstIndex(of: SourceSchema.codeField).map { values[$0][feature] == .text("") } ?? false
  }
}
