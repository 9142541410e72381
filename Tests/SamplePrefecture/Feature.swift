/// A feature of the file: one polygon, with the attributes of its municipality.
struct Feature {
  /// 5 digits; `nil` if the land belongs to no municipality.
  var code: String?
  /// 郡; `nil` for a city.
  var district: String?
  var name: String
  /// The shell, counter-clockwise, then holes, clockwise; without closing points.
  var rings: [[Position]]
}
