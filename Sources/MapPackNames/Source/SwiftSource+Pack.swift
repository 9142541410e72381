import MapPack
import MapPackFeatures

extension SwiftSource {
  /// The enum of a pack's map, for the build-tool plugin. It is byte for byte the source that was written by the run
  /// that made the pack, if that enum was public.
  ///
  /// - Precondition: the cases are those of the pack, by raw value from 1, as `Pack.cases()` has checked them.
  /// - Parameters:
  ///   - cases: what the pack says about the enum.
  ///   - resource: the pack's file name without its extension.
  package init(_ cases: PackCases, of pack: Pack, resource: String) {
    var groups: [String: String] = [:]
    for shape in pack.shapes { groups[shape.code] = shape.group }
    self.init(
      map: pack.mapName, lock: NameLock(cases, of: pack), identity: pack.identity, packResource: resource,
      attributions: Attribution.lines(of: pack.sources.map { Source($0, ofMap: pack.mapName) }), groups: groups,
      origin: cases.origin)
  }
}
