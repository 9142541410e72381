/// What the regions of a map are. All regions of one map are of the same kind.
///
/// A pack says it by its sections: LINE for lines, PNTS for points, neither for areas. `PackStorage` reads it.
public enum RegionKind: Hashable, Sendable {
  /// Polygons: municipalities, countries, rooms.
  case areas
  /// Lines: railways, rivers, recorded routes.
  case lines
  /// Points: stations, entrances, summits.
  case points
}

extension Pack {
  /// What the regions are.
  public var kind: RegionKind { storage.kind }
}
