import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackNames
import MapPackProject

/// Makes sure that each live code of a map still means the land, or the line or point, that it means in the committed pack.
///
/// Apps store codes. If a code were given to other land, the case and all stored codes would mean another region. So
/// this is an error. A region with another name, or with a border that moved, is still the same (`CodeEvidence`).
/// Where a region is too small beside the tolerance and the grid to tell, names tell that were exchanged.
///
/// Most regions have the same land, which the pack's figures tell: the published area, and the location of the label.
/// The other regions are overlaid with their old shapes. Only if the shapes differ by too much, the whole maps are
/// overlaid. Lines and points are compared by their boxes (`PlaceMatch`).
package struct LandCheck {
  private var output: MapOutput
  private var naming: NamingStage
  private var jobs: Int

  package init(_ output: MapOutput, _ naming: NamingStage, jobs: Int) {
    (self.output, self.naming, self.jobs) = (output, naming, jobs)
  }

  /// The findings if no code has changed its meaning, in the order of the codes.
  ///
  /// `land-moved` is for a region that lies elsewhere and is the same one by its name or by a change row.
  /// `land-unchecked` is for a map without a pack to compare with.
  ///
  /// There is nothing to find without a name lock, and for codes that the pack lacks. A pack that does not open, or
  /// that is another map's, leads to `land-unchecked`. One of this map before it was renamed is compared.
  ///
  /// - Throws: `findings` if a live code was given to other land, and no change row says that it means the same region.
  package func findings(of coverage: Coverage) throws(StageError) -> [Finding] {
    guard let lock = naming.lock else { return [] }
    let live = Set(lock.live.map(\.code))
    let regions = coverage.regions.indices.filter { live.contains(coverage.regions[$0].code) }
    guard !regions.isEmpty else { return [] }
    let pack: Pack
    do {
      pack = try OpenPack.verified(output.packPath)
    } catch {
      return [unchecked(regions.count, because: error.message)]
    }
    // A map that was renamed has the codes and raw values of its pack.
    guard pack.mapName == output.map || lock.identity(map: pack.mapName) == pack.identity else {
      return [unchecked(regions.count, because: "the one that is there is of the map \(pack.mapName)")]
    }
    guard GeometryKind(pack.kind) == coverage.kind else {
      return [unchecked(regions.count, because: "the one that is there is of \(pack.kind)")]
    }
    // The pack need not fit the lock exactly: the regions that both know are compared.
    let suspects = coverage.kind == .areas ? suspects(among: regions, coverage, pack) : regions
    guard !suspects.isEmpty else { return [] }
    let old = Coverage(pack)
    let indexByCode = Dictionary(
      old.regions.indices.map { (old.regions[$0].code, $0) }, uniquingKeysWith: { first, _ in first })
    let pairs = suspects.compactMap { region in
      indexByCode[coverage.regions[region].code].map { (old: $0, new: region) }
    }
    let names = ExchangedNames(old.regions, coverage.regions)
    guard coverage.kind == .areas else { return try judge(places: pairs, names, old, coverage) }
    let unlike = unlike(pairs, old, coverage)
    let isUnlike = Set(unlike.map(\.new))
    let exchanged = pairs.filter { !isUnlike.contains($0.new) && names.oldByNew[$0.new] != nil }
    guard !unlike.isEmpty || !exchanged.isEmpty else { return [] }
    return try judge(unlike, exchanged, names, old, coverage)
  }

  private func unchecked(_ count: Int, because reason: String) -> Finding {
    Finding(
      .landUnchecked, at: Location(file: output.pack),
      "whether \(Figures.counted(count, "code")) of the name lock still \(count == 1 ? "means" : "mean") the same "
        + "land was not checked, as there is no pack to compare with: \(reason)",
      remedy: "commit the pack with the name lock, or look at the map")
  }

  // MARK: Comparing figures

  /// The regions whose figures in the pack do not show that the land is the same.
  private func suspects(among regions: [Int], _ coverage: Coverage, _ pack: Pack) -> [Int] {
    lazy var extents = coverage.extents
    return regions.filter { region in
      guard let shape = pack.shape(code: coverage.regions[region].code) else { return false }
      let label = shape.labelPoint
      // The bounds may run past the world's eastern edge, and the label with them.
      let x = label.x < WebMercator.worldSize ? label.x : label.x - WebMercator.worldSize
      let isOnLabel = coverage.contains(
        longitude: WebMercator.longitude(x: x), latitude: WebMercator.latitude(y: label.y), region: region)
      let (before, now) = (shape.area, coverage.regions[region].area)
      let change = (now - before).magnitude
      guard isOnLabel, change <= Self.likeArea * before else { return true }
      // A pack stores areas with 24 bits of precision.
      if change <= Self.sameArea * before { return false }
      return !Self.isLike(extents[region], shape.bounds)
    }
  }

  /// The relative difference up to which two areas count as equal.
  private static let sameArea = 1e-6
  /// The relative difference up to which two areas are similar.
  private static let likeArea = 0.02
  /// How far the edges of similar bounds may be apart, as a share of the longer side.
  private static let likeBounds = 0.05

  private static func isLike(_ box: Bounds?, _ bounds: MapRect) -> Bool {
    guard let box else { return false }
    let edges = [
      WebMercator.x(longitude: box.west) - bounds.minX, WebMercator.x(longitude: box.east) - bounds.maxX,
      WebMercator.y(latitude: box.north) - bounds.minY, WebMercator.y(latitude: box.south) - bounds.maxY,
    ]
    let limit = likeBounds * max(bounds.width, bounds.height)
    return edges.allSatisfy { $0.magnitude <= limit }
  }

  /// The pairs whose common land is less than half of the larger region's land, and whose other land is wider than what
  /// rounding explains.
  ///
  /// In the other pairs, half of the land is the same, so another region cannot have three quarters of it; or the land
  /// is so small that the grid of the pack, or that of the overlay, decides what is left of it.
  private func unlike(
    _ pairs: [(old: Int, new: Int)], _ old: Coverage, _ new: Coverage
  ) -> [(old: Int, new: Int)] {
    let (before, after) = (old.shapes(of: pairs.map(\.old)), new.shapes(of: pairs.map(\.new)))
    guard let overlap = ShapeOverlap(before, after, jobs: jobs) else { return pairs }
    var common = [Double](repeating: 0, count: pairs.count)
    for shared in overlap.shared where shared.old == shared.new { common[shared.old] = shared.area }
    let unlike = pairs.indices.filter { 2 * common[$0] < max(overlap.old.area[$0], overlap.new.area[$0]) }
    guard !unlike.isEmpty else { return [] }
    // Rounding to a grid moves a vertex by up to a cell, and each map may have been rounded twice.
    let rounding = before.rounding + max(after.rounding, Coverage(plane: .lonlat(overlap.ground.grid)).rounding)
    let evidence = CodeEvidence(before, after, overlap, noise: rounding)
    return unlike.filter { !evidence.isWithinNoise($0, $0) }.map { pairs[$0] }
  }

  // MARK: Comparing whole maps

  /// `continuation` is the region that is the old one with a new code, `heir` the one that has most of the old one's
  /// land.
  private typealias Moved = (code: String, name: String, continuation: String?, heir: String?)

  /// - Parameter exchanged: pairs whose land does not tell that they are the same, and whose names tell that they are not.
  private func judge(
    _ pairs: [(old: Int, new: Int)], _ exchanged: [(old: Int, new: Int)], _ names: ExchangedNames, _ old: Coverage,
    _ new: Coverage
  ) throws(StageError) -> [Finding] {
    guard let overlap = ShapeOverlap(old, new, jobs: jobs) else { return [] }
    let noise = max(old.resolution + new.resolution, old.lineDetail + new.lineDetail)
    let match = RegionMatch(old, new, overlap, noise: noise)
    let history = ChangeHistory(naming.changes)
    let day = Self.day(of: old)
    var findings: [Finding] = []
    var moved: [Moved] = []
    for pair in pairs {
      let (before, after) = (old.regions[pair.old], new.regions[pair.new])
      let isMatched = match.newByOld[pair.old] == pair.new
      if isMatched, !match.matchedByName.contains(pair.old) { continue }
      if isMatched || history.keeps(after.code, after: day) {
        findings.append(Self.elsewhere(before, after, isMatched: isMatched))
        continue
      }
      let heir = overlap.shared.first { $0.old == pair.old && 2 * $0.area >= overlap.old.area[pair.old] }?.new
      let continuation = match.newByOld[pair.old]
      moved.append(
        (after.code, before.name, continuation.map { new.regions[$0].code }, heir.map { new.regions[$0].code }))
    }
    if let error = wholeMove(moved.count, old, new, overlap) { throw error }
    for pair in exchanged { note(pair, isSame: false, names, history, day, old, new, &moved, &findings) }
    guard moved.isEmpty else { throw error(moved, before: day, now: Self.day(of: new), "land") }
    return findings.sorted { ($0.location.code ?? "") < ($1.location.code ?? "") }
  }

  /// Judges lines and points.
  private func judge(
    places pairs: [(old: Int, new: Int)], _ names: ExchangedNames, _ old: Coverage, _ new: Coverage
  ) throws(StageError) -> [Finding] {
    let match = PlaceMatch(old, new)
    let history = ChangeHistory(naming.changes)
    let day = Self.day(of: old)
    var findings: [Finding] = []
    var moved: [Moved] = []
    for pair in pairs {
      switch match.verdict(pair.old, pair.new) {
      case .same: continue
      case .unclear where names.oldByNew[pair.new] == nil: continue
      case .elsewhere:
        let (before, after) = (old.regions[pair.old], new.regions[pair.new])
        let isSame = before.name == after.name && after.name != after.code
        note(pair, isSame: isSame, names, history, day, old, new, &moved, &findings)
      case .unclear, .taken: note(pair, isSame: false, names, history, day, old, new, &moved, &findings)
      }
    }
    guard moved.isEmpty else { throw error(moved, before: day, now: Self.day(of: new), "place") }
    return findings
  }

  /// Notes that a code is given to another region, unless a change row or its name says that it is the same.
  private func note(
    _ pair: (old: Int, new: Int), isSame: Bool, _ names: ExchangedNames, _ history: ChangeHistory, _ day: String?,
    _ old: Coverage, _ new: Coverage, _ moved: inout [Moved], _ findings: inout [Finding]
  ) {
    let (before, after) = (old.regions[pair.old], new.regions[pair.new])
    if isSame || history.keeps(after.code, after: day) {
      findings.append(Self.elsewhere(before, after, isMatched: isSame))
    } else {
      moved.append((after.code, before.name, names.newByOld[pair.old].map { new.regions[$0].code }, nil))
    }
  }

  /// The error if the map moved as a whole: most codes were given to other land, and the map has the bounds of the old
  /// one with longitude and latitude exchanged, or less than half of its land. No change row mends that.
  private func wholeMove(_ count: Int, _ old: Coverage, _ new: Coverage, _ overlap: ShapeOverlap) -> StageError? {
    guard count > 1, 2 * count > old.regions.count else { return nil }
    let (before, now) = (Self.extent(of: old), Self.extent(of: new))
    let isSwapped = before.isSwapped(now)
    let common = overlap.shared.reduce(0) { $0 + $1.area }
    guard isSwapped || 2 * common < overlap.old.area.reduce(0, +) else { return nil }
    let why =
      isSwapped ? "latitude seems to stand before longitude" : "it lies elsewhere, perhaps in another coordinate system"
    return StageError(
      .findings, file: output.pipeline.path,
      "the map moved as a whole: it lies at \(now.text), and in the pack of the last run at \(before.text); \(why)",
      remedy: isSwapped
        ? "write longitude first, in the source or in what made it"
        : "name the coordinate system of the source: `crs`")
  }

  private static func extent(of coverage: Coverage) -> Bounds {
    var extent = Bounds()
    for case let box? in coverage.extents { extent.extend(to: box) }
    return extent
  }

  private static func elsewhere(_ before: Region, _ after: Region, isMatched: Bool) -> Finding {
    Finding(
      .landMoved, at: Location(code: after.code, name: after.name),
      "the region lies elsewhere than in the pack of the last run; "
        + (isMatched ? "its name is the same" : "the changes say that \(before.name) is the same region"),
      remedy: "if it is another region, give it another code with `names.codes`")
  }

  /// The last day that the sources name as their editions; `nil` if one names none, or something else.
  private static func day(of coverage: Coverage) -> String? {
    let editions = coverage.sources.compactMap(\.edition).filter { !$0.isEmpty }
    return editions.allSatisfy(ChangeTable.isDay) ? editions.max() : nil
  }

  /// - Parameter place: what a code stands for: land, or a place.
  private func error(_ moved: [Moved], before: String?, now: String?, _ place: String) -> StageError {
    let list = moved.map { region in
      let name = region.name == region.code ? "" : " was \(region.name)"
      let heir = (region.continuation ?? region.heir).map {
        "\(name.isEmpty ? " had \(place)" : ", whose \(place)") that is now \($0)'s"
      }
      return region.code + name + (heir ?? "")
    }.joined(separator: "; ")
    let places = place == "land" ? place : "places"
    // The keys of `names.codes` are the codes in the data.
    let published = Dictionary(output.names.codes.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    var codes: [String] = []
    let returned = Set(moved.compactMap(\.continuation))
    for region in moved {
      if let code = region.continuation {
        codes.append("\(YAMLText.quoted(published[code] ?? code)): \(YAMLText.quoted(region.code))")
      }
      if !returned.contains(region.code) {
        codes.append("\(YAMLText.quoted(published[region.code] ?? region.code)): \"another code\"")
      }
    }
    // A row with a day that is not after the old edition's would not count.
    let day = now.flatMap { now in before.map { now > $0 } ?? true ? now : nil } ?? ""
    let rows = moved.map { naming.proposed(MapChange(date: day, kind: .rename, from: [$0.code], to: [$0.code])).row }
    return StageError(
      .findings, at: Location(file: output.lockPath),
      moved.count == 1
        ? "the data gives a live code to other \(places), and a stored code would change its meaning: \(list)"
        : "the data gives \(moved.count) live codes to other \(places), and stored codes would change their meaning: "
          + list,
      remedy: "give the regions their old codes back, and new regions codes of their own: "
        + "`names: { codes: { \(codes.joined(separator: ", ")) } }`; or, if a code still means the same region, add "
        + "\(rows.count == 1 ? "this row" : "these rows") to the change table (`changes`) after a look at "
        + "\(rows.count == 1 ? "it" : "them"):",
      rows: rows)
  }
}

/// The names that went from one region to another between two editions.
private struct ExchangedNames {
  /// Per new region that has the name of another old one: that one. Names that several regions have do not count.
  private(set) var oldByNew: [Int: Int] = [:]
  /// Per old region whose name another new one has: that one.
  private(set) var newByOld: [Int: Int] = [:]

  init(_ old: [Region], _ new: [Region]) {
    let (before, now) = (Self.indexByName(old), Self.indexByName(new))
    for case (let name, let after?) in now {
      guard case let previous?? = before[name], old[previous].code != new[after].code else { continue }
      oldByNew[after] = previous
      newByOld[previous] = after
    }
  }

  /// Per name: the region that alone has it; `nil` if several have. A name that is merely the code does not count.
  private static func indexByName(_ regions: [Region]) -> [String: Int?] {
    Dictionary(
      regions.indices.filter { regions[$0].name != regions[$0].code }.map { (regions[$0].name, $0) },
      uniquingKeysWith: { _, _ in nil })
  }
}
