import MapPack
import MapPackCoverage
import MapPackMerge

extension MapDifference {
  /// Finds what differs between two editions of a map of lines or of points: codes, names, numbers, and the lengths of
  /// lines or the counts of points. Nothing is regrouped.
  ///
  /// Regions with the same code are one region. Of the rest, two are one region with a new code if they alone have
  /// their name. Regions without a shape take no part.
  mutating func compareLines(_ old: Edition, _ new: Edition) {
    let match = RegionMatch(
      old.coverage, old.coverage.liveRegions, new.coverage, new.coverage.liveRegions,
      by: [{ $0.code.isEmpty ? nil : $0.code }, { $0.name.isEmpty ? nil : $0.name }]
    ) { _, _ in .same }
    let (before, after) = (old.coverage.lineMembers, new.coverage.lineMembers)
    addRegions((old, before), (new, after), match)
    resized = match.newByOld.enumerated().compactMap { region, other in
      guard let other, before[region].hasOtherSize(than: after[other]) else { return nil }
      return Renaming(old: before[region], new: after[other])
    }
  }
}

extension MapDifference.Member {
  /// Whether the numbers of points differ, or the lengths by more than a thousandth and a meter.
  fileprivate func hasOtherSize(than other: Self) -> Bool {
    let (length, another) = (length ?? 0, other.length ?? 0)
    return points != other.points || (length - another).magnitude > max(1, max(length, another) / 1000)
  }
}

extension Coverage {
  /// Its regions, with the length of their lines or the number of their points.
  fileprivate var lineMembers: [MapDifference.Member] {
    regions.enumerated().map { index, region in
      kind == .lines
        ? .init(region, length: (region.length ?? 0).roundedLength) : .init(region, points: polygons(of: index).count)
    }
  }
}
