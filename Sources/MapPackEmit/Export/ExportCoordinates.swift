/// The numbers of an export, as `mappack export --coordinates` names them. Pictures have their own.
package enum ExportCoordinates: String, Hashable, Sendable, CaseIterable {
  /// Longitude and latitude in degrees, with the digits that lead back to the grid point.
  case lonlat
  /// The coordinates of the map's lattice in cells from its origin. y grows to the south on the plane of Web Mercator,
  /// to the north in longitude and latitude.
  case grid
}
