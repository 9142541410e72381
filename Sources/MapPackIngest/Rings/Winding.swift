/// The direction in which a format wants shells to run, with x to the east and y to the north. Holes run the other way.
/// A reader states it for its format; `FeatureTableBuilder` makes a finding of a ring that runs otherwise, and turns
/// each ring as the table promises.
package enum Winding: Sendable {
  /// The rule of Shapefiles.
  case clockwise
  /// The rule of GeoJSON.
  case counterClockwise
  /// The format has no rule: KML, TopoJSON, GPX.
  case free
}
