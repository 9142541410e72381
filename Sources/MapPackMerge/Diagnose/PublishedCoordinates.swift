import MapPack
import MapPackCoverage
import MapPackFeatures

/// The coordinates of vertices as they were published: of all, or of the vertices of some features.
struct PublishedCoordinates {
  private let longitude: ContiguousArray<Double>
  private let latitude: ContiguousArray<Double>
  /// The first vertex of each feature that was read again, ascending, and by how much its index in the table is greater
  /// than in the columns. One entry if there are all vertices.
  private var stretches: [(first: Int, shift: Int)] = []

  fileprivate init(_ all: DegreeColumns) {
    (longitude, latitude, stretches) = (all.longitude, all.latitude, [(0, 0)])
  }

  /// - Parameter features: those whose coordinates are wanted, ascending; each has a shape.
  /// - Throws: `unreadableData` if a shape is not what it was.
  fileprivate init(_ features: [Int], of table: FeatureRecords, _ read: SourceShapes) throws(StageError) {
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

/// Where the coordinates of a table are as they were published.
enum PublishedShapes {
  case columns(DegreeColumns)
  /// In the sources, from which they are read again.
  case source(SourceShapes)

  /// - Parameter features: those whose coordinates are wanted; each has a shape.
  /// - Throws: `unreadableData` if a shape that is read again is not what it was.
  func coordinates(
    of table: FeatureRecords, _ features: @autoclosure () -> Set<Int>
  ) throws(StageError) -> PublishedCoordinates {
    switch self {
    case .columns(let all): PublishedCoordinates(all)
    case .source(let read): try PublishedCoordinates(features().sorted(), of: table, read)
    }
  }
}
