import MapPackFeatures

/// Reads the shapes of Shapefile records, and transforms the vertices to longitude and latitude. It has no part in the
/// table, so that each thread can have a reader of its own. `ShapeStream` has one, and so has each `ShapeBatch`.
struct ShapeReader: ~Copyable {
  /// What was read from a record. `ShapefileReader` makes findings and faults of it.
  struct Outcome {
    /// `nil` if the record is corrupt.
    var content: ShapeSequence.Content?
    /// What shapelib said about a corrupt record; empty if it said nothing.
    var message = ""
    /// The outcome of transforming the vertices; success if there is nothing to transform.
    var transformed = CoordinateTransformation.Outcome.success([])
  }

  private let sequence: ShapeSequence
  private var transformation: CoordinateTransformation

  init(_ sequence: consuming ShapeSequence, through transformation: consuming CoordinateTransformation) {
    self.sequence = sequence
    self.transformation = transformation
  }

  /// Reads a record, and fills `geometry` if the content is `rings`: in degrees, with all rings of areas as one polygon,
  /// and with measures if areas are asked for. With any other content, or if a vertex has no longitude and latitude, `geometry` means
  /// nothing. Rings stay as they are written, open or closed, with any winding.
  /// - Parameters:
  ///   - record: the index of the record, from 0.
  ///   - geometry: the geometry to fill.
  mutating func read(_ record: Int, into geometry: inout FeatureGeometry) -> Outcome {
    var outcome = Outcome(content: sequence.read(record, into: &geometry))
    if outcome.content == nil { outcome.message = sequence.message }
    if outcome.content == .rings {
      switch sequence.kind {
      case .areas: geometry.takeRingsAsPolygon()
      case .lines: geometry.takeRingsAsLines()
      case .points: geometry.takeVerticesAsPoints()
      }
      outcome.transformed = transformation.apply(to: &geometry, kind: sequence.kind)
      if sequence.kind == .areas, geometry.measures.isEmpty { geometry.measureRings() }
    }
    return outcome
  }
}
