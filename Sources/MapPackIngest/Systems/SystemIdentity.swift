import MapPackFeatures

/// The system of the EPSG registry that is meant by a definition whose datum name the registry does not know.
///
/// The projection with its parameters, the ellipsoid and the prime meridian identify the system: "OSGB 1936 / British
/// National Grid" on "D_OSGB_1936" is EPSG:27700. Of several that are alike, those are meant in whose area of use the
/// source lies. Only the datum is taken from the registry; the projection stays as the text has it.
enum SystemIdentity {
  /// One system of the registry. `words` is its code and name, `geographic` the EPSG code of the geographic system that
  /// it is based on.
  case found(words: String, geographic: Int)
  /// Several systems that match equally well, on different datums, which lie more than 2 m apart: the first of them, and
  /// how many there are in all.
  case several([String], count: Int)
  /// No system of the registry.
  case none

  /// How many systems a message lists.
  private static let named = 3

  init(_ candidates: Candidates) {
    let found = candidates.found
    guard let first = found.first else {
      self = .none
      return
    }
    self =
      candidates.areOne
      ? .found(words: first.words, geographic: first.base)
      : .several(found.prefix(Self.named).map(\.words), count: found.count)
  }

  /// A system of the registry that a definition may mean.
  fileprivate struct Candidate {
    var code: Int
    var name: String
    /// The EPSG code and the name of the geographic system that it is based on.
    var base: Int
    var baseName: String
    /// Whether that is on a datum within 2 m of WGS 84 (`GeodeticDatum`).
    var isOnWGS84: Bool

    var words: String { "EPSG:\(code) \(name)" }
  }

  /// The systems of the registry that a definition may mean, all of which match it equally well.
  struct Candidates {
    fileprivate private(set) var found: [Candidate] = []

    /// Looks up a projected or a geographic system by its definition.
    /// - Parameters:
    ///   - name: that in the source.
    ///   - datum: the name of the datum in the source.
    ///   - plain: the same system, whose degrees are called as in the registry.
    ///   - fits: whether a geographic system has the unit and the prime meridian of the one that `system` is based on.
    init(
      of system: ProjectionObject, name: String, datum: String, plain: () -> ProjectionObject?,
      fits: (ProjectionObject) -> Bool
    ) {
      let context = system.context
      // PROJ gives 60 and more if everything but the datum's name agrees.
      func isAlike(_ all: [(code: Int, confidence: Int)]) -> Bool { (all.first?.confidence ?? 0) >= 60 }
      var all = system.alike()
      if !isAlike(all), let plain = plain() { all = plain.alike() }
      guard isAlike(all), let best = all.first?.confidence else { return }
      for candidate in all where candidate.confidence == best {
        guard let registered = ProjectionObject(epsg: candidate.code, in: context),
          let base = registered.geodetic, let code = base.code, fits(base)
        else { continue }
        found.append(
          Candidate(
            code: candidate.code, name: registered.name, base: code, baseName: base.name,
            isOnWGS84: (GeodeticDatum(code: code) ?? base.datum.flatMap { GeodeticDatum(named: $0.name) }) != nil))
      }
      // Many geographic systems share one ellipsoid. If one of them has the name of the system, the name decides; else
      // the name of a geographic system in that of the system or of its datum.
      let names = [name, datum].map(SystemIdentity.reduced)
      let alike = found.filter { SystemIdentity.reduced($0.name) == names[0] }
      let named = found.filter { candidate in
        let base = SystemIdentity.reduced(candidate.baseName)
        return base.count > 2 && names.contains { $0.contains(base) }
      }
      if let chosen = [alike, named].first(where: { !$0.isEmpty }) { found = chosen }
    }

    /// Whether all of them mean the same places, within 2 m.
    var areOne: Bool {
      found.allSatisfy { $0.base == found.first?.base } || found.allSatisfy(\.isOnWGS84)
    }

    /// Leaves the systems that are used where a source lies, if there are any: those whose area of use holds it, else
    /// those whose area it meets. Those that are used for a small area come first.
    mutating func narrow(to extent: Bounds?, in context: ProjectionContext) {
      guard let extent else { return }
      let used = found.compactMap { candidate in
        ProjectionObject(epsg: candidate.code, in: context)?.areaOfUse.map { (candidate: candidate, area: $0) }
      }
      let holding = used.filter { $0.area.contains(extent) }
      let near = holding.isEmpty ? used.filter { $0.area.meets(extent) } : holding
      guard !near.isEmpty else { return }
      let ordered = near.sorted { ($0.area.size, $0.candidate.code) < ($1.area.size, $1.candidate.code) }
      found = ordered.map(\.candidate)
    }
  }

  /// A name as `GeodeticDatum` reduces it, and with years of two digits: `D_AGD_1984` is `agd84`.
  private static func reduced(_ name: String) -> String {
    GeodeticDatum.reduced(name).replacing(#/\d+/#) { digits in
      let isYear = digits.output.count == 4 && ["19", "20"].contains(digits.output.prefix(2))
      return isYear ? digits.output.suffix(2) : digits.output
    }
  }
}
