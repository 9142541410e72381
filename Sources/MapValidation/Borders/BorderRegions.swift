import MapFeatures

/// The regions whose borders are judged: with a key the features of one code are one region, and how they lie to each
/// other is their own affair; without, each feature is a region.
struct BorderRegions: Sendable {
  /// Per feature: its region, or -1 where it is of none.
  private(set) var region: ContiguousArray<Int32> = []
  /// Per region: its first feature.
  private(set) var feature: [Int] = []

  /// - Parameter duplicates: features that have the shape of another, which are told of already; they are no regions.
  init(_ labels: FeatureLabels, except duplicates: Set<Int>) {
    var indexByCode: [String: Int32] = [:]
    for (index, code) in labels.code.enumerated() {
      if labels.hasKey {
        guard let code else {
          region.append(-1)
          continue
        }
        let number = indexByCode[code] ?? Int32(feature.count)
        if indexByCode[code] == nil {
          indexByCode[code] = number
          feature.append(index)
        }
        region.append(number)
      } else if duplicates.contains(index) {
        region.append(-1)
      } else {
        region.append(Int32(feature.count))
        feature.append(index)
      }
    }
  }
}
