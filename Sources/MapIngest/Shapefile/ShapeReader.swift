import MapFeatures

/// Reads the shapes of a Shapefile's records: their polygons on the way to longitude and latitude.
struct ShapeReader: ~Copyable {
  struct Outcome {
    /// `nil` where the record is corrupt.
    var content: ShapeSequence.Content?
    /// What shapelib said about it; empty where nothing.
    var message = ""
    /// Whether winding and containment agree.
    var isOrganized = true
    /// Of bringing the polygons to longitude and latitude.
    var way = CoordinateTransformation.Outcome.success([])
  }

  private let sequence: ShapeSequence
  private var transformation: CoordinateTransformation
  private var organizer = HoleAssignment()

  init(_ sequence: consuming ShapeSequence, through transformation: consuming CoordinateTransformation) {
    self.sequence = sequence
    self.transformation = transformation
  }

  /// Reads a record, counted from 0, and fills `geometry` where it has polygons.
  mutating func read(_ record: Int, into geometry: inout FeatureGeometry) -> Outcome {
    var outcome = Outcome(content: sequence.read(record, into: &geometry))
    if outcome.content == nil { outcome.message = sequence.message }
    if outcome.content == .rings {
      // Told apart by the coordinates as they were published.
      switch sequence.kind {
      case .areas: outcome.isOrganized = organizer.organize(&geometry)
      case .lines: geometry.takeRingsAsLines()
      case .points: geometry.takeVerticesAsPoints()
      }
      outcome.way = transformation.apply(to: &geometry)
    }
    return outcome
  }
}
