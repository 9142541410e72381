import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackNames

/// Says whether a code of `--retire` or of a change table is a region's or a group's, if both maps have it.
package struct MapOfCodes {
  private let map: String
  /// `nil` if the groups are no map of their own.
  private let groups: String?
  private let ofMap: Set<String>
  private let ofGroups: Set<String>

  /// The codes that both maps have published.
  package var shared: Set<String> { ofMap.intersection(ofGroups) }

  package init(map: String, lock: NameLock?, groups: String?, groupLock: NameLock?) {
    (self.map, self.groups) = (map, groups)
    ofMap = Set(lock?.regions.map(\.code) ?? [])
    ofGroups = Set(groupLock?.regions.map(\.code) ?? [])
  }

  /// The codes to retire of each map. A code that no map has is the map's, which refuses it.
  ///
  /// - Parameter words: codes as they were given, each with its map and a colon before it or without.
  /// - Throws: `usage` if both maps have a code and its map is not said.
  package func retired(_ words: [String]) throws(StageError) -> (ofMap: [String], ofGroups: [String]) {
    var retired: (ofMap: [String], ofGroups: [String]) = ([], [])
    for word in words {
      if shared.contains(word) {
        throw StageError(
          .usage, "the code \(word) is that of a region of \(map) and of a group, in \(groups ?? "")",
          remedy:
            "write --retire \(ShellText.word("\(map):\(word)")) or --retire \(ShellText.word("\(groups ?? ""):\(word)"))"
        )
      } else if ofMap.contains(word) {
        retired.ofMap.append(word)
      } else if ofGroups.contains(word) {
        retired.ofGroups.append(word)
      } else if let groups, word.hasPrefix(groups + ":") {
        retired.ofGroups.append(String(word.dropFirst(groups.count + 1)))
      } else {
        retired.ofMap.append(word.hasPrefix(map + ":") ? String(word.dropFirst(map.count + 1)) : word)
      }
    }
    return retired
  }

  /// Reads the changes of each map from a change table. One that names no map belongs to each, unless it has a code that both have. Then it is
  /// about the only map that has another of its codes.
  ///
  /// - Parameter table: the path of the change table, for messages.
  /// - Throws: what `ChangeTable` throws; `unreadableData` if nothing says which map a change with a code of both is about.
  package func changes(
    at location: String, called table: String
  ) throws(StageError) -> (ofMap: [MapChange], ofGroups: [MapChange]) {
    let data = try FileReading.contents(of: location, called: table, remedy: "correct `changes`")
    var result: (ofMap: [MapChange], ofGroups: [MapChange]) = ([], [])
    let shared = shared
    for change in try ChangeTable.changes(in: try tableText(data, file: table).text, file: table) {
      var (isOfMap, isOfGroups) = (change.isAbout(map), groups.map(change.isAbout) ?? false)
      let codes = Set(change.from + change.to)
      if change.map.isEmpty, let code = codes.intersection(shared).sortedByBytes.first {
        isOfMap = !ofMap.subtracting(shared).isDisjoint(with: codes)
        isOfGroups = !ofGroups.subtracting(shared).isDisjoint(with: codes)
        guard isOfMap != isOfGroups else {
          throw StageError(
            .unreadableData, file: table,
            "the row “\(change.row)” has the code \(code), which a region of \(map) and a group, in \(groups ?? ""), have",
            remedy: "add a column `map` to the table, and write \(map) or \(groups ?? "") into this row")
        }
      }
      if isOfMap { result.ofMap.append(change) }
      if isOfGroups { result.ofGroups.append(change) }
    }
    return result
  }
}

extension MapChange {
  /// Whether the change may be about a map. Capitals make no difference, as no two maps differ in them alone.
  fileprivate func isAbout(_ map: String) -> Bool { self.map.isEmpty || self.map.lowercased() == map.lowercased() }
}
