import MapFeatures

/// Reads the shapes of Shapefile records and transforms them to longitude and latitude.
struct ShapeReader: ~Copyable {
  /// What was read from a record.
  struct Outcome {
    /// `nil` if the record is corrupt.
    var content: ShapeSequence.Content?
    /// What shapelib said about a corrupt record; empty if it said nothing.
    var message = ""
    /// Whether the windings of rings agree with which ring contains which.
    var isOrganized = true
    /// The outcome of transforming the vertices.
    var transformed = CoordinateTransformation.Outcome.success([])
  }

  private let sequence: ShapeSequence
  private var transformation: CoordinateTransformation
  private var organizer = HoleAssignment()

  init(_ sequence: consuming ShapeSequence, through transformation: consuming CoordinateTransformation) {
    self.sequence = sequence
    self.transformation = transformation
  }

  /// Reads a record, and fills `geometry` if it has the kind of shape that is asked for.
  /// - Parameters:
  ///   - record: the index of the record.
  ///   - geometry: the geometry to fill.
  mutating func read(_ record: Int, into geometry: inout FeatureGeometry) -> Outcome {
    var outcome = Outcome(content: sequence.read(record, into: &geometry))
    if outcome.content == nil { outcome.message = sequence.message }
    if outcome.content == .rings {
      // Shells and holes are told apart by the coordinates as published.
      switch sequence.kind {
      case .areas: outcome.isOrganized = organizer.organize(&geometry)
      case .lines: geometry.takeRingsAsLines()
      case .points: geometry.takeVerticesAsPoints()
      }
      outcome.transformed = transformation.apply(to: &geometry)
      if sequence.kind == .areas, geometry.measures.isEmpty { geometry.measureRings() }
    }
    return outcome
  }
}
