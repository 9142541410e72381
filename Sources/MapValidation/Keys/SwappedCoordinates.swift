import MapFeatures

/// Features and sources whose latitude seems to stand before their longitude, though both are in range. Evidence:
///
/// - the system of a source is one of a part of the world (`JGD2011`, `NAD83`, …), a feature lies wholly outside of that
///   part, and exchanged it lies wholly inside;
/// - a feature lies wholly outside of where the features of its source are (the box of the middle nine tenths of their
///   boxes, made wider by its own size on each side), and exchanged it lies wholly inside of that box, not made wider;
/// - a source of several lies wholly outside of the box of the others, and exchanged it lies inside.
///
/// Map of the world: nothing lies outside. A source that is exchanged as a whole and alone cannot be told.
struct SwappedCoordinates {
  /// Features, and what speaks against them.
  private(set) var features: [(feature: Int, words: String)] = []
  /// Sources, by their numbers.
  private(set) var sources: [Int] = []

  /// - Parameter boxes: per feature; `nil` where it has no shape.
  init(_ table: FeatureTable, boxes: [DegreeBox?]) {
    var boxBySource = [DegreeBox?](repeating: nil, count: table.sources.count)
    var featuresBySource = [[Int]](repeating: [], count: table.sources.count)
    for (feature, box) in boxes.enumerated() {
      guard let box else { continue }
      let source = Int(table.source[feature])
      boxBySource[source] = boxBySource[source].map { $0.union(box) } ?? box
      featuresBySource[source].append(feature)
    }
    for (source, box) in boxBySource.enumerated() {
      guard let box else { continue }
      let others = boxBySource.enumerated().filter { $0.offset != source }.compactMap(\.element)
      if let first = others.first {
        let around = others.dropFirst().reduce(first) { $0.union($1) }
        if box.isSwapped(outside: around, inside: around) {
          sources.append(source)
          continue
        }
      }
      let area = Self.areaOfUse(of: table.sources[source].coordinateSystem)
      let core = Self.core(of: featuresBySource[source].compactMap { boxes[$0] })
      for feature in featuresBySource[source] {
        guard let box = boxes[feature] else { continue }
        if let area, box.isSwapped(outside: area, inside: area) {
          features.append((feature, "outside of the part of the world that the source's coordinate system is for"))
        } else if let core, box.isSwapped(outside: core.widened, inside: core) {
          features.append((feature, "far from the other features"))
        }
      }
    }
  }

  /// The box of the middle nine tenths of the boxes, each way; `nil` where there are too few to say.
  private static func core(of boxes: [DegreeBox]) -> DegreeBox? {
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
    return DegreeBox(
      west: west.lowerBound, south: south.lowerBound, east: east.upperBound, north: north.upperBound)
  }

  /// Where a datum that covers a part of the world is used, generously. Source: the areas of use of the EPSG registry.
  static func areaOfUse(of system: String?) -> DegreeBox? {
    guard let system else { return nil }
    return areas.first { system.contains($0.name) }?.box
  }

  private static let areas: [(name: String, box: DegreeBox)] = [
    ("JGD20", DegreeBox(west: 120, south: 15, east: 160, north: 50)),
    ("ETRS89", DegreeBox(west: -40, south: 24, east: 45, north: 85)),
    ("RGF93", DegreeBox(west: -12, south: 40, east: 12, north: 54)),
    ("KGD2002", DegreeBox(west: 120, south: 28, east: 136, north: 42)),
    ("Korea 2000", DegreeBox(west: 120, south: 28, east: 136, north: 42)),
  ]
}

/// A box in longitude and latitude, in degrees.
struct DegreeBox: Hashable, Sendable {
  var west: Double
  var south: Double
  var east: Double
  var north: Double

  func union(_ other: DegreeBox) -> DegreeBox {
    DegreeBox(
      west: min(west, other.west), south: min(south, other.south), east: max(east, other.east),
      north: max(north, other.north))
  }

  /// Longitude and latitude exchanged.
  var exchanged: DegreeBox { DegreeBox(west: south, south: west, east: north, north: east) }

  /// By its own size on each side.
  var widened: DegreeBox {
    DegreeBox(
      west: 2 * west - east, south: 2 * south - north, east: 2 * east - west, north: 2 * north - south)
  }

  func intersects(_ other: DegreeBox) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }

  func contains(_ other: DegreeBox) -> Bool {
    west <= other.west && other.east <= east && south <= other.south && other.north <= north
  }

  func isSwapped(outside outer: DegreeBox, inside inner: DegreeBox) -> Bool {
    !intersects(outer) && inner.contains(exchanged)
  }
}
