/// The numbers of an export.
package enum ExportCoordinates: String, Hashable, Sendable, CaseIterable {
  /// Longitude and latitude in degrees, with the digits that lead back to the grid point.
  case lonlat
  /// The coordinates of the map's lattice in cells from its origin. y grows to the south on the plane of Web Mercator,
  /// to the north in longitude and latitude.
  case grid
}
