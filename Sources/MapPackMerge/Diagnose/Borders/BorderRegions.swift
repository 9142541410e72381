import MapPackFeatures

/// The regions whose borders `BorderFindings` judges. With a key, the features of one code are one region, and meetings
/// between them are not judged; a feature without a code has no region. Without a key, each feature is a region.
/// Regions are numbered in the order of their first features.
struct BorderRegions: Sendable {
  /// Per feature: its region, or −1 if it has none.
  private(set) var region: ContiguousArray<Int32> = []
  /// Per region: its first feature.
  private(set) var feature: [Int] = []

  /// - Parameter duplicates: features that are reported for having the shape of an earlier one. Without a key they are
  ///   no regions.
  init(_ labels: FeatureLabels, except duplicates: Set<Int>) {
    var indexByCode: [String: Int32] = [:]
    for (index, code) in labels.code.enumerated() {
      if labels.hasKey {
        guard let code else {
          region.append(-1)
          continue
        }
        let regionIndex = indexByCode[code] ?? Int32(feature.count)
        if indexByCode[code] == nil {
          indexByCode[code] = regionIndex
          feature.append(index)
        }
        region.append(regionIndex)
      } else if duplicates.contains(index) {
        region.append(-1)
      } else {
        region.append(Int32(feature.count))
        feature.append(index)
      }
    }
  }
}
