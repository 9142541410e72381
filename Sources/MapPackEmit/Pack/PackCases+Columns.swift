import MapPack
import MapPackNames

/// The part of `PackCases`, the enum in a pack, that fills and writes it: `EmitStage` makes it of the name lock, and
/// `PackWriter` asks for its columns. `MapPack` reads them.
extension PackCases {
  /// The cases of the regions in a name lock, retired ones included. A successor whose code the lock does not have is
  /// left out.
  /// - Precondition: the regions of the lock have the raw values 1, 2, 3, … in their order.
  /// - Parameter origin: what made the map.
  package init(_ lock: NameLock, origin: String) {
    let rawValueByCode = Dictionary(
      lock.regions.map { ($0.code, $0.rawValue) }, uniquingKeysWith: { first, _ in first })
    self.init(
      origin: origin,
      regions: lock.regions.map { entry in
        var region = Region(caseName: entry.caseName)
        region.former = entry.former
        region.successors = entry.successors.compactMap { rawValueByCode[$0] }
        if entry.status == .retired {
          region.retired = Retired(code: entry.code, name: entry.name, since: entry.since ?? "")
        }
        return region
      })
  }

  /// The columns of section CASE.
  ///
  /// Source: Format.md, section CASE.
  /// - Parameter texts: the name and the code of the region with a raw value; `nil` if the pack has no such region.
  func columns(_ texts: (Int) -> (name: String, code: String)?) -> [PackColumn] {
    var spellings: [Int] = []
    var retired: [Int] = []
    var former: [Int] = []
    var divided: [Int] = []
    var successors: [Int] = []
    var inFull: [String] = []
    for (rawValue, region) in zip(1..., regions) {
      let spelling =
        texts(rawValue).flatMap { known in
          Spelling.allCases.first { $0.caseName(name: known.name, code: known.code) == region.caseName }
        } ?? .inFull
      if spelling == .inFull { inFull.append(region.caseName) }
      spellings.append(spelling.rawValue)
      if region.retired != nil { retired.append(rawValue) }
      former += region.former.map { _ in rawValue }
      divided += region.successors.map { _ in rawValue }
      successors += region.successors.map(Int.init)
    }
    let gone = regions.compactMap(\.retired).flatMap { [$0.code, $0.name, $0.since] }
    return [PackColumn(spellings), PackColumn(ascending: retired)]
      + PackColumn.texts([origin] + inFull + gone + regions.flatMap(\.former))
      + [PackColumn(former), PackColumn(divided), PackColumn(successors)]
  }
}
