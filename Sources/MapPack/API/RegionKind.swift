/// What the regions of a map are. All regions of one map are of the same kind.
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
