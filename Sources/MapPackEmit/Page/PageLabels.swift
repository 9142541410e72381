/// The names of regions on the map, and where they may stand: `RegionNames` as the page is sent it.
struct PageLabels: Encodable {
  /// The least area of a region's largest part in square pixels, and the size of its name, the largest first. The last
  /// is only for names without room for those above.
  let steps: [[Double]]
  /// What is free between names.
  let gap: Double
  /// The distance from one baseline to the next, in font sizes.
  let leading: Double
  /// Per region: the lines of each variant of its name.
  let lines: [[[String]]]
  /// Per region: the widths of the variants, in font sizes.
  let widths: [[Double]]
  /// Per region: the smallest size of its name.
  let least: [Double]
  /// Per region: the area of its largest part in square cells.
  let areas: [Double]
  /// Per region: x, y, the largest size and the variant of each stand.
  let stands: [[Double]]

  /// - Parameters:
  ///   - column, row: where they lie in cells.
  ///   - scale: how many cells a column is wide.
  init(_ names: RegionNames, column: (Double) -> Double, row: (Double) -> Double, scale: Double) {
    steps =
      NameSizes.steps.map { [$0.area, $0.size] } + [[NameSizes.steps.last?.area ?? 0, NameSizes.least(isWide: false)]]
    gap = NameSizes.gap
    leading = NameLines.leading
    lines = names.names.map { $0?.variants.map(\.lines) ?? [] }
    widths = names.names.map { $0?.variants.map(\.width) ?? [] }
    least = names.names.map { NameSizes.least(isWide: $0?.isWide ?? false) }
    areas = names.names.map { (($0?.area ?? 0) * scale * scale).rounded() }
    stands = names.names.map { name in
      name?.stands.flatMap { [column($0.x), row($0.y), $0.size * scale, Double($0.variant)] } ?? []
    }
  }
}
