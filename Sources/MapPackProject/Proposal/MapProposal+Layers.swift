import MapPackFeatures

extension MapProposal {
  /// Proposes a map for each layer of a file, which is called after the map and the layer: NorgeKommune.
  ///
  /// If the keys of a layer are what a field of a layer with more regions has, and every feature has it, those regions are
  /// the groups of that map, with names from the layer.
  ///
  /// - Returns: the maps in the order of the layers, and why there is none of another layer.
  package static func ofLayers(
    _ readings: [Reading], of path: String, map: String
  ) -> (maps: [MapProposal], others: [(layer: String, map: String, why: String)]) {
    var maps: [(proposal: MapProposal, table: FeatureTable)] = []
    var others: [(layer: String, map: String, why: String)] = []
    for (table, layer) in readings {
      let layer = layer ?? ""
      let name = map + mapName(ofSource: path, layer: layer)
      do throws(StageError) {
        if let error = ProposalRefusal.unsound(table) { throw error }
        let proposal = try MapProposal(table, map: name, layer: layer)
        let why =
          proposal.key == nil
          ? "no field tells its features apart"
          : maps.contains { $0.proposal.map == name } ? "another layer has the name \(name)" : nil
        if let why { others.append((layer, name, why)) } else { maps.append((proposal, table)) }
      } catch {
        others.append((layer, name, error.message))
      }
    }
    // The coarsest come first. One that has groups itself stays a map.
    for finer in maps.map(\.proposal).sorted(by: { $0.count < $1.count }) {
      let coarser = maps.map(\.proposal).filter { $0.count > 1 && $0.count < finer.count && $0.groups == nil }
        .sorted { $0.count > $1.count }
      guard let index = maps.firstIndex(where: { $0.proposal.map == finer.map }),
        let found = coarser.lazy.compactMap({ groups(of: maps[index], like: $0) }).first
      else { continue }
      (maps[index].proposal.group, maps[index].proposal.groups) = found
      maps.removeAll { $0.proposal.map == found.groups.map }
    }
    return (maps.map(\.proposal), others)
  }

  /// The field by which regions of a map belong to those of a coarser one; `nil` if there is none.
  private static func groups(
    of finer: (proposal: MapProposal, table: FeatureTable), like coarser: MapProposal
  ) -> (field: String, groups: Groups)? {
    guard let key = coarser.key, let name = coarser.name, let layer = coarser.layer,
      ![key, name].contains(where: { $0.contains("{") })
    else { return nil }
    let fields = finer.table.fields.indices.map { FieldColumn(finer.table, $0, features: 0..<finer.table.featureCount) }
      .filter { $0.missing == 0 && $0.name != finer.proposal.key && Set($0.values) == coarser.codes }
    guard let field = fields.first(where: { $0.isNamed(key) }) ?? fields.first else { return nil }
    return (field.name, Groups(map: coarser.map, layer: layer, key: key, name: name))
  }
}
