import MapPackFeatures
import MapPackIngest

/// How files are read, as flags say it. A value that is not `nil` wins over the pipeline file.
package struct ReadingOptions: Equatable, Sendable {
  package var layer, encoding, coordinateSystem: String?
  package var readsDescriptionTables: Bool?
  package var closedLines: ClosedLines?
  package var geometry: GeometryKind?

  package init() {}
}
