import MapFeatures
import MapPack

extension SwiftSource {
  /// The enum of a pack's map, for the build-tool plugin. It is byte for byte the source that was written by the run
  /// that made the pack, if that enum was public.
  ///
  /// - Precondition: the cases are those of the pack, by raw value from 1, as `Pack.cases()` has checked them.
  /// - Parameters:
  ///   - cases: what the pack says about the enum.
  ///   - resource: the pack's file name without its extension.
  package init(_ cases: PackCases, of pack: Pack, resource: String) {
    let shapes = Dictionary(pack.shapes.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
    var lock = NameLock()
    for (index, region) in cases.regions.enumerated() {
      // A pack has at most 65,535 slots.
      let rawValue = UInt16(index + 1)
      let shape = shapes[rawValue]
      lock.regions.append(
        NameLock.Entry(
          code: region.retired?.code ?? shape?.code ?? "", caseName: region.caseName, rawValue: rawValue,
          name: region.retired?.name ?? shape?.name ?? "", status: region.retired == nil ? .live : .retired,
          since: region.retired.flatMap { $0.since.isEmpty ? nil : $0.since }, former: region.former))
    }
    for (index, region) in cases.regions.enumerated() {
      lock.regions[index].successors = region.successors.map { lock.regions[Int($0) - 1].code }
    }
    var groups: [String: String] = [:]
    for shape in shapes.values { groups[shape.code] = shape.group }
    self.init(
      map: pack.mapName, lock: lock, identity: pack.identity, packResource: resource,
      attributions: Attribution.lines(of: pack.sources.map { Source($0, ofMap: pack.mapName) }), groups: groups,
      origin: cases.origin)
  }
}
