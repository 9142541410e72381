import MapPackCoverage
import MapPackFeatures

/// The features and sources whose latitude seems to stand before their longitude, though both are in range.
///
/// The evidence is one of these:
/// - The coordinate system of the source belongs to a part of the world (`JGD2011`, `ETRS89`, …). A feature lies wholly
///   outside of that part, and inside of it with its coordinates exchanged.
/// - The core of a source is the box of the middle nine tenths of its features' boxes. A feature lies wholly outside of
///   the core, even if the core is widened by its own size on each side, and inside of the core with its coordinates
///   exchanged.
/// - One of several sources lies wholly outside of the box of the others, and inside of it with its coordinates
///   exchanged.
///
/// In a map of the world nothing lies outside, so nothing is found. A single source that is swapped as a whole is found
/// only by its coordinate system. Boxes do not wrap: a feature on both sides of ±180° is never found. What is found is
/// a warning; nothing is exchanged.
struct SwappedCoordinates {
  /// The swapped features, each with the evidence in words for the message.
  private(set) var features: [(feature: Int, words: String)] = []
  /// The indices of the sources that are swapped as a whole.
  private(set) var sources: [Int] = []

  /// - Complexity: O(n log n) for n features, and O(s²) for s sources.
  init(_ table: FeatureTable, boxes: [Bounds?]) {
    var featuresBySource = [[Int]](repeating: [], count: table.sources.count)
    for feature in boxes.indices where boxes[feature] != nil {
      featuresBySource[Int(table.source[feature])].append(feature)
    }
    let boxBySource = featuresBySource.map { $0.compactMap { boxes[$0] }.union }
    for (source, box) in boxBySource.enumerated() {
      guard let box else { continue }
      let others = boxBySource.enumerated().filter { $0.offset != source }.compactMap(\.element)
      if let around = others.union, box.isSwapped(outside: around, inside: around) {
        sources.append(source)
        continue
      }
      let area = Self.areaOfUse(of: table.sources[source].coordinateSystem)
      let core = Self.core(of: featuresBySource[source].compactMap { boxes[$0] })
      for feature in featuresBySource[source] {
        guard let box = boxes[feature] else { continue }
        if let area, box.isSwapped(outside: area, inside: area) {
          features.append((feature, "outside of the part of the world that the source's coordinate system is for"))
        } else if let core, box.isSwapped(outside: core.tripled, inside: core) {
          features.append((feature, "far from the other features"))
        }
      }
    }
  }

  /// The box of the middle nine tenths of the boxes, along each axis; `nil` if there are fewer than eight.
  private static func core(of boxes: [Bounds]) -> Bounds? {
    guard boxes.count >= 8 else { return nil }
    let cut = max(1, boxes.count / 20)
    func middle(_ values: [Double]) -> ClosedRange<Double> {
      let sorted = values.sorted()
      return sorted[cut]...sorted[sorted.count - 1 - cut]
    }
    let west = middle(boxes.map(\.west))
    let east = middle(boxes.map(\.east))
    let south = middle(boxes.map(\.south))
    let north = middle(boxes.map(\.north))
    return Bounds(
      west: west.lowerBound, south: south.lowerBound, east: east.upperBound, north: north.upperBound)
  }

  /// The box, drawn generously, in which a coordinate system of a part of the world is used; `nil` if the system is not
  /// known to be one.
  /// Source: the areas of use in the EPSG registry.
  static func areaOfUse(of system: String?) -> Bounds? {
    guard let system else { return nil }
    return areas.first { system.contains($0.name) }?.box
  }

  private static let areas: [(name: String, box: Bounds)] = [
    ("JGD20", Bounds(west: 120, south: 15, east: 160, north: 50)),
    ("ETRS89", Bounds(west: -40, south: 24, east: 45, north: 85)),
    ("RGF93", Bounds(west: -12, south: 40, east: 12, north: 54)),
    ("KGD2002", Bounds(west: 120, south: 28, east: 136, north: 42)),
    ("Korea 2000", Bounds(west: 120, south: 28, east: 136, north: 42)),
  ]
}
