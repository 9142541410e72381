import MapPack
import MapPackCoverage
import MapPackFeatures

/// The coordinates of a table's vertices as they were published: of all, or of the vertices of some features, whose
/// shapes are read again because the table has lost its coordinates.
struct PublishedCoordinates {
  private let longitude: ContiguousArray<Double>
  private let latitude: ContiguousArray<Double>
  /// The first vertex of each feature that was read again, ascending, and by how much its index in the table is greater
  /// than in the columns. One entry if there are all vertices.
  private var stretches: [(first: Int, shift: Int)] = []

  /// - Parameter features: those whose coordinates are wanted; each has a shape.
  /// - Throws: `unreadableData` if a shape is not what it was.
  init(_ table: FeatureTable, _ features: @autoclosure () -> Set<Int>) throws(StageError) {
    guard table.longitude.isEmpty, let read = table.shapesAgain else {
      (longitude, latitude, stretches) = (table.longitude, table.latitude, [(0, 0)])
      return
    }
    let features = features().sorted()
    let again =
      features.isEmpty
      ? FeatureTable() : try read(features.map { (Int(table.source[$0]), Int(table.record[$0])) })
    let changed = features.indices.first {
      $0 >= again.featureCount
        || again.vertices(ofFeature: $0).count != table.vertices(ofFeature: features[$0]).count
    }
    if let changed {
      throw StageError(
        .unreadableData, file: table.sources[Int(table.source[features[changed]])].path,
        "the file changed while it was read", remedy: "wait until nothing writes to it, and try again")
    }
    (longitude, latitude) = (again.longitude, again.latitude)
    for (index, feature) in features.enumerated() {
      let first = table.vertices(ofFeature: feature).lowerBound
      stretches.append((first, first - again.vertices(ofFeature: index).lowerBound))
    }
  }

  /// What `position(_:_:)` wants to know about a vertex; the same for all vertices of a feature.
  func shift(at vertex: Int) -> Int {
    stretches[stretches.indices.partitioningIndex { stretches[$0].first > vertex } - 1].shift
  }

  func position(_ vertex: Int, _ shift: Int) -> SIMD2<Double> {
    SIMD2(longitude[vertex - shift], latitude[vertex - shift])
  }
}
