/// The fields that features of an IMDF archive have beside those of their file.
package enum IMDFField {
  /// The id of a feature that has a shape.
  package static let id = "imdf.id"
  /// The name in the language of the archive, else in English, else in any language; the category if the feature has no
  /// name.
  package static let name = "imdf.name"
  /// The ordinal of the level on which the feature lies.
  package static let level = "imdf.level"
  /// The name of that level.
  package static let levelName = "imdf.level.name"
  /// The longitude of the display point, at which the name goes, in degrees.
  package static let labelLongitude = "imdf.label.longitude"
  /// The latitude of the display point, in degrees.
  package static let labelLatitude = "imdf.label.latitude"
  package static let all: Set = [id, name, level, levelName, labelLongitude, labelLatitude]
}
