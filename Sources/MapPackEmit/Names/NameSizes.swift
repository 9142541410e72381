/// How large the names of regions are in a picture and on the page, in the picture's units and in pixels.
enum NameSizes {
  /// The sizes of regions whose largest part has at least an area as it is drawn. Smaller ones have no name.
  static let steps: [(area: Double, size: Double)] = [(24_000, 15), (7_000, 13), (2_500, 12), (170, 11)]
  /// Where there is no room for the size that the area asks for, names are smaller, step by step, down to this.
  private static let least = 10.0
  /// Characters as wide as high have more strokes.
  private static let leastOfWide = 11.0
  /// What is free between names.
  static let gap = 5.0
  /// If a field says how important regions are.
  private static let ranked = 10.0...19.0

  static func least(isWide: Bool) -> Double { isWide ? leastOfWide : least }

  /// The sizes of a name, the wanted one first.
  static func sizes(area: Double, isWide: Bool) -> [Double] {
    guard let wanted = steps.first(where: { area >= $0.area })?.size else { return [] }
    return (steps.map(\.size) + [least]).filter { (least(isWide: isWide)...wanted).contains($0) }
  }

  /// The size by a region's importance as a share of the most important one's. With the fourth root, a name is twice as
  /// large if its region is sixteen times as important.
  static func size(share: Double) -> Double {
    let span = ranked.upperBound - ranked.lowerBound
    return (ranked.lowerBound + span * max(0, share).squareRoot().squareRoot()).rounded()
  }

  /// The sizes that are tried if a field says how important regions are, the wanted one first.
  static func sizes(ranked wanted: Double) -> [Double] {
    [1, 0.85, 0.7, 0].map { max(wanted * $0, ranked.lowerBound).rounded() }
  }
}
