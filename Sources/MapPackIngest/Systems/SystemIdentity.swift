import CMapPackPROJ

/// The system of the EPSG registry that is meant by a definition whose datum name the registry does not know.
///
/// `HorizontalSystem` looks it up. The projection with its parameters, the ellipsoid and the prime meridian identify
/// the system: "OSGB 1936 / British National Grid" on "D_OSGB_1936" is EPSG:27700. Only the datum is taken from the
/// registry; the projection stays as the text has it. `CoordinateTransformation` reports one system as a finding, and
/// several in its error if it knows no operation to WGS 84.
enum SystemIdentity {
  /// One system of the registry. `words` is its code and name, `geographic` the EPSG code of the geographic system that
  /// it is based on.
  case found(words: String, geographic: Int)
  /// Several systems that match equally well, on different datums, not all of which are within 2 m of WGS 84
  /// (`GeodeticDatum`): the first of them, and how many there are in all.
  case several([String], count: Int)
  /// No system of the registry.
  case none

  /// How many systems a message lists.
  private static let named = 3

  /// Looks up a system by its definition.
  /// - Parameters:
  ///   - system: a projected or a geographic system.
  ///   - name: its name in the source.
  ///   - fits: whether a geographic system has the unit and the prime meridian of the one that `system` is based on.
  /// - Complexity: O(n) for n systems of the registry on the same ellipsoid.
  init(
    of system: borrowing ProjectionObject, name: String, fits: (borrowing ProjectionObject) -> Bool
  ) {
    let context = system.context
    let all = system.alike()
    let best = all.first?.confidence ?? 0
    // PROJ gives 60 and more if everything but the datum's name agrees.
    guard best >= 60 else {
      self = .none
      return
    }
    var found: [(words: String, name: String, base: Int)] = []
    for candidate in all where candidate.confidence == best {
      guard let registered = ProjectionObject(epsg: candidate.code, in: context),
        let base = ProjectionObject(proj_crs_get_geodetic_crs(context.handle, registered.handle), in: context),
        let code = base.code, fits(base)
      else { continue }
      found.append(("EPSG:\(candidate.code) \(registered.name)", registered.name, code))
    }
    // Many geographic systems share one ellipsoid. If one of them has the name of the system, the name decides.
    let alike = found.filter { Self.reduced($0.name) == Self.reduced(name) }
    if !alike.isEmpty { found = alike }
    guard let first = found.first else {
      self = .none
      return
    }
    let isSettled =
      found.allSatisfy { $0.base == first.base } || found.allSatisfy { GeodeticDatum(code: $0.base) != nil }
    self =
      isSettled
      ? .found(words: first.words, geographic: first.base)
      : .several(found.prefix(Self.named).map(\.words), count: found.count)
  }

  /// A name in lower case, with letters and digits only, and without the `GCS_` that Esri puts in front of geographic
  /// systems.
  private static func reduced(_ name: String) -> String {
    let text = name.hasPrefix("GCS_") ? String(name.dropFirst(4)) : name
    return text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
