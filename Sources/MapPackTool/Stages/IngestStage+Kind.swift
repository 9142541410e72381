import MapPackFeatures
import MapPackIngest

extension IngestStage {
  /// Reads the files that are named on a command line. If `reading` does not say which kind of geometry, it is the
  /// first one that they have: areas, else lines, else points. One in which all pieces are faulty counts too. Files
  /// without any are read as the first kind that their format can have.
  ///
  /// Faults become findings. `validate`, `init` and `preview` read so.
  ///
  /// - Parameter schema: the schema that gives each feature its code and name; `nil` to add no fields.
  /// - Throws: what `run` throws.
  static func table(
    of paths: [String], reading: Reading, map: String?, schema: SourceSchema? = nil, jobs: Int,
    progress: ProgressHandler?
  ) throws(StageError) -> FeatureTable {
    func read(_ kind: GeometryKind) throws(StageError) -> FeatureTable {
      var reading = reading
      reading.geometry = kind
      var stage = try IngestStage(arguments: paths, reading: reading, map: map, select: nil, drop: nil)
      stage.schema = schema
      return try stage.run(faults: .report, jobs: jobs, progress: progress)
    }
    if let kind = reading.geometry { return try read(kind) }
    var empty: FeatureTable?
    var refusal: StageError?
    for kind in GeometryKind.allCases {
      do throws(StageError) {
        let table = try read(kind)
        if table.polygonCount > 0 || table.findings.contains(where: { $0.severity == .error }) { return table }
        empty = empty ?? table
      } catch {
        // GPX has no areas, and refuses to be read for them. Other refusals come again for each kind.
        guard error.status == .usage else { throw error }
        refusal = refusal ?? error
      }
    }
    guard let empty else { throw refusal ?? Self.nothing(at: paths.first ?? "") }
    return empty
  }
}
