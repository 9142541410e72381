import CPROJ

/// What the EPSG registry knows a system as whose datum bears a name that is not the registry's.
///
/// The projection with its parameters, the ellipsoid and the prime meridian say which it is: "OSGB 1936 / British
/// National Grid" on "D_OSGB_1936" is EPSG:27700. Only the datum is taken from the registry; the projection stays as the
/// text has it.
enum SystemIdentity {
  /// A system of the registry, called `words`, and the number of the geographic system that it rests on.
  case found(words: String, geographic: Int)
  /// Systems on different datums that fit equally well, the first of them; `count` with those that are not named.
  case several([String], count: Int)
  case none

  /// How many systems a message names.
  private static let named = 3

  /// Looks a system up by its content.
  ///
  /// - Parameters:
  ///   - system: a projected or a geographic one.
  ///   - name: what its text calls it.
  ///   - fits: whether a geographic system counts as that of `system` does: in the same unit, from the same meridian.
  /// - Complexity: O(systems of the registry on the same ellipsoid).
  init(
    of system: borrowing ProjectionObject, name: String, fits: (borrowing ProjectionObject) -> Bool
  ) {
    let context = system.context
    let all = system.alike()
    let best = all.first?.confidence ?? 0
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
    // Many geographic systems rest on one ellipsoid: there the name of the system decides.
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

  /// Lower-case letters and digits alone, without the beginning that Esri gives to geographic systems.
  private static func reduced(_ name: String) -> String {
    let text = name.hasPrefix("GCS_") ? String(name.dropFirst(4)) : name
    return text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
